//! A playout allocates nothing: not for menus, not for moves, not for views, not for thinking.

use parlor_gametest::check_allocation;
use parlor_property_tycoon::PropertyTycoon;
use serde_json::json;

fn allocations(work: &mut dyn FnMut()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[test]
fn a_playout_allocates_nothing() {
    for (options, seats) in [
        (json!({}), 2),
        (json!({"rounds": 100}), 4),
        (json!({"rounds": 100, "edition": "second"}), 6),
        (json!({"rounds": 100, "jail": "doubles", "sell_buildings": "half"}), 3),
        (json!({"rounds": 100, "debt": "immediate", "bank": "limited"}), 4),
        (json!({"rounds": 50, "trading": true, "auction": "free", "minutes": 30}), 5),
    ] {
        let acts = check_allocation::<PropertyTycoon>(&options, seats, allocations);
        assert!(acts > 10_000, "{acts} acts of {options} with {seats} players");
    }
}
