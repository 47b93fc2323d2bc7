//! The sequential test: after each block, is it decided which of two hypotheses holds?
//!
//! The generalized sequential probability ratio test on the distribution of block scores. Under each
//! hypothesis the mean score is known and the rest of the distribution is not; so each hypothesis
//! is given the distribution of that mean which explains the results best, and the two are compared.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::score_of;
use super::float;

/// What a result that never came up counts for, so that either mean can be had by some
/// distribution.
const NEVER_SEEN: f64 = 1e-3;
/// The furthest from 0 that a hypothesis may be; a score of 1 in 100,000 at the one end.
const MAX_ELO: f64 = 2000.0;

/// As many different results as the test tells apart without allocating; the largest table has 113.
pub const MAX_RESULTS: usize = 128;
/// How many sums run side by side.
const LANES: usize = 4;

/// Which hypothesis the test accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hypothesis {
    /// The difference is `elo0`.
    H0,
    /// The difference is `elo1`.
    H1,
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}

/// Why there is no such test.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BadSprt {
    /// Not four numbers.
    #[error("a sequential test is four numbers, as in '0,10,0.05,0.05': elo0, elo1, alpha, beta")]
    NotFour,
    /// One of the four is not a number.
    #[error("'{text}' for {name} is not a number")]
    NotANumber {
        /// Which of the four.
        name: &'static str,
        /// What stood there.
        text: String,
    },
    /// Not finite, or too far from 0.
    #[error("{name} is {value}, and must lie between -{MAX_ELO} and {MAX_ELO}")]
    Elo {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// What it is.
        value: f64,
    },
    /// The hypotheses are the same, or the wrong way round.
    #[error("elo0 is {elo0} and elo1 is {elo1}: elo0 must be the smaller one")]
    Order {
        /// The lower hypothesis.
        elo0: f64,
        /// The upper one.
        elo1: f64,
    },
    /// A share of errors that is none.
    #[error(
        "{name} is {value}, and must lie above 0 and below 0.5: it is a share of wrong verdicts"
    )]
    Share {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What it is.
        value: f64,
    },
}

/// A sequential test of `elo0` (H0) against `elo1` (H1).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    /// The mean scores that go with the two differences.
    scores: [f64; 2],
}

impl From<Sprt> for String {
    fn from(sprt: Sprt) -> Self {
        sprt.to_string()
    }
}

impl TryFrom<String> for Sprt {
    type Error = BadSprt;

    fn try_from(text: String) -> Result<Self, BadSprt> {
        text.parse()
    }
}

impl Sprt {
    /// A test that wrongly accepts H1 in a share `alpha` of all tournaments where H0 holds, and
    /// wrongly accepts H0 in a share `beta` of those where H1 holds.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, BadSprt> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(&value) {
                return Err(BadSprt::Elo { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(BadSprt::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(BadSprt::Share { name, value });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, scores: [score_of(elo0), score_of(elo1)] })
    }

    /// The difference in Elo under H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference in Elo under H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// How often H1 may be accepted although H0 holds.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// How often H0 may be accepted although H1 holds.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// At or below the first the test accepts H0, at or above the second H1 (Wald's bounds).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the test has decided at this log-likelihood ratio, if anything.
    pub fn verdict(&self, llr: f64) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }

    /// The generalized log-likelihood ratio of H1 against H0, from the number of blocks that ended
    /// with 0, 1, 2, … half-points; 0 where nothing was played.
    ///
    /// Exact, not the normal approximation, and a function of the counts alone: no root of an earlier
    /// call is carried over. Does not allocate for up to [`MAX_RESULTS`] different results.
    pub fn llr(&self, counts: &[u64]) -> f64 {
        self.llr_of_parts(counts, 1)
    }

    /// [`Self::llr`] where each count is in so many parts of a whole one.
    pub(crate) fn llr_of_parts(&self, counts: &[u64], whole: u64) -> f64 {
        if counts.len() < 2 || counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let room = counts.len().next_multiple_of(LANES);
        if room <= MAX_RESULTS {
            let (mut weights, mut places) = ([0.0; MAX_RESULTS], [0.0; MAX_RESULTS]);
            self.ratio(counts, whole, &mut weights[..room], &mut places[..room])
        } else {
            self.ratio(counts, whole, &mut vec![0.0; room], &mut vec![0.0; room])
        }
    }

    /// [`Self::llr`] with room for what each result weighs and which score it is.
    fn ratio(&self, counts: &[u64], whole: u64, weights: &mut [f64], places: &mut [f64]) -> f64 {
        let top = float(counts.len() as u64 - 1);
        // What is left over weighs nothing and lies where no pole can be.
        places.fill(0.5);
        let mut index = 0.0;
        for ((weight, place), &count) in weights.iter_mut().zip(&mut *places).zip(counts) {
            *weight = if count == 0 { NEVER_SEEN } else { float(count) / float(whole) };
            *place = index / top;
            index += 1.0;
        }
        let [s0, s1] = self.scores;
        let [x0, x1] = self.scores.map(|score| tilt(weights, places, score));
        // Each hypothesis gives a result the probability p / (1 + x (a - s)); p cancels.
        let results = weights.iter().zip(&*places).take(counts.len());
        results
            .map(|(weight, a)| weight * ((1.0 + x0 * (a - s0)) / (1.0 + x1 * (a - s1))).ln())
            .sum()
    }
}

