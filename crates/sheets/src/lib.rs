//! Spreadsheets as rows of cells that know their address.
//!
//! Games are sold on boards and cards that people change in the spreadsheet program they have. This
//! crate is the only place that reads such files: it turns `.xlsx`, `.ods` and `.csv` into one plain
//! [`Book`], and what the cells mean is for whoever asked.
//!
//! ```
//! use parlor_sheets::{Cell, Sheet};
//!
//! let sheet = Sheet::from_csv("Board", b"Position,Name,Cost\n1,Go,\n2,The Old Creek,sixty\n")?;
//! assert_eq!(sheet.rows[1], [Cell::Whole(1), Cell::from("Go")]);
//!
//! let cost = sheet.address(2, 2);
//! let problem = format!("{cost}: '{}' is not a number", sheet.cell(2, 2));
//! assert_eq!(problem, "sheet 'Board', row 3, column C: 'sixty' is not a number");
//! # Ok::<(), parlor_sheets::BadBook>(())
//! ```
//!
//! # A book is pure data
//!
//! As JSON it is `{"Board": [["Position", "Name"], [1, "Go"]], …}`, and so it is embedded in options
//! and records: a game is replayed without the file it was set up from.
//!
//! A cell is empty, a whole number or text. Whatever else a spreadsheet can hold becomes the text a
//! person sees there (`22.5`, `TRUE`, `2026-03-01`, `#REF!`), so that the reader of the rows can say
//! what is wrong with it, and where.
//!
//! # What is guaranteed for files of strangers
//!
//! Every reader gives a book within the limits named `MAX_…` or a [`BadBook`] that says why not. It
//! does not panic, and it needs at most a second or two and a hundred megabytes or so, whatever the
//! file claims: it is at most [`MAX_BYTES`] long, packed files are unpacked part by part against [`MAX_UNPACKED`]
//! and not by the size they declare, and cells are counted as they come. Repeated rows and cells
//! (`ods`), references to shared text and far-away addresses (`xlsx`) are counted as what they would
//! become, before they do.
//!
//! # Features
//!
//! `read` reads xlsx and ods and opens files; `write` writes xlsx; both are on by default, and off
//! for those who take the crate from the workspace. Without them the crate has next to no
//! dependencies and still reads and writes CSV and JSON.

mod address;
mod book;
mod cell;
mod csv;
mod draft;
mod error;
mod json;
mod limits;
#[cfg(feature = "read")]
mod ods;
#[cfg(feature = "read")]
mod open;
#[cfg(feature = "read")]
mod package;
#[cfg(feature = "write")]
mod write;
#[cfg(feature = "read")]
mod xlsx;

pub use address::{Address, letters};
pub use book::{Book, Sheet};
pub use cell::Cell;
pub use error::BadBook;
pub use json::BookOrName;
pub use limits::{
    MAX_BYTES, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MAX_SHEETS, MAX_TEXT, MAX_TEXTS, MAX_UNPACKED,
};
#[cfg(feature = "read")]
pub use open::CannotOpen;
#[cfg(feature = "write")]
pub use write::CannotWrite;
