//! Which computer players there are beside those that games bring along.

use crate::hosted::Hosted;
use crate::player::{Player, Random};
use crate::rulebook::{About, ComputerPlayer};

/// Computer players for every game, by name.
///
/// Where tables are opened somebody chooses a roster ([`open_with`](crate::open_with)), so a crate
/// with searching players adds them to all games at once. A pair of rosters is a roster: the
/// players of the first come first.
pub trait Roster: 'static {
    /// The players this roster offers in a game. It may leave out those that cannot play it.
    fn offers(about: &About) -> Vec<ComputerPlayer>;

    /// One of them, by its name; `None` for any other name.
    fn player<G: Hosted>(game: &G, name: &str, seed: u64) -> Option<Box<dyn Player<G>>>;

    // ---- provided ----

    /// All computer players of a game: those of the roster, then the game's own. Where both have a
    /// name, it is the game's own that is meant.
    fn all(about: &About) -> Vec<ComputerPlayer> {
        let is_new = |one: &ComputerPlayer| about.players.iter().all(|own| own.name != one.name);
        let mut all: Vec<_> = Self::offers(about).into_iter().filter(is_new).collect();
        all.extend(about.players);
        all
    }

    /// A computer player by any of the names in [`Roster::all`].
    fn seat<G: Hosted>(game: &G, name: &str, seed: u64) -> Option<Box<dyn Player<G>>> {
        game.player(name, seed).or_else(|| Self::player(game, name, seed))
    }
}

/// The roster with `random` and nobody else.
#[derive(Clone, Copy, Debug)]
pub struct Basic;

impl Roster for Basic {
    fn offers(_: &About) -> Vec<ComputerPlayer> {
        vec![ComputerPlayer { name: "random", about: "plays anything that is legal" }]
    }

    fn player<G: Hosted>(_: &G, name: &str, seed: u64) -> Option<Box<dyn Player<G>>> {
        (name == "random").then(|| Box::new(Random::new(seed)) as Box<dyn Player<G>>)
    }
}

impl<A: Roster, B: Roster> Roster for (A, B) {
    fn offers(about: &About) -> Vec<ComputerPlayer> {
        let mut all = A::offers(about);
        all.extend(B::offers(about));
        all
    }

    fn player<G: Hosted>(game: &G, name: &str, seed: u64) -> Option<Box<dyn Player<G>>> {
        A::player(game, name, seed).or_else(|| B::player(game, name, seed))
    }
}
