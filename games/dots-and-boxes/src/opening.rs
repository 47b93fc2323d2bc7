//! Opening variants: which lines are on the board before anybody has moved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Size;
use crate::moves::{Line, Side};

/// Which lines are drawn before the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// None: the empty board.
    #[default]
    American,
    /// The whole border.
    Swedish,
    /// Two sides that meet: the top and the left.
    Icelandic,
}

impl Opening {
    /// Whether the line is drawn from the start.
    pub fn draws(self, size: Size, line: Line) -> bool {
        let (near, far) = match line.side() {
            Side::H => (line.row() == 0, line.row() == size.rows()),
            Side::V => (line.column() == 0, line.column() == size.columns()),
        };
        match self {
            Self::American => false,
            Self::Swedish => near || far,
            Self::Icelandic => near,
        }
    }
}
