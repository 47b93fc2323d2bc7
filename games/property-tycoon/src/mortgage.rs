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
        let loan = self.board.property(place).loan();
        witness.say(Viewers::ALL, || {
            let amount = self.bank_has(state, loan);
            let cash = state.player(seat).cash + amount;
            Notice::Mortgaged { seat, place, amount, cash }
        });
        self.pay_for(state, seat, loan, Why::Mortgage(place), witness);
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
        witness.say(Viewers::ALL, || {
            let cash = state.player(seat).cash;
            Notice::Redeemed { seat, place, price, cash }
        });
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
        let before = state.holdings();
        let owned = &mut state.player_mut(seat).owned;
        *owned = owned.without(place);
        state.mortgaged = state.mortgaged.without(place);
        state.lowered = state.lowered.with(place);
        witness.say(Viewers::ALL, || {
            let amount = self.bank_has(state, price);
            let cash = state.player(seat).cash + amount;
            Notice::SoldToBank { seat, place, amount, cash }
        });
        self.pay_for(state, seat, price, Why::Sold(place), witness);
        self.tell_of_groups(&before, state, witness);
    }

    /// Everything a player has is sold to the bank: first the buildings, then the land.
    pub(crate) fn sell_everything(
        &self,
        state: &mut State,
        seat: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        for place in state.player(seat).owned.and(state.built).iter() {
            self.clear(state, seat, place, state.houses(place), witness);
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
