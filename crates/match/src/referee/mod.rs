//! The referee of one match: whom to ask, what to say on each line, how long to wait, and what to do
//! about those who do not keep to the rules of the table.
//!
//! There is no clock, no socket and no process in here. The driver hands in what has come and what time
//! it is, and carries out the [`Order`]s of the referee. So a test can try every case of timing, and takes
//! no time for it.
//!
//! Whatever changes the match is drafted first. The driver makes the [draft](Referee::draft) durable
//! and [commits](Referee::commit) it; only then do orders come out that tell anybody of it.

mod absence;
mod answers;
mod hearing;
mod house;
mod misstep;
mod penalty;
mod progress;
mod seat_state;
mod speech;
#[cfg(test)]
mod tests;
mod time;
mod verdict;

use std::collections::VecDeque;
use std::time::Duration;

use parlor_engine::{AnyTurn, Names, Outcome, Seat, Seats};
use parlor_protocol::{self as wire, ToBot};

use crate::log::Event;
use crate::sitting::{Draft, Sitting, Taken};
pub use absence::{ABSENT, Absence, Away, NotChanged};
pub use answers::{Decided, Thinking};
pub use house::{BadCosts, BadTerms, Bank, Cost, Costs, House, Terms, duration, millis};
pub use misstep::Excess;
#[cfg(test)]
pub(crate) use misstep::Misstep;
pub use seat_state::{Controller, Greeting};
use seat_state::{SeatState, Stage};
pub use verdict::{Fault, Verdict};

/// After so many faults a bot is not asked again, where its faults cost no more than default moves.
pub const MAX_FAULTS: u32 = 10;
/// The most bytes of the remarks of one bot that are kept in a game.
pub const MAX_REMARKED: usize = 1 << 20;
/// The most entries of one draft. The limit keeps a long run of default moves from filling the memory.
const MAX_DRAFTED: usize = 64;

/// Runs one match.
pub struct Referee {
    sitting: Sitting,
    house: House,
    names: Names,
    seat_states: Vec<SeatState>,
    /// The seats of computer players, by the log: a draft that gives a seat to one does not count
    /// before it is committed.
    players: Seats,
    phase: Phase,
    /// When the bots were let in, and then when play began.
    since: Duration,
    /// The time of the match then.
    origin: Duration,
    /// Whether it goes on from acts that were played before.
    goes_on: bool,
    /// What waits to be made durable.
    pending: Option<Pending>,
    orders: VecDeque<Order>,
    remarks: Vec<Remark>,
    /// How often a player was handed out.
    handed_out: u64,
}

/// A draft, and what follows when it is committed.
struct Pending {
    draft: Draft,
    /// What goes out first.
    orders: Vec<Order>,
    /// Whether the match ends with it.
    end: Option<End>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    /// Bots are getting ready.
    Gathering,
    Playing,
    Over(End),
}

/// How a match came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By its rules.
    Over(Outcome),
    /// By a fault, the last in the list of [faults](Referee::faults).
    Fault,
    /// It was stopped from outside.
    Stopped,
}

/// What is to be done, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// Send this line, which has its end, to the bot in a seat.
    Send(Seat, Vec<u8>),
    /// Nothing more is said to the bot in this seat: end it, or hang up.
    HangUp(Seat),
    /// Something happened, and is in the log: it may be told.
    Happened(Box<Taken>),
}

/// Whom the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// For bots, or for players that think elsewhere: until one of them speaks, or until
    /// [`Referee::wake_at`].
    Bots,
    /// For the player in this seat: see [`Referee::consult`].
    Player(Seat),
    /// For the person in this seat: see [`Referee::answer`].
    Person(Seat),
    /// For chance, at a table without a dealer: see [`Referee::chance`].
    Chance,
    /// For nobody: the match is over.
    Nobody,
}

/// What a bot thought.
#[derive(Clone, PartialEq, Debug)]
pub struct Remark {
    /// Which bot.
    pub seat: Seat,
    /// How many acts there were then.
    pub acts: usize,
    /// What it said.
    pub info: wire::Info,
}

