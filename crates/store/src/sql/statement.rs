//! What goes into a statement and what comes out of it.

use crate::{AccountId, Hash, Key, Millis, StoreError, TableId};

/// A value of a statement. The kinds are those of columns; `None` is NULL.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// A whole number.
    Int(Option<i64>),
    /// A text.
    Text(Option<&'a str>),
    /// Bytes.
    Bytes(Option<&'a [u8]>),
}

impl From<u64> for Value<'_> {
    /// Versions, epochs and numbers count up from 1 and never come near the end of an `i64`. One that a
    /// caller made up does not fit any row.
    fn from(number: u64) -> Self {
        Self::Int(Some(i64::try_from(number).unwrap_or(-1)))
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        (number as u64).into()
    }
}

impl From<bool> for Value<'_> {
    fn from(flag: bool) -> Self {
        u64::from(flag).into()
    }
}

impl From<Millis> for Value<'_> {
    fn from(at: Millis) -> Self {
        Some(at).into()
    }
}

impl From<Option<Millis>> for Value<'_> {
    fn from(at: Option<Millis>) -> Self {
        Self::Int(at.map(|at| at.0))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Some(text))
    }
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(Some(bytes))
    }
}

impl<'a> From<&'a TableId> for Value<'a> {
    fn from(id: &'a TableId) -> Self {
        id.as_bytes().as_slice().into()
    }
}

impl<'a> From<&'a AccountId> for Value<'a> {
    fn from(id: &'a AccountId) -> Self {
        id.as_bytes().as_slice().into()
    }
}

impl<'a> From<Option<&'a AccountId>> for Value<'a> {
    fn from(id: Option<&'a AccountId>) -> Self {
        Self::Bytes(id.map(|id| id.as_bytes().as_slice()))
    }
}

impl<'a> From<&'a Hash> for Value<'a> {
    fn from(hash: &'a Hash) -> Self {
        hash.0.as_slice().into()
    }
}

impl<'a> From<&'a Key> for Value<'a> {
    fn from(key: &'a Key) -> Self {
        key.as_str().into()
    }
}

/// A list of values of several kinds.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::sql::statement::Value::from($value)),*] };
}
pub(super) use values;

/// What stands in a column of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    Null,
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A row, read from left to right. Each read names its column, for the error where something else is there.
#[derive(Debug)]
pub struct Row(std::vec::IntoIter<Cell>);

impl Row {
    pub(crate) fn new(cells: Vec<Cell>) -> Self {
        Self(cells.into_iter())
    }

    fn next(&mut self) -> Cell {
        self.0.next().unwrap_or(Cell::Null)
    }

    pub(crate) fn int(&mut self, place: &'static str) -> Result<i64, StoreError> {
        match self.next() {
            Cell::Int(number) => Ok(number),
            cell => Err(unexpected(place, "a whole number", &cell)),
        }
    }

    /// A count, which is never below 0.
    pub(crate) fn count(&mut self, place: &'static str) -> Result<u64, StoreError> {
        let number = self.int(place)?;
        u64::try_from(number).map_err(|_| unexpected(place, "a count", &Cell::Int(number)))
    }

    pub(crate) fn millis(&mut self, place: &'static str) -> Result<Millis, StoreError> {
        self.int(place).map(Millis)
    }

    pub(crate) fn maybe_millis(
        &mut self,
        place: &'static str,
    ) -> Result<Option<Millis>, StoreError> {
        match self.next() {
            Cell::Null => Ok(None),
            Cell::Int(number) => Ok(Some(Millis(number))),
            cell => Err(unexpected(place, "a time", &cell)),
        }
    }

    pub(crate) fn text(&mut self, place: &'static str) -> Result<String, StoreError> {
        self.maybe_text(place)?.ok_or_else(|| unexpected(place, "a text", &Cell::Null))
    }

    pub(crate) fn maybe_text(&mut self, place: &'static str) -> Result<Option<String>, StoreError> {
        match self.next() {
            Cell::Null => Ok(None),
            Cell::Text(text) => Ok(Some(text)),
            cell => Err(unexpected(place, "a text", &cell)),
        }
    }

    /// A text that stands for something.
    pub(crate) fn word<T>(
        &mut self,
        place: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, StoreError> {
        let text = self.text(place)?;
        read(&text).ok_or_else(|| unexpected(place, "a known word", &Cell::Text(text)))
    }

    pub(crate) fn bytes(&mut self, place: &'static str) -> Result<Vec<u8>, StoreError> {
        match self.next() {
            Cell::Bytes(bytes) => Ok(bytes),
            cell => Err(unexpected(place, "bytes", &cell)),
        }
    }

    /// So many bytes, or nothing.
    pub(crate) fn maybe_array<const N: usize>(
        &mut self,
        place: &'static str,
    ) -> Result<Option<[u8; N]>, StoreError> {
        match self.next() {
            Cell::Null => Ok(None),
            Cell::Bytes(bytes) => sized(place, &bytes).map(Some),
            cell => Err(unexpected(place, "bytes", &cell)),
        }
    }

    /// So many bytes.
    pub(crate) fn array<const N: usize>(
        &mut self,
        place: &'static str,
    ) -> Result<[u8; N], StoreError> {
        sized(place, &self.bytes(place)?)
    }
}

fn sized<const N: usize>(place: &'static str, bytes: &[u8]) -> Result<[u8; N], StoreError> {
    bytes.try_into().map_err(|_| StoreError::Corrupt {
        place,
        why: format!("{N} bytes belong here, and {} are there", bytes.len()),
    })
}

/// Says what kind of thing is there, and not what it is: a cell may be a secret.
fn unexpected(place: &'static str, wanted: &str, cell: &Cell) -> StoreError {
    let found = match cell {
        Cell::Null => "nothing",
        Cell::Int(_) => "another number",
        Cell::Text(_) => "a text that is none",
        Cell::Bytes(_) => "bytes",
    };
    StoreError::Corrupt { place, why: format!("{wanted} belongs here, and there is {found}") }
}
