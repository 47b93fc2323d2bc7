//! The computer players against each other, in seat-balanced games: each deal of dice is played once
//! from every seat. `cargo test -p parlor-property-tycoon --test baselines -- --nocapture` prints a
//! table; the README's is that of the slow tier, which plays more games.
#![allow(clippy::disallowed_types, clippy::disallowed_macros, reason = "statistics, not rules")]

use parlor_gametest::contest::contest;
use parlor_property_tycoon::PropertyTycoon;
use serde_json::{Value, json};

/// Plays a match, prints its line, and holds the player to win at least so many of a hundred. Where
/// there is a promise the slow tier holds it with its whole interval; the bounds of the quick tier lie
/// some five of its deviations below.
fn wins(options: &Value, seats: usize, player: &str, others: &str, [promised, least]: [f64; 2]) {
    let games = if parlor_gametest::slow() { 10_000 } else { 400 };
    let percent = contest::<PropertyTycoon>(options, seats, player, others, games).percent();
    println!("| `{options}` | {seats} | {player} | {others} | {percent} |");
    let (least, reached) =
        if parlor_gametest::slow() { (promised, percent.from) } else { (least, percent.share) };
    assert!(reached >= least, "{player} wins {percent} of {options} with {seats}, not {least} %");
}

#[test]
fn hard_beats_easy() {
    wins(&json!({}), 2, "hard", "easy", [70.0, 66.0]);
}

#[test]
fn hard_beats_three_easy_ones() {
    wins(&json!({}), 4, "hard", "easy", [45.0, 36.0]);
}

#[test]
fn hard_beats_easy_in_a_short_game() {
    wins(&json!({"rounds": 40}), 2, "hard", "easy", [50.0, 50.0]);
    wins(&json!({"rounds": 40}), 4, "hard", "easy", [25.0, 28.0]);
}

#[test]
fn hard_beats_easy_where_debts_are_not_forgiven() {
    wins(&json!({"debt": "immediate"}), 2, "hard", "easy", [50.0, 60.0]);
}

#[test]
fn hard_trades() {
    wins(&json!({"trading": true}), 4, "hard", "easy", [60.0, 70.0]);
}

#[test]
fn easy_beats_random() {
    wins(&json!({}), 2, "easy", "random", [90.0, 90.0]);
}
