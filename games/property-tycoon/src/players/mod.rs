//! The game's own computer players.

mod desk;
mod easy;
mod hard;

use parlor_engine::{Character, Player};

use crate::rules::Rules;

pub(crate) const ALL: &[Character] = &[
    Character {
        name: "easy",
        about: "Buys what it can, bids by the price, builds a house at a time, and pays its debts.",
    },
    Character {
        name: "hard",
        about: "Knows where people land, denies groups, builds to three houses fast, and keeps \
                enough for the worst rent ahead.",
    },
];

pub(crate) fn player(name: &str, _seed: u64) -> Option<Box<dyn Player<Rules>>> {
    match name {
        "easy" => Some(Box::new(easy::Easy)),
        "hard" => Some(Box::new(hard::Hard::default())),
        _ => None,
    }
}
