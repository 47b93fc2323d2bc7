//! `parlor replay FILE`: shows a recorded game, act by act: on a terminal a screen for each, with keys to go
//! from one to another, and otherwise all of it.

mod ledger;
mod steps;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use parlor_engine::{AnyAct, AnyNotice, AnyTable, AnyTurn, Face, Names, Seat, Viewer};
use parlor_match::{Close, Fault, Record, Refused, Replay, Replayed};
use serde_json::{Map, Value, json};

use crate::pager::Paging;
use crate::play::Console;
use crate::report::{self, Views};
use crate::window::Window;
use crate::words::{self, count};
use crate::{exit, record_file};
use parlor_registry::SHELF;
use steps::Steps;

#[derive(clap::Args)]
#[command(after_help = "\
On a terminal each act is one screen: right, space or n shows the next one, left, b or p the one
before, Home and End the first and the last, a number and Enter that act; ? lists all keys, and q
stops. --all prints everything instead, and so does a pipe.")]
pub(crate) struct Args {
    /// The record ('-': standard input)
    file: PathBuf,
    /// Stop after this act (0 shows the start); where keys go from act to act, begin there
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Whose view to show: a seat number, 'spectator' or 'all' (nothing hidden)
    #[arg(long, value_name = "N|spectator|all", default_value = "spectator")]
    viewer: Watching,
    /// Show where the money went instead: each payment with its reason, and the balances after it
    #[arg(long)]
    ledger: bool,
    /// One JSON object a line for each act, or each payment, and one for the end
    #[arg(long)]
    json: bool,
    /// Print the whole game at once, also on a terminal
    #[arg(long, conflicts_with = "json")]
    all: bool,
    #[command(flatten)]
    paging: Paging,
}

/// Whose view to show, as typed.
#[derive(Clone, Copy)]
struct Watching(Views);

impl FromStr for Watching {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self(Views::All)),
            "spectator" => Ok(Self(Views::Of(Viewer::Spectator))),
            seat => match seat.parse::<Seat>() {
                Ok(seat) => Ok(Self(Views::Of(Viewer::Seat(seat)))),
                Err(why) => Err(format!("{why}, nor 'spectator' or 'all'")),
            },
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let name = args.file.display();
    let record = record_file::load_or_stdin(&args.file)
        .with_context(|| format!("cannot replay '{name}'"))?;
    let Watching(views) = args.viewer;
    let seats = record.header.seats.len();
    if let Views::Of(Viewer::Seat(seat)) = views
        && seat.index() >= seats
    {
        bail!("there is no seat {seat} in this game of {seats}");
    }
    let acts = record.acts().len();
    let last = args.to.unwrap_or(acts);
    if last > acts {
        bail!("the record has {}, so there is no act {last}", count(acts, "act"));
    }
    let context = || format!("cannot replay '{name}'");
    let mut replay = Replay::new(&record, SHELF).with_context(context)?;
    let mut code = exit::FINE;
    if args.json && args.ledger {
        ledger::show(&record, &mut replay, last, views, true, out)?;
    } else if args.json {
        as_json(&record, &mut replay, last, views, out)?;
    } else if args.ledger {
        let ledger =
            |out: &mut dyn Write| ledger::show(&record, &mut replay, last, views, false, out);
        args.paging.show(out, ledger)?;
    } else if args.all || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        args.paging.show(out, |out| as_text(&record, &mut replay, last, views, out))?;
    } else {
        let begin = args.to.unwrap_or(0);
        let mut console = Console::new();
        Steps::new(&record, views, begin).with_context(context)?.run(&mut console, out)?;
        code = console.interrupted().unwrap_or(exit::FINE);
    }
    if let Close::Broken { line } = record.close {
        out.flush()?;
        _ = writeln!(
            io::stderr(),
            "note: the game is not finished: the record ends at line {line}, after act {acts}"
        );
    }
    Ok(code)
}

/// Shows a whole game that somebody else has the record of, with nothing hidden.
pub(crate) fn show(record: &Record, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut replay = Replay::new(record, SHELF)?;
    as_text(record, &mut replay, record.acts().len(), Views::All, out)
}

fn as_json(
    record: &Record,
    replay: &mut Replay<'_>,
    last: usize,
    views: Views,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    while replay.number() < last
        && let Some((act, _)) = step(replay, views)?
    {
        report::act(out, replay.number(), &act, replay.table(), views)?;
    }
    // The reason in words may name what the viewer cannot see.
    let faults = faults_until(record, last).map(|fault| {
        let mut fault = json!(fault);
        if views != Views::All
            && let Some(fields) = fault.as_object_mut()
        {
            fields.remove("why");
        }
        fault
    });
    let faults = faults.collect::<Vec<Value>>();
    let mut more = Map::from_iter([("whole".to_owned(), json!(record.is_whole()))]);
    if !faults.is_empty() {
        more.insert("faults".to_owned(), json!(faults));
    }
    let names = record.header.names();
    Ok(report::end(out, &record.acts()[..last], replay.table(), &names, views, more)?)
}

