//! Streams that are opened and closed, and seats whose people are gone.

use std::sync::Arc;
use std::time::Duration;

use parlor_engine::{Seat, Seats, Viewer};

use super::standing::Shown;
use super::{Holder, MAX_SPECTATORS, Room};
use crate::effect::{Effect, Line, Party};
use crate::fault::Fault;
use parlor_protocol::room::Farewell;

/// An open stream.
#[derive(Clone, Debug)]
pub(super) struct Listener {
    pub(super) party: Option<Party>,
    pub(super) viewer: Viewer,
}

impl Room {
    /// Opens a stream for a viewer. It goes on after the news with the number `from`, where they are still kept,
    /// and begins with everything otherwise. An older stream of the same party for the same viewer is closed, so a
    /// seat has at most one. `false` where there are too many spectators, where the seat is not the party's, and
    /// where the room is of no more use.
    pub fn listen(
        &mut self,
        line: Line,
        party: Option<Party>,
        viewer: Viewer,
        from: Option<u64>,
        now: Duration,
    ) -> bool {
        let is_theirs = |seat: Seat| {
            let holder = self.holders.get(seat.index());
            party.is_some_and(|party| holder == Some(&Holder::Party(party)))
        };
        if self.is_broken || viewer.seat().is_some_and(|seat| !is_theirs(seat)) {
            return false;
        }
        let older = self
            .lines
            .iter()
            .find(|(_, older)| party.is_some() && older.party == party && older.viewer == viewer);
        if let Some(older) = older.map(|(line, _)| *line) {
            self.lines.remove(&older);
            self.effects.push_back(Effect::HangUp(older, Farewell::Superseded));
        }
        match viewer {
            Viewer::Seat(seat) => self.is_here(seat, now),
            Viewer::Spectator if self.spectators() >= MAX_SPECTATORS => return false,
            Viewer::Spectator => {}
        }
        self.lines.insert(line, Listener { party, viewer });
        let mut stands = self.standing(viewer, now);
        self.shown[viewer].get_or_insert_with(|| Shown::of(&mut stands));
        let frame = Arc::new(self.frame(viewer, from, stands));
        self.effects.push_back(Effect::Tell(line, frame));
        self.proceed(now);
        true
    }

    /// A stream has ended. Where it was superseded nothing changes: the newer one counts.
    pub fn ended(&mut self, mut line: Line, now: Duration) {
        if self.faults.has(Fault::EndsNewerStreams) {
            line = self.lines.range(line..).next().map_or(line, |(newer, _)| *newer);
        }
        let Some(Listener { viewer, .. }) = self.lines.remove(&line) else { return };
        if let Viewer::Seat(seat) = viewer
            && !self.is_listening(seat)
        {
            self.referee.lost(seat, now);
            self.proceed(now);
        }
    }

    /// How many spectators listen.
    fn spectators(&self) -> usize {
        self.lines.values().filter(|listener| listener.viewer == Viewer::Spectator).count()
    }

    /// The person of a seat is here.
    fn is_here(&mut self, seat: Seat, now: Duration) {
        // A seat that changes hands needs the store, and the store has time for one thing. Until then the stand-in
        // keeps the seat.
        let is_busy = self.storing.is_some() || self.referee.draft().is_some();
        if !is_busy || !self.referee.has_stand_in(seat) {
            self.referee.back(seat, now);
        }
    }

    /// Gives seats back to those who came while the store was busy.
    pub(super) fn give_seats_back(&mut self, now: Duration) {
        for seat in self.seats() {
            if self.referee.has_stand_in(seat) && self.is_listening(seat) {
                self.is_here(seat, now);
            }
        }
    }

    /// The holder of a seat has sent a command, maybe without ever opening a stream: it is there, and the grace
    /// period begins again. `true` where a stand-in gives the seat back, which has to be stored first.
    pub(super) fn shows_life(&mut self, seat: Seat, now: Duration) -> bool {
        self.is_here(seat, now);
        if !self.is_listening(seat) {
            self.referee.lost(seat, now);
        }
        self.referee.draft().is_some()
    }

    /// A bug for tests: somebody whom nobody knows is taken for everybody who is gone.
    #[cfg(feature = "faults")]
    pub fn take_for_life(&mut self, now: Duration) {
        for seat in self.seats_of_parties() {
            if !self.referee.has_stand_in(seat) {
                self.shows_life(seat, now);
            }
        }
    }

    /// Whether the party of a seat has the seat, by the log, and no stream of it is open.
    pub(super) fn is_gone(&self, seat: Seat) -> bool {
        let own = &self.sitting().header().seats[seat.index()];
        matches!(self.holders[seat.index()], Holder::Party(_))
            && self.sitting().occupant(seat).kind == own.kind
            && !self.is_listening(seat)
    }

    /// The seats that streams are open of.
    pub(super) fn seats_here(&self) -> Seats {
        self.lines.values().filter_map(|listener| listener.viewer.seat()).collect()
    }

    /// Whether a stream of this seat is open.
    fn is_listening(&self, seat: Seat) -> bool {
        self.lines.values().any(|listener| listener.viewer == Viewer::Seat(seat))
    }

    pub(super) fn hang_up_all(&mut self, why: Farewell) {
        for (line, _) in std::mem::take(&mut self.lines) {
            self.effects.push_back(Effect::HangUp(line, why));
        }
    }
}
