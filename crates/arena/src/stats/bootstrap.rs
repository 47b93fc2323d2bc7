//! How sure a figure is, by drawing the tournament again from its own rounds.
//!
//! Rounds are independent of each other, so a tournament of as many rounds, drawn with replacement
//! from those that were played, is one that might as well have happened. How much a figure varies
//! over a thousand of them is how sure it is. No formula is needed, and none of its assumptions.

use parlor_engine::sample::{below, playout_rng};
use schemars::JsonSchema;
use serde::Serialize;

use super::float;
use super::plackett_luce::{BATCH, Cells, Refit};

/// Both ends of a 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The middle 95 % of values; sorts them. `None` without values.
    pub(crate) fn percentile(values: &mut [f64]) -> Option<Self> {
        values.sort_unstable_by(f64::total_cmp);
        // The 25th from either end of 1,000.
        let outside = ((values.len() + 1) / 40).max(1);
        let low = *values.get(outside - 1)?;
        Some(Self { low, high: values[values.len() - outside] })
    }
}

/// Strengths no further apart, in Elo, are equal: a fit ends within its last digits of the truth, and those
/// must not decide who is ahead.
const LEVEL: f64 = 1e-6;

/// How often to draw, and from which seed: the same seed gives the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Bootstrap {
    /// How many tournaments are drawn.
    pub replicates: u32,
    /// What the draws start from.
    pub seed: u64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { replicates: 1000, seed: 0 }
    }
}

/// How sure the strengths of players are.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sureness {
    /// The 95 % interval of each player's strength.
    pub intervals: Vec<Interval>,
    /// The share of drawn tournaments in which the one (row) came out stronger than the other
    /// (column); 1/2 against itself.
    pub stronger: Vec<Vec<f64>>,
}

impl Bootstrap {
    /// How sure the strengths are that follow from these cells; `None` with fewer than two cells in
    /// use, which cannot be drawn differently.
    pub fn strengths(&self, cells: &Cells) -> Option<Sureness> {
        let used = cells.used().count();
        let players = cells.players();
        if used < 2 || players == 0 || self.replicates == 0 {
            return None;
        }
        let replicates = self.replicates as usize;
        let mut drawn = vec![0.0; players * replicates];
        // How often the one came out above the other, twice; a tie counts for half.
        let mut above = vec![0u64; players * players];
        let mut replicate = 0;
        let mut note = |elo: &[f64]| {
            // The last batch may have been filled up with draws that nobody asked for.
            if replicate == replicates {
                return;
            }
            for (player, &own) in elo.iter().enumerate() {
                drawn[player * replicates + replicate] = own;
                for (other, &theirs) in elo.iter().enumerate() {
                    let lead = own - theirs;
                    above[player * players + other] +=
                        u64::from(lead > LEVEL) + u64::from(lead >= -LEVEL);
                }
            }
            replicate += 1;
        };
        let mut refit = Refit::new(cells);
        let mut batch = vec![[0.0; BATCH]; used];
        let mut filled = 0;
        self.draw(used, |times| {
            for (batch, &times) in batch.iter_mut().zip(times) {
                batch[filled] = f64::from(times);
            }
            filled += 1;
            if filled == BATCH {
                refit.strengths(&batch, &mut note);
                filled = 0;
            }
        });
        if filled > 0 {
            refit.strengths(&batch, &mut note);
        }
        let share = |twice: &u64| float(*twice) / (2.0 * f64::from(self.replicates));
        Some(Sureness {
            intervals: drawn
                .chunks_exact_mut(replicates)
                .map(Interval::percentile)
                .collect::<Option<_>>()?,
            stronger: above
                .chunks_exact(players)
                .map(|row| row.iter().map(share).collect())
                .collect(),
        })
    }

