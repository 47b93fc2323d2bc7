//! A line as data, and how lines are written.

use parlor_engine::{Form, Phrase};

use crate::board::Size;
use crate::moves::{Line, Side};
use crate::rules::Reason;

/// A line by its side and the row and column of its first dot.
pub(crate) fn phrase(line: Line) -> Phrase {
    let (side, row, column) = line.parts();
    let side = match side {
        Side::H => "h",
        Side::V => "v",
    };
    Phrase::new().word(side).number(row).number(column)
}

pub(crate) fn forms() -> Vec<Form> {
    let line = |side: &'static str, does: &'static str, example: &'static str| {
        Form::new(does).word(side).number("ROW").number("COLUMN").example(example)
    };
    vec![
        line("h", "draws the line to the right of a dot", "h 0 1"),
        line("v", "draws the line below a dot", "v 0 1"),
    ]
}

pub(crate) fn notes(size: Size) -> String {
    format!(
        "Rows and columns count from 0 and stand at the edges of the board: h lines have rows \
         0-{} and columns 0-{}, v lines have rows 0-{} and columns 0-{}.\n\
         Whoever closes a box owns it and moves again. Most boxes wins.",
        size.rows(),
        size.columns() - 1,
        size.rows() - 1,
        size.columns(),
    )
}

impl parlor_engine::Reason for Reason {
    fn code(&self) -> &'static str {
        match self {
            Self::OffTheBoard(..) => "off-the-board",
            Self::AlreadyDrawn(_) => "already-drawn",
        }
    }
}
