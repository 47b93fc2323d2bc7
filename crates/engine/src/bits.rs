//! Sets in machine words: seats, spaces of a board, kinds of cards.
//!
//! [`bit_set!`](crate::bit_set!) makes a type of its own for each such set, in one word. [`Bits`] is
//! the set of numbers that one word cannot hold.

mod wide;

use std::fmt;
use std::iter;
use std::marker::PhantomData;

/// The crate of the traits that [`bit_set!`](crate::bit_set!) implements.
#[doc(hidden)]
pub use schemars;
#[doc(hidden)]
pub use serde;
use serde::de::{self, DeserializeOwned, SeqAccess};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use wide::Bits;

/// Makes a set of small things that fits in one machine word.
///
/// The thing in the set is the `item`, and there are `count` different ones. `index` gives the bit
/// of an item, and `at` gives the item of a bit; both are paths of `const` functions. `at` is asked
/// only for bits that `index` gave. `compact` is [`Word`](Compact::Word) or
/// [`List`](Compact::List) and says how the set is written where it is hashed.
///
/// Methods that only one set needs stand in an `impl` of their own; the word is the field `0`.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
/// pub enum Suit { Clubs, Diamonds, Hearts, Spades }
///
/// impl Suit {
///     const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];
///     const fn index(self) -> usize { self as usize }
///     const fn at(index: usize) -> Self { Self::ALL[index] }
/// }
///
/// parlor_engine::bit_set! {
///     /// A set of suits.
///     pub struct Suits(u8) {
///         item: Suit, count: 4, index: Suit::index, at: Suit::at, compact: Word,
///     }
/// }
///
/// const RED: Suits = Suits::one(Suit::Diamonds).with(Suit::Hearts);
/// assert_eq!(Suits::ALL.less(RED).iter().collect::<Vec<_>>(), [Suit::Clubs, Suit::Spades]);
/// assert_eq!(serde_json::to_string(&RED).unwrap(), r#"["Diamonds","Hearts"]"#);
/// ```
#[macro_export]
macro_rules! bit_set {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $Set:ident($word:ty) {
            item: $Item:ty,
            count: $count:expr,
            index: $index:path,
            at: $at:path,
            compact: $compact:ident $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        $visibility struct $Set($word);

        #[allow(dead_code, reason = "all sets have the same methods, and few need each of them")]
        impl $Set {
            /// The empty set.
            $visibility const NONE: Self = Self(0);

            /// The set of everything there is.
            $visibility const ALL: Self = Self(<$word>::MAX >> (<$word>::BITS as usize - $count));

            /// The first `count` items there are.
            #[inline]
            $visibility const fn first_n(count: usize) -> Self {
                if count >= $count { Self::ALL } else { Self((1 << count) - 1) }
            }

            /// One item alone.
            #[inline]
            $visibility const fn one(item: $Item) -> Self {
                Self(1 << $index(item))
            }

            /// Whether the item is in the set.
            #[inline]
            $visibility const fn contains(self, item: $Item) -> bool {
                self.0 >> $index(item) & 1 != 0
            }

            /// The set with this item in it.
            #[inline]
            #[must_use]
            $visibility const fn with(self, item: $Item) -> Self {
                Self(self.0 | 1 << $index(item))
            }

            /// The set with this item taken out.
            #[inline]
            #[must_use]
            $visibility const fn without(self, item: $Item) -> Self {
                Self(self.0 & !(1 << $index(item)))
            }

            /// The items of either set.
            #[inline]
            #[must_use]
            $visibility const fn or(self, more: Self) -> Self {
                Self(self.0 | more.0)
            }

            /// The items of both sets.
            #[inline]
            #[must_use]
            $visibility const fn and(self, those: Self) -> Self {
                Self(self.0 & those.0)
            }

            /// The items of this set that are not in the other.
            #[inline]
            #[must_use]
            $visibility const fn less(self, those: Self) -> Self {
                Self(self.0 & !those.0)
            }

            /// How many items are in the set.
            #[inline]
            $visibility const fn len(self) -> usize {
                // To count the bits of two machine words takes long where no instruction does it,
                // and most of such large sets are empty.
                if <$word>::BITS > 64 && self.0 == 0 { 0 } else { self.0.count_ones() as usize }
            }

            /// Whether nothing is in the set.
            #[inline]
            $visibility const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The item of the lowest bit.
            #[inline]
            $visibility const fn first(self) -> Option<$Item> {
                if self.0 == 0 { None } else { Some($at(self.0.trailing_zeros() as usize)) }
            }

            /// The item of the highest bit.
            #[inline]
            $visibility const fn last(self) -> Option<$Item> {
                if self.0 == 0 { None } else { Some($at(self.0.ilog2() as usize)) }
            }

            /// The item with so many before it in the set.
            #[inline]
            $visibility const fn nth(self, rank: usize) -> Option<$Item> {
                let mut left = self.0;
                // No set has more items, and no caller can make the loop longer.
                let mut rank = if rank < $count { rank } else { $count };
                while rank > 0 {
                    left &= left.wrapping_sub(1);
                    rank -= 1;
                }
                Self(left).first()
            }

            /// The items, from the lowest bit to the highest.
            #[inline]
            $visibility fn iter(self) -> impl Iterator<Item = $Item> + Clone {
                let mut left = self;
                ::std::iter::from_fn(move || {
                    let first = left.first()?;
                    left.0 &= left.0 - 1;
                    Some(first)
                })
            }
        }

        impl $crate::bits::BitSet for $Set {
            type Item = $Item;
            type Word = $word;

            const COUNT: usize = $count;
            const COMPACT: $crate::bits::Compact = $crate::bits::Compact::$compact;

            fn word(self) -> $word {
                self.0
            }

            fn from_word(word: $word) -> Option<Self> {
                if Self(word).less(Self::ALL).is_empty() { Some(Self(word)) } else { None }
            }

            fn items(self) -> impl Iterator<Item = $Item> {
                self.iter()
            }
        }

        impl FromIterator<$Item> for $Set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $Item>>(items: I) -> Self {
                items.into_iter().fold(Self::NONE, Self::with)
            }
        }

        impl ::std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl $crate::bits::serde::Serialize for $Set {
            fn serialize<S>(&self, serializer: S) -> Result<S::Ok, S::Error>
            where
                S: $crate::bits::serde::Serializer,
            {
                $crate::bits::serialize(*self, serializer)
            }
        }

        /// A list of the items.
        impl $crate::bits::schemars::JsonSchema for $Set {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Set).into()
            }

            fn json_schema(
                generator: &mut $crate::bits::schemars::SchemaGenerator,
            ) -> $crate::bits::schemars::Schema {
                ::std::collections::BTreeSet::<$Item>::json_schema(generator)
            }
        }

        impl<'de> $crate::bits::serde::Deserialize<'de> for $Set {
            fn deserialize<D>(deserializer: D) -> Result<Self, D::Error>
            where
                D: $crate::bits::serde::Deserializer<'de>,
            {
                $crate::bits::deserialize(deserializer)
            }
        }
    };
}

