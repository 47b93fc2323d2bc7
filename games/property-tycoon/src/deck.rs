//! The two packs of cards.
//!
//! A pack is shuffled once. Until a card has been seen nobody knows where it lies, so what has not
//! been seen is a set; what has been drawn goes to the bottom, in an order that everybody knows. Once
//! all cards have been seen the pack is that queue.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use parlor_engine::bit_set;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use thiserror::Error;

use crate::board::{Place, Pounds};

/// The most cards in a pack.
pub const MAX_CARDS: usize = 32;

/// One of the two packs.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Pack {
    /// Pot Luck.
    PotLuck,
    /// Opportunity Knocks.
    OpportunityKnocks,
}

impl Pack {
    /// Both.
    pub const ALL: [Self; 2] = [Self::PotLuck, Self::OpportunityKnocks];

    /// Its place in tables by pack.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::PotLuck => Self::OpportunityKnocks,
            Self::OpportunityKnocks => Self::PotLuck,
        }
    }

    /// Its name in notation: `pot-luck`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PotLuck => "pot-luck",
            Self::OpportunityKnocks => "opportunity-knocks",
        }
    }

    /// Its name in print: `Pot Luck`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::PotLuck => "Pot Luck",
            Self::OpportunityKnocks => "Opportunity Knocks",
        }
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that was to be a pack and is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no pack '{0}'; there is pot-luck and opportunity-knocks")]
pub struct NotAPack(pub String);

impl FromStr for Pack {
    type Err = NotAPack;

    fn from_str(text: &str) -> Result<Self, NotAPack> {
        let found = Self::ALL.into_iter().find(|pack| pack.name() == text);
        found.ok_or_else(|| NotAPack(text.to_owned()))
    }
}

/// A card of an edition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// What the edition calls it: `PL01`.
    pub id: SmolStr,
    /// What stands on it.
    pub text: SmolStr,
    /// What it does.
    pub effect: Effect,
}

/// What a card does to whoever draws it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The bank pays.
    Receive(Pounds),
    /// The bank is paid.
    PayBank(Pounds),
    /// A fine, which goes to Free Parking.
    Fine(Pounds),
    /// The bank is paid for each house and each hotel.
    Repairs {
        /// For each house.
        house: Pounds,
        /// For each hotel.
        hotel: Pounds,
    },
    /// Every other player pays.
    FromEach(Pounds),
    /// Forward to a space, past Go where it lies on the way.
    AdvanceTo(Place),
    /// Back to a space. Going back nobody passes Go.
    BackTo(Place),
    /// So many spaces forward, or back where it is less than 0.
    Move(i8),
    /// To jail.
    GoToJail,
    /// Kept, until it is used to leave jail.
    GetOutOfJail,
    /// A fine, or a card of the other pack: whichever the player likes better.
    FineOrDraw(Pounds),
}

/// What is left of a pack on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Pile {
    /// The cards nobody has seen yet, in an order that nobody knows. They come first.
    pub unseen: CardSet,
    /// The cards that have been seen, the next to be drawn first.
    pub queue: ArrayVec<CardNumber, MAX_CARDS>,
}

/// A card by its place in the pack's list. People count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardNumber(u8);

impl CardNumber {
    /// The card at this index, counted from 0.
    ///
    /// # Panics
    /// When no pack is that large.
    #[inline]
    pub const fn at(index: usize) -> Self {
        assert!(index < MAX_CARDS, "no pack is that large");
        Self(index as u8)
    }

    /// The card with this number, counted from 1; `None` where no pack has that many.
    pub const fn from_number(number: usize) -> Option<Self> {
        if number == 0 || number > MAX_CARDS { None } else { Some(Self(number as u8 - 1)) }
    }

    /// The card of a bit in a set, which holds no other bits: nothing is checked.
    #[inline]
    const fn of_bit(bit: usize) -> Self {
        Self(bit as u8)
    }

    /// Counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for CardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Serialize for CardNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

impl<'de> Deserialize<'de> for CardNumber {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom(format!("no pack has a card {number}"));
        Self::from_number(number.into()).ok_or_else(wrong)
    }
}

bit_set! {
    /// Cards of one pack without an order. In JSON a list of their numbers.
    pub struct CardSet(u32) {
        item: CardNumber,
        count: MAX_CARDS,
        index: CardNumber::index,
        at: CardNumber::of_bit,
        compact: Word,
    }
}

impl Pile {
    /// A pack of so many cards that was just shuffled.
    pub fn shuffled(count: usize) -> Self {
        Self { unseen: CardSet::first_n(count), queue: ArrayVec::new() }
    }

    /// Whether no card is left to draw: all of them are held.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.unseen.is_empty() && self.queue.is_empty()
    }

    /// Takes a card off the top; `false` when it cannot be there.
    #[inline]
    pub fn draw(&mut self, card: CardNumber) -> bool {
        if self.unseen.is_empty() {
            if self.queue.first() != Some(&card) {
                return false;
            }
            self.queue.remove(0);
        } else {
            if !self.unseen.contains(card) {
                return false;
            }
            self.unseen = self.unseen.without(card);
        }
        true
    }

    /// A card comes to the bottom.
    #[inline]
    pub fn put_under(&mut self, card: CardNumber) {
        // There is room for every card there is, and each is in one place only.
        _ = self.queue.try_push(card);
    }
}
