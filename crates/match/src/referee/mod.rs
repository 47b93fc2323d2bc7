//! The referee of one match: whom to ask, what to say on each line, how long to wait, and what to do
//! about those who do not keep to the rules of the table.
//!
//! There is no clock, no socket and no process in here. Whoever drives it hands in what has come and
//! what time it is, and carries out its [`Order`]s; so every case of timing is a test that takes no
//! time.
//!
//! Whatever changes the match is drafted first. The driver makes the [draft](Referee::draft) durable
//! and [commits](Referee::commit) it; only then do orders come out that tell anybody of it.

mod absence;
mod hearing;
mod house;
mod penalty;
mod seat_state;
mod speech;
#[cfg(test)]
mod tests;
mod verdict;

use std::collections::VecDeque;
use std::time::Duration;

use parlor_engine::{Act, AnyAct, AnyTurn, Budget, Names, Outcome, Seat, Seats, Viewer};
use parlor_protocol::{self as wire, ToBot};

use crate::log::Event;
use crate::sitting::{Draft, NoTakeback, NotPlayed, Sitting, Takeback, Taken};
pub use absence::{ABSENT, Absence, Away, NotChanged};
pub use house::{BadCosts, BadTerms, Bank, Cost, Costs, House, Terms};
use house::{Short, millis};
pub use seat_state::{Controller, Greeting};
use seat_state::{SeatState, Stage};
pub use verdict::{Fault, Verdict};

/// A bot that may go on after a fault is not asked again after so many.
pub const MAX_FAULTS: u32 = 10;
/// So many bytes of what a bot remarks are kept in a game.
pub const MAX_REMARKED: usize = 1 << 20;
/// So many entries are drafted at most before they are committed, so that a long run of default moves
/// does not fill the memory.
const MAX_DRAFTED: usize = 64;

