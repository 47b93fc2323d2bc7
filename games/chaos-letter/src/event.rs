//! What waits on the stack. All of it is public.

use parlor_engine::{Seat, Seats};
use parlor_stack::{Id, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Card, Print};
use crate::state::MAX_BETS;
use crate::turn::Stage;

/// So many events wait at the most. With too little room left nobody is asked for an answer.
pub const DEPTH: usize = 48;
/// What a card that is played may need on the stack: itself, and what follows from it. At the worst
/// somebody goes out whom everybody had bet on.
pub(crate) const ROOM: usize = MAX_BETS + 4;

/// The stack of this game.
pub type Events = Stack<Event, DEPTH>;

/// A card that is played, and how.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Play {
    /// Whose play it is.
    pub by: Seat,
    /// The card.
    pub card: Card,
    /// The number of its mark, or 0: how it looks, which everybody sees.
    pub mark: u8,
    /// Whether its insane side counts.
    pub insane: bool,
    /// Who was chosen.
    pub targets: Seats,
    /// The number that was named.
    pub number: Option<u8>,
    /// The play it answers.
    pub against: Option<Id>,
    /// Whether it runs again for another player, because of a No-U.
    pub turned: bool,
}

impl Play {
    /// The card as it lies on the table.
    pub const fn print(&self) -> Print {
        Print { card: self.card, mark: self.mark }
    }

    /// The players whom it is about: who plays it, and who was chosen.
    pub(crate) fn about(&self) -> Seats {
        self.targets.with(self.by)
    }
}

/// Something that is about to happen.
#[expect(missing_docs, reason = "each event says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A card is set aside face down.
    SetAside,
    /// So many cards are set aside face up.
    FaceUp { left: u8 },
    /// A step of a player's turn: it can be answered.
    Turn { stage: Stage, seat: Seat },
    /// A player checks sanity, as often as that is due.
    Sanity { seat: Seat },
    /// A player has another turn.
    Again { seat: Seat },
    /// So many sanity checks of a player are left.
    Check { seat: Seat, left: u8 },
    /// A player draws a card.
    Draw { seat: Seat, why: Drawing },
    /// It is settled who begins the round.
    Starter,
    /// A player plays a card from hand.
    Choose { seat: Seat },
    /// A card goes from a hand to the discards, and takes effect if it does so there. `safe` where
    /// the card is played in a way that spares its player.
    Discard { seat: Seat, card: Print, safe: bool },
    /// A player discards the hand, or one card of several.
    DiscardHand { seat: Seat },
    /// A card is played: it can be answered.
    Play { play: Play },
    /// A card takes effect: everybody who had to choose a card has.
    Effect { play: Play },
    /// A player with several cards chooses the one that counts.
    Offer { seat: Seat, card: Card, by: Seat },
    /// The controller of a card turned round chooses whom it is for.
    Aim { play: Play },
    /// Deep Ones: a number is named after all.
    Name { play: Play },
    /// A player looks at another's card.
    Look { by: Seat, at: Seat, card: Card },
    /// Cardinal: a player looks at one of these.
    LookAtOne { by: Seat, of: Seats, card: Card },
    /// Chancellor: a player puts so many cards under the deck.
    Return { seat: Seat, left: u8 },
    /// Nyarlathotep: a player deals the collected cards out again to those.
    Give { by: Seat, to: Seats },
    /// Bishop: a player may discard and draw.
    Redraw { seat: Seat },
    /// A player goes out of the round.
    Out { seat: Seat, cause: Cause },
    /// A player cannot be knocked out: this cancels it.
    Save { seat: Seat, out: Id },
    /// A player gains a token.
    Token { seat: Seat, card: Card },
    /// A player who had no turn yet comes back.
    Prime { seat: Seat },
}

impl Event {
    /// Whether a card comes off the deck.
    #[inline]
    pub(crate) const fn is_draw(&self) -> bool {
        matches!(
            self,
            Self::SetAside | Self::FaceUp { .. } | Self::Draw { .. } | Self::Check { .. }
        )
    }

    /// Whose it is, and whom it is for, where players may be asked for an answer to it.
    #[inline]
    pub(crate) fn parties(&self) -> Option<(Seat, Seats)> {
        match *self {
            Self::Play { play } => Some((play.by, play.targets)),
            Self::Turn { seat, .. } => Some((seat, Seats::one(seat))),
            _ => None,
        }
    }

    /// Whether this player would do it. Collected cards are dealt out in any case.
    pub(crate) fn is_done_by(&self, player: Seat) -> bool {
        match *self {
            Self::Play { play }
            | Self::Effect { play }
            | Self::Aim { play }
            | Self::Name { play } => play.by == player,
            Self::Look { by, .. } | Self::LookAtOne { by, .. } => by == player,
            Self::Check { seat, .. }
            | Self::Sanity { seat }
            | Self::Draw { seat, .. }
            | Self::Choose { seat }
            | Self::Discard { seat, .. }
            | Self::DiscardHand { seat }
            | Self::Offer { seat, .. }
            | Self::Return { seat, .. }
            | Self::Redraw { seat } => seat == player,
            Self::Starter
            | Self::SetAside
            | Self::FaceUp { .. }
            | Self::Turn { .. }
            | Self::Again { .. }
            | Self::Give { .. }
            | Self::Out { .. }
            | Self::Save { .. }
            | Self::Token { .. }
            | Self::Prime { .. } => false,
        }
    }
}

/// Why a card is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Drawing {
    /// The first card of a round.
    Deal,
    /// The card of the turn.
    Turn,
    /// One more card, by a card's effect; off the deck alone.
    More,
    /// For a card that was discarded or lost; where the deck is empty, the card set aside.
    Instead,
    /// One of the collected cards, whose dealer has left.
    Pot,
    /// The card set aside.
    Aside,
}

/// Why a player goes out.
#[expect(missing_docs, reason = "each cause says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A card that somebody played or held.
    Card { card: Card, by: Seat },
    /// The player's own card, which may not be discarded.
    Discarded { card: Card },
    /// A sanity check.
    Sanity { card: Card },
}
