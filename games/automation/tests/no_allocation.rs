//! A playout allocates nothing: not for menus, not for moves, not for the outcome.

use parlor_automation::Automation;
use parlor_gametest::check_allocation;
use serde_json::{Value, json};

fn allocations(work: &mut dyn FnMut()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[test]
fn a_playout_allocates_nothing() {
    let own: Value = serde_json::from_str(include_str!("../examples/startup.json")).unwrap();
    for set in [json!("base"), json!("standard"), own] {
        for seats in 1..=4 {
            let options = json!({ "set": set, "turns": 100 });
            let acts = check_allocation::<Automation>(&options, seats, allocations);
            assert!(acts > 10_000, "{acts} acts of {set} with {seats} players");
        }
    }
}
