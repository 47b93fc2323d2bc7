//! How large the terminal is.

use std::io::{self, IsTerminal};

use parlor_engine::layout::WIDTH;
use rustix::termios::tcgetwinsize;

/// The rows and columns of the terminal that standard output goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// So many columns are free at the right of a text.
const MARGIN: usize = 2;
/// A text is no narrower than this: nobody plays in such a window.
const LEAST: usize = 20;
/// And no wider: in longer lines the eye does not find the next one.
const MOST: usize = 118;

/// The size of a terminal that does not say its own.
const USUAL: Window = Window { rows: 24, columns: 80 };

impl Window {
    /// The size as it is now: people change it while they play.
    pub(crate) fn now() -> Self {
        let Ok(size) = tcgetwinsize(io::stdout()) else { return USUAL };
        let or = |said: u16, usual| if said == 0 { usual } else { said.into() };
        Self { rows: or(size.ws_row, USUAL.rows), columns: or(size.ws_col, USUAL.columns) }
    }

    /// How many columns sentences take.
    pub(crate) fn prose(self) -> usize {
        self.columns.saturating_sub(MARGIN).clamp(LEAST, MOST)
    }

    /// The same on standard output. In a pipe or a file they are as wide as on a small terminal.
    pub(crate) fn prose_columns() -> usize {
        if io::stdout().is_terminal() { Self::now().prose() } else { WIDTH }
    }

    /// How many columns a line of text has: those of the terminal. In a pipe or a file no line is broken.
    pub(crate) fn text_columns() -> usize {
        if io::stdout().is_terminal() { Self::now().columns.saturating_sub(1) } else { usize::MAX }
    }
}
