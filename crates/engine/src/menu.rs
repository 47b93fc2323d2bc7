//! The complete set of legal moves of an asked seat, without listing it.

use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use rand_core::Rng;

use crate::sample::below;

/// One line of a menu: a single move, or a run of moves that differ by an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry<M> {
    /// Exactly one move.
    One(M),
    /// A range of amounts: every `step`-th one from `first` to `last`.
    Range {
        /// The smallest amount.
        first: M,
        /// The largest amount.
        last: M,
        /// The distance between two neighbours.
        step: u64,
        /// How many moves the range holds.
        count: u64,
    },
}

impl<M> Entry<M> {
    /// How many moves the entry holds.
    pub const fn count(&self) -> u64 {
        match self {
            Self::One(_) => 1,
            Self::Range { count, .. } => *count,
        }
    }
}

/// All legal moves of one seat at one question, as the game's own compact type.
///
/// A bit set for free lines, a pair of numbers for bids: making a menu and sampling from it
/// allocate nothing. Moves are numbered from 0 in the order of the entries, and within a range
/// from its first amount on. A game writes the three methods above the line; the rest follows, and
/// is there to be overridden where the type knows a faster way.
pub trait Menu<M: PartialEq + Clone> {
    /// How many entries there are.
    fn entries(&self) -> usize;

    /// The entry with this number.
    fn entry(&self, index: usize) -> Option<Entry<M>>;

    /// The move with this number within an entry: for [`Entry::One`] only number 0 exists.
    fn within(&self, index: usize, number: u64) -> Option<M>;

    // ---- provided ----

    /// Every entry in order. A type that finds its next entry faster than an entry by its number
    /// overrides this; counting and iterating then cost one walk.
    fn each(&self) -> impl Iterator<Item = Entry<M>> {
        (0..self.entries()).filter_map(|index| self.entry(index))
    }

    /// How many moves there are.
    fn count(&self) -> u64 {
        self.each().map(|entry| entry.count()).sum()
    }

    /// The move with this number.
    fn nth(&self, mut number: u64) -> Option<M> {
        for (index, entry) in self.each().enumerate() {
            let count = entry.count();
            if number < count {
                return match entry {
                    Entry::One(only) => Some(only),
                    Entry::Range { .. } => self.within(index, number),
                };
            }
            number -= count;
        }
        None
    }

    /// Whether the move is legal.
    fn contains(&self, wanted: &M) -> bool {
        self.iter().any(|offered| offered == *wanted)
    }

    /// Draws an entry, then a value in it; `None` only from an empty menu.
    ///
    /// Entries are equally likely, so that one long range does not drown the other choices.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<M> {
        let index = match self.entries() {
            0 => return None,
            1 => 0,
            entries => below(rng, entries as u64) as usize,
        };
        match self.entry(index)? {
            Entry::One(only) => Some(only),
            Entry::Range { count, .. } => self.within(index, below(rng, count)),
        }
    }

    /// Every move in order.
    fn iter(&self) -> impl Iterator<Item = M> {
        self.each().enumerate().flat_map(move |(index, entry)| {
            // A single move stands in its entry; only amounts are worked out.
            let (only, amounts) = match entry {
                Entry::One(only) => (Some(only), 0),
                Entry::Range { count, .. } => (None, count),
            };
            only.into_iter().chain((0..amounts).filter_map(move |n| self.within(index, n)))
        })
    }
}

/// A short list of single moves, kept in place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List<M, const N: usize>(pub ArrayVec<M, N>);

impl<M, const N: usize> Default for List<M, N> {
    fn default() -> Self {
        Self(ArrayVec::new())
    }
}

impl<M, const N: usize> FromIterator<M> for List<M, N> {
    /// # Panics
    /// When there are more than `N` moves: the game chose `N` too small.
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl<M: PartialEq + Clone, const N: usize> Menu<M> for List<M, N> {
    fn entries(&self) -> usize {
        self.0.len()
    }

    fn entry(&self, index: usize) -> Option<Entry<M>> {
        self.0.get(index).cloned().map(Entry::One)
    }

    fn within(&self, index: usize, number: u64) -> Option<M> {
        self.0.get(index).filter(|_| number == 0).cloned()
    }

    fn each(&self) -> impl Iterator<Item = Entry<M>> {
        self.0.iter().cloned().map(Entry::One)
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn nth(&self, number: u64) -> Option<M> {
        self.0.get(usize::try_from(number).ok()?).cloned()
    }

    fn contains(&self, wanted: &M) -> bool {
        self.0.contains(wanted)
    }

    fn iter(&self) -> impl Iterator<Item = M> {
        self.0.iter().cloned()
    }
}

/// A plain range of small amounts; an empty range is an empty menu.
impl Menu<u8> for RangeInclusive<u8> {
    fn entries(&self) -> usize {
        usize::from(!self.is_empty())
    }

    fn entry(&self, index: usize) -> Option<Entry<u8>> {
        let entry = if self.start() == self.end() {
            Entry::One(*self.start())
        } else {
            let count = u64::from(self.end().checked_sub(*self.start())?) + 1;
            Entry::Range { first: *self.start(), last: *self.end(), step: 1, count }
        };
        (index < self.entries()).then_some(entry)
    }

    fn within(&self, index: usize, number: u64) -> Option<u8> {
        let amount = self.start().checked_add(u8::try_from(number).ok()?)?;
        (index == 0 && amount <= *self.end()).then_some(amount)
    }

    fn contains(&self, wanted: &u8) -> bool {
        RangeInclusive::contains(self, wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_run_through_the_entries() {
        let menu: List<char, 4> = "abc".chars().collect();
        assert_eq!(menu.iter().collect::<String>(), "abc");
        assert_eq!(menu.nth(2), Some('c'));
        assert_eq!(menu.nth(3), None);
        assert!(Menu::contains(&menu, &'b') && !Menu::contains(&menu, &'d'));
    }

    #[test]
    fn a_range_is_one_entry() {
        let menu = 3..=7u8;
        assert_eq!((menu.entries(), Menu::count(&menu)), (1, 5));
        assert_eq!(Menu::iter(&menu).collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
        assert_eq!(Menu::nth(&menu, 4), Some(7));
        assert_eq!(Menu::nth(&menu, 5), None);
        assert!(Menu::contains(&menu, &7) && !Menu::contains(&menu, &8));
    }

    #[test]
    fn an_empty_range_offers_nothing() {
        #[expect(clippy::reversed_empty_ranges, reason = "an empty menu is the point")]
        let menu = 3..=2u8;
        assert_eq!((menu.entries(), Menu::count(&menu)), (0, 0));
        assert_eq!(menu.entry(0), None);
        let mut rng = crate::sample::playout_rng(1);
        assert_eq!(menu.sample(&mut rng), None);
    }
}
