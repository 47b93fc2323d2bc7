//! People and bots whose connection is lost, seats that change hands, and clocks that stand still.

use std::time::Duration;

use parlor_engine::{AnyTurn, Seat};
use serde_json::{Value, json};
use thiserror::Error;

use super::misstep::Misstep;
use super::seat_state::{Controller, SeatState, Stage};
use super::{Cost, Fault, Phase, Referee, Verdict};
use crate::effort::PlayerSpec;
use crate::log::Event;
use crate::record::{MAX_ACTS, Occupant};
use crate::refusal::{Coded, codes};
use crate::sitting::Draft;

/// The kind of a person.
const PERSON: &str = "human";

/// The kind of a program that has its seat as a person has: it connects by itself, and may come back.
const PROGRAM: &str = "program";

/// Whether an occupant of this kind comes and goes by itself.
fn comes_and_goes(kind: &str) -> bool {
    matches!(kind, PERSON | PROGRAM)
}

/// The kind of the occupant of a seat that nobody decides for: the game's default move is played.
pub const ABSENT: &str = "absent";

/// What is done about somebody whose connection is lost. To lose it is no fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// How long the table waits before it does anything.
    pub grace: Duration,
    /// What it does then about a person. A bot that stays away has crashed.
    pub then: Away,
}

/// What is done about a person who stays away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Away {
    /// The table waits on.
    Wait,
    /// The game's default move is played each time, until the person is back.
    DefaultMoves,
    /// A computer player of the game decides, until the person is back.
    Takeover(PlayerSpec),
}

impl Default for Absence {
    fn default() -> Self {
        Self { grace: Duration::from_mins(1), then: Away::Wait }
    }
}

/// Why a seat did not change hands, or the clocks were left as they were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotChanged {
    /// There is nothing to change any more.
    #[error("the game is over")]
    Over,
    /// The table is smaller than that.
    #[error("there is no seat {seat} at this table")]
    NoSuchSeat {
        /// Which one was meant.
        seat: Seat,
    },
    /// They were stopped before.
    #[error("the clocks stand still already")]
    Paused,
    /// They were not stopped.
    #[error("the clocks run already")]
    Running,
    /// The match would not fit in a record.
    #[error("a match has at most {MAX_ACTS} entries, and this one has no room for more")]
    TooLong,
}

impl Coded for NotChanged {
    codes! {
        Self::Over => "match-over",
        Self::NoSuchSeat { .. } => "unknown-seat",
        Self::Paused => "paused",
        Self::Running => "running",
        Self::TooLong => "log-full",
    }

    fn data(&self) -> Value {
        match self {
            Self::NoSuchSeat { seat } => json!({"seat": seat}),
            Self::TooLong => json!({"most": MAX_ACTS}),
            Self::Over | Self::Paused | Self::Running => Value::Null,
        }
    }
}

impl Referee {
    /// The connection of the person or the bot in a seat is lost. It may come back. Clocks run on
    /// meanwhile. Of a bot that cannot come back the driver says that it is [gone](Self::gone).
    pub fn lost(&mut self, seat: Seat, now: Duration) {
        let Some(state) = self.seat_states.get_mut(seat.index()) else { return };
        let is_person = matches!(state.controller, Controller::Person);
        if is_person || state.listens() && state.stage == Stage::Ready {
            state.lost.get_or_insert(now);
        } else if state.listens() {
            // A bot that is not ready yet must be ready in time, also on a new line, where it says hello
            // again.
            (state.stage, state.controller) = (Stage::Silent, Controller::Bot(None));
        }
    }

