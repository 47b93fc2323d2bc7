//! How much it helps to play the same chance in all seat rotations.
//!
//! The mean of a block varies less than that of as many games with chance of their own, when the
//! luck that helps a player in one seat hurts it in another. The ratio of the two variances is how
//! many blocks are worth one block's games without pairing: at 0.5, pairing halves the games needed.

use schemars::JsonSchema;
use serde::Serialize;

use super::bootstrap::Interval;
use super::standing::MAX_TABLE;
use super::{Z95, float_wide};

/// Of a block: that there is one, what it gave in each seat, the square of their sum, the sum of their
/// squares.
const MAX_TERMS: usize = MAX_TABLE + 3;
/// Each of them times each, once.
const MAX_PRODUCTS: usize = MAX_TERMS * (MAX_TERMS + 1) / 2;
/// With fewer blocks of a lineup its own means are too rough to say how sure a ratio is.
const FEWEST: i128 = 20;
/// Intervals that are narrower have no width: what is left of it was made by rounding.
const NARROWEST: f64 = 1e-6;

/// What one player got in the seats of its blocks against the same others.
///
/// Sums of products, up to the fourth power of half-points: all that the ratio and its standard error
/// need, however many blocks there are. They fit for a hundred billion blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    seats: usize,
    products: [u64; MAX_PRODUCTS],
}

/// How much pairing helps one player's figures.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct PairingGain {
    /// The variance of a block's half-points over the sum of the variances in its seats, both among
    /// blocks against the same others: 1 when pairing does nothing, 0 when it takes away all luck.
    pub ratio: f64,
    /// The 95 % interval of the ratio; `None` with too few blocks, or where nothing shows how sure the
    /// ratio is: every block gave the same so far, or all that differ went alike.
    pub interval: Option<Interval>,
}

/// The place of the product of two terms, the second of which does not come before the first.
const fn product(one: usize, other: usize) -> usize {
    other * (other + 1) / 2 + one
}

impl Pairing {
    /// Nothing yet, at a table of so many seats, at most [`MAX_TABLE`].
    pub fn new(seats: usize) -> Self {
        Self { seats: seats.min(MAX_TABLE), products: [0; MAX_PRODUCTS] }
    }

    /// Adds a block: the player's half-points when it sat in each seat. Does not allocate.
    pub fn add(&mut self, half_points: &[u32]) {
        let mut terms = [0u64; MAX_TERMS];
        terms[0] = 1;
        let (mut sum, mut squares) = (0, 0);
        for (term, got) in terms[1..=self.seats].iter_mut().zip(half_points) {
            *term = u64::from(*got);
            sum += *term;
            squares += *term * *term;
        }
        (terms[self.seats + 1], terms[self.seats + 2]) = (sum * sum, squares);
        let mut products = self.products.iter_mut();
        for (index, term) in terms[..self.seats + 3].iter().enumerate() {
            for (other, sum) in terms[..=index].iter().zip(&mut products) {
                *sum += term * other;
            }
        }
    }

    /// How many blocks.
    fn blocks(&self) -> i128 {
        self.of(0, 0)
    }

    fn of(&self, one: usize, other: usize) -> i128 {
        i128::from(self.products[product(one.min(other), one.max(other))])
    }

    /// The covariance of two terms, times the square of the number of blocks: exact.
    fn spread(&self, one: usize, other: usize) -> i128 {
        self.blocks() * self.of(one, other) - self.of(0, one) * self.of(0, other)
    }

    /// How much the sum over the seats varies, and how much the seats do: sums of squared distances
    /// from the mean of this lineup, times the number of blocks.
    fn distances(&self) -> (i128, i128) {
        let seats = 1..=self.seats;
        let pairs = seats.clone().flat_map(|one| seats.clone().map(move |other| (one, other)));
        let paired = pairs.map(|(one, other)| self.spread(one, other)).sum();
        (paired, seats.map(|seat| self.spread(seat, seat)).sum())
    }

    /// How far the sum over blocks of `paired - ratio * unpaired` may be off by chance: its variance.
    ///
    /// With the means held, which matters only in the second order, a block gives `(T - t)² - ratio
    /// Σ (Y - y)²`. But for a constant that is linear in the terms, and so its variance follows from
    /// theirs.
    fn variance(&self, ratio: f64) -> f64 {
        let blocks = float_wide(self.blocks());
        let mean = |seat: usize| float_wide(self.of(0, seat)) / blocks;
        let means: f64 = (1..=self.seats).map(mean).sum();
        let weight = |term: usize| match term - self.seats.min(term) {
            0 => 2.0 * (ratio * mean(term) - means),
            1 => 1.0,
            _ => -ratio,
        };
        let mut variance = 0.0;
        for one in 1..self.seats + 3 {
            for other in 1..self.seats + 3 {
                variance += weight(one) * weight(other) * float_wide(self.spread(one, other));
            }
        }
        // Rounding may leave less than nothing of nothing.
        variance.max(0.0) / (blocks - 1.0)
    }
}

