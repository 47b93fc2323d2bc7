//! The referee of one game: whom to ask, what to say on each line, how long to wait, and what to do
//! about those who do not keep to the protocol.
//!
//! There is no clock, no socket and no process in here. Whoever drives it hands in what has come and
//! what time it is, and carries out its [`Order`]s; so every case of timing is a test that takes no
//! time.

mod chair;
mod house;
mod speech;
#[cfg(test)]
mod tests;
mod verdict;

use std::collections::VecDeque;
use std::time::Duration;

use parlor_engine::{Act, AnyAct, AnyNotice, AnyTurn, Budget, Names, Outcome, Seat, Seats};
use parlor_protocol::{self as wire, FromBot, ToBot, Unreadable};

use crate::sitting::{NotPlayed, Sitting};
use chair::{Chair, Open, Stage};
pub use chair::{Greeting, Occupant};
pub use house::{BadCosts, BadTerms, Bank, Cost, Costs, House, Terms};
use house::{Short, millis};
pub use verdict::{Fault, Verdict};

/// A bot for whom the default move was played this often is not asked again.
pub const PATIENCE: u32 = 10;
/// So many remarks of bots are kept.
pub const MAX_REMARKS: usize = 10_000;
/// The first ping of a game.
const READY: u64 = 1;

/// Runs one game.
pub struct Referee {
    sitting: Sitting,
    house: House,
    names: Names,
    chairs: Vec<Chair>,
    phase: Phase,
    /// When the bots were let in, and then when play began.
    since: Duration,
    orders: VecDeque<Order>,
    faults: Vec<Fault>,
    remarks: Vec<Remark>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    /// Bots are getting ready.
    Gathering,
    Playing,
    Over(End),
}

/// How a game came to its end.
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
    /// Something happened that people may want to be told.
    Happened(AnyAct, Vec<AnyNotice>),
    /// Somebody has committed a fault.
    Fault(Fault),
}

