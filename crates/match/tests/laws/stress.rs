//! Matches with people and bots who come and go, hand over, take back and pause, on a virtual clock.

use parlor_match::{Event, verify};

use crate::driver::{BOT, Driver, Manner, SHELF, TABLES};

/// Wilder than any evening: one input in three is no answer.
const MANNER: Manner = Manner { stand_in: Some(STAND_IN), has_bots: true, interruptions: 3 };

/// The computer player that stands in, and that seats are handed over to.
const STAND_IN: &str = "random";

/// What happened in all matches together.
#[derive(Default, Debug)]
struct Counts {
    entries: usize,
    /// Answers of bots that were taken.
    bot_answers: usize,
    /// Bots that came back on another line.
    bot_returns: usize,
    /// Seats that were handed over to a computer player, and to a bot.
    to_computers: usize,
    to_bots: usize,
}

/// More inputs than any match needs: one that takes more is stuck.
const MOST: usize = 100_000;

/// Every input is checked by the driver: nothing is told before its commit, no viewer's stream has a
/// gap, no entry is without a draft. Here the rest.
fn play(table: (&str, &str, usize), seed: u64, counts: &mut Counts) {
    let mut driver = Driver::new(table, seed, MANNER);
    let mut inputs = 0;
    while !driver.is_over() {
        let asked = driver.referee.asked();
        let is_awaited = !asked.is_empty() || !driver.referee.awaited().is_empty();
        assert!(is_awaited, "{table:?} {seed}: nobody is asked, and it is not over");
        for seat in asked.iter() {
            assert!(driver.sitting().question(seat).is_some(), "{table:?} {seed}: seat {seat}");
        }
        let (at, input) = driver.next();
        driver.hand_in(at, &input);
        inputs += 1;
        assert!(inputs < MOST, "{table:?} {seed}: stuck");
    }
    let record = driver.sitting().record();
    // Every act was legal when it was made, so no seat has moved that was not asked.
    verify(&record, SHELF).unwrap_or_else(|why| panic!("{table:?} {seed}: {why}"));
    for (viewer, stream) in &driver.streams {
        assert_eq!(stream.len() as u64, driver.sitting().told()[*viewer], "{viewer}");
    }
    counts.entries += record.log.len();
    counts.bot_answers += driver.bot_answers;
    counts.bot_returns += driver.bot_returns;
    for entry in &record.log {
        if let Event::Seated(_, who) = &entry.event {
            let is_new = who.name.starts_with('Q');
            counts.to_computers += usize::from(is_new && who.kind == STAND_IN);
            counts.to_bots += usize::from(is_new && who.kind == BOT);
        }
    }
}

#[test]
fn no_evening_gets_a_match_stuck() {
    let matches = if parlor_gametest::slow() { 20_000 } else { 600 };
    let mut counts = Counts::default();
    for number in 0..matches {
        let table = TABLES[number as usize % TABLES.len()];
        play(table, number, &mut counts);
    }
    println!("{matches} matches, none stuck: {counts:?}");
    let Counts { bot_answers, bot_returns, to_computers, to_bots, .. } = counts;
    assert!([bot_answers, bot_returns, to_computers, to_bots].iter().all(|count| *count > 20));
}
