//! Tables as JSON.

use parlor_store::TableState;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A table that somebody wants to open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game, by its name in commands: `dots-and-boxes`.
    pub game: String,
    /// Options of the game; what is left out is as usual.
    #[serde(default = "no_options")]
    pub options: Value,
    /// The seats in their order: `me`, `open`, a computer player such as `easy` or `hard@500ms`, or `bot:ID` for one of
    /// your bots.
    #[schemars(length(min = 1, max = 16))]
    pub seats: Vec<String>,
    /// How long seats may think: `30s` for each move, `5m+10s` for all moves and what each adds, `3d`, or `none`.
    #[serde(default = "none")]
    pub clock: String,
    /// What happens to a seat whose time is up: `default-move`, `forfeit`, or `takeover:` and a computer player.
    #[serde(default = "default_move")]
    pub late: String,
    /// What happens to a seat whose connection is lost for longer than `grace`: `wait`, `default-moves`, or a computer
    /// player that plays until its person is back.
    #[serde(default = "wait")]
    pub away: String,
    /// How many seconds the table waits for a connection that is lost.
    #[serde(default = "a_minute")]
    pub grace: u64,
    /// Whether people without a seat may watch.
    #[serde(default = "yes")]
    pub watch: bool,
    /// Whether strangers find the table in the list. Everybody who knows its id can see it either way.
    #[serde(default)]
    pub listed: bool,
}

fn no_options() -> Value {
    Value::Object(Map::new())
}

fn none() -> String {
    "none".to_owned()
}

fn default_move() -> String {
    "default-move".to_owned()
}

fn wait() -> String {
    "wait".to_owned()
}

const fn a_minute() -> u64 {
    60
}

const fn yes() -> bool {
    true
}

/// A table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableInfo {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// How far it is.
    pub state: State,
    /// All options of the game.
    pub options: Value,
    /// The seats.
    pub seats: Vec<SeatPlace>,
    /// Your seat, from 1 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Whether the table is yours: you can start the match.
    pub owner: bool,
    /// How long seats may think.
    pub clock: String,
    /// What happens to a seat whose time is up.
    pub late: String,
    /// What happens to a seat whose connection is lost for longer than `grace`.
    pub away: String,
    /// How many seconds the table waits for a connection that is lost.
    pub grace: u64,
    /// Whether people without a seat may watch.
    pub watch: bool,
    /// Whether strangers find the table in the list.
    pub listed: bool,
    /// What binds the table to its dice and cards before anybody sits down; 64 hexadecimal digits.
    pub commitment: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The number of the question that you owe an answer to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<u64>,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatPlace {
    /// Who sits there.
    pub kind: SeatKind,
    /// What its occupant is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it is yours.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub you: bool,
}

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// A person.
    Person,
    /// A program with a token.
    Bot,
    /// A computer player of the game.
    Computer,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// People can sit down.
    Open,
    /// A match is played.
    Playing,
    /// The match has ended.
    Over,
    /// It was given up before a match began.
    Closed,
}

impl From<TableState> for State {
    fn from(state: TableState) -> Self {
        match state {
            TableState::Open => Self::Open,
            TableState::Playing => Self::Playing,
            TableState::Over => Self::Over,
            TableState::Closed => Self::Closed,
        }
    }
}

impl From<State> for TableState {
    fn from(state: State) -> Self {
        match state {
            State::Open => Self::Open,
            State::Playing => Self::Playing,
            State::Over => Self::Over,
            State::Closed => Self::Closed,
        }
    }
}

/// Which tables to list, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TablesQuery {
    /// Only your own tables.
    #[serde(default)]
    pub mine: bool,
    /// Only tables in this state.
    pub state: Option<State>,
    /// Only tables of this game.
    pub game: Option<String>,
    /// Only tables made before this one: the last of the page before.
    pub before: Option<String>,
    /// How many at the most, up to 100.
    pub limit: Option<usize>,
}

/// A list of tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tables {
    /// The tables, the newest first.
    pub tables: Vec<TableInfo>,
}

/// A wish to sit down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// At which seat, from 1 on; at the first open one where it is left out.
    #[serde(default)]
    pub seat: Option<u8>,
}
