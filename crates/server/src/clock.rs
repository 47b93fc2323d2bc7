//! The time, from one place: a steady one for clocks of matches, and the calendar for what is stored.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parlor_store::Millis;
use tokio::time::Instant;

/// What time it is. It is read from the calendar once, when the server starts, and counted on from there by the steady
/// clock: nobody loses time at a table because the calendar of the machine was set.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    calendar: Millis,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::start_at(Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX)))
    }

    /// A clock that starts now, with this time on the calendar.
    pub fn start_at(calendar: Millis) -> Self {
        Self { start: Instant::now(), calendar }
    }

    /// The time since the start.
    pub fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// The calendar.
    pub fn today(&self) -> Millis {
        let since = i64::try_from(self.now().as_millis()).unwrap_or(i64::MAX);
        Millis(self.calendar.0.saturating_add(since))
    }

    /// A time since the start, for timers.
    pub(crate) fn instant(&self, at: Duration) -> Instant {
        self.start + at
    }
}
