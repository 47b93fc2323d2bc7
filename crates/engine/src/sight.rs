//! What a viewer learns from an act.

use serde::Serialize;
use serde_json::Value;

use crate::game::{ActOf, Game};
use crate::seat::{PerSeat, Viewer, Viewers};

/// An act that has been applied: the state before and after it, and what was told. A game works out what
/// came to light by it from these, and need not apply the act again.
#[derive(Debug)]
pub struct Applied<'a, G: Game> {
    /// The state that the act was legal in.
    pub before: &'a G::State,
    /// The act.
    pub act: &'a ActOf<G>,
    /// The state that it led to.
    pub after: &'a G::State,
    /// All that was told, in order, and to whom.
    pub told: &'a [(Viewers, G::Notice)],
}

impl<G: Game> Applied<'_, G> {
    /// How much of it a viewer sees, as the game declares it.
    pub fn sight(&self, game: &G, viewer: Viewer) -> Sight<G::Secret> {
        let face = game.face(self.before, self.act, viewer);
        Sight { face, secret: game.reveals(self, viewer) }
    }
}

/// How much of an act a viewer sees, as the game declares it for the secrets law.
///
/// Two states that look the same to a viewer must go on looking the same after acts that look the
/// same; this type says which acts do. `S` is the game's list of things that come to light.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Sight<S> {
    /// Whether the viewer sees the act itself, or only that something of its kind happened.
    pub face: Face,
    /// What comes to light beside the act: a Guard's hit or miss, a Baron's comparison.
    pub secret: Option<S>,
}

/// Which side of an act is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// The viewer sees what was played or drawn.
    Up,
    /// The viewer sees at most that somebody acted: a card drawn by another, a sealed answer.
    Down,
}

impl Face {
    /// Up, unless the viewer is to be kept from seeing it.
    pub const fn down_if(is_hidden: bool) -> Self {
        if is_hidden { Self::Down } else { Self::Up }
    }
}

/// What each viewer learned from one act, without the game's types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sights {
    seats: PerSeat<Sight<Value>>,
    spectator: Sight<Value>,
}

impl Sights {
    /// Asks for the sight of each viewer of a table with so many seats.
    pub(crate) fn from_fn(seats: usize, mut sight: impl FnMut(Viewer) -> Sight<Value>) -> Self {
        let spectator = sight(Viewer::Spectator);
        Self { seats: PerSeat::from_fn(seats, |seat| sight(Viewer::Seat(seat))), spectator }
    }

    /// What this viewer learned.
    ///
    /// # Panics
    /// When the table has no such seat: that is a bug of the caller.
    pub fn of(&self, viewer: Viewer) -> &Sight<Value> {
        match viewer {
            Viewer::Seat(seat) => &self.seats[seat],
            Viewer::Spectator => &self.spectator,
        }
    }
}
