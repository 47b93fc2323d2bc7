//! `parlor play`: sets up a table from what was typed, and has it played.

mod blank;
mod bots;
mod console;
mod finder;
mod interrupt;
mod keeping;
mod keyboard;
mod lexicon;
mod pattern;
pub(crate) mod resume;
mod screen;
mod script;
mod seat_plan;
mod session;
mod typed;
mod typed_line;
mod usage;
mod which_game;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use parlor_engine::{AnyRulebook, AnyTable, Problems};
use parlor_match::{
    Absence, BadCosts, BadTerms, Costs, Dealer, House, Record, Seed, Shares, Sitting, duration,
};
use parlor_runner::Care;
use parlor_runner::RecordFile;
use parlor_runner::process::Trust;

use crate::pager::Paging;
use crate::{exit, option_file, record_file};
use bots::{Bots, Remarked};
pub(crate) use console::Console;
use keeping::Keeping;
use parlor_registry::SHELF;
use seat_plan::SeatPlan;
pub(crate) use seat_plan::parts;
use serde_json::Value;
pub(crate) use typed_line::Key;
use usage::Unusable;
pub(crate) use which_game::one as which_game;

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(override_usage = "\
parlor play [OPTIONS] [GAME]
       parlor play [OPTIONS] <GAME> --script <FILE>
       parlor play [OPTIONS] --fork <FILE>")]
#[command(after_help = "\
Examples:
  parlor play dots-and-boxes
  parlor play dots-and-boxes -o boxes=5x5 --seats human,easy --record game.rec
  parlor play dots-and-boxes --seat human --seat 'cmd:python3 bot.py' --clock 1s
  parlor play --fork game.rec --to 12
  parlor play dots-and-boxes -o boxes=2x2 --script moves.txt --json")]
pub(crate) struct Args {
    /// Which game, or a part of its name that fits no other; 'parlor games' lists them. At a terminal
    /// you are asked when you leave it out. Need not be said with --fork
    game: Option<String>,
    /// Choose an option of the game; may be given several times. With KEY=@FILE the value is what
    /// is in the file; of a spreadsheet, or a folder of .csv files, its sheets
    #[arg(short, long = "option", value_name = "KEY=VALUE", conflicts_with = "fork")]
    option: Vec<String>,
    /// Who plays, seat by seat: human, random, a player of the game (easy), or a bot as with --seat;
    /// or how many seats. NAME@500ms limits the time of a computer player for each answer, NAME:2000
    /// its iterations.
    /// One human against the best computer players of the game unless told otherwise. A script plays all seats, so with
    /// --script only their number is wanted
    #[arg(long, value_name = "KIND,KIND…|NUMBER")]
    seats: Option<String>,
    #[arg(
        long = "seat",
        value_name = "SPEC",
        conflicts_with_all = ["seats", "script"],
        help = "Who plays in the next seat, once for each seat; use it in place of --seats where a \
                command has a comma in it. Takes what --seats takes, and cmd:COMMAND (a bot that is \
                started), tcp:HOST:PORT, ws:URL, http:URL, llm:MODEL"
    )]
    seat: Vec<String>,
    /// How long bots and computer players may think: 500ms for each move, 60s+1s for all moves and
    /// what each adds, 60s+1s/5s for both, or none
    #[arg(
        long,
        value_name = "CLOCK",
        default_value = "10s",
        allow_hyphen_values = true,
        conflicts_with = "script"
    )]
    clock: String,
    /// What a bot's fault costs: forfeit, default-move, game, takeover:PLAYER. To set the cost of one
    /// verdict, put it first: timeout=default-move,forfeit
    #[arg(
        long,
        value_name = "COSTS",
        default_value = "start-failed=game,forfeit",
        conflicts_with = "script"
    )]
    faults: String,
    /// How long a bot at an address (tcp:, ws://) that loses its connection may take to come back: 60s, 2m;
    /// 0s gives no time
    #[arg(long, value_name = "TIME", default_value = "60s", conflicts_with = "script")]
    grace: String,
    /// Write what bots say on standard error to this file, each line with the name of the seat
    #[arg(long, value_name = "FILE", conflicts_with = "script")]
    bot_log: Option<PathBuf>,
    /// Start bots as yourself, with your rights and your environment, and not contained
    #[arg(long, conflicts_with = "script")]
    trust_bots: bool,
    /// Hand this variable of your environment to bots that are started, or one with this value
    #[arg(long, value_name = "NAME[=VALUE]", conflicts_with = "script")]
    bot_env: Vec<String>,
    /// Let everybody look at everything while the game is played, hidden cards too: 'inspect' at the
    /// prompt. All at the table are told, and the record says so
    #[arg(long, conflicts_with = "script")]
    all_open: bool,
    /// What the seats are called, in seat order
    #[arg(long, value_name = "NAME,NAME…", value_delimiter = ',')]
    names: Vec<String>,
    /// Deal from this number, and so play the same game again; a secret seed otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the game to this new file while it is played
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// With --record: replace the file if it exists; what was in it is lost
    #[arg(long, requires = "record")]
    overwrite: bool,
    /// Go on from a recorded game, as a new game with a new seed
    #[arg(long, value_name = "FILE", conflicts_with = "script")]
    fork: Option<PathBuf>,
    /// With --fork: go on after this act of the recorded game; its last one otherwise
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Play the acts in this file ('-': standard input), one a line in notation, chance included;
    /// with --seed, chance that is not in it is dealt
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// People look for the rules here; they are told where they are
    #[arg(long, hide = true)]
    rules: bool,
    /// With --script: one JSON object a line for each act, and a last one with the outcome
    #[arg(long, requires = "script")]
    json: bool,
    #[command(flatten)]
    paging: Paging,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let played = match &args.script {
        Some(path) => run_script(args, path, out),
        None => run_session(args, out),
    };
    if let Err(why) = &played
        && args.json
        && let Some(unusable) = why.downcast_ref::<Unusable>()
    {
        writeln!(out, "{}", unusable.as_json())?;
    }
    played
}

