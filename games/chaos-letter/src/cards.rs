//! A handful of cards, or a deck of them, without an order.

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Card, KINDS, LOOKS, MAX_MARKS, Print};
use crate::deck::MAX_CARDS;

/// Cards without an order: how many there are of each print.
///
/// A plain array, because the odds of every draw hold a copy of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cards {
    counts: [u8; LOOKS],
    /// Which card each mark is on, for those that are here.
    marked: [Option<Card>; MAX_MARKS],
    len: u8,
}

impl Cards {
    /// One more card.
    #[inline]
    pub fn add(&mut self, card: Print) {
        self.counts[card.index()] += 1;
        self.len += 1;
        if card.mark > 0 {
            self.marked[card.index() - KINDS] = Some(card.card);
        }
    }

    /// One card less; `false` when there is none of it.
    #[inline]
    pub fn remove(&mut self, card: Print) -> bool {
        let found = self.count(card) > 0;
        let count = &mut self.counts[card.index()];
        *count -= u8::from(found);
        self.len -= u8::from(found);
        if found && card.mark > 0 && *count == 0 {
            self.marked[card.index() - KINDS] = None;
        }
        found
    }

    /// How many of this card.
    #[inline]
    pub fn count(&self, card: Print) -> usize {
        // A mark of this number may be on another card.
        let other = card.mark > 0 && self.marked[card.index() - KINDS] != Some(card.card);
        if other { 0 } else { self.counts[card.index()].into() }
    }

    /// The card with this number, equal ones together.
    #[inline]
    pub fn get(&self, number: usize) -> Option<Print> {
        let mut left = number;
        for (count, card) in self.counts.iter().zip(Card::ALL) {
            match left.checked_sub((*count).into()) {
                None => return Some(Print::plain(card)),
                Some(rest) => left = rest,
            }
        }
        self.get_marked(left)
    }

    /// The marked card with this number.
    #[cold]
    fn get_marked(&self, mut left: usize) -> Option<Print> {
        for (count, (mark, card)) in self.counts[KINDS..].iter().zip((1..).zip(self.marked)) {
            match left.checked_sub((*count).into()) {
                None => return card.map(|card| Print { card, mark }),
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

    /// All of them, equal ones together: the plain ones, then those that are marked.
    pub fn iter(&self) -> impl Iterator<Item = Print> + Clone {
        let count = |print: Print| usize::from(self.counts[print.index()]);
        self.different().flat_map(move |print| std::iter::repeat_n(print, count(print)))
    }

    /// Each of them once.
    pub fn different(&self) -> impl Iterator<Item = Print> + Clone {
        let plain = self.counts.iter().zip(Card::ALL);
        let plain = plain.filter(|(count, _)| **count > 0).map(|(_, card)| Print::plain(card));
        let marked = (1..).zip(self.marked);
        plain.chain(marked.filter_map(|(mark, card)| Some(Print { card: card?, mark })))
    }
}

impl Default for Cards {
    fn default() -> Self {
        Self { counts: [0; LOOKS], marked: [None; MAX_MARKS], len: 0 }
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<Print> for Cards {
    fn from_iter<I: IntoIterator<Item = Print>>(cards: I) -> Self {
        let mut all = Self::default();
        cards.into_iter().for_each(|card| all.add(card));
        all
    }
}

/// A list of cards, in the order of [`Card::ALL`], and of their marks.
impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.iter().collect::<ArrayVec<Print, MAX_CARDS>>().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // More than a table has are refused here, so that nothing can overflow.
        let cards = ArrayVec::<Print, MAX_CARDS>::deserialize(deserializer)?;
        Ok(cards.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREASED: Print = Print { card: Card::Baron, mark: 1 };

    #[test]
    fn the_order_of_adding_is_forgotten() {
        let [guard, king] = [Card::Guard, Card::King].map(Print::plain);
        let one: Cards = [guard, CREASED, king, guard].into_iter().collect();
        let mut two: Cards = [king, guard, guard, CREASED].into_iter().collect();
        assert_eq!(one, two);
        assert_eq!((one.count(guard), one.len()), (2, 4));
        assert!(two.remove(king) && !two.remove(king));
        assert_eq!(two.different().collect::<Vec<_>>(), [guard, CREASED]);
        assert!(two.remove(CREASED) && !two.remove(CREASED));
        assert_eq!(two, [guard, guard].into_iter().collect());
    }

    #[test]
    fn a_mark_is_on_one_card() {
        let guard = Print::plain(Card::Guard);
        let mut cards: Cards = [guard, CREASED, CREASED].into_iter().collect();
        let drawn: Vec<Option<Print>> = (0..4).map(|number| cards.get(number)).collect();
        assert_eq!(drawn, [Some(guard), Some(CREASED), Some(CREASED), None]);
        let other = Print { card: Card::Guard, mark: 1 };
        assert_eq!((cards.count(other), cards.remove(other)), (0, false));
        assert_eq!(cards.count(CREASED), 2);
        let text = serde_json::to_string(&cards).unwrap();
        assert_eq!(text, r#"["guard","baron/1","baron/1"]"#);
        assert_eq!(serde_json::from_str::<Cards>(&text).unwrap(), cards);
    }
}
