//! Kinds of moves: how often each is offered and chosen, and how it goes with winning.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::ratio::Ratio;

/// The most kinds that are counted each for itself; the rest are put together.
pub const MAX_KINDS: usize = 1_000;

/// The kind of a move: its notation without the words that are numbers. `buy Framework` is one, `h` is
/// the one of all horizontal lines, and `guard names` that of all guards whomever they are for.
pub(crate) fn kind_of(notation: &str) -> String {
    let words: Vec<&str> = notation.split(' ').filter(|word| !is_number(word)).collect();
    if words.is_empty() { "(a number)".to_owned() } else { words.join(" ") }
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
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
    use super::*;

    #[test]
    fn a_kind_is_a_move_without_its_numbers() {
        for (notation, kind) in [
            ("h 0 12", "h"),
            ("buy Framework", "buy Framework"),
            ("guard 2 names 5", "guard names"),
            ("give cash 100", "give cash"),
            ("bid -5", "bid"),
            ("no-u", "no-u"),
            ("play 2nd", "play 2nd"),
            ("7", "(a number)"),
        ] {
            assert_eq!(kind_of(notation), kind);
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
