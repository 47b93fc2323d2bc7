//! A handful of cards, or a deck of them, without an order.

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Card, KINDS, Kinds};
use crate::deck::MAX_CARDS;

/// Cards without an order: how many there are of each kind.
///
/// A plain array, because the odds of every draw hold a copy of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cards {
    counts: [u8; KINDS],
    len: u8,
}

impl Cards {
    /// One more card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.len += 1;
    }

    /// One card less; `false` when there is none of it.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        let count = &mut self.counts[card.index()];
        let found = *count > 0;
        *count -= u8::from(found);
        self.len -= u8::from(found);
        found
    }

    /// How many of this card.
    #[inline]
    pub const fn count(&self, card: Card) -> usize {
        self.counts[card.index()] as usize
    }

    /// The card with this number, equal ones together.
    #[inline]
    pub fn get(&self, number: usize) -> Option<Card> {
        let mut left = number;
        for (count, card) in self.counts.iter().zip(Card::ALL) {
            match left.checked_sub((*count).into()) {
                None => return Some(card),
                Some(rest) => left = rest,
            }
        }
        None
    }

    /// How many cards.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All of them, equal ones together.
    pub fn iter(&self) -> impl Iterator<Item = Card> + Clone {
        let counts = self.counts.iter().zip(Card::ALL);
        counts.flat_map(|(count, card)| std::iter::repeat_n(card, (*count).into()))
    }

    /// Which kinds of cards there are.
    pub fn kinds(&self) -> Kinds {
        let counts = self.counts.iter().zip(Card::ALL);
        counts.filter(|(count, _)| **count > 0).map(|(_, card)| card).collect()
    }
}

impl Default for Cards {
    fn default() -> Self {
        Self { counts: [0; KINDS], len: 0 }
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut all = Self::default();
        cards.into_iter().for_each(|card| all.add(card));
        all
    }
}

/// A list of cards, in the order of [`Card::ALL`].
impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.iter().collect::<ArrayVec<Card, MAX_CARDS>>().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // More than a table has are refused here, so that nothing can overflow.
        let cards = ArrayVec::<Card, MAX_CARDS>::deserialize(deserializer)?;
        Ok(cards.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_adding_is_forgotten() {
        let (mut one, mut two) = (Cards::default(), Cards::default());
        for card in [Card::Guard, Card::King, Card::Guard] {
            one.add(card);
        }
        for card in [Card::King, Card::Guard, Card::Guard] {
            two.add(card);
        }
        assert_eq!(one, two);
        assert_eq!((one.count(Card::Guard), one.len()), (2, 3));
        assert!(one.remove(Card::King) && !one.remove(Card::King));
        assert_eq!(one.kinds(), Kinds::one(Card::Guard));
    }
}
