//! What a bot is told.

use parlor_engine::{AnyEntry, AnyMenu, Catalogue, Placed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::line::Message;
use crate::slots::{Entry, Form};

/// A menu with more entries than this is not listed in full.
pub const MAX_MENU: usize = 1_000;

/// A catalogue longer than this, in bytes of JSON, goes without its words, and not at all where it is
/// still longer. The rest of a `welcome` needs room in its line, too.
pub const MAX_CATALOGUE: usize = 256 << 10;

/// What a bot puts in [`Hello::wants`](crate::Hello::wants) to get the [`Catalogue`] of the table.
pub const CATALOGUE: &str = "catalogue";

/// A message of the table to a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToBot {
    /// A game begins: which one, and where the bot sits.
    Welcome(Box<Welcome>),
    /// Something happened, as far as this seat may know.
    Notice(Notice),
    /// Something happened at the table beside the game. Sent only if the bot's `hello` has `news` in
    /// `wants`.
    News(News),
    /// A question. It is answered by one `choose` with the same id.
    Decide(Box<Decide>),
    /// A question is withdrawn: no answer to it counts any more.
    Stop(Stop),
    /// Asks for a sign of life.
    Ping(Ping),
    /// A sign of life, the answer to a ping.
    Pong(Ping),
    /// Something the bot said or did not say was wrong: what, and what it costs.
    Error(Complaint),
    /// The game is over for this bot. Another may begin with another `welcome`.
    Bye(Bye),
}

impl Message for ToBot {
    const WHO: &'static str = "a table";
    const TYPES: &'static [&'static str] =
        &["welcome", "notice", "news", "decide", "stop", "ping", "pong", "error", "bye"];
}

/// The beginning of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The version of the protocol that is spoken from here on.
    pub version: u32,
    /// What runs the table.
    pub host: String,
    /// The game, by its name in commands: `dots-and-boxes`.
    pub game: String,
    /// The name on the box.
    pub title: String,
    /// The version of its rules.
    pub rules: u32,
    /// All options of the table.
    pub options: Value,
    /// The bot's seat, from 1 on.
    pub seat: u8,
    /// How many seats there are.
    pub seats: u8,
    /// What the seats are called now, in seat order.
    pub names: Vec<String>,
    /// Whether the game has begun already: the bot takes over a seat, and what it needs to know is
    /// in the view of its first question.
    pub begun: bool,
    /// Whether everybody at this table may look at everything while the game is played, hidden cards
    /// too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_open: bool,
    /// For the bot's own randomness: a table with the same seed hands out the same number.
    pub seed: u64,
    /// How long the bot may think.
    pub clock: Clock,
    /// What binds the table to its dice and cards before the first of them falls; 64 hexadecimal
    /// digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// How moves are written.
    pub notation: String,
    /// How many pieces of news the seat was told before: the next one has the number after it. Sent
    /// only if the bot's `hello` has `news` in `wants`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard: Option<u64>,
    /// The forms that moves have; only if the bot's `hello` has `slots` in `wants`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
    /// Every card, space, price and effect of the table; only if the bot's `hello` has `catalogue` in
    /// `wants`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalogue: Option<Catalogue>,
    /// The rules and the words of the game; only if the bot's `hello` has `text` in `wants`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// How long a bot may think, in milliseconds. What is absent is not limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// For one answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_move: Option<u64>,
    /// For all answers together. In a `decide`: what is left of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<u64>,
    /// What is added to the bank after each answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<u64>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// Its number among all that the seat is told; only if the bot's `hello` has `news` in `wants`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// What, in the game's own terms.
    pub notice: Value,
    /// The same in a sentence; only if the bot's `hello` has `text` in `wants`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Something that happened at the table beside the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct News {
    /// Its number among all that the seat is told.
    pub number: u64,
    /// What happened.
    pub event: Event,
    /// The seat that somebody else decides for now, with the event `seated`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What the seat is called from now on, with the event `seated`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What happens at a table beside the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Somebody else decides for a seat.
    Seated,
    /// All clocks stand still.
    Paused,
    /// They run again.
    Resumed,
    /// An event that a newer table has and this library does not know.
    #[default]
    #[serde(other)]
    Other,
}

/// A question to a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Decide {
    /// The number of the question. It counts the questions on this line alone, from game to game.
    pub id: u64,
    /// What is asked and why, in the game's own terms.
    pub question: Value,
    /// All that the seat knows.
    pub view: Value,
    /// The legal answers.
    pub menu: Menu,
    /// Milliseconds until an answer is late; without it there is no hurry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// The bot's clock as it stands.
    pub clock: Clock,
    /// The question in words; only if the bot's `hello` has `text` in `wants`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Words>,
}

/// A question in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Words {
    /// The question as a sentence.
    pub question: String,
    /// The table, drawn.
    pub board: String,
}

