//! Why an act is not accepted.

use thiserror::Error;

use crate::seat::Seat;

/// A refused act, in words its sender understands. The state is as it was before.
///
/// What every game refuses alike stands here once, so that it reads alike everywhere; `R` is the
/// game's own list of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal<R> {
    /// Nothing changes a finished game.
    #[error("the game is over")]
    Over,
    /// The table is smaller than that.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(Seat),
    /// A move of a seat that was asked nothing.
    #[error("seat {0} is not asked to move now")]
    NotAsked(Seat),
    /// A chance act while a seat is to move.
    #[error("nothing is left to chance now: a seat is to move")]
    NoChanceDue,
    /// A chance act with an outcome of weight 0.
    #[error("that cannot come up now")]
    CannotComeUp,
    /// A clock act in a game, or at a moment, without a time limit.
    #[error("no time limit is running")]
    NoClock,
    /// A second leave of the same seat.
    #[error("seat {0} has left already")]
    Gone(Seat),
    /// The game's own rules forbid it.
    #[error("{0}")]
    Rules(R),
}

impl<R> Refusal<R> {
    /// The same refusal with the game's reason turned into something else.
    pub fn map<S>(self, words: impl FnOnce(R) -> S) -> Refusal<S> {
        match self {
            Self::Over => Refusal::Over,
            Self::NoSuchSeat(seat) => Refusal::NoSuchSeat(seat),
            Self::NotAsked(seat) => Refusal::NotAsked(seat),
            Self::NoChanceDue => Refusal::NoChanceDue,
            Self::CannotComeUp => Refusal::CannotComeUp,
            Self::NoClock => Refusal::NoClock,
            Self::Gone(seat) => Refusal::Gone(seat),
            Self::Rules(reason) => Refusal::Rules(words(reason)),
        }
    }
}
