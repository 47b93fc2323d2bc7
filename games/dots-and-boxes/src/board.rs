//! The board: its size, its lines and its boxes, and which lines bound which box.

use std::fmt;
use std::str::FromStr;

use parlor_engine::bits::Bits;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::moves::{Line, Side, first_of_ring};

/// The longest side of a board, in boxes. Larger boards work on paper but not on a screen.
pub const MAX_BOXES: u8 = 15;

/// The size of a board in boxes, written `rows x columns` without the blanks: `5x5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    rows: u8,
    columns: u8,
}

impl Size {
    /// A board of so many rows and columns of boxes; `None` outside 1 to [`MAX_BOXES`].
    pub const fn new(rows: u8, columns: u8) -> Option<Self> {
        let (least, most) = if rows < columns { (rows, columns) } else { (columns, rows) };
        if least >= 1 && most <= MAX_BOXES { Some(Self { rows, columns }) } else { None }
    }

    /// Rows of boxes.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Columns of boxes.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// How many boxes there are.
    pub const fn boxes(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// How many lines there are.
    pub const fn lines(self) -> usize {
        2 * self.boxes() + self.rows as usize + self.columns as usize
    }

    /// All lines have numbers below this: as many as the lines of the square board round this one.
    pub const fn span(self) -> usize {
        let side = if self.rows > self.columns { self.rows } else { self.columns };
        first_of_ring(side as u32) as usize
    }

    /// The number of a line; `None` when it is not on the board.
    pub fn number(self, line: Line) -> Option<usize> {
        let (side, row, column) = line.parts();
        let (rows, columns) = match side {
            Side::H => (self.rows + 1, self.columns),
            Side::V => (self.rows, self.columns + 1),
        };
        (row < rows && column < columns).then(|| line.number())
    }

    /// The number of a box; `None` when it is not on the board.
    pub fn box_number(self, row: u8, column: u8) -> Option<usize> {
        (row < self.rows && column < self.columns)
            .then(|| usize::from(row) * usize::from(self.columns) + usize::from(column))
    }

    /// The four lines round a box.
    pub fn lines_of_box(self, row: u8, column: u8) -> [Line; 4] {
        [
            Line::new(Side::H, row, column),
            Line::new(Side::H, row + 1, column),
            Line::new(Side::V, row, column),
            Line::new(Side::V, row, column + 1),
        ]
    }

    /// Every line, row by row, the horizontal ones first.
    pub fn all_lines(self) -> impl Iterator<Item = Line> {
        let (rows, columns) = (self.rows, self.columns);
        let of = |side, rows, columns| {
            (0..rows)
                .flat_map(move |row| (0..columns).map(move |column| Line::new(side, row, column)))
        };
        of(Side::H, rows + 1, columns).chain(of(Side::V, rows, columns + 1))
    }

    /// Row and column of every box, in the order of their numbers.
    pub fn all_boxes(self) -> impl Iterator<Item = (u8, u8)> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A word that was to be the size of a board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a board is ROWSxCOLUMNS boxes, each 1 to {MAX_BOXES}, such as 5x5; not '{0}'")]
pub struct NotASize(String);

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Self, NotASize> {
        let size = || {
            let (rows, columns) = text.split_once('x')?;
            Self::new(rows.parse().ok()?, columns.parse().ok()?)
        };
        // Only what the board itself would print: `05x+5` is a second spelling nobody needs.
        size().filter(|size| size.to_string() == text).ok_or_else(|| NotASize(text.to_owned()))
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Size {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Size".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "Rows and columns of boxes, each 1 to 15, such as 5x5",
            "pattern": "^([1-9]|1[0-5])x([1-9]|1[0-5])$"
        })
    }
}

/// A board laid out for play: for every line, the boxes it bounds.
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    size: Size,
    beside: Box<[Beside<W>]>,
}

/// The one or two boxes beside a line.
#[derive(Clone, Copy, Debug)]
struct Beside<const W: usize> {
    /// The lines round each box.
    walls: [Bits<W>; 2],
    /// The number of each box.
    boxes: [u8; 2],
    /// How many of the two are on the board.
    count: u8,
}

