//! Seats, sets of seats, and who may be watching.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU8;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use arrayvec::ArrayVec;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::bit_set;

/// The most seats a table can have.
///
/// Eight is what the largest game on the shelf asks for; the limit keeps sets of seats in one
/// machine word and tables per seat free of allocation.
pub const MAX_SEATS: usize = 8;

/// A place at the table.
///
/// Code counts seats from 0 ([`Seat::index`]); people, notation, records and JSON count them from
/// 1 ([`Seat::number`], `Display`, serde). There is no third way of counting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index, counting from 0; `None` past [`MAX_SEATS`].
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < MAX_SEATS { Some(Self(index as u8)) } else { None }
    }

    /// The seat people call by this number, counting from 1.
    pub const fn from_number(number: usize) -> Option<Self> {
        match number.checked_sub(1) {
            Some(index) => Self::from_index(index),
            None => None,
        }
    }

    /// The seat with this index, for literals and loops that are known to be in range.
    ///
    /// # Panics
    /// When `index` is [`MAX_SEATS`] or more: that is a bug of the caller, not bad input.
    pub const fn at(index: usize) -> Self {
        match Self::from_index(index) {
            Some(seat) => seat,
            None => panic!("seat index out of range"),
        }
    }

    /// The seat of a bit in a set, which holds no other bits: nothing is checked.
    #[inline]
    const fn of_bit(bit: usize) -> Self {
        Self(bit as u8)
    }

    /// Counting from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counting from 1, as people do.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat#{}", self.number())
    }
}

/// A word that was to be a seat number and is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a seat number from 1 to {MAX_SEATS}")]
pub struct NotASeat(String);

impl FromStr for Seat {
    type Err = NotASeat;

    fn from_str(text: &str) -> Result<Self, NotASeat> {
        text.parse::<NonZeroU8>()
            .ok()
            // `+1` and `01` would be second spellings of `1`.
            .filter(|number| number.to_string() == text)
            .and_then(|number| Self::from_number(usize::from(number.get())))
            .ok_or_else(|| NotASeat(text.to_owned()))
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::from_number(usize::from(number))
            .ok_or_else(|| de::Error::custom(NotASeat(number.to_string())))
    }
}

impl JsonSchema for Seat {
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "integer", "minimum": 1, "maximum": MAX_SEATS,
            "description": "The number of a seat, from 1 on.",
        })
    }
}

bit_set! {
    /// A set of seats, in one byte.
    ///
    /// In JSON it is a list of seat numbers; in the compact form that is hashed, the byte.
    #[derive(PartialOrd, Ord)]
    pub struct Seats(u8) {
        item: Seat, count: MAX_SEATS, index: Seat::index, at: Seat::of_bit, compact: Word,
    }
}

impl Seats {
    /// Whether more than one seat is in the set.
    #[inline]
    pub const fn are_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The next seat of the set after this one, going round the table; `None` only when the set is
    /// empty. The seat itself is the last to be considered.
    #[inline]
    pub const fn after(self, seat: Seat) -> Option<Seat> {
        let later = self.0 & !(u8::MAX >> (MAX_SEATS as u8 - 1 - seat.0));
        Self(if later == 0 { self.0 } else { later }).first()
    }

    /// As [`after`](Seats::after), going round the other way.
    #[inline]
    pub const fn before(self, seat: Seat) -> Option<Seat> {
        let earlier = self.0 & ((1 << seat.0) - 1);
        Self(if earlier == 0 { self.0 } else { earlier }).last()
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, seat) in self.iter().enumerate() {
            write!(f, "{}{seat}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// One value for each seat of a table, without allocation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerSeat<T>(ArrayVec<T, MAX_SEATS>);

/// A list, in seat order.
impl<T: JsonSchema> JsonSchema for PerSeat<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("PerSeat_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<T>();
        json_schema!({"type": "array", "items": item, "maxItems": MAX_SEATS})
    }
}

impl<T> PerSeat<T> {
    /// Asks for the value of each of the first `seats` seats (at most [`MAX_SEATS`]).
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        Self((0..seats.min(MAX_SEATS)).map(|index| value(Seat(index as u8))).collect())
    }

    /// The values in seat order.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// Each seat with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(index, value)| (Seat(index as u8), value))
    }

