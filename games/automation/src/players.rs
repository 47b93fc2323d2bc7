//! The game's own computer players.

use parlor_engine::Character;

/// All of them, from gentle to strong.
pub const ALL: &[Character] = &[];
