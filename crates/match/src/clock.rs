//! The clock of a match, and the time that each occupant has left.
//!
//! Nothing here reads a clock: times come in with the entries of the log, so they are the same after
//! a restart.

use std::time::Duration;

use crate::referee::Terms;

/// Match time without the time in which all clocks stood still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Watch {
    /// Since when the clocks stand still, where they do.
    paused: Option<Duration>,
    /// For how long they stood still before.
    stood_still: Duration,
}

impl Watch {
    /// What the clocks show at this time of the match.
    pub(crate) fn at(&self, time: Duration) -> Duration {
        self.paused.unwrap_or(time).saturating_sub(self.stood_still)
    }

    /// When the clocks will show this; `None` while they stand still.
    pub(crate) fn when(&self, shown: Duration) -> Option<Duration> {
        self.paused.is_none().then(|| shown + self.stood_still)
    }

    pub(crate) const fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    pub(crate) fn pause(&mut self, time: Duration) {
        self.paused = Some(time);
    }

    pub(crate) fn resume(&mut self, time: Duration) {
        if let Some(since) = self.paused.take() {
            self.stood_still += time.saturating_sub(since);
        }
    }
}

/// The time of one occupant of a seat: what is left and what was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatClock {
    /// In the bank, where there is one.
    pub(crate) left: Option<Duration>,
    /// What was used in all.
    pub(crate) used: Duration,
    /// Over so many answers.
    pub(crate) answers: u64,
}

impl SeatClock {
    /// A clock that has not run.
    pub(crate) fn new(terms: &Terms) -> Self {
        let left = terms.bank.map(|bank| bank.first);
        Self { left, used: Duration::ZERO, answers: 0 }
    }

    /// How long the next answer may take.
    pub(crate) fn allowed(self, terms: &Terms) -> Option<Duration> {
        match (terms.per_move, self.left) {
            (Some(per_move), Some(left)) => Some(per_move.min(left)),
            (one, other) => one.or(other),
        }
    }

    /// Takes the time of an answer out of the bank, and adds the increment. What the margin let pass
    /// is not taken.
    pub(crate) fn charge(&mut self, terms: &Terms, used: Duration) {
        self.spend(used);
        self.answers += 1;
        if let (Some(left), Some(bank)) = (self.left, terms.bank) {
            self.left = Some(left + bank.increment);
        }
    }

    /// Counts time under a clock of the game's own, which takes nothing out of the bank.
    pub(crate) fn count(&mut self, used: Duration) {
        self.used += used;
    }

    /// Takes time out of the bank over which there was no answer.
    pub(crate) fn spend(&mut self, used: Duration) {
        self.count(used);
        self.left = self.left.map(|left| left.saturating_sub(used));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_bank_runs_dry_and_is_topped_up() {
        let terms: Terms = "1s+100ms/400ms".parse().unwrap();
        let mut clock = SeatClock::new(&terms);
        assert_eq!(clock.allowed(&terms), Some(MS(400)));
        clock.charge(&terms, MS(300));
        clock.charge(&terms, MS(700));
        assert_eq!((clock.left, clock.allowed(&terms)), (Some(MS(200)), Some(MS(200))));
        clock.charge(&terms, MS(9_000));
        assert_eq!(clock.left, Some(MS(100)));
    }

    #[test]
    fn without_limits_nobody_is_hurried() {
        let mut clock = SeatClock::new(&Terms::unlimited());
        clock.charge(&Terms::unlimited(), MS(9_000));
        assert_eq!(clock.allowed(&Terms::unlimited()), None);
    }

    #[test]
    fn while_it_stands_still_no_time_passes() {
        let mut watch = Watch::default();
        assert_eq!((watch.at(MS(5)), watch.when(MS(5))), (MS(5), Some(MS(5))));
        watch.pause(MS(10));
        assert_eq!((watch.at(MS(70)), watch.when(MS(50))), (MS(10), None));
        watch.resume(MS(100));
        assert_eq!((watch.at(MS(101)), watch.when(MS(11))), (MS(11), Some(MS(101))));
    }
}
