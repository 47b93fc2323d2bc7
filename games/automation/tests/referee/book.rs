//! The referee's own copy of the rule book, typed from the printed rules and not from the code. Sets
//! that are not in the box it reads itself.

use parlor_automation::Card::{self, *};
use serde_json::Value;

/// How many kinds of cards there are in all.
pub(crate) const KINDS: usize = 22;
/// The most players.
pub(crate) const PLAYERS: usize = 4;
/// Cards in a fresh hand.
pub(crate) const HAND: u16 = 5;

/// Which box the cards come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Edition {
    Base,
    Standard,
    /// The set that the README shows.
    Startup,
    /// A set in which every effect stands on another card, with ends of its own.
    Odd,
}

impl Edition {
    pub(crate) const ALL: [Self; 4] = [Self::Base, Self::Standard, Self::Startup, Self::Odd];

    /// The file of a set that is not in the box.
    pub(crate) const fn file(self) -> Option<&'static str> {
        match self {
            Self::Base | Self::Standard => None,
            Self::Startup => Some(include_str!("../../examples/startup.json")),
            Self::Odd => Some(include_str!("odd.json")),
        }
    }
}

/// What sort of card it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    Points,
    Money,
    Action,
    Attack,
    Reaction,
}

/// What a card does beside its gifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Does {
    Nothing,
    Sift,
    TrashToDraw,
    TrashToGain(u8),
    Choose(u16),
    DiscardForEmptyPiles,
    PlayTwice,
    OthersDraw(u16),
    Cheaper(u8),
    DownTo(u16),
    GiveBug,
    DiscardOrBug(u16),
}

/// One line of the book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) sort: Sort,
    pub(crate) price: u8,
    pub(crate) points: i64,
    pub(crate) coins: u16,
    pub(crate) actions: u16,
    pub(crate) buys: u16,
    pub(crate) money: u16,
    pub(crate) cards: u16,
    pub(crate) does: Does,
    /// How high its pile is, by the number of players.
    pile: [u8; PLAYERS],
    /// How many are in a starting deck.
    start: u8,
}

/// The lines of one box, by the number of the card.
pub(crate) struct Book {
    lines: [Option<Line>; KINDS],
    /// Actions in a kingdom.
    pub(crate) kingdom: usize,
    /// Whether MONEY offers the whole hand.
    pub(crate) whole_hand: bool,
    /// Whether fewer turns win a tie.
    pub(crate) fewer_turns: bool,
    /// The piles that end the game, and how many of them are empty then.
    pub(crate) ends: (Vec<Card>, usize),
}

impl Book {
    pub(crate) fn new(of: Edition) -> Self {
        if let Some(file) = of.file() {
            return Self::read(file);
        }
        let standard = of == Edition::Standard;
        let mut lines = [None; KINDS];
        for (card, line) in if standard { &STANDARD[..] } else { &BASE[..] } {
            let pile = [1, 2, 3, 4].map(|players| pile(*card, players, standard));
            lines[*card as usize] = Some(Line { pile, start: start(*card), ..*line });
        }
        let kingdom = if standard { 10 } else { 3 };
        let ends = (vec![Framework], 1);
        Self { lines, kingdom, whole_hand: !standard, fewer_turns: standard, ends }
    }

    /// A set from its file, read as the README explains it.
    fn read(file: &str) -> Self {
        let set: Value = serde_json::from_str(file).expect("JSON");
        let rows = set["cards"].as_array().expect("cards");
        let mut lines = [None; KINDS];
        for row in rows {
            lines[card(&row["card"]) as usize] = Some(line(row));
        }
        let piles = set["ends"]["piles"].as_array();
        let piles = piles.map_or_else(|| ALL.to_vec(), |piles| piles.iter().map(card).collect());
        let mut book = Self {
            lines,
            kingdom: 0,
            whole_hand: set["spend"] == "hand",
            fewer_turns: set["ties"] == "fewer-turns",
            ends: (piles, set["ends"]["empty"].as_u64().unwrap_or(1) as usize),
        };
        book.kingdom = set["kingdom"].as_u64().map_or(book.actions(), |kingdom| kingdom as usize);
        book
    }

