//! A playout allocates nothing: not for menus, not for moves, not for the outcome.

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::sample::playout_rng;
use parlor_engine::{Hosted, Player, Random, Rulebook, Visitor, playout, playout_with};
use serde_json::json;

/// Plays games under a counting allocator, set-up excepted.
struct Counted;

impl Visitor for Counted {
    type Out = u64;

    fn visit<G: Hosted>(self, game: G) -> u64 {
        let mut rng = playout_rng(3);
        let mut acts = 0;
        let counted = allocation_counter::measure(|| {
            for _ in 0..20 {
                acts += u64::from(playout(&game, &mut game.start(), &mut rng).1);
            }
        });
        assert_eq!(counted.count_total, 0, "{} bytes in {acts} acts", counted.bytes_total);
        let mut players: Vec<Box<dyn Player<G>>> =
            (0..game.seats()).map(|_| Box::new(Random::new(5)) as _).collect();
        let counted = allocation_counter::measure(|| {
            playout_with(&game, &mut game.start(), &mut players, &mut rng);
        });
        assert_eq!(counted.count_total, 0, "{} bytes between players", counted.bytes_total);
        acts
    }
}

#[test]
fn a_playout_allocates_nothing() {
    for (boxes, lines) in [("5x5", 60), ("7x7", 112), ("10x10", 220), ("15x15", 480)] {
        for seats in [2, 4] {
            let acts = DotsAndBoxes::open(&json!({ "boxes": boxes }), seats, Counted).unwrap();
            assert_eq!(acts, 20 * lines, "{boxes} with {seats} players");
        }
    }
}

/// The counter would have seen an allocation.
#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 10])));
    assert_eq!(counted.count_total, 1);
}
