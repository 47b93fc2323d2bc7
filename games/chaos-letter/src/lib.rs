//! Chaos Letter: hidden hands, a response stack and five decks, for two to eight players.

// Rules count in integers; the other things they may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

pub mod card;
pub mod catalogue;
pub mod deck;
pub mod describe;

pub use card::{Card, Kinds, NotACard};
pub use deck::{Deck, DeckOption};
