//! The cards, by name, and sets of them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

macro_rules! cards {
    ($($card:ident $name:literal $title:literal,)*) => {
        /// A card. What it does stands in [`catalogue`](crate::catalogue); its number, how many there
        /// are of it and whether it is insane is for the deck to say.
        #[expect(missing_docs, reason = "each is the name of a card")]
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
            JsonSchema,
        )]
        #[repr(u8)]
        pub enum Card {
            $(#[serde(rename = $name)] $card,)*
        }

        impl Card {
            /// All cards there are, in the order of their decks.
            pub const ALL: [Self; KINDS] = [$(Self::$card,)*];

            /// Its name in notation: `deep-ones`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$card => $name,)*
                }
            }

            /// Its name in print: `Deep Ones`.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$card => $title,)*
                }
            }
        }
    };
}

/// How many different cards there are.
pub const KINDS: usize = 43;

cards! {
    Guard "guard" "Guard",
    Priest "priest" "Priest",
    Baron "baron" "Baron",
    Handmaid "handmaid" "Handmaid",
    Prince "prince" "Prince",
    King "king" "King",
    Countess "countess" "Countess",
    Princess "princess" "Princess",
    Jester "jester" "Jester",
    Assassin "assassin" "Assassin",
    Cardinal "cardinal" "Cardinal",
    Baroness "baroness" "Baroness",
    Sycophant "sycophant" "Sycophant",
    Count "count" "Count",
    Constable "constable" "Constable",
    DowagerQueen "dowager-queen" "Dowager Queen",
    Bishop "bishop" "Bishop",
    Spy "spy" "Spy",
    Chancellor "chancellor" "Chancellor",
    BrainCase "brain-case" "Brain Case",
    Investigators "investigators" "Investigators",
    DeepOnes "deep-ones" "Deep Ones",
    CatsOfUlthar "cats-of-ulthar" "Cats of Ulthar",
    GoldenMead "golden-mead" "Golden Mead",
    GreatRaceOfYith "great-race-of-yith" "Great Race of Yith",
    HoundOfTindalos "hound-of-tindalos" "Hound of Tindalos",
    ElderSign "elder-sign" "Elder Sign",
    LiberIvonis "liber-ivonis" "Liber Ivonis",
    ProfessorArmitage "professor-armitage" "Professor Armitage",
    MiGo "mi-go" "Mi-Go",
    RandolphCarter "randolph-carter" "Randolph Carter",
    Nyarlathotep "nyarlathotep" "Nyarlathotep",
    SilverKey "silver-key" "Silver Key",
    ShiningTrapezohedron "shining-trapezohedron" "Shining Trapezohedron",
    Necronomicon "necronomicon" "Necronomicon",
    Cthulhu "cthulhu" "Cthulhu",
    Nope "nope" "Nope",
    NoU "no-u" "No-U",
    InsaneNoU "insane-no-u" "Insane No-U",
    Capitalist "capitalist" "Capitalist",
    BountyHunter "bounty-hunter" "Bounty Hunter",
    CrimeBoss "crime-boss" "Crime Boss",
    Jestsassin "jestsassin" "Jestsassin",
}

impl Card {
    /// Its place in tables by card.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that was to be a card and is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no card '{0}'")]
pub struct NotACard(String);

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let found = Self::ALL.into_iter().find(|card| card.name() == text);
        found.ok_or_else(|| NotACard(text.to_owned()))
    }
}

/// A set of different cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Card>", into = "Vec<Card>")]
pub struct Kinds(u64);

impl Kinds {
    /// No card.
    pub const NONE: Self = Self(0);

    /// This card alone.
    #[inline]
    pub const fn one(card: Card) -> Self {
        Self(1 << card as u8)
    }

    /// Whether the card is among them.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Self::one(card).0 != 0
    }

    /// These and those.
    #[inline]
    #[must_use]
    pub const fn or(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// Those of these that are also among those.
    #[inline]
    #[must_use]
    pub const fn and(self, those: Self) -> Self {
        Self(self.0 & those.0)
    }

    /// These without those.
    #[inline]
    #[must_use]
    pub const fn less(self, those: Self) -> Self {
        Self(self.0 & !those.0)
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// One after the other, in the order of [`Card::ALL`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let card = Card::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*card)
        })
    }
}

impl FromIterator<Card> for Kinds {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |kinds, card| kinds.or(Self::one(card)))
    }
}

impl From<Vec<Card>> for Kinds {
    fn from(cards: Vec<Card>) -> Self {
        cards.into_iter().collect()
    }
}

impl From<Kinds> for Vec<Card> {
    fn from(kinds: Kinds) -> Self {
        kinds.iter().collect()
    }
}
