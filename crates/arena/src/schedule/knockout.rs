//! Knockout: the best of each table go on, until one table is left.

use super::{Draw, Schedule, Table};
use crate::tournament::Meeting;

/// So often a table whose first place is shared plays another block; then whoever was named first
/// goes on.
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
        let shared: Vec<Meeting> = shared.map(|table| table.meeting.clone()).collect();
        let replays = last.replays;
        let may_replay = replays < REPLAYS;
        // Whoever is decided is decided, whether or not others have to play on.
        let rankings: Vec<Vec<u8>> = (last.tables.iter())
            .filter(|table| !may_replay || !is_shared(&table.points))
            .map(Table::ranking)
            .collect();
        for ranking in rankings {
            for beaten in &ranking[1..] {
                self.put_behind(*beaten);
            }
        }
        if may_replay && !shared.is_empty() {
            return Some(Draw { meetings: shared, blocks: 1, replays: replays + 1 });
        }
        self.draw_up()
    }

    /// The tables of those who are still in: the first named meets the last named, and so on, so that
    /// the best seeds meet late. Where the tables cannot be filled the first named go on without playing.
    fn draw_up(&self) -> Option<Draw> {
        let mut standing = self.standing();
        if standing.len() < 2 {
            return None;
        }
        standing.sort_unstable();
        let seats = self.seats;
        if standing.len() < seats {
            // Fewer than a table: nothing more can be played by the rules of this game.
            return None;
        }
        // The largest number of players that plays down to a power of the seats.
        let mut goal = 1;
        while goal * seats < standing.len() {
            goal *= seats;
        }
        // Each table takes so many of them out.
        let tables = (standing.len() - goal).div_ceil(seats - 1).min(standing.len() / seats);
        let mut playing = standing.split_off(standing.len() - tables * seats);
        let mut meetings = Vec::new();
        for _ in 0..tables {
            let mut meeting = Meeting::new();
            while meeting.len() < seats {
                let from_front = meeting.len() % 2 == 0;
                let at = if from_front { 0 } else { playing.len() - 1 };
                meeting.push(playing.remove(at));
            }
            meeting.sort_unstable();
            meetings.push(meeting);
        }
        Some(Draw { meetings, blocks: self.blocks, replays: 0 })
    }

    /// Those who are still in.
    fn standing(&self) -> Vec<u8> {
        let standing = (0u8..).zip(&self.field.out).filter(|(_, out)| !**out);
        standing.map(|(player, _)| player).collect()
    }

    /// Somebody is out, and so behind all who are still in and before all who went earlier.
    fn put_behind(&mut self, beaten: u8) {
        self.field.out[usize::from(beaten)] = true;
        self.field.order.retain(|player| *player != beaten);
        let still_in = self.field.out.iter().filter(|out| !**out).count();
        self.field.order.insert(still_in.min(self.field.order.len()), beaten);
    }
}
