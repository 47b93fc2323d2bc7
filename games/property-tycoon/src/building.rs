//! Houses and hotels: evenly up, evenly down.

use parlor_engine::{Seat, Viewers, Witness};
use serde::{Deserialize, Serialize};

use crate::bank::{Purse, Why};
use crate::board::{Group, Place, Places, Pounds};
use crate::notice::Notice;
use crate::rules::Rules;
use crate::state::{HOTEL, State};

/// What the bank pays for a building.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Buildings {
    /// What it cost.
    #[default]
    Full,
    /// Half of what it cost, in whole pounds.
    Half,
}

impl Rules {
    /// What the bank pays for a house there, or for the hotel.
    #[inline]
    pub(crate) fn building_sale(&self, place: Place) -> Pounds {
        let price = self.board.house_price(place);
        match self.options.sell_buildings {
            Buildings::Full => price,
            Buildings::Half => price / 2,
        }
    }

    /// The streets of a group that are next to be built on: the lowest, while none has a mortgage.
    #[inline]
    pub(crate) fn can_be_built(state: &State, group: &Group) -> Places {
        if !state.mortgaged.and(group.streets).is_empty() {
            return Places::NONE;
        }
        let houses = |place: &Place| state.houses(*place);
        let lowest = group.streets.iter().map(|place| houses(&place)).min().unwrap_or(HOTEL);
        if lowest == HOTEL {
            return Places::NONE;
        }
        group.streets.iter().filter(|place| houses(place) == lowest).collect()
    }

    /// The streets of a group that are next to be sold from: the highest.
    #[inline]
    pub(crate) fn can_be_cleared(state: &State, group: &Group) -> Places {
        let houses = |place: &Place| state.houses(*place);
        let highest = group.streets.iter().map(|place| houses(&place)).max().unwrap_or(0);
        if highest == 0 {
            return Places::NONE;
        }
        group.streets.iter().filter(|place| houses(place) == highest).collect()
    }

    /// One step of building: a house, or the hotel on top of four.
    pub(crate) fn build(
        &self,
        state: &mut State,
        seat: Seat,
        place: Place,
        witness: &mut impl Witness<Notice>,
    ) {
        let price = self.board.house_price(place);
        let why = Why::Building(place);
        Self::pay(state, Purse::Seat(seat), Purse::Bank, price, why, witness);
        let houses = state.houses(place) + 1;
        Self::set_houses(state, place, houses);
        state.raised = state.raised.with(place);
        witness.say(Viewers::ALL, || {
            let cash = state.player(seat).cash;
            Notice::Built { seat, place, houses, cash }
        });
    }

    /// One step back: the hotel leaves four houses, and a house one less.
    pub(crate) fn sell_building(
        &self,
        state: &mut State,
        seat: Seat,
        place: Place,
        witness: &mut impl Witness<Notice>,
    ) {
        state.lowered = state.lowered.with(place);
        self.clear(state, seat, place, 1, witness);
    }

    /// So many steps of building go back to the bank.
    pub(crate) fn clear(
        &self,
        state: &mut State,
        seat: Seat,
        place: Place,
        sold: u8,
        witness: &mut impl Witness<Notice>,
    ) {
        let houses = state.houses(place).saturating_sub(sold);
        Self::set_houses(state, place, houses);
        let price = Pounds::from(sold) * self.building_sale(place);
        witness.say(Viewers::ALL, || {
            let amount = self.bank_has(state, price);
            let cash = state.player(seat).cash + amount;
            Notice::Cleared { seat, place, sold, houses, amount, cash }
        });
        self.pay_for(state, seat, price, Why::BuildingSold(place), witness);
    }

    pub(crate) fn set_houses(state: &mut State, place: Place, houses: u8) {
        if let Some(there) = state.houses.get_mut(place.index()) {
            *there = houses;
        }
        state.built = if houses > 0 { state.built.with(place) } else { state.built.without(place) };
    }
}
