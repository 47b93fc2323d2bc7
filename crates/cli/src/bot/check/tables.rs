//! The tables at which a bot is looked at: the usual one, and those that differ from it in one thing.

use parlor_botcheck::Variant;
use parlor_engine::{AnyRulebook, Problems};
use serde_json::{Value, json};

use crate::{games, option_file};

/// The tables of a game, the usual one first. What was chosen stays as it is at all of them.
pub(super) fn of(
    game: &AnyRulebook,
    options: &[String],
    seats: Option<usize>,
) -> anyhow::Result<Vec<Variant>> {
    let about = game.about();
    let chosen = chosen(game, options)?;
    let usual = seats.unwrap_or(about.usual_seats);
    let table = |options: &Value, seats| Variant {
        game: about.id.to_owned(),
        options: options.clone(),
        seats,
    };
    let mut tables = vec![table(&chosen, usual)];
    if seats.is_none() {
        let ends = [*about.seats.end(), *about.seats.start()];
        tables.extend(ends.into_iter().filter(|ends| *ends != usual).map(|n| table(&chosen, n)));
    }
    if options.is_empty() {
        for (name, value) in alternatives(&game.schema()) {
            let options = json!({ name: value });
            // A table with many asks more than one with few.
            let many = (usual + 1..=*about.seats.end()).rev().filter(|_| seats.is_none());
            let many = many.map(|seats| table(&options, seats));
            tables.push(table(&options, usual));
            tables.extend(many.into_iter().find(|table| is_possible(game, table)));
        }
    }
    game.open(&chosen, usual).map_err(|problems| refused(&problems))?;
    tables.retain(|table| is_possible(game, table));
    Ok(tables)
}

fn is_possible(game: &AnyRulebook, table: &Variant) -> bool {
    game.open(&table.options, table.seats).is_ok()
}

fn chosen(game: &AnyRulebook, words: &[String]) -> anyhow::Result<Value> {
    let (words, mut problems) = option_file::with_files(words);
    let (options, more) = game.options_from_words(&words);
    problems.append(more);
    problems.into_result(options).map_err(|problems| refused(&problems))
}

fn refused(problems: &Problems) -> anyhow::Error {
    let lines = problems.to_string().replace('\n', "\n  ");
    anyhow::anyhow!("the table cannot be set up:\n  {lines}")
}

/// Every value of an option that can be listed and is not the usual one.
fn alternatives(schema: &Value) -> Vec<(String, Value)> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let all = properties.flat_map(|(name, property)| {
        let usual = property["default"].clone();
        let values = values(games::resolve(schema, property)).into_iter();
        values.filter(move |value| *value != usual).map(|value| (name.clone(), value))
    });
    all.collect()
}

fn values(kind: &Value) -> Vec<Value> {
    if kind["type"] == "boolean" {
        return vec![json!(false), json!(true)];
    }
    let listed = kind["enum"].as_array().cloned().unwrap_or_default();
    let several = ["oneOf", "anyOf"].into_iter().filter_map(|of| kind[of].as_array()).flatten();
    let described = several.flat_map(|one| {
        let listed = one["enum"].as_array().cloned().unwrap_or_default();
        listed.into_iter().chain(one.get("const").cloned())
    });
    listed.into_iter().chain(described).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_registry::{find, games};

    #[test]
    fn every_listed_value_of_an_option_is_tried() {
        let tables = of(find("chaos-letter").unwrap(), &[], None).unwrap();
        let decks: Vec<&Value> = tables.iter().map(|table| &table.options["deck"]).collect();
        for deck in ["premium", "modern", "cosmic", "chaos"] {
            let count = decks.iter().filter(|tried| ***tried == *deck).count();
            assert!((1..=2).contains(&count), "{deck}: {count}");
        }
        assert_eq!((tables[0].seats, &tables[0].options), (2, &json!({})));
        assert!(tables.iter().any(|table| table.seats == 8), "as many as can play");
    }

    #[test]
    fn every_game_has_tables_that_can_be_set_up() {
        for game in games() {
            for table in of(game, &[], None).unwrap() {
                assert!(game.open(&table.options, table.seats).is_ok(), "{table:?}");
            }
        }
    }

    #[test]
    fn what_was_chosen_stays() {
        let game = find("property-tycoon").unwrap();
        let tables = of(game, &["trading=true".to_owned()], Some(3)).unwrap();
        assert_eq!(tables.len(), 1);
        assert_eq!((tables[0].seats, &tables[0].options["trading"]), (3, &json!(true)));
        let why = of(game, &["rounds=x".to_owned()], None).unwrap_err().to_string();
        assert!(why.starts_with("the table cannot be set up:\n  rounds"), "{why}");
    }
}
