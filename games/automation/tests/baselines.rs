//! The computer players against each other, in seat-balanced games: each deal is played twice with
//! the seats exchanged. `cargo test -p parlor-automation --test baselines -- --nocapture` prints the
//! table of the README; the slow tier plays its full number of games.
#![allow(clippy::disallowed_macros, reason = "statistics, not rules")]

use parlor_automation::Automation;
use parlor_gametest::contest::{Tally, contest};
use serde_json::json;

/// Plays a match, prints its line, and holds the better one to be better.
fn stronger(set: &str, better: &str, worse: &str) {
    let games = if parlor_gametest::slow() { 10_000 } else { 1_000 };
    let tally = contest::<Automation>(&json!({ "set": set }), 2, better, worse, games);
    let percent = tally.percent();
    let Tally { won, drawn, lost, .. } = tally;
    println!("| {set} | {better} | {worse} | {percent} | {won} / {drawn} / {lost} |");
    assert!(percent.from > 50.0, "{better} does not beat {worse} in {set}: {percent}");
}

#[test]
fn big_money_beats_naive_money() {
    stronger("base", "big-money", "naive-money");
    stronger("standard", "big-money", "naive-money");
}

#[test]
fn big_money_beats_action_heavy() {
    stronger("base", "big-money", "action-heavy");
    stronger("standard", "big-money", "action-heavy");
}

#[test]
fn naive_money_beats_random() {
    stronger("base", "naive-money", "random");
    stronger("standard", "naive-money", "random");
}

/// Random play buys Bugs, which cost nothing but points: doing nothing is better.
#[test]
fn passive_beats_random() {
    stronger("base", "passive", "random");
    stronger("standard", "passive", "random");
}

#[test]
fn the_engine_beats_big_money() {
    stronger("base", "engine", "big-money");
    stronger("standard", "engine", "big-money");
}

#[test]
fn attacks_hurt() {
    stronger("standard", "attack", "big-money");
    stronger("standard", "engine", "attack");
}
