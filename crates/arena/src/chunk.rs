//! Chunks: the tasks that the workers of a tournament get.

use std::ops::ControlFlow;

use crate::block::Block;
use crate::block_runner::{BlockError, BlockRunner, Plan, Played, erased, typed};
use crate::tournament::{Event, Tournament};

/// Of chunks with this many blocks or more, one in [`SAMPLED`] has a block that is timed.
const MANY: usize = 512;
const SAMPLED: u64 = 16;

/// Blocks that one worker plays in a row. A chunk goes out with nothing but blocks, and comes back with all
/// that came of them. Then it is cleared and goes out again, so that chunks allocate only in the beginning.
#[derive(Default)]
pub(crate) struct Chunk {
    pub(crate) blocks: Vec<Block>,
    pub(crate) played: Played,
    /// The lines of all games that were played.
    pub(crate) lines: Vec<u8>,
    /// Where the lines of each block end. A block without an end was not played.
    pub(crate) ends: Vec<usize>,
    /// Why the first block without an end could not be played.
    pub(crate) failed: Option<BlockError>,
}

impl Chunk {
    /// The first block that was not played, where there is one.
    pub(crate) fn unplayed(&self) -> Option<&Block> {
        self.blocks.get(self.ends.len())
    }

    /// Forgets everything, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let Self { blocks, played, lines, ends, failed } = self;
        let Played { games, records, used, last_words } = played;
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

/// A worker that plays chunks.
pub(crate) fn worker<'a>(
    tournament: &'a Tournament,
    plan: &'a Plan,
) -> impl FnMut(u64, &mut Chunk) -> ControlFlow<()> + use<'a> {
    let mut runners: Vec<Runners> = tournament.events.iter().map(|_| Runners::default()).collect();
    move |number, chunk| {
        chunk.failed = play(number, chunk, &mut runners, tournament, plan).err();
        // After a block that could not be played none is counted, so none need be played.
        if chunk.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn play(
    number: u64,
    chunk: &mut Chunk,
    runners: &mut [Runners],
    tournament: &Tournament,
    plan: &Plan,
) -> Result<(), BlockError> {
    let Chunk { blocks, played, lines, ends, .. } = chunk;
    // To time one block of a chunk is enough to know how long players think, each time another one. Where
    // games are so short that looking at the clock takes much of the time, most chunks have none.
    let every = if blocks.len() < MANY { 1 } else { SAMPLED };
    let timed = number.is_multiple_of(every).then(|| (number / every) as usize % blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        let event = &tournament.events[block.event];
        let first = played.games.len();
        runners[block.event].play(event, block, plan, timed == Some(index), played)?;
        for (number, game) in played.games[first..].iter().enumerate() {
            game.write(block, number, lines);
        }
        ends.push(lines.len());
    }
    Ok(())
}

/// The runners of one event, each made when a block first needs it.
#[derive(Default)]
struct Runners {
    typed: Option<Box<dyn BlockRunner>>,
    erased: Option<Box<dyn BlockRunner>>,
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
            self.erased.get_or_insert_with(|| erased(event))
        } else {
            match &mut self.typed {
                Some(runner) => runner,
                none => none.insert(typed(event)?),
            }
        };
        runner.play(block, plan, is_timed, played)
    }
}
