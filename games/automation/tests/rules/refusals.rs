//! What is refused, and why.

use parlor_automation::Automation;
use parlor_engine::open;
use serde_json::{Value, json};

use crate::scene::{KINGDOM, three, two};

#[test]
fn what_is_refused_and_why() {
    let hand = "1 hand: bitcoin, method, hack; gone: module";
    let money = "1: end phase";
    let buy = "1: end phase; 1: play bitcoin; 1: end phase";
    for (acts, why) in [
        ("1: play ipo".to_owned(), "there is no IPO in your hand"),
        ("1: play bitcoin".to_owned(), "Bitcoin is not an action"),
        (format!("{money}; 1: play method"), "Method is not money"),
        (format!("{money}; 1: play hack"), "Hack is not money"),
        (format!("{buy}; 1: buy ethereum"), "Ethereum costs 3, and you have 1"),
        (format!("{buy}; 1: buy module"), "there is no Module left"),
        (format!("{buy}; 1: buy ipo"), "IPO is not in the supply of this game"),
        (
            "1: buy bitcoin".to_owned(),
            "'buy bitcoin' does not answer the question; play an action, or 'end phase'",
        ),
        (
            format!("{money}; 1: pass"),
            "'pass' does not answer the question; play money, or 'end phase'",
        ),
        (
            format!("{buy}; 1: play bitcoin"),
            "'play bitcoin' does not answer the question; buy a card, or 'end phase'",
        ),
        ("2: end phase".to_owned(), "seat 2 is not asked to move now"),
        ("3: end phase".to_owned(), "there is no seat 3 at this table"),
        ("*: draw bitcoin".to_owned(), "no chance act is due: a seat has to move first"),
        ("clock".to_owned(), "no time limit is running"),
        ("2 leaves; 1: end phase".to_owned(), "the game is over"),
        (
            "1: play hack; 2: end phase".to_owned(),
            "'end phase' does not answer the question; discard a card",
        ),
        ("1: play hack; 2: discard ipo".to_owned(), "there is no IPO in your hand"),
    ] {
        assert_eq!(two(hand, &acts).refusal(), why, "{acts}");
    }
    assert_eq!(three("", "2 leaves; 2 leaves").refusal(), "seat 2 has left already");
}

#[test]
fn what_is_refused_while_a_card_asks() {
    for (card, acts, why) in [
        ("refactor", "1: trash bug", "there is no Bug in your hand"),
        ("refactor", "1: pass", "'pass' does not answer the question; trash a card"),
        (
            "unit-test",
            "1: choose bug",
            "'choose bug' does not answer the question; 'choose actions', 'choose money' or 'choose cards'",
        ),
        (
            "backlog",
            "1: end phase",
            "'end phase' does not answer the question; discard a card, or 'pass'",
        ),
        (
            "ransomware",
            "2: pass",
            "'pass' does not answer the question; 'choose discard' or 'choose bug'",
        ),
    ] {
        let end = two(&format!("1 hand: {card}, bitcoin"), &format!("1: play {card}; {acts}"));
        assert_eq!(end.refusal(), why, "{card}: {acts}");
    }
}

#[test]
fn all_that_is_wrong_with_a_table_is_said() {
    let wrong = |options: Value, seats| match open::<Automation>(&options, seats) {
        Ok(_) => panic!("{options} for {seats} opened"),
        Err(problems) => problems.to_string(),
    };
    let kingdom =
        "hack,hack,chess,bitcoin,ipo,backlog,refactor,unit-test,tech-debt,ransomware,monitoring";
    let options = json!({
        "set": "standard", "kingdom": kingdom, "turns": 10001, "frameworks": 41, "colour": "red",
    });
    let text = wrong(options, 5);
    for part in [
        "kingdom: 'hack' is named twice",
        "kingdom: there is no card 'chess'; there is backlog, merge-conflict,",
        "kingdom: 'bitcoin' is not an action",
        "kingdom: 10 actions make a kingdom, not 11",
        "turns: at most 10000 turns can be played, not 10001",
        "frameworks: at most 40 Frameworks fit in the box, not 41",
        "colour: there is no such option; there is frameworks, kingdom, set, turns",
        "seats: 1 to 4 can play, not 5",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    let text = wrong(json!({ "kingdom": KINGDOM }), 2);
    assert_eq!(
        text,
        "kingdom: the set 'Base' has just its 3 actions; leave it out, or take set=standard"
    );
}
