//! What bots say, and what the referee makes of it.

use std::time::Duration;

use parlor_engine::{Act, Countdown, Seat, Viewer};
use parlor_protocol::{self as wire, FromBot, ToBot, Unreadable};

use super::misstep::{Excess, Misstep};
use super::seat_state::{Controller, Stage};
use super::{End, MAX_DRAFTED, MAX_REMARKED, Phase, Referee, Remark, Verdict, speech};
use crate::sitting::NotPlayed;

impl Referee {
    /// A bot has said a line.
    pub fn said(&mut self, seat: Seat, line: &[u8], now: Duration) {
        if !self.listens(seat) || self.is_over() {
            return;
        }
        match wire::read::<FromBot>(line) {
            Ok(message) => self.understood(seat, message, now),
            Err(why @ Unreadable::Unknown { .. }) => {
                if self.admitted(seat, now) {
                    let why = Misstep::Unreadable { why, line: None };
                    self.complain(seat, wire::Code::Unknown, None, &why);
                }
            }
            Err(why) => {
                let line = Some(speech::quoted(line));
                self.fault(seat, Verdict::Protocol, &Misstep::Unreadable { why, line }, now);
            }
        }
    }

    fn understood(&mut self, seat: Seat, message: FromBot, now: Duration) {
        let stage = self.seat_states[seat.index()].stage;
        match message {
            FromBot::Hello(hello) if stage == Stage::Silent => self.greet(seat, hello, now),
            FromBot::Hello(_) => self.out_of_place(seat, &Misstep::HelloTwice, now),
            _ if stage == Stage::Silent => self.out_of_place(seat, &Misstep::HelloMissing, now),
            FromBot::Choose(choose) => self.chosen(seat, choose, now),
            FromBot::Pong(pong) => {
                let ready = stage == Stage::Greeted && pong.id == self.first_ping(seat);
                if self.admitted(seat, now) && ready {
                    self.seat_states[seat.index()].stage = Stage::Ready;
                    self.settle(now);
                }
            }
            FromBot::Ping(ping) => {
                if self.admitted(seat, now) {
                    self.send(seat, &ToBot::Pong(ping));
                }
            }
            FromBot::Info(info) => {
                if self.seat_states[seat.index()].admits_remark(now) {
                    self.remark(seat, info);
                } else {
                    self.talks_too_much(seat, now);
                }
            }
            FromBot::Error(complaint) => {
                if self.admitted(seat, now) {
                    let text = speech::shortened(complaint.explanation);
                    self.seat_states[seat.index()].complaint = Some(text.clone());
                    let text = Some(format!("error: {text}"));
                    self.remark(seat, wire::Info { text, ..wire::Info::default() });
                }
            }
            FromBot::Bye(_) => {
                let mut orders = Vec::new();
                self.dismiss(seat, &mut orders);
                let mut draft = self.begin(now);
                // A seat that is out of the game has nothing to leave.
                _ = self.take(&mut draft, Act::Leave(seat), Duration::ZERO);
                self.propose(draft, orders, now);
            }
        }
    }

    fn greet(&mut self, seat: Seat, hello: wire::Hello, now: Duration) {
        if wire::common_version(&hello.versions).is_none() {
            let why = Misstep::OtherVersions { versions: hello.versions };
            return self.fault(seat, Verdict::StartFailed, &why, now);
        }
        self.seat_states[seat.index()].controller = Controller::Bot(Some(hello.into()));
        self.welcome(seat);
    }

    pub(super) fn welcome(&mut self, seat: Seat) {
        let text = self.seat_states[seat.index()].wants_text();
        let mut welcome = speech::welcome(&self.sitting, &self.house, seat, text);
        if self.seat_states[seat.index()].wants_slots() {
            welcome.forms = speech::forms(self.sitting.table());
        }
        if self.seat_states[seat.index()].wants_news() {
            welcome.heard = Some(self.sitting.told()[Viewer::Seat(seat)]);
        }
        if self.seat_states[seat.index()].wants_catalogue() {
            welcome.catalogue = speech::catalogue(self.sitting.table());
        }
        welcome.begun = self.goes_on || self.phase != Phase::Gathering;
        self.send(seat, &ToBot::Welcome(Box::new(welcome)));
        self.send(seat, &ToBot::Ping(wire::Ping { id: self.first_ping(seat) }));
        self.seat_states[seat.index()].stage = Stage::Greeted;
    }

    fn chosen(&mut self, seat: Seat, choose: wire::Choose, now: Duration) {
        let wire::Choose { id, played } = choose;
        if self.question(seat) == Some(id) {
            // The answer may come in before the driver has ticked, and is late all the same.
            if self.is_late(seat, now) {
                return self.late(seat, now);
            }
            let put_after = self.seat_states[seat.index()].put_after;
            return self.answered(seat, played, put_after, now);
        }
        let (question, open) = (id, self.question(seat));
        let state = &self.seat_states[seat.index()];
        if state.was_withdrawn(id) {
            if self.admitted(seat, now) {
                let why = Misstep::Withdrawn { question, open };
                self.complain(seat, wire::Code::Stale, Some(id), &why);
            }
            return;
        }
        let why = if id > state.before + self.sitting.questions(seat) {
            Misstep::NotAskedYet { question, open }
        } else {
            Misstep::AnsweredBefore { question }
        };
        self.out_of_place(seat, &why, now);
    }