    /// The line of a card; `None` when it is not in the box.
    pub(crate) fn line(&self, card: Card) -> Option<&Line> {
        self.lines[card as usize].as_ref()
    }

    /// Whether it is played in the ACTION phase.
    pub(crate) fn is_action(&self, card: Card) -> bool {
        self.line(card)
            .is_some_and(|line| matches!(line.sort, Sort::Action | Sort::Attack | Sort::Reaction))
    }

    pub(crate) fn is(&self, card: Card, sort: Sort) -> bool {
        self.line(card).is_some_and(|line| line.sort == sort)
    }

    pub(crate) fn does(&self, card: Card) -> Does {
        self.line(card).map_or(Does::Nothing, |line| line.does)
    }

    /// Every card of the box.
    pub(crate) fn cards(&self) -> impl Iterator<Item = Card> {
        ALL.into_iter().filter(|card| self.line(*card).is_some())
    }

    /// How many actions the box has.
    pub(crate) fn actions(&self) -> usize {
        self.cards().filter(|card| self.is_action(*card)).count()
    }

    /// How high a pile is before the first turn.
    pub(crate) fn pile(&self, card: Card, players: usize, frameworks: u8) -> u8 {
        match card {
            Framework if frameworks > 0 => frameworks,
            _ => self.line(card).map_or(0, |line| line.pile[players - 1]),
        }
    }

    /// Of each kind in a starting deck.
    pub(crate) fn starting(&self, card: Card) -> u8 {
        self.line(card).map_or(0, |line| line.start)
    }
}

/// The piles of the sets in the box.
const fn pile(card: Card, players: u8, standard: bool) -> u8 {
    match card {
        Bitcoin => 60,
        Ethereum => 40,
        Dogecoin => 30,
        Method => 14,
        Framework if standard && players > 2 => 12,
        Module | Framework => 8,
        Bug => 10 * players,
        _ => 10,
    }
}

/// The starting decks of the sets in the box.
const fn start(card: Card) -> u8 {
    match card {
        Bitcoin => 7,
        Method => 3,
        _ => 0,
    }
}

fn card(name: &Value) -> Card {
    let name = name.as_str().expect("the name of a card");
    ALL.into_iter().find(|card| card.name() == name).expect("a card")
}

/// A row of a file.
fn line(row: &Value) -> Line {
    let number = |field: &str| row[field].as_u64().unwrap_or(0);
    let sort = match row["kind"].as_str() {
        Some("points") => Sort::Points,
        Some("money") => Sort::Money,
        Some("action") => Sort::Action,
        Some("attack") => Sort::Attack,
        _ => Sort::Reaction,
    };
    let pile = std::array::from_fn(|players| {
        let pile = row["pile"].get(players).unwrap_or(&row["pile"]);
        pile.as_u64().expect("a number of cards") as u8
    });
    Line {
        sort,
        price: number("cost") as u8,
        points: row["points"].as_i64().unwrap_or(0),
        coins: number("value") as u16,
        actions: number("actions") as u16,
        buys: number("buys") as u16,
        money: number("money") as u16,
        cards: number("cards") as u16,
        does: effect(&row["effect"]),
        pile,
        start: number("start") as u8,
    }
}

fn effect(effect: &Value) -> Does {
    let number = |name: &str| effect[name].as_u64().map(|number| number as u16);
    match effect.as_str() {
        Some("discard-to-draw") => return Does::Sift,
        Some("trash-to-draw") => return Does::TrashToDraw,
        Some("discard-for-empty-piles") => return Does::DiscardForEmptyPiles,
        Some("play-twice") => return Does::PlayTwice,
        Some("give-bug") => return Does::GiveBug,
        Some(other) => panic!("no effect: {other}"),
        None => {}
    }
    None.or_else(|| number("trash-to-gain").map(|number| Does::TrashToGain(number as u8)))
        .or_else(|| number("cheaper").map(|number| Does::Cheaper(number as u8)))
        .or_else(|| number("choose-one").map(Does::Choose))
        .or_else(|| number("others-draw").map(Does::OthersDraw))
        .or_else(|| number("discard-down-to").map(Does::DownTo))
        .or_else(|| number("discard-or-bug").map(Does::DiscardOrBug))
        .unwrap_or(Does::Nothing)
}

