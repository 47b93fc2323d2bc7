//! A set of numbers in several machine words.

use std::convert::identity;
use std::fmt;

use serde::de::{self, SeqAccess};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

crate::bit_set! {
    /// The numbers of a [`Bits`] that are in one of its words.
    struct Word(u64) { item: usize, count: 64, index: identity, at: identity, compact: Word }
}

/// A set of numbers below `64 * W`.
///
/// The width is a parameter so that a small board costs one word, not the eight of the largest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>([Word; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([Word::NONE; W]);

    /// Whether the number is in the set; none from `64 * W` on is.
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word.contains(number % 64))
    }

    /// Puts a number in.
    ///
    /// # Panics
    /// When the number is `64 * W` or more.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        let word = &mut self.0[number / 64];
        *word = word.with(number % 64);
    }

    /// Puts a number in if both conditions hold, without a branch.
    ///
    /// The second is a mask, all ones or all zeros, so that it can be made once for many numbers.
    #[inline]
    pub fn insert_if(&mut self, condition: bool, mask: u64, number: usize) {
        // The remainder changes nothing; it spares the check that the word exists.
        debug_assert!(number < 64 * W, "{number} does not fit in {W} words");
        self.0[number / 64 % W].0 |= (u64::from(condition) << (number % 64)) & mask;
    }

    /// Takes a number out.
    ///
    /// # Panics
    /// When the number is `64 * W` or more.
    #[inline]
    pub fn remove(&mut self, number: usize) {
        let word = &mut self.0[number / 64];
        *word = word.without(number % 64);
    }

    /// Whether no number is in both sets.
    #[inline]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        let words = self.0.iter().zip(&other.0);
        words.fold(Word::NONE, |common, (a, b)| common.or(a.and(*b))).is_empty()
    }

    /// How many numbers are in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.len()).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| word.is_empty())
    }

    /// The number with this many smaller ones in the set.
    #[inline]
    pub fn nth(&self, mut rank: usize) -> Option<usize> {
        for (index, &Word(word)) in self.0.iter().enumerate() {
            let sums = byte_sums(word);
            let here = (sums >> 56) as usize;
            if rank < here {
                return Some(index * 64 + select(word, sums, rank as u64));
            }
            rank -= here;
        }
        None
    }

    /// The numbers in the set, smallest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(index, word)| word.iter().map(move |number| index * 64 + number))
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// In each byte, how many bits are set in it and the bytes below. The top byte holds the total.
///
/// Plain arithmetic: the default target has no instruction that counts bits.
#[inline]
fn byte_sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES)
}

/// The position of the set bit of this rank, given the word's `byte_sums`; `rank` is below the
/// number of set bits.
///
/// A board's free lines are many, so a loop that takes out one bit after the other would be slow.
#[inline]
fn select(word: u64, sums: u64, rank: u64) -> usize {
    // A byte whose running sum is at most `rank` lies below the one wanted; count them all at once.
    let below = (((rank * ONES) | TOPS) - sums) & TOPS;
    let shift = (below >> 7).wrapping_mul(ONES) >> 56 << 3;
    let rank = rank - ((sums << 8) >> shift & 0xff);
    let byte = word >> shift & 0xff;
    shift as usize + usize::from(SELECT_IN_BYTE[rank as usize & 7][byte as usize])
}
/// `[rank][byte]`: the position of the bit of that rank in the byte.
static SELECT_IN_BYTE: [[u8; 256]; 8] = select_in_byte();

const fn select_in_byte() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut bit) = (0, 0u8);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank][byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut bits = Self::EMPTY;
        for number in numbers {
            bits.insert(number);
        }
        bits
    }
}

impl<const W: usize> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The words, in JSON too.
impl<const W: usize> Serialize for Bits<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut words = serializer.serialize_tuple(W)?;
        self.0.iter().try_for_each(|word| words.serialize_element(&word.0))?;
        words.end()
    }
}

impl<'de, const W: usize> Deserialize<'de> for Bits<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words<const W: usize>;

        impl<'de, const W: usize> de::Visitor<'de> for Words<W> {
            type Value = Bits<W>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{W} words of a bit set")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut words: A) -> Result<Bits<W>, A::Error> {
                let mut bits = Bits::EMPTY;
                for (index, Word(word)) in bits.0.iter_mut().enumerate() {
                    *word = words
                        .next_element()?
                        .ok_or_else(|| de::Error::invalid_length(index, &self))?;
                }
                Ok(bits)
            }
        }

        deserializer.deserialize_tuple(W, Words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_agrees_with_walking_the_bits() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..2000 {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let bits = Bits([Word(word), Word(!word & (word << 7))]);
            let walked: Vec<usize> = bits.iter().collect();
            assert_eq!(bits.len(), walked.len());
            for (rank, &number) in walked.iter().enumerate() {
                assert_eq!(bits.nth(rank), Some(number), "rank {rank} of {bits:?}");
            }
            assert_eq!(bits.nth(walked.len()), None);
        }
    }

    #[test]
    fn the_edges() {
        let full: Bits<2> = (0..128).collect();
        assert_eq!((full.len(), full.nth(127), full.nth(128)), (128, Some(127), None));
        assert!(Bits::<1>::EMPTY.is_empty() && Bits::<1>::EMPTY.nth(0).is_none());
        assert!(!full.contains(128));
        assert!(full.is_disjoint(&Bits::EMPTY) && !full.is_disjoint(&full));
    }

    #[test]
    fn it_is_written_as_its_words() {
        let bits: Bits<2> = [1, 64].into_iter().collect();
        assert_eq!(serde_json::to_string(&bits).unwrap(), "[2,1]");
        assert_eq!(serde_json::from_str::<Bits<2>>("[2,1]").unwrap(), bits);
        assert_eq!(postcard::to_allocvec(&bits).unwrap(), [2, 1]);
        assert!(serde_json::from_str::<Bits<2>>("[2]").is_err());
    }
}
