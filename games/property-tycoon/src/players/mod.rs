//! The game's own computer players.

mod desk;
mod easy;
mod hard;
mod wish;

use parlor_engine::{Character, Player};

use crate::rules::Rules;

pub(crate) const ALL: &[Character] = &[
    Character {
        name: "easy",
        about: "buys what it can, bids by the price, and builds a house at a time",
    },
    Character {
        name: "hard",
        about: "knows where people land, denies groups, and builds to three houses fast",
    },
];

pub(crate) fn player(name: &str, _seed: u64) -> Option<Box<dyn Player<Rules>>> {
    match name {
        "easy" => Some(Box::new(easy::Easy)),
        "hard" => Some(Box::new(hard::Hard::default())),
        _ => None,
    }
}
