//! Every cell of the standard edition is broken once in every way, and each time the message names it.
//!
//! A cell is either read, and then a mistake in it is refused with its sheet, row and column; or it is not
//! read, and then whatever stands there changes nothing. Which cells are read is said here a second time, so
//! that a cell which is read no longer is found.

use parlor_property_tycoon::Board;
use parlor_property_tycoon::edition::{self, built_in};
use parlor_sheets::{Book, Cell, Sheet};

/// How a cell is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// A whole number that is not negative.
    Number,
    /// A number of spaces to move, forward or back.
    Steps,
    /// One of the words that the program knows.
    Word,
    /// A name or text of the author.
    Text,
    /// A group, which the author names.
    Group,
    /// A word that may be left out.
    OptionalWord,
    Unread,
}

impl Use {
    /// What is wrong in such a cell.
    fn mistakes(self) -> Vec<Cell> {
        let long = "x".repeat(201);
        let rubbish = || Cell::from("rubbish");
        match self {
            Self::Number => {
                let wrong_numbers = [Cell::from(-1), Cell::from(1_000_000), Cell::from("1.5")];
                [Cell::Empty, rubbish()].into_iter().chain(wrong_numbers).collect()
            }
            Self::Steps => vec![Cell::Empty, rubbish(), Cell::from(0), Cell::from(41)],
            Self::Text => vec![Cell::Empty, Cell::from(long.as_str())],
            Self::Word | Self::Group => vec![Cell::Empty, rubbish(), Cell::from(-1)],
            Self::OptionalWord => vec![rubbish(), Cell::from(-1)],
            Self::Unread => vec![rubbish(), Cell::from(-1), Cell::from(1_000_000)],
        }
    }
}

/// How the cell of a row below a heading is used.
fn use_of(sheet: &str, heading: &str, row: &dyn Fn(&str) -> String) -> Use {
    match sheet {
        "Board" => of_board(heading, row),
        "Notes" => of_notes(heading, &row("Note")),
        _ => of_cards(heading, &row("Effect")),
    }
}

fn of_board(heading: &str, row: &dyn Fn(&str) -> String) -> Use {
    let is_property = row("Can be bought") == "Yes";
    let is_street = is_property && !matches!(row("Group").as_str(), "Station" | "Utilities");
    match heading {
        "Position" => Use::Number,
        "Name" => Use::Text,
        "Can be bought" => Use::Word,
        "Group" if is_property => Use::Group,
        "Cost" if is_property => Use::Number,
        "Action" if !is_property => Use::Word,
        "Rent" | "1 house" | "2 houses" | "3 houses" | "4 houses" | "Hotel" if is_street => {
            Use::Number
        }
        _ => Use::Unread,
    }
}

fn of_notes(heading: &str, note: &str) -> Use {
    match (heading, note) {
        ("Note", _) | ("Amount", "Colour") => Use::Word,
        ("Amount", "Title" | "Token") => Use::Text,
        ("Amount", _) | ("For", "Station rent" | "Utility rent") => Use::Number,
        ("For", "Title" | "Token") => Use::Unread,
        _ => Use::Group,
    }
}

fn of_cards(heading: &str, effect: &str) -> Use {
    match (heading, effect) {
        ("Deck" | "Effect", _) => Use::Word,
        ("Card" | "Text", _) => Use::Text,
        ("Go money", _) => Use::OptionalWord,
        ("Amount", "move_relative") => Use::Steps,
        ("Goes to", "advance_to" | "move_back_to")
        | ("Per hotel", "pay_repairs_bank")
        | (
            "Amount",
            "receive_from_bank"
            | "pay_bank"
            | "pay_free_parking"
            | "pay_repairs_bank"
            | "collect_from_each_player"
            | "choice_fine_or_draw_opportunity",
        ) => Use::Number,
        _ => Use::Unread,
    }
}

fn standard() -> Book {
    edition::sheets("standard").unwrap()
}

/// The name of a column: the 3rd is C.
fn letter(column: usize) -> char {
    char::from(b'A' + column as u8)
}

fn put(sheet: &mut Sheet, row: usize, column: usize, cell: Cell) {
    let cells = &mut sheet.rows[row];
    cells.resize(cells.len().max(column + 1), Cell::Empty);
    cells[column] = cell;
}

/// The problems of a book that cannot be played, each as place and sentence.
#[track_caller]
fn problems(book: &Book) -> Vec<(String, String)> {
    let problems = edition::read(book).expect_err("it cannot be played");
    problems.iter().map(|problem| (problem.place.clone(), problem.what.clone())).collect()
}

