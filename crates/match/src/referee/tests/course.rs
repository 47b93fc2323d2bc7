//! The course of a game: who is asked what, and what bots are sent.

use super::*;

#[test]
fn a_whole_game() {
    let house = House { terms: "1s".parse().unwrap(), ..House::default() };
    let mut room = Room::new::<DotsAndBoxes>(&json!({"boxes": "1x1"}), house, bots(2));
    assert_eq!(room.heard(ONE), "");
    room.bot(ONE, &json!({"type": "hello", "versions": [1, 2]}));
    assert_eq!(room.heard(ONE), "welcome ping(1)");
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    assert_eq!(room.heard(ONE), "", "the other one is not ready");
    assert_eq!(room.referee.waiting(), Waiting::Bots);
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    room.bot(TWO, &json!({"type": "pong", "id": 1}));
    assert_eq!(room.heard(ONE), "decide(1)");
    assert_eq!(room.heard(TWO), "welcome ping(1)");
    room.choose(ONE, 1, "h 0 0");
    assert_eq!(room.heard(ONE), "notice");
    assert_eq!(room.heard(TWO), "notice decide(1)");
    room.choose(TWO, 1, "v 0 0");
    room.choose(ONE, 2, "v 0 1");
    room.choose(TWO, 2, "h 1 0");
    assert!(room.heard(ONE).ends_with("bye(over)"));
    assert_eq!(room.referee.waiting(), Waiting::Nobody);
    let Some(End::Over(outcome)) = room.referee.end() else { panic!() };
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [TWO]);
    assert_eq!(room.acts(), ["1: h 0 0", "2: v 0 0", "1: v 0 1", "2: h 1 0"]);
    let record = room.referee.sitting().record();
    assert_eq!(verify(&record, Shelf::only::<DotsAndBoxes>()).unwrap().acts, 4);
}

#[test]
fn a_bot_that_has_played_before_need_not_say_hello_again() {
    let hello = wire::Hello { versions: vec![1], ..wire::Hello::default() };
    let greeting = Greeting { hello, asked: 7 };
    let controllers = vec![Controller::Bot(Some(greeting.clone())), Controller::Person];
    let mut room = Room::new::<DotsAndBoxes>(&json!({}), House::default(), controllers);
    assert_eq!(room.heard(ONE), "welcome ping(8)");
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    assert_eq!(room.heard(ONE), "", "that was another game's");
    room.bot(ONE, &json!({"type": "pong", "id": 8}));
    assert_eq!(room.heard(ONE), "decide(8)");
    assert_eq!(room.referee.greeting(ONE), Some(Greeting { asked: 8, ..greeting }));
    // What was asked in another game was not withdrawn by mistake.
    room.choose(ONE, 7, "h 0 0");
    assert_eq!(room.heard(ONE), "error(stale none)");
}

#[test]
fn people_and_players_are_asked_in_turn() {
    let mut table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
    let player = Controller::Player(table.player("random", 1).unwrap());
    table = table.fork();
    let sitting = Sitting::new(table, Vec::new(), Seed::from_number(1), Shares::none());
    let controllers = vec![Controller::Person, player];
    let mut referee = Referee::new(sitting, controllers, House::default(), ms(0));
    assert_eq!(referee.waiting(), Waiting::Person(ONE));
    assert_eq!((referee.question(ONE), referee.question(TWO)), (Some(1), None));
    let mut plays = |seat, question, played: &str| {
        let answered = referee.answer(seat, question, played.to_owned(), ms(0));
        assert!(referee.sitting().log().is_empty(), "nothing is durable yet");
        answered.map_err(|why| why.code())
    };
    assert_eq!(plays(ONE, 1, "h 9 9"), Err("off-the-board"));
    assert_eq!(plays(ONE, 2, "h 0 0"), Err("stale"));
    assert_eq!(plays(TWO, 1, "h 0 0"), Err("not-your-seat"));
    assert_eq!(plays(Seat::at(5), 1, "h 0 0"), Err("no-such-seat"));
    assert_eq!(plays(ONE, 1, "h 0 0"), Ok(()));
    assert!(referee.sitting().acts().is_empty(), "it is not durable yet");
    write_down(&mut referee, ms(0));
    let again = referee.answer(ONE, 1, "h 0 0".to_owned(), ms(0)).unwrap_err();
    assert_eq!(again, NotPlayed::Answered { question: 1 });
    let other = referee.answer(ONE, 1, "v 0 0".to_owned(), ms(0)).unwrap_err();
    assert_eq!(other, NotPlayed::Stale { question: 1, open: None });
    assert_eq!(referee.waiting(), Waiting::Player(TWO));
    referee.consult(TWO, || ms(5));
    write_down(&mut referee, ms(5));
    assert_eq!(referee.sitting().acts().len(), 2);
    assert_eq!(referee.waiting(), Waiting::Person(ONE));
    referee.take_back(ONE, 0, Seats::NONE, ms(6)).unwrap();
    write_down(&mut referee, ms(6));
    assert!(referee.sitting().acts().is_empty());
}

