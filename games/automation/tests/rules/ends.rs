//! How games end.

use parlor_automation::Automation;
use parlor_engine::{AnyTable, AnyTurn, open};
use serde_json::{Value, json};

use crate::scene::{KINGDOM, OTHERS, play};

#[test]
fn the_last_framework_ends_the_game_after_the_turn() {
    let options = json!({"set": "standard", "kingdom": OTHERS, "frameworks": 1});
    let cards = "1 hand: sprint-planning, 9 bitcoin; 1 deck: 7 method";
    let money = "1: play bitcoin; ".repeat(9);
    let buy =
        format!("1: play sprint-planning; 1: end phase; {money}1: end phase; 1: buy framework");
    // There is a buy left.
    let end = play(options.clone(), 2, cards, &buy);
    assert_eq!((end.phase(), end.asked.as_slice()), ("buy", &[1][..]));
    let end = play(options, 2, cards, &format!("{buy}; 1: buy bitcoin"));
    let outcome = end.outcome.as_ref().expect("over");
    assert_eq!(outcome.reason, "the last Framework is taken");
    assert_eq!((outcome.scores.as_slice(), outcome.places.as_slice()), (&[13, 0][..], &[1, 2][..]));
    // No new hand is drawn.
    assert_eq!((end.at("1 hand"), end.number("1 deck_size")), (String::new(), 6));
    // All lies open.
    assert!(end.boards[2].contains("all cards 7 Method, Framework, 10 Bitcoin, Sprint Planning"));
    assert_eq!(end.views[0]["seats"][1]["hand"], json!({"bitcoin": 5}));
    assert!(end.heard("The game is over, and all cards lie open."));
}

#[test]
fn a_framework_that_is_gained_may_be_the_last() {
    let options = json!({"set": "standard", "kingdom": OTHERS, "frameworks": 1});
    let acts = "1: play refactor; 1: trash dogecoin; 1: gain framework";
    let end = play(options.clone(), 2, "1 hand: refactor, dogecoin, bug", acts);
    assert_eq!(end.phase(), "money");
    let end = play(
        options,
        2,
        "1 hand: refactor, dogecoin, bug",
        &format!("{acts}; 1: end phase; 1: end phase"),
    );
    assert_eq!(end.outcome.expect("over").reason, "the last Framework is taken");
}

/// Equal points: fewer turns win in 'standard', and nothing does in 'base'.
#[test]
fn ties() {
    let cards = "1 hand: 8 bitcoin; 2 hand: framework";
    let money = "1: play bitcoin; ".repeat(8);
    let acts = format!("1: end phase; {money}1: end phase; 1: buy framework");
    for (options, places) in [
        (json!({"set": "standard", "kingdom": KINGDOM, "frameworks": 2}), [2, 1]),
        (json!({"set": "base", "frameworks": 2}), [1, 1]),
    ] {
        let outcome = play(options, 2, cards, &acts).outcome.expect("over");
        assert_eq!(
            (outcome.scores.as_slice(), outcome.places.as_slice()),
            (&[6, 6][..], &places[..])
        );
    }
}

/// Plays what is played for those who do not answer, and deals the first card, to the end.
fn pass_for_ever(options: &Value, seats: usize) -> (Box<dyn AnyTable>, u32) {
    let mut table = open::<Automation>(options, seats).expect("a table");
    let mut acts = 0;
    loop {
        let act = match table.turn() {
            AnyTurn::Over => return (table, acts),
            AnyTurn::Chance { .. } => format!("*: {}", table.pick(0).expect("a first card")),
            AnyTurn::Ask { seats, .. } => {
                let seat = seats.first().expect("somebody");
                format!("{seat}: {}", table.default_move(seat).expect("a move"))
            }
        };
        table.apply(&act.parse().expect("an act")).unwrap_or_else(|why| panic!("'{act}': {why}"));
        acts += 1;
    }
}

#[test]
fn who_passes_for_ever_is_stopped_by_the_turn_limit() {
    let (table, acts) = pass_for_ever(&json!({"set": "base", "turns": 4}), 2);
    let outcome = table.outcome().expect("over");
    assert_eq!(outcome.reason, "everybody has had all their turns");
    assert_eq!((outcome.scores.as_slice(), outcome.places.as_slice()), (&[3, 3][..], &[1, 1][..]));
    // Two first hands; of eight turns each asks three times, and all but the last draw five.
    assert_eq!(acts, 10 + 8 * 3 + 7 * 5);
    let (table, acts) = pass_for_ever(&json!({"set": "standard", "turns": 2}), 1);
    assert_eq!(
        (acts, table.outcome().expect("over").places.as_slice()),
        (10 + 5 + 2 * 3 + 5, &[1][..])
    );
    // Nobody asks for more than that.
    assert!(play(json!({"turns": 0}), 1, "", "").boards[0].starts_with("Turn 1 of 10000: Ann "));
}

#[test]
fn one_player_plays_alone() {
    let options = json!({"set": "standard", "kingdom": KINGDOM, "frameworks": 1});
    for attack in ["hack", "evergreen-test", "ransomware"] {
        let end = play(
            options.clone(),
            1,
            &format!("1 hand: {attack}, bug"),
            &format!("1: play {attack}"),
        );
        assert_eq!((end.phase(), end.asked.as_slice()), ("money", &[1][..]), "{attack}");
    }
    let acts = "1: play refactor; 1: trash dogecoin; 1: gain framework";
    let end = play(options.clone(), 1, "1 hand: refactor, dogecoin", acts);
    assert_eq!((end.phase(), end.at("1 discards")), ("money", "framework".into()));
    let end = play(options, 1, "1 hand: bug", "1 leaves");
    assert_eq!(end.outcome.expect("over").scores.as_slice(), [-1]);
}
