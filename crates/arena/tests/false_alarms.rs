//! How often the sequential test is wrong, by playing tournaments of players whose strength is known.
//!
//! Blocks are simulated with everything that makes real ones awkward: a seat that is better than
//! the others, luck that all games of a block share (so its games are not independent), luck of
//! each game, and ties. A player takes each seat once in a block, so seats and shared luck cancel in
//! the mean: equal players score exactly 1/2 in expectation. The player under test is made stronger by
//! turning a share of its games into clear wins, which moves the mean score exactly to where it is
//! wanted, for tables of any size.

#![expect(clippy::cast_precision_loss, reason = "a few thousand tournaments")]

use parlor_arena::stats::elo::score_of;
use parlor_arena::stats::{Hypothesis, Sprt};
use parlor_engine::sample::{PlayoutRng, below, playout_rng};

/// What may go wrong at the most, of a thousand tournaments: the test's 5 % and two standard errors.
const MOST: f64 = 0.065;
const NOMINAL: f64 = 0.05;
/// A test that has not ended after so many blocks never will.
const LONGEST: u64 = 200_000;

/// How much better each seat is than the one before it, how much luck a block's games share, and how
/// much each has of its own: in steps, of which fewer make more ties.
const SEAT: u64 = 2;
const SHARED: u64 = 7;
const OWN: u64 = 9;

/// The half-points of the player under test, in one block at a table of so many seats.
fn block(seats: usize, lift: f64, rng: &mut PlayoutRng) -> usize {
    let mut luck = [0; 8];
    for (seat, luck) in luck.iter_mut().take(seats).enumerate() {
        *luck = SEAT * seat as u64 + below(rng, SHARED);
    }
    (0..seats)
        .map(|own| {
            let mut showing = luck;
            for showing in showing.iter_mut().take(seats) {
                *showing += below(rng, OWN);
            }
            if (below(rng, 1 << 32) as f64) < lift * (1u64 << 32) as f64 {
                return 2 * (seats - 1);
            }
            (0..seats)
                .filter(|seat| *seat != own)
                .map(|seat| match showing[own].cmp(&showing[seat]) {
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 0,
                })
                .sum()
        })
        .sum()
}

/// The verdict on a player that is truly so many Elo stronger, and the blocks it took.
fn tournament(sprt: &Sprt, seats: usize, elo: f64, seed: u64) -> (Hypothesis, u64) {
    let mut rng = playout_rng(seed);
    // A part `lift` of games scores 1, the rest 1/2.
    let lift = 2.0 * score_of(elo) - 1.0;
    let mut counts = vec![0; 2 * (seats - 1) * seats + 1];
    for blocks in 1..=LONGEST {
        counts[block(seats, lift, &mut rng)] += 1;
        if let Some(verdict) = sprt.verdict(sprt.llr(&counts)) {
            return (verdict, blocks);
        }
    }
    panic!("no verdict after {LONGEST} blocks");
}

/// Holds the share of wrong verdicts against what is allowed.
fn wrong_verdicts(seats: usize, elo: f64, wrong: Hypothesis) {
    let sprt: Sprt = "0,20,0.05,0.05".parse().unwrap();
    let tournaments: u32 = if parlor_gametest::slow() { 1000 } else { 200 };
    // The 1.5 points above 5 % are room for chance in a thousand tournaments; fewer need more of it, as
    // the root of how many times fewer they are.
    let most = NOMINAL + (MOST - NOMINAL) * (1000.0 / f64::from(tournaments)).sqrt();
    let (mut wrongs, mut blocks) = (0u32, 0);
    for seed in 0..u64::from(tournaments) {
        let (verdict, took) = tournament(&sprt, seats, elo, 1_000_000 * seats as u64 + seed);
        wrongs += u32::from(verdict == wrong);
        blocks += took;
    }
    let share = f64::from(wrongs) / f64::from(tournaments);
    println!(
        "{seats} seats, {elo} Elo: {wrong} accepted in {:.1} % of {tournaments} tournaments \
         (at most {:.2} %), {:.0} games each",
        100.0 * share,
        100.0 * most,
        blocks as f64 * seats as f64 / f64::from(tournaments)
    );
    assert!(share <= most, "{share} is more than {most}");
    // A test that is never wrong waits too long; one of 5 % is not always right.
    assert!(wrongs > 0, "not one wrong verdict in {tournaments}");
}

#[test]
fn equal_players_at_tables_of_two() {
    wrong_verdicts(2, 0.0, Hypothesis::H1);
}

#[test]
fn a_stronger_player_at_tables_of_two() {
    wrong_verdicts(2, 20.0, Hypothesis::H0);
}

#[test]
fn equal_players_at_tables_of_four() {
    wrong_verdicts(4, 0.0, Hypothesis::H1);
}

#[test]
fn a_stronger_player_at_tables_of_four() {
    wrong_verdicts(4, 20.0, Hypothesis::H0);
}

/// The simulation is what it says: means where they should be, ties, and games of a block that
/// depend on each other.
#[test]
fn simulated_blocks_are_as_intended() {
    for (seats, elo) in [(2, 0.0), (2, 20.0), (4, 0.0), (4, 20.0)] {
        let mut rng = playout_rng(77);
        let lift = 2.0 * score_of(elo) - 1.0;
        let most = 2 * (seats - 1) * seats;
        let blocks = 200_000;
        let sum: usize = (0..blocks).map(|_| block(seats, lift, &mut rng)).sum();
        let mean = sum as f64 / (blocks * most) as f64;
        // Four standard errors of a mean of blocks that vary by at most 1/4.
        assert!((mean - score_of(elo)).abs() < 4.0 * 0.25 / (blocks as f64).sqrt(), "{mean}");
    }
}
