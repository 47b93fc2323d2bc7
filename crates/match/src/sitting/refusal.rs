//! Why something was not done.

use parlor_engine::{AnyRefusal, NoTable, Seat};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use thiserror::Error;

use crate::record::{MAX_ACT, MAX_ACTS};
use crate::replay::Refused;

/// Why an act was not played. In JSON it is the [`AnyRefusal`] that [`refusal`](Self::refusal) gives: a
/// code, what it is about, and a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotPlayed {
    /// By the rules.
    #[error(transparent)]
    Refused(#[from] AnyRefusal),
    /// Chance is not chosen at a dealt table.
    #[error("chance is dealt at this table, not chosen")]
    ChanceIsDealt,
    /// It would not fit on its line of the record.
    #[error("an act is one line of at most {MAX_ACT} bytes")]
    LongAct,
    /// It would not be one line of the record, or not one that can be read.
    #[error("the control character U+{:04X} does not belong in an act", u32::from(*.0))]
    Control(char),
    /// The game would not fit in a record.
    #[error("a game has at most {MAX_ACTS} acts")]
    TooLong,
    /// The match has ended, if not by its rules.
    #[error("the match is over")]
    Over,
    /// Somebody else decides for the seat now.
    #[error("somebody else decides for seat {seat} now")]
    NotYours {
        /// Which seat.
        seat: Seat,
    },
    /// It repeats an answer that was taken, and that still stands. A sender who is not sure whether an
    /// answer arrived may simply send it again.
    #[error("the answer to question {question} has been taken already")]
    Answered {
        /// The question that was answered.
        question: u64,
    },
    /// It answers a question that the seat does not owe an answer to: it was answered, it was
    /// withdrawn, or it never was put.
    #[error("question {question} is not open{}", open_instead(*.open))]
    Stale {
        /// The question that was answered.
        question: u64,
        /// The question that is open for this seat.
        open: Option<u64>,
    },
    /// The time for the answer is up. What that costs comes with the next tick of the clock.
    #[error("the time for the answer to question {question} is up")]
    TooLate {
        /// The question that was answered.
        question: u64,
    },
}

fn open_instead(open: Option<u64>) -> String {
    open.map_or_else(
        || ", and the seat is not asked anything now".to_owned(),
        |open| format!("; the seat is asked question {open} now"),
    )
}

impl NotPlayed {
    /// The same as every refusal of an act is told: a code that never changes, what it is about, and a
    /// sentence.
    pub fn refusal(&self) -> AnyRefusal {
        let (code, data) = match self {
            Self::Refused(refusal) => return refusal.clone(),
            Self::ChanceIsDealt => ("chance-is-dealt", Value::Null),
            Self::LongAct => ("long-act", json!({"most": MAX_ACT})),
            Self::Control(control) => ("control-character", json!(u32::from(*control))),
            Self::TooLong => ("too-long", json!({"most": MAX_ACTS})),
            Self::Over => ("over", Value::Null),
            Self::NotYours { seat } => ("not-your-seat", json!(seat)),
            Self::Stale { question, open } => {
                ("stale", json!({"question": question, "open": open}))
            }
            Self::Answered { question } => ("answered", json!({"question": question})),
            Self::TooLate { question } => ("too-late", json!({"question": question})),
        };
        AnyRefusal { code, data, sentence: self.to_string() }
    }
}

impl Serialize for NotPlayed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.refusal().serialize(serializer)
    }
}

/// Why a game could not be forked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoFork {
    /// The record is shorter.
    #[error("the record has {acts} acts, so it cannot be forked at act {at}")]
    NoSuchAct {
        /// Where it was to be forked.
        at: usize,
        /// How long it is.
        acts: usize,
    },
    /// No table.
    #[error(transparent)]
    NoTable(#[from] NoTable),
    /// An act of the record is not legal.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// Why a match could not go on from its log.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoResume {
    /// No table.
    #[error(transparent)]
    NoTable(#[from] NoTable),
    /// The seed is another one.
    #[error("the seed is not the one this match was begun with")]
    NotCommitted,
    /// An entry cannot follow those before it.
    #[error("entry {number} of the log, '{entry}', cannot be: {why}")]
    Entry {
        /// Its number, from 1.
        number: usize,
        /// What it says.
        entry: String,
        /// What is wrong with it.
        why: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_a_code_that_no_game_may_use() {
        let seat = Seat::at(1);
        let own = [
            NotPlayed::ChanceIsDealt,
            NotPlayed::LongAct,
            NotPlayed::Control('\u{7}'),
            NotPlayed::TooLong,
            NotPlayed::Over,
            NotPlayed::NotYours { seat },
            NotPlayed::Stale { question: 3, open: Some(4) },
            NotPlayed::TooLate { question: 3 },
            NotPlayed::Answered { question: 3 },
        ];
        for why in &own {
            let refusal = why.refusal();
            assert!(parlor_engine::COMMON_CODES.contains(&refusal.code), "{}", refusal.code);
            assert_eq!(refusal.sentence, why.to_string());
        }
        let stale = serde_json::to_value(&own[6]).unwrap();
        let sentence = "question 3 is not open; the seat is asked question 4 now";
        let data = json!({"question": 3, "open": 4});
        assert_eq!(stale, json!({"code": "stale", "data": data, "sentence": sentence}));
        let none = NotPlayed::Stale { question: 3, open: None };
        assert!(none.to_string().ends_with("not asked anything now"), "{none}");
    }
}
