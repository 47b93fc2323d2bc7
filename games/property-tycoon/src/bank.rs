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

impl Purse {
    /// The player whose cash it is.
    pub(crate) const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Bank | Self::Pot => None,
        }
    }
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
    /// What the bank could not pay before.
    Owed,
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
    /// It has what it has, and no more.
    Limited,
}

/// What happens when a limited bank cannot pay.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Shortage {
    /// It refuses what it cannot pay in full. Only what is sold or mortgaged to settle a debt it takes:
    /// it owes what it cannot pay for that.
    #[default]
    Refuse,
    /// It pays what it has, and the rest is lost.
    Part,
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
        if to == Purse::Bank {
            Self::pay_what_is_owed(state, witness);
        }
    }

    /// How much of an amount the bank has: all of it, or, where it can run out, no more than is there.
    pub(crate) fn bank_has(&self, state: &State, amount: Pounds) -> Pounds {
        match self.options.bank {
            Bank::Unlimited => amount,
            Bank::Limited => amount.min(state.bank.max(0)),
        }
    }

    /// The bank gives a player something: all of it, or nothing where it has not as much. At a table
    /// where the rest is lost it is what there is.
    pub(crate) fn pay_out(
        &self,
        state: &mut State,
        to: Seat,
        amount: Pounds,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        let has = self.bank_has(state, amount);
        let paid = if has < amount && self.options.bank_refuses() { 0 } else { has };
        Self::pay(state, Purse::Bank, Purse::Seat(to), paid, why, witness);
        if paid < amount {
            let missing = amount - paid;
            witness.say(Viewers::ALL, || Notice::BankIsShort { to, missing, has, why });
        }
    }

    /// The bank pays for what a player has sold or mortgaged. What it has not it owes: outside a debt it
    /// would not have taken it. At a table where the rest is lost it pays what there is.
    pub(crate) fn pay_for(
        &self,
        state: &mut State,
        to: Seat,
        amount: Pounds,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        if !self.options.bank_refuses() {
            return self.pay_out(state, to, amount, why, witness);
        }
        let paid = self.bank_has(state, amount);
        Self::pay(state, Purse::Bank, Purse::Seat(to), paid, why, witness);
        Self::owe_rest(state, to, amount - paid, why, witness);
    }

    /// Whether the bank could not pay for everything that a player may want to sell, and would refuse.
    #[inline]
    pub(crate) fn bank_may_refuse(&self, state: &State) -> bool {
        state.bank < self.dearest && self.options.bank_refuses()
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
