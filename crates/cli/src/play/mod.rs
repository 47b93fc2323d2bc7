//! `parlor play`: sets up a table from what was typed, and has it played.

mod console;
mod script;
mod seating;
mod session;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use parlor_engine::{About, AnyTable, Problems};
use parlor_runner::{Dealer, Record, Seed, Shares, Sitting};

use crate::record_file::{self, RecordFile};
use crate::shelf::AllGames;
use seating::Seating;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  parlor play dots-and-boxes
  parlor play dots-and-boxes -o boxes=5x5 --seats human,easy --record game.rec
  parlor play --fork game.rec --to 12
  parlor play dots-and-boxes -o boxes=2x2 --script moves.txt --json")]
pub(crate) struct Args {
    /// Which game; 'parlor games' lists them
    #[arg(required_unless_present = "fork", conflicts_with = "fork")]
    game: Option<String>,
    /// Choose an option of the game; may be given several times
    #[arg(short, long = "option", value_name = "KEY=VALUE", conflicts_with = "fork")]
    option: Vec<String>,
    /// Who plays, seat by seat: human, random, or a player of the game (easy); or how many seats.
    /// One human against random players unless told otherwise
    #[arg(long, value_name = "KIND,KIND…|NUMBER")]
    seats: Option<String>,
    /// What the seats are called, in seat order
    #[arg(long, value_name = "NAME,NAME…", value_delimiter = ',')]
    names: Vec<String>,
    /// Deal from this number, and so play the same game again; a secret seed otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the game to this file while it is played; what was in it is lost
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on from a recorded game, as a new game with a new seed
    #[arg(long, value_name = "FILE", conflicts_with = "script")]
    fork: Option<PathBuf>,
    /// Go on after this act of the recorded game; its last one otherwise
    #[arg(long, value_name = "N", requires = "fork")]
    to: Option<usize>,
    /// Play the acts in this file ('-': standard input), one a line in notation, chance included;
    /// with --seed, chance that is not in it is dealt
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// With --script: one JSON object a line for each act, and a last one with the outcome
    #[arg(long, requires = "script")]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    if let Some(path) = &args.script {
        let (table, seating) = set_up(args)?;
        let dealer = args.seed.map(|seed| Dealer::new(&Seed::from_number(seed), &Shares::none()));
        let who = if args.seats.is_none() && args.names.is_empty() {
            (1..=table.seats()).map(|number| format!("seat {number}")).collect()
        } else {
            seating.called
        };
        let sitting = Sitting::by_hand(table, who, dealer);
        let input = script::Input::open(path)?;
        let file = create(args.record.as_deref(), &sitting)?;
        return script::run(input, args.json, sitting, file, out);
    }
    let seed = match args.seed {
        Some(number) => Seed::from_number(number),
        None => Seed::fresh()?,
    };
    let (sitting, seating) = if let Some(path) = &args.fork {
        fork(args, path, seed)?
    } else {
        let (table, seating) = set_up(args)?;
        (Sitting::new(table, seating.called.clone(), seed, Shares::none()), seating)
    };
    let file = create(args.record.as_deref(), &sitting)?;
    session::run(sitting, &seating, file, out)
}

fn create(path: Option<&Path>, sitting: &Sitting) -> anyhow::Result<Option<RecordFile>> {
    path.map(|path| RecordFile::create(path, sitting)).transpose()
}

/// A new table, or everything that is wrong with what was typed.
fn set_up(args: &Args) -> anyhow::Result<(Box<dyn AnyTable>, Seating)> {
    let game = parlor_registry::find(args.game.as_deref().unwrap_or_default())?;
    let about = game.about();
    let (options, mut problems) = game.options_from_words(&args.option);
    let seating = seating_of(args, &about, None).map_err(|more| problems.append(more)).ok();
    let seats = seating.as_ref().map_or(about.usual_seats, Seating::len);
    match game.open(&options, seats) {
        Ok(table) if problems.is_empty() => {
            let seating = seating.expect("without problems there is a seating");
            Ok((table, seating))
        }
        Ok(_) => Err(no_table(&problems)),
        Err(more) => {
            problems.append(more);
            Err(no_table(&problems))
        }
    }
}

fn seating_of(
    args: &Args,
    about: &About,
    recorded: Option<&[String]>,
) -> Result<Seating, Problems> {
    Seating::read(args.seats.as_deref(), &args.names, about, recorded)
}

fn no_table(problems: &Problems) -> anyhow::Error {
    let list: Vec<String> =
        problems.iter().map(|problem| format!("  {}: {}", problem.place, problem.what)).collect();
    anyhow!("the table cannot be set up:\n{}", list.join("\n"))
}

fn fork(args: &Args, path: &Path, seed: Seed) -> anyhow::Result<(Sitting, Seating)> {
    let context = || format!("cannot go on from '{}'", path.display());
    let record: Record = record_file::load(path).with_context(context)?;
    let about = parlor_registry::find(&record.header.game).with_context(context)?.about();
    let seats = record.header.seats.len();
    let seating =
        seating_of(args, &about, Some(&record.header.seats)).map_err(|why| no_table(&why))?;
    if seating.len() != seats {
        let mut problems = Problems::new();
        problems.add("seats", format!("the recorded game has {seats}, not {}", seating.len()));
        return Err(no_table(&problems));
    }
    let at = args.to.unwrap_or(record.acts.len());
    let called = seating.called.clone();
    let sitting = Sitting::fork(&record, at, &AllGames, called, seed, Shares::none())
        .with_context(context)?;
    Ok((sitting, seating))
}
