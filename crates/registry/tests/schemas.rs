//! What comes over the line is what the schemas of the games say, and nothing else is.

mod walk;

use std::collections::BTreeMap;

use jsonschema::Validator;
use parlor_engine::{Act, AnyTurn, Viewer};
use parlor_registry::games;
use serde_json::{Value, json};

/// The schemas of a game by name, ready to judge.
fn validators(id: &str) -> BTreeMap<&'static str, Validator> {
    let game = parlor_registry::find(id).unwrap();
    let ready = |(name, schema): (&'static str, Value)| {
        (name, jsonschema::validator_for(&schema).expect("the schema is one"))
    };
    game.schemas().into_iter().map(ready).collect()
}

#[test]
fn everything_that_is_said_fits_its_schema() {
    for table in walk::tables() {
        let schemas = validators(table.0);
        let check = |name: &str, value: &Value| {
            let errors: Vec<String> =
                schemas[name].iter_errors(value).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{table:?}: {name} {value}: {errors:?}");
        };
        let (mut moves, mut notices_seen) = (0, 0);
        for seed in 0..2 {
            walk::play(&table, seed, |now, act, notices| {
                for viewer in Viewer::all(now.seats()) {
                    check("view", &now.view(viewer));
                }
                if let AnyTurn::Ask { question, .. } = now.turn() {
                    check("question", &question);
                }
                for notice in notices {
                    check("notice", &notice.notice);
                    notices_seen += 1;
                }
                if let Act::Move(_, played) = act {
                    check("move", &json!(played));
                    moves += 1;
                }
            });
        }
        assert!(moves > 10 && notices_seen > 10, "{table:?}: {moves} moves");
    }
}

#[test]
fn what_is_wrong_does_not_fit() {
    for game in games() {
        let id = game.about().id;
        let schemas = validators(id);
        for name in ["view", "question", "notice", "move"] {
            for wrong in
                [json!(null), json!({"kind": "sing"}), json!("fly to the moon"), json!([1])]
            {
                assert!(!schemas[name].is_valid(&wrong), "{id}: {wrong} is no {name}");
            }
        }
        // A view without one of its fields, and one with a field of the wrong kind.
        let table = game.open(&json!({}), game.about().usual_seats).unwrap();
        let view = table.view(Viewer::Spectator);
        assert!(schemas["view"].is_valid(&view), "{id}");
        let mut without = view.clone();
        assert!(without.as_object_mut().unwrap().remove("viewer").is_some());
        assert!(!schemas["view"].is_valid(&without), "{id}");
        let mut other = view;
        other["viewer"] = json!({"seat": 0});
        assert!(!schemas["view"].is_valid(&other), "{id}");
        // A form with one word too many.
        for form in table.forms() {
            let Some(example) = form.example else { continue };
            assert!(schemas["move"].is_valid(&json!(example)), "{id}: {example}");
            assert!(!schemas["move"].is_valid(&json!(format!("{example} Xx"))), "{id}: {example}");
        }
    }
}
