//! A match online: who holds which seat, which commands have had their effect, and who listens.

mod commands;
mod consent;
mod opening;
mod presence;
mod refusals;
mod standing;
mod storing;
mod telling;
mod thinking;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use parlor_engine::{Seat, Seats, Viewer};
use parlor_match::{Absence, End, PerViewer, PlayerSpec, Referee, Sitting};

use crate::effect::{Effect, Line, Party, Ticket};
use crate::fault::{Fault, Faults};
use crate::fingerprint::fingerprint;
use crate::lag::Lag;
use crate::stream::Stream;
use consent::Pending;
use parlor_protocol::room::{Farewell, Frame, Key, Request};
use presence::Listener;
use standing::Shown;
use storing::Storing;
use telling::Revision;
pub use telling::all_news;
use thinking::Held;

/// How many commands may wait while another one is made durable. One more is refused, and its sender tries
/// again.
pub const MAX_WAITING: usize = 256;
/// How many spectators may listen at one match. Seats are not counted: their holders can always listen.
pub const MAX_SPECTATORS: usize = 256;
/// How many commands of a party are known again by their keys. An older one is for the server to
/// [look up](Room::request_again).
pub const KEPT_KEYS: usize = 64;

/// Who may answer for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    /// An account: a person, or a bot with a token.
    Party(Party),
    /// A computer player of the game.
    Computer(PlayerSpec),
}

/// What was settled for the table beside the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What is done about somebody who is gone.
    pub absence: Absence,
    /// A computer player answers no sooner than this after it was asked, so that the time it takes tells nothing
    /// about what it holds.
    pub floor: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { absence: Absence::default(), floor: Duration::from_millis(400) }
    }
}

/// A command that had its effect before the room was opened, as the store has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// Who sent it.
    pub party: Party,
    /// Its key.
    pub key: Key,
    /// What it was.
    pub fingerprint: [u8; 32],
}

/// One match online.
pub struct Room {
    referee: Referee,
    holders: Vec<Holder>,
    settings: Settings,
    streams: PerViewer<Stream>,
    lines: BTreeMap<Line, Listener>,
    /// What everybody who listens as this viewer was last told, without the times that run by themselves.
    shown: PerViewer<Option<Shown>>,
    /// What there was to tell then.
    told: Option<Revision>,
    /// The last commands that have had their effect, by party, the oldest first.
    done: BTreeMap<Party, VecDeque<(Key, [u8; 32])>>,
    /// Whether there were more.
    has_forgotten: bool,
    /// What is being made durable.
    storing: Option<Storing>,
    /// Commands that came meanwhile.
    waiting: VecDeque<Asked>,
    proposal: Option<Pending>,
    lags: Vec<Lag>,
    /// Decisions of computer players that are not due yet.
    held: Vec<Held>,
    effects: VecDeque<Effect>,
    is_broken: bool,
    is_over: bool,
    faults: Faults,
}

/// A request, and where its reply goes.
#[derive(Clone, Debug)]
struct Asked {
    party: Party,
    ticket: Ticket,
    request: Request,
    /// The fingerprint of the command that the store knows by this key. It stays with the request: while that waits for
    /// the store, the room may forget more.
    known: Option<[u8; 32]>,
    /// When it came. An answer that came in time is in time, however long it waits for the store.
    came: Duration,
}

impl Room {
    // ---- what comes from outside ----

    /// A request of a party.
    pub fn request(&mut self, party: Party, ticket: Ticket, request: Request, now: Duration) {
        self.request_again(party, ticket, request, None, now);
    }

    /// The same, where the room [has forgotten](Self::has_forgotten) commands: what the store knows of the command with
    /// this key, by its fingerprint. Without that an old command would be done again, the store would refuse it, and
    /// the room would be of no more use.
    pub fn request_again(
        &mut self,
        party: Party,
        ticket: Ticket,
        request: Request,
        known: Option<[u8; 32]>,
        now: Duration,
    ) {
        let asked = Asked { party, ticket, request, known, came: now };
        if self.is_broken {
            return self.refuse(&asked, refusals::unavailable());
        }
        if self.storing.is_some()
            && let Ok(seat) = self.seat_for(&asked)
        {
            // Who sends something is there, however long the store takes.
            self.shows_life(seat, now);
        }
        if let Some(Storing { command: Some((remember, tickets)), .. }) = &mut self.storing
            && remember.party == party
            && remember.key == asked.request.key
        {
            // The same command again, before it is durable: both are answered when it is.
            if remember.fingerprint == fingerprint(&asked.request) {
                tickets.push((ticket, true));
                return;
            }
            return self.refuse(&asked, refusals::key_reused());
        }
        if self.storing.is_some() {
            if self.waiting.len() >= MAX_WAITING {
                return self.refuse(&asked, refusals::busy());
            }
            self.waiting.push_back(asked);
            return;
        }
        self.take_up(asked, now);
    }

