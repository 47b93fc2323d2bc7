//! A handful of cards, or a deck of them, without an order.

use std::fmt;
use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Card, Kinds};
use crate::deck::MAX_CARDS;

/// Cards without an order: they are kept sorted, so that equal handfuls are equal.
///
/// A plain array, because the odds of every draw hold a copy of the deck.
#[derive(Clone, Copy)]
pub struct Cards {
    cards: [Card; MAX_CARDS],
    len: u8,
}

impl Cards {
    /// One more card.
    ///
    /// # Panics
    /// When there are more cards than a table has.
    #[inline]
    pub fn add(&mut self, card: Card) {
        let (place, len) = (self.first_after(card), self.len());
        assert!(len < MAX_CARDS, "there are no more than {MAX_CARDS} cards");
        self.cards.copy_within(place..len, place + 1);
        self.cards[place] = card;
        self.len += 1;
    }

    /// One card less; `false` when there is none of it.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        let (after, len) = (self.first_after(card), self.len());
        let found = after > 0 && self.cards[after - 1] == card;
        if found {
            self.cards.copy_within(after..len, after - 1);
            self.len -= 1;
        }
        found
    }

    /// How many of this card.
    pub fn count(&self, card: Card) -> usize {
        self.first_after(card) - self.as_slice().partition_point(|other| *other < card)
    }

    /// The card with this number, in their order.
    #[inline]
    pub fn get(&self, number: usize) -> Option<Card> {
        self.as_slice().get(number).copied()
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
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Card> + Clone {
        self.as_slice().iter().copied()
    }

    /// Which kinds of cards there are.
    pub fn kinds(&self) -> Kinds {
        self.iter().collect()
    }

    #[inline]
    fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len().min(MAX_CARDS)]
    }

    #[inline]
    fn first_after(&self, card: Card) -> usize {
        self.as_slice().partition_point(|other| *other <= card)
    }
}

impl Default for Cards {
    fn default() -> Self {
        Self { cards: [Card::Guard; MAX_CARDS], len: 0 }
    }
}

// What lies beyond the last card means nothing.
impl PartialEq for Cards {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Cards {}

impl Hash for Cards {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut all = Self::default();
        for card in cards {
            assert!(all.len() < MAX_CARDS, "there are no more than {MAX_CARDS} cards");
            all.cards[all.len()] = card;
            all.len += 1;
        }
        let len = all.len();
        all.cards[..len].sort_unstable();
        all
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // More than a table has are refused here, in any order they are welcome.
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
