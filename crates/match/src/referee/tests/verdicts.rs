//! What is a fault of a bot, and what it costs.

use super::*;

#[test]
fn an_illegal_move_costs_what_the_house_says() {
    let mut room = Room::ready("forfeit");
    room.choose(ONE, 1, "h 9 9");
    assert_eq!(room.verdicts(), [(ONE, Verdict::Illegal)]);
    assert_eq!(room.heard(ONE), "decide(1) error(illegal forfeit) bye(dismissed)");
    assert_eq!((room.acts(), room.hung_up.clone()), (vec!["1 leaves".to_owned()], vec![ONE]));
    assert!(room.heard(TWO).ends_with("bye(over)"));

    let mut room = Room::ready("game");
    room.choose(ONE, 1, "sing");
    assert_eq!(room.heard(ONE), "decide(1) error(illegal game) bye(dismissed)");
    assert_eq!(room.heard(TWO), "bye(stopped)");
    assert_eq!(room.referee.end(), Some(&End::Fault));
    assert!(room.acts().is_empty());

    let mut room = Room::ready("default-move");
    room.choose(ONE, 1, "2: h 0 0");
    assert_eq!(room.heard(ONE), "decide(1) error(illegal default-move) stop(1) notice");
    assert_eq!(room.acts(), ["1: h 0 0"]);
    assert_eq!(room.heard(TWO), "notice decide(1)");
    // It plays on, and thinking better of it costs nothing.
    room.choose(ONE, 1, "h 0 0");
    assert_eq!(room.heard(ONE), "error(stale none)");
    room.choose(TWO, 1, "h 1 0");
    assert_eq!(room.heard(ONE), "notice decide(2)");

    let mut room = Room::ready("takeover:easy");
    room.choose(ONE, 1, "");
    assert_eq!(room.heard(ONE), "decide(1) error(illegal takeover) bye(dismissed)");
    assert_eq!(room.referee.waiting(), Waiting::Player(ONE));
    room.referee.consult(ONE, || ms(0));
    room.carry_out();
    assert_eq!(room.heard(TWO), "notice decide(1)");
}

#[test]
fn a_late_bot_is_told_to_stop_and_may_go_on() {
    let mut room = Room::ready("default-move");
    room.tick_at(1_101);
    assert_eq!(room.heard(ONE), "decide(1) error(timeout default-move) stop(1) notice");
    assert_eq!(room.acts().len(), 1);
    room.choose(ONE, 1, "h 1 1");
    assert_eq!(room.heard(ONE), "error(stale none)");
    room.choose(TWO, 1, "h 1 1");
    assert_eq!(room.heard(ONE), "notice decide(2)");
    assert_eq!(room.verdicts(), [(ONE, Verdict::Timeout)]);
}

#[test]
fn nobody_takes_over_from_a_player_of_the_house() {
    let mut room = Room::ready("takeover:easy");
    room.choose(ONE, 1, "sing");
    let mut times = [ms(0), ms(5_000)].into_iter();
    room.referee.consult(ONE, || times.next().unwrap());
    room.carry_out();
    assert_eq!(room.verdicts(), [(ONE, Verdict::Illegal), (ONE, Verdict::Timeout)]);
    assert_eq!(room.referee.faults()[1].cost, Cost::DefaultMove);
    assert_eq!(room.acts().len(), 1);
}

#[test]
fn thinking_about_a_withdrawn_question_is_paid_for() {
    let house = House { terms: "10s+1s".parse().unwrap(), ..House::default() };
    let mut room = Room::new::<DotsAndBoxes>(&json!({"boxes": "2x2"}), house, bots(3));
    room.get_ready();
    room.heard(ONE);
    room.now = ms(4_000);
    room.referee.gone(TWO, "it closed its output".to_owned(), room.now);
    room.carry_out();
    let decide = room.said[0].pop().unwrap();
    assert_eq!((&decide["id"], &decide["deadline"]), (&json!(2), &json!(6_000)));
    assert_eq!(room.referee.time_used(ONE), (ms(4_000), 0));
}

#[test]
fn what_a_bot_complains_about_explains_its_fault() {
    let mut room = Room::ready("forfeit");
    room.bot(ONE, &json!({"type": "error", "explanation": "my server answered 500"}));
    room.line(ONE, b"-");
    assert!(room.last_why().ends_with("(it said: my server answered 500)"), "{}", room.last_why());
    let text = room.referee.remarks()[0].info.text.as_deref();
    assert_eq!(text, Some("error: my server answered 500"));
}

#[test]
fn remarks_of_one_bot_do_not_crowd_out_those_of_another() {
    let mut room = Room::two_bots(House { terms: Terms::unlimited(), ..House::default() });
    room.get_ready();
    let text = "x".repeat(wire::MAX_TEXT);
    for _ in 0..2 * MAX_REMARKED / wire::MAX_TEXT {
        room.now += ms(20);
        room.bot(TWO, &json!({"type": "info", "text": text}));
    }
    room.bot(ONE, &json!({"type": "info", "text": "hm"}));
    let of = |seat| room.referee.remarks().iter().filter(move |remark| remark.seat == seat).count();
    assert_eq!(room.verdicts(), []);
    assert!(of(TWO) <= MAX_REMARKED / wire::MAX_TEXT, "{}", of(TWO));
    assert_eq!(of(ONE), 1);
}

