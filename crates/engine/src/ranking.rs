//! The result of a game, place by place: `1. Alice: 12 points (23 cards)`.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::hosted::{Hosted, Names};
use crate::outcome::Outcome;
use crate::seat::Seat;

/// One seat in the list of results.
///
/// In text it is a line of that list; in JSON it has the same as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Placed {
    /// Its place: 1 is best, and equal seats share a place.
    pub place: u8,
    /// The seat.
    pub seat: Seat,
    /// What it is called.
    pub name: String,
    /// What it has scored.
    pub score: i64,
    /// What else the game counts, each number by its name: `{"cards": 23}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, i64>,
    /// Score and counts in words: `12 points (23 cards)`.
    pub text: String,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}: {}", self.place, self.name, self.text)
    }
}

/// A number with what it counts, for people and for programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Its name as data: `cards`.
    pub name: &'static str,
    /// How many.
    pub number: i64,
    /// Both in words: `23 cards`.
    pub text: String,
}

impl Count {
    /// So many of something, by its word for one and for several: `box` and `boxes`.
    pub fn of(number: impl Into<i64>, one: &str, several: &'static str) -> Self {
        let number = number.into();
        let what = if number.abs() == 1 { one } else { several };
        Self { name: several, number, text: format!("{number} {what}") }
    }

    /// A number by its name, with words of its own: `£120 in cash`.
    pub fn new(name: &'static str, number: impl Into<i64>, text: impl Into<String>) -> Self {
        Self { name, number: number.into(), text: text.into() }
    }
}

/// All seats of a game that has ended, the winner first. Seats that share a place stand in seat order.
pub(crate) fn ranking<G: Hosted>(
    game: &G,
    state: &<G as Game>::State,
    outcome: &Outcome,
    names: &Names,
) -> Vec<Placed> {
    let placed = |(seat, place): (Seat, &u8)| {
        let score = game.score_counted(outcome.scores[seat]);
        let counts = game.counts(state, seat);
        let more: Vec<&str> = counts.iter().map(|count| &*count.text).collect();
        let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
        Placed {
            place: *place,
            seat,
            name: names.of(seat).to_owned(),
            score: score.number,
            text: score.text + &more,
            counts: counts.into_iter().map(|it| (it.name.to_owned(), it.number)).collect(),
        }
    };
    let mut all: Vec<Placed> = outcome.places.iter().map(placed).collect();
    all.sort_by_key(|placed| (placed.place, placed.seat));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_something_is_no_plural() {
        let text = |number: i64| Count::of(number, "box", "boxes").text;
        assert_eq!([1, 0, 2, -1].map(text), ["1 box", "0 boxes", "2 boxes", "-1 box"]);
    }

    /// These words are in the protocol: they do not change.
    #[test]
    fn a_place_is_a_line_and_data() {
        let placed = Placed {
            place: 1,
            seat: Seat::at(1),
            name: "Alice".to_owned(),
            score: 12,
            counts: [("cards".to_owned(), 23)].into(),
            text: "12 points (23 cards)".to_owned(),
        };
        assert_eq!(placed.to_string(), "1. Alice: 12 points (23 cards)");
        assert_eq!(
            serde_json::to_value(&placed).unwrap(),
            serde_json::json!({
                "place": 1, "seat": 2, "name": "Alice", "score": 12, "counts": {"cards": 23},
                "text": "12 points (23 cards)",
            })
        );
    }
}
