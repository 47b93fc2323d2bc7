//! What the README and the rules say of the numbers, the options, the notation and the editions is what the rules
//! say.

use std::collections::BTreeSet;

use parlor_engine::{Basic, Roster, Rulebook, open};
use parlor_property_tycoon::board::{Kind, MAX_SPACES};
use parlor_property_tycoon::edition::{
    MAX_GROUPS, MAX_NAME, MAX_POUNDS, MAX_TEXT, MAX_TOKENS, NAMES, built_in, sheets,
};
use parlor_property_tycoon::{
    ALL_MONEY, Board, DOUBLES, Deal, FEE, HOTEL, MAX_CARDS, MAX_PLAYERS, MAX_TOKEN, MOST_DRAWS,
    MOST_OFFERS, MOST_ROUNDS, Move, Options, Place, Pounds, Preset, PropertyTycoon, ROUNDS,
    START_MONEY, STEP, THROWS, TOKENS,
};
use parlor_sheets::{Cell, Sheet};
use serde_json::{Map, Value, json};

const README: &str = include_str!("../README.md");

/// The part of the README under a heading, up to the next one.
fn section(heading: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("\n## {heading}\n")).expect("the heading");
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The same on one line.
fn flat(heading: &str) -> String {
    section(heading).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_says(text: &str, sentences: &[String]) {
    let missing = sentences.iter().filter(|sentence| !text.contains(*sentence));
    let missing: Vec<&str> = missing.map(String::as_str).collect();
    assert!(missing.is_empty(), "the README lacks\n{}", missing.join("\n"));
}

/// What stands in backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// `£1,500`.
fn pounds(amount: impl Into<i64>) -> String {
    format!("£{}", thousands(amount))
}

fn thousands(number: impl Into<i64>) -> String {
    let number = number.into();
    if number < 1_000 {
        number.to_string()
    } else {
        format!("{},{:03}", number / 1_000, number % 1_000)
    }
}

fn in_words(number: impl Into<usize>) -> &'static str {
    match number.into() {
        2 => "two",
        3 => "three",
        4 => "four",
        6 => "six",
        20 => "twenty",
        number => panic!("how is {number} written?"),
    }
}

fn board(edition: &str) -> Board {
    built_in(edition).expect("an edition in the box")
}

// ---- rules ----

#[test]
fn the_rules_name_the_right_numbers() {
    let board = board("standard");
    let times = |index: usize| board.utility_rents[index];
    let stations: Vec<String> = board.station_rents.iter().map(|rent| pounds(*rent)).collect();
    let ordinal = if DOUBLES == 3 { "third" } else { panic!("{DOUBLES} doubles?") };
    let rules = PropertyTycoon::about().rules.split_whitespace().collect::<Vec<_>>().join(" ");
    check_says(
        &rules,
        &[
            format!("Everybody begins with {}.", pounds(START_MONEY)),
            format!("There are {} in all", pounds(ALL_MONEY)),
            format!("the {ordinal} double in a row sends you to jail"),
            format!("every bid is at least {} above the last", pounds(STEP)),
            format!("by how many stations the owner has: {} |", stations.join(", ")),
            format!("| {} times the dice, {} times when the owner has both |", times(0), times(1)),
            format!("There are {} houses and then a hotel", in_words(HOTEL - 1)),
            format!("On your turn pay {}, or use a card", pounds(FEE)),
            format!("no two are alike: {} or {}.", TOKENS[..5].join(", "), TOKENS[5]),
            format!("after missing {} rounds you are out", in_words(ROUNDS)),
            format!("After {} rounds", thousands(MOST_ROUNDS)),
        ],
    );
    assert!(matches!(board.space(Place::GO), parlor_property_tycoon::board::Space::Go(200)));
    check_says(&rules, &["**Go** pays £200 whenever you come to it".to_owned()]);
    assert_eq!(THROWS, 3);
    check_says(section("Options"), &["the third throw is paid for".to_owned()]);
}

#[test]
fn the_decisions_name_the_right_numbers() {
    check_says(
        &flat("Decisions"),
        &[
            format!(
                "counts as an offer, also one that answers another: {} in a turn",
                in_words(MOST_OFFERS)
            ),
            format!("No more than {} cards are drawn for one throw", in_words(MOST_DRAWS)),
        ],
    );
}

#[test]
fn so_many_can_play() {
    let about = PropertyTycoon::about();
    let (least, most) = (*about.seats.start(), *about.seats.end());
    assert_eq!(most, MAX_PLAYERS);
    let says = format!("for {} to {} players", in_words(least), in_words(most));
    assert!(README.contains(&says), "the README lacks '{says}'");
    for seats in [least - 1, most + 1] {
        let problems = open::<PropertyTycoon>(&json!({}), seats).err().expect("a refusal");
        assert_eq!(problems.to_string(), format!("seats: {least} to {most} can play, not {seats}"));
    }
}

