//! Whether `imagine` comes with the right odds.
//!
//! The `odds` law follows every world with its whole history, and compares. A game whose views
//! forget on purpose leaves that law out; it lists the worlds that fit a view in a way of its own and
//! compares here.
#![expect(clippy::cast_precision_loss, reason = "counts and weights here are far below 2^52")]

use std::collections::BTreeMap;

use parlor_engine::Game;
use parlor_engine::sample::playout_rng;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Draws for each world that is compared.
const DRAWS_PER_WORLD: usize = 40;
/// A right `imagine` fails one comparison in a billion.
const ALARM: f64 = 1e-9;

/// Draws worlds from a view and holds them, by chi-square, against the worlds there are and what
/// each weighs. A world goes by its `key`, which says what of it is compared.
///
/// # Errors
/// What is wrong: a world that is not among them, or odds that are off.
pub fn compare<G: Game, K: Ord, W: Copy + Into<f64>>(
    game: &G,
    view: &G::View,
    worlds: &BTreeMap<K, W>,
    seed: u64,
    key: impl Fn(&G::State) -> K,
) -> Result<(), String> {
    let times = DRAWS_PER_WORLD * worlds.len();
    let mut rng = playout_rng(seed);
    let mut drawn: BTreeMap<K, usize> = BTreeMap::new();
    for _ in 0..times {
        let world = game.imagine(view, &mut rng);
        let key = key(&world);
        if !worlds.contains_key(&key) {
            return Err(format!("an impossible world is imagined: {world:?}"));
        }
        *drawn.entry(key).or_default() += 1;
    }
    let total: f64 = worlds.values().map(|weight| (*weight).into()).sum();
    // Rare worlds are counted together, so that every count is large enough for the test.
    let (mut statistic, mut cells) = (0.0, 0usize);
    let (mut rare_expected, mut rare_seen) = (0.0, 0.0);
    let mut cell = |expected: f64, seen: f64| {
        statistic += (seen - expected).powi(2) / expected;
        cells += 1;
    };
    for (key, weight) in worlds {
        let expected = (*weight).into() / total * times as f64;
        let count = drawn.get(key).copied().unwrap_or(0) as f64;
        if expected < 5.0 {
            rare_expected += expected;
            rare_seen += count;
        } else {
            cell(expected, count);
        }
    }
    if rare_expected > 1.0 {
        cell(rare_expected, rare_seen);
    }
    if cells < 2 {
        return Ok(());
    }
    let chi = ChiSquared::new((cells - 1) as f64).map_err(|why| why.to_string())?;
    let likelihood = chi.sf(statistic);
    if likelihood < ALARM {
        return Err(format!(
            "the odds of {} worlds are off: chi-square {statistic:.1} in {cells} cells, one in \
             {:.0e} by luck",
            worlds.len(),
            likelihood.max(f64::MIN_POSITIVE).recip()
        ));
    }
    Ok(())
}

/// How much a game's own test has compared; it prints that when it is done with it.
#[derive(Debug, Default)]
pub struct Compared {
    /// Views that were compared.
    pub views: u64,
    /// Their worlds.
    pub worlds: u64,
}

impl Compared {
    /// Prints how many there were, for whoever runs the test.
    pub fn report(&self, table: &str) {
        let Self { views, worlds } = self;
        println!("odds, {table}: {views} views against enumeration, {worlds} worlds");
    }
}