fn run_script(args: &Args, path: &Path, out: &mut dyn Write) -> anyhow::Result<u8> {
    check_flags(args)?;
    let (table, plan) = set_up(args, which_game::named(args.game.as_deref())?)?;
    let dealer = args.seed.map(|seed| Dealer::new(&Seed::from_number(seed), &Shares::none()));
    let sitting = Sitting::by_hand(table, plan.occupants(), dealer);
    let input = script::Input::open(path).map_err(|why| Unusable::one("script", why))?;
    let file = create(args.record.as_deref(), &sitting)?;
    script::run(input, args.json, sitting, file, out)
}

fn run_session(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    check_flags(args)?;
    let mut console = Console::new().paged(args.paging.is_wanted());
    let seed = match args.seed {
        Some(number) => Seed::from_number(number),
        None => parlor_runner::fresh_seed()?,
    };
    let (sitting, plan) = if let Some(path) = &args.fork {
        fork(args, path, seed.clone())?
    } else {
        let game = which_game::choose(args.game.as_deref(), &mut console, out)?;
        let Some(game) = game else {
            return Ok(console.interrupted().unwrap_or(exit::FINE));
        };
        let (table, plan) = set_up(args, game)?;
        (Sitting::new(table, plan.occupants(), seed.clone(), Shares::none()), plan)
    };
    let mut bots = bots(args, sitting.table())?;
    let sitting = sitting.on_terms(bots.house.terms, &bots.house.costs);
    let sitting = if args.all_open { sitting.all_open() } else { sitting };
    // It is there before any bot is, so that it can be kept from them.
    let file = create(args.record.as_deref(), &sitting)?;
    let keeping = Keeping::begin(args, (&sitting, &seed), &plan, &mut bots, file, out)?;
    session::run(sitting, &plan, &mut bots, keeping, console, out)
}

/// What was typed about bots, or everything that is wrong with it.
fn bots(args: &Args, table: &dyn AnyTable) -> Result<Bots, Unusable> {
    let mut problems = Problems::new();
    let terms = args.clock.parse().map_err(|why: BadTerms| problems.add("clock", why.to_string()));
    let costs =
        args.faults.parse().map_err(|why: BadCosts| problems.add("faults", why.to_string()));
    let costs: Costs = costs.unwrap_or_default();
    let grace = duration(&args.grace).unwrap_or_else(|| {
        problems.add("grace", format!("'{}' is no time; write 500ms, 30s or 2m", args.grace));
        Duration::ZERO
    });
    let mut players: Vec<&str> = costs.players().collect();
    players.dedup();
    for player in players {
        if !table.computer_players().iter().any(|known| known.name == player) {
            let what = format!("the game has no computer player '{player}' to take over");
            problems.add("faults", what);
        }
    }
    let mut env = Vec::new();
    for word in &args.bot_env {
        match bot_variable(word) {
            Ok(variable) => env.push(variable),
            Err(why) => problems.add("bot-env", why),
        }
    }
    let trust = if args.trust_bots { Trust::Trusted } else { Trust::Contained };
    // Nobody is to read hidden cards in the record while the game goes on.
    let hidden = args.record.iter().map(|path| keeping::absolute(path));
    let care = Care { trust, env, hidden: hidden.collect(), ..Care::default() };
    let absence = Absence { grace, ..Absence::default() };
    let house = House { terms: terms.unwrap_or_default(), costs, absence, ..House::default() };

    let log = args.bot_log.as_deref().map(|path| {
        let unusable = |why: io::Error| {
            problems.add("bot-log", format!("'{}' cannot be written: {why}", path.display()));
        };
        File::create(path).map_err(unusable)
    });
    let log = log.and_then(Result::ok);
    let remarked = if args.overwrite { Remarked::Go } else { Remarked::Stay };
    problems.into_result(Bots { house, care, remarked, log }).map_err(Unusable::table)
}

