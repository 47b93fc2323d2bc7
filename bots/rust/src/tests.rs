//! The library part, message by message; the other end reads with `parlor-protocol`.

use parlor_protocol::{Code, FromBot, ToBot};
use serde_json::{Value, json};

use crate::parlor::{Answer, Decide, Line, Menu, Rng};

fn menu() -> Value {
    let bid = json!({"first": "bid 120", "last": "bid 140", "step": 10, "count": 3, "part": 1});
    json!({"count": 4, "complete": true, "moves": ["pass", bid]})
}

fn welcome() -> Value {
    json!({
        "type": "welcome", "version": 1, "host": "", "game": "x", "title": "", "rules": 1,
        "options": {}, "seat": 1, "seats": 1, "names": [], "begun": false, "seed": u64::MAX,
        "clock": {}, "notation": ""
    })
}

fn ask(id: u64, menu: &Value) -> Value {
    json!({"type": "decide", "id": id, "question": "draw", "view": {}, "menu": menu, "clock": {}})
}

/// What a bot says to these lines, after its hello.
fn talk(lines: &[Value], decide: Decide) -> Vec<FromBot> {
    // A text is sent as it is, anything else as a message.
    let lines =
        lines.iter().map(|line| line.as_str().map_or_else(|| line.to_string(), str::to_owned));
    let heard: String = lines.map(|line| line + "\n").collect();
    let mut said = Vec::new();
    Line::run(heard.as_bytes(), &mut said, "tested", decide).unwrap();
    let said = said.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let mut said = said.map(|line| parlor_protocol::read::<FromBot>(line).unwrap());
    assert!(matches!(said.next(), Some(FromBot::Hello(hello)) if hello.versions == [1]));
    said.collect()
}

fn anything() -> Decide {
    |ask| ask.menu.pick(ask.rng).into()
}

fn moves(said: &[FromBot]) -> Vec<&str> {
    let chosen = said.iter().filter_map(|one| match one {
        FromBot::Choose(choose) => Some(choose.played.as_str()),
        _ => None,
    });
    chosen.collect()
}

#[test]
fn the_lines_of_these_tests_are_what_a_table_says() {
    for line in [welcome(), ask(1, &menu())] {
        parlor_protocol::read::<ToBot>(line.to_string().as_bytes()).unwrap();
    }
}

#[test]
fn ranges_are_lists_of_moves() {
    let menu = Menu::read(&menu()).unwrap();
    let all: Vec<String> = menu.iter().collect();
    assert_eq!(all, ["pass", "bid 120", "bid 130", "bid 140"]);
    assert!(all.iter().all(|one| menu.has(one)));
    for wrong in
        ["", "bid", "bid ", "bid 110", "bid 125", "bid 150", "bid 0130", "bid 130 1", "bid +130"]
    {
        assert!(!menu.has(wrong), "{wrong}");
    }
    assert_eq!((menu.get(3).as_deref(), menu.get(4)), (Some("bid 140"), None));
    assert_eq!(menu.first(["roll", "bid 130", "pass"]).as_deref(), Some("bid 130"));
    assert_eq!(menu.starting("bid"), ["bid 120", "bid 140"]);
    let mut rng = Rng::new(1);
    let picked: std::collections::BTreeSet<String> =
        (0..200).map(|_| menu.pick(&mut rng)).collect();
    assert_eq!(picked.len(), 4);
}

#[test]
fn the_table_says_which_word_of_a_range_is_the_amount() {
    let read = |range: Value| Menu::read(&json!({"count": 2, "moves": [range]}));
    // The last number of this one is no amount.
    let give = json!({"first": "give 7 to 2", "last": "give 7 to 2", "step": 1, "count": 2});
    let mut said = give.clone();
    said["part"] = json!(1);
    assert_eq!(read(said.clone()).unwrap().get(1).as_deref(), Some("give 8 to 2"));
    for wrong in [0, 4, u64::MAX] {
        said["part"] = json!(wrong);
        assert!(read(said.clone()).is_none(), "{wrong}");
    }
    // An older table does not say it.
    assert_eq!(read(give).unwrap().get(1).as_deref(), Some("give 7 to 3"));
    let bid = json!({"first": "bid 10 now", "last": "bid 20 now", "step": 10, "count": 2});
    assert_eq!(read(bid).unwrap().get(1).as_deref(), Some("bid 20 now"));
}

#[test]
fn what_is_grave_is_not_picked_while_there_is_anything_else() {
    let mut rng = Rng::new(1);
    let mut grave = menu();
    grave["grave"] = json!(["pass"]);
    let grave = Menu::read(&grave).unwrap();
    let picked: std::collections::BTreeSet<String> =
        (0..200).map(|_| grave.pick(&mut rng)).collect();
    assert_eq!(picked.into_iter().collect::<Vec<_>>(), ["bid 120", "bid 130", "bid 140"]);
    let only = json!({"count": 1, "moves": ["pass"], "grave": ["pass"]});
    assert_eq!(Menu::read(&only).unwrap().pick(&mut rng), "pass");
}

