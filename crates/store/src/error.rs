//! What can go wrong: refusals, which a caller expects, and failures of the database.

use thiserror::Error;

/// Why a store did not do what it was asked.
///
/// Texts of the database are kept as text, because all writes of one transaction share its failure.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// The command does not fit what is stored. Nothing was changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Something in the command is larger than its limit, or has characters that cannot be stored. Nothing
    /// was changed.
    #[error("{what} cannot be stored: {why}")]
    Invalid {
        /// Which part of the command.
        what: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// The database cannot be used now. Nothing was changed; the command may be sent again.
    #[error("the database cannot be used now: {0}")]
    Unavailable(String),
    /// The database broke down while it wrote. The command may have been done or not: send it again with the
    /// same key, or claim the match again and look.
    #[error(
        "the database broke down while it wrote, and the command may have been done or not: {0}"
    )]
    Uncertain(String),
    /// What was read cannot be what was written.
    #[error("the database is damaged at {place}: {why}")]
    Corrupt {
        /// Table and column.
        place: &'static str,
        /// What is wrong there.
        why: String,
    },
    /// The database was written by a newer version of Parlor.
    #[error(
        "the database has version {found}, and this version of Parlor knows versions up to {known}: use the newer Parlor that wrote it"
    )]
    Newer {
        /// The version of the database.
        found: i64,
        /// The newest version that is known here.
        known: i64,
    },
    /// Another process uses the data folder.
    #[error(
        "another Parlor server uses the data folder '{folder}': stop it first, or choose another folder with --data"
    )]
    InUse {
        /// The folder.
        folder: String,
    },
    /// A file or a folder cannot be used.
    #[error("cannot use '{path}': {why}")]
    File {
        /// Which one.
        path: String,
        /// What the system says.
        why: String,
    },
    /// The database does not promise what the store promises.
    #[error("the database does not keep what it confirms: {0}")]
    NotDurable(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

/// Why a command was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The match belongs to a later owner now.
    #[error("the match has another owner since: its epoch is {epoch}")]
    StaleOwner {
        /// The epoch of the owner.
        epoch: u64,
    },
    /// The lines do not follow the last one.
    #[error("the next line of the match has number {expected}")]
    WrongNumber {
        /// The number of the next line.
        expected: u64,
    },
    /// The match is over.
    #[error("the match is over")]
    Ended,
    /// Somebody else has changed the table since it was read.
    #[error("the table was changed since: its version is {version}")]
    Conflict {
        /// The version of the table.
        version: u64,
    },
    /// There is no such thing.
    #[error("there is no such {0}")]
    Unknown(&'static str),
    /// There is one already.
    #[error("there is such a {0} already")]
    Exists(&'static str),
    /// No more of these.
    #[error("there are {limit} {what} already, and no more are allowed")]
    Full {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        limit: usize,
    },
}

impl StoreError {
    /// All codes, in the order of the variants.
    pub const CODES: &'static [&'static str] = &[
        "stale-owner",
        "wrong-number",
        "match-ended",
        "version-conflict",
        "unknown-item",
        "item-exists",
        "too-many-items",
        "invalid-item",
        "store-unavailable",
        "store-uncertain",
        "store-corrupt",
        "store-newer",
        "store-in-use",
        "store-file",
        "store-not-durable",
        "store-closed",
    ];

    /// A short name that never changes, whatever becomes of the sentence.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Refused(Refusal::StaleOwner { .. }) => "stale-owner",
            Self::Refused(Refusal::WrongNumber { .. }) => "wrong-number",
            Self::Refused(Refusal::Ended) => "match-ended",
            Self::Refused(Refusal::Conflict { .. }) => "version-conflict",
            Self::Refused(Refusal::Unknown(_)) => "unknown-item",
            Self::Refused(Refusal::Exists(_)) => "item-exists",
            Self::Refused(Refusal::Full { .. }) => "too-many-items",
            Self::Invalid { .. } => "invalid-item",
            Self::Unavailable(_) => "store-unavailable",
            Self::Uncertain(_) => "store-uncertain",
            Self::Corrupt { .. } => "store-corrupt",
            Self::Newer { .. } => "store-newer",
            Self::InUse { .. } => "store-in-use",
            Self::File { .. } => "store-file",
            Self::NotDurable(_) => "store-not-durable",
            Self::Closed => "store-closed",
        }
    }

    pub(crate) fn file(path: &std::path::Path, why: impl std::fmt::Display) -> Self {
        Self::File { path: path.display().to_string(), why: why.to_string() }
    }
}
