//! What the README says of the cards, the decks and what comes to light is what the rules say.

use parlor_chaos_letter::deck::NAMES;
use parlor_chaos_letter::describe::card_text;
use parlor_chaos_letter::{Card, ChaosLetter, Deck};
use serde_json::{Value, json};

const README: &str = include_str!("../README.md");

/// The part of the README under a heading, up to the next one.
fn section(heading: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("\n## {heading}\n")).expect("the heading");
    rest.split("\n## ").next().unwrap_or(rest)
}

#[track_caller]
fn check_rows(heading: &str, rows: &[String]) {
    let section = section(heading);
    let missing: Vec<&String> = rows.iter().filter(|row| !section.contains(*row)).collect();
    let missing: Vec<&str> = missing.into_iter().map(String::as_str).collect();
    assert!(missing.is_empty(), "under '{heading}' the README lacks\n{}", missing.join("\n"));
}

fn decks() -> [Deck; 5] {
    NAMES.map(|name| Deck::built_in(name).expect("a deck in the box"))
}

#[test]
fn every_card_says_what_it_does() {
    let chaos = Deck::built_in("chaos").unwrap();
    let rows = Card::ALL.map(|card| {
        let text = card_text(card, &chaos);
        // The number differs from deck to deck, and has a table of its own.
        let text = match chaos.row(card) {
            Some(_) => text.split_once(". ").expect("a number comes first").1,
            None => &text,
        };
        format!("| {} | {text} |", card.title())
    });
    check_rows("Cards", &rows);
}

#[test]
fn every_deck_lists_its_cards() {
    let decks = decks();
    let rows = Card::ALL.map(|card| {
        let cells: Vec<String> = decks.iter().map(|deck| cell(card, deck)).collect();
        format!("| {} | {} |", card.title(), cells.join(" | "))
    });
    check_rows("Decks", &rows);
}

/// The number on a card, whether it is insane, and how many there are of it.
fn cell(card: Card, deck: &Deck) -> String {
    let Some(row) = deck.row(card) else { return String::new() };
    let count = |players: u8| {
        let mut cards = deck.cards_for(players.into());
        cards.find(|(other, _)| *other == card).map_or(0, |(_, count)| count)
    };
    let [few, many] = deck.players.map(count);
    let number = format!("{}{}", row.value, if row.insane { "*" } else { "" });
    let times = |count: u8| if count == 1 { String::new() } else { format!(" x{count}") };
    match (few, many) {
        (0, 0) => format!("{number} aside"),
        (0, many) => format!("{number}{} from 5", times(many)),
        (few, many) if few == many => format!("{number}{}", times(few)),
        (few, many) => format!("{number}{}, x{many} from 5", times(few)),
    }
}

#[test]
fn every_deck_says_how_it_is_won() {
    let word = |value: Value| value.as_str().map(str::to_owned).expect("a word");
    let rows = decks().into_iter().zip(NAMES).map(|(deck, name)| {
        let [fewest, most] = deck.players;
        let total = |players: u8| -> u32 {
            deck.cards_for(players.into()).map(|(_, count)| u32::from(count)).sum()
        };
        let (few, many) = (total(fewest), total(most));
        let cards = if few == many { few.to_string() } else { format!("{few}, {many} from 5") };
        let tokens: Vec<String> = deck.tokens.iter().map(u8::to_string).collect();
        let insane = deck.insane_tokens.map_or_else(String::new, |tokens| tokens.to_string());
        let ties = word(serde_json::to_value(deck.ties).unwrap());
        let ends = word(serde_json::to_value(deck.ends).unwrap());
        let starts = word(serde_json::to_value(deck.starts).unwrap());
        format!(
            "| `{name}` | {fewest} to {most} | {cards} | {} | {insane} | {} | `{ties}` | `{ends}` | \
             `{starts}` |",
            tokens.join(", "),
            deck.face_up_for_two,
        )
    });
    check_rows("Decks", &rows.collect::<Vec<_>>());
}

#[test]
fn the_deck_in_the_readme_can_be_played() {
    let text = include_str!("../examples/quarrel.json");
    assert!(section("A deck of your own").contains(text.trim_end()), "the example is another");
    let deck: Value = serde_json::from_str(text).unwrap();
    for seats in [2, 3] {
        parlor_engine::open::<ChaosLetter>(&json!({"deck": deck}), seats).unwrap();
    }
}

#[test]
fn the_deck_with_steps_to_answer_can_be_played() {
    let name = "examples/small-hours.json";
    assert!(section("A deck of your own").contains(name), "the example is not named");
    let deck: Value = serde_json::from_str(include_str!("../examples/small-hours.json")).unwrap();
    for seats in [2, 3, 4] {
        parlor_engine::open::<ChaosLetter>(&json!({"deck": deck}), seats).unwrap();
    }
}

/// The deck with marked cards is there, and what the README says of its marks is so.
#[test]
fn the_marked_deck_of_the_readme_can_be_played() {
    let text = include_str!("../examples/well-thumbed.json");
    let deck: Deck = serde_json::from_str(text).unwrap();
    let marks = deck.marks();
    let rows = marks.iter().zip(1..).map(|(mark, number)| {
        let front = mark.front.clone().unwrap_or_default();
        format!("| `{}/{number}` | `{}` | {front} |", mark.card, mark.back.word())
    });
    check_rows("A deck of your own", &rows.collect::<Vec<_>>());
    for seats in [2, 3, 4] {
        parlor_engine::open::<ChaosLetter>(&json!({"deck": deck}), seats).unwrap();
    }
}

/// The list of what comes to light is the list in the source.
#[test]
fn everything_that_comes_to_light_is_listed() {
    let source = include_str!("../src/reveals.rs");
    let (_, variants) = source.split_once("pub enum Light {").unwrap();
    let (variants, _) = variants.split_once("\n}").unwrap();
    let names = variants.lines().map(str::trim).filter(|line| !line.starts_with("///"));
    let names = names.filter_map(|line| line.split(['(', ',']).next().filter(|n| !n.is_empty()));
    let names: Vec<String> = names.map(|name| format!("| `{name}` |")).collect();
    assert!(names.len() > 10, "{names:?}");
    check_rows("What comes to light", &names);
    let listed = section("What comes to light").lines().filter(|line| line.starts_with("| `"));
    assert_eq!(listed.count(), names.len());
}
