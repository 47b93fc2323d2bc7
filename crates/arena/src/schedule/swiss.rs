//! Swiss: in each round players meet who have done equally well. No two players meet twice as long as that is
//! possible.

use super::matching::Matching;
use super::{Draw, Schedule};
use crate::tournament::{Lineup, MAX_PLAYERS};

impl Schedule {
    pub(super) fn next_swiss(&mut self) -> Option<Draw> {
        if self.rounds.len() as u32 >= self.most {
            return None;
        }
        let mut standing: Vec<u8> = (0..self.field.points.len() as u8).collect();
        standing.sort_by_key(|&player| std::cmp::Reverse(self.field.points[usize::from(player)]));
        let met = self.met();
        let mut lineups = match (self.seats, self.most as usize > standing.len().div_ceil(2)) {
            (2, false) => self.pair_few_rounds(standing, &met),
            (2, true) => self.pair_many_rounds(&standing, &met),
            _ => {
                self.sit_out_last(&mut standing);
                sit_together(&standing, self.seats, &met)
            }
        };
        for lineup in &mut lineups {
            lineup.sort_unstable();
        }
        Some(Draw { lineups, blocks: self.blocks, replays: 0 })
    }

    /// Pairs from the top, each with the next stranger with whom all others still find strangers.
    ///
    /// While everybody has met less than half of the others, sitting out counted like another player,
    /// such pairs can always be found (G. A. Dirac, 1952), however the games before went.
    fn pair_few_rounds(&mut self, mut standing: Vec<u8>, met: &Met) -> Vec<Lineup> {
        if standing.len().is_multiple_of(2) {
            return pair(&standing, met).unwrap_or_else(|| neighbours(&standing));
        }
        for index in (0..standing.len()).rev() {
            let player = standing[index];
            if self.field.byes[usize::from(player)] > 0 {
                continue;
            }
            let mut others = standing.clone();
            others.remove(index);
            if let Some(pairs) = pair(&others, met) {
                self.sit_out(player);
                return pairs;
            }
        }
        self.sit_out_last(&mut standing);
        neighbours(&standing)
    }

    /// With more rounds than that, pairs that suit a round could leave none for a later one. So all
    /// rounds are drawn up beforehand, until everybody has met everybody, and each time the one is
    /// played that brings those together who stand closest.
    fn pair_many_rounds(&mut self, standing: &[u8], met: &Met) -> Vec<Lineup> {
        let players = standing.len();
        let mut rank = vec![players; players + 1];
        for (place, player) in standing.iter().enumerate() {
            rank[usize::from(*player)] = place;
        }
        // To sit out is to meet one more player, who is behind all others.
        let nobody = players;
        let fewest = |[one, other]: [usize; 2]| match (one, other) {
            (one, other) if other == nobody => self.field.byes[one],
            (one, other) if one == nobody => self.field.byes[other],
            (one, other) => met[one][other],
        };
        let distance = |[one, other]: &[usize; 2]| rank[*one].abs_diff(rank[*other]).pow(2);
        let best = circle(players.next_multiple_of(2)).into_iter().min_by_key(|pairs| {
            let before = pairs.first().map_or(0, |pair| fewest(*pair));
            (before, pairs.iter().map(distance).sum::<usize>())
        });
        let mut pairs = best.unwrap_or_default();
        pairs.sort_by_key(|[one, other]| rank[*one].min(rank[*other]));
        let mut lineups = Vec::new();
        for pair in pairs {
            match pair {
                [one, other] | [other, one] if other == nobody => self.sit_out(one as u8),
                pair => lineups.push(pair.into_iter().map(|player| player as u8).collect()),
            }
        }
        lineups
    }

    /// Those for whom there is no table sit out: the last in the standing who have not yet.
    fn sit_out_last(&mut self, standing: &mut Vec<u8>) {
        for _ in 0..standing.len() % self.seats {
            let byes = |player: &u8| self.field.byes[usize::from(*player)];
            let fewest = standing.iter().map(byes).min().unwrap_or(0);
            let Some(index) = standing.iter().rposition(|player| byes(player) == fewest) else {
                return;
            };
            let player = standing.remove(index);
            self.sit_out(player);
        }
    }

    /// To sit out counts as if one had won everything.
    fn sit_out(&mut self, player: u8) {
        let most = 2 * (self.seats as u64 - 1) * self.seats as u64 * self.blocks;
        self.field.byes[usize::from(player)] += 1;
        self.field.points[usize::from(player)] += most;
    }

    fn met(&self) -> Met {
        let players = self.field.points.len();
        let mut met = vec![vec![0; players]; players];
        for table in self.rounds.iter().flat_map(|round| &round.tables) {
            for one in &table.lineup {
                for other in &table.lineup {
                    met[usize::from(*one)][usize::from(*other)] += 1;
                }
            }
        }
        met
    }
}

/// How often each has met each.
type Met = Vec<Vec<u32>>;

