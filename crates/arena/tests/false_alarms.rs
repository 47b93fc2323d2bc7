//! How often the sequential test is wrong, by playing tournaments of players whose strength is known.
//!
//! Blocks are simulated with everything that makes real ones awkward: a seat that is better than
//! the others, luck that all games of a block share (so its games are not independent), luck of
//! each game, and ties. A player takes each seat once in a block, so seats and shared luck cancel in
//! the mean: equal players score exactly 1/2 in expectation. The player under test is made stronger by
//! turning a share of its games into clear wins, or weaker by clear losses, which moves the mean score
//! exactly to where it is wanted, for tables of any size. In a gauntlet each table has a share of its own:
//! some opponents are much weaker than others.

#![expect(clippy::cast_precision_loss, reason = "a few thousand tournaments")]

use parlor_arena::stats::elo::score_of;
use parlor_arena::stats::{Hypothesis, Rounds, Sprt};
use parlor_engine::sample::{PlayoutRng, below, playout_rng};

/// What may go wrong at the most, of a thousand tournaments: the test's 5 % and two standard errors.
const MOST: f64 = 0.065;
const NOMINAL: f64 = 0.05;
/// A test that has not ended after so many blocks never will.
const LONGEST: u64 = 200_000;

/// What makes up a seat's showing in a game; the better showing places better, equal ones tie.
#[derive(Clone, Copy)]
struct Luck {
    /// How much better each seat is than the one before it.
    seat: u64,
    /// In how many steps the luck varies that a seat has in all games of a block.
    shared: u64,
    /// In how many steps the luck of each game varies; fewer make more ties.
    own: u64,
}

const MIXED: Luck = Luck { seat: 2, shared: 7, own: 9 };
const ALMOST_ALL_SHARED: Luck = Luck { seat: 0, shared: 30, own: 2 };

/// One opponent, or one table, as strong as the player under test.
const ALONE: &[f64] = &[0.0];
/// One that is much weaker, one that is as strong, one that is much stronger: against them the player gets
/// 85, 50 and 15 % of the points.
const UNLIKE: &[f64] = &[0.7, 0.0, -0.7];
/// Forty from much weaker to much stronger, so many that not every sum of a round has a mark of its own.
const MANY: &[f64] = &{
    let mut many = [0.0; 40];
    let mut at = 0;
    while at < 40 {
        many[at] = 0.04 * (19.5 - at as f64);
        at += 1;
    }
    many
};

