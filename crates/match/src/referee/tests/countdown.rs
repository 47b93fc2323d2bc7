//! Clocks that the rules set, and how often an act is applied.

use crate::Coded;
use parlor_engine::Viewer;
use parlor_gametest::toys::{Peek, Twenty, applied};

use super::*;
use crate::Takeback;

/// A person and a bot at Twenty, where nothing but the rules hurries anybody, and a late answer would
/// cost the game.
fn at_twenty(options: &Value) -> Room {
    let house =
        House { terms: Terms::unlimited(), costs: "game".parse().unwrap(), ..House::default() };
    let mut room =
        Room::new::<Twenty>(options, house, vec![Controller::Person, Controller::Bot(None)]);
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    room.bot(TWO, &json!({"type": "pong", "id": 1}));
    room.said[1].clear();
    room
}

impl Room {
    fn person(&mut self, played: &str) -> Result<(), &'static str> {
        let question = self.referee.question(ONE).unwrap();
        let answered = self.referee.answer(ONE, question, played.to_owned(), self.now);
        self.carry_out();
        answered.map_err(|why| why.code())
    }
}

#[test]
fn who_is_late_by_the_rules_has_played_the_default_move_and_no_more() {
    let mut room = at_twenty(&json!({"seconds": 10}));
    assert_eq!(room.referee.answer_time_left(ONE, ms(4_000)), Some(ms(6_000)));
    room.tick_at(10_100);
    assert!(room.acts().is_empty(), "the margin is not over");
    room.now = ms(10_101);
    assert_eq!(room.person("two"), Err("too-late"));
    room.tick_at(10_101);
    assert_eq!(room.acts(), ["1: one"]);
    // The bot has its own ten seconds, and is told so.
    assert_eq!(room.said[1].last().unwrap()["deadline"], 10_000);
    assert_eq!(room.heard(TWO), "notice decide(1)");
    room.tick_at(20_000);
    room.tick_at(20_202);
    assert_eq!(room.acts(), ["1: one", "2: one"]);
    assert_eq!(room.heard(TWO), "stop(1) notice");
    // What comes too late through no fault of the bot's is no fault.
    room.choose(TWO, 1, "two");
    assert_eq!(room.heard(TWO), "error(stale none)");
    assert!(room.referee.faults().is_empty() && room.referee.is_playing());
}

#[test]
fn a_clock_that_is_shared_runs_out_for_all() {
    let mut room = at_twenty(&json!({"seconds": 10, "shared": true}));
    room.now = ms(7_000);
    room.person("two").unwrap();
    assert_eq!(room.said[1].last().unwrap()["deadline"], 3_000);
    room.tick_at(10_101);
    // Five numbers are said; the next five have a clock of their own.
    assert_eq!(room.acts(), ["1: two", "2: one", "1: one", "2: one"]);
    assert_eq!(room.referee.answer_time_left(ONE, room.now), Some(ms(10_000)));
    assert!(room.referee.faults().is_empty());
    // It stands still with all others.
    room.referee.pause(ms(12_101)).unwrap();
    room.carry_out();
    assert_eq!(room.referee.wake_at(), None);
    room.now = ms(60_000);
    room.referee.unpause(room.now).unwrap();
    room.carry_out();
    assert_eq!(room.referee.answer_time_left(ONE, room.now), Some(ms(8_000)));
}

#[test]
fn the_clock_of_the_rules_takes_nothing_out_of_a_bank() {
    let house = House { terms: "5s+1s".parse().unwrap(), hurries_people: true, ..House::default() };
    let people = vec![Controller::Person, Controller::Person];
    let mut room = Room::new::<Twenty>(&json!({"seconds": 30}), house, people);
    room.now = ms(20_000);
    room.person("two").unwrap();
    assert_eq!(room.referee.sitting().bank(ONE), Some(ms(5_000)));
    assert_eq!(room.referee.time_used(ONE), (ms(20_000), 1));
}

#[test]
fn a_move_is_applied_once() {
    let mut room = at_twenty(&json!({}));
    let check = |room: &Room, before: u64, acts: usize| {
        assert_eq!(applied() - before, 1);
        assert_eq!(room.referee.sitting().acts().len(), acts);
    };
    let before = applied();
    room.person("two").unwrap();
    check(&room, before, 1);
    let before = applied();
    room.choose(TWO, 1, "one");
    check(&room, before, 2);
    // Whatever one wants to know of it afterwards.
    let before = applied();
    let sitting = room.referee.sitting();
    assert!(matches!(sitting.takeback(ONE, 0, Seats::NONE), Takeback::Refused(_)));
    assert!(sitting.so_far().to_text().contains("1: two"));
    assert!(sitting.table().face(ONE, "one", Viewer::Seat(TWO)).is_some());
    assert_eq!(applied(), before);
}

/// Where hands are hidden it also has to be worked out what each viewer saw of an act.
#[test]
fn a_move_in_a_game_with_secrets_is_applied_once() {
    let people = vec![Controller::Person, Controller::Person];
    let mut room = Room::new::<Peek>(&json!({}), House::default(), people);
    while room.referee.sitting().table().outcome().is_none() {
        let (before, acts) = (applied(), room.referee.sitting().acts().len());
        let seat = room.referee.asked().first().unwrap();
        let played = room.referee.sitting().table().default_move(seat).unwrap();
        let viewers = Viewer::all(2)
            .filter(|viewer| room.referee.sitting().table().face(seat, &played, *viewer).is_some());
        assert_eq!(viewers.count(), 3);
        let question = room.referee.question(seat).unwrap();
        room.referee.answer(seat, question, played, room.now).unwrap();
        room.carry_out();
        let sitting = room.referee.sitting();
        let _ = sitting.takeback(seat, acts, Seats::NONE);
        let played = (sitting.acts().len() - acts) as u64;
        assert!(played > 0);
        assert_eq!(applied() - before, played, "{:?}", &sitting.acts()[acts..]);
    }
}