impl Referee {
    /// Opens a match, or goes on with one that was [resumed](Sitting::resume), and lets the bots in.
    ///
    /// # Panics
    /// When there are not as many controllers as seats.
    pub fn new(
        sitting: Sitting,
        controllers: Vec<Controller>,
        house: House,
        now: Duration,
    ) -> Self {
        assert_eq!(controllers.len(), sitting.table().seats(), "one controller a seat");
        let (sitting, house) = match sitting.header().terms.clone() {
            None => (sitting.on_terms(house.terms, &house.costs), house),
            // A match that is resumed keeps its clocks and costs, also where the settings of the house have changed.
            Some((terms, costs)) => (sitting, House { terms, costs, ..house }),
        };
        let mut referee = Self {
            seat_states: controllers
                .into_iter()
                .map(|controller| SeatState::new(controller, now))
                .collect(),
            names: sitting.names(),
            goes_on: !sitting.log().is_empty(),
            origin: sitting.last_at(),
            sitting,
            house,
            players: Seats::NONE,
            phase: Phase::Gathering,
            since: now,
            pending: None,
            orders: VecDeque::new(),
            remarks: Vec::new(),
            handed_out: 0,
        };
        if referee.goes_on {
            referee.remember_absences();
        }
        referee.players = referee.players_now();
        if referee.goes_on {
            referee.pay_last_fault(now);
        }
        referee.settle(now);
        referee
    }

    /// Carries out what the last fault of a resumed match costs, where the log was cut off between the
    /// two.
    fn pay_last_fault(&mut self, now: Duration) {
        let last = self.sitting.log().last().map(|entry| entry.event.clone());
        if let Some(Event::Fault(fault)) = last {
            self.phase = Phase::Playing;
            let draft = self.begin(now);
            self.punish(draft, &fault, Vec::new(), now);
        }
    }

    // ---- what there is to do ----

    /// What is to be made durable before anything else is handed in. Then comes
    /// [`commit`](Self::commit).
    pub fn draft(&self) -> Option<&Draft> {
        self.pending.as_ref().map(|pending| &pending.draft)
    }

    /// Whether the match is over when the [draft](Self::draft) is committed: by the rules, by a fault, or because
    /// no record has room for more.
    pub fn ends_with_draft(&self) -> bool {
        self.pending.as_ref().is_some_and(|Pending { draft, end, .. }| {
            end.is_some() || draft.table().outcome().is_some()
        })
    }

    /// Takes what was drafted, now that it is durable: what there is to tell comes out as orders.
    pub fn commit(&mut self, now: Duration) {
        let Some(Pending { draft, orders, end }) = self.pending.take() else { return };
        self.orders.extend(orders);
        for taken in self.sitting.commit(draft) {
            if let Event::Seated(..) = taken.entry.event {
                self.names = self.sitting.names();
            }
            self.tell(taken);
        }
        self.players = self.players_now();
        match end {
            Some(end) => self.close(end),
            None => self.settle(now),
        }
    }

    /// The next thing to do.
    pub fn order(&mut self) -> Option<Order> {
        self.orders.pop_front()
    }

    /// Whom the match waits for. Bots come first, because their clocks run.
    ///
    /// # Panics
    /// When the game breaks its contract: a question to nobody.
    pub fn waiting(&self) -> Waiting {
        match self.phase {
            Phase::Over(_) => return Waiting::Nobody,
            Phase::Gathering => return Waiting::Bots,
            Phase::Playing => {}
        }
        let asked = match self.sitting.table().turn() {
            AnyTurn::Chance { .. } => return Waiting::Chance,
            turn => turn.asked(),
        };
        let state = |seat: &Seat| &self.seat_states[seat.index()];
        let is_elsewhere =
            |state: &SeatState| state.listens() || matches!(state.controller, Controller::Thinking);
        if asked.iter().any(|seat| is_elsewhere(state(&seat))) {
            return Waiting::Bots;
        }
        let player =
            asked.iter().find(|seat| matches!(state(seat).controller, Controller::Player(_)));
        let waiting = player.map(Waiting::Player).or(asked.first().map(Waiting::Person));
        waiting.expect("a question is put to somebody")
    }

    /// All seats that owe an answer: those of people, players and bots.
    pub fn asked(&self) -> Seats {
        match self.phase {
            Phase::Playing => self.sitting.table().turn().asked(),
            Phase::Gathering | Phase::Over(_) => Seats::NONE,
        }
    }

    /// The bots that the match waits for.
    pub fn awaited(&self) -> Seats {
        let is_awaited = |seat: &Seat| {
            let state = &self.seat_states[seat.index()];
            state.put.is_some() || state.is_getting_ready()
        };
        self.seats().filter(is_awaited).collect()
    }

