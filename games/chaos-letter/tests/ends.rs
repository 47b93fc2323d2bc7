//! Games end: none goes beyond its bound and none gets stuck, with any deck and any number of players,
//! whoever leaves. A million games in the slow tier.
#![allow(clippy::disallowed_macros, reason = "how many games were played is part of the result")]

use std::ops::{AddAssign, RangeInclusive};

use parlor_chaos_letter::ChaosLetter;
use parlor_engine::sample::{below, playout_rng};
use parlor_engine::{Act, Asleep, Hosted, Rulebook, Seats, Turn, Visitor, random_act};
use parlor_gametest::slow;
use serde_json::json;

/// All tables together play so many games.
const GAMES: [u64; 2] = [3_000, 1_000_000];
/// Numbers of players, over all decks.
const TABLES: u64 = 24;
/// In every fourth game players leave: one act in so many.
const LEAVES: u64 = 25;

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u64,
    acts: u64,
    left: u64,
    /// The longest game, and the bound of its table; the one that came nearest.
    longest: u64,
    bound: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Self) {
        self.games += more.games;
        self.acts += more.acts;
        self.left += more.left;
        if more.longest * self.bound.max(1) >= self.longest * more.bound {
            (self.longest, self.bound) = (more.longest, more.bound);
        }
    }
}

/// Plays so many games at a table.
struct Play(u64);

impl Visitor for Play {
    type Out = Tally;

    fn visit<G: Hosted>(self, game: G) -> Tally {
        let mut all = Tally::default();
        for seed in 0..self.0 {
            all += play(&game, seed);
        }
        all
    }
}

fn play<G: Hosted>(game: &G, seed: u64) -> Tally {
    let mut rng = playout_rng(seed);
    let mut state = game.start();
    let mut present = Seats::first_n(game.seats());
    let bound = u64::from(game.bound());
    let (mut acts, mut left) = (0, 0);
    while !matches!(game.turn(&state), Turn::Over) {
        assert!(acts < bound, "seed {seed}: not over after {acts} acts, the bound");
        let leaves = seed % 4 == 3 && below(&mut rng, LEAVES) == 0;
        let act = if leaves {
            let seat = present.nth(below(&mut rng, present.len() as u64) as usize);
            let seat = seat.expect("a game without players is over");
            present = present.without(seat);
            left += 1;
            Act::Leave(seat)
        } else {
            let act = random_act(game, &state, &mut rng);
            act.unwrap_or_else(|| panic!("seed {seed}: stuck after {acts} acts"))
        };
        if let Err(why) = game.apply(&mut state, &act, &mut Asleep) {
            panic!("seed {seed}: '{act}' is refused after {acts} acts: {why}");
        }
        acts += 1;
    }
    Tally { games: 1, acts, left, longest: acts, bound }
}

fn games_end(deck: &str, seats: RangeInclusive<usize>) {
    let mut all = Tally::default();
    let share = GAMES[usize::from(slow())].div_ceil(TABLES);
    for seats in seats.clone() {
        // One round, a few, and as many as the tokens ask for.
        for (rounds, games) in [(1, share / 2), (3, share / 4), (50, share - share / 2 - share / 4)]
        {
            let options = json!({"deck": deck, "rounds": rounds});
            let played = ChaosLetter::open(&options, seats, Play(games));
            all += played.unwrap_or_else(|why| panic!("{options} for {seats}: {why}"));
        }
    }
    let Tally { games, acts, left, longest, bound } = all;
    println!(
        "{deck} for {seats:?}: {games} games, {acts} acts, {left} of them players leaving; the one \
         nearest to its bound had {longest} acts of {bound}"
    );
    assert!(games >= share * seats.count() as u64 && left > 0);
}

#[test]
fn games_of_classic_end() {
    games_end("classic", 2..=4);
}

#[test]
fn games_of_premium_end() {
    games_end("premium", 5..=8);
}

#[test]
fn games_of_modern_end() {
    games_end("modern", 2..=6);
}

#[test]
fn games_of_cosmic_end() {
    games_end("cosmic", 2..=6);
}

#[test]
fn games_of_chaos_end() {
    games_end("chaos", 2..=8);
}
