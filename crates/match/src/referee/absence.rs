//! People whose connection is lost, seats that change hands, and clocks that stand still.

use std::time::Duration;

use parlor_engine::{AnyTurn, Seat};
use serde::Serialize;
use thiserror::Error;

use super::seat_state::{Controller, SeatState};
use super::{Phase, Referee};
use crate::log::Event;
use crate::record::Occupant;
use crate::sitting::Draft;

/// The kind of a person.
const PERSON: &str = "human";

/// The kind of whoever sits in a seat that nobody decides for: the game's default move is played.
pub const ABSENT: &str = "absent";

/// What is done about a person whose connection is lost. To lose it is no fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// How long the table waits before it does anything.
    pub grace: Duration,
    /// What it does then.
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
    Takeover(String),
}

impl Default for Absence {
    fn default() -> Self {
        Self { grace: Duration::from_mins(1), then: Away::Wait }
    }
}

/// Why a seat did not change hands, or the clocks were left as they were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
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
}

impl Referee {
    /// The connection of the person in a seat is lost. It may come back.
    pub fn lost(&mut self, seat: Seat, now: Duration) {
        let state = &mut self.seat_states[seat.index()];
        if matches!(state.controller, Controller::Person) {
            state.lost.get_or_insert(now);
        }
    }

    /// The person of a seat is back, and decides again, whoever did in between.
    pub fn back(&mut self, seat: Seat, now: Duration) {
        let state = &mut self.seat_states[seat.index()];
        state.lost = None;
        if self.is_over() {
            return;
        }
        if let Some(who) = self.seat_states[seat.index()].stands_in_for.take() {
            self.hand_over(seat, who, Controller::Person, now);
        }
    }

    /// Since when the connection of the person in a seat is lost, where it is.
    pub fn lost_since(&self, seat: Seat) -> Option<Duration> {
        self.seat_states[seat.index()].lost
    }

    /// When the table stops waiting for the person in a seat.
    pub fn given_up_at(&self, seat: Seat) -> Option<Duration> {
        let state = &self.seat_states[seat.index()];
        let waits_on = self.house.absence.then == Away::Wait;
        let is_person = matches!(state.controller, Controller::Person);
        let is_counted = is_person && !waits_on && self.phase == Phase::Playing;
        state.lost.filter(|_| is_counted).map(|since| since + self.house.absence.grace)
    }

    pub(super) fn give_up_waiting(&mut self, seat: Seat, now: Duration) {
        let away = self.sitting.occupant(seat).clone();
        let (kind, controller) = match &self.house.absence.then {
            Away::Wait => return,
            Away::DefaultMoves => (ABSENT, Controller::Absent),
            Away::Takeover(name) => (name.as_str(), self.house_player(name, seat)),
        };
        let stand_in = Occupant::new(kind, away.name.clone());
        self.hand_over(seat, stand_in, controller, now);
        self.seat_states[seat.index()].stands_in_for = Some(away);
    }

    /// Remembers, after a restart, for whom somebody stands in: whoever keeps the name of the person.
    pub(super) fn remember_absences(&mut self) {
        for seat in self.seats() {
            let now = self.sitting.occupant(seat).clone();
            let first = &self.sitting.header().seats[seat.index()];
            let seated = self.sitting.log().iter().filter_map(|entry| match &entry.event {
                Event::Seated(there, who) if *there == seat => Some(who),
                _ => None,
            });
            let mut people = [first].into_iter().chain(seated).filter(|who| who.kind == PERSON);
            let person = people.next_back();
            let state = &mut self.seat_states[seat.index()];
            if now.kind == ABSENT {
                state.controller = Controller::Absent;
            }
            let stands_in = now.kind != PERSON && person.is_some_and(|who| who.name == now.name);
            state.stands_in_for = person.filter(|_| stands_in).cloned();
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
        self.hand_over(seat, who, controller, now);
        Ok(())
    }

    fn hand_over(&mut self, seat: Seat, who: Occupant, controller: Controller, now: Duration) {
        let mut orders = Vec::new();
        self.dismiss(seat, &mut orders);
        let mut draft = self.begin(now);
        draft.seat(seat, who);
        self.seat_states[seat.index()] = SeatState::new(controller, now);
        self.propose(draft, orders, now);
    }

    /// Has all clocks stand still.
    pub fn pause(&mut self, now: Duration) -> Result<(), NotChanged> {
        self.set_clocks(now, Draft::pause, NotChanged::Paused)
    }

    /// Has the clocks run again.
    pub fn unpause(&mut self, now: Duration) -> Result<(), NotChanged> {
        self.set_clocks(now, Draft::resume, NotChanged::Running)
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
        let mut draft = self.begin(now);
        if !set(&mut draft) {
            return Err(why);
        }
        self.propose(draft, Vec::new(), now);
        Ok(())
    }
}
