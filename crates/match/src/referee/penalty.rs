//! What comes of a fault.

use std::time::Duration;

use parlor_engine::{Act, Seat};
use parlor_protocol::{self as wire, ToBot};

use super::chair::{Occupant, SeatClock, Stage};
use super::{Cost, End, Fault, MAX_FAULTS, Order, Phase, Referee, Verdict, verdict};

impl Referee {
    pub(super) fn fault(&mut self, seat: Seat, verdict: Verdict, why: String, now: Duration) {
        let mut cost = self.house.costs.of(verdict).clone();
        if self.chairs[seat.index()].is_taken_over && cost != Cost::Game {
            // Nobody takes over from a player of the house.
            cost = Cost::DefaultMove;
        }
        let player = match &cost {
            Cost::Takeover(name) => self.sitting.table().player(name, self.seed(seat)),
            _ => None,
        };
        let chair = &mut self.chairs[seat.index()];
        let why = match chair.complaint.take() {
            Some(complaint) => format!("{why} (it said: {complaint})"),
            None => why,
        };
        chair.faults += 1;
        let (id, faults) = (chair.withdraw(), chair.faults);
        let told = match (&cost, id) {
            (Cost::DefaultMove, None) if !self.is_asked(seat) => wire::Cost::None,
            (cost, _) => verdict::wire_cost(cost),
        };
        let acts = self.sitting.acts().len();
        let fault = Fault { seat, verdict, why: why.clone(), cost: cost.clone(), acts };
        self.sitting.note(fault.clone());
        self.orders.push_back(Order::Fault(fault));
        let (code, explanation) = (verdict.code(), why);
        if verdict != Verdict::Crash {
            self.send(seat, &ToBot::Error(wire::Complaint { code, id, explanation, cost: told }));
        }
        match cost {
            Cost::Game => {
                self.dismiss(seat);
                return self.close(End::Fault);
            }
            Cost::Forfeit => {
                self.dismiss(seat);
                // A seat that is out of the game has nothing to leave.
                _ = self.take(Act::Leave(seat));
            }
            Cost::DefaultMove => {
                if let Some(id) = id {
                    self.send(seat, &ToBot::Stop(wire::Stop { id }));
                }
                if verdict.ends_the_line() || faults >= MAX_FAULTS {
                    self.dismiss(seat);
                }
                if self.phase == Phase::Playing && (id.is_some() || told != wire::Cost::None) {
                    self.play_default(seat);
                }
            }
            Cost::Takeover(_) => {
                self.dismiss(seat);
                let chair = &mut self.chairs[seat.index()];
                chair.occupant = player.map_or(Occupant::Absent, Occupant::Player);
                chair.is_taken_over = true;
                chair.clock = SeatClock::new(&self.house.terms);
            }
        }
        self.settle(now);
    }

    fn seed(&self, seat: Seat) -> u64 {
        self.sitting.dealer().map_or(0, |dealer| dealer.player_seed(seat))
    }

    fn is_asked(&self, seat: Seat) -> bool {
        self.phase == Phase::Playing && self.sitting.table().turn().asked().contains(seat)
    }

    pub(super) fn play_default(&mut self, seat: Seat) {
        let played = self.sitting.table().default_move(seat);
        let act = Act::Move(seat, played.expect("an asked seat has a default move"));
        self.must_take(&act);
    }

    /// The game goes on without a bot.
    pub(super) fn dismiss(&mut self, seat: Seat) {
        self.chairs[seat.index()].withdraw();
        if self.listens(seat) {
            let bye =
                wire::Bye { reason: wire::Reason::Dismissed, outcome: None, faults: Vec::new() };
            self.send(seat, &ToBot::Bye(bye));
            self.orders.push_back(Order::HangUp(seat));
        }
        self.chairs[seat.index()].stage = Stage::Ended;
        self.chairs[seat.index()].occupant = Occupant::Absent;
    }

    pub(super) fn complain(
        &mut self,
        seat: Seat,
        code: wire::Code,
        id: Option<u64>,
        explanation: String,
    ) {
        let cost = wire::Cost::None;
        self.send(seat, &ToBot::Error(wire::Complaint { code, id, explanation, cost }));
    }
}
