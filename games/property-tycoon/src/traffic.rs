//! How often each space is landed on, by the dice alone: what a good landlord knows.

use crate::board::{Board, Place, Space};

/// The whole, of which each space has its part.
pub(crate) const WHOLE: u64 = 1_000_000;
/// After so many throws it does not matter any more where one began.
const THROWS: usize = 120;

impl Board {
    /// How many of a million throws end on each space. Cards are left out.
    pub(crate) fn count_traffic(&self) -> Vec<u32> {
        const SCALE: u64 = WHOLE * 1_000;
        let mut now = vec![0u64; self.len()];
        now[Place::GO.index()] = SCALE;
        for _ in 0..THROWS {
            let mut next = vec![0u64; self.len()];
            for (from, mass) in self.places().zip(&now) {
                for one in 1..=6 {
                    for two in 1..=6 {
                        let (to, _) = self.forward(from, one + two);
                        let to = if self.space(to) == Space::GoToJail { self.jail } else { to };
                        next[to.index()] += mass / 36;
                    }
                }
            }
            now = next;
        }
        now.into_iter().map(|mass| (mass / 1_000) as u32).collect()
    }
}
