//! What changes during play.

use arrayvec::ArrayVec;
use parlor_engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::cards::{Cards, Kinds};

/// The most players.
pub const MAX_PLAYERS: usize = 4;
/// The most things that can wait to be done. Only Parallelization makes something wait while another
/// card is played, one thing each, and nobody owns more than ten such cards
/// ([`MAX_TWICE`](crate::sets::MAX_TWICE)); a single card leaves at most four (Daily Scrum with four
/// players), the set-up five.
pub const MAX_TODO: usize = 16;

/// A table of Automation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The piles of the supply.
    pub(crate) supply: Cards,
    /// Which piles there were at the start, the empty ones among them.
    pub(crate) piles: Kinds,
    /// Cards that are out of the game.
    pub(crate) trash: Cards,
    /// The cards of each player.
    pub(crate) mats: [Mat; MAX_PLAYERS],
    /// Who has not left.
    pub(crate) present: Seats,
    /// Whose turn it is.
    pub(crate) mover: Seat,
    /// How far the turn is.
    pub(crate) phase: Phase,
    /// Actions the mover can still play.
    pub(crate) actions: u16,
    /// Cards the mover can still buy.
    pub(crate) buys: u16,
    /// Money the mover can still spend.
    pub(crate) money: u16,
    /// How much less every card costs this turn.
    pub(crate) discount: u8,
    /// What is to be done before the phase goes on; the last comes first.
    pub(crate) todo: Todo,
    /// The sealed question that is open, if the last thing to do is one.
    pub(crate) window: Window,
}

/// What is to be done, the last first.
pub type Todo = ArrayVec<Task, MAX_TODO>;

/// The cards of one player, wherever they lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Mat {
    pub(crate) hand: Cards,
    /// A pool: the order of the deck is not settled before somebody draws from it.
    pub(crate) deck: Cards,
    pub(crate) discards: Cards,
    /// The card that lies uppermost on the discards.
    pub(crate) top: Option<Card>,
    /// Played this turn.
    pub(crate) played: Cards,
    /// Cards of the hand that everybody knows of: one that was shown, and all that were in it when
    /// the deck ran out, for by then every other card lay open.
    pub(crate) known: Cards,
    /// Turns taken.
    pub(crate) turns: u16,
}

impl Mat {
    /// Every card this player owns, but for those set aside in a sealed window.
    pub(crate) fn cards(&self) -> Cards {
        self.hand.and(&self.deck).and(&self.discards).and(&self.played)
    }

    /// A card leaves the hand for all to see. Of several alike it is one that was known of.
    #[inline]
    pub(crate) fn take(&mut self, card: Card) {
        self.hand.remove(card);
        if self.known.contains(card) {
            self.known.remove(card);
        }
    }

    #[inline]
    pub(crate) fn discard(&mut self, card: Card) {
        self.discards.add(card);
        self.top = Some(card);
    }

    /// Several cards are discarded at once: the last kind in the order of the rule book comes to
    /// lie on top.
    #[inline]
    pub(crate) fn discard_all(&mut self, cards: &Cards) {
        self.discards = self.discards.and(cards);
        self.top = cards.kinds().last().or(self.top);
    }
}

/// How far a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The kingdom is drawn and the first hands are dealt.
    Setup,
    /// Actions are played.
    Action,
    /// Money is played.
    Money,
    /// Cards are bought.
    Buy,
    /// Cards are put away and a new hand is drawn.
    Cleanup,
    /// Nobody is asked any more.
    Over,
    /// An action gives a card, and its player is asked which: a part of ACTION. It stands last, so that
    /// the others keep the numbers they are hashed by.
    Gain,
}

