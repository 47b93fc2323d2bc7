//! What a player is worth: cash and what the bank owes, land at its price or half of it, and what the
//! buildings cost.

use parlor_engine::Seat;

use crate::board::Pounds;
use crate::rules::Rules;
use crate::state::State;

impl Rules {
    /// What a player is worth; of whoever has left, what it was then, and nothing after bankruptcy.
    pub fn worth(&self, state: &State, seat: Seat) -> Pounds {
        if let Some(gone) = state.gone.iter().find(|gone| gone.seat == seat) {
            return gone.worth;
        }
        let player = state.player(seat);
        let land: Pounds = player.owned.iter().map(|place| self.land_sale(state, place)).sum();
        state.means(seat) + land + self.buildings_worth(state, seat)
    }

    /// What a player's buildings have cost.
    pub(crate) fn buildings_worth(&self, state: &State, seat: Seat) -> Pounds {
        let built = state.player(seat).owned.and(state.built);
        let cost = |place| Pounds::from(state.houses(place)) * self.board.house_price(place);
        built.iter().map(cost).sum()
    }
}
