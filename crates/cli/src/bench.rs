//! `parlor bench [GAME]`: how fast games run through the contract, on this machine.

use std::fmt::Display;
use std::io::{IsTerminal, Write, stderr};
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use parlor_bench::{
    ArenaBench, ArenaFigures, Bench, BotBench, BotFigures, Figures, ServerBench, ServerFigures,
    arena, bots, run as measure, server,
};
use parlor_registry::games;
use serde::Serialize;

use crate::play::which_game;
use crate::{exit, open_files, option_file};

/// More than this is no longer a bench but a stress test.
const MOST_SECONDS: u64 = 3_600;
/// As many as a tournament plays at a time.
const MOST_JOBS: i64 = 256;
/// Each has two clients here, and as many connections as the system lets a process have.
const MOST_MATCHES: i64 = 2_000;
/// A match is held in memory with all its moves.
const MOST_MOVES: i64 = 10_000;
/// Beyond this a server refuses connections from one address.
const MOST_SOCKETS: i64 = 8_000;

#[derive(clap::Args)]
#[command(
    after_help = "The ratio compares with a bare loop of 5x5 Dots and Boxes that is timed in \
                        the same run. For random games at that table it is the speed through the \
                        contract divided by the speed of the bare loop. For every other table it is \
                        the number of games in the time of one bare game."
)]
pub(crate) struct Args {
    /// The game to measure; all games when none is named
    game: Option<String>,
    /// An option of the game, such as boxes=5x5. With KEY=@FILE the value is what is in the file; of
    /// a spreadsheet, or a folder of .csv files, its sheets
    #[arg(short, long = "option", value_name = "KEY=VALUE", requires = "game")]
    options: Vec<String>,
    /// How many seats play; as many as --players names, or else the game's usual number
    #[arg(long, value_name = "N", requires = "game")]
    seats: Option<usize>,
    /// Measure games between these computer players, in seat order; one is for all seats. NAME@500ms
    /// limits the time of a player for each answer, NAME:2000 its iterations. Moves are drawn at random,
    /// without players, unless told otherwise
    #[arg(long, value_name = "NAME,NAME…", value_delimiter = ',', requires = "game")]
    players: Vec<String>,
    /// Measure games between bots: this command sits in every seat, started as yourself and not
    /// contained. Without a command, one that plays the first move of every menu, which shows how fast
    /// the table is
    #[arg(long, value_name = "COMMAND", num_args = 0..=1, default_missing_value = "",
          requires = "game", conflicts_with = "players")]
    bots: Option<String>,
    /// Measure a tournament of the players: its games a second against a bare loop of the same players
    #[arg(long, requires = "players")]
    arena: bool,
    /// How many games of the tournament are played at a time
    #[arg(long, value_name = "N", requires = "arena", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    jobs: u16,
    /// Measure a server: start one in a scratch folder, and play as its clients over the network of this machine. It
    /// says how many moves a second are on the disk and confirmed, how long a move takes to the opponent, and
    /// what the server takes of the memory. Without a game it is Dots and Boxes on 10x10 boxes
    #[arg(long, conflicts_with_all = ["players", "bots", "arena", "seats"])]
    server: bool,
    /// How many matches of two people are played on the server
    #[arg(long, value_name = "N", requires = "server", default_value_t = 200,
          value_parser = clap::value_parser!(u16).range(1..=MOST_MATCHES))]
    matches: u16,
    /// How many moves are made in each of these matches
    #[arg(long, value_name = "N", requires = "server", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(1..=MOST_MOVES))]
    moves: u32,
    /// How many connections watch these matches in the end, with nothing to see
    #[arg(long, value_name = "N", requires = "server", default_value_t = 5_000,
          value_parser = clap::value_parser!(u16).range(0..=MOST_SOCKETS))]
    sockets: u16,
    /// How long to measure each game; of a server, how long it is played at an easy pace first
    #[arg(long, value_name = "S", default_value_t = 3,
          value_parser = clap::value_parser!(u64).range(1..=MOST_SECONDS))]
    seconds: u64,
    /// One JSON object a line for each game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    if args.server {
        print(args, &with_server(args)?, out)?;
        return Ok(exit::FINE);
    }
    let names: Vec<String> = match &args.game {
        Some(game) => vec![which_game(game)?.about().id.to_owned()],
        None => games().iter().map(|game| game.about().id.to_owned()).collect(),
    };
    for game in names {
        match &args.bots {
            Some(command) => print(args, &with_bots(args, game, command)?, out)?,
            None if args.arena => print(args, &tournament(args, game)?, out)?,
            None => print(args, &one(args, game)?, out)?,
        }
    }
    Ok(exit::FINE)
}

