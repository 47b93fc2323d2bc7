//! Mortgages, and selling property back to the bank.

use parlor_engine::{Seat, Viewers, Witness};

use crate::bank::{Purse, Why};
use crate::board::{Place, Pounds};
use crate::notice::Notice;
use crate::rules::Rules;
use crate::state::State;

impl Rules {
    /// What the bank pays for a property: the price, or what is left of it while it is mortgaged.
    #[inline]
    pub(crate) fn land_sale(&self, state: &State, place: Place) -> Pounds {
        let property = self.board.property(place);
        if state.mortgaged.contains(place) { property.mortgaged_worth() } else { property.price }
    }

    pub(crate) fn mortgage(
        &self,
        state: &mut State,
        seat: Seat,
        place: Place,
        witness: &mut impl Witness<Notice>,
    ) {
        state.mortgaged = state.mortgaged.with(place);
        state.lowered = state.lowered.with(place);
        witness.say(Viewers::ALL, || Notice::Mortgaged { seat, place });
        let loan = self.board.property(place).loan();
        self.pay_out(state, seat, loan, Why::Mortgage(place), witness);
    }

    /// The mortgage is lifted.
    pub(crate) fn redeem(
        &self,
        state: &mut State,
        seat: Seat,
        place: Place,
        witness: &mut impl Witness<Notice>,
    ) {
        let price = self.board.property(place).redemption();
        let why = Why::Redemption(place);
        Self::pay(state, Purse::Seat(seat), Purse::Bank, price, why, witness);
        state.mortgaged = state.mortgaged.without(place);
        state.raised = state.raised.with(place);
        witness.say(Viewers::ALL, || Notice::Redeemed { seat, place });
    }

    /// A property goes back to the bank, and comes back to the market unmortgaged.
    pub(crate) fn sell(
        &self,
        state: &mut State,
        seat: Seat,
        place: Place,
        witness: &mut impl Witness<Notice>,
    ) {
        let price = self.land_sale(state, place);
        let owned = &mut state.player_mut(seat).owned;
        *owned = owned.without(place);
        state.mortgaged = state.mortgaged.without(place);
        state.lowered = state.lowered.with(place);
        witness.say(Viewers::ALL, || Notice::SoldToBank { seat, place });
        self.pay_out(state, seat, price, Why::Sold(place), witness);
    }

    /// Everything a player has is sold to the bank: first the buildings, then the land.
    pub(crate) fn sell_everything(
        &self,
        state: &mut State,
        seat: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        for place in state.player(seat).owned.and(state.built).iter() {
            let steps = Pounds::from(state.houses(place));
            let price = steps * self.building_sale(place);
            Self::set_houses(state, place, 0);
            witness.say(Viewers::ALL, || Notice::Cleared { seat, place, houses: 0 });
            self.pay_out(state, seat, price, Why::BuildingSold(place), witness);
        }
        for place in state.player(seat).owned.iter() {
            self.sell(state, seat, place, witness);
        }
    }

    /// A property comes to a player.
    pub(crate) fn take_over(state: &mut State, seat: Seat, place: Place) {
        let owned = &mut state.player_mut(seat).owned;
        *owned = owned.with(place);
        state.raised = state.raised.with(place);
    }
}