/// The half-points of the player under test, in one block at a table of so many seats. A part `lift` of its
/// games are clear wins, or losses where that is below 0.
fn block(luck: Luck, seats: usize, lift: f64, rng: &mut PlayoutRng) -> usize {
    let mut dealt = [0; 8];
    for (seat, dealt) in dealt.iter_mut().take(seats).enumerate() {
        *dealt = luck.seat * seat as u64 + below(rng, luck.shared);
    }
    (0..seats)
        .map(|own| {
            let mut showing = dealt;
            for showing in showing.iter_mut().take(seats) {
                *showing += below(rng, luck.own);
            }
            if (below(rng, 1 << 32) as f64) < lift.abs() * (1u64 << 32) as f64 {
                return if lift > 0.0 { 2 * (seats - 1) } else { 0 };
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

/// Which test, at which tables, of which luck.
#[derive(Clone, Copy)]
struct Setting {
    seats: usize,
    luck: Luck,
    elo1: f64,
    /// How much of its games against each opponent the player wins, or loses, whatever the luck; in the
    /// mean nothing.
    field: &'static [f64],
}

impl Setting {
    /// The verdict on a player whose mean score is truly that of so many Elo, and the blocks it took.
    fn tournament(self, elo: f64, seed: u64) -> (Hypothesis, u64) {
        let sprt = Sprt::new(0.0, self.elo1, NOMINAL, NOMINAL).unwrap();
        let mut rng = playout_rng(seed);
        // A part `lift` of games scores 1, the rest 1/2.
        let lift = 2.0 * score_of(elo) - 1.0;
        let tables = self.field.len() as u64;
        let mut rounds = Rounds::new(tables * 2 * (self.seats as u64 - 1) * self.seats as u64);
        for round in 1..=LONGEST / tables {
            let of_a_table =
                |edge: &f64| block(self.luck, self.seats, edge + lift, &mut rng) as u64;
            rounds.add(self.field.iter().map(of_a_table).sum());
            if let Some(verdict) = sprt.verdict(rounds.llr(&sprt)) {
                return (verdict, round * tables);
            }
        }
        panic!("no verdict after {LONGEST} blocks");
    }

    /// How many verdicts are wrong for a player of this strength, held against what is allowed.
    fn wrong_verdicts(self, elo: f64, wrong: Hypothesis) -> u32 {
        let Self { seats, elo1, field, .. } = self;
        let tables = field.len();
        let tournaments: u32 = if parlor_gametest::slow() { 1000 } else { 200 };
        // The 1.5 points above 5 % are room for chance in a thousand tournaments; fewer need more of
        // it, as the root of how many times fewer they are.
        let most = NOMINAL + (MOST - NOMINAL) * (1000.0 / f64::from(tournaments)).sqrt();
        let (mut wrongs, mut blocks) = (0u32, 0);
        for seed in 0..u64::from(tournaments) {
            let (verdict, took) = self.tournament(elo, 1_000_000 * seats as u64 + seed);
            wrongs += u32::from(verdict == wrong);
            blocks += took;
        }
        let share = f64::from(wrongs) / f64::from(tournaments);
        println!(
            "tables of {seats}, {tables} a round, 0 against {elo1}, truly {elo} Elo: {wrong} accepted in {:.1} % of \
             {tournaments} tournaments (at most {:.2} %), {:.0} games each",
            100.0 * share,
            100.0 * most,
            blocks as f64 * seats as f64 / f64::from(tournaments)
        );
        assert!(share <= most, "{share} is more than {most}");
        wrongs
    }

    /// Both kinds of wrong verdict; neither never, because a test that is never wrong waits too long.
    fn errs_as_often_as_it_may(self) {
        assert!(self.wrong_verdicts(0.0, Hypothesis::H1) > 0);
        assert!(self.wrong_verdicts(self.elo1, Hypothesis::H0) > 0);
    }
}

#[test]
fn tables_of_two() {
    Setting { seats: 2, luck: MIXED, elo1: 20.0, field: ALONE }.errs_as_often_as_it_may();
}

#[test]
fn tables_of_four() {
    Setting { seats: 4, luck: MIXED, elo1: 20.0, field: ALONE }.errs_as_often_as_it_may();
}

/// The mean over the field is tested, whole round by whole round: that one opponent is easy and another
/// hard makes no wrong verdicts.
#[test]
fn a_gauntlet_of_unlike_opponents() {
    for seats in [2, 4] {
        Setting { seats, luck: MIXED, elo1: 20.0, field: UNLIKE }.errs_as_often_as_it_may();
    }
    // So many tables say more in a round than the test can make of it, so it waits, and is hardly ever
    // wrong.
    let many = Setting { seats: 2, luck: MIXED, elo1: 20.0, field: MANY };
    many.wrong_verdicts(0.0, Hypothesis::H1);
    many.wrong_verdicts(many.elo1, Hypothesis::H0);
}

/// Tests of large differences end after few blocks, before estimates of a distribution can be
/// good; and where luck is shared, few blocks differ from a draw. Neither makes wrong verdicts.
#[test]
fn few_blocks_and_few_that_differ() {
    for setting in [
        Setting { seats: 2, luck: MIXED, elo1: 100.0, field: ALONE },
        Setting { seats: 2, luck: MIXED, elo1: 200.0, field: ALONE },
        Setting { seats: 4, luck: MIXED, elo1: 100.0, field: ALONE },
        Setting { seats: 2, luck: ALMOST_ALL_SHARED, elo1: 20.0, field: ALONE },
    ] {
        setting.wrong_verdicts(0.0, Hypothesis::H1);
        setting.wrong_verdicts(setting.elo1, Hypothesis::H0);
    }
}

/// The simulation is what it says: the mean score is where it should be, whatever seats are worth.
#[test]
fn simulated_blocks_are_as_intended() {
    for field in [ALONE, UNLIKE, MANY] {
        assert!(field.iter().sum::<f64>().abs() < 1e-12);
        assert!(field.iter().all(|edge| edge.abs() + 2.0 * score_of(20.0) - 1.0 < 1.0));
    }
    for (seats, elo) in [(2, 0.0), (2, 20.0), (4, 0.0), (4, 20.0), (2, -150.0), (4, -150.0)] {
        let mut rng = playout_rng(77);
        let lift = 2.0 * score_of(elo) - 1.0;
        let most = 2 * (seats - 1) * seats;
        let blocks = 200_000;
        let sum: usize = (0..blocks).map(|_| block(MIXED, seats, lift, &mut rng)).sum();
        let mean = sum as f64 / (blocks * most) as f64;
        // Four standard errors of a mean of blocks that vary by at most 1/4.
        assert!((mean - score_of(elo)).abs() < 4.0 * 0.25 / (blocks as f64).sqrt(), "{mean}");
    }
}