fn as_text(
    record: &Record,
    replay: &mut Replay<'_>,
    last: usize,
    views: Views,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let names = record.header.names();
    let about = replay.table().about().clone();
    let seats = (0..record.header.seats.len()).map(Seat::at);
    writeln!(out, "{}: {}", about.title, names.list(seats))?;
    if let Some(fork) = record.header.fork {
        writeln!(out, "Acts 1 to {} were taken over from another game.", fork.at)?;
    }
    // In the middle of a deal there is nothing to look at yet.
    let is_dealt = |replay: &Replay<'_>| {
        replay.number() == last || !matches!(replay.table().turn(), AnyTurn::Chance { .. })
    };
    if is_dealt(replay) {
        draw(out, replay.table(), &names, views)?;
    }
    let mut gap = "\n";
    while replay.number() < last
        && let Some((act, notices)) = step(replay, views)?
    {
        let told = told(replay.table(), &notices, &names, views);
        writeln!(out, "{gap}{}", words::act(replay.number(), &act, &told))?;
        gap = if is_dealt(replay) {
            draw(out, replay.table(), &names, views)?;
            "\n"
        } else {
            ""
        };
    }
    for fault in faults_until(record, last) {
        writeln!(out, "\n{}", in_words(fault, &names, views))?;
    }
    if let Some(result) = words::result(replay.table(), &names, Window::prose_columns()) {
        writeln!(out, "\n{result}")?;
    } else if last == record.acts().len() && record.is_whole() {
        writeln!(out, "\nThe game was stopped here, before its end.")?;
    }
    match (last, record.acts().len()) {
        (last, all) if last == all => {}
        (0, all) => writeln!(out, "\nThis is the start, before act 1 of {all}.")?,
        (last, all) => writeln!(out, "\nThis is the table after act {last} of {all}.")?,
    }
    Ok(())
}

/// What bots did wrong up to an act.
fn faults_until(record: &Record, last: usize) -> impl Iterator<Item = &Fault> {
    record.faults().filter(move |fault| fault.acts <= last)
}

/// What a bot did wrong, and what it cost. The reason may name what the viewer cannot see.
fn in_words(fault: &Fault, names: &Names, views: Views) -> String {
    let why =
        if views == Views::All { format!(": {}", words::plain(&fault.why)) } else { String::new() };
    let Fault { seat, verdict, cost, acts, .. } = fault;
    let name = names.of(*seat);
    format!("{name} (seat {seat}): {verdict} after act {acts}{why}; {}.", words::cost(cost))
}

/// Plays the next act: as much of it as is to be seen, and what there is to tell.
fn step(
    replay: &mut Replay<'_>,
    views: Views,
) -> Result<Option<(AnyAct, Vec<AnyNotice>)>, Refused> {
    let Some(Replayed { act, notices, sights }) = replay.step().transpose()? else {
        return Ok(None);
    };
    let is_hidden = match views {
        Views::Of(viewer) => sights.of(viewer).face == Face::Down,
        Views::All => false,
    };
    Ok(Some((if is_hidden { words::hidden(act) } else { act.clone() }, notices)))
}

/// What a viewer hears of an act, in words.
fn told(table: &dyn AnyTable, notices: &[AnyNotice], names: &Names, views: Views) -> Vec<String> {
    if views == Views::All {
        return words::told(table, notices, names);
    }
    heard(notices, views).filter_map(|notice| table.tell(notice, names)).collect()
}

/// What reaches a viewer.
fn heard(notices: &[AnyNotice], views: Views) -> impl Iterator<Item = &Value> {
    let hears = move |notice: &&AnyNotice| match views {
        Views::All => true,
        Views::Of(viewer) => notice.to.contains(viewer),
    };
    notices.iter().filter(hears).map(|heard| &heard.notice)
}

/// Draws the table. Viewers who see the same share a drawing.
fn draw(out: &mut dyn Write, table: &dyn AnyTable, names: &Names, views: Views) -> io::Result<()> {
    if let Views::Of(viewer) = views {
        return write!(out, "\n{}", table.draw(viewer, names));
    }
    let mut drawings: Vec<(String, Vec<String>)> = Vec::new();
    for viewer in Viewer::all(table.seats()) {
        let drawing = table.draw(viewer, names).to_string();
        match drawings.iter_mut().find(|(other, _)| *other == drawing) {
            Some((_, viewers)) => viewers.push(viewer.to_string()),
            None => drawings.push((drawing, vec![viewer.to_string()])),
        }
    }
    drawings
        .iter()
        .try_for_each(|(drawing, viewers)| write!(out, "\n[{}]\n{drawing}", viewers.join(", ")))
}
