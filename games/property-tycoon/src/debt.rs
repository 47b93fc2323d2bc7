//! Debts: who owes more than the cash at hand raises it, and only who cannot is bankrupt.

use parlor_engine::{Seat, Viewers, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bank::{Purse, Why};
use crate::board::Pounds;
use crate::notice::Notice;
use crate::rules::Rules;
use crate::state::State;

/// Something that is owed and not yet paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Debt {
    /// Who owes it.
    pub debtor: Seat,
    /// To whom.
    pub to: Purse,
    /// How much.
    pub amount: Pounds,
    /// What for.
    pub why: Why,
}

impl Debt {
    /// How much the debtor still has to raise.
    #[inline]
    pub(crate) const fn missing(&self, state: &State) -> Pounds {
        self.amount - state.player(self.debtor).cash
    }
}

/// What happens to a player who owes more than the cash at hand.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Debts {
    /// The player sells and mortgages until it can be paid, and is bankrupt only where all of it is
    /// not enough.
    #[default]
    Raise,
    /// The player is bankrupt at once.
    Immediate,
}

impl Rules {
    /// A player owes something, and pays it now, later, or never.
    pub(crate) fn owe(&self, state: &mut State, debt: Debt, witness: &mut impl Witness<Notice>) {
        let Debt { debtor, to, amount, why } = debt;
        if state.player(debtor).cash >= amount {
            Self::pay(state, Purse::Seat(debtor), to, amount, why, witness);
        } else if self.can_raise(state, debtor, amount) {
            witness.say(Viewers::ALL, || Notice::Owes { debt, cash: state.player(debtor).cash });
            // A player owes one thing at a time: nothing new comes up before it is paid.
            _ = state.debts.try_push(debt);
        } else {
            self.go_bankrupt(state, debt, witness);
        }
    }

    /// Whether the player can come by so much cash.
    fn can_raise(&self, state: &State, seat: Seat, amount: Pounds) -> bool {
        self.options.debt == Debts::Raise && self.most_cash(state, seat) >= amount
    }

    /// All the cash a player could have by selling everything.
    pub(crate) fn most_cash(&self, state: &State, seat: Seat) -> Pounds {
        state.player(seat).cash + self.bank_pays(state, self.proceeds(state, seat))
    }

    /// What the bank would pay for everything the player has.
    fn proceeds(&self, state: &State, seat: Seat) -> Pounds {
        let value = |place| {
            let buildings = Pounds::from(state.houses(place)) * self.building_sale(place);
            self.land_sale(state, place) + buildings
        };
        state.player(seat).owned.iter().map(value).sum()
    }

    /// Pays what can be paid, in order; `false` while somebody still has to raise money.
    pub(crate) fn settle(&self, state: &mut State, witness: &mut impl Witness<Notice>) -> bool {
        while let Some(debt) = state.debts.first().copied() {
            let Debt { debtor, to, amount, why } = debt;
            if state.player(debtor).cash >= amount {
                state.debts.remove(0);
                Self::pay(state, Purse::Seat(debtor), to, amount, why, witness);
            } else if self.can_raise(state, debtor, amount) {
                return false;
            } else {
                // The bank ran out of money while somebody else in debt sold to it.
                state.debts.remove(0);
                self.go_bankrupt(state, debt, witness);
            }
        }
        true
    }

    /// How much a player in debt still has to raise; nothing where there is no debt.
    pub fn missing(state: &State, seat: Seat) -> Option<Pounds> {
        let debt = state.debts.first().filter(|debt| debt.debtor == seat)?;
        Some(debt.missing(state))
    }

    /// A player is out: what is left goes to the creditor as cash, and all property to the bank.
    fn go_bankrupt(&self, state: &mut State, debt: Debt, witness: &mut impl Witness<Notice>) {
        let seat = debt.debtor;
        witness.say(Viewers::ALL, || {
            let most = match self.options.debt {
                Debts::Raise => self.most_cash(state, seat),
                Debts::Immediate => state.player(seat).cash,
            };
            Notice::Bankrupt { debt, most }
        });
        if self.options.debt == Debts::Raise {
            self.sell_everything(state, seat, witness);
        }
        let left = state.player(seat).cash;
        Self::pay(state, Purse::Seat(seat), debt.to, left, Why::Bankruptcy, witness);
        self.put_out(state, seat, false, witness);
    }
}
