//! CSV: fields with commas or semicolons between them.
//!
//! Read here and not by a library, because addresses have to be those of the spreadsheet program
//! the file is opened in: there a blank line is a row and a line feed between quotation marks is
//! none. The libraries skip the one or count lines instead of rows, and they take a quotation mark
//! that is never closed for one that is closed at the end of the file.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::book::Sheet;
use crate::cell::Cell;
use crate::draft::Draft;
use crate::error::BadBook;
use crate::limits::MAX_BYTES;

impl Sheet {
    /// Reads CSV in UTF-8, with or without a byte order mark, with commas or semicolons: whichever
    /// the first row has more of. What looks like a whole number is one, quoted or not, because
    /// many programs quote everything.
    pub fn from_csv(name: &str, bytes: &[u8]) -> Result<Self, BadBook> {
        let mut draft = Draft::default();
        read(&mut draft, name, bytes)?;
        draft.finish().sheets.pop().ok_or(BadBook::NoSheet)
    }

    /// CSV with commas, quoted where needed, a line feed after every row.
    ///
    /// CSV does not tell text from numbers: text that looks like a whole number comes back as one.
    pub fn to_csv(&self) -> String {
        let mut csv = String::new();
        for row in &self.rows {
            for (column, cell) in row.iter().enumerate() {
                if column > 0 {
                    csv.push(',');
                }
                match cell {
                    // A semicolon needs none, but whoever guesses the separator is spared a doubt.
                    Cell::Text(text) if text.contains([',', ';', '"', '\n', '\r']) => {
                        _ = write!(csv, "\"{}\"", text.replace('"', "\"\""));
                    }
                    cell => _ = write!(csv, "{cell}"),
                }
            }
            csv.push('\n');
        }
        csv
    }
}

/// Reads a file of CSV as the next sheet of a draft.
pub(crate) fn read(draft: &mut Draft, name: &str, bytes: &[u8]) -> Result<(), BadBook> {
    if bytes.len() > MAX_BYTES {
        return Err(BadBook::FileTooLarge);
    }
    draft.sheet(name)?;
    let text = text(bytes)?;
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let separator = separator(rest);
    let (mut row, mut column) = (0, 0);
    while !rest.is_empty() {
        let (field, after) = if let Some(quoted) = rest.strip_prefix('"') {
            unquote(quoted, separator).map_err(|flaw| match flaw {
                Flaw::OpenQuote => BadBook::OpenQuote(draft.address(row, column)),
                Flaw::AfterQuote => BadBook::AfterQuote(draft.address(row, column)),
            })?
        } else {
            let (field, after) = rest.split_at(end_of_field(rest, separator));
            (Cow::Borrowed(field), after)
        };
        draft.put(row, column, Cell::typed(&field))?;
        if let Some(next) = after.strip_prefix(separator) {
            (rest, column) = (next, column + 1);
        } else {
            let line_end = ["\r\n", "\n", "\r"].iter().find_map(|end| after.strip_prefix(end));
            (rest, row, column) = (line_end.unwrap_or_default(), row + 1, 0);
        }
    }
    Ok(())
}

enum Flaw {
    OpenQuote,
    AfterQuote,
}

/// A field whose opening quotation mark was taken off, and what comes after it.
fn unquote(text: &str, separator: char) -> Result<(Cow<'_, str>, &str), Flaw> {
    let mut field = Cow::Borrowed("");
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"').ok_or(Flaw::OpenQuote)?;
        field += before;
        if let Some(next) = after.strip_prefix('"') {
            field += "\"";
            rest = next;
        } else {
            let (blank, after) = after.split_at(end_of_field(after, separator));
            return if blank.trim().is_empty() {
                Ok((field, after))
            } else {
                Err(Flaw::AfterQuote)
            };
        }
    }
}

fn end_of_field(text: &str, separator: char) -> usize {
    // All three are in ASCII and come before its letters, so that most bytes are passed at once.
    let ends =
        |byte: u8| byte <= b';' && (matches!(byte, b'\n' | b'\r') || char::from(byte) == separator);
    text.bytes().position(ends).unwrap_or(text.len())
}

