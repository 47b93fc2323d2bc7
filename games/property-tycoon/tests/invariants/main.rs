//! The invariants hold after every act of very many games: every combination of editions, numbers of
//! players and options, with games of 5 to 200 rounds mostly and some without a limit, played at random
//! or by random, easy and hard players mixed, with people who are late, who leave, and whose time is up.
//! The same goes for boards unlike those in the box.
//!
//! Besides what a state shows by itself (`Game::check`), a witness checks what takes two: see
//! `watcher.rs`. What happened is counted and printed, and everything has to have happened.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "games are played on all processors, and the totals are printed"
)]

mod longest;
mod misled;
#[path = "../tables/mod.rs"]
mod tables;
mod tally;
mod watcher;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use parlor_engine::Game;
use parlor_property_tycoon::{ALL_MONEY, Rules, State};
use tables::odd::ODD;
use tables::{COMBINATIONS, ODD_TABLES, Plan, Table};
use tally::{NO_RENT, Tally};
use watcher::Watcher;

/// Tables, and games at each of them: all combinations in the slow tier, 203,520 games.
const SLOW: (u64, u64) = (COMBINATIONS, 53);
/// All pairs of choices in the quick tier.
const QUICK: (u64, u64) = (320, 4);
/// The same with boards that are not in the box.
const SLOW_ODD: (u64, u64) = (2_000, 10);
const QUICK_ODD: (u64, u64) = (160, 4);

/// Never more money is with the players and on Free Parking than was reckoned.
fn check_money(rules: &Rules, state: &State) -> Result<(), String> {
    let out = i64::from(ALL_MONEY) - i64::from(state.bank);
    let cash: i64 = state.players.iter().map(|player| i64::from(player.cash)).sum();
    let limit = rules.money_limit();
    if out != cash + i64::from(state.pot) || u64::try_from(out).is_ok_and(|out| out > limit) {
        return Err(format!("{out} pounds are out of the bank, and {limit} were reckoned"));
    }
    Ok(())
}

/// Plays a game, and checks all there is to check after each act.
fn play(table: &Table, number: u64, tally: &mut Tally) -> Result<(), String> {
    let rules = &table.rules;
    let (mut state, mut evening) = (table.start(), table.game(number));
    tally.count("all", "games");
    evening.names.iter().for_each(|name| tally.count("player", name));
    let mut watcher = Watcher::new(table, tally);
    let mut acts = 0;
    while let Some(act) = evening.next(&state) {
        acts += 1;
        let before = state.clone();
        rules
            .apply(&mut state, &act, &mut watcher)
            .map_err(|why| why.to_string())
            .and_then(|()| rules.check(&state))
            .and_then(|()| watcher.check(&state))
            .and_then(|()| check_money(rules, &state))
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
        match table.odd {
            Some(name) => tally.count("board", name),
            None => tally.table(&table),
        }
        for number in plan.games.clone() {
            if let Err(why) = play(&table, number, &mut tally) {
                panic!("{why}");
            }
        }
    }
}

/// Plays all games of a plan on all processors.
fn play_all(plan: &Plan) -> Tally {
    let next = AtomicU64::new(plan.tables.start);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let shares: Vec<Tally> = thread::scope(|scope| {
        let players: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| play_tables(&next, plan))).collect();
        players.into_iter().map(|player| player.join().expect("games without a fault")).collect()
    });
    let mut tally = Tally::default();
    for share in &shares {
        tally.add(share);
    }
    println!("{tally}");
    let tables = plan.tables.end - plan.tables.start;
    assert_eq!(tally.of("all", "games"), tables * (plan.games.end - plan.games.start));
    tally
}

#[test]
fn the_invariants_hold_on_every_kind_of_board() {
    let plan = Plan::new(ODD_TABLES, QUICK_ODD, SLOW_ODD);
    let tally = play_all(&plan);
    if !plan.whole {
        return;
    }
    assert!(ODD.iter().all(|odd| tally.of("board", odd.name) > 0), "{tally}");
    // What the boards in the box never show.
    assert!(tally.of("event", NO_RENT) > 0, "{tally}");
    assert!(tally.of("go", "more than once with one throw") > 0, "{tally}");
    assert!(tally.of("cards", "a pack without cards") > 0, "{tally}");
    assert!(tally.of("cards", "as many as may be drawn for one throw") > 0, "{tally}");
}

#[test]
fn the_invariants_hold_after_every_act() {
    let plan = Plan::new(0, QUICK, SLOW);
    let tally = play_all(&plan);
    if !plan.whole {
        return;
    }
    tally.assert_everything_happened();
}
