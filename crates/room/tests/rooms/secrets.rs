//! What nobody may learn from a room: that a seat has answered where others notice nothing.

use std::time::Duration;

use crate::world::{World, code, computer, done, new_match, party};
use parlor_engine::{Seat, Viewer};
use parlor_match::{Absence, Away, Seed};
use parlor_room::{Effect, Party, Room, SeatInfo, Settings, Standing, TakeBack, Ticket};
use serde_json::json;

const PARTIES: [Party; 3] = [Party(1), Party(2), Party(3)];
const SECOND: Duration = Duration::from_secs(1);

/// Three people who make sealed bids for four prizes, with time that is used up.
fn tender() -> World {
    let holders = [party(1), party(2), party(3)];
    let absence = Absence { grace: SECOND * 10, then: Away::DefaultMoves };
    World::with("tender", &json!({}), &holders, "60s+5s", absence)
}

/// All are there, and the first of them has answered.
fn one_has_answered() -> World {
    let mut world = tender();
    for who in PARTIES {
        world.listen(Some(who), None);
    }
    world.pass(SECOND);
    done(world.answer(PARTIES[0], "bid 2"));
    world
}

/// What everybody sees of whom the table waits for, and how long.
fn asked(world: &World) -> Vec<(bool, Option<u64>)> {
    let seats = world.room.standing(Viewer::Spectator, world.now).seats;
    seats.into_iter().map(|SeatInfo { asked, left, .. }| (asked, left)).collect()
}

/// How it stands for the seat that answers last.
fn for_the_last(world: &World) -> Standing {
    world.room.standing(Viewer::Seat(Seat::at(2)), world.now)
}

const ALL: [(bool, Option<u64>); 3] = [(true, Some(60_000)); 3];

#[test]
fn nobody_sees_who_has_answered_before_all_have() {
    let mut world = tender();
    let last = for_the_last(&world);
    for who in &PARTIES[..2] {
        done(world.answer(*who, "bid 2"));
        assert_eq!(asked(&world), ALL);
        assert_eq!(for_the_last(&world), last);
    }
    world.pass(SECOND);
    done(world.answer(PARTIES[2], "bid 1"));
    let next = [(true, Some(65_000)), (true, Some(65_000)), (true, Some(64_000))];
    assert_eq!(asked(&world), next, "the next window begins");
}

#[test]
fn a_pause_does_not_show_who_has_answered() {
    let mut world = one_has_answered();
    done(world.send(PARTIES[1], json!({"key": "p", "type": "pause"})));
    for who in [PARTIES[0], PARTIES[2]] {
        done(world.agree(who));
    }
    assert!(world.room.sitting().is_paused());
    assert_eq!(asked(&world), ALL);
    done(world.send(PARTIES[1], json!({"key": "r", "type": "unpause"})));
    assert_eq!(asked(&world), ALL);
}

#[test]
fn a_restart_does_not_show_who_has_answered() {
    let mut world = one_has_answered();
    world.restart();
    assert_eq!(asked(&world), ALL);
}

#[test]
fn a_proposal_does_not_show_who_has_answered() {
    let mut world = one_has_answered();
    done(world.send(PARTIES[2], json!({"key": "p", "type": "pause"})));
    let before = for_the_last(&world);
    assert!(before.proposal.is_some());
    done(world.answer(PARTIES[1], "bid 3"));
    assert_eq!(for_the_last(&world), before);
    // With the last answer the game goes on, and there is nothing to agree to any more.
    done(world.answer(PARTIES[2], "bid 3"));
    assert_eq!(for_the_last(&world).proposal, None);
}

#[test]
fn a_stand_in_does_not_show_who_has_answered() {
    let mut world = one_has_answered();
    // The second seat is played for, and gets its seat back.
    let line = world.listen(Some(PARTIES[1]), None);
    world.hang_up(line);
    world.pass(SECOND * 10);
    assert_eq!(world.room.sitting().occupant(Seat::at(1)).kind, "absent");
    assert_eq!(asked(&world), ALL);
    world.listen(Some(PARTIES[1]), None);
    assert_eq!(world.room.sitting().occupant(Seat::at(1)).kind, "human");
    assert_eq!(asked(&world), ALL);
}

