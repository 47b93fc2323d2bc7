//! The editions in the box, and sheets with something wrong in them.

use parlor_engine::open;
use parlor_property_tycoon::board::Kind;
use parlor_property_tycoon::edition::{self, NAMES, built_in};
use parlor_property_tycoon::{Board, Effect, Pack, Place, PropertyTycoon};
use parlor_sheets::{Book, Cell};
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
    Book::from_xlsx(include_bytes!("../editions/standard.xlsx")).unwrap()
}

/// The edition with one cell changed is refused, and this is all that is said.
#[track_caller]
fn check(sheet: &str, row: usize, heading: &str, value: impl Into<Cell>, expected: &[&str]) {
    let mut book = book();
    let sheet = book.sheets.iter_mut().find(|own| own.name.eq_ignore_ascii_case(sheet)).unwrap();
    let column = sheet.rows[0].iter().position(|cell| *cell == Cell::from(heading)).unwrap();
    let cells = &mut sheet.rows[row - 1];
    cells.resize(cells.len().max(column + 1), Cell::Empty);
    cells[column] = value.into();
    let said = edition::read(&book).unwrap_err().to_string();
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    check(
        "board",
        3,
        "Rent",
        "two pounds",
        &[
            "sheet 'Board', row 3, column G: expected the rent without houses, a whole number from 0 \
           to 100000, and found 'two pounds'",
        ],
    );
    check(
        "board",
        3,
        "Cost",
        "22.5",
        &[
            "sheet 'Board', row 3, column F: expected the price, a whole number from 0 to 100000, and \
           found '22.5'",
        ],
    );
    check(
        "board",
        3,
        "Position",
        1,
        &["sheet 'Board', row 3, column A: there is a space at position 1 already: Go"],
    );
    check(
        "board",
        5,
        "Group",
        "Pink",
        &[
            "sheet 'Board', row 3, column A: the group Brown has only this street; two belong to it",
            "sheet 'Notes': there is no House price for the group Pink",
            "sheet 'Board', row 5, column A: the group Pink has only this street; two belong to it",
        ],
    );
    check(
        "board",
        6,
        "Action",
        "Dance",
        &[
            "sheet 'Board', row 6, column D: expected Collect and an amount, Pay and an amount, Pot \
           Luck, Opportunity Knocks, Jail, Collect fines or Go to jail, and found 'Dance'",
        ],
    );
    check(
        "cards",
        4,
        "Goes to",
        41,
        &[
            "sheet 'Cards', row 4, column G: expected the position of a space, 1 to 40, and found '41'",
        ],
    );
    check(
        "cards",
        4,
        "Effect",
        "win",
        &[
            "sheet 'Cards', row 4, column D: expected what the card does (receive_from_bank, pay_bank, \
           pay_free_parking, pay_repairs_bank, collect_from_each_player, \
           choice_fine_or_draw_opportunity, advance_to, move_back_to, move_relative, go_to_jail or \
           get_out_of_jail_free), and found 'win'",
        ],
    );
    check(
        "cards",
        4,
        "Go money",
        "Yes",
        &[
            "sheet 'Cards', row 4, column H: expected No or nothing, and found 'Yes': Go pays whoever \
           comes to it going forward, and nobody else",
        ],
    );
}

#[test]
fn a_sheet_or_a_column_that_is_missing_is_named() {
    let mut no_cards = book();
    no_cards.sheets.retain(|sheet| !sheet.name.eq_ignore_ascii_case("cards"));
    let said = edition::read(&no_cards).unwrap_err().to_string();
    assert!(said.starts_with("sheet 'Cards': is missing; there is Board, Notes"), "{said}");
    let mut no_rent = book();
    no_rent.sheets[0].rows[0][6] = Cell::from("Toll");
    let said = edition::read(&no_rent).unwrap_err().to_string();
    assert!(said.starts_with("sheet 'Board', row 1: there is no column 'Rent'"), "{said}");
}

/// New names and new rents are all it takes.
#[test]
fn a_changed_sheet_is_another_board() {
    let mut other = book();
    other.sheets[0].rows[2][1] = Cell::from("Blackbird Leys");
    other.sheets[0].rows[2][6] = Cell::from(7);
    let board = edition::read(&other).unwrap();
    let place = Place::from_number(2).unwrap();
    assert_eq!(board.name(place), "Blackbird Leys");
    assert!(matches!(board.property(place).kind, Kind::Street { rents, .. } if rents[0] == 7));
}

/// Every game ends, and says within how many acts.
#[test]
fn the_length_of_games_is_declared() {
    let bound = |options, seats| open::<PropertyTycoon>(&options, seats).unwrap().bound();
    // The README names these.
    assert_eq!([2, 4, 6].map(|seats| bound(json!({}), seats)), [3_327_624, 6_775_368, 10_343_232]);
    assert!(bound(json!({"rounds": 1}), 2) < 10_000);
    assert!(bound(json!({"auction": "free"}), 2) > bound(json!({}), 2));
}

/// A board on which more money could come together than can be counted is played for fewer rounds.
#[test]
fn a_board_that_is_too_rich_is_played_for_fewer_rounds() {
    let mut book = book();
    let board = &mut book.sheets[0];
    let action = board.rows[0].iter().position(|cell| cell.to_string() == "Action").unwrap();
    board.rows[1][action] = Cell::Text("Collect 100000".to_owned());
    let table = |rounds: u16| {
        let options = json!({"edition": book, "rounds": rounds, "auction": "free"});
        open::<PropertyTycoon>(&options, 6).map(|table| table.bound())
    };
    let why = table(0).err().unwrap().to_string();
    let (words, most) = why.rsplit_once("at most ").unwrap();
    assert_eq!(words, "rounds: with sums as large as in this edition ");
    let most: u16 = most.strip_suffix(" rounds can be played").unwrap().parse().unwrap();
    assert!(most > 10, "{most}");
    assert!(table(most).is_ok());
    assert!(table(most + 20).is_err());
}
