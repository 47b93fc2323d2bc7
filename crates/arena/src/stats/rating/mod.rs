//! Ratings that follow the tournament block by block.
//!
//! Each update looks at one ranking and the ratings before it, and forgets the rest: cheap, and good
//! to watch, but later results weigh no less than earlier ones and their order matters a little. The
//! verdict on who is stronger is that of [`Choices`](super::Choices), which looks at everything.

mod trueskill;
mod weng_lin;

pub use trueskill::{BadTrueSkill, TrueSkill};
pub use weng_lin::WengLin;

use schemars::JsonSchema;
use serde::Serialize;

/// What is believed of a player: a normal distribution of its skill.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Rating {
    /// The mean.
    pub mu: f64,
    /// The standard deviation.
    pub sigma: f64,
}

impl Rating {
    /// A skill that the player has almost surely: three standard deviations below the mean.
    pub fn conservative(&self) -> f64 {
        self.mu - 3.0 * self.sigma
    }
}

impl Default for Rating {
    /// What is believed of somebody who has not played: 25, give or take 25/3.
    fn default() -> Self {
        Self { mu: 25.0, sigma: 25.0 / 3.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Standing;

    pub(super) const NEW: (f64, f64) = (25.0, 25.0 / 3.0);

    /// Ratings before, places, ratings after.
    pub(super) type Case = (&'static [(f64, f64)], &'static [u32], &'static [(f64, f64)]);

    /// Players with these ratings, in these places.
    pub(super) fn seated(before: &[(f64, f64)], places: &[u32]) -> (Vec<Rating>, Vec<Standing>) {
        let ratings = before.iter().map(|&(mu, sigma)| Rating { mu, sigma });
        let ranking = places.iter().enumerate();
        let ranking = ranking.map(|(player, &place)| Standing { player, place });
        (ratings.collect(), ranking.collect())
    }

    #[track_caller]
    pub(super) fn near(rating: Rating, mu: f64, sigma: f64, within: f64) {
        let far = (rating.mu - mu).abs().max((rating.sigma - sigma).abs());
        assert!(far <= within, "{rating:?} instead of {mu} ± {sigma}");
    }

    #[test]
    fn nobody_starts_above_zero() {
        assert!(Rating::default().conservative().abs() < 1e-12);
    }
}
