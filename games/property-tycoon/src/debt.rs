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
        self.amount - state.means(self.debtor)
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
        let Debt { debtor, amount, .. } = debt;
        if state.means(debtor) >= amount {
            Self::pay_debt(state, debt, witness);
        } else if self.can_raise(state, debtor, amount) {
            witness.say(Viewers::ALL, || Notice::Owes { debt, cash: state.means(debtor) });
            // A player owes one thing at a time: nothing new comes up before it is paid.
            _ = state.debts.try_push(debt);
        } else {
            self.go_bankrupt(state, debt, witness);
        }
    }

    /// A debt is paid, by whoever has the means: with cash, and where that is not enough with what the bank
    /// owes. The bank takes what it owes first.
    fn pay_debt(state: &mut State, debt: Debt, witness: &mut impl Witness<Notice>) {
        let Debt { debtor, to, amount, why } = debt;
        let from = Purse::Seat(debtor);
        let handed_on = match to {
            Purse::Bank => amount.min(state.owed.to(from)),
            Purse::Pot | Purse::Seat(_) => (amount - state.player(debtor).cash).max(0),
        };
        Self::hand_on(state, from, to, handed_on, why, witness);
        Self::pay(state, from, to, amount - handed_on, why, witness);
    }

    /// Whether the player can come by so much.
    fn can_raise(&self, state: &State, seat: Seat, amount: Pounds) -> bool {
        self.options.debt == Debts::Raise && self.most_means(state, seat) >= amount
    }

    /// All that a player could pay with by selling everything. What the bank would owe for it counts; what
    /// is lost where it is short does not.
    pub(crate) fn most_means(&self, state: &State, seat: Seat) -> Pounds {
        let proceeds = self.proceeds(state, seat);
        let counts =
            if self.options.bank_refuses() { proceeds } else { self.bank_has(state, proceeds) };
        state.means(seat) + counts
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
            let Debt { debtor, amount, .. } = debt;
            if state.means(debtor) >= amount {
                state.debts.remove(0);
                Self::pay_debt(state, debt, witness);
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
                Debts::Raise => self.most_means(state, seat),
                Debts::Immediate => state.means(seat),
            };
            Notice::Bankrupt { debt, most }
        });
        if self.options.debt == Debts::Raise {
            self.sell_everything(state, seat, witness);
        }
        Self::give_all(state, seat, debt.to, Why::Bankruptcy, witness);
        self.put_out(state, seat, false, witness);
    }
}