/// The commands at the top open a table, with players that there are.
#[test]
fn the_commands_can_be_typed() {
    let commands = README.lines().filter_map(|line| line.strip_prefix("    parlor play "));
    let commands: Vec<&str> = commands.collect();
    assert!(commands.len() >= 2, "{commands:?}");
    // A file of one's own is not here.
    for command in commands.into_iter().filter(|command| !command.contains("=@")) {
        let words: Vec<&str> = command.split_whitespace().collect();
        assert_eq!(words[0], PropertyTycoon::about().id);
        let mut options = Map::new();
        let mut seats = PropertyTycoon::about().usual_seats;
        for pair in words[1..].chunks(2) {
            match *pair {
                ["-o", option] => {
                    let (key, value) = option.split_once('=').expect("key=value");
                    let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
                    options.insert(key.to_owned(), value);
                }
                ["--seats", players] => {
                    let known = Basic::all(&PropertyTycoon::about());
                    for player in players.split(',') {
                        let is_known = known.iter().any(|known| known.name == player);
                        assert!(player == "human" || is_known, "{player}?");
                    }
                    seats = players.split(',').count();
                }
                _ => panic!("{pair:?} in '{command}'"),
            }
        }
        open::<PropertyTycoon>(&Value::Object(options), seats)
            .unwrap_or_else(|why| panic!("{why}"));
    }
}

// ---- options ----

/// The rows of the table of options: name, value, default.
fn option_rows() -> Vec<(String, Vec<String>, String)> {
    let mut rows: Vec<(String, Vec<String>, String)> = Vec::new();
    for line in section("Options").lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let name = cells[1].trim_matches('`');
        let name =
            if name.is_empty() { rows.last().expect("a name").0.clone() } else { name.to_owned() };
        let values = quoted(cells[2]).into_iter().map(str::to_owned).collect();
        rows.push((name, values, cells[3].trim_matches('`').to_owned()));
    }
    rows
}

#[test]
fn every_option_is_listed_with_its_default() {
    let defaults = json!(Options::default());
    let defaults = defaults.as_object().expect("options");
    let rows = option_rows();
    let listed: BTreeSet<&str> = rows.iter().map(|(name, ..)| name.as_str()).collect();
    let known: BTreeSet<&str> = defaults.keys().map(String::as_str).collect();
    assert_eq!(listed, known);
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for (name, default) in defaults.iter().filter(|(_, default)| !default.is_null()) {
        // Nothing is no word, so the table says that there is none.
        let default = if plain(default).is_empty() { "none".to_owned() } else { plain(default) };
        let says = rows.iter().filter(|(of, ..)| of == name).any(|(_, values, said)| {
            *said == default || said == "yes" && *values == [default.clone()]
        });
        assert!(says, "the default of {name} is {default}");
    }
    for rules in [Preset::Document, Preset::Brief] {
        let settled = json!(Options { rules, ..Options::default() }.settled());
        for (name, _) in defaults.iter().filter(|(_, default)| default.is_null()) {
            let (value, word) = (plain(&settled[name]), plain(&json!(rules)));
            let says = |(of, values, said): &(String, Vec<String>, String)| {
                of == name && values.contains(&value) && quoted_or_bare(said).contains(&&*word)
            };
            assert!(rows.iter().any(says), "{name} is {value} by the {word}");
        }
    }
}

/// The words of a cell, the outer quotes of which were taken off.
fn quoted_or_bare(cell: &str) -> Vec<&str> {
    cell.split(',').map(|word| word.trim().trim_matches('`')).collect()
}

#[test]
fn every_value_that_is_listed_can_be_chosen_and_no_other() {
    let mut listed: BTreeSet<(String, String)> = BTreeSet::new();
    for (name, values, _) in option_rows() {
        for value in values.into_iter().filter(|value| !value.contains('@')) {
            let read = serde_json::from_str(&value).unwrap_or_else(|_| json!(value));
            let opened = open::<PropertyTycoon>(&json!({ name.as_str(): read }), 2);
            opened.unwrap_or_else(|why| panic!("{why}"));
            listed.insert((name.clone(), value));
        }
    }
    // Words that the schema knows are in the table; numbers end where it says they do.
    let schema = json!(PropertyTycoon::schema());
    let words =
        ["rules", "bank", "shortage", "auction", "auction_clock", "sell_buildings", "debt", "jail"];
    for name in words {
        let reference = schema["properties"][name]["$ref"].as_str().expect("a type of its own");
        let kind = &schema["$defs"][reference.rsplit('/').next().expect("a name")];
        let values = kind["oneOf"].as_array().expect("values");
        let said = listed.iter().filter(|(of, _)| of == name).count();
        assert_eq!(values.len(), said, "{name}: {values:?}");
    }
    for (name, most) in
        [("minutes", 600), ("auction_seconds", 3_600), ("rounds", u32::from(MOST_ROUNDS))]
    {
        assert!(listed.contains(&(name.to_owned(), most.to_string())), "{name} up to {most}");
        let more = open::<PropertyTycoon>(&json!({ name: most + 1 }), 2);
        assert!(more.is_err(), "{name} can be {}", most + 1);
    }
    for name in NAMES {
        assert!(listed.contains(&("edition".to_owned(), name.to_owned())), "the edition {name}");
    }
}

