//! What is played: a game, who sits there, clocks and what is done about those who are gone.

use std::time::Duration;

use crate::world::{computer, new_match, party};
use parlor_engine::sample::{PlayoutRng, below};
use parlor_match::{Absence, Away, Seed, Sitting};
use parlor_room::{Holder, Settings};
use serde_json::{Value, json};

pub(super) struct Table {
    pub(super) sitting: Sitting,
    pub(super) seed: Seed,
    pub(super) holders: Vec<Holder>,
    pub(super) settings: Settings,
    pub(super) ends_by_itself: bool,
}

pub(super) fn choose(rng: &mut PlayoutRng) -> Table {
    let (game, options, seats) = game(rng);
    let holders: Vec<Holder> = (0..seats)
        .map(|seat| match below(rng, 4) {
            0 if seat > 0 => computer("random"),
            _ => party(seat + 1),
        })
        .collect();
    let clock = pick(rng, &["none", "none", "8s", "30s+2s", "20s+1s/6s"]);
    let costs = pick(
        rng,
        &["default-move", "default-move", "timeout=takeover:random,default-move", "forfeit"],
    );
    let then = match below(rng, 3) {
        0 => Away::Wait,
        1 => Away::DefaultMoves,
        _ => Away::Takeover("random".parse().unwrap()),
    };
    let ends_by_itself = clock != "none" || then != Away::Wait;
    let absence = Absence { grace: Duration::from_secs(5 + below(rng, 30)), then };
    let floor = Duration::from_millis(400 * below(rng, 2));
    let seed = Seed::from_number(below(rng, 1 << 40));
    let sitting = new_match(game, &options, &holders, clock, costs, seed.clone());
    Table { sitting, seed, holders, settings: Settings { absence, floor }, ends_by_itself }
}

/// Mostly toys: they have every kind of secret, chance and clock, and take no time.
fn game(rng: &mut PlayoutRng) -> (&'static str, Value, u128) {
    match below(rng, 18) {
        0..3 => ("tender", json!({}), 3 + u128::from(below(rng, 2))),
        3..6 => ("pig", json!({"target": 20, "seconds": 60 * below(rng, 2)}), 2),
        6..8 => ("slips", json!({}), 2 + u128::from(below(rng, 2))),
        8..10 => ("peek", json!({}), 2 + u128::from(below(rng, 2))),
        10 => ("twenty", json!({}), 2),
        11 => ("twenty", json!({"seconds": 5, "shared": below(rng, 2) == 0}), 2),
        12..14 => ("dots-and-boxes", json!({"boxes": "2x2"}), 2),
        14 => ("automation", json!({"set": "standard", "turns": 3}), 3),
        15 => ("chaos-letter", json!({"deck": "chaos", "rounds": 1, "answers": "sealed"}), 4),
        16 => ("chaos-letter", json!({"deck": "modern", "rounds": 1}), 3),
        _ => ("property-tycoon", json!({"rounds": 2}), 3),
    }
}

fn pick(rng: &mut PlayoutRng, from: &[&'static str]) -> &'static str {
    from[below(rng, from.len() as u64) as usize]
}
