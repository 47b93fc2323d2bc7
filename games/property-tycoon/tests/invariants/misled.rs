//! Shows that the watcher can fail: it hears the same games with one thing changed each time.

use parlor_engine::{Game, Viewers, Witness};
use parlor_property_tycoon::{Notice, Why};

use crate::tables::{ODD_TABLES, Table};
use crate::tally::Tally;
use crate::watcher::Watcher;

/// How often a notice is heard.
type Heard = fn(&Notice) -> usize;

const CHANGES: &[(&str, &str, Heard)] = &[
    ("Go pays nothing", "had no money", |notice| times(0, paid(notice, |why| why == Why::Go))),
    ("Go pays twice", "for Go", |notice| times(2, paid(notice, |why| why == Why::Go))),
    ("no rent is paid", "Rent", |notice| times(0, paid(notice, |why| matches!(why, Why::Rent(_))))),
    ("no tax is paid", "Tax", |notice| times(0, paid(notice, |why| matches!(why, Why::Tax(_))))),
    ("the fines are not taken", "Fines was due|the fines changed", |notice| {
        times(0, paid(notice, |why| why == Why::FreeParking))
    }),
    ("no card is drawn", "Card", |notice| times(0, matches!(notice, Notice::Drew { .. }))),
    ("nobody goes to jail", "Jail was due|place changed", |notice| {
        times(0, matches!(notice, Notice::Jailed { .. }))
    }),
    ("nothing is auctioned", "Sale", |notice| {
        times(0, matches!(notice, Notice::AuctionOpens { .. }))
    }),
    ("nothing is too early", "Sale", |notice| times(0, matches!(notice, Notice::TooEarly { .. }))),
    ("nobody is told who bought", "owns changed", |notice| {
        times(0, matches!(notice, Notice::Bought { .. }))
    }),
    ("nobody is told of the turn", "turn changed|in the turn of", |notice| {
        times(0, matches!(notice, Notice::Turn { .. }))
    }),
    ("the bank forgets what it owes", "owes changed", |notice| {
        times(0, matches!(notice, Notice::BankOwes { .. } | Notice::HandedOn { .. }))
    }),
    ("tokens fly", "place changed", |notice| times(0, matches!(notice, Notice::Moved { .. }))),
];

/// So often where it is meant, and once otherwise.
fn times(times: usize, meant: bool) -> usize {
    if meant { times } else { 1 }
}

fn paid(notice: &Notice, reason: fn(Why) -> bool) -> bool {
    matches!(notice, Notice::Paid { why, .. } if reason(*why))
}

/// A watcher that is told something else.
struct Misled<'a, 'b>(&'b mut Watcher<'a>, Heard);

impl Witness<Notice> for Misled<'_, '_> {
    const AWAKE: bool = true;

    fn say(&mut self, to: Viewers, notice: impl FnOnce() -> Notice) {
        let notice = notice();
        for _ in 0..(self.1)(&notice) {
            self.0.say(to, || notice.clone());
        }
    }
}

fn fault(table: &Table, number: u64, heard: Heard) -> Option<String> {
    let (mut state, mut evening) = (table.start(), table.game(number));
    let mut tally = Tally::default();
    let mut watcher = Watcher::new(table, &mut tally);
    while let Some(act) = evening.next(&state) {
        let mut misled = Misled(&mut watcher, heard);
        table.rules.apply(&mut state, &act, &mut misled).expect("a legal act");
        if let Err(why) = watcher.check(&state) {
            return Some(why);
        }
    }
    None
}

#[test]
fn a_watcher_that_is_misled_says_so() {
    let tables: Vec<Table> = (0..60).map(Table::new).collect();
    for (name, wanted, heard) in CHANGES {
        let found = tables.iter().find_map(|table| fault(table, 0, *heard));
        let why = found.unwrap_or_else(|| panic!("{name}: nobody noticed"));
        println!("{name}: {why}");
        assert!(wanted.split('|').any(|wanted| why.contains(wanted)), "{name}: {why}");
    }
}

/// Hears of no more than one payment for Go between two moves.
struct Once<'a, 'b> {
    watcher: &'b mut Watcher<'a>,
    heard: bool,
}

impl Witness<Notice> for Once<'_, '_> {
    const AWAKE: bool = true;

    fn say(&mut self, to: Viewers, notice: impl FnOnce() -> Notice) {
        let notice = notice();
        let go = paid(&notice, |why| why == Why::Go);
        if !go || !self.heard {
            self.watcher.say(to, || notice);
        }
        self.heard = go;
    }
}

/// On a small board Go pays several times for one throw, and one of them is not enough.
#[test]
fn a_watcher_that_hears_of_go_once_says_so() {
    let table = Table::new(ODD_TABLES);
    let (mut state, mut evening) = (table.start(), table.game(0));
    let mut tally = Tally::default();
    let mut watcher = Watcher::new(&table, &mut tally);
    let found = loop {
        let act = evening.next(&state).expect("a fault before the game is over");
        let mut once = Once { watcher: &mut watcher, heard: false };
        table.rules.apply(&mut state, &act, &mut once).expect("a legal act");
        if let Err(why) = watcher.check(&state) {
            break why;
        }
    };
    assert!(found.contains("had no money"), "{found}");
}
