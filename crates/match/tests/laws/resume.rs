//! A match that was cut off anywhere goes on as if nothing had happened.

use std::time::Duration;

use parlor_engine::{Act, Seat};
use parlor_match::{Dealer, Record, Seed, Shares, Sitting, verify};

use crate::driver::{Driver, Input, Manner, Observed, SHELF, TABLES, next_tickets};
use crate::steady::STEADY;

/// From so many cuts a match is played on to its end. From every cut it would take many times as long; the
/// next match takes other cuts.
const PLAYED_ON: usize = 6;

/// One of so many matches is played on to its end from every cut.
const PLAYED_ON_FROM_ALL: u64 = 10;

/// Every other match has a computer player that stands in for those who are away or late, and that
/// people hand their seats over to.
fn manner(seed: u64) -> Manner {
    let stand_in = (seed % 2 == 1).then_some(STEADY);
    Manner { stand_in, has_bots: false, interruptions: 8 }
}

/// A match that was not cut: what was handed in, and how it stood after each input.
struct Whole {
    inputs: Vec<(Duration, Input)>,
    stands: Vec<Stand>,
    driver: Driver,
    /// Its record.
    text: String,
}

/// How a match stood after an input.
struct Stand {
    /// How many entries there were.
    entries: usize,
    now: Duration,
    observed: Observed,
    /// How much each viewer had been told.
    told: Vec<usize>,
    /// Since when the connection of each seat is lost.
    lost: Vec<Option<Duration>>,
}

impl Stand {
    fn of(driver: &Driver) -> Self {
        Self {
            entries: driver.sitting().log().len(),
            now: driver.now,
            observed: driver.observed(),
            told: driver.told(),
            lost: driver.lost(),
        }
    }
}

fn played(table: (&str, &str, usize), seed: u64) -> Whole {
    let mut driver = Driver::new(table, seed, manner(seed));
    let mut inputs = Vec::new();
    let mut stands = vec![Stand::of(&driver)];
    while !driver.is_over() {
        let (at, input) = driver.next();
        driver.hand_in(at, &input);
        inputs.push((at, input));
        stands.push(Stand::of(&driver));
        assert!(inputs.len() < 200_000, "{table:?} {seed}: it does not end");
    }
    let text = driver.sitting().record().to_text();
    Whole { inputs, stands, driver, text }
}

/// Goes on from the first so many entries of a match, by way of the text of its record, as it stood
/// after the input that led to them.
fn resumed(whole: &Whole, entries: usize, stand: &Stand, seed: u64) -> Driver {
    let lines = whole.driver.sitting().header().lines() + entries;
    let cut: String = whole.text.split_inclusive('\n').take(lines).collect();
    let Record { header, log, .. } = Record::from_bytes(cut.as_bytes()).unwrap();
    let (seed_again, mut told) = (Some(Seed::from_number(seed)), Vec::new());
    let sitting = Sitting::resume(header, seed_again, &log, SHELF, |taken| told.push(taken));
    Driver::on(sitting.unwrap(), &told, &stand.lost, stand.now, seed, manner(seed))
}

/// What was counted.
#[derive(Default, Debug)]
struct Counts {
    /// Cuts.
    cuts: usize,
    /// Cuts that the match was played on from.
    played_on: usize,
    /// Those of them where a connection was lost …
    with_absence: usize,
    /// … or where a computer player had somebody's seat.
    with_stand_in: usize,
}

/// Cuts a match after each of its entries.
fn cut_everywhere(table: (&str, &str, usize), seed: u64, counts: &mut Counts) {
    let whole = played(table, seed);
    let mut at_entries = Vec::new();
    let mut before = None;
    for (number, stand) in whole.stands.iter().enumerate() {
        // After the last entry of this input, and inside of what it led to.
        for cut in before.map_or(0, |before| before + 1)..=stand.entries {
            let driver = resumed(&whole, cut, stand, seed);
            let case = format!("{table:?} {seed}, cut after entry {cut}");
            assert_eq!(driver.observed(), stand.observed, "{case}");
            for ((viewer, stream), (told, all)) in
                driver.streams.iter().zip(stand.told.iter().zip(&whole.driver.streams))
            {
                assert_eq!(*stream, all.1[..*told], "{case}: {viewer} is told otherwise");
            }
            counts.cuts += 1;
        }
        // Time that passed after the last entry is charged to nobody, so a match is played on from an
        // entry.
        if before != Some(stand.entries) {
            at_entries.push(number);
        }
        before = Some(stand.entries);
    }
    // Some matches are played on from every entry. Of the others each begins with another one, so that every place has
    // its turn.
    let is_whole = seed.is_multiple_of(PLAYED_ON_FROM_ALL);
    let step = if is_whole { 1 } else { at_entries.len().div_ceil(PLAYED_ON) };
    for number in at_entries.into_iter().skip(seed as usize % step).step_by(step) {
        play_on(&whole, number, seed, counts);
    }
    let sitting = whole.driver.sitting();
    assert!(verify(&sitting.record(), SHELF).is_ok(), "{table:?} {seed}");
    // The tickets that are compared at every cut are those that the game draws.
    let unused = Dealer::new(&Seed::from_number(seed), &Shares::none());
    let has_drawn = next_tickets(sitting.dealer().unwrap()) != next_tickets(&unused);
    let has_chance = sitting.acts().iter().any(|act| matches!(act, Act::Chance(_)));
    assert_eq!(has_drawn, has_chance, "{table:?} {seed}: it draws from another stream");
}

/// Plays a match on to its end from a cut, with the same answers.
fn play_on(whole: &Whole, number: usize, seed: u64, counts: &mut Counts) {
    let stand = &whole.stands[number];
    let mut driver = resumed(whole, stand.entries, stand, seed);
    counts.played_on += 1;
    counts.with_absence += usize::from(stand.lost.iter().any(Option::is_some));
    let mut seats = (0..driver.sitting().table().seats()).map(Seat::at);
    let has_stand_in = seats.any(|seat| driver.sitting().occupant(seat).kind == STEADY);
    counts.with_stand_in += usize::from(has_stand_in);
    for (at, input) in &whole.inputs[number..] {
        driver.hand_in(*at, input);
    }
    let case = format!("{} {seed}, gone on from input {number}", driver.sitting().header().game);
    assert_eq!(driver.sitting().record().to_text(), whole.text, "{case}");
    assert_eq!(driver.streams, whole.driver.streams, "{case}: told otherwise");
    let last = whole.stands.last().expect("there is a first one");
    assert_eq!(driver.observed(), last.observed, "{case}: it stands otherwise");
}

#[test]
fn a_match_goes_on_from_every_entry_of_its_log() {
    let games = if parlor_gametest::slow() { 5_000 } else { 200 };
    for table in TABLES {
        let mut counts = Counts::default();
        // A game of the shelf with several tables shares its number among them.
        let tables = TABLES.iter().filter(|(game, ..)| *game == table.0).count() as u64;
        for seed in 0..games / tables {
            cut_everywhere(table, seed, &mut counts);
        }
        println!("{} {}: {} games, {counts:?}", table.0, table.1, games / tables);
        assert!(counts.with_absence > 0 && counts.with_stand_in > 0, "{table:?}: {counts:?}");
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
