//! Kinds of moves: how often each is offered and chosen, and how it goes with winning.

use std::collections::BTreeMap;

use parlor_engine::{Part, Phrase, Text};
use serde::Serialize;

use crate::ratio::Ratio;

/// The most kinds that are counted each for itself; the rest are put together.
pub const MAX_KINDS: usize = 1_000;

/// The kind of a move: its words, cards and choices. Players, places, amounts and numbers are left out.
/// `buy framework` is a kind, `h` is the kind of all horizontal lines, and `guard names` the kind of all
/// guards, for any player.
pub(crate) fn kind_of(phrase: &Phrase) -> String {
    let parts = phrase.parts.iter().filter_map(|part| match part {
        Part::Word(_) | Part::Card(_) | Part::Choice(_) => Some(part.written()),
        Part::Seat(_) | Part::Place(_) | Part::Amount(_) | Part::Number(_) => None,
    });
    let parts: Vec<Text> = parts.collect();
    if parts.is_empty() { "(a number)".to_owned() } else { parts.join(" ") }
}

/// What is counted of one kind of move, as an answer to one kind of question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) question: String,
    pub(crate) answer: String,
    pub(crate) counts: KindCounts,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct KindCounts {
    /// Decisions in which at least one such move was legal.
    pub(crate) offered: u64,
    /// Decisions in which one was chosen.
    pub(crate) chosen: u64,
    /// Seats of games that chose one at least once: their share of the win, less the share of an average seat.
    pub(crate) choosers: Ratio,
}

/// The kinds that are not counted each for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Other {
    /// Decisions in which at least one such move was legal, for each of the kinds.
    pub offered: u64,
    /// Decisions in which one was chosen.
    pub chosen: u64,
}

/// All kinds, in the order in which they first came up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kinds {
    pub(crate) list: Vec<Kind>,
    pub(crate) other: Other,
    places: BTreeMap<(String, String), usize>,
}

impl Kinds {
    /// Where a kind is counted; `None` is among the others.
    pub(crate) fn place(&mut self, question: &str, kind: &str) -> Option<usize> {
        let key = (question.to_owned(), kind.to_owned());
        if let Some(place) = self.places.get(&key) {
            return Some(*place);
        }
        if self.list.len() >= MAX_KINDS {
            return None;
        }
        let (question, answer) = key.clone();
        self.list.push(Kind { question, answer, counts: KindCounts::default() });
        self.places.insert(key, self.list.len() - 1);
        Some(self.list.len() - 1)
    }

    /// Adds what was counted next.
    pub(crate) fn merge(&mut self, next: &Self) {
        for Kind { question, answer, counts } in &next.list {
            if let Some(place) = self.place(question, answer) {
                let sum = &mut self.list[place].counts;
                sum.offered += counts.offered;
                sum.chosen += counts.chosen;
                sum.choosers.merge(&counts.choosers);
            } else {
                self.other.offered += counts.offered;
                self.other.chosen += counts.chosen;
            }
        }
        self.other.offered += next.other.offered;
        self.other.chosen += next.other.chosen;
    }
}

#[cfg(test)]
mod tests {
    use parlor_engine::Seat;

    use super::*;

    #[test]
    fn a_kind_is_a_move_without_players_places_and_numbers() {
        let phrase = Phrase::new;
        let guard = phrase().card("guard", "Guard").seat(Seat::at(1)).word("names").number(5);
        for (phrase, kind) in [
            (phrase().word("h").number(0).number(12), "h"),
            (phrase().word("buy").card("framework", "Framework"), "buy framework"),
            (guard, "guard names"),
            (phrase().word("give").word("cash").amount(100), "give cash"),
            (phrase().word("build").place("17", "Bishop Drive"), "build"),
            (phrase().word("use").choice("pot-luck", "Pot Luck"), "use pot-luck"),
            // A card whose name is a number is a card.
            (phrase().word("play").card("7", "Seven"), "play 7"),
            (phrase().number(7), "(a number)"),
        ] {
            assert_eq!(kind_of(&phrase), kind);
        }
    }

    #[test]
    fn too_many_kinds_are_put_together() {
        let mut kinds = Kinds::default();
        for number in 0..MAX_KINDS {
            assert_eq!(kinds.place("q", &format!("k{number}")), Some(number));
        }
        assert_eq!((kinds.place("q", "more"), kinds.place("q", "k7")), (None, Some(7)));
        let mut more = Kinds::default();
        for kind in ["k7", "more", "most"] {
            let place = more.place("q", kind).unwrap();
            more.list[place].counts = KindCounts { offered: 3, chosen: 1, ..Default::default() };
        }
        kinds.merge(&more);
        assert_eq!(kinds.list.len(), MAX_KINDS);
        assert_eq!((kinds.list[7].counts.offered, kinds.list[7].counts.chosen), (3, 1));
        assert_eq!(kinds.other, Other { offered: 6, chosen: 2 });
    }
}
