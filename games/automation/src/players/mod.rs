//! The game's own computer players: the strategies that people at the table know.
//!
//! A strategy says what it wants to buy and which action it plays first; what every sensible
//! player does alike (play all money, give up the worst card first, show Monitoring) stands in
//! [`habits`] once.

mod action_heavy;
mod attack;
mod big_money;
mod desk;
mod engine;
mod habits;
mod naive_money;

use parlor_engine::{Ask, ComputerPlayer, Menu, Player};

use action_heavy::ActionHeavy;
use attack::Attack;
use big_money::BigMoney;
use engine::Engine;
use naive_money::NaiveMoney;

use crate::card::Card;
use crate::cards::Kinds;
use crate::moves::Move;
use crate::rules::Rules;
use desk::Desk;
pub(crate) use habits::money;

/// All of them, from gentle to strong.
pub(crate) const ALL: &[ComputerPlayer] = &[
    ComputerPlayer { name: "passive", about: "does nothing at all" },
    ComputerPlayer {
        name: "naive-money",
        about: "buys a Framework when it can, else the dearest money card",
    },
    ComputerPlayer {
        name: "action-heavy",
        about: "buys the dearest action it can, and a Framework when it can",
    },
    ComputerPlayer {
        name: "big-money",
        about: "buys money, then Frameworks, and minds how the game ends",
    },
    ComputerPlayer {
        name: "attack",
        about: "troubles the others with every attack in the kingdom, twice where it can",
    },
    ComputerPlayer {
        name: "engine",
        about: "builds a deck of actions that draw each other, and buys points late",
    },
];

/// The player with this name.
pub(crate) fn player(name: &str) -> Option<Box<dyn Player<Rules>>> {
    Some(match name {
        "passive" => Box::new(Passive),
        "naive-money" => Box::new(Habitual(NaiveMoney)),
        "action-heavy" => Box::new(Habitual(ActionHeavy)),
        "big-money" => Box::new(Habitual(BigMoney)),
        "attack" => Box::new(Habitual(Attack)),
        "engine" => Box::new(Habitual(Engine)),
        _ => return None,
    })
}

/// What tells one strategy from another.
trait Strategy: Send {
    /// The card to buy or to gain among these; `None` to take nothing.
    fn take(&self, desk: &Desk<'_>, offered: Kinds) -> Option<Card>;

    /// The action to play among these; `None` to play none.
    fn play(&self, desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
        desk.best_action(offered)
    }
}

/// A player with the habits of all and a strategy of its own.
#[derive(Clone, Copy, Debug, Default)]
struct Habitual<S>(S);

impl<S: Strategy> Player<Rules> for Habitual<S> {
    fn choose(&mut self, ask: &Ask<'_, Rules>) -> Move {
        habits::answer(&self.0, &Desk::new(ask))
    }
}

/// Does nothing, wherever that is allowed.
#[derive(Clone, Copy, Debug, Default)]
struct Passive;

impl Player<Rules> for Passive {
    fn choose(&mut self, ask: &Ask<'_, Rules>) -> Move {
        let nothing = ask.menu.way_out().or_else(|| ask.menu.nth(0));
        nothing.expect("an asked seat has a legal move")
    }
}
