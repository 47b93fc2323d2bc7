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
///
/// A game that goes by something else than places at the table (fewest points first) implements it
/// for a type of its own.
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
        self.order.seats().filter(leads).chain(others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(from: usize, upwards: bool, seats: usize) -> Round {
        Round { from: Seat::at(from), upwards, seats }
    }

    fn numbers(order: &impl Order) -> Vec<usize> {
        order.seats().map(Seat::number).collect()
    }

    fn seats(numbers: &[usize]) -> Seats {
        numbers.iter().filter_map(|&number| Seat::from_number(number)).collect()
    }

    #[test]
    fn once_round_the_table() {
        assert_eq!(numbers(&round(2, true, 5)), [3, 4, 5, 1, 2]);
        assert_eq!(numbers(&round(2, false, 5)), [3, 2, 1, 5, 4]);
        assert_eq!(numbers(&round(0, false, 3)), [1, 3, 2]);
        assert_eq!(numbers(&round(7, true, 8)), [8, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers(&round(0, true, 1)), [1]);
    }

    /// A table larger than there can be is one of the largest.
    #[test]
    fn no_table_is_too_large() {
        assert_eq!(numbers(&round(6, true, 99)), [7, 8, 1, 2, 3, 4, 5, 6]);
        assert_eq!(numbers(&round(0, true, 0)), [1]);
    }

    #[test]
    fn leaders_go_first_in_the_same_order() {
        let led = round(2, true, 5).led_by(seats(&[1, 4]));
        assert_eq!(numbers(&led), [4, 1, 3, 5, 2]);
        let back = round(2, false, 5).led_by(seats(&[1, 4]));
        assert_eq!(numbers(&back), [1, 4, 3, 2, 5]);
        let nobody = round(2, true, 5).led_by(Seats::NONE);
        assert_eq!(numbers(&nobody), [3, 4, 5, 1, 2]);
        // Somebody who is not at the table leads nothing.
        assert_eq!(numbers(&round(0, true, 2).led_by(seats(&[8]))), [1, 2]);
    }

    #[test]
    fn leaders_of_leaders_come_before_them() {
        let led = round(0, true, 4).led_by(seats(&[2, 3])).led_by(seats(&[3, 4]));
        assert_eq!(numbers(&led), [3, 4, 2, 1]);
    }

    #[test]
    fn the_first_of_some() {
        let order = round(2, false, 5);
        assert_eq!(order.first(seats(&[4, 5])), Some(Seat::at(4)));
        assert_eq!(order.first(seats(&[1, 2, 3])), Some(Seat::at(2)));
        assert_eq!(order.first(seats(&[6])), None, "there is no such seat");
        assert_eq!(order.first(Seats::NONE), None);
        let led = order.led_by(seats(&[4]));
        assert_eq!(led.first(seats(&[4, 5])), Some(Seat::at(3)));
    }
}
