//! The editions of Property Tycoon: written as CSV, which shows its changes in review and which the
//! game reads, and shipped as spreadsheets, which people open and change.

use std::path::PathBuf;

use anyhow::{Context, Result};
use parlor_sheets::{Book, Sheet};

use crate::codegen::{Contents, Files};
use crate::step::root;

const FOLDER: &str = "games/property-tycoon/editions";
const EDITIONS: [&str; 2] = ["standard", "second"];
const SHEETS: [&str; 3] = ["Board", "Notes", "Cards"];

/// The spreadsheet of every edition.
pub(crate) fn spreadsheets(files: &mut Files) -> Result<()> {
    for edition in EDITIONS {
        let bytes = read(edition)?.to_xlsx()?;
        let path = PathBuf::from(FOLDER).join(format!("{edition}.xlsx"));
        files.insert(path, Contents { bytes, same: same_rows });
    }
    Ok(())
}

/// An edition from its CSV files.
fn read(edition: &str) -> Result<Book> {
    let folder = root().join(FOLDER).join(edition);
    let files = Book::open(&folder)?;
    let sheet = |name: &str| {
        let sheet = files.sheet(name).with_context(|| format!("{edition} has no '{name}'"))?;
        Ok(Sheet { name: name.to_owned(), rows: sheet.rows.clone() })
    };
    Ok(Book { sheets: SHEETS.into_iter().map(sheet).collect::<Result<_>>()? })
}

