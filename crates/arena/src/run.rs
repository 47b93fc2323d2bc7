//! Playing a tournament: several threads play, one keeps the scorebook.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel,
};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use parlor_runner::Care;
use serde_json::json;
use thiserror::Error;

use crate::block_runner::{BlockError, Plan, TimeUsed};
use crate::crew::{Chunk, work_on};
use crate::folder::{Folder, FolderError, GamesFile, Shard, replace};
use crate::result::id;
use crate::schedule::Next;
use crate::scorebook::Scorebook;
use crate::stats::Hypothesis;
use crate::summary::Summary;
use crate::tournament::Tournament;

/// How long the blocks that are handed out at once may take: long enough that handing them out costs
/// nothing, short enough that nobody waits.
const CHUNK: Duration = Duration::from_millis(20);
/// The most games that are handed out at once: what came of them takes half a megabyte, which a core has at
/// hand. Where later blocks wait for these they are fewer, so that every thread has some of them.
const MAX_CHUNK: u64 = 2_048;
const MAX_CHUNK_ADAPTIVE: u64 = 128;
/// So many chunks at least are handed out before the first of them is counted: whoever plays has work while
/// the desk waits for its turn on a busy core.
const AHEAD: u64 = 16;
/// How long the desk rests when it has counted everything and more than half of what may be handed out is
/// being played: to be woken for every chunk costs more than to count it.
const REST: Duration = Duration::from_millis(2);
/// How often what is written is put on the disk, after so many bytes at the latest, so that the end need
/// not wait for much; and how often progress is told.
const SYNC: Duration = Duration::from_secs(5);
const SYNC_BYTES: usize = 16 << 20;
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
    /// Set from outside, it ends the tournament after the games that are being played.
    pub halt: Halt,
}

impl Default for Orders {
    fn default() -> Self {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        Self { jobs, records: false, care: Care::default(), halt: Halt::default() }
    }
}

/// A flag that anybody may raise.
#[derive(Clone, Debug, Default)]
pub struct Halt(pub Arc<AtomicBool>);

impl Halt {
    /// Asks for the end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Games that are over, those of earlier runs included.
    pub games: u64,
    /// Games of this run.
    pub played: u64,
    /// How many there will be, as far as that is known.
    pub of: u64,
    /// How long this run has taken.
    pub time: Duration,
    /// The standings: each player with the share of points it has won, the best first.
    pub standings: Vec<(String, f64)>,
    /// Where the test stands, between its bounds.
    pub llr: Option<(f64, f64, f64)>,
    /// How many faults there were.
    pub faults: u64,
    /// Those who could not start, by name.
    pub absent: Vec<String>,
}

/// Why it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// Everything was played.
    Finished,
    /// The test is decided.
    Decided(Hypothesis),
    /// Somebody has stopped it; it can be resumed.
    Halted,
    /// This part of it was played.
    ShardFinished,
}

/// Why it could not be played.
#[derive(Debug, Error)]
pub enum RunError {
    /// Files.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Games.
    #[error("game {game}: {why}")]
    Game {
        /// The first game of its block.
        game: String,
        /// What is wrong.
        why: BlockError,
    },
    /// Who meets depends on results that another part has.
    #[error("a {0} cannot be played in parts: who meets depends on the rounds before")]
    Parts(crate::tournament::Format),
}

/// A run: the scorebook, and the files it is written to.
struct Desk<'a> {
    scorebook: Scorebook<'a>,
    folder: &'a Folder,
    shard: Shard,
    file: GamesFile,
    /// The block that is to be counted next.
    next: u64,
    /// How long players thought, by event and player.
    used: Vec<Vec<TimeUsed>>,
    begun: Instant,
    before: u64,
    synced: Instant,
    unsynced: usize,
    told: Option<Instant>,
}

/// Plays a tournament, or goes on with it: whatever is in the folder already is not played again.
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
    let mut desk = Desk::open(folder, tournament, shard)?;
    if orders.records {
        folder.make_records()?;
    }
    let plan = Plan::new(tournament, orders.care.clone(), orders.records);
    let (work, todo) = channel::<Chunk>();
    let (results, done) = channel::<Chunk>();
    let todo = Mutex::new(todo);
    let is_ending = AtomicBool::new(false);
    let ended = thread::scope(|scope| {
        for _ in 0..orders.jobs.max(1) {
            let (todo, results, plan, is_ending) = (&todo, results.clone(), &plan, &is_ending);
            scope.spawn(move || work_on(todo, &results, is_ending, tournament, plan));
        }
        let (syncs, wanted) = sync_channel(1);
        let file = desk.file.again()?;
        let syncing = scope.spawn(move || wanted.iter().try_for_each(|()| file.sync()));
        // All are dropped, however it ends: then the threads end too.
        drop(results);
        let crew = Crew { work, done, is_ending: &is_ending, syncs };
        let ended = desk.conduct(&crew, orders, &mut tell);
        // However it ended, nobody begins anything any more.
        is_ending.store(true, Ordering::Relaxed);
        drop(crew);
        match syncing.join() {
            Ok(synced) => synced?,
            Err(panic) => resume_unwind(panic),
        }
        ended
    });
    // Whatever went wrong, what was counted stays.
    desk.write_times();
    desk.file.sync()?;
    let stopped = ended?;
    tell(&desk.progress());
    let summary = desk.scorebook.summary();
    if matches!(stopped, Stopped::Finished | Stopped::Decided(_)) {
        folder.write_summary(&summary.to_json())?;
    }
    Ok((stopped, summary))
}

