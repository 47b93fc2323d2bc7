//! Seats that change hands, and people whose connection is lost.

use std::time::{Duration, Instant};

use parlor_engine::Seat;
use parlor_match::{Controller, NotChanged, Occupant};

use super::{Arrival, Link, Live};

impl Live {
    /// Has somebody else decide for a seat from here on, at any moment before the end. A bot that sat
    /// there is told so, and its line is closed.
    pub fn replace(
        &mut self,
        seat: Seat,
        who: Occupant,
        arrival: Arrival,
    ) -> Result<(), NotChanged> {
        let had_bot = seat.index() < self.links.len() && self.referee.listens(seat);
        let is_player = matches!(arrival, Arrival::Player(_));
        let (controller, link, no_show) = seated(arrival);
        self.referee.replace(seat, who, controller, self.now())?;
        if self.is_timeless && !is_player {
            // From here on time passes.
            (self.begun, self.lost, self.is_timeless) = (Instant::now(), Duration::ZERO, false);
        }
        self.calls.retain(|call| call.seat != seat);
        if had_bot {
            // The last words for the bot that sat there are still to go out on its line.
            self.incoming.push((seat, link));
        } else {
            self.links[seat.index()] = link;
        }
        self.write_down();
        if let Some(why) = no_show {
            self.referee.never_came(seat, why, self.now());
            self.write_down();
        }
        Ok(())
    }

    /// Hangs up on the bot in a seat, and opens the line to the next one where there is one.
    pub(super) fn hang_up(&mut self, seat: Seat) {
        self.calls.retain(|call| call.seat != seat);
        if let Some(link) = &mut self.links[seat.index()] {
            link.hang_up();
        }
        if let Some(next) = self.incoming.iter().position(|(next, _)| *next == seat) {
            let (_, link) = self.incoming.remove(next);
            let before = std::mem::replace(&mut self.links[seat.index()], link);
            // It ends by itself, at the latest when the match does.
            self.retired.extend(before);
        }
    }

    /// The connection of the person in a seat is lost. Those of bots are looked after here.
    pub fn lost(&mut self, seat: Seat) {
        if seat.index() < self.links.len() && self.referee.is_person(seat) {
            self.referee.lost(seat, self.now());
        }
    }

    /// The person of a seat is back, and decides again in place of the stand-in.
    pub fn back(&mut self, seat: Seat) {
        if seat.index() < self.links.len() && !self.referee.listens(seat) {
            self.referee.back(seat, self.now());
            self.write_down();
        }
    }
}

/// Where the answers of an arrival come from, its line, and why it did not come.
pub(super) fn seated(arrival: Arrival) -> (Controller, Option<Link>, Option<String>) {
    match arrival {
        Arrival::Person => (Controller::Person, None, None),
        Arrival::Player(player) => (Controller::Player(player), None, None),
        Arrival::Bot(link) => (Controller::Bot(link.greeting.clone()), Some(*link), None),
        Arrival::NoShow(why) => (Controller::Bot(None), None, Some(why)),
    }
}
