//! What there is at a table, as data: the board, the openings, and the words of the rules.

use parlor_engine::{Catalogue, Item, Section};

use crate::board::Size;

/// The catalogue of a table.
pub(crate) fn catalogue(size: Size) -> Catalogue {
    let mut all = Catalogue::new();
    let (lines, boxes) = (size.all_lines().count() as u32, size.boxes() as u32);
    let board = Item::new("board", format!("{size} boxes between {lines} lines."))
        .number("rows", size.rows())
        .number("columns", size.columns())
        .number("boxes", boxes)
        .number("lines", lines);
    all.add(Section::new("This table").items([board]));
    all.add_words([
        ("line", "Drawn between two neighbouring dots: h to the right, v down."),
        ("box", "Four lines round one square. Whoever draws the fourth owns it."),
        ("chain", "Boxes in a row that each lack two lines: open one and all can be taken."),
        ("american", "Opening: the board starts empty."),
        ("swedish", "Opening: the whole border is drawn from the start."),
        ("icelandic", "Opening: the top and the left border are drawn from the start."),
    ]);
    all
}