#[test]
fn words_are_for_those_who_want_them() {
    let mut room = Room::two_bots(House::default());
    room.bot(ONE, &json!({"type": "hello", "versions": [1], "wants": ["text", "tea"]}));
    let welcome = room.said[0].remove(0);
    assert!(welcome["text"].as_str().unwrap().starts_with("Dots and Boxes: "), "{welcome}");
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    room.bot(TWO, &json!({"type": "pong", "id": 1}));
    let decide = room.said[0].last().unwrap().clone();
    assert!(decide["text"]["board"].as_str().unwrap().contains('\n'), "{decide}");
    room.choose(ONE, 1, "h 0 0");
    let told = |seat: usize| room.said[seat].iter().find(|said| said["type"] == "notice").unwrap();
    assert_eq!(told(0)["text"], "Ann draws h 0 0.");
    assert_eq!(told(1).get("text"), None);
    assert_eq!(room.said[1].last().unwrap().get("text"), None);
}

#[test]
fn the_catalogue_is_for_those_who_want_it() {
    let mut room = Room::two_bots(House::default());
    room.bot(ONE, &json!({"type": "hello", "versions": [1], "wants": ["catalogue"]}));
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    let catalogue = &room.said[0][0]["catalogue"];
    let words = catalogue["sections"].as_array().unwrap();
    assert!(words.iter().any(|section| section["name"] == "Words"), "{catalogue}");
    assert_eq!(room.said[1][0].get("catalogue"), None);
}

#[test]
fn slots_are_for_those_who_want_them() {
    let mut room = Room::two_bots(House::default());
    room.bot(ONE, &json!({"type": "hello", "versions": [1], "wants": ["slots"]}));
    let form = room.said[0].remove(0)["forms"][0]["slots"].clone();
    assert_eq!(form[1], json!({"kind": "number", "name": "ROW"}));
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    assert_eq!(room.said[1][0].get("forms"), None);
    room.bot(TWO, &json!({"type": "pong", "id": 1}));
    let menu = room.said[0].last().unwrap()["menu"].clone();
    assert_eq!(menu["moves"][0], "h 0 0");
    assert_eq!(menu["moves"].as_array().unwrap().len(), menu["slots"].as_array().unwrap().len());
    let parts = json!([
        {"kind": "word", "written": "h"},
        {"kind": "number", "written": "0"},
        {"kind": "number", "written": "0"},
    ]);
    assert_eq!(menu["slots"][0]["parts"], parts);
    room.choose(ONE, 1, "h 0 0");
    assert_eq!(room.said[1].last().unwrap()["menu"].get("slots"), None);
}

#[test]
fn remarks_are_kept_and_bounded() {
    let mut room = Room::ready("forfeit");
    let text = "é".repeat(wire::MAX_TEXT + 5);
    room.bot(ONE, &json!({"type": "info", "id": 1, "evaluation": 2.5, "text": text}));
    let [remark] = room.referee.remarks() else { panic!() };
    assert_eq!((remark.seat, remark.acts, remark.info.evaluation), (ONE, 0, Some(2.5)));
    assert_eq!(remark.info.text.as_ref().unwrap().chars().count(), wire::MAX_TEXT);
}

#[test]
fn sealed_questions_are_put_to_all_at_once_and_once() {
    let mut room = Room::new::<Tender>(&json!({}), House::default(), bots(3));
    room.get_ready();
    for seat in 0..3 {
        let said = room.heard(Seat::at(seat));
        assert!(said.starts_with("decide(1)") || said.ends_with("decide(1)"), "{said}");
    }
    room.choose(TWO, 1, "bid 2");
    room.choose(ONE, 1, "bid 3");
    assert_eq!(room.heard(Seat::at(2)), "", "nobody can tell who has answered");
    room.choose(Seat::at(2), 1, "bid 1");
    for seat in 0..3 {
        let said = room.heard(Seat::at(seat));
        assert!(said.starts_with("notice") && said.ends_with("decide(2)"), "{said}");
    }
    assert_eq!(room.verdicts(), []);
}

#[test]
fn a_bot_stands_in_the_way_of_what_it_has_noticed_alone() {
    let controllers = vec![Controller::Person, Controller::Bot(None)];
    let mut room = Room::new::<Slips>(&json!({}), House::default(), controllers);
    room.get_ready_alone(TWO);
    room.answer(ONE, "x");
    room.answer(ONE, "o");
    assert_eq!(room.heard(TWO), "", "it notices nothing");
    assert_eq!(room.referee.may_take_back(ONE, 0), Takeback::Free);
    room.referee.take_back(ONE, 0, Seats::NONE, ms(0)).unwrap();
    room.carry_out();
    assert_eq!((room.acts().len(), room.heard(TWO)), (0, String::new()));
    room.answer(ONE, "show");
    assert_eq!(room.heard(TWO), "notice decide(1)");
    let refused = |why| Takeback::Refused(why);
    let to = Seats::one(TWO);
    assert_eq!(room.referee.may_take_back(ONE, 0), refused(NoTakeback::CameToLight { to }));
    room.choose(TWO, 1, "x");
    assert_eq!(room.referee.may_take_back(TWO, 1), refused(NoTakeback::Bots), "it knows its own");

    // What lies open is another matter.
    let controllers = vec![Controller::Person, Controller::Bot(None)];
    let mut room = Room::new::<DotsAndBoxes>(&json!({}), House::default(), controllers);
    room.get_ready_alone(TWO);
    room.answer(ONE, "h 0 0");
    assert_eq!(room.referee.may_take_back(ONE, 0), refused(NoTakeback::Bots));
    assert_eq!(room.referee.may_take_back(TWO, 0), refused(NoTakeback::NotYours));
}