/// The legal answers to a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Menu {
    /// How many there are, every amount of a range counted.
    pub count: u64,
    /// Whether all of them are listed.
    pub complete: bool,
    /// Moves, and ranges of moves.
    pub moves: Vec<Moves>,
    /// Moves of the menu that give something up for good, such as leaving the game. They are legal,
    /// and now and then right; a bot that picks at random leaves them alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grave: Vec<String>,
    /// What the parts of the moves are, entry by entry in the order of `moves`; only if the bot's
    /// `hello` has `slots` in `wants`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<Entry>,
}

/// A move, or many that differ in one number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Moves {
    /// One move, as it is to be answered.
    One(String),
    /// A range of moves. They are equal but for one number, the amount, which is the word `part`.
    Range {
        /// The move with the smallest amount.
        first: String,
        /// The move with the largest amount.
        last: String,
        /// The difference between one amount and the next.
        step: u64,
        /// How many moves there are.
        count: u64,
        /// Which word of the move is the amount, counted from 0. Tables that are older than this
        /// field leave it out; then it is the word in which `first` and `last` differ.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<u32>,
    },
}

impl From<AnyMenu> for Menu {
    fn from(menu: AnyMenu) -> Self {
        let mut grave = Vec::new();
        let moves = menu.entries.into_iter().map(|entry| match entry {
            AnyEntry::One { notation, grave: is_grave } => {
                if is_grave {
                    grave.push(notation.clone());
                }
                Moves::One(notation)
            }
            AnyEntry::Range { first, last, step, count, part } => {
                Moves::Range { first, last, step, count, part: part.map(|part| part as u32) }
            }
        });
        let (count, complete) = (menu.count, !menu.shortened);
        Self { count, complete, moves: moves.collect(), grave, slots: Vec::new() }
    }
}

/// A question that is withdrawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stop {
    /// Its number.
    pub id: u64,
}

/// A sign of life, asked for or given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Ping {
    /// A number that the answer repeats.
    #[serde(default)]
    pub id: u64,
}

/// What was wrong, and what it costs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Complaint {
    /// What kind of mistake it is.
    #[serde(default)]
    pub code: Code,
    /// The question it is about, where it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// What was wrong, in words.
    #[serde(default)]
    pub explanation: String,
    /// What it costs.
    #[serde(default)]
    pub cost: Cost,
    /// The same as data. Tables say it with every mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
}

/// What was wrong, as data. The explanation says the same in words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// A short name that never changes, such as `no-answer`, or `not-in-hand` of a game's own.
    #[serde(default)]
    pub code: String,
    /// What it is about, in the game's own terms; left out where the code says it all.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub data: Value,
}

/// Kinds of mistakes. The first six are verdicts, and may cost something; the others cost nothing.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// A move that the rules do not allow, or that is none.
    Illegal,
    /// No answer in time.
    Timeout,
    /// The bot ended, or the line to it broke.
    Crash,
    /// What it said is no message, or not at this point.
    Protocol,
    /// A line longer than a bot may send, or more output than anybody reads.
    Oversize,
    /// It could not be started, or did not get ready in time.
    StartFailed,
    /// An answer to a question that was withdrawn.
    Stale,
    /// A message of a type that nobody knows.
    Unknown,
    /// Any other complaint of a bot.
    #[default]
    #[serde(other)]
    Other,
}

/// What a mistake costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// A move was played for the bot.
    DefaultMove,
    /// The seat: it leaves the game, and the others go on.
    Forfeit,
    /// The seat: a computer player of the table has it now.
    Takeover,
    /// The game: it ends here.
    Game,
    /// Nothing: the game goes on as if it had not been said.
    #[default]
    #[serde(other)]
    None,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bye {
    /// Why the game is over for this bot.
    pub reason: Reason,
    /// The result, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The result place by place with names and what the game counts, the winner first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Placed>,
    /// What went wrong at the table, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

impl Bye {
    /// The end of a game that has no result for the bot.
    pub const fn without_result(reason: Reason) -> Self {
        Self { reason, outcome: None, results: Vec::new(), faults: Vec::new() }
    }
}

/// Why a game is over for a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The game has ended by its rules.
    Over,
    /// The game was stopped before its end.
    Stopped,
    /// The game goes on without this bot.
    Dismissed,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// Each seat's place, in seat order: 1 is best, and equal seats share a place.
    pub places: Vec<u8>,
    /// What each seat has scored.
    pub scores: Vec<i64>,
    /// Why the game ended, in words.
    pub reason: String,
}

impl From<&parlor_engine::Outcome> for Outcome {
    fn from(outcome: &parlor_engine::Outcome) -> Self {
        Self {
            places: outcome.places.as_slice().to_vec(),
            scores: outcome.scores.as_slice().to_vec(),
            reason: outcome.reason.to_string(),
        }
    }
}

/// What went wrong at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Whose fault it was.
    pub seat: u8,
    /// The verdict.
    pub verdict: Code,
    /// What it cost.
    pub cost: Cost,
}