/// How the desk talks to the threads.
struct Crew<'a> {
    /// To those who play, and back.
    work: Sender<Chunk>,
    done: Receiver<Chunk>,
    /// Whether chunks that nobody has begun come back unplayed.
    is_ending: &'a AtomicBool,
    /// To whoever waits for the disk, so that the games need not.
    syncs: SyncSender<()>,
}

impl<'a> Desk<'a> {
    /// Opens the scorebook at the page where it was left.
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

    /// Hands out blocks and counts what comes back, in order.
    fn conduct(
        &mut self,
        crew: &Crew<'_>,
        orders: &Orders,
        tell: &mut impl FnMut(&Progress),
    ) -> Result<Stopped, RunError> {
        let ahead = AHEAD.max(2 * orders.jobs.max(1) as u64 + 2);
        let (mut to_hand_out, mut handed_out, mut counted) = (self.next, 0u64, 0u64);
        let mut early: BTreeMap<u64, Chunk> = BTreeMap::new();
        let mut empty: Vec<Chunk> = Vec::new();
        let mut size = 1;
        // When a block cannot be played those before it still count, and none after it is begun.
        let (mut failed, mut has_gap) = (None, false);
        loop {
            if orders.halt.is_raised() {
                crew.is_ending.store(true, Ordering::Relaxed);
            }
            let is_ending = crew.is_ending.load(Ordering::Relaxed);
            while handed_out - counted < ahead && !is_ending {
                let mut chunk = empty.pop().unwrap_or_default();
                while (chunk.blocks.len() as u64) < size {
                    match self.scorebook.block(to_hand_out) {
                        Next::Play(block) => chunk.blocks.push(block),
                        Next::Wait | Next::End => break,
                    }
                    to_hand_out += self.shard.of;
                }
                if chunk.blocks.is_empty() {
                    break;
                }
                chunk.number = handed_out;
                if crew.work.send(chunk).is_err() {
                    break;
                }
                handed_out += 1;
            }
            if counted == handed_out {
                let is_over = self.scorebook.block(self.next) == Next::End;
                let stopped = if is_over { self.ending() } else { Stopped::Halted };
                return failed.map_or(Ok(stopped), Err);
            }
            let mut first = crew.done.try_recv().ok();
            if first.is_none() && !early.contains_key(&counted) {
                if 2 * (handed_out - counted - early.len() as u64) > ahead {
                    thread::sleep(REST);
                }
                first = match crew.done.recv_timeout(TELL) {
                    Ok(chunk) => Some(chunk),
                    // Games of bots may take long, and whoever waits wants to see the time.
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return Ok(Stopped::Halted),
                };
            }
            for mut chunk in first.into_iter().chain(crew.done.try_iter()) {
                if let Some(why) = chunk.failed.take() {
                    crew.is_ending.store(true, Ordering::Relaxed);
                    failed.get_or_insert(why);
                }
                early.insert(chunk.number, chunk);
            }
            // One at a time, so that nobody who plays waits for more than that.
            if let Some(mut chunk) = early.remove(&counted) {
                counted += 1;
                if !has_gap {
                    self.count(&chunk)?;
                    // A chunk may have been begun before one that came back as it went out.
                    has_gap = chunk.ends.len() < chunk.blocks.len();
                }
                if self.is_decided() {
                    // What was played beyond this was played in vain.
                    return Ok(self.ending());
                }
                chunk.clear();
                empty.push(chunk);
            }
            size = self.chunk_size(orders.jobs, size);
            if !self.look_up(&crew.syncs, tell) {
                // Why the disk failed is said by whoever waited for it.
                return Ok(Stopped::Halted);
            }
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

    /// Counts the blocks of a chunk that were played, until it is decided, and writes their lines.
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

    /// As many blocks as the threads play in the time a chunk is to take.
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

    /// Has the disk written to and tells how it goes, when it is time. Says whether the disk is well.
    fn look_up(&mut self, syncs: &SyncSender<()>, tell: &mut impl FnMut(&Progress)) -> bool {
        let mut is_well = true;
        if self.synced.elapsed() > SYNC || self.unsynced > SYNC_BYTES {
            match syncs.try_send(()) {
                Ok(()) => {
                    self.write_times();
                    (self.synced, self.unsynced) = (Instant::now(), 0);
                }
                // The disk is still busy with the last time; this one comes when it is done.
                Err(TrySendError::Full(())) => {}
                Err(TrySendError::Disconnected(())) => is_well = false,
            }
        }
        if self.told.is_none_or(|told| told.elapsed() > TELL) {
            tell(&self.progress());
            self.told = Some(Instant::now());
        }
        is_well
    }

    /// Adds to the file of times. It is no part of the result, so no reason to stop either.
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

/// The first block of a part.
pub(crate) const fn first_of(shard: Shard) -> u64 {
    shard.part - 1
}
