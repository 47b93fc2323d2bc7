//! A book in the making. Every reader fills one, so that the limits are kept in one place.

use crate::address::Address;
use crate::book::{Book, Sheet, same_name};
use crate::cell::Cell;
use crate::error::BadBook;
use crate::limits::{MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MAX_SHEETS, MAX_TEXT, MAX_TEXTS};

/// A book in the making.
#[derive(Default)]
pub(crate) struct Draft {
    done: Vec<Sheet>,
    current: Option<Sheet>,
    /// What was spent of [`MAX_CELLS`].
    cells: usize,
    /// What was spent of [`MAX_TEXTS`].
    texts: usize,
}

impl Draft {
    /// Begins a sheet; what is put from now on stands there.
    pub(crate) fn sheet(&mut self, name: &str) -> Result<(), BadBook> {
        self.done.extend(self.current.take());
        let number = self.done.len() + 1;
        if number > MAX_SHEETS {
            return Err(BadBook::TooManySheets);
        }
        let Cell::Text(name) = Cell::from(name) else { return Err(BadBook::NoName { number }) };
        if name.chars().count() > MAX_TEXT {
            return Err(BadBook::NameTooLong { number });
        }
        if self.done.iter().any(|sheet| same_name(&sheet.name, &name)) {
            return Err(BadBook::SameName { name: name.into() });
        }
        self.current = Some(Sheet { name: name.into(), rows: Vec::new() });
        Ok(())
    }

    /// Puts something at an index of row and column. An empty cell is nothing to put, so nothing
    /// empty ever stands at an end.
    pub(crate) fn put(&mut self, row: usize, column: usize, cell: Cell) -> Result<(), BadBook> {
        if cell.is_empty() {
            return Ok(());
        }
        self.check(row, column, &cell)?;
        let Some(Sheet { rows, .. }) = &mut self.current else { return Err(BadBook::NoSheet) };
        if rows.len() <= row {
            // Rows of a sheet are much alike, so there will be as many cells as in the one before.
            // Those were counted, so that a stranger's file gets no more room than twice its cells.
            let cells = rows.last().map_or(0, Vec::len);
            while rows.len() < row {
                rows.push(Vec::new());
            }
            rows.push(Vec::with_capacity(cells));
        }
        let Some(cells) = rows.get_mut(row) else { return Ok(()) };
        if let Some(place) = cells.get_mut(column) {
            *place = cell;
            return Ok(());
        }
        // Counted before they are made: a single far-away cell makes a row of empty ones.
        self.cells += column + 1 - cells.len();
        if self.cells > MAX_CELLS {
            return Err(BadBook::TooManyCells);
        }
        while cells.len() < column {
            cells.push(Cell::Empty);
        }
        cells.push(cell);
        Ok(())
    }

    fn check(&mut self, row: usize, column: usize, cell: &Cell) -> Result<(), BadBook> {
        if row >= MAX_ROWS {
            return Err(BadBook::TooManyRows { sheet: self.name() });
        }
        if column >= MAX_COLUMNS {
            return Err(BadBook::TooManyColumns { sheet: self.name(), row: row + 1 });
        }
        if let Cell::Text(text) = cell {
            // Letters are counted only where there are enough bytes for too many.
            if text.len() > MAX_TEXT && text.chars().count() > MAX_TEXT {
                return Err(BadBook::TextTooLong(self.address(row, column)));
            }
            self.texts += text.len();
            if self.texts > MAX_TEXTS {
                return Err(BadBook::TooMuchText);
            }
        }
        Ok(())
    }

    /// What people call a place on the sheet in the making.
    pub(crate) fn address(&self, row: usize, column: usize) -> Address {
        Address { sheet: self.name(), row, column }
    }

    fn name(&self) -> String {
        self.current.as_ref().map(|sheet| sheet.name.clone()).unwrap_or_default()
    }

    /// The book.
    pub(crate) fn finish(mut self) -> Book {
        self.done.extend(self.current.take());
        Book { sheets: self.done }
    }
}
