//! A move as data: its words and what stands between them, each with its kind.
//!
//! Terminals, pages and bots read a [`Phrase`] where they need to know what the parts of a move are:
//! which number is a seat, which is an amount, what a place is called. Nobody has to read it out of
//! a text.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// A text that is mostly known when the program is compiled.
pub type Text = Cow<'static, str>;

/// A move as data: its parts in order.
///
/// Written out with blanks between the parts (`Display`) it is the move's notation; the conformance
/// kit holds every game to that. In JSON it is the list of its parts.
///
/// ```
/// # use parlor_engine::*;
/// let guard = Phrase::new().card("guard", "Guard").seat(Seat::at(1)).word("names").number(5);
/// assert_eq!(guard.to_string(), "guard 2 names 5");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Phrase {
    /// The parts, in the order they are written in.
    pub parts: Vec<Part>,
}

/// One part of a move. In JSON it has its `kind`, how it is `written`, and the `name` of the thing
/// where that is another text: `{"kind": "place", "written": "17", "name": "Bishop Drive"}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A verb, or a word that is always the same.
    Word(Text),
    /// A player, written as the number of the seat.
    Seat(Seat),
    /// A card.
    Card(Named),
    /// A place of the board.
    Place(Named),
    /// One of a few things that have names.
    Choice(Named),
    /// So much of something: money, coins.
    Amount(i64),
    /// A number that counts nothing: a row, a column, the number on a card.
    Number(i64),
}

/// What a part of a move can be.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// See [`Part::Word`].
    Word,
    /// See [`Part::Seat`].
    Seat,
    /// See [`Part::Card`].
    Card,
    /// See [`Part::Place`].
    Place,
    /// See [`Part::Choice`].
    Choice,
    /// See [`Part::Amount`].
    Amount,
    /// See [`Part::Number`].
    Number,
}

/// Something that is written in moves in one way and called by people in another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Named {
    /// As moves have it: `code-review`, `17`.
    pub written: Text,
    /// As people have it: `Code Review`, `Bishop Drive`.
    pub name: Text,
}

impl Named {
    /// Something, by how it is written and what it is called.
    pub fn new(written: impl Into<Text>, name: impl Into<Text>) -> Self {
        Self { written: written.into(), name: name.into() }
    }
}

impl Phrase {
    /// A phrase without parts, to add them to.
    pub const fn new() -> Self {
        Self { parts: Vec::new() }
    }

    /// A move that has nothing but words, by its notation.
    pub fn of_words(notation: &str) -> Self {
        notation.split(' ').fold(Self::new(), |phrase, word| phrase.word(word.to_owned()))
    }

    /// And then this word.
    #[must_use]
    pub fn word(self, word: impl Into<Text>) -> Self {
        self.with(Part::Word(word.into()))
    }

    /// And then this player.
    #[must_use]
    pub fn seat(self, seat: Seat) -> Self {
        self.with(Part::Seat(seat))
    }

    /// And then these players.
    #[must_use]
    pub fn seats(self, seats: impl IntoIterator<Item = Seat>) -> Self {
        seats.into_iter().fold(self, Self::seat)
    }

    /// And then a card, by how it is written and what it is called.
    #[must_use]
    pub fn card(self, written: impl Into<Text>, name: impl Into<Text>) -> Self {
        self.with(Part::Card(Named::new(written, name)))
    }

    /// And then a place of the board, by how it is written and what it is called.
    #[must_use]
    pub fn place(self, written: impl Into<Text>, name: impl Into<Text>) -> Self {
        self.with(Part::Place(Named::new(written, name)))
    }

    /// And then one of a few things, by how it is written and what it is called.
    #[must_use]
    pub fn choice(self, written: impl Into<Text>, name: impl Into<Text>) -> Self {
        self.with(Part::Choice(Named::new(written, name)))
    }

    /// And then so much.
    #[must_use]
    pub fn amount(self, amount: impl Into<i64>) -> Self {
        self.with(Part::Amount(amount.into()))
    }

    /// And then this number.
    #[must_use]
    pub fn number(self, number: impl Into<i64>) -> Self {
        self.with(Part::Number(number.into()))
    }

    /// And then this part.
    #[must_use]
    pub fn with(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }
}

impl Part {
    /// What kind of part it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Word(_) => Kind::Word,
            Self::Seat(_) => Kind::Seat,
            Self::Card(_) => Kind::Card,
            Self::Place(_) => Kind::Place,
            Self::Choice(_) => Kind::Choice,
            Self::Amount(_) => Kind::Amount,
            Self::Number(_) => Kind::Number,
        }
    }

    /// What the thing is called that stands here, where it has a name of its own.
    pub fn name(&self) -> Option<&Text> {
        match self {
            Self::Card(named) | Self::Place(named) | Self::Choice(named) => Some(&named.name),
            Self::Word(_) | Self::Seat(_) | Self::Amount(_) | Self::Number(_) => None,
        }
    }

    /// As it stands in the move.
    pub fn written(&self) -> Text {
        match self {
            Self::Word(word) => word.clone(),
            Self::Card(named) | Self::Place(named) | Self::Choice(named) => named.written.clone(),
            Self::Seat(seat) => seat.to_string().into(),
            Self::Amount(number) | Self::Number(number) => number.to_string().into(),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Card(named) | Self::Place(named) | Self::Choice(named) => {
                f.write_str(&named.written)
            }
            Self::Seat(seat) => fmt::Display::fmt(seat, f),
            Self::Amount(number) | Self::Number(number) => fmt::Display::fmt(number, f),
        }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, part) in self.parts.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            fmt::Display::fmt(part, f)?;
        }
        Ok(())
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", &self.kind())?;
        map.serialize_entry("written", &self.written())?;
        if let Some(name) = self.name() {
            map.serialize_entry("name", name)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_phrase_is_written_with_blanks() {
        let phrase = Phrase::new().word("pay").seat(Seat::at(2)).amount(-5).number(0);
        assert_eq!(phrase.to_string(), "pay 3 -5 0");
        assert_eq!(Phrase::new().to_string(), "");
        assert_eq!(Phrase::of_words("end phase").parts.len(), 2);
    }

    /// These words are in the protocol: they do not change.
    #[test]
    fn kinds_have_stable_names() {
        let phrase = Phrase::new()
            .word("w")
            .seat(Seat::at(1))
            .card("mi-go", "Mi-Go")
            .place("17", "Bishop Drive")
            .choice("money", "Money")
            .amount(120)
            .number(5);
        assert_eq!(
            serde_json::to_value(phrase).unwrap(),
            json!([
                {"kind": "word", "written": "w"},
                {"kind": "seat", "written": "2"},
                {"kind": "card", "written": "mi-go", "name": "Mi-Go"},
                {"kind": "place", "written": "17", "name": "Bishop Drive"},
                {"kind": "choice", "written": "money", "name": "Money"},
                {"kind": "amount", "written": "120"},
                {"kind": "number", "written": "5"},
            ])
        );
    }
}
