//! How a game ended.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::seat::{PerSeat, Seat};

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// What each seat has scored.
    pub scores: PerSeat<i64>,
    /// Each seat's place: 1 is best, equal seats share a place, and the places they fill together
    /// are skipped (1, 1, 3).
    pub places: PerSeat<u8>,
    /// Why the game ended, in words.
    pub reason: Cow<'static, str>,
}

impl Outcome {
    /// Places by score, the highest first; equal scores are a tie.
    pub fn by_score(scores: PerSeat<i64>, reason: impl Into<Cow<'static, str>>) -> Self {
        Self::ranked(scores, |_, score| *score, reason)
    }

    /// Places by a key, the highest first; equal keys are a tie. The scores stand as they are.
    pub fn ranked<K: Ord>(
        scores: PerSeat<i64>,
        key: impl Fn(Seat, &i64) -> K,
        reason: impl Into<Cow<'static, str>>,
    ) -> Self {
        let places = PerSeat::from_fn(scores.len(), |seat| {
            let own = key(seat, &scores[seat]);
            let better = scores.iter().filter(|(other, score)| key(*other, score) > own).count();
            better as u8 + 1
        });
        Self { scores, places, reason: reason.into() }
    }

    /// The seats in first place; more than one is a tie.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        self.places.iter().filter(|(_, place)| **place == 1).map(|(seat, _)| seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seats_share_a_place_and_the_next_is_skipped() {
        let scores = [3, 5, 5, 1];
        let outcome = Outcome::by_score(PerSeat::from_fn(4, |seat| scores[seat.index()]), "done");
        assert_eq!(outcome.places.as_slice(), [3, 1, 1, 4]);
        assert_eq!(outcome.winners().map(Seat::number).collect::<Vec<_>>(), [2, 3]);
    }
}