#[test]
fn the_number_of_a_range_may_stand_anywhere() {
    let read = |first: &str, last: &str, count: u64| {
        let range = json!({"first": first, "last": last, "step": 1, "count": count});
        Menu::read(&json!({"count": count, "moves": [range]})).unwrap()
    };
    let menu = read("give 2 cash 1 now", "give 2 cash 3 now", 3);
    assert_eq!(menu.get(1).as_deref(), Some("give 2 cash 2 now"));
    assert!(menu.has("give 2 cash 3 now") && !menu.has("give 3 cash 2 now"));
    assert_eq!(read("bid 7", "bid 7", 1).iter().collect::<Vec<_>>(), ["bid 7"]);
    let long = read("bid 1", "bid 4000000000", 4_000_000_000);
    assert!(long.has(&long.pick(&mut Rng::new(1))));
}

#[test]
fn questions_and_pings_are_answered_with_their_id_and_the_rest_is_not() {
    let lines = [
        welcome(),
        json!({"type": "ping", "id": 3}),
        ask(9, &menu()),
        json!({"type": "stop", "id": 9}),
        json!({"type": "notice", "notice": 1}),
        json!({"type": "error", "code": "stale", "explanation": "late", "cost": "none"}),
        json!({"type": "bye", "reason": "over"}),
        json!(""),
    ];
    let said = talk(&lines, anything());
    assert!(matches!(said[0], FromBot::Pong(pong) if pong.id == 3));
    assert!(matches!(&said[1], FromBot::Choose(choose) if choose.id == 9));
    assert_eq!(said.len(), 2);
}

#[test]
fn unknown_messages_are_answered_and_unknown_fields_ignored() {
    let mut more = ask(1, &menu());
    more["hint"] = json!({});
    let said = talk(&[json!({"type": "sing"}), json!("h 0 1"), json!("{}"), more], anything());
    let codes = [Code::Unknown, Code::Protocol, Code::Protocol];
    for (said, expected) in said.iter().zip(codes) {
        assert!(matches!(said, FromBot::Error(error) if error.code == expected));
    }
    assert!(matches!(said[3], FromBot::Choose(_)));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let mut game = vec![welcome()];
    game.extend((0..20).map(|id| ask(id, &menu())));
    let said = talk(&[game.clone(), game].concat(), anything());
    let moves = moves(&said);
    assert_eq!(moves[..20], moves[20..]);
    assert!(moves.iter().any(|one| *one != moves[0]));
}

#[test]
fn a_failing_decide_is_reported_and_nothing_is_played() {
    let mistakes: [(Decide, &str); 3] = [
        (|_| panic!("a mistake that the test makes"), "it panicked: a mistake that the test makes"),
        (|ask| panic!("{}", ask.menu.count), "it panicked: 4"),
        (|_| "".into(), "it returned no move"),
    ];
    for (mistake, why) in mistakes {
        let said = talk(&[welcome(), ask(3, &menu())], mistake);
        let [FromBot::Error(error), FromBot::Choose(choice)] = &said[..] else {
            panic!("{said:?}");
        };
        assert_eq!((error.code, error.id), (Code::Other, Some(3)));
        assert_eq!(error.explanation, format!("decide failed: {why}"));
        assert_eq!((choice.id, &*choice.played), (3, ""));
    }
}

#[test]
fn what_is_not_on_the_menu_is_for_the_table_to_judge() {
    assert_eq!(moves(&talk(&[welcome(), ask(1, &menu())], |_| "bid 7".into())), ["bid 7"]);
    let open = json!({"count": 9_000, "complete": false, "moves": ["pass"]});
    assert_eq!(moves(&talk(&[ask(1, &open)], |_| "bid 7".into())), ["bid 7"]);
}

#[test]
fn the_welcome_says_how_much_time_is_left() {
    let decide: Decide = |ask| {
        assert_eq!((&ask.welcome["deadline"], &ask.welcome["game"]), (&json!(900), &json!("x")));
        assert_eq!(ask.welcome["clock"], json!({"bank": 41_000}));
        "pass".into()
    };
    let mut asked = ask(1, &menu());
    (asked["deadline"], asked["clock"]) = (json!(900), json!({"bank": 41_000}));
    // A mistake would be answered with any move; a hundred in a row are no chance.
    let lines: Vec<Value> = [welcome()].into_iter().chain(vec![asked; 100]).collect();
    assert_eq!(moves(&talk(&lines, decide)), ["pass"; 100]);
}

#[test]
fn thoughts_come_before_the_answer() {
    let said = talk(&[ask(4, &menu())], |_| Answer {
        played: "pass".to_owned(),
        info: Some(json!({"evaluation": 0.5})),
    });
    assert!(matches!(&said[0], FromBot::Info(info) if info.id == Some(4)));
    assert_eq!(moves(&said), ["pass"]);
    let said = talk(&[welcome(), ask(4, &menu())], |_| Answer {
        played: "pass".into(),
        info: Some(json!("two chains are left")),
    });
    assert_eq!((said.len(), moves(&said)), (1, vec!["pass"]));
}
