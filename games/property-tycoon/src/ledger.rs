//! The ledger: every pound that moves, from where to where and what for.

use parlor_engine::ledger::{Account, Entry, Ledger};
use parlor_engine::{Game, Seat};

use crate::bank::{ALL_MONEY, Purse, START_MONEY, Why};
use crate::board::Pounds;
use crate::notice::Notice;
use crate::rules::Rules;

impl From<Purse> for Account {
    fn from(purse: Purse) -> Self {
        match purse {
            Purse::Bank => Self::Named("the bank"),
            Purse::Pot => Self::Named("Free Parking"),
            Purse::Seat(seat) => Self::Seat(seat),
        }
    }
}

impl Rules {
    /// All the money comes to the bank, and the bank hands out what everybody begins with.
    pub(crate) fn opening(&self) -> Ledger {
        let bank = Account::from(Purse::Bank);
        let mut ledger = Ledger::new([bank, Purse::Pot.into()]);
        ledger.add(Entry {
            from: Account::Outside,
            to: bank,
            amount: ALL_MONEY.into(),
            why: "all the money there is".to_owned(),
        });
        for seat in (0..self.seats()).map(Seat::at) {
            ledger.add(self.moved(Purse::Bank, Purse::Seat(seat), START_MONEY, Why::Start));
        }
        ledger
    }

    /// Money moves in one kind of notice.
    pub(crate) fn entry_of(&self, notice: &Notice) -> Option<Entry> {
        match *notice {
            Notice::Paid { from, to, amount, why, .. } => Some(self.moved(from, to, amount, why)),
            _ => None,
        }
    }

    fn moved(&self, from: Purse, to: Purse, amount: Pounds, why: Why) -> Entry {
        let why = self.reason_for(why);
        Entry { from: from.into(), to: to.into(), amount: amount.into(), why }
    }
}
