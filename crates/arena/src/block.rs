//! Blocks: the same luck for every player, from every seat.

use std::fmt;

use parlor_engine::sample::{playout_rng, shuffle};
use parlor_engine::{MAX_SEATS, Seat};
use parlor_match::Seed;

use crate::tournament::Lineup;

/// What separates the seeds of a tournament from all others. Part of the format of its files: frozen.
const CONTEXT: [u8; 32] = *b"parlor arena 1: luck of a block.";

/// One set of chance streams, played once in each rotation of the seats. So every player has had every seat
/// and, as far as play does not diverge, the luck of every seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its number in the tournament, from 0 on.
    pub number: u64,
    /// Which game is played.
    pub event: usize,
    /// Which of the tables of its round.
    pub table: usize,
    /// The round of blocks it belongs to: one of each table. Rounds are what is resampled.
    pub round: u64,
    /// The players: in the order of the list of players, or from the top of a ladder.
    pub lineup: Lineup,
    /// The seed of the tournament.
    seed: u64,
}

impl Block {
    /// Block number `number` of a tournament or a study with this seed.
    pub fn new(
        seed: u64,
        number: u64,
        event: usize,
        table: usize,
        round: u64,
        lineup: Lineup,
    ) -> Self {
        Self { number, event, table, round, lineup, seed }
    }

    /// How many games it has.
    pub fn games(&self) -> usize {
        self.lineup.len()
    }

    /// Its luck. It is worked out only here: to read the results of a block, it is not needed.
    pub fn luck(&self) -> Luck {
        let bytes = [self.seed.to_le_bytes(), self.number.to_le_bytes()];
        Luck { key: *blake3::keyed_hash(&CONTEXT, bytes.as_flattened()).as_bytes() }
    }

    /// The players in seat order, game by game. The order round the table is drawn anew for each block, so
    /// that over many blocks every player has sat behind every other.
    pub fn lineups(&self) -> impl Iterator<Item = Lineup> + use<> {
        let mut order = self.lineup.clone();
        if order.len() > 2 {
            shuffle(&mut playout_rng(self.luck().word(2)), &mut order);
        }
        (0..order.len()).map(move |_| {
            let lineup = order.clone();
            order.rotate_left(1);
            lineup
        })
    }
}

/// All that is left to chance in a block.
#[derive(Clone, PartialEq, Eq)]
pub struct Luck {
    key: [u8; 32],
}

impl Luck {
    /// The seed of the dealer, in every game of the block.
    pub fn seed(&self) -> Seed {
        Seed::from_bytes(self.key)
    }

    /// The seed of the computer player in a seat. It is the same in every game of the block, so that a player
    /// against itself plays the same game again.
    pub fn player_seed(&self, seat: Seat) -> u64 {
        self.word(0).wrapping_add(seat.number() as u64)
    }

    /// The seed of the bot in a seat. It differs from game to game, so that a bot cannot tell which games
    /// belong together.
    pub fn bot_seed(&self, game: usize, seat: Seat) -> u64 {
        let number = (game * MAX_SEATS + seat.index()) as u64;
        let bytes = [self.word(3).to_le_bytes(), number.to_le_bytes()];
        word(blake3::hash(bytes.as_flattened()).as_bytes(), 0)
    }

    fn word(&self, index: usize) -> u64 {
        word(&self.key, index)
    }
}

impl fmt::Debug for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Luck(secret)")
    }
}

/// One of the four numbers in a hash.
fn word(hash: &[u8; 32], index: usize) -> u64 {
    let (words, _) = hash.as_chunks::<8>();
    u64::from_le_bytes(words[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(number: u64, players: u8) -> Block {
        Block::new(7, number, 0, 0, number, (0..players).collect())
    }

    #[test]
    fn everybody_sits_everywhere_once() {
        for players in 2..=8 {
            let lineups: Vec<Lineup> = block(3, players).lineups().collect();
            assert_eq!(lineups.len(), usize::from(players));
            for seat in 0..usize::from(players) {
                let mut sat: Vec<u8> = lineups.iter().map(|lineup| lineup[seat]).collect();
                sat.sort_unstable();
                assert_eq!(sat, (0..players).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_order_round_the_table_changes_from_block_to_block() {
        let orders: std::collections::BTreeSet<Lineup> =
            (0..100).filter_map(|number| block(number, 4).lineups().next()).collect();
        assert!(orders.len() > 20, "{}", orders.len());
    }

    /// Frozen: a change here would make every game of a tournament another one.
    #[test]
    fn seeds_are_frozen() {
        let luck = block(3, 2).luck();
        assert_eq!((luck.player_seed(Seat::at(0)), luck.bot_seed(1, Seat::at(0))), (PLAYER, BOT));
        assert_ne!(luck.bot_seed(0, Seat::at(0)), luck.bot_seed(1, Seat::at(0)));
        assert_ne!(luck, Block::new(8, 3, 0, 0, 3, Lineup::new()).luck());
        assert_ne!(luck, block(4, 2).luck());
    }

    const PLAYER: u64 = 1_342_428_064_476_116_117;
    const BOT: u64 = 11_049_412_549_385_035_148;
}
