//! Boards unlike those in the box: as small and as large as boards can be, with other groups, with
//! cards that lead to cards, with nothing to pay, and with very much of it.

use std::fmt::{Display, Write};

use parlor_property_tycoon::{EditionOption, MOST_ROUNDS};
use parlor_sheets::{Book, Sheet};

/// An edition with what the tests have to know of it.
pub(crate) struct Odd {
    pub(crate) name: &'static str,
    /// Games at it are no longer than that: where sums are large money could not be counted otherwise.
    pub(crate) most_rounds: u16,
    make: fn() -> Sheets,
}

pub(crate) const ODD: [Odd; 8] = [
    Odd { name: "the smallest", most_rounds: MOST_ROUNDS, make: smallest },
    Odd { name: "chains of cards", most_rounds: MOST_ROUNDS, make: chains },
    Odd { name: "cards in a circle", most_rounds: MOST_ROUNDS, make: circle },
    Odd { name: "cards that are kept", most_rounds: MOST_ROUNDS, make: kept },
    Odd { name: "no property", most_rounds: MOST_ROUNDS, make: no_property },
    Odd { name: "the largest", most_rounds: MOST_ROUNDS, make: largest },
    Odd { name: "nothing to pay", most_rounds: MOST_ROUNDS, make: zeros },
    Odd { name: "very rich", most_rounds: 12, make: rich },
];

impl Odd {
    pub(crate) fn edition(&self) -> EditionOption {
        let mut sheets = (self.make)();
        sheets.note("Title", "", self.name);
        EditionOption::from(sheets.book())
    }
}

/// The sheets of an edition, row by row as text.
struct Sheets {
    board: String,
    notes: String,
    cards: String,
    spaces: u32,
    drawn: u32,
}

impl Sheets {
    /// With Go, which pays so much.
    fn new(go: u32) -> Self {
        let board = "Position,Name,Group,Action,Can be bought,Cost,Rent,1 house,2 houses,3 houses,\
                     4 houses,Hotel\n";
        let mut sheets = Self {
            board: board.to_owned(),
            notes: "Note,For,Amount\n".to_owned(),
            cards: "Deck,Card,Text,Effect,Amount,Per hotel,Goes to,Go money\n".to_owned(),
            spaces: 0,
            drawn: 0,
        };
        sheets.space(&format!("Collect {go}"));
        sheets
    }

    fn row(&mut self, rest: &str) {
        self.spaces += 1;
        writeln!(self.board, "{0},Space {0},{rest}", self.spaces).expect("text");
    }

    /// A space that does something.
    fn space(&mut self, action: &str) {
        self.row(&format!(",{action},No"));
    }

    fn street(&mut self, group: &str, price: u32, rents: [u32; 6]) {
        let rents = rents.map(|rent| rent.to_string()).join(",");
        self.row(&format!("{group},,Yes,{price},{rents}"));
    }

    /// A station or a utility.
    fn other(&mut self, kind: &str, price: u32) {
        self.row(&format!("{kind},,Yes,{price}"));
    }

    fn note(&mut self, note: &str, of: &str, amount: impl Display) {
        writeln!(self.notes, "{note},{of},{amount}").expect("text");
    }

    /// What one to so many stations or utilities bring.
    fn rents(&mut self, note: &str, amounts: &[u32]) {
        for (number, amount) in (1..).zip(amounts) {
            self.note(note, &format!("{number}"), *amount);
        }
    }

    /// A card, by its effect and the cells after it.
    fn card(&mut self, pack: &str, effect: &str) {
        self.drawn += 1;
        writeln!(self.cards, "{pack},C{0},Card {0},{effect}", self.drawn).expect("text");
    }

    fn book(self) -> Book {
        let sheets = [("Board", self.board), ("Notes", self.notes), ("Cards", self.cards)];
        let sheets = sheets
            .map(|(name, text)| Sheet::from_csv(name, text.as_bytes()).expect("rows of a sheet"));
        Book { sheets: sheets.into() }
    }
}

const LUCK: &str = "Pot Luck";
const KNOCKS: &str = "Opportunity Knocks";
const RENTS: [u32; 6] = [4, 20, 60, 180, 320, 450];

/// Four spaces: a throw goes round up to three times.
fn smallest() -> Sheets {
    let mut sheets = Sheets::new(200);
    sheets.space("Jail");
    sheets.street("Red", 61, RENTS);
    sheets.street("Red", 60, RENTS);
    sheets.note("House price", "Red", 51);
    sheets
}

/// Eight spaces with both packs, without the cards.
fn eight() -> Sheets {
    let mut sheets = Sheets::new(100);
    sheets.space(LUCK);
    sheets.street("Red", 60, RENTS);
    sheets.space("Jail");
    sheets.space(KNOCKS);
    sheets.street("Red", 80, RENTS);
    sheets.space("Collect fines");
    sheets.space("Go to jail");
    sheets.note("House price", "Red", 50);
    sheets
}

