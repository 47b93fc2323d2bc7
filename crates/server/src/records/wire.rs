//! A match that is not over, as one viewer was told it.

use parlor_protocol::room::News;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything that one viewer was told of a match so far. The record itself, with the seed, comes when the match is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OwnRecord {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// All options of the table.
    pub options: Value,
    /// The seat of the viewer, from 1 on; a spectator has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What binds the table to its dice and cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// All news, from the first on; what was taken back is among them.
    pub news: Vec<News>,
}
