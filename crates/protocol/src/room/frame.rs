//! What a viewer of a match is told, as it goes over the network.
//!
//! Everything in a frame is made from the view of its viewer, from news that were told to it, and from things
//! that everybody at the table may know. Numbers count what this viewer was told, and nothing else.

use parlor_engine::Placed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Entry, Menu, Outcome};

/// A message of a match to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Frame {
    /// The match as it stands: the first frame of a stream, and after a gap that is too long.
    Full(Box<Full>),
    /// Something has changed: the news, and the match as it stands after them.
    Update(Box<Update>),
    /// A command was carried out, and is durable.
    Done(Done),
    /// A command was refused, and has changed nothing.
    Refused(Box<Refused>),
    /// Nothing more comes on this stream.
    Bye(Bye),
}

/// The match as it stands, with what does not change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Full {
    /// The game, by its name in commands: `dots-and-boxes`.
    pub game: String,
    /// The name on the box.
    pub title: String,
    /// The version of its rules.
    pub rules: u32,
    /// All options of the table.
    pub options: Value,
    /// The seat of the viewer, from 1 on; a spectator has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What binds the table to its dice and cards before the first of them falls; 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// How long seats may think: `30s`, `5m+10s`, `3d`, `none`.
    pub clock: String,
    /// The last of the news so far, as far back as they are kept.
    pub news: Vec<News>,
    /// How it stands.
    pub now: Standing,
}

/// Something has changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Update {
    /// What happened, in order.
    pub news: Vec<News>,
    /// How it stands after that.
    pub now: Standing,
}

/// How a match stands for one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// How many news the viewer was told: a stream goes on after this number.
    pub number: u64,
    /// All that the viewer knows, in the game's own terms.
    pub view: Value,
    /// The question that the viewer owes an answer to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<Box<Asks>>,
    /// The seats, from the first on.
    pub seats: Vec<SeatInfo>,
    /// Whether all clocks stand still.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// What a seat proposes, and who has not answered yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// Whether the viewer could take its last move back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<TakeBack>,
    /// The result, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Box<Over>>,
}

/// A question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Asks {
    /// Its number in the count of the seat; the answer repeats it.
    pub id: u64,
    /// What is asked and why, in the game's own terms.
    pub question: Value,
    /// The same as a sentence.
    pub words: String,
    /// The legal answers.
    pub menu: Menu,
    /// What the parts of the answers are, in the order of the menu.
    pub choices: Vec<Entry>,
    /// An answer that needs no thought, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<String>,
    /// Milliseconds until an answer is late; without it there is no hurry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

/// A seat as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatInfo {
    /// What its occupant is called.
    pub name: String,
    /// What kind of occupant it is: `human`, `program` (a bot with a token), `absent`, or a computer player.
    pub kind: String,
    /// Whether the table waits for it, as far as everybody may know.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// Milliseconds that it had left when the table began to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// Whether its connection is lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// Milliseconds until the table does something about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone_in: Option<u64>,
}

/// Something that happened, as one viewer may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct News {
    /// Its number among all that the viewer was told.
    pub number: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What can happen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// Something in the game.
    Notice {
        /// What, in the game's own terms.
        notice: Value,
        /// The same as a sentence; left out where it goes without saying.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
        /// The seats it is about.
        about: Vec<u8>,
        /// Whether it should not be missed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        matters: bool,
    },
    /// Moves were taken back: of the news only the first so many still count.
    TakenBack {
        /// How many.
        remain: u64,
    },
    /// Somebody else decides for a seat.
    Seated {
        /// Which seat.
        seat: u8,
        /// What its occupant is called.
        name: String,
        /// What kind of occupant it is.
        kind: String,
    },
    /// All clocks stand still.
    Paused,
    /// They run again.
    Resumed,
}

/// What a seat proposes to the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Proposal {
    /// Its number at this table.
    pub id: u64,
    /// The seat that proposes.
    pub by: u8,
    /// What it proposes.
    pub what: Proposed,
    /// The seats that have not agreed yet.
    pub waits_for: Vec<u8>,
}

/// What can be proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Proposed {
    /// To take back the last moves of the seat.
    TakeBack,
    /// To stop all clocks.
    Pause,
}

/// Whether a move could be taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "may", rename_all = "kebab-case")]
pub enum TakeBack {
    /// At once: nobody else has learned anything.
    Free,
    /// If these seats agree.
    Ask {
        /// Who is asked.
        seats: Vec<u8>,
    },
    /// Not any more.
    Refused {
        /// A short name of the reason.
        code: String,
        /// The reason in words.
        why: String,
    },
}

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Over {
    /// The result; a match that was stopped has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The result place by place with names and what the game counts, the winner first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Placed>,
}

/// A command was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    /// The key of the command.
    pub key: String,
    /// Whether it had been carried out before, with the same key: it was not done again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeated: bool,
    /// The number of the proposal, where the others have to agree first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<u64>,
}

/// A command was refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The key of the command, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// A short name of the reason that never changes: docs/reference/refusals.md has all of them.
    pub code: String,
    /// The reason in words.
    pub why: String,
    /// What it is about, in terms of the code.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub data: Value,
    /// The question that is open instead, where the command answered another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<Box<Asks>>,
}

/// The last frame of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bye {
    /// Why the stream ends.
    pub reason: Farewell,
}

/// Why a stream ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Farewell {
    /// The same client has opened a newer one.
    Superseded,
    /// The client reads too slowly. It may open the stream again, from the number it has.
    Behind,
    /// The token that has opened the stream was revoked.
    Revoked,
    /// The server stops. The match goes on when it is started again.
    Stopping,
    /// The match is over, and everything was told.
    Over,
}
