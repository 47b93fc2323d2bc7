//! What can be taken back without asking was never noticed by anybody else.

use std::time::Duration;

use parlor_engine::{Act, Seats, Viewer};
use parlor_match::{News, NoTakeback, Sitting, Takeback};

use crate::driver::{Driver, Input, Manner, TABLES};

const MANNER: Manner = Manner { has_players: false, interruptions: u64::MAX };

/// How often each answer was given.
#[derive(Default, Debug)]
struct Counts {
    free: usize,
    consent: usize,
    refused: usize,
}

/// Plays a match, and after each move works out what taking it back would do.
fn check(table: (&str, &str, usize), seed: u64, counts: &mut Counts) {
    let mut driver = Driver::new(table, seed, MANNER);
    let mut now = views(driver.sitting());
    while !driver.is_over() {
        let before = now;
        let (told, remain) = (driver.sitting().told().clone(), driver.sitting().acts().len());
        let ticket = next_ticket(driver.sitting());
        let (at, input) = driver.next();
        let Input::Play(seat, ..) = input else {
            driver.hand_in(at, &input);
            now = views(driver.sitting());
            continue;
        };
        driver.hand_in(at, &input);
        now = views(driver.sitting());
        if driver.sitting().acts().len() == remain {
            continue;
        }
        let verdict = driver.sitting().takeback(seat, remain, Seats::NONE);
        match verdict {
            Takeback::Refused(why) => {
                counts.refused += 1;
                let acts = &driver.sitting().acts()[remain..];
                let is_due = match why {
                    NoTakeback::Chance => acts.iter().any(|act| matches!(act, Act::Chance(_))),
                    NoTakeback::OtherActed { seat: other } => other != seat,
                    NoTakeback::Sealed => driver.sitting().table().hides_anything(),
                    NoTakeback::CameToLight { .. } | NoTakeback::Over => {
                        driver.sitting().table().hides_anything()
                    }
                    _ => false,
                };
                assert!(is_due, "{table:?} {seed}: {why} after {acts:?}");
                continue;
            }
            Takeback::Free => counts.free += 1,
            Takeback::Consent(_) => counts.consent += 1,
        }
        let mut copy = driver.sitting().clone();
        let draft = copy.draft_takeback(seat, remain, Seats::NONE, at).unwrap();
        let taken = copy.commit(draft);
        assert_eq!(next_ticket(&copy), ticket, "{table:?} {seed}: the next chance is another one");
        for ((viewer, before), (_, now)) in before.iter().zip(&now) {
            assert_eq!(copy.table().view(*viewer), *before, "{table:?} {seed}: {viewer}");
            let news = taken[0].news(*viewer);
            if verdict == Takeback::Free && viewer.seat() != Some(seat) {
                // Its view did not change when the move was made either.
                assert_eq!(now, before);
                assert!(news.is_empty() && copy.told()[*viewer] == told[*viewer]);
                assert_eq!(driver.sitting().told()[*viewer], told[*viewer]);
            } else if let [(_, News::TakenBack(back))] = news.as_slice() {
                assert_eq!(*back, told[*viewer], "{table:?} {seed}: {viewer} forgets too much");
            } else {
                assert!(
                    copy.told()[*viewer] == told[*viewer],
                    "{viewer} was told and not told back"
                );
            }
        }
    }
}

fn views(sitting: &Sitting) -> Vec<(Viewer, serde_json::Value)> {
    let table = sitting.table();
    Viewer::all(table.seats()).map(|viewer| (viewer, table.view(viewer))).collect()
}

/// What chance would decide next, in a stream that every game may use.
fn next_ticket(sitting: &Sitting) -> Vec<u64> {
    let mut dealer = sitting.dealer().unwrap().clone();
    let labels = ["deck", "dice/1", "dice/2", "dice/3", "deck/1", "deck/2"];
    labels.iter().map(|label| dealer.ticket(label, 1 << 40)).collect()
}

#[test]
fn a_free_takeback_is_noticed_by_nobody() {
    let games = if parlor_gametest::slow() { 5_000 } else { 200 };
    for table in TABLES {
        let mut counts = Counts::default();
        let tables = TABLES.iter().filter(|(game, ..)| *game == table.0).count() as u64;
        for seed in 0..games / tables {
            check(table, seed, &mut counts);
        }
        println!("{} {}: {counts:?}", table.0, table.1);
        assert!(counts.consent + counts.free > 0 || counts.refused > 0);
    }
}

/// A coin can be taken back in Automation until a card is drawn.
#[test]
fn coins_can_be_taken_back() {
    let mut taken_back = 0;
    for seed in 0..20 {
        let mut driver = Driver::new(TABLES[2], seed, MANNER);
        while !driver.is_over() {
            let (at, input) = driver.next();
            let Input::Play(seat, _, played) = &input else { panic!("{input:?}") };
            let remain = driver.sitting().acts().len();
            driver.hand_in(at, &input);
            let is_coin = played == "play bitcoin" || played == "play ethereum";
            if is_coin && driver.sitting().acts().len() == remain + 1 {
                let verdict = driver.sitting().takeback(*seat, remain, Seats::NONE);
                assert!(matches!(verdict, Takeback::Consent(_)), "{played}: {verdict:?}");
                let agreed = Seats::first_n(2);
                driver
                    .referee
                    .take_back(*seat, remain, agreed, at + Duration::from_secs(1))
                    .unwrap();
                driver.referee.stop();
                taken_back += 1;
                break;
            }
        }
    }
    assert!(taken_back > 10, "{taken_back}");
}
