//! What chance does: draws a card, says who begins.

use parlor_engine::{Odds, Seat, Seats, Stream};

use crate::card::Print;
use crate::cards::Cards;

/// What chance does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deal {
    /// This card comes off the deck.
    Draw(Print),
    /// This player begins the round.
    Starts(Seat),
}

/// The odds of what chance does next.
#[derive(Clone, Debug)]
pub enum Chances {
    /// Any card of the deck.
    Deck(Cards),
    /// The only card there is to draw.
    Only(Print),
    /// Any of these players.
    Starter(Seats),
}

impl Odds<Deal> for Chances {
    fn stream(&self) -> Stream {
        Stream::shared(match self {
            Self::Deck(_) | Self::Only(_) => "deck",
            Self::Starter(_) => "starter",
        })
    }

    #[inline]
    fn total(&self) -> u64 {
        match self {
            Self::Deck(deck) => deck.len() as u64,
            Self::Only(_) => 1,
            Self::Starter(seats) => seats.len() as u64,
        }
    }

    #[inline]
    fn weight(&self, outcome: &Deal) -> u64 {
        match (self, *outcome) {
            (Self::Deck(deck), Deal::Draw(card)) => deck.count(card) as u64,
            (Self::Only(only), Deal::Draw(card)) => u64::from(*only == card),
            (Self::Starter(seats), Deal::Starts(seat)) => u64::from(seats.contains(seat)),
            _ => 0,
        }
    }

    #[inline]
    fn pick(&self, ticket: u64) -> Option<Deal> {
        let ticket = usize::try_from(ticket).ok()?;
        match self {
            Self::Deck(deck) => deck.get(ticket).map(Deal::Draw),
            Self::Only(card) => (ticket == 0).then_some(Deal::Draw(*card)),
            Self::Starter(seats) => seats.nth(ticket).map(Deal::Starts),
        }
    }

    fn outcomes(&self) -> impl Iterator<Item = Deal> {
        let (deck, only, seats) = match self {
            Self::Deck(deck) => (Some(deck), None, Seats::NONE),
            Self::Only(card) => (None, Some(*card), Seats::NONE),
            Self::Starter(seats) => (None, None, *seats),
        };
        let cards = deck.into_iter().flat_map(Cards::different).chain(only);
        cards.map(Deal::Draw).chain(seats.iter().map(Deal::Starts))
    }
}