/// Whom the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// For bots: until one speaks, or [`Referee::wake_at`].
    Bots,
    /// For the player in this seat: see [`Referee::consult`].
    Player(Seat),
    /// For the person in this seat: see [`Referee::play`].
    Person(Seat),
    /// For chance, at a table without a dealer: see [`Referee::play`].
    Chance,
    /// For nobody: the game is over.
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
    /// Opens a game, and lets the bots in.
    ///
    /// # Panics
    /// When there are not as many occupants as seats.
    pub fn new(sitting: Sitting, occupants: Vec<Occupant>, house: House, now: Duration) -> Self {
        assert_eq!(occupants.len(), sitting.table().seats(), "one occupant a seat");
        let chair = |occupant| Chair::new(occupant, &house.terms, now);
        let mut referee = Self {
            chairs: occupants.into_iter().map(chair).collect(),
            names: sitting.header().names(),
            sitting,
            house,
            phase: Phase::Gathering,
            since: now,
            orders: VecDeque::new(),
            faults: Vec::new(),
            remarks: Vec::new(),
        };
        for seat in referee.seats() {
            if let Occupant::Bot(Some(_)) = referee.chairs[seat.index()].occupant {
                referee.welcome(seat);
            }
        }
        referee.settle(now);
        referee
    }

    // ---- what there is to do ----

    /// The next thing to do.
    pub fn order(&mut self) -> Option<Order> {
        self.orders.pop_front()
    }

    /// Whom the game waits for. Bots come first: nobody else is hurried by them.
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
        let chair = |seat: &Seat| &self.chairs[seat.index()];
        if asked.iter().any(|seat| chair(&seat).open.is_some()) {
            return Waiting::Bots;
        }
        let player = asked.iter().find(|seat| matches!(chair(seat).occupant, Occupant::Player(_)));
        let waiting = player.map(Waiting::Player).or(asked.first().map(Waiting::Person));
        waiting.expect("a question is put to somebody")
    }

    /// When to [`tick`](Self::tick) at the latest.
    pub fn wake_at(&self) -> Option<Duration> {
        let answers = self.chairs.iter().filter_map(|chair| self.late_at(chair.open.as_ref()?));
        let start =
            (self.phase == Phase::Gathering).then(|| self.since + self.house.terms.start_up);
        answers.chain(start).chain(self.game_ends_at()).min()
    }

    /// How long the game may still go on, where it has a limit of its own.
    pub fn time_left(&self, now: Duration) -> Option<Duration> {
        self.game_ends_at().map(|end| end.saturating_sub(now))
    }

    fn game_ends_at(&self) -> Option<Duration> {
        let limit = self.sitting.table().time_limit()?;
        (self.phase == Phase::Playing).then(|| self.since + Duration::from_secs(limit.into()))
    }

    fn late_at(&self, open: &Open) -> Option<Duration> {
        Some(open.since + open.allowed? + self.house.terms.margin)
    }

    /// The game as it stands.
    pub const fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// The game itself, for those who are done with the referee.
    pub fn into_sitting(self) -> Sitting {
        self.sitting
    }

    /// How the game ended, once it has.
    pub const fn end(&self) -> Option<&End> {
        match &self.phase {
            Phase::Over(end) => Some(end),
            Phase::Gathering | Phase::Playing => None,
        }
    }

    /// All faults so far.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// What bots have said about their positions.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// Whether the bot in this seat is still talked to.
    pub fn listens(&self, seat: Seat) -> bool {
        self.chairs[seat.index()].listens()
    }

    /// Whether everybody is ready, and the game is not over.
    pub fn is_playing(&self) -> bool {
        self.phase == Phase::Playing
    }

    /// The number of the question the bot in this seat owes an answer to.
    pub fn question(&self, seat: Seat) -> Option<u64> {
        self.chairs[seat.index()].open.as_ref().map(|open| open.decide.id)
    }

    /// What is known of the bot in this seat, for its next game.
    pub fn greeting(&self, seat: Seat) -> Option<Greeting> {
        let chair = &self.chairs[seat.index()];
        match &chair.occupant {
            Occupant::Bot(Some(greeting)) if chair.listens() => {
                Some(Greeting { asked: chair.asked, ..greeting.clone() })
            }
            _ => None,
        }
    }

    // ---- what has come ----

    /// A bot has said a line.
    pub fn said(&mut self, seat: Seat, line: &[u8], now: Duration) {
        if !self.listens(seat) || self.is_over() {
            return;
        }
        match wire::read::<FromBot>(line) {
            Ok(message) => self.understood(seat, message, now),
            Err(why @ Unreadable::Unknown { .. }) => {
                if self.admitted(seat, now) {
                    self.complain(seat, wire::Code::Unknown, None, why.to_string());
                }
            }
            Err(why @ (Unreadable::NotJson(_) | Unreadable::NotText)) => {
                let advice = "what a bot prints for people belongs on standard error";
                self.fault(seat, Verdict::Protocol, format!("{why}; {advice}"), now);
            }
            Err(why) => self.fault(seat, Verdict::Protocol, why.to_string(), now),
        }
    }

    /// A bot has said a line that is too long, or more than anybody reads.
    pub fn overlong(&mut self, seat: Seat, why: String, now: Duration) {
        if self.listens(seat) && !self.is_over() {
            self.fault(seat, Verdict::Oversize, why, now);
        }
    }

    /// There never was a bot.
    pub fn never_came(&mut self, seat: Seat, why: String, now: Duration) {
        if self.listens(seat) && !self.is_over() {
            self.fault(seat, Verdict::StartFailed, why, now);
        }
    }

    /// The line to a bot has broken.
    pub fn gone(&mut self, seat: Seat, why: String, now: Duration) {
        if !self.listens(seat) || self.is_over() {
            return;
        }
        let (verdict, why) = match self.chairs[seat.index()].stage {
            Stage::Silent => (Verdict::StartFailed, format!("{why}, before it said hello")),
            Stage::Greeted => (Verdict::StartFailed, format!("{why}, before it was ready")),
            Stage::Ready | Stage::Ended => (Verdict::Crash, why),
        };
        self.fault(seat, verdict, why, now);
    }

    /// Time has passed.
    ///
    /// # Panics
    /// When the game breaks its contract: a clock that it says is due is refused.
    pub fn tick(&mut self, now: Duration) {
        for seat in self.seats() {
            let chair = &self.chairs[seat.index()];
            if self.phase == Phase::Gathering && chair.listens() && chair.stage != Stage::Ready {
                let allowed = self.house.terms.start_up;
                if now >= self.since + allowed {
                    let missing = match chair.stage {
                        Stage::Silent => "it did not say hello",
                        _ => "it did not answer the ping that came with the welcome",
                    };
                    let why = format!("{missing} within {}", Short(allowed));
                    self.fault(seat, Verdict::StartFailed, why, now);
                }
                continue;
            }
            if let Some(open) = &chair.open
                && self.late_at(open).is_some_and(|late_at| now > late_at)
            {
                self.late(seat, now);
            }
        }
        if self.game_ends_at().is_some_and(|end| now >= end) {
            self.take(Act::Clock).expect("the clock comes when the game says so");
            self.settle(now);
        }
    }

    /// Asks the player in a seat. `clock` tells the time before and after.
    ///
    /// # Panics
    /// When no player sits there, or it is not asked.
    pub fn consult(&mut self, seat: Seat, clock: impl Fn() -> Duration) {
        let chair = &mut self.chairs[seat.index()];
        let Occupant::Player(player) = &mut chair.occupant else {
            panic!("no player sits in seat {seat}");
        };
        let allowed = chair.clock.allowed(&self.house.terms);
        let budget = Budget {
            millis: allowed.map(|time| u32::try_from(millis(time)).unwrap_or(u32::MAX)),
            ..Budget::default()
        };
        let since = clock();
        let chosen = self.sitting.table().consult(seat, player, budget);
        let now = clock();
        let used = now.saturating_sub(since);
        chair.clock.charge(&self.house.terms, used);
        if allowed.is_some_and(|allowed| used > allowed + self.house.terms.margin) {
            return self.late(seat, now);
        }
        let chosen = chosen.expect("an asked player of this table answers");
        self.answer(seat, chosen, now);
    }

    /// An act from outside: the move of a person, somebody leaving, or chance that is decided by
    /// hand. A refused one changes nothing.
    pub fn play(&mut self, act: AnyAct, now: Duration) -> Result<(), NotPlayed> {
        self.take(act)?;
        self.settle(now);
        Ok(())
    }

    /// Ends the game before its end.
    pub fn stop(&mut self) {
        if !self.is_over() {
            self.close(End::Stopped);
        }
    }

    /// Takes moves back, where nobody but people and players of this process sits.
    pub fn undo_to(&mut self, number: usize) -> Result<(), crate::NoUndo> {
        if self.chairs.iter().any(Chair::listens) {
            return Err(crate::NoUndo::Bots);
        }
        self.sitting.undo_to(number)
    }

    /// The player in a seat, for what has nothing to do with the game.
    pub fn player(&mut self, seat: Seat) -> Option<(&Sitting, &mut parlor_engine::AnyPlayer)> {
        match &mut self.chairs[seat.index()].occupant {
            Occupant::Player(player) => Some((&self.sitting, player)),
            _ => None,
        }
    }

    /// Whether a person decides for this seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        matches!(self.chairs[seat.index()].occupant, Occupant::Person)
    }

    // ---- what the bots say ----

    fn understood(&mut self, seat: Seat, message: FromBot, now: Duration) {
        let stage = self.chairs[seat.index()].stage;
        match message {
            FromBot::Hello(hello) if stage == Stage::Silent => self.greet(seat, hello, now),
            FromBot::Hello(_) => self.out_of_place(seat, "it has said hello already", now),
            _ if stage == Stage::Silent => {
                self.out_of_place(seat, "a bot says hello before anything else", now);
            }
            FromBot::Choose(choose) => self.chosen(seat, choose, now),
            FromBot::Pong(pong) => {
                if self.admitted(seat, now) && stage == Stage::Greeted && pong.id == READY {
                    self.chairs[seat.index()].stage = Stage::Ready;
                    self.settle(now);
                }
            }
            FromBot::Ping(ping) => {
                if self.admitted(seat, now) {
                    self.send(seat, &ToBot::Pong(ping));
                }
            }
            FromBot::Info(info) => {
                if self.admitted(seat, now) && self.remarks.len() < MAX_REMARKS {
                    let acts = self.sitting.acts().len();
                    self.remarks.push(Remark { seat, acts, info: speech::bounded(info) });
                }
            }
            FromBot::Error(_) => _ = self.admitted(seat, now),
            FromBot::Bye(_) => {
                self.dismiss(seat);
                // A seat that is out of the game has nothing to leave.
                _ = self.take(Act::Leave(seat));
                self.settle(now);
            }
        }
    }

    fn greet(&mut self, seat: Seat, hello: wire::Hello, now: Duration) {
        if wire::common_version(&hello.versions).is_none() {
            let why = format!(
                "this table speaks version {} of the protocol, and the bot {:?}",
                wire::VERSION,
                hello.versions
            );
            return self.fault(seat, Verdict::StartFailed, why, now);
        }
        self.chairs[seat.index()].occupant = Occupant::Bot(Some(hello.into()));
        self.welcome(seat);
    }

    fn welcome(&mut self, seat: Seat) {
        let text = self.chairs[seat.index()].wants_text();
        let welcome = speech::welcome(&self.sitting, &self.house.terms, seat, text);
        self.send(seat, &ToBot::Welcome(Box::new(welcome)));
        self.send(seat, &ToBot::Ping(wire::Ping { id: READY }));
        self.chairs[seat.index()].stage = Stage::Greeted;
    }

    fn chosen(&mut self, seat: Seat, choose: wire::Choose, now: Duration) {
        let chair = &mut self.chairs[seat.index()];
        let wire::Choose { id, played } = choose;
        let Some(open) = chair.open.take_if(|open| open.decide.id == id) else {
            if chair.was_withdrawn(id) {
                if self.admitted(seat, now) {
                    let why = format!("question {id} was withdrawn before the answer came");
                    self.complain(seat, wire::Code::Stale, Some(id), why);
                }
                return;
            }
            let why = match id {
                id if id > chair.asked => format!("there is no question {id} yet"),
                id => format!("question {id} has been answered already"),
            };
            return self.out_of_place(seat, &why, now);
        };
        let used = now.saturating_sub(open.since);
        if self.late_at(&open).is_some_and(|late_at| now > late_at) {
            self.chairs[seat.index()].open = Some(open);
            return self.late(seat, now);
        }
        self.chairs[seat.index()].clock.charge(&self.house.terms, used);
        // An answer that is not taken leaves the question open for what its fault costs.
        self.chairs[seat.index()].open = Some(open);
        self.answer(seat, played, now);
    }

    fn answer(&mut self, seat: Seat, played: String, now: Duration) {
        match self.take(Act::Move(seat, played)) {
            Ok(()) => self.settle(now),
            Err(NotPlayed::TooLong) => self.close(End::Stopped),
            Err(why) => self.fault(seat, Verdict::Illegal, why.to_string(), now),
        }
    }

    fn late(&mut self, seat: Seat, now: Duration) {
        let chair = &mut self.chairs[seat.index()];
        let allowed = chair
            .open
            .as_ref()
            .map_or_else(|| chair.clock.allowed(&self.house.terms), |open| open.allowed);
        if chair.open.is_some() {
            chair.clock.charge(&self.house.terms, allowed.unwrap_or_default());
        }
        let why = format!("no answer within {}", Short(allowed.unwrap_or_default()));
        self.fault(seat, Verdict::Timeout, why, now);
    }

    fn out_of_place(&mut self, seat: Seat, why: &str, now: Duration) {
        self.fault(seat, Verdict::Protocol, why.to_owned(), now);
    }

    /// Counts a message that answers nothing.
    fn admitted(&mut self, seat: Seat, now: Duration) -> bool {
        let admitted = self.chairs[seat.index()].admits(now);
        if !admitted {
            self.out_of_place(seat, "it says more than anybody wants to hear", now);
        }
        admitted
    }

    // ---- what comes of it ----

    fn fault(&mut self, seat: Seat, verdict: Verdict, why: String, now: Duration) {
        let cost = self.house.costs.of(verdict).clone();
        let player = match &cost {
            Cost::Takeover(name) => self.sitting.table().player(name, self.seed(seat)),
            _ => None,
        };
        let chair = &mut self.chairs[seat.index()];
        chair.faults += 1;
        let (id, faults) = (chair.withdraw(), chair.faults);
        let told = match (&cost, id) {
            (Cost::DefaultMove, None) if !self.is_asked(seat) => wire::Cost::None,
            (cost, _) => verdict::wire_cost(cost),
        };
        let acts = self.sitting.acts().len();
        let fault = Fault { seat, verdict, why: why.clone(), cost: cost.clone(), acts };
        self.faults.push(fault.clone());
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
                if let Some(id) = id
                    && verdict == Verdict::Timeout
                {
                    self.send(seat, &ToBot::Stop(wire::Stop { id }));
                }
                if verdict.ends_the_line() || faults >= PATIENCE {
                    self.dismiss(seat);
                }
                if self.phase == Phase::Playing && (id.is_some() || told != wire::Cost::None) {
                    self.play_default(seat);
                }
            }
            Cost::Takeover(_) => {
                self.dismiss(seat);
                self.chairs[seat.index()].occupant =
                    player.map_or(Occupant::Absent, Occupant::Player);
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

    fn play_default(&mut self, seat: Seat) {
        let played = self.sitting.table().default_move(seat);
        let act = Act::Move(seat, played.expect("an asked seat has a default move"));
        self.take(act).expect("the default move is legal");
    }

    /// The game goes on without a bot.
    fn dismiss(&mut self, seat: Seat) {
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

    fn complain(&mut self, seat: Seat, code: wire::Code, id: Option<u64>, explanation: String) {
        let cost = wire::Cost::None;
        self.send(seat, &ToBot::Error(wire::Complaint { code, id, explanation, cost }));
    }

    /// Takes an act, and tells everybody what they may know of it.
    fn take(&mut self, act: AnyAct) -> Result<(), NotPlayed> {
        let notices = self.sitting.play(act.clone())?;
        if let Some(seat) = act.seat() {
            self.chairs[seat.index()].open = None;
        }
        self.tell(act, notices);
        Ok(())
    }

    fn tell(&mut self, act: AnyAct, notices: Vec<AnyNotice>) {
        let table = self.sitting.table();
        for (index, chair) in self.chairs.iter().enumerate() {
            if !chair.listens() || chair.stage == Stage::Silent {
                continue;
            }
            let seat = Seat::at(index);
            let names = chair.wants_text().then_some(&self.names);
            let lines = speech::notices(table, &notices, seat, names);
            self.orders.extend(lines.map(|line| Order::Send(seat, line)));
        }
        self.orders.push_back(Order::Happened(act, notices));
    }

    /// Goes on until somebody has to answer.
    fn settle(&mut self, now: Duration) {
        if self.phase == Phase::Gathering {
            let ready = |chair: &Chair| !chair.listens() || chair.stage == Stage::Ready;
            if !self.chairs.iter().all(ready) {
                return;
            }
            (self.phase, self.since) = (Phase::Playing, now);
        }
        while self.phase == Phase::Playing {
            match self.sitting.table().turn() {
                AnyTurn::Over => {
                    let outcome = self.sitting.table().outcome();
                    self.close(End::Over(outcome.expect("a finished game has an outcome")));
                }
                AnyTurn::Chance { .. } => {
                    let Some((act, notices)) = self.sitting.deal() else { return };
                    self.tell(act, notices);
                }
                AnyTurn::Ask { seats, question } => {
                    let absent = |seat: &Seat| {
                        matches!(self.chairs[seat.index()].occupant, Occupant::Absent)
                    };
                    if let Some(seat) = seats.iter().find(absent) {
                        self.play_default(seat);
                        continue;
                    }
                    return self.ask(seats, &question, now);
                }
            }
        }
    }

    /// Puts the question to every bot that is asked, and withdraws those that nobody asks any more.
    /// All are asked at once, so that none can tell who has answered.
    fn ask(&mut self, asked: Seats, question: &serde_json::Value, now: Duration) {
        for seat in self.seats() {
            let table = self.sitting.table();
            let chair = &mut self.chairs[seat.index()];
            if !chair.listens() {
                continue;
            }
            let decide = asked.contains(seat).then(|| {
                let names = chair.wants_text().then_some(&self.names);
                speech::decide(table, seat, question, names)
            });
            let same = match (&chair.open, &decide) {
                (Some(open), Some(decide)) => speech::is_the_same(&open.decide, decide),
                (None, None) => true,
                _ => false,
            };
            if same {
                continue;
            }
            if let Some(id) = chair.withdraw() {
                self.send(seat, &ToBot::Stop(wire::Stop { id }));
            }
            let Some(mut decide) = decide else { continue };
            let chair = &mut self.chairs[seat.index()];
            chair.asked += 1;
            let allowed = chair.clock.allowed(&self.house.terms);
            decide.id = chair.asked;
            decide.deadline = allowed.map(millis);
            decide.clock = self.house.terms.told(chair.clock.left);
            let message = ToBot::Decide(Box::new(decide));
            self.send(seat, &message);
            let ToBot::Decide(decide) = message else { unreachable!("it was made one above") };
            let open = Open { decide: *decide, since: now, allowed };
            self.chairs[seat.index()].open = Some(open);
        }
    }

    fn close(&mut self, end: End) {
        let (reason, outcome) = match &end {
            End::Over(outcome) => (wire::Reason::Over, Some(outcome.into())),
            End::Fault | End::Stopped => (wire::Reason::Stopped, None),
        };
        self.phase = Phase::Over(end);
        let faults = self.faults.iter().map(Fault::told).collect();
        let bye = ToBot::Bye(wire::Bye { reason, outcome, faults });
        for seat in self.seats() {
            if let Some(id) = self.chairs[seat.index()].withdraw() {
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
        (0..self.chairs.len()).map(Seat::at)
    }
}

impl std::fmt::Debug for Referee {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Referee")
            .field("sitting", &self.sitting)
            .field("phase", &self.phase)
            .field("faults", &self.faults)
            .finish_non_exhaustive()
    }
}
