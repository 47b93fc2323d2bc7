//! What all sheets have in common: columns that are found by their headings, amounts and names.
//!
//! Columns stand in any order. Capital letters, blanks and pound signs do not matter, nor do blank
//! rows and columns.

use std::borrow::Cow;
use std::fmt;

use arrayvec::ArrayString;
use parlor_engine::Problems;
use parlor_sheets::{Address, Book, Cell, Sheet, letters};
use smol_str::SmolStr;

use super::{MAX_NAME, MAX_POUNDS};
use crate::board::Pounds;

/// Reads sheets, and collects what is wrong with them.
pub(super) struct Reader<'a> {
    book: &'a Book,
    pub(super) problems: Problems,
}

/// A sheet whose columns have been found.
#[derive(Clone)]
pub(super) struct Table<'a> {
    sheet: &'a Sheet,
    /// The index of the row with the headings.
    header: usize,
    /// By heading: its column.
    columns: Vec<usize>,
}

/// A row below the headings.
#[derive(Clone, Copy)]
pub(super) struct Line<'t, 'a> {
    table: &'t Table<'a>,
    index: usize,
}

impl<'a> Table<'a> {
    /// The rows below the headings that are not blank.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_, 'a>> {
        let filled = |index: &usize| !is_blank(&self.sheet.rows[*index]);
        let rows = (self.header + 1..self.sheet.rows.len()).filter(filled);
        rows.map(|index| Line { table: self, index })
    }

    /// The sheet as a whole, as the place of a problem.
    pub(super) fn name(&self) -> String {
        format!("sheet '{}'", self.sheet.name)
    }

    /// The cell below a heading, in the row of this index.
    pub(super) fn at(&self, index: usize, heading: usize) -> Address {
        self.sheet.address(index, self.columns[heading])
    }
}

impl<'a> Line<'_, 'a> {
    /// The index of the row in its sheet.
    pub(super) const fn index(self) -> usize {
        self.index
    }

    pub(super) fn cell(self, heading: usize) -> &'a Cell {
        self.table.sheet.cell(self.index, self.table.columns[heading])
    }

    pub(super) fn at(self, heading: usize) -> Address {
        self.table.at(self.index, heading)
    }

    /// What stands below a heading, without what people write differently.
    pub(super) fn word(self, heading: usize) -> Word {
        plain(&text_of(self.cell(heading)))
    }
}

impl<'a> Reader<'a> {
    pub(super) const fn new(book: &'a Book) -> Self {
        Self { book, problems: Problems::new() }
    }

    /// `Ok` when nothing is wrong.
    pub(super) fn finish(self) -> Result<(), Problems> {
        self.problems.into_result(())
    }

    pub(super) fn wrong(&mut self, at: &Address, what: impl Into<String>) {
        self.problems.add(at.to_string(), what);
    }

    /// Finds a sheet and its columns. The headings are the first row that is not blank.
    pub(super) fn table(&mut self, name: &str, headings: &[&str]) -> Option<Table<'a>> {
        let Some(sheet) = self.book.sheet(name) else {
            let sheets = self.book.sheets.iter();
            let there: Vec<String> = sheets.map(|sheet| format!("'{}'", sheet.name)).collect();
            let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
            self.problems.add(
                format!("sheet '{name}'"),
                format!(
                    "is missing: expected the sheets Board, Notes and Cards, in one file or as .csv \
                     files in one folder, and found {there}"
                ),
            );
            return None;
        };
        let header = sheet.rows.iter().position(|row| !is_blank(row)).unwrap_or_default();
        let found: &[Cell] = sheet.rows.get(header).map_or(&[], Vec::as_slice);
        let mut columns = Vec::new();
        let mut missing = Vec::new();
        let names: Vec<Word> = found.iter().map(|cell| plain(&text_of(cell))).collect();
        for heading in headings {
            let name = plain(heading);
            let mut those = (0..names.len()).filter(|column| names[*column] == name);
            match (those.next(), those.next()) {
                (Some(first), Some(second)) => {
                    let at = sheet.address(header, second);
                    let first = letters(first);
                    self.wrong(&at, format!("expected one column '{heading}'; {first} is another"));
                }
                (Some(column), None) => columns.push(column),
                (None, _) => missing.push(*heading),
            }
        }
        if !missing.is_empty() {
            let there: Vec<String> =
                found.iter().filter(|cell| !cell.is_empty()).map(clipped).collect();
            let there = if there.is_empty() { "nothing".to_owned() } else { there.join(", ") };
            let missing = missing.join("', '");
            self.problems.add(
                format!("sheet '{}', row {}", sheet.name, header + 1),
                format!("expected a column with the heading '{missing}', and found {there}"),
            );
        }
        (columns.len() == headings.len()).then_some(Table { sheet, header, columns })
    }

    /// An amount of money in a cell, with a pound sign or without; 0 where a problem was noted.
    pub(super) fn pounds(&mut self, line: Line<'_, '_>, heading: usize, what: &str) -> Pounds {
        let cell = line.cell(heading);
        let fits = match cell {
            Cell::Whole(number) => in_range(*number),
            Cell::Text(text) => amount(text),
            Cell::Empty => None,
        };
        if fits.is_none() {
            self.wrong(
                &line.at(heading),
                format!(
                    "expected {what}, a whole number from 0 to {MAX_POUNDS}, and found {}",
                    given(cell)
                ),
            );
        }
        fits.unwrap_or_default()
    }

    /// A name or a text, in one line.
    pub(super) fn text(
        &mut self,
        line: Line<'_, '_>,
        heading: usize,
        what: &str,
        most: usize,
    ) -> SmolStr {
        let text = in_one_line(line.cell(heading));
        let letters = text.chars().count();
        if text.is_empty() {
            self.wrong(&line.at(heading), format!("expected {what}, and found nothing"));
        } else if letters > most {
            self.wrong(
                &line.at(heading),
                format!("expected {what} in {most} letters at the most, and found {letters}"),
            );
        }
        text
    }
}