/// `NAME=VALUE`, or `NAME` with the value it has here.
pub(crate) fn bot_variable(word: &str) -> Result<(String, String), String> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, value.to_owned()),
        None => match std::env::var(word) {
            Ok(value) => (word, value),
            Err(_) => return Err(format!("there is no variable '{word}' in your environment")),
        },
    };
    if name.is_empty() || word.contains('\0') {
        return Err(format!("'{word}' is no variable; write NAME or NAME=VALUE"));
    }
    Ok((name.to_owned(), value))
}

/// What the flags say about each other, where clap cannot tell.
fn check_flags(args: &Args) -> Result<(), Unusable> {
    if args.rules {
        let game = args.game.as_deref().unwrap_or("GAME");
        let what = format!(
            "the rules are shown by: parlor games {game} --rules; while you play, type rules at the prompt"
        );
        return Err(Unusable::one("rules", what));
    }
    // Clap drops `requires` where another flag forbids what is required.
    if args.to.is_some() && args.fork.is_none() {
        let what = "--to says after which act of a recorded game to go on, so it needs --fork FILE";
        return Err(Unusable::one("to", what));
    }
    if args.json && args.script.is_none() {
        let what = "--json shows the acts of a script, so it needs --script FILE";
        return Err(Unusable::one("json", what));
    }
    let mut sources = vec![
        ("the game to go on from", args.fork.as_deref()),
        ("the script", args.script.as_deref()),
    ];
    sources
        .extend(option_file::files(&args.option).map(|path| ("the file of an option", Some(path))));
    let forbidden = args
        .record
        .as_deref()
        .and_then(|path| record_file::forbidden(path, args.overwrite, &sources));
    forbidden.map_or(Ok(()), |why| Err(Unusable::one("record", why)))
}

fn create(path: Option<&Path>, sitting: &Sitting) -> anyhow::Result<Option<RecordFile>> {
    Ok(path.map(|path| RecordFile::create(path, sitting)).transpose()?)
}

/// A new table, or everything that is wrong with what was typed.
fn set_up(args: &Args, game: &AnyRulebook) -> Result<(Box<dyn AnyTable>, SeatPlan), Unusable> {
    let about = game.about();
    let (words, mut problems) = option_file::with_files(&args.option);
    let (options, more) = game.options_from_words(&words);
    problems.append(more);
    let fitting = fitting_seats(args, game, &options);
    let (seats, names) = (args.seats.as_deref().or(fitting.as_deref()), args.names.as_slice());
    let plan = match args.script {
        Some(_) => SeatPlan::of_script(seats, names, &about),
        None => SeatPlan::read(seats, &args.seat, names, &about, None),
    };
    let plan = plan.map_err(|more| problems.append(more)).ok();
    let seats = plan.as_ref().map_or(about.usual_seats, SeatPlan::len);
    let table = game.open(&options, seats).map_err(|more| problems.append(more));
    match (table, plan) {
        (Ok(table), Some(plan)) if problems.is_empty() => Ok((table, plan)),
        _ if args.seats.is_none() && args.seat.is_empty() => {
            Err(Unusable::with_usual_seats(problems))
        }
        _ => Err(Unusable::table(problems)),
    }
}

/// How many play where nobody has said so and the options do not permit the usual number: as few as they permit.
fn fitting_seats(args: &Args, game: &AnyRulebook, options: &Value) -> Option<String> {
    let is_said = args.seats.is_some() || !args.seat.is_empty();
    let about = game.about();
    if is_said || game.open(options, about.usual_seats).is_ok() {
        return None;
    }
    let fitting = about.seats.clone().find(|seats| game.open(options, *seats).is_ok());
    fitting.map(|seats| seats.to_string())
}

fn fork(args: &Args, path: &Path, seed: Seed) -> anyhow::Result<(Sitting, SeatPlan)> {
    let context = || format!("cannot go on from '{}'", path.display());
    let record: Record = record_file::load(path).with_context(context)?;
    let game = &record.header.game;
    if let Some(named) = args.game.as_ref().filter(|named| !which_game::is(named, game)) {
        let what = format!("'{}' is a game of {game}, not of '{named}'", path.display());
        return Err(Unusable::one("game", what).into());
    }
    let about = parlor_registry::find(game).with_context(context)?.about();
    let recorded = record.header.seats.as_slice();
    let seats = args.seats.as_deref();
    let plan = SeatPlan::read(seats, &args.seat, &args.names, &about, Some(recorded))
        .map_err(Unusable::table)?;
    if plan.len() != recorded.len() {
        let mut problems = Problems::new();
        let what = format!("the recorded game has {}, not {}", recorded.len(), plan.len());
        problems.add("seats", what);
        return Err(Unusable::table(problems).into());
    }
    let at = args.to.unwrap_or(record.acts().len());
    let sitting = Sitting::fork(&record, at, SHELF, plan.occupants(), seed, Shares::none())
        .with_context(context)?;
    Ok((sitting, plan))
}
