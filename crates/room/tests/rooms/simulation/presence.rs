//! Who was there, and when, as a server could know it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::server::Server;
use parlor_engine::Seat;
use parlor_room::{Append, Holder, Line, Party, Settings};

/// The signs of life of every party, for each server.
#[derive(Default)]
pub(super) struct Presence {
    started: BTreeMap<u64, Duration>,
    signs: BTreeMap<(u64, Party), Vec<Duration>>,
    /// The open stream of a party, and since when.
    open: BTreeMap<(u64, Party), (Line, Duration)>,
}

impl Presence {
    /// A server waits for everybody from its start on.
    pub(super) fn server_started(&mut self, server: &Server, now: Duration) {
        self.started.insert(server.epoch, now);
    }

    pub(super) fn sign(&mut self, epoch: u64, party: Party, now: Duration) {
        self.signs.entry((epoch, party)).or_default().push(now);
    }

    pub(super) fn opened(&mut self, epoch: u64, party: Party, line: Line, now: Duration) {
        self.sign(epoch, party, now);
        self.open.insert((epoch, party), (line, now));
    }

    /// The server has noticed that a stream has ended. Where a newer one is open that says nothing.
    pub(super) fn ended(&mut self, epoch: u64, party: Party, line: Line, now: Duration) {
        let open = self.open.get(&(epoch, party));
        if open.is_some_and(|(open, _)| *open == line) {
            self.open.remove(&(epoch, party));
            self.sign(epoch, party, now);
        }
    }

    /// Nobody is stood in for who was there within the grace period. The entries were drafted at this time.
    pub(super) fn check(
        &self,
        (epoch, drafted): (u64, Duration),
        append: &Append,
        holders: &[Holder],
        settings: &Settings,
    ) {
        let is_fault = |text: &str| text.contains(" | fault ");
        if append.lines.first().is_none_or(|line| is_fault(&line.text)) {
            // A fault may cost the seat.
            return;
        }
        for line in &append.lines {
            let Some(seat) = given_away(&line.text) else { continue };
            let Holder::Party(party) = holders[seat.index()] else { continue };
            let signs = self.signs.get(&(epoch, party)).into_iter().flatten();
            let within =
                |sign: &Duration| *sign < drafted && *sign + settings.absence.grace > drafted;
            let is_here = self.open.get(&(epoch, party)).is_some_and(|(_, since)| *since < drafted);
            let is_alive = signs.chain(self.started.get(&epoch)).any(within) || is_here;
            assert!(!is_alive, "{party:?} is there, and somebody else plays: {}", line.text);
        }
    }
}

/// The seat that a line gives to a stand-in: `12 | 3.500 | seat 2 {"kind":"absent",…} | hash`.
fn given_away(text: &str) -> Option<Seat> {
    let seated = text.split(" | ").find_map(|part| part.strip_prefix("seat "))?;
    let (seat, who) = seated.split_once(' ')?;
    seat.parse().ok().filter(|_| !who.contains(r#""kind":"human""#))
}
