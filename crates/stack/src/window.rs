//! A sealed window: everybody who might answer is asked at once, and nobody sees who has.

use parlor_engine::{MAX_SEATS, Seat, Seats, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::priority::Order;

/// The answers to one event while it is being fired.
///
/// Asked are all who, by what everybody knows, could answer; each says what they answer with, or
/// nothing. When all are in, the first answer in priority order counts. The others are void: they
/// are never shown, and whoever gave them is asked again when the event is fired again. That equals
/// asking one after the other, and tells nothing about who holds what.
///
/// So a game drops the window as soon as it has [the first answer](Window::first), and opens a new
/// one when the event is fired again. A view gets [its own side](Window::seen_by) of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
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

    /// Somebody is asked no more (they have left), and what they answered is void.
    pub fn excuse(&mut self, seat: Seat) {
        self.asked = self.asked.without(seat);
        self.owing = self.owing.without(seat);
        self.answers[seat.index()] = None;
    }

    /// Opens the envelopes: the first answer in priority order, if anybody gave one. That is for when
    /// nobody [owes](Window::owing) one: earlier, it would tell who has answered.
    pub fn first(&self, order: &impl Order) -> Option<(Seat, &A)> {
        debug_assert!(self.owing.is_empty(), "opened while {} still owe an answer", self.owing);
        order.seats().find_map(|seat| Some((seat, self.answer(seat)?)))
    }

    /// The window as one viewer may know it: with their own answer, and as if nobody else had given
    /// one. It is what a view holds, and just what `imagine` has to put into a state.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Self
    where
        A: Clone,
    {
        let mut seen = Self::open(self.asked);
        if let Some(seat) = viewer.seat()
            && !self.owing.contains(seat)
        {
            seen.seal(seat, self.answer(seat).cloned());
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::priority::Round;

    const ANN: Seat = Seat::at(0);
    const BOB: Seat = Seat::at(1);
    const CID: Seat = Seat::at(2);

    fn seats(seats: &[Seat]) -> Seats {
        seats.iter().copied().collect()
    }

    fn from(seat: Seat) -> Round {
        Round { from: seat, upwards: true, seats: 3 }
    }

    /// Who answers first by the clock does not matter, and neither does the number of the seat.
    #[test]
    fn the_first_in_priority_order_counts() {
        let mut window = Window::open(Seats::first_n(3));
        assert!(window.seal(ANN, Some('a')));
        assert!(window.seal(CID, Some('c')));
        assert!(window.seal(BOB, None));
        assert_eq!(window.first(&from(ANN)), Some((ANN, &'a')));
        assert_eq!(window.first(&from(BOB)), Some((CID, &'c')));
        let led = from(ANN).led_by(Seats::one(CID));
        assert_eq!(window.first(&led), Some((CID, &'c')));
        // Whoever has no say in that order has none.
        let two = Round { from: BOB, upwards: true, seats: 2 };
        assert_eq!(window.first(&two), Some((ANN, &'a')));
    }

    #[test]
    fn nobody_may_answer_anything() {
        let mut window = Window::<char>::open(Seats::first_n(2));
        window.seal(ANN, None);
        window.seal(BOB, None);
        assert_eq!(window.first(&from(ANN)), None);
        assert_eq!(Window::<char>::default().first(&from(ANN)), None);
    }

    #[test]
    fn everybody_asked_owes_one_answer() {
        let mut window = Window::open(seats(&[ANN, CID]));
        assert_eq!((window.asked(), window.owing()), (seats(&[ANN, CID]), seats(&[ANN, CID])));
        assert!(window.seal(CID, None), "nothing is an answer");
        assert_eq!((window.asked(), window.owing()), (seats(&[ANN, CID]), seats(&[ANN])));
        assert!(!window.seal(CID, Some('c')), "an answer stands");
        assert!(!window.seal(BOB, Some('b')), "Bob was not asked");
        assert!(window.seal(ANN, Some('a')));
        assert_eq!(
            (window.answer(ANN), window.answer(BOB), window.answer(CID)),
            (Some(&'a'), None, None)
        );
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "opened while 2 still owe an answer")]
    fn it_is_not_opened_early() {
        let mut window = Window::open(seats(&[ANN, BOB]));
        window.seal(ANN, Some('a'));
        window.first(&from(ANN));
    }

    /// An answer that came too late in the order leaves no trace in the next window.
    #[test]
    fn void_answers_are_asked_for_again() {
        let asked = seats(&[ANN, BOB]);
        let mut window = Window::open(asked);
        window.seal(BOB, Some('b'));
        window.seal(ANN, Some('a'));
        assert_eq!(window.first(&from(ANN)), Some((ANN, &'a')));
        window = Window::open(asked);
        assert_eq!((window.owing(), window.answer(BOB)), (asked, None));
        window.seal(ANN, None);
        assert!(window.seal(BOB, None), "Bob may think otherwise now");
        assert_eq!(window.first(&from(ANN)), None);
    }

    #[test]
    fn whoever_is_excused_is_not_heard() {
        let mut window = Window::open(Seats::first_n(3));
        window.seal(ANN, Some('a'));
        window.seal(BOB, Some('b'));
        window.excuse(ANN);
        assert_eq!((window.asked(), window.owing()), (seats(&[BOB, CID]), seats(&[CID])));
        window.excuse(CID);
        assert!(window.owing().is_empty(), "nobody waits for Cid");
        assert!(!window.seal(CID, Some('c')));
        assert_eq!(window.first(&from(ANN)), Some((BOB, &'b')));
    }

    /// Two windows that differ only in what others did look the same.
    #[test]
    fn a_viewer_sees_their_own_answer_only() {
        let open = Window::open(Seats::first_n(3));
        let mut window = open;
        window.seal(ANN, Some('a'));
        window.seal(BOB, None);
        let mut anns = open;
        anns.seal(ANN, Some('a'));
        let mut bobs = open;
        bobs.seal(BOB, None);
        assert_eq!(window.seen_by(Viewer::Seat(ANN)), anns);
        assert_eq!(window.seen_by(Viewer::Seat(BOB)), bobs);
        assert_ne!(bobs, open, "Bob knows that he has answered");
        assert_eq!(window.seen_by(Viewer::Seat(CID)), open);
        assert_eq!(window.seen_by(Viewer::Spectator), open);
        // Looked at again it is the same: an imagined window is seen as the true one.
        assert_eq!(anns.seen_by(Viewer::Seat(ANN)), anns);
    }

    #[test]
    fn a_window_survives_being_written_down() {
        let mut window = Window::open(seats(&[ANN, CID]));
        window.seal(CID, Some('c'));
        let text = serde_json::to_string(&window).unwrap();
        assert_eq!(serde_json::from_str::<Window<char>>(&text).unwrap(), window);
        assert_ne!(text, serde_json::to_string(&Window::<char>::open(window.asked())).unwrap());
    }
}
