//! Why something was not done.

use parlor_engine::AnyRefusal;
use thiserror::Error;

use crate::record::{MAX_ACT, MAX_ACTS};
use crate::replay::Refused;
use crate::shelf::NoTable;

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
