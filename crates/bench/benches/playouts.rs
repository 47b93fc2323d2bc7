//! Random games to the end: through the contract on boards of several widths, and bare.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use parlor_bench::yardstick;
use parlor_engine::sample::playout_rng;
use parlor_engine::{Hosted, Visitor, playout};
use parlor_registry::visit;
use serde_json::json;

struct Playouts<'a> {
    criterion: &'a mut Criterion,
    name: String,
}

impl Visitor for Playouts<'_> {
    type Out = ();

    fn visit<G: Hosted>(self, game: G) {
        let mut rng = playout_rng(1);
        self.criterion.bench_function(&self.name, |bencher| {
            bencher.iter_batched_ref(
                || game.start(),
                |state| playout(&game, state, &mut rng),
                BatchSize::SmallInput,
            );
        });
    }
}

fn playouts(criterion: &mut Criterion) {
    let mut rng = playout_rng(1);
    criterion.bench_function("bare 5x5, 2 seats", |bencher| {
        bencher.iter(|| yardstick::play(&mut rng));
    });
    for (boxes, seats) in [("5x5", 2), ("5x5", 4), ("7x7", 2), ("10x10", 2), ("15x15", 2)] {
        let name = format!("dots-and-boxes {boxes}, {seats} seats");
        let playouts = Playouts { criterion, name };
        visit("dots-and-boxes", &json!({ "boxes": boxes }), seats, playouts)
            .expect("the board is within the limits");
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