#[rustfmt::skip]
pub(crate) const ALL: [Card; KINDS] = [
    Bug, Method, Module, Framework, Bitcoin, Ethereum, Dogecoin, Backlog, MergeConflict, Monitoring,
    CodeReview, SprintPlanning, UnitTest, Hack, TechDebt, Refactor, Parallelization, DailyScrum,
    Ipo, EvergreenTest, DeploymentPipeline, Ransomware,
];

#[rustfmt::skip]
static BASE: [(Card, Line); 10] = [
    (Bitcoin,       money(0, 1)),
    (Ethereum,      money(3, 2)),
    (Dogecoin,      money(6, 3)),
    (Method,        worth(2, 1)),
    (Module,        worth(5, 3)),
    (Framework,     worth(8, 6)),
    (Bug,           worth(0, -1)),
    //                           sort     price actions buys money cards
    (Refactor,      does(Sort::Action,        2,   1,    0,    0,    1)),
    (CodeReview,    does(Sort::Action,        5,   0,    1,    2,    0)),
    (EvergreenTest, does(Sort::Action,        4,   0,    0,    0,    3)),
];

#[rustfmt::skip]
static STANDARD: [(Card, Line); KINDS] = [
    (Bug,                worth(0, -1)),
    (Method,             worth(2, 1)),
    (Module,             worth(5, 3)),
    (Framework,          worth(8, 6)),
    (Bitcoin,            money(0, 1)),
    (Ethereum,           money(3, 2)),
    (Dogecoin,           money(6, 3)),
    //                                sort     price actions buys money cards
    (Backlog,            does(Sort::Action,        2,   1,    0,    0,    0).then(Does::Sift)),
    (MergeConflict,      does(Sort::Action,        2,   0,    0,    0,    0).then(Does::TrashToDraw)),
    (Monitoring,         does(Sort::Reaction,      2,   0,    0,    0,    2)),
    (CodeReview,         does(Sort::Action,        3,   2,    0,    0,    1)),
    (SprintPlanning,     does(Sort::Action,        3,   1,    1,    0,    1)),
    (UnitTest,           does(Sort::Action,        3,   0,    0,    0,    0).then(Does::Choose(2))),
    (Hack,               does(Sort::Attack,        4,   0,    0,    2,    0).then(Does::DownTo(3))),
    (TechDebt,           does(Sort::Action,        4,   1,    0,    1,    1).then(Does::DiscardForEmptyPiles)),
    (Refactor,           does(Sort::Action,        4,   0,    0,    0,    0).then(Does::TrashToGain(2))),
    (Parallelization,    does(Sort::Action,        4,   0,    0,    0,    0).then(Does::PlayTwice)),
    (DailyScrum,         does(Sort::Action,        5,   0,    1,    0,    4).then(Does::OthersDraw(1))),
    (Ipo,                does(Sort::Action,        5,   1,    0,    2,    2)),
    (EvergreenTest,      does(Sort::Attack,        5,   0,    0,    0,    2).then(Does::GiveBug)),
    (DeploymentPipeline, does(Sort::Action,        5,   0,    1,    1,    0).then(Does::Cheaper(1))),
    (Ransomware,         does(Sort::Attack,        6,   0,    0,    0,    3).then(Does::DiscardOrBug(2))),
];

const fn does(sort: Sort, price: u8, actions: u16, buys: u16, money: u16, cards: u16) -> Line {
    let (does, pile, start) = (Does::Nothing, [0; PLAYERS], 0);
    Line { sort, price, points: 0, coins: 0, actions, buys, money, cards, does, pile, start }
}

impl Line {
    const fn then(self, does: Does) -> Self {
        Self { does, ..self }
    }
}

const fn worth(price: u8, points: i64) -> Line {
    Line { points, ..does(Sort::Points, price, 0, 0, 0, 0) }
}

const fn money(price: u8, coins: u16) -> Line {
    Line { coins, ..does(Sort::Money, price, 0, 0, 0, 0) }
}
