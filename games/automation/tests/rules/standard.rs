//! The cards of the set `standard`.

use serde_json::json;

use crate::scene::{OTHERS, play, two};

#[test]
fn points_and_money_are_worth_what_they_say() {
    for (card, points) in [("bug", -1), ("method", 1), ("module", 3), ("framework", 6)] {
        let end = two(&format!("1 hand: 2 {card}"), "2 leaves");
        let outcome = end.outcome.expect("over");
        assert_eq!(outcome.scores.as_slice(), [2 * points, 0], "{card}");
    }
    for (card, money) in [("bitcoin", 1), ("ethereum", 2), ("dogecoin", 3)] {
        let acts = format!("1: end phase; 1: play {card}; 1: play {card}");
        let end = two(&format!("1 hand: 3 {card}"), &acts);
        assert_eq!(end.purse(), [1, 1, 2 * money], "{card}");
    }
}

#[test]
fn backlog_swaps_cards() {
    let cards = "1 hand: backlog, 2 method, bitcoin; 1 deck: 3 ethereum";
    let end = two(cards, "1: play backlog");
    assert_eq!(end.question, "Ann, Backlog: discard method | bitcoin, or pass and draw 0 cards");
    let end = two(cards, "1: play backlog; 1: discard method; 1: discard method; 1: pass");
    assert_eq!(
        (end.at("1 hand"), end.at("1 discards")),
        ("bitcoin, 2 ethereum".into(), "2 method".into())
    );
    assert_eq!((end.purse(), end.phase()), ([1, 1, 0], "action"));
    let end = two(cards, "1: play backlog; 1: pass");
    assert_eq!(end.at("1 hand"), "bitcoin, 2 method");
    // With the last card gone nobody has to pass; what was discarded may come back.
    let end = two("1 hand: backlog, method", "1: play backlog; 1: discard method");
    assert_eq!((end.at("1 hand"), end.at("1 discards")), ("method".into(), String::new()));
}

#[test]
fn merge_conflict_turns_a_card_into_as_many_as_it_cost() {
    let cards = "1 hand: merge-conflict, ethereum, bitcoin; 1 deck: 5 method";
    let end = two(cards, "1: play merge-conflict; 1: trash ethereum");
    assert_eq!(
        (end.at("1 hand"), end.at("trash")),
        ("bitcoin, 3 method".into(), "ethereum".into())
    );
    let end = two(cards, "1: play merge-conflict; 1: trash bitcoin");
    assert_eq!(end.at("1 hand"), "ethereum");
    // An empty hand has nothing to trash.
    let end = two("1 hand: merge-conflict; 1 deck: 5 method", "1: play merge-conflict");
    assert_eq!((end.phase(), end.at("trash")), ("money", String::new()));
}

#[test]
fn plain_actions_give_what_they_say() {
    for (card, cards, purse) in [
        ("monitoring", 2, [0, 1, 0]),
        ("code-review", 1, [2, 1, 0]),
        ("sprint-planning", 1, [1, 2, 0]),
        ("ipo", 2, [1, 1, 2]),
    ] {
        let hand = format!("1 hand: {card}, bug; 1 deck: 5 bitcoin");
        let end = play(
            json!({ "set": "standard", "kingdom": OTHERS }),
            2,
            &hand,
            &format!("1: play {card}"),
        );
        assert_eq!((end.number("1 hand_size"), end.purse()), (1 + cards, purse), "{card}");
    }
}

#[test]
fn unit_test_gives_two_of_one_thing() {
    let cards = "1 hand: unit-test, bug; 1 deck: 5 bitcoin";
    let end = two(cards, "1: play unit-test");
    assert_eq!(end.menu, "choose actions | choose money | choose cards");
    for (choice, hand, purse) in
        [("actions", 1, [2, 1, 0]), ("money", 1, [0, 1, 2]), ("cards", 3, [0, 1, 0])]
    {
        let end = two(cards, &format!("1: play unit-test; 1: choose {choice}"));
        assert_eq!((end.number("1 hand_size"), end.purse()), (hand, purse), "{choice}");
    }
}

