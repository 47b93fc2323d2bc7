//! The one kind of move, drawing a line, and the menu of the lines still free.

use std::fmt;

use parlor_engine::bits::Bits;
use parlor_engine::rand_core::Rng;
use parlor_engine::sample::below;
use parlor_engine::{Entry, Menu};

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
///
/// Inside it is one number, and the same one on every board: the lines of the 1x1 board come
/// first, then those that 2x2 adds to it, and so on, ring by ring. So the lines of a square board
/// are the numbers from 0 on, and a bit set of free lines needs no table to tell which lines they
/// are. Turning row and column into a number and back for every move would cost a playout a third
/// of its speed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(u32);

impl Line {
    /// The line that runs this way from the dot in this row and column.
    pub const fn new(side: Side, row: u8, column: u8) -> Self {
        // A vertical line is the mirror image of a horizontal one.
        let (across, along) = match side {
            Side::H => (row as u32, column as u32),
            Side::V => (column as u32, row as u32),
        };
        let (from_edge, ring) = (across.saturating_sub(1), along);
        let ring = if from_edge > ring { from_edge } else { ring };
        // A ring has the lines at its far end, at every distance across, then the rest of its edge.
        let place = if along == ring { across } else { ring + 2 + along };
        Self(first_of_ring(ring) + side as u32 * lines_a_side(ring) + place)
    }

    /// Which way it runs.
    pub const fn side(self) -> Side {
        self.parts().0
    }

    /// The row of its first dot.
    pub const fn row(self) -> u8 {
        self.parts().1
    }

    /// The column of its first dot.
    pub const fn column(self) -> u8 {
        self.parts().2
    }

    /// Its number, the same on every board.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The line with this number.
    #[inline]
    pub(crate) const fn numbered(number: usize) -> Self {
        Self(number as u32)
    }

    /// Which way it runs, and the row and column of its first dot.
    pub(crate) const fn parts(self) -> (Side, u8, u8) {
        let ring = ((2 * self.0 + 1).isqrt() - 1) / 2;
        let place = self.0 - first_of_ring(ring);
        let (side, place) = match place.checked_sub(lines_a_side(ring)) {
            None => (Side::H, place),
            Some(place) => (Side::V, place),
        };
        let (across, along) = match place.checked_sub(ring + 2) {
            None => (place, ring),
            Some(along) => (ring + 1, along),
        };
        match side {
            Side::H => (side, across as u8, along as u8),
            Side::V => (side, along as u8, across as u8),
        }
    }
}

/// How many lines a square board has that lies within the ring; so the ring starts there.
pub(crate) const fn first_of_ring(ring: u32) -> u32 {
    2 * ring * (ring + 1)
}

/// How many lines of each side a ring has.
const fn lines_a_side(ring: u32) -> u32 {
    2 * (ring + 1)
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line({self})")
    }
}

/// The lines still free, each an entry; in the order one reads the board, horizontal ones first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeLines<const W: usize> {
    free: Bits<W>,
    count: u16,
    size: Size,
}

impl<const W: usize> FreeLines<W> {
    /// `count` is how many lines are free.
    pub(crate) const fn new(free: Bits<W>, count: u16, size: Size) -> Self {
        Self { free, count, size }
    }
}

impl<const W: usize> Menu<Line> for FreeLines<W> {
    #[inline]
    fn entries(&self) -> usize {
        usize::from(self.count)
    }

    fn entry(&self, index: usize) -> Option<Entry<Line>> {
        self.nth(index as u64).map(Entry::One)
    }

    fn within(&self, index: usize, number: u64) -> Option<Line> {
        if number == 0 { self.nth(index as u64) } else { None }
    }

    fn each(&self) -> impl Iterator<Item = Entry<Line>> {
        self.iter().map(Entry::One)
    }

    #[inline]
    fn count(&self) -> u64 {
        self.count.into()
    }

    fn nth(&self, number: u64) -> Option<Line> {
        self.iter().nth(usize::try_from(number).ok()?)
    }

    #[inline]
    fn contains(&self, wanted: &Line) -> bool {
        self.free.contains(wanted.number())
    }

    /// Any free line, each as likely: by its rank in the bit set, which is quicker to find than its
    /// place in reading order.
    #[inline]
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Line> {
        let rank = match self.count {
            0 => return None,
            1 => 0,
            count => below(rng, count.into()) as usize,
        };
        self.free.nth(rank).map(Line::numbered)
    }

    fn iter(&self) -> impl Iterator<Item = Line> {
        self.size.all_lines().filter(|line| self.contains(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_its_number() {
        for side in [Side::H, Side::V] {
            for row in 0..=u8::MAX {
                for column in 0..=u8::MAX {
                    let line = Line::new(side, row, column);
                    assert_eq!((line.side(), line.row(), line.column()), (side, row, column));
                    assert_eq!(Line::numbered(line.number()), line);
                }
            }
        }
    }

    #[test]
    fn the_menu_reads_like_the_board_and_every_line_comes_up() {
        let size = Size::new(2, 1).unwrap();
        let free: Bits<1> = size.all_lines().map(Line::number).filter(|&line| line != 0).collect();
        let menu = FreeLines::new(free, 6, size);
        let text: Vec<String> = menu.iter().map(|line| line.to_string()).collect();
        assert_eq!(text, ["h 1 0", "h 2 0", "v 0 0", "v 0 1", "v 1 0", "v 1 1"]);
        assert_eq!(menu.nth(2), Some(Line::new(Side::V, 0, 0)));
        assert_eq!((menu.nth(6), menu.entry(6)), (None, None));
        let mut rng = parlor_engine::sample::playout_rng(1);
        let drawn: Bits<1> = (0..200).map(|_| menu.sample(&mut rng).unwrap().number()).collect();
        assert_eq!(drawn, free);
    }
}