    /// How many seats there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no seats.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a seat; `None` when the table has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }
}

impl<T> From<PerSeat<T>> for ArrayVec<T, MAX_SEATS> {
    fn from(values: PerSeat<T>) -> Self {
        values.0
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// Somebody who looks at the table and is shown only what the rules let them see.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// A seat, still in the game or out of it: the game knows which, and what each may see.
    Seat(Seat),
    /// Anybody without a seat.
    Spectator,
}

impl Viewer {
    /// The seat this viewer sits in, if any.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator => None,
        }
    }

    /// Every viewer of a table: its seats in order, then the spectator.
    pub fn all(seats: usize) -> impl Iterator<Item = Self> + Clone {
        Seats::first_n(seats).iter().map(Self::Seat).chain([Self::Spectator])
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "seat {seat}"),
            Self::Spectator => f.write_str("spectator"),
        }
    }
}

/// A set of viewers: whom a notice is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Viewers {
    seats: Seats,
    spectator: bool,
}

impl Viewers {
    /// All seats and the spectators.
    pub const ALL: Self = Self { seats: Seats::ALL, spectator: true };
    /// Nobody yet; a start for [`Viewers::with`].
    pub const NONE: Self = Self { seats: Seats::NONE, spectator: false };

    /// One seat alone.
    pub const fn only(seat: Seat) -> Self {
        Self { seats: Seats::one(seat), spectator: false }
    }

    /// Everybody but this seat.
    pub const fn but(seat: Seat) -> Self {
        Self::ALL.without(seat)
    }

    /// The set with this seat in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self { seats: self.seats.with(seat), spectator: self.spectator }
    }

    /// The set with this seat taken out.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self { seats: self.seats.without(seat), spectator: self.spectator }
    }

    /// Whether the viewer is in the set.
    pub const fn contains(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.seats.contains(seat),
            Viewer::Spectator => self.spectator,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_the_table() {
        let seats: Seats = [0, 2, 7].map(Seat::at).into_iter().collect();
        let after = |index| seats.after(Seat::at(index)).map(Seat::index);
        assert_eq!(after(0), Some(2));
        assert_eq!(after(1), Some(2));
        assert_eq!(after(2), Some(7));
        assert_eq!(after(7), Some(0));
        assert_eq!(Seats::one(Seat::at(3)).after(Seat::at(3)), Some(Seat::at(3)));
        assert_eq!(Seats::NONE.after(Seat::at(3)), None);
        let before = |index| seats.before(Seat::at(index)).map(Seat::index);
        assert_eq!([0, 1, 2, 7].map(before), [Some(7), Some(0), Some(0), Some(2)]);
        assert_eq!(Seats::NONE.before(Seat::at(3)), None);
        assert_eq!(seats.nth(1), Some(Seat::at(2)));
    }

    #[test]
    fn a_seat_has_one_spelling() {
        assert_eq!("1".parse(), Ok(Seat::at(0)));
        for text in ["0", "9", "01", "+1", "-1", " 1", "x", ""] {
            assert!(text.parse::<Seat>().is_err(), "{text:?} was taken for a seat");
        }
    }

    #[test]
    fn outside_the_code_seats_count_from_one() {
        assert_eq!(serde_json::to_string(&Seat::at(0)).unwrap(), "1");
        assert_eq!(serde_json::from_str::<Seat>("8").unwrap(), Seat::at(7));
        assert!(serde_json::from_str::<Seat>("0").is_err());
        assert!(serde_json::from_str::<Seat>("9").is_err());
        let seats: Seats = [0, 2].map(Seat::at).into_iter().collect();
        assert_eq!(serde_json::to_string(&seats).unwrap(), "[1,3]");
        assert_eq!(serde_json::from_str::<Seats>("[1,3]").unwrap(), seats);
        assert!(serde_json::from_str::<Seats>("[0]").is_err());
    }
}
