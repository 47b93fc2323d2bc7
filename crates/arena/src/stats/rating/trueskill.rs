//! The rating of Herbrich, Minka and Graepel, for players without teams.
//!
//! Each player's showing is its skill plus noise. Neighbours in the ranking are compared: the better
//! placed one showed more by at least a margin, tied ones showed the same within it. What that says
//! about the showings is passed along the chain of neighbours, as normal distributions, until
//! nothing moves any more.

use std::f64::consts::SQRT_2;

use arrayvec::ArrayVec;
use serde::Serialize;
use statrs::distribution::{Continuous, ContinuousCDF, Normal};
use thiserror::Error;

use super::Rating;
use crate::stats::standing::{BadRanking, MAX_TABLE, Standing, check};

/// Passing on ends when no message's mean has moved further.
const STILL: f64 = 1e-9;
/// More rounds than any chain of [`MAX_TABLE`] has been seen to need.
const MOST_ROUNDS: usize = 200;

/// The update of `TrueSkill`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TrueSkill {
    beta: f64,
    tau: f64,
    draw_probability: f64,
    #[serde(skip)]
    margin: f64,
}

/// Why there is no such rating.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum BadTrueSkill {
    /// Not a noise.
    #[error("beta is {0}, and must be a number above 0: it is how much showings vary")]
    Beta(f64),
    /// Not a drift.
    #[error("tau is {0}, and must be a number of at least 0: it is how much skills change")]
    Tau(f64),
    /// Not a probability strictly between 0 and 1.
    #[error("the draw probability is {0}, and must lie above 0 and below 1")]
    DrawProbability(f64),
}

impl Default for TrueSkill {
    /// As published: `beta` 25/6, `tau` 25/300, and one game in ten drawn.
    fn default() -> Self {
        Self::with(25.0 / 6.0, 25.0 / 300.0, 0.1)
    }
}

impl TrueSkill {
    /// A rating where showings vary by `beta`, skills change by `tau` between updates, and two
    /// equal players tie with this probability.
    pub fn new(beta: f64, tau: f64, draw_probability: f64) -> Result<Self, BadTrueSkill> {
        if !(beta > 0.0 && beta.is_finite()) {
            return Err(BadTrueSkill::Beta(beta));
        }
        if !(tau >= 0.0 && tau.is_finite()) {
            return Err(BadTrueSkill::Tau(tau));
        }
        if !(draw_probability > 0.0 && draw_probability < 1.0) {
            return Err(BadTrueSkill::DrawProbability(draw_probability));
        }
        Ok(Self::with(beta, tau, draw_probability))
    }

    fn with(beta: f64, tau: f64, draw_probability: f64) -> Self {
        let margin = Normal::standard().inverse_cdf(0.5 * (draw_probability + 1.0)) * SQRT_2 * beta;
        Self { beta, tau, draw_probability, margin }
    }

    /// Moves the ratings of those in the ranking. Does not allocate.
    ///
    /// Tied players are compared in the order in which they are given, which shows in the third
    /// digit of `sigma` when more than two tie.
    pub fn update(&self, ratings: &mut [Rating], ranking: &[Standing]) -> Result<(), BadRanking> {
        check(ranking, ratings.len())?;
        if let [one, other] = ranking {
            let (better, worse) =
                if one.place <= other.place { (one, other) } else { (other, one) };
            let tied = one.place == other.place;
            let after = self.compared([ratings[better.player], ratings[worse.player]], tied);
            [ratings[better.player], ratings[worse.player]] = after;
        } else {
            self.pass_on(ratings, ranking);
        }
        Ok(())
    }

