//! Time that the network used up, and that nobody is charged for.

use std::time::Duration;

/// How much a seat is forgiven at most for one answer.
const MOST: Duration = Duration::from_secs(1);
/// What is added to the quota with every answer.
const GAIN: Duration = Duration::from_millis(100);
/// The quota at the start, and the most it can become, in gains.
const START: u32 = 3;
const CAP: u32 = 7;

/// The quota of one seat: a client says how much time the network took, and nobody can check that. So what is
/// forgiven is never more than was claimed, and over many answers not more than a usual network takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lag {
    quota: Duration,
}

impl Default for Lag {
    fn default() -> Self {
        Self { quota: GAIN * START }
    }
}

impl Lag {
    /// How much is forgiven for an answer, of so much that was claimed.
    pub fn forgiven(&self, claimed: Duration) -> Duration {
        claimed.min(self.quota).min(MOST)
    }

    /// The answer was taken, and so much was forgiven for it.
    pub fn used(&mut self, forgiven: Duration) {
        self.quota = (self.quota.saturating_sub(forgiven) + GAIN).min(GAIN * CAP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn answer(lag: &mut Lag, claimed: u64) -> u64 {
        let forgiven = lag.forgiven(MS(claimed));
        lag.used(forgiven);
        forgiven.as_millis() as u64
    }

    #[test]
    fn never_more_is_forgiven_than_was_lost() {
        let mut lag = Lag::default();
        for claimed in [0, 20, 80, 100, 3] {
            assert_eq!(answer(&mut lag, claimed), claimed);
        }
    }

    #[test]
    fn a_client_that_claims_too_much_gets_the_usual() {
        let mut lag = Lag::default();
        let all: Vec<u64> = (0..5).map(|_| answer(&mut lag, 60_000)).collect();
        assert_eq!(all, [300, 100, 100, 100, 100]);
    }

    #[test]
    fn a_quiet_network_saves_some_for_later() {
        let mut lag = Lag::default();
        (0..20).for_each(|_| _ = answer(&mut lag, 0));
        assert_eq!(answer(&mut lag, 60_000), 700);
    }
}
