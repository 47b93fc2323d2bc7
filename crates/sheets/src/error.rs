//! What can be wrong with a book, in words for whoever made it.

use thiserror::Error;

use crate::address::Address;
use crate::limits::{
    MAX_BYTES, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MAX_SHEETS, MAX_TEXT, MAX_TEXTS, MAX_UNPACKED,
};

/// What is wrong with a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadBook {
    /// Larger than [`MAX_BYTES`].
    #[error("the file is larger than {MAX_BYTES} bytes, the most a spreadsheet may have")]
    FileTooLarge,
    /// Larger than [`MAX_UNPACKED`], or a part of it larger than it has any reason to be.
    #[error(
        "the file is packed: '{part}' in it unpacks to too much (all parts have at most {MAX_UNPACKED} bytes)"
    )]
    UnpacksTooLarge {
        /// The part of the file.
        part: String,
    },
    /// Something else than its name or its caller says.
    #[error("this is not an .{expected} file: {found}")]
    WrongKind {
        /// The extension of what it should be.
        expected: &'static str,
        /// What it seems to be instead.
        found: &'static str,
    },
    /// The right kind of file, but it cannot be read.
    #[error("the .{kind} file is damaged: {what}")]
    Damaged {
        /// The extension of what it is.
        kind: &'static str,
        /// What the reader stumbled over.
        what: String,
    },
    /// Encrypted.
    #[error("the file is protected by a password; save it without one")]
    Protected,
    /// In some other encoding, or no text at all.
    #[error("row {row} is not text in UTF-8; save the file as 'CSV UTF-8'")]
    NotText {
        /// The row, counting from 1.
        row: usize,
    },
    /// A quoted field goes on to the end of the file.
    #[error("{0}: the quotation mark that begins this cell is never closed")]
    OpenQuote(Address),
    /// `"one"two`.
    #[error(
        "{0}: something follows the closing quotation mark; \
         a quotation mark inside a quoted cell is written twice"
    )]
    AfterQuote(Address),
    /// Nothing to read.
    #[error("there is no sheet in it")]
    NoSheet,
    /// A sheet without a name.
    #[error("sheet {number} has no name")]
    NoName {
        /// Which one, counting from 1.
        number: usize,
    },
    /// Two sheets that cannot be told apart.
    #[error("two sheets are named '{name}' (capitals do not count)")]
    SameName {
        /// The name of the second one.
        name: String,
    },
    /// A name longer than [`MAX_TEXT`].
    #[error("the name of sheet {number} is longer than {MAX_TEXT} characters")]
    NameTooLong {
        /// Which one, counting from 1.
        number: usize,
    },
    /// More than [`MAX_SHEETS`].
    #[error("there are more than {MAX_SHEETS} sheets, the most a book may have")]
    TooManySheets,
    /// More than [`MAX_ROWS`].
    #[error("sheet '{sheet}' has something below row {MAX_ROWS}, the last a sheet may have")]
    TooManyRows {
        /// The sheet.
        sheet: String,
    },
    /// More than [`MAX_COLUMNS`].
    #[error(
        "sheet '{sheet}', row {row}: something stands to the right of column {}, \
         the last a sheet may have", crate::address::letters(MAX_COLUMNS - 1)
    )]
    TooManyColumns {
        /// The sheet.
        sheet: String,
        /// The row, counting from 1.
        row: usize,
    },
    /// A text longer than [`MAX_TEXT`].
    #[error("{0}: the text is longer than {MAX_TEXT} characters, the most a cell may have")]
    TextTooLong(Address),
    /// More than [`MAX_CELLS`].
    #[error("all sheets together have more than {MAX_CELLS} cells, the most a book may have")]
    TooManyCells,
    /// More than [`MAX_TEXTS`].
    #[error(
        "all cells together have more than {MAX_TEXTS} bytes of text, the most a book may have"
    )]
    TooMuchText,
}
