//! Sets that are not in the box: what their cards do, what ends the game, and what is wrong with them.

use parlor_automation::Automation;
use parlor_engine::sample::{below, playout_rng};
use parlor_engine::{AnyEntry, AnyTable, AnyTurn, Viewer, open};
use serde_json::{Value, json};

use crate::scene::{End, play};

/// Effects on other cards than in the box, and an end of its own.
fn set() -> Value {
    json!({
        "title": "Other ways",
        "ends": {"piles": ["bug", "hack", "ipo"], "empty": 2},
        "turns": 3,
        "cards": [
            {"card": "bug", "kind": "points", "cost": 1, "points": -3, "pile": 10},
            {"card": "hack", "kind": "points", "cost": 12, "points": 15, "pile": [1, 1, 2, 2]},
            {"card": "bitcoin", "kind": "money", "cost": 0, "value": 5, "pile": 40, "start": 6},
            {"card": "ipo", "kind": "action", "cost": 2, "actions": 1, "effect": "discard-to-draw", "pile": 8},
            {"card": "method", "kind": "action", "cost": 2, "effect": "play-twice", "pile": 8},
            {"card": "module", "kind": "attack", "cost": 3, "effect": {"discard-or-bug": 3}, "pile": 8},
            {"card": "backlog", "kind": "attack", "cost": 3, "effect": {"discard-down-to": 1}, "pile": 8},
            {"card": "ransomware", "kind": "reaction", "cost": 1, "cards": 3, "pile": 8},
            {"card": "unit-test", "kind": "reaction", "cost": 1, "effect": {"trash-to-gain": 10}, "pile": 8},
        ],
    })
}

fn two(cards: &str, acts: &str) -> End {
    play(json!({"set": set()}), 2, cards, acts)
}

#[test]
fn cards_do_what_the_set_says() {
    let cards = "1 hand: ipo, 2 bug, bitcoin; 1 deck: 3 hack";
    let cards = cards.replace("3 hack", "3 method");
    let end = two(&cards, "1: play ipo");
    assert_eq!(end.question, "Ann, IPO: discard bug | bitcoin, or pass and draw 0 cards");
    let end = two(&cards, "1: play ipo; 1: discard bug; 1: pass");
    assert!(end.heard("Ann discards Bug (IPO).") && end.heard("Ann discards no more (IPO)."));
    assert_eq!(end.at("1 hand"), "bitcoin, bug, method");
    assert_eq!(end.views[0]["todo"], json!([]));

    let cards = "1 hand: method, module; 2 hand: 4 bitcoin";
    let end = two(cards, "1: play method");
    assert_eq!(end.question, "Ann, Method: play module, or pass");
    let acts = "1: play method; 1: play module; 2: choose discard; 2: discard bitcoin; \
                2: discard bitcoin; 2: discard bitcoin; 2: choose bug";
    let end = two(cards, acts);
    assert!(end.heard("Ann plays Module with Method."), "{:?}", end.told);
    assert_eq!(end.at("2 discards"), "3 bitcoin, bug");
    let end = two(cards, "1: play method; 1: pass");
    assert!(end.heard("Ann plays no action twice (Method)."), "{:?}", end.told);

    // Money is worth its value, and a card has its points.
    let end = two("1 hand: bitcoin, hack", "1: end phase; 1: play bitcoin");
    assert_eq!(end.purse(), [1, 1, 5]);
    assert!(end.boards[1].contains("Ann (you): 15 points"), "{}", end.boards[1]);
    assert_eq!(two("1 hand: hack", "1: end phase; 1: play hack").refusal(), "Hack is not money");
}

/// Of two reactions the first in the order of the rule book is shown: the answer is a yes or a no.
#[test]
fn one_of_two_reactions_is_shown() {
    let cards = "1 hand: backlog; 2 hand: unit-test, ransomware, 3 bitcoin";
    let end = two(cards, "1: play backlog");
    assert_eq!((&*end.menu, end.asked.as_slice()), ("show unit-test | pass", &[2][..]));
    let end = two(cards, "1: play backlog; 2: show unit-test");
    assert!(end.heard("Bob shows Unit Test: Backlog passes by."), "{:?}", end.told);
    let end = two("1 hand: backlog; 2 hand: ransomware, bitcoin", "1: play backlog");
    assert_eq!(end.menu, "show ransomware | pass");
}

#[test]
fn the_set_says_when_the_game_is_over() {
    let cards = "1 hand: 3 bitcoin; gone: bug";
    let buy = "1: end phase; 1: play bitcoin; 1: play bitcoin; 1: play bitcoin; 1: end phase; \
               1: buy hack";
    let end = two(cards, buy);
    let outcome = end.outcome.expect("over");
    assert_eq!(outcome.reason, "as many piles are empty as end the game");
    assert_eq!(outcome.places.as_slice(), [1, 2]);
    // One pile is not enough.
    let end = two("1 hand: 3 bitcoin", buy);
    assert_eq!((end.phase(), end.asked.as_slice()), ("action", &[2][..]));
    assert!(end.boards[0].starts_with("Turn 1 of 3: Bob "), "{}", end.boards[0]);
}

