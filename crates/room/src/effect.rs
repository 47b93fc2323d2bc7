//! What a room asks its server to do.

use std::sync::Arc;

use parlor_match::{Seal, Thinking};
use thiserror::Error;

use parlor_protocol::room::Key;
use parlor_protocol::room::{Farewell, Frame};

/// An account, by the number that the server knows it by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Party(pub u128);

/// A stream to a client, by a number that the server gives it. No number is given twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line(pub u64);

/// A request that waits for its reply, by a number that the server gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(pub u64);

/// Something for the server to do. Effects are carried out in order.
pub enum Effect {
    /// Make this durable, and say so with [`Room::stored`](crate::Room::stored). There is one at a time.
    Store(Append),
    /// Answer a request.
    Reply(Ticket, Reply),
    /// Send a frame on a line.
    Tell(Line, Arc<Frame>),
    /// Send the last frame on a line, and close it.
    HangUp(Line, Farewell),
    /// Have a computer player think, on another thread, and hand what it decides to
    /// [`Room::decided`](crate::Room::decided).
    Think(Thinking),
    /// The match is over, and its end is durable. Nothing more changes.
    Over,
    /// What was to be stored could not be: the room is of no more use. The server reads the match from the store
    /// again, or leaves it to the server that owns it now.
    Broken(NotStored),
}

/// Entries to be written to the log of the match, all or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The number of the first of them, from 1.
    pub first: usize,
    /// Their lines, one for each entry.
    pub lines: Vec<LogLine>,
    /// The command that they are the effect of, to be remembered in the same transaction.
    pub command: Option<Remember>,
    /// Whether the match is over with them, by its rules or otherwise.
    pub is_last: bool,
}

/// An entry as it stands in a record: a database has a row for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// The line, without its end.
    pub text: String,
    /// The hash of everything up to this line.
    pub hash: Seal,
}

/// A command that has had its effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remember {
    /// Who sent it.
    pub party: Party,
    /// Its key.
    pub key: Key,
    /// What it was.
    pub fingerprint: [u8; 32],
}

/// What came of an [`Append`].
pub type Stored = Result<(), NotStored>;

/// Why entries are not in the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotStored {
    /// Another server owns the match now.
    #[error("another server has taken this match over")]
    StaleOwner,
    /// The store has other entries there, or knows the command already.
    #[error("the store has another log of this match")]
    Conflict,
    /// The store cannot be reached, or its disk is full.
    #[error("the store does not answer")]
    Unavailable,
}

/// The reply to a request: [`Frame::Done`] or [`Frame::Refused`].
#[derive(Clone, PartialEq, Debug)]
pub struct Reply(pub Frame);
