//! Stations: rent by how many the owner has.

use parlor_engine::Seat;

use crate::board::Pounds;
use crate::rules::Rules;
use crate::state::State;

impl Rules {
    /// The rent of a station.
    #[inline]
    pub(crate) fn station_rent(&self, state: &State, owner: Seat) -> Pounds {
        let stations = state.player(owner).owned.and(self.board.stations);
        by_number(&self.board.station_rents, stations.len())
    }
}

/// The figure for so many; for more than there are figures the last one.
#[inline]
pub(crate) fn by_number(figures: &[Pounds], many: usize) -> Pounds {
    let last = figures.len().min(many).saturating_sub(1);
    figures.get(last).copied().unwrap_or(0)
}
