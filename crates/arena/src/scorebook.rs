//! The scorebook of a tournament: all that is counted of it. Blocks are added in their order, until the test
//! is decided or nothing is left to play. A block that was just played and a block that was read from a file
//! are added in the same way.

use parlor_match::Verdict;

use crate::block::Block;
use crate::folder::Shard;
use crate::result::GameResult;
use crate::schedule::{Next, Schedule, tables_of};
use crate::stats::{Hypothesis, Rounds, float};
use crate::summary::Summary;
use crate::tally::Tally;
use crate::tournament::Tournament;

/// Everything that is known of a tournament after the blocks that were added.
pub(crate) struct Scorebook<'a> {
    pub(crate) tournament: &'a Tournament,
    pub(crate) schedule: Schedule,
    pub(crate) tallies: Vec<Tally>,
    /// Where the test stands, and what it has decided.
    pub(crate) llr: Option<f64>,
    pub(crate) decided: Option<Hypothesis>,
    /// What the candidate of the test, the first player, got in whole rounds.
    candidate: Rounds,
    /// How many tables a round has, and what the candidate got so far in the one that is played.
    tables: usize,
    so_far: u64,
}

impl<'a> Scorebook<'a> {
    pub(crate) fn new(tournament: &'a Tournament) -> Self {
        // A test is about one event.
        let seats = tournament.events.first().map_or(2, |event| event.seats);
        let tables = tables_of(tournament.format, tournament.players.len(), seats);
        let of_a_table = 2 * (seats as u64 - 1) * seats as u64;
        Self {
            schedule: Schedule::new(tournament),
            tallies: (0..tournament.events.len())
                .map(|event| Tally::new(tournament, event))
                .collect(),
            llr: tournament.sprt.map(|_| 0.0),
            decided: None,
            candidate: Rounds::new(tables * of_a_table),
            tables: tables as usize,
            so_far: 0,
            tournament,
        }
    }

    /// The block with this number, where it is known.
    pub(crate) fn block(&self, number: u64) -> Next {
        if self.decided.is_some() { Next::End } else { self.schedule.block(number) }
    }

    /// Counts a block. A part of a tournament is not tested: where the whole ends is seen when its parts
    /// are put together.
    pub(crate) fn add_part(&mut self, shard: Shard, block: &Block, games: &[GameResult]) {
        let sums = self.tallies[block.event].add(block, games);
        self.schedule.learn(block, &sums);
        let Some(sprt) = self.tournament.sprt.as_ref().filter(|_| shard.is_whole()) else { return };
        // The candidate sits at every table.
        let Some(at) = block.lineup.iter().position(|player| *player == 0) else { return };
        self.so_far += u64::from(sums[at]);
        // Rounds are alike, and blocks against different opponents are not; so a test looks at whole
        // rounds only.
        if block.table + 1 < self.tables {
            return;
        }
        self.candidate.add(std::mem::take(&mut self.so_far));
        let llr = self.candidate.llr(sprt);
        self.llr = Some(llr);
        self.decided = sprt.verdict(llr);
    }

    /// The candidate of the test, the first player: its rounds.
    pub(crate) fn candidate(&self) -> &Rounds {
        &self.candidate
    }

    /// Each player with the share of points it has won, the best first.
    pub(crate) fn standings(&self) -> Vec<(String, f64)> {
        let mut standings: Vec<(String, f64)> = Vec::new();
        for (index, player) in self.tournament.players.iter().enumerate() {
            let (mut won, mut most) = (0, 0);
            for (tally, event) in self.tallies.iter().zip(&self.tournament.events) {
                won += tally.players[index].half_points;
                most += tally.players[index].games * 2 * (event.seats as u64 - 1);
            }
            let share = if most == 0 { 0.0 } else { float(won) / float(most) };
            standings.push((player.name.clone(), share));
        }
        standings.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        standings
    }

    /// The names of the players that could not start in some game.
    pub(crate) fn absent(&self) -> Vec<String> {
        let is_absent = |index: usize| {
            let counts = self.tallies.iter().map(|tally| tally.players[index].verdicts);
            counts.map(|verdicts| verdicts[Verdict::StartFailed as usize]).sum::<u64>() > 0
        };
        let players = self.tournament.players.iter().enumerate();
        players.filter(|(index, _)| is_absent(*index)).map(|(_, who)| who.name.clone()).collect()
    }

    pub(crate) fn games(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.games).sum()
    }

    pub(crate) fn summary(&self) -> Summary {
        Summary::of(self)
    }
}

#[cfg(test)]
mod tests;
