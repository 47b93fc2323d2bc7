//! A playout allocates nothing: not for menus, not for moves, not for views, not for thinking.

use parlor_chaos_letter::ChaosLetter;
use parlor_gametest::check_allocation;
use serde_json::{Value, json};

fn allocations(work: &mut dyn FnMut()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[test]
fn a_playout_allocates_nothing() {
    for (deck, seats) in [
        ("classic", 2),
        ("classic", 4),
        ("premium", 5),
        ("premium", 8),
        ("modern", 2),
        ("modern", 6),
        ("cosmic", 2),
        ("cosmic", 6),
        ("chaos", 2),
        ("chaos", 4),
        ("chaos", 8),
    ] {
        check(&json!({ "deck": deck }), seats);
    }
}

#[test]
fn neither_do_answers_under_seal_or_to_steps_of_a_turn() {
    check(&json!({"answers": "sealed", "deck": "chaos"}), 4);
    let deck: Value = serde_json::from_str(include_str!("../examples/small-hours.json")).unwrap();
    check(&json!({ "deck": deck }), 4);
}

fn check(options: &Value, seats: usize) {
    let acts = check_allocation::<ChaosLetter>(options, seats, allocations);
    assert!(acts > 500, "{acts} acts of {options} with {seats} players");
}
