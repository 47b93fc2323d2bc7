//! The one kind of move, drawing a line, and the menu of the lines still free.

use parlor_engine::{Entry, Menu};

use crate::bits::Bits;
use crate::board::Size;

/// Which way a line runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// From a dot to the one at its right.
    H,
    /// From a dot to the one below.
    V,
}

/// A line, named by the dot it starts from; rows and columns of dots count from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Line {
    /// Which way it runs.
    pub side: Side,
    /// The row of its first dot.
    pub row: u8,
    /// The column of its first dot.
    pub column: u8,
}

/// The lines still free, each an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeLines<const W: usize> {
    free: Bits<W>,
    lines: Numbering,
}

impl<const W: usize> FreeLines<W> {
    pub(crate) const fn new(free: Bits<W>, lines: Numbering) -> Self {
        Self { free, lines }
    }
}

impl<const W: usize> Menu<Line> for FreeLines<W> {
    #[inline]
    fn entries(&self) -> usize {
        self.free.len()
    }

    #[inline]
    fn entry(&self, index: usize) -> Option<Entry<Line>> {
        self.free.nth(index).map(|number| Entry::One(self.lines.line(number)))
    }

    fn within(&self, index: usize, number: u64) -> Option<Line> {
        if number == 0 { self.nth(index as u64) } else { None }
    }

    #[inline]
    fn count(&self) -> u64 {
        self.free.len() as u64
    }

    #[inline]
    fn nth(&self, number: u64) -> Option<Line> {
        self.free.nth(usize::try_from(number).ok()?).map(|number| self.lines.line(number))
    }

    #[inline]
    fn contains(&self, wanted: &Line) -> bool {
        self.lines.size.number(*wanted).is_some_and(|number| self.free.contains(number))
    }

    fn iter(&self) -> impl Iterator<Item = Line> {
        self.free.iter().map(|number| self.lines.line(number))
    }
}

/// Turns the numbers of lines back into lines, without a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbering {
    size: Size,
    horizontals: u16,
    /// `2^16 / columns`, rounded up: exact for the numbers of lines there are.
    per_row_of_h: u32,
    /// The same for the rows of vertical lines, one longer.
    per_row_of_v: u32,
}

impl Numbering {
    pub(crate) const fn new(size: Size) -> Self {
        let columns = size.columns();
        Self {
            size,
            horizontals: (size.rows() as u16 + 1) * columns as u16,
            per_row_of_h: (1u32 << 16).div_ceil(columns as u32),
            per_row_of_v: (1u32 << 16).div_ceil(columns as u32 + 1),
        }
    }

    #[inline]
    pub(crate) fn line(&self, number: usize) -> Line {
        let number = number as u32;
        let horizontals = u32::from(self.horizontals);
        let columns = u32::from(self.size.columns());
        let (side, number, columns, per_row) = if number < horizontals {
            (Side::H, number, columns, self.per_row_of_h)
        } else {
            (Side::V, number - horizontals, columns + 1, self.per_row_of_v)
        };
        let row = (number * per_row) >> 16;
        Line { side, row: row as u8, column: (number - row * columns) as u8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MAX_BOXES;

    #[test]
    fn numbers_lead_back_to_their_lines_on_every_board() {
        for rows in 1..=MAX_BOXES {
            for columns in 1..=MAX_BOXES {
                let size = Size::new(rows, columns).unwrap();
                let numbering = Numbering::new(size);
                for (number, line) in size.all_lines().enumerate() {
                    assert_eq!(numbering.line(number), line, "line {number} of {size}");
                }
            }
        }
    }
}
