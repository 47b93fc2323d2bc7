//! Ladder: every player has a rung, and neighbours play for theirs.

use super::{Draw, Schedule};
use crate::tournament::Lineup;

impl Schedule {
    pub(super) fn next_ladder(&mut self) -> Option<Draw> {
        if let Some(last) = self.rounds.last() {
            for table in &last.tables {
                let rungs: Vec<usize> = (0..self.field.order.len())
                    .filter(|&rung| table.lineup.contains(&self.field.order[rung]))
                    .collect();
                // Equal ones stay as they stand, and a table lists them from the top.
                for (rung, player) in rungs.into_iter().zip(table.ranking()) {
                    self.field.order[rung] = player;
                }
            }
        }
        let round = self.rounds.len();
        if round as u32 >= self.most {
            return None;
        }
        // From round to round the tables begin one rung lower, so that one can climb all the way.
        let last_start = self.field.order.len() - self.seats;
        let start = if last_start == 0 { 0 } else { round % self.seats.min(last_start + 1) };
        let tables = self.field.order[start..].chunks_exact(self.seats);
        let lineups: Vec<Lineup> = tables.map(|table| table.iter().copied().collect()).collect();
        Some(Draw { lineups, blocks: self.blocks, replays: 0 })
    }
}