    /// Time has passed: to be called at [`wake_at`](Self::wake_at) at the latest.
    pub fn tick(&mut self, now: Duration) {
        if self.storing.is_none() && !self.is_broken {
            self.release(now);
            if self.referee.draft().is_none() {
                self.referee.tick(now);
            }
            self.proceed(now);
        }
    }

    /// When to [`tick`](Self::tick) at the latest; `None` where nothing depends on the time, or where the room
    /// waits for the store.
    pub fn wake_at(&self) -> Option<Duration> {
        if self.storing.is_some() || self.is_broken {
            return None;
        }
        let held = self.held.iter().map(|held| held.due);
        let held = held.filter(|_| !self.faults.has(Fault::SleepsOverDecisions));
        // An answer at the very last moment is in time, so the referee does nothing before the moment after it. A server
        // that was woken at the last moment would be told to wake again at once, over and over.
        let clocks = self.referee.wake_at().map(|at| at + Duration::from_nanos(1));
        let clocks = clocks.filter(|_| !self.faults.has(Fault::SleepsOverClocks));
        held.chain(clocks).min()
    }

    /// The next thing for the server to do.
    pub fn effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// Whether there were more commands than the room knows again: an older one may be sent again, and only the
    /// store knows it.
    pub const fn has_forgotten(&self) -> bool {
        self.has_forgotten
    }

    /// The server stops: all streams are closed. What is not durable by now never happened.
    pub fn close(&mut self) {
        self.hang_up_all(Farewell::Stopping);
    }

    // ---- how it stands ----

    /// The match.
    pub const fn sitting(&self) -> &Sitting {
        self.referee.sitting()
    }

    /// How the match ended, once it has.
    pub const fn end(&self) -> Option<&End> {
        self.referee.end()
    }

    /// The match as it stands for a viewer, with what does not change: what a stream begins with.
    pub fn look(&self, viewer: Viewer, now: Duration) -> Frame {
        Frame::Full(Box::new(self.full(viewer, self.standing(viewer, now))))
    }

    /// The number of the question that a seat owes an answer to.
    pub fn question(&self, seat: Seat) -> Option<u64> {
        self.referee.question(seat)
    }

    /// What was settled for the table beside the game.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The seats that a party may answer for.
    pub fn seats_of(&self, party: Party) -> Seats {
        let is_held = |seat: &Seat| self.holders[seat.index()] == Holder::Party(party);
        self.seats().filter(is_held).collect()
    }

    /// Whose eyes a party sees with: those of its seat, or those of a spectator. A party with several seats says
    /// which one it means.
    pub fn viewer(&self, party: Option<Party>, seat: Option<Seat>) -> Viewer {
        let own = party.map_or(Seats::NONE, |party| self.seats_of(party));
        let seat = seat.filter(|seat| own.contains(*seat)).or(own.first());
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.holders.len()).map(Seat::at)
    }

    fn seats_of_parties(&self) -> Vec<Seat> {
        let is_party = |seat: &Seat| matches!(self.holders[seat.index()], Holder::Party(_));
        self.seats().filter(is_party).collect()
    }

    // ---- going on ----

    /// Takes a command up, now that the store has time for it.
    fn take_up(&mut self, asked: Asked, now: Duration) {
        // A stand-in gives the seat back first. When that is durable the command meets the question of its party.
        let gives_back = match self.seat_for(&asked) {
            Ok(seat) => self.shows_life(seat, now),
            Err(_) => false,
        };
        if gives_back {
            self.waiting.push_front(asked);
        } else {
            self.carry_out(&asked, now);
        }
        self.proceed(now);
    }

    /// Has everything follow that follows by itself: drafts go to the store, news go out, players think.
    fn proceed(&mut self, now: Duration) {
        if self.is_broken {
            return;
        }
        self.give_seats_back(now);
        self.store_draft(None, now);
        if self.storing.is_none() {
            self.hand_out(now);
        }
        self.tell_all(now);
        if self.storing.is_none() && self.referee.end().is_some() && !self.is_over {
            self.is_over = true;
            self.effects.push_back(Effect::Over);
        }
    }
}