impl<const W: usize> Board<W> {
    /// Lays out a board.
    ///
    /// # Panics
    /// When the bit sets are too narrow for its lines.
    pub fn new(size: Size) -> Self {
        assert!(size.span() <= 64 * W, "{size} boxes need more than {W} words");
        let nothing = Beside { walls: [Bits::EMPTY; 2], boxes: [0; 2], count: 0 };
        let mut beside = vec![nothing; size.span()];
        for (number, (row, column)) in size.all_boxes().enumerate() {
            let numbers = size.lines_of_box(row, column).map(Line::number);
            for line in numbers {
                let Beside { walls, boxes, count } = &mut beside[line];
                walls[usize::from(*count)] = numbers.into_iter().collect();
                boxes[usize::from(*count)] = number as u8;
                *count += 1;
            }
        }
        Self { size, beside: beside.into() }
    }

    /// The size in boxes.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The boxes this line has closed, given the lines that are free now that it is drawn.
    ///
    /// Both boxes are looked at and the answer is arithmetic: whether a random line closes a box
    /// cannot be guessed, and a wrong guess of the processor costs more than the second look.
    #[inline]
    pub fn closed_by(&self, line: usize, free: &Bits<W>) -> Closed {
        let Beside { walls, boxes, count } = &self.beside[line];
        // Every line on the board has a box at one side at least.
        let closed = [free.is_disjoint(&walls[0]), (*count == 2) & free.is_disjoint(&walls[1])];
        Closed { boxes: *boxes, closed }
    }
}

/// The boxes at the two sides of a line, and which of them it has closed.
#[derive(Clone, Copy, Debug)]
pub struct Closed {
    pub(crate) boxes: [u8; 2],
    pub(crate) closed: [bool; 2],
}

impl Closed {
    /// How many boxes were closed: 0, 1 or 2.
    #[inline]
    pub fn count(&self) -> u8 {
        u8::from(self.closed[0]) + u8::from(self.closed[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_square_board_are_the_first_numbers() {
        for side in 1..=MAX_BOXES {
            let size = Size::new(side, side).unwrap();
            let mut numbers: Vec<_> = size.all_lines().map(Line::number).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..size.lines()).collect::<Vec<_>>(), "{size}");
            assert_eq!(size.span(), size.lines());
        }
    }

    #[test]
    fn every_board_knows_its_lines() {
        for (rows, columns) in [(1, 1), (1, 15), (15, 1), (3, 5), (15, 15)] {
            let size = Size::new(rows, columns).unwrap();
            assert_eq!(size.all_lines().count(), size.lines(), "{size}");
            let known =
                (0..size.span()).map(Line::numbered).filter(|&line| size.number(line).is_some());
            assert_eq!(known.count(), size.lines(), "{size}");
            assert!(size.all_lines().all(|line| line.number() < size.span()), "{size}");
        }
    }

    #[test]
    fn every_box_has_four_walls_and_every_line_one_or_two_boxes() {
        let board = Board::<1>::new(Size::new(3, 4).unwrap());
        let mut walls = [0; 12];
        for line in board.size().all_lines().map(Line::number) {
            let beside = &board.beside[line];
            assert!(matches!(beside.count, 1 | 2));
            for i in 0..usize::from(beside.count) {
                walls[usize::from(beside.boxes[i])] += 1;
                assert!(beside.walls[i].contains(line) && beside.walls[i].len() == 4);
            }
        }
        assert_eq!(walls, [4; 12]);
    }

    #[test]
    fn sizes_read_as_they_are_written() {
        assert_eq!("15x1".parse(), Ok(Size { rows: 15, columns: 1 }));
        for bad in ["", "5", "x", "5x", "0x5", "5x16", "05x5", "5 x 5", "5X5", "-1x2", "5x5x5"] {
            let why = bad.parse::<Size>().unwrap_err().to_string();
            assert!(why.contains("such as 5x5") && why.ends_with(&format!("'{bad}'")), "{why}");
        }
    }
}
