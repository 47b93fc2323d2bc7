//! Swiss: in each round those meet who have done equally well, and nobody twice while that can be.

use super::{Draw, Schedule};
use crate::tournament::Meeting;

impl Schedule {
    pub(super) fn next_swiss(&mut self) -> Option<Draw> {
        if self.rounds.len() as u32 >= self.most {
            return None;
        }
        let mut standing: Vec<u8> = (0..self.field.points.len() as u8).collect();
        standing.sort_by_key(|&player| std::cmp::Reverse(self.field.points[usize::from(player)]));
        self.sit_out(&mut standing);
        let mut meetings = Vec::new();
        while standing.len() >= self.seats {
            let mut meeting: Meeting = [standing.remove(0)].into_iter().collect();
            while meeting.len() < self.seats {
                let stranger =
                    |player: &u8| meeting.iter().all(|other| !self.have_met(*player, *other));
                // Where everybody who is left has met them before, the next in the standing does again.
                let index = standing.iter().position(stranger).unwrap_or(0);
                meeting.push(standing.remove(index));
            }
            meeting.sort_unstable();
            meetings.push(meeting);
        }
        Some(Draw { meetings, blocks: self.blocks, replays: 0 })
    }

    /// Those for whom there is no table sit out: the last in the standing who have not yet. It counts
    /// as if they had won everything.
    fn sit_out(&mut self, standing: &mut Vec<u8>) {
        let most = 2 * (self.seats as u64 - 1) * self.seats as u64 * self.blocks;
        for _ in 0..standing.len() % self.seats {
            let byes = |player: &u8| self.field.byes[usize::from(*player)];
            let fewest = standing.iter().map(byes).min().unwrap_or(0);
            let Some(index) = standing.iter().rposition(|player| byes(player) == fewest) else {
                return;
            };
            let player = usize::from(standing.remove(index));
            self.field.byes[player] += 1;
            self.field.points[player] += most;
        }
    }

    fn have_met(&self, one: u8, other: u8) -> bool {
        let tables = self.rounds.iter().flat_map(|round| &round.tables);
        tables
            .into_iter()
            .any(|table| table.meeting.contains(&one) && table.meeting.contains(&other))
    }
}
