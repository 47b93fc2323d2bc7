//! Attacks, and the reactions that are shown against them.

use serde_json::{Value, json};

use crate::scene::{three, two};

#[test]
fn hack_makes_the_others_discard_down_to_three() {
    let cards = "1 hand: hack, bug; 2 hand: 2 bitcoin, 3 method; 3 hand: 3 bitcoin";
    // Only Bob holds more than three. He has nobody to hide from.
    let end = three(cards, "1: play hack");
    assert_eq!(end.question, "Ann attacks with Hack. Bob, 2 cards to go: discard method | bitcoin");
    assert_eq!((end.asked.as_slice(), end.purse()), (&[2][..], [0, 1, 2]));
    let end = three(cards, "1: play hack; 2: discard method");
    assert!(end.heard("Bob discards Method (Hack)."));
    let end = three(cards, "1: play hack; 2: discard method; 2: discard method");
    assert_eq!((end.at("2 discards"), end.phase()), ("2 method".into(), "money"));
}

#[test]
fn several_discard_under_seal() {
    let cards = "1 hand: hack, bug; 2 hand: 2 bitcoin, 3 method; 3 hand: 4 bitcoin";
    let before = "1: play hack; 2: discard method";
    let end = three(cards, before);
    assert_eq!(end.asked, [2, 3]);
    assert_eq!(
        end.question,
        "Ann attacks with Hack. Bob, 1 card to go, under seal: discard method | bitcoin"
    );
    assert!(end.heard("2: Your answer 'discard method' is sealed."), "{:?}", end.told);
    // Nobody else sees the card, nor that it has left the hand.
    assert_eq!((end.number("2 hand_size"), end.at("2 discards")), (5, String::new()));
    assert_eq!(
        (&end.views[0]["answer"], &end.views[3]["answer"]["aside"]),
        (&Value::Null, &json!({}))
    );
    assert_eq!(end.views[2]["answer"]["aside"], json!({"method": 1}));
    assert!(end.boards[2].contains("Your answer so far: discard Method\n"), "{}", end.boards[2]);
    assert!(end.boards[2].contains("  hand      2 Method, 2 Bitcoin\n"), "{}", end.boards[2]);

    let end = three(cards, &format!("{before}; 3: discard bitcoin; 2: discard bitcoin"));
    let opened: Vec<&String> = end.told.iter().filter(|told| told.contains("(Hack)")).collect();
    assert_eq!(opened, ["Bob discards Method, Bitcoin (Hack).", "Cid discards Bitcoin (Hack)."]);
    assert_eq!(end.phase(), "money");
}

#[test]
fn evergreen_test_gives_bugs_in_turn_order_while_there_are_any() {
    let cards = "1 hand: evergreen-test, bug; 1 deck: 2 bitcoin";
    let end = three(cards, "1: play evergreen-test");
    assert_eq!(
        (end.at("1 hand"), end.at("2 discards"), end.at("3 discards")),
        ("2 bitcoin, bug".into(), "bug".into(), "bug".into())
    );
    let end = three("1 hand: evergreen-test, 29 bug", "1: play evergreen-test");
    assert_eq!((end.at("2 discards"), end.at("3 discards")), ("bug".into(), String::new()));
    // The order begins left of the attacker, wherever the attacker sits.
    let turn = "1: end phase; 1: end phase; 1: end phase";
    let end = three(
        "1 hand: 28 bug; 2 hand: evergreen-test, bug",
        &format!("{turn}; 2: play evergreen-test"),
    );
    assert_eq!((end.at("3 discards"), end.at("1 discards")), ("bug".into(), String::new()));
}

#[test]
fn ransomware_lets_the_others_choose() {
    let cards = "1 hand: ransomware, bug; 1 deck: 3 method; 2 hand: 3 bitcoin; 3 hand: 3 bitcoin";
    let end = three(cards, "1: play ransomware");
    assert_eq!((end.asked.as_slice(), &*end.menu), (&[2, 3][..], "choose discard | choose bug"));
    assert_eq!(end.at("1 hand"), "bug, 3 method");
    // Under seal until both have chosen.
    let end = three(cards, "1: play ransomware; 3: choose bug");
    assert_eq!((end.asked.as_slice(), end.at("3 discards")), (&[2][..], String::new()));
    assert_eq!(end.views[1]["answer"], Value::Null);
    assert!(end.boards[3].contains("Your answer so far: choose bug"), "{}", end.boards[3]);
    // Bugs come first, then one alone discards openly.
    let chosen = "1: play ransomware; 3: choose bug; 2: choose discard";
    let end = three(cards, chosen);
    assert_eq!(end.at("3 discards"), "bug");
    assert_eq!(end.question, "Ann attacks with Ransomware. Bob, 2 cards to go: discard bitcoin");
    assert!(end.heard("Bob chooses to discard (Ransomware)."), "{:?}", end.told);
    let end = three(cards, &format!("{chosen}; 2: discard bitcoin; 2: discard bitcoin"));
    assert_eq!((end.at("2 hand"), end.phase()), ("bitcoin".into(), "money"));
    // Both discard: under seal.
    let both = "1: play ransomware; 2: choose discard; 3: choose discard; 3: discard bitcoin";
    assert_eq!(three(cards, both).asked, [2, 3]);
}

