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

    #[test]
    fn nobody_starts_above_zero() {
        assert!(Rating::default().conservative().abs() < 1e-12);
    }
}
