//! The set `base`.

use serde_json::{Value, json};

use crate::scene::{End, KINGDOM, play};

fn base(cards: &str, acts: &str) -> End {
    play(json!({}), 2, cards, acts)
}

#[test]
fn the_actions_of_the_base_set_have_their_own_text() {
    for (card, cards, purse) in [
        ("refactor", 1, [1, 1, 0]),
        ("evergreen-test", 3, [0, 1, 0]),
        ("code-review", 0, [0, 2, 2]),
    ] {
        let end =
            base(&format!("1 hand: {card}, bug; 1 deck: 5 bitcoin"), &format!("1: play {card}"));
        assert_eq!((end.number("1 hand_size"), end.purse()), (1 + cards, purse), "{card}");
        assert_eq!(end.at("2 discards"), "");
    }
}

/// Each card of the hand is offered; an action's money counts only as an action.
#[test]
fn money_of_the_base_set_offers_the_whole_hand() {
    let cards = "1 hand: bug, method, bitcoin, code-review";
    let end = base(cards, "1: end phase");
    assert_eq!(end.menu, "play bug | play method | play bitcoin | play code-review | end phase");
    let end = base(cards, "1: end phase; 1: play code-review; 1: play method; 1: play bug");
    assert_eq!((end.purse(), end.phase()), ([1, 1, 0], "money"));
    let end = base("1 hand: method, bug", "1: end phase; 1: play method; 1: play bug");
    assert_eq!((end.purse(), &*end.menu), ([1, 1, 0], "end phase"));
    let end = base("1 hand: method", "1: end phase");
    let none = "no money in hand, and other cards add nothing: end phase";
    let question = end.question.replace('\n', " ");
    assert_eq!(question, format!("Ann, MONEY phase, 0 money so far: {none}"));
}

/// `play all` plays the cards that give money, and leaves the rest of the hand alone.
#[test]
fn all_money_is_played_and_nothing_else() {
    let cards = "1 hand: bug, method, 2 bitcoin, dogecoin, code-review";
    let mut acts = "1: end phase".to_owned();
    loop {
        let end = base(cards, &acts);
        let Ok(next) = end.all else {
            assert_eq!(end.all, Err("there is no money in your hand to play".to_owned()));
            assert_eq!((end.purse(), end.phase()), ([1, 1, 5], "money"));
            assert_eq!(end.at("1 hand"), "bug, code-review, method");
            break;
        };
        acts = format!("{acts}; 1: {next}");
    }
    assert_eq!(acts.matches("play ").count(), 3, "{acts}");
    let why = |acts: &str| base(cards, acts).all.unwrap_err();
    assert!(why("").contains("this is your ACTION phase"), "{}", why(""));
    assert!(why("1: end phase; 1: end phase").contains("MONEY phase is over"));
}

#[test]
fn the_piles_have_their_sizes() {
    let supply = |options: Value, seats| play(options, seats, "", "").views[0]["supply"].clone();
    let base = supply(json!({"set": "base"}), 4);
    // Four starting decks have come on top, and four hands of five Bitcoins have gone.
    let counted = ["bug", "method", "module", "framework", "bitcoin", "ethereum", "dogecoin"]
        .map(|card| base[card].as_u64().unwrap_or(0));
    assert_eq!(counted, [40, 14 + 12, 8, 8, 60 + 28 - 20, 40, 30]);
    for action in ["refactor", "code-review", "evergreen-test"] {
        assert_eq!(base[action], 10, "{action}");
    }
    for (seats, frameworks) in [(1, 8), (2, 8), (3, 12), (4, 12)] {
        let standard = supply(json!({ "set": "standard", "kingdom": KINGDOM }), seats);
        assert_eq!(
            (&standard["framework"], &standard["bug"]),
            (&json!(frameworks), &json!(10 * seats))
        );
        assert_eq!(standard.as_object().map(serde_json::Map::len), Some(17));
    }
}
