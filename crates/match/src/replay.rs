//! Stepping through a record.

use parlor_engine::{AnyAct, AnyNotice, AnyRefusal, AnyTable};
use thiserror::Error;

use crate::record::Record;
use crate::shelf::{NoTable, Shelf};

/// A record that is being played again on a fresh table.
pub struct Replay<'a> {
    record: &'a Record,
    table: Box<dyn AnyTable>,
    number: usize,
}

impl<'a> Replay<'a> {
    /// Before the first act.
    pub fn new(record: &'a Record, shelf: &dyn Shelf) -> Result<Self, NoTable> {
        Ok(Self { record, table: record.header.open(shelf)?, number: 0 })
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
        self.record.acts.get(self.number)
    }

    /// Plays the next act and returns it with what there is to tell; `None` at the end.
    pub fn step(&mut self) -> Option<Result<(&'a AnyAct, Vec<AnyNotice>), Refused>> {
        let act = self.coming()?;
        let line = self.record.line_of_act(self.number + 1);
        Some(match self.table.apply(act) {
            Ok(notices) => {
                self.number += 1;
                Ok((act, notices))
            }
            Err(why) => Err(Refused { line, act: act.to_string(), why }),
        })
    }

    /// The table as it stands, to play on.
    pub fn into_table(self) -> Box<dyn AnyTable> {
        self.table
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
