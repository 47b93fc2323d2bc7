//! Reads ods.
//!
//! Read here and not by calamine: its reader (0.38) unfolds repeated cells and rows before anybody
//! can count them, so that a kilobyte becomes gigabytes, and it waits for ever for the end of a
//! table that breaks off. What is needed of the format is little: tables, rows, cells, paragraphs.

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::book::Book;
use crate::cell::Cell;
use crate::draft::Draft;
use crate::error::BadBook;
use crate::limits::MAX_TEXT;
use crate::package::{Package, damaged};

const KIND: &str = "ods";
const MIME: &[u8] = b"application/vnd.oasis.opendocument.spreadsheet";
const PROTECTED: &[u8] = b"manifest:encryption-data";

impl Book {
    /// Reads an ods file. Formulas are worth what the program that saved the file worked out.
    pub fn from_ods(bytes: &[u8]) -> Result<Self, BadBook> {
        let mut package = Package::open(KIND, bytes)?;
        let wrong = |found| Err(BadBook::WrongKind { expected: KIND, found });
        match package.part("mimetype")? {
            Some(mime) if mime.starts_with(MIME) => {}
            Some(_) => return wrong("it is a document, but no spreadsheet"),
            None => return wrong("it is a packed file of another kind; is it an .xlsx?"),
        }
        let manifest = package.part("META-INF/manifest.xml")?.unwrap_or_default();
        if manifest.windows(PROTECTED.len()).any(|window| window == PROTECTED) {
            return Err(BadBook::Protected);
        }
        let content = package.part("content.xml")?;
        let content = content.ok_or_else(|| damaged(KIND, &"it has no 'content.xml'"))?;
        let content = str::from_utf8(&content);
        Content::new(content.map_err(|flaw| damaged(KIND, &flaw))?).read()
    }
}

/// The part with the tables.
struct Content<'a> {
    xml: Reader<&'a [u8]>,
    draft: Draft,
    row: usize,
    column: usize,
}

impl<'a> Content<'a> {
    fn new(text: &'a str) -> Self {
        let mut xml = Reader::from_str(text);
        // `<p/>` is read as `<p></p>`, so that there is one way to begin and to end.
        xml.config_mut().expand_empty_elements = true;
        Self { xml, draft: Draft::default(), row: 0, column: 0 }
    }

    fn read(mut self) -> Result<Book, BadBook> {
        loop {
            match self.next()? {
                Event::Start(tag) if tag.name().as_ref() == "office:spreadsheet" => break,
                _ => {}
            }
        }
        self.spreadsheet()?;
        let book = self.draft.finish();
        if book.sheets.is_empty() { Err(BadBook::NoSheet) } else { Ok(book) }
    }

    /// Every function below is called behind the tag that begins something and returns behind the
    /// tag that ends it, so an end that it meets is its own.
    fn spreadsheet(&mut self) -> Result<(), BadBook> {
        loop {
            match self.next()? {
                Event::Start(tag) if tag.name().as_ref() == "table:table" => self.table(&tag)?,
                Event::Start(tag) => self.skip(&tag)?,
                Event::End(_) => return Ok(()),
                _ => {}
            }
        }
    }

    fn table(&mut self, table: &BytesStart<'_>) -> Result<(), BadBook> {
        self.draft.sheet(&attribute(table, "table:name")?.unwrap_or_default())?;
        self.row = 0;
        let mut groups = 0_usize;
        loop {
            match self.next()? {
                Event::Start(tag) => match tag.name().as_ref() {
                    "table:table-row" => self.rows(&tag)?,
                    "table:table-rows" | "table:table-header-rows" | "table:table-row-group" => {
                        groups += 1;
                    }
                    _ => self.skip(&tag)?,
                },
                Event::End(_) => match groups.checked_sub(1) {
                    Some(outer) => groups = outer,
                    None => return Ok(()),
                },
                _ => {}
            }
        }
    }

    /// A row, which may stand for many.
    fn rows(&mut self, row: &BytesStart<'_>) -> Result<(), BadBook> {
        let rows = repeated(row, "table:number-rows-repeated")?;
        let mut cells = Vec::new();
        self.column = 0;
        loop {
            match self.next()? {
                Event::Start(tag) => match tag.name().as_ref() {
                    "table:table-cell" | "table:covered-table-cell" => {
                        self.cells(&tag, &mut cells)?;
                    }
                    _ => self.skip(&tag)?,
                },
                Event::End(_) => break,
                _ => {}
            }
        }
        // The empty rows below a table are repeated a million times: they cost nothing here.
        if !cells.is_empty() {
            for row in self.row + 1..self.row.saturating_add(rows) {
                for (column, cell) in &cells {
                    self.draft.put(row, *column, cell.clone())?;
                }
            }
        }
        self.row = self.row.saturating_add(rows);
        Ok(())
    }