    /// An answer of a bot or of a player of the house. The time that the seat `waited` before it was asked is
    /// not charged. After an answer that is refused, the question stays open until its cost is carried out.
    pub(super) fn answered(&mut self, seat: Seat, played: String, waited: Duration, now: Duration) {
        let mut draft = self.begin(now);
        match self.take(&mut draft, Act::Move(seat, played), waited) {
            Ok(()) => self.propose(draft, Vec::new(), now),
            Err(NotPlayed::TooLong) => self.close(End::Stopped),
            Err(why) => self.fault(seat, Verdict::Illegal, &why.into(), now),
        }
    }

    /// The time for the answer of a seat is up.
    pub(super) fn late(&mut self, seat: Seat, now: Duration) {
        let open = self.sitting.question(seat);
        if open.is_some_and(|open| open.by_rules) {
            return self.count_down(seat, now);
        }
        let allowed = open.and_then(|open| open.allowed).unwrap_or_default();
        let why = Misstep::NoAnswer { question: self.question(seat), allowed };
        self.fault(seat, Verdict::Timeout, &why, now);
    }

    /// The game's own clock for a question has run out: the default move is played, which is no fault.
    /// A clock that several share has run out for all of them, so the default moves go on until the
    /// game asks about something else.
    pub(super) fn count_down(&mut self, seat: Seat, now: Duration) {
        let mut draft = self.begin(now);
        let mut orders = Vec::new();
        let countdown = self.sitting.table().countdown();
        let is_shared = matches!(countdown, Some(Countdown::Shared { .. }));
        let mut next = Some(seat);
        while let Some(seat) = next.filter(|_| draft.entries().len() < MAX_DRAFTED) {
            orders.extend(self.withdraw(seat));
            self.default_move(&mut draft, seat);
            let is_same = draft.table().countdown() == countdown;
            let goes_on = is_shared && is_same && !draft.is_full();
            next = draft.table().turn().asked().first().filter(|_| goes_on);
        }
        self.propose(draft, orders, now);
    }

    /// A bot has said a line that is too long, has written more than the table reads, or reads less than
    /// the table keeps for it.
    pub fn overlong(&mut self, seat: Seat, why: Excess, now: Duration) {
        if self.listens(seat) && !self.is_over() {
            self.fault(seat, Verdict::Oversize, &why.into(), now);
        }
    }

    /// The bot could not be started or reached.
    pub fn never_came(&mut self, seat: Seat, why: String, now: Duration) {
        if self.listens(seat) && !self.is_over() {
            self.fault(seat, Verdict::StartFailed, &Misstep::NeverCame(why), now);
        }
    }

    /// The line to a bot has broken, and will not come back.
    pub fn gone(&mut self, seat: Seat, why: String, now: Duration) {
        if !self.listens(seat) || self.is_over() {
            return;
        }
        let (verdict, why) = match self.seat_states[seat.index()].stage {
            Stage::Silent => (Verdict::StartFailed, format!("{why}, before it said hello")),
            Stage::Greeted => (Verdict::StartFailed, format!("{why}, before it was ready")),
            Stage::Ready | Stage::Ended => (Verdict::Crash, why),
        };
        self.fault(seat, verdict, &Misstep::Gone(why), now);
    }

    fn out_of_place(&mut self, seat: Seat, why: &Misstep, now: Duration) {
        self.fault(seat, Verdict::Protocol, why, now);
    }

    /// Counts a message that answers nothing.
    fn admitted(&mut self, seat: Seat, now: Duration) -> bool {
        let admitted = self.seat_states[seat.index()].admits(now);
        if !admitted {
            self.talks_too_much(seat, now);
        }
        admitted
    }

    fn talks_too_much(&mut self, seat: Seat, now: Duration) {
        self.out_of_place(seat, &Misstep::TalksTooMuch, now);
    }

    /// Keeps what a bot remarks, as long as it is not too much.
    fn remark(&mut self, seat: Seat, info: wire::Info) {
        let info = speech::bounded(info);
        let size = serde_json::to_string(&info).map_or(0, |text| text.len());
        let state = &mut self.seat_states[seat.index()];
        if state.remarked + size <= MAX_REMARKED {
            state.remarked += size;
            self.remarks.push(Remark { seat, acts: self.sitting.acts().len(), info });
        }
    }

    /// The number of the ping that comes with the welcome. It differs from that of the game before, unless
    /// the bot was asked nothing there.
    fn first_ping(&self, seat: Seat) -> u64 {
        self.seat_states[seat.index()].before + 1
    }
}
