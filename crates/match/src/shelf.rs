//! Where tables come from, for code that reads the name of a game in a record.

use std::fmt;
use std::marker::PhantomData;

use parlor_engine::{AnyTable, Problems, Rulebook, open};
use serde_json::Value;
use thiserror::Error;

/// Opens tables by the name of the game. The program has a shelf of all games; a test of one game
/// takes [`Only`] that one.
pub trait Shelf {
    /// Opens a table.
    fn open(&self, game: &str, options: &Value, seats: usize)
    -> Result<Box<dyn AnyTable>, NoTable>;
}

/// Why there is no such table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoTable {
    /// No such game on this shelf; in words, with what there is.
    #[error("{0}")]
    UnknownGame(String),
    /// The options or the number of seats are not possible.
    #[error("{0}")]
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

/// A shelf with one game on it.
pub struct Only<R>(PhantomData<R>);

impl<R: Rulebook> Only<R> {
    /// The shelf.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R: Rulebook> Default for Only<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rulebook> fmt::Debug for Only<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Only({})", R::about().id)
    }
}

impl<R: Rulebook> Shelf for Only<R> {
    fn open(
        &self,
        game: &str,
        options: &Value,
        seats: usize,
    ) -> Result<Box<dyn AnyTable>, NoTable> {
        let known = R::about().id;
        if game != known {
            return Err(NoTable::UnknownGame(format!(
                "there is no game '{game}'; there is {known}"
            )));
        }
        Ok(open::<R>(options, seats)?)
    }
}
