//! Asking in turn: everybody who might answer is asked, one after the other, in sight of all.

use parlor_engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::priority::Order;

/// Who is asked about one event while it is being fired, one after the other.
///
/// Asked are all who, by what everybody knows, could answer. A seat that has nothing to answer with
/// is asked like any other and passes, so neither who is asked nor how many are tells who could have
/// answered. All of it is public: a seat that has passed did not answer, and that is all there is to
/// know of it.
///
/// The first answer ends it: a game drops it, puts the answer on the stack, and asks anew, from the
/// first, when the event is fired again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct InTurn {
    asked: Seats,
    passed: Seats,
    now: Option<Seat>,
}

impl InTurn {
    /// Asks these seats, the first of them in priority order now.
    pub fn ask(asked: Seats, order: &impl Order) -> Self {
        Self { asked, passed: Seats::NONE, now: order.first(asked) }
    }

    /// All who are asked, sooner or later, unless somebody answers before.
    #[inline]
    pub const fn asked(&self) -> Seats {
        self.asked
    }

    /// Those of them who did not answer.
    #[inline]
    pub const fn passed(&self) -> Seats {
        self.passed
    }

    /// Who is asked now; nobody when all have passed.
    #[inline]
    pub const fn now(&self) -> Option<Seat> {
        self.now
    }

    /// The seat that is asked does not answer, and the next is asked. `false` when it is not asked.
    pub fn pass(&mut self, seat: Seat, order: &impl Order) -> bool {
        let asked = self.now == Some(seat);
        if asked {
            self.passed = self.passed.with(seat);
            self.now = order.first(self.asked.less(self.passed));
        }
        asked
    }

    /// Somebody is asked no more (they have left).
    pub fn excuse(&mut self, seat: Seat, order: &impl Order) {
        self.asked = self.asked.without(seat);
        self.passed = self.passed.without(seat);
        self.now = order.first(self.asked.less(self.passed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::priority::Round;

    const ANN: Seat = Seat::at(0);
    const BOB: Seat = Seat::at(1);
    const CID: Seat = Seat::at(2);

    fn from(seat: Seat) -> Round {
        Round { from: seat, upwards: true, seats: 3 }
    }

    #[test]
    fn each_is_asked_once_in_priority_order() {
        let order = from(BOB).led_by(Seats::one(ANN));
        let mut asking = InTurn::ask(Seats::first_n(3), &order);
        for (seat, passed) in [(ANN, 0), (BOB, 1), (CID, 2)] {
            assert_eq!((asking.now(), asking.passed().len()), (Some(seat), passed));
            assert!(asking.pass(seat, &order));
            assert!(!asking.pass(seat, &order), "{seat} has passed");
        }
        assert_eq!((asking.now(), asking.passed()), (None, asking.asked()));
    }

    #[test]
    fn nobody_is_asked_out_of_turn() {
        let order = from(ANN);
        let mut asking = InTurn::ask(Seats::one(BOB).with(CID), &order);
        assert!(!asking.pass(CID, &order), "Bob comes first");
        assert!(!asking.pass(ANN, &order), "Ann is not asked at all");
        assert_eq!((asking.now(), asking.passed()), (Some(BOB), Seats::NONE));
        assert_eq!(InTurn::ask(Seats::NONE, &order), InTurn::default());
    }

    #[test]
    fn whoever_is_excused_is_passed_over() {
        let order = from(ANN);
        let mut asking = InTurn::ask(Seats::first_n(3), &order);
        asking.excuse(BOB, &order);
        assert_eq!(asking.now(), Some(ANN), "it is still her turn");
        asking.excuse(ANN, &order);
        assert_eq!((asking.now(), asking.asked()), (Some(CID), Seats::one(CID)));
        asking.excuse(CID, &order);
        assert_eq!(asking, InTurn::default());
    }
}