/// The limit of turns is the set's own, unless the table has another; the record has it either way.
#[test]
fn the_table_says_all_there_is_to_the_set() {
    let table = open::<Automation>(&json!({"set": set()}), 2).expect("a table");
    let options = table.options();
    assert_eq!(options["turns"], 3);
    let again = open::<Automation>(&options, 2).expect("a table");
    assert_eq!(again.options(), options);
    assert_eq!(options["set"]["kingdom"], 6);
    assert_eq!(options["set"]["cards"].as_array().map(Vec::len), Some(9));
    let table = open::<Automation>(&json!({"set": set(), "turns": 50}), 2).expect("a table");
    assert_eq!(table.options()["turns"], 50);
    // What is in the box goes by its name, the older one among them.
    for name in ["base", "standard", "seed"] {
        let table = open::<Automation>(&json!({"set": name}), 2).expect("a table");
        assert_eq!(
            (&table.options()["set"], &table.options()["turns"]),
            (&json!(name), &json!(100))
        );
    }
    assert_eq!(open::<Automation>(&json!({}), 2).expect("a table").options()["set"], "base");
}

/// A set of the box plays the same from its file.
#[test]
fn a_set_in_the_box_is_the_same_from_its_file() {
    let files = [
        ("base", include_str!("../../sets/base.json")),
        ("standard", include_str!("../../sets/standard.json")),
        ("seed", include_str!("../../sets/base.json")),
    ];
    for (name, file) in files {
        let file: Value = serde_json::from_str(file).expect("JSON");
        for seats in 1..=4 {
            let tables = [json!(name), file.clone()].map(|set| {
                open::<Automation>(&json!({"set": set, "turns": 8}), seats).expect("a table")
            });
            play_alike(tables, seats as u64);
        }
    }
}

/// Plays a game at random at both tables.
fn play_alike([mut one, mut other]: [Box<dyn AnyTable>; 2], seed: u64) {
    let mut rng = playout_rng(seed);
    loop {
        assert_eq!(one.view(Viewer::Spectator), other.view(Viewer::Spectator));
        let act = match one.turn() {
            AnyTurn::Over => break,
            AnyTurn::Chance { total, .. } => {
                format!("*: {}", one.pick(below(&mut rng, total)).expect("an outcome"))
            }
            AnyTurn::Ask { seats, .. } => {
                let seat = seats.first().expect("somebody");
                let menu = one.menu(seat, usize::MAX).entries;
                let AnyEntry::One { notation, .. } =
                    &menu[below(&mut rng, menu.len() as u64) as usize]
                else {
                    panic!("a range in {menu:?}");
                };
                format!("{seat}: {notation}")
            }
        };
        for table in [&mut one, &mut other] {
            table.apply(&act.parse().expect("an act")).unwrap_or_else(|why| panic!("{act}: {why}"));
        }
    }
    assert_eq!(one.outcome(), other.outcome());
}

/// Whatever is wrong is said at once, each thing with its place.
#[test]
fn all_that_is_wrong_with_a_set_is_said() {
    let wrong = |change: fn(&mut Value), more: Value| {
        let mut options = json!({"set": set()});
        change(&mut options["set"]);
        for (key, value) in more.as_object().into_iter().flatten() {
            options[key] = value.clone();
        }
        open::<Automation>(&options, 2).map(drop).expect_err("a problem").to_string()
    };
    let said = wrong(
        |set| {
            set["cards"][0]["cost"] = json!(40);
            set["cards"][3]["effect"] = json!("give-bug");
            set["cards"][4]["pile"] = json!(11);
            set["ends"]["piles"] = json!(["bug", "dogecoin"]);
            set["kingdom"] = json!(7);
        },
        json!({"turns": 20_000, "frameworks": 3}),
    );
    let expected = "\
set.kingdom: the set has 6 actions, not 7
set.ends.piles[1]: there is no 'dogecoin' in the set
set.ends.empty: every game has 1 of these piles, so 1 to 1, not 2
set.cards[0].cost: must be 0 to 20, not 40
set.cards[3].kind: an effect that attacks makes it an 'attack'
set.cards: one player could own 11 cards that play others twice, and 10 is the most
turns: at most 10000 turns can be played, not 20000
frameworks: there are no Frameworks in this set";
    assert_eq!(said, expected);
    let said = wrong(|set| set["cards"][1]["value"] = json!("much"), json!({"turns": "x"}));
    let expected = "\
set: cards[1].value: must be a whole number, not 'much'
turns: must be a whole number, not 'x'";
    assert_eq!(said, expected);
    let said = wrong(|_| (), json!({"kingdom": "ipo,method"}));
    assert_eq!(
        said,
        "kingdom: the set 'Other ways' has just its 6 actions; leave it out, or take set=standard"
    );
    let said = wrong(|set| set["kingdom"] = json!(2), json!({"kingdom": "ipo,hack"}));
    assert_eq!(said, "kingdom: 'hack' is not an action");
}

/// A kingdom can be named of a set that has more actions than a game uses.
#[test]
fn a_kingdom_of_ones_own_set_can_be_named() {
    let mut set = set();
    set["kingdom"] = json!(2);
    let table = open::<Automation>(&json!({"set": set, "kingdom": "ipo, method"}), 2).unwrap();
    let piles = table.view(Viewer::Spectator)["piles"].clone();
    assert_eq!(piles, json!(["bug", "method", "bitcoin", "hack", "ipo"]));
}

/// What the game says of itself is made from the set.
#[test]
fn words_are_those_of_the_set() {
    let table = open::<Automation>(&json!({"set": set()}), 2).expect("a table");
    let meaning = table.explain("end of game").expect("a meaning");
    assert!(meaning.contains("2 of these piles are empty: Bug, Hack, IPO"), "{meaning}");
    let meaning = table.explain("hack").expect("a meaning");
    assert_eq!(meaning, "Hack (hack): Points, price 12. Worth 15 points at the end.");
    assert_eq!(table.explain("ethereum"), None);
    assert!(table.explain("gain").is_some() && table.explain("reaction").is_some());
}
