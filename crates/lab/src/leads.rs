//! Which seat was ahead, and when.

use parlor_engine::{PerSeat, Seat};

/// Which seat was alone ahead during a game, from which act on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leads {
    /// Each change: after which act, and which seat is ahead from then on; none in a tie.
    changes: Vec<(u32, Option<Seat>)>,
}

/// How the lead went in a game. The seat that was last alone ahead *has* the lead. It keeps it when others draw
/// level, and loses it when one of them passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Story {
    /// How often the lead passed from one seat to another.
    pub(crate) changes: u32,
    /// Which seat had it at the end, and after which act it was taken for good; `None` where no seat was ever
    /// ahead.
    pub(crate) last: Option<(Seat, u32)>,
    /// Which seat was alone ahead when half of the acts were played.
    pub(crate) half_time: Option<Seat>,
}

impl Leads {
    pub(crate) fn clear(&mut self) {
        self.changes.clear();
    }

    /// Notes how the seats stand after `acts` acts.
    pub(crate) fn note(&mut self, acts: u32, standing: &PerSeat<i64>) {
        let ahead = alone_ahead(standing);
        if self.changes.last().is_none_or(|(_, last)| *last != ahead) {
            self.changes.push((acts, ahead));
        }
    }

    /// How the lead went in a game of `acts` acts; `None` where the game does not say which seat is ahead.
    pub(crate) fn story(&self, acts: u32) -> Option<Story> {
        let mut holder: Option<(Seat, u32)> = None;
        let mut changes = 0;
        for &(when, ahead) in &self.changes {
            let Some(ahead) = ahead else { continue };
            match holder {
                Some((seat, _)) if seat == ahead => continue,
                Some(_) => changes += 1,
                None => {}
            }
            holder = Some((ahead, when));
        }
        let by_half = self.changes.iter().rev().find(|(when, _)| *when <= acts / 2);
        let half_time = by_half.and_then(|(_, ahead)| *ahead);
        (!self.changes.is_empty()).then_some(Story { changes, last: holder, half_time })
    }
}

/// The seat that has more than every other; none at a table of one seat.
fn alone_ahead(standing: &PerSeat<i64>) -> Option<Seat> {
    let most = standing.as_slice().iter().max()?;
    let mut first = standing.iter().filter(|(_, value)| *value == most);
    let (seat, _) = first.next()?;
    (standing.len() > 1 && first.next().is_none()).then_some(seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(standings: &[[i64; 2]]) -> Option<Story> {
        let mut leads = Leads::default();
        for (acts, values) in standings.iter().enumerate() {
            leads.note(acts as u32, &PerSeat::from_fn(2, |seat| values[seat.index()]));
        }
        leads.story(standings.len().saturating_sub(1) as u32)
    }

    #[test]
    fn a_lead_outlasts_a_tie() {
        let (one, two) = (Seat::at(0), Seat::at(1));
        let told = story(&[[0, 0], [1, 0], [1, 1], [2, 1], [2, 3], [3, 3]]).unwrap();
        assert_eq!(told, Story { changes: 1, last: Some((two, 4)), half_time: None });
        let told = story(&[[0, 0], [1, 0], [1, 1], [2, 1], [2, 1]]).unwrap();
        assert_eq!(told, Story { changes: 0, last: Some((one, 1)), half_time: None });
        let told = story(&[[0, 0], [0, 1], [0, 1], [2, 1], [2, 1]]).unwrap();
        assert_eq!(told, Story { changes: 1, last: Some((one, 3)), half_time: Some(two) });
    }

    #[test]
    fn without_a_leader_there_is_little_to_tell() {
        let nobody = Story { changes: 0, last: None, half_time: None };
        assert_eq!(story(&[[0, 0], [2, 2]]), Some(nobody));
        assert_eq!(story(&[]), None);
        let mut alone = Leads::default();
        alone.note(0, &PerSeat::from_fn(1, |_| 7));
        assert_eq!(alone.story(0), Some(nobody));
    }
}
