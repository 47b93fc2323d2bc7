//! Those who play: threads that take blocks in chunks and bring back what came of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use crate::block::Block;
use crate::block_runner::{BlockError, BlockRunner, Plan, Played, erased, typed};
use crate::result::id;
use crate::run::RunError;
use crate::tournament::{Event, Tournament};

/// Of chunks of so many blocks, one in so many is sampled for how long players think.
const MANY: usize = 512;
const SAMPLED: u64 = 16;

/// Blocks that one thread plays in a row. It goes out with nothing but blocks, comes back with all that
/// came of them, and goes out again, so that chunks ask for memory only in the beginning.
#[derive(Default)]
pub(crate) struct Chunk {
    /// Its number in this run.
    pub(crate) number: u64,
    pub(crate) blocks: Vec<Block>,
    pub(crate) played: Played,
    /// The lines of all games that were played.
    pub(crate) lines: Vec<u8>,
    /// Where the lines of each block end. A block without an end was not played.
    pub(crate) ends: Vec<usize>,
    /// Why the block after the last of these could not be played.
    pub(crate) failed: Option<RunError>,
}

impl Chunk {
    pub(crate) fn clear(&mut self) {
        let Self {
            blocks,
            played: Played { games, records, used, last_words },
            lines,
            ends,
            failed,
            ..
        } = self;
        blocks.clear();
        games.clear();
        records.clear();
        used.clear();
        last_words.clear();
        lines.clear();
        ends.clear();
        *failed = None;
    }
}

/// What a thread does. Once nothing more is to be begun, chunks come back as they went out.
pub(crate) fn work_on(
    todo: &Mutex<Receiver<Chunk>>,
    results: &Sender<Chunk>,
    is_ending: &AtomicBool,
    tournament: &Tournament,
    plan: &Plan,
) {
    let mut runners: Vec<Runners> = tournament.events.iter().map(|_| Runners::default()).collect();
    loop {
        let chunk = match todo.lock() {
            Ok(todo) => todo.recv(),
            Err(_) => return,
        };
        let Ok(mut chunk) = chunk else { return };
        if !is_ending.load(Ordering::Relaxed) {
            play(&mut chunk, &mut runners, tournament, plan);
        }
        if results.send(chunk).is_err() {
            return;
        }
    }
}

fn play(chunk: &mut Chunk, runners: &mut [Runners], tournament: &Tournament, plan: &Plan) {
    let Chunk { number, blocks, played, lines, ends, failed } = chunk;
    // One block is enough to know how long players think, now this one and now that. Where games are so short
    // that looking at the clock is much of them, it is not one of every chunk.
    let every = if blocks.len() < MANY { 1 } else { SAMPLED };
    let timed = number.is_multiple_of(every).then(|| (*number / every) as usize % blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        let event = &tournament.events[block.event];
        let runner = &mut runners[block.event];
        // A game that panics must not leave the desk waiting for it.
        let attempt = AssertUnwindSafe(|| {
            let first = played.games.len();
            runner.play(event, block, plan, timed == Some(index), played)?;
            for (number, game) in played.games[first..].iter().enumerate() {
                game.write(block, number, lines);
            }
            Ok(())
        });
        if let Err(why) = catch_unwind(attempt).unwrap_or(Err(BlockError::Panicked)) {
            *failed = Some(RunError::Game { game: id(block.number, 0), why });
            return;
        }
        ends.push(lines.len());
    }
}

/// Where a thread plays the blocks of one event.
#[derive(Default)]
struct Runners {
    typed: Option<Box<dyn BlockRunner>>,
    open: Option<Box<dyn BlockRunner>>,
}

impl Runners {
    fn play(
        &mut self,
        event: &Event,
        block: &Block,
        plan: &Plan,
        is_timed: bool,
        played: &mut Played,
    ) -> Result<(), BlockError> {
        let is_bot = |player: &u8| plan.specs[usize::from(*player)].is_bot();
        let runner = if plan.records || block.lineup.iter().any(is_bot) {
            self.open.get_or_insert_with(|| erased(event))
        } else {
            match &mut self.typed {
                Some(runner) => runner,
                none => none.insert(typed(event)?),
            }
        };
        runner.play(block, plan, is_timed, played)
    }
}
