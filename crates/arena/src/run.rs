//! Playing a tournament: workers play chunks of blocks, and one coordinator counts them in order and writes
//! them down.

use std::io::Write as _;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use parlor_runner::Care;
use serde_json::json;
use thiserror::Error;

use crate::block_runner::{BlockError, Plan, TimeUsed};
use crate::chunk::{self, Chunk};
use crate::folder::{Folder, FolderError, GamesFile, Shard, replace};
use crate::pool::{self, Back, Ending, Limits, Pool};
use crate::result::id;
use crate::schedule::Next;
use crate::scorebook::Scorebook;
use crate::stats::Hypothesis;
use crate::summary::Summary;
use crate::tournament::Tournament;

/// How long a chunk should take to play: long enough that handing it out costs next to nothing, short enough
/// that nobody waits for it.
const CHUNK: Duration = Duration::from_millis(20);
/// The most games of a chunk: their results take half a megabyte, which fits in a core's cache. Where later
/// blocks depend on these there are fewer, so that every worker has some of them.
const MAX_CHUNK: u64 = 2_048;
const MAX_CHUNK_ADAPTIVE: u64 = 128;
/// At least this many chunks may be out: workers have work while the coordinator waits for its turn on a
/// busy core.
const AHEAD: usize = 16;
/// How long the coordinator sleeps while workers have enough to do.
const REST: Duration = Duration::from_millis(2);
/// How often the games are written to the disk. After this many bytes they are written at the latest, so that
/// the end need not wait for much.
const SYNC: Duration = Duration::from_secs(5);
const SYNC_BYTES: usize = 16 << 20;
/// How often progress is told.
const TELL: Duration = Duration::from_millis(250);

/// How a tournament is played. None of it changes which games are played.
#[derive(Clone, Debug)]
pub struct Orders {
    /// How many games are played at a time.
    pub jobs: usize,
    /// Whether every game is recorded.
    pub records: bool,
    /// How bots are looked after.
    pub care: Care,
    /// Raised from outside, it ends the tournament after the games that are being played.
    pub halt: Halt,
}

impl Default for Orders {
    fn default() -> Self {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        Self { jobs, records: false, care: Care::default(), halt: Halt::default() }
    }
}

/// A flag that asks a run to end. Any thread and any signal may raise it.
#[derive(Clone, Debug, Default)]
pub struct Halt(pub Arc<AtomicBool>);

impl Halt {
    /// Asks for the end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a tournament is.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Games that are over, those of earlier runs included.
    pub games: u64,
    /// Games of this run.
    pub played: u64,
    /// How many games there will be, as far as that is known.
    pub of: u64,
    /// How long this run has taken.
    pub time: Duration,
    /// The standings: each player with the share of points it has won, the best first.
    pub standings: Vec<(String, f64)>,
    /// Where the test stands, between its bounds.
    pub llr: Option<(f64, f64, f64)>,
    /// How many faults there were.
    pub faults: u64,
    /// The names of the players that could not start in some game.
    pub absent: Vec<String>,
}

/// Why a run has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// All games were played.
    Finished,
    /// The test is decided.
    Decided(Hypothesis),
    /// It was halted, and can be resumed.
    Halted,
    /// All games of this part were played.
    ShardFinished,
}

/// Why a tournament could not be played.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file or folder could not be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A block could not be played.
    #[error("game {game}: {why}")]
    Game {
        /// The first game of its block.
        game: String,
        /// What went wrong.
        why: BlockError,
    },
    /// In this format the lineups depend on results that another part has.
    #[error("a {0} cannot be played in parts: who meets depends on the rounds before")]
    Parts(crate::tournament::Format),
}

/// Hands out blocks, counts them in order, and writes them down.
struct Coordinator<'a> {
    scorebook: Scorebook<'a>,
    folder: &'a Folder,
    shard: Shard,
    file: GamesFile,
    /// The block that is to be counted next.
    next: u64,
    /// How long players thought, by event and player.
    used: Vec<Vec<TimeUsed>>,
    begun: Instant,
    /// The games of earlier runs.
    before: u64,
    synced: Instant,
    unsynced: usize,
    told: Option<Instant>,
}

