//! What the README says of the cards is what the rules say.

use parlor_automation::describe::{kind, text};
use parlor_automation::{Automation, Set};
use serde_json::{Value, json};

#[test]
fn every_card_of_both_sets_is_in_the_readme() {
    let readme = include_str!("../README.md");
    let (_, cards) = readme.split_once("## Cards").expect("a section on cards");
    let (base, standard) = cards.split_once("### The set `standard`").expect("a section a set");
    for (set, section) in [("base", base), ("standard", standard)] {
        for card in Set::built_in(set).expect("a set in the box").cards {
            let (title, kind) = (card.card.title(), kind(&card));
            let row = format!("| {title} | {kind} | {} | {} |", card.cost, text(&card));
            assert!(section.contains(&row), "the README lacks\n{row}");
        }
    }
}

#[test]
fn the_set_in_the_readme_can_be_played() {
    let readme = include_str!("../README.md");
    let text = include_str!("../examples/startup.json");
    assert!(readme.contains(text.trim_end()), "the example is another");
    let set: Value = serde_json::from_str(text).unwrap();
    for seats in 1..=4 {
        let table = parlor_engine::open::<Automation>(&json!({"set": set}), seats).unwrap();
        assert_eq!(table.options()["turns"], 30);
    }
}

/// Every field and every effect of a set is in the tables that explain them.
#[test]
fn every_field_of_a_set_is_in_the_readme() {
    let readme = include_str!("../README.md");
    let (_, own) = readme.split_once("\n## A set of your own\n").expect("the heading");
    let own = own.split("\n## ").next().unwrap_or(own);
    let schema = serde_json::to_value(schemars::schema_for!(Set)).unwrap();
    let names =
        |of: &Value| -> Vec<String> { of.as_object().expect("fields").keys().cloned().collect() };
    let fields = names(&schema["properties"])
        .into_iter()
        .chain(names(&schema["$defs"]["Definition"]["properties"]));
    let effects = schema["$defs"]["Effect"]["oneOf"].as_array().unwrap().iter().map(|effect| {
        let name = effect["const"].as_str().or_else(|| effect["required"][0].as_str());
        name.expect("the name of an effect").to_owned()
    });
    for name in fields.chain(effects) {
        assert!(
            own.contains(&format!("`{name}`")) || own.contains(&format!("\"{name}\"")),
            "the README does not explain '{name}'"
        );
    }
}
