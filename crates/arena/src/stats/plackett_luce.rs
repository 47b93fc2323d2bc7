//! Strengths by maximum likelihood from rankings with ties.
//!
//! The model of Plackett and Luce: the first place is drawn among all players at the table, each as
//! likely as its strength, the second among those that are left, and so on. For two players it is
//! the model of Bradley and Terry, and the scale that of Elo.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use serde::Serialize;

use super::float;
use super::standing::{BadRanking, MAX_PLAYERS, MAX_TABLE, Standing, check};

/// What one whole choice counts for. Every number of ways to pick some of a tied group of up to
/// [`MAX_TABLE`] divides it, so the shares of ties are whole numbers.
const WHOLE: u64 = 840;
/// How many cells results are kept in: enough to resample, few enough to do it a thousand times.
pub const MAX_CELLS: u64 = 1000;
/// Elo in one unit of the natural logarithm of a strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The last step of the fit moves no difference of logarithms by more than this; as steps shrink
/// quadratically, what is left of the error is the square of it.
const CLOSE: f64 = 1e-6;
/// Virtual draws of each player against an average opponent.
const PRIOR: f64 = 1.0;

/// How often each player was chosen, and out of which sets of players: all that rankings say about
/// strengths.
///
/// A ranking is a series of choices: the first place out of all, the second out of the rest. A tied
/// group counts as the average over all orders it could have had, so a draw of two is half a win
/// for each. Counts are whole numbers, so the order in which rankings are added does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// For each player, how often it was chosen, in parts of [`WHOLE`].
    wins: Vec<u64>,
    /// For each set of players as bits, how often a choice was made out of it, likewise.
    sets: BTreeMap<u64, u64>,
    rankings: u64,
}

impl Choices {
    /// None yet, among so many players; at most [`MAX_PLAYERS`], more are not told apart.
    pub fn new(players: usize) -> Self {
        Self { wins: vec![0; players.min(MAX_PLAYERS)], sets: BTreeMap::new(), rankings: 0 }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.wins.len()
    }

    /// How many rankings were added.
    pub fn rankings(&self) -> u64 {
        self.rankings
    }

    /// Adds the choices of one ranking. Allocates only for sets of players that are new.
    pub fn add(&mut self, ranking: &[Standing]) -> Result<(), BadRanking> {
        check(ranking, self.players())?;
        let mut sorted: ArrayVec<Standing, MAX_TABLE> = ranking.iter().copied().collect();
        sorted.sort_unstable_by_key(|standing| standing.place);
        let mut below = 0u64;
        for tied in sorted.chunk_by(|one, next| one.place == next.place).rev() {
            let group = tied.iter().fold(0, |set, standing| set | 1 << standing.player);
            self.add_group(group, below);
            below |= group;
        }
        self.rankings += 1;
        Ok(())
    }

    /// The choices that put a tied group above all of `below`.
    fn add_group(&mut self, group: u64, below: u64) {
        let size = group.count_ones();
        // Whoever is last of all was not chosen; in a group, each is so equally often.
        let chosen = if below == 0 { WHOLE / u64::from(size) * u64::from(size - 1) } else { WHOLE };
        for player in members(group) {
            self.wins[player] += chosen;
        }
        // While some of the group are left, each subset of that size is left equally often.
        let mut left = group;
        while left != 0 {
            let set = left | below;
            if set.count_ones() > 1 {
                *self.sets.entry(set).or_insert(0) += WHOLE / ways(size, left.count_ones());
            }
            left = (left - 1) & group;
        }
    }

    /// Adds what others have counted among the same players.
    pub fn merge(&mut self, other: &Self) {
        if self.wins.len() < other.wins.len() {
            self.wins.resize(other.wins.len(), 0);
        }
        for (sum, wins) in self.wins.iter_mut().zip(&other.wins) {
            *sum += wins;
        }
        for (&set, &count) in &other.sets {
            *self.sets.entry(set).or_insert(0) += count;
        }
        self.rankings += other.rankings;
    }

    /// The most likely strengths, when each player is also held to have played one draw against an
    /// average opponent (one against whom all players together score half).
    ///
    /// That draw keeps the strengths of players finite who won or lost everything, and of those who
    /// never met. It draws everybody a little to the middle, less the more was played.
    pub fn strengths(&self) -> Strengths {
        self.strengths_with(PRIOR)
    }

