//! Whose turn it is.

use crate::seat::{Seat, Seats};

/// What a state waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn<Q> {
    /// These seats owe an answer to this question.
    ///
    /// If several seats are asked at once, their answers are *sealed*. `seats` gets smaller with each
    /// answer. Only the driver may see that: no view tells which seats have answered, and the result
    /// does not depend on the order of the answers. An answer never ends the question for the other
    /// seats. A seat that owes several answers (discard two, one at a time) stays in `seats`; its own
    /// view and menu show how many it has given.
    Ask {
        /// The seats that still owe an answer; never empty.
        seats: Seats,
        /// What is asked and why: its kind and its cause, both public.
        why: Q,
    },
    /// A die or a card is due: see [`Game::odds`](crate::Game::odds).
    Chance,
    /// Nobody is asked any more: see [`Game::outcome`](crate::Game::outcome).
    Over,
}

impl<Q> Turn<Q> {
    /// One seat is asked.
    pub const fn ask(seat: Seat, why: Q) -> Self {
        Self::Ask { seats: Seats::one(seat), why }
    }

    /// The seats that owe an answer.
    pub const fn asked(&self) -> Seats {
        match self {
            Self::Ask { seats, .. } => *seats,
            Self::Chance | Self::Over => Seats::NONE,
        }
    }

    /// The question put to this seat; `None` when it is not asked.
    pub const fn question(&self, seat: Seat) -> Option<&Q> {
        match self {
            Self::Ask { seats, why } if seats.contains(seat) => Some(why),
            _ => None,
        }
    }
}
