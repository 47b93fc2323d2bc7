//! The rules, as scenarios in notation.
//!
//! A scenario sets the cards of the players by hand (see [`Scene`]) and plays acts from there; chance
//! that the acts do not spell out deals the first card in the order of the rule book. Whole games
//! begin at the beginning.

mod own_sets;
mod scene;

use parlor_automation::{Automation, Card};
use parlor_engine::sample::playout_rng;
use parlor_engine::{
    AnyTable, AnyTurn, Asleep, Hosted, Names, Rulebook, Turn, Viewer, Visitor, open, random_act,
};
use serde_json::{Value, json};

use scene::*;

// ---- a turn ----

/// ACTION and MONEY are asked even where there is nothing to play: leaving them out would tell.
#[test]
fn a_phase_that_others_cannot_see_through_is_asked() {
    let end = two("1 hand: 5 method", "");
    assert_eq!((end.asked.as_slice(), end.phase(), &*end.menu), (&[1][..], "action", "end phase"));
    let end = two("1 hand: 5 method", "1: end phase");
    assert_eq!((end.phase(), &*end.menu), ("money", "end phase"));
    let end = two("1 hand: 5 method", "1: end phase; 1: end phase");
    assert_eq!((end.phase(), &*end.menu), ("buy", "buy bug | buy bitcoin | end phase"));
}

#[test]
fn a_phase_ends_by_itself_for_reasons_all_can_see() {
    // No actions left.
    let end = two("1 hand: hack, 5 hack", "1: play hack; 2: discard bitcoin; 2: discard bitcoin");
    assert_eq!((end.phase(), &*end.menu), ("money", "end phase"));
    // MONEY goes on to its end, even without cards: whoever types one 'end phase' too many would
    // lose the BUY phase.
    let end = two("1 hand: bitcoin", "1: end phase; 1: play bitcoin");
    assert_eq!((end.phase(), end.purse(), &*end.menu), ("money", [1, 1, 1], "end phase"));
    let end = two("1 hand: hack; 2 hand: bug", "1: play hack");
    assert_eq!((end.phase(), end.purse()), ("money", [0, 1, 2]));
    // No buys left.
    let end = two("", "1: end phase; 1: end phase; 1: buy bitcoin");
    assert_eq!((end.phase(), end.asked.as_slice()), ("action", &[2][..]));
}

#[test]
fn what_is_bought_is_paid_for_and_goes_to_the_discards() {
    let acts = "1: end phase; 1: play bitcoin; 1: play ethereum; 1: end phase; 1: buy ethereum";
    let end = two("1 hand: 2 bitcoin, ethereum; 1 deck: 5 method", acts);
    assert!(end.heard("Ann buys Ethereum for 3."), "{:?}", end.told);
    assert_eq!(end.at("1 discards"), "2 bitcoin, 2 ethereum");
    assert_eq!(end.at("1 hand"), "5 method");
    assert_eq!((end.number("1 turns"), end.purse()), (1, [1, 1, 0]));
    assert!(end.heard("Ann's turn ends; left in hand: Bitcoin."));
}

/// Unspent money is lost, the hand is seen when it is put away, and the last kind in the order of
/// the rule book comes to lie on top.
#[test]
fn clean_up_puts_everything_away_and_draws_five() {
    let acts = "1: end phase; 1: play bitcoin; 1: end phase; 1: end phase";
    let end = two("1 hand: bitcoin, hack, method; 1 deck: 7 ethereum", acts);
    assert_eq!(end.at("1 discards"), "bitcoin, hack, method");
    assert_eq!(end.views[0]["seats"][0]["top"], "hack");
    assert_eq!((end.at("1 hand"), end.number("1 deck_size")), ("5 ethereum".to_owned(), 2));
    assert!(end.heard("Ann's turn ends; left in hand: Method, Hack."), "{:?}", end.told);
}

/// Before the discards are shuffled in, everything but the hand lies open: the hand is known.
#[test]
fn a_deck_that_runs_out_in_the_middle_of_a_draw_is_made_of_the_discards() {
    let cards = "1 hand: monitoring, bitcoin; 1 deck: method; 1 discards: 8 ethereum";
    let end = two(cards, "1: play monitoring");
    assert_eq!(end.at("1 hand"), "bitcoin, ethereum, method");
    assert_eq!(end.at("1 known"), "bitcoin, method");
    assert!(end.heard("Ann's deck has run out; 8 discards become the new one."));
    assert!(end.boards[2].contains("3 cards (known: Method, Bitcoin), deck 7; together"));
    // There are no more than there are.
    let end = two("1 hand: monitoring; 1 deck: method", "1: play monitoring");
    assert_eq!((end.at("1 hand"), end.at("1 known")), ("method".to_owned(), String::new()));
    // Known cards are forgotten when they are put away.
    let end = two(cards, "1: play monitoring; 1: end phase; 1: end phase; 1: end phase");
    assert_eq!(end.at("1 known"), "");
}

// ---- the cards of the set 'standard' ----

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

// ---- attacks ----

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

// ---- reactions ----

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

// ---- the set 'base' ----

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

