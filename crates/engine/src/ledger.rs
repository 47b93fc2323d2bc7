//! Where money went: every amount that moves is an entry, and a balance is the sum of entries.
//!
//! A game with money says what its ledger opens with ([`Hosted::ledger`]) and which of its notices
//! are entries ([`Hosted::entry`]). Nothing of it is part of a state: a [`Bookkeeper`] makes the ledger
//! of what it hears.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::hosted::{Hosted, Names};
use crate::seat::{Seat, Viewers};
use crate::witness::Witness;

/// Where money lies. In JSON the number of a seat, or a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// A player's.
    Seat(Seat),
    /// One the game names: `the bank`.
    Named(&'static str),
    /// Not in the game: where its money comes from before the first act.
    Outside,
}

impl Account {
    /// What it is called at a table with these names.
    pub fn name(self, names: &Names) -> String {
        match self {
            Self::Seat(seat) => names.of(seat).to_owned(),
            Self::Named(name) => name.to_owned(),
            Self::Outside => OUTSIDE.to_owned(),
        }
    }
}

const OUTSIDE: &str = "outside";

impl Serialize for Account {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seat(seat) => seat.serialize(serializer),
            Self::Named(name) => serializer.serialize_str(name),
            Self::Outside => serializer.serialize_str(OUTSIDE),
        }
    }
}

/// Money that moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// Who has so much less.
    pub from: Account,
    /// Who has so much more.
    pub to: Account,
    /// How much.
    pub amount: i64,
    /// What for, in words.
    pub why: String,
}

/// All entries, in the order in which the money moved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    entries: Vec<Entry>,
    // What the entries sum up to, kept so that nobody adds them all up after each.
    balances: BTreeMap<Account, i64>,
}

impl Ledger {
    /// Nothing has moved yet, and these accounts are empty.
    pub fn new(accounts: impl IntoIterator<Item = Account>) -> Self {
        let balances = accounts.into_iter().map(|account| (account, 0)).collect();
        Self { entries: Vec::new(), balances }
    }

    /// One more entry.
    pub fn add(&mut self, entry: Entry) {
        *self.balances.entry(entry.from).or_default() -= entry.amount;
        *self.balances.entry(entry.to).or_default() += entry.amount;
        self.entries.push(entry);
    }

    /// Everything that moved.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What an account has: all that came in, less all that went out.
    pub fn balance(&self, account: Account) -> i64 {
        self.balances.get(&account).copied().unwrap_or(0)
    }

    /// All accounts with what they have: players first, then those the game names.
    pub fn accounts(&self) -> impl Iterator<Item = (Account, i64)> {
        self.balances.iter().map(|(account, balance)| (*account, *balance))
    }
}

/// A witness that keeps the ledger of a game.
///
/// ```
/// # use parlor_engine::{Game, Hosted, ActOf, ledger::Bookkeeper};
/// fn what_moved<G: Hosted>(game: &G, acts: &[ActOf<G>]) -> Option<usize> {
///     let (mut state, mut books) = (game.start(), Bookkeeper::new(game)?);
///     for act in acts {
///         game.apply(&mut state, act, &mut books).ok()?;
///     }
///     Some(books.ledger().entries().len())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Bookkeeper<'a, G> {
    game: &'a G,
    ledger: Ledger,
}

impl<'a, G: Hosted> Bookkeeper<'a, G> {
    /// The books as the game begins; `None` for a game without money.
    pub fn new(game: &'a G) -> Option<Self> {
        Some(Self { game, ledger: game.ledger()? })
    }

    /// The books so far.
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}

impl<G: Hosted> Witness<G::Notice> for Bookkeeper<'_, G> {
    const AWAKE: bool = true;

    fn say(&mut self, _: Viewers, notice: impl FnOnce() -> G::Notice) {
        if let Some(entry) = self.game.entry(&notice()) {
            self.ledger.add(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANK: Account = Account::Named("the bank");
    const ANN: Account = Account::Seat(Seat::at(0));

    fn ledger() -> Ledger {
        let mut ledger = Ledger::new([BANK, ANN, Account::Named("the pot")]);
        for (from, to, amount) in [(Account::Outside, BANK, 50), (BANK, ANN, 30), (ANN, BANK, 7)] {
            ledger.add(Entry { from, to, amount, why: "so it was agreed".to_owned() });
        }
        ledger
    }

    #[test]
    fn a_balance_is_the_sum_of_entries() {
        let ledger = ledger();
        let sum = |account: Account| -> i64 {
            let signed = |entry: &Entry| match (entry.from == account, entry.to == account) {
                (true, false) => -entry.amount,
                (false, true) => entry.amount,
                _ => 0,
            };
            ledger.entries().iter().map(signed).sum()
        };
        for (account, balance) in ledger.accounts() {
            assert_eq!(balance, sum(account), "{account:?}");
            assert_eq!(balance, ledger.balance(account));
        }
        let all: Vec<i64> = ledger.accounts().map(|(_, balance)| balance).collect();
        assert_eq!(all, [23, 27, 0, -50], "Ann, the bank, the pot, outside");
        assert_eq!(ledger.balance(Account::Named("the pot")), 0, "opened and never used");
        assert_eq!(ledger.balance(Account::Named("the till")), 0, "never opened");
    }

    #[test]
    fn accounts_have_names_for_people_and_for_programs() {
        let names = Names::new(["Ann"]);
        let called = [ANN, BANK, Account::Outside].map(|account| account.name(&names));
        assert_eq!(called, ["Ann", "the bank", "outside"]);
        let json = serde_json::to_string(&ledger().entries()[1]).unwrap();
        let wanted = r#"{"from":"the bank","to":1,"amount":30,"why":"so it was agreed"}"#;
        assert_eq!(json, wanted);
    }
}
