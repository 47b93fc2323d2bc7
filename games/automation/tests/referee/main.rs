//! An independent referee: it has its own copy of the rule book, judges recorded games by what was
//! done and said in them alone, and shares no code with the rules.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "games are judged on all processors, and the totals are printed"
)]

mod book;
mod cheats;
mod duty;
mod record;
mod recorder;
mod referee;
mod tally;
mod tampering;
mod verdict;
mod zone;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use book::{Book, Edition, Sort};
use recorder::{QUESTIONS, Recorder};
use referee::Referee;
use tally::Tally;

/// What the slow tier judges; the quick tier judges the first of them.
const GAMES: u64 = 100_000;
const QUICK: u64 = 2_000;

/// What one thread has to report.
struct Share {
    tally: Tally,
    asked: [u64; QUESTIONS],
    seated: Vec<u64>,
    fault: Option<String>,
}

/// Takes games off the pile until there are none, or somebody has found a fault.
fn judge_games(next: &AtomicU64, games: u64, stop: &AtomicBool) -> Share {
    let (mut recorder, mut referee) = (Recorder::new(), Referee::new());
    let mut fault = None;
    while !stop.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= games {
            break;
        }
        let record = recorder.play(number);
        if let Err(why) = referee.judge(record) {
            fault = Some(format!("game {number}: {why}\n{record}"));
            stop.store(true, Ordering::Relaxed);
        }
    }
    Share { tally: referee.tally, asked: recorder.asked, seated: recorder.seated, fault }
}

#[test]
fn every_recorded_game_stands() {
    let games = if parlor_gametest::slow() { GAMES } else { QUICK };
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let shares: Vec<Share> = thread::scope(|scope| {
        let judge = || judge_games(&next, games, &stop);
        let judges: Vec<_> = (0..threads).map(|_| scope.spawn(judge)).collect();
        judges.into_iter().map(|judge| judge.join().expect("a verdict")).collect()
    });
    let (mut tally, mut asked) = (Tally::default(), [0; QUESTIONS]);
    let mut seated = vec![0; recorder::names().len()];
    for share in &shares {
        tally.add(&share.tally);
        asked.iter_mut().zip(share.asked).for_each(|(own, more)| *own += more);
        seated.iter_mut().zip(&share.seated).for_each(|(own, more)| *own += more);
    }
    println!("{tally}");
    for (kind, times) in recorder::KINDS_OF_QUESTION.iter().zip(&asked) {
        println!("asked to {kind}: {times}");
    }
    for (name, times) in recorder::names().iter().zip(&seated) {
        println!("{name} sat down {times} times");
    }
    if let Some(fault) = shares.iter().find_map(|share| share.fault.as_ref()) {
        panic!("{fault}");
    }
    assert_eq!(tally.games, games);
    assert_everything_happened(&tally, &asked, &seated);
}

fn assert_everything_happened(tally: &Tally, asked: &[u64], seated: &[u64]) {
    for edition in Edition::ALL {
        let book = Book::new(edition);
        for card in book.cards() {
            let playable = book.whole_hand || !book.is(card, Sort::Points);
            let plays = tally.plays(edition)[card as usize];
            assert_eq!(plays > 0, playable, "{card} was played {plays} times in {edition:?}");
        }
    }
    assert!(asked.iter().all(|times| *times > 0), "a question was never asked: {asked:?}");
    assert!(seated.iter().all(|times| *times > 0), "somebody never sat down: {seated:?}");
    assert!(tally.ends.iter().all(|times| *times > 0), "an end was never met: {tally}");
    let Tally { shown, bugs, hacked, twice, left, gained, trashed, shuffles, .. } = tally;
    let counts = [shown, bugs, hacked, twice, left, gained, trashed, shuffles];
    assert!(counts.iter().all(|times| **times > 0), "something never happened: {tally}");
}
