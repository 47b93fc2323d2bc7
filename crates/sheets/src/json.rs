//! Books as JSON: `{"Board": [["Name", "Cost"], ["Rey Lane", 160], …], …}`.
//!
//! A cell is `null`, a number or a string. What is read keeps the limits of a file that is read, and
//! is tidied like one. Sheets keep the order of the text; where JSON goes through a
//! `serde_json::Value` that sorts its keys, they come sorted.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smol_str::format_smolstr;

use crate::book::Book;
use crate::cell::Cell;
use crate::draft::Draft;
use crate::limits::{MAX_COLUMNS, MAX_ROWS, MAX_SHEETS, MAX_TEXT};

impl Serialize for Book {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.sheets.len()))?;
        for sheet in &self.sheets {
            map.serialize_entry(&sheet.name, &sheet.rows)?;
        }
        map.end()
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => serializer.serialize_unit(),
            Self::Whole(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Book {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Sheets)
    }
}

/// What may stand for a book where some are known by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookOrName {
    /// A book in full.
    Book(Book),
    /// A text.
    Name(String),
    /// Neither.
    Neither,
}

impl<'de> Deserialize<'de> for BookOrName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SheetsOrName)
    }
}

/// Reads sheets as they come: a copy of them on the way would cost as much again.
struct SheetsOrName;

impl<'de> Visitor<'de> for SheetsOrName {
    type Value = BookOrName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name, or an object with the rows of each sheet under its name")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<BookOrName, A::Error> {
        Sheets.visit_map(map).map(BookOrName::Book)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<BookOrName, E> {
        Ok(BookOrName::Name(name.to_owned()))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<BookOrName, E> {
        Ok(BookOrName::Neither)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<BookOrName, E> {
        Ok(BookOrName::Neither)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<BookOrName, E> {
        Ok(BookOrName::Neither)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<BookOrName, E> {
        Ok(BookOrName::Neither)
    }

    fn visit_unit<E: Error>(self) -> Result<BookOrName, E> {
        Ok(BookOrName::Neither)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<BookOrName, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(BookOrName::Neither)
    }
}

struct Sheets;

impl<'de> Visitor<'de> for Sheets {
    type Value = Book;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the rows of each sheet under its name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Book, A::Error> {
        let mut draft = Draft::default();
        while let Some(name) = map.next_key::<Cow<'de, str>>()? {
            draft.sheet(&name).map_err(Error::custom)?;
            map.next_value_seed(Rows(&mut draft))?;
        }
        Ok(draft.finish())
    }
}

/// Puts rows into a draft as they are read, so that no more is kept than may be.
struct Rows<'a>(&'a mut Draft);

impl<'de> DeserializeSeed<'de> for Rows<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Rows<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<(), A::Error> {
        let mut row = 0;
        while rows.next_element_seed(Cells { draft: &mut *self.0, row })?.is_some() {
            row += 1;
        }
        Ok(())
    }
}

struct Cells<'a> {
    draft: &'a mut Draft,
    row: usize,
}

impl<'de> DeserializeSeed<'de> for Cells<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Cells<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row: a list of cells")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut cells: A) -> Result<(), A::Error> {
        let mut column = 0;
        while let Some(cell) = cells.next_element::<Cell>()? {
            self.draft.put(self.row, column, cell).map_err(Error::custom)?;
            column += 1;
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneCell)
    }
}

struct OneCell;

impl Visitor<'_> for OneCell {
    type Value = Cell;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a cell: null, a number or a string")
    }

    fn visit_unit<E: Error>(self) -> Result<Cell, E> {
        Ok(Cell::Empty)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Cell, E> {
        Ok(Cell::Whole(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Cell, E> {
        Ok(i64::try_from(number)
            .map_or_else(|_| Cell::Text(format_smolstr!("{number}")), Cell::Whole))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Cell, E> {
        Ok(Cell::number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Cell, E> {
        Ok(Cell::from(text))
    }
}

impl JsonSchema for Book {
    fn schema_name() -> Cow<'static, str> {
        "Book".into()
    }

    fn schema_id() -> Cow<'static, str> {
        concat!(module_path!(), "::Book").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let cell = generator.subschema_for::<Cell>();
        json_schema!({
            "description": "Sheets by their names, each a list of rows, each a list of cells.",
            "type": "object",
            "maxProperties": MAX_SHEETS,
            "additionalProperties": {
                "type": "array",
                "maxItems": MAX_ROWS,
                "items": { "type": "array", "maxItems": MAX_COLUMNS, "items": cell },
            },
        })
    }
}

impl JsonSchema for Cell {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Cell".into()
    }

    fn schema_id() -> Cow<'static, str> {
        concat!(module_path!(), "::Cell").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["null", "integer", "string"], "maxLength": MAX_TEXT })
    }
}

#[cfg(test)]
mod tests {
    use schemars::schema_for;

    use super::*;

    fn read(json: &str) -> Result<Book, String> {
        serde_json::from_str(json).map_err(|why| why.to_string())
    }

    #[test]
    fn a_book_is_an_object_of_rows() {
        let json = r#"{"Notes":[["a",null,-3]],"Board":[[],["£"]],"Empty":[]}"#;
        let book = read(json).expect("it is fine");
        let names: Vec<&str> = book.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        assert_eq!(names, ["Notes", "Board", "Empty"]);
        assert_eq!(serde_json::to_string(&book).expect("plain data"), json);
        assert_eq!(book.sheet(" board "), Some(&book.sheets[1]));
        assert_eq!(book.sheet("Cards"), None);
    }

    #[test]
    fn what_is_read_is_tidied_like_a_file() {
        let book = read(r#"{"S": [[7.0, 22.5, " x ", "", null], [""], [null]]}"#);
        let tidy = r#"{"S":[[7,"22.5","x"]]}"#;
        assert_eq!(serde_json::to_string(&book.expect("it is fine")).expect("plain data"), tidy);
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let says = |json: &str, why: &str| {
            let said = read(json).expect_err("it is no book");
            assert!(said.contains(why), "{said}");
        };
        says("[]", "an object with the rows of each sheet");
        says(r#"{"S": 1}"#, "a list of rows");
        says(r#"{"S": [1]}"#, "a list of cells");
        says(r#"{"S": [[true]]}"#, "null, a number or a string");
        says(r#"{"S": [], "s": []}"#, "two sheets are named 's'");
        says(r#"{" ": []}"#, "sheet 1 has no name");
        let long = format!(r#"{{"S": [[null, "{}"]]}}"#, "x".repeat(MAX_TEXT + 1));
        says(&long, "sheet 'S', row 1, column B: the text is longer");
        says(&format!(r#"{{"S": [[{}1]]}}"#, "null,".repeat(MAX_COLUMNS)), "right of column BL");
        says(&format!(r#"{{"S": [{}[1]]}}"#, "[],".repeat(MAX_ROWS)), "below row 2000");
        let sheet = |n: usize| format!(r#""{n}": []"#);
        let sheets: Vec<String> = (0..=MAX_SHEETS).map(sheet).collect();
        says(&format!("{{{}}}", sheets.join(",")), "more than 32 sheets");
    }

    #[test]
    fn the_schema_says_what_is_read() {
        let schema = serde_json::to_value(schema_for!(Book)).expect("plain data");
        let cell = &schema["additionalProperties"]["items"]["items"]["type"];
        assert_eq!(cell, &serde_json::json!(["null", "integer", "string"]));
    }
}
