//! The two card sets, as data: what each card costs, gives and does.
//!
//! The tables are to be read against the rule book, line by line. A card gives what stands in its
//! line, first the plain gifts (actions, buys, money, cards), then its [`Effect`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::Card;

/// Which cards are in the box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Set {
    /// Ten kinds, three of them actions: the game as it was first designed.
    Seed,
    /// Twenty-two kinds; a game uses ten of the fifteen actions.
    #[default]
    Standard,
}

/// What is printed on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definition {
    /// Its name.
    pub card: Card,
    /// When and how it is played.
    pub kind: Kind,
    /// What it costs.
    pub cost: u8,
    /// What it is worth at the end.
    pub points: i8,
    /// What it adds in the MONEY phase.
    pub coins: u8,
    /// What it gives as an action, before its effect.
    pub gives: Gifts,
    /// What else it does.
    pub effect: Option<Effect>,
}

/// When and how a card is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Worth points, for better or worse, and nothing else.
    Points,
    /// Played in the MONEY phase.
    Money,
    /// Played in the ACTION phase.
    Action,
    /// An action that the others may want to be safe from.
    Attack,
    /// An action that keeps who shows it safe from an attack.
    Reaction,
}

/// What an action gives whoever plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gifts {
    /// Actions more to play.
    pub actions: u8,
    /// Buys more.
    pub buys: u8,
    /// Money more to spend.
    pub money: u8,
    /// Cards to draw.
    pub cards: u8,
}

/// What an action does beside its gifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Discard any number, one at a time, then draw as many.
    DiscardToDraw,
    /// Trash a hand card; draw as many cards as it cost.
    TrashToDraw,
    /// Trash a hand card, gain a card that costs up to so much more.
    TrashToGain(u8),
    /// Choose one of three: so many actions, so much money, or so many cards.
    ChooseOne(u8),
    /// Discard one card for each empty supply pile.
    DiscardForEmptyPiles,
    /// Play another action from hand twice, or none.
    PlayTwice,
    /// Each other player draws so many.
    OthersDraw(u8),
    /// All cards cost so much less this turn.
    Cheaper(u8),
    /// Attack: each other player discards down to so many.
    DiscardDownTo(u8),
    /// Attack: each other player gains a Bug.
    GiveBug,
    /// Attack: each other player chooses to discard so many or to gain a Bug.
    DiscardOrBug(u8),
}

impl Set {
    /// Every card of the set.
    pub fn cards(self) -> &'static [Definition] {
        match self {
            Self::Seed => &SEED,
            Self::Standard => &STANDARD,
        }
    }

    /// The actions of the set.
    pub fn actions(self) -> impl Iterator<Item = Card> {
        self.cards().iter().filter(|card| card.is_action()).map(|card| card.card)
    }

    /// How many actions a game uses.
    pub const fn kingdom(self) -> usize {
        match self {
            Self::Seed => 3,
            Self::Standard => 10,
        }
    }

    /// How many of a card the supply holds before the first turn. Starting decks come on top.
    pub const fn pile(self, card: Card, players: usize) -> u8 {
        match card {
            Bitcoin => 60,
            Ethereum => 40,
            Dogecoin => 30,
            Method => 14,
            Framework if players > 2 && matches!(self, Self::Standard) => 12,
            Module | Framework => 8,
            Bug => 10 * players as u8,
            _ => 10,
        }
    }
}

/// What every player starts with.
pub const STARTING_DECK: [(Card, u8); 2] = [(Bitcoin, 7), (Method, 3)];
/// How many cards a hand has when its turn begins.
pub const HAND: u8 = 5;
/// The most Frameworks a table may ask for. With them the first eight kinds come to 252 cards in
/// one player's hands, and a sum of a word of [`Cards`](crate::Cards) has to stay within a byte.
pub const MAX_FRAMEWORKS: u8 = 40;

use Card::{
    Backlog, Bitcoin, Bug, CodeReview, DailyScrum, DeploymentPipeline, Dogecoin, Ethereum,
    EvergreenTest, Framework, Hack, Ipo, MergeConflict, Method, Module, Monitoring,
    Parallelization, Ransomware, Refactor, SprintPlanning, TechDebt, UnitTest,
};
use Effect::{
    Cheaper, ChooseOne, DiscardDownTo, DiscardForEmptyPiles, DiscardOrBug, DiscardToDraw, GiveBug,
    OthersDraw, PlayTwice, TrashToDraw, TrashToGain,
};

#[rustfmt::skip]
static SEED: [Definition; 10] = [
    //                   cost
    points(Bug,            0, -1),
    points(Method,         2,  1),
    points(Module,         5,  3),
    points(Framework,      8,  6),
    money(Bitcoin,         0,  1),
    money(Ethereum,        3,  2),
    money(Dogecoin,        6,  3),
    action(Refactor,       2).actions(1).cards(1),
    action(EvergreenTest,  4).cards(3),
    action(CodeReview,     5).buys(1).money(2),
];

#[rustfmt::skip]
static STANDARD: [Definition; 22] = [
    //                          cost
    points(Bug,                   0, -1),
    points(Method,                2,  1),
    points(Module,                5,  3),
    points(Framework,             8,  6),
    money(Bitcoin,                0,  1),
    money(Ethereum,               3,  2),
    money(Dogecoin,               6,  3),
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

const fn plain(card: Card, kind: Kind, cost: u8) -> Definition {
    let gives = Gifts { actions: 0, buys: 0, money: 0, cards: 0 };
    Definition { card, kind, cost, points: 0, coins: 0, gives, effect: None }
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
    /// Whether it is played in the ACTION phase.
    pub const fn is_action(&self) -> bool {
        matches!(self.kind, Kind::Action | Kind::Attack | Kind::Reaction)
    }

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

    const fn then(mut self, effect: Effect) -> Self {
        self.effect = Some(effect);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_have_their_numbers_of_cards() {
        assert_eq!((Set::Seed.cards().len(), Set::Seed.actions().count()), (10, 3));
        assert_eq!((Set::Standard.cards().len(), Set::Standard.actions().count()), (22, 15));
        for set in [Set::Seed, Set::Standard] {
            assert!(set.cards().is_sorted_by_key(|card| card.cost * u8::from(card.is_action())));
        }
    }

    /// What [`MAX_FRAMEWORKS`] promises.
    #[test]
    fn sums_of_eight_kinds_fit_in_a_byte() {
        for first in (0..Card::all().count()).step_by(8) {
            let kinds = Card::all().skip(first).take(8);
            let owned = kinds.map(|card| {
                let own = STARTING_DECK.iter().find(|(own, _)| *own == card);
                let pile = match card {
                    Framework => MAX_FRAMEWORKS,
                    other => Set::Standard.pile(other, 4),
                };
                u32::from(pile) + own.map_or(0, |(_, count)| u32::from(*count))
            });
            assert!(owned.sum::<u32>() < 256);
        }
    }
}
