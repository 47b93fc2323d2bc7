//! `parlor bot`: players of one's own, in any language.

mod check;
mod first_move;
mod new;

use std::io::Write;

use clap::Subcommand;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write a bot that plays anything legal, to begin with
    New(new::Args),
    /// Play the first move of every menu: a bot to measure the table with
    #[command(hide = true)]
    FirstMove,
    /// Find out whether a bot behaves, and what to change where it does not
    Check(check::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    match &args.command {
        Command::New(args) => new::run(args, out),
        Command::FirstMove => first_move::run(out),
        Command::Check(args) => check::run(args, out),
    }
}
