//! How the match goes on: from a draft to the next question.

use std::time::Duration;

use parlor_engine::{Act, AnyAct, AnyTurn, Seat, Viewer};
use parlor_protocol::ToBot;

use super::house::millis;
use super::seat_state::{Controller, SeatState, Stage};
use super::{End, MAX_DRAFTED, Order, Pending, Phase, Referee, speech};
use crate::sitting::{Draft, NotPlayed, Taken};

impl Referee {
    /// An empty draft.
    ///
    /// # Panics
    /// When another one waits to be committed: a driver hands in nothing before that.
    pub(super) fn begin(&self, now: Duration) -> Draft {
        assert!(self.pending.is_none(), "a draft is committed before anything else is handed in");
        self.sitting.draft(self.match_time(now))
    }

    /// Adds an act to a draft. A move answers the question that was put to its seat.
    pub(super) fn take(
        &mut self,
        draft: &mut Draft,
        act: AnyAct,
        forgiven: Duration,
    ) -> Result<(), NotPlayed> {
        let mover = if let Act::Move(seat, _) = &act { Some(*seat) } else { None };
        draft.act_forgiving(act, forgiven)?;
        if let Some(seat) = mover {
            self.seat_states[seat.index()].put = None;
        }
        Ok(())
    }

    /// Adds an act that is legal. Where the record has no room for it, it is left out.
    pub(super) fn must(&mut self, draft: &mut Draft, act: &AnyAct) {
        match self.take(draft, act.clone(), Duration::ZERO) {
            Ok(()) | Err(NotPlayed::TooLong) => {}
            Err(why) => panic!("legal means accepted, but '{act}' was refused: {why}"),
        }
    }

    /// Has a draft wait to be made durable, with what follows from it.
    pub(super) fn propose(&mut self, draft: Draft, orders: Vec<Order>, now: Duration) {
        self.propose_ending(draft, orders, None, now);
    }

    pub(super) fn propose_ending(
        &mut self,
        mut draft: Draft,
        orders: Vec<Order>,
        mut end: Option<End>,
        now: Duration,
    ) {
        // While bots are getting ready nothing is dealt.
        if self.phase == Phase::Playing && end.is_none() {
            self.carry_on(&mut draft);
        }
        if draft.is_full() && end.is_none() {
            // The record has no room for the act, so the match cannot go on.
            end = Some(End::Stopped);
        }
        self.pending = Some(Pending { draft, orders, end });
        if self.pending.as_ref().is_some_and(|pending| pending.draft.is_empty()) {
            // There is nothing to write down.
            self.commit(now);
        }
    }

    /// Adds what follows by itself: chance that is due, and default moves of seats nobody decides for.
    pub(super) fn carry_on(&mut self, draft: &mut Draft) {
        for _ in 0..MAX_DRAFTED {
            match draft.table().turn() {
                AnyTurn::Over => return,
                AnyTurn::Chance { .. } => {
                    if !draft.deal() {
                        return;
                    }
                }
                AnyTurn::Ask { seats, .. } => {
                    let Some(seat) = seats.iter().find(|seat| self.is_absent(*seat)) else {
                        return;
                    };
                    let before = draft.entries().len();
                    self.default_move(draft, seat);
                    if draft.entries().len() == before {
                        return;
                    }
                }
            }
        }
    }

    /// Whether a clock that the seats share had run out before the question was put to this one. This
    /// happens when the last answer came in its margin, and after a restart. Then the seat is not asked.
    pub(super) fn is_counted_down(&self, seat: Seat) -> bool {
        let open = self.sitting.question(seat);
        open.is_some_and(|open| open.by_rules && open.allowed == Some(Duration::ZERO))
    }

    pub(super) fn is_absent(&self, seat: Seat) -> bool {
        matches!(self.seat_states[seat.index()].controller, Controller::Absent)
    }

    pub(super) fn default_move(&mut self, draft: &mut Draft, seat: Seat) {
        let played = draft.table().default_move(seat);
        let act = Act::Move(seat, played.expect("an asked seat has a default move"));
        self.must(draft, &act);
    }

