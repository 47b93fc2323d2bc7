//! Rooms as their clients meet them.

use std::sync::Arc;
use std::time::Duration;

use crate::world::{ANN, BOB, EVE, World, code, computer, done, party};
use parlor_engine::{Seat, Viewer};
use parlor_match::{Absence, End};
use parlor_room::{Farewell, Frame, Line, MAX_SPECTATORS, NotStored, TakeBack, Ticket};
use serde_json::json;

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn a_game_is_played_and_everybody_sees_it() {
    let mut world = World::boxes();
    let lines = [Some(ANN), Some(BOB), None].map(|who| world.listen(who, None));
    let viewers = [Viewer::Seat(Seat::at(0)), Viewer::Seat(Seat::at(1)), Viewer::Spectator];
    while let Some((party, seat)) = world.asked() {
        let played = world.room.sitting().table().menu(seat, 1).entries.remove(0);
        let parlor_engine::AnyEntry::One { notation, .. } = played else { panic!("one line") };
        assert!(!done(world.answer(party, &notation)));
        for (line, viewer) in lines.iter().zip(viewers) {
            world.check(*line, viewer);
        }
    }
    assert!(world.is_over);
    for line in lines {
        let numbers = world.news(line);
        let expected: Vec<u64> = (1..=numbers.len() as u64).collect();
        assert_eq!(numbers, expected, "a stream has no gap");
        assert!(world.seen(line).over.is_some_and(|over| over.outcome.is_some()));
    }
}

#[test]
fn a_command_has_its_effect_once() {
    let mut world = World::boxes();
    let request = json!({"key": "k", "type": "answer", "question": 1, "move": "h 0 0"});
    assert!(!done(world.send(ANN, request.clone())));
    assert!(done(world.send(ANN, request.clone())), "the second time nothing is done");
    assert_eq!(world.room.sitting().acts().len(), 1);
    // Also after a restart, and also when the question is another one by now.
    world.restart();
    assert!(done(world.send(ANN, request.clone())));
    done(world.answer(BOB, "h 1 0"));
    assert!(done(world.send(ANN, request)));
    assert_eq!(world.room.sitting().acts().len(), 2);
    // The key of a party is its own.
    let other = json!({"key": "k", "type": "answer", "question": 9, "move": "h 0 0"});
    assert_eq!(code(world.send(ANN, other.clone())), "key-reused");
    assert_eq!(code(world.send(BOB, other)), "stale");
}

#[test]
fn a_stale_answer_is_told_the_question_that_is_open() {
    let mut world = World::boxes();
    for (question, played) in [(1, "h 0 0"), (2, "v 0 0")] {
        let key = format!("k{question}");
        let request = json!({"key": key, "type": "answer", "question": question, "move": played});
        if question == 1 {
            assert!(!done(world.send(ANN, request)));
            done(world.answer(BOB, "h 1 0"));
        } else {
            done(world.send(ANN, request));
        }
    }
    done(world.answer(BOB, "h 2 0"));
    let old = json!({"key": "late", "type": "answer", "question": 1, "move": "v 1 1"});
    let Some(Frame::Refused(refused)) = world.send(ANN, old) else { panic!("a refusal") };
    assert_eq!(refused.code, "stale");
    assert_eq!(refused.asks.map(|asks| asks.id), Some(3));
    assert_eq!(refused.key.as_deref(), Some("late"));
}

#[test]
fn nothing_is_told_before_it_is_stored() {
    let mut world = World::boxes();
    let lines = [Some(ANN), Some(BOB), None].map(|who| world.listen(who, None));
    world.is_slow = true;
    let before: Vec<usize> = lines.iter().map(|line| world.told[line].len()).collect();
    let request = json!({"key": "k", "type": "answer", "question": 1, "move": "h 0 0"});
    assert_eq!(world.send(ANN, request.clone()), None, "not yet");
    assert_eq!(world.send(ANN, request.clone()), None, "nor the second time");
    assert_eq!(code(world.send(ANN, json!({"key": "k", "type": "leave"}))), "key-reused");
    // Whoever comes now sees the match as it is in the store.
    let late = world.listen(Some(EVE), None);
    assert_eq!(world.seen(late).number, 0);
    let after: Vec<usize> = lines.iter().map(|line| world.told[line].len()).collect();
    assert_eq!(before, after);
    world.store(Ok(()));
    let replies: Vec<bool> = world
        .replies
        .values()
        .filter_map(|reply| match reply {
            Frame::Done(done) => Some(done.repeated),
            _ => None,
        })
        .collect();
    assert_eq!(replies, [false, true]);
    assert!(lines.iter().chain([&late]).all(|line| world.seen(*line).number == 1));
}