/// The most likely distribution with mean `score` gives result `a`, seen `n` times, a probability in
/// proportion to `n / (1 + x (a - score))`; this finds `x`.
///
/// It is the one root of `f(x) = Σ n (a - score) / (1 + x (a - score))` between the poles that belong
/// to the worst and the best result. `f` falls all the way from +∞ to -∞. Newton's steps go by `f`
/// times the distances from both poles, which is tame even where the root lies close to one, and a
/// step that leaves what is known to hold the root is replaced by halving.
fn tilt(weights: &[f64], places: &[f64], score: f64) -> f64 {
    let (worst, best) = (-score, 1.0 - score);
    let (mut low, mut high) = (-1.0 / best, -1.0 / worst);
    // To first order, the mean distance from the score over the mean square.
    let (sum, squares) = sums(weights, places, score, 0.0);
    let mut x = sum / squares;
    if x <= low || x >= high {
        x = 0.5 * (low + high);
    }
    for _ in 0..100 {
        let (value, fall) = sums(weights, places, score, x);
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let (to_best, to_worst) = (1.0 + x * best, 1.0 + x * worst);
        let slope = value * (worst * to_best + best * to_worst) - fall * to_best * to_worst;
        let newton = x - value * to_best * to_worst / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        let moved = (next - x).abs();
        x = next;
        // The next step would be of the order of the square, and as the ratio has no slope at the
        // root, what it would change there of the order of its fourth power.
        if moved <= 1e-5 * (to_best / best).min(to_worst / -worst) {
            break;
        }
    }
    x
}

/// `f` and how steeply it falls, in a few sums side by side, because one division need not wait
/// for the one before.
#[inline]
fn sums(weights: &[f64], places: &[f64], score: f64, x: f64) -> (f64, f64) {
    let (mut values, mut falls) = ([0.0; LANES], [0.0; LANES]);
    for (weights, places) in weights.chunks_exact(LANES).zip(places.chunks_exact(LANES)) {
        for lane in 0..LANES {
            let a = places[lane] - score;
            let term = a / (1.0 + x * a);
            values[lane] += weights[lane] * term;
            falls[lane] += weights[lane] * term * term;
        }
    }
    (values.iter().sum(), falls.iter().sum())
}

impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Self, BadSprt> {
        let mut parts = text.split(',');
        let mut number = |name: &'static str| {
            let text = parts.next().ok_or(BadSprt::NotFour)?.trim();
            text.parse::<f64>().map_err(|_| BadSprt::NotANumber { name, text: text.to_owned() })
        };
        let (elo0, elo1) = (number("elo0")?, number("elo1")?);
        let (alpha, beta) = (number("alpha")?, number("beta")?);
        if parts.next().is_some() {
            return Err(BadSprt::NotFour);
        }
        Self::new(elo0, elo1, alpha, beta)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
    }

    #[track_caller]
    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() <= within, "{value} instead of {expected}");
    }

    /// Logistic Elo, in the tests of the match program fastchess: two pentanomial matches and two
    /// trinomial ones.
    #[test]
    fn published_ratios() {
        let cases: [(f64, f64, &[u64], f64); 4] = [
            (0.5, 2.5, &[223, 9863, 20279 + 1000, 10037, 246], -3.07),
            (0.0, 2.0, &[871, 26175, 55003 + 980, 26678, 821], -4.98),
            (0.5, 2.5, &[21184, 40708, 21404], -1.57),
            (0.0, 2.0, &[57030, 106_593, 57433], -2.59),
        ];
        for (elo0, elo1, counts, llr) in cases {
            near(sprt(elo0, elo1).llr(counts), llr, 0.005);
        }
    }

    /// To all digits, against the same equation solved by Brent's method in `SciPy`.
    #[test]
    fn ratios_of_another_solver() {
        let cases: [(&[u64], f64, f64); 4] = [
            (&[1, 20, 300, 900, 779], 56.649_133_220_884_62, 57.478_694_544_359_115),
            (&[10, 40, 100, 50, 12], 0.541_401_947_804_899_7, 0.954_887_259_128_106_1),
            (&[0, 0, 0, 0, 50], 1.418_463_905_382_974, 1.439_173_242_759_058_4),
            (
                &[3, 0, 7, 1, 9, 0, 4, 8, 0, 2, 0, 1, 5],
                -0.284_170_405_971_611_8,
                -0.240_929_635_383_966_17,
            ),
        ];
        for (counts, from_0_to_10, from_minus_5_to_5) in cases {
            near(sprt(0.0, 10.0).llr(counts), from_0_to_10, 1e-9);
            near(sprt(-5.0, 5.0).llr(counts), from_minus_5_to_5, 1e-9);
        }
    }

    /// With two results the mean is the whole distribution, and the ratio that of coin flips.
    #[test]
    fn two_results_are_a_coin() {
        let (lost, won) = (37u32, 52u32);
        let (s0, s1) = (score_of(-10.0), score_of(35.0));
        let coin =
            f64::from(won) * (s1 / s0).ln() + f64::from(lost) * ((1.0 - s1) / (1.0 - s0)).ln();
        near(sprt(-10.0, 35.0).llr(&[lost.into(), won.into()]), coin, 1e-10);
    }

    #[test]
    fn no_data_says_nothing() {
        for counts in [&[][..], &[5], &[0, 0, 0, 0, 0]] {
            assert_eq!(sprt(0.0, 10.0).llr(counts).to_bits(), 0f64.to_bits());
        }
    }

    #[test]
    fn the_mirror_image_has_the_opposite_sign() {
        let cases: [&[u64]; 4] =
            [&[3, 10, 40, 12, 1], &[0, 0, 0, 1, 0], &[9, 0, 0], &[1, 0, 0, 5, 5, 2, 0, 0, 4]];
        for counts in cases {
            let mut mirrored = counts.to_vec();
            mirrored.reverse();
            near(sprt(-3.0, 12.0).llr(counts), -sprt(-12.0, 3.0).llr(&mirrored), 1e-9);
        }
    }

    #[test]
    fn a_better_block_raises_the_ratio() {
        let counts = [4u64, 9, 30, 11, 2];
        let after: Vec<f64> = (0..counts.len())
            .map(|result| {
                let mut counts = counts;
                counts[result] += 1;
                sprt(0.0, 20.0).llr(&counts)
            })
            .collect();
        assert!(after.is_sorted_by(|worse, better| worse < better), "{after:?}");
    }

    /// Everything won, a billion times: the root lies as close to a pole as it can get.
    #[test]
    fn extreme_counts_stay_finite_and_sane() {
        for elo in [0.0, 1900.0] {
            let test = sprt(elo, elo + 20.0);
            let won = test.llr(&[0, 0, 0, 0, 1_000_000_000]);
            let expected = 1e9 * (test.scores[1] / test.scores[0]).ln();
            near(won / expected, 1.0, 1e-6);
            for results in [113, 129, 1001] {
                let mut drawn = vec![0; results];
                drawn[results / 2] = 1_000_000;
                assert!(test.llr(&drawn) < 0.0);
            }
        }
    }

    #[test]
    fn bounds_are_walds() {
        let test = Sprt::new(0.0, 10.0, 0.05, 0.1).unwrap();
        let (lower, upper) = test.bounds();
        near(lower, (0.1f64 / 0.95).ln(), 1e-15);
        near(upper, (0.9f64 / 0.05).ln(), 1e-15);
        assert_eq!(test.verdict(upper), Some(Hypothesis::H1));
        assert_eq!(test.verdict(lower), Some(Hypothesis::H0));
        assert_eq!(test.verdict(0.0), None);
    }

    #[test]
    fn text_comes_back() {
        let test: Sprt = " 0, 10 ,0.05,0.05".parse().unwrap();
        assert_eq!(test, sprt(0.0, 10.0));
        assert_eq!(test.to_string(), "0,10,0.05,0.05");
        assert_eq!(test.to_string().parse(), Ok(test));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let cases = [
            (
                "0,10,0.05",
                "a sequential test is four numbers, as in '0,10,0.05,0.05': elo0, elo1, alpha, beta",
            ),
            (
                "0,10,0.05,0.05,1",
                "a sequential test is four numbers, as in '0,10,0.05,0.05': elo0, elo1, alpha, beta",
            ),
            ("0,ten,0.05,0.05", "'ten' for elo1 is not a number"),
            ("10,0,0.05,0.05", "elo0 is 10 and elo1 is 0: elo0 must be the smaller one"),
            ("0,0,0.05,0.05", "elo0 is 0 and elo1 is 0: elo0 must be the smaller one"),
            ("0,inf,0.05,0.05", "elo1 is inf, and must lie between -2000 and 2000"),
            ("nan,5,0.05,0.05", "elo0 is NaN, and must lie between -2000 and 2000"),
            (
                "0,5,0,0.05",
                "alpha is 0, and must lie above 0 and below 0.5: it is a share of wrong verdicts",
            ),
            (
                "0,5,0.05,0.5",
                "beta is 0.5, and must lie above 0 and below 0.5: it is a share of wrong verdicts",
            ),
            (
                "0,5,0.05,nan",
                "beta is NaN, and must lie above 0 and below 0.5: it is a share of wrong verdicts",
            ),
        ];
        for (text, words) in cases {
            assert_eq!(text.parse::<Sprt>().unwrap_err().to_string(), words, "{text}");
        }
    }
}
