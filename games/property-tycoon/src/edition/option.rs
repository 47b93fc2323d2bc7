//! The edition as an option of the table.

use std::borrow::Cow;
use std::sync::Arc;

use parlor_engine::Problems;
use parlor_sheets::{Book, BookOrName};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{MAX_NAME, NAMES, built_in, read, sheets};
use crate::board::Board;

/// The edition a table asks for: one in the box, by name, or one of its own, with all its sheets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditionOption(Source);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// One of [`NAMES`].
    Box(&'static str),
    Own(Arc<Book>),
}

impl EditionOption {
    /// An edition in the box.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.into_iter().find(|known| *known == name).map(|name| Self(Source::Box(name)))
    }

    /// The same edition with all its sheets, where it is one in the box.
    ///
    /// # Panics
    /// As [`sheets`].
    #[must_use]
    pub fn in_full(self) -> Self {
        match self.0 {
            Source::Box(name) => sheets(name).expect("every name is an edition in the box").into(),
            own @ Source::Own(_) => Self(own),
        }
    }

    /// The sheets of an edition that is no name.
    pub(crate) fn book(&self) -> Option<&Book> {
        match &self.0 {
            Source::Box(_) => None,
            Source::Own(book) => Some(book),
        }
    }

    /// The board, or everything that is wrong with the sheets.
    ///
    /// # Panics
    /// As [`built_in`].
    pub fn board(&self) -> Result<Arc<Board>, Problems> {
        match &self.0 {
            Source::Box(name) => {
                let board = built_in(name);
                Ok(Arc::new(board.expect("every name is an edition in the box")))
            }
            Source::Own(book) => read(book).map(Arc::new).map_err(|wrong| {
                let mut problems = Problems::new();
                for problem in wrong.iter() {
                    problems.add(format!("edition: {}", problem.place), problem.what.as_str());
                }
                problems
            }),
        }
    }
}

impl From<Book> for EditionOption {
    fn from(book: Book) -> Self {
        Self(Source::Own(Arc::new(book)))
    }
}

impl Default for EditionOption {
    fn default() -> Self {
        Self(Source::Box(NAMES[0]))
    }
}

impl Serialize for EditionOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Source::Box(name) => serializer.serialize_str(name),
            Source::Own(book) => book.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for EditionOption {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match BookOrName::deserialize(deserializer)? {
            BookOrName::Book(book) => Ok(book.into()),
            BookOrName::Name(name) => {
                let name = name.trim();
                Self::named(name).ok_or_else(|| D::Error::custom(no_such_edition(name)))
            }
            BookOrName::Neither => {
                Err(D::Error::custom("must be the name of an edition, or its sheets in full"))
            }
        }
    }
}

fn no_such_edition(name: &str) -> String {
    // It may be a whole file that was taken for a name; its beginning is enough.
    let begin: String = name.lines().next().unwrap_or_default().chars().take(MAX_NAME).collect();
    let known = NAMES.join(", ");
    format!("there is no edition '{begin}'; there is {known}, or a file: edition=@my-edition.xlsx")
}

impl JsonSchema for EditionOption {
    fn schema_name() -> Cow<'static, str> {
        "Edition".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let sheets = generator.subschema_for::<Book>();
        json_schema!({ "anyOf": [{ "type": "string", "enum": NAMES }, sheets] })
    }
}
