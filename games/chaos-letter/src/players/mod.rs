//! Computer players of the game.

use parlor_engine::{Character, Player};

use crate::rules::Rules;

/// The computer players, by name.
pub(crate) const ALL: &[Character] = &[];

/// The computer player of this name.
pub(crate) fn by_name(name: &str, seed: u64) -> Option<Box<dyn Player<Rules>>> {
    let _ = (name, seed);
    None
}