    /// The match as it stands.
    pub const fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// What the occupants of all seats are called, as screens show it.
    pub const fn names(&self) -> &Names {
        &self.names
    }

    /// How the match ended, once it has.
    pub const fn end(&self) -> Option<&End> {
        match &self.phase {
            Phase::Over(end) => Some(end),
            Phase::Gathering | Phase::Playing => None,
        }
    }

    /// All faults so far.
    pub fn faults(&self) -> &[Fault] {
        self.sitting.faults()
    }

    /// What bots have said about their positions.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// Whether the bot in this seat is still talked to.
    pub fn listens(&self, seat: Seat) -> bool {
        self.seat_states[seat.index()].listens()
    }

    /// Whether the bot in this seat has said that it is ready, and is talked to.
    pub fn is_ready(&self, seat: Seat) -> bool {
        let state = &self.seat_states[seat.index()];
        self.phase == Phase::Playing && state.listens() && state.stage == Stage::Ready
    }

    /// Whether everybody is ready, and the match is not over.
    pub fn is_playing(&self) -> bool {
        self.phase == Phase::Playing
    }

    /// How long this seat has thought in all, and over how many answers.
    pub fn time_used(&self, seat: Seat) -> (Duration, u64) {
        self.sitting.time_used(seat)
    }

    /// The number of the question that a seat owes an answer to: in its own count, or in that of the
    /// line to a bot, which may have had questions in earlier games.
    pub fn question(&self, seat: Seat) -> Option<u64> {
        let state = self.seat_states.get(seat.index())?;
        match state.controller {
            Controller::Bot(_) => state.put.map(|id| state.before + id),
            _ if self.phase == Phase::Playing => self.sitting.question(seat).map(|open| open.id),
            _ => None,
        }
    }

    /// What is known of the bot in this seat, for its next game.
    pub fn greeting(&self, seat: Seat) -> Option<Greeting> {
        let state = &self.seat_states[seat.index()];
        match &state.controller {
            Controller::Bot(Some(greeting)) if state.listens() => {
                let asked = state.before + self.sitting.questions(seat);
                Some(Greeting { asked, ..greeting.clone() })
            }
            _ => None,
        }
    }

    /// Ends the match before its end.
    pub fn stop(&mut self) {
        self.pending = None;
        if !self.is_over() {
            self.close(End::Stopped);
        }
    }

    fn close(&mut self, end: End) {
        let (reason, outcome) = match &end {
            End::Over(outcome) => (wire::Reason::Over, Some(outcome.into())),
            End::Fault | End::Stopped => (wire::Reason::Stopped, None),
        };
        let results = match end {
            End::Over(_) => self.sitting.table().ranking(&self.names),
            End::Fault | End::Stopped => Vec::new(),
        };
        self.phase = Phase::Over(end);
        let faults = self.faults().iter().map(Fault::told).collect();
        let bye = ToBot::Bye(wire::Bye { reason, outcome, results, faults });
        for seat in self.seats() {
            let stop = self.withdraw(seat);
            self.orders.extend(stop);
            self.send(seat, &bye);
        }
    }

    /// Withdraws the question that was put to the bot in a seat, if one was. The order tells the bot.
    fn withdraw(&mut self, seat: Seat) -> Option<Order> {
        let id = self.seat_states[seat.index()].withdraw()?;
        self.hears(seat).then(|| stop(seat, id))
    }

    /// Says something to a bot that has been heard of.
    fn send(&mut self, seat: Seat, message: &ToBot) {
        if self.hears(seat) {
            self.orders.push_back(Order::Send(seat, wire::write(message)));
        }
    }

    /// Whether something can be said to a bot in this seat: where no line is, it finds all of it in its
    /// next view.
    fn hears(&self, seat: Seat) -> bool {
        let state = &self.seat_states[seat.index()];
        state.listens() && !state.is_cut_off()
    }

    const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seat_states.len()).map(Seat::at)
    }
}

/// Tells a bot that a question is withdrawn.
fn stop(seat: Seat, id: u64) -> Order {
    Order::Send(seat, wire::write(&ToBot::Stop(wire::Stop { id })))
}

impl std::fmt::Debug for Referee {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Referee")
            .field("sitting", &self.sitting)
            .field("phase", &self.phase)
            .field("faults", &self.faults())
            .finish_non_exhaustive()
    }
}
