//! The invariants hold after every act of very many games: every combination of editions, numbers of
//! players and options, with games of 5 to 200 rounds mostly and some without a limit, played at random
//! or by random, easy and hard players mixed, with people who are late, who leave, and whose time is up.
//!
//! Besides what a state shows by itself (`Game::check`), a witness checks what takes two: see
//! `watcher.rs`. What happened is counted and printed, and everything has to have happened.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "games are played on all processors, and the totals are printed"
)]

mod misled;
#[path = "../tables/mod.rs"]
mod tables;
mod tally;
mod watcher;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use parlor_engine::Game;
use tables::{COMBINATIONS, Plan, Table};
use tally::{RARE, Tally};
use watcher::Watcher;

/// Tables, and games at each of them: all combinations in the slow tier, 202,240 games.
const SLOW: (u64, u64) = (COMBINATIONS, 79);
/// All pairs of choices in the quick tier.
const QUICK: (u64, u64) = (320, 4);

/// Plays a game, and checks all there is to check after each act.
fn play(table: &Table, number: u64, tally: &mut Tally) -> Result<(), String> {
    let rules = &table.rules;
    let (mut state, mut evening) = (rules.start(), table.game(number));
    tally.count("all", "games");
    evening.names.iter().for_each(|name| tally.count("player", name));
    let mut watcher = Watcher::new(rules, &table.options, table.seats, tally);
    let mut acts = 0;
    while let Some(act) = evening.next(&state) {
        acts += 1;
        let before = state.clone();
        rules
            .apply(&mut state, &act, &mut watcher)
            .map_err(|why| why.to_string())
            .and_then(|()| rules.check(&state))
            .and_then(|()| watcher.check(&state))
            .map_err(|why| {
                format!("{why}\nafter '{act}', act {acts} of {evening}\nbefore it: {before:?}")
            })?;
        watcher.tally().act(&act);
    }
    if acts > rules.bound() {
        return Err(format!("{acts} acts in {evening}"));
    }
    match rules.outcome(&state) {
        Some(_) => Ok(()),
        None => Err(format!("there is no outcome of {evening}")),
    }
}

fn play_tables(next: &AtomicU64, plan: &Plan) -> Tally {
    let mut tally = Tally::default();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if !plan.tables.contains(&number) {
            return tally;
        }
        let table = Table::new(number);
        tally.table(&table);
        for number in plan.games.clone() {
            if let Err(why) = play(&table, number, &mut tally) {
                panic!("{why}");
            }
        }
    }
}

#[test]
fn the_invariants_hold_after_every_act() {
    let plan = Plan::new(QUICK, SLOW);
    let next = AtomicU64::new(plan.tables.start);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let shares: Vec<Tally> = thread::scope(|scope| {
        let players: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| play_tables(&next, &plan))).collect();
        players.into_iter().map(|player| player.join().expect("games without a fault")).collect()
    });
    let mut tally = Tally::default();
    for share in &shares {
        tally.add(share);
    }
    println!("{tally}");
    if !plan.whole {
        return;
    }
    assert_eq!(tally.of("all", "games"), plan.tables.end * plan.games.end);
    tally.assert_everything_happened();
    // It takes a long game of many players who are all careful: one in thousands.
    assert!(!parlor_gametest::slow() || tally.of("event", RARE) > 0, "{RARE}: never\n{tally}");
}