    /// What the only comparison of two players says about them, the better placed one first: what is
    /// passed along a chain of two, worked out.
    fn compared(&self, before: [Rating; 2], tied: bool) -> [Rating; 2] {
        let variances = before.map(|rating| rating.sigma * rating.sigma + self.tau * self.tau);
        let spread = variances[0] + variances[1] + 2.0 * self.beta * self.beta;
        let root = spread.sqrt();
        let (mean, margin) = ((before[0].mu - before[1].mu) / root, self.margin / root);
        let (v, w) = cut(mean, margin, tied);
        let moved = |index: usize, v: f64| {
            let (mu, variance) = (before[index].mu, variances[index]);
            let left = 1.0 - variance / spread * w;
            Rating { mu: mu + variance / root * v, sigma: (variance * left).sqrt() }
        };
        [moved(0, v), moved(1, -v)]
    }

    /// The same for more of them: what each comparison says is passed along the chain.
    fn pass_on(&self, ratings: &mut [Rating], ranking: &[Standing]) {
        let mut order: ArrayVec<usize, MAX_TABLE> = (0..ranking.len()).collect();
        order.sort_unstable_by_key(|&index| (ranking[index].place, index));
        let skills: ArrayVec<Message, MAX_TABLE> = order
            .iter()
            .map(|&index| {
                let Rating { mu, sigma } = ratings[ranking[index].player];
                Message::normal(mu, sigma * sigma + self.tau * self.tau)
            })
            .collect();
        let mut chain = Chain {
            showings: skills.iter().map(|skill| skill.blurred(self.beta * self.beta)).collect(),
            from_above: [Message::NOTHING; MAX_TABLE],
            from_below: [Message::NOTHING; MAX_TABLE],
            tied: order
                .windows(2)
                .map(|pair| ranking[pair[0]].place == ranking[pair[1]].place)
                .collect(),
            margin: self.margin,
        };
        chain.settle();
        for (position, (&index, skill)) in order.iter().zip(&skills).enumerate() {
            let heard = chain.from_above[position].and(chain.from_below[position]);
            let rating = skill.and(heard.blurred(self.beta * self.beta));
            ratings[ranking[index].player] =
                Rating { mu: rating.mean(), sigma: rating.variance().sqrt() };
        }
    }
}

/// A normal distribution that may also say nothing: its precision, and that times its mean.
#[derive(Clone, Copy, Debug)]
struct Message {
    precision: f64,
    weighted: f64,
}

impl Message {
    const NOTHING: Self = Self { precision: 0.0, weighted: 0.0 };

    fn normal(mean: f64, variance: f64) -> Self {
        Self { precision: 1.0 / variance, weighted: mean / variance }
    }

    fn mean(self) -> f64 {
        self.weighted / self.precision
    }

    fn variance(self) -> f64 {
        1.0 / self.precision
    }

    /// Both at once.
    fn and(self, other: Self) -> Self {
        Self {
            precision: self.precision + other.precision,
            weighted: self.weighted + other.weighted,
        }
    }

    /// What is left without the other.
    fn without(self, other: Self) -> Self {
        Self {
            precision: self.precision - other.precision,
            weighted: self.weighted - other.weighted,
        }
    }

    /// The same with noise added.
    fn blurred(self, variance: f64) -> Self {
        let part = 1.0 / (1.0 + variance * self.precision);
        Self { precision: part * self.precision, weighted: part * self.weighted }
    }

    /// The same with the mean moved.
    fn moved(self, by: f64) -> Self {
        Self { weighted: self.weighted + by * self.precision, ..self }
    }

    fn mirrored(self) -> Self {
        Self { weighted: -self.weighted, ..self }
    }
}

/// Players in the order of their places, and what each comparison of neighbours says about them.
struct Chain {
    showings: ArrayVec<Message, MAX_TABLE>,
    /// What the comparison with the one placed before says about each.
    from_above: [Message; MAX_TABLE],
    /// What the comparison with the one placed after says about each.
    from_below: [Message; MAX_TABLE],
    /// Whether each ties with the next.
    tied: ArrayVec<bool, MAX_TABLE>,
    margin: f64,
}

