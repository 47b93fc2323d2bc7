//! Strengths by maximum likelihood from rankings with ties.
//!
//! The model of Plackett and Luce: the first place is drawn among all players at the table, each as
//! likely as its strength, the second among those that are left, and so on. For two players it is
//! the model of Bradley and Terry, and the scale that of Elo.

mod fit;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use serde::Serialize;

pub(crate) use fit::{BATCH, Refit};
use fit::{Fit, Sets};

use super::float;
use super::standing::{BadRanking, MAX_PLAYERS, MAX_TABLE, Standing, check};

/// What one whole choice counts for. Every number of ways to pick some of a tied group of up to
/// [`MAX_TABLE`] divides it, so the shares of ties are whole numbers.
const WHOLE: u64 = 840;
/// How many cells results are kept in at most: enough to resample, few enough to do it a thousand times.
pub const MAX_CELLS: u64 = 1000;
/// With fewer cells than this, intervals are too narrow, so there are so many in the largest fields too.
pub const MIN_CELLS: u64 = 20;
/// All cells together hold about so many sets of players at most, which is a hundred megabytes with all that is made of them.
const MAX_SETS: u64 = 1 << 21;
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
    /// For each set of players as bits, how often a choice was made out of it, likewise. This is a plain
    /// word and no `bit_set!`: the map needs the order of the words, and all subsets of a set are passed by
    /// counting down in its word.
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
        self.count(ranking);
        Ok(())
    }

    /// Adds the choices of a ranking that is one.
    fn count(&mut self, ranking: &[Standing]) {
        self.rankings += 1;
        if let [one, other] = ranking {
            // Most tables have two, games come by the million, and this is what the rest comes to.
            let (own, theirs) = match one.place.cmp(&other.place) {
                Ordering::Less => (WHOLE, 0),
                Ordering::Equal => (WHOLE / 2, WHOLE / 2),
                Ordering::Greater => (0, WHOLE),
            };
            self.wins[one.player] += own;
            self.wins[other.player] += theirs;
            *self.sets.entry(1 << one.player | 1 << other.player).or_insert(0) += WHOLE;
            return;
        }
        self.count_all(ranking);
    }

    fn count_all(&mut self, ranking: &[Standing]) {
        let mut sorted: ArrayVec<Standing, MAX_TABLE> = ranking.iter().copied().collect();
        sorted.sort_unstable_by_key(|standing| standing.place);
        let mut below = 0u64;
        for tied in sorted.chunk_by(|one, next| one.place == next.place).rev() {
            let group = tied.iter().fold(0, |set, standing| set | 1 << standing.player);
            self.add_group(group, below);
            below |= group;
        }
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    players: usize,
    /// How many there may be.
    most: u64,
    list: Vec<Choices>,
}

impl Cells {
    /// Empty cells for so many players, at most [`MAX_PLAYERS`]; [`MAX_CELLS`] of them.
    pub fn new(players: usize) -> Self {
        Self { players: players.min(MAX_PLAYERS), most: MAX_CELLS, list: Vec::new() }
    }

    /// The same for rounds of so many tables with so many seats each: the more sets of players come up
    /// in a round, the fewer cells, from [`MAX_CELLS`] down to [`MIN_CELLS`].
    pub fn for_rounds(players: usize, tables: u64, seats: usize) -> Self {
        let in_a_cell = sets_of(players, tables, seats).max(1);
        Self { most: (MAX_SETS / in_a_cell).clamp(MIN_CELLS, MAX_CELLS), ..Self::new(players) }
    }

    /// One cell: for strengths without resampling.
    pub fn single(players: usize) -> Self {
        Self { most: 1, ..Self::new(players) }
    }

    /// Adds a ranking of this round. Rounds share the cells in turn. Allocates only for a new cell or
    /// sets of players that are new to it.
    pub fn add(&mut self, round: u64, ranking: &[Standing]) -> Result<(), BadRanking> {
        check(ranking, self.players)?;
        let cell = (round % self.most) as usize;
        self.grow(cell + 1);
        self.list[cell].count(ranking);
        Ok(())
    }

    fn grow(&mut self, cells: usize) {
        while self.list.len() < cells {
            self.list.push(Choices::new(self.players));
        }
    }

    /// All cells together.
    pub fn total(&self) -> Choices {
        let mut total = Choices::new(self.players);
        for cell in &self.list {
            total.merge(cell);
        }
        total
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// How many cells hold something.
    pub fn count(&self) -> u64 {
        self.used().count() as u64
    }

    /// The cells that hold something.
    pub(crate) fn used(&self) -> impl Iterator<Item = &Choices> {
        self.list.iter().filter(|cell| cell.rankings > 0)
    }
}

/// How many sets of players choices can be made out of in a round: at each table those of two and more,
/// and over all tables no more than there are among the players.
fn sets_of(players: usize, tables: u64, seats: usize) -> u64 {
    let (players, seats) = (players.min(MAX_PLAYERS) as u32, seats.min(MAX_TABLE) as u32);
    let at_a_table = (1 << seats) - u64::from(seats) - 1;
    let of_all = (2..=seats.min(players)).map(|size| ways(players, size)).sum();
    tables.saturating_mul(at_a_table).min(of_all)
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
