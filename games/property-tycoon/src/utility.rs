//! Utilities: rent by the dice.

use parlor_engine::Seat;

use crate::board::Pounds;
use crate::rules::Rules;
use crate::state::State;
use crate::station::by_number;

impl Rules {
    /// The rent of a utility: so many times the dice that were thrown last, whoever or whatever
    /// brought the player here.
    #[inline]
    pub(crate) fn utility_rent(&self, state: &State, owner: Seat) -> Pounds {
        let utilities = state.player(owner).owned.and(self.board.utilities);
        by_number(&self.board.utility_rents, utilities.len()) * Pounds::from(state.dice.sum())
    }
}
