//! The game's own computer players: one for each family of decks.
//!
//! They think alike. [`reading`] says how likely each card is in each hand, [`mind`] what a hand and
//! going out are worth, [`gains`] what a play changes, and [`habits`] takes the answer that gains
//! most. What they make of the cards of a family stands in [`temper`].

mod gains;
mod habits;
mod mind;
mod reading;
mod temper;
#[cfg(test)]
mod tests;

use parlor_engine::{Ask, ComputerPlayer, Player};

use crate::moves::Move;
use crate::rules::Rules;
use temper::{COURTIER, CULTIST, TRICKSTER, Temper};

/// The computer players, by name.
pub(crate) const ALL: &[ComputerPlayer] = &[
    ComputerPlayer {
        name: "courtier",
        about: "counts the cards, guesses the likeliest and keeps what is high",
    },
    ComputerPlayer { name: "cultist", about: "plays the stars, and goes insane when it pays" },
    ComputerPlayer { name: "trickster", about: "keeps a Nope for what would hurt" },
];

/// The computer player of this name.
pub(crate) fn by_name(name: &str, _: u64) -> Option<Box<dyn Player<Rules>>> {
    let temper = match name {
        "courtier" => COURTIER,
        "cultist" => CULTIST,
        "trickster" => TRICKSTER,
        _ => return None,
    };
    Some(Box::new(Thinker(temper)))
}

/// A player with a temper.
#[derive(Clone, Copy, Debug)]
struct Thinker(Temper);

impl Player<Rules> for Thinker {
    fn choose(&mut self, ask: &Ask<'_, Rules>) -> Move {
        habits::answer(ask, self.0)
    }
}
