//! Whole games, written out: a change of the rules shows as a diff of these files.

use parlor_automation::Automation;
use parlor_gametest::playthrough::check_report;
use serde_json::{Value, json};

fn check(name: &str, options: &Value, players: &[&str], seed: u64) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");
    check_report::<Automation>(format!("{folder}/{name}.txt"), options, players, seed);
}

#[test]
fn base_for_two() {
    check("base-2-players", &json!({"turns": 6}), &["big-money", "random"], 1);
}

/// Every attack, what helps against it and what makes it worse.
#[test]
fn attacks_for_three() {
    let kingdom = "backlog,merge-conflict,monitoring,unit-test,hack,refactor,parallelization,\
                   daily-scrum,evergreen-test,ransomware";
    let options = json!({"set": "standard", "kingdom": kingdom, "turns": 7});
    check("attacks-3-players", &options, &["attack", "action-heavy", "random"], 96);
}

/// Most of the other actions.
#[test]
fn actions_for_two() {
    let kingdom = "backlog,merge-conflict,code-review,sprint-planning,unit-test,tech-debt,refactor,\
                   daily-scrum,ipo,deployment-pipeline";
    let options = json!({"set": "standard", "kingdom": kingdom, "turns": 10});
    check("actions-2-players", &options, &["engine", "action-heavy"], 197);
}

#[test]
fn alone() {
    check("alone", &json!({"set": "standard", "turns": 20, "frameworks": 1}), &["naive-money"], 1);
}

/// A set that is not in the box.
#[test]
fn startup_for_three() {
    let own: Value = serde_json::from_str(include_str!("../examples/startup.json")).unwrap();
    let options = json!({"set": own, "turns": 10});
    check("startup-3-players", &options, &["engine", "attack", "random"], 1);
}
