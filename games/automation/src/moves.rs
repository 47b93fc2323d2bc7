//! What a player can be asked to do, and the menu.

use parlor_engine::rand_core::Rng;
use parlor_engine::sample::below;
use parlor_engine::{Entry, Menu};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::cards::Kinds;

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Plays a card from hand.
    Play(Card),
    /// Buys a card.
    Buy(Card),
    /// Takes a card without paying.
    Gain(Card),
    /// Puts a card from hand to the discards.
    Discard(Card),
    /// Puts a card from hand out of the game.
    Trash(Card),
    /// Shows a card from hand and is spared.
    Show(Card),
    /// Takes one of several things offered.
    Choose(Choice),
    /// Does nothing of the kind, or nothing more.
    Pass,
    /// Ends the phase.
    EndPhase,
}

/// One of several things offered.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// More actions.
    Actions,
    /// More money.
    Money,
    /// More cards.
    Cards,
    /// To discard.
    Discard,
    /// To gain a Bug.
    Bug,
}

impl Choice {
    pub(crate) const ALL: [Self; 5] =
        [Self::Actions, Self::Money, Self::Cards, Self::Discard, Self::Bug];
    /// How it is written in moves: `actions`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Actions => "actions",
            Self::Money => "money",
            Self::Cards => "cards",
            Self::Discard => "discard",
            Self::Bug => "bug",
        }
    }

    /// What it is called: `Actions`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Actions => "Actions",
            Self::Money => "Money",
            Self::Cards => "Cards",
            Self::Discard => "Discard",
            Self::Bug => "Bug",
        }
    }

    /// What Unit Test offers.
    pub(crate) const GIFTS: [Self; 3] = [Self::Actions, Self::Money, Self::Cards];
    /// What Ransomware asks for.
    pub(crate) const RANSOMS: [Self; 2] = [Self::Discard, Self::Bug];
}

/// The legal moves: one verb with a set of cards or choices, in the order of the rule book, and a
/// way out, where there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    what: What,
    way_out: WayOut,
}

/// What can be done with which cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Cards(Verb, Kinds),
    Choices(&'static [Choice]),
}

/// What is done with a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    Play,
    Buy,
    Gain,
    Discard,
    Trash,
    Show,
}

impl Verb {
    #[inline]
    pub(crate) const fn of(self, card: Card) -> Move {
        match self {
            Self::Play => Move::Play(card),
            Self::Buy => Move::Buy(card),
            Self::Gain => Move::Gain(card),
            Self::Discard => Move::Discard(card),
            Self::Trash => Move::Trash(card),
            Self::Show => Move::Show(card),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WayOut {
    None,
    Pass,
    EndPhase,
}

impl Offer {
    /// Nothing: the seat is not asked.
    pub(crate) const NOTHING: Self = Self::must(Verb::Play, Kinds::NONE);

    /// One of these has to be.
    #[inline]
    pub(crate) const fn must(verb: Verb, cards: Kinds) -> Self {
        Self { what: What::Cards(verb, cards), way_out: WayOut::None }
    }

    /// One of these, or nothing of the kind.
    #[inline]
    pub(crate) const fn may(verb: Verb, cards: Kinds) -> Self {
        Self { what: What::Cards(verb, cards), way_out: WayOut::Pass }
    }

    /// One of these, or the phase ends.
    #[inline]
    pub(crate) const fn phase(verb: Verb, cards: Kinds) -> Self {
        Self { what: What::Cards(verb, cards), way_out: WayOut::EndPhase }
    }

    /// One of these.
    pub(crate) const fn choose(choices: &'static [Choice]) -> Self {
        Self { what: What::Choices(choices), way_out: WayOut::None }
    }

    /// The cards that are offered.
    pub const fn cards(&self) -> Kinds {
        match self.what {
            What::Cards(_, cards) => cards,
            What::Choices(_) => Kinds::NONE,
        }
    }

    /// The move that does nothing of the kind, or ends the phase; `None` where there is none.
    #[inline]
    pub const fn way_out(&self) -> Option<Move> {
        match self.way_out {
            WayOut::None => None,
            WayOut::Pass => Some(Move::Pass),
            WayOut::EndPhase => Some(Move::EndPhase),
        }
    }

    #[inline]
    const fn things(&self) -> usize {
        match self.what {
            What::Cards(_, cards) => cards.len(),
            What::Choices(choices) => choices.len(),
        }
    }

    #[inline]
    fn at(&self, index: usize) -> Option<Move> {
        let thing = match self.what {
            What::Cards(verb, cards) => cards.nth(index).map(|card| verb.of(card)),
            What::Choices(choices) => choices.get(index).copied().map(Move::Choose),
        };
        if index == self.things() { self.way_out() } else { thing }
    }
}

impl Menu<Move> for Offer {
    #[inline]
    fn entries(&self) -> usize {
        self.things() + usize::from(self.way_out != WayOut::None)
    }

    fn entry(&self, index: usize) -> Option<Entry<Move>> {
        self.at(index).map(Entry::One)
    }

    fn within(&self, index: usize, number: u64) -> Option<Move> {
        if number == 0 { self.at(index) } else { None }
    }

    fn each(&self) -> impl Iterator<Item = Entry<Move>> {
        self.iter().map(Entry::One)
    }

    #[inline]
    fn count(&self) -> u64 {
        self.entries() as u64
    }

    fn nth(&self, number: u64) -> Option<Move> {
        self.at(usize::try_from(number).ok()?)
    }

    #[inline]
    fn contains(&self, wanted: &Move) -> bool {
        let offered = match (self.what, *wanted) {
            (What::Cards(Verb::Play, cards), Move::Play(card))
            | (What::Cards(Verb::Buy, cards), Move::Buy(card))
            | (What::Cards(Verb::Gain, cards), Move::Gain(card))
            | (What::Cards(Verb::Discard, cards), Move::Discard(card))
            | (What::Cards(Verb::Trash, cards), Move::Trash(card))
            | (What::Cards(Verb::Show, cards), Move::Show(card)) => cards.contains(card),
            (What::Choices(choices), Move::Choose(choice)) => choices.contains(&choice),
            _ => false,
        };
        offered || self.way_out() == Some(*wanted)
    }

    #[inline]
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        match self.entries() {
            0 => None,
            1 => self.at(0),
            entries => self.at(below(rng, entries as u64) as usize),
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> {
        let (verb, cards, choices) = match self.what {
            What::Cards(verb, cards) => (verb, cards, &[][..]),
            What::Choices(choices) => (Verb::Play, Kinds::NONE, choices),
        };
        let cards = cards.iter().map(move |card| verb.of(card));
        cards.chain(choices.iter().copied().map(Move::Choose)).chain(self.way_out())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_out_comes_last() {
        let cards: Kinds = [Card::Bitcoin, Card::Hack].into_iter().collect();
        let menu = Offer::phase(Verb::Play, cards);
        let listed: Vec<Move> = menu.iter().collect();
        assert_eq!(listed, [Move::Play(Card::Bitcoin), Move::Play(Card::Hack), Move::EndPhase]);
        assert!(menu.contains(&Move::EndPhase) && !menu.contains(&Move::Pass));
        assert!(!menu.contains(&Move::Buy(Card::Hack)));
        assert_eq!((menu.nth(3), menu.count()), (None, 3));
        assert_eq!(Offer::choose(&Choice::RANSOMS).nth(1), Some(Move::Choose(Choice::Bug)));
        assert_eq!(Offer::NOTHING.entries(), 0);
    }
}
