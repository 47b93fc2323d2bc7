//! What happened, as one viewer may hear of it.

use arrayvec::ArrayVec;
use parlor_engine::{PerSeat, Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Card, Print};
use crate::deck::Back;
use crate::event::{Cause, Play};
use crate::hand::MAX_HAND;
use crate::moves::Move;
use crate::state::End;
use crate::turn::Stage;

/// A few cards of one hand.
pub type Few = ArrayVec<Print, MAX_HAND>;

/// Something that happened. All of it is public but for what is said to be for some seats.
#[expect(missing_docs, reason = "each notice says what its fields are")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Notice {
    /// A round begins.
    Round { number: u16 },
    /// This player begins it: whoever went out last has said so, or it was drawn by lot.
    Starts { seat: Seat, by: Option<Seat> },
    /// A card was set aside face down.
    SetAside { back: Back },
    /// A card was set aside face up.
    FaceUp { card: Print },
    /// A player drew a card with this back.
    Draws { seat: Seat, back: Back },
    /// The card that was drawn; for the seat that drew it.
    Drew { card: Print },
    /// Somebody drew a card that this seat had put under the deck; for that seat.
    DrewKnown { seat: Seat, card: Print },
    /// A turn begins.
    Turn { seat: Seat },
    /// A player can be chosen again.
    Unprotected { seat: Seat },
    /// A sanity check turned this card up.
    Checked { seat: Seat, card: Print, insane: bool },
    /// A card was played; it may be answered.
    Played { play: Play },
    /// A card was played and there was nobody to choose.
    NoTarget { play: Play },
    /// A card is answered with another.
    Answered { play: Play, to: Play },
    /// A step of a player's turn is answered with a card.
    AnsweredTurn { play: Play, stage: Stage, seat: Seat },
    /// A step of a player's turn was cancelled: it does not happen.
    LeftOut { stage: Stage, seat: Seat },
    /// A player has another turn.
    Again { seat: Seat },
    /// A play was cancelled and does nothing: `turned` where it runs again for somebody else instead.
    Cancelled { play: Play, turned: bool },
    /// A play runs again for another player.
    Turned { play: Play },
    /// A card was discarded without being played.
    Discarded { seat: Seat, card: Print },
    /// A guess was right.
    Hit { by: Seat, at: Seat, number: u8 },
    /// A guess was wrong.
    Missed { by: Seat, at: Seat, number: u8 },
    /// A player looked at another's card.
    Looked { by: Seat, at: Seat },
    /// The card that was looked at; for the seat that looked.
    Saw { by: Seat, at: Seat, card: Print },
    /// Two players compared their cards.
    Compared { by: Seat, at: Seat, out: Option<Seat> },
    /// Both cards; for the two who compared.
    SawBoth { by: Seat, card: Print, at: Seat, other: Print },
    /// Two players traded cards.
    Traded { one: Seat, two: Seat },
    /// The card that came to a seat; for that seat, and where it came from, for that one too.
    Got { seat: Seat, from: Option<Seat>, card: Print },
    /// A player took another's card and left the Brain Case, or else let them draw.
    Took { by: Seat, from: Seat, brain_case: bool },
    /// A player collected a card of each of these.
    Collected { by: Seat, from: Seats },
    /// The collected cards; for the seat that collected them.
    Pot { by: Seat, cards: ArrayVec<Print, 8> },
    /// A collected card was dealt to a player.
    Given { by: Seat, to: Seat },
    /// A player put a card under the deck.
    Returned { seat: Seat },
    /// The card that was put under the deck; for the seat that did.
    ReturnedOwn { card: Print },
    /// A player shuffled an eight into the deck.
    Shuffled { seat: Seat, card: Print },
    /// A player chose which card of several counts.
    Offered { seat: Seat },
    /// An answer is in, or a choice is made, and nobody else knows; for the seat that gave it.
    Sealed { answer: Move },
    /// An answer came to nothing, because that of another player came first; for the seat that gave it.
    Void { card: Print, first: Seat },
    /// A player cannot be chosen.
    Protected { seat: Seat },
    /// A player cannot be knocked out.
    Immortal { seat: Seat },
    /// A player holds two cards from now on.
    HoldsTwo { seat: Seat },
    /// The direction of play has turned.
    Direction { upwards: bool },
    /// A player shows these cards, to win the round with them.
    Shows { seat: Seat, cards: Few },
    /// A player keeps the card and does not draw again.
    Kept { seat: Seat },
    /// A player went out, and these were in the hand.
    Out { seat: Seat, cause: Cause, cards: Few },
    /// A player would have gone out but cannot.
    Saved { seat: Seat },
    /// A player came back, more insane than before.
    Primed { seat: Seat, times: u8 },
    /// A player gained a token by a card.
    Token { seat: Seat, card: Card },
    /// The hands are compared: the cards of each, and what they score, in halves.
    Showdown { hands: PerSeat<Few>, scores: PerSeat<Option<u16>> },
    /// A round is over, and these gain a token.
    Won { seats: Seats, insane: Seats, how: Win },
    /// A player left the game, and these were in the hand.
    Left { seat: Seat, cards: Few },
    /// The game is over.
    Over { why: End },
}

