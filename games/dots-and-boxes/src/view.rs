//! What a viewer sees: everything, since nothing in this game is hidden.

use parlor_engine::bits::Bits;
use parlor_engine::{Seat, Seats, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Size;
use crate::moves::Line;
use crate::rules::Rules;
use crate::state::{MAX_PLAYERS, State};

/// The board as one viewer sees it. In JSON it is a [`Sheet`], with lines in notation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Sheet", try_from = "Sheet")]
pub struct View<const W: usize> {
    pub(crate) viewer: Viewer,
    pub(crate) size: Size,
    pub(crate) seats: u8,
    pub(crate) free: Bits<W>,
    pub(crate) owner: [Bits<W>; 2],
    pub(crate) scores: [u8; MAX_PLAYERS],
    /// Nobody, once the game is over.
    pub(crate) mover: Option<Seat>,
    pub(crate) present: Seats,
    pub(crate) again: bool,
    pub(crate) last: Option<Line>,
}

impl<const W: usize> View<W> {
    pub(crate) fn of(rules: &Rules<W>, state: &State<W>, viewer: Viewer) -> Self {
        Self {
            viewer,
            size: rules.board.size(),
            seats: parlor_engine::Game::seats(rules) as u8,
            free: state.free,
            owner: state.owner,
            scores: state.scores,
            mover: Some(state.mover).filter(|_| !state.is_over()),
            present: state.present,
            again: state.again,
            last: state.last,
        }
    }

    pub(crate) fn state(&self) -> State<W> {
        let owned: u8 = self.scores.iter().sum();
        State {
            free: self.free,
            free_count: self.free.len() as u16,
            owner: self.owner,
            scores: self.scores,
            open_boxes: self.size.boxes() as u8 - owned,
            // As `State::close` leaves it.
            mover: self.mover.unwrap_or(Seat::at(0)),
            present: self.present,
            again: self.again,
            last: self.last,
        }
    }

    /// Whether the line is on the board and drawn.
    pub fn is_drawn(&self, line: Line) -> bool {
        self.size.number(line).is_some_and(|number| !self.free.contains(number))
    }

    /// The lines nobody has drawn, in the order one reads the board.
    pub fn free_lines(&self) -> impl Iterator<Item = Line> {
        self.size.all_lines().filter(|line| self.free.contains(line.number()))
    }

    /// How many of the four lines round a box are drawn.
    pub fn walls(&self, row: u8, column: u8) -> usize {
        let lines = self.size.lines_of_box(row, column);
        lines.into_iter().filter(|&line| self.is_drawn(line)).count()
    }

    /// Who owns a box; `None` while it is open.
    pub fn owner(&self, row: u8, column: u8) -> Option<Seat> {
        let number = self.size.box_number(row, column)?;
        let bit = |plane: usize| usize::from(self.owner[plane].contains(number)) << plane;
        (self.walls(row, column) == 4).then(|| Seat::at(bit(0) | bit(1)))
    }

    /// The size of the board in boxes.
    pub const fn size(&self) -> Size {
        self.size
    }
}

/// A view in plain lists, as clients and bots read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sheet {
    /// Rows and columns of boxes.
    pub boxes: Size,
    /// Whose view it is.
    pub viewer: Viewer,
    /// Who moves; nobody once the game is over.
    pub mover: Option<Seat>,
    /// Whether the mover moves again for having closed a box.
    pub again: bool,
    /// Boxes owned, seat by seat.
    pub scores: Vec<u8>,
    /// The seats that have left.
    pub left: Vec<Seat>,
    /// The lines drawn so far, in the order of the board.
    pub drawn: Vec<Line>,
    /// The line drawn last.
    pub last: Option<Line>,
    /// The owner of each box, row by row.
    pub owners: Vec<Vec<Option<Seat>>>,
}

impl<const W: usize> From<View<W>> for Sheet {
    fn from(view: View<W>) -> Self {
        let size = view.size;
        let columns = 0..size.columns();
        Self {
            boxes: size,
            viewer: view.viewer,
            mover: view.mover,
            again: view.again,
            scores: view.scores[..usize::from(view.seats)].to_vec(),
            left: Seats::first_n(view.seats.into())
                .iter()
                .filter(|&seat| !view.present.contains(seat))
                .collect(),
            drawn: size.all_lines().filter(|&line| view.is_drawn(line)).collect(),
            last: view.last,
            owners: (0..size.rows())
                .map(|row| columns.clone().map(|column| view.owner(row, column)).collect())
                .collect(),
        }
    }
}

/// A sheet that no game of this kind can have shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotAView {
    /// The board needs wider bit sets.
    #[error("the board is too large for this table")]
    TooLarge,
    /// More or fewer players than can play.
    #[error("2 to {MAX_PLAYERS} can play")]
    Players,
    /// A line outside the board.
    #[error("'{0}' is not on the board")]
    OffTheBoard(Line),
    /// The boxes do not fit the lines or the scores.
    #[error("owners, lines and scores do not agree")]
    Disagree,
}

impl<const W: usize> TryFrom<Sheet> for View<W> {
    type Error = NotAView;

    fn try_from(sheet: Sheet) -> Result<Self, NotAView> {
        let size = sheet.boxes;
        if size.span() > 64 * W {
            return Err(NotAView::TooLarge);
        }
        if !(2..=MAX_PLAYERS).contains(&sheet.scores.len()) {
            return Err(NotAView::Players);
        }
        let mut free: Bits<W> = size.all_lines().map(Line::number).collect();
        for line in sheet.drawn {
            free.remove(size.number(line).ok_or(NotAView::OffTheBoard(line))?);
        }
        let mut scores = [0; MAX_PLAYERS];
        scores[..sheet.scores.len()].copy_from_slice(&sheet.scores);
        let mut view = Self {
            viewer: sheet.viewer,
            size,
            seats: sheet.scores.len() as u8,
            free,
            owner: [Bits::EMPTY; 2],
            scores,
            mover: sheet.mover,
            present: Seats::first_n(sheet.scores.len()),
            again: sheet.again,
            last: sheet.last,
        };
        view.present = sheet.left.into_iter().fold(view.present, Seats::without);
        let mut counted = [0; MAX_PLAYERS];
        for (number, (row, column)) in size.all_boxes().enumerate() {
            let in_row = sheet.owners.get(usize::from(row)).ok_or(NotAView::Disagree)?;
            let seat = *in_row.get(usize::from(column)).ok_or(NotAView::Disagree)?;
            if seat.is_some() != (view.walls(row, column) == 4) {
                return Err(NotAView::Disagree);
            }
            let Some(seat) = seat else { continue };
            *counted.get_mut(seat.index()).ok_or(NotAView::Players)? += 1;
            for (bit, plane) in view.owner.iter_mut().enumerate() {
                if seat.index() >> bit & 1 == 1 {
                    plane.insert(number);
                }
            }
        }
        if counted == view.scores { Ok(view) } else { Err(NotAView::Disagree) }
    }
}
