//! Seats whose people are gone, and come back: with a stream, or with a command alone.

use std::time::Duration;

use crate::world::{ANN, BOB, EVE, World, code, done, party};
use parlor_engine::{AnyEntry, Seat, Viewer};
use parlor_match::{Absence, Away};
use parlor_room::{Farewell, Frame, Party};
use serde_json::{Value, json};

const SECOND: Duration = Duration::from_secs(1);

/// Two people at a small board, who are played for after ten seconds.
fn world(then: Away) -> World {
    let absence = Absence { grace: SECOND * 10, then };
    let holders = [party(1), party(2)];
    World::with("dots-and-boxes", &json!({"boxes": "2x2"}), &holders, "none", absence)
}

fn easy() -> Away {
    Away::Takeover("easy".parse().unwrap())
}

fn kind(world: &World) -> String {
    world.room.standing(Viewer::Spectator, world.now).seats[0].kind.clone()
}

fn acts(world: &World) -> usize {
    world.room.sitting().acts().len()
}

/// The party that is asked plays the first move of its menu.
fn play(world: &mut World) -> Party {
    let (who, seat) = world.asked().expect("somebody is asked");
    let first = world.room.sitting().table().menu(seat, 1).entries.remove(0);
    let AnyEntry::One { notation, .. } = first else { panic!("one line") };
    done(world.answer(who, &notation));
    who
}

/// An answer to the question with this number, as a client sends it that has no stream.
fn answer(key: &str, question: u64, played: &str) -> Value {
    json!({"key": key, "type": "answer", "question": question, "move": played})
}

#[test]
fn who_sends_commands_is_there_without_a_stream() {
    let mut world = world(Away::DefaultMoves);
    world.listen(Some(BOB), None);
    for _ in 0..4 {
        world.pass(SECOND * 9);
        // Whatever it is about: the grace period begins again.
        assert_eq!(code(world.send(ANN, answer(&format!("{:?}", world.now), 7, "x"))), "stale");
    }
    assert_eq!((kind(&world), acts(&world)), ("human".to_owned(), 0));
    assert!(world.room.standing(Viewer::Spectator, world.now).seats[0].gone, "no stream is open");
    let left = world.room.standing(Viewer::Spectator, world.now).seats[0].gone_in;
    assert_eq!(left, Some(10_000));
    world.pass(SECOND * 10);
    assert_eq!((kind(&world), acts(&world)), ("absent".to_owned(), 1));
}

#[test]
fn a_command_with_a_stream_open_leaves_it_at_that() {
    let mut world = world(Away::DefaultMoves);
    for who in [ANN, BOB] {
        world.listen(Some(who), None);
    }
    done(world.send(ANN, answer("a", 1, "h 0 0")));
    assert!(!world.room.standing(Viewer::Spectator, world.now).seats[0].gone);
    world.pass(SECOND * 100);
    assert_eq!((kind(&world), acts(&world)), ("human".to_owned(), 1));
}

#[test]
fn a_stand_in_gives_the_seat_back_before_the_command_is_carried_out() {
    for then in [Away::DefaultMoves, easy()] {
        let mut world = world(then);
        let bob = world.listen(Some(BOB), None);
        world.pass(SECOND * 10);
        assert_eq!(acts(&world), 1, "it was played for Ann");
        play(&mut world);
        let before = acts(&world);
        assert_ne!(kind(&world), "human");
        world.is_slow = true;
        // Her answer waits until the seat is hers again, and the store has that.
        assert_eq!(world.send(ANN, answer("a", 1, "v 1 1")), None);
        assert_eq!(world.storing.len(), 1);
        assert_eq!(world.storing[0].command, None, "the seat is given back by itself");
        assert_ne!(kind(&world), "human", "not yet");
        world.store(Ok(()));
        assert_eq!(kind(&world), "human");
        // Her question was answered by the stand-in.
        let replies: Vec<Frame> = world.replies.values().cloned().collect();
        assert_eq!(code(replies.last().cloned()), "stale");
        assert_eq!(acts(&world), before);
        world.is_slow = false;
        while play(&mut world) == BOB {}
        assert!(acts(&world) > before);
        world.check(bob, Viewer::Seat(Seat::at(1)));
        // She has no stream, so she is waited for once more.
        world.pass(SECOND * 9);
        assert_eq!(kind(&world), "human");
        world.pass(SECOND);
        assert_ne!(kind(&world), "human");
    }
}

