//! What changes during play.

use parlor_engine::bits::Bits;
use parlor_engine::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::board::Closed;
use crate::moves::Line;

/// The most players; two bits tell whose box it is.
pub const MAX_PLAYERS: usize = 4;

/// A position: the free lines, who owns what, and whose move it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State<const W: usize> {
    /// The lines nobody has drawn yet.
    pub(crate) free: Bits<W>,
    /// How many those are, so that no menu has to count them.
    pub(crate) free_count: u16,
    /// The owner of each closed box, as a number in two planes of bits.
    pub(crate) owner: [Bits<W>; 2],
    /// The boxes each player owns, by number.
    pub(crate) scores: [u8; MAX_PLAYERS],
    /// Boxes nobody owns yet.
    pub(crate) open_boxes: u8,
    /// Who moves.
    pub(crate) mover: Seat,
    /// Who has not left.
    pub(crate) present: Seats,
    /// Whether the mover moves again for having closed a box.
    pub(crate) again: bool,
    /// The line drawn last, to be marked on the board.
    pub(crate) last: Option<Line>,
}

impl<const W: usize> State<W> {
    /// How many boxes each player owns.
    pub const fn scores(&self) -> &[u8; MAX_PLAYERS] {
        &self.scores
    }

    /// Once it is over nobody moves, and equal boards are equal states.
    #[inline]
    pub(crate) fn close(&mut self) {
        if self.is_over() {
            self.mover = Seat::at(0);
            self.again = false;
        }
    }

    /// Whether nobody has anything left to decide.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.open_boxes == 0 || !self.present.are_several()
    }

    /// Gives the boxes that were closed to a player.
    #[inline]
    pub(crate) fn claim(&mut self, closed: Closed, seat: Seat) {
        for (number, closed) in closed.boxes.into_iter().zip(closed.closed) {
            for (bit, plane) in self.owner.iter_mut().enumerate() {
                let mine = 0u64.wrapping_sub((seat.index() >> bit & 1) as u64);
                plane.insert_if(closed, mine, usize::from(number));
            }
        }
        self.scores[seat.index()] += closed.count();
        self.open_boxes -= closed.count();
    }
}
