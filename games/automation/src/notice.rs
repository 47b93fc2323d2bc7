//! What happened, as one viewer may hear of it.

use parlor_engine::{PerSeat, Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::cards::Cards;
use crate::moves::{Choice, Move};
use crate::state::Phase;

/// Something that happened. All of it is public but for what is said to be for one seat.
#[expect(missing_docs, reason = "each notice says what its fields are")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Notice {
    /// An action has been drawn for the kingdom.
    Offered { card: Card },
    /// The first hands are dealt, and this is the supply.
    Begins { supply: Cards },
    /// A turn begins; turns of a player count from 1.
    Turn { seat: Seat, number: u16 },
    /// A phase begins.
    Phase { seat: Seat, phase: Phase },
    /// A player draws so many cards.
    Draws { seat: Seat, count: u16 },
    /// A card that was drawn; for the seat that drew it.
    Drew { card: Card },
    /// So many discards have become the deck.
    Shuffled { seat: Seat, count: u16 },
    /// A card was played; `by` is the card that plays it again or for nothing.
    Played { seat: Seat, card: Card, by: Option<Card> },
    /// A card was bought.
    Bought { seat: Seat, card: Card, price: u8 },
    /// A card was taken without paying, because of another.
    Gained { seat: Seat, card: Card, by: Card },
    /// A card is out of the game, because of another.
    Trashed { seat: Seat, card: Card, by: Card },
    /// Cards were discarded, because of another.
    Discarded { seat: Seat, cards: Cards, by: Card },
    /// A choice was made, because of a card.
    Chose { seat: Seat, choice: Choice, by: Card },
    /// Nothing more is discarded, or nothing is played twice.
    Passed { seat: Seat, by: Card },
    /// A reaction was shown, and the attack passes by.
    Showed { seat: Seat, card: Card, attack: Card },
    /// An answer is in, and nobody else knows; for the seat that gave it.
    Sealed { answer: Move },
    /// A turn ends: this was left of the hand, this had been played.
    PutAway { seat: Seat, hand: Cards, played: Cards },
    /// A player has left.
    Left { seat: Seat },
    /// The game is over and all cards lie open.
    Over { decks: PerSeat<Cards> },
}

impl Notice {
    /// The players whom it is about. What only one seat is told is not about anybody else.
    pub(crate) const fn about(&self) -> Seats {
        match self {
            Self::Turn { seat, .. }
            | Self::Phase { seat, .. }
            | Self::Draws { seat, .. }
            | Self::Shuffled { seat, .. }
            | Self::Played { seat, .. }
            | Self::Bought { seat, .. }
            | Self::Gained { seat, .. }
            | Self::Trashed { seat, .. }
            | Self::Discarded { seat, .. }
            | Self::Chose { seat, .. }
            | Self::Passed { seat, .. }
            | Self::Showed { seat, .. }
            | Self::PutAway { seat, .. }
            | Self::Left { seat } => Seats::one(*seat),
            Self::Offered { .. }
            | Self::Begins { .. }
            | Self::Drew { .. }
            | Self::Sealed { .. }
            | Self::Over { .. } => Seats::NONE,
        }
    }
}
