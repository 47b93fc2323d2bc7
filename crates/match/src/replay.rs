//! Stepping through a record.

use parlor_engine::{After, AnyAct, AnyNotice, AnyRefusal, AnyTable, NoTable, Shelf, Sights};
use serde_json::{Value, json};
use thiserror::Error;

use crate::log;
use crate::record::Record;
use crate::refusal::{Coded, codes};

/// A record that is being played again on a fresh table: the acts that stood at the end, without
/// those that were taken back.
pub struct Replay<'a> {
    record: &'a Record,
    /// The acts, each with its place in the log.
    acts: Vec<(usize, &'a AnyAct)>,
    table: Box<dyn AnyTable>,
    number: usize,
}

/// An act that was played again.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed<'a> {
    /// The act.
    pub act: &'a AnyAct,
    /// Its notices.
    pub notices: Vec<AnyNotice>,
    /// What each viewer saw of it.
    pub sights: Sights,
}

impl<'a> Replay<'a> {
    /// Before the first act.
    pub fn new(record: &'a Record, shelf: Shelf) -> Result<Self, NoTable> {
        let acts = log::standing(&record.log);
        Ok(Self { record, acts, table: record.header.open(shelf)?, number: 0 })
    }

    /// The table as it stands.
    pub fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    /// How many acts have been played.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The act that comes next.
    pub fn coming(&self) -> Option<&'a AnyAct> {
        self.acts.get(self.number).map(|(_, act)| *act)
    }

    /// The line of the act that comes next.
    pub fn line(&self) -> Option<usize> {
        self.acts.get(self.number).map(|(place, _)| self.record.line_of(*place))
    }

    /// Plays the next act and returns it with its notices; `None` at the end.
    pub fn step(&mut self) -> Option<Result<Replayed<'a>, Refused>> {
        let act = self.coming()?;
        Some(match self.table.after(act) {
            Ok(After { table, notices, sights }) => {
                self.table = table;
                self.number += 1;
                Ok(Replayed { act, notices, sights })
            }
            Err(why) => Err(self.refused(act, why)),
        })
    }

    /// Plays the next act without its notices; `false` at the end. It takes half the time of a
    /// [`step`](Self::step).
    pub fn skip(&mut self) -> Result<bool, Refused> {
        let Some(act) = self.coming() else { return Ok(false) };
        if let Err(why) = self.table.apply(act) {
            return Err(self.refused(act, why));
        }
        self.number += 1;
        Ok(true)
    }

    fn refused(&self, act: &AnyAct, why: AnyRefusal) -> Refused {
        Refused { line: self.line().unwrap_or_default(), act: act.to_string(), why }
    }
}

impl std::fmt::Debug for Replay<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay").field("number", &self.number).finish_non_exhaustive()
    }
}

/// A recorded act that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: '{act}' is not legal here: {why}")]
pub struct Refused {
    /// Where it stands in the record.
    pub line: usize,
    /// The act.
    pub act: String,
    /// What the game says to it.
    pub why: AnyRefusal,
}

impl Coded for Refused {
    codes! { Self { .. } => "illegal-act" }

    fn data(&self) -> Value {
        json!({"line": self.line, "act": self.act, "why": self.why})
    }
}