#[test]
fn tech_debt_discards_for_empty_piles() {
    let cards = "1 hand: tech-debt, 3 method; 1 deck: 5 bitcoin";
    let end = two(cards, "1: play tech-debt");
    assert_eq!((end.at("1 hand"), end.purse()), ("bitcoin, 3 method".into(), [1, 1, 1]));
    assert_eq!(end.question, "Ann, ACTION phase, 1 action: no action in hand: end phase");
    let cards = format!("{cards}; gone: module, hack");
    let end = two(&cards, "1: play tech-debt");
    assert_eq!(
        end.question,
        "Ann, Tech Debt: 2 cards to go for empty piles: discard method | bitcoin"
    );
    let end = two(&cards, "1: play tech-debt; 1: discard method; 1: discard bitcoin");
    assert_eq!((end.at("1 hand"), &*end.menu), ("2 method".into(), "end phase"));
    // A hand that is too small is discarded whole; a pile of Bugs counts like any other.
    let small = "1 hand: tech-debt; 1 deck: bitcoin; gone: bug, hack";
    let end = two(small, "1: play tech-debt");
    assert_eq!(end.question, "Ann, Tech Debt: 1 card to go for empty piles: discard bitcoin");
    let end = two(small, "1: play tech-debt; 1: discard bitcoin");
    assert_eq!((end.phase(), end.at("1 discards")), ("action", "bitcoin".into()));
}

#[test]
fn refactor_turns_a_card_into_a_dearer_one() {
    let cards = "1 hand: refactor, ethereum, bitcoin";
    let end = two(cards, "1: play refactor; 1: trash ethereum");
    assert_eq!(end.question, "Ann, GAIN phase, Refactor: gain CARD that costs up to 5 (marked *)");
    assert!(end.menu.contains("gain module") && end.menu.contains("gain evergreen-test"));
    assert!(!end.menu.contains("dogecoin"), "{}", end.menu);
    let end = two(cards, "1: play refactor; 1: trash ethereum; 1: gain module");
    assert_eq!((end.at("1 discards"), end.at("trash")), ("module".into(), "ethereum".into()));
    let end = two(cards, "1: play refactor; 1: trash bitcoin; 1: gain framework");
    assert_eq!(end.refusal(), "Framework costs 8, and it may cost 2 at most");
    // Where nothing is cheap enough, nothing is gained.
    let gone = "gone: bug, bitcoin, method, backlog, merge-conflict, monitoring";
    let end = two(&format!("{cards}; {gone}"), "1: play refactor; 1: trash bitcoin");
    assert_eq!((end.phase(), end.at("1 discards")), ("money", String::new()));
    // An empty hand has nothing to trash, and nothing is gained for it.
    let end = two("1 hand: refactor", "1: play refactor");
    assert_eq!((end.phase(), &*end.menu), ("money", "end phase"));
}

/// GAIN is a phase for everybody who looks, as long as a gain is asked for.
#[test]
fn gain_is_a_phase() {
    let cards = "1 hand: parallelization, refactor, 2 bitcoin, method";
    let begun = "1: play parallelization; 1: play refactor";
    let asked = format!("{begun}; 1: trash bitcoin");
    let end = two(cards, begun);
    assert_eq!(
        (end.phase(), &end.views[0]["todo"][1]),
        ("action", &json!({"trash": {"card": "refactor"}}))
    );
    let end = two(cards, &asked);
    for view in &end.views {
        assert_eq!(view["phase"], "gain");
    }
    for board in &end.boards {
        let head = board.lines().next().unwrap_or_default();
        assert_eq!(head, "Turn 1 of 100: Ann   ACTION [GAIN] MONEY BUY CLEANUP");
    }
    // The card that plays it again goes on with ACTION, and gains again.
    let end = two(cards, &format!("{asked}; 1: gain bug"));
    assert_eq!((end.phase(), &*end.menu), ("action", "trash method | trash bitcoin"));
    let end = two(cards, &format!("{asked}; 1: gain bug; 1: trash bitcoin"));
    assert_eq!(end.phase(), "gain");
    let end = two(cards, &format!("{asked}; 1: gain bug; 1: trash bitcoin; 1: gain bitcoin"));
    assert_eq!((end.phase(), end.at("1 discards")), ("money", "bitcoin, bug".into()));
}

