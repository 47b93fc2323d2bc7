//! Chance: explicit, late, and with odds that anyone can add up.

use std::fmt;
use std::ptr;
use std::str::FromStr;

use rand_core::Rng;
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::never::Never;
use crate::sample::below;
use crate::seat::Seat;

/// What a chance act is drawn for: `deck`, `dice/2`.
///
/// Each purpose has its own stream of fair randomness, so that the luck of one deck or one seat
/// does not shift when something else is drawn more often.
#[derive(Clone, Copy, Eq, Debug)]
pub struct Stream {
    purpose: &'static str,
    of: Option<Seat>,
}

impl Stream {
    /// A stream of the whole table.
    pub const fn shared(purpose: &'static str) -> Self {
        Self { purpose, of: None }
    }

    /// A stream of one seat.
    pub const fn of(purpose: &'static str, seat: Seat) -> Self {
        Self { purpose, of: Some(seat) }
    }
}

impl PartialEq for Stream {
    /// Asked for every card that is dealt. The same words are mostly in the same place too.
    fn eq(&self, other: &Self) -> bool {
        let is_same = || ptr::eq(self.purpose, other.purpose) || self.purpose == other.purpose;
        self.of == other.of && is_same()
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            None => f.write_str(self.purpose),
            Some(seat) => write!(f, "{}/{seat}", self.purpose),
        }
    }
}

impl Serialize for Stream {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The odds of a chance act that is due: whole-number weights, no floats, no generator.
///
/// Outcomes are drawn by *ticket*: of `total` tickets each outcome holds as many as its weight.
/// A draw with a single possible outcome is a chance act like any other.
pub trait Odds<C> {
    /// What is drawn from.
    fn stream(&self) -> Stream;

    /// The sum of all weights; at least 1.
    fn total(&self) -> u64;

    /// The weight of an outcome; 0 for what cannot come up.
    fn weight(&self, outcome: &C) -> u64;

    /// The outcome that holds this ticket; tickets from `total` on hold nothing.
    fn pick(&self, ticket: u64) -> Option<C>;

    /// Every possible outcome once.
    fn outcomes(&self) -> impl Iterator<Item = C>;

    /// Draws an outcome, for playouts. Recorded games draw their ticket from a dealer instead.
    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<C> {
        match self.total() {
            0 => None,
            1 => self.pick(0),
            total => self.pick(below(rng, total)),
        }
    }
}

/// The outcome of chance in a game that has none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NoChance(Never);

impl fmt::Display for NoChance {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

/// A chance outcome in the notation of a game without chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("nothing in this game is left to chance")]
pub struct NothingToChance;

impl FromStr for NoChance {
    type Err = NothingToChance;

    fn from_str(_: &str) -> Result<Self, NothingToChance> {
        Err(NothingToChance)
    }
}

impl Odds<NoChance> for NoChance {
    fn stream(&self) -> Stream {
        match self.0 {}
    }

    fn total(&self) -> u64 {
        match self.0 {}
    }

    fn weight(&self, _: &NoChance) -> u64 {
        match self.0 {}
    }

    fn pick(&self, _: u64) -> Option<NoChance> {
        match self.0 {}
    }

    fn outcomes(&self) -> impl Iterator<Item = NoChance> {
        std::iter::empty()
    }
}
