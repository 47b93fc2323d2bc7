//! Knockout: the best of each table go on, until one table is left.

use std::cmp::Reverse;

use super::{Draw, Schedule, Table};
use crate::tournament::Lineup;

/// How often a table whose first place is shared plays another block. After that, of the players who share
/// it, the one that was named first goes on.
const REPLAYS: u32 = 10;

impl Schedule {
    pub(super) fn next_knockout(&mut self) -> Option<Draw> {
        if self.rounds.is_empty() {
            return self.draw_up();
        }
        let last = self.rounds.last()?;
        let is_shared = |points: &[u64]| {
            let best = points.iter().max();
            points.iter().filter(|points| Some(*points) == best).count() > 1
        };
        let shared = last.tables.iter().filter(|table| is_shared(&table.points));
        let shared: Vec<Lineup> = shared.map(|table| table.lineup.clone()).collect();
        let replays = last.replays;
        let may_replay = replays < REPLAYS;
        // A table that is decided stays decided, whether or not others have to play on.
        let mut beaten: Vec<(u64, Reverse<u8>)> = Vec::new();
        let is_decided = |table: &&Table| !may_replay || !is_shared(&table.points);
        for table in last.tables.iter().filter(is_decided) {
            let winner = table.ranking().first().copied();
            let points = table.lineup.iter().zip(&table.points);
            let others = points.filter(|(player, _)| Some(**player) != winner);
            beaten.extend(others.map(|(player, points)| (*points, Reverse(*player))));
        }
        // The worst first, so that better players are put before them.
        beaten.sort_unstable();
        for (_, Reverse(player)) in beaten {
            self.put_behind(player);
        }
        if may_replay && !shared.is_empty() {
            return Some(Draw { lineups: shared, blocks: 1, replays: replays + 1 });
        }
        self.draw_up()
    }

    /// The tables of those who are still in: the first named meets the last named, and so on, so that
    /// the first named meet late. Where not all can play down to full tables the first named sit out.
    fn draw_up(&self) -> Option<Draw> {
        let mut standing = self.standing();
        let seats = self.seats;
        if standing.len() < seats {
            // One is left: other numbers of players are refused when the tournament is settled.
            return None;
        }
        standing.sort_unstable();
        // The largest number of players that plays down to a power of the seats.
        let mut goal = 1;
        while goal * seats < standing.len() {
            goal *= seats;
        }
        // Each table takes all its players out but one.
        let tables = (standing.len() - goal).div_ceil(seats - 1).min(standing.len() / seats);
        let playing = standing.split_off(standing.len() - tables * seats);
        let mut lineups = vec![Lineup::new(); tables];
        for (row, players) in playing.chunks(tables).enumerate() {
            for (place, player) in players.iter().enumerate() {
                // Forwards and backwards by turns: the first named meets the last named.
                let table = if row % 2 == 0 { place } else { tables - 1 - place };
                lineups[table].push(*player);
            }
        }
        Some(Draw { lineups, blocks: self.blocks, replays: 0 })
    }

    /// The players who are still in.
    fn standing(&self) -> Vec<u8> {
        let standing = (0u8..).zip(&self.field.out).filter(|(_, out)| !**out);
        standing.map(|(player, _)| player).collect()
    }

    /// Puts a player who is out behind all who are still in, and before all who went out earlier.
    fn put_behind(&mut self, beaten: u8) {
        self.field.out[usize::from(beaten)] = true;
        self.field.order.retain(|player| *player != beaten);
        let still_in = self.field.out.iter().filter(|out| !**out).count();
        self.field.order.insert(still_in.min(self.field.order.len()), beaten);
    }
}
