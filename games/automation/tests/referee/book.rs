//! The referee's own copy of the rule book, typed from the printed rules and not from the code.

use parlor_automation::Card::{self, *};

/// How many kinds of cards there are in all.
pub(crate) const KINDS: usize = 22;
/// The most players.
pub(crate) const PLAYERS: usize = 4;
/// Cards in a fresh hand.
pub(crate) const HAND: u16 = 5;

/// Which box the cards come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edition {
    Seed,
    Standard,
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
}

/// The lines of one box, by the number of the card.
pub(crate) struct Book {
    pub(crate) of: Edition,
    lines: [Option<Line>; KINDS],
}

impl Book {
    pub(crate) fn new(of: Edition) -> Self {
        let mut lines = [None; KINDS];
        for (card, line) in match of {
            Edition::Seed => &SEED[..],
            Edition::Standard => &STANDARD[..],
        } {
            lines[*card as usize] = Some(*line);
        }
        Self { of, lines }
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

    /// Every card of the box.
    pub(crate) fn cards(&self) -> impl Iterator<Item = Card> {
        ALL.into_iter().filter(|card| self.line(*card).is_some())
    }

    /// How high a pile is before the first turn.
    pub(crate) fn pile(&self, card: Card, players: usize, frameworks: u8) -> u8 {
        match card {
            Bitcoin => 60,
            Ethereum => 40,
            Dogecoin => 30,
            Method => 14,
            Module => 8,
            Framework if frameworks > 0 => frameworks,
            Framework => match (self.of, players) {
                (Edition::Standard, 3 | 4) => 12,
                _ => 8,
            },
            Bug => 10 * players as u8,
            _ => 10,
        }
    }
}

/// Of each kind in a starting deck.
pub(crate) fn starting(card: Card) -> u8 {
    match card {
        Bitcoin => 7,
        Method => 3,
        _ => 0,
    }
}

#[rustfmt::skip]
pub(crate) const ALL: [Card; KINDS] = [
    Bug, Method, Module, Framework, Bitcoin, Ethereum, Dogecoin, Backlog, MergeConflict, Monitoring,
    CodeReview, SprintPlanning, UnitTest, Hack, TechDebt, Refactor, Parallelization, DailyScrum,
    Ipo, EvergreenTest, DeploymentPipeline, Ransomware,
];

#[rustfmt::skip]
static SEED: [(Card, Line); 10] = [
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
    (Backlog,            does(Sort::Action,        2,   1,    0,    0,    0)),
    (MergeConflict,      does(Sort::Action,        2,   0,    0,    0,    0)),
    (Monitoring,         does(Sort::Reaction,      2,   0,    0,    0,    2)),
    (CodeReview,         does(Sort::Action,        3,   2,    0,    0,    1)),
    (SprintPlanning,     does(Sort::Action,        3,   1,    1,    0,    1)),
    (UnitTest,           does(Sort::Action,        3,   0,    0,    0,    0)),
    (Hack,               does(Sort::Attack,        4,   0,    0,    2,    0)),
    (TechDebt,           does(Sort::Action,        4,   1,    0,    1,    1)),
    (Refactor,           does(Sort::Action,        4,   0,    0,    0,    0)),
    (Parallelization,    does(Sort::Action,        4,   0,    0,    0,    0)),
    (DailyScrum,         does(Sort::Action,        5,   0,    1,    0,    4)),
    (Ipo,                does(Sort::Action,        5,   1,    0,    2,    2)),
    (EvergreenTest,      does(Sort::Attack,        5,   0,    0,    0,    2)),
    (DeploymentPipeline, does(Sort::Action,        5,   0,    1,    1,    0)),
    (Ransomware,         does(Sort::Attack,        6,   0,    0,    0,    3)),
];

const fn does(sort: Sort, price: u8, actions: u16, buys: u16, money: u16, cards: u16) -> Line {
    Line { sort, price, points: 0, coins: 0, actions, buys, money, cards }
}

const fn worth(price: u8, points: i64) -> Line {
    Line { points, ..does(Sort::Points, price, 0, 0, 0, 0) }
}

const fn money(price: u8, coins: u16) -> Line {
    Line { coins, ..does(Sort::Money, price, 0, 0, 0, 0) }
}
