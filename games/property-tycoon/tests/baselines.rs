//! The computer players against each other, in seat-balanced games: each deal of dice is played once
//! from every seat. `cargo test -p parlor-property-tycoon --test baselines -- --nocapture` prints a
//! table; the README's is that of the slow tier, which plays more games.
#![allow(clippy::disallowed_types, clippy::disallowed_macros, reason = "statistics, not rules")]

use std::any::Any;

use parlor_engine::sample::playout_rng;
use parlor_engine::{Basic, Game, Hosted, Player, Roster, Rulebook, Visitor, playout_with};
use parlor_gametest::contest::contest;
use parlor_property_tycoon::{End, PropertyTycoon, Rules};
use serde_json::{Value, json};

/// A table with dice in jail and a bank that can run out, and these options.
fn table(more: &Value) -> Value {
    let mut options = json!({"jail": "doubles", "bank": "limited"});
    for (key, value) in more.as_object().into_iter().flatten() {
        options[key] = value.clone();
    }
    options
}

/// Plays a match, prints its line, and holds the player to win at least so many of a hundred. Where
/// there is a promise the slow tier holds it with its whole interval; the bounds of the quick tier lie
/// some five of its deviations below.
fn wins(options: &Value, seats: usize, player: &str, others: &str, [promised, least]: [f64; 2]) {
    let options = &table(options);
    let games = if parlor_gametest::slow() { 10_000 } else { 400 };
    let percent = contest::<PropertyTycoon>(options, seats, player, others, games).percent();
    println!("| `{options}` | {seats} | {player} | {others} | {percent} |");
    let (least, reached) =
        if parlor_gametest::slow() { (promised, percent.from) } else { (least, percent.share) };
    assert!(reached >= least, "{player} wins {percent} of {options} with {seats}, not {least} %");
}

#[test]
fn hard_beats_easy() {
    wins(&json!({}), 2, "hard", "easy", [80.0, 72.0]);
}

#[test]
fn hard_beats_three_easy_ones() {
    wins(&json!({}), 4, "hard", "easy", [80.0, 72.0]);
}

#[test]
fn hard_beats_easy_in_a_short_game() {
    wins(&json!({"rounds": 40}), 2, "hard", "easy", [60.0, 54.0]);
    wins(&json!({"rounds": 40}), 4, "hard", "easy", [50.0, 44.0]);
}

#[test]
fn hard_beats_easy_where_debts_are_not_forgiven() {
    wins(&json!({"debt": "immediate"}), 2, "hard", "easy", [70.0, 64.0]);
}

#[test]
fn hard_beats_easy_without_trading() {
    wins(&json!({"trading": false}), 2, "hard", "easy", [70.0, 66.0]);
    wins(&json!({"trading": false}), 4, "hard", "easy", [45.0, 36.0]);
}

#[test]
fn easy_beats_random() {
    wins(&json!({}), 2, "easy", "random", [90.0, 90.0]);
}

/// The rounds of games in which these players sit, of those that end with a bankruptcy, the shortest
/// first; and how many were played.
fn bankruptcies(options: &Value, names: &[&str]) -> (Vec<u16>, usize) {
    struct Take;
    impl Visitor for Take {
        type Out = Box<dyn Any>;
        fn visit<G: Hosted>(self, game: G) -> Box<dyn Any> {
            Box::new(game)
        }
    }
    let rules = PropertyTycoon::open(options, names.len(), Take).expect("a table");
    let rules: Rules = *rules.downcast().expect("the rules of this game");
    let games = if parlor_gametest::slow() { 1_000 } else { 100 };
    let mut rounds = Vec::new();
    for number in 0..games {
        let mut rng = playout_rng(number as u64);
        let sit = |name: &&str| Basic::seat(&rules, name, 1).expect("a player by this name");
        let mut players: Vec<Box<dyn Player<Rules>>> = names.iter().map(sit).collect();
        let mut state = rules.start();
        playout_with(&rules, &mut state, &mut players, &mut rng);
        rounds.extend((state.over == Some(End::Bankruptcy)).then_some(state.round));
    }
    rounds.sort_unstable();
    (rounds, games)
}

/// Games end: 95 of a hundred with a bankruptcy, and half of them within 120 rounds.
#[test]
fn games_of_hard_players_end() {
    for (options, seats) in [
        (json!({}), 4),
        (table(&json!({})), 4),
        (table(&json!({"edition": "second"})), 4),
        (table(&json!({})), 2),
        (table(&json!({})), 6),
    ] {
        let (rounds, games) = bankruptcies(&options, &vec!["hard"; seats]);
        let [half, most] = [50, 95].map(|percent| rounds.get(games * percent / 100 - 1).copied());
        let within = rounds.iter().filter(|round| **round <= 120).count();
        println!(
            "`{options}` with {seats}: {} of {games}, {within} within 120 rounds, half {half:?}",
            rounds.len()
        );
        assert!(most.is_some(), "{} of {games} with {seats} and {options}", rounds.len());
        assert!(half <= Some(120), "half of them in {half:?} rounds with {seats} and {options}");
    }
}

/// A person who sits with them does not wait for ever, either.
#[test]
fn games_of_easy_players_end() {
    let (rounds, games) = bankruptcies(&table(&json!({})), &["easy"; 4]);
    println!("easy: {} of {games}", rounds.len());
    assert!(rounds.len() * 100 >= games * 90, "{} of {games}", rounds.len());
}
