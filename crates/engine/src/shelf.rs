//! Games by name, for code that reads the name in a record, a command or a message.

use serde_json::{Map, Value};
use thiserror::Error;

use crate::options::{Problems, from_words};
use crate::roster::{Basic, Roster};
use crate::rulebook::{About, ComputerPlayer, Rulebook};
use crate::schema::schemas;
use crate::table::{AnyTable, open_with};

/// The games that can be played here, in their order. The program has a shelf of all games; a test of
/// one game takes a shelf with [only](Shelf::only) that one.
///
/// ```
/// # use parlor_engine::Shelf;
/// # fn with<Chess: parlor_engine::Rulebook>() {
/// let shelf = Shelf::only::<Chess>();
/// let table = shelf.open("chess", &serde_json::json!({}), 2);
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shelf(&'static [AnyRulebook]);

impl Shelf {
    /// A shelf with these games.
    pub const fn new(games: &'static [AnyRulebook]) -> Self {
        Self(games)
    }

    /// A shelf with one game, with `random` and the game's own computer players.
    pub const fn only<R: Rulebook>() -> Self {
        Self(const { &[AnyRulebook::of::<R, Basic>()] })
    }

    /// All games.
    pub const fn games(self) -> &'static [AnyRulebook] {
        self.0
    }

    /// The game with this name.
    pub fn find(self, id: &str) -> Result<&'static AnyRulebook, UnknownGame> {
        self.0.iter().find(|game| game.about().id == id).ok_or_else(|| self.unknown(id))
    }

    /// Opens a table of the game with this name.
    pub fn open(
        self,
        id: &str,
        options: &Value,
        seats: usize,
    ) -> Result<Box<dyn AnyTable>, NoTable> {
        Ok(self.find(id)?.open(options, seats)?)
    }

    /// The error for a game that is not on the shelf; it lists the games that are.
    pub fn unknown(self, id: &str) -> UnknownGame {
        let known: Vec<&str> = self.0.iter().map(|game| game.about().id).collect();
        UnknownGame { asked: id.to_owned(), known: known.join(", ") }
    }
}

/// A [`Rulebook`] without its types.
#[derive(Clone, Copy, Debug)]
pub struct AnyRulebook {
    about: fn() -> About,
    schema: fn() -> Value,
    schemas: fn() -> Vec<(&'static str, Value)>,
    options_from_words: fn(&[String]) -> (Value, Problems),
    open: Open,
    players: fn(&About) -> Vec<ComputerPlayer>,
    later_options: fn() -> &'static [(&'static str, &'static str)],
}

type Open = fn(&Value, usize) -> Result<Box<dyn AnyTable>, Problems>;

impl AnyRulebook {
    /// The game of this rulebook, with the computer players of a roster beside its own.
    pub const fn of<R: Rulebook, P: Roster>() -> Self {
        Self {
            about: R::about,
            schema: || R::schema().to_value(),
            schemas: schemas::<R>,
            options_from_words: from_words::<R::Options>,
            open: open_with::<R, P>,
            players: P::all,
            later_options: R::later_options,
        }
    }

    /// What the game says about itself.
    pub fn about(&self) -> About {
        (self.about)()
    }

    /// All computer players of the game: those of every game, then its own.
    pub fn computer_players(&self) -> Vec<ComputerPlayer> {
        (self.players)(&self.about())
    }

    /// The JSON Schema of its options.
    pub fn schema(&self) -> Value {
        (self.schema)()
    }

    /// The JSON Schemas of what comes over the line, each with its name: `view`, `question`, `notice`
    /// and `move`.
    pub fn schemas(&self) -> Vec<(&'static str, Value)> {
        (self.schemas)()
    }

    /// Options that records may leave out, with the values that such records were played by: see
    /// [`Rulebook::later_options`].
    ///
    /// # Panics
    /// When the rulebook gives a later option a value that is no JSON.
    pub fn later_options(&self) -> Map<String, Value> {
        let value = |then| serde_json::from_str(then).expect("the value of an option in JSON");
        let options = (self.later_options)().iter();
        options.map(|(name, then)| ((*name).to_owned(), value(then))).collect()
    }

    /// Options from `key=value` words, and what is wrong with the words that are none.
    pub fn options_from_words(&self, words: &[String]) -> (Value, Problems) {
        (self.options_from_words)(words)
    }

    /// Opens a table.
    pub fn open(&self, options: &Value, seats: usize) -> Result<Box<dyn AnyTable>, Problems> {
        (self.open)(options, seats)
    }

    /// Opens a table with the options of a record. One that leaves out a later option is played as it was
    /// played then.
    pub fn open_recorded(
        &self,
        options: &Value,
        seats: usize,
    ) -> Result<Box<dyn AnyTable>, Problems> {
        let Value::Object(recorded) = options else { return self.open(options, seats) };
        // A board in full is long, and is copied only where something is added.
        if (self.later_options)().iter().all(|(name, _)| recorded.contains_key(*name)) {
            return self.open(options, seats);
        }
        let mut options = self.later_options();
        options.extend(recorded.clone());
        self.open(&Value::Object(options), seats)
    }
}

/// A name no game on the shelf has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game '{asked}'; there is {known}")]
pub struct UnknownGame {
    /// The name.
    pub asked: String,
    /// The names there are, in words.
    pub known: String,
}

/// Why there is no such table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoTable {
    /// No such game on this shelf.
    #[error(transparent)]
    Unknown(#[from] UnknownGame),
    /// The options or the number of seats are not possible.
    #[error(transparent)]
    Problems(#[from] Problems),
    /// The game is there, but by other rules than it was recorded with.
    #[error(
        "this game was played by version {recorded} of the rules of {game}, and this build has \
         version {present}; replay it with a build of that time"
    )]
    RulesVersion {
        /// The game.
        game: String,
        /// The version in the record.
        recorded: u32,
        /// The version of this build.
        present: u32,
    },
}