    /// Draws as many cells as there are, with replacement, and tells how often each came up; once
    /// for each replicate.
    pub(crate) fn draw(&self, cells: usize, mut each: impl FnMut(&[u32])) {
        let mut rng = playout_rng(self.seed);
        let mut times = vec![0; cells];
        for _ in 0..self.replicates {
            times.fill(0);
            for _ in 0..cells {
                times[below(&mut rng, cells as u64) as usize] += 1;
            }
            each(&times);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Standing;

    /// Two-player games of equal players, except that the first beats the last so often of ten.
    fn cells(players: usize, rounds: u64, of_ten: u64, seed: u64) -> Cells {
        let mut rng = playout_rng(seed);
        let mut cells = Cells::new(players);
        for round in 0..rounds {
            for one in 0..players {
                for other in 0..one {
                    let chance = if other == 0 && one == players - 1 { of_ten } else { 5 };
                    let won = below(&mut rng, 10) < chance;
                    let standings = [
                        Standing { player: other, place: u32::from(!won) },
                        Standing { player: one, place: u32::from(won) },
                    ];
                    cells.add(round, &standings).unwrap();
                }
            }
        }
        cells
    }

    #[test]
    fn the_middle_of_a_thousand() {
        let mut values: Vec<f64> = (1..=1000).rev().map(f64::from).collect();
        assert_eq!(Interval::percentile(&mut values), Some(Interval { low: 25.0, high: 976.0 }));
        assert_eq!(Interval::percentile(&mut [7.0]), Some(Interval { low: 7.0, high: 7.0 }));
        assert_eq!(Interval::percentile(&mut []), None);
    }

    #[test]
    fn the_same_seed_gives_the_same_bits() {
        let cells = cells(4, 50, 8, 1);
        let bootstrap = Bootstrap { replicates: 200, seed: 9 };
        let sureness = bootstrap.strengths(&cells).unwrap();
        assert_eq!(bootstrap.strengths(&cells), Some(sureness.clone()));
        // How many are drawn at once does not show.
        let more = Bootstrap { replicates: 203, seed: 9 }.strengths(&cells).unwrap();
        assert!(
            (more.stronger[0][3] * 203.0 - sureness.stronger[0][3] * 200.0).abs() <= 3.0 + 1e-9
        );
        assert_ne!(Bootstrap { seed: 10, ..bootstrap }.strengths(&cells), Some(sureness));
    }

    /// A player that wins nine games of ten is the stronger one in every draw; equal ones are in
    /// some and in some not. Either way both shares add up to 1.
    #[test]
    fn who_is_stronger_in_how_many_draws() {
        let sureness = Bootstrap::default().strengths(&cells(3, 200, 9, 2)).unwrap();
        let stronger = &sureness.stronger;
        assert!((stronger[0][2] - 1.0).abs() < 1e-12, "{stronger:?}");
        for (one, row) in stronger.iter().enumerate() {
            for (other, share) in row.iter().enumerate() {
                assert!((share + stronger[other][one] - 1.0).abs() < 1e-12);
            }
        }
        let equal = Bootstrap::default().strengths(&cells(3, 200, 5, 6)).unwrap();
        let share = equal.stronger[0][2];
        assert!(share > 0.01 && share < 0.99, "{share}");
    }

    /// Eight draws and two wins: a replicate without either win is level, and level is half.
    #[test]
    fn level_is_half() {
        let mut cells = Cells::new(2);
        for round in 0..10 {
            let place = |is_behind: bool| if is_behind && round < 2 { 2 } else { 1 };
            let standings = [
                Standing { player: 0, place: place(false) },
                Standing { player: 1, place: place(true) },
            ];
            cells.add(round, &standings).unwrap();
        }
        let stronger = Bootstrap::default().strengths(&cells).unwrap().stronger[0][1];
        let expected = 1.0 - 0.5 * 0.8f64.powi(10);
        assert!((stronger - expected).abs() < 0.02, "{stronger} instead of {expected}");
    }

    /// For one pair of players the interval is known: the strength is half the logarithm of the odds,
    /// its standard error `1 / (2 sqrt(n p q))`.
    #[test]
    fn intervals_are_as_wide_as_theory_says() {
        let cells = cells(2, 4000, 7, 3);
        let sureness = Bootstrap::default().strengths(&cells).unwrap();
        let Interval { low, high } = sureness.intervals[0];
        let error = 0.5 / (4000f64 * 0.7 * 0.3).sqrt() * 400.0 / std::f64::consts::LN_10;
        let expected = 2.0 * 1.96 * error;
        assert!(
            ((high - low) / expected - 1.0).abs() < 0.1,
            "{low}..{high} is not {expected} wide"
        );
        let elo = cells.total().strengths().elo[0];
        assert!(low < elo && elo < high);
    }

    /// Of a hundred tournaments of equal players, about 95 intervals hold the truth.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let bootstrap = Bootstrap { replicates: 200, seed: 4 };
        let held = (0..100)
            .filter(|&tournament| {
                let sureness = bootstrap.strengths(&cells(3, 60, 5, 100 + tournament)).unwrap();
                let Interval { low, high } = sureness.intervals[0];
                low <= 0.0 && 0.0 <= high
            })
            .count();
        assert!((88..=99).contains(&held), "{held} of 100");
    }

    #[test]
    fn one_cell_cannot_be_drawn_differently() {
        assert_eq!(Bootstrap::default().strengths(&Cells::new(3)), None);
        assert_eq!(Bootstrap::default().strengths(&cells(3, 1, 5, 1)), None);
        assert_eq!(Bootstrap { replicates: 0, seed: 1 }.strengths(&cells(3, 10, 5, 1)), None);
    }
}
