//! What a bot hears after it was away, and bots that lose their connection.

use super::*;

#[test]
fn news_are_numbered_without_a_gap_for_those_who_want_them() {
    let house = House { terms: "1s".parse().unwrap(), ..House::default() };
    let controllers = vec![Controller::Person, Controller::Bot(None), Controller::Bot(None)];
    let mut room = Room::new::<DotsAndBoxes>(&json!({"boxes": "2x2"}), house, controllers);
    let hello = json!({"type": "hello", "versions": [1], "wants": ["news"]});
    room.bot(TWO, &hello);
    let three = Seat::at(2);
    room.bot(three, &json!({"type": "hello", "versions": [1]}));
    assert_eq!(room.said[1][0]["heard"], 0);
    assert!(room.said[2][0].get("heard").is_none(), "it did not ask");
    for seat in [TWO, three] {
        room.bot(seat, &json!({"type": "pong", "id": 1}));
    }
    room.heard(TWO);
    room.heard(three);
    room.answer(ONE, "h 0 0");
    room.referee.replace(ONE, Occupant::new("human", "Dora"), Controller::Person, ms(0)).unwrap();
    room.carry_out();
    room.referee.pause(ms(0)).unwrap();
    room.carry_out();
    room.referee.unpause(ms(0)).unwrap();
    room.carry_out();
    let told: Vec<Value> =
        room.said[1].iter().filter(|said| said["type"] != "decide").cloned().collect();
    let numbers: Vec<_> = told.iter().map(|said| said["number"].as_u64()).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(4)], "{told:?}");
    assert_eq!(
        told[1],
        json!({"type": "news", "number": 2, "event": "seated", "seat": 1, "name": "Dora"})
    );
    assert_eq!((&told[2]["event"], &told[3]["event"]), (&json!("paused"), &json!("resumed")));
    assert!(room.said[2][0].get("number").is_none(), "the others are told as before");
    assert_eq!(room.heard(three), "notice");

    // Whoever comes later is told where the count stands, and who sits there by now.
    let bot = Controller::Bot(None);
    room.referee.replace(three, Occupant::new("bot", "Eve"), bot, ms(0)).unwrap();
    room.carry_out();
    room.heard(three);
    room.bot(three, &hello);
    let welcome = &room.said[2][0];
    assert_eq!((&welcome["heard"], &welcome["begun"]), (&json!(5), &json!(true)));
    assert_eq!(welcome["names"], json!(["Dora", "Bob", "Eve"]));
}

#[test]
fn a_bot_that_loses_its_connection_may_come_back() {
    let mut room = Room::ready("forfeit");
    room.heard(ONE);
    room.now = ms(200);
    room.referee.lost(ONE, room.now);
    room.carry_out();
    assert_eq!((room.verdicts(), room.referee.lost_since(ONE)), (vec![], Some(ms(200))));
    room.now = ms(500);
    room.referee.back(ONE, room.now);
    room.bot(ONE, &json!({"type": "hello", "versions": [1]}));
    assert_eq!(room.said[0][0]["begun"], true);
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    // The same question again, with what is left of its time.
    let decide = room.said[0].last().unwrap();
    assert_eq!((&decide["id"], &decide["deadline"]), (&json!(1), &json!(500)));
    assert_eq!(room.heard(ONE), "welcome ping(1) decide(1)");
    room.choose(ONE, 1, "h 0 0");
    assert_eq!((room.acts(), room.verdicts()), (vec!["1: h 0 0".to_owned()], vec![]));
    // What happens while nobody hears it is not said; the next view has it.
    room.referee.lost(ONE, room.now);
    room.choose(TWO, 1, "v 0 0");
    room.heard(ONE);
    room.referee.back(ONE, room.now);
    room.bot(ONE, &json!({"type": "hello", "versions": [1]}));
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    assert_eq!(room.said[0].last().unwrap()["view"]["drawn"], json!(["h 0 0", "v 0 0"]));
    assert_eq!(room.heard(ONE), "welcome ping(1) decide(2)");
}

#[test]
fn a_bot_that_stays_away_has_crashed_and_its_clock_runs_on() {
    let absence = Absence { grace: ms(700), then: Away::Wait };
    let terms: Terms = "1s".parse().unwrap();
    let house = House { terms, absence, ..House::default() };
    let mut room = Room::two_bots(house.clone());
    room.get_ready();
    room.referee.lost(ONE, ms(0));
    assert_eq!(room.referee.wake_at(), Some(ms(700)));
    room.tick_at(700);
    assert_eq!(room.verdicts(), [(ONE, Verdict::Crash)]);
    assert_eq!(room.last_why(), "its connection was lost, and it did not come back within 700ms");

    let costs = "timeout=default-move,forfeit".parse().unwrap();
    let mut room = Room::two_bots(House { costs, ..house });
    room.get_ready();
    room.heard(ONE);
    room.now = ms(600);
    room.referee.lost(ONE, room.now);
    room.tick_at(1_101);
    assert_eq!((room.verdicts(), room.acts().len()), (vec![(ONE, Verdict::Timeout)], 1));
    assert_eq!(room.heard(ONE), "", "there is no line to say it on");
}

#[test]
fn to_sit_down_again_refills_no_bank() {
    let house = House { terms: "10s+0s".parse().unwrap(), ..House::default() };
    let mut room = Room::two_bots(house);
    room.get_ready();
    room.now = ms(4_000);
    let who = room.referee.sitting().occupant(ONE).clone();
    room.referee.replace(ONE, who, Controller::Bot(None), room.now).unwrap();
    room.carry_out();
    assert_eq!(room.referee.sitting().bank(ONE), Some(ms(6_000)));
}
