//! A handful of cards, or a deck of them, without an order.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::card::{Card, Kinds};
use crate::deck::MAX_CARDS;

/// Cards without an order: they are kept sorted, so that equal handfuls are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards(ArrayVec<Card, MAX_CARDS>);

impl Cards {
    /// One more card.
    ///
    /// # Panics
    /// When there are more cards than a table has.
    #[inline]
    pub fn add(&mut self, card: Card) {
        let place = self.0.iter().take_while(|other| **other <= card).count();
        self.0.insert(place, card);
    }

    /// One card less; `false` when there is none of it.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        let place = self.0.iter().position(|other| *other == card);
        place.is_some_and(|place| {
            self.0.remove(place);
            true
        })
    }

    /// How many of this card.
    pub fn count(&self, card: Card) -> usize {
        self.0.iter().filter(|other| **other == card).count()
    }

    /// The card with this number, in their order.
    #[inline]
    pub fn get(&self, number: usize) -> Option<Card> {
        self.0.get(number).copied()
    }

    /// How many cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, equal ones together.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Card> + Clone {
        self.0.iter().copied()
    }

    /// Which kinds of cards there are.
    pub fn kinds(&self) -> Kinds {
        self.iter().collect()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut sorted: ArrayVec<Card, MAX_CARDS> = cards.into_iter().collect();
        sorted.sort_unstable();
        Self(sorted)
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
