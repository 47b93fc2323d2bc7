//! `parlor continue`: goes on with a game that was stopped or broken off, as if nothing had happened: under
//! the same commitment, with the same dice to come, and with the same time left.

use std::env;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, bail};
use parlor_engine::layout::wrapped_in;
use parlor_engine::{Problems, Seat};
use parlor_match::{Header, House, Record, Replay, Sitting};
use parlor_registry::SHELF;
use parlor_runner::process::Trust;
use parlor_runner::{Care, RecordFile};

use super::bots::{Bots, Remarked};
use super::console::Console;
use super::keeping::{Keeping, absolute};
use super::seat_plan::SeatPlan;
use super::usage::Unusable;
use super::{bot_variable, session};
use crate::kept::{Folder, Kept, NotTaken, Secret, Unfinished};
use crate::pager::Paging;
use crate::window::Window;
use crate::{exit, record_file, words};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  parlor continue
  parlor continue --list
  parlor continue 2
  parlor continue game.rec")]
pub(crate) struct Args {
    /// Its number in the list, or the file it is recorded in; the game that was played last when
    /// left out
    #[arg(value_name = "NUMBER|FILE")]
    game: Option<String>,
    /// List the unfinished games, the one that was played last first
    #[arg(long, conflicts_with = "game")]
    list: bool,
    /// Forget the game instead of going on with it. A record in a file of yours stays
    #[arg(long, requires = "game", conflicts_with = "list")]
    forget: bool,
    #[command(flatten)]
    paging: Paging,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let games = Folder::find().map(|folder| folder.games()).unwrap_or_default();
    if args.list {
        return list(&games, out);
    }
    let game = pick(args.game.as_deref(), games, out)?;
    if args.forget {
        let title = in_words(&game);
        let (kept, _) = game.take().context("the game cannot be forgotten")?;
        kept.forget();
        writeln!(out, "Forgotten: {title}.")?;
        return Ok(exit::FINE);
    }
    go_on(game, args.paging, out)
}

fn list(games: &[Unfinished], out: &mut dyn Write) -> anyhow::Result<u8> {
    if games.is_empty() {
        writeln!(out, "There is no unfinished game.")?;
    }
    for (number, game) in (1..).zip(games) {
        let label = format!("{number}. ");
        writeln!(
            out,
            "{}",
            wrapped_in(Window::text_columns(), &label, &in_words(game), label.len())
        )?;
    }
    Ok(exit::FINE)
}

/// Which game it is, who plays, how far it has come, and when that was.
fn in_words(game: &Unfinished) -> String {
    let mut words = match game.record() {
        Ok(record) => {
            let Header { game: id, seats, .. } = &record.header;
            let title = parlor_registry::find(id).map_or(id.as_str(), |game| game.about().title);
            let players = record.header.names().list((0..seats.len()).map(Seat::at));
            let acts = words::count(record.acts().len(), "act");
            let over = if is_over(&record) { "; it is over, and not saved yet" } else { "" };
            format!("{title}: {players}; {acts}, {}{over}", ago(game.played, SystemTime::now()))
        }
        Err(why) => format!("cannot be read: {why}"),
    };
    if game.secret.record.is_some() {
        _ = write!(words, ", in '{}'", game.record_path().display());
    }
    if game.is_played() {
        words.push_str(" (being played)");
    }
    words
}

/// Whether a recorded game has come to its end, though nobody has said what is to become of it.
fn is_over(record: &Record) -> bool {
    let Ok(mut replay) = Replay::new(record, SHELF) else { return false };
    while let Some(Ok(_)) = replay.step() {}
    replay.table().outcome().is_some()
}

/// How long ago something was.
fn ago(then: SystemTime, now: SystemTime) -> String {
    let minutes = now.duration_since(then).unwrap_or_default().as_secs() / 60;
    let past = |number: u64, what: &str| {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        format!("{} ago", words::count(number, what))
    };
    match minutes {
        0 => "a moment ago".to_owned(),
        1..60 => past(minutes, "minute"),
        60..1440 => past(minutes / 60, "hour"),
        _ => past(minutes / 1440, "day"),
    }
}

