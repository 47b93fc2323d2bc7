//! Answers that come in time and answers that come late.

use super::*;

#[test]
fn a_bot_that_does_not_get_ready_in_time_has_not_started() {
    let mut room = Room::two_bots(House::default());
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    assert_eq!(room.referee.wake_at(), Some(ms(10_000)));
    room.tick_at(9_999);
    assert_eq!(room.verdicts(), []);
    room.tick_at(10_000);
    assert_eq!(room.verdicts()[0], (ONE, Verdict::StartFailed));
    assert_eq!(room.referee.faults()[0].why, "it did not say hello within 10s");
    // With two seats the game is over when one is gone: the other one has nothing to be late for.
    room.tick_at(10_001);
    assert_eq!(room.referee.faults().len(), 1);
    assert!(matches!(room.referee.end(), Some(End::Over(_))));
}

#[test]
fn an_answer_within_the_margin_is_in_time() {
    let mut room = Room::ready("forfeit");
    assert_eq!(room.referee.wake_at(), Some(ms(1_100)));
    room.tick_at(1_100);
    room.choose(ONE, 1, "h 0 0");
    assert_eq!((room.verdicts(), room.acts().len()), (vec![], 1));
    // The clock of the next one starts only now.
    assert_eq!(room.referee.wake_at(), Some(ms(2_200)));
}

#[test]
fn an_answer_after_the_margin_is_late_whoever_notices_it() {
    let mut ticked = Room::ready("forfeit");
    ticked.tick_at(1_101);
    let mut heard = Room::ready("forfeit");
    heard.now = ms(1_101);
    heard.choose(ONE, 1, "h 0 0");
    for room in [&ticked, &heard] {
        assert_eq!(room.verdicts(), [(ONE, Verdict::Timeout)]);
        assert_eq!(room.last_why(), "no answer within 1s");
        assert_eq!(room.acts(), ["1 leaves"]);
    }
}

#[test]
fn a_bank_is_told_used_up_and_topped_up() {
    let house = House { terms: "3s+1s".parse().unwrap(), ..House::default() };
    let mut room = Room::two_bots(house);
    room.get_ready();
    let decide = room.said[0].remove(0);
    assert_eq!(decide["deadline"], 3_000);
    assert_eq!(decide["clock"], json!({"bank": 3_000, "increment": 1_000}));
    room.now = ms(2_500);
    room.choose(ONE, 1, "h 0 0");
    room.choose(TWO, 1, "h 0 1");
    let decide = room.said[0].pop().unwrap();
    assert_eq!((&decide["type"], &decide["deadline"]), (&json!("decide"), &json!(1_500)));
    room.tick_at(2_500 + 1_500 + 101);
    assert_eq!(room.verdicts(), [(ONE, Verdict::Timeout)]);
}

#[test]
fn a_player_of_the_house_is_timed_as_well() {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
    let controllers =
        (0..2).map(|seed| Controller::Player(table.player("random", seed).unwrap())).collect();
    let sitting = Sitting::new(table, Vec::new(), Seed::from_number(1), Shares::none());
    let house = House { terms: "1s".parse().unwrap(), ..House::default() };
    let mut referee = Referee::new(sitting, controllers, house, ms(0));
    let mut times = [ms(0), ms(5_000)].into_iter();
    referee.consult(ONE, || times.next().unwrap());
    write_down(&mut referee, ms(5_000));
    assert_eq!(referee.faults()[0].verdict, Verdict::Timeout);
}
