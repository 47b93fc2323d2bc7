//! The editions in the box, and sheets with something wrong in them.

use parlor_engine::open;
use parlor_property_tycoon::board::Kind;
use parlor_property_tycoon::edition::{self, NAMES, built_in};
use parlor_property_tycoon::{Board, Effect, Pack, Place, PropertyTycoon, TOKENS};
use parlor_sheets::{Book, Cell, Sheet};
use serde_json::json;

fn standard() -> Board {
    built_in("standard").unwrap()
}

/// What the whole board costs, and what all there is to build on it.
#[test]
fn the_sums_are_right() {
    for name in NAMES {
        let board = built_in(name).unwrap();
        let places = board.property_places();
        assert_eq!((board.len(), places.len()), (40, 28), "{name}");
        assert_eq!((board.stations.len(), board.utilities.len()), (4, 2), "{name}");
        let price: i32 = places.iter().map(|place| board.property(place).price).sum();
        let development: i32 = places.iter().map(|place| 5 * board.house_price(place)).sum();
        assert_eq!((price, development), (5_690, 13_750), "{name}");
        let streets: Vec<usize> = board.groups.iter().map(|group| group.streets.len()).collect();
        assert_eq!(streets, [2, 3, 3, 3, 3, 3, 3, 2], "{name}");
        assert_eq!(Pack::ALL.map(|pack| board.cards[pack.index()].len()), [17, 16], "{name}");
    }
}

#[test]
fn four_cards_are_fined_and_one_lets_choose() {
    let board = standard();
    let fined = |pack: Pack| -> Vec<&str> {
        let fines = |effect| matches!(effect, Effect::Fine(_) | Effect::FineOrDraw(_));
        let cards = board.cards[pack.index()].iter().filter(|card| fines(card.effect));
        cards.map(|card| card.id.as_str()).collect()
    };
    assert_eq!(fined(Pack::PotLuck), ["PL11", "PL12"]);
    assert_eq!(fined(Pack::OpportunityKnocks), ["OK05", "OK15"]);
}

#[test]
fn the_second_edition_has_other_names_and_one_other_rent() {
    let (one, two) = (standard(), built_in("second").unwrap());
    assert_ne!(one.title, two.title);
    let renamed = one.places().filter(|place| one.name(*place) != two.name(*place)).count();
    assert!(renamed >= 10, "{renamed} names differ");
    let changed: Vec<Place> = one
        .property_places()
        .iter()
        .filter(|place| match (&one.property(*place).kind, &two.property(*place).kind) {
            (Kind::Street { rents, .. }, Kind::Street { rents: others, .. }) => rents != others,
            _ => false,
        })
        .collect();
    assert_eq!(changed, [Place::from_number(30).unwrap()]);
}

fn book() -> Book {
    edition::sheets("standard").unwrap()
}

/// A sheet to be changed.
fn sheet<'a>(book: &'a mut Book, name: &str) -> &'a mut Sheet {
    book.sheets.iter_mut().find(|own| own.name.eq_ignore_ascii_case(name)).unwrap()
}

/// Changes one cell, found by its row as people count and its heading.
fn put(book: &mut Book, name: &str, row: usize, heading: &str, value: impl Into<Cell>) {
    let sheet = sheet(book, name);
    let column = sheet.rows[0].iter().position(|cell| *cell == Cell::from(heading)).unwrap();
    let cells = &mut sheet.rows[row - 1];
    cells.resize(cells.len().max(column + 1), Cell::Empty);
    cells[column] = value.into();
}

/// The edition with this change is refused, and this is all that is said.
#[track_caller]
fn check(change: impl FnOnce(&mut Book), expected: &[&str]) {
    let mut book = book();
    change(&mut book);
    let said = edition::read(&book).unwrap_err().to_string();
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
}

/// The same for one cell.
#[track_caller]
fn check_cell(name: &str, row: usize, heading: &str, value: impl Into<Cell>, expected: &[&str]) {
    check(|book| put(book, name, row, heading, value), expected);
}