/// The game that is meant.
fn pick(
    wanted: Option<&str>,
    mut games: Vec<Unfinished>,
    out: &mut dyn Write,
) -> anyhow::Result<Unfinished> {
    let Some(wanted) = wanted else {
        if games.is_empty() {
            bail!("there is no unfinished game to go on with; 'parlor play' begins one");
        }
        let Some(free) = games.iter().position(|game| !game.is_played()) else {
            bail!(
                "every unfinished game is being played in another terminal; parlor continue --list \
                 shows them"
            );
        };
        if free > 0 {
            let words = "The game that was played last is open in another terminal, so this is the latest of the \
                         others; parlor\u{a0}continue\u{a0}--list shows them.";
            writeln!(out, "{}", words::wrapped(words, Window::prose_columns()))?;
        }
        return Ok(games.swap_remove(free));
    };
    if let Ok(number) = wanted.parse::<usize>() {
        if !(1..=games.len()).contains(&number) {
            let kept = words::count(games.len(), "unfinished game");
            bail!("there is no game {number}: {kept}; parlor continue --list shows them");
        }
        return Ok(games.swap_remove(number - 1));
    }
    let file = Path::new(wanted);
    let name = file.display();
    let record = record_file::load(file).with_context(|| format!("cannot go on from '{name}'"))?;
    if record.is_whole() {
        bail!(
            "the game in '{name}' is over, or was ended for good; a new one can go on from it: \
             parlor play --fork {}",
            words::typed(file)
        );
    }
    match games.iter().position(|game| game.is_recorded_in(file, &record)) {
        Some(place) => {
            let game = games.swap_remove(place);
            game.moved_to(&absolute(file)).with_context(|| format!("cannot go on from '{name}'"))
        }
        None => bail!(
            "the seed of the game in '{name}' is not kept here, so its dice cannot be thrown; a new \
             game can go on from it: parlor play --fork {}",
            words::typed(file)
        ),
    }
}

fn go_on(game: Unfinished, paging: Paging, out: &mut dyn Write) -> anyhow::Result<u8> {
    let what = in_words(&game);
    let context = || format!("cannot go on with {what}");
    let seed = game.seed();
    let (kept, secret) = game.take().with_context(context)?;
    // Read again, now that nobody else writes it.
    let path = kept.record().to_owned();
    let record = record_file::load(&path)
        .map_err(|why| NotTaken::Record { path: path.clone(), why })
        .with_context(context)?;
    if record.is_whole() {
        // It was closed, and something ended the program just then.
        kept.forget();
        bail!("that game is over");
    }
    let mut earlier = Vec::new();
    let sitting = Sitting::resume(record.header, seed, &record.log, SHELF, |taken| {
        earlier.push(taken);
    })
    .with_context(context)?;
    let plan = SeatPlan::again(&secret.seats, sitting.header(), sitting.table().about())
        .map_err(Unusable::table)?;
    if plan.has_programs() {
        env::set_current_dir(&secret.folder)
            .with_context(|| format!("bots are started in '{}'", secret.folder.display()))?;
    }
    let mut bots = bots_again(&secret, &kept, &sitting)?;
    let file = RecordFile::reopen(&path, &sitting)?.durable()?;
    let file = if kept.is_own() { file.dispensable() } else { file };
    let keeping = Keeping { file: Some(file), kept: Some(kept), earlier };
    let console = Console::new().paged(paging.is_wanted());
    session::run(sitting, &plan, &mut bots, keeping, console, out)
}

/// How bots are looked after, as it was typed when the game began. Clock and costs are in its record.
fn bots_again(secret: &Secret, kept: &Kept, sitting: &Sitting) -> anyhow::Result<Bots> {
    let mut problems = Problems::new();
    let variables = secret
        .bot_env
        .iter()
        .filter_map(|word| bot_variable(word).map_err(|why| problems.add("bot-env", why)).ok());
    let env = variables.collect();
    let trust = if secret.trust_bots { Trust::Trusted } else { Trust::Contained };
    let folder = Folder::find().map(|folder| folder.path().to_owned()).ok();
    let hidden = folder.into_iter().chain([kept.record().to_owned()]).collect();
    let care = Care { trust, env, hidden, ..Care::default() };
    let (terms, costs) = sitting.header().terms.clone().unwrap_or_default();
    let house = House { terms, costs, ..House::default() };
    let log = secret.bot_log.as_deref().and_then(|path| {
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let why = |why| format!("'{}' cannot be written: {why}", path.display());
        opened.map_err(|error| problems.add("bot-log", why(error))).ok()
    });
    let bots = Bots { house, care, remarked: Remarked::GoOn, log };
    Ok(problems.into_result(bots).map_err(Unusable::table)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times_are_told_in_the_largest_unit() {
        let check = |minutes: u64, expected: &str| {
            let then = SystemTime::UNIX_EPOCH;
            assert_eq!(ago(then, then + Duration::from_mins(minutes)), expected);
        };
        check(0, "a moment ago");
        check(1, "1 minute ago");
        check(59, "59 minutes ago");
        check(60, "1 hour ago");
        check(1439, "23 hours ago");
        check(3000, "2 days ago");
        let now = SystemTime::UNIX_EPOCH;
        assert_eq!(ago(now + Duration::from_mins(5), now), "a moment ago");
    }
}