impl Notice {
    /// The players whom it is about: who does it, and to whom it is done.
    pub(crate) fn about(&self) -> Seats {
        match *self {
            Self::Starts { seat, by } => by.into_iter().collect::<Seats>().with(seat),
            Self::Draws { seat, .. }
            | Self::DrewKnown { seat, .. }
            | Self::Turn { seat }
            | Self::Unprotected { seat }
            | Self::Checked { seat, .. }
            | Self::LeftOut { seat, .. }
            | Self::Again { seat }
            | Self::Discarded { seat, .. }
            | Self::Returned { seat }
            | Self::Shuffled { seat, .. }
            | Self::Offered { seat }
            | Self::Void { first: seat, .. }
            | Self::Protected { seat }
            | Self::Immortal { seat }
            | Self::HoldsTwo { seat }
            | Self::Shows { seat, .. }
            | Self::Kept { seat }
            | Self::Saved { seat }
            | Self::Primed { seat, .. }
            | Self::Token { seat, .. }
            | Self::Left { seat, .. }
            | Self::Out { seat, cause: Cause::Discarded { .. } | Cause::Sanity { .. }, .. }
            | Self::Pot { by: seat, .. }
            | Self::Over { why: End::Cthulhu(seat) } => Seats::one(seat),
            Self::Hit { by, at, .. }
            | Self::Missed { by, at, .. }
            | Self::Looked { by, at }
            | Self::Saw { by, at, .. }
            | Self::Compared { by, at, .. }
            | Self::SawBoth { by, at, .. }
            | Self::Traded { one: by, two: at }
            | Self::Took { by, from: at, .. }
            | Self::Given { by, to: at } => Seats::one(by).with(at),
            Self::Played { play }
            | Self::NoTarget { play }
            | Self::Cancelled { play, .. }
            | Self::Turned { play } => play.about(),
            Self::Answered { play, to } => play.about().or(to.about()),
            Self::AnsweredTurn { play, seat, .. } => play.about().with(seat),
            Self::Got { seat, from, .. } => from.into_iter().collect::<Seats>().with(seat),
            Self::Collected { by, from } => from.with(by),
            Self::Out { seat, cause: Cause::Card { by, .. }, .. } => Seats::one(seat).with(by),
            Self::Showdown { ref scores, .. } => {
                scores.iter().filter(|(_, score)| score.is_some()).map(|(seat, _)| seat).collect()
            }
            Self::Won { seats, insane, .. } => seats.or(insane),
            Self::Round { .. }
            | Self::SetAside { .. }
            | Self::FaceUp { .. }
            | Self::Drew { .. }
            | Self::ReturnedOwn { .. }
            | Self::Sealed { .. }
            | Self::Direction { .. }
            | Self::Over { .. } => Seats::NONE,
        }
    }
}

/// How a round was won, or why nobody won it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Win {
    /// All others are out.
    LastIn,
    /// By the highest score at the showdown.
    Showdown,
    /// At the showdown, by the rule for ties.
    Tiebreak,
    /// By this card.
    Card(Card),
}
