//! Promises that a server breaks on purpose, to prove that its simulation would notice.

#![cfg_attr(not(feature = "faults"), allow(unreachable_pub, reason = "it is there for tests"))]

/// A promise that a server breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Somebody who comes with a token that is worth nothing is taken for a sign of life of the people who are gone: their
    /// grace period begins again before the token is checked.
    #[cfg(feature = "faults")]
    HearsStrangers,
    /// No worker is kept free for quick computer players.
    NoQuickLane,
    /// The rooms of its matches break a promise.
    #[cfg(feature = "faults")]
    Room(parlor_room::Fault),
}

/// The fault of a server. Without the feature there is none, and the compiler leaves out all that asks for one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    #[cfg(feature = "faults")]
    pub(crate) fault: Option<Fault>,
}

impl Faults {
    #[cfg(feature = "faults")]
    pub(crate) fn has(self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// The promise that rooms break.
    #[cfg(feature = "faults")]
    pub(crate) fn of_rooms(self) -> Option<parlor_room::Fault> {
        match self.fault {
            Some(Fault::Room(fault)) => Some(fault),
            _ => None,
        }
    }

    #[cfg(not(feature = "faults"))]
    #[allow(clippy::unused_self, reason = "as with the feature")]
    pub(crate) const fn has(self, _: Fault) -> bool {
        false
    }
}