/// The separator: whichever there is more of in the first row that has any, outside quotes.
fn separator(text: &str) -> char {
    let (mut commas, mut semicolons) = (0, 0);
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            ',' => commas += 1,
            ';' => semicolons += 1,
            '\n' | '\r' if commas + semicolons > 0 => break,
            _ => {}
        }
    }
    if semicolons > commas { ';' } else { ',' }
}

fn text(bytes: &[u8]) -> Result<&str, BadBook> {
    // What people save as 'Unicode text' is UTF-16, and valid UTF-8 as long as it is plain: the
    // zeros between the letters give it away, and every other file that is no text.
    let fine = std::str::from_utf8(bytes).map_err(|flaw| flaw.valid_up_to());
    // Most files have none, and that is seen at once; where the first is takes a look at each byte.
    let zero = if bytes.contains(&0) { bytes.iter().position(|&byte| byte == 0) } else { None };
    let flaw = match (fine, zero) {
        (Ok(text), None) => return Ok(text),
        (Ok(_), Some(zero)) => zero,
        (Err(at), zero) => zero.unwrap_or(at).min(at),
    };
    let before = bytes.get(..flaw).unwrap_or_default();
    Err(BadBook::NotText { row: before.split(|&byte| byte == b'\n').count() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(csv: &str) -> Vec<Vec<Cell>> {
        Sheet::from_csv("S", csv.as_bytes()).expect("it is fine").rows
    }

    fn flaw(csv: &[u8]) -> String {
        Sheet::from_csv("S", csv).expect_err("it is not fine").to_string()
    }

    fn t(text: &str) -> Cell {
        Cell::from(text)
    }

    #[test]
    fn rows_and_columns_keep_their_places() {
        let read = rows("Name,Cost\n\n,60\r\nGo , ,\n\n,,\n");
        assert_eq!(read.len(), 4);
        assert_eq!(read[0], [t("Name"), t("Cost")]);
        assert_eq!(read[1], []);
        assert_eq!(read[2], [Cell::Empty, Cell::Whole(60)]);
        assert_eq!(read[3], [t("Go")]);
        assert_eq!(rows("a\rb\r"), [[t("a")], [t("b")]]);
        assert_eq!(rows("a,b"), [[t("a"), t("b")]]);
        assert_eq!(rows(""), Vec::<Vec<Cell>>::new());
    }

    #[test]
    fn quoted_fields_hold_anything() {
        let read = rows("\"a, \"\"b\"\"\",\"7\" ,5\" pipe\n\"two\nlines\",x\nz");
        assert_eq!(read[0], [t("a, \"b\""), Cell::Whole(7), t("5\" pipe")]);
        // A line feed between quotation marks is no new row.
        assert_eq!(read[1], [t("two\nlines"), t("x")]);
        assert_eq!(read[2], [t("z")]);
    }

    #[test]
    fn semicolons_and_a_byte_order_mark_are_recognised() {
        let read = rows("\u{feff}Name;\"Cost, in £\";Rent\nRey Lane;160;12,5\n");
        assert_eq!(read[0], [t("Name"), t("Cost, in £"), t("Rent")]);
        assert_eq!(read[1], [t("Rey Lane"), Cell::Whole(160), t("12,5")]);
    }

    #[test]
    fn flaws_are_named_with_their_place() {
        assert_eq!(
            flaw(b"a,b\nc,\"d\ne,f\n"),
            "sheet 'S', row 2, column B: the quotation mark that begins this cell is never closed"
        );
        assert!(flaw(b"a\n\"b\"c\n").starts_with("sheet 'S', row 2, column A: something follows"));
        let latin = flaw(b"a\nb\n\xa3 200\n");
        assert_eq!(latin, "row 3 is not text in UTF-8; save the file as 'CSV UTF-8'");
        assert!(flaw(b"a\0b\0").starts_with("row 1 is not text"));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let odd = "a,,\"x, y\"\n\n,\"say \"\"hi\"\"\",-3\n\"l1\nl2\",\"p;q\"\n";
        let sheet = Sheet::from_csv("S", odd.as_bytes()).expect("it is fine");
        assert_eq!(sheet.to_csv(), odd);
    }
}
