//! A sealed window: everybody who might answer is asked at once, and nobody sees who has.

use parlor_engine::{MAX_SEATS, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::priority::Order;

/// The answers to one event while it is being fired.
///
/// Asked are all who, by what everybody knows, could answer; each says what they answer with, or
/// nothing. When all are in, the first answer in priority order counts. The others are void: they
/// are never shown, and whoever gave them is asked again when the event is fired again. That equals
/// asking one after the other, and tells nothing about who holds what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Window<A> {
    asked: Seats,
    owing: Seats,
    answers: [Option<A>; MAX_SEATS],
}

impl<A> Default for Window<A> {
    fn default() -> Self {
        Self::open(Seats::NONE)
    }
}

impl<A> Window<A> {
    /// Asks these seats.
    pub const fn open(asked: Seats) -> Self {
        Self { asked, owing: asked, answers: [const { None }; MAX_SEATS] }
    }

    /// Whom the question was put to: public.
    #[inline]
    pub const fn asked(&self) -> Seats {
        self.asked
    }

    /// Who still owes an answer: for whoever runs the table, not for those who sit at it.
    #[inline]
    pub const fn owing(&self) -> Seats {
        self.owing
    }

    /// Puts an answer into its envelope, or nothing. `false` when none is owed.
    pub fn seal(&mut self, seat: Seat, answer: Option<A>) -> bool {
        let owed = self.owing.contains(seat);
        if owed {
            self.owing = self.owing.without(seat);
            self.answers[seat.index()] = answer;
        }
        owed
    }

    /// What this seat has answered; nothing when it still owes one.
    pub const fn answer(&self, seat: Seat) -> Option<&A> {
        self.answers[seat.index()].as_ref()
    }

    /// Somebody is asked no more, and what they answered is void.
    pub fn excuse(&mut self, seat: Seat) {
        self.asked = self.asked.without(seat);
        self.owing = self.owing.without(seat);
        self.answers[seat.index()] = None;
    }

    /// Opens the envelopes: the first answer in priority order, if anybody gave one.
    pub fn first(&self, order: &impl Order) -> Option<(Seat, &A)> {
        order.seats().find_map(|seat| Some((seat, self.answer(seat)?)))
    }
}