/// How a set is written in the compact form that is hashed. In JSON a set is a list of its items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compact {
    /// As its machine word.
    Word,
    /// As a list of its items, as in JSON.
    List,
}

/// What [`bit_set!`](crate::bit_set!) tells about a set, for functions that all sets share.
pub trait BitSet: Copy + FromIterator<Self::Item> {
    /// What is in the set.
    type Item;
    /// The machine word.
    type Word: Serialize + DeserializeOwned;

    /// How many different items there are.
    const COUNT: usize;
    /// How the set is written where it is hashed.
    const COMPACT: Compact;

    /// The bits.
    fn word(self) -> Self::Word;

    /// The set with these bits; `None` where a bit stands for no item.
    fn from_word(word: Self::Word) -> Option<Self>;

    /// The items, from the lowest bit to the highest.
    fn items(self) -> impl Iterator<Item = Self::Item>;
}

/// Writes a set as its [`Compact`] form says, or as a list where people read it.
pub fn serialize<B, S>(set: B, serializer: S) -> Result<S::Ok, S::Error>
where
    B: BitSet<Item: Serialize>,
    S: Serializer,
{
    if B::COMPACT == Compact::List || serializer.is_human_readable() {
        // The length is counted first, because the compact form writes it before the items.
        let mut list = serializer.serialize_seq(Some(set.items().count()))?;
        set.items().try_for_each(|item| list.serialize_element(&item))?;
        list.end()
    } else {
        set.word().serialize(serializer)
    }
}

/// Reads what [`serialize`] wrote.
pub fn deserialize<'de, B, D>(deserializer: D) -> Result<B, D::Error>
where
    B: BitSet<Item: Deserialize<'de>>,
    D: Deserializer<'de>,
{
    if B::COMPACT == Compact::List || deserializer.is_human_readable() {
        deserializer.deserialize_seq(ItemsOf(PhantomData))
    } else {
        let set = B::from_word(B::Word::deserialize(deserializer)?);
        set.ok_or_else(|| de::Error::custom("a bit of the set stands for nothing"))
    }
}

struct ItemsOf<B>(PhantomData<B>);

