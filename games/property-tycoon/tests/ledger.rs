//! The ledger is made of what is said at the table alone, and has what the state has after every act.

#![allow(
    clippy::disallowed_methods,
    reason = "which games are played is read from the environment"
)]

#[path = "tables/mod.rs"]
mod tables;

use parlor_engine::ledger::{Account, Bookkeeper, Ledger};
use parlor_engine::{Game, Hosted, Seat, Viewers, Witness};
use parlor_property_tycoon::{ALL_MONEY, Notice, Pounds, Purse, START_MONEY, State, Why};
use tables::{COMBINATIONS, ODD_TABLES, Plan, Table};

/// Tables, and games at each: of every number of players, with every option.
const QUICK: (u64, u64) = (160, 4);
const SLOW: (u64, u64) = (COMBINATIONS, 4);
/// The same with boards that are not in the box.
const QUICK_ODD: (u64, u64) = (80, 2);
const SLOW_ODD: (u64, u64) = (400, 4);

/// Every balance is what the state has, and what one has more another has less.
fn agrees(ledger: &Ledger, state: &State, seats: usize) -> bool {
    let has = |purse: Purse| ledger.balance(Account::from(purse));
    let player = |seat: Seat| has(Purse::Seat(seat)) == i64::from(state.players[seat.index()].cash);
    let all: i64 = ledger.accounts().map(|(_, balance)| balance).sum();
    has(Purse::Bank) == i64::from(state.bank)
        && has(Purse::Pot) == i64::from(state.pot)
        && (0..seats).map(Seat::at).all(player)
        && ledger.balance(Account::Outside) == -i64::from(ALL_MONEY)
        && all == 0
}

#[test]
fn balances_are_what_the_table_has_after_every_act() {
    balances_agree(Plan::new(0, QUICK, SLOW));
}

#[test]
fn balances_are_what_the_table_has_on_every_kind_of_board() {
    balances_agree(Plan::new(ODD_TABLES, QUICK_ODD, SLOW_ODD));
}

fn balances_agree(plan: Plan) {
    let mut entries = 0;
    for table in plan.tables.map(Table::new) {
        for mut evening in plan.games.clone().map(|number| table.game(number)) {
            let mut state = table.start();
            let mut books = Bookkeeper::new(&table.rules).expect("a game with money");
            if table.poor {
                set_aside(&state, table.seats, &mut books);
            }
            assert!(agrees(books.ledger(), &state, table.seats), "the start of {evening}");
            while let Some(act) = evening.next(&state) {
                let done = table.rules.apply(&mut state, &act, &mut books);
                assert_eq!(done, Ok(()), "{act} in {evening}");
                let agrees = agrees(books.ledger(), &state, table.seats);
                let ledger = books.ledger();
                assert!(agrees, "{act} in {evening}:\n{state:?}\n{ledger:?}");
            }
            entries += books.ledger().entries().len();
        }
    }
    assert!(!plan.whole || entries > 10_000, "{entries} entries");
}

/// The money that nobody begins with at a poor table.
fn set_aside(start: &State, seats: usize, books: &mut impl Witness<Notice>) {
    let seats = (0..seats).map(Seat::at);
    let given =
        seats.map(|seat| (Purse::Seat(seat), START_MONEY - start.players[seat.index()].cash));
    let given: Vec<(Purse, Pounds)> = given.collect();
    let cash: Pounds = given.iter().map(|(_, amount)| *amount).sum();
    for (from, amount) in given.into_iter().chain([(Purse::Bank, start.pot - cash)]) {
        let (to, why) = (Purse::Pot, Why::Start);
        books.say(Viewers::ALL, || Notice::Paid { from, to, amount, why, from_has: 0, to_has: 0 });
    }
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