/// Something to be done before the phase goes on. All of it is public.
#[expect(missing_docs, reason = "each task says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Chance adds so many actions to the kingdom.
    Kingdom { left: u8 },
    /// A player draws so many cards, which are there.
    Draw { seat: Seat, left: u16 },
    /// An action is played a second time, because of another.
    Again { card: Card, by: Card },
    /// Backlog: the mover discards what it likes, and so many already.
    Sift { card: Card, discarded: u16 },
    /// The mover trashes a card for this one.
    Trash { card: Card },
    /// The mover gains a card that costs up to so much, for this one.
    Gain { card: Card, up_to: u8 },
    /// The mover chooses what this card gives.
    Choose { card: Card },
    /// A player discards so many for this card, for all to see.
    Discard { seat: Seat, card: Card, left: u8 },
    /// Parallelization: the mover picks an action to be played twice.
    PlayTwice { card: Card },
    /// An attack is answered: whoever can shows a reaction. Sealed.
    React { attack: Card },
    /// An attack takes effect, as an action of its own, and spares those.
    Resolve { attack: Card, spared: Seats },
    /// An attack hits all others but those.
    Strike { attack: Card, spared: Seats },
    /// Those who are hit choose between discarding and a Bug. Sealed.
    Yield { attack: Card },
    /// Several that are hit discard. Sealed.
    Drop { attack: Card },
}

impl Task {
    /// The one seat it waits for, where it is not the mover as such.
    pub(crate) const fn seat(self) -> Option<Seat> {
        match self {
            Self::Draw { seat, .. } | Self::Discard { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// Whether it is a sealed question.
    pub(crate) const fn is_sealed(self) -> bool {
        matches!(self, Self::React { .. } | Self::Yield { .. } | Self::Drop { .. })
    }
}

/// The answers to a sealed question. Nobody sees them before all are in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Window {
    /// Whom the question was put to; everybody knows.
    pub(crate) asked: Seats,
    /// Who still owes an answer.
    pub(crate) owing: Seats,
    /// Who has answered with a yes: shows a card, would rather discard.
    pub(crate) yes: Seats,
    /// What each has put aside to be discarded; it is in no hand any more.
    pub(crate) aside: [Cards; MAX_PLAYERS],
}

impl Window {
    pub(crate) const CLOSED: Self = Self {
        asked: Seats::NONE,
        owing: Seats::NONE,
        yes: Seats::NONE,
        aside: [Cards::NONE; MAX_PLAYERS],
    };

    pub(crate) const fn ask(seats: Seats) -> Self {
        Self { asked: seats, owing: seats, ..Self::CLOSED }
    }
}

impl State {
    #[inline]
    pub(crate) const fn mat(&self, seat: Seat) -> &Mat {
        &self.mats[seat.index() % MAX_PLAYERS]
    }

    #[inline]
    pub(crate) const fn mat_mut(&mut self, seat: Seat) -> &mut Mat {
        &mut self.mats[seat.index() % MAX_PLAYERS]
    }

    /// The cards of whoever has the turn.
    #[inline]
    pub(crate) const fn own(&mut self) -> &mut Mat {
        self.mat_mut(self.mover)
    }

    /// Everybody still there but the mover, in turn order.
    pub(crate) fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let (present, mover) = (self.present, self.mover);
        debug_assert!(present.contains(mover), "going round the table ends at the mover");
        let mut seat = mover;
        std::iter::from_fn(move || {
            seat = present.after(seat)?;
            (seat != mover).then_some(seat)
        })
    }

    /// Every card a player owns.
    pub(crate) fn collection(&self, seat: Seat) -> Cards {
        self.mat(seat).cards().and(&self.window.aside[seat.index()])
    }

    /// How far the turn is, for whoever looks at it. An action that gives a card interrupts ACTION,
    /// which goes on after it; nothing else gives one.
    #[inline]
    pub(crate) fn shown_phase(&self) -> Phase {
        match self.todo.last() {
            Some(Task::Gain { .. }) => Phase::Gain,
            _ => self.phase,
        }
    }

    /// What a turn gave and was not used is lost with it.
    #[inline]
    pub(crate) const fn forget_turn(&mut self) {
        self.actions = 0;
        self.buys = 0;
        self.money = 0;
        self.discount = 0;
    }

    /// Puts everything aside back into its hand and forgets the answers.
    pub(crate) fn abandon_window(&mut self) {
        for (mat, aside) in self.mats.iter_mut().zip(&self.window.aside) {
            mat.hand = mat.hand.and(aside);
        }
        self.window = Window::CLOSED;
    }
}
