//! Who comes first when several could answer.

use parlor_engine::{MAX_SEATS, Seat, Seats};

/// Once round the table from a seat, one way or the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Who comes first.
    pub from: Seat,
    /// Whether the numbers of the seats go up.
    pub upwards: bool,
    /// How many seats there are.
    pub seats: usize,
}

/// A policy: in which order players may answer, and in which events of several of them happen.
pub trait Order {
    /// All seats that can have a say, first things first.
    fn seats(&self) -> impl Iterator<Item = Seat>;

    /// The first of these.
    fn first(&self, among: Seats) -> Option<Seat> {
        self.seats().find(|seat| among.contains(*seat))
    }

    /// These first, in the same order, then the others.
    fn led_by(self, leaders: Seats) -> impl Order
    where
        Self: Sized,
    {
        Led { leaders, order: self }
    }
}

impl Order for Round {
    fn seats(&self) -> impl Iterator<Item = Seat> {
        let Self { from, upwards, seats } = *self;
        let seats = seats.clamp(1, MAX_SEATS);
        (0..seats).map(move |steps| {
            let steps = if upwards { steps } else { seats - steps };
            Seat::at((from.index() + steps) % seats)
        })
    }
}

struct Led<O> {
    leaders: Seats,
    order: O,
}

impl<O: Order> Order for Led<O> {
    fn seats(&self) -> impl Iterator<Item = Seat> {
        let leads = |seat: &Seat| self.leaders.contains(*seat);
        let others = self.order.seats().filter(move |seat| !leads(seat));
        self.order.seats().filter(move |seat| self.leaders.contains(*seat)).chain(others)
    }
}