#[test]
fn what_could_not_be_stored_never_happened() {
    let mut world = World::boxes();
    let line = world.listen(Some(BOB), None);
    world.is_slow = true;
    let request = json!({"key": "k", "type": "answer", "question": 1, "move": "h 0 0"});
    assert_eq!(world.send(ANN, request.clone()), None);
    assert_eq!(world.send(BOB, json!({"key": "b", "type": "pause"})), None, "it waits");
    world.store(Err(NotStored::Unavailable));
    let codes: Vec<String> = world.replies.values().cloned().map(|it| code(Some(it))).collect();
    assert_eq!(codes, ["unavailable", "unavailable"]);
    assert_eq!(world.broken, Some(NotStored::Unavailable));
    assert_eq!(world.closed.get(&line), Some(&Farewell::Stopping));
    assert_eq!(world.seen(line).number, 0);
    assert_eq!(world.try_to_listen(Some(BOB), None), None, "nothing would come on it");
    // The server reads the match again, and the client sends the same again.
    world.is_slow = false;
    world.restart();
    assert!(!done(world.send(ANN, request)));
}

#[test]
fn a_newer_stream_supersedes_the_older_and_its_death_changes_nothing() {
    let mut world = World::boxes();
    let old = world.listen(Some(ANN), None);
    let new = world.listen(Some(ANN), Some(0));
    assert_eq!(world.closed.get(&old), Some(&Farewell::Superseded));
    world.hang_up(old);
    let ann = &world.room.standing(Viewer::Spectator, world.now).seats[0];
    assert!(!ann.gone, "the newer stream is there");
    world.hang_up(new);
    assert!(world.room.standing(Viewer::Spectator, world.now).seats[0].gone);
}

#[test]
fn spectators_keep_no_holder_of_a_seat_out() {
    let mut world = World::boxes();
    let eve = world.listen(Some(EVE), None);
    for _ in 1..MAX_SPECTATORS {
        world.listen(None, None);
    }
    assert_eq!(world.try_to_listen(None, None), None, "one too many");
    world.listen(Some(EVE), None);
    assert_eq!(world.closed.get(&eve), Some(&Farewell::Superseded), "in place of the older");
    for who in [ANN, BOB, ANN] {
        world.listen(Some(who), None);
    }
    assert!(world.room.standing(Viewer::Spectator, world.now).seats.iter().all(|seat| !seat.gone));
}

#[test]
fn one_frame_is_made_for_all_who_see_the_same() {
    let mut world = World::boxes();
    let lines = [None, Some(EVE), None].map(|who| world.listen(who, None));
    let ann = world.listen(Some(ANN), None);
    done(world.answer(ANN, "h 0 0"));
    let last = |line: &Line| world.told[line].last().expect("it was told");
    assert!(lines.iter().all(|line| Arc::ptr_eq(last(line), last(&lines[0]))));
    assert!(!Arc::ptr_eq(last(&ann), last(&lines[0])));
    let count = lines.map(|line| world.told[&line].len());
    assert_eq!(count, [3; 3], "everything, that Ann is there, and her move");
}

#[test]
fn nobody_sees_with_the_eyes_of_a_seat_that_is_not_theirs() {
    let mut world = World::boxes();
    let (bob, now) = (Viewer::Seat(Seat::at(1)), world.now);
    for who in [Some(ANN), Some(EVE), None] {
        assert!(!world.room.listen(Line(99), who, bob, None, now));
    }
    assert!(!world.room.listen(Line(99), Some(ANN), Viewer::Seat(Seat::at(7)), None, now));
    assert!(world.room.effect().is_none());
}

#[test]
fn a_stream_goes_on_from_any_number() {
    let mut world = World::boxes();
    done(world.answer(ANN, "h 0 0"));
    done(world.answer(BOB, "h 1 0"));
    done(world.answer(ANN, "h 2 0"));
    for from in 0..=3 {
        let line = world.listen(Some(BOB), Some(from));
        let numbers: Vec<u64> = (from + 1..=3).collect();
        assert_eq!(world.news(line), numbers);
        world.check(line, Viewer::Seat(Seat::at(1)));
    }
    let line = world.listen(Some(BOB), Some(17));
    assert!(matches!(*world.told[&line][0], Frame::Full(_)), "nobody was told so much");
}