impl<'de, B: BitSet<Item: Deserialize<'de>>> de::Visitor<'de> for ItemsOf<B> {
    type Value = B;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {} items", B::COUNT)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<B, A::Error> {
        let items = iter::from_fn(|| list.next_element().transpose());
        let within = |(index, item)| match item {
            Ok(_) if index >= B::COUNT => Err(de::Error::invalid_length(index + 1, &self)),
            item => item,
        };
        items.enumerate().map(within).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::identity;

    use super::*;

    bit_set! {
        struct Byte(u8) { item: usize, count: 8, index: identity, at: identity, compact: Word }
    }

    bit_set! {
        struct Hundred(u128) {
            item: usize, count: 100, index: identity, at: identity, compact: Word,
        }
    }

    bit_set! {
        struct Listed(u64) {
            item: usize, count: 43, index: identity, at: identity, compact: List,
        }
    }

    /// Every method against a sorted list of the same numbers.
    macro_rules! agrees_with_a_list {
        ($Set:ident, $list:expr) => {
            let list: Vec<usize> = $list;
            let set: $Set = list.iter().copied().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), list);
            assert_eq!((set.len(), set.is_empty()), (list.len(), list.is_empty()));
            assert_eq!((set.first(), set.last()), (list.first().copied(), list.last().copied()));
            for rank in 0..=list.len() {
                assert_eq!(set.nth(rank), list.get(rank).copied(), "{set:?}");
            }
            assert_eq!(set.nth(usize::MAX), None);
            for number in 0..<$Set as BitSet>::COUNT {
                assert_eq!(set.contains(number), list.contains(&number), "{number} in {set:?}");
                let (one, with) = ($Set::one(number), set.with(number));
                assert_eq!((with, set.without(number)), (set.or(one), set.less(one)));
                assert_eq!(set.contains(number), set.and(one) == one);
                assert!(with.contains(number) && !set.without(number).contains(number));
            }
            assert_eq!((set.or($Set::NONE), set.and($Set::NONE)), (set, $Set::NONE));
            assert_eq!((set.or($Set::ALL), set.and($Set::ALL)), ($Set::ALL, set));
        };
    }

    #[test]
    fn a_set_agrees_with_a_list() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u128;
        for _ in 0..200 {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d_1405_7b7e_f767_814f).wrapping_add(1);
            let below = |count| (0..count).filter(|bit| bits >> bit & 1 == 1).collect();
            agrees_with_a_list!(Byte, below(8));
            agrees_with_a_list!(Hundred, below(100));
            agrees_with_a_list!(Listed, below(43));
        }
        agrees_with_a_list!(Byte, Vec::new());
        agrees_with_a_list!(Hundred, (0..100).collect());
    }

    #[test]
    fn the_first_so_many_are_never_more_than_there_are() {
        assert_eq!((Byte::first_n(0), Byte::first_n(3).len()), (Byte::NONE, 3));
        assert_eq!((Byte::first_n(8), Byte::first_n(9)), (Byte::ALL, Byte::ALL));
        assert_eq!((Hundred::first_n(99).last(), Hundred::first_n(200)), (Some(98), Hundred::ALL));
        assert_eq!((Hundred::ALL.len(), Listed::ALL.last()), (100, Some(42)));
    }

    #[test]
    fn in_json_a_set_is_a_list() {
        let set = Byte::one(1).with(7);
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,7]");
        assert_eq!(serde_json::from_str::<Byte>("[7,1,7]").unwrap(), set);
        let long = serde_json::from_str::<Byte>("[1,1,1,1,1,1,1,1,1]").unwrap_err();
        assert!(long.to_string().contains("expected a list of at most 8 items"), "{long}");
        assert_eq!(format!("{set:?}"), "{1, 7}");
    }

    #[test]
    fn the_compact_form_is_the_word_or_the_list() {
        let word = Hundred::one(3).with(99);
        let bytes = postcard::to_allocvec(&word).unwrap();
        assert_eq!(bytes, postcard::to_allocvec(&(1_u128 << 3 | 1 << 99)).unwrap());
        assert_eq!(postcard::from_bytes::<Hundred>(&bytes).unwrap(), word);
        let list = Listed::one(0).with(42);
        let bytes = postcard::to_allocvec(&list).unwrap();
        assert_eq!(bytes, [2, 0, 42]);
        assert_eq!(postcard::from_bytes::<Listed>(&bytes).unwrap(), list);
    }

    #[test]
    fn a_word_with_a_bit_that_stands_for_nothing_is_refused() {
        let bytes = postcard::to_allocvec(&(1_u128 << 100)).unwrap();
        assert!(postcard::from_bytes::<Hundred>(&bytes).is_err());
    }
}
