//! The computer players against each other, in seat-balanced games: each deal is played twice with
//! the seats exchanged. `cargo test -p parlor-automation --test baselines -- --nocapture` prints the
//! table of the README; the slow tier plays its full number of games.
#![allow(clippy::disallowed_types, clippy::disallowed_macros, reason = "statistics, not rules")]

use parlor_automation::Automation;
use parlor_engine::sample::playout_rng;
use parlor_engine::{Hosted, Player, Rulebook, Visitor, playout_with};
use serde_json::json;

/// Plays so many games between two players.
struct Match<'a> {
    players: [&'a str; 2],
    games: u64,
}

/// How often the first was better, equal or worse.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Visitor for Match<'_> {
    type Out = Tally;

    fn visit<G: Hosted>(self, game: G) -> Tally {
        let mut tally = Tally::default();
        for number in 0..self.games {
            let swapped = number % 2 == 1;
            // Both games of a pair are dealt from the same numbers.
            let mut rng = playout_rng(number / 2);
            let mut seated = self.players;
            if swapped {
                seated.reverse();
            }
            let sit = |(name, seed): (&str, u64)| game.computer_player(name, seed);
            let players = seated.into_iter().zip([number, !number]).map(sit);
            let mut players: Vec<Box<dyn Player<G>>> =
                players.collect::<Option<_>>().expect("players by these names");
            let mut state = game.start();
            let (outcome, _) = playout_with(&game, &mut state, &mut players, &mut rng);
            let places = outcome.places.as_slice();
            let (own, other) =
                if swapped { (places[1], places[0]) } else { (places[0], places[1]) };
            match own.cmp(&other) {
                std::cmp::Ordering::Less => tally.won += 1,
                std::cmp::Ordering::Equal => tally.drawn += 1,
                std::cmp::Ordering::Greater => tally.lost += 1,
            }
        }
        tally
    }
}

impl Tally {
    /// The share of points, a draw being half a point, with its 95 % interval (Wilson's, which
    /// stays sensible where one side wins everything).
    fn share(self) -> [f64; 3] {
        let [won, drawn, lost] = [self.won, self.drawn, self.lost].map(f64::from);
        let games = won + drawn + lost;
        let share = (won + drawn / 2.0) / games;
        let spread = 1.96_f64.powi(2) / games;
        let middle = share + spread / 2.0;
        let margin = (spread * (share * (1.0 - share) + spread / 4.0)).sqrt();
        [(middle - margin) / (1.0 + spread), share, (middle + margin) / (1.0 + spread)]
    }
}

/// Plays a match, prints its line, and holds the better one to be better.
fn stronger(set: &str, better: &str, worse: &str) {
    let games = if parlor_gametest::slow() { 10_000 } else { 1_000 };
    let visitor = Match { players: [better, worse], games };
    let tally = Automation::open(&json!({ "set": set }), 2, visitor).expect("a table");
    let [least, share, most] = tally.share();
    let percent = [share, least, most].map(|share| format!("{:.2}", 100.0 * share));
    let [share, from, to] = percent;
    let Tally { won, drawn, lost } = tally;
    println!(
        "| {set} | {better} | {worse} | {share} % | {from} to {to} % | {won} / {drawn} / {lost} |"
    );
    assert!(least > 0.5, "{better} does not beat {worse} in {set}");
}

#[test]
fn big_money_beats_naive_money() {
    stronger("seed", "big-money", "naive-money");
    stronger("standard", "big-money", "naive-money");
}

#[test]
fn big_money_beats_action_heavy() {
    stronger("seed", "big-money", "action-heavy");
    stronger("standard", "big-money", "action-heavy");
}

#[test]
fn naive_money_beats_random() {
    stronger("seed", "naive-money", "random");
    stronger("standard", "naive-money", "random");
}

/// Random play buys Bugs, which cost nothing but points: doing nothing is better.
#[test]
fn passive_beats_random() {
    stronger("seed", "passive", "random");
    stronger("standard", "passive", "random");
}

#[test]
fn the_engine_beats_big_money() {
    stronger("seed", "engine", "big-money");
    stronger("standard", "engine", "big-money");
}

#[test]
fn attacks_hurt() {
    stronger("standard", "attack", "big-money");
    stronger("standard", "engine", "attack");
}
