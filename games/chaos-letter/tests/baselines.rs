//! The computer players against random play, in seat-balanced games: each deal is
//! played once from every seat. `cargo test -p parlor-chaos-letter --test baselines -- --nocapture`
//! prints a table; the README's is that of the slow tier, which plays more games.
#![allow(clippy::disallowed_types, clippy::disallowed_macros, reason = "statistics, not rules")]

use parlor_chaos_letter::ChaosLetter;
use parlor_engine::sample::playout_rng;
use parlor_engine::{Hosted, Player, Rulebook, Visitor, playout_with};
use serde_json::json;

/// Plays so many games of one player against others.
struct Match<'a> {
    player: &'a str,
    others: &'a str,
    games: u64,
}

impl Visitor for Match<'_> {
    type Out = f64;

    /// Games won; a shared win is shared.
    fn visit<G: Hosted>(self, game: G) -> f64 {
        let seats = game.seats();
        let mut won = 0.0;
        for number in 0..self.games {
            let own = number as usize % seats;
            // All games of a deal are dealt from the same numbers.
            let mut rng = playout_rng(number / seats as u64);
            let sit = |seat: usize| {
                let name = if seat == own { self.player } else { self.others };
                let seed = number * seats as u64 + seat as u64;
                game.computer_player(name, seed).expect("a player by this name")
            };
            let mut players: Vec<Box<dyn Player<G>>> = (0..seats).map(sit).collect();
            let mut state = game.start();
            let (outcome, _) = playout_with(&game, &mut state, &mut players, &mut rng);
            let places = outcome.places.as_slice();
            let first = places.iter().min();
            let winners = places.iter().filter(|place| Some(*place) == first).count();
            if Some(&places[own]) == first {
                won += 1.0 / f64::from(winners as u8);
            }
        }
        won
    }
}

/// The share of games won, with its 95 % interval (Wilson's, which stays sensible where one side
/// wins everything).
fn share(won: f64, games: f64) -> [f64; 3] {
    let share = won / games;
    let spread = 1.96_f64.powi(2) / games;
    let middle = share + spread / 2.0;
    let margin = (spread * (share * (1.0 - share) + spread / 4.0)).sqrt();
    [(middle - margin) / (1.0 + spread), share, (middle + margin) / (1.0 + spread)]
}

/// Plays a match, prints its line, and holds the player to win at least so many of a hundred. The
/// bounds lie about five deviations of the quick tier below what the slow tier found.
fn wins(deck: &str, seats: usize, player: &str, others: &str, least: f64) {
    let games: u32 = if parlor_gametest::slow() { 10_000 } else { 400 };
    let visitor = Match { player, others, games: games.into() };
    let won = ChaosLetter::open(&json!({ "deck": deck }), seats, visitor).expect("a table");
    let [from, share, to] = share(won, f64::from(games)).map(|share| 100.0 * share);
    println!("| {deck} | {seats} | {player} | {others} | {share:.1} % | {from:.1} to {to:.1} % |");
    assert!(share > least, "{player} wins {share:.1} % of {deck} with {seats}, not {least} %");
}

#[test]
fn the_courtier_beats_random() {
    wins("classic", 2, "courtier", "random", 92.0);
    wins("classic", 4, "courtier", "random", 68.0);
    wins("premium", 5, "courtier", "random", 68.0);
    wins("modern", 2, "courtier", "random", 89.0);
    wins("modern", 4, "courtier", "random", 71.0);
}

#[test]
fn the_cultist_beats_random() {
    wins("cosmic", 2, "cultist", "random", 72.0);
    wins("cosmic", 4, "cultist", "random", 58.0);
}

#[test]
fn the_trickster_beats_random() {
    wins("chaos", 2, "trickster", "random", 68.0);
    wins("chaos", 4, "trickster", "random", 48.0);
    wins("chaos", 8, "trickster", "random", 30.0);
}