#[test]
fn ransomware_takes_what_there_is() {
    // One card is all there is to discard.
    let end = two(
        "1 hand: ransomware; 2 hand: bug",
        "1: play ransomware; 2: choose discard; 2: discard bug",
    );
    assert_eq!((end.at("2 discards"), end.phase()), ("bug".into(), "money"));
    let end = two("1 hand: ransomware; 2 hand: bitcoin; gone: bug", "1: play ransomware");
    let question = end.question.replace('\n', " ");
    assert!(question.ends_with("choose discard (1 card) or choose bug (none is left)"));
    // An empty hand is passed by.
    let end = two("1 hand: ransomware; 2 deck: 5 bitcoin", "1: play ransomware");
    assert_eq!((end.phase(), end.at("2 discards")), ("money", String::new()));
    // A Bug chosen from an empty pile is none.
    let end = two("1 hand: ransomware; gone: bug", "1: play ransomware; 2: choose bug");
    assert_eq!(
        (end.phase(), end.at("2 discards"), end.at("2 hand")),
        ("money", String::new(), "5 bitcoin".into())
    );
}

/// Asked is who might hold a reaction, in hand or deck: which of the two is not for others to know.
#[test]
fn reactions_are_asked_before_the_attack_does_anything() {
    let cards = "1 hand: ransomware; 1 deck: 3 method; 2 hand: bitcoin; 2 deck: monitoring; \
                 3 hand: 3 bitcoin; 3 discards: monitoring";
    let end = three(cards, "1: play ransomware");
    assert_eq!((end.asked.as_slice(), &*end.menu), (&[2][..], "pass"));
    assert_eq!(end.question, "Ann attacks with Ransomware. Bob, no reaction in hand: pass");
    assert_eq!(end.at("1 hand"), "", "the cards are drawn after the answers");
    let end = three(cards, "1: play ransomware; 2: pass");
    assert_eq!((end.at("1 hand"), end.asked.as_slice()), ("3 method".into(), &[2, 3][..]));
    // Who holds no card is not asked either.
    let end = three("1 hand: ransomware, bug; 2 deck: monitoring", "1: play ransomware");
    assert_eq!(end.asked, [3]);
}

#[test]
fn a_shown_reaction_spares_its_owner_and_stays_in_hand() {
    let cards = "1 hand: hack, bug; 2 hand: monitoring, 4 bitcoin; 2 deck: bug; \
                 3 hand: monitoring, 4 bitcoin; 3 deck: bug";
    let end = three(cards, "1: play hack; 2: show monitoring");
    assert_eq!(
        (end.asked.as_slice(), end.heard("Bob shows Monitoring: Hack passes by.")),
        (&[3][..], false)
    );
    assert!(end.boards[2].contains("Your answer so far: show monitoring"), "{}", end.boards[2]);
    let end = three(cards, "1: play hack; 2: show monitoring; 3: pass");
    assert!(end.heard("Bob shows Monitoring: Hack passes by."), "{:?}", end.told);
    assert_eq!(
        (end.asked.as_slice(), end.at("2 hand"), end.at("2 known")),
        (&[3][..], "4 bitcoin, monitoring".into(), "monitoring".into())
    );
    assert!(
        end.boards[1].contains("5 cards (known: Monitoring), deck 1; together"),
        "{}",
        end.boards[1]
    );
    // It can be shown against the next attack too.
    let again = "1: play parallelization; 1: play hack; 2: show monitoring; 2: show monitoring";
    let end = two("1 hand: parallelization, hack, bug; 2 hand: monitoring, 4 bitcoin", again);
    assert_eq!(
        (end.phase(), end.at("2 discards"), end.at("2 known")),
        ("money", String::new(), "monitoring".into())
    );
    let end = three(cards, "1: play hack; 2: show bitcoin");
    assert_eq!(end.refusal(), "Bitcoin is no answer to an attack");
}
