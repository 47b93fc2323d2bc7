//! Games at random, for tests that look at everything that is said at a table.

use parlor_engine::rand_core::Rng;
use parlor_engine::sample::{below, playout_rng};
use parlor_engine::{Act, AnyAct, AnyEntry, AnyTable, AnyTurn};
use parlor_registry::SHELF;
use serde_json::{Value, json};

/// Tables that together show what there is in the games: their options, and how many play.
pub(crate) fn tables() -> Vec<(&'static str, Value, usize)> {
    vec![
        ("dots-and-boxes", json!({"boxes": "2x2"}), 2),
        ("dots-and-boxes", json!({"boxes": "3x8", "opening": "icelandic"}), 4),
        ("automation", json!({"turns": 20}), 3),
        ("automation", json!({"turns": 20}), 1),
        ("chaos-letter", json!({"rounds": 3}), 2),
        ("chaos-letter", json!({"rounds": 3, "deck": "premium"}), 5),
        ("chaos-letter", json!({"rounds": 3, "deck": "cosmic"}), 4),
        ("chaos-letter", json!({"rounds": 3, "deck": "chaos"}), 4),
        ("property-tycoon", json!({"rounds": 12, "trading": true}), 3),
        ("property-tycoon", json!({"rounds": 12, "edition": "second", "jail": "doubles"}), 2),
    ]
}

/// Plays a table at random to its end, or so many acts, and shows every act with what it came to.
pub(crate) fn play(
    (id, options, seats): &(&'static str, Value, usize),
    seed: u64,
    mut see: impl FnMut(&dyn AnyTable, &AnyAct, &[parlor_engine::AnyNotice]),
) -> Box<dyn AnyTable> {
    let mut table = SHELF.open(id, options, *seats).unwrap();
    let mut rng = playout_rng(seed);
    for _ in 0..MOST {
        let Some(act) = any_act(&*table, &mut rng) else { break };
        let notices = table.apply(&act).unwrap();
        see(&*table, &act, &notices);
    }
    table
}

/// No test waits for longer games.
const MOST: usize = 3_000;

/// Something that can happen now.
fn any_act(table: &dyn AnyTable, rng: &mut impl Rng) -> Option<AnyAct> {
    match table.turn() {
        AnyTurn::Over => None,
        AnyTurn::Chance { total, .. } => table.pick(below(rng, total)).map(Act::Chance),
        AnyTurn::Ask { seats, .. } => {
            let seat = seats.nth(below(rng, seats.len() as u64) as usize)?;
            let menu = table.menu(seat, usize::MAX);
            let entries = menu.entries.iter().filter(|entry| match entry {
                AnyEntry::One { grave, .. } => !grave,
                AnyEntry::Range { .. } => true,
            });
            let entries: Vec<&AnyEntry> = entries.collect();
            let chosen = entries.get(below(rng, entries.len() as u64) as usize)?;
            let (AnyEntry::One { notation, .. } | AnyEntry::Range { first: notation, .. }) = chosen;
            Some(Act::Move(seat, notation.clone()))
        }
    }
}