#[test]
fn patience_ends() {
    let mut room = Room::new::<DotsAndBoxes>(
        &json!({"boxes": "5x5"}),
        House { costs: "default-move".parse().unwrap(), ..House::default() },
        bots(2),
    );
    room.get_ready();
    let mut id = 0;
    for _ in 0..40 {
        // Both are as bad as each other; whoever is asked sings.
        id += 1;
        room.choose(ONE, id, "sing");
        room.choose(TWO, id, "sing");
        if room.hung_up.len() == 2 {
            break;
        }
    }
    assert_eq!(room.hung_up.len(), 2);
    assert_eq!(room.referee.faults().len(), 2 * MAX_FAULTS as usize);
    assert!(matches!(room.referee.end(), Some(End::Over(_))), "default moves end the game");
}

#[test]
fn a_bot_that_is_gone_has_crashed_or_never_started() {
    let mut room = Room::ready("default-move");
    room.referee.gone(ONE, "it ended with exit code 3".to_owned(), ms(0));
    room.carry_out();
    assert_eq!(room.verdicts(), [(ONE, Verdict::Crash)]);
    assert_eq!(room.hung_up, [ONE]);
    // The default move is played for it from now on.
    room.heard(TWO);
    room.choose(TWO, 1, "v 0 1");
    assert_eq!(room.heard(TWO), "notice notice decide(2)");

    let mut room = Room::two_bots(House::default());
    room.referee.gone(ONE, "it ended with exit code 3".to_owned(), ms(0));
    room.carry_out();
    assert_eq!(room.verdicts(), [(ONE, Verdict::StartFailed)]);
    assert_eq!(room.last_why(), "it ended with exit code 3, before it said hello");
}

#[test]
fn a_crash_out_of_turn_leaves_the_other_question_open() {
    let mut room = Room::new::<DotsAndBoxes>(&json!({"boxes": "2x2"}), House::default(), bots(3));
    room.get_ready();
    room.heard(ONE);
    room.referee.gone(TWO, "it closed its output".to_owned(), ms(10));
    room.carry_out();
    let heard = room.heard(ONE);
    // The table looks different now, so the question is put again.
    assert_eq!(heard, "notice stop(1) decide(2)");
    room.choose(ONE, 1, "h 0 0");
    assert_eq!(room.heard(ONE), "error(stale none)");
    room.choose(ONE, 2, "h 0 0");
    assert_eq!(room.acts(), ["2 leaves", "1: h 0 0"]);
    assert_eq!(room.verdicts(), [(TWO, Verdict::Crash)]);
}

