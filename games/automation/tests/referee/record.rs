//! A recorded game: what was agreed, what was done and said, and how it ended.

use std::fmt;

use parlor_automation::{Card, Deal, Move, Notice};
use parlor_engine::{Act, Outcome, Viewers, Witness};

use crate::book::Edition;

/// What was agreed before the first act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Table {
    pub(crate) set: Edition,
    /// The actions of the game; `None` when chance draws them, and where the set has only its own.
    pub(crate) kingdom: Option<Vec<Card>>,
    /// Turns a player; 0 is 10,000.
    pub(crate) turns: u16,
    /// 0 is the set's own number.
    pub(crate) frameworks: u8,
    pub(crate) seats: usize,
}

/// One line of a record: an act, or something that was said because of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly all of them are the large one")]
pub(crate) enum Entry {
    Act(Act<Move, Deal>),
    Said(Viewers, Notice),
}

/// A game as it was played.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) table: Table,
    pub(crate) entries: Vec<Entry>,
    pub(crate) outcome: Option<Outcome>,
}

impl Record {
    /// All acts, in notation.
    pub(crate) fn acts(&self) -> impl Iterator<Item = &Act<Move, Deal>> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Act(act) => Some(act),
            Entry::Said(..) => None,
        })
    }
}

/// Whatever the rules say is written down.
impl Witness<Notice> for Record {
    const AWAKE: bool = true;

    fn say(&mut self, to: Viewers, notice: impl FnOnce() -> Notice) {
        self.entries.push(Entry::Said(to, notice()));
    }
}

/// The table and the acts, so that whoever reads it can play it again.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.table)?;
        self.acts().try_for_each(|act| writeln!(f, "{act}"))
    }
}
