//! A playout allocates nothing: not for menus, not for moves, not for the outcome.

use parlor_automation::Automation;
use parlor_gametest::check_allocation;
use serde_json::json;

fn allocations(work: &mut dyn FnMut()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[test]
fn a_playout_allocates_nothing() {
    for set in ["seed", "standard"] {
        for seats in 1..=4 {
            let options = json!({ "set": set });
            let acts = check_allocation::<Automation>(&options, seats, allocations);
            assert!(acts > 10_000, "{acts} acts of {set} with {seats} players");
        }
    }
}
