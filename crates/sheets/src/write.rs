//! Writes xlsx.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use thiserror::Error;

use crate::book::{Book, Sheet};
use crate::cell::Cell;

/// Why a book cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CannotWrite {
    /// The format does not take a sheet: its name is too long or has a bracket in it, or the like.
    #[error("cannot write sheet '{sheet}' as .xlsx: {why}")]
    Sheet {
        /// The sheet.
        sheet: String,
        /// What the format has against it.
        why: String,
    },
    /// The format does not take the book.
    #[error("cannot write an .xlsx file: {0}")]
    Book(String),
}

/// The narrowest and widest column, in characters.
const WIDTHS: (usize, usize) = (6, 60);

/// From here on a spreadsheet does not keep numbers to the unit; text is written instead.
const EXACT: u64 = 1 << 53;

impl Book {
    /// The book as an xlsx file: the first row bold and always in sight, columns as wide as what
    /// stands in them. Equal books give equal bytes.
    pub fn to_xlsx(&self) -> Result<Vec<u8>, CannotWrite> {
        let mut workbook = Workbook::new();
        let failed = |why: XlsxError| CannotWrite::Book(why.to_string());
        // Otherwise it says when it was written, and no two files are the same.
        let born = ExcelDateTime::from_ymd(2000, 1, 1).map_err(failed)?;
        workbook.set_properties(&DocProperties::new().set_creation_datetime(&born));
        for sheet in &self.sheets {
            fill(workbook.add_worksheet(), sheet).map_err(|why| CannotWrite::Sheet {
                sheet: sheet.name.clone(),
                why: why.to_string(),
            })?;
        }
        workbook.save_to_buffer().map_err(failed)
    }
}

fn fill(worksheet: &mut Worksheet, sheet: &Sheet) -> Result<(), XlsxError> {
    worksheet.set_name(&sheet.name)?;
    worksheet.set_freeze_panes(1, 0)?;
    let (plain, bold) = (Format::new(), Format::new().set_bold());
    for (row, cells) in (0..).zip(&sheet.rows) {
        let format = if row == 0 { &bold } else { &plain };
        for (column, cell) in (0..).zip(cells) {
            match cell {
                Cell::Empty => continue,
                Cell::Whole(number) if number.unsigned_abs() < EXACT => {
                    #[expect(clippy::cast_precision_loss, reason = "below EXACT none is lost")]
                    let number = *number as f64;
                    worksheet.write_number_with_format(row, column, number, format)?
                }
                cell => {
                    worksheet.write_string_with_format(row, column, cell.to_string(), format)?
                }
            };
        }
    }
    for (column, width) in (0..).zip(widths(sheet)) {
        worksheet.set_column_width(column, width as u32)?;
    }
    Ok(())
}

/// How wide each column is, in characters.
fn widths(sheet: &Sheet) -> Vec<usize> {
    let columns = sheet.rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = sheet.rows.iter().filter_map(|row: &Vec<Cell>| row.get(column));
        let longest = cells.map(|cell| cell.to_string().chars().count()).max().unwrap_or_default();
        (longest + 2).clamp(WIDTHS.0, WIDTHS.1)
    };
    (0..columns).map(width).collect()
}