impl Chain {
    /// Compares down the chain and up again until nothing moves.
    fn settle(&mut self) {
        let pairs = self.tied.len();
        for _ in 0..MOST_ROUNDS {
            let mut moved = 0f64;
            for pair in 0..pairs {
                moved = moved.max(self.compare(pair));
            }
            for pair in (0..pairs - 1).rev() {
                moved = moved.max(self.compare(pair));
            }
            if pairs == 1 || moved <= STILL {
                break;
            }
        }
    }

    /// Compares a player with the next one, and tells how far what is said about them has moved.
    fn compare(&mut self, pair: usize) -> f64 {
        let upper = self.showings[pair].and(self.from_above[pair]);
        let lower = self.showings[pair + 1].and(self.from_below[pair + 1]);
        let difference =
            Message::normal(upper.mean() - lower.mean(), upper.variance() + lower.variance());
        let said = self.cut(difference, self.tied[pair]).without(difference);
        let to_upper = said.blurred(lower.variance()).moved(lower.mean());
        let to_lower = said.mirrored().blurred(upper.variance()).moved(upper.mean());
        let moved = (upper.and(to_upper).mean() - upper.and(self.from_below[pair]).mean()).abs();
        self.from_below[pair] = to_upper;
        self.from_above[pair + 1] = to_lower;
        moved
    }

    /// The normal distribution with mean and variance of a difference that is known to lie above
    /// the margin, or within it for a tie.
    fn cut(&self, difference: Message, tied: bool) -> Message {
        let root = difference.precision.sqrt();
        let (mean, margin) = (difference.mean() * root, self.margin * root);
        let (v, w) = cut(mean, margin, tied);
        let left = 1.0 - w;
        Message {
            precision: difference.precision / left,
            weighted: (difference.weighted + root * v) / left,
        }
    }
}

/// By how much the mean of a normal with variance 1 moves (`v`) and its variance shrinks (`w`) when it
/// is known to lie above a margin, or within it for a tie.
fn cut(mean: f64, margin: f64, tied: bool) -> (f64, f64) {
    let (v, w) = if tied { within(mean, margin) } else { beyond(mean - margin) };
    (v, w.min(1.0 - 1e-12))
}

/// By how much the mean of a standard normal moves (`v`) and its variance shrinks (`w`) when it
/// is known to lie above `-x`.
fn beyond(x: f64) -> (f64, f64) {
    let v = if x > -30.0 {
        let normal = Normal::standard();
        normal.pdf(x) / normal.cdf(x)
    } else {
        // So far out both underflow; the first terms of the series of their ratio.
        let small = 1.0 / (x * x);
        -x / (1.0 - small * (1.0 - small * (3.0 - small * (15.0 - small * 105.0))))
    };
    (v, v * (v + x))
}

/// The same when a normal with mean `x` is known to lie within a margin around 0.
fn within(x: f64, margin: f64) -> (f64, f64) {
    let normal = Normal::standard();
    let far = x.abs();
    let (high, low) = (margin - far, -margin - far);
    let chance = normal.cdf(high) - normal.cdf(low);
    if chance < f64::MIN_POSITIVE {
        // So far out that it lies at the near end.
        return (high.copysign(-x), 1.0);
    }
    let (at_high, at_low) = (normal.pdf(high), normal.pdf(low));
    let v = (at_low - at_high) / chance;
    (v * 1f64.copysign(x), v * v + (high * at_high - low * at_low) / chance)
}

#[cfg(test)]
mod tests {
    use skillratings::MultiTeamOutcome;
    use skillratings::trueskill::{TrueSkillConfig, TrueSkillRating, trueskill_multi_team};

    use super::super::tests::{Case, NEW, near, seated};
    use super::*;

    fn updated(before: &[(f64, f64)], places: &[u32]) -> Vec<Rating> {
        let (mut ratings, ranking) = seated(before, places);
        TrueSkill::default().update(&mut ratings, &ranking).unwrap();
        ratings
    }

