//! Cards that lie together, counted by the referee.

use parlor_automation::{Card, Cards};

use crate::book::{ALL, KINDS};

/// A hand, a deck, the discards: how many of each kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Zone {
    counts: [u8; KINDS],
    total: u16,
}

impl Zone {
    pub(crate) fn len(&self) -> u16 {
        self.total
    }

    pub(crate) fn count(&self, card: Card) -> u8 {
        self.counts[card as usize]
    }

    pub(crate) fn has(&self, card: Card) -> bool {
        self.count(card) > 0
    }

    pub(crate) fn put(&mut self, card: Card, count: u8) {
        self.counts[card as usize] += count;
        self.total += u16::from(count);
    }

    /// Takes one out, if there is one.
    pub(crate) fn take(&mut self, card: Card) -> bool {
        let there = self.has(card);
        if there {
            self.counts[card as usize] -= 1;
            self.total -= 1;
        }
        there
    }

    /// Takes everything out.
    pub(crate) fn empty(&mut self) -> Self {
        std::mem::take(self)
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (own, more) in self.counts.iter_mut().zip(other.counts) {
            *own += more;
        }
        self.total += other.total;
    }

    /// Whether these are the same cards.
    pub(crate) fn is(&self, cards: &Cards) -> bool {
        ALL.into_iter().all(|card| self.count(card) == cards.count(card))
    }

    /// In words, for whoever reads a verdict.
    pub(crate) fn words(&self) -> String {
        let some = ALL.into_iter().filter(|card| self.has(*card));
        let list: Vec<String> = some.map(|card| format!("{} {card}", self.count(card))).collect();
        if list.is_empty() { "nothing".to_owned() } else { list.join(", ") }
    }
}
