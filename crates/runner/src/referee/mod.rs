//! The referee of one game: whom to ask, what to say on each line, how long to wait, and what to do
//! about those who do not keep to the protocol.
//!
//! There is no clock, no socket and no process in here. Whoever drives it hands in what has come and
//! what time it is, and carries out its [`Order`]s; so every case of timing is a test that takes no
//! time.

mod chair;
mod hearing;
mod house;
mod penalty;
mod speech;
#[cfg(test)]
mod tests;
mod verdict;

use std::collections::VecDeque;
use std::time::Duration;

use parlor_engine::{Act, AnyAct, AnyNotice, AnyTurn, Budget, Names, Outcome, Seat, Seats};
use parlor_protocol::{self as wire, ToBot};

use crate::sitting::{NotPlayed, Sitting};
use chair::{Chair, Open, Stage};
pub use chair::{Greeting, Occupant};
pub use house::{BadCosts, BadTerms, Bank, Cost, Costs, House, Terms};
use house::{Short, millis};
pub use verdict::{Fault, Verdict};

/// A bot that may go on after a fault is not asked again after so many.
pub const MAX_FAULTS: u32 = 10;
/// So many bytes of what a bot remarks are kept in a game.
pub const MAX_REMARKED: usize = 1 << 20;

/// Runs one game.
pub struct Referee {
    sitting: Sitting,
    house: House,
    names: Names,
    chairs: Vec<Chair>,
    phase: Phase,
    /// When the bots were let in, and then when play began.
    since: Duration,
    /// Whether it goes on from acts that were played before.
    goes_on: bool,
    orders: VecDeque<Order>,
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
            goes_on: !sitting.acts().is_empty(),
            sitting,
            house,
            phase: Phase::Gathering,
            since: now,
            orders: VecDeque::new(),
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

    /// The bots that the game waits for.
    pub fn awaited(&self) -> Seats {
        let is_awaited = |seat: &Seat| {
            let chair = &self.chairs[seat.index()];
            let is_late = self.phase == Phase::Gathering && chair.stage != Stage::Ready;
            chair.open.is_some() || is_late && chair.listens()
        };
        self.seats().filter(is_awaited).collect()
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
        self.sitting.faults()
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

    /// How long this seat has thought in all, and over how many answers.
    pub fn time_used(&self, seat: Seat) -> (Duration, u64) {
        let chair = &self.chairs[seat.index()];
        (chair.clock.used, chair.clock.answers)
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
                let allowed = open.allowed.unwrap_or_default();
                self.chairs[seat.index()].clock.charge(&self.house.terms, allowed);
                self.late(seat, allowed, now);
            }
        }
        if self.game_ends_at().is_some_and(|end| now >= end) {
            self.must_take(&Act::Clock);
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
        let hurried = Some(&chair.clock).filter(|_| !self.house.patient);
        let allowed = hurried.and_then(|clock| clock.allowed(&self.house.terms));
        let budget = Budget {
            millis: allowed.map(|time| u32::try_from(millis(time)).unwrap_or(u32::MAX)),
            ..Budget::default()
        };
        let since = clock();
        let chosen = self.sitting.table().consult(seat, player, budget);
        let now = clock();
        let used = now.saturating_sub(since);
        chair.clock.charge(&self.house.terms, used);
        if let Some(allowed) = allowed.filter(|allowed| used > *allowed + self.house.terms.margin) {
            return self.late(seat, allowed, now);
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

    /// Takes an act that is legal. A game that fits in no record ends here.
    fn must_take(&mut self, act: &AnyAct) {
        match self.take(act.clone()) {
            Ok(()) => {}
            Err(NotPlayed::TooLong) => self.close(End::Stopped),
            Err(why) => panic!("legal means accepted, but '{act}' was refused: {why}"),
        }
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
        if self.phase == Phase::Gathering && self.sitting.table().turn() != AnyTurn::Over {
            let ready = |chair: &Chair| !chair.listens() || chair.stage == Stage::Ready;
            if !self.chairs.iter().all(ready) {
                return;
            }
        }
        if self.phase == Phase::Gathering {
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
                let mut decide = speech::decide(table, seat, question, names);
                if chair.wants_slots() {
                    decide.menu.slots = speech::slots(table, seat, &self.names);
                }
                decide
            });
            let same = match (&chair.open, &decide) {
                (Some(open), Some(decide)) => speech::is_the_same(&open.decide, decide),
                (None, None) => true,
                _ => false,
            };
            if same {
                continue;
            }
            if let Some(open) = &chair.open {
                // It has thought, if not to the end.
                chair.clock.spend(now.saturating_sub(open.since));
            }
            if let Some(id) = chair.withdraw() {
                self.send(seat, &ToBot::Stop(wire::Stop { id }));
            }
            let Some(mut decide) = decide else { continue };
            let chair = &mut self.chairs[seat.index()];
            chair.asked += 1;
            chair.remarks = 0;
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
        let faults = self.faults().iter().map(Fault::told).collect();
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
            .field("faults", &self.faults())
            .finish_non_exhaustive()
    }
}