impl PairingGain {
    /// What is gained by one player over all its lineups; `None` when no seat's half-points vary in any
    /// of them, which leaves nothing to compare.
    ///
    /// Each lineup is compared with itself only: that one opponent is stronger than another is no luck.
    pub fn of<'a>(lineups: impl Iterator<Item = &'a Pairing>) -> Option<Self> {
        let lineups: Vec<&Pairing> = lineups.filter(|lineup| lineup.blocks() > 0).collect();
        let (mut paired, mut unpaired) = (0.0, 0.0);
        for lineup in &lineups {
            let (block, seats) = lineup.distances();
            paired += float_wide(block) / float_wide(lineup.blocks());
            unpaired += float_wide(seats) / float_wide(lineup.blocks());
        }
        if unpaired <= 0.0 {
            return None;
        }
        let ratio = paired / unpaired;
        let is_enough = lineups.iter().all(|lineup| lineup.blocks() >= FEWEST);
        let interval = is_enough.then(|| {
            let variance: f64 = lineups.iter().map(|lineup| lineup.variance(ratio)).sum();
            let reach = Z95 * variance.sqrt() / unpaired;
            Interval { low: (ratio - reach).max(0.0), high: ratio + reach }
        });
        // An interval without width is no certainty.
        let interval = interval.filter(|interval| interval.high - interval.low > NARROWEST);
        Some(Self { ratio, interval })
    }
}

#[cfg(test)]
mod tests {
    use parlor_engine::sample::{PlayoutRng, below, playout_rng};

    use super::*;

    fn counted(blocks: impl Iterator<Item = Vec<u32>>) -> Pairing {
        let mut blocks = blocks.peekable();
        let mut pairing = Pairing::new(blocks.peek().map_or(2, Vec::len));
        blocks.for_each(|block| pairing.add(&block));
        pairing
    }

    fn gain(blocks: impl Iterator<Item = Vec<u32>>) -> Option<PairingGain> {
        PairingGain::of(std::iter::once(&counted(blocks)))
    }

    /// A player against itself: what the chance gives one seat it takes from the other. That it did so
    /// far does not say how sure it is that it always will.
    #[test]
    fn a_deterministic_player_against_itself_has_no_luck_left() {
        let mut rng = playout_rng(1);
        let blocks = (0..500).map(|_| {
            let first = 2 * below(&mut rng, 2) as u32;
            vec![first, 2 - first]
        });
        let gain = gain(blocks).unwrap();
        assert_eq!(gain, PairingGain { ratio: 0.0, interval: None });
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
        assert_eq!(gain.interval, None, "without width it is none");
    }

    /// By hand: seats (0, 2), (2, 2), (1, 0): variances of 1/1, 4/3 and of the total 7/3.
    #[test]
    fn a_small_case_by_hand() {
        let gain = gain([vec![0, 2], vec![2, 2], vec![1, 0]].into_iter()).unwrap();
        assert!((gain.ratio - 1.0).abs() < 1e-15, "{gain:?}");
        assert_eq!(gain.interval, None, "three blocks are too few");
    }

    #[test]
    fn nothing_varies_nothing_is_said() {
        assert_eq!(PairingGain::of(std::iter::empty()), None);
        assert_eq!(PairingGain::of(std::iter::once(&Pairing::new(2))), None);
        assert_eq!(gain((0..50).map(|_| vec![2, 0])), None);
        // One block alone does not vary either.
        assert_eq!(gain(std::iter::once(vec![2, 0])), None);
    }

    /// Blocks of two games that share a part of their luck: half the games go as the first seat's luck
    /// says. The covariance of the two games is then -1/4 of the variance of each.
    fn half_shared(rng: &mut PlayoutRng) -> Vec<u32> {
        let luck = 2 * below(rng, 2) as u32;
        let mut seat = |lucky: u32| {
            if below(rng, 2) == 0 { lucky } else { 2 * below(rng, 2) as u32 }
        };
        vec![seat(luck), seat(2 - luck)]
    }

    /// Whoever always beats the one and always loses to the other has no luck in that: the ratio is that
    /// of the lineup where there is luck.
    #[test]
    fn unlike_opponents_are_no_luck() {
        let mut rng = playout_rng(4);
        let blocks: Vec<Vec<u32>> = (0..4000).map(|_| half_shared(&mut rng)).collect();
        let even = counted(blocks.iter().cloned());
        let won = counted((0..4000).map(|_| vec![2, 2]));
        let lost = counted((0..4000).map(|_| vec![0, 0]));
        let alone = PairingGain::of([&even].into_iter()).unwrap();
        let among = PairingGain::of([&won, &even, &lost].into_iter()).unwrap();
        assert_eq!(alone, among);
        assert!((alone.ratio - 0.75).abs() < 0.05, "{alone:?}");
        assert_eq!(PairingGain::of([&won, &lost].into_iter()), None);
        // What came of it when all blocks were thrown together.
        let unlike = (0..8000).map(|block| vec![2 * (block % 2); 2]);
        let together = gain(blocks.into_iter().chain(unlike)).unwrap();
        assert!(together.ratio > 1.5, "{together:?}");
    }

    /// Of a thousand tournaments with a known ratio about 950 intervals hold it, at one lineup and at
    /// five of few blocks each.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        for (lineups, blocks) in [(1, 200), (5, 40)] {
            let mut rng = playout_rng(5);
            let mut held = 0;
            for _ in 0..1000 {
                let counted: Vec<Pairing> = (0..lineups)
                    .map(|_| counted((0..blocks).map(|_| half_shared(&mut rng))))
                    .collect();
                let gain = PairingGain::of(counted.iter()).unwrap();
                let Interval { low, high } = gain.interval.unwrap();
                held += u32::from(low <= 0.75 && 0.75 <= high);
            }
            assert!((925..=970).contains(&held), "{held} of 1000 with {lineups} lineups");
        }
    }

    #[test]
    fn the_order_does_not_matter() {
        let blocks: Vec<Vec<u32>> =
            (0..2500u32).map(|round| vec![round % 5, round % 7, round % 2]).collect();
        let all = counted(blocks.iter().cloned());
        assert_eq!(counted(blocks.into_iter().rev()), all);
    }
}
