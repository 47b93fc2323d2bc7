//! What is called after every game or block allocates nothing once it has seen all players.

use allocation_counter::measure;
use parlor_arena::stats::standing::place_by_points;
use parlor_arena::stats::{
    Cells, Choices, Estimate, Histogram, Moments, Pairing, Rating, Spreading, Sprt, Standing,
    TrueSkill, WengLin,
};

#[track_caller]
fn allocates_nothing(work: impl FnOnce()) {
    assert_eq!(measure(work).count_total, 0);
}

#[test]
fn counting_allocates_nothing() {
    let mut ranking = [0, 3, 2, 7].map(|player| Standing { player, place: 0 });
    place_by_points(&mut ranking, &[4, 9, 4, 1]);
    let (mut choices, mut cells, mut pairing) = (Choices::new(8), Cells::new(8), Pairing::new(4));
    choices.add(&ranking).unwrap();
    cells.add(7, &ranking).unwrap();
    let mut ratings = [Rating::default(); 8];
    let (mut moments, mut histogram) = (Moments::new(), Histogram::new());
    let mut spreading = Spreading::new();
    let two = [1, 5].map(|player| Standing { player, place: player as u32 });
    cells.add(8, &two).unwrap();
    let (weng_lin, trueskill) = (WengLin::default(), TrueSkill::default());
    let sprt: Sprt = "0,10,0.05,0.05".parse().unwrap();
    let counts = [3u64, 10, 40, 12, 0];
    allocates_nothing(|| {
        for value in 0..1000 {
            place_by_points(&mut ranking, &[4, 9, 4, 1]);
            choices.add(&ranking).unwrap();
            cells.add(1007, &ranking).unwrap();
            pairing.add(&[2, 0, 1, 3]);
            weng_lin.update(&mut ratings, &ranking).unwrap();
            trueskill.update(&mut ratings, &ranking).unwrap();
            moments.add(value * value - 700);
            histogram.add(value * value - 700);
            spreading.add(value % 256 - 128);
            cells.add(1008, &two).unwrap();
            weng_lin.update(&mut ratings, &two).unwrap();
            trueskill.update(&mut ratings, &two).unwrap();
            assert!(sprt.llr(&counts).is_finite());
            assert!(Estimate::of(&counts).is_some());
        }
    });
    assert_eq!(choices.rankings(), 1001);
    assert_eq!(cells.total().rankings(), 2 * choices.rankings());
    assert_eq!(spreading.moments().count(), 1000);
}