#[test]
fn bad_manners_are_protocol_faults() {
    let deep = format!(r#"{{"type":"info","x":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
    let cases: [(&[u8], &str); 9] = [
        (b"h 0 \x1b0", "column 1: 'h 0 0'; what a bot prints for people belongs on standard error"),
        (b"\xff\xff", "not text in UTF-8"),
        (b"", "not JSON"),
        (b"[]", "a field 'type'"),
        (deep.as_bytes(), "more than 16 deep"),
        (br#"{"type": "choose", "id": 1}"#, "missing field `move`"),
        (br#"{"type": "choose", "id": 2, "move": "h 0 0"}"#, "there is no question 2 yet"),
        (br#"{"type": "choose", "id": 0, "move": "h 0 0"}"#, "answered already"),
        (br#"{"type": "hello", "versions": [1]}"#, "said hello already"),
    ];
    for (line, why) in cases {
        let mut room = Room::ready("forfeit");
        room.line(ONE, line);
        assert_eq!(room.verdicts(), [(ONE, Verdict::Protocol)]);
        assert!(room.last_why().contains(why), "{} has no '{why}'", room.last_why());
        assert!(room.heard(ONE).ends_with("error(protocol forfeit) bye(dismissed)"));
    }
}

#[test]
fn before_hello_nothing_else_is_said() {
    for message in ["choose", "pong", "info"] {
        let mut room = Room::two_bots(House::default());
        room.bot(ONE, &json!({"type": message, "id": 1, "move": "h 0 0"}));
        assert_eq!(room.verdicts(), [(ONE, Verdict::Protocol)], "{message}");
        assert_eq!(room.last_why(), "a bot says hello before anything else");
    }
    let mut room = Room::two_bots(House::default());
    room.bot(ONE, &json!({"type": "hello", "versions": [7]}));
    assert_eq!(room.verdicts(), [(ONE, Verdict::StartFailed)]);
    assert!(room.last_why().contains("speaks version 1 of the protocol, and the bot [7]"));
}

#[test]
fn every_complaint_comes_with_its_reason_as_data() {
    let no_answer = json!({"code": "no-answer", "data": {"question": 1, "allowed": 1000}});
    let cases: [(&str, &[u8], Value); 8] = [
        (
            "unknown",
            br#"{"type": "sing"}"#,
            json!({"code": "unknown-message", "data": {"type": "sing"}}),
        ),
        ("protocol", b"hello?", json!({"code": "not-json"})),
        ("protocol", b"[1]", json!({"code": "no-type"})),
        (
            "protocol",
            br#"{"type": "choose"}"#,
            json!({"code": "bad-message", "data": {"type": "choose"}}),
        ),
        ("protocol", br#"{"type": "hello", "versions": [1]}"#, json!({"code": "hello-twice"})),
        (
            "protocol",
            br#"{"type": "choose", "id": 2, "move": "h 0 0"}"#,
            json!({"code": "not-asked-yet", "data": {"question": 2, "open": 1}}),
        ),
        (
            "protocol",
            br#"{"type": "choose", "id": 0, "move": "h 0 0"}"#,
            json!({"code": "answered-before", "data": {"question": 0}}),
        ),
        (
            "illegal",
            br#"{"type": "choose", "id": 1, "move": "h 9 9"}"#,
            json!({"code": "off-the-board", "data": ["h 9 9", "2x2"]}),
        ),
    ];
    for (code, line, refusal) in cases {
        let mut room = Room::ready("default-move");
        room.said[0].clear();
        room.line(ONE, line);
        let error = &room.said[0][0];
        assert_eq!((error["code"].as_str(), &error["refusal"]), (Some(code), &refusal), "{error}");
    }
    let mut room = Room::ready("default-move");
    room.said[0].clear();
    room.tick_at(1_101);
    assert_eq!(room.said[0][0]["refusal"], no_answer);
    room.said[0].clear();
    room.choose(ONE, 1, "h 0 0");
    let data = json!({"question": 1, "open": null});
    assert_eq!(room.said[0][0]["refusal"], json!({"code": "withdrawn", "data": data}));
}

#[test]
fn a_second_answer_is_a_fault_and_changes_nothing() {
    let mut room = Room::ready("default-move");
    room.choose(ONE, 1, "h 0 0");
    room.heard(ONE);
    room.choose(ONE, 1, "h 0 1");
    assert_eq!(room.heard(ONE), "error(protocol none)");
    assert_eq!(room.acts(), ["1: h 0 0"]);
    assert_eq!(room.last_why(), "question 1 has been answered already");
}

#[test]
fn what_nobody_knows_is_answered_and_costs_nothing() {
    let mut room = Room::ready("game");
    room.heard(ONE);
    room.bot(ONE, &json!({"type": "sing", "song": [1, 2]}));
    room.bot(ONE, &json!({"type": "ping", "id": 42, "extra": true}));
    room.bot(ONE, &json!({"type": "error", "code": "odd"}));
    assert_eq!(room.heard(ONE), "error(unknown none) pong(42)");
    assert_eq!(room.verdicts(), []);
}

#[test]
fn chatter_ends_in_a_fault() {
    let mut room = Room::ready("forfeit");
    for _ in 0..250 {
        room.bot(ONE, &json!({"type": "info", "text": "la"}));
    }
    assert_eq!(room.verdicts(), [(ONE, Verdict::Protocol)]);
    assert!(room.last_why().starts_with("the bot sent too many messages"), "{}", room.last_why());
}

#[test]
fn a_bot_may_give_up() {
    let mut room = Room::ready("game");
    room.bot(ONE, &json!({"type": "bye", "reason": "lost"}));
    assert_eq!((room.acts(), room.verdicts()), (vec!["1 leaves".to_owned()], vec![]));
    assert_eq!(room.hung_up, [ONE]);
}

#[test]
fn a_line_that_is_too_long_ends_the_conversation() {
    let mut room = Room::ready("default-move");
    room.heard(ONE);
    room.referee.overlong(ONE, Excess::Line { most: 65_536 }, ms(0));
    room.carry_out();
    assert_eq!(room.last_why(), "a line has at most 65536 bytes");
    let refusal = json!({"code": "overlong", "data": {"most": 65_536}});
    assert_eq!(room.said[0][0]["refusal"], refusal);
    assert_eq!(room.verdicts(), [(ONE, Verdict::Oversize)]);
    assert_eq!(room.hung_up, [ONE]);
    assert_eq!(room.acts().len(), 1, "the default move was played");
}

#[test]
fn nothing_is_heard_after_the_end() {
    let mut room = Room::ready("game");
    room.choose(ONE, 1, "sing");
    let faults = room.referee.faults().len();
    room.line(TWO, b"rubbish");
    room.referee.gone(TWO, "gone".to_owned(), ms(9));
    room.tick_at(99_999);
    assert_eq!(room.referee.faults().len(), faults);
}

#[test]
fn the_faults_of_others_are_told_at_the_end_only() {
    let mut room = Room::ready("timeout=default-move,forfeit");
    room.tick_at(1_101);
    assert_eq!(room.heard(TWO), "notice decide(1)");
    room.choose(TWO, 1, "sing");
    let bye = room.said[0].last().unwrap();
    assert_eq!(
        bye["faults"],
        json!([
            {"seat": 1, "verdict": "timeout", "cost": "default-move"},
            {"seat": 2, "verdict": "illegal", "cost": "forfeit"},
        ])
    );
}