#[test]
fn a_move_is_taken_back_when_the_other_agrees() {
    let mut world = World::boxes();
    let bob = world.listen(Some(BOB), None);
    done(world.answer(ANN, "h 0 0"));
    let take_back = json!({"key": "t", "type": "take-back"});
    let Some(Frame::Done(asked)) = world.send(ANN, take_back) else { panic!("done") };
    let id = asked.proposal.expect("Bob has seen the move");
    let seen = world.seen(bob).proposal.expect("Bob is told");
    assert_eq!((seen.id, seen.by, seen.waits_for), (id, 1, vec![2]));
    assert_eq!(world.room.sitting().acts().len(), 1);
    let agree = |key: &str, id: u64| json!({"key": key, "type": "agree", "proposal": id});
    assert_eq!(code(world.send(ANN, agree("x", id))), "not-asked-to-agree");
    assert_eq!(code(world.send(BOB, agree("y", id + 1))), "no-proposal");
    assert_eq!(code(world.send(EVE, agree("z", id))), "no-seat");
    assert!(!done(world.send(BOB, agree("b", id))));
    assert!(world.room.sitting().acts().is_empty());
    assert_eq!(world.seen(bob).proposal, None);
    // Nothing of it is left to agree to.
    assert_eq!(code(world.send(BOB, agree("c", id))), "no-proposal");
    let nothing = json!({"key": "u", "type": "take-back"});
    assert_eq!(code(world.send(ANN, nothing)), "nothing-to-take-back");
}

#[test]
fn a_proposal_can_be_declined_and_falls_when_the_game_goes_on() {
    let mut world = World::boxes();
    done(world.answer(ANN, "h 0 0"));
    let ask = |key: &str| json!({"key": key, "type": "take-back"});
    let proposed = |reply: Option<Frame>| match reply {
        Some(Frame::Done(done)) => done.proposal.expect("Bob has to agree"),
        other => panic!("not {other:?}"),
    };
    let first = proposed(world.send(ANN, ask("a")));
    done(world.send(BOB, json!({"key": "n", "type": "decline", "proposal": first})));
    let second = proposed(world.send(ANN, ask("b")));
    done(world.answer(BOB, "h 1 0"));
    let late = json!({"key": "l", "type": "agree", "proposal": second});
    assert_eq!(code(world.send(BOB, late)), "no-proposal");
    assert_eq!(world.room.sitting().acts().len(), 2);
}

#[test]
fn who_agrees_to_a_proposal_agrees_to_no_later_one() {
    let mut world = World::boxes();
    done(world.answer(ANN, "h 0 0"));
    done(world.send(ANN, json!({"key": "a", "type": "pause"})));
    let open = world.room.standing(Viewer::Spectator, world.now).proposal;
    let late = json!({"key": "b", "type": "agree", "proposal": open.map(|open| open.id)});
    // The agreement is on its way while the server is started again, and Ann proposes something else.
    world.restart();
    done(world.send(ANN, json!({"key": "c", "type": "take-back"})));
    assert_eq!(code(world.send(BOB, late)), "no-proposal");
    assert_eq!(world.room.sitting().acts().len(), 1);
}

#[test]
fn a_proposal_that_has_fallen_is_in_nobodys_way() {
    let holders = [party(1), party(2), computer("easy")];
    let mut world = World::new("dots-and-boxes", &json!({"boxes": "3x3"}), &holders, "10s");
    done(world.send(BOB, json!({"key": "p", "type": "pause"})));
    world.pass(SECOND * 11);
    assert!(!world.room.sitting().acts().is_empty(), "a move was made for Ann");
    let ann = world.room.standing(Viewer::Seat(Seat::at(0)), world.now);
    assert_eq!(ann.proposal, None);
    assert!(!done(world.send(ANN, json!({"key": "p", "type": "pause"}))));
}

#[test]
fn a_seat_is_told_whether_its_move_could_be_taken_back() {
    let mut world = World::boxes();
    let ann = Viewer::Seat(Seat::at(0));
    assert_eq!(world.room.standing(ann, world.now).take_back, None);
    done(world.answer(ANN, "h 0 0"));
    let asks = Some(TakeBack::Ask { seats: vec![2] });
    assert_eq!(world.room.standing(ann, world.now).take_back, asks);
    done(world.answer(BOB, "h 1 0"));
    let Some(TakeBack::Refused { code, .. }) = world.room.standing(ann, world.now).take_back else {
        panic!("Bob has acted since")
    };
    assert_eq!(code, "other-acted");
}

