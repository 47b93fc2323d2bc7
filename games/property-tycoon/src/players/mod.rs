//! The game's own computer players.

mod bargain;
mod desk;
mod easy;
mod estate;
mod hard;
#[cfg(test)]
mod tests;
mod wish;

use parlor_engine::{ComputerPlayer, Player};

use crate::rules::Rules;

pub(crate) const ALL: &[ComputerPlayer] = &[
    ComputerPlayer {
        name: "easy",
        about: "buys what it can, bids by the price, and builds a house at a time",
    },
    ComputerPlayer {
        name: "hard",
        about: "knows where people land, trades for whole groups, and builds to three houses fast",
    },
];

pub(crate) fn player(name: &str, _seed: u64) -> Option<Box<dyn Player<Rules>>> {
    match name {
        "easy" => Some(Box::new(easy::Easy::default())),
        "hard" => Some(Box::new(hard::Hard::default())),
        _ => None,
    }
}
