//! The server and its games as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Whether the server can be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// `ok`, or why not.
    pub status: String,
}

/// The games of this server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Games {
    /// All of them.
    pub games: Vec<GameInfo>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameInfo {
    /// Its name in commands.
    pub id: String,
    /// The name on the box.
    pub title: String,
    /// One sentence on what it is.
    pub summary: String,
    /// How many can play: the fewest and the most.
    pub seats: (usize, usize),
    /// How many play usually.
    pub usual_seats: usize,
    /// Its computer players, with a sentence each.
    pub computer_players: Vec<PlayerInfo>,
}

/// A computer player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlayerInfo {
    /// Its name, for a seat.
    pub name: String,
    /// What it is like.
    pub about: String,
}

/// A game with everything that is in the box.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameBox {
    /// The game.
    #[serde(flatten)]
    pub game: GameInfo,
    /// The JSON Schema of its options.
    pub options: Value,
    /// The rules, as a text.
    pub rules: String,
}