#[test]
fn computer_players_answer_by_themselves() {
    let holders = [party(1), computer("easy")];
    let mut world = World::new("dots-and-boxes", &json!({"boxes": "2x2"}), &holders, "30s");
    done(world.answer(ANN, "h 0 0"));
    assert_eq!(world.room.sitting().acts().len(), 2);
    assert_eq!(world.asked(), Some((ANN, Seat::at(0))));
}

#[test]
fn a_late_person_is_played_for_and_the_clock_survives_a_restart() {
    let holders = [party(1), party(2)];
    let mut world = World::new("dots-and-boxes", &json!({"boxes": "2x2"}), &holders, "10s");
    world.pass(SECOND);
    done(world.answer(ANN, "h 0 0"));
    world.pass(SECOND * 4);
    let left = |world: &World| {
        let standing = world.room.standing(Viewer::Seat(Seat::at(1)), world.now);
        standing.asks.and_then(|asks| asks.left)
    };
    assert_eq!(left(&world), Some(6_000));
    // A day passes while the server is down: it is charged to nobody, and neither is what was not written down.
    world.now += SECOND * 86_400;
    world.restart();
    assert_eq!(left(&world), Some(10_000));
    world.pass(SECOND * 11);
    assert_eq!(world.room.sitting().acts().len(), 2, "a move was made for Bob");
    let late = json!({"key": "k", "type": "answer", "question": 1, "move": "v 1 1"});
    assert_eq!(code(world.send(BOB, late)), "stale");
}

#[test]
fn an_answer_that_came_in_time_is_in_time_after_a_slow_store() {
    let holders = [party(1), party(2)];
    let mut world = World::new("dots-and-boxes", &json!({"boxes": "2x2"}), &holders, "10s");
    world.is_slow = true;
    assert_eq!(world.send(BOB, json!({"key": "p", "type": "pause"})).map(|_| ()), Some(()));
    assert_eq!(world.agree(ANN), None);
    world.store(Ok(()));
    assert_eq!(world.send(BOB, json!({"key": "r", "type": "unpause"})), None);
    world.pass(SECOND * 9);
    assert_eq!(world.answer(ANN, "h 0 0"), None, "it waits for the store");
    world.pass(SECOND * 9);
    world.store(Ok(()));
    assert_eq!(world.storing.len(), 1, "it is taken");
    world.store(Ok(()));
    let (used, answers) = world.room.sitting().time_used(Seat::at(0));
    assert_eq!((used, answers), (SECOND * 9, 1), "and only her own time is charged");
}

#[test]
fn the_last_append_says_so_however_the_match_ends() {
    let costs = ("10s", "timeout=game,default-move");
    let holders = [party(1), party(2)];
    let absence = Absence::default();
    let options = json!({"boxes": "2x2"});
    let mut world = World::on_terms("dots-and-boxes", &options, &holders, costs, absence);
    world.is_slow = true;
    world.pass(SECOND * 11);
    assert!(world.storing[0].is_last, "a fault that costs the game ends it");
    world.store(Ok(()));
    assert!(world.is_over);
    assert_eq!(world.room.end(), Some(&End::Fault));
    world.restart();
    assert_eq!(world.room.end(), Some(&End::Fault));
}

#[test]
fn too_many_commands_are_refused_and_not_lost() {
    let mut world = World::boxes();
    world.is_slow = true;
    let request = |key: usize| json!({"key": format!("k{key}"), "type": "answer", "question": 1, "move": "h 0 0"});
    for key in 0..=parlor_room::MAX_WAITING {
        assert_eq!(world.send(ANN, request(key)), None);
    }
    assert_eq!(code(world.send(ANN, request(9_999))), "busy");
    world.store(Ok(()));
    assert_eq!(world.replies.len(), parlor_room::MAX_WAITING + 2, "all are answered");
    let taken = world.replies.values().filter(|reply| matches!(reply, Frame::Done(_))).count();
    assert_eq!(taken, 1, "one of them has its effect");
    assert!(world.replies.contains_key(&Ticket(1)));
}
