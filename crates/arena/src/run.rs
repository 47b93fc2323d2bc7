//! Playing a tournament: several threads play, one keeps the book.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use parlor_runner::Care;
use serde_json::json;
use thiserror::Error;

use crate::block::Block;
use crate::book::Book;
use crate::folder::{Folder, FolderError, Shard, replace};
use crate::game::id;
use crate::hall::{Hall, NotPlayed, Plan, Played, TimeUsed, open_to_all, typed};
use crate::schedule::Next;
use crate::stats::Hypothesis;
use crate::summary::Summary;
use crate::tournament::Tournament;

/// How long the blocks that are handed out at once may take: long enough that handing them out costs
/// nothing, short enough that nobody waits.
const CHUNK: Duration = Duration::from_millis(20);
/// The most blocks that are handed out at once.
const MAX_CHUNK: u64 = 4_096;
/// How often what is written is put on the disk, and how often progress is told.
const SYNC: Duration = Duration::from_secs(5);
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
        why: NotPlayed,
    },
    /// Who meets depends on results that another part has.
    #[error("a {0} cannot be played in parts: who meets depends on the rounds before")]
    Parts(crate::tournament::Format),
}

/// A run: the book, and the files it is written to.
struct Desk<'a> {
    book: Book<'a>,
    folder: &'a Folder,
    shard: Shard,
    file: crate::folder::GamesFile,
    /// The block that is to be counted next.
    next: u64,
    lines: Vec<u8>,
    used: Vec<TimeUsed>,
    begun: Instant,
    before: u64,
    synced: Instant,
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
    let (results, done) = channel::<PlayedChunk>();
    let todo = Mutex::new(todo);
    let done = thread::scope(|scope| {
        for _ in 0..orders.jobs.max(1) {
            let (todo, results, plan) = (&todo, results.clone(), &plan);
            scope.spawn(move || work_on(todo, &results, tournament, plan));
        }
        // Both are dropped, however it ends: then the threads end too.
        drop(results);
        let work = work;
        desk.conduct(&work, &todo, &done, orders, &mut tell)
    })?;
    desk.write_out()?;
    desk.file.sync()?;
    tell(&desk.progress());
    let summary = desk.book.summary();
    if matches!(done, Stopped::Finished | Stopped::Decided(_)) {
        folder.write_summary(&summary.to_json())?;
    }
    Ok((done, summary))
}

/// The number of a chunk, and what came of its blocks.
type PlayedChunk = (u64, Result<Vec<(Block, Played)>, RunError>);

/// Blocks that one thread plays in a row.
struct Chunk {
    number: u64,
    blocks: Vec<Block>,
}

/// Takes back what was handed out and nobody has begun, and says how much that was.
fn take_back(todo: &Mutex<Receiver<Chunk>>) -> u64 {
    // Where it is locked a thread waits for work, so there is none.
    todo.try_lock().map_or(0, |todo| todo.try_iter().count() as u64)
}

/// What a thread does.
fn work_on(
    todo: &Mutex<Receiver<Chunk>>,
    results: &Sender<PlayedChunk>,
    tournament: &Tournament,
    plan: &Plan,
) {
    let mut halls: Vec<Halls> = tournament.events.iter().map(|_| Halls::default()).collect();
    loop {
        let chunk = match todo.lock() {
            Ok(todo) => todo.recv(),
            Err(_) => return,
        };
        let Ok(Chunk { number, blocks }) = chunk else { return };
        let mut played = Vec::with_capacity(blocks.len());
        let mut failed = None;
        for block in blocks {
            let event = &tournament.events[block.event];
            let hall = &mut halls[block.event];
            // A game that panics must not leave the desk waiting for it.
            let attempt = AssertUnwindSafe(|| hall.play(event, &block, plan));
            match catch_unwind(attempt).unwrap_or(Err(NotPlayed::Panicked)) {
                Ok(games) => played.push((block, games)),
                Err(why) => {
                    failed = Some(RunError::Game { game: id(block.number, 0), why });
                    break;
                }
            }
        }
        if results.send((number, failed.map_or(Ok(played), Err))).is_err() {
            return;
        }
    }
}

/// Where a thread plays the blocks of one event.
#[derive(Default)]
struct Halls {
    typed: Option<Box<dyn Hall>>,
    open: Option<Box<dyn Hall>>,
}

impl Halls {
    fn play(
        &mut self,
        event: &crate::tournament::Event,
        block: &Block,
        plan: &Plan,
    ) -> Result<Played, NotPlayed> {
        let is_bot = |player: &u8| plan.specs[usize::from(*player)].is_bot();
        if plan.records || block.meeting.iter().any(is_bot) {
            return self.open.get_or_insert_with(|| open_to_all(event)).play(block, plan);
        }
        let hall = match &mut self.typed {
            Some(hall) => hall,
            none => none.insert(typed(event)?),
        };
        hall.play(block, plan)
    }
}

impl<'a> Desk<'a> {
    /// Opens the book at the page where it was left.
    fn open(
        folder: &'a Folder,
        tournament: &'a Tournament,
        shard: Shard,
    ) -> Result<Self, RunError> {
        let mut file = folder.write_games()?;
        let mut book = Book::new(tournament);
        let mut games = folder.games();
        let mut next = first_of(shard);
        while let Next::Play(block) = book.block(next) {
            let Some(read) = games.next(&block)? else { break };
            book.add_part(shard, &block, &read);
            next += shard.of;
        }
        folder.forget_results();
        file.keep(games.good())?;
        let now = Instant::now();
        let before = book.games();
        let used = vec![TimeUsed::default(); tournament.players.len()];
        Ok(Self {
            book,
            folder,
            shard,
            file,
            next,
            lines: Vec::new(),
            used,
            begun: now,
            before,
            synced: now,
            told: None,
        })
    }