    /// Two players are compared at once, which is what a chain of two comes to.
    #[test]
    fn two_are_a_short_chain() {
        let trueskill = TrueSkill::default();
        for (mu, sigma) in [(25.0, 8.0), (31.0, 2.0), (-40.0, 0.3), (700.0, 0.05)] {
            for places in [[1, 2], [2, 1], [1, 1]] {
                let (mut at_once, ranking) = seated(&[(20.0, 3.0), (mu, sigma)], &places);
                let mut passed_on = at_once.clone();
                trueskill.update(&mut at_once, &ranking).unwrap();
                trueskill.pass_on(&mut passed_on, &ranking);
                for (one, other) in at_once.into_iter().zip(passed_on) {
                    near(one, other.mu, other.sigma, 1e-9);
                }
            }
        }
    }

    /// Eight new players in eight places: the example on Microsoft Research's page about `TrueSkill`.
    #[test]
    fn microsoft_researchs_example() {
        let published = [
            (36.771, 5.749),
            (32.242, 5.133),
            (29.074, 4.943),
            (26.322, 4.874),
            (23.678, 4.874),
            (20.926, 4.943),
            (17.758, 5.133),
            (13.229, 5.749),
        ];
        let after = updated(&[NEW; 8], &[1, 2, 3, 4, 5, 6, 7, 8]);
        for (rating, (mu, sigma)) in after.into_iter().zip(published) {
            near(rating, mu, sigma, 0.0006);
        }
    }

    /// What the tests of the Python package `trueskill` give, cut off after three digits.
    #[test]
    fn published_by_the_python_package() {
        let cases: [Case; 6] = [
            (&[NEW; 2], &[0, 1], &[(29.396, 7.171), (20.604, 7.171)]),
            (&[NEW; 2], &[0, 0], &[(25.000, 6.458), (25.000, 6.458)]),
            (&[NEW, (50.0, 12.5)], &[0, 0], &[(31.662, 7.137), (35.010, 7.910)]),
            (&[NEW; 3], &[2, 1, 0], &[(18.325, 6.656), (25.000, 6.208), (31.675, 6.656)]),
            (
                &[NEW; 8],
                &[0; 8],
                &[
                    (25.0, 4.592),
                    (25.0, 4.583),
                    (25.0, 4.576),
                    (25.0, 4.573),
                    (25.0, 4.573),
                    (25.0, 4.576),
                    (25.0, 4.583),
                    (25.0, 4.592),
                ],
            ),
            (
                &[
                    (10.0, 8.0),
                    (15.0, 7.0),
                    (20.0, 6.0),
                    (25.0, 5.0),
                    (30.0, 4.0),
                    (35.0, 3.0),
                    (40.0, 2.0),
                    (45.0, 1.0),
                ],
                &[0, 1, 2, 3, 4, 5, 6, 7],
                &[
                    (35.135, 4.506),
                    (32.585, 4.037),
                    (31.329, 3.756),
                    (30.984, 3.453),
                    (31.751, 3.064),
                    (34.051, 2.541),
                    (38.263, 1.849),
                    (44.118, 0.983),
                ],
            ),
        ];
        for (before, places, after) in cases {
            for (rating, &(mu, sigma)) in updated(before, places).into_iter().zip(after) {
                near(rating, mu, sigma, 0.001);
            }
        }
    }

    /// The same package with `SciPy`'s normal distribution, to more digits: mixed ratings, one tie.
    #[test]
    fn computed_by_the_python_package() {
        let before = [(30.0, 3.0), (20.0, 2.0), (25.0, 5.0), (27.0, 1.0)];
        let after = [
            (28.446_246_292, 2.609_225_061),
            (21.515_020_954, 1.878_034_636),
            (26.858_167_620, 3.594_245_656),
            (26.718_157_572, 0.989_463_429),
        ];
        for (rating, (mu, sigma)) in updated(&before, &[3, 1, 1, 4]).into_iter().zip(after) {
            near(rating, mu, sigma, 1e-6);
        }
    }

