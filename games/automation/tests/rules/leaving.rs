//! Players who leave.

use parlor_automation::Automation;
use parlor_engine::open;
use serde_json::json;

use crate::scene::{OTHERS, play, three};

#[test]
fn who_leaves_takes_the_cards_along_and_ranks_last() {
    let end = three("1 hand: 3 framework; 1 discards: bug", "1 leaves");
    assert_eq!((end.asked.as_slice(), end.phase()), (&[2][..], "action"));
    assert!(end.boards[0].contains("Ann: 17 points, has left, 0 turns taken"), "{}", end.boards[0]);
    let end = three("1 hand: 3 framework", "1 leaves; 3 leaves");
    let outcome = end.outcome.expect("over");
    assert_eq!(
        (outcome.reason.as_ref(), outcome.places.as_slice()),
        ("everybody else has left", &[2, 1, 3][..])
    );
    // The order goes on round the table.
    let end = three("", "2 leaves; 1: end phase; 1: end phase; 1: end phase");
    assert_eq!(end.asked, [3]);
}

#[test]
fn leaving_in_the_middle_of_an_attack() {
    let cards = "1 hand: hack, bug; 2 hand: 5 bitcoin; 3 hand: 5 method";
    let begun = "1: play hack; 2: discard bitcoin; 2: discard bitcoin; 3: discard method";
    // The attacker goes: what was put aside is back in its hand, and nobody hears of it.
    let end = three(cards, &format!("{begun}; 1 leaves"));
    assert_eq!((end.asked.as_slice(), end.phase()), (&[2][..], "action"));
    assert_eq!((end.at("2 hand"), end.at("3 hand")), ("5 bitcoin".into(), "5 method".into()));
    assert!(!end.told.iter().any(|told| told.contains("(Hack)")));
    // The last one who owes an answer goes: the others' answers are opened.
    let end = three(cards, &format!("{begun}; 3 leaves"));
    assert!(end.heard("Bob discards 2 Bitcoin (Hack)."), "{:?}", end.told);
    assert_eq!(
        (end.at("3 hand"), end.at("3 discards"), end.phase()),
        ("5 method".into(), String::new(), "money")
    );
    // One who has answered goes: the other still owes.
    let end = three(cards, &format!("{begun}; 2 leaves"));
    assert_eq!((end.asked.as_slice(), end.at("2 hand")), (&[3][..], "5 bitcoin".into()));
    // One who is to draw goes.
    let cards = "1 hand: daily-scrum; 2 deck: bug; 3 deck: bug";
    let end = play(
        json!({ "set": "standard", "kingdom": OTHERS }),
        3,
        cards,
        "1: play daily-scrum; *: draw bug; 3 leaves",
    );
    assert_eq!((end.at("2 hand"), end.number("3 deck_size")), ("bug".into(), 1));
}

#[test]
fn who_discards_alone_may_leave() {
    let cards = "1 hand: hack, bug; 3 hand: bug";
    let end = three(cards, "1: play hack; 2: discard bitcoin; 2 leaves");
    assert_eq!((end.asked.as_slice(), end.phase()), (&[1][..], "money"));
}

/// What somebody said under seal goes with them.
#[test]
fn who_has_answered_may_leave() {
    let cards = "1 hand: ransomware, bug; 2 hand: 3 bitcoin; 3 hand: 3 bitcoin";
    let acts = "1: play ransomware; 2: choose discard; 2 leaves; 3: choose bug";
    let end = three(cards, acts);
    assert_eq!((end.asked.as_slice(), end.phase()), (&[1][..], "money"));
    assert!(!end.heard("Bob chooses to discard (Ransomware)."), "{:?}", end.told);

    let cards = "1 hand: hack, bug; 2 hand: monitoring, 4 bitcoin; 3 hand: monitoring, 4 bitcoin";
    let end = three(cards, "1: play hack; 2: show monitoring; 2 leaves; 3: pass");
    assert_eq!((end.asked.as_slice(), end.at("2 known")), (&[3][..], String::new()));
    assert!(!end.heard("Bob shows Monitoring: Hack passes by."), "{:?}", end.told);

    // What one of two has put aside is not opened for the other's leaving either.
    let cards = "1 hand: ransomware, bug; 2 hand: 3 bitcoin; 3 hand: 3 method";
    let both = "1: play ransomware; 2: choose discard; 3: choose discard; 3: discard method";
    let end = three(cards, &format!("{both}; 2 leaves"));
    assert_eq!((end.asked.as_slice(), end.at("3 discards")), (&[3][..], String::new()));
    assert_eq!(
        end.question,
        "Ann attacks with Ransomware. Cid, 1 card to go, under seal: discard method"
    );
    let end = three(cards, &format!("{both}; 2 leaves; 3: discard method"));
    assert_eq!((end.at("3 discards"), end.phase()), ("2 method".into(), "money"));
}

