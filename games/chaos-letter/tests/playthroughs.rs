//! Whole games, written out: a change of the rules or of the words shows as a diff of these files.

use parlor_chaos_letter::ChaosLetter;
use parlor_gametest::playthrough::check_report;
use serde_json::{Value, json};

fn check(name: &str, options: &Value, seats: usize, seed: u64) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");
    let players = vec!["random"; seats];
    check_report::<ChaosLetter>(format!("{folder}/{name}.txt"), options, &players, seed);
}

#[test]
fn classic_for_two() {
    check("classic-2-players", &json!({"rounds": 2}), 2, 318);
}

#[test]
fn premium_for_five() {
    check("premium-5-players", &json!({"deck": "premium", "rounds": 2}), 5, 345);
}

#[test]
fn modern_for_three() {
    check("modern-3-players", &json!({"deck": "modern", "rounds": 2}), 3, 219);
}

#[test]
fn cosmic_for_four() {
    check("cosmic-4-players", &json!({"deck": "cosmic", "rounds": 2}), 4, 17);
}

/// With cards that answer steps of a turn.
#[test]
fn small_hours_for_three() {
    let deck: Value = serde_json::from_str(include_str!("../examples/small-hours.json")).unwrap();
    check("small-hours-3-players", &json!({"deck": deck, "rounds": 1}), 3, 5);
}

/// Where answers are sealed.
#[test]
fn sealed_chaos_for_four() {
    let options = json!({"answers": "sealed", "deck": "chaos", "rounds": 1});
    check("chaos-sealed-4-players", &options, 4, 229);
}

#[test]
fn chaos_for_four() {
    check("chaos-4-players", &json!({"deck": "chaos", "rounds": 1}), 4, 229);
}

/// Cards with a crease, a stain or another front, as the board and the news have them.
#[test]
fn well_thumbed_for_three() {
    let deck: Value = serde_json::from_str(include_str!("../examples/well-thumbed.json")).unwrap();
    check("well-thumbed-3-players", &json!({"deck": deck, "rounds": 2}), 3, 112);
}
