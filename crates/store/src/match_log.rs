//! Matches and their logs.

use crate::seal::SealedSeed;
use crate::{Done, Hash, Millis, TableChange, TableId};

/// One line of a log, as it stands in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text, without the end of the line.
    pub text: String,
    /// The hash of all lines up to this one.
    pub hash: Hash,
}

/// A match that begins. Its first owner has epoch 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beginning {
    /// What changes of the table. The match has its id.
    pub table: TableChange,
    /// The header of the record, as text.
    pub header: String,
    /// The seed, sealed.
    pub seed: SealedSeed,
    /// Who runs the match: a name for people who look into the database.
    pub owner: String,
    /// The hash of the header.
    pub hash: Hash,
    /// Lines that are there from the start, where a match goes on from another one.
    pub lines: Vec<Line>,
}

/// Lines that follow the log of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// Which match.
    pub id: TableId,
    /// The epoch that the sender was given when it claimed the match.
    pub epoch: u64,
    /// The number of the first line, from 1.
    pub first: u64,
    /// The lines. There may be none where a command ends the match or is only to be remembered.
    pub lines: Vec<Line>,
    /// The command they come from.
    pub done: Option<Done>,
    /// When the match ended, where it ends with these lines. Its table is over then, too.
    pub ends: Option<Millis>,
}

/// A match as it moves on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchHead {
    /// Which match.
    pub id: TableId,
    /// Counts the owners. Only the last one can append.
    pub epoch: u64,
    /// The last owner.
    pub owner: String,
    /// How many lines the log has.
    pub entries: u64,
    /// The hash of all of them.
    pub hash: Hash,
    /// When it began.
    pub begun: Millis,
    /// When it ended.
    pub ended: Option<Millis>,
}

/// A match with all that is needed to go on with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// How far it is. The epoch is the new owner's.
    pub head: MatchHead,
    /// The header of the record, as text.
    pub header: String,
    /// The seed, sealed.
    pub seed: SealedSeed,
    /// The whole log.
    pub lines: Vec<Line>,
    /// The last commands of the match, the newest first, as many as
    /// [`MAX_RECENT`](crate::limits::MAX_RECENT).
    pub recent: Vec<Done>,
}