/// Plays a tournament, or goes on with it: games that are in the folder already are not played again.
pub fn run(
    folder: &Folder,
    tournament: &Tournament,
    shard: Shard,
    orders: &Orders,
    mut tell: impl FnMut(&Progress),
) -> Result<(Stopped, Summary), RunError> {
    if !shard.is_whole() && tournament.format.is_adaptive() {
        return Err(RunError::Parts(tournament.format));
    }
    let mut coordinator = Coordinator::open(folder, tournament, shard)?;
    if orders.records {
        folder.make_records()?;
    }
    let plan = Plan::new(tournament, orders.care.clone(), orders.records);
    let workers = orders.jobs.max(1);
    let limits = Limits { workers, ahead: AHEAD.max(2 * workers + 2), rest: REST };
    let file = coordinator.file.again()?;
    let ended = thread::scope(|scope| {
        // To wait for the disk has a thread of its own, so that the games need not wait.
        let (syncs, wanted) = sync_channel(1);
        let syncing = scope.spawn(move || wanted.iter().try_for_each(|()| file.sync()));
        let worker = || chunk::worker(tournament, &plan);
        let ended = pool::run(limits, worker, |pool| {
            coordinator.coordinate(pool, &syncs, orders, &mut tell)
        });
        drop(syncs);
        match syncing.join() {
            Ok(synced) => synced?,
            Err(panic) => resume_unwind(panic),
        }
        ended
    });
    // Whatever went wrong, the games that were counted stay.
    coordinator.write_times();
    coordinator.file.sync()?;
    let stopped = ended?;
    tell(&coordinator.progress());
    let summary = coordinator.scorebook.summary();
    if matches!(stopped, Stopped::Finished | Stopped::Decided(_)) {
        folder.write_summary(&summary.to_json())?;
    }
    Ok((stopped, summary))
}

/// What the coordinator hands out.
struct Supply {
    /// The first block that was not handed out.
    next: u64,
    /// How many blocks a chunk has.
    size: u64,
    /// Chunks that came back and were cleared.
    cleared: Vec<Chunk>,
}

impl<'a> Coordinator<'a> {
    /// Reads the games that are in the folder, and goes on after the last whole block.
    fn open(
        folder: &'a Folder,
        tournament: &'a Tournament,
        shard: Shard,
    ) -> Result<Self, RunError> {
        let mut file = folder.write_games()?;
        let mut scorebook = Scorebook::new(tournament);
        let mut games = folder.games();
        let mut next = first_of(shard);
        while let Next::Play(block) = scorebook.block(next) {
            let Some(read) = games.next(&block)? else { break };
            scorebook.add_part(shard, &block, &read);
            next += shard.of;
        }
        folder.forget_results();
        file.keep(games.good())?;
        let now = Instant::now();
        let before = scorebook.games();
        let used = vec![TimeUsed::default(); tournament.players.len()];
        let used = vec![used; tournament.events.len()];
        Ok(Self {
            scorebook,
            folder,
            shard,
            file,
            next,
            used,
            begun: now,
            before,
            synced: now,
            unsynced: 0,
            told: None,
        })
    }

    /// Hands out blocks and counts them, until nothing is left to play or the run is to end.
    fn coordinate(
        &mut self,
        pool: &mut Pool<'_, Chunk>,
        syncs: &SyncSender<()>,
        orders: &Orders,
        tell: &mut impl FnMut(&Progress),
    ) -> Result<Stopped, RunError> {
        let mut supply = Supply { next: self.next, size: 1, cleared: Vec::new() };
        // When a block cannot be played, the blocks before it still count, and none after it does.
        let (mut failed, mut has_gap) = (None, false);
        loop {
            if orders.halt.is_raised() {
                pool.stop();
            }
            self.hand_out(&mut supply, pool);
            if pool.is_empty() {
                let is_over = self.scorebook.block(self.next) == Next::End;
                let stopped = if is_over { self.ending() } else { Stopped::Halted };
                return failed.map_or(Ok(stopped), Err);
            }
            // One chunk at a time, so that no worker waits for more than that. Games of bots may take long,
            // and progress is told meanwhile.
            if let Some(mut back) = pool.take(TELL) {
                failed = failed.or_else(|| failure(&mut back));
                if !has_gap {
                    self.count(&back.task)?;
                    // A later chunk may have been begun before the pool was stopped, and this one not.
                    has_gap = back.task.unplayed().is_some();
                }
                if self.is_decided() {
                    // The blocks that were played after this one are not needed.
                    return Ok(self.ending());
                }
                back.task.clear();
                supply.cleared.push(back.task);
            }
            supply.size = self.chunk_size(orders.jobs, supply.size);
            if !self.sync_and_tell(syncs, tell) {
                // The thread that waits for the disk says why it failed.
                return Ok(Stopped::Halted);
            }
        }
    }

    /// Hands out as many chunks as there is room for and blocks are known.
    fn hand_out(&self, supply: &mut Supply, pool: &mut Pool<'_, Chunk>) {
        while pool.has_room() {
            let mut chunk = supply.cleared.pop().unwrap_or_default();
            while (chunk.blocks.len() as u64) < supply.size {
                match self.scorebook.block(supply.next) {
                    Next::Play(block) => chunk.blocks.push(block),
                    Next::Wait | Next::End => break,
                }
                supply.next += self.shard.of;
            }
            if chunk.blocks.is_empty() {
                supply.cleared.push(chunk);
                return;
            }
            pool.hand_out(chunk);
        }
    }

    fn is_decided(&self) -> bool {
        self.scorebook.decided.is_some() && self.shard.is_whole()
    }

