//! People who are asked one after the other pay for their own time alone.

use super::*;

/// People at a sealed question, all asked at once, with these terms.
fn at_tender(terms: &str, hurries_people: bool) -> Room {
    let house = House { terms: terms.parse().unwrap(), hurries_people, ..House::default() };
    let people = (0..3).map(|_| Controller::Person).collect();
    Room::new::<Tender>(&json!({}), house, people)
}

impl Room {
    fn show(&mut self, seat: Seat, millis: u64) {
        self.now = ms(millis);
        self.referee.shown(seat, self.now);
    }

    fn bank(&self, seat: Seat) -> Option<Duration> {
        self.referee.sitting().bank(seat)
    }
}

#[test]
fn a_person_pays_from_when_the_question_is_shown() {
    let mut room = at_tender("60s+0s", false);
    room.show(ONE, 0);
    room.now = ms(50_000);
    room.answer(ONE, "bid 1");
    assert_eq!(room.bank(ONE), Some(ms(10_000)));
    room.show(TWO, 50_000);
    // To look again does not set the clock back.
    room.show(TWO, 70_000);
    room.now = ms(80_000);
    room.answer(TWO, "bid 2");
    assert_eq!(room.bank(TWO), Some(ms(30_000)), "thirty seconds were its own");
    // Who is not said to be shown anything has had the question from the beginning.
    room.answer(Seat::at(2), "bid 3");
    assert_eq!(room.bank(Seat::at(2)), Some(ms(0)));
    // The next question is another one, and is shown anew.
    room.now = ms(81_000);
    room.answer(TWO, "bid 0");
    assert_eq!(room.bank(TWO), Some(ms(29_000)));
}

#[test]
fn a_hurried_person_is_late_after_the_time_since_the_question_was_shown() {
    let mut room = at_tender("10s", true);
    room.show(TWO, 4_000);
    assert_eq!(room.referee.answer_time_left(TWO, ms(5_000)), Some(ms(9_000)));
    for seat in [ONE, Seat::at(2)] {
        room.answer(seat, "bid 0");
    }
    assert_eq!(room.referee.wake_at(), Some(ms(14_100)));
    room.tick_at(14_100);
    assert_eq!(room.verdicts(), []);
    room.tick_at(14_101);
    assert_eq!(room.verdicts(), [(TWO, Verdict::Timeout)]);
}
