//! Playing the tables of a study: several threads play, and what they count is added up in order.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvError, Sender, channel};
use std::thread;

use serde::Serialize;
use thiserror::Error;

use super::counts::Counts;
use super::figures::{Figures, padded};
use super::settle::{Lab, Refused, Setup};
use super::watch::station;
use crate::block_runner::BlockError;
use crate::stats::{Z95, float};

/// So many units are played and counted together. It is a fixed number and not one that follows the
/// threads, for what comes first decides which kinds of moves are counted each for itself, and after
/// each chunk it is asked whether enough is known.
const CHUNK: u64 = 16;
/// So many chunks of each thread may be played or wait to be added up.
const AHEAD: u64 = 4;
/// No table is said to be known well after fewer units.
const LEAST_UNITS: u64 = 100;

/// How far a study is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabProgress<'a> {
    /// The table that is being played.
    pub setup: &'a Setup,
    /// Its number, from 1 on.
    pub table: usize,
    /// How many tables there are.
    pub tables: usize,
    /// Games of this table that were counted.
    pub games: u64,
    /// How many there will be at most.
    pub of: u64,
}

/// Why a study could not be made. It is a mistake of Parlor or of a computer player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LabError {
    /// A game could not be played to its end.
    #[error("table {table}: {why}")]
    Game {
        /// The number of the table, from 1 on.
        table: usize,
        /// What went wrong.
        why: BlockError,
    },
    /// A thread ended before its work did.
    #[error("table {0}: a thread that played its games has ended early")]
    Thread(usize),
}

/// What came of a study.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LabReport {
    /// What was studied.
    #[serde(flatten)]
    pub lab: Lab,
    /// Table by table.
    pub tables: Vec<TableReport>,
    /// Tables that the game does not set up.
    pub refused: Vec<Refused>,
}

/// What came of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableReport {
    /// Its options.
    #[serde(flatten)]
    pub setup: Setup,
    /// Why no more games were played.
    pub stop: Stop,
    /// All figures.
    pub figures: Figures,
}

/// Why no more games of a table were played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The first seat's share is known well enough.
    Known,
    /// As many as were asked for were played.
    Games,
}