#[test]
fn parallelization_plays_an_action_twice() {
    let cards = "1 hand: parallelization, unit-test, bug; 1 deck: 5 bitcoin";
    let acts = "1: play parallelization; 1: play unit-test; 1: choose actions; 1: choose money";
    let end = two(cards, acts);
    assert_eq!((end.purse(), end.at("1 played")), ([2, 1, 2], "parallelization, unit-test".into()));
    let twice = end.told.iter().filter(|told| *told == "Ann plays Unit Test with Parallelization.");
    assert_eq!(twice.count(), 2);
    let end = two(cards, "1: play parallelization; 1: pass");
    assert_eq!((end.phase(), end.at("1 hand")), ("money", "bug, unit-test".into()));
    let end = two(cards, "1: play parallelization; 1: play bug");
    assert_eq!(end.refusal(), "Bug is not an action");
    // It is asked without an action in hand, for that is not for others to know; not so with an
    // empty hand.
    let end = two("1 hand: parallelization, bug", "1: play parallelization");
    assert_eq!(end.question, "Ann, Parallelization: no action in hand to play twice: pass");
    let end = two("1 hand: parallelization", "1: play parallelization");
    assert_eq!((end.phase(), &*end.menu), ("money", "end phase"));
}

#[test]
fn parallelization_of_parallelization_plays_two_further_actions_twice_each() {
    let cards = "1 hand: 2 parallelization, unit-test, tech-debt, bug; 1 deck: 5 bitcoin";
    let acts = "1: play parallelization; 1: play parallelization; 1: play unit-test; \
                1: choose money; 1: choose money; 1: play tech-debt";
    let end = two(cards, acts);
    assert_eq!((end.purse(), end.at("1 hand")), ([2, 1, 6], "2 bitcoin, bug".into()));
}

#[test]
fn an_attack_played_twice_is_answered_twice() {
    let cards = "1 hand: parallelization, evergreen-test, bug; 2 hand: monitoring, bitcoin";
    let acts = "1: play parallelization; 1: play evergreen-test; 2: show monitoring; 2: pass";
    let end = two(cards, acts);
    assert_eq!((end.at("2 discards"), end.phase()), ("bug".into(), "money"));
}

#[test]
fn daily_scrum_lets_the_others_draw_one() {
    let cards = "1 hand: daily-scrum; 1 deck: 5 bitcoin; 2 deck: 3 method; 3 deck: 2 ethereum";
    let end =
        play(json!({ "set": "standard", "kingdom": OTHERS }), 3, cards, "1: play daily-scrum");
    assert_eq!((end.at("1 hand"), end.purse()), ("4 bitcoin".into(), [0, 2, 0]));
    assert_eq!((end.at("2 hand"), end.at("3 hand")), ("method".into(), "ethereum".into()));
    let drawn: Vec<&str> =
        end.told.iter().map(String::as_str).filter(|told| told.contains("You draw")).collect();
    assert_eq!(drawn[4..], ["2: You draw Method.", "3: You draw Ethereum."]);
}

/// Price cuts add up, never below nothing, and count for gains and trashes too.
#[test]
fn deployment_pipeline_makes_everything_cheaper() {
    let options = json!({ "set": "standard", "kingdom": OTHERS });
    let cards = "1 hand: parallelization, deployment-pipeline, bug";
    let acts = "1: play parallelization; 1: play deployment-pipeline; 1: end phase";
    let end = play(options.clone(), 2, cards, acts);
    assert_eq!(end.purse(), [0, 3, 2]);
    assert!(end.menu.contains("buy hack") && !end.menu.contains("buy module"), "{}", end.menu);
    assert!(end.boards[1].contains("all cards cost 2 less (marked -)"), "{}", end.boards[1]);
    assert!(end.boards[1].contains("*method    0- x20"), "{}", end.boards[1]);
    let end = play(options.clone(), 2, cards, &format!("{acts}; 1: buy hack; 1: buy method"));
    assert_eq!((end.purse(), end.phase()), ([0, 1, 0], "buy"));
    assert!(end.heard("Ann buys Hack for 2.") && end.heard("Ann buys Method for 0."));
    // It is over with the turn.
    let end = play(options.clone(), 2, cards, &format!("{acts}; 1: end phase"));
    assert_eq!(end.views[0]["discount"], 0);

    let before = "1: play code-review; 1: play deployment-pipeline";
    let cards = "1 hand: code-review, deployment-pipeline, merge-conflict, refactor, ethereum; \
                 1 deck: 6 bitcoin";
    let end = play(
        options.clone(),
        2,
        cards,
        &format!("{before}; 1: play merge-conflict; 1: trash ethereum"),
    );
    assert_eq!(end.at("1 hand"), "3 bitcoin, refactor");
    let end =
        play(options.clone(), 2, cards, &format!("{before}; 1: play refactor; 1: trash ethereum"));
    assert_eq!(end.question, "Ann, GAIN phase, Refactor: gain CARD that costs up to 4 (marked *)");
    assert!(end.menu.contains("gain ipo"), "it costs 4 now: {}", end.menu);
}
