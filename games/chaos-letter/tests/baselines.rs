//! The computer players against random play, in seat-balanced games: each deal is
//! played once from every seat. `cargo test -p parlor-chaos-letter --test baselines -- --nocapture`
//! prints a table; the README's is that of the slow tier, which plays more games.
#![allow(clippy::disallowed_types, clippy::disallowed_macros, reason = "statistics, not rules")]

use parlor_chaos_letter::{Answers, ChaosLetter};
use parlor_gametest::contest::contest;
use serde_json::{Value, json};

/// Plays a match, prints its line, and holds the player to win at least so many of a hundred. The
/// bounds lie about five deviations of the quick tier below what the slow tier found.
fn wins(deck: &str, seats: usize, player: &str, others: &str, least: f64) {
    wins_with(Answers::default(), deck, seats, player, others, least);
}

fn wins_with(
    answers: Answers,
    deck: impl Into<Value>,
    seats: usize,
    player: &str,
    others: &str,
    least: f64,
) {
    let games = if parlor_gametest::slow() { 10_000 } else { 400 };
    let deck = deck.into();
    let options = json!({ "answers": answers, "deck": deck });
    let name = deck["title"].as_str().or_else(|| deck.as_str()).unwrap_or_default();
    let percent = contest::<ChaosLetter>(&options, seats, player, others, games).percent();
    println!("| {name}, {answers:?} | {seats} | {player} | {others} | {percent} |");
    assert!(percent.share > least, "{player} wins {percent} of {name} with {seats}");
}

#[test]
fn the_courtier_beats_random() {
    wins("classic", 2, "courtier", "random", 92.0);
    wins("classic", 4, "courtier", "random", 68.0);
    wins("premium", 5, "courtier", "random", 68.0);
    wins("modern", 2, "courtier", "random", 89.0);
    wins("modern", 4, "courtier", "random", 71.0);
}

#[test]
fn the_cultist_beats_random() {
    wins("cosmic", 2, "cultist", "random", 72.0);
    wins("cosmic", 4, "cultist", "random", 58.0);
}

#[test]
fn the_trickster_beats_random() {
    wins("chaos", 2, "trickster", "random", 68.0);
    wins("chaos", 4, "trickster", "random", 48.0);
    wins("chaos", 8, "trickster", "random", 30.0);
}

#[test]
fn the_trickster_beats_random_under_seal() {
    wins_with(Answers::Sealed, "chaos", 2, "trickster", "random", 68.0);
    wins_with(Answers::Sealed, "chaos", 4, "trickster", "random", 48.0);
    wins_with(Answers::Sealed, "chaos", 8, "trickster", "random", 30.0);
}

#[test]
fn the_trickster_beats_random_where_steps_of_a_turn_are_answered() {
    let deck: Value = serde_json::from_str(include_str!("../examples/small-hours.json")).unwrap();
    for answers in [Answers::InTurn, Answers::Sealed] {
        wins_with(answers, deck.clone(), 2, "trickster", "random", 60.0);
        wins_with(answers, deck.clone(), 4, "trickster", "random", 40.0);
    }
}
