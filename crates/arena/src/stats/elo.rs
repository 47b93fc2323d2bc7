//! Scores as differences in Elo, and how sure they are.

use schemars::JsonSchema;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Z95, float, float_wide};

/// The score that is expected from a player so many Elo above its opponents.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How many Elo above its opponents a player is that scores so much; infinite at 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// [`elo_of`] where it is finite.
fn finite_elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| elo_of(score))
}

/// How much stronger a player is than the others at its tables, from the half-points of its blocks.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Estimate {
    /// The difference in Elo; `None` where nothing or everything was won, which no finite
    /// difference explains best.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval; `None` when there is no lower end, or no interval.
    pub low: Option<f64>,
    /// The upper end of the 95 % interval; `None` when there is no upper end, or no interval.
    pub high: Option<f64>,
    /// The likelihood of superiority: how sure it is that the player is the stronger one. `None` where it
    /// cannot be said how sure that is, because who meets depends on the results.
    pub los: Option<f64>,
    /// The mean score of the blocks.
    pub score: f64,
    /// The standard error of that mean; 0 when all blocks ended alike.
    pub score_se: f64,
    /// How many blocks; where a test counts whole rounds of several tables, how many rounds.
    pub blocks: u64,
}

impl Estimate {
    /// From the number of blocks that ended with 0, 1, 2, … half-points, up to the most there could
    /// be. `None` without a block, or without at least two possible results.
    pub fn of(counts: &[u64]) -> Option<Self> {
        let top = (counts.len() as u64).checked_sub(1)?;
        let (mut blocks, mut sum, mut squares) = (0u64, 0i128, 0i128);
        for (half_points, &count) in (0i128..).zip(counts) {
            blocks += count;
            sum += half_points * i128::from(count);
            squares += half_points * half_points * i128::from(count);
        }
        Self::of_sums(blocks, sum, squares, top)
    }

    /// From the number of blocks, the sum of their half-points, that of the squares, and the most
    /// half-points there could be.
    pub(crate) fn of_sums(blocks: u64, sum: i128, squares: i128, top: u64) -> Option<Self> {
        if blocks == 0 || top == 0 {
            return None;
        }
        let (n, top) = (float(blocks), float(top));
        let score = float_wide(sum) / (n * top);
        // n² times the variance of the half-points: exact, so 0 means that all blocks ended alike.
        let spread = i128::from(blocks) * squares - sum * sum;
        let score_se = float_wide(spread).sqrt() / (n * top * n.sqrt());
        let (low, high, los) =
            if spread == 0 { all_alike(score, n) } else { by_normal(score, score_se) };
        Some(Self {
            elo: finite_elo(score),
            low: finite_elo(low),
            high: finite_elo(high),
            los: Some(los),
            score,
            score_se,
            blocks,
        })
    }

    /// The same without a word on how sure it is: how many blocks there are, or which, depended on how
    /// they went.
    #[must_use]
    pub fn without_sureness(self) -> Self {
        Self { low: None, high: None, los: None, ..self }
    }
}

/// The ends of the interval of the score and the likelihood of superiority when the mean is close
/// to normal.
fn by_normal(score: f64, se: f64) -> (f64, f64, f64) {
    (score - Z95 * se, score + Z95 * se, Normal::standard().cdf((score - 0.5) / se))
}