/// Plays all tables, with so many threads, and reports. `tell` is called after each chunk.
pub fn study(
    lab: &Lab,
    jobs: usize,
    mut tell: impl FnMut(&LabProgress<'_>),
) -> Result<LabReport, LabError> {
    let mut tables = Vec::new();
    for (index, setup) in lab.tables.iter().enumerate() {
        let of = lab.units() * lab.games_a_unit() as u64;
        let (table, all) = (index + 1, lab.tables.len());
        let (counts, stop) = play(lab, setup, table, jobs, |games| {
            tell(&LabProgress { setup, table, tables: all, games, of });
        })?;
        let figures = Figures::of(lab, &counts);
        tables.push(TableReport { setup: setup.clone(), stop, figures });
    }
    Ok(LabReport { lab: lab.clone(), tables, refused: lab.refused.clone() })
}

/// The number of a chunk, and what was counted in it.
type Counted = (u64, Result<Counts, BlockError>);

/// Plays one table.
fn play(
    lab: &Lab,
    setup: &Setup,
    table: usize,
    jobs: usize,
    tell: impl FnMut(u64),
) -> Result<(Counts, Stop), LabError> {
    let units = lab.units();
    let chunks = units.div_ceil(CHUNK);
    let jobs = jobs.max(1).min(usize::try_from(chunks).unwrap_or(usize::MAX));
    let halt = AtomicBool::new(false);
    let (work, todo) = channel::<u64>();
    let todo = Mutex::new(todo);
    let (results, done) = channel::<Counted>();
    let counted = thread::scope(|scope| {
        for _ in 0..jobs {
            let (todo, results, halt) = (&todo, results.clone(), &halt);
            scope.spawn(move || {
                let mut station = station(lab, setup).map_err(BlockError::from);
                while let Ok(chunk) = next_of(todo)
                    && !halt.load(Ordering::Relaxed)
                {
                    let range = chunk * CHUNK..units.min((chunk + 1) * CHUNK);
                    let counts = match &mut station {
                        // A game that panics must not leave whoever adds up waiting for it.
                        Ok(station) => catch_unwind(AssertUnwindSafe(|| station.play(range)))
                            .unwrap_or(Err(BlockError::Panicked)),
                        Err(why) => Err(why.clone()),
                    };
                    if results.send((chunk, counts)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        // It is dropped, however it ends: then the threads end too.
        let work = work;
        let counted = add_up(lab, chunks, jobs, &work, &done, tell);
        // Whatever else is being played is played in vain.
        halt.store(true, Ordering::Relaxed);
        counted
    });
    counted.map_err(|why| why.map_or(LabError::Thread(table), |why| LabError::Game { table, why }))
}

/// The next chunk that nobody has begun.
fn next_of(todo: &Mutex<Receiver<u64>>) -> Result<u64, RecvError> {
    todo.lock().map_err(|_| RecvError)?.recv()
}

/// Hands out chunks and adds up what the threads have counted, chunk by chunk in order, until enough is
/// known. The threads are never far ahead, so that little waits to be added and little is played in vain.
/// The error is `None` where a chunk never comes.
fn add_up(
    lab: &Lab,
    chunks: u64,
    jobs: usize,
    work: &Sender<u64>,
    done: &Receiver<Counted>,
    mut tell: impl FnMut(u64),
) -> Result<(Counts, Stop), Option<BlockError>> {
    let ahead = AHEAD * jobs as u64;
    let mut counts = Counts::new(lab.seats);
    let mut early = BTreeMap::new();
    let mut handed_out = 0;
    for chunk in 0..chunks {
        while handed_out < chunks.min(chunk + ahead) {
            work.send(handed_out).map_err(|_| None)?;
            handed_out += 1;
        }
        let played = loop {
            if let Some(played) = early.remove(&chunk) {
                break played;
            }
            let (number, played) = done.recv().map_err(|_| None)?;
            early.insert(number, played);
        };
        counts.merge(&played.map_err(Some)?);
        tell(counts.games);
        if lab.within.is_some_and(|within| is_known(lab, &counts, within)) {
            return Ok((counts, Stop::Known));
        }
    }
    Ok((counts, Stop::Games))
}

/// Whether the first seat's share is known this well, with two units added in thought.
fn is_known(lab: &Lab, counts: &Counts, within: f64) -> bool {
    let most = 2 * (lab.seats as u64 - 1) * lab.games_a_unit() as u64;
    if most == 0 || counts.units < LEAST_UNITS {
        return false;
    }
    let points = padded(&counts.seats[0].half_points, most);
    points.standard_error().is_some_and(|error| Z95 * error / float(most) <= within)
}

#[cfg(test)]
mod tests {
    use super::super::settle::LabSettings;
    use super::*;
    use std::time::Duration;

    /// The chunk that is to be added next is always the last to be done.
    #[test]
    fn threads_are_never_far_ahead() {
        use std::sync::mpsc::RecvTimeoutError;

        let settings = LabSettings {
            game: "dots-and-boxes".to_owned(),
            games: 64 * CHUNK,
            ..LabSettings::default()
        };
        let lab = Lab::settle(&settings).unwrap();
        let (work, todo) = channel();
        let (results, done) = channel();
        let most = thread::scope(|scope| {
            let seats = lab.seats;
            let slow = scope.spawn(move || {
                let (mut most, mut waiting) = (0, Vec::new());
                loop {
                    match todo.recv_timeout(Duration::from_millis(5)) {
                        Ok(chunk) => waiting.push(chunk),
                        Err(RecvTimeoutError::Disconnected) => return most,
                        Err(RecvTimeoutError::Timeout) => {
                            most = most.max(waiting.len());
                            let played = waiting.drain(..).rev();
                            for chunk in played {
                                results.send((chunk, Ok(Counts::new(seats)))).unwrap();
                            }
                        }
                    }
                }
            });
            let counted = add_up(&lab, 64, 2, &work, &done, |_| ());
            assert!(counted.is_ok());
            drop(work);
            slow.join().unwrap()
        });
        assert_eq!(most as u64, 2 * AHEAD);
    }
}