#[test]
fn a_mistake_in_any_cell_names_the_cell() {
    let whole = built_in("standard").unwrap();
    let (mut refused, mut unread) = (0, 0);
    for (index, sheet) in standard().sheets.iter().enumerate() {
        let headings: Vec<String> = sheet.rows[0].iter().map(Cell::to_string).collect();
        let column_of = |heading: &str| headings.iter().position(|own| own == heading).unwrap();
        for row in 1..sheet.rows.len() {
            let words = |heading: &str| sheet.cell(row, column_of(heading)).to_string();
            for (column, heading) in headings.iter().enumerate() {
                let used = use_of(&sheet.name, heading, &words);
                for mistake in used.mistakes() {
                    let mut book = standard();
                    put(&mut book.sheets[index], row, column, mistake.clone());
                    let (name, number) = (&sheet.name, row + 1);
                    let at = format!("sheet '{name}', row {number}, column {}", letter(column));
                    if used == Use::Unread {
                        assert_eq!(edition::read(&book).as_ref(), Ok(&whole), "{at}: {mistake}");
                        unread += 1;
                    } else {
                        let said = problems(&book);
                        assert!(
                            said.iter().any(|(place, _)| *place == at),
                            "{at}, '{mistake}': {said:?}"
                        );
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 1_500 && unread > 500, "{refused} were refused, {unread} are not read");
}

/// What a whole column or sheet misses has no row, and is named by its sheet and heading.
#[test]
fn a_heading_or_sheet_that_is_missing_is_named() {
    for (index, sheet) in standard().sheets.iter().enumerate() {
        for (column, heading) in sheet.rows[0].iter().enumerate() {
            let mut book = standard();
            put(&mut book.sheets[index], 0, column, "My own".into());
            let (place, what) = problems(&book).swap_remove(0);
            assert_eq!(place, format!("sheet '{}', row 1", sheet.name));
            assert!(
                what.starts_with(&format!("expected a column with the heading '{heading}', ")),
                "{what}"
            );
        }
        let mut book = standard();
        book.sheets.remove(index);
        assert_eq!(problems(&book)[0].0, format!("sheet '{}'", sheet.name));
        for rows in [0, 1] {
            let mut book = standard();
            book.sheets[index].rows.truncate(rows);
            let said = problems(&book);
            let names_it = |(place, what): &(String, String)| {
                let name = format!("sheet '{}'", sheet.name);
                place.starts_with(&name) || what.contains(&name)
            };
            assert!(said.iter().any(names_it), "{rows} rows of {}: {said:?}", sheet.name);
        }
    }
}

/// What is there twice is named with both rows.
#[test]
fn what_stands_twice_is_named_with_both_rows() {
    // The sheet, the column, the row that is wrong and the row whose cell is written there again.
    for (name, column, row, other) in [
        ("Board", 'A', 5, 3),
        ("Board", 'B', 5, 3),
        ("Board", 'B', 16, 14),
        ("Notes", 'B', 4, 3),
        ("Notes", 'C', 26, 25),
        ("Cards", 'B', 5, 4),
    ] {
        let mut book = standard();
        let sheet = book.sheets.iter_mut().find(|sheet| sheet.name == name).unwrap();
        let index = usize::from(column as u8 - b'A');
        let cell = sheet.cell(other - 1, index).clone();
        put(sheet, row - 1, index, cell);
        let said = problems(&book);
        let place = format!("sheet '{name}', row {row}, column {column}");
        let (_, what) = said.iter().find(|(at, _)| *at == place).unwrap_or_else(|| {
            panic!("{place}: {said:?}");
        });
        assert!(what.contains(&format!("row {other}")), "{what}");
    }
    let mut book = standard();
    let notes = &mut book.sheets[1];
    let title = notes.rows[1].clone();
    notes.rows.push(title);
    let twice =
        ("sheet 'Notes', row 31, column A", "expected one Title, and found another in row 2");
    assert_eq!(problems(&book), [(twice.0.to_owned(), twice.1.to_owned())]);
    // Spaces that nobody owns may be called alike.
    let board: Board = built_in("standard").unwrap();
    let luck = board.places().filter(|place| board.name(*place) == "Pot Luck");
    assert!(luck.count() > 1);
}

/// One group too many is named by its first street.
#[test]
fn the_group_that_is_too_many_is_named() {
    let mut book = standard();
    for group in 0..26 {
        for street in 0..2 {
            let mut row = book.sheets[0].rows[2].clone();
            let position = book.sheets[0].rows.len();
            row[0] = i64::try_from(position).unwrap().into();
            row[1] = format!("Lane {group} {street}").as_str().into();
            row[2] = format!("Lanes {group}").as_str().into();
            book.sheets[0].rows.push(row);
        }
        let price = vec!["House price".into(), format!("Lanes {group}").as_str().into(), 50.into()];
        book.sheets[1].rows.push(price);
    }
    let place = "sheet 'Board', row 90, column C".to_owned();
    let what = "expected 32 groups of streets at the most; Lanes 24 is one more".to_owned();
    assert_eq!(problems(&book), [(place, what)]);
}