/// Cards that lead to each other, and some that do not.
fn chains() -> Sheets {
    let mut sheets = eight();
    sheets.card(LUCK, "advance_to,,,5,Yes");
    sheets.card(LUCK, "choice_fine_or_draw_opportunity,10");
    sheets.card(LUCK, "move_relative,8");
    sheets.card(LUCK, "move_relative,3");
    sheets.card(LUCK, "collect_from_each_player,25");
    sheets.card(LUCK, "pay_free_parking,40");
    sheets.card(KNOCKS, "move_relative,-3");
    sheets.card(KNOCKS, "advance_to,,,2,Yes");
    sheets.card(KNOCKS, "move_back_to,,,2,No");
    sheets.card(KNOCKS, "move_back_to,,,5,No");
    sheets.card(KNOCKS, "go_to_jail");
    sheets.card(KNOCKS, "pay_repairs_bank,30,90");
    sheets.card(KNOCKS, "receive_from_bank,70");
    sheets
}

/// Packs of one card each, which lead to each other: only the limit on draws ends a turn.
fn circle() -> Sheets {
    let mut sheets = eight();
    sheets.card(LUCK, "move_relative,3");
    sheets.card(KNOCKS, "advance_to,,,2,Yes");
    sheets
}

/// Packs of one card each, which is kept: then the packs are empty.
fn kept() -> Sheets {
    let mut sheets = eight();
    sheets.card(LUCK, "get_out_of_jail_free");
    sheets.card(KNOCKS, "get_out_of_jail_free");
    sheets
}

/// Nothing to buy, and so nothing to do but to throw the dice and pay.
fn no_property() -> Sheets {
    let mut sheets = Sheets::new(50);
    sheets.space("Pay 120");
    sheets.space("Jail");
    sheets.space(LUCK);
    sheets.card(LUCK, "choice_fine_or_draw_opportunity,90");
    sheets.card(KNOCKS, "collect_from_each_player,30");
    sheets
}

/// As many spaces as there can be, groups of two to five streets, six stations and three utilities.
fn largest() -> Sheets {
    let mut sheets = Sheets::new(400);
    let mut others =
        ["Jail", LUCK, KNOCKS, "Collect fines", "Go to jail", "Pay 75", LUCK, KNOCKS].into_iter();
    let mut kinds = ["Station", "Utility"].into_iter().cycle();
    for group in 0..28 {
        let name = format!("Group {group}");
        let price = 60 + 15 * group;
        sheets.note("House price", &name, 30 + 5 * group);
        for street in 0..2 + group % 4 {
            sheets.street(&name, price + street, RENTS.map(|rent| rent * (1 + group / 4)));
        }
        // A station, a utility, a station, and so on; then stations alone.
        match group {
            0..6 => sheets.other(kinds.next().unwrap_or("Station"), 150),
            6..9 => sheets.other("Station", 150),
            _ => {}
        }
        if let Some(action) = others.next() {
            sheets.space(action);
        }
    }
    while sheets.spaces < 120 {
        sheets.space("Pay 5");
    }
    sheets.rents("Station rent", &[25, 50, 100, 150, 175, 200]);
    sheets.rents("Utility rent", &[3, 7, 20]);
    sheets.card(LUCK, "move_relative,100");
    sheets.card(LUCK, "move_relative,-100");
    sheets.card(LUCK, "get_out_of_jail_free");
    sheets.card(LUCK, "receive_from_bank,300");
    sheets.card(KNOCKS, "advance_to,,,120,Yes");
    sheets.card(KNOCKS, "move_back_to,,,1,No");
    sheets.card(KNOCKS, "pay_repairs_bank,10,40");
    sheets
}

/// Every amount but the prices is nothing.
fn zeros() -> Sheets {
    let mut sheets = Sheets::new(0);
    for _ in 0..2 {
        sheets.street("Red", 1, [0; 6]);
    }
    sheets.space("Jail");
    sheets.space("Pay 0");
    sheets.space(LUCK);
    sheets.other("Station", 3);
    sheets.space("Collect fines");
    for _ in 0..3 {
        sheets.other("Utility", 100);
    }
    sheets.space(KNOCKS);
    sheets.note("House price", "Red", 0);
    sheets.rents("Station rent", &[0]);
    sheets.rents("Utility rent", &[0, 0, 0]);
    for effect in ["receive_from_bank", "pay_bank", "pay_free_parking", "collect_from_each_player"]
    {
        sheets.card(LUCK, &format!("{effect},0"));
    }
    sheets.card(LUCK, "choice_fine_or_draw_opportunity,0");
    sheets.card(KNOCKS, "pay_repairs_bank,0,0");
    sheets
}

/// Amounts as large as they can be.
fn rich() -> Sheets {
    let most = 100_000;
    let mut sheets = Sheets::new(most);
    for group in ["Red", "Blue"] {
        for _ in 0..3 {
            sheets.street(group, most, [most / 3, most, most, most, most, most]);
        }
        sheets.note("House price", group, most);
    }
    sheets.space("Jail");
    sheets.space(LUCK);
    sheets.space("Pay 100000");
    sheets.other("Station", most - 1);
    sheets.other("Utility", most);
    sheets.space("Collect fines");
    sheets.space(KNOCKS);
    sheets.space("Go to jail");
    while sheets.spaces < 20 {
        sheets.street("Green", most, [most; 6]);
    }
    sheets.note("House price", "Green", most / 2);
    sheets.rents("Station rent", &[most]);
    sheets.rents("Utility rent", &[most]);
    for effect in ["receive_from_bank", "pay_free_parking", "collect_from_each_player"] {
        sheets.card(LUCK, &format!("{effect},{most}"));
    }
    sheets.card(KNOCKS, "receive_from_bank,100000");
    sheets.card(KNOCKS, "pay_repairs_bank,100000,100000");
    sheets
}
