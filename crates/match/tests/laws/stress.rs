//! Matches with people and bots who come and go, hand over, take back and pause, on a virtual clock.

use parlor_match::verify;

use crate::driver::{Driver, Manner, SHELF, TABLES};

/// Wilder than any evening: one input in three is no answer.
const MANNER: Manner = Manner { stand_in: Some("random"), has_bots: true, interruptions: 3 };

/// More inputs than any match needs: one that takes more is stuck.
const MOST: usize = 100_000;

/// Every input is checked by the driver: nothing is told before its commit, no viewer's stream has a
/// gap, no entry is without a draft. Here the rest.
fn play(table: (&str, &str, usize), seed: u64) -> usize {
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
    driver.sitting().log().len()
}

#[test]
fn no_evening_gets_a_match_stuck() {
    let matches = if parlor_gametest::slow() { 20_000 } else { 600 };
    let mut entries = 0;
    for number in 0..matches {
        let table = TABLES[number as usize % TABLES.len()];
        entries += play(table, number);
    }
    println!("{matches} matches with {entries} entries, none stuck");
}
