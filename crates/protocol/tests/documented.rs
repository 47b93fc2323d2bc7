//! The examples of `docs/reference/protocol.md` are messages, every field of them is known, and the
//! schemas say the same.

use std::collections::BTreeSet;

use parlor_protocol::{
    FromBot, MAX_CATALOGUE, MAX_DEPTH, MAX_FROM_BOT, MAX_MENU, MAX_TEXT, MAX_TO_BOT, Message,
    Moves, ToBot, VERSION, read, schemas, write,
};
use serde_json::Value;

const PAGE: &str = include_str!("../../../docs/reference/protocol.md");

/// The blocks of the page with this mark.
fn examples(mark: &str) -> Vec<&'static str> {
    let fence = format!("```json {mark}\n");
    let blocks = PAGE.split(&fence).skip(1);
    blocks.map(|rest| rest.split_once("```").expect("a block ends").0.trim_end()).collect()
}

/// Checks every example of one side, and that there is one of each type.
fn check<M: Message>(side: &str) {
    let schema = schemas().into_iter().find(|(name, _)| *name == side);
    let (_, schema) = schema.expect("each side has a schema");
    let schema = jsonschema::validator_for(&schema).expect("the schema is one");
    let mut seen = BTreeSet::new();
    for example in examples(side) {
        let value: Value = serde_json::from_str(example).expect(example);
        let message: M = read(example.as_bytes()).unwrap_or_else(|why| panic!("{example}: {why}"));
        let again: Value = serde_json::from_slice(&write(&message)).unwrap();
        let known = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert!(known(&value).iter().all(|field| known(&again).contains(field)), "{example}");
        assert!(schema.is_valid(&value), "the schema refuses {example}");
        assert!(schema.is_valid(&again), "the schema refuses {again}");
        seen.insert(value["type"].as_str().unwrap().to_owned());
    }
    let types: BTreeSet<String> = M::TYPES.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(seen, types, "an example of every type");
}

#[test]
fn what_a_bot_says() {
    check::<FromBot>("from-bot");
}

#[test]
fn what_a_bot_is_told() {
    check::<ToBot>("to-bot");
}

#[test]
fn grave_moves_are_on_the_menu_and_left_out_where_there_are_none() {
    let mut marked = 0;
    for example in examples("to-bot") {
        let Ok(ToBot::Decide(decide)) = read(example.as_bytes()) else { continue };
        let grave = &decide.menu.grave;
        assert!(grave.iter().all(|only| decide.menu.moves.contains(&Moves::One(only.clone()))));
        let again: Value = serde_json::to_value(&decide.menu).unwrap();
        assert_eq!(again.get("grave").is_some(), !grave.is_empty(), "{again}");
        marked += grave.len();
    }
    assert!(marked > 0, "an example has a grave move");
}

/// Written with blanks between them the parts are the move.
#[test]
fn slots_say_what_the_moves_say() {
    let mut seen = 0;
    for example in examples("to-bot") {
        let Ok(ToBot::Decide(decide)) = read(example.as_bytes()) else { continue };
        for (moves, entry) in decide.menu.moves.iter().zip(&decide.menu.slots) {
            let (Moves::One(first) | Moves::Range { first, .. }) = moves;
            let parts: Vec<&str> = entry.parts.iter().map(|part| part.written.as_str()).collect();
            assert_eq!(parts.join(" "), *first);
            if let Moves::Range { part, .. } = moves {
                assert_eq!(*part, entry.amounts.map(|amounts| amounts.part), "{first}");
            }
            seen += 1;
        }
        let slots = decide.menu.slots.len();
        assert!(slots == 0 || slots == decide.menu.moves.len(), "{example}");
    }
    assert!(seen > 0, "an example has slots");
}

#[test]
fn schemas_refuse_what_the_reader_refuses() {
    let [(_, from_bot), _] = schemas();
    let schema = jsonschema::validator_for(&from_bot).unwrap();
    for line in [
        r#"{"type": "choose", "id": 1}"#,
        r#"{"type": "choose", "id": "1", "move": "x"}"#,
        r#"{"type": "hello", "versions": 1}"#,
        r#"{"type": "sing"}"#,
        r#"["choose"]"#,
    ] {
        assert!(read::<FromBot>(line.as_bytes()).is_err(), "{line}");
        assert!(!schema.is_valid(&serde_json::from_str(line).unwrap()), "{line}");
    }
}

#[test]
fn the_page_names_the_limits_of_the_code() {
    let rows = [
        format!("| a line of a bot | {} KiB", MAX_FROM_BOT >> 10),
        format!("| a line of a table | {} MiB", MAX_TO_BOT >> 20),
        format!("| objects and arrays within each other, from a bot | {MAX_DEPTH} |"),
        format!("| the text of an `info` | {},{:03} characters", MAX_TEXT / 1000, MAX_TEXT % 1000),
        format!("| entries of a menu | {},{:03} |", MAX_MENU / 1000, MAX_MENU % 1000),
        format!("| a catalogue | {} KiB |", MAX_CATALOGUE >> 10),
        format!("this page is about\nversion {VERSION}."),
    ];
    for row in rows {
        assert!(PAGE.contains(&row), "'{row}' is not on the page");
    }
}