/// Runs one match.
pub struct Referee {
    sitting: Sitting,
    house: House,
    names: Names,
    seat_states: Vec<SeatState>,
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
    /// For bots: until one speaks, or [`Referee::wake_at`].
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
            // What was settled for this match stays settled, whatever the house does by now.
            Some((terms, costs)) => (sitting, House { terms, costs, ..house }),
        };
        let mut referee = Self {
            seat_states: controllers
                .into_iter()
                .map(|controller| SeatState::new(controller, now))
                .collect(),
            names: names_now(&sitting),
            goes_on: !sitting.log().is_empty(),
            origin: sitting.last_at(),
            sitting,
            house,
            phase: Phase::Gathering,
            since: now,
            pending: None,
            orders: VecDeque::new(),
            remarks: Vec::new(),
        };
        if referee.goes_on {
            referee.remember_absences();
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

    /// Takes what was drafted, now that it is durable: what there is to tell comes out as orders.
    pub fn commit(&mut self, now: Duration) {
        let Some(Pending { draft, orders, end }) = self.pending.take() else { return };
        self.orders.extend(orders);
        for taken in self.sitting.commit(draft) {
            if let Event::Seated(..) = taken.entry.event {
                self.names = names_now(&self.sitting);
            }
            self.tell(taken);
        }
        match end {
            Some(end) => self.close(end),
            None => self.settle(now),
        }
    }

    /// The next thing to do.
    pub fn order(&mut self) -> Option<Order> {
        self.orders.pop_front()
    }

    /// Whom the match waits for. Bots come first: nobody else is hurried by them.
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
        if asked.iter().any(|seat| state(&seat).listens()) {
            return Waiting::Bots;
        }
        let player =
            asked.iter().find(|seat| matches!(state(seat).controller, Controller::Player(_)));
        let waiting = player.map(Waiting::Player).or(asked.first().map(Waiting::Person));
        waiting.expect("a question is put to somebody")
    }

    /// All seats that owe an answer, whoever decides for them.
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

    fn game_ends_at(&self) -> Option<Duration> {
        let end = self.sitting.game_ends_at().filter(|_| self.phase == Phase::Playing)?;
        Some(self.driver_time(end))
    }

    /// When the answer of a seat is late, where somebody counts.
    fn late_at(&self, seat: Seat) -> Option<Duration> {
        let runs_out = self.sitting.runs_out_at(seat).filter(|_| self.is_hurried(seat))?;
        // A clock of the game's own runs for all alike, whenever the question reached a bot.
        let is_by_rules = self.sitting.question(seat).is_some_and(|open| open.by_rules);
        let put_after = self.seat_states[seat.index()].put_after;
        let put_after = if is_by_rules { Duration::ZERO } else { put_after };
        Some(self.driver_time(runs_out) + put_after + self.house.terms.margin)
    }

    /// Whether the question of a seat runs out. People at a terminal are hurried by the rules of the
    /// game alone; a player of the house is timed while it is [consulted](Self::consult).
    fn is_hurried(&self, seat: Seat) -> bool {
        let state = &self.seat_states[seat.index()];
        match state.controller {
            _ if self.phase != Phase::Playing => false,
            Controller::Bot(_) => state.put.is_some(),
            Controller::Person => {
                let open = self.sitting.question(seat);
                self.house.hurries_people || open.is_some_and(|open| open.by_rules)
            }
            Controller::Player(_) | Controller::Absent => false,
        }
    }

    /// The time of the match at this time of the driver. Before play begins no time passes.
    fn match_time(&self, now: Duration) -> Duration {
        match self.phase {
            Phase::Gathering => self.origin,
            Phase::Playing | Phase::Over(_) => self.origin + now.saturating_sub(self.since),
        }
    }

    /// The time of the driver at this time of the match.
    fn driver_time(&self, at: Duration) -> Duration {
        (self.since + at).saturating_sub(self.origin)
    }

    /// The match as it stands.
    pub const fn sitting(&self) -> &Sitting {
        &self.sitting
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

    /// How long a seat may still think about its question, where somebody counts. While all clocks stand
    /// still it does not change.
    pub fn answer_time_left(&self, seat: Seat, now: Duration) -> Option<Duration> {
        let allowed = self.sitting.question(seat).filter(|_| self.is_hurried(seat))?.allowed?;
        let thought = self.sitting.thought(seat, self.match_time(now))?;
        Some(allowed.saturating_sub(thought))
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

    // ---- what has come ----

    /// Time has passed.
    ///
    /// # Panics
    /// When the game breaks its contract: a clock that it says is due is refused.
    pub fn tick(&mut self, now: Duration) {
        for seat in self.seats() {
            if self.pending.is_some() {
                // The others are looked at when this is committed: it is time still.
                return;
            }
            let state = &self.seat_states[seat.index()];
            if state.is_getting_ready() && !self.is_over() {
                let allowed = self.house.terms.start_up;
                if now >= state.since + allowed {
                    let missing = match state.stage {
                        Stage::Silent => "it did not say hello",
                        _ => "it did not answer the ping that came with the welcome",
                    };
                    let why = format!("{missing} within {}", Short(allowed));
                    self.fault(seat, Verdict::StartFailed, why, now);
                }
            } else if self.late_at(seat).is_some_and(|late_at| now > late_at) {
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

    /// Asks the player in a seat. `clock` tells the time before and after; only the time between is
    /// charged.
    ///
    /// # Panics
    /// When no player sits there, or it is not asked.
    pub fn consult(&mut self, seat: Seat, mut clock: impl FnMut() -> Duration) {
        let question = self.sitting.question(seat).expect("the player is asked");
        let allowed = question.allowed.filter(|_| !self.house.patient);
        let budget = Budget { time: allowed, ..Budget::UNLIMITED };
        let since = clock();
        let Controller::Player(player) = &mut self.seat_states[seat.index()].controller else {
            panic!("no player sits in seat {seat}");
        };
        let prompt = self.sitting.table().prompt(seat);
        let chosen = prompt.and_then(|prompt| prompt.decide(player, &budget));
        let now = clock();
        let used = now.saturating_sub(since);
        if allowed.is_some_and(|allowed| used > allowed + self.house.terms.margin) {
            return self.late(seat, now);
        }
        let waited = self.sitting.thought(seat, self.match_time(since)).unwrap_or_default();
        let chosen = chosen.expect("an asked player of this table answers");
        self.answered(seat, chosen, waited, now);
    }

    /// The answer of the person in a seat to the [question](Self::question) with this number. A refused
    /// one changes nothing.
    pub fn answer(
        &mut self,
        seat: Seat,
        question: u64,
        played: String,
        now: Duration,
    ) -> Result<(), NotPlayed> {
        if seat.index() < self.seat_states.len() {
            let open = self.question(seat);
            if !self.is_person(seat) {
                return Err(NotPlayed::NotYours { seat });
            }
            if open != Some(question) {
                return Err(NotPlayed::Stale { question, open });
            }
            if self.late_at(seat).is_some_and(|late_at| now > late_at) {
                return Err(NotPlayed::TooLate { question });
            }
        }
        self.play(Act::Move(seat, played), now)
    }

    /// A seat leaves for good, whoever decides for it. Where that is refused nothing changes.
    pub fn leave(&mut self, seat: Seat, now: Duration) -> Result<(), NotPlayed> {
        if self.is_over() {
            return Err(NotPlayed::Over);
        }
        let mut draft = self.begin(now);
        self.take(&mut draft, Act::Leave(seat), Duration::ZERO)?;
        let orders = self.withdraw(seat).into_iter().collect();
        self.propose(draft, orders, now);
        Ok(())
    }

    /// Withdraws the question that was put to the bot in a seat, if one was.
    fn withdraw(&mut self, seat: Seat) -> Option<Order> {
        let id = self.seat_states[seat.index()].withdraw()?;
        Some(Order::Send(seat, wire::write(&ToBot::Stop(wire::Stop { id }))))
    }

    /// Chance that is decided by hand, at a table without a dealer. Where that is refused nothing
    /// changes.
    pub fn chance(&mut self, outcome: String, now: Duration) -> Result<(), NotPlayed> {
        self.play(Act::Chance(outcome), now)
    }

    fn play(&mut self, act: AnyAct, now: Duration) -> Result<(), NotPlayed> {
        if self.is_over() {
            return Err(NotPlayed::Over);
        }
        let mut draft = self.begin(now);
        self.take(&mut draft, act, Duration::ZERO)?;
        self.propose(draft, Vec::new(), now);
        Ok(())
    }

    /// Ends the match before its end.
    pub fn stop(&mut self) {
        self.pending = None;
        if !self.is_over() {
            self.close(End::Stopped);
        }
    }

    /// Whether the acts after the first `remain` can be taken back for a seat. Computer players go
    /// along with it; bots do not look back.
    pub fn may_take_back(&self, seat: Seat, remain: usize) -> Takeback {
        if self.is_over() {
            return Takeback::Refused(NoTakeback::Over);
        }
        if self.seat_states.iter().any(SeatState::listens) {
            return Takeback::Refused(NoTakeback::Bots);
        }
        self.sitting.takeback(seat, remain, self.players())
    }

    /// Takes acts back for a seat, where these seats agree to it.
    pub fn take_back(
        &mut self,
        seat: Seat,
        remain: usize,
        agreed: Seats,
        now: Duration,
    ) -> Result<(), NoTakeback> {
        match self.may_take_back(seat, remain) {
            Takeback::Refused(why) => return Err(why),
            Takeback::Consent(seats) if !seats.less(agreed).is_empty() => {
                return Err(NoTakeback::NeedsConsent { seats: seats.less(agreed) });
            }
            Takeback::Free | Takeback::Consent(_) => {}
        }
        let at = self.match_time(now);
        let draft = self.sitting.draft_takeback(seat, remain, self.players(), at)?;
        self.propose(draft, Vec::new(), now);
        Ok(())
    }

    /// The seats that computer players decide for.
    fn players(&self) -> Seats {
        let is_player = |seat: &Seat| {
            matches!(self.seat_states[seat.index()].controller, Controller::Player(_))
        };
        self.seats().filter(is_player).collect()
    }

    /// The player in a seat, for what has nothing to do with the game.
    pub fn player(&mut self, seat: Seat) -> Option<(&Sitting, &mut parlor_engine::AnyPlayer)> {
        match &mut self.seat_states[seat.index()].controller {
            Controller::Player(player) => Some((&self.sitting, player)),
            _ => None,
        }
    }

    /// Whether a person decides for this seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        matches!(self.seat_states[seat.index()].controller, Controller::Person)
    }

    // ---- draft, write, commit, tell ----

    /// An empty draft.
    ///
    /// # Panics
    /// When another one waits to be committed: a driver hands in nothing before that.
    fn begin(&self, now: Duration) -> Draft {
        assert!(self.pending.is_none(), "what was drafted is committed before anything else comes");
        self.sitting.draft(self.match_time(now))
    }

    /// Adds an act to a draft. Whoever acts has answered the question that was put.
    fn take(
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

    /// Adds an act that is legal. In a game that fits in no record it is left out.
    fn must(&mut self, draft: &mut Draft, act: &AnyAct) {
        match self.take(draft, act.clone(), Duration::ZERO) {
            Ok(()) | Err(NotPlayed::TooLong) => {}
            Err(why) => panic!("legal means accepted, but '{act}' was refused: {why}"),
        }
    }

    /// Has a draft wait to be made durable, with what follows from it.
    fn propose(&mut self, draft: Draft, orders: Vec<Order>, now: Duration) {
        self.propose_ending(draft, orders, None, now);
    }

    fn propose_ending(
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
            // Somebody had to act, and no record has room for it.
            end = Some(End::Stopped);
        }
        self.pending = Some(Pending { draft, orders, end });
        if self.pending.as_ref().is_some_and(|pending| pending.draft.is_empty()) {
            // There is nothing to write down.
            self.commit(now);
        }
    }

    /// Adds what follows by itself: chance that is due, and default moves of seats nobody decides for.
    fn carry_on(&mut self, draft: &mut Draft) {
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

    /// Whether a clock that the seats share had run out when the question was put to this one: in the
    /// margin of the last answer, or before a restart. Nobody is asked any more.
    fn is_counted_down(&self, seat: Seat) -> bool {
        let open = self.sitting.question(seat);
        open.is_some_and(|open| open.by_rules && open.allowed == Some(Duration::ZERO))
    }

    fn is_absent(&self, seat: Seat) -> bool {
        matches!(self.seat_states[seat.index()].controller, Controller::Absent)
    }

    fn default_move(&mut self, draft: &mut Draft, seat: Seat) {
        let played = draft.table().default_move(seat);
        let act = Act::Move(seat, played.expect("an asked seat has a default move"));
        self.must(draft, &act);
    }

    /// Tells everybody what they may know of an entry.
    fn tell(&mut self, taken: Taken) {
        if let Event::Act(_) = taken.entry.event {
            let table = self.sitting.table();
            for (index, state) in self.seat_states.iter().enumerate() {
                if !state.listens() || state.stage == Stage::Silent {
                    continue;
                }
                let seat = Seat::at(index);
                let names = state.wants_text().then_some(&self.names);
                let lines = speech::notices(table, &taken, Viewer::Seat(seat), names);
                self.orders.extend(lines.into_iter().map(|line| Order::Send(seat, line)));
            }
        }
        self.orders.push_back(Order::Happened(Box::new(taken)));
    }

    /// Goes on until somebody has to answer.
    fn settle(&mut self, now: Duration) {
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
    fn welcome_known(&mut self) {
        for seat in self.seats() {
            let state = &self.seat_states[seat.index()];
            if matches!(state.controller, Controller::Bot(Some(_))) && state.stage == Stage::Silent
            {
                self.welcome(seat);
            }
        }
    }

    /// Puts the question to every bot that is asked, and withdraws those that nobody asks any more.
    /// All are asked at once, so that none can tell who has answered.
    fn ask(&mut self, question: &serde_json::Value, now: Duration) {
        for seat in self.seats() {
            let state = &self.seat_states[seat.index()];
            if !state.listens() || state.is_getting_ready() {
                continue;
            }
            let open = self.sitting.question(seat);
            if state.put == open.map(|open| open.id) {
                continue;
            }
            if let Some(id) = self.seat_states[seat.index()].withdraw() {
                self.send(seat, &ToBot::Stop(wire::Stop { id }));
            }
            let Some(open) = open else { continue };
            let waited = self.sitting.thought(seat, self.match_time(now));
            let state = &mut self.seat_states[seat.index()];
            state.put_after = waited.unwrap_or_default();
            state.put = Some(open.id);
            state.remarks = 0;
            let names = state.wants_text().then_some(&self.names);
            let mut decide = speech::decide(self.sitting.table(), seat, question, names);
            if state.wants_slots() {
                decide.menu.slots = speech::slots(self.sitting.table(), seat, &self.names);
            }
            decide.id = state.before + open.id;
            decide.deadline = open.allowed.map(millis);
            decide.clock = self.house.terms.told(self.sitting.bank(seat));
            self.send(seat, &ToBot::Decide(Box::new(decide)));
        }
    }

    fn close(&mut self, end: End) {
        let (reason, outcome) = match &end {
            End::Over(outcome) => (wire::Reason::Over, Some(outcome.into())),
            End::Fault | End::Stopped => (wire::Reason::Stopped, None),
        };
        self.phase = Phase::Over(end);
        let faults = self.faults().iter().map(Fault::told).collect();
        let bye = ToBot::Bye(wire::Bye { reason, outcome, faults });
        for seat in self.seats() {
            if let Some(id) = self.seat_states[seat.index()].withdraw() {
                self.send(seat, &ToBot::Stop(wire::Stop { id }));
            }
            self.send(seat, &bye);
        }
    }

    /// Says something to a bot that has been heard of.
    fn send(&mut self, seat: Seat, message: &ToBot) {
        if self.listens(seat) {
            self.orders.push_back(Order::Send(seat, wire::write(message)));
        }
    }

    const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seat_states.len()).map(Seat::at)
    }
}

/// What the occupants of all seats are called.
fn names_now(sitting: &Sitting) -> Names {
    Names::new(
        (0..sitting.table().seats()).map(|seat| sitting.occupant(Seat::at(seat)).name.clone()),
    )
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
