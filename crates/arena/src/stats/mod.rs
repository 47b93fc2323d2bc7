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

pub use bootstrap::{Bootstrap, Interval, Sureness};
pub use elo::Estimate;
pub use pairing::{Pairing, PairingGain};
pub use plackett_luce::{Cells, Choices, Strengths};
pub use rating::{BadTrueSkill, Rating, TrueSkill, WengLin};
pub use rounds::Rounds;
pub use spread::{Bin, Histogram, Moments};
pub use sprt::{BadSprt, Hypothesis, Sprt};
pub use standing::{BadRanking, Standing};

/// The 97.5 % point of the normal distribution: 95 % lie within this many standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A count as a float.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts here stay below 2^53, where floats are exact"
)]
#[inline]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// A sum as a float, rounded once.
#[expect(
    clippy::cast_precision_loss,
    reason = "the one rounding of a sum that was exact until here"
)]
#[inline]
pub(crate) fn float_wide(sum: i128) -> f64 {
    sum as f64
}