    fn strengths_with(&self, prior: f64) -> Strengths {
        let sets = Sets::of(self.sets.keys().copied());
        let wins: Vec<f64> = self.wins.iter().copied().map(float).collect();
        let counts: Vec<f64> = self.sets.values().copied().map(float).collect();
        let mut fit = Fit::new(self.players());
        fit.run(&sets, &wins, &counts, prior * float(WHOLE));
        Strengths { elo: fit.elo().collect() }
    }
}

/// Strengths of all players, on the scale of Elo.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Strengths {
    /// One for each player; their mean is 0.
    pub elo: Vec<f64>,
}

/// Choices in cells, so that they can be resampled.
///
/// What is in one cell stays together when cells are drawn again, so results that depend on each
/// other belong into the same one: all games of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cells {
    players: usize,
    cells: Vec<Choices>,
}

impl Cells {
    /// Empty cells for so many players, at most [`MAX_PLAYERS`].
    pub fn new(players: usize) -> Self {
        Self { players: players.min(MAX_PLAYERS), cells: Vec::new() }
    }

    /// Adds a ranking of this round. Rounds share [`MAX_CELLS`] cells in turn. Allocates only for a
    /// new cell or sets of players that are new to it.
    pub fn add(&mut self, round: u64, ranking: &[Standing]) -> Result<(), BadRanking> {
        check(ranking, self.players)?;
        let cell = (round % MAX_CELLS) as usize;
        self.grow(cell + 1);
        self.cells[cell].add(ranking)
    }

    fn grow(&mut self, cells: usize) {
        while self.cells.len() < cells {
            self.cells.push(Choices::new(self.players));
        }
    }

    /// Adds what others have counted among the same players, cell by cell.
    pub fn merge(&mut self, other: &Self) {
        self.players = self.players.max(other.players);
        self.grow(other.cells.len());
        for (cell, theirs) in self.cells.iter_mut().zip(&other.cells) {
            cell.merge(theirs);
        }
    }

    /// All cells together.
    pub fn total(&self) -> Choices {
        let mut total = Choices::new(self.players);
        for cell in &self.cells {
            total.merge(cell);
        }
        total
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The cells that hold something.
    pub(crate) fn used(&self) -> impl Iterator<Item = &Choices> {
        self.cells.iter().filter(|cell| cell.rankings > 0)
    }
}

/// The players in a set of bits.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let player = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            player
        })
    })
}

/// How many ways there are to pick `some` of `all`.
fn ways(all: u32, some: u32) -> u64 {
    (0..u64::from(some)).fold(1, |ways, i| ways * (u64::from(all) - i) / (i + 1))
}

/// Sets of players as lists, one after the other.
struct Sets {
    members: Vec<u8>,
    ends: Vec<usize>,
}

