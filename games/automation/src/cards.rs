//! Cards that lie together: a hand, a deck, a pile. What order they lie in nobody knows or nobody
//! minds, so they are counted, kind by kind.

use std::fmt;

use parlor_engine::bit_set;
use parlor_engine::rand_core::Rng;
use parlor_engine::sample::below;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::card::{Card, KINDS};

/// Words that hold a byte for each kind.
const WORDS: usize = KINDS.div_ceil(8);
const ONES: u64 = 0x0101_0101_0101_0101;
const LOWS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// Gathers the lowest bit of each byte in the top byte.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// A number of cards of each kind.
///
/// A byte for each kind, eight to a word, so that cards are put together and counted eight kinds at
/// a time. No player can own more than 255 cards of the eight kinds of a word (see
/// [`MAX_FRAMEWORKS`](crate::sets::MAX_FRAMEWORKS)), so one multiplication adds them up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards([u64; WORDS]);

impl Cards {
    /// No cards.
    pub const NONE: Self = Self([0; WORDS]);

    /// How many of this kind.
    #[inline]
    pub const fn count(&self, card: Card) -> u8 {
        (self.0[card.index() / 8] >> shift(card)) as u8
    }

    /// Whether there is one of this kind.
    #[inline]
    pub const fn contains(&self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// The same cards and some more of a kind.
    #[must_use]
    pub const fn with(mut self, card: Card, count: u8) -> Self {
        debug_assert!(self.count(card).checked_add(count).is_some(), "too many of a kind");
        self.0[card.index() / 8] += (count as u64) << shift(card);
        self
    }

    /// Puts one in.
    #[inline]
    pub fn add(&mut self, card: Card) {
        // All words are written, though one changes: whoever copies the cards next would otherwise
        // wait for the one to arrive, and that costs a playout a third of its speed.
        *self = self.and(&SINGLE[card.index()]);
    }

    /// Takes one out; there must be one.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        *self = self.less(&SINGLE[card.index()]);
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] + other.0[word]))
    }

    /// What is left without those; they must all be here.
    #[inline]
    #[must_use]
    pub fn less(self, other: &Self) -> Self {
        debug_assert_eq!(self, self.except(other).and(other), "there are not so many");
        Self(std::array::from_fn(|word| self.0[word] - other.0[word]))
    }

    /// What is left without those, as far as they are here.
    #[inline]
    #[must_use]
    pub fn except(self, other: &Self) -> Self {
        let left = |(card, count): (Card, u8)| (card, count.saturating_sub(other.count(card)));
        self.iter().map(left).collect()
    }

    /// How many in all.
    #[inline]
    pub fn len(&self) -> u16 {
        self.0.iter().map(|word| (word.wrapping_mul(ONES) >> 56) as u16).sum()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Which kinds there are.
    #[inline]
    pub fn kinds(&self) -> Kinds {
        let mut kinds = 0;
        for (number, word) in self.0.into_iter().enumerate() {
            let some = (((word & LOWS) + LOWS) | word) & !LOWS;
            kinds |= ((some >> 7).wrapping_mul(GATHER) >> 56) << (8 * number);
        }
        Kinds(kinds as u32)
    }

    /// The kind of a card by its number, with the cards sorted by kind.
    #[inline]
    pub fn nth(&self, number: u64) -> Option<Card> {
        let mut rank = number;
        for (place, word) in self.0.into_iter().enumerate() {
            // Each byte of the sums counts the cards of its lane and of all lanes below it.
            let sums = word.wrapping_mul(ONES);
            let total = sums >> 56;
            if rank < total {
                let mut lane = 0;
                for step in [4, 2, 1] {
                    let below = sums >> (8 * (lane + step - 1)) & 0xff;
                    lane += if below <= rank { step } else { 0 };
                }
                return Some(Card::at(8 * place + lane));
            }
            rank -= total;
        }
        None
    }

    /// Takes so many out at random, each card as likely as any other.
    pub(crate) fn draw<R: Rng + ?Sized>(&mut self, count: u16, rng: &mut R) -> Self {
        let mut drawn = Self::NONE;
        for _ in 0..count {
            let Some(card) = self.nth(below(rng, u64::from(self.len().max(1)))) else { break };
            self.remove(card);
            drawn.add(card);
        }
        drawn
    }

    /// The kinds there are, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u8)> {
        self.kinds().iter().map(|card| (card, self.count(card)))
    }
}

/// One card of each kind.
static SINGLE: [Cards; KINDS] = {
    let mut single = [Cards::NONE; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        single[kind].0[kind / 8] = 1 << (8 * (kind % 8));
        kind += 1;
    }
    single
};

/// Where in its word a kind is counted.
#[inline]
const fn shift(card: Card) -> usize {
    8 * (card.index() % 8)
}

impl FromIterator<(Card, u8)> for Cards {
    fn from_iter<I: IntoIterator<Item = (Card, u8)>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |all, (card, count)| all.with(card, count))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(card, count)| (card.name(), count))).finish()
    }
}

/// In JSON the kinds there are with their numbers, by name; one number a kind in the compact form.
impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let mut map = serializer.serialize_map(Some(self.kinds().len()))?;
            for (card, count) in self.iter() {
                map.serialize_entry(card.name(), &count)?;
            }
            map.end()
        } else {
            serializer.collect_seq(Card::all().map(|card| self.count(card)))
        }
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let counts = std::collections::BTreeMap::<Card, u8>::deserialize(deserializer)?;
            return Ok(counts.into_iter().collect());
        }
        let counts = Vec::<u8>::deserialize(deserializer)?;
        if counts.len() != KINDS {
            return Err(de::Error::invalid_length(counts.len(), &"one number for each kind"));
        }
        Ok(Card::all().zip(counts).collect())
    }
}

bit_set! {
    /// A set of kinds, in one word.
    pub struct Kinds(u32) {
        item: Card, count: KINDS, index: Card::index, at: Card::at, compact: Word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Cards {
        [(Card::Bug, 40), (Card::Bitcoin, 67), (Card::Backlog, 1), (Card::Ransomware, 10)]
            .into_iter()
            .collect()
    }

    #[test]
    fn cards_are_counted_and_found() {
        let cards = some();
        assert_eq!((cards.len(), cards.is_empty(), Cards::NONE.is_empty()), (118, false, true));
        let listed: Vec<Card> = (0..).map_while(|number| cards.nth(number)).collect();
        assert_eq!(listed.len(), 118);
        assert!(listed.is_sorted());
        for (card, count) in cards.iter() {
            let times = listed.iter().filter(|other| **other == card).count();
            assert_eq!(times, usize::from(count), "{card}");
        }
    }

    #[test]
    fn kinds_are_those_with_a_card() {
        let kinds = some().kinds();
        assert_eq!(kinds.len(), 4);
        assert_eq!(
            kinds.iter().collect::<Vec<_>>(),
            [Card::Bug, Card::Bitcoin, Card::Backlog, Card::Ransomware]
        );
    }

    #[test]
    fn what_is_drawn_is_gone() {
        let mut rng = parlor_engine::sample::playout_rng(1);
        let mut cards = some();
        let drawn = cards.draw(100, &mut rng);
        assert_eq!((drawn.len(), cards.len()), (100, 18));
        assert_eq!(drawn.and(&cards), some());
        assert_eq!(cards.draw(50, &mut rng).len(), 18);
    }
}
