//! What a bot may say.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::line::Message;
use crate::to_bot::{Complaint, Ping};

/// The longest text of an `info`, in characters; the rest is cut off.
pub const MAX_TEXT: usize = 2_000;
/// What a bot puts in [`Hello::wants`] to be told everything in words, too.
pub const TEXT: &str = "text";
/// What a bot puts in [`Hello::wants`] to hear of everything that happens at the table, each piece with
/// its number.
pub const NEWS: &str = "news";

/// A message of a bot to the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromBot {
    /// The first message: who is there, and which versions of the protocol it speaks.
    Hello(Hello),
    /// The answer to a question.
    Choose(Choose),
    /// What the bot thinks, for people who study the game. The table does not act on it.
    Info(Info),
    /// Asks for a sign of life.
    Ping(Ping),
    /// A sign of life, the answer to a ping.
    Pong(Ping),
    /// Something makes no sense to the bot, or has gone wrong behind it. It is kept, not answered.
    Error(Complaint),
    /// The bot gives up its seat.
    Bye(Parting),
}

impl Message for FromBot {
    const WHO: &'static str = "a bot";
    const TYPES: &'static [&'static str] =
        &["hello", "choose", "info", "ping", "pong", "error", "bye"];
}

/// The first message of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The versions of the protocol the bot speaks.
    pub versions: Vec<u32>,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it would like beside the necessary: `text` has the table, the question and what happens
    /// described in words, `slots` has moves described as data, `news` has everything told that
    /// happens at the table, with its number, `catalogue` has the welcome list all that is in the box.
    /// Words that nobody knows are ignored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<String>,
}

/// The answer to a `decide`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Choose {
    /// The number of the question.
    pub id: u64,
    /// The move, in the notation of the game, as the menu spells it.
    #[serde(rename = "move")]
    pub played: String,
}

/// What a bot thinks of its position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Info {
    /// The number of the question it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// How well the bot stands, in a measure of its own; more is better for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<f64>,
    /// Moves it considers, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// Anything else, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A move a bot considers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// What it is worth, in the measure of the evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// How often it was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
}

/// The last message of a bot that gives up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Parting {
    /// Why, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
