//! One value for each viewer of a table.

use std::ops::{Index, IndexMut};

use parlor_engine::{PerSeat, Viewer};

/// One value for each seat, and one for all spectators.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PerViewer<T> {
    seats: PerSeat<T>,
    spectator: T,
}

impl<T> PerViewer<T> {
    /// Asks for the value of each viewer of a table with so many seats.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Viewer) -> T) -> Self {
        let spectator = value(Viewer::Spectator);
        Self { seats: PerSeat::from_fn(seats, |seat| value(Viewer::Seat(seat))), spectator }
    }

    /// The viewers.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> + use<T> {
        Viewer::all(self.seats.len())
    }
}

impl<T> Index<Viewer> for PerViewer<T> {
    type Output = T;

    fn index(&self, viewer: Viewer) -> &T {
        match viewer {
            Viewer::Seat(seat) => &self.seats[seat],
            Viewer::Spectator => &self.spectator,
        }
    }
}

impl<T> IndexMut<Viewer> for PerViewer<T> {
    fn index_mut(&mut self, viewer: Viewer) -> &mut T {
        match viewer {
            Viewer::Seat(seat) => &mut self.seats[seat],
            Viewer::Spectator => &mut self.spectator,
        }
    }
}