    /// A cell, which may stand for many; put down, and noted in `row` unless it is empty.
    fn cells(&mut self, tag: &BytesStart<'_>, row: &mut Vec<(usize, Cell)>) -> Result<(), BadBook> {
        let cells = repeated(tag, "table:number-columns-repeated")?;
        let cell = self.cell(tag)?;
        let after = self.column.saturating_add(cells);
        if !cell.is_empty() {
            // The draft ends this with an error where the sheet ends.
            for column in self.column..after {
                self.draft.put(self.row, column, cell.clone())?;
                row.push((column, cell.clone()));
            }
        }
        self.column = after;
        Ok(())
    }

    /// What a person sees in a cell.
    fn cell(&mut self, tag: &BytesStart<'_>) -> Result<Cell, BadBook> {
        let shown = self.shown()?;
        let stored = |name| attribute(tag, name);
        let kind = stored("office:value-type")?.unwrap_or_default();
        Ok(match kind.as_str() {
            "float" | "percentage" | "currency" => {
                let number = stored("office:value")?.and_then(|value| value.parse().ok());
                number.map_or_else(|| Cell::from(shown.as_str()), Cell::number)
            }
            "boolean" => {
                let yes = stored("office:boolean-value")?.is_some_and(|value| value == "true");
                Cell::from(if yes { "TRUE" } else { "FALSE" })
            }
            _ => match Cell::from(shown.as_str()) {
                Cell::Empty => {
                    let string = stored("office:string-value")?;
                    let date = stored("office:date-value")?;
                    let value = string.or(date).or(stored("office:time-value")?);
                    Cell::from(value.unwrap_or_default().as_str())
                }
                shown => shown,
            },
        })
    }

    /// The paragraphs of a cell.
    fn shown(&mut self) -> Result<String, BadBook> {
        let mut text = String::new();
        loop {
            match self.next()? {
                Event::Start(tag) if matches!(tag.name().as_ref(), "text:p" | "text:h") => {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    self.paragraph(&mut text)?;
                }
                // Notes on the cell, pictures, tables in a cell.
                Event::Start(tag) => self.skip(&tag)?,
                Event::End(_) => return Ok(text),
                _ => {}
            }
        }
    }

    fn paragraph(&mut self, text: &mut String) -> Result<(), BadBook> {
        let mut spans = 0_usize;
        loop {
            match self.next()? {
                Event::Text(piece) => text.push_str(&piece.xml10_content()),
                Event::CData(piece) => text.push_str(&piece.xml10_content()),
                Event::GeneralRef(name) => text.push(referred(&name)?),
                Event::Start(tag) => match tag.name().as_ref() {
                    "office:annotation" | "text:note" => self.skip(&tag)?,
                    name => {
                        spans += 1;
                        match name {
                            "text:s" => {
                                let blanks = repeated(&tag, "text:c")?.min(MAX_TEXT);
                                text.extend(std::iter::repeat_n(' ', blanks));
                            }
                            "text:tab" => text.push('\t'),
                            "text:line-break" => text.push('\n'),
                            _ => {}
                        }
                    }
                },
                Event::End(_) => match spans.checked_sub(1) {
                    Some(outer) => spans = outer,
                    None => return Ok(()),
                },
                _ => {}
            }
            // Far beyond what the draft takes, and before blanks that stand for many add up.
            if text.len() > 8 * MAX_TEXT {
                return Err(BadBook::TextTooLong(self.draft.address(self.row, self.column)));
            }
        }
    }

    /// Leaves out what a tag begins.
    fn skip(&mut self, tag: &BytesStart<'_>) -> Result<(), BadBook> {
        self.xml.read_to_end(tag.name()).map_err(|flaw| damaged(KIND, &flaw))?;
        Ok(())
    }

    fn next(&mut self) -> Result<Event<'a>, BadBook> {
        match self.xml.read_event().map_err(|flaw| damaged(KIND, &flaw))? {
            Event::Eof => Err(damaged(KIND, &"'content.xml' breaks off")),
            event => Ok(event),
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, BadBook> {
    let attribute = tag.try_get_attribute(name).map_err(|flaw| damaged(KIND, &flaw))?;
    let value = attribute.map(|it| it.normalized_value(XmlVersion::Implicit1_0)).transpose();
    Ok(value.map_err(|flaw| damaged(KIND, &flaw))?.map(std::borrow::Cow::into_owned))
}

/// How many things one tag stands for.
fn repeated(tag: &BytesStart<'_>, name: &str) -> Result<usize, BadBook> {
    match attribute(tag, name)? {
        None => Ok(1),
        Some(number) => number
            .parse::<usize>()
            .map_err(|_| damaged(KIND, &format!("{name}=\"{number}\" is not a number"))),
    }
}

/// The character behind `&amp;` or `&#38;`.
fn referred(name: &BytesRef<'_>) -> Result<char, BadBook> {
    if let Some(c) = name.resolve_char_ref().map_err(|flaw| damaged(KIND, &flaw))? {
        return Ok(c);
    }
    let name: &str = name.as_ref();
    let known = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|(_, c)| *c).ok_or_else(|| damaged(KIND, &format!("'&{name};' is not known")))
}
