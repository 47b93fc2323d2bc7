//! A playout allocates nothing: not for menus, not for moves, not for the outcome.

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_gametest::check_allocation;
use serde_json::json;

fn allocations(work: &mut dyn FnMut()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[test]
fn a_playout_allocates_nothing() {
    for (boxes, lines) in [("5x5", 60), ("7x7", 112), ("10x10", 220), ("15x15", 480)] {
        for seats in [2, 4] {
            let options = json!({ "boxes": boxes });
            let acts = check_allocation::<DotsAndBoxes>(&options, seats, allocations);
            assert_eq!(acts, 20 * lines, "{boxes} with {seats} players");
        }
    }
}
