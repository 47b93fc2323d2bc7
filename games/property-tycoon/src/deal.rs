//! What chance does: throws dice, draws cards.

use parlor_engine::{Odds, Seat, Stream};

use crate::deck::{CardNumber, CardSet, Pack};
use crate::state::Dice;

/// What chance does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deal {
    /// The dice fall.
    Roll(Dice),
    /// This card comes off the top of its pack.
    Draw(Pack, CardNumber),
}

/// The odds of what chance does next.
#[derive(Clone, Copy, Debug)]
pub enum Chances {
    /// Two dice, for this player.
    Dice(Seat),
    /// Any card of a pack that nobody has seen yet.
    Unseen(Pack, CardSet),
    /// The card on top, which everybody knows.
    Top(Pack, CardNumber),
}

/// The sides of a die.
const SIDES: u8 = 6;

impl Odds<Deal> for Chances {
    fn stream(&self) -> Stream {
        match self {
            Self::Dice(seat) => Stream::of("dice", *seat),
            Self::Unseen(pack, _) | Self::Top(pack, _) => Stream::shared(pack.name()),
        }
    }

    #[inline]
    fn total(&self) -> u64 {
        match self {
            Self::Dice(_) => u64::from(SIDES) * u64::from(SIDES),
            Self::Unseen(_, cards) => cards.len() as u64,
            Self::Top(..) => 1,
        }
    }

    #[inline]
    fn weight(&self, outcome: &Deal) -> u64 {
        let sides = 1..=SIDES;
        let possible = match (self, outcome) {
            (Self::Dice(_), Deal::Roll(Dice(one, two))) => {
                sides.contains(one) && sides.contains(two)
            }
            (Self::Unseen(pack, cards), Deal::Draw(of, card)) => {
                pack == of && cards.contains(*card)
            }
            (Self::Top(pack, top), Deal::Draw(of, card)) => pack == of && top == card,
            _ => false,
        };
        possible.into()
    }

    #[inline]
    fn pick(&self, ticket: u64) -> Option<Deal> {
        if ticket >= self.total() {
            return None;
        }
        match self {
            Self::Dice(_) => {
                let (one, two) = (ticket as u8 / SIDES, ticket as u8 % SIDES);
                Some(Deal::Roll(Dice(one + 1, two + 1)))
            }
            Self::Unseen(pack, cards) => {
                cards.nth(ticket as usize).map(|card| Deal::Draw(*pack, card))
            }
            Self::Top(pack, card) => Some(Deal::Draw(*pack, *card)),
        }
    }

    fn outcomes(&self) -> impl Iterator<Item = Deal> {
        let odds = *self;
        (0..self.total()).filter_map(move |ticket| odds.pick(ticket))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of the 36 throws of two dice holds one ticket, so each number of a die comes up six times.
    #[test]
    fn every_throw_is_as_likely_as_any_other() {
        let odds = Chances::Dice(Seat::at(0));
        let throws: Vec<Deal> = odds.outcomes().collect();
        assert_eq!((throws.len(), odds.total()), (36, 36));
        for number in 1..=SIDES {
            let with = |side: fn(&Dice) -> u8| {
                let shows = |deal: &&Deal| matches!(deal, Deal::Roll(dice) if side(dice) == number);
                throws.iter().filter(shows).count()
            };
            assert_eq!((with(|dice| dice.0), with(|dice| dice.1)), (6, 6), "of {number}");
        }
        assert!(throws.iter().all(|throw| odds.weight(throw) == 1));
        assert_eq!(odds.pick(36), None);
    }
}