/// The same when all `n` blocks ended alike and the variance says nothing.
///
/// Results that did not show up in `n` blocks may have a probability of up to `1 - 0.025^(1/n)`, and
/// at worst they are total losses or total wins. A player that is no stronger than the others ends
/// a block with this score at most with probability `1 / (2 score)`; half the chance to do so `n`
/// times is left to doubt, which is the textbook's `1 - 2^-(n + 1)` when all blocks are won.
fn all_alike(score: f64, n: f64) -> (f64, f64, f64) {
    let seen = 0.025f64.powf(1.0 / n);
    let doubt = 0.5 * (0.5 / score.max(1.0 - score)).powf(n);
    let los = if score > 0.5 { 1.0 - doubt } else { doubt };
    (seen * score, seen * score + (1.0 - seen), los)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() <= within, "{value} instead of {expected}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        near(score_of(0.0), 0.5, 0.0);
        near(score_of(400.0), 10.0 / 11.0, 1e-15);
        near(elo_of(0.75), 190.848_501_887_864_98, 1e-9);
        for elo in [-1234.5, -20.0, 0.0, 3.25, 700.0] {
            near(elo_of(score_of(elo)), elo, 1e-9);
        }
        assert!(elo_of(1.0).is_infinite() && elo_of(1.0) > 0.0);
        assert!(elo_of(0.0).is_infinite() && elo_of(0.0) < 0.0);
    }

    /// Elo, half the width of its interval, and the likelihood of superiority in percent, as the
    /// tests of the match program fastchess give them for game pairs and for single games.
    #[test]
    fn published_match_statistics() {
        let cases: [(&[u64], f64, f64, f64); 4] = [
            (&[34, 54, 31 + 32, 64, 75], 55.58, 27.65, 100.00),
            (&[332, 433, 457 + 41, 333, 334], -8.64, 10.33, 5.05),
            (&[7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
            (&[96, 111, 136], 40.70, 30.43, 99.60),
        ];
        for (counts, elo, error, los) in cases {
            let estimate = Estimate::of(counts).unwrap();
            near(estimate.elo.unwrap(), elo, 0.005);
            near((estimate.high.unwrap() - estimate.low.unwrap()) / 2.0, error, 0.005);
            near(100.0 * estimate.los.unwrap(), los, 0.005);
        }
    }

    #[test]
    fn nothing_is_said_about_nothing() {
        assert_eq!(Estimate::of(&[]), None);
        assert_eq!(Estimate::of(&[7]), None);
        assert_eq!(Estimate::of(&[0, 0, 0]), None);
    }

    /// The binomial bound: `p^n = 0.025`.
    #[test]
    fn blocks_that_are_all_won() {
        let estimate = Estimate::of(&[0, 0, 0, 0, 10]).unwrap();
        assert_eq!((estimate.elo, estimate.high), (None, None));
        near(score_of(estimate.low.unwrap()).powi(10), 0.025, 1e-12);
        near(estimate.los.unwrap(), 1.0 - 1.0 / 2048.0, 1e-15);
        let lost = Estimate::of(&[10, 0, 0, 0, 0]).unwrap();
        assert_eq!((lost.elo, lost.low), (None, None));
        near(lost.high.unwrap(), -estimate.low.unwrap(), 1e-9);
        near(lost.los.unwrap(), 1.0 / 2048.0, 1e-15);
    }

    #[test]
    fn one_block_says_little() {
        let estimate = Estimate::of(&[0, 0, 1, 0, 0]).unwrap();
        near(estimate.elo.unwrap(), 0.0, 1e-9);
        near(estimate.los.unwrap(), 0.5, 0.0);
        assert!(estimate.high.unwrap() > 600.0 && estimate.low.unwrap() < -600.0);
        let many = Estimate::of(&[0, 0, 1000, 0, 0]).unwrap();
        assert!(many.high.unwrap() < 2.0 && many.high.unwrap() > 0.5);
    }

    #[test]
    fn an_interval_that_leaves_the_scale_has_no_end() {
        let estimate = Estimate::of(&[0, 0, 0, 1, 2]).unwrap();
        assert_eq!(estimate.high, None);
        assert!(estimate.low.unwrap() > 0.0);
    }

    #[test]
    fn the_mirror_image_has_the_opposite_sign() {
        let counts = [3, 0, 7, 1, 9, 0, 4];
        let mut mirrored = counts;
        mirrored.reverse();
        let (one, other) = (Estimate::of(&counts).unwrap(), Estimate::of(&mirrored).unwrap());
        near(one.elo.unwrap(), -other.elo.unwrap(), 1e-9);
        near(one.low.unwrap(), -other.high.unwrap(), 1e-9);
        near(one.los.unwrap(), 1.0 - other.los.unwrap(), 1e-12);
        near(one.score_se, other.score_se, 0.0);
    }
}