/// The edition with this change is fine.
#[track_caller]
fn fine(change: impl FnOnce(&mut Book)) -> Board {
    let mut book = book();
    change(&mut book);
    edition::read(&book).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn what_is_no_amount_is_said_with_its_place() {
    for (heading, column, what) in [
        ("Cost", 'F', "the price"),
        ("Rent", 'G', "the rent without houses"),
        ("1 house", 'H', "the rent with 1 house"),
        ("3 houses", 'J', "the rent with 3 houses"),
        ("Hotel", 'L', "the rent with a hotel"),
    ] {
        for (value, found) in [
            (Cell::from("two pounds"), "'two pounds'"),
            (Cell::from("22.5"), "'22.5'"),
            (Cell::from("12,5"), "'12,5'"),
            (Cell::from("#REF!"), "'#REF!'"),
            (Cell::from(-1), "'-1'"),
            (Cell::from(100_001), "'100001'"),
            (Cell::Empty, "nothing"),
        ] {
            let expected = format!(
                "sheet 'Board', row 3, column {column}: expected {what}, a whole number from 0 to \
                 100000, and found {found}"
            );
            check_cell("board", 3, heading, value, &[&expected]);
        }
    }
    check_cell(
        "board",
        3,
        "Cost",
        0,
        &["sheet 'Board', row 3, column F: expected a price above 0"],
    );
    let price = "sheet 'Notes', row 3, column C: expected the price of a house, a whole number from 0 \
                 to 100000, and found 'dear'";
    check_cell("notes", 3, "Amount", "dear", &[price]);
    let amount = "sheet 'Cards', row 2, column E: expected an amount, a whole number from 0 to 100000, \
                  and found 'all of it'";
    check_cell("cards", 2, "Amount", "all of it", &[amount]);
}

#[test]
fn positions_are_each_there_once() {
    let twice = "sheet 'Board', row 3, column A: expected a position of its own, and found 1, which is \
                 Go in row 2";
    check_cell("board", 3, "Position", 1, &[twice]);
    let beyond =
        "sheet 'Board', row 41, column A: expected position 40, the next after 39, and found 44";
    let card = |book: &mut Book| put(book, "cards", 21, "Goes to", 39);
    check(
        |book| {
            card(book);
            put(book, "board", 41, "Position", 44);
        },
        &[beyond],
    );
    let far = "sheet 'Board', row 41, column A: expected a position from 1 to 120, and found '121'";
    check_cell("board", 41, "Position", 121, &[far]);
    let word =
        "sheet 'Board', row 41, column A: expected a position from 1 to 120, and found 'last'";
    check_cell("board", 41, "Position", "last", &[word]);
    let deleted =
        "sheet 'Board', row 19, column A: expected position 18, the next after 17, and found 19";
    check(|book| drop(sheet(book, "board").rows.remove(18)), &[deleted]);
    let first = "sheet 'Board', row 2, column A: expected position 1, and found 2";
    check(|book| drop(sheet(book, "board").rows.remove(1)), &[first]);
}

#[test]
fn a_board_has_four_sides() {
    let more = |book: &mut Book, count: i64| {
        for position in 41..41 + count {
            let row = vec![
                position.into(),
                "Meadow".into(),
                Cell::Empty,
                "Collect fines".into(),
                "No".into(),
            ];
            sheet(book, "board").rows.push(row);
        }
    };
    let found = |count| {
        format!(
            "sheet 'Board': expected a multiple of 4 spaces, up to 120, and found {count}: a board \
             has four sides of the same length"
        )
    };
    check(|book| more(book, 2), &[&found(42)]);
    assert_eq!(fine(|book| more(book, 4)).len(), 44);
    assert_eq!(fine(|book| more(book, 80)).len(), 120);
    let none =
        "sheet 'Board', row 42, column A: expected a position from 1 to 120, and found nothing";
    check(
        |book| {
            sheet(book, "board").rows.push(vec![
                Cell::Empty,
                "Meadow".into(),
                Cell::Empty,
                "Jail".into(),
                "No".into(),
            ]);
        },
        &[none, "sheet 'Board', row 12, column D: expected one Jail, and row 42 has another"],
    );
}

#[test]
fn spaces_do_what_they_say() {
    let actions = "expected Collect or Pay and an amount up to 100000, Pot Luck, \
                   Opportunity Knocks, Jail, Collect fines or Go to jail, and found";
    for (action, found) in [
        (Cell::from("Dance"), "'Dance'"),
        ("Pay 2.5".into(), "'Pay 2.5'"),
        (Cell::Empty, "nothing"),
    ] {
        let expected = format!("sheet 'Board', row 6, column D: {actions} {found}");
        check_cell("board", 6, "Action", action, &[&expected]);
    }
    let buyable = "sheet 'Board', row 3, column E: expected Yes or No, and found 'maybe'";
    check_cell("board", 3, "Can be bought", "maybe", &[buyable]);
    let buyable = "sheet 'Board', row 2, column E: expected Yes or No, and found nothing";
    check_cell("board", 2, "Can be bought", Cell::Empty, &[buyable]);
    let go = "sheet 'Board', row 2, column D: expected Collect and an amount, such as Collect 200: the \
              space at position 1 is Go";
    check_cell("board", 2, "Action", "Pay 200", &[go]);
    let go = "sheet 'Board', row 6, column D: expected no Go here: what collects an amount is the space \
              at position 1, and no other";
    check_cell("board", 6, "Action", "Collect 200", &[go]);
    let jail = "sheet 'Board': expected a space with the action Jail, and found none";
    check_cell("board", 12, "Action", "Collect fines", &[jail]);
    let jails = "sheet 'Board', row 22, column D: expected one Jail, and row 12 has another";
    check_cell("board", 22, "Action", "Jail", &[jails]);
    let name = "sheet 'Board', row 2, column B: expected the name of the space, and found nothing";
    check_cell("board", 2, "Name", Cell::Empty, &[name]);
    let name = "sheet 'Board', row 2, column B: expected the name of the space in 40 letters at the \
                most, and found 41";
    check_cell("board", 2, "Name", "x".repeat(41).as_str(), &[name]);
}

#[test]
fn groups_are_whole_and_have_a_price() {
    check_cell(
        "board",
        5,
        "Group",
        "Pink",
        &[
            "sheet 'Board', row 3, column C: expected two streets or more in Brown, and found only this",
            "sheet 'Board', row 5, column C: expected two streets or more in Pink, and found only this",
            "sheet 'Board', row 5, column C: expected a House price for Pink in the sheet 'Notes', and \
             found none",
        ],
    );
    let group =
        "sheet 'Board', row 5, column C: expected the group of the property, and found nothing";
    let only = "sheet 'Board', row 3, column C: expected two streets or more in Brown, and found only \
                this";
    check_cell("board", 5, "Group", Cell::Empty, &[group, only]);
    let groups = "expected a group of streets (Brown, Blue, Purple, Orange, Red, Yellow, Green, Deep \
                  blue), and found 'Bronze'";
    check_cell(
        "notes",
        3,
        "For",
        "Bronze",
        &[
            "sheet 'Board', row 3, column C: expected a House price for Brown in the sheet 'Notes', \
             and found none",
            &format!("sheet 'Notes', row 3, column B: {groups}"),
        ],
    );
    check(
        |book| {
            let notes = sheet(book, "notes");
            let row = notes.rows[2].clone();
            notes.rows.push(row);
        },
        &[
            "sheet 'Notes', row 31, column B: expected one House price for Brown, and found another in \
           row 3",
        ],
    );
    let note = "sheet 'Notes', row 3, column A: expected Title, House price, Station rent, Utility \
                rent, Colour or Token, and found 'Price'";
    let price = "sheet 'Board', row 3, column C: expected a House price for Brown in the sheet 'Notes', \
                 and found none";
    check_cell("notes", 3, "Note", "Price", &[note, price]);
}

#[test]
fn tokens_are_enough_and_no_two_alike() {
    for name in NAMES {
        assert!(built_in(name).unwrap().tokens.len() >= 6, "{name}");
    }
    assert_eq!(standard().tokens, TOKENS);
    assert_ne!(built_in("second").unwrap().tokens, TOKENS);
    // Without any there are the usual ones.
    let none = fine(|book| sheet(book, "notes").rows.truncate(24));
    assert_eq!(none.tokens, TOKENS);
    check(
        |book| _ = sheet(book, "notes").rows.pop(),
        &["sheet 'Notes': expected a Token for each of 6 players, or none at all, and found 5"],
    );
    let too_few =
        "sheet 'Notes': expected a Token for each of 6 players, or none at all, and found 5";
    for (value, wrong) in [
        ("Boot", "expected one token called Boot, and found another in row 25"),
        ("a,b", "expected a name without commas, and found 'a,b'"),
        (
            "a very long token",
            "expected the name of a token in 12 letters at the most, and found 17",
        ),
    ] {
        let wrong = format!("sheet 'Notes', row 26, column C: {wrong}");
        let said: &[&str] = if value.len() > 12 { &[&wrong] } else { &[&wrong, too_few] };
        check_cell("notes", 26, "Amount", value, said);
    }
    let nothing =
        "sheet 'Notes', row 26, column C: expected the name of a token, and found nothing";
    check_cell("notes", 26, "Amount", Cell::Empty, &[nothing, too_few]);
}

#[test]
fn stations_and_utilities_have_their_rents() {
    let notes = |book: &mut Book, note: &str, of: i64| {
        let rows = &mut sheet(book, "notes").rows;
        rows.retain(|row| row[0] != Cell::from(note) || row[1] != Cell::from(of));
    };
    let stations = "sheet 'Notes': expected a Station rent for each number from 1 to 4, since there \
                    are 4 stations, and found 3";
    check(|book| notes(book, "Station rent", 4), &[stations]);
    let utilities = "sheet 'Notes': expected a Utility rent for each number from 1 to 2, since there \
                     are 2 utilities, and found 1";
    check(|book| notes(book, "Utility rent", 2), &[utilities]);
    let mut all = book();
    notes(&mut all, "Station rent", 1);
    let said = edition::read(&all).unwrap_err().to_string();
    let order = "column B: expected 1 (rents stand in order, the one for 1 first), and found '2'";
    assert!(said.lines().next().unwrap().ends_with(order), "{said}");
}

#[test]
fn cards_can_be_done() {
    let place =
        "sheet 'Cards', row 4, column G: expected the position of a space, 1 to 40, and found";
    check_cell("cards", 4, "Goes to", 41, &[&format!("{place} '41'")]);
    check_cell("cards", 4, "Goes to", 0, &[&format!("{place} '0'")]);
    check_cell("cards", 4, "Goes to", "The Old Creek", &[&format!("{place} 'The Old Creek'")]);
    check_cell("cards", 4, "Goes to", Cell::Empty, &[&format!("{place} nothing")]);
    let effect = "sheet 'Cards', row 4, column D: expected what the card does (receive_from_bank, \
                  pay_bank, pay_free_parking, pay_repairs_bank, collect_from_each_player, \
                  choice_fine_or_draw_opportunity, advance_to, move_back_to, move_relative, go_to_jail \
                  or get_out_of_jail_free), and found 'win'";
    check_cell("cards", 4, "Effect", "win", &[effect]);
    let money = "sheet 'Cards', row 4, column H: expected No or nothing, and found 'Yes': Go pays \
                 whoever comes to it going forward, and nobody else";
    check_cell("cards", 4, "Go money", "Yes", &[money]);
    let deck = "sheet 'Cards', row 4, column A: expected Pot Luck or Opportunity Knocks, and found \
                'Chance'";
    check_cell("cards", 4, "Deck", "Chance", &[deck]);
    let text =
        "sheet 'Cards', row 4, column C: expected what stands on the card, and found nothing";
    check_cell("cards", 4, "Text", Cell::Empty, &[text]);
    let steps = "sheet 'Cards', row 4, column E: expected how many spaces to move, -40 to 40 and not \
                 0, and found nothing";
    check_cell("cards", 4, "Effect", "move_relative", &[steps]);
}

#[test]
fn packs_are_neither_empty_nor_too_large() {
    let none = "sheet 'Board', row 4, column D: expected a card of Pot Luck in the sheet 'Cards', and \
                found none";
    let no_luck =
        |book: &mut Book| sheet(book, "cards").rows.retain(|row| row[0] != Cell::from("Pot Luck"));
    check(no_luck, &[none]);
    let deal = |book: &mut Book| {
        let cards = sheet(book, "cards");
        for number in 0..16 {
            let mut card = cards.rows[1].clone();
            card[1] = format!("More {number}").as_str().into();
            cards.rows.push(card);
        }
    };
    let full = "sheet 'Cards', row 50, column A: expected 32 cards of Pot Luck at the most; this is \
                one more";
    check(deal, &[full]);
}

/// What is said of a card says which one it is.
#[test]
fn cards_of_a_pack_have_names_of_their_own() {
    let twice = "sheet 'Cards', row 4, column B: expected a name that no other card of Pot Luck has, and \
                 found 'pl 01', which is in row 2, too";
    check_cell("cards", 4, "Card", "pl 01", &[twice]);
    // The packs have nothing to do with each other.
    fine(|book| put(book, "cards", 4, "Card", "OK01"));
}

#[test]
fn a_sheet_or_a_column_that_is_missing_is_named() {
    let missing = |name: &str, there: &str| {
        format!(
            "sheet '{name}': is missing: expected the sheets Board, Notes and Cards, in one file or \
             as .csv files in one folder, and found {there}"
        )
    };
    let without = |book: &mut Book, name: &str| {
        book.sheets.retain(|sheet| !sheet.name.eq_ignore_ascii_case(name));
    };
    check(|book| without(book, "board"), &[&missing("Board", "'Notes', 'Cards'")]);
    check(|book| without(book, "notes"), &[&missing("Notes", "'Board', 'Cards'")]);
    check(|book| without(book, "cards"), &[&missing("Cards", "'Board', 'Notes'")]);
    check(
        |book| book.sheets.clear(),
        &[&missing("Board", "none"), &missing("Notes", "none"), &missing("Cards", "none")],
    );
    check(
        |book| {
            let headings = &mut sheet(book, "board").rows[0];
            headings[6] = "Toll".into();
            headings.truncate(11);
        },
        &["sheet 'Board', row 1: expected a column with the heading 'Rent', 'Hotel', and found \
           Position, Name, Group, Action, Can be bought, Cost, Toll, 1 house, 2 houses, 3 houses, 4 \
           houses"],
    );
    check(
        |book| sheet(book, "notes").rows.clear(),
        &["sheet 'Notes', row 1: expected a column with the heading 'Note', 'For', 'Amount', and \
           found nothing"],
    );
    check(
        |book| sheet(book, "notes").rows[0].push("for".into()),
        &["sheet 'Notes', row 1, column D: expected one column 'For'; B is another"],
    );
    check(
        |book| sheet(book, "board").rows.truncate(1),
        &[
            "sheet 'Board': expected a multiple of 4 spaces, up to 120, and found 0: a board has four \
             sides of the same length",
        ],
    );
}

/// All that is wrong is said at once, and nothing that only follows from it.
#[test]
fn many_things_are_wrong_at_once() {
    check(
        |book| {
            put(book, "board", 3, "Position", 1);
            put(book, "board", 3, "Rent", "much");
            put(book, "board", 6, "Action", "Dance");
            put(book, "notes", 3, "Amount", "dear");
            put(book, "cards", 4, "Goes to", 77);
        },
        &[
            "sheet 'Board', row 3, column G: expected the rent without houses, a whole number from 0 to \
             100000, and found 'much'",
            "sheet 'Board', row 6, column D: expected Collect or Pay and an amount up to 100000, Pot Luck, Opportunity Knocks, Jail, Collect fines or Go to jail, and \
             found 'Dance'",
            "sheet 'Board', row 3, column A: expected a position of its own, and found 1, which is Go \
             in row 2",
            "sheet 'Notes', row 3, column C: expected the price of a house, a whole number from 0 to \
             100000, and found 'dear'",
            "sheet 'Cards', row 4, column G: expected the position of a space, 1 to 40, and found '77'",
        ],
    );
}

/// What spreadsheet programs and people do to a sheet that changes nothing.
#[test]
fn what_looks_different_may_be_the_same() {
    let same = |change: &dyn Fn(&mut Book)| assert_eq!(fine(|book| change(book)), standard());
    same(&|book| put(book, "board", 3, "Cost", "£60"));
    same(&|book| put(book, "board", 40, "Action", "pay £100.00"));
    same(&|book| put(book, "board", 3, "Name", "The Old\nCreek"));
    same(&|book| put(book, "board", 3, "Can be bought", "TRUE"));
    same(&|book| put(book, "board", 5, "Group", "BROWN "));
    same(&|book| sheet(book, "board").rows[1..].reverse());
    same(&|book| book.sheets.reverse());
    same(&|book| book.sheets.push(Sheet { name: "My notes".into(), rows: vec![] }));
    // A blank row above and between, a blank column before, and remarks beside the table.
    same(&|book| {
        for sheet in &mut book.sheets {
            sheet.rows.iter_mut().for_each(|row| row.insert(0, Cell::Empty));
            sheet.rows.insert(0, vec![]);
            sheet.rows.insert(3, vec![Cell::Empty, Cell::Empty]);
            sheet.rows[4].resize(20, Cell::Empty);
            sheet.rows[4].push("mind the rent".into());
        }
    });
}

/// New names and new rents are all it takes.
#[test]
fn a_changed_sheet_is_another_board() {
    let board = fine(|book| {
        put(book, "board", 3, "Name", "Blackbird Leys");
        put(book, "board", 3, "Rent", 7);
    });
    let place = Place::from_number(2).unwrap();
    assert_eq!(board.name(place), "Blackbird Leys");
    assert!(matches!(board.property(place).kind, Kind::Street { rents, .. } if rents[0] == 7));
}

/// Every game ends, and says within how many acts.
#[test]
fn the_length_of_games_is_declared() {
    let bound = |options, seats| open::<PropertyTycoon>(&options, seats).unwrap().bound();
    // The README names these.
    assert_eq!([2, 4, 6].map(|seats| bound(json!({}), seats)), [3_615_912, 7_351_944, 11_208_096]);
    assert!(bound(json!({"rounds": 1}), 2) < 10_000);
    assert!(bound(json!({"auction": "free"}), 2) > bound(json!({}), 2));
}

/// A board on which more money could come together than can be counted is played for fewer rounds.
#[test]
fn a_board_that_is_too_rich_is_played_for_fewer_rounds() {
    let mut book = book();
    let board = &mut book.sheets[0];
    let action = board.rows[0].iter().position(|cell| cell.to_string() == "Action").unwrap();
    board.rows[1][action] = Cell::from("Collect 100000");
    let table = |rounds: u16| {
        let options = json!({"edition": book, "rounds": rounds, "auction": "free"});
        open::<PropertyTycoon>(&options, 6).map(|table| table.bound())
    };
    let why = table(1_000).err().unwrap().to_string();
    let (words, most) = why.rsplit_once("at most ").unwrap();
    assert_eq!(words, "rounds: with sums as large as in this edition ");
    let most: u16 = most.strip_suffix(" rounds can be played").unwrap().parse().unwrap();
    assert!(most > 10, "{most}");
    assert_eq!(table(0).unwrap(), table(most).unwrap());
    assert!(table(most + 20).is_err());
}

/// A sign is a name, too, and not that of whatever has none.
#[test]
fn groups_have_any_names() {
    let board = fine(|book| {
        for sheet in &mut book.sheets {
            for cell in sheet.rows.iter_mut().flatten() {
                match cell {
                    Cell::Text(text) if text == "Brown" => *cell = "★".into(),
                    Cell::Text(text) if text == "Blue" => *cell = "♥".into(),
                    _ => {}
                }
            }
        }
    });
    let streets: Vec<usize> = board.groups.iter().map(|group| group.streets.len()).collect();
    assert_eq!(streets, [2, 3, 3, 3, 3, 3, 3, 2]);
    assert_eq!((board.groups[0].name.as_str(), board.groups[1].house), ("★", 50));
}

/// A table says with which sheets it is played, whether it was opened by a name or by the sheets.
#[test]
fn a_table_holds_its_sheets() {
    for name in NAMES {
        let named = open::<PropertyTycoon>(&json!({"edition": name}), 4).unwrap();
        let full = serde_json::to_value(edition::sheets(name).unwrap()).unwrap();
        assert_eq!(named.options()["edition"], full, "{name}");
        let again = open::<PropertyTycoon>(&named.options(), 4).unwrap();
        assert_eq!(again.options(), named.options(), "{name}");
        assert_eq!(again.digest(), named.digest(), "{name}");
    }
    let wrong = open::<PropertyTycoon>(&json!({"edition": "third", "rounds": 2000}), 9);
    let places: Vec<String> = wrong.err().unwrap().iter().map(|it| it.place.clone()).collect();
    assert_eq!(places, ["edition", "seats", "rounds"]);
}

#[test]
fn an_edition_is_explained() {
    let table = open::<PropertyTycoon>(&json!({}), 4).unwrap();
    assert_eq!(
        table.explain("edition").unwrap(),
        "Property Tycoon: 40 spaces; 28 properties (22 streets in 8 groups, 4 stations, 2 utilities); \
         33 cards (17 of Pot Luck, 16 of Opportunity Knocks)."
    );
}
