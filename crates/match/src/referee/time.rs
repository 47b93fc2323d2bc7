//! When somebody is late, and when the driver has to look at the clock.

use std::time::Duration;

use parlor_engine::{Act, Seat};

use super::misstep::Misstep;
use super::seat_state::{Controller, Stage};
use super::{Phase, Referee, Verdict};

impl Referee {
    /// Time has passed.
    ///
    /// # Panics
    /// When the game breaks its contract: a clock that it says is due is refused.
    pub fn tick(&mut self, now: Duration) {
        for seat in self.seats() {
            if self.pending.is_some() {
                // After the commit the driver ticks again, and the other seats are looked at then.
                return;
            }
            let state = &self.seat_states[seat.index()];
            if state.is_getting_ready() && !self.is_over() {
                let allowed = self.house.terms.start_up;
                if now >= state.since + allowed {
                    let why = match state.stage {
                        Stage::Silent => Misstep::NoHello { allowed },
                        _ => Misstep::NoPong { allowed },
                    };
                    self.fault(seat, Verdict::StartFailed, &why, now);
                }
            } else if self.is_late(seat, now) {
                self.late(seat, now);
            } else if self.given_up_at(seat).is_some_and(|at| now >= at) {
                self.give_up_waiting(seat, now);
            }
        }
        if self.pending.is_none() && self.game_ends_at().is_some_and(|end| now >= end) {
            let mut draft = self.begin(now);
            self.must(&mut draft, &Act::Clock);
            self.propose(draft, Vec::new(), now);
        }
    }

    /// When to [`tick`](Self::tick) at the latest.
    pub fn wake_at(&self) -> Option<Duration> {
        let answers = self.seats().filter_map(|seat| self.late_at(seat));
        let absent = self.seats().filter_map(|seat| self.given_up_at(seat));
        let unready = self.seat_states.iter().filter(|state| state.is_getting_ready());
        let start = unready.map(|state| state.since + self.house.terms.start_up);
        let start = start.filter(|_| !self.is_over());
        answers.chain(absent).chain(start).chain(self.game_ends_at()).min()
    }

    /// How long the game may still go on, where it has a limit of its own.
    pub fn time_left(&self, now: Duration) -> Option<Duration> {
        self.game_ends_at().map(|end| end.saturating_sub(now))
    }

    /// How long a seat may still think about its question; `None` where it has no limit. While the clocks
    /// are stopped this does not change.
    pub fn answer_time_left(&self, seat: Seat, now: Duration) -> Option<Duration> {
        let allowed = self.sitting.question(seat).filter(|_| self.is_hurried(seat))?.allowed?;
        let thought = self.sitting.thought(seat, self.match_time(now))?;
        Some((allowed + self.started_after(seat)).saturating_sub(thought))
    }

    pub(super) fn game_ends_at(&self) -> Option<Duration> {
        let end = self.sitting.game_ends_at().filter(|_| self.phase == Phase::Playing)?;
        Some(self.driver_time(end))
    }

    /// When the answer of a seat is late; `None` where it has no limit.
    pub(super) fn late_at(&self, seat: Seat) -> Option<Duration> {
        let runs_out = self.sitting.runs_out_at(seat).filter(|_| self.is_hurried(seat))?;
        Some(self.driver_time(runs_out) + self.started_after(seat) + self.house.terms.margin)
    }

    /// How much later than the question the clock of a seat started. A clock of the game's own runs for
    /// all alike, whenever the question reached the seat.
    fn started_after(&self, seat: Seat) -> Duration {
        let is_by_rules = self.sitting.question(seat).is_some_and(|open| open.by_rules);
        if is_by_rules { Duration::ZERO } else { self.waited(seat) }
    }

    /// How long a seat had been asked before it could see its question.
    pub(super) fn waited(&self, seat: Seat) -> Duration {
        let state = &self.seat_states[seat.index()];
        let open = self.sitting.question(seat).map(|open| open.id);
        // What a person waited for an earlier question is not about this one.
        let is_known = !matches!(state.controller, Controller::Person) || state.shown == open;
        if is_known { state.put_after } else { Duration::ZERO }
    }

    pub(super) fn is_late(&self, seat: Seat, now: Duration) -> bool {
        self.late_at(seat).is_some_and(|late_at| now > late_at)
    }

    /// Whether the question of a seat runs out. People at a terminal are hurried by the rules of the
    /// game alone; a player of the house is timed while it thinks, and not before.
    pub(super) fn is_hurried(&self, seat: Seat) -> bool {
        let state = &self.seat_states[seat.index()];
        match state.controller {
            _ if self.phase != Phase::Playing => false,
            Controller::Bot(_) => state.put.is_some(),
            Controller::Person => {
                let open = self.sitting.question(seat);
                self.house.hurries_people || open.is_some_and(|open| open.by_rules)
            }
            Controller::Thinking => !self.house.patient,
            Controller::Player(_) | Controller::Absent => false,
        }
    }

    /// The time of the match at this time of the driver. Before play begins no time passes.
    pub(super) fn match_time(&self, now: Duration) -> Duration {
        match self.phase {
            Phase::Gathering => self.origin,
            Phase::Playing | Phase::Over(_) => self.origin + now.saturating_sub(self.since),
        }
    }

    /// The time of the driver at this time of the match.
    pub(super) fn driver_time(&self, at: Duration) -> Duration {
        (self.since + at).saturating_sub(self.origin)
    }
}
