//! The shelf of all games, for records.

use parlor_engine::AnyTable;
use parlor_match::{NoTable, Shelf};
use serde_json::Value;

/// All games of this build.
pub(crate) struct AllGames;

impl Shelf for AllGames {
    fn open(
        &self,
        game: &str,
        options: &Value,
        seats: usize,
    ) -> Result<Box<dyn AnyTable>, NoTable> {
        let game =
            parlor_registry::find(game).map_err(|why| NoTable::UnknownGame(why.to_string()))?;
        Ok(game.open(options, seats)?)
    }
}