/// Whether two spreadsheets say the same. How they are packed may change with the library that
/// packs them, and is nobody's business.
fn same_rows(one: &[u8], other: &[u8]) -> bool {
    match (Book::from_xlsx(one), Book::from_xlsx(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use parlor_sheets::Cell;
    use serde_json::json;

    use super::*;

    const GROUPS: [&str; 8] =
        ["Brown", "Blue", "Purple", "Orange", "Red", "Yellow", "Green", "Deep blue"];

    /// A sheet as its rows below the header, each by the words of the header.
    struct Table(Vec<BTreeMap<String, Cell>>);

    impl Table {
        fn of(book: &Book, sheet: &str, header: &str) -> Self {
            let sheet = book.sheet(sheet).expect("the sheet is there");
            let words: Vec<String> = sheet.rows[0].iter().map(ToString::to_string).collect();
            assert_eq!(words.join(", "), header);
            let cell = |row: &Vec<Cell>, n| row.get(n).cloned().unwrap_or_default();
            let named = |row| words.iter().enumerate().map(move |(n, w)| (w.clone(), cell(row, n)));
            Self(sheet.rows[1..].iter().map(|row| named(row).collect()).collect())
        }

        fn only(&self, column: &str, value: &str) -> Self {
            let rows = self.0.iter().filter(|row| row[column].to_string() == value);
            Self(rows.cloned().collect())
        }

        fn texts(&self, column: &str) -> Vec<String> {
            self.0.iter().map(|row| row[column].to_string()).collect()
        }

        fn numbers(&self, column: &str) -> Vec<i64> {
            let number = |row: &BTreeMap<String, Cell>| match row[column] {
                Cell::Whole(number) => Some(number),
                _ => None,
            };
            self.0.iter().filter_map(number).collect()
        }
    }

    struct Edition {
        board: Table,
        notes: Table,
        cards: Table,
    }

    fn edition(name: &str) -> Edition {
        let book = read(name).expect("it can be read");
        let board = "Position, Name, Group, Action, Can be bought, Cost, \
                     Rent, 1 house, 2 houses, 3 houses, 4 houses, Hotel";
        let cards = "Deck, Card, Text, Effect, Amount, Per hotel, Goes to, Go money";
        Edition {
            board: Table::of(&book, "board", board),
            notes: Table::of(&book, "notes", "Note, For, Amount"),
            cards: Table::of(&book, "cards", cards),
        }
    }

    #[test]
    fn boards_have_the_right_sums() {
        for name in EDITIONS {
            let Edition { board, notes, .. } = edition(name);
            assert_eq!(board.numbers("Position"), (1..=40).collect::<Vec<i64>>());
            let owned = board.only("Can be bought", "Yes");
            assert_eq!(owned.0.len(), 28);
            assert_eq!(owned.numbers("Cost").iter().sum::<i64>(), 5_690);
            assert_eq!(board.numbers("Cost").len(), 28);
            assert_eq!(board.only("Group", "Station").numbers("Position"), [6, 16, 26, 36]);
            assert_eq!(board.only("Group", "Utilities").numbers("Position"), [13, 29]);
            assert_eq!(board.only("Rent", "See notes").0.len(), 6);
            let prices = notes.only("Note", "House price");
            let development =
                GROUPS.iter().zip([2, 3, 3, 3, 3, 3, 3, 2]).map(|(group, streets)| {
                    let count = board.only("Group", group).0.len();
                    assert_eq!(i64::try_from(count), Ok(streets), "{group}");
                    let price = prices.only("For", group).numbers("Amount");
                    assert_eq!(price.len(), 1, "{group}");
                    streets * 5 * price[0]
                });
            assert_eq!(development.sum::<i64>(), 13_750);
            for column in ["Rent", "1 house", "2 houses", "3 houses", "4 houses", "Hotel"] {
                assert_eq!(board.numbers(column).len(), 22, "{column}");
            }
            let mut names = owned.texts("Name");
            names.sort();
            names.dedup();
            assert_eq!(names.len(), 28, "no two have one name");
        }
    }

    #[test]
    fn spaces_that_cannot_be_bought_do_something() {
        for name in EDITIONS {
            let Edition { board, .. } = edition(name);
            let places = |action: &str| board.only("Action", action).numbers("Position");
            assert_eq!(places("Collect 200"), [1]);
            assert_eq!(places("Pot Luck"), [3, 18, 34]);
            assert_eq!(places("Opportunity Knocks"), [8, 23, 37]);
            assert_eq!(places("Pay 200"), [5]);
            assert_eq!(places("Pay 100"), [39]);
            assert_eq!(places("Jail"), [11]);
            assert_eq!(places("Collect fines"), [21]);
            assert_eq!(places("Go to jail"), [31]);
            assert_eq!(board.only("Can be bought", "No").0.len(), 12);
            assert_eq!(board.only("Action", "").0.len(), 28);
        }
    }

    #[test]
    fn notes_say_what_the_board_does_not() {
        for name in EDITIONS {
            let Edition { notes, .. } = edition(name);
            let amounts = |note: &str| notes.only("Note", note).numbers("Amount");
            assert_eq!(amounts("House price"), [50, 50, 100, 100, 150, 150, 200, 200]);
            assert_eq!(amounts("Station rent"), [25, 50, 100, 200]);
            assert_eq!(amounts("Utility rent"), [4, 10]);
            assert_eq!(notes.only("Note", "Colour").texts("For"), GROUPS);
            assert_eq!(notes.only("Note", "Title").0.len(), 1);
        }
    }

    #[test]
    fn cards_are_all_there() {
        for name in EDITIONS {
            let Edition { board, cards, .. } = edition(name);
            for (deck, letters, count, fed) in
                [("Pot Luck", "PL", 17, 60), ("Opportunity Knocks", "OK", 16, 45)]
            {
                let deck = cards.only("Deck", deck);
                let ids: Vec<String> = (1..=count).map(|n| format!("{letters}{n:02}")).collect();
                assert_eq!(deck.texts("Card"), ids);
                assert_eq!(deck.only("Effect", "get_out_of_jail_free").0.len(), 1);
                assert_eq!(deck.only("Effect", "go_to_jail").numbers("Goes to"), [11]);
                // Only these feed Free Parking.
                let choice = deck.only("Effect", "choice_fine_or_draw_opportunity");
                let fines = deck.only("Effect", "pay_free_parking");
                let all = [choice.numbers("Amount"), fines.numbers("Amount")].concat();
                assert_eq!(all.iter().sum::<i64>(), fed);
            }
            let sums = [("receive_from_bank", 945), ("pay_bank", 350), ("pay_repairs_bank", 65)];
            for (effect, sum) in sums {
                let amounts = cards.only("Effect", effect).numbers("Amount");
                assert_eq!(amounts.iter().sum::<i64>(), sum, "{effect}");
            }
            assert_eq!(cards.numbers("Per hotel"), [115, 100]);
            assert_eq!(
                cards.only("Effect", "advance_to").numbers("Goes to"),
                [1, 40, 25, 16, 1, 12]
            );
            assert_eq!(cards.only("Go money", "Yes").0.len(), 6);
            assert_eq!(
                cards.only("Go money", "No").texts("Card"),
                ["PL03", "PL14", "OK12", "OK14"]
            );
            // A card that goes somewhere says where, by the name on the board.
            for card in &cards.0 {
                if let (Cell::Whole(place @ 2..), false) =
                    (&card["Goes to"], card["Effect"].to_string() == "go_to_jail")
                {
                    let there = &board.only("Position", &place.to_string()).texts("Name")[0];
                    assert!(card["Text"].to_string().contains(there), "{}", card["Text"]);
                }
            }
        }
    }

    #[test]
    fn the_second_edition_has_names_of_its_own_and_one_other_rent() {
        let [first, second] = EDITIONS.map(edition);
        let titles = [&first, &second].map(|it| it.notes.only("Note", "Title").texts("Amount"));
        assert_ne!(titles[0], titles[1]);
        let pairs: Vec<_> = first.board.0.iter().zip(&second.board.0).collect();
        let owned = pairs.iter().filter(|(one, _)| one["Can be bought"].to_string() == "Yes");
        let renamed = owned.filter(|(one, other)| one["Name"] != other["Name"]).count();
        assert_eq!(renamed, 27);
        let columns = first.board.0[0].keys().filter(|column| *column != "Name");
        let others = columns.flat_map(|column| {
            let rows = pairs.iter().filter(move |(one, other)| one[column] != other[column]);
            rows.map(move |(one, other)| (&one["Name"], column.as_str(), &other[column]))
        });
        let others: Vec<_> = others.collect();
        assert_eq!(others, [(&Cell::from("Crusher Creek"), "Rent", &Cell::Whole(22))]);
    }

    #[test]
    fn csv_is_as_our_own_writer_writes_it() {
        for name in EDITIONS {
            for sheet in Book::open(root().join(FOLDER).join(name)).expect("it is fine").sheets {
                let path = root().join(FOLDER).join(name).join(format!("{}.csv", sheet.name));
                assert_eq!(std::fs::read_to_string(path).expect("it is there"), sheet.to_csv());
            }
        }
    }

    /// What people find in a spreadsheet is what they play with.
    #[test]
    fn the_game_plays_what_the_spreadsheets_say() {
        let game = parlor_registry::find("property-tycoon").expect("it is on the shelf");
        for name in EDITIONS {
            let file = root().join(FOLDER).join(format!("{name}.xlsx"));
            let spreadsheet = Book::open(file).expect("it is fine");
            assert_eq!(spreadsheet, read(name).expect("it can be read"), "{name}");
            let table = game.open(&json!({"edition": name}), 4).expect("it can be played");
            assert_eq!(table.options()["edition"], json!(spreadsheet), "{name}");
        }
    }

    #[test]
    fn spreadsheets_are_compared_by_their_rows() {
        let [first, second] = EDITIONS.map(|name| read(name).and_then(|it| Ok(it.to_xlsx()?)));
        let (first, second) = (first.expect("it is fine"), second.expect("it is fine"));
        assert!(same_rows(&first, &first));
        assert!(!same_rows(&first, &second));
        assert!(!same_rows(&first, b""));
    }
}
