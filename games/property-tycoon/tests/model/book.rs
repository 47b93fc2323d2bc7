//! The board and the cards as the rule book has them, written down here and not read from the sheets.

use std::collections::BTreeMap;

/// Money, in whole pounds.
pub(crate) type Pounds = i64;

/// What a space is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    Go,
    PotLuck,
    Knocks,
    Tax(Pounds),
    Jail,
    FreeParking,
    GoToJail,
    Street { group: &'static str, price: Pounds, rents: [Pounds; 6] },
    Station,
    Utility,
}

impl Space {
    /// What it costs; `None` where it cannot be owned.
    pub(crate) const fn price(self) -> Option<Pounds> {
        match self {
            Self::Street { price, .. } => Some(price),
            Self::Station => Some(200),
            Self::Utility => Some(150),
            _ => None,
        }
    }
}

/// What a card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Card {
    Receive(Pounds),
    Pay(Pounds),
    Fine(Pounds),
    Repairs(Pounds, Pounds),
    Birthday(Pounds),
    Advance(usize),
    BackTo(usize),
    Back(usize),
    ToJail,
    OutOfJail,
    FineOrDraw(Pounds),
}

pub(crate) const POT_LUCK: [Card; 17] = [
    Card::Receive(200),
    Card::Receive(50),
    Card::BackTo(2),
    Card::Receive(20),
    Card::Receive(200),
    Card::Pay(100),
    Card::Pay(50),
    Card::Advance(1),
    Card::Receive(50),
    Card::Pay(50),
    Card::FineOrDraw(10),
    Card::Fine(50),
    Card::Receive(100),
    Card::ToJail,
    Card::Receive(25),
    Card::Birthday(10),
    Card::OutOfJail,
];

pub(crate) const KNOCKS: [Card; 16] = [
    Card::Receive(50),
    Card::Receive(100),
    Card::Advance(40),
    Card::Advance(25),
    Card::Fine(15),
    Card::Pay(150),
    Card::Advance(16),
    Card::Receive(150),
    Card::Repairs(40, 115),
    Card::Advance(1),
    Card::Repairs(25, 100),
    Card::Back(3),
    Card::Advance(12),
    Card::ToJail,
    Card::Fine(30),
    Card::OutOfJail,
];

/// How many spaces there are. Go is the first.
pub(crate) const SPACES: usize = 40;
pub(crate) const JAIL: usize = 11;

/// Position, group, price, rents.
type Street = (usize, &'static str, Pounds, [Pounds; 6]);
const STREETS: [Street; 22] = [
    (2, "brown", 60, [2, 10, 30, 90, 160, 250]),
    (4, "brown", 60, [4, 20, 60, 180, 320, 450]),
    (7, "blue", 100, [6, 30, 90, 270, 400, 550]),
    (9, "blue", 100, [6, 30, 90, 270, 400, 550]),
    (10, "blue", 120, [8, 40, 100, 300, 450, 600]),
    (12, "purple", 140, [10, 50, 150, 450, 625, 750]),
    (14, "purple", 140, [10, 50, 150, 450, 625, 750]),
    (15, "purple", 160, [12, 60, 180, 500, 700, 900]),
    (17, "orange", 180, [14, 70, 200, 550, 750, 950]),
    (19, "orange", 180, [14, 70, 200, 550, 750, 950]),
    (20, "orange", 200, [16, 80, 220, 600, 800, 1000]),
    (22, "red", 220, [18, 90, 250, 700, 875, 1050]),
    (24, "red", 220, [18, 90, 250, 700, 875, 1050]),
    (25, "red", 240, [20, 100, 300, 750, 925, 1100]),
    (27, "yellow", 260, [22, 110, 330, 800, 975, 1150]),
    (28, "yellow", 260, [22, 110, 330, 800, 975, 1150]),
    (30, "yellow", 280, [24, 120, 360, 850, 1025, 1200]),
    (32, "green", 300, [26, 130, 390, 900, 1100, 1275]),
    (33, "green", 300, [26, 130, 390, 900, 1100, 1275]),
    (35, "green", 320, [28, 150, 450, 1000, 1200, 1400]),
    (38, "deep blue", 350, [35, 175, 500, 1100, 1300, 1500]),
    (40, "deep blue", 400, [50, 200, 600, 1400, 1700, 2000]),
];

/// What a house costs in a group, and the hotel on top of four.
pub(crate) fn house_price(group: &str) -> Pounds {
    match group {
        "brown" | "blue" => 50,
        "purple" | "orange" => 100,
        "red" | "yellow" => 150,
        _ => 200,
    }
}

/// The spaces of an edition, by position.
pub(crate) fn board(second: bool) -> BTreeMap<usize, Space> {
    let mut board = BTreeMap::from([
        (1, Space::Go),
        (3, Space::PotLuck),
        (5, Space::Tax(200)),
        (6, Space::Station),
        (8, Space::Knocks),
        (JAIL, Space::Jail),
        (13, Space::Utility),
        (16, Space::Station),
        (18, Space::PotLuck),
        (21, Space::FreeParking),
        (23, Space::Knocks),
        (26, Space::Station),
        (29, Space::Utility),
        (31, Space::GoToJail),
        (34, Space::PotLuck),
        (36, Space::Station),
        (37, Space::Knocks),
        (39, Space::Tax(100)),
    ]);
    for (position, group, price, mut rents) in STREETS {
        // The editions differ in names, and in this one rent.
        if second && position == 30 {
            rents[0] = 22;
        }
        board.insert(position, Space::Street { group, price, rents });
    }
    assert_eq!(board.len(), SPACES, "every position is taken once");
    board
}
