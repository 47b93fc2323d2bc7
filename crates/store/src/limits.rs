//! The largest sizes. Whatever is larger is refused before it reaches the database.

/// The longest name of an account, in bytes: a name at a table is much shorter, and one letter takes up to
/// four bytes.
pub const MAX_NAME: usize = 400;

/// The longest label of a token, in bytes.
pub const MAX_LABEL: usize = 200;

/// The most scopes of a token.
pub const MAX_SCOPES: usize = 16;

/// The longest scope, in bytes: `tables:play` and the like.
pub const MAX_SCOPE: usize = 40;

/// The most tokens an account can have at a time. Those that are revoked or have expired are deleted when it
/// gets a new one.
pub const MAX_TOKENS: usize = 50;

/// The most bots of an account.
pub const MAX_BOTS: usize = 20;

/// The longest id of a game, in bytes.
pub const MAX_GAME: usize = 64;

/// The longest document of a table, in bytes: options may hold a whole deck or board, as in a record.
pub const MAX_DOCUMENT: usize = 1 << 20;

/// The longest summary of a table, in bytes: lists send some dozens of them at once.
pub const MAX_SUMMARY: usize = 4 << 10;

/// The most accounts that a table belongs to: everybody who has a seat or had one.
pub const MAX_MEMBERS: usize = 64;

/// The longest header of a match, in bytes: the options, which are one line at most, and some short lines.
pub const MAX_HEADER: usize = MAX_LINE + (64 << 10);

/// The longest line of a log, in bytes, as `parlor_match::MAX_LINE` has it.
pub const MAX_LINE: usize = 1 << 20;

/// The most lines in one append. A move and its chance outcomes are a few lines; a match that goes on from
/// another one begins with all acts of that one.
pub const MAX_LINES: usize = 10_000;

/// The most bytes in the lines of one append, so that one append does not delay all others for long.
pub const MAX_APPEND: usize = 8 << 20;

/// The longest name of an owner, in bytes: a machine and a process.
pub const MAX_OWNER: usize = 100;

/// The longest idempotency key, in bytes: what a client has made up, after the id of the table it is for.
pub const MAX_KEY: usize = 128;

/// The longest stored reply to a command, in bytes.
pub const MAX_REPLY: usize = 64 << 10;

/// The most tables in one answer to a list.
pub const MAX_LIST: usize = 100;

/// The most lines of a log in one read. A whole log is read in several.
pub const MAX_LOG_READ: usize = 5_000;

/// The most running matches in one answer.
pub const MAX_RUNNING: usize = 1_000;

/// How many of the last commands of a match come with its claim.
pub const MAX_RECENT: usize = 200;

/// The most stored replies that one purge deletes, so that it does not delay moves.
pub const MAX_PURGE: usize = 1_000;

/// How many writes wait for a writer. Later writes wait in their callers.
pub const QUEUE: usize = 4_096;

/// The most writes in one transaction. Their answers wait for the same sync, so more of them would make the
/// first one slow and the rest hardly faster.
pub const MAX_BATCH: usize = 512;

/// Connections that read.
pub(crate) const READERS: u32 = 4;

/// Connections to PostgreSQL that write, each with a queue of its own. While one waits for its sync the
/// others fill their transactions.
pub(crate) const POSTGRES_WRITERS: usize = 4;