#[test]
fn the_piles_have_their_sizes() {
    let supply = |options: Value, seats| play(options, seats, "", "").views[0]["supply"].clone();
    let base = supply(json!({"set": "base"}), 4);
    // Four starting decks have come on top, and four hands of five Bitcoins have gone.
    let counted =
        ["bug", "method", "module", "framework", "bitcoin", "ethereum", "dogecoin", "refactor"]
            .map(|card| base[card].as_u64().unwrap_or(0));
    assert_eq!(counted, [40, 14 + 12, 8, 8, 60 + 28 - 20, 40, 30, 10]);
    for (seats, frameworks) in [(1, 8), (2, 8), (3, 12), (4, 12)] {
        let standard = supply(json!({ "set": "standard", "kingdom": KINGDOM }), seats);
        assert_eq!(
            (&standard["framework"], &standard["bug"]),
            (&json!(frameworks), &json!(10 * seats))
        );
        assert_eq!(standard.as_object().map(serde_json::Map::len), Some(17));
    }
}

// ---- refusals ----

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
        ("*: draw bitcoin".to_owned(), "nothing is left to chance now: a seat is to move"),
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

// ---- the end ----

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

// ---- leaving ----

#[test]
fn who_leaves_takes_the_cards_along_and_ranks_last() {
    let end = three("1 hand: 3 framework; 1 discards: bug", "1 leaves");
    assert_eq!((end.asked.as_slice(), end.phase()), (&[2][..], "action"));
    assert!(end.boards[0].contains("Ann: 17 points, 0 turns taken, has left"), "{}", end.boards[0]);
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

// ---- words ----

#[test]
fn cards_and_words_are_explained() {
    let table = open::<Automation>(&json!({"set": "standard"}), 2).expect("a table");
    for card in Card::all() {
        for word in [card.title(), card.name()] {
            let meaning =
                table.explain(word).unwrap_or_else(|| panic!("'{word}' is not explained"));
            assert!(meaning.contains(", price "), "{meaning}");
        }
    }
    let words = "action money buy cleanup supply trash discards attack reaction kingdom hand deck";
    for word in words.split(' ').chain(["end of game"]) {
        assert!(table.explain(word).is_some(), "{word}");
    }
    assert_eq!(
        table.explain("Merge Conflict").as_deref(),
        Some(
            "Merge Conflict (merge-conflict): Action, price 2. Trash a card from your hand, then \
             draw as many cards as it cost."
        )
    );
    let base = open::<Automation>(&json!({"set": "base"}), 2).expect("a table");
    assert_eq!((base.explain("hack"), base.catalogue().words().len()), (None, 20));
}

#[test]
fn the_board_is_drawn() {
    let cards = "1 hand: deployment-pipeline, hack, 2 bitcoin; 1 deck: 2 bug; 2 hand: monitoring, \
                 4 bitcoin; 2 deck: 2 method; 2 discards: hack; gone: module";
    let acts = "1: play deployment-pipeline; 1: play bitcoin; 1: play bitcoin; 1: end phase";
    let end = play(json!({ "set": "standard", "kingdom": OTHERS }), 2, cards, acts);
    let board = "\
Turn 1 of 100: Ann   ACTION MONEY [BUY] CLEANUP
0 actions, 2 buys, 3 money; all cards cost 1 less (marked -)
Supply: price, cards left (* can be paid for now)
*bug       0  x18  -1 point     *bitcoin   0  x68  +1 money
*method    1- x18  1 point      *ethereum  2- x40  +2 money
 module    4- gone 3 points      dogecoin  5- x30  +3 money
 framework 7- x8   6 points
*merge-conflict      1- x10  trash a card, draw as many as it cost
*monitoring          1- x9   +2 cards; show it to be safe from an attack
*code-review         2- x10  +1 card +2 actions
*sprint-planning     2- x10  +1 card +1 action +1 buy
*hack                3- x8   +2 money; attack: others discard down to 3
*refactor            3- x10  trash a card, gain one costing up to 2 more
*parallelization     3- x10  play another action twice
 daily-scrum         4- x10  +4 cards +1 buy; the others draw 1
 ipo                 4- x10  +2 cards +1 action +2 money
 deployment-pipeline 4- x9   +1 buy +1 money; all cards cost 1 less

Ann (you): -2 points, 0 turns taken
  hand      Hack
  deck      2: 2 Bug, in unknown order
  played    2 Bitcoin, Deployment Pipeline
  discards  none
Bob: 2 points, 0 turns taken
  hand      5 cards, deck 2; together 2 Method, 4 Bitcoin, Monitoring
  discards  1: Hack, with Hack on top
Trash: 8 Module
";
    assert_eq!(end.boards[1], board);
}

/// Whatever happens, boards and questions fit the terminal.
#[test]
fn boards_and_questions_fit() {
    struct Look;
    impl Visitor for Look {
        type Out = ();
        fn visit<G: Hosted>(self, game: G) {
            let names = Names::new(["Annabel", "Bob", "Cid", "Dan"]);
            let mut rng = playout_rng(4);
            let mut state = game.start();
            while let Some(act) = random_act(&game, &state, &mut rng) {
                game.apply(&mut state, &act, &mut Asleep).expect("legal");
                for viewer in Viewer::all(game.seats()) {
                    let view = game.view(&state, viewer);
                    let mut text = game.draw(&view, &names);
                    if let (Turn::Ask { seats, why }, Some(seat)) =
                        (game.turn(&state), viewer.seat())
                        && seats.contains(seat)
                    {
                        text.push_str(&game.ask(&why, &view, &names));
                    }
                    for line in text.lines() {
                        assert!(line.is_ascii() && line.len() <= 78, "{line}");
                        assert_eq!(line.trim_end(), line);
                    }
                }
            }
        }
    }
    for options in [json!({"set": "standard", "turns": 40}), json!({"turns": 40})] {
        Automation::open(&options, 4, Look).expect("a table");
    }
}
