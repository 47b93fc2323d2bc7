//! Playouts that allocate nothing: search is made of them.

use std::hint::black_box;

use parlor_engine::sample::playout_rng;
use parlor_engine::{Basic, Hosted, Roster, Rulebook, Visitor, playout, playout_with};
use serde_json::Value;

/// So many random games are counted.
const GAMES: u32 = 20;
/// So many acts at least between computer players of each kind: some think long.
const ACTS: u32 = 400;

/// Plays games at a table, at random and between computer players of every kind, and says how many
/// acts the random ones had.
///
/// `allocations` counts how often a piece of work allocates. It takes the place of the allocator of
/// the whole program, so it is the test's own.
///
/// # Panics
/// When a game allocates, or the counter does not count.
pub fn check_allocation<R: Rulebook>(
    options: &Value,
    seats: usize,
    allocations: fn(&mut dyn FnMut()) -> u64,
) -> u64 {
    let seen = allocations(&mut || drop(black_box(vec![1u8; 10])));
    assert_eq!(seen, 1, "the counter does not count");
    let names: Vec<&str> = Basic::all(&R::about()).iter().map(|one| one.name).collect();
    let acts = R::open(options, seats, Counted { names, allocations });
    acts.unwrap_or_else(|why| panic!("{why}"))
}

/// Plays games under a counting allocator, set-up excepted.
struct Counted {
    names: Vec<&'static str>,
    allocations: fn(&mut dyn FnMut()) -> u64,
}

impl Visitor for Counted {
    type Out = u64;

    fn visit<G: Hosted>(self, game: G) -> u64 {
        let mut rng = playout_rng(3);
        let mut acts = 0;
        let count = (self.allocations)(&mut || {
            for _ in 0..GAMES {
                acts += u64::from(playout(&game, &mut game.start(), &mut rng).1);
            }
        });
        assert_eq!(count, 0, "allocations in {acts} acts");
        for name in self.names {
            let player = || Basic::seat(&game, name, 5).expect("a player by this name");
            let mut players: Vec<_> = (0..game.seats()).map(|_| player()).collect();
            let mut made = 0;
            let count = (self.allocations)(&mut || {
                while made < ACTS {
                    made += playout_with(&game, &mut game.start(), &mut players, &mut rng).1;
                }
            });
            assert_eq!(count, 0, "allocations between {name}");
        }
        acts
    }
}
