//! Players of the house that think on another thread.

use super::*;

/// Does nothing but show that a value may go to another thread.
fn on_any_thread<T: Send>(value: T) -> T {
    value
}

#[test]
fn a_player_thinks_elsewhere_while_the_match_goes_on() {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "2x2"}), 2).unwrap();
    let player = Controller::Player(table.player("random", 1).unwrap());
    let who = vec![Occupant::new("random", "Ann"), Occupant::new("human", "Bob")];
    let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
    let house = House { terms: "1s".parse().unwrap(), ..House::default() };
    let mut referee = Referee::new(sitting, vec![player, Controller::Person], house, ms(0));
    assert!(referee.hand_out(TWO, ms(0)).is_none(), "a person decides there");
    let thinking = referee.hand_out(ONE, ms(0)).unwrap();
    assert!(referee.hand_out(ONE, ms(0)).is_none(), "it thinks already");
    assert_eq!(referee.waiting(), Waiting::Bots);
    let thinking = on_any_thread(thinking);
    // It waited for a thread for as long as it thought, and is charged for the latter alone.
    referee.decided(thinking.decide(), ms(300), ms(600));
    write_down(&mut referee, ms(600));
    assert_eq!((referee.sitting().acts().len(), referee.time_used(ONE)), (1, (ms(300), 1)));

    // Before it has decided another time a person takes the seat.
    let free = referee.sitting().table().menu(TWO, 1).entries.swap_remove(0);
    let parlor_engine::AnyEntry::One { notation, .. } = free else { panic!("a line") };
    referee.answer(TWO, 1, notation, ms(700)).unwrap();
    write_down(&mut referee, ms(700));
    let thinking = referee.hand_out(ONE, ms(700)).unwrap();
    referee.replace(ONE, Occupant::new("human", "Cid"), Controller::Person, ms(800)).unwrap();
    write_down(&mut referee, ms(800));
    referee.decided(thinking.decide(), ms(100), ms(900));
    assert!(referee.draft().is_none() && referee.is_person(ONE));
    assert_eq!(referee.sitting().acts().len(), 2);
}

/// A player of the house that thinks elsewhere, and the person it plays against.
fn player_and_person(costs: &str) -> Referee {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "2x2"}), 2).unwrap();
    let player = Controller::Player(table.player("random", 1).unwrap());
    let who = vec![Occupant::new("random", "Ann"), Occupant::new("human", "Bob")];
    let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
    let (terms, costs) = ("1s".parse().unwrap(), costs.parse().unwrap());
    let house = House { terms, costs, ..House::default() };
    Referee::new(sitting, vec![player, Controller::Person], house, ms(0))
}

#[test]
fn a_player_that_does_not_come_back_is_late() {
    let mut referee = player_and_person("default-move");
    // It waited half a second for a thread, and that is not its fault.
    let thinking = referee.hand_out(ONE, ms(500)).unwrap();
    assert_eq!((referee.waiting(), referee.wake_at()), (Waiting::Bots, Some(ms(1_600))));
    referee.tick(ms(1_600));
    assert!(referee.draft().is_none(), "the margin is not over");
    referee.tick(ms(1_601));
    write_down(&mut referee, ms(1_601));
    assert_eq!(
        (referee.faults()[0].verdict, referee.sitting().acts().len()),
        (Verdict::Timeout, 1)
    );
    // What it comes up with after that is not played, but it plays on.
    referee.decided(thinking.decide(), ms(1_200), ms(1_700));
    assert!(referee.draft().is_none());
    assert_eq!(referee.asked(), Seats::one(TWO));
    referee.answer(TWO, 1, "v 1 2".to_owned(), ms(1_800)).unwrap();
    write_down(&mut referee, ms(1_800));
    assert_eq!(referee.waiting(), Waiting::Player(ONE));
}

#[test]
fn a_player_that_never_comes_back_does_not_hold_the_match() {
    let mut referee = player_and_person("forfeit");
    let thinking = referee.hand_out(ONE, ms(0)).unwrap();
    referee.tick(ms(1_101));
    write_down(&mut referee, ms(1_101));
    assert!(referee.end().is_some(), "nobody is left to play against");
    drop(thinking);
}

#[test]
fn a_player_that_was_sent_away_does_not_come_back_in_place_of_another() {
    let mut referee = player_and_person("forfeit");
    let first = referee.hand_out(ONE, ms(0)).unwrap();
    let second = Controller::Player(referee.sitting().table().player("easy", 1).unwrap());
    referee.replace(ONE, Occupant::new("easy", "Cid"), second, ms(10)).unwrap();
    write_down(&mut referee, ms(10));
    let second = referee.hand_out(ONE, ms(20)).unwrap();
    referee.decided(first.decide(), ms(5), ms(30));
    assert_eq!(referee.waiting(), Waiting::Bots, "the second one still thinks");
    referee.decided(second.decide(), ms(5), ms(40));
    write_down(&mut referee, ms(40));
    assert_eq!(referee.sitting().acts().len(), 1, "and is heard");
}
