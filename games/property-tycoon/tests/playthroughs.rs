//! Whole games, written out: a change of the rules or of the words shows as a diff of these files.
//! They are played at random, so that a computer player who learns something changes none of them.

use parlor_gametest::playthrough::check_report;
use parlor_property_tycoon::PropertyTycoon;
use serde_json::{Value, json};

fn check(name: &str, options: &Value, seats: usize, seed: u64) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");
    let players = vec!["random"; seats];
    check_report::<PropertyTycoon>(format!("{folder}/{name}.txt"), options, &players, seed);
}

/// Auctions, mortgages, a bankruptcy, by the brief.
#[test]
fn standard_for_three() {
    check("standard-3-players", &json!({"rules": "brief", "rounds": 12, "trading": false}), 3, 56);
}

/// Somebody asks to leave, and may, by the document.
#[test]
fn second_edition_for_two() {
    let options = json!({"edition": "second", "rounds": 60, "trading": false});
    check("second-2-players", &options, 2, 88);
}

/// A double that frees, and a third throw that is paid for.
#[test]
fn jail_by_doubles_for_two() {
    let options = json!({"jail": "doubles", "rounds": 16, "trading": false});
    check("doubles-2-players", &options, 2, 338);
}

/// Offers, counter-offers and a card out of jail among them.
#[test]
fn trading_for_two() {
    let options = json!({"rules": "brief", "trading": true, "auction": "free", "rounds": 8});
    check("trading-2-players", &options, 2, 123);
}
