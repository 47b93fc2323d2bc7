//! How the terminal shows the game.

use std::fmt::Write as _;

use parlor_engine::{Catalogue, Count, Form, Hosted, Names, PerSeat, Phrase, Player, Seat};

use crate::contents;
use crate::forms;
use crate::moves::{Line, Side};
use crate::players::Easy;
use crate::rules::{Notice, Question, Rules};
use crate::state::State;
use crate::view::View;

/// Room for the row labels at the left.
const MARGIN: usize = 6;
/// From a dot to the next.
const STEP: usize = 4;

impl<const W: usize> Hosted for Rules<W> {
    /// Dots are `+`; every row and column of lines carries the name to type for it.
    fn draw(&self, view: &View<W>, names: &Names) -> String {
        let (rows, columns) = (view.size().rows(), view.size().columns());
        let mut text = String::new();
        line_of(&mut text, "", MARGIN, (0..=columns).map(|column| label('v', column)));
        line_of(&mut text, "", MARGIN + STEP / 2, (0..columns).map(|column| label('h', column)));
        for row in 0..=rows {
            let dots = (0..=columns).map(|column| dot_and_line(view, row, column));
            line_of(&mut text, &label('h', row), MARGIN, dots);
            if row < rows {
                let boxes = (0..=columns).map(|column| line_and_box(view, row, column));
                line_of(&mut text, &label('v', row), MARGIN, boxes);
            }
        }
        text.push('\n');
        for seat in (0..usize::from(view.seats)).map(Seat::at) {
            let gone = if view.present.contains(seat) { "" } else { " (left)" };
            let score = view.scores[seat.index()];
            let boxes = if score == 1 { "box" } else { "boxes" };
            _ = write!(text, "  {seat} {}: {score} {boxes}{gone}", names.of(seat));
        }
        if let Some(last) = view.last {
            let mark = if last.side() == Side::H { "===" } else { "#" };
            _ = write!(text, "   last line: {last} ({mark})");
        }
        text.push('\n');
        text
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        match *notice {
            Notice::Drew { seat, line, closed: 0 } => format!("{} draws {line}.", names.of(seat)),
            Notice::Drew { seat, line, closed } => {
                let boxes = if closed == 1 { "a box" } else { "two boxes" };
                format!("{} draws {line} and closes {boxes}.", names.of(seat))
            }
            Notice::Left { seat } => format!("{} leaves the table.", names.of(seat)),
        }
    }

    fn ask(&self, question: &Question, view: &View<W>, names: &Names) -> String {
        let mover = view.mover.map_or("nobody", |seat| names.of(seat));
        if question.again {
            format!("{mover}: a box is closed, draw another line (such as {})", example(view))
        } else {
            format!("{mover}: draw a line (such as {})", example(view))
        }
    }

    fn forms(&self) -> Vec<Form> {
        forms::forms()
    }

    fn phrase(&self, played: &Line) -> Phrase {
        forms::phrase(*played)
    }

    fn notes(&self) -> String {
        forms::notes(self.board.size())
    }

    fn catalogue(&self) -> Catalogue {
        contents::catalogue(self.board.size())
    }

    /// By boxes.
    fn standing(&self, state: &State<W>) -> Option<PerSeat<i64>> {
        Some(self.boxes_of_all(state))
    }

    fn score_counted(&self, score: i64) -> Count {
        Count::of(score, "box", "boxes")
    }

    fn player(&self, name: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        match name {
            "easy" => Some(Box::new(Easy::new(seed))),
            _ => None,
        }
    }
}

fn example<const W: usize>(view: &View<W>) -> String {
    view.free_lines().next().map_or_else(String::new, |line| line.to_string())
}

fn label(side: char, number: u8) -> String {
    format!("{side}{number}")
}

/// One row of text: a label, then cells of equal width, without blanks at the end.
fn line_of(text: &mut String, label: &str, margin: usize, cells: impl Iterator<Item = String>) {
    let mut line = format!("{label:<margin$}");
    for cell in cells {
        _ = write!(line, "{cell:<STEP$}");
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

fn dot_and_line<const W: usize>(view: &View<W>, row: u8, column: u8) -> String {
    let line = Line::new(Side::H, row, column);
    let drawn = match view.last {
        Some(last) if last == line => "===",
        _ if view.is_drawn(line) => "---",
        _ => "",
    };
    format!("+{drawn}")
}

fn line_and_box<const W: usize>(view: &View<W>, row: u8, column: u8) -> String {
    let line = Line::new(Side::V, row, column);
    let drawn = match view.last {
        Some(last) if last == line => "#",
        _ if view.is_drawn(line) => "|",
        _ => " ",
    };
    let owner = view.owner(row, column).map_or_else(String::new, |seat| seat.to_string());
    format!("{drawn} {owner}")
}