    /// The person or the bot of a seat is back. A person decides again, in place of the stand-in. A bot
    /// comes back on a new line: it says hello there, and is asked its question again.
    pub fn back(&mut self, seat: Seat, now: Duration) {
        let Some(state) = self.seat_states.get_mut(seat.index()) else { return };
        if state.is_cut_off() {
            state.controller = Controller::Bot(None);
            (state.stage, state.since, state.is_unsent) = (Stage::Silent, now, true);
            state.lost = None;
            // A bot that stands in for a person keeps the seat: the bot came back, and not the person.
            return;
        }
        state.lost = None;
        if self.is_over() {
            return;
        }
        if let Some(who) = self.seat_states[seat.index()].stands_in_for.take() {
            self.hand_over(seat, who, Controller::Person, now);
        }
    }

    /// Whether somebody stands in for the person of a seat, who has it again when [`back`](Self::back).
    pub fn has_stand_in(&self, seat: Seat) -> bool {
        self.seat_states[seat.index()].stands_in_for.is_some()
    }

    /// Since when the connection of the person or the bot in a seat is lost; `None` where it is not.
    pub fn lost_since(&self, seat: Seat) -> Option<Duration> {
        self.seat_states[seat.index()].lost
    }

    /// When the table stops waiting for the person or the bot in a seat.
    pub fn given_up_at(&self, seat: Seat) -> Option<Duration> {
        let state = &self.seat_states[seat.index()];
        let is_waited_for = match state.controller {
            Controller::Person => self.house.absence.then == Away::Wait,
            _ => !state.is_cut_off(),
        };
        let is_running = self.phase == Phase::Playing && !self.sitting.is_paused();
        let is_counted = is_running && !is_waited_for;
        state.lost.filter(|_| is_counted).map(|since| since + self.house.absence.grace)
    }

    pub(super) fn give_up_waiting(&mut self, seat: Seat, now: Duration) {
        if self.seat_states[seat.index()].is_cut_off() {
            let within = self.house.absence.grace;
            return self.fault(seat, Verdict::Crash, &Misstep::StaysAway { within }, now);
        }
        let away = self.sitting.occupant(seat).clone();
        let kind = match &self.house.absence.then {
            Away::Wait => return,
            Away::DefaultMoves => ABSENT.to_owned(),
            Away::Takeover(player) => player.to_string(),
        };
        let controller = self.stand_in(&kind, seat);
        self.hand_over(seat, Occupant::new(kind, away.name), controller, now);
    }

    /// Works out from the log, after a restart, who stands in for whom. The referee seats only those
    /// anew that it seated itself: default moves and computer players. Everybody else was brought by
    /// the driver, and the driver brings them again.
    pub(super) fn remember_absences(&mut self) {
        for seat in self.seats() {
            let (who, away, is_paid_for) = self.seated_last(seat);
            if is_paid_for || away.is_some() && self.is_here(&who.kind) {
                let controller = self.stand_in(&who.kind, seat);
                self.seat_states[seat.index()].pass_to(controller);
            }
            let state = &mut self.seat_states[seat.index()];
            state.is_taken_over = is_paid_for || away.is_some();
            state.stands_in_for = away;
        }
    }

    /// The occupant of a seat by the log, whom it stands in for, and whether it was seated as the cost of
    /// a fault.
    fn seated_last(&self, seat: Seat) -> (Occupant, Option<Occupant>, bool) {
        let mut who = self.sitting.header().seats[seat.index()].clone();
        let (mut away, mut is_paid_for) = (None, false);
        let mut last_fault = None;
        for entry in self.sitting.log() {
            if let Event::Seated(there, next) = &entry.event
                && *there == seat
            {
                is_paid_for =
                    last_fault.is_some_and(|fault: &Fault| is_seated_by(&fault.cost, next));
                if !is_paid_for {
                    away = stood_in_for(&who, away, next);
                }
                who = (**next).clone();
            }
            last_fault = match &entry.event {
                Event::Fault(fault) if fault.seat == seat => Some(fault),
                _ => None,
            };
        }
        (who, away, is_paid_for)
    }

