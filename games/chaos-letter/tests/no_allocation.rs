//! A playout allocates nothing: not for menus, not for moves, not for views, not for thinking.

use parlor_chaos_letter::ChaosLetter;
use parlor_engine::sample::playout_rng;
use parlor_engine::{Hosted, Rulebook, Visitor, playout, playout_with};
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
        for name in ChaosLetter::about().computer_players() {
            let player = || game.computer_player(name, 5).expect("a player by this name");
            let mut players: Vec<_> = (0..game.seats()).map(|_| player()).collect();
            let counted = allocation_counter::measure(|| {
                for _ in 0..5 {
                    playout_with(&game, &mut game.start(), &mut players, &mut rng);
                }
            });
            assert_eq!(counted.count_total, 0, "{} bytes between {name}", counted.bytes_total);
        }
        acts
    }
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
        let acts = ChaosLetter::open(&json!({ "deck": deck }), seats, Counted).unwrap();
        assert!(acts > 500, "{acts} acts of {deck} with {seats} players");
    }
}

/// The counter would have seen an allocation.
#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 10])));
    assert_eq!(counted.count_total, 1);
}
