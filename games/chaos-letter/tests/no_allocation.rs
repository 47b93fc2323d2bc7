//! A playout allocates nothing: not for menus, not for moves, not for views, not for thinking.

use parlor_chaos_letter::ChaosLetter;
use parlor_gametest::check_allocation;
use serde_json::{Value, json};

fn allocations(work: &mut dyn FnMut()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[test]
fn a_playout_allocates_nothing() {
    let own: Value = serde_json::from_str(include_str!("../examples/well-thumbed.json")).unwrap();
    for (deck, seats) in [
        (json!("classic"), 2),
        (json!("classic"), 4),
        (json!("premium"), 5),
        (json!("premium"), 8),
        (json!("modern"), 2),
        (json!("modern"), 6),
        (json!("cosmic"), 2),
        (json!("cosmic"), 6),
        (json!("chaos"), 2),
        (json!("chaos"), 4),
        (json!("chaos"), 8),
        (own, 4),
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
