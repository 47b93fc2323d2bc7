//! A match online: who holds which seat, which commands have had their effect, and who listens.

mod commands;
mod consent;
mod presence;
mod refusals;
mod standing;
mod telling;
mod thinking;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use parlor_engine::{Seat, Seats, Viewer};
use parlor_match::{
    Absence, Controller, End, House, PerViewer, PlayerSpec, Referee, Sitting, Taken,
};

use crate::effect::{Append, Effect, Line, LogLine, NotStored, Party, Remember, Stored, Ticket};
use crate::fingerprint::fingerprint;
use crate::lag::Lag;
use crate::stream::Stream;
use consent::Pending;
use parlor_protocol::room::Farewell;
use parlor_protocol::room::{Key, Request, Standing};
use presence::Listener;
use telling::Revision;
use thinking::Held;

/// How many commands may wait while another one is made durable. One more is refused, and its sender tries
/// again.
pub const MAX_WAITING: usize = 256;
/// How many spectators may listen at one match. Seats are not counted: their holders can always listen.
pub const MAX_SPECTATORS: usize = 256;
/// How many commands of a party are known again by their keys. An older one that is sent again is refused as
/// stale by the number of its question.
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
    shown: PerViewer<Option<Standing>>,
    /// What there was to tell then.
    told: Option<Revision>,
    /// The last commands that have had their effect, by party, the oldest first.
    done: BTreeMap<Party, VecDeque<(Key, [u8; 32])>>,
    /// What is being made durable.
    storing: Option<Storing>,
    /// Commands that came meanwhile.
    waiting: VecDeque<Asked>,
    proposal: Option<Pending>,
    proposals: u64,
    lags: Vec<Lag>,
    /// Decisions of computer players that are not due yet.
    held: Vec<Held>,
    effects: VecDeque<Effect>,
    is_broken: bool,
    is_over: bool,
}

/// A request, and where its reply goes.
#[derive(Clone, Debug)]
struct Asked {
    party: Party,
    ticket: Ticket,
    request: Request,
    /// When it came. An answer that came in time is in time, however long it waits for the store.
    came: Duration,
}

/// What is being made durable, and who waits for that.
#[derive(Debug)]
struct Storing {
    /// The command that it is the effect of, and the requests that wait for it: the same one may have come more
    /// than once.
    command: Option<(Remember, Vec<(Ticket, bool)>)>,
}

impl Room {
    /// Opens the room of a match: a new one, or one that was [resumed](Sitting::resume) with what was told of its
    /// entries (`told`) and the commands that have had their effect.
    ///
    /// # Panics
    /// When there are not as many holders as seats.
    pub fn open(
        sitting: Sitting,
        told: &[Taken],
        holders: Vec<Holder>,
        remembered: Vec<Remembered>,
        settings: Settings,
        now: Duration,
    ) -> Self {
        assert_eq!(holders.len(), sitting.table().seats(), "one holder a seat");
        let seats = holders.len();
        let controllers = holders.iter().enumerate().map(|(at, holder)| match holder {
            Holder::Party(_) => Controller::Person,
            Holder::Computer(spec) => {
                let seed = sitting.dealer().map_or(0, |dealer| dealer.player_seed(Seat::at(at)));
                let player = sitting.table().player(&spec.name, seed);
                player.map_or(Controller::Absent, |player| {
                    Controller::Player(player.within(spec.effort.budget()))
                })
            }
        });
        let controllers = controllers.collect();
        let house =
            House { hurries_people: true, absence: settings.absence.clone(), ..House::default() };
        let referee = Referee::new(sitting, controllers, house, now);
        let mut room = Self {
            streams: PerViewer::from_fn(seats, |_| Stream::default()),
            referee,
            holders,
            settings,
            lines: BTreeMap::new(),
            shown: PerViewer::from_fn(seats, |_| None),
            told: None,
            done: BTreeMap::new(),
            storing: None,
            waiting: VecDeque::new(),
            proposal: None,
            proposals: 0,
            lags: vec![Lag::default(); seats],
            held: Vec::new(),
            effects: VecDeque::new(),
            is_broken: false,
            is_over: false,
        };
        for taken in told {
            room.note(taken);
        }
        for Remembered { party, key, fingerprint } in remembered {
            room.remember(party, key, fingerprint);
        }
        // Nobody is connected yet. Whoever does not come is gone after the grace period.
        for seat in room.seats_of_parties() {
            room.referee.lost(seat, now);
        }
        room.proceed(now);
        room
    }

    // ---- what comes from outside ----

    /// A request of a party.
    pub fn request(&mut self, party: Party, ticket: Ticket, request: Request, now: Duration) {
        let asked = Asked { party, ticket, request, came: now };
        if self.is_broken {
            return self.refuse(&asked, refusals::unavailable());
        }
        if let Some(Storing { command: Some((remember, tickets)) }) = &mut self.storing
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

    /// What the last [`Effect::Store`] asked for is durable, or could not be made so.
    pub fn stored(&mut self, stored: Stored, now: Duration) {
        let Some(Storing { command }) = self.storing.take() else { return };
        if let Err(why) = stored {
            return self.break_down(command, why);
        }
        self.referee.commit(now);
        self.drop_agreed();
        if let Some((Remember { party, key, fingerprint }, tickets)) = command {
            for (ticket, is_repeated) in tickets {
                self.reply_done(ticket, &key, is_repeated, None);
            }
            self.remember(party, key, fingerprint);
        }
        self.proceed(now);
        while self.storing.is_none()
            && let Some(asked) = self.waiting.pop_front()
        {
            self.take_up(asked, now);
        }
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
        self.held.iter().map(|held| held.due).chain(self.referee.wake_at()).min()
    }

    /// The next thing for the server to do.
    pub fn effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
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
        self.store_draft(None);
        if self.storing.is_none() {
            self.hand_out(now);
        }
        self.tell_all(now);
        if self.storing.is_none() && self.referee.end().is_some() && !self.is_over {
            self.is_over = true;
            self.effects.push_back(Effect::Over);
        }
    }

    /// Sends what the referee has drafted to the store.
    fn store_draft(&mut self, command: Option<(Remember, Vec<(Ticket, bool)>)>) {
        if self.storing.is_some() {
            return;
        }
        let Some(draft) = self.referee.draft() else { return };
        let lines = draft.lines().map(|(text, hash)| LogLine { text: text.to_owned(), hash });
        let append = Append {
            first: draft.number(),
            lines: lines.collect(),
            command: command.as_ref().map(|(remember, _)| remember.clone()),
            is_last: self.referee.ends_with_draft(),
        };
        self.effects.push_back(Effect::Store(append));
        self.storing = Some(Storing { command });
    }

    /// The store has not taken what was drafted. Nobody was told of it, and the room cannot go on.
    fn break_down(&mut self, command: Option<(Remember, Vec<(Ticket, bool)>)>, why: NotStored) {
        self.is_broken = true;
        for (ticket, _) in command.into_iter().flat_map(|(_, tickets)| tickets) {
            self.reply(ticket, refusals::unavailable());
        }
        for asked in std::mem::take(&mut self.waiting) {
            self.refuse(&asked, refusals::unavailable());
        }
        self.hang_up_all(Farewell::Stopping);
        self.effects.push_back(Effect::Broken(why));
    }

    fn remember(&mut self, party: Party, key: Key, fingerprint: [u8; 32]) {
        let done = self.done.entry(party).or_default();
        if done.len() == KEPT_KEYS {
            done.pop_front();
        }
        done.push_back((key, fingerprint));
    }
}
