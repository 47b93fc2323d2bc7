//! The search for the strengths that make counted choices most likely, once or a thousand times.

use super::{Cells, PRIOR, WHOLE, members};
use crate::stats::float;
use crate::stats::standing::{MAX_PLAYERS, MAX_TABLE};

/// Elo in one unit of the natural logarithm of a strength.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The last step of the fit moves no difference of logarithms by more than this; as steps shrink
/// quadratically, what is left of the error is the square of it.
const CLOSE: f64 = 1e-6;

/// Sets of players as lists, one after the other.
pub(super) struct Sets {
    members: Vec<u8>,
    ends: Vec<usize>,
}

impl Sets {
    pub(super) fn of(sets: impl Iterator<Item = u64>) -> Self {
        let (mut list, mut ends) = (Vec::new(), Vec::new());
        for set in sets {
            list.extend(members(set).map(|player| player as u8));
            ends.push(list.len());
        }
        Self { members: list, ends }
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut begin = 0;
        self.ends.iter().map(move |&end| {
            let set = &self.members[begin..end];
            begin = end;
            set
        })
    }
}

/// The search for the most likely strengths: Newton's method with steps that are provably short
/// enough.
///
/// The log-likelihood is concave in the logarithms of the strengths. Along a direction in which no two
/// of them move apart by more than `ρ`, its curvature grows at most by `e^(ρ t)` within a part `t`
/// of the step; hence `t = ln(1 + ρ) / ρ` always climbs, from wherever it starts, and becomes the
/// full step near the top, where the error is squared each time. Hunter's algorithm climbs as
/// surely, but with lopsided results needs thousands of rounds where this takes ten.
pub(super) struct Fit {
    /// Logarithms of strengths; that of the average opponent is 0.
    pub(super) theta: Vec<f64>,
    strength: Vec<f64>,
    gradient: Vec<f64>,
    /// Rows of the lower triangle of the negative second derivatives.
    curvature: Vec<f64>,
}

impl Fit {
    pub(super) fn new(players: usize) -> Self {
        Self {
            theta: vec![0.0; players],
            strength: vec![1.0; players],
            gradient: vec![0.0; players],
            curvature: vec![0.0; players * players],
        }
    }

    /// Climbs from where it stands.
    pub(super) fn run(&mut self, sets: &Sets, wins: &[f64], counts: &[f64], prior: f64) {
        for _ in 0..200 {
            self.derive(sets, wins, counts, prior);
            solve(&mut self.curvature, &mut self.gradient);
            let (least, most) = self
                .gradient
                .iter()
                .fold((0f64, 0f64), |(least, most), &step| (least.min(step), most.max(step)));
            let apart = most - least;
            if apart > 0.0 {
                let part = apart.ln_1p() / apart;
                for (theta, step) in self.theta.iter_mut().zip(&self.gradient) {
                    *theta += part * step;
                }
            }
            if apart <= CLOSE {
                break;
            }
        }
    }

    /// The first and second derivatives of the log-likelihood.
    fn derive(&mut self, sets: &Sets, wins: &[f64], counts: &[f64], prior: f64) {
        let players = self.theta.len();
        self.curvature.fill(0.0);
        for (player, (theta, wins)) in self.theta.iter().zip(wins).enumerate() {
            let strength = theta.exp();
            let against_average = strength / (1.0 + strength);
            self.strength[player] = strength;
            self.gradient[player] = wins + prior * (0.5 - against_average);
            self.curvature[player * players + player] =
                prior * against_average * (1.0 - against_average);
        }
        for (set, &count) in sets.iter().zip(counts) {
            if count == 0.0 {
                continue;
            }
            let all: f64 = set.iter().map(|&player| self.strength[usize::from(player)]).sum();
            let mut chances = [0.0; MAX_TABLE];
            for (chance, &player) in chances.iter_mut().zip(set) {
                *chance = self.strength[usize::from(player)] / all;
            }
            // Members ascend, so those before a member are on its left in the triangle.
            for (index, &player) in set.iter().enumerate() {
                let player = usize::from(player);
                let expected = count * chances[index];
                self.gradient[player] -= expected;
                let row = &mut self.curvature[player * players..][..=player];
                row[player] += expected;
                for (&other, chance) in set[..=index].iter().zip(chances) {
                    row[usize::from(other)] -= expected * chance;
                }
            }
        }
    }

    /// The strengths on the scale of Elo, with mean 0.
    pub(super) fn elo(&self) -> impl Iterator<Item = f64> {
        let mean = self.theta.iter().sum::<f64>() / float(self.theta.len().max(1) as u64);
        self.theta.iter().map(move |theta| ELO * (theta - mean))
    }
}

