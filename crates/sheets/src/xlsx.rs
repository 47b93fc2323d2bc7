//! Reads xlsx.
//!
//! The format has many dialects, so a library reads it: calamine. It trusts its input more than we
//! can, and what it could be tricked into is checked before it sees the file ([`check`]) or while it
//! hands over one cell after the other. Sums that overflow are left: they wrap in a release build
//! and panic in others, and the panic is caught.

use std::io::Cursor;
use std::panic::catch_unwind;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, Xlsx, XlsxError};

use crate::book::Book;
use crate::cell::Cell;
use crate::draft::Draft;
use crate::error::BadBook;
use crate::limits::{MAX_SHEETS, MAX_UNPACKED};
use crate::package::{Package, damaged};

const KIND: &str = "xlsx";

impl Book {
    /// Reads an xlsx file. Formulas are worth what the program that saved the file worked out.
    /// Hidden sheets are sheets; charts are not.
    pub fn from_xlsx(bytes: &[u8]) -> Result<Self, BadBook> {
        let largest = check(bytes)?;
        catch_unwind(|| read(bytes, largest))
            .unwrap_or_else(|_| Err(damaged(KIND, &"a number in it is impossibly large")))
    }
}

/// The most bytes of XML that are read for all sheets together. It keeps reading below a second.
const MAX_READ: usize = 4 * MAX_UNPACKED;

fn read(bytes: &[u8], largest: Part) -> Result<Book, BadBook> {
    let mut xlsx = Xlsx::new(Cursor::new(bytes)).map_err(flaw)?;
    let sheets = xlsx.sheets_metadata().iter();
    let sheets = sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names: Vec<String> = sheets.take(MAX_SHEETS + 1).map(|sheet| sheet.name.clone()).collect();
    // Sheets may share a part, which is then read once for each.
    if names.len().saturating_mul(largest.bytes) > MAX_READ {
        return Err(BadBook::UnpacksTooLarge { part: largest.name });
    }
    let mut draft = Draft::default();
    for name in &names {
        draft.sheet(name)?;
        let mut cells = xlsx.worksheet_cells_reader(name).map_err(flaw)?;
        while let Some(cell) = cells.next_cell().map_err(flaw)? {
            let (row, column) = cell.get_position();
            draft.put(row as usize, column as usize, seen(cell.get_value()))?;
        }
    }
    if names.is_empty() { Err(BadBook::NoSheet) } else { Ok(draft.finish()) }
}

/// What a person sees in a cell.
fn seen(value: &DataRef<'_>) -> Cell {
    match value {
        DataRef::Empty => Cell::Empty,
        DataRef::Int(number) => Cell::Whole(*number),
        DataRef::Float(number) => Cell::number(*number),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            Cell::from(text.as_str())
        }
        DataRef::SharedString(text) => Cell::from(*text),
        DataRef::Bool(yes) => Cell::from(if *yes { "TRUE" } else { "FALSE" }),
        DataRef::DateTime(moment) => Cell::Text(when(moment).into()),
        DataRef::Error(flaw) => Cell::Text(flaw.to_string().into()),
    }
}

fn when(moment: &ExcelDateTime) -> String {
    let days = moment.as_f64();
    if moment.is_duration() {
        let seconds = ((days * 86_400.0).round() as i64).unsigned_abs();
        let sign = if days < 0.0 { "-" } else { "" };
        return format!("{sign}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    let (year, month, day, hours, minutes, seconds, _) = moment.to_ymd_hms_milli();
    let date = format!("{year}-{month:02}-{day:02}");
    let time = format!("{hours:02}:{minutes:02}:{seconds:02}");
    if days < 1.0 {
        time
    } else if days.fract() == 0.0 {
        date
    } else {
        format!("{date} {time}")
    }
}

fn flaw(flaw: XlsxError) -> BadBook {
    match flaw {
        XlsxError::Password => BadBook::Protected,
        flaw => damaged(KIND, &flaw),
    }
}

/// The most bytes of the part that describes styles. The library makes a description for every
/// kind of cell, and some hundred bytes of memory from a few of the file.
const MAX_STYLES: usize = 256_000;

/// The most bytes of one tag there: names of fonts are copied for every kind of cell.
const MAX_STYLE_TAG: usize = 2_000;

/// A part of the file, by name and size.
#[derive(Default)]
struct Part {
    name: String,
    bytes: usize,
}

/// Refuses what the library would spend too much memory on; gives the largest part.
fn check(bytes: &[u8]) -> Result<Part, BadBook> {
    let mut package = Package::open(KIND, bytes)?;
    let names = package.names()?;
    if names.iter().any(|name| name == "mimetype") {
        let found = "it seems to be an OpenDocument file, such as .ods";
        return Err(BadBook::WrongKind { expected: KIND, found });
    }
    if !names.iter().any(|name| name.eq_ignore_ascii_case("[Content_Types].xml")) {
        let found = "it is a packed file, but no spreadsheet";
        return Err(BadBook::WrongKind { expected: KIND, found });
    }
    let mut largest = Part::default();
    for name in names {
        let part = package.part(&name)?.unwrap_or_default();
        let lower = name.to_lowercase();
        let (strings, styles) = (lower.ends_with("strings.xml"), lower.ends_with("styles.xml"));
        // In some encodings these two bytes would hide a word from us that the library finds. No
        // XML has them otherwise.
        if (strings || styles) && part.iter().any(|byte| matches!(byte, 0 | 0x1b)) {
            return Err(damaged(KIND, &format!("'{name}' is not UTF-8")));
        }
        if strings && promised(&part).any(|count| count > part.len() / "<si/>".len()) {
            // Room for all of them would be made in advance.
            return Err(damaged(KIND, &format!("'{name}' promises more texts than it can hold")));
        }
        let long_tag = |tag: &[u8]| tag.len() > MAX_STYLE_TAG;
        if styles && (part.len() > MAX_STYLES || part.split(|&byte| byte == b'<').any(long_tag)) {
            return Err(BadBook::UnpacksTooLarge { part: name });
        }
        if part.len() > largest.bytes {
            largest = Part { name, bytes: part.len() };
        }
    }
    Ok(largest)
}

/// The numbers of shared texts that a part says it has.
fn promised(part: &[u8]) -> impl Iterator<Item = usize> {
    const WORD: &[u8] = b"uniqueCount";
    let places = part.windows(WORD.len()).enumerate().filter(|(_, window)| *window == WORD);
    places.map(|(at, _)| {
        let after = part.get(at + WORD.len()..).unwrap_or_default().iter();
        let digits = after
            .skip_while(|byte| byte.is_ascii_whitespace() || b"='\"".contains(byte))
            .take_while(|byte| byte.is_ascii_digit());
        digits.fold(0_usize, |number, digit| {
            number.saturating_mul(10).saturating_add(usize::from(digit - b'0'))
        })
    })
}
