//! Where a cell is, in the words of a spreadsheet program.

use std::fmt;

/// Where a cell is. Shown as people read it: `sheet 'Board', row 7, column F`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address {
    /// The name of the sheet.
    pub sheet: String,
    /// The index of the row: 0 is the row that people call 1.
    pub row: usize,
    /// The index of the column: 0 is the column that people call A.
    pub column: usize,
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sheet, row, column } = self;
        write!(f, "sheet '{sheet}', row {}, column {}", row.saturating_add(1), letters(*column))
    }
}

/// What spreadsheet programs call the column of this index: 0 is `A`, 25 is `Z`, 26 is `AA`.
pub fn letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    loop {
        letters.push(char::from(b'A' + (rest % 26) as u8));
        // There is no zero among the digits: after Z comes AA, not BA.
        match (rest / 26).checked_sub(1) {
            Some(next) => rest = next,
            None => break,
        }
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        let columns = [0, 5, 25, 26, 27, 51, 52, 701, 702, 16_383];
        let names = ["A", "F", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA", "XFD"];
        assert_eq!(columns.map(letters), names);
        assert_eq!(letters(usize::MAX).len(), 14);
    }

    #[test]
    fn an_address_counts_as_people_do() {
        let address = Address { sheet: "Board".into(), row: 6, column: 5 };
        assert_eq!(address.to_string(), "sheet 'Board', row 7, column F");
    }
}
