//! Games end: none goes beyond its bound and none gets stuck, with any deck and any number of players,
//! whoever leaves. A million games in the slow tier.
#![allow(clippy::disallowed_macros, reason = "a test may say how much it has played")]

use std::ops::{AddAssign, RangeInclusive};

use parlor_chaos_letter::ChaosLetter;
use parlor_engine::sample::{below, playout_rng};
use parlor_engine::{Act, Asleep, Hosted, Rulebook, Seats, Turn, Visitor, random_act};
use parlor_gametest::slow;
use serde_json::{Value, json};

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

fn games_end(deck: &Value, seats: RangeInclusive<usize>) {
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
        "{} for {seats:?}: {games} games, {acts} acts, {left} of them players leaving; the one \
         nearest to its bound had {longest} acts of {bound}",
        deck.as_str().unwrap_or("a wild deck")
    );
    assert!(games >= share * seats.count() as u64 && left > 0);
}

#[test]
fn games_of_classic_end() {
    games_end(&json!("classic"), 2..=4);
}

#[test]
fn games_of_premium_end() {
    games_end(&json!("premium"), 5..=8);
}

#[test]
fn games_of_modern_end() {
    games_end(&json!("modern"), 2..=6);
}

#[test]
fn games_of_cosmic_end() {
    games_end(&json!("cosmic"), 2..=6);
}

#[test]
fn games_of_chaos_end() {
    games_end(&json!("chaos"), 2..=8);
}

/// As many cards as a table takes, and of those that answer, hold, bet, collect and come back.
#[test]
fn games_of_a_wild_deck_end() {
    let deck = json!({
        "title": "Wild", "players": [2, 8], "tokens": [9, 9, 9, 9, 9, 9, 9], "insane_tokens": 9,
        "ties": "cancel", "ends": "no-draw", "starts": "last-out", "priming": true, "eights": true,
        "cards": [
            {"card": "no-u", "value": 5, "count": 26},
            {"card": "nope", "value": 2, "count": 14, "insane": true},
            {"card": "capitalist", "value": 5, "count": 12, "back": "cosmic", "insane": true},
            {"card": "bounty-hunter", "value": 6, "count": 14},
            {"card": "guard", "value": 1, "count": 10},
            {"card": "nyarlathotep", "value": 6, "count": 5, "back": "cosmic", "insane": true},
            {"card": "chancellor", "value": 6, "count": 5},
            {"card": "golden-mead", "value": 2, "count": 5, "back": "cosmic", "insane": true},
            {"card": "cthulhu", "value": 8, "count": 3, "back": "cosmic", "insane": true},
            {"card": "brain-case", "value": 0, "count": 1, "back": "cosmic", "aside": true}
        ]
    });
    games_end(&deck, 2..=8);
}
