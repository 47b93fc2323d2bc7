//! The menu of a seat as data: what people and pages choose from.

use serde::Serialize;

use crate::hosted::{Hosted, Names};
use crate::menu::{Entry, Menu};
use crate::phrase::{Part, Phrase};
use crate::seat::{Seat, Seats, Viewer};

/// The legal moves of a seat, each with its words and slots.
///
/// An [`AnyMenu`](crate::AnyMenu) lists the same entries in notation, which is all that most bots need and is quicker
/// to make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choices {
    /// How many moves there are in all.
    pub count: u64,
    /// The entries, up to the number asked for.
    pub entries: Vec<Choice>,
    /// Whether entries were left off.
    pub shortened: bool,
}

/// One entry of a menu: a move, or several that differ in an amount.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The move; of several the first.
    pub phrase: Phrase,
    /// The amounts to choose from, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amounts: Option<Amounts>,
    /// Whether it gives something up for good: people have to type it in full.
    pub grave: bool,
    /// What it comes to, in words, where the move does not say it: `look at Bob's card`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// Players whom it is about, beside those that the move names.
    #[serde(skip_serializing_if = "is_nobody")]
    pub concerns: Seats,
}

/// A range of amounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Amounts {
    /// Which part of the phrase the amount is, counting from 0.
    pub part: usize,
    /// The smallest.
    pub first: i64,
    /// The largest.
    pub last: i64,
    /// From one to the next.
    pub step: u64,
}

impl Amounts {
    /// Whether this is one of the amounts.
    pub const fn contains(&self, amount: i64) -> bool {
        self.first <= amount
            && amount <= self.last
            && amount.abs_diff(self.first).is_multiple_of(self.step)
    }
}

impl Choice {
    /// The move with this amount; `None` where there is no amount to choose, or not this one.
    pub fn with_amount(&self, amount: i64) -> Option<Phrase> {
        let amounts = self.amounts.filter(|amounts| amounts.contains(amount))?;
        let mut phrase = self.phrase.clone();
        *phrase.parts.get_mut(amounts.part)? = Part::Amount(amount);
        Some(phrase)
    }

    /// The last move of several; the only one of one.
    pub fn last(&self) -> Phrase {
        let last = self.amounts.and_then(|amounts| self.with_amount(amounts.last));
        last.unwrap_or_else(|| self.phrase.clone())
    }
}

/// Serde hands over a reference.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_nobody(seats: &Seats) -> bool {
    seats.is_empty()
}

/// What a seat can choose from in this state, with players called by these names.
pub(crate) fn choices<G: Hosted>(
    game: &G,
    state: &G::State,
    seat: Seat,
    names: &Names,
    most: usize,
) -> Choices {
    let (menu, turn) = (game.menu(state, seat), game.turn(state));
    let view = game.view(state, Viewer::Seat(seat));
    let meaning = |played: &G::Move| game.meaning(played, turn.question(seat)?, &view, names);
    let concerns = |played: &G::Move| {
        turn.question(seat).map_or(Seats::NONE, |question| game.concerns(played, question, &view))
    };
    let choice = |first: &G::Move, last: Option<(&G::Move, u64)>| {
        let phrase = game.phrase(first);
        let amounts = last.and_then(|(last, step)| amounts(&phrase, &game.phrase(last), step));
        let (grave, meaning) = (game.is_grave(first), meaning(first));
        Choice { phrase, amounts, grave, meaning, concerns: concerns(first) }
    };
    let entries = menu.each().take(most).map(|entry| match entry {
        Entry::One(only) => choice(&only, None),
        Entry::Range { first, last, step, .. } => choice(&first, Some((&last, step))),
    });
    let entries = entries.collect();
    Choices { count: menu.count(), entries, shortened: menu.entries() > most }
}

/// Where the first and the last move of a range differ, and by how much. The conformance kit checks
/// that it is an amount, and one only.
fn amounts(first: &Phrase, last: &Phrase, step: u64) -> Option<Amounts> {
    let mut pairs = first.parts.iter().zip(&last.parts).enumerate();
    pairs.find_map(|(part, pair)| match pair {
        (Part::Amount(first), Part::Amount(last)) if first < last => {
            Some(Amounts { part, first: *first, last: *last, step: step.max(1) })
        }
        _ => None,
    })
}

/// Which part of the moves of a range is the amount. A range of one move has no difference to look
/// at: there it is the last amount.
pub(crate) fn amount_part(first: &Phrase, last: &Phrase) -> Option<usize> {
    let is_amount = |part: &Part| matches!(part, Part::Amount(_));
    let differs = amounts(first, last, 1).map(|amounts| amounts.part);
    differs.or_else(|| first.parts.iter().rposition(is_amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_a_phrase_with_an_amount() {
        let [first, last] =
            [10, 50].map(|coins| Phrase::new().word("bid").amount(coins).word("gold"));
        let amounts = amounts(&first, &last, 5).unwrap();
        assert_eq!(amounts, Amounts { part: 1, first: 10, last: 50, step: 5 });
        assert_eq!(amount_part(&first, &last), Some(1));
        assert_eq!(amount_part(&first, &first), Some(1), "a range of one");
        let [roll, end] = ["roll", "end"].map(Phrase::of_words);
        assert_eq!(amount_part(&roll, &end), None);
        let bid = Choice {
            phrase: first,
            amounts: Some(amounts),
            grave: false,
            meaning: None,
            concerns: Seats::NONE,
        };
        assert_eq!(bid.with_amount(25).unwrap().to_string(), "bid 25 gold");
        assert_eq!(bid.last().to_string(), "bid 50 gold");
        for nothing in [5, 26, 55] {
            assert_eq!(bid.with_amount(nothing), None);
        }
    }
}
