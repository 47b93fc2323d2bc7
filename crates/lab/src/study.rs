//! Playing the tables of a study: workers play chunks of units, and their counts are added up in order.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use parlor_arena::BlockError;
use parlor_arena::pool::{self, Back, Ending, Limits, Pool};
use parlor_arena::stats::{Z95, float};
use serde::Serialize;
use thiserror::Error;

use crate::counts::Counts;
use crate::figures::{Figures, padded};
use crate::settle::{Lab, Refused, Setup};
use crate::watch::unit_runner;

/// The number of units that are played and counted together. It is fixed and does not follow the number of
/// threads: the first chunks decide which kinds of moves are counted each for itself, and after each chunk
/// it is asked whether enough is known.
const CHUNK: u64 = 16;
/// For each worker this many chunks may be out, so that few are played in vain.
const AHEAD: usize = 4;
/// How long to wait for a chunk before looking again.
const WAIT: Duration = Duration::from_secs(1);
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

/// Why a study could not be made: a game could not be played to its end. The mistake is in Parlor or in one
/// of its computer players.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("table {table}: {why}")]
pub struct LabError {
    /// The number of the table, from 1 on.
    pub table: usize,
    /// What went wrong.
    pub why: BlockError,
}

/// The results of a study.
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

/// The results of a table.
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

/// Plays all tables with `jobs` worker threads, and reports. `tell` is called after each chunk.
pub fn study(
    lab: &Lab,
    jobs: usize,
    mut tell: impl FnMut(&LabProgress<'_>),
) -> Result<LabReport, LabError> {
    let mut tables = Vec::new();
    for (index, setup) in lab.tables.iter().enumerate() {
        let of = lab.units() * lab.games_a_unit() as u64;
        let (table, all) = (index + 1, lab.tables.len());
        let (counts, stop) = play(lab, setup, jobs, |games| {
            tell(&LabProgress { setup, table, tables: all, games, of });
        })
        .map_err(|why| LabError { table, why })?;
        let figures = Figures::of(lab, &counts);
        tables.push(TableReport { setup: setup.clone(), stop, figures });
    }
    Ok(LabReport { lab: lab.clone(), tables, refused: lab.refused.clone() })
}

/// A task of a worker: units that are played in a row, and what was counted of them.
struct Chunk {
    units: Range<u64>,
    counts: Option<Result<Counts, BlockError>>,
}

/// Plays one table.
fn play(
    lab: &Lab,
    setup: &Setup,
    jobs: usize,
    tell: impl FnMut(u64),
) -> Result<(Counts, Stop), BlockError> {
    let chunks = lab.units().div_ceil(CHUNK);
    let workers = jobs.max(1).min(usize::try_from(chunks).unwrap_or(usize::MAX));
    let limits = Limits { workers, ahead: AHEAD * workers, rest: Duration::ZERO };
    let worker = || {
        let mut runner = unit_runner(lab, setup).map_err(BlockError::from);
        move |_, chunk: &mut Chunk| {
            let runner = runner.as_mut().map_err(|why| why.clone());
            chunk.counts = Some(runner.and_then(|runner| runner.play(chunk.units.clone())));
            ControlFlow::Continue(())
        }
    };
    pool::run(limits, worker, |pool| add_up(lab, pool, tell))
}

/// Hands out chunks and adds up their counts in order, until enough is known.
fn add_up(
    lab: &Lab,
    pool: &mut Pool<'_, Chunk>,
    mut tell: impl FnMut(u64),
) -> Result<(Counts, Stop), BlockError> {
    let mut counts = Counts::new(lab.seats);
    let mut next = 0;
    loop {
        while next < lab.units() && pool.has_room() {
            let units = next..lab.units().min(next + CHUNK);
            next = units.end;
            pool.hand_out(Chunk { units, counts: None });
        }
        if pool.is_empty() {
            return Ok((counts, Stop::Games));
        }
        let Some(Back { task, ending }) = pool.take(WAIT) else { continue };
        // A chunk is left out only after a worker panicked, in this chunk or in another.
        let counted = task.counts.filter(|_| ending == Ending::Done);
        counts.merge(&counted.unwrap_or(Err(BlockError::Panicked))?);
        tell(counts.games);
        if lab.within.is_some_and(|within| is_known(lab, &counts, within)) {
            return Ok((counts, Stop::Known));
        }
    }
}

/// Whether the first seat's share is known this well, with two made-up units added.
fn is_known(lab: &Lab, counts: &Counts, within: f64) -> bool {
    let most = 2 * (lab.seats as u64 - 1) * lab.games_a_unit() as u64;
    if most == 0 || counts.units < LEAST_UNITS {
        return false;
    }
    let points = padded(&counts.seats[0].half_points, most);
    points.standard_error().is_some_and(|error| Z95 * error / float(most) <= within)
}
