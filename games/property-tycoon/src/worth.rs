//! What a player is worth: cash and what the bank owes, land at its price or half of it, and what the
//! buildings cost.

use parlor_engine::{Count, Seat};

use crate::board::Pounds;
use crate::rules::Rules;
use crate::state::{HOTEL, State};
use crate::text::pounds;

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

    /// What a player has, or how a player went out.
    pub(crate) fn possessions(state: &State, seat: Seat) -> Vec<Count> {
        if let Some(gone) = state.gone.iter().find(|gone| gone.seat == seat) {
            let how = if gone.left { "left" } else { "bankrupt" };
            return vec![Count::new(how, 1, how)];
        }
        let player = state.player(seat);
        let built = || player.owned.iter().map(|place| state.houses(place));
        let hotels = built().filter(|houses| *houses == HOTEL).count() as u32;
        let houses: i64 = built().filter(|houses| *houses < HOTEL).map(i64::from).sum();
        vec![
            Count::new("cash", player.cash, format!("{} in cash", pounds(player.cash))),
            Count::of(player.owned.count(), "property", "properties"),
            Count::of(houses, "house", "houses"),
            Count::of(hotels, "hotel", "hotels"),
        ]
    }

    /// What a player's buildings have cost.
    pub(crate) fn buildings_worth(&self, state: &State, seat: Seat) -> Pounds {
        let built = state.player(seat).owned.and(state.built);
        let cost = |place| Pounds::from(state.houses(place)) * self.board.house_price(place);
        built.iter().map(cost).sum()
    }
}
