//! How much an answer may cost, and the signal that it is not wanted any more.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How much an answer may cost. Plain data: the engine reads no clock, a player that cares does.
///
/// Where both a time and a number of iterations are given, the first that is used up ends the
/// search. Where neither is given, a searching player uses its own usual number of iterations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The time until the answer is late; `None` without a clock.
    pub time: Option<Duration>,
    /// Playouts (or nodes) to search. The same number gives the same answer on every machine.
    pub iterations: Option<u32>,
    /// Raised when the answer is wanted at once, or not at all: see [`Stop`].
    pub stop: Stop,
}

impl Budget {
    /// No limit of any kind.
    pub const UNLIMITED: Self = Self { time: None, iterations: None, stop: Stop::NEVER };

    /// A time and nothing else.
    pub const fn of_time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::UNLIMITED }
    }

    /// A number of iterations and nothing else.
    pub const fn of_iterations(iterations: u32) -> Self {
        Self { iterations: Some(iterations), ..Self::UNLIMITED }
    }

    /// The smaller of two budgets, field by field. Of two stops that can be raised the first counts.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let stop = if self.stop == Stop::NEVER { &other.stop } else { &self.stop };
        Self {
            time: least(self.time, other.time),
            iterations: least(self.iterations, other.iterations),
            stop: stop.clone(),
        }
    }

    /// Whether one more iteration is allowed after this many. The time is for the player to look at.
    pub fn allows(&self, done: u32) -> bool {
        self.iterations.is_none_or(|most| done < most) && !self.stop.is_raised()
    }
}

fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// A signal to a player that thinks on another thread: answer now.
///
/// It is raised once and stays raised. A player that searches looks at it before every iteration,
/// or every few milliseconds, and then returns the best move it has found; before the first
/// iteration any move on the menu will do. The answer must be legal all the same. The table may
/// still play it, or throw it away. A player that answers at once need not look.
///
/// Clones are the same signal. What raises it is the driver's business, since nothing in this crate is
/// shared between threads: an atomic flag, a channel that was closed. The default can never be raised and
/// allocates nothing.
///
/// ```
/// use parlor_engine::Stop;
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let flag = Arc::new(AtomicBool::new(false));
/// let looked_at = flag.clone();
/// let stop = Stop::when(move || looked_at.load(Ordering::Relaxed));
/// assert!(!stop.is_raised());
/// flag.store(true, Ordering::Relaxed);
/// assert!(stop.is_raised());
/// ```
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<Signal>>);

type Signal = dyn Fn() -> bool + Send + Sync;

impl Stop {
    /// The signal that is never raised.
    pub const NEVER: Self = Self(None);

    /// The signal that is raised when this says so.
    pub fn when(is_raised: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_raised)))
    }

    /// Whether the signal was raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.as_ref().is_some_and(|is_raised| is_raised())
    }
}

/// Two stops are equal when they are the same signal.
impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl Eq for Stop {}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (&self.0, self.is_raised()) {
            (None, _) => "Stop::NEVER",
            (Some(_), false) => "Stop(not raised)",
            (Some(_), true) => "Stop(raised)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_budget_counts() {
        let ms = Duration::from_millis;
        let clock = Budget::of_time(ms(500));
        let own = Budget { time: Some(ms(200)), iterations: Some(7), stop: Stop::when(|| false) };
        let both = clock.and(&own);
        assert_eq!((both.time, both.iterations), (Some(ms(200)), Some(7)));
        assert_eq!(both.stop, own.stop);
        assert_eq!(own.and(&clock), both);
        assert_eq!(Budget::UNLIMITED.and(&Budget::UNLIMITED), Budget::default());
        assert!(both.allows(6) && !both.allows(7));
    }

    #[test]
    fn a_stop_is_raised_for_all_clones() {
        // The signal is raised when the last holder lets go.
        let held = Arc::new(());
        let seen = held.clone();
        let stop = Stop::when(move || Arc::strong_count(&seen) == 1);
        let budget = Budget { stop: stop.clone(), ..Budget::UNLIMITED };
        assert!(budget.allows(u32::MAX));
        drop(held);
        assert!(stop.is_raised() && budget.stop.is_raised() && !budget.allows(0));
        assert_ne!(budget.stop, Stop::when(|| true));
        assert!(!Stop::NEVER.is_raised());
    }
}