/// Solves `matrix · x = right` in place, for a positive definite matrix given by its lower triangle
/// (Cholesky).
fn solve(matrix: &mut [f64], right: &mut [f64]) {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let (above, below) = matrix.split_at_mut(row * size);
            let own = &mut below[..size];
            if column < row {
                let other = &above[column * size..][..=column];
                let done: f64 = own[..column].iter().zip(other).map(|(a, b)| a * b).sum();
                own[column] = (own[column] - done) / other[column];
            } else {
                let done: f64 = own[..row].iter().map(|a| a * a).sum();
                own[row] = (own[row] - done).max(f64::MIN_POSITIVE).sqrt();
            }
        }
    }
    for row in 0..size {
        let own = &matrix[row * size..][..=row];
        let done: f64 = own[..row].iter().zip(&*right).map(|(a, b)| a * b).sum();
        right[row] = (right[row] - done) / own[row];
    }
    for row in (0..size).rev() {
        let done: f64 =
            (row + 1..size).map(|below| matrix[below * size + row] * right[below]).sum();
        right[row] = (right[row] - done) / matrix[row * size + row];
    }
}

/// How many draws are added up together: each count is then read once for all of them.
pub(crate) const BATCH: usize = 8;

/// Fits choices that are drawn again from cells.
pub(crate) struct Refit {
    sets: Sets,
    /// For each cell its wins, player by player.
    wins: Vec<Vec<f64>>,
    /// For each cell the sets it has, by index, and how often it has them.
    counts: Vec<Vec<(u32, f64)>>,
    sums_of_wins: Vec<[f64; BATCH]>,
    sums_of_counts: Vec<[f64; BATCH]>,
    /// Those of one draw.
    drawn_wins: Vec<f64>,
    drawn_counts: Vec<f64>,
    fit: Fit,
    /// The strengths of all cells together, where each fit begins.
    start: Vec<f64>,
}

impl Refit {
    pub(crate) fn new(cells: &Cells) -> Self {
        let total = cells.total();
        let sets: Vec<u64> = total.sets.keys().copied().collect();
        let index = |set: &u64| sets.binary_search(set).unwrap_or_default() as u32;
        let floats = |wins: &[u64]| wins.iter().copied().map(float).collect::<Vec<f64>>();
        let mut refit = Self {
            wins: cells.used().map(|cell| floats(&cell.wins)).collect(),
            counts: cells
                .used()
                .map(|cell| {
                    cell.sets.iter().map(|(set, &count)| (index(set), float(count))).collect()
                })
                .collect(),
            sums_of_wins: vec![[0.0; BATCH]; total.players()],
            sums_of_counts: vec![[0.0; BATCH]; sets.len()],
            drawn_wins: floats(&total.wins),
            drawn_counts: total.sets.values().copied().map(float).collect(),
            fit: Fit::new(total.players()),
            start: vec![0.0; total.players()],
            sets: Sets::of(sets.iter().copied()),
        };
        refit.climb();
        refit.start.copy_from_slice(&refit.fit.theta);
        refit
    }

    /// Fits what is drawn, from the same start each time, so that no draw depends on another.
    fn climb(&mut self) {
        self.fit.theta.copy_from_slice(&self.start);
        let prior = PRIOR * float(WHOLE);
        self.fit.run(&self.sets, &self.drawn_wins, &self.drawn_counts, prior);
    }

    /// For a batch of draws, how often each counts each cell: tells the strengths of each draw.
    pub(crate) fn strengths(&mut self, times: &[[f64; BATCH]], mut each: impl FnMut(&[f64])) {
        self.sums_of_wins.fill([0.0; BATCH]);
        self.sums_of_counts.fill([0.0; BATCH]);
        // Whole numbers far below 2^53: these sums are exact.
        let add = |sums: &mut [f64; BATCH], times: &[f64; BATCH], count: f64| {
            for (sum, times) in sums.iter_mut().zip(times) {
                *sum += times * count;
            }
        };
        for ((times, wins), counts) in times.iter().zip(&self.wins).zip(&self.counts) {
            for (sums, &wins) in self.sums_of_wins.iter_mut().zip(wins) {
                add(sums, times, wins);
            }
            for &(set, count) in counts {
                add(&mut self.sums_of_counts[set as usize], times, count);
            }
        }
        let mut elo = [0.0; MAX_PLAYERS];
        for draw in 0..BATCH {
            for (wins, sums) in self.drawn_wins.iter_mut().zip(&self.sums_of_wins) {
                *wins = sums[draw];
            }
            for (count, sums) in self.drawn_counts.iter_mut().zip(&self.sums_of_counts) {
                *count = sums[draw];
            }
            self.climb();
            let players = self.fit.theta.len();
            elo.iter_mut().zip(self.fit.elo()).for_each(|(elo, value)| *elo = value);
            each(&elo[..players]);
        }
    }
}
