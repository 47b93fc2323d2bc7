//! How the board looks in a terminal: large, or small where the window is too low for that.

use std::fmt::Write as _;

use parlor_engine::layout::{Ink, inked, padded, page};
use parlor_engine::{Drawing, Names, Panel, Seat, Weight};

use crate::moves::{Line, Side};
use crate::view::View;

/// Room for the row labels at the left.
const MARGIN: usize = 6;
/// From a dot to the next.
const STEP: usize = 4;
/// The same on a small board.
const SMALL_MARGIN: usize = 8;
const SMALL_STEP: usize = 2;

pub(crate) fn draw<const W: usize>(view: &View<W>, names: &Names) -> Drawing {
    let board = Panel::new(Weight::Table, page(large(view))).or(page(small(view)));
    Drawing::default().with(board).with(Panel::new(Weight::Own, page([scores(view, names)])))
}

/// Dots are `+`; every row and column of lines has the label to type for it.
fn large<const W: usize>(view: &View<W>) -> Vec<String> {
    let (rows, columns) = (view.size().rows(), view.size().columns());
    let mut lines = vec![
        row_of("", MARGIN, STEP, (0..=columns).map(|column| label(Side::V, column))),
        row_of("", MARGIN + STEP / 2, STEP, (0..columns).map(|column| label(Side::H, column))),
    ];
    for row in 0..=rows {
        let dots = (0..=columns).map(|column| dot_and_line(view, row, column));
        lines.push(row_of(&label(Side::H, row), MARGIN, STEP, dots));
        if row < rows {
            let boxes = (0..=columns).map(|column| line_and_box(view, row, column));
            lines.push(row_of(&label(Side::V, row), MARGIN, STEP, boxes));
        }
    }
    lines.push(String::new());
    lines
}

/// A row of boxes and the lines below it share a row of text. A box that is closed has all its lines, so
/// the number of its owner can stand where the line below it would.
fn small<const W: usize>(view: &View<W>) -> Vec<String> {
    let (rows, columns) = (view.size().rows(), view.size().columns());
    // Two digits fill a column: every other one is left out, so that they do not run together.
    let is_shown = |column: &u8| *column < 10 || column.is_multiple_of(2);
    let number = |column: u8| if is_shown(&column) { column.to_string() } else { String::new() };
    let numbers = (0..columns).map(number);
    let top = (0..columns).map(|column| mark(view, Side::H, 0, column).to_string());
    let mut lines = vec![
        row_of("", SMALL_MARGIN + 1, SMALL_STEP, numbers),
        row_of(&label(Side::H, 0), SMALL_MARGIN + 1, SMALL_STEP, top),
    ];
    for row in 0..rows {
        let labels = format!("{} {}", label(Side::V, row), label(Side::H, row + 1));
        let cells = (0..=columns).map(|column| {
            let side = mark(view, Side::V, row, column);
            match view.owner(row, column).filter(|_| column < columns) {
                Some(owner) => format!("{side}{}", seat_number(owner)),
                None if column < columns => {
                    format!("{side}{}", mark(view, Side::H, row + 1, column))
                }
                None => side.to_string(),
            }
        });
        lines.push(row_of(&labels, SMALL_MARGIN, SMALL_STEP, cells));
    }
    lines
}

/// How a line looks on a small board: drawn, drawn last, or not drawn.
fn mark<const W: usize>(view: &View<W>, side: Side, row: u8, column: u8) -> char {
    let line = Line::new(side, row, column);
    let is_drawn = view.is_drawn(line);
    match (side, view.last == Some(line)) {
        (Side::H, true) => '=',
        (Side::V, true) => '#',
        (Side::H, _) if is_drawn => '_',
        (Side::V, _) if is_drawn => '|',
        (Side::H, _) => ' ',
        (Side::V, _) => '.',
    }
}

fn scores<const W: usize>(view: &View<W>, names: &Names) -> String {
    let mut text = String::new();
    for seat in (0..usize::from(view.seats)).map(Seat::at) {
        let gone = if view.present.contains(seat) { "" } else { " (left)" };
        let score = view.scores[seat.index()];
        let boxes = if score == 1 { "box" } else { "boxes" };
        let (number, name) = (seat_number(seat), names.of(seat));
        _ = write!(text, "  {number} {name}: {score} {boxes}{gone}");
    }
    if let Some(last) = view.last {
        let mark = if last.side() == Side::H { "===" } else { "#" };
        _ = write!(text, "   last line: {last} ({mark})");
    }
    text
}

fn label(side: Side, number: u8) -> String {
    let side = if side == Side::H { 'h' } else { 'v' };
    format!("{side}{number}")
}

/// The number of a seat, in the colour of the seat.
fn seat_number(seat: Seat) -> String {
    inked(Ink::Seat(seat), &seat.to_string())
}

/// One row of text: a label, then cells of equal width.
fn row_of(label: &str, margin: usize, step: usize, cells: impl Iterator<Item = String>) -> String {
    let mut row = padded(label, margin);
    row.extend(cells.map(|cell| padded(&cell, step)));
    row
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
    let owner = view.owner(row, column).map_or_else(String::new, seat_number);
    format!("{drawn} {owner}")
}
