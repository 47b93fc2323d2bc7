//! How large a book may be.
//!
//! The largest board anybody drew has a hundred rows. The limits are far above that, and low enough
//! that a book fits into a line of a record.

/// The most bytes of a file.
pub const MAX_BYTES: usize = 1_000_000;

/// The most bytes that a packed file (xlsx, ods) may unpack to, all its parts together.
pub const MAX_UNPACKED: usize = 10_000_000;

/// The most sheets of a book.
pub const MAX_SHEETS: usize = 32;

/// The most rows of a sheet.
pub const MAX_ROWS: usize = 2_000;

/// The most columns of a sheet.
pub const MAX_COLUMNS: usize = 64;

/// The most characters of a cell's text, and of a sheet's name.
pub const MAX_TEXT: usize = 500;

/// The most cells of a book, counting the empty ones before the last of each row.
pub const MAX_CELLS: usize = 100_000;

/// The most bytes of text in all cells of a book together.
pub const MAX_TEXTS: usize = 1_000_000;
