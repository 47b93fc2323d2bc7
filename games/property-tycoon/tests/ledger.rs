//! The ledger is made of what is said at the table alone, and has what the state has after every act.

#[path = "tables/mod.rs"]
mod tables;

use parlor_engine::ledger::{Account, Bookkeeper, Ledger};
use parlor_engine::{Game, Hosted, Seat};
use parlor_property_tycoon::{ALL_MONEY, Purse, State};
use tables::Table;

/// Tables of every number of players, with every option.
const TABLES: u64 = 160;
const QUICK: u64 = 4;
const SLOW: u64 = 40;

fn assert_agrees(ledger: &Ledger, state: &State, seats: usize) {
    let has = |purse: Purse| ledger.balance(Account::from(purse));
    assert_eq!(has(Purse::Bank), i64::from(state.bank), "the bank");
    assert_eq!(has(Purse::Pot), i64::from(state.pot), "the fines");
    for seat in (0..seats).map(Seat::at) {
        let cash = state.players[seat.index()].cash;
        assert_eq!(has(Purse::Seat(seat)), i64::from(cash), "seat {seat}");
    }
    assert_eq!(ledger.balance(Account::Outside), -i64::from(ALL_MONEY));
    let all: i64 = ledger.accounts().map(|(_, balance)| balance).sum();
    assert_eq!(all, 0, "what one has more another has less");
}

#[test]
fn balances_are_what_the_table_has_after_every_act() {
    let games = if parlor_gametest::slow() { SLOW } else { QUICK };
    let mut entries = 0;
    for table in (0..TABLES).map(Table::new) {
        for mut evening in (0..games).map(|number| table.game(number)) {
            let mut state = table.rules.start();
            let mut books = Bookkeeper::new(&table.rules).expect("a game with money");
            assert_agrees(books.ledger(), &state, table.seats);
            while let Some(act) = evening.next(&state) {
                let done = table.rules.apply(&mut state, &act, &mut books);
                assert_eq!(done, Ok(()), "{act} in {evening}");
                assert_agrees(books.ledger(), &state, table.seats);
            }
            entries += books.ledger().entries().len();
        }
    }
    assert!(entries > 10_000, "{entries} entries");
}

/// Nothing moves to where it was, nothing moves that is nothing, and there is a reason in words.
#[test]
fn every_entry_moves_something_for_a_reason() {
    let table = Table::new(7);
    let (mut state, mut evening) = (table.rules.start(), table.game(0));
    let mut books = Bookkeeper::new(&table.rules).expect("a game with money");
    while let Some(act) = evening.next(&state) {
        table.rules.apply(&mut state, &act, &mut books).expect("a legal act");
    }
    let opening = table.rules.ledger().expect("a game with money");
    assert_eq!(opening.entries().len(), 1 + table.seats);
    assert_eq!(opening.entries(), &books.ledger().entries()[..=table.seats]);
    assert!(books.ledger().entries().len() > opening.entries().len(), "money moved");
    for entry in books.ledger().entries() {
        assert_ne!(entry.from, entry.to, "{entry:?}");
        assert!(entry.amount > 0 && !entry.why.is_empty(), "{entry:?}");
    }
}