    fn ending(&self) -> Stopped {
        match self.scorebook.decided {
            _ if !self.shard.is_whole() => Stopped::ShardFinished,
            Some(hypothesis) => Stopped::Decided(hypothesis),
            None => Stopped::Finished,
        }
    }

    /// Counts the blocks of a chunk that were played, until the test is decided, and writes their lines.
    fn count(&mut self, chunk: &Chunk) -> Result<(), RunError> {
        let Chunk { blocks, played, lines, ends, .. } = chunk;
        let mut games = played.games.as_slice();
        let mut records = played.records.iter();
        let mut written = 0;
        for (block, end) in blocks.iter().zip(ends) {
            if self.is_decided() {
                break;
            }
            let (of_block, rest) = games.split_at(block.games());
            games = rest;
            for (number, record) in records.by_ref().take(block.games()).enumerate() {
                let path = self.folder.record(&id(block.number, number));
                replace(&path, record.to_text().as_bytes())?;
            }
            self.scorebook.add_part(self.shard, block, of_block);
            self.next = block.number + self.shard.of;
            written = *end;
        }
        for thought in &played.used {
            self.used[thought.event][usize::from(thought.player)].add(thought.used);
        }
        if !played.last_words.is_empty() {
            self.folder.note_last_words(&played.last_words);
        }
        self.file.add(&lines[..written])?;
        self.unsynced += written;
        Ok(())
    }

    /// The number of blocks that a worker plays in the time a chunk should take.
    fn chunk_size(&self, jobs: usize, before: u64) -> u64 {
        let seats = self.scorebook.tournament.events[0].seats as u64;
        let blocks = (self.scorebook.games() - self.before) / seats;
        let micros = u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        let each = micros.saturating_mul(jobs.max(1) as u64) / blocks.max(1);
        let fit = CHUNK.as_micros() as u64 / each.max(1);
        let is_adaptive = self.scorebook.tournament.format.is_adaptive();
        let most = if is_adaptive { MAX_CHUNK_ADAPTIVE } else { MAX_CHUNK };
        fit.clamp(1, (most / seats).min(2 * before))
    }

    /// Asks for a write to the disk and tells progress, each when it is time. Returns whether the disk works.
    fn sync_and_tell(&mut self, syncs: &SyncSender<()>, tell: &mut impl FnMut(&Progress)) -> bool {
        let mut does_work = true;
        if self.synced.elapsed() > SYNC || self.unsynced > SYNC_BYTES {
            match syncs.try_send(()) {
                Ok(()) => {
                    self.write_times();
                    (self.synced, self.unsynced) = (Instant::now(), 0);
                }
                // The disk is still busy with the last write; the next one comes when that is done.
                Err(TrySendError::Full(())) => {}
                Err(TrySendError::Disconnected(())) => does_work = false,
            }
        }
        if self.told.is_none_or(|told| told.elapsed() > TELL) {
            tell(&self.progress());
            self.told = Some(Instant::now());
        }
        does_work
    }

    /// Adds to the file of times. It is no part of the result, so a failure is no reason to stop.
    fn write_times(&mut self) {
        let mut times = Vec::new();
        for (event, players) in self.used.iter_mut().enumerate() {
            for (player, used) in
                players.iter_mut().enumerate().filter(|(_, used)| used.answers > 0)
            {
                let micros = u64::try_from(used.time.as_micros()).unwrap_or(u64::MAX);
                let line = json!({
                    "event": event + 1, "player": player + 1, "answers": used.answers, "micros": micros,
                });
                _ = writeln!(times, "{line}");
                *used = TimeUsed::default();
            }
        }
        if !times.is_empty() {
            _ = self.folder.times().map(|mut file| file.write_all(&times));
        }
    }

    fn progress(&self) -> Progress {
        let scorebook = &self.scorebook;
        let games = scorebook.games();
        let faults = scorebook.tallies.iter().flat_map(|tally| &tally.players);
        Progress {
            games,
            played: games - self.before,
            of: scorebook.schedule.known_games().div_ceil(self.shard.of),
            time: self.begun.elapsed(),
            standings: scorebook.standings(),
            llr: scorebook.llr.zip(scorebook.tournament.sprt).map(|(llr, sprt)| {
                let (low, high) = sprt.bounds();
                (low, llr, high)
            }),
            faults: faults.map(|player| player.verdicts.iter().sum::<u64>()).sum(),
            absent: scorebook.absent(),
        }
    }
}

/// Why a chunk was not played to its end, where it was not.
fn failure(back: &mut Back<Chunk>) -> Option<RunError> {
    let why = match back.ending {
        Ending::Panicked => Some(BlockError::Panicked),
        Ending::Done | Ending::NotBegun => back.task.failed.take(),
    };
    let game = back.task.unplayed().map(|block| id(block.number, 0))?;
    why.map(|why| RunError::Game { game, why })
}

/// The first block of a part.
pub(crate) const fn first_of(shard: Shard) -> u64 {
    shard.part - 1
}