fn is_blank(row: &[Cell]) -> bool {
    row.iter().all(Cell::is_empty)
}

/// The most letters of a word; none that a sheet may say has as many.
const MAX_WORD: usize = 40;

/// A word of a sheet, without what people write differently.
pub(super) type Word = ArrayString<MAX_WORD>;

/// The beginning of a text, without what people write differently.
pub(super) fn plain(text: &str) -> Word {
    let mut plain = Word::new();
    // What comes when it is full makes no word of it that a sheet may say.
    for letter in text.chars() {
        // Nearly every letter is in ASCII, and Unicode's tables are slow to ask.
        if letter.is_ascii_alphanumeric() {
            _ = plain.try_push(letter.to_ascii_lowercase());
        } else if !letter.is_ascii() && letter.is_alphanumeric() {
            letter.to_lowercase().for_each(|letter| _ = plain.try_push(letter));
        }
    }
    plain
}

/// A name. Two are the same where only capitals and blanks tell them apart; unlike in [`plain`] every
/// sign counts: a group may be called ★.
#[derive(Clone, Default)]
pub(super) struct Name {
    pub(super) written: SmolStr,
    /// What is compared. It is made once, since names are compared by the thousand.
    folded: SmolStr,
}

impl From<SmolStr> for Name {
    fn from(written: SmolStr) -> Self {
        let letters = written.chars().filter(|letter| !letter.is_whitespace());
        let folded = if written.is_ascii() {
            letters.map(|letter| letter.to_ascii_lowercase()).collect()
        } else {
            letters.flat_map(char::to_lowercase).collect()
        };
        Self { written, folded }
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.folded == other.folded
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

/// What a message says was found.
pub(super) fn given(cell: &Cell) -> String {
    match cell {
        Cell::Empty => "nothing".to_owned(),
        cell => format!("'{}'", clipped(cell)),
    }
}

/// The beginning of what stands in a cell, in one line.
fn clipped(cell: &Cell) -> String {
    let text = in_one_line(cell);
    match text.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

/// What stands in a cell, whatever line breaks are in it.
fn in_one_line(cell: &Cell) -> SmolStr {
    match cell {
        // Nearly every text is like this, and its letters need no copy.
        Cell::Text(text) if has_single_blanks(text) => text.clone(),
        cell => SmolStr::new(text_of(cell).split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

/// Whether all white space is one blank between two words each.
fn has_single_blanks(text: &str) -> bool {
    let mut in_word = false;
    for letter in text.chars() {
        match letter {
            ' ' if in_word => in_word = false,
            letter if letter.is_whitespace() => return false,
            _ => in_word = true,
        }
    }
    in_word
}

/// What stands in a cell.
pub(super) fn text_of(cell: &Cell) -> Cow<'_, str> {
    match cell {
        Cell::Empty => Cow::Borrowed(""),
        Cell::Whole(number) => Cow::Owned(number.to_string()),
        Cell::Text(text) => Cow::Borrowed(text),
    }
}

/// A whole number that counts something.
pub(super) fn whole(cell: &Cell) -> Option<usize> {
    match cell {
        Cell::Whole(number) => usize::try_from(*number).ok(),
        Cell::Empty | Cell::Text(_) => None,
    }
}

/// An amount of money as people and programs write it: `£1,500`, `£60.00`.
pub(super) fn amount(text: &str) -> Option<Pounds> {
    let bare: String =
        text.chars().filter(|letter| *letter != '£' && !letter.is_whitespace()).collect();
    let mut parts = bare.strip_suffix(".00").unwrap_or(&bare).split(',');
    let mut digits = parts.next()?.to_owned();
    for thousands in parts {
        // In half of Europe '12,5' is no hundred and twenty-five.
        if thousands.len() != 3 {
            return None;
        }
        digits.push_str(thousands);
    }
    in_range(digits.parse().ok()?)
}

fn in_range(number: i64) -> Option<Pounds> {
    Pounds::try_from(number).ok().filter(|amount| (0..=MAX_POUNDS).contains(amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_in_many_ways() {
        for text in ["1500", "£1500", "£1,500", "1 500", "£ 1,500.00", "1500.00"] {
            assert_eq!(amount(text), Some(1500), "{text}");
        }
        for text in ["", "£", "12,5", "12.5", "1.500", "-3", "100001", "1,50,0", "60p", "$60"] {
            assert_eq!(amount(text), None, "{text}");
        }
    }
}
