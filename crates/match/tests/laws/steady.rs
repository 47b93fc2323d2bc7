//! A computer player that answers the same question the same way each time, so that a match with it can
//! be repeated from its log.

use parlor_engine::{About, Ask, ComputerPlayer, Game, Hosted, Menu, Player, Roster};

/// What it is called.
pub(crate) const STEADY: &str = "steady";

/// The roster with the steady player.
pub(crate) struct Steadies;

impl Roster for Steadies {
    fn offers(_: &About) -> Vec<ComputerPlayer> {
        vec![ComputerPlayer { name: STEADY, about: "answers from the middle of the menu" }]
    }

    fn player<G: Hosted>(_: &G, name: &str, _: u64) -> Option<Box<dyn Player<G>>> {
        (name == STEADY).then(|| Box::new(Steady) as Box<dyn Player<G>>)
    }
}

struct Steady;

impl<G: Game> Player<G> for Steady {
    fn choose(&mut self, ask: &Ask<'_, G>) -> G::Move {
        ask.menu.nth(ask.menu.count() / 2).expect("a menu is never empty")
    }
}