/// Pairs of strangers, from the top of the standing; `None` where somebody has to meet somebody again.
fn pair(standing: &[u8], met: &Met) -> Option<Vec<Lineup>> {
    debug_assert!(standing.len() <= MAX_PLAYERS, "a set of them is a word of bits");
    let are_strangers = |one: usize, other: usize| {
        met[usize::from(standing[one])][usize::from(standing[other])] == 0
    };
    let may_meet = (0..standing.len()).map(|one| {
        let others = (0..standing.len()).filter(|&other| other != one && are_strangers(one, other));
        others.collect()
    });
    let mut matching = Matching::new(may_meet.collect());
    if !matching.is_complete() {
        return None;
    }
    let mut is_paired = vec![false; standing.len()];
    let mut pairs = Vec::new();
    for one in 0..standing.len() {
        if is_paired[one] {
            continue;
        }
        let mut others = (one + 1)..standing.len();
        let other = others.find(|&other| {
            !is_paired[other] && are_strangers(one, other) && matching.fix(one, other)
        })?;
        is_paired[other] = true;
        pairs.push([standing[one], standing[other]].into_iter().collect());
    }
    Some(pairs)
}

/// Neighbours in the standing, whether or not they have met.
fn neighbours(standing: &[u8]) -> Vec<Lineup> {
    standing.chunks_exact(2).map(|pair| pair.iter().copied().collect()).collect()
}

/// All rounds of an even number of players in which everybody meets everybody once. In the first of them
/// neighbours meet.
fn circle(players: usize) -> Vec<Vec<[usize; 2]>> {
    // One stays where it is and all others walk round it: across the circle sit those who meet.
    let walking = players - 1;
    let name = |place: usize| match place {
        0 => 1,
        place if 2 * place <= walking => 2 * place,
        place => 2 * (walking - place) + 1,
    };
    let round = |round: usize| {
        let across = (1..players / 2)
            .map(|step| [name((round + step) % walking), name((round + walking - step) % walking)]);
        std::iter::once([0, name(round)]).chain(across).collect()
    };
    (0..walking).map(round).collect()
}

/// Larger tables: from the top, each with the next who has met nobody there; then players change
/// places as long as fewer meet again.
fn sit_together(standing: &[u8], seats: usize, met: &Met) -> Vec<Lineup> {
    let has_met = |one: u8, other: u8| met[usize::from(one)][usize::from(other)];
    let mut left = standing.to_vec();
    let mut tables: Vec<Lineup> = Vec::new();
    while left.len() >= seats {
        let mut table: Lineup = [left.remove(0)].into_iter().collect();
        while table.len() < seats {
            let again =
                |player: &u8| table.iter().map(|other| has_met(*player, *other)).sum::<u32>();
            // The first of those with the fewest.
            let index = (0..left.len()).min_by_key(|&index| again(&left[index])).unwrap_or(0);
            table.push(left.remove(index));
        }
        tables.push(table);
    }
    while let Some([(table, seat), (other, place)]) = best_change(&tables, standing, met) {
        let (one, two) = (tables[table][seat], tables[other][place]);
        tables[table][seat] = two;
        tables[other][place] = one;
    }
    tables
}

/// The two players who should change places, each by table and seat. The change that leaves the fewest
/// pairs of players who meet again is the best one; among equal changes it is the one between players who
/// stand closest. Each change lowers the number of such pairs, so there is a last change.
fn best_change(tables: &[Lineup], standing: &[u8], met: &Met) -> Option<[(usize, usize); 2]> {
    let mut rank = [0usize; MAX_PLAYERS];
    for (place, player) in standing.iter().enumerate() {
        rank[usize::from(*player)] = place;
    }
    let again = |player: u8, table: &Lineup, but: usize| -> u32 {
        let others = table.iter().enumerate().filter(|(seat, _)| *seat != but);
        others.map(|(_, other)| met[usize::from(player)][usize::from(*other)]).sum()
    };
    let places = |table: usize| (0..tables[table].len()).map(move |seat| (table, seat));
    let mut best = None;
    for (one, other) in pairs_of(tables.len()) {
        for (at, to) in places(one).flat_map(|at| places(other).map(move |to| (at, to))) {
            let (player, with) = (tables[at.0][at.1], tables[to.0][to.1]);
            let now = again(player, &tables[at.0], at.1) + again(with, &tables[to.0], to.1);
            let then = again(player, &tables[to.0], to.1) + again(with, &tables[at.0], at.1);
            let distance = rank[usize::from(player)].abs_diff(rank[usize::from(with)]);
            let Some(gain) = now.checked_sub(then).filter(|gain| *gain > 0) else { continue };
            let key = (std::cmp::Reverse(gain), distance);
            if best.as_ref().is_none_or(|(found, _)| key < *found) {
                best = Some((key, [at, to]));
            }
        }
    }
    best.map(|(_, change)| change)
}

fn pairs_of(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}