    /// Tells everybody what they may know of an entry.
    pub(super) fn tell(&mut self, taken: Taken) {
        let table = self.sitting.table();
        for (index, state) in self.seat_states.iter().enumerate() {
            if !state.listens() || state.stage == Stage::Silent || state.is_cut_off() {
                continue;
            }
            let viewer = Viewer::Seat(Seat::at(index));
            let names = state.wants_text().then_some(&self.names);
            let lines = speech::news(table, &taken, viewer, names, state.wants_news());
            self.orders.extend(lines.into_iter().map(|line| Order::Send(Seat::at(index), line)));
        }
        self.orders.push_back(Order::Happened(Box::new(taken)));
    }

    /// Goes on until somebody has to answer.
    pub(super) fn settle(&mut self, now: Duration) {
        if self.pending.is_some() {
            return;
        }
        self.welcome_known();
        if self.phase == Phase::Gathering
            && self.sitting.table().turn() != AnyTurn::Over
            && self.seat_states.iter().any(SeatState::is_getting_ready)
        {
            return;
        }
        if self.phase == Phase::Gathering {
            (self.phase, self.since) = (Phase::Playing, now);
        }
        if self.phase != Phase::Playing {
            return;
        }
        match self.sitting.table().turn() {
            AnyTurn::Over => {
                let outcome = self.sitting.table().outcome();
                self.close(End::Over(outcome.expect("a finished game has an outcome")));
            }
            AnyTurn::Chance { .. } if self.sitting.dealer().is_none() => {}
            AnyTurn::Ask { seats, question } if !seats.iter().any(|seat| self.is_absent(seat)) => {
                match seats.iter().find(|seat| self.is_counted_down(*seat)) {
                    Some(seat) => self.count_down(seat, now),
                    None => self.ask(&question, now),
                }
            }
            AnyTurn::Chance { .. } | AnyTurn::Ask { .. } => {
                let draft = self.begin(now);
                self.propose(draft, Vec::new(), now);
            }
        }
    }

    /// Welcomes bots that have said hello in an earlier game. They hear it when the log says that they
    /// sit there, and not before.
    pub(super) fn welcome_known(&mut self) {
        for seat in self.seats() {
            let state = &self.seat_states[seat.index()];
            if matches!(state.controller, Controller::Bot(Some(_))) && state.stage == Stage::Silent
            {
                self.welcome(seat);
            }
        }
    }

    /// Puts the question to every bot that is asked, and withdraws questions that are open no more. All
    /// bots are asked at once, so that none can tell which seat has answered.
    pub(super) fn ask(&mut self, question: &serde_json::Value, now: Duration) {
        for seat in self.seats() {
            let state = &self.seat_states[seat.index()];
            let open = self.sitting.question(seat);
            if !state.listens() {
                continue;
            }
            if state.is_getting_ready() {
                // A bot that comes back still owes the answer to its last question. It gets no other yet.
                let state = &mut self.seat_states[seat.index()];
                state.put = state.put.filter(|put| open.is_some_and(|open| open.id == *put));
                continue;
            }
            let waited = self.sitting.thought(seat, self.match_time(now)).unwrap_or_default();
            if state.put != open.map(|open| open.id) {
                let stop = self.withdraw(seat);
                self.orders.extend(stop);
                let state = &mut self.seat_states[seat.index()];
                (state.put, state.put_after) = (open.map(|open| open.id), waited);
                state.is_unsent = true;
            }
            let state = &mut self.seat_states[seat.index()];
            let Some(open) = open.filter(|_| state.is_unsent && !state.is_cut_off()) else {
                continue;
            };
            state.is_unsent = false;
            state.remarks = 0;
            // A bot that comes back has lost the time in between.
            let lost = waited.saturating_sub(state.put_after);
            let names = state.wants_text().then_some(&self.names);
            let mut decide = speech::decide(self.sitting.table(), seat, question, names);
            if state.wants_slots() {
                decide.menu.slots = speech::slots(self.sitting.table(), seat, &self.names);
            }
            decide.id = state.before + open.id;
            decide.deadline = open.allowed.map(|allowed| millis(allowed.saturating_sub(lost)));
            decide.clock = self.house.terms.told(self.sitting.bank(seat));
            self.send(seat, &ToBot::Decide(Box::new(decide)));
        }
    }
}
