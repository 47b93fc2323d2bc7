//! Why something was not done.

use parlor_engine::{AnyRefusal, NoTable, Seat};
use serde_json::{Value, json};
use thiserror::Error;

use crate::record::{MAX_ACT, MAX_ACTS};
use crate::refusal::{Coded, codes};
use crate::replay::Refused;

/// Why an act was not played.
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

impl Coded for NotPlayed {
    codes! {
        Self::ChanceIsDealt => "chance-is-dealt",
        Self::LongAct => "long-act",
        Self::Control(_) => "control-character",
        Self::TooLong => "too-long",
        Self::Over => "over",
        Self::NotYours { .. } => "not-your-seat",
        Self::Stale { .. } => "stale",
        Self::Answered { .. } => "answered",
        Self::TooLate { .. } => "too-late";
        passes on Self::Refused(why) => why
    }

    fn data(&self) -> Value {
        match self {
            Self::Refused(why) => why.data(),
            Self::ChanceIsDealt | Self::Over => Value::Null,
            Self::LongAct => json!({"most": MAX_ACT}),
            Self::Control(control) => json!(u32::from(*control)),
            Self::TooLong => json!({"most": MAX_ACTS}),
            Self::NotYours { seat } => json!(seat),
            Self::Stale { question, open } => json!({"question": question, "open": open}),
            Self::Answered { question } | Self::TooLate { question } => {
                json!({"question": question})
            }
        }
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

impl Coded for NoFork {
    codes! {
        Self::NoSuchAct { .. } => "fork-beyond-end";
        passes on Self::NoTable(why) => why, Self::Refused(why) => why
    }

    fn data(&self) -> Value {
        match self {
            Self::NoSuchAct { at, acts } => json!({"at": at, "acts": acts}),
            Self::NoTable(why) => why.data(),
            Self::Refused(why) => why.data(),
        }
    }
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
    #[error("entry {number} of the log, '{entry}', is not possible: {why}")]
    Entry {
        /// Its number, from 1.
        number: usize,
        /// What it says.
        entry: String,
        /// What is wrong with it.
        why: BadEntry,
    },
}

impl Coded for NoResume {
    codes! {
        Self::NotCommitted => "other-seed",
        Self::Entry { .. } => "bad-entry";
        passes on Self::NoTable(why) => why
    }

    fn data(&self) -> Value {
        match self {
            Self::NotCommitted => Value::Null,
            Self::Entry { number, entry, why } => {
                json!({"number": number, "entry": entry, "why": why})
            }
            Self::NoTable(why) => why.data(),
        }
    }
}

/// Why an entry of a log cannot follow those before it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadEntry {
    /// Its act is not played.
    #[error(transparent)]
    NotPlayed(#[from] NotPlayed),
    /// Time does not run backwards.
    #[error("it is earlier than the entry before it")]
    Early,
    /// Chance, where a seat is asked or the game is over.
    #[error("no chance is due")]
    NoChanceDue,
    /// The table is smaller than that.
    #[error("the table has no such seat")]
    NoSuchSeat,
    /// What is taken back is not there, or chance has fallen since.
    #[error("these acts cannot be taken back")]
    NotTakenBack,
    /// A pause in a pause, or a start of what runs.
    #[error("the clocks are already stopped, or already run")]
    SameClocks,
    /// The seed deals something else.
    #[error("the seed deals '{right}' here")]
    NotDealt {
        /// What the seed deals.
        right: String,
    },
}

impl Coded for BadEntry {
    codes! {
        Self::Early => "earlier-than-before",
        Self::NoChanceDue => "chance-not-due",
        Self::NoSuchSeat => "seat-not-there",
        Self::NotTakenBack => "not-taken-back",
        Self::SameClocks => "clocks-unchanged",
        Self::NotDealt { .. } => "other-chance";
        passes on Self::NotPlayed(why) => why
    }

    fn data(&self) -> Value {
        match self {
            Self::NotPlayed(why) => why.data(),
            Self::NotDealt { right } => json!({"dealt": right}),
            Self::Early
            | Self::NoChanceDue
            | Self::NoSuchSeat
            | Self::NotTakenBack
            | Self::SameClocks => Value::Null,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game's refusals and these come through the same door, so a game may not use their codes.
    #[test]
    fn no_game_may_use_the_codes_of_a_refused_act() {
        for code in NotPlayed::CODES {
            assert!(parlor_engine::COMMON_CODES.contains(code), "{code}");
        }
        let none = NotPlayed::Stale { question: 3, open: None };
        assert!(none.to_string().ends_with("not asked anything now"), "{none}");
    }
}