#[test]
fn a_seat_that_leaves_does_not_show_who_has_answered() {
    let mut world = one_has_answered();
    done(world.send(PARTIES[1], json!({"key": "l", "type": "leave"})));
    assert!(asked(&world)[0].0, "the first seat has answered, and nobody knows");
}

#[test]
fn a_takeback_is_refused_with_one_reason_while_seats_answer_under_seal() {
    let mut world = tender();
    for who in PARTIES {
        done(world.answer(who, "bid 0"));
    }
    let asks = |world: &mut World, key: &str| {
        let take_back = json!({"key": key, "type": "take-back"});
        assert_eq!(code(world.send(PARTIES[2], take_back)), "sealed");
    };
    asks(&mut world, "a");
    done(world.answer(PARTIES[0], "bid 0"));
    asks(&mut world, "b");
    done(world.answer(PARTIES[1], "bid 0"));
    asks(&mut world, "c");
}

#[test]
fn a_move_that_nobody_notices_does_not_change_what_others_see() {
    let mut world = World::new("slips", &json!({}), &[party(1), party(2)], "60s+5s");
    world.pass(SECOND);
    let other = Viewer::Seat(Seat::at(1));
    let before = world.room.standing(other, world.now);
    for mark in ["x", "o"] {
        done(world.answer(PARTIES[0], mark));
        assert_eq!(world.room.standing(other, world.now), before);
    }
}

#[test]
fn a_move_that_nobody_notices_does_not_change_what_could_be_taken_back() {
    let holders = [party(1), party(2), party(3)];
    let mut world = World::new("slips", &json!({}), &holders, "none");
    done(world.answer(PARTIES[0], "x"));
    done(world.send(PARTIES[0], json!({"key": "l", "type": "leave"})));
    let first = Viewer::Seat(Seat::at(0));
    let before = world.room.standing(first, world.now);
    assert_eq!(before.take_back, Some(TakeBack::Ask { seats: vec![2, 3] }));
    done(world.answer(PARTIES[1], "o"));
    assert_eq!(world.room.standing(first, world.now), before);
    // Who has moved unnoticed agrees to lose that move.
    done(world.send(PARTIES[0], json!({"key": "t", "type": "take-back"})));
    for who in [PARTIES[2], PARTIES[1]] {
        done(world.agree(who));
    }
    assert!(world.room.sitting().acts().is_empty());
}

#[test]
fn the_clock_of_a_computer_player_does_not_show_how_soon_it_has_decided() {
    let after = |thought: Duration| {
        let holders = [computer("random"), party(1)];
        let options = json!({"boxes": "2x2"});
        let seed = Seed::from_number(7);
        let sitting =
            new_match("dots-and-boxes", &options, &holders, "60s+5s", "default-move", seed);
        let settings = Settings::default();
        let floor = settings.floor;
        let mut room =
            Room::open(sitting, &[], holders.to_vec(), Vec::new(), settings, Duration::ZERO);
        let thinking = std::iter::from_fn(|| room.effect()).find_map(|effect| match effect {
            Effect::Think(thinking) => Some(thinking),
            _ => None,
        });
        room.decided(thinking.unwrap().decide(), Duration::ZERO, thought);
        room.tick(floor);
        room.stored(Ok(()), floor);
        // The other seat answers, and the table waits for the player again: its clock is shown.
        let person = Seat::at(1);
        let played = room.sitting().table().default_move(person).expect("it is asked");
        let answer = json!({"key": "a", "type": "answer", "question": 1, "move": played});
        room.request(Party(1), Ticket(1), serde_json::from_value(answer).unwrap(), floor);
        room.stored(Ok(()), floor);
        let standing = room.standing(Viewer::Seat(person), floor);
        assert_eq!(standing.seats[0].left, Some(65_000), "it is asked, and has its increment");
        standing
    };
    let at_once = after(Duration::ZERO);
    for millis in [1, 60, 399, 400] {
        assert_eq!(after(Duration::from_millis(millis)), at_once, "{millis} ms");
    }
}
