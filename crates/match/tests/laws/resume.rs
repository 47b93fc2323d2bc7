//! A match that was cut off anywhere goes on as if nothing had happened.

use std::time::Duration;

use parlor_match::{Record, Seed, Sitting, verify};

use crate::driver::{Driver, Input, Manner, Observed, SHELF, TABLES};

const MANNER: Manner = Manner { has_players: false, interruptions: 12 };

/// A match that was not cut: what was handed in, and how it stood after each input.
struct Whole {
    inputs: Vec<(Duration, Input)>,
    /// How many entries there were after each input, and what could be seen then.
    stands: Vec<(usize, Duration, Observed)>,
    driver: Driver,
    /// Its record.
    text: String,
}

fn played(table: (&str, &str, usize), seed: u64) -> Whole {
    let mut driver = Driver::new(table, seed, MANNER);
    let mut inputs = Vec::new();
    let mut stands = vec![(driver.sitting().log().len(), driver.now, driver.observed())];
    while !driver.is_over() {
        let (at, input) = driver.next();
        driver.hand_in(at, &input);
        inputs.push((at, input));
        stands.push((driver.sitting().log().len(), driver.now, driver.observed()));
        assert!(inputs.len() < 200_000, "{table:?} {seed}: it does not end");
    }
    let text = driver.sitting().record().to_text();
    Whole { inputs, stands, driver, text }
}

/// Goes on from the first so many entries of a match, by way of the text of its record.
fn resumed(whole: &Whole, entries: usize, now: Duration, seed: u64) -> Driver {
    let lines = whole.driver.sitting().header().lines() + entries;
    let cut: String = whole.text.split_inclusive('\n').take(lines).collect();
    let Record { header, log, .. } = Record::from_bytes(cut.as_bytes()).unwrap();
    let (seed_again, mut told) = (Some(Seed::from_number(seed)), Vec::new());
    let sitting = Sitting::resume(header, seed_again, &log, SHELF, |taken| told.push(taken));
    Driver::on(sitting.unwrap(), &told, now, seed, MANNER)
}

/// Cuts a match after each of its entries.
fn cut_everywhere(table: (&str, &str, usize), seed: u64) -> usize {
    let whole = played(table, seed);
    let entries = whole.driver.sitting().log().len();
    let mut cuts = 0;
    for (number, (end, now, expected)) in whole.stands.iter().enumerate() {
        let before = number.checked_sub(1).map_or(0, |before| whole.stands[before].0);
        // After the last entry of this input, and inside of what it led to.
        for cut in (before + 1..=*end).chain((number == 0).then_some(0)) {
            let driver = resumed(&whole, cut, *now, seed);
            assert_eq!(driver.observed(), *expected, "{table:?} {seed}, cut after entry {cut}");
            cuts += 1;
        }
    }
    // From some of the cuts the match is played on to its end, with the same answers.
    for cut in [0, whole.stands.len() / 3, whole.stands.len() * 2 / 3] {
        // Time that passed after the last entry is charged to nobody, so the cut is at an entry.
        let is_entry = |cut: &usize| *cut == 0 || whole.stands[cut - 1].0 < whole.stands[*cut].0;
        let Some(cut) = (cut..whole.stands.len()).find(is_entry) else { continue };
        let (entries, now, _) = &whole.stands[cut];
        let is_over = cut + 1 == whole.stands.len();
        if is_over || absent_somebody(&whole.inputs[..cut]) {
            continue;
        }
        let mut driver = resumed(&whole, *entries, *now, seed);
        for (at, input) in &whole.inputs[cut..] {
            driver.hand_in(*at, input);
        }
        let text = driver.sitting().record().to_text();
        assert_eq!(text, whole.text, "{table:?} {seed}, gone on from {cut}");
        assert_eq!(driver.streams, whole.driver.streams, "{table:?} {seed}: told otherwise");
    }
    assert!(verify(&whole.driver.sitting().record(), SHELF).is_ok(), "{table:?} {seed}");
    assert!(cuts > entries, "every entry is cut at");
    cuts
}

/// Connections are not in the log: after a restart everybody has to come back anyway.
fn absent_somebody(inputs: &[(Duration, Input)]) -> bool {
    inputs.iter().any(|(_, input)| matches!(input, Input::Lost(_)))
}

#[test]
fn a_match_goes_on_from_every_entry_of_its_log() {
    let games = if parlor_gametest::slow() { 5_000 } else { 200 };
    for table in TABLES {
        let mut cuts = 0;
        // A game of the shelf with several tables shares its number among them.
        let tables = TABLES.iter().filter(|(game, ..)| *game == table.0).count() as u64;
        for seed in 0..games / tables {
            cuts += cut_everywhere(table, seed);
        }
        println!("{} {}: {} games cut at {cuts} entries", table.0, table.1, games / tables);
    }
}

#[test]
fn a_log_that_was_changed_is_refused() {
    let whole = played(TABLES[2], 1);
    let record = whole.driver.sitting().record();
    let resume = |seed: u64, change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        let Record { header, log, .. } = record;
        Sitting::resume(header, Some(Seed::from_number(seed)), &log, SHELF, drop)
            .err()
            .map(|why| why.to_string())
    };
    assert_eq!(resume(1, &|_| ()), None);
    let why = resume(2, &|_| ()).unwrap();
    assert_eq!(why, "the seed is not the one this match was begun with");
    let why = resume(1, &|record| drop(record.log.remove(0))).unwrap();
    assert!(why.starts_with("entry 1 of the log, "), "{why}");
}