impl Sets {
    fn of(sets: impl Iterator<Item = u64>) -> Self {
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
struct Fit {
    /// Logarithms of strengths; that of the average opponent is 0.
    theta: Vec<f64>,
    strength: Vec<f64>,
    gradient: Vec<f64>,
    /// Rows of the lower triangle of the negative second derivatives.
    curvature: Vec<f64>,
}

impl Fit {
    fn new(players: usize) -> Self {
        Self {
            theta: vec![0.0; players],
            strength: vec![1.0; players],
            gradient: vec![0.0; players],
            curvature: vec![0.0; players * players],
        }
    }

    /// Climbs from where it stands.
    fn run(&mut self, sets: &Sets, wins: &[f64], counts: &[f64], prior: f64) {
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
    fn elo(&self) -> impl Iterator<Item = f64> {
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

#[cfg(test)]
mod tests {
    use parlor_engine::sample::{below, playout_rng};

    use super::*;

    fn ranking(places: &[(usize, u32)]) -> Vec<Standing> {
        places.iter().map(|&(player, place)| Standing { player, place }).collect()
    }

    /// Players from first to last.
    fn in_order(players: &[usize]) -> Vec<Standing> {
        (0..).zip(players).map(|(place, &player)| Standing { player, place }).collect()
    }

    fn choices(players: usize, rankings: &[Vec<Standing>]) -> Choices {
        let mut choices = Choices::new(players);
        for ranking in rankings {
            choices.add(ranking).unwrap();
        }
        choices
    }

    /// Rankings of some of the players, with ties.
    fn random_rankings(players: usize, count: usize, seed: u64) -> Vec<Vec<Standing>> {
        let mut rng = playout_rng(seed);
        let mut rankings: Vec<Vec<Standing>> = Vec::new();
        while rankings.len() < count {
            let mut ranking = Vec::new();
            for player in 0..players {
                // Players with larger numbers tend to be worse.
                let place = below(&mut rng, 3 + player as u64 / 2) as u32;
                if below(&mut rng, 4) > 0 {
                    ranking.push(Standing { player, place });
                }
            }
            if ranking.len() > 1 {
                rankings.push(ranking);
            }
        }
        rankings
    }

    /// Natural logarithms of strengths, from the first player's.
    fn logs(strengths: &Strengths) -> Vec<f64> {
        strengths.elo.iter().map(|elo| (elo - strengths.elo[0]) / ELO).collect()
    }

    #[track_caller]
    fn near(values: &[f64], expected: &[f64], within: f64) {
        assert_eq!(values.len(), expected.len());
        let far = values.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(far <= within, "{values:?} instead of {expected:?}");
    }

    /// The common denominator is right, and the smallest.
    #[test]
    fn shares_of_ties_are_whole_numbers() {
        let all: Vec<u64> = (1..=MAX_TABLE as u32)
            .flat_map(|all| (1..=all).map(move |some| ways(all, some)))
            .collect();
        assert!(all.contains(&70) && all.iter().all(|ways| WHOLE.is_multiple_of(*ways)));
        assert!((1..WHOLE).all(|less| all.iter().any(|ways| !less.is_multiple_of(*ways))));
    }

    /// A tie is the average over all orders: for each size of tie, with and without others below.
    #[test]
    fn a_tie_is_the_average_over_its_orders() {
        for tied in 1..=5usize {
            for below in 0..=2usize {
                let mut average = Choices::new(8);
                let mut order: Vec<usize> = (0..tied).collect();
                let orders = permutations(&mut order, 0, &mut |order| {
                    let all: Vec<usize> = order.iter().copied().chain(5..5 + below).collect();
                    if all.len() > 1 {
                        average.add(&in_order(&all)).unwrap();
                    }
                });
                let mut one = Choices::new(8);
                let places: Vec<(usize, u32)> = (0..tied)
                    .map(|player| (player, 3))
                    .chain((5..5 + below).map(|player| (player, player as u32)))
                    .collect();
                if places.len() < 2 {
                    continue;
                }
                one.add(&ranking(&places)).unwrap();
                let times = |count: &u64| count * orders;
                assert_eq!(one.wins.iter().map(times).collect::<Vec<_>>(), average.wins);
                assert_eq!(
                    one.sets.iter().map(|(set, count)| (*set, times(count))).collect::<Vec<_>>(),
                    average.sets.clone().into_iter().collect::<Vec<_>>()
                );
            }
        }
    }

    fn permutations(items: &mut Vec<usize>, from: usize, each: &mut dyn FnMut(&[usize])) -> u64 {
        if from == items.len() {
            each(items);
            return 1;
        }
        let mut orders = 0;
        for other in from..items.len() {
            items.swap(from, other);
            orders += permutations(items, from + 1, each);
            items.swap(from, other);
        }
        orders
    }

    /// Eight tied at the largest table: as many sets as there are, each choice counted once.
    #[test]
    fn the_largest_tie() {
        let all = choices(8, &[ranking(&(0..8).map(|player| (player, 1)).collect::<Vec<_>>())]);
        assert_eq!(all.wins, [WHOLE / 8 * 7; 8]);
        assert_eq!(all.sets.len(), 255 - 8);
        assert_eq!(all.sets.values().sum::<u64>(), 7 * WHOLE);
    }

    /// Citations between four journals of statistics (Agresti, Categorical Data Analysis, after
    /// Stigler 1994), and the coefficients that Firth (2005) and Turner and Firth (2012) publish.
    #[test]
    fn bradley_and_terry_on_journals() {
        // Biometrika, Communications in Statistics, JASA, JRSS-B: how often the row is cited by
        // the column.
        let cited = [[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]];
        let mut choices = Choices::new(4);
        for (winner, row) in cited.iter().enumerate() {
            for (loser, &times) in row.iter().enumerate() {
                for _ in 0..times {
                    choices.add(&in_order(&[winner, loser])).unwrap();
                }
            }
        }
        let strengths = choices.strengths_with(1e-9);
        near(&logs(&strengths), &[0.0, -2.949_07, -0.479_57, 0.268_95], 5e-6);
    }

    /// Partial rankings of different lengths, and the estimates published with them in the tests of
    /// the Python package `choix`; its own algorithms, run on until they stand still, confirm four
    /// digits of those and all of the second ones.
    #[test]
    fn plackett_and_luce_on_partial_rankings() {
        let rankings = [in_order(&[0, 1, 2]), in_order(&[3, 2, 0]), in_order(&[1, 3])];
        let strengths = logs(&choices(4, &rankings).strengths_with(1e-9));
        let from_first = |logs: [f64; 4]| logs.map(|log| log - logs[0]);
        let published = [-0.443_281_17, 0.695_062_19, -0.670_614_42, 0.418_833_4];
        near(&strengths, &from_first(published), 5e-5);
        let run_on = [-0.443_308_49, 0.695_067_87, -0.670_609_57, 0.418_850_19];
        near(&strengths, &from_first(run_on), 2e-8);
    }

    /// Two players, without the virtual draws: the logarithm of the odds, draws being half each.
    #[test]
    fn two_players_are_their_odds() {
        let mut rankings = vec![in_order(&[0, 1]); 30];
        rankings.extend(vec![in_order(&[1, 0]); 6]);
        rankings.extend(vec![ranking(&[(0, 1), (1, 1)]); 4]);
        let strengths = choices(2, &rankings).strengths_with(1e-9);
        near(&logs(&strengths), &[0.0, -(32f64 / 8.0).ln()], 1e-6);
        assert!((strengths.elo[0] - 200.0 * 4f64.log10()).abs() < 1e-6);
    }

    /// With them: strengths `z` and `1/z`, where points and half a point more are as expected:
    /// `w + 1/2 = n z²/(1 + z²) + z/(1 + z)`, solved here by halving.
    #[test]
    fn two_players_with_virtual_draws() {
        let strengths = choices(2, &vec![in_order(&[0, 1]); 10]).strengths();
        let (mut low, mut high) = (1.0, 100.0);
        for _ in 0..200 {
            let z: f64 = 0.5 * (low + high);
            if 10.0 * z * z / (1.0 + z * z) + z / (1.0 + z) < 10.5 { low = z } else { high = z }
        }
        near(&strengths.elo, &[ELO * low.ln(), -ELO * low.ln()], 1e-9);
        assert!(strengths.elo[0] > 100.0);
    }

    /// The log-likelihood straight from the rankings: each order a tie could have had is written out.
    fn log_likelihood(theta: &[f64], rankings: &[Vec<Standing>]) -> f64 {
        let ln =
            |players: &[usize]| players.iter().map(|&player| theta[player].exp()).sum::<f64>().ln();
        let mut sum: f64 = theta.iter().map(|theta| 0.5 * theta - theta.exp().ln_1p()).sum();
        for ranking in rankings {
            let (mut total, mut orders) = (0.0, 0.0);
            let mut players: Vec<usize> = ranking.iter().map(|standing| standing.player).collect();
            let place = |player: usize| {
                ranking.iter().find(|standing| standing.player == player).unwrap().place
            };
            permutations(&mut players, 0, &mut |order| {
                if order.is_sorted_by_key(|&player| place(player)) {
                    orders += 1.0;
                    for first in 0..order.len() {
                        total += theta[order[first]] - ln(&order[first..]);
                    }
                }
            });
            sum += total / orders;
        }
        sum
    }

    /// No step in any direction makes the rankings likelier.
    #[test]
    fn strengths_are_the_most_likely() {
        let rankings = random_rankings(5, 40, 11);
        let mut fit = Fit::new(5);
        let counted = choices(5, &rankings);
        let wins: Vec<f64> = counted.wins.iter().copied().map(float).collect();
        let counts: Vec<f64> = counted.sets.values().copied().map(float).collect();
        fit.run(&Sets::of(counted.sets.keys().copied()), &wins, &counts, float(WHOLE));
        let top = log_likelihood(&fit.theta, &rankings);
        let mut rng = playout_rng(3);
        for size in [0.5, 0.01, 0.0005] {
            for _ in 0..60 {
                let theta: Vec<f64> = fit
                    .theta
                    .iter()
                    .map(|theta| theta + size * (float(below(&mut rng, 2001)) / 1000.0 - 1.0))
                    .collect();
                assert!(log_likelihood(&theta, &rankings) < top, "{theta:?}");
            }
        }
        let spread = fit.theta[0] - fit.theta[4];
        assert!(spread > 0.3, "the rankings tell the players apart: {:?}", fit.theta);
    }

    /// Hunter's algorithm, as published: each strength becomes its wins over the expected number of
    /// choices it stood for.
    #[test]
    fn hunters_algorithm_ends_at_the_same_strengths() {
        for seed in 0..4 {
            let counted = choices(7, &random_rankings(7, 30, seed));
            let whole = float(WHOLE);
            let mut strength = [1.0; 7];
            for _ in 0..20_000 {
                let mut stood = strength.map(|strength| whole / (strength + 1.0));
                for (&set, &count) in &counted.sets {
                    let all: f64 = members(set).map(|player| strength[player]).sum();
                    members(set).for_each(|player| stood[player] += float(count) / all);
                }
                for (player, strength) in strength.iter_mut().enumerate() {
                    *strength = (float(counted.wins[player]) + 0.5 * whole) / stood[player];
                }
            }
            let expected: Vec<f64> = strength.iter().map(|own| (own / strength[0]).ln()).collect();
            near(&logs(&counted.strengths()), &expected, 1e-9);
        }
    }

    /// A chain in which everybody always beats the next: only the virtual draws hold it together.
    #[test]
    fn lopsided_results_have_strengths() {
        let mut choices = Choices::new(10);
        for _ in 0..100_000 {
            for player in 0..9 {
                choices.add(&in_order(&[player, player + 1])).unwrap();
            }
        }
        let elo = choices.strengths().elo;
        assert!(elo.iter().all(|elo| elo.is_finite()));
        assert!(elo.is_sorted_by(|better, worse| better > worse), "{elo:?}");
        near(&[elo.iter().sum::<f64>(), elo[0] + elo[9]], &[0.0, 0.0], 1e-6);
    }

    #[test]
    fn players_who_have_not_played_are_average() {
        near(&Choices::new(3).strengths().elo, &[0.0; 3], 0.0);
        assert!(Choices::new(0).strengths().elo.is_empty());
        let elo = choices(3, &[in_order(&[0, 1])]).strengths().elo;
        near(&[elo[2], elo[0] + elo[1]], &[0.0, 0.0], 1e-9);
    }

    #[test]
    fn order_and_grouping_do_not_matter() {
        let rankings = random_rankings(8, 60, 4);
        let all = choices(8, &rankings);
        let backwards: Vec<_> = rankings.iter().rev().cloned().collect();
        assert_eq!(choices(8, &backwards), all);
        let mut parts = choices(8, &rankings[..25]);
        parts.merge(&choices(8, &rankings[25..]));
        assert_eq!(parts, all);
        assert_eq!(parts.rankings(), 60);
        assert_eq!(parts.strengths(), all.strengths());
    }

    #[test]
    fn cells_add_up() {
        let rankings = random_rankings(6, 50, 9);
        let mut cells = Cells::new(6);
        let mut late = Cells::new(6);
        for (round, ranking) in (0..).zip(&rankings) {
            if round < 20 { &mut cells } else { &mut late }.add(round * 117, ranking).unwrap();
        }
        cells.merge(&late);
        assert_eq!(cells.total(), choices(6, &rankings));
        assert_eq!(cells.used().count(), 50);
        assert!(cells.cells.len() as u64 <= MAX_CELLS);
    }

    #[test]
    fn a_bad_ranking_changes_nothing() {
        let mut cells = Cells::new(2);
        assert_eq!(cells.add(3, &in_order(&[0])), Err(BadRanking::TooFew(1)));
        assert_eq!(
            cells.add(3, &in_order(&[0, 2])),
            Err(BadRanking::NoSuchPlayer { player: 2, players: 2 })
        );
        assert_eq!(cells, Cells::new(2));
    }
}
