//! A second model of money and property, naive and slow, written from the rule book and not from the
//! rules' code. It hears the acts alone, and after each of them it has to have what the rules show.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "games are played on all processors, and the totals are printed"
)]

mod book;
mod compare;
mod model;
mod money;
#[path = "../tables/mod.rs"]
mod tables;
mod turn;
mod twists;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use model::Model;
use parlor_engine::{Asleep, Game, Viewer};
use tables::{COMBINATIONS, Plan, Table};
use twists::Twist;

/// Tables, and games at each of them: in the slow tier every combination of options.
const QUICK: (u64, u64) = (100, 4);
const SLOW: (u64, u64) = (COMBINATIONS, 4);

/// Plays a game with the model looking on; the number of acts.
fn first_disagreement(table: &Table, number: u64, twist: Option<Twist>) -> Result<u64, String> {
    let rules = &table.rules;
    let (mut state, mut evening) = (table.start(), table.game(number));
    let mut model = Model::new(table, twist);
    let mut acts: Vec<String> = Vec::new();
    while let Some(act) = evening.next(&state) {
        acts.push(act.to_string());
        rules.apply(&mut state, &act, &mut Asleep).map_err(|why| format!("{act}: {why}"))?;
        let agrees = model
            .take(&act)
            .and_then(|()| model.compare(&rules.view(&state, Viewer::Spectator), rules))
            .and_then(|()| model.compare_asked(rules.turn(&state).asked().first()));
        if let Err(why) = agrees {
            let last = acts.len().saturating_sub(30);
            let acts = acts[last..].join("\n");
            return Err(format!("act {act}: {why}\nin {evening}; the last acts:\n{acts}"));
        }
    }
    let outcome = rules.outcome(&state).ok_or("the game has no outcome")?;
    model.compare_outcome(&outcome).map_err(|why| format!("{why}\nin {evening}"))?;
    Ok(acts.len() as u64)
}

#[test]
fn the_model_agrees_with_the_rules() {
    let plan = Plan::new(0, QUICK, SLOW);
    let (next, acts) = (AtomicU64::new(plan.tables.start), AtomicU64::new(0));
    let look_on = || {
        loop {
            let table = next.fetch_add(1, Ordering::Relaxed);
            if !plan.tables.contains(&table) {
                return;
            }
            let table = Table::new(table);
            for number in plan.games.clone() {
                match first_disagreement(&table, number, None) {
                    Ok(more) => acts.fetch_add(more, Ordering::Relaxed),
                    Err(why) => panic!("{why}"),
                };
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(look_on))));
    let games = (plan.tables.end - plan.tables.start) * (plan.games.end - plan.games.start);
    let acts = acts.into_inner();
    println!("{games} games and {acts} acts");
    assert!(!plan.whole || acts > 100 * games, "games are longer than that");
}