/// The next turn begins with nothing of the turn that somebody left in.
#[test]
fn who_leaves_takes_money_and_price_cuts_along() {
    let cards = "1 hand: deployment-pipeline, bitcoin";
    let acts = "1: play deployment-pipeline; 1: play bitcoin; 1 leaves";
    let end = play(json!({ "set": "standard", "kingdom": OTHERS }), 3, cards, acts);
    assert_eq!((end.asked.as_slice(), end.purse()), (&[2][..], [1, 1, 0]));
    assert_eq!(end.views[0]["discount"], 0);
}

/// Whoever had the last turn to come has left while the one before them drew a new hand.
#[test]
fn the_last_turn_may_leave_too() {
    let pass = |seat: usize| format!("{seat}: end phase; {seat}: end phase; {seat}: end phase; ");
    let mut table = open::<Automation>(&json!({"set": "base", "turns": 1}), 3).expect("a table");
    let deal = "*: draw bitcoin; ".repeat(15);
    let draw = "*: draw bitcoin; *: draw bitcoin; *: draw method; *: draw method; *: draw method; ";
    let acts = format!("{deal}{}{draw}{}3 leaves; {draw}", pass(1), pass(2));
    for act in acts.split("; ").filter(|act| !act.is_empty()) {
        table.apply(&act.parse().expect("an act")).unwrap_or_else(|why| panic!("'{act}': {why}"));
    }
    let outcome = table.outcome().expect("over");
    assert_eq!(outcome.reason, "everybody has had all their turns");
}

/// A reaction that was shown and then discarded under seal is known no more.
#[test]
fn a_known_card_that_is_discarded_is_forgotten() {
    let cards = "1 hand: parallelization, hack, bug; 2 hand: monitoring, 4 bitcoin; \
                 3 hand: monitoring, 4 bitcoin";
    let acts = "1: play parallelization; 1: play hack; 2: show monitoring; 3: pass; \
                3: discard bitcoin; 3: discard bitcoin; 2: pass; 3: pass; 2: discard monitoring; \
                2: discard bitcoin";
    let end = three(cards, acts);
    assert_eq!((end.at("2 hand"), end.at("2 known")), ("3 bitcoin".into(), String::new()));
    assert_eq!(end.at("2 discards"), "bitcoin, monitoring");
}

/// As much as can wait to be done: ten Parallelizations, then the card with the most to do.
#[test]
fn everything_that_can_wait_finds_room() {
    for last in ["daily-scrum", "hack"] {
        let cards = format!("1 hand: 10 parallelization, {last}; 1 deck: 9 bitcoin");
        let twice = "1: play parallelization; ".repeat(10);
        let end = play(
            json!({ "set": "standard", "kingdom": OTHERS }),
            4,
            &cards,
            &format!("{twice}1: play {last}"),
        );
        assert_eq!(end.refused, None);
    }
}

/// The mover draws before the others, and that is how it is told.
#[test]
fn daily_scrum_is_told_in_its_order() {
    let cards = "1 hand: daily-scrum; 1 deck: 9 bitcoin; 2 deck: bug; 3 deck: method";
    let end =
        play(json!({ "set": "standard", "kingdom": OTHERS }), 3, cards, "1: play daily-scrum");
    let told: Vec<&str> = end.told.iter().map(String::as_str).collect();
    let first = ["Ann plays Daily Scrum.", "Ann draws 4 cards.", "Bob draws 1 card."];
    assert_eq!(told[..3], first);
    assert_eq!(told[told.len() - 2..], ["2: You draw Bug.", "3: You draw Method."]);
}