    /// Whether the referee itself can decide as an occupant of this kind: by default moves or with a
    /// computer player of the game. Bots and language models are not of this kind.
    fn is_here(&self, kind: &str) -> bool {
        let is_player = |player: PlayerSpec| self.sitting.table().player(&player.name, 0).is_some();
        kind == ABSENT || kind.parse().is_ok_and(is_player)
    }

    /// Where the answers come from while an occupant of this kind stands in.
    fn stand_in(&self, kind: &str, seat: Seat) -> Controller {
        match kind.parse() {
            Ok(player) if kind != ABSENT => self.house_player(&player, seat),
            _ => Controller::Absent,
        }
    }

    /// Has somebody else decide for a seat from here on: a person who takes over, a computer player,
    /// a bot. It works at any moment before the end.
    pub fn replace(
        &mut self,
        seat: Seat,
        who: Occupant,
        controller: Controller,
        now: Duration,
    ) -> Result<(), NotChanged> {
        if self.is_over() {
            return Err(NotChanged::Over);
        }
        if seat.index() >= self.seat_states.len() {
            return Err(NotChanged::NoSuchSeat { seat });
        }
        if !self.sitting.has_room() {
            return Err(NotChanged::TooLong);
        }
        self.hand_over(seat, who, controller, now);
        Ok(())
    }

    fn hand_over(&mut self, seat: Seat, who: Occupant, controller: Controller, now: Duration) {
        let mut orders = Vec::new();
        self.dismiss(seat, &mut orders);
        let mut draft = self.begin(now);
        let before = self.sitting.occupant(seat);
        let away = self.seat_states[seat.index()].stands_in_for.take();
        let away = stood_in_for(before, away, &who);
        draft.seat(seat, who);
        let mut state = SeatState::new(controller, now);
        // A fault of the stand-in costs the person one default move and no more.
        state.is_taken_over = away.is_some();
        state.stands_in_for = away;
        self.seat_states[seat.index()] = state;
        self.propose(draft, orders, now);
    }

    /// Stops all clocks.
    pub fn pause(&mut self, now: Duration) -> Result<(), NotChanged> {
        self.set_clocks(now, Draft::pause, NotChanged::Paused)
    }

    /// Starts the clocks again.
    pub fn unpause(&mut self, now: Duration) -> Result<(), NotChanged> {
        self.set_clocks(now, Draft::resume, NotChanged::Running)?;
        for state in &mut self.seat_states {
            // The grace period of everybody who is away begins again.
            state.lost = state.lost.map(|_| now);
        }
        Ok(())
    }

    fn set_clocks(
        &mut self,
        now: Duration,
        set: impl FnOnce(&mut Draft) -> bool,
        why: NotChanged,
    ) -> Result<(), NotChanged> {
        if self.is_over() || self.sitting.table().turn() == AnyTurn::Over {
            return Err(NotChanged::Over);
        }
        if !self.sitting.has_room() {
            return Err(NotChanged::TooLong);
        }
        let mut draft = self.begin(now);
        if !set(&mut draft) {
            return Err(why);
        }
        self.propose(draft, Vec::new(), now);
        Ok(())
    }
}

/// Whether a fault of this cost seats this occupant. The driver may seat somebody else right after a fault
/// that seats nobody.
fn is_seated_by(cost: &Cost, next: &Occupant) -> bool {
    match cost {
        Cost::Takeover(player) => next.kind == player.to_string(),
        Cost::DefaultMove => next.kind == ABSENT,
        Cost::Game | Cost::Forfeit => false,
    }
}

/// The person whom the next occupant of a seat stands in for: one of the same name, who may come back.
/// `before` is the occupant until then, and stood in for `away`.
fn stood_in_for(before: &Occupant, away: Option<Occupant>, next: &Occupant) -> Option<Occupant> {
    let person = if comes_and_goes(&before.kind) { Some(before.clone()) } else { away };
    person.filter(|person| !comes_and_goes(&next.kind) && person.name == next.name)
}