    /// A long series ends where the crate `skillratings` ends, up to its rounder normal distribution
    /// and earlier stop.
    #[test]
    fn skillratings_agrees() {
        let trueskill = TrueSkill::default();
        let config = TrueSkillConfig::new();
        let mut ours = [Rating::default(); 5];
        let mut theirs = [TrueSkillRating::new(); 5];
        for round in 0..100usize {
            let place = |player: usize| (player * (round % 7 + 1) + round * round) % 4;
            let ranking: Vec<Standing> = (0..5)
                .filter(|player| *player != round % 5)
                .map(|player| Standing { player, place: place(player) as u32 })
                .collect();
            trueskill.update(&mut ours, &ranking).unwrap();
            let before = theirs;
            let teams: Vec<(&[TrueSkillRating], MultiTeamOutcome)> = ranking
                .iter()
                .map(|standing| {
                    let place = MultiTeamOutcome::new(standing.place as usize);
                    (std::slice::from_ref(&before[standing.player]), place)
                })
                .collect();
            let after = trueskill_multi_team(&teams, &config, None).unwrap();
            for (standing, team) in ranking.iter().zip(after) {
                theirs[standing.player] = team[0];
            }
        }
        for (our, their) in ours.into_iter().zip(theirs) {
            near(our, their.rating, their.uncertainty, 2e-3);
        }
    }

    /// The moments of a cut normal distribution, by adding up thin slices.
    #[test]
    fn cuts_have_the_moments_of_a_cut_normal() {
        let moments = |mean: f64, from: f64, to: f64| {
            let (mut chance, mut first, mut second) = (0.0, 0.0, 0.0);
            for slice in 0..200_000 {
                let x = from + (to - from) * (f64::from(slice) + 0.5) / 200_000.0;
                let density = (-0.5 * (x - mean).powi(2)).exp();
                chance += density;
                first += density * x;
                second += density * x * x;
            }
            let average = first / chance;
            (average - mean, 1.0 - (second / chance - average * average))
        };
        let near = |(v, w): (f64, f64), (v2, w2): (f64, f64)| {
            assert!((v - v2).abs() < 1e-6 && (w - w2).abs() < 1e-6, "{v} {w} is not {v2} {w2}");
        };
        for mean in [-3.0, -0.4, 0.0, 0.7, 2.5] {
            near(beyond(mean - 0.5), moments(mean, 0.5, 12.0));
            near(within(mean, 0.5), moments(mean, -0.5, 0.5));
        }
    }

    /// Where densities underflow, both still go on smoothly.
    #[test]
    fn far_out_stays_finite() {
        let (before, after) = (beyond(-29.999_999), beyond(-30.000_001));
        assert!((before.0 - after.0).abs() < 1e-5 && (before.1 - after.1).abs() < 1e-5);
        let after = updated(&[(0.0, 0.1), (1000.0, 0.1)], &[1, 2]);
        assert!(after[0].mu > 0.0 && after[1].mu < 1000.0 && after[0].sigma > 0.0, "{after:?}");
        let tied = updated(&[(0.0, 0.1), (1000.0, 0.1)], &[1, 1]);
        assert!(tied[0].mu > 0.0 && tied[1].mu < 1000.0 && tied[0].sigma > 0.0, "{tied:?}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |beta, tau, draw| TrueSkill::new(beta, tau, draw).unwrap_err().to_string();
        assert_eq!(
            said(0.0, 0.0, 0.1),
            "beta is 0, and must be a number above 0: it is how much showings vary"
        );
        assert_eq!(
            said(1.0, -1.0, 0.1),
            "tau is -1, and must be a number of at least 0: it is how much skills change"
        );
        assert_eq!(
            said(1.0, 0.0, 1.0),
            "the draw probability is 1, and must lie above 0 and below 1"
        );
        assert_eq!(TrueSkill::new(25.0 / 6.0, 25.0 / 300.0, 0.1), Ok(TrueSkill::default()));
    }
}