fn print<F: Serialize + Display>(
    args: &Args,
    figures: &F,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string(figures).context("figures as JSON")?)?;
    } else {
        writeln!(out, "{figures}")?;
    }
    Ok(())
}

fn with_bots(args: &Args, game: String, command: &str) -> anyhow::Result<BotFigures> {
    let (options, problems) = option_file::with_files(&args.options);
    problems.into_result(())?;
    let command = if command.is_empty() {
        let program = std::env::current_exe().context("where this program is")?;
        let program = program.to_str().context("the name of this program is not text")?.to_owned();
        vec![program, "bot".to_owned(), "first-move".to_owned()]
    } else {
        let command = command.strip_prefix("cmd:").unwrap_or(command);
        shlex::split(command).context("a quote in the command does not end")?
    };
    let time = Duration::from_secs(args.seconds);
    Ok(bots(&BotBench { game, options, seats: args.seats, command, time })?)
}

/// Measures a server on this machine, with this process as its clients.
fn with_server(args: &Args) -> anyhow::Result<ServerFigures> {
    let (mut options, problems) = option_file::with_files(&args.options);
    problems.into_result(())?;
    let game = if let Some(game) = &args.game {
        which_game(game)?.about().id.to_owned()
    } else {
        // Enough lines for 200 moves.
        options.push("boxes=10x10".to_owned());
        "dots-and-boxes".to_owned()
    };
    open_files::raise_limit();
    let bench = ServerBench {
        program: std::env::current_exe().context("where this program is")?,
        game,
        options,
        matches: args.matches.into(),
        moves: args.moves,
        sockets: args.sockets.into(),
        time: Duration::from_secs(args.seconds),
    };
    let steps = ProgressBar::new_spinner();
    if !stderr().is_terminal() {
        steps.set_draw_target(ProgressDrawTarget::hidden());
    }
    steps.enable_steady_tick(Duration::from_millis(100));
    let figures = server(&bench, |step| steps.set_message(step.to_owned()));
    steps.finish_and_clear();
    Ok(figures?)
}

fn tournament(args: &Args, game: String) -> anyhow::Result<ArenaFigures> {
    Ok(arena(&ArenaBench { table: table(args, game)?, jobs: args.jobs.into() })?)
}

fn table(args: &Args, game: String) -> anyhow::Result<Bench> {
    let (options, problems) = option_file::with_files(&args.options);
    problems.into_result(())?;
    Ok(Bench {
        options,
        seats: args.seats,
        players: args.players.iter().map(|name| name.trim().to_owned()).collect(),
        time: Duration::from_secs(args.seconds),
        ..Bench::of(game)
    })
}

fn one(args: &Args, game: String) -> anyhow::Result<Figures> {
    let bench = table(args, game)?;
    let bar = bar(&bench);
    let figures = measure(&bench, |progress| {
        bar.set_position(progress.spent.as_millis().try_into().unwrap_or(u64::MAX));
        bar.set_message(format!("ratio {:.2}", progress.ratio));
    })?;
    bar.finish_and_clear();
    Ok(figures)
}

/// On a terminal a bar; elsewhere nothing, since the figures are all there is to say.
fn bar(bench: &Bench) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let length = bench.time.as_millis().try_into().unwrap_or(u64::MAX);
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {msg} {elapsed}");
    let bar = ProgressBar::new(length).with_prefix(bench.game.clone());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
