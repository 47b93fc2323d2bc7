//! The bank: every pound that moves goes through here, from one purse to another, with its reason.

use parlor_engine::{Seat, Viewers, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Place, Pounds};
use crate::deck::{CardNumber, Pack};
use crate::notice::Notice;
use crate::rules::Rules;
use crate::state::State;

/// All the money there is. What the bank pays beyond it is IOUs.
pub const ALL_MONEY: Pounds = 50_000;
/// What everybody begins with.
pub const START_MONEY: Pounds = 1_500;

/// Where money lies.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Purse {
    /// The bank.
    Bank,
    /// The fines on Free Parking.
    Pot,
    /// A player's cash.
    Seat(Seat),
}

/// Why money moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// What everybody begins with.
    Start,
    /// For coming to Go or past it.
    Go,
    /// The price of a property.
    Price(Place),
    /// What was bid for a property.
    Bid(Place),
    /// The rent of a property.
    Rent(Place),
    /// A tax.
    Tax(Place),
    /// A card says so.
    Card(Pack, CardNumber),
    /// The fee for leaving jail.
    JailFee,
    /// The fines on Free Parking.
    FreeParking,
    /// A house or a hotel on a street.
    Building(Place),
    /// A house or a hotel goes back to the bank.
    BuildingSold(Place),
    /// A property goes back to the bank.
    Sold(Place),
    /// A mortgage is taken out.
    Mortgage(Place),
    /// A mortgage is lifted.
    Redemption(Place),
    /// Part of a trade.
    Trade,
    /// All that is left after bankruptcy.
    Bankruptcy,
    /// All that is left behind by whoever leaves.
    Left,
}

/// Whether the bank can run out of money.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Bank {
    /// It writes IOUs.
    #[default]
    Unlimited,
    /// It pays what it has and no more.
    Limited,
}

impl Rules {
    /// Money moves. Whoever pays has it; see [`Rules::pay_out`] for the bank and [`Rules::owe`] for
    /// who may not.
    pub(crate) fn pay(
        state: &mut State,
        from: Purse,
        to: Purse,
        amount: Pounds,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        if amount == 0 {
            return;
        }
        *state.purse(from) -= amount;
        *state.purse(to) += amount;
        witness.say(Viewers::ALL, || {
            let (from_has, to_has) = (*state.purse(from), *state.purse(to));
            Notice::Paid { from, to, amount, why, from_has, to_has }
        });
    }

    /// How much of an amount the bank pays: all of it, or, where it can run out, what it has.
    pub(crate) fn bank_pays(&self, state: &State, amount: Pounds) -> Pounds {
        match self.options.bank {
            Bank::Unlimited => amount,
            Bank::Limited => amount.min(state.bank.max(0)),
        }
    }

    /// The bank pays a player: all of it, or, where it can run out, what it has.
    pub(crate) fn pay_out(
        &self,
        state: &mut State,
        to: Seat,
        amount: Pounds,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        let paid = self.bank_pays(state, amount);
        Self::pay(state, Purse::Bank, Purse::Seat(to), paid, why, witness);
        if paid < amount {
            let missing = amount - paid;
            witness.say(Viewers::ALL, || Notice::BankIsShort { to, missing, why });
        }
    }
}

impl State {
    fn purse(&mut self, purse: Purse) -> &mut Pounds {
        match purse {
            Purse::Bank => &mut self.bank,
            Purse::Pot => &mut self.pot,
            Purse::Seat(seat) => &mut self.player_mut(seat).cash,
        }
    }
}
