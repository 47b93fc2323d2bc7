//! The bare loop that the contract is measured against: random Dots and Boxes, 5x5 boxes, two
//! players.
//!
//! It is written as one would without an engine: the free lines in one word, the k-th of them, the
//! walls of each box as a mask, two scores. No trait, no menu, no refusals, no record of who owns
//! which box. It shares the generator and the numbering of lines with the game, so both play the
//! very same games from the same seed; a test holds them to it.
//!
//! It also keeps its own way of finding the k-th set bit. Were it borrowed from the game, a slower
//! one there would slow both and the ratio would not notice.

use parlor_engine::sample::{PlayoutRng, below};

const SIDE: usize = 5;
const LINES: usize = 2 * SIDE * (SIDE + 1);
/// Stands for a line that is never drawn, so that a box outside the board is never closed.
const NEVER: u64 = 1 << 63;

/// For each line the walls of the boxes at its two sides.
static BESIDE: [[u64; 2]; LINES] = beside();

/// Plays one game to its end and returns the boxes of each player.
#[inline]
pub fn play(rng: &mut PlayoutRng) -> [u32; 2] {
    let mut free = NEVER | ((1 << LINES) - 1);
    let mut scores = [0; 2];
    let mut mover = 0;
    // Every line bounds a box, so the last line closes the last box: the count of lines that are
    // left tells when the game is over.
    for left in (1..=LINES as u64).rev() {
        let rank = if left == 1 { 0 } else { below(rng, left) };
        let line = nth_set_bit(free, rank);
        free &= !(1 << line);
        let [one, other] = BESIDE[line % LINES];
        let closed = u32::from(free & one == 0) + u32::from(free & other == 0);
        scores[mover & 1] += closed;
        mover ^= usize::from(closed == 0);
    }
    scores
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The position of the set bit with `rank` set bits below it.
///
/// Byte-wise sums in one word, then a table of the bits of a byte: the default target has no
/// instruction for either.
#[inline]
fn nth_set_bit(word: u64, rank: u64) -> usize {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    let below = (((rank * ONES) | TOPS) - sums) & TOPS;
    let shift = (below >> 7).wrapping_mul(ONES) >> 56 << 3;
    let rank = rank - ((sums << 8) >> shift & 0xff);
    let byte = word >> shift & 0xff;
    shift as usize + usize::from(IN_BYTE[rank as usize & 7][byte as usize])
}

/// `[rank][byte]`: where the set bit of that rank is.
static IN_BYTE: [[u8; 256]; 8] = in_byte();

const fn in_byte() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank][byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

const fn beside() -> [[u64; 2]; LINES] {
    let mut beside = [[NEVER; 2]; LINES];
    let mut number = 0;
    while number < SIDE * SIDE {
        let (row, column) = (number / SIDE, number % SIDE);
        let [top, bottom] = [number_of(0, row, column), number_of(0, row + 1, column)];
        let [left, right] = [number_of(1, column, row), number_of(1, column + 1, row)];
        let walls = 1 << top | 1 << bottom | 1 << left | 1 << right;
        // A box is on the second side of its top and left walls, on the first of the other two.
        beside[top][1] = walls;
        beside[left][1] = walls;
        beside[bottom][0] = walls;
        beside[right][0] = walls;
        number += 1;
    }
    beside
}

/// The game's number of a line: ring by ring from the corner, horizontal lines (side 0) first.
/// `across` counts the way the line does not run, `along` the way it does.
const fn number_of(side: usize, across: usize, along: usize) -> usize {
    let ring = if across > along + 1 { across - 1 } else { along };
    let place = if along == ring { across } else { ring + 2 + along };
    2 * ring * (ring + 1) + side * 2 * (ring + 1) + place
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::sample::playout_rng;
    use parlor_engine::{Hosted, Visitor, playout};
    use parlor_registry::visit;
    use serde_json::json;

    /// Plays the game of the registry from the same seeds.
    struct SameGames;

    impl Visitor for SameGames {
        type Out = ();

        fn visit<G: Hosted>(self, game: G) {
            let (mut bare, mut contract) = (playout_rng(7), playout_rng(7));
            for number in 0..2000 {
                let (outcome, acts) = playout(&game, &mut game.start(), &mut contract);
                assert_eq!(acts, LINES as u32);
                let scores = play(&mut bare).map(i64::from);
                assert_eq!(outcome.scores.as_slice(), scores, "game {number}");
            }
        }
    }

    #[test]
    fn the_yardstick_plays_the_very_same_games() {
        visit("dots-and-boxes", &json!({"boxes": "5x5"}), 2, SameGames).unwrap();
    }
}
