//! Who decides for a seat after a match was resumed.

use super::*;

const SHELF: Shelf =
    Shelf::new(&[parlor_engine::AnyRulebook::of::<DotsAndBoxes, parlor_engine::Basic>()]);

/// A person and a bot, and what is done to the table before it is cut.
fn resumed(change: impl FnOnce(&mut Room), controllers: Vec<Controller>) -> Room {
    let table = SHELF.open("dots-and-boxes", &json!({"boxes": "2x2"}), 2).unwrap();
    let who = vec![Occupant::new("human", "Ann"), Occupant::new("bot", "Bob")];
    let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
    let costs = "default-move".parse().unwrap();
    let house = House { terms: "1s".parse().unwrap(), costs, ..House::default() };
    let mut room =
        Room::over(sitting, vec![Controller::Person, Controller::Bot(None)], house.clone());
    room.get_ready_alone(TWO);
    change(&mut room);
    let record = room.referee.sitting().record();
    let seed = Some(Seed::from_number(1));
    let sitting = Sitting::resume(record.header, seed, &record.log, SHELF, drop).unwrap();
    Room::over(sitting, controllers, house)
}

/// Seats somebody who has the name of the person in the first seat.
fn seat_as_ann(room: &mut Room, kind: &str, controller: Controller) {
    room.referee.replace(ONE, Occupant::new(kind, "Ann"), controller, room.now).unwrap();
    room.carry_out();
}

#[test]
fn a_bot_that_took_over_from_a_person_of_its_name_is_asked_again() {
    for kind in ["bot", "llm"] {
        let mut room = resumed(|room| seat_as_ann(room, kind, Controller::Bot(None)), bots(2));
        assert!(room.referee.listens(ONE), "{kind}: the bot that the driver brought decides");
        room.get_ready();
        assert_eq!(room.acts(), [""; 0], "no default move is played for it");
        assert_eq!(room.heard(ONE), "decide(2)");
    }
}

#[test]
fn a_computer_player_that_stood_in_for_a_person_decides_again() {
    let controllers = || vec![Controller::Person, Controller::Bot(None)];
    let random = |room: &mut Room| {
        let player = room.referee.sitting().table().player("random", 7).unwrap();
        seat_as_ann(room, "random", Controller::Player(player));
    };
    let mut room = resumed(random, controllers());
    room.get_ready_alone(TWO);
    assert_eq!(room.referee.waiting(), Waiting::Player(ONE));
    let absent = |room: &mut Room| {
        // The bot's turn, so that the match does not go on by itself.
        room.answer(ONE, "h 0 0");
        seat_as_ann(room, ABSENT, Controller::Absent);
    };
    let room = resumed(absent, controllers());
    assert!(!room.referee.is_person(ONE));
}

#[test]
fn somebody_who_was_seated_right_after_a_fault_is_not_its_cost() {
    let change = |room: &mut Room| {
        // It is not asked, so the fault costs nothing and seats nobody.
        room.line(TWO, b"what?");
        assert_eq!(room.verdicts(), [(TWO, Verdict::Protocol)]);
        let dora = Occupant::new("human", "Dora");
        room.referee.replace(TWO, dora, Controller::Person, room.now).unwrap();
        room.carry_out();
    };
    let room = resumed(change, vec![Controller::Person, Controller::Person]);
    assert!(room.referee.is_person(TWO), "Dora decides, as before the cut");
}

#[test]
fn a_bot_that_stands_in_and_comes_back_keeps_the_seat() {
    let mut room = resumed(|room| seat_as_ann(room, "bot", Controller::Bot(None)), bots(2));
    room.get_ready();
    room.referee.lost(ONE, room.now);
    room.referee.back(ONE, room.now);
    room.carry_out();
    assert!(room.referee.listens(ONE), "the person has not come back");
}
