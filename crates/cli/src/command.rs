//! The commands: one variant here, one file each.

use std::io::Write;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::window::Window;
use crate::{
    arena, bench, bot, completions, edition, games, inspect, lab, play, reference, replay, serve,
    verify,
};

/// Turn-based tabletop games: play them, record them, replay and prove every one.
#[derive(Parser)]
#[command(name = "parlor", version, propagate_version = true)]
#[command(after_help = "Begin with: parlor play dots-and-boxes")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

impl Cli {
    /// What was typed. Help is broken at the edge of the window; in a pipe or a file its lines are whole.
    pub(crate) fn read() -> Self {
        let columns = Window::text_columns();
        let width = if columns == usize::MAX { 0 } else { columns };
        let matches = Self::command().term_width(width).get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|why| why.exit())
    }
}

#[derive(Subcommand)]
enum Command {
    /// List the games, their options and their computer players
    Games(games::Args),
    /// Play a game at the terminal, or let a script play it
    Play(play::Args),
    /// Go on with a game that was stopped or broken off
    Continue(play::resume::Args),
    /// Show a recorded game, act by act
    Replay(replay::Args),
    /// Look into a recorded game at any act: its whole state, every view and menu
    Inspect(inspect::Args),
    /// Prove recorded games: rules, dice, result, and that no byte was changed
    Verify(verify::Args),
    /// Take an edition of a game out of the box, and check one of your own
    Edition(edition::Args),
    /// Write a player of your own, in any language, and find out whether it behaves
    Bot(bot::Args),
    /// Play a tournament, and find out who is stronger and how sure that is
    Arena(Box<arena::Args>),
    /// Open a server where people and bots meet at tables over the network
    Serve(serve::Args),
    /// Find out what kind of game a table is, whether it is fair, and which moves matter
    Lab(lab::Args),
    /// Measure how fast games run on this machine
    Bench(bench::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Print the help of every command as one page
    #[command(hide = true)]
    Reference(reference::Args),
}

/// Runs a command. What it prints goes to `out`; the number is the exit code.
pub(crate) fn run(cli: Cli, out: &mut dyn Write) -> anyhow::Result<u8> {
    match cli.command {
        Command::Games(args) => games::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Continue(args) => play::resume::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Inspect(args) => inspect::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Edition(args) => edition::run(&args, out),
        Command::Bot(args) => bot::run(&args, out),
        Command::Arena(args) => arena::run(&args, out),
        Command::Serve(args) => serve::run(&args, out),
        Command::Lab(args) => lab::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
        Command::Reference(args) => reference::run(&args, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_do_not_contradict_each_other() {
        Cli::command().debug_assert();
    }
}
