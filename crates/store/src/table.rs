//! Tables: where people meet before, during and after a match.

use crate::{AccountId, Done, Millis, TableId};

/// A table as lists have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableHead {
    /// Which one.
    pub id: TableId,
    /// The account that made it.
    pub owner: AccountId,
    /// The game that is played there.
    pub game: String,
    /// How far it is.
    pub state: TableState,
    /// Counts the changes. A change names the version it was made from.
    pub version: u64,
    /// What a list shows of it, as JSON that the server writes.
    pub summary: String,
    /// Whether strangers find it in the list.
    pub listed: bool,
    /// When it was made.
    pub created: Millis,
    /// When it was last changed.
    pub updated: Millis,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// What lists show.
    pub head: TableHead,
    /// Options, seats and settings, as JSON that the server writes.
    pub document: String,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableState {
    /// People can sit down.
    Open,
    /// A match is played.
    Playing,
    /// The match has ended.
    Over,
    /// It was given up before a match began.
    Closed,
}

impl TableState {
    const ALL: [Self; 4] = [Self::Open, Self::Playing, Self::Over, Self::Closed];

    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Playing => "playing",
            Self::Over => "over",
            Self::Closed => "closed",
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// A table that is new. Its first version is 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// Which one.
    pub id: TableId,
    /// The account that makes it.
    pub owner: AccountId,
    /// The game that is played there.
    pub game: String,
    /// What is in it.
    pub content: TableContent,
    /// Now.
    pub at: Millis,
    /// The command that asked for it.
    pub done: Option<Done>,
}

/// What can change of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableContent {
    /// How far it is.
    pub state: TableState,
    /// What a list shows of it.
    pub summary: String,
    /// Options, seats and settings.
    pub document: String,
    /// Whether strangers find it in the list.
    pub listed: bool,
    /// The accounts that have it among their own tables.
    pub members: Vec<AccountId>,
}

/// A change of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableChange {
    /// Which one.
    pub id: TableId,
    /// The version the change was made from. The change is refused where the table has another one.
    pub version: u64,
    /// What is in it from now on.
    pub content: TableContent,
    /// Now.
    pub at: Millis,
    /// The command that asked for it.
    pub done: Option<Done>,
}

/// Which tables to list, the newest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableQuery {
    /// Whose tables.
    pub whose: Whose,
    /// Only those in this state.
    pub state: Option<TableState>,
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those made before this one: the last table of the page before.
    pub before: Option<TableId>,
    /// How many at the most, up to [`MAX_LIST`](crate::limits::MAX_LIST).
    pub limit: usize,
}

/// Whose tables a list has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Those that everybody may find.
    Listed,
    /// Those that this account is a member of.
    Of(AccountId),
}
