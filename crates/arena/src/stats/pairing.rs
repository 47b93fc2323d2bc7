//! How much it helps to play the same chance in all seat rotations.
//!
//! The mean of a block varies less than that of as many games with chance of their own, when the
//! luck that helps a player in one seat hurts it in another. The ratio of the two variances is how
//! many blocks are worth one block's games without pairing: at 0.5, pairing halves the games needed.

use schemars::JsonSchema;
use serde::Serialize;

use super::bootstrap::{Bootstrap, Interval};
use super::float_wide;
use super::plackett_luce::MAX_CELLS;
use super::standing::MAX_TABLE;

/// What one player got in the seats of its blocks, in cells that can be resampled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairing {
    cells: Vec<Sums>,
}

/// How much pairing helps one player's figures.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct PairingGain {
    /// The variance of a block's half-points over the sum of the variances in its seats: 1 when
    /// pairing does nothing, 0 when it takes away all luck.
    pub ratio: f64,
    /// The 95 % interval of the ratio; `None` with too little to draw from.
    pub interval: Option<Interval>,
}

/// Exact sums over blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    blocks: i128,
    totals: i128,
    squares_of_totals: i128,
    seats: [i128; MAX_TABLE],
    squares_of_seats: i128,
}

impl Sums {
    fn add(&mut self, other: &Self, times: i128) {
        self.blocks += times * other.blocks;
        self.totals += times * other.totals;
        self.squares_of_totals += times * other.squares_of_totals;
        for (sum, seat) in self.seats.iter_mut().zip(other.seats) {
            *sum += times * seat;
        }
        self.squares_of_seats += times * other.squares_of_seats;
    }

    /// Both variances have the same denominator, so whole numbers decide whether there is any.
    fn ratio(&self) -> Option<f64> {
        let paired = self.blocks * self.squares_of_totals - self.totals * self.totals;
        let squares: i128 = self.seats.iter().map(|sum| sum * sum).sum();
        let unpaired = self.blocks * self.squares_of_seats - squares;
        (unpaired > 0).then(|| float_wide(paired) / float_wide(unpaired))
    }
}

impl Pairing {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a block of this round: the player's half-points when it sat in each seat. Rounds share
    /// [`MAX_CELLS`] cells in turn; seats beyond [`MAX_TABLE`] are not looked at. Allocates only for a new cell.
    pub fn add(&mut self, round: u64, half_points: &[u32]) {
        let cell = (round % MAX_CELLS) as usize;
        if self.cells.len() <= cell {
            self.cells.resize(cell + 1, Sums::default());
        }
        let mut block = Sums { blocks: 1, ..Sums::default() };
        for (seat, &got) in block.seats.iter_mut().zip(half_points) {
            *seat = i128::from(got);
            block.totals += *seat;
            block.squares_of_seats += *seat * *seat;
        }
        block.squares_of_totals = block.totals * block.totals;
        self.cells[cell].add(&block, 1);
    }

    /// Adds what others have counted, cell by cell.
    pub fn merge(&mut self, other: &Self) {
        if self.cells.len() < other.cells.len() {
            self.cells.resize(other.cells.len(), Sums::default());
        }
        for (cell, theirs) in self.cells.iter_mut().zip(&other.cells) {
            cell.add(theirs, 1);
        }
    }

    /// How much pairing helps; `None` when no seat's half-points vary, which leaves nothing to
    /// compare.
    ///
    /// Draws of cells in which nothing varies are left out of the interval.
    pub fn gain(&self, bootstrap: &Bootstrap) -> Option<PairingGain> {
        let used: Vec<&Sums> = self.cells.iter().filter(|cell| cell.blocks > 0).collect();
        let mut total = Sums::default();
        for cell in &used {
            total.add(cell, 1);
        }
        let ratio = total.ratio()?;
        let mut ratios = Vec::with_capacity(bootstrap.replicates as usize);
        if used.len() > 1 {
            bootstrap.draw(used.len(), |times| {
                let mut drawn = Sums::default();
                for (cell, &times) in used.iter().zip(times).filter(|(_, times)| **times > 0) {
                    drawn.add(cell, i128::from(times));
                }
                ratios.extend(drawn.ratio());
            });
        }
        Some(PairingGain { ratio, interval: Interval::percentile(&mut ratios) })
    }
}

#[cfg(test)]
mod tests {
    use parlor_engine::sample::{below, playout_rng};

    use super::*;

    fn gain(blocks: impl Iterator<Item = Vec<u32>>) -> Option<PairingGain> {
        let mut pairing = Pairing::new();
        (0..).zip(blocks).for_each(|(round, block)| pairing.add(round, &block));
        pairing.gain(&Bootstrap::default())
    }

    /// A player against itself: what the chance gives one seat it takes from the other.
    #[test]
    fn a_deterministic_player_against_itself_has_no_luck_left() {
        let mut rng = playout_rng(1);
        let blocks = (0..500).map(|_| {
            let first = 2 * below(&mut rng, 2) as u32;
            vec![first, 2 - first]
        });
        let gain = gain(blocks).unwrap();
        assert_eq!(
            gain,
            PairingGain { ratio: 0.0, interval: Some(Interval { low: 0.0, high: 0.0 }) }
        );
    }

    #[test]
    fn games_that_share_nothing_gain_nothing() {
        let mut rng = playout_rng(2);
        let mut got = || 2 * below(&mut rng, 4) as u32;
        let gain = gain((0..5000).map(|_| vec![got(), got(), got(), got()])).unwrap();
        let Interval { low, high } = gain.interval.unwrap();
        assert!(low < gain.ratio && gain.ratio < high && high - low < 0.15, "{gain:?}");
        assert!(low < 1.0 && 1.0 < high, "{gain:?}");
    }

    #[test]
    fn games_that_end_alike_are_worth_one() {
        let mut rng = playout_rng(3);
        let gain = gain((0..100).map(|_| vec![below(&mut rng, 3) as u32; 2])).unwrap();
        assert!((gain.ratio - 2.0).abs() < 1e-15, "{gain:?}");
    }

    /// By hand: seats (0, 2), (2, 2), (1, 0): variances of 1/1, 4/3 and of the total 7/3.
    #[test]
    fn a_small_case_by_hand() {
        let ratio = gain([vec![0, 2], vec![2, 2], vec![1, 0]].into_iter()).unwrap().ratio;
        assert!((ratio - 1.0).abs() < 1e-15, "{ratio}");
    }

    #[test]
    fn nothing_varies_nothing_is_said() {
        assert_eq!(Pairing::new().gain(&Bootstrap::default()), None);
        assert_eq!(gain((0..50).map(|_| vec![2, 0])), None);
        // One block alone does not vary either.
        assert_eq!(gain(std::iter::once(vec![2, 0])), None);
    }

    #[test]
    fn order_and_grouping_do_not_matter() {
        let blocks: Vec<(u64, Vec<u32>)> = (0..2500u64)
            .map(|round| (round, vec![(round % 5) as u32, (round % 7) as u32]))
            .collect();
        let count = |blocks: &mut dyn Iterator<Item = &(u64, Vec<u32>)>| {
            let mut pairing = Pairing::new();
            blocks.for_each(|(round, block)| pairing.add(*round, block));
            pairing
        };
        let all = count(&mut blocks.iter());
        let mut parts = count(&mut blocks[1000..].iter().rev());
        parts.merge(&count(&mut blocks[..1000].iter()));
        assert_eq!(parts, all);
        assert_eq!(all.cells.len(), 1000);
        assert_eq!(parts.gain(&Bootstrap::default()), all.gain(&Bootstrap::default()));
    }
}
