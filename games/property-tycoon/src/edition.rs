//! Editions: the rows of a spreadsheet become a board, or a list of everything that is wrong with it.
//!
//! An edition has three sheets. *Board* has a row for each space, *Notes* has the prices of houses and
//! the rents of stations and utilities, *Cards* has the cards. Each has a file here that reads it; how
//! any sheet is read stands in `sheet.rs`.

mod cards;
mod notes;
mod option;
mod sheet;
mod spaces;

use parlor_engine::Problems;
use parlor_sheets::{Book, Sheet};
use smol_str::SmolStr;

use crate::board::{Board, MAX_SPACES, Pounds};
use crate::deck::Pack;
use cards::Cards;
pub(crate) use notes::TITLE;
use notes::{Notes, usual_tokens};
pub use option::EditionOption;
use sheet::Reader;
use spaces::{Land, Spaces};

/// The highest price, rent or amount. No sum of them comes near the end of the numbers.
pub const MAX_POUNDS: Pounds = 100_000;
/// The most letters of a name.
pub const MAX_NAME: usize = 40;
/// The most letters on a card.
pub const MAX_TEXT: usize = 200;
/// The most tokens; there are as many as players at least.
pub const MAX_TOKENS: usize = 24;
/// The most groups of streets.
pub const MAX_GROUPS: usize = 32;

/// The editions in the box, by name.
pub const NAMES: [&str; 2] = ["standard", "second"];

/// The sheets of an edition in the box, from its CSV files: the text that an author edits is the text
/// that the program reads. The `.xlsx` files beside them are for people, and are made of these.
///
/// # Panics
/// When a file in the box is no CSV; a test reads them all.
pub fn sheets(name: &str) -> Option<Book> {
    let files = match name {
        "standard" => [
            ("Board", include_str!("../editions/standard/board.csv")),
            ("Notes", include_str!("../editions/standard/notes.csv")),
            ("Cards", include_str!("../editions/standard/cards.csv")),
        ],
        "second" => [
            ("Board", include_str!("../editions/second/board.csv")),
            ("Notes", include_str!("../editions/second/notes.csv")),
            ("Cards", include_str!("../editions/second/cards.csv")),
        ],
        _ => return None,
    };
    let sheet = |(sheet, csv): (&str, &str)| {
        Sheet::from_csv(sheet, csv.as_bytes()).unwrap_or_else(|why| panic!("edition {name}: {why}"))
    };
    Some(Book { sheets: files.map(sheet).into() })
}

/// The board of an edition in the box.
///
/// # Panics
/// When a sheet in the box is wrong; a test reads them all.
pub fn built_in(name: &str) -> Option<Board> {
    Some(read(&sheets(name)?).unwrap_or_else(|why| panic!("edition {name}: {why}")))
}

/// Makes a board of the rows of an edition.
pub fn read(book: &Book) -> Result<Board, Problems> {
    let mut reader = Reader::new(book);
    let spaces = Spaces::read(&mut reader);
    let notes = Notes::read(&mut reader);
    // Without the board anything that could be a position may be one.
    let last = spaces.as_ref().map_or(MAX_SPACES, Spaces::last);
    let cards = Cards::read(&mut reader, last);
    if let (Some(spaces), Some(notes)) = (&spaces, &notes) {
        check_notes(&mut reader, spaces, notes);
    }
    if let (Some(spaces), Some(cards)) = (&spaces, &cards) {
        check_packs(&mut reader, spaces, cards);
    }
    reader.finish()?;
    let (Some(spaces), Some(notes), Some(cards)) = (spaces, notes, cards) else {
        unreachable!("a sheet that cannot be read is a problem");
    };
    Ok(spaces.into_board(notes, cards.packs))
}

/// The tokens of an edition, as far as they can be read: what is wrong with them is said by [`read`].
pub(crate) fn tokens(book: &Book) -> Vec<SmolStr> {
    let notes = Notes::read(&mut Reader::new(book));
    notes.map_or_else(usual_tokens, |notes| notes.tokens)
}

/// What the board needs is in the notes, and they speak of nothing else.
fn check_notes(reader: &mut Reader<'_>, spaces: &Spaces<'_>, notes: &Notes<'_>) {
    let groups = &spaces.street_groups;
    for (group, at) in spaces.first_streets() {
        if notes.house_price(group).is_none() {
            let what = format!(
                "expected a House price for {group} in the {}, and found none",
                notes.name()
            );
            reader.wrong(&at, what);
        }
    }
    for (group, row) in notes.groups().filter(|(group, _)| !groups.contains(group)) {
        let known: Vec<&str> = groups.iter().map(|group| group.written.as_str()).collect();
        let known = known.join(", ");
        let what = format!("expected a group of streets ({known}), and found '{group}'");
        reader.wrong(&notes.place_of_group(row), what);
    }
    let stations = spaces.count(Land::Station);
    let utilities = spaces.count(Land::Utility);
    for (note, count, plural, there) in [
        ("Station rent", stations, "stations", notes.stations.len()),
        ("Utility rent", utilities, "utilities", notes.utilities.len()),
    ] {
        if count > there {
            let what = format!(
                "expected a {note} for each number from 1 to {count}, since there are {count} \
                 {plural}, and found {there}"
            );
            reader.problems.add(notes.name(), what);
        }
    }
}

/// Where a card is to be drawn there are cards.
fn check_packs(reader: &mut Reader<'_>, spaces: &Spaces<'_>, cards: &Cards) {
    for pack in Pack::ALL {
        let Some(at) = spaces.first_with_card_of(pack) else { continue };
        if cards.is_none_of(pack) {
            let title = pack.title();
            let what = format!("expected a card of {title} in the sheet 'Cards', and found none");
            reader.wrong(&at, what);
        }
    }
}
