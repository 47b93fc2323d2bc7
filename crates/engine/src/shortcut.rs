//! Lines that stand for several moves of one seat.

use crate::phrase::Text;

/// A line that people can type for several moves of their own, which are played one after the other: `play all`.
///
/// It is no move. The game says one move at a time ([`Hosted::next_of`](crate::Hosted::next_of)), each of which is
/// played and recorded like any other, and is asked again after each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortcut {
    /// What people type.
    pub written: Text,
    /// What it does, as a fragment of a sentence: `plays all money in your hand`.
    pub does: Text,
}

impl Shortcut {
    /// A shortcut by what people type, and what it does.
    pub fn new(written: impl Into<Text>, does: impl Into<Text>) -> Self {
        Self { written: written.into(), does: does.into() }
    }
}