#[test]
fn a_command_that_can_be_carried_out_then_is() {
    let mut world = world(Away::DefaultMoves);
    world.listen(Some(BOB), None);
    world.pass(SECOND * 10);
    world.is_slow = true;
    assert_eq!(world.send(ANN, json!({"key": "a", "type": "leave"})), None);
    assert_eq!(world.send(BOB, json!({"key": "b", "type": "pause"})), None);
    world.store(Ok(()));
    assert_eq!((kind(&world), acts(&world), world.replies.len()), ("human".to_owned(), 1, 0));
    let keys: Vec<&str> =
        world.storing.iter().filter_map(|it| Some(it.command.as_ref()?.key.as_str())).collect();
    assert_eq!(keys, ["a"], "in the order in which they came");
    world.store(Ok(()));
    assert!(acts(&world) > 1);
    let ids: Vec<bool> = world.replies.values().map(|it| matches!(it, Frame::Done(_))).collect();
    assert_eq!(ids.first(), Some(&true));
}

#[test]
fn a_command_that_was_sent_before_waits_for_the_seat_too() {
    let mut world = world(Away::DefaultMoves);
    world.listen(Some(BOB), None);
    done(world.send(ANN, answer("a", 1, "h 0 0")));
    world.pass(SECOND * 10);
    assert_eq!(kind(&world), "absent");
    assert!(done(world.send(ANN, answer("a", 1, "h 0 0"))), "it was done, and not again");
    assert_eq!((kind(&world), acts(&world)), ("human".to_owned(), 1));
}

#[test]
fn commands_of_others_bring_nobody_back() {
    let mut world = world(Away::DefaultMoves);
    world.listen(Some(BOB), None);
    world.pass(SECOND * 9);
    assert_eq!(code(world.send(EVE, answer("e", 1, "h 0 0"))), "no-seat");
    let theirs = json!({"key": "b", "seat": 1, "type": "pause"});
    assert_eq!(code(world.send(BOB, theirs)), "not-your-seat");
    world.pass(SECOND);
    assert_eq!(kind(&world), "absent");
    assert_eq!(code(world.send(EVE, answer("f", 1, "h 0 0"))), "no-seat");
    assert_eq!(kind(&world), "absent");
}

#[test]
fn a_stream_that_is_opened_while_the_store_is_busy_counts() {
    let mut world = world(Away::DefaultMoves);
    world.listen(Some(BOB), None);
    world.is_slow = true;
    // The store is busy with something else.
    assert_eq!(world.send(BOB, json!({"key": "b", "type": "leave"})), None);
    world.pass(SECOND * 9);
    let ann = world.listen(Some(ANN), None);
    assert!(!world.seen(ann).seats[0].gone);
    world.is_slow = false;
    world.store(Ok(()));
    world.pass(SECOND * 100);
    assert_eq!(kind(&world), "human", "she is there");
}

#[test]
fn who_comes_while_the_seat_is_given_away_gets_it_back() {
    let mut world = world(easy());
    world.listen(Some(BOB), None);
    world.is_slow = true;
    world.pass(SECOND * 10);
    assert_eq!(world.storing.len(), 1, "the stand-in takes the seat");
    let ann = world.listen(Some(ANN), None);
    while !world.storing.is_empty() {
        world.store(Ok(()));
    }
    assert_eq!(kind(&world), "human");
    assert!(world.seen(ann).asks.is_some());
    assert_eq!(world.closed.get(&ann), None::<&Farewell>);
}
