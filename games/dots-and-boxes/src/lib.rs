//! Dots and Boxes, from 1x1 to 15x15 boxes, for two to four players.
//!
//! The tutorial game of Parlor: every other game has the same files. The rules are in
//! [`rules`], the board in [`board`], and `rules.md` says them in words.
//!
//! ```
//! use parlor_dots_and_boxes::DotsAndBoxes;
//! use parlor_engine::{Names, Seat, Viewer, open};
//! use serde_json::json;
//!
//! let mut table = open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
//! for act in ["1: h 0 0", "2: v 0 0", "1: v 0 1", "2: h 1 0"] {
//!     table.apply(&act.parse().unwrap()).unwrap();
//! }
//! assert!(table.draw(Viewer::Spectator, &Names::numbers()).to_string().contains("| 2 |"));
//! assert_eq!(table.outcome().unwrap().winners().collect::<Vec<_>>(), [Seat::at(1)]);
//! ```

// Rules count in integers; the other things they may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

pub mod board;
mod contents;
mod dots;
mod forms;
mod moves;
mod notation;
mod opening;
mod picture;
mod players;
pub mod rules;
mod schema;
mod state;
mod text;
mod view;

use parlor_engine::{About, ComputerPlayer, Problems, Rulebook, Visitor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use board::Size;
pub use dots::{Dots, DotsOption, NotDots};
pub use moves::{FreeLines, Line, Side};
pub use notation::NotALine;
pub use opening::Opening;
pub use players::Easy;
pub use rules::{Notice, Question, Reason, Rules};
pub use state::{MAX_PLAYERS, State};
pub use view::{NotAView, Sheet, View};

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct DotsAndBoxes;

/// What can be chosen at table set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Rows and columns of boxes; 4x4 where nothing is said.
    #[schemars(with = "Size", default = "usual")]
    pub boxes: Option<Size>,
    /// The same counted in dots.
    #[serde(skip_serializing_if = "DotsOption::is_settled")]
    pub dots: DotsOption,
    /// Which lines are drawn before the first move.
    pub opening: Opening,
}

/// What the schema says of boxes. Nothing said is not the same as 4x4 said: dots may be counted.
const fn usual() -> Size {
    dots::USUAL
}

impl Rulebook for DotsAndBoxes {
    type Options = Options;

    fn about() -> About {
        About {
            id: "dots-and-boxes",
            title: "Dots and Boxes",
            summary: "Draw lines between dots; close a box and it is yours.",
            rules: include_str!("../rules.md"),
            readme: include_str!("../README.md"),
            seats: 2..=MAX_PLAYERS,
            usual_seats: 2,
            rules_version: 1,
            players: &[ComputerPlayer {
                name: "easy",
                about: "takes every box it can and gives away as few as possible",
            }],
        }
    }

    fn set_up<V: Visitor>(options: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        let Options { boxes, dots, opening } = options;
        let mut problems = Problems::new();
        let Some(boxes) = dots::size(boxes, dots) else {
            dots::contradiction(boxes, dots, &mut problems);
            return Err(problems);
        };
        if opening == Opening::Swedish && boxes.boxes() == 1 {
            problems.add("opening", "swedish would close the only box of a 1x1 board");
        }
        problems.into_result(())?;
        // The narrowest bit sets that hold the lines.
        Ok(match boxes.span() {
            0..=64 => visitor.visit(Rules::<1>::new(boxes, opening, seats)),
            65..=128 => visitor.visit(Rules::<2>::new(boxes, opening, seats)),
            129..=256 => visitor.visit(Rules::<4>::new(boxes, opening, seats)),
            _ => visitor.visit(Rules::<8>::new(boxes, opening, seats)),
        })
    }

    /// A board is written in boxes, however it was counted.
    fn in_full(options: Options) -> Options {
        match dots::size(options.boxes, options.dots) {
            Some(size) => {
                Options { boxes: Some(size), dots: DotsOption::Settled, opening: options.opening }
            }
            // Setting up the table says what is wrong.
            None => options,
        }
    }
}
