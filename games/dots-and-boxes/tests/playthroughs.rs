//! Whole games, written out: a change of the rules shows as a diff of these files.

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_gametest::playthrough::check_playthrough;
use serde_json::{Value, json};

fn check(name: &str, options: &Value, seats: usize) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");
    check_playthrough::<DotsAndBoxes>(format!("{folder}/{name}.txt"), options, seats, 1);
}

#[test]
fn two_by_two() {
    check("2x2", &json!({"boxes": "2x2"}), 2);
}

#[test]
fn icelandic_for_three() {
    check("2x3-icelandic-3-players", &json!({"boxes": "2x3", "opening": "icelandic"}), 3);
}

#[test]
fn swedish() {
    check("3x3-swedish", &json!({"boxes": "3x3", "opening": "swedish"}), 2);
}
