//! Options that came after the first records: what such a record means, for every game.

use parlor_registry::games;
use serde_json::{Value, json};

/// Each is an option of its game, with a value that the game takes.
#[test]
fn every_later_option_is_an_option() {
    for game in games() {
        let about = game.about();
        let later = game.later_options();
        let table = game.open(&Value::Object(later.clone()), about.usual_seats).unwrap();
        for name in later.keys() {
            assert!(table.options().get(name).is_some(), "{}: {name}", about.id);
        }
    }
}

/// A record that leaves an option out is played as it was then, whatever the default is now.
#[test]
fn what_a_record_leaves_out_is_as_it_was() {
    for game in games() {
        let seats = game.about().usual_seats;
        let table = game.open_recorded(&json!({}), seats).unwrap();
        let then = game.open(&Value::Object(game.later_options()), seats).unwrap();
        assert_eq!(table.options(), then.options(), "{}", game.about().id);
    }
}

/// What it does say counts.
#[test]
fn what_a_record_says_counts() {
    let game = parlor_registry::find("chaos-letter").unwrap();
    let answers =
        |options: Value| game.open_recorded(&options, 2).unwrap().options()["answers"].clone();
    assert_eq!(answers(json!({})), "sealed");
    assert_eq!(answers(json!({"answers": "in-turn"})), "in-turn");
    assert_eq!(game.open(&json!({}), 2).unwrap().options()["answers"], "in-turn");
}
