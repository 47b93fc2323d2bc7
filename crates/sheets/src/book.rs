//! Books and their sheets.

use crate::address::Address;
use crate::cell::Cell;

/// The sheets of one file, or of one folder of CSV files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// In the order of the file. Names differ in more than capitals.
    pub sheets: Vec<Sheet>,
}

/// One sheet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// What people call it.
    pub name: String,
    /// Its rows, the header included: the cell that people call B3 is `rows[2][1]`, if there is
    /// anything in it or after it. Empty cells at the end of a row are left out, and empty rows at
    /// the end of the sheet.
    pub rows: Vec<Vec<Cell>>,
}

impl Book {
    /// The sheet of this name. Capitals do not count, nor do blanks around it.
    pub fn sheet(&self, name: &str) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| same_name(&sheet.name, name))
    }
}

impl Sheet {
    /// What stands at an index of row and column; [`Cell::Empty`] beyond what there is.
    pub fn cell(&self, row: usize, column: usize) -> &Cell {
        self.rows.get(row).and_then(|row| row.get(column)).unwrap_or(&Cell::Empty)
    }

    /// What people call the cell at an index of row and column.
    pub fn address(&self, row: usize, column: usize) -> Address {
        Address { sheet: self.name.clone(), row, column }
    }
}

/// Whether two names are one to people.
pub(crate) fn same_name(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}
