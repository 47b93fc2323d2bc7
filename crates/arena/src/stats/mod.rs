//! What counts of results say about strength.
//!
//! A *block* is one set of chance streams played in all seat rotations. A player's *half-points* in
//! a game are 2 for each other seat it placed better than, 1 for each it placed equal with; those of
//! a block are the sum over its games. Divided by the most there could be, they are the block's
//! *score*, from 0 to 1, and equal players have a mean of 1/2. Games of a block share their luck, so
//! they are not independent; blocks are, and so everything here counts blocks.
//!
//! Inputs are integers, so sums do not depend on the order in which results came in: the same
//! results give the same bits.
//!
//! ```
//! use parlor_arena::stats::{Estimate, Sprt};
//!
//! // Pairs of games that ended with 0, 1, 2, 3 and 4 half-points.
//! let pairs = [34, 54, 63, 64, 75];
//! let estimate = Estimate::of(&pairs).unwrap();
//! assert_eq!(format!("{:+.1} Elo", estimate.elo.unwrap()), "+55.6 Elo");
//!
//! let test: Sprt = "0,20,0.05,0.05".parse()?;
//! assert_eq!(test.verdict(test.llr(&pairs)).unwrap().to_string(), "H1");
//! # Ok::<(), parlor_arena::stats::BadSprt>(())
//! ```

pub mod bootstrap;
pub mod elo;
pub mod pairing;
pub mod plackett_luce;
pub mod rating;
pub mod rounds;
pub mod spread;
pub mod sprt;
pub mod standing;

use statrs::distribution::{ContinuousCDF as _, Normal};

pub use bootstrap::{Bootstrap, Interval, Sureness};
pub use elo::Estimate;
pub use pairing::{Pairing, PairingGain};
pub use plackett_luce::{Cells, Choices, Strengths};
pub use rating::{BadTrueSkill, Rating, TrueSkill, WengLin};
pub use rounds::Rounds;
pub use spread::{Bin, Histogram, Moments, Spreading, coarsened};
pub use sprt::{BadSprt, Hypothesis, Sprt};
pub use standing::{BadRanking, Standing};

/// The 97.5 % point of the normal distribution: 95 % lie within this many standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

/// From fewer observations than this there is no interval.
pub const FEWEST: u64 = 10;

/// How many standard errors make intervals that hold with 95 % all together.
pub fn z_of_all(intervals: usize) -> f64 {
    let outside = 0.025 / float(intervals.max(1) as u64);
    Normal::standard().inverse_cdf(1.0 - outside)
}

/// The same for the seats of a table. Of two seats one mirrors the other.
pub fn z_of_seats(seats: usize) -> f64 {
    z_of_all(if seats == 2 { 1 } else { seats })
}

/// A count as a float.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts here stay below 2^53, where floats are exact"
)]
#[inline]
pub fn float(count: u64) -> f64 {
    count as f64
}

/// A sum as a float, rounded once.
#[expect(
    clippy::cast_precision_loss,
    reason = "the one rounding of a sum that was exact until here"
)]
#[inline]
pub fn float_wide(sum: i128) -> f64 {
    sum as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_intervals_are_wider_than_one() {
        for (intervals, z) in [(1, Z95), (2, 2.241_402_7), (4, 2.497_705_5), (100, 3.480_756_4)] {
            assert!((z_of_all(intervals) - z).abs() < 1e-6, "{intervals}");
        }
        assert!((z_of_seats(2) - Z95).abs() < 1e-9 && z_of_seats(3) > 2.39);
    }
}