// ---- notation ----

#[test]
fn every_move_in_the_readme_can_be_written_and_every_word_is_in_it() {
    let rows = section("Notation").lines().filter(|line| line.starts_with("| `"));
    let moves: Vec<&str> =
        rows.flat_map(|row| quoted(row.split('|').nth(1).unwrap_or_default())).collect();
    assert!(moves.len() > 20, "{moves:?}");
    for written in &moves {
        let read: Move = written.parse().unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(read.to_string(), *written);
    }
    // What is said of a word that is none lists all words.
    let all = "no-word".parse::<Move>().expect_err("no word").to_string();
    let (_, all) = all.split_once("moves are ").expect("a list");
    for word in all.replace(" and ", ", ").split(", ").map(str::trim) {
        let verbs = moves.iter().map(|written| written.split(' ').next().unwrap_or_default());
        assert!(verbs.clone().any(|verb| verb == word), "the README lacks '{word}'");
    }
}

#[test]
fn chance_in_the_readme_can_come_up() {
    let (_, chance) = section("Notation").split_once("\nChance is ").expect("a sentence on chance");
    let outcomes = quoted(chance);
    assert_eq!(outcomes.len(), 2);
    for written in outcomes {
        let read: Deal = written.parse().unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(read.to_string(), written);
    }
}

// ---- editions ----

/// A sheet of the edition in the box.
fn sheet(name: &str) -> Sheet {
    let book = sheets("standard").expect("an edition");
    book.sheet(name).expect("a sheet of it").clone()
}

/// What stands in a column of it.
fn column(name: &str, heading: &str) -> BTreeSet<String> {
    let rows = sheet(name).rows;
    let place = rows[0].iter().position(|cell| cell.to_string() == heading).expect("the heading");
    let cells = rows[1..].iter().filter_map(|row| row.get(place));
    cells.filter(|cell| **cell != Cell::Empty).map(Cell::to_string).collect()
}

/// The page on how to make an edition.
const PAGE: &str = include_str!("../../../docs/reference/editions.md");

/// A section of that page.
fn on_the_page(heading: &str) -> &'static str {
    let (_, section) = PAGE.split_once(&format!("\n## {heading}\n")).expect("a section");
    section.split("\n## ").next().expect("its text")
}

/// What is quoted in the first column of its tables.
fn first_column(heading: &str) -> BTreeSet<String> {
    let rows = on_the_page(heading).lines().filter(|line| line.starts_with("| `"));
    let cells = rows.flat_map(|row| quoted(row.split('|').nth(1).unwrap_or_default()));
    cells.map(str::to_owned).collect()
}

#[test]
fn every_column_of_a_sheet_is_named() {
    for name in ["Board", "Notes", "Cards"] {
        for heading in &sheet(name).rows[0] {
            let named = on_the_page(name).contains(&format!("*{heading}*"));
            assert!(named, "the column {heading} of {name}");
        }
    }
}

#[test]
fn every_action_every_note_and_every_effect_is_listed() {
    // Another tax is the same action.
    let used = column("Board", "Action").into_iter().filter(|action| action != "Pay 200");
    assert_eq!(first_column("Board"), used.collect());
    assert_eq!(first_column("Notes"), column("Notes", "Note"));
    assert_eq!(first_column("Cards"), column("Cards", "Effect"));
}

#[test]
fn the_limits_of_an_edition_are_the_right_ones() {
    check_says(
        PAGE,
        &[
            format!("a multiple of 4, up to {MAX_SPACES},"),
            format!("up to {MAX_GROUPS}, with two streets or more"),
            format!("| cards in a pack | up to {MAX_CARDS},"),
            format!("whole pounds, 0 to {}", thousands(MAX_POUNDS)),
            format!("what the space is called, up to {MAX_NAME} letters"),
            format!("what stands on it, up to {MAX_TEXT} letters"),
            format!(
                "up to {MAX_TOKEN} letters without a comma, no two alike; from {MAX_PLAYERS} to {MAX_TOKENS}"
            ),
        ],
    );
}

#[test]
fn the_editions_in_the_box_differ_as_it_says() {
    let [one, two] = NAMES;
    let (ours, theirs) = (board(one), board(two));
    let rent = |board: &Board, place: Place| -> Option<[Pounds; 6]> {
        match board.property(place).kind {
            Kind::Street { rents, .. } => Some(rents),
            Kind::Station | Kind::Utility => None,
        }
    };
    let other = |place: &Place| rent(&ours, *place) != rent(&theirs, *place);
    let others: Vec<Place> = ours.places().filter(other).collect();
    let [only] = others[..] else { panic!("other rents at {others:?}") };
    let (was, is) = (rent(&ours, only).expect("a street"), rent(&theirs, only).expect("a street"));
    check_says(
        &flat("Editions"),
        &[format!(
            "In the box are `{one}` and `{two}`, the same board under other names, on which the bare rent \
         of {} is {} and not {}.",
            theirs.name(only),
            pounds(is[0]),
            pounds(was[0]),
        )],
    );
}
