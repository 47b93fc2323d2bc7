//! What can be taken back without asking was never noticed by anybody else.

use std::collections::VecDeque;
use std::time::Duration;

use parlor_engine::{Act, Seat, Seats, Viewer};
use parlor_match::{News, NoTakeback, PerViewer, Sitting, Takeback};
use serde_json::Value;

use crate::driver::{Driver, Input, Manner, TABLES, next_tickets};

const MANNER: Manner = Manner { stand_in: None, has_bots: false, interruptions: u64::MAX };

/// So many own decisions are taken back together at most.
const TOGETHER: usize = 4;

/// How often each answer was given, and how often to more than one move at once.
#[derive(Default, Debug)]
struct Counts {
    free: usize,
    free_together: usize,
    consent: usize,
    refused: usize,
}

/// How a match stood before an input, as far as a takeback must bring it back.
struct Stand {
    /// How many acts there were.
    acts: usize,
    views: Vec<(Viewer, Value)>,
    told: PerViewer<u64>,
    questions: Vec<Asked>,
    ticket: Vec<u64>,
}

/// How many questions were put to a seat, and the one that is open, as the seat hears of it.
type Asked = (u64, Option<(u64, Option<Duration>)>);

impl Stand {
    fn of(sitting: &Sitting) -> Self {
        let table = sitting.table();
        Self {
            acts: sitting.acts().len(),
            views: Viewer::all(table.seats()).map(|viewer| (viewer, table.view(viewer))).collect(),
            told: sitting.told().clone(),
            questions: (0..table.seats()).map(|seat| asked(sitting, Seat::at(seat))).collect(),
            ticket: next_tickets(sitting.dealer().unwrap()),
        }
    }
}

fn asked(sitting: &Sitting, seat: Seat) -> Asked {
    let open = sitting.question(seat).map(|open| (open.id, open.allowed));
    (sitting.questions(seat), open)
}

/// Plays a match, and after each input works out what it would do to take back the last decision, the
/// last two, and so on.
fn check(table: (&str, &str, usize), seed: u64, counts: &mut Counts) {
    let mut driver = Driver::new(table, seed, MANNER);
    let mut stands = VecDeque::from([Stand::of(driver.sitting())]);
    while !driver.is_over() {
        let (at, input) = driver.next();
        driver.hand_in(at, &input);
        let now = Stand::of(driver.sitting());
        if stands.back().is_some_and(|before| before.acts == now.acts) {
            continue;
        }
        for (back, before) in stands.iter().rev().enumerate() {
            let by = driver.sitting().acts()[before.acts].seat();
            let Some(seat) = by else { continue };
            let case = format!("{table:?} {seed}, act {} back to {}", now.acts, before.acts);
            match driver.sitting().takeback(seat, before.acts, Seats::NONE) {
                Takeback::Refused(why) => {
                    counts.refused += 1;
                    assert!(is_due(driver.sitting(), seat, before.acts, &why), "{case}: {why}");
                    continue;
                }
                Takeback::Free => {
                    counts.free += 1;
                    counts.free_together += usize::from(back > 0);
                    assert_unnoticed(seat, before, &now, &case);
                }
                Takeback::Consent(_) => counts.consent += 1,
            }
            take_back(driver.sitting(), seat, at, before, &case);
        }
        stands.push_back(now);
        if stands.len() > TOGETHER {
            stands.pop_front();
        }
    }
}

/// Whether a takeback is refused for a reason that is there.
fn is_due(sitting: &Sitting, seat: Seat, remain: usize, why: &NoTakeback) -> bool {
    let acts = &sitting.acts()[remain..];
    match why {
        NoTakeback::Chance => acts.iter().any(|act| matches!(act, Act::Chance(_))),
        NoTakeback::OtherActed { seat: other } => {
            *other != seat && acts.iter().any(|act| act.seat() == Some(*other))
        }
        NoTakeback::Sealed | NoTakeback::CameToLight { .. } | NoTakeback::Over => {
            sitting.table().hides_anything()
        }
        _ => false,
    }
}

