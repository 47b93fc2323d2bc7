//! What chance does: draws a card off a deck, draws an action for the kingdom.

use parlor_engine::{Odds, Seat, Stream};

use crate::card::Card;
use crate::cards::{Cards, Kinds};

/// What chance does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deal {
    /// A player draws this card.
    Draw(Card),
    /// This action can be bought in this game.
    Offer(Card),
}

/// The odds of what chance does next.
#[derive(Clone, Copy, Debug)]
pub enum Chances {
    /// Any card of this player's deck.
    Deck(Seat, Cards),
    /// Any of these actions, each as likely as another.
    Kingdom(Kinds),
}

impl Odds<Deal> for Chances {
    #[inline]
    fn stream(&self) -> Stream {
        match self {
            Self::Deck(seat, _) => Stream::of("deck", *seat),
            Self::Kingdom(_) => Stream::shared("kingdom"),
        }
    }

    #[inline]
    fn total(&self) -> u64 {
        match self {
            Self::Deck(_, deck) => u64::from(deck.len()),
            Self::Kingdom(actions) => actions.len() as u64,
        }
    }

    #[inline]
    fn weight(&self, outcome: &Deal) -> u64 {
        match (self, *outcome) {
            (Self::Deck(_, deck), Deal::Draw(card)) => u64::from(deck.count(card)),
            (Self::Kingdom(actions), Deal::Offer(card)) => u64::from(actions.contains(card)),
            _ => 0,
        }
    }

    #[inline]
    fn pick(&self, ticket: u64) -> Option<Deal> {
        match self {
            Self::Deck(_, deck) => deck.nth(ticket).map(Deal::Draw),
            Self::Kingdom(actions) => actions.nth(usize::try_from(ticket).ok()?).map(Deal::Offer),
        }
    }

    fn outcomes(&self) -> impl Iterator<Item = Deal> {
        let (cards, offer): (Kinds, fn(Card) -> Deal) = match self {
            Self::Deck(_, deck) => (deck.kinds(), Deal::Draw),
            Self::Kingdom(actions) => (*actions, Deal::Offer),
        };
        cards.iter().map(offer)
    }
}
