//! What the stream of an account says. Commands and frames of a match are in `parlor_protocol::room`.

use parlor_protocol::room::Bye;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tables::wire::TableInfo;

/// A message to an account about its tables. Each says how something stands now, so a missed one costs nothing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum AccountFrame {
    /// The first message: all tables that are open or in play, with the questions that wait for you.
    Open {
        /// The tables.
        tables: Vec<TableInfo>,
    },
    /// A table is new to you, or has changed.
    Table {
        /// The table.
        table: Box<TableInfo>,
    },
    /// You owe an answer.
    Asked {
        /// At this table.
        table: String,
        /// In this seat.
        seat: u8,
        /// To this question.
        question: u64,
    },
    /// You owe no answer there any more; the table waits for others.
    Waits {
        /// Which table.
        table: String,
    },
    /// A match is over.
    Over {
        /// At which table.
        table: String,
    },
    /// Nothing more comes on this stream.
    Bye(Bye),
}

/// Where a stream goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StreamQuery {
    /// The number of the last news that you have: the stream goes on after it. Without it the stream begins with
    /// everything.
    pub from: Option<u64>,
}