/// Nobody but the seat has heard, seen or been asked anything since then.
fn assert_unnoticed(seat: Seat, before: &Stand, now: &Stand, case: &str) {
    for ((viewer, before_view), (_, view)) in before.views.iter().zip(&now.views) {
        if let Some(other) = viewer.seat()
            && other != seat
        {
            let (then, since) = (before.questions[other.index()], now.questions[other.index()]);
            assert_eq!(then, since, "{case}: {viewer} is asked something else");
        }
        if viewer.seat() != Some(seat) {
            assert_eq!(before_view, view, "{case}: {viewer} sees it");
            assert_eq!(before.told[*viewer], now.told[*viewer], "{case}: {viewer} hears of it");
        }
    }
}

/// Takes acts back on a copy of the match, and holds it against how it stood before them.
fn take_back(sitting: &Sitting, seat: Seat, at: Duration, before: &Stand, case: &str) {
    let is_free = sitting.takeback(seat, before.acts, Seats::NONE) == Takeback::Free;
    let mut copy = sitting.clone();
    let draft = copy.draft_takeback(seat, before.acts, Seats::NONE, at).unwrap();
    let taken = copy.commit(draft);
    let after = Stand::of(&copy);
    assert_eq!(after.acts, before.acts, "{case}");
    assert_eq!(after.ticket, before.ticket, "{case}: the next chance is another one");
    assert_eq!(after.views, before.views, "{case}: it does not stand as before");
    if is_free {
        assert_unnoticed(seat, before, &after, case);
    }
    for viewer in Viewer::all(copy.table().seats()) {
        let news = taken[0].news(viewer);
        if is_free && viewer.seat() != Some(seat) {
            assert!(news.is_empty(), "{case}: {viewer} hears {news:?}");
        } else if let [(_, News::TakenBack(back))] = news.as_slice() {
            assert_eq!(*back, before.told[viewer], "{case}: {viewer} forgets too much");
        } else {
            assert_eq!(after.told[viewer], before.told[viewer], "{case}: {viewer} was told");
        }
    }
}

#[test]
fn a_free_takeback_is_noticed_by_nobody() {
    let games = if parlor_gametest::slow() { 5_000 } else { 200 };
    let mut all = Counts::default();
    for table in TABLES {
        let mut counts = Counts::default();
        let tables = TABLES.iter().filter(|(game, ..)| *game == table.0).count() as u64;
        for seed in 0..games / tables {
            check(table, seed, &mut counts);
        }
        println!("{} {}: {counts:?}", table.0, table.1);
        assert!(counts.consent + counts.free + counts.refused > 0);
        all.free += counts.free;
        all.free_together += counts.free_together;
        all.consent += counts.consent;
    }
    // A law that nothing falls under says nothing.
    assert!(all.free > 100 && all.free_together > 100 && all.consent > 100, "{all:?}");
}

/// A coin can be taken back in Automation until a card is drawn.
#[test]
fn coins_can_be_taken_back_until_a_card_is_drawn() {
    let (mut taken_back, mut refused) = (0, 0);
    for seed in 0..20 {
        let mut driver = Driver::new(TABLES[2], seed, MANNER);
        let mut coin = None;
        while !driver.is_over() {
            let (at, input) = driver.next();
            let Input::Play(seat, _, played) = &input else { panic!("{input:?}") };
            let before = Stand::of(driver.sitting());
            driver.hand_in(at, &input);
            let is_drawn = driver.sitting().acts()[before.acts..]
                .iter()
                .any(|act| matches!(act, Act::Chance(_)));
            if let Some((seat, remain)) = coin.filter(|_| is_drawn) {
                let why = driver.referee.take_back(seat, remain, Seats::first_n(2), at);
                assert_eq!(why, Err(NoTakeback::Chance));
                assert!(driver.referee.draft().is_none(), "a refusal changes nothing");
                refused += 1;
                break;
            }
            if coin.is_none() && matches!(played.as_str(), "play bitcoin" | "play ethereum") {
                let verdict = driver.sitting().takeback(*seat, before.acts, Seats::NONE);
                assert!(matches!(verdict, Takeback::Consent(_)), "{played}: {verdict:?}");
                driver.hand_in(at, &Input::TakeBack(*seat, before.acts));
                assert_eq!(Stand::of(driver.sitting()).views, before.views, "{played}");
                taken_back += 1;
                // Played once more, it stays, because a card is drawn before anybody thinks better of it.
                let question = driver.referee.question(*seat).unwrap();
                driver.hand_in(at, &Input::Play(*seat, question, played.clone()));
                coin = Some((*seat, before.acts));
            }
        }
    }
    assert!(taken_back > 10 && refused > 10, "{taken_back} {refused}");
}
