//! The sets in the box. The tables are to be read against the rule book, line by line. The same sets
//! stand in `sets/*.json`, for whoever wants to make another of them.

use super::Effect::{
    Cheaper, ChooseOne, DiscardDownTo, DiscardForEmptyPiles, DiscardOrBug, DiscardToDraw, GiveBug,
    OthersDraw, PlayTwice, TrashToDraw, TrashToGain,
};
use super::{Definition, Ends, Gifts, Kind, Pile, Set, Spend, Ties, usual_turns};
use crate::card::Card::{
    self, Backlog, Bitcoin, Bug, CodeReview, DailyScrum, DeploymentPipeline, Dogecoin, Ethereum,
    EvergreenTest, Framework, Hack, Ipo, MergeConflict, Method, Module, Monitoring,
    Parallelization, Ransomware, Refactor, SprintPlanning, TechDebt, UnitTest,
};

impl Set {
    /// The set of this name in the box.
    pub fn built_in(name: &str) -> Option<Self> {
        let (title, kingdom, spend, ties, cards) = match name {
            "base" => ("Base", 3, Spend::Hand, Ties::Shared, &BASE[..]),
            "standard" => ("Standard", 10, Spend::Money, Ties::FewerTurns, &STANDARD[..]),
            _ => return None,
        };
        Some(Self {
            title: title.to_owned(),
            kingdom,
            spend,
            ties,
            ends: Ends { piles: vec![Framework], empty: 1 },
            turns: usual_turns(),
            cards: cards.to_vec(),
        })
    }
}

/// The ten cards of the game as it was first designed.
#[rustfmt::skip]
static BASE: [Definition; 10] = [
    //                   cost
    points(Bug,            0, -1).piles([10, 20, 30, 40]),
    points(Method,         2,  1).pile(14).start(3),
    points(Module,         5,  3).pile(8),
    points(Framework,      8,  6).pile(8),
    money(Bitcoin,         0,  1).pile(60).start(7),
    money(Ethereum,        3,  2).pile(40),
    money(Dogecoin,        6,  3).pile(30),
    action(Refactor,       2).actions(1).cards(1),
    action(EvergreenTest,  4).cards(3),
    action(CodeReview,     5).buys(1).money(2),
];

/// The full game, of whose actions ten are in the kingdom.
#[rustfmt::skip]
static STANDARD: [Definition; 22] = [
    //                          cost
    points(Bug,                   0, -1).piles([10, 20, 30, 40]),
    points(Method,                2,  1).pile(14).start(3),
    points(Module,                5,  3).pile(8),
    points(Framework,             8,  6).piles([8, 8, 12, 12]),
    money(Bitcoin,                0,  1).pile(60).start(7),
    money(Ethereum,               3,  2).pile(40),
    money(Dogecoin,               6,  3).pile(30),
    action(Backlog,               2).actions(1).then(DiscardToDraw),
    action(MergeConflict,         2).then(TrashToDraw),
    reaction(Monitoring,          2).cards(2),
    action(CodeReview,            3).cards(1).actions(2),
    action(SprintPlanning,        3).cards(1).actions(1).buys(1),
    action(UnitTest,              3).then(ChooseOne(2)),
    attack(Hack,                  4).money(2).then(DiscardDownTo(3)),
    action(TechDebt,              4).cards(1).actions(1).money(1).then(DiscardForEmptyPiles),
    action(Refactor,              4).then(TrashToGain(2)),
    action(Parallelization,       4).then(PlayTwice),
    action(DailyScrum,            5).cards(4).buys(1).then(OthersDraw(1)),
    action(Ipo,                   5).cards(2).actions(1).money(2),
    attack(EvergreenTest,         5).cards(2).then(GiveBug),
    action(DeploymentPipeline,    5).buys(1).money(1).then(Cheaper(1)),
    attack(Ransomware,            6).cards(3).then(DiscardOrBug(2)),
];

/// A card of which there are ten, as there are of every action.
const fn plain(card: Card, kind: Kind, cost: u8) -> Definition {
    let gives = Gifts { actions: 0, buys: 0, money: 0, cards: 0 };
    let pile = Pile([10; 4]);
    Definition { card, kind, cost, points: 0, coins: 0, gives, effect: None, pile, start: 0 }
}

const fn points(card: Card, cost: u8, points: i8) -> Definition {
    Definition { points, ..plain(card, Kind::Points, cost) }
}

const fn money(card: Card, cost: u8, coins: u8) -> Definition {
    Definition { coins, ..plain(card, Kind::Money, cost) }
}

const fn action(card: Card, cost: u8) -> Definition {
    plain(card, Kind::Action, cost)
}

const fn attack(card: Card, cost: u8) -> Definition {
    plain(card, Kind::Attack, cost)
}

const fn reaction(card: Card, cost: u8) -> Definition {
    plain(card, Kind::Reaction, cost)
}

impl Definition {
    const fn actions(mut self, actions: u8) -> Self {
        self.gives.actions = actions;
        self
    }

    const fn buys(mut self, buys: u8) -> Self {
        self.gives.buys = buys;
        self
    }

    const fn money(mut self, money: u8) -> Self {
        self.gives.money = money;
        self
    }

    const fn cards(mut self, cards: u8) -> Self {
        self.gives.cards = cards;
        self
    }

    const fn then(mut self, effect: super::Effect) -> Self {
        self.effect = Some(effect);
        self
    }

    const fn pile(self, pile: u8) -> Self {
        self.piles([pile; 4])
    }

    /// By the number of players.
    const fn piles(mut self, piles: [u8; 4]) -> Self {
        self.pile = Pile(piles);
        self
    }

    const fn start(mut self, start: u8) -> Self {
        self.start = start;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::NAMES;
    use parlor_engine::Problems;

    fn set(name: &str) -> Set {
        Set::built_in(name).unwrap()
    }

    #[test]
    fn the_sets_have_their_numbers_of_cards() {
        let numbers = NAMES.map(|name| (set(name).cards.len(), set(name).actions().count()));
        assert_eq!(numbers, [(10, 3), (22, 15)]);
        for name in NAMES {
            let cards = set(name).cards;
            assert!(cards.is_sorted_by_key(|card| card.cost * u8::from(card.is_action())));
        }
    }

    #[test]
    fn the_sets_in_the_box_are_right() {
        for name in NAMES {
            let mut problems = Problems::new();
            set(name).check("set", &mut problems);
            assert_eq!(problems.to_string(), "", "{name}");
        }
        assert_eq!(Set::built_in("tarot"), None);
    }

    /// The files that people copy say what the tables say.
    #[test]
    fn the_files_hold_the_sets_in_the_box() {
        let files =
            [include_str!("../../sets/base.json"), include_str!("../../sets/standard.json")];
        for (name, file) in NAMES.into_iter().zip(files) {
            let read: Set = serde_json::from_str(file).unwrap();
            assert_eq!(read, set(name), "{name}");
        }
    }
}
