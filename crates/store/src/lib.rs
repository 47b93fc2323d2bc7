//! Accounts, tables and match logs, durable: in SQLite, in PostgreSQL, or in memory for tests.
#![doc = ""]
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_markdown, reason = "SQLite and PostgreSQL are names, not code")]

mod account;
mod data_folder;
mod done;
mod entropy;
mod error;
mod hash;
mod id;
pub mod limits;
mod match_log;
mod memory;
#[cfg(feature = "private-cluster")]
mod private_cluster;
mod seal;
mod sql;
mod store;
mod table;
mod time;
mod token;
mod write;

pub use account::{Account, AccountKind};
pub use data_folder::{SEAL_KEY_FILE, SEAL_KEY_VARIABLE};
pub use done::{Done, Key, NotAKey, Outcome, Replied};
pub use error::{Refusal, StoreError};
pub use hash::Hash;
pub use id::{AccountId, NotAnId, TableId};
pub use match_log::{Append, Beginning, Claimed, Line, MatchHead};
pub use memory::{Fault, MemoryStore};
#[cfg(feature = "private-cluster")]
pub use private_cluster::PrivateCluster;
pub use seal::{KeyId, NotOpened, SealKey, SealedSeed};
pub use sql::{PostgresStore, SqlStore, SqliteSettings, SqliteStore};
pub use store::{Answer, Store};
pub use table::{
    NewTable, Table, TableChange, TableContent, TableHead, TableQuery, TableState, Whose,
};
pub use time::Millis;
pub use token::{Grant, NotAToken, TOKEN_PREFIX, Token, TokenHash};
pub use write::{Verdict, Write};
