//! The cards, by name, and sets of them.

mod print;

use std::fmt;
use std::str::FromStr;

use parlor_engine::bit_set;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use print::{LOOKS, Look, Looks, MAX_MARKS, Print};

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
pub const KINDS: usize = 47;

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
    Curfew "curfew" "Curfew",
    Chaperone "chaperone" "Chaperone",
    Smuggler "smuggler" "Smuggler",
    Encore "encore" "Encore",
}

impl Card {
    /// Its place in tables by card.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The card of a bit in a set.
    #[inline]
    const fn of_bit(bit: usize) -> Self {
        OF_BIT[bit % OF_BIT.len()]
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

bit_set! {
    /// A set of different cards. It is a list of them in the compact form too.
    pub struct Kinds(u64) {
        item: Card, count: KINDS, index: Card::index, at: Card::of_bit, compact: List,
    }
}

/// The card of each bit. It is as long as the word has bits, so that no index has to be checked.
static OF_BIT: [Card; 64] = {
    let mut cards = [Card::Guard; 64];
    let mut bit = 0;
    while bit < KINDS {
        cards[bit] = Card::ALL[bit];
        bit += 1;
    }
    cards
};
