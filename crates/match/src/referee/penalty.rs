//! What comes of a fault.

use std::time::Duration;

use parlor_engine::{Act, Seat};
use parlor_protocol::{self as wire, ToBot};

use super::misstep::Misstep;
use super::seat_state::{Controller, SeatState, Stage};
use super::{ABSENT, Cost, End, Fault, MAX_FAULTS, Order, Referee, Verdict, stop, verdict};
use crate::effort::PlayerSpec;
use crate::record::Occupant;
use crate::sitting::Draft;

impl Referee {
    /// Notes that a seat did something wrong, and carries out what it costs.
    pub(super) fn fault(&mut self, seat: Seat, verdict: Verdict, why: &Misstep, now: Duration) {
        let refusal = Some(why.told());
        let why = why.to_string();
        if !self.sitting.has_room() {
            return self.close(End::Stopped);
        }
        let mut draft = self.begin(now);
        let cost = self.cost_of(seat, verdict);
        let state = &mut self.seat_states[seat.index()];
        let why = match state.complaint.take() {
            Some(complaint) => format!("{why} (it said: {complaint})"),
            None => why,
        };
        let id = state.withdraw();
        let told = match (&cost, id) {
            (Cost::DefaultMove, None) if !self.asked().contains(seat) => wire::Cost::None,
            (cost, _) => verdict::wire_cost(cost),
        };
        let acts = self.sitting.acts().len();
        let fault = Fault { seat, verdict, why: why.clone(), cost, acts };
        draft.fault(fault.clone());
        let mut orders = Vec::new();
        if verdict != Verdict::Crash && self.hears(seat) {
            let (code, explanation) = (verdict.code(), why);
            let complaint = wire::Complaint { code, id, explanation, cost: told, refusal };
            orders.push(Order::Send(seat, wire::write(&ToBot::Error(complaint))));
        }
        if let Some(id) = id.filter(|_| fault.cost == Cost::DefaultMove && self.hears(seat)) {
            orders.push(stop(seat, id));
        }
        self.punish(draft, &fault, orders, now);
    }

    /// Carries out what a fault that is in the log, or in the draft, costs.
    pub(super) fn punish(
        &mut self,
        mut draft: Draft,
        fault: &Fault,
        mut orders: Vec<Order>,
        now: Duration,
    ) {
        let Fault { seat, verdict, cost, .. } = fault;
        let (seat, verdict) = (*seat, *verdict);
        let mut end = None;
        match cost {
            Cost::Game => {
                self.dismiss(seat, &mut orders);
                end = Some(End::Fault);
            }
            Cost::Forfeit => {
                self.dismiss(seat, &mut orders);
                // A seat that is out of the game has nothing to leave.
                _ = self.take(&mut draft, Act::Leave(seat), Duration::ZERO);
            }
            Cost::DefaultMove => {
                if verdict.ends_the_line() || draft.faults(seat) >= MAX_FAULTS {
                    self.dismiss(seat, &mut orders);
                    draft.seat(seat, Occupant::new(ABSENT, self.names.of(seat)));
                }
                if self.asked().contains(seat) {
                    self.default_move(&mut draft, seat);
                }
            }
            Cost::Takeover(player) => {
                self.dismiss(seat, &mut orders);
                draft.seat(seat, Occupant::new(player.to_string(), self.names.of(seat)));
                let controller = self.house_player(player, seat);
                self.seat_states[seat.index()] = SeatState::new(controller, now);
                self.seat_states[seat.index()].is_taken_over = true;
            }
        }
        self.propose_ending(draft, orders, end, now);
    }

    /// What a verdict costs a seat. Nobody takes over from a player of the house.
    fn cost_of(&self, seat: Seat, verdict: Verdict) -> Cost {
        match self.house.costs.of(verdict) {
            Cost::Game => Cost::Game,
            _ if self.seat_states[seat.index()].is_taken_over => Cost::DefaultMove,
            cost => cost.clone(),
        }
    }

    /// A computer player for a seat; nobody where the game has none of this name.
    pub(super) fn house_player(&self, spec: &PlayerSpec, seat: Seat) -> Controller {
        let seed = self.sitting.dealer().map_or(0, |dealer| dealer.player_seed(seat));
        let player = self.sitting.table().player(&spec.name, seed);
        player.map_or(Controller::Absent, |player| {
            Controller::Player(player.within(spec.effort.budget()))
        })
    }

    /// Takes the seat away from its controller. A bot is told so, and its line is closed.
    pub(super) fn dismiss(&mut self, seat: Seat, orders: &mut Vec<Order>) {
        if self.hears(seat) {
            let bye = wire::Bye::without_result(wire::Reason::Dismissed);
            orders.push(Order::Send(seat, wire::write(&ToBot::Bye(bye))));
        }
        if self.listens(seat) {
            orders.push(Order::HangUp(seat));
        }
        let state = &mut self.seat_states[seat.index()];
        state.withdraw();
        state.stage = Stage::Ended;
        state.pass_to(Controller::Absent);
    }

    pub(super) fn complain(
        &mut self,
        seat: Seat,
        code: wire::Code,
        id: Option<u64>,
        why: &Misstep,
    ) {
        let (explanation, refusal) = (why.to_string(), Some(why.told()));
        let complaint = wire::Complaint { code, id, explanation, cost: wire::Cost::None, refusal };
        self.send(seat, &ToBot::Error(complaint));
    }
}
