//! A computer player, for code that does not know the game.

use std::any::Any;
use std::fmt;

use crate::budget::Budget;
use crate::game::Game;
use crate::player::Player;

/// A player whose game is known only to its own table.
pub struct AnyPlayer {
    player: Box<dyn Any + Send>,
    budget: Budget,
}

impl AnyPlayer {
    pub(crate) fn new<G: Game>(player: Box<dyn Player<G>>) -> Self {
        Self { player: Box::new(player), budget: Budget::UNLIMITED }
    }

    /// Holds the player to this budget, beside the one it gets with each question.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The budget the player is held to at every question.
    pub const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The player with its type; `None` when it is of another game.
    pub(crate) fn typed<G: Game>(&mut self) -> Option<&mut Box<dyn Player<G>>> {
        self.player.downcast_mut()
    }
}

impl fmt::Debug for AnyPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyPlayer").field("budget", &self.budget).finish_non_exhaustive()
    }
}