    /// Hands out blocks and counts what comes back, in order.
    fn conduct(
        &mut self,
        work: &Sender<Chunk>,
        todo: &Mutex<Receiver<Chunk>>,
        done: &Receiver<PlayedChunk>,
        orders: &Orders,
        tell: &mut impl FnMut(&Progress),
    ) -> Result<Stopped, RunError> {
        let ahead = 2 * orders.jobs.max(1) as u64 + 2;
        let (mut to_hand_out, mut handed_out, mut counted) = (self.next, 0u64, 0u64);
        let mut early: BTreeMap<u64, Vec<(Block, Played)>> = BTreeMap::new();
        let mut size = 1;
        loop {
            if orders.halt.is_raised() {
                handed_out -= take_back(todo);
            }
            while handed_out - counted < ahead && !orders.halt.is_raised() {
                let mut blocks = Vec::new();
                while (blocks.len() as u64) < size {
                    match self.book.block(to_hand_out) {
                        Next::Play(block) => blocks.push(*block),
                        Next::Wait | Next::End => break,
                    }
                    to_hand_out += self.shard.of;
                }
                if blocks.is_empty() {
                    break;
                }
                let chunk = Chunk { number: handed_out, blocks };
                if work.send(chunk).is_err() {
                    break;
                }
                handed_out += 1;
            }
            if counted == handed_out {
                let is_over = self.book.block(self.next) == Next::End;
                return Ok(if is_over { self.ending() } else { Stopped::Halted });
            }
            let Ok((number, played)) = done.recv() else { return Ok(Stopped::Halted) };
            if played.is_err() {
                take_back(todo);
            }
            early.insert(number, played?);
            while let Some(chunk) = early.remove(&counted) {
                counted += 1;
                for (block, played) in chunk {
                    if self.book.decided.is_some() && self.shard.is_whole() {
                        // It was played in vain.
                        continue;
                    }
                    self.count(&block, &played)?;
                }
            }
            if self.book.decided.is_some() && self.shard.is_whole() {
                take_back(todo);
                return Ok(self.ending());
            }
            size = self.chunk_size(orders.jobs, size);
            self.look_up(tell)?;
        }
    }

    fn ending(&self) -> Stopped {
        match self.book.decided {
            _ if !self.shard.is_whole() => Stopped::ShardFinished,
            Some(hypothesis) => Stopped::Decided(hypothesis),
            None => Stopped::Finished,
        }
    }

    fn count(&mut self, block: &Block, played: &Played) -> Result<(), RunError> {
        for (number, game) in played.games.iter().enumerate() {
            game.write(block, number, &mut self.lines);
        }
        for (number, record) in played.records.iter().enumerate() {
            let path = self.folder.record(&id(block.number, number));
            replace(&path, record.to_text().as_bytes())?;
        }
        for (player, used) in block.meeting.iter().zip(&played.used) {
            let sum = &mut self.used[usize::from(*player)];
            sum.time += used.time;
            sum.answers += used.answers;
        }
        self.book.add_part(self.shard, block, &played.games);
        self.next = block.number + self.shard.of;
        Ok(())
    }

    /// As many blocks as the threads play in the time a chunk is to take.
    fn chunk_size(&self, jobs: usize, before: u64) -> u64 {
        let blocks =
            (self.book.games() - self.before) / self.book.tournament.events[0].seats as u64;
        let micros = u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        let each = micros.saturating_mul(jobs.max(1) as u64) / blocks.max(1);
        let fit = CHUNK.as_micros() as u64 / each.max(1);
        fit.clamp(1, MAX_CHUNK.min(2 * before))
    }

    /// Writes, syncs and tells, when it is time.
    fn look_up(&mut self, tell: &mut impl FnMut(&Progress)) -> Result<(), RunError> {
        self.write_out()?;
        if self.synced.elapsed() > SYNC {
            self.file.sync()?;
            self.synced = Instant::now();
        }
        if self.told.is_none_or(|told| told.elapsed() > TELL) {
            tell(&self.progress());
            self.told = Some(Instant::now());
        }
        Ok(())
    }

    fn write_out(&mut self) -> Result<(), RunError> {
        self.file.add(&self.lines)?;
        self.lines.clear();
        let mut times = Vec::new();
        for (player, used) in self.used.iter_mut().enumerate() {
            if used.answers > 0 {
                let micros = u64::try_from(used.time.as_micros()).unwrap_or(u64::MAX);
                let line = json!({"player": player + 1, "answers": used.answers, "micros": micros});
                _ = writeln!(times, "{line}");
                *used = TimeUsed::default();
            }
        }
        if !times.is_empty() {
            // It is no part of the result, so no reason to stop either.
            _ = self.folder.times()?.write_all(&times);
        }
        Ok(())
    }

    fn progress(&self) -> Progress {
        let book = &self.book;
        let games = book.games();
        let faults = book.tallies.iter().flat_map(|tally| &tally.players);
        Progress {
            games,
            played: games - self.before,
            of: book.schedule.known_games().div_ceil(self.shard.of),
            time: self.begun.elapsed(),
            standings: book.standings(),
            llr: book.llr.zip(book.tournament.sprt).map(|(llr, sprt)| {
                let (low, high) = sprt.bounds();
                (low, llr, high)
            }),
            faults: faults.map(|player| player.verdicts.iter().sum::<u64>()).sum(),
        }
    }
}

/// The first block of a part.
pub(crate) const fn first_of(shard: Shard) -> u64 {
    shard.part - 1
}
