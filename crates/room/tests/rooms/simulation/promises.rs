//! What must hold, whatever happens.

use std::time::Duration;

use super::Simulation;
use crate::server::{Server, timeless};
use parlor_engine::{Seat, Viewer};
use parlor_match::{Event, millis};
use parlor_room::{Frame, Holder, Line, Room, Standing};
use serde_json::Value;

/// What the reply to a request must be like.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    /// The question is open, and there is time left.
    NotTooLate,
    Anything,
}

impl Expected {
    pub(super) fn of(server: &Server, viewer: Viewer, request: &Value, now: Duration) -> Self {
        let asks = server.room.standing(viewer, now).asks;
        let is_open = asks.as_ref().is_some_and(|asks| request["question"] == asks.id);
        let is_in_time = asks.is_some_and(|asks| asks.left.is_none_or(|left| left > 0));
        if is_open && is_in_time { Self::NotTooLate } else { Self::Anything }
    }

    pub(super) fn check(self, reply: &Frame) {
        if let (Self::NotTooLate, Frame::Refused(refused)) = (self, reply) {
            assert_ne!(refused.code, "too-late", "what came in time is in time");
        }
    }
}

impl Simulation {
    /// Everybody who listens was told how it stands.
    pub(super) fn check_streams(&self) {
        for client in &self.clients {
            let Some((epoch, line)) = client.line else { continue };
            if let Some(server) = self.servers.iter().find(|server| server.epoch == epoch) {
                server.check(line, client.viewer, self.now);
            }
        }
    }

    /// How it stands follows from the log: a room that was opened a moment ago shows the same to everybody, but for
    /// who is there and what is proposed.
    pub(super) fn check_against_a_fresh_room(&self) {
        let owner = self.owner();
        if !owner.storing.is_empty() {
            return;
        }
        let fresh = self.fresh();
        for viewer in Viewer::all(self.setup.holders.len()) {
            let stands = lasting(owner.room.standing(viewer, self.now));
            assert_eq!(stands, lasting(fresh.standing(viewer, self.now)), "for {viewer:?}");
        }
    }

    fn fresh(&self) -> Room {
        let (sitting, told) = self.store.read();
        let (holders, settings) = (self.setup.holders.clone(), self.setup.settings.clone());
        Room::open(sitting, &told, holders, self.store.remembered(), settings, self.now)
    }

    /// After an act of which the game shows a viewer nothing, and which asks nobody else, the room shows that viewer
    /// nothing either.
    pub(super) fn check_that_hidden_acts_stay_hidden(
        &self,
        server: usize,
        before: &[(Viewer, Standing)],
    ) {
        let room = &self.servers[server].room;
        let Some(Event::Act(act)) = room.sitting().log().last().map(|entry| &entry.event) else {
            return;
        };
        let after = self.all_see(server);
        let both = || before.iter().zip(&after).map(|((viewer, was), (_, is))| (viewer, was, is));
        if both().any(|(_, was, is)| was.asks.is_none() && is.asks.is_some()) {
            return;
        }
        for (viewer, was, is) in both() {
            if was.number == is.number && was.view == is.view {
                // A command that waited may have proposed something.
                let (was, is) = (lasting(was.clone()), lasting(is.clone()));
                assert_eq!(was, is, "{viewer:?} sees something of {act}");
            }
        }
    }

    /// No time passes for anybody while no server runs the match.
    pub(super) fn check_clocks_after_a_restart(&self) {
        let (sitting, _) = self.store.read();
        let server = self.owner();
        for seat in (0..self.setup.holders.len()).map(Seat::at) {
            let Some(open) = sitting.question(seat) else { continue };
            let is_person = sitting.occupant(seat).kind == "human";
            let Some(allowed) = open.allowed.filter(|_| is_person) else { continue };
            let thought = sitting.thought(seat, sitting.last_at()).unwrap_or_default();
            let asks = server.room.standing(Viewer::Seat(seat), self.now).asks;
            let left = asks.and_then(|asks| asks.left);
            let expected = Some(millis(allowed.saturating_sub(thought)));
            if server.storing.is_empty() && server.room.end().is_none() {
                assert_eq!(left, expected, "what seat {seat} has left after a restart");
            }
        }
    }

    /// The match waits for a person who may take any time, or it is over.
    pub(super) fn check_that_nothing_is_left_undone(&self) {
        let room = &self.owner().room;
        if room.end().is_some() || room.sitting().is_paused() {
            return;
        }
        assert!(!self.ends_by_itself, "nobody waits for those who are late or gone");
        let waits_for = |seat: &Seat| {
            let is_party = matches!(self.setup.holders[seat.index()], Holder::Party(_));
            is_party && room.sitting().question(*seat).is_some()
        };
        let mut seats = (0..self.setup.holders.len()).map(Seat::at);
        assert!(seats.any(|seat| waits_for(&seat)), "computer players answer by themselves");
    }

    /// What clients were told and promised is in the store.
    pub(super) fn check_in_the_end(&mut self) {
        self.servers.clear();
        self.restart();
        for client in &self.clients {
            self.check_commands(client);
        }
        for (at, mut client) in std::mem::take(&mut self.clients).into_iter().enumerate() {
            let (line, now) = (Line(1_000_000 + at as u64), self.now);
            let epoch = self.owner().epoch;
            let Some(server) = self.server(epoch) else { continue };
            assert!(server.listen(line, client.party, None, now));
            server.check(line, client.viewer, now);
            for frame in &server.told[&line] {
                // Nothing was told that is not in the log, and nothing differently.
                client.hear(frame);
            }
        }
    }

    fn check_commands(&self, client: &super::Client) {
        let own = |command: &&crate::store::Command| Some(command.remembered.party) == client.party;
        let done: Vec<(&str, &str)> = self
            .store
            .commands
            .iter()
            .filter(own)
            .map(|command| (command.remembered.key.as_str(), command.line.as_str()))
            .collect();
        let times = |key: &str| done.iter().filter(|(other, _)| *other == key).count();
        for key in &client.confirmed {
            assert_eq!(times(key), 1, "what was confirmed is in the log, once: {key}");
        }
        for key in &client.refused {
            assert_eq!(times(key), 0, "what was refused is not in the log: {key}");
        }
        for (key, line) in &done {
            let wanted = &client.wanted[*key];
            let is_it = line.split(" | ").any(|part| part.starts_with(wanted.as_str()));
            assert!(is_it, "{key} was sent to do '{wanted}', and did '{line}'");
        }
    }
}

/// What must be the same in a room that has been there for a while and in a fresh one.
fn lasting(standing: Standing) -> Standing {
    let mut lasting = timeless(standing);
    lasting.proposal = None;
    for seat in &mut lasting.seats {
        seat.gone = false;
    }
    lasting
}
