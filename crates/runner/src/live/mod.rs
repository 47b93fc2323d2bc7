//! A game in play with whoever sits there: the [referee](crate::Referee), its clock, and the lines to
//! the bots.

mod handover;
mod link;
mod redial;
mod stand_in;

use std::time::{Duration, Instant};

use parlor_engine::{AnyPlayer, Seat, Seats};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use thiserror::Error;

use crate::record_file::{NotWritten, RecordFile};
pub use link::{Broken, CHUNK};
pub use link::{Link, Remote};
use parlor_match::{
    Event, Fault, House, NoTakeback, NotChanged, NotPlayed, Order, Referee, Sitting, Taken, Waiting,
};
pub(crate) use stand_in::StandIn;

/// How long a wait for bots begins without sleeping.
const AWAKE: Duration = Duration::from_micros(50);
/// How often the time is looked at during a wait, to notice when the machine stands still.
const BEAT: Duration = Duration::from_millis(10);
/// If the wait ends so much too late, the machine stood still.
const STALL: Duration = Duration::from_millis(5);
/// How much time in which the machine stood still is forgiven for one question.
const CREDIT: Duration = Duration::from_millis(100);
/// The screen says so when a bot thinks for longer than this.
const LONG: Duration = Duration::from_secs(1);
/// How long what a bot is told may be kept back, so that it goes out with what follows.
const HELD: Duration = Duration::from_millis(1);

/// What came of fetching the occupant of a seat.
pub enum Arrival {
    /// A person.
    Person,
    /// A player in this process.
    Player(AnyPlayer),
    /// A bot.
    Bot(Box<Link>),
    /// A bot that could not be started, and why.
    NoShow(String),
}

/// A game in play.
pub struct Live {
    referee: Referee,
    /// Where the match is written down, where it is.
    file: Option<RecordFile>,
    /// Why that failed.
    not_written: Option<NotWritten>,
    /// Why that failed where the match can do without.
    not_kept: Option<NotWritten>,
    links: Vec<Option<Link>>,
    /// Bots whose line broke, and which are called again.
    calls: Vec<redial::Call>,
    /// Whether bots are called again.
    waits_for_bots: bool,
    /// The lines to those who take a seat over from a bot that has still to hear its last words.
    incoming: Vec<(Seat, Option<Link>)>,
    /// Lines to bots that have no seat any more, and have not been ended.
    retired: Vec<Link>,
    begun: Instant,
    /// Whether no time passes: where nobody but players of this process sits, the same seed gives the
    /// same record.
    is_timeless: bool,
    /// Time in which the machine stood still, and which nobody pays for.
    lost: Duration,
    /// How much lost time may still be forgiven for the open questions.
    credit: Duration,
    /// The sum of the numbers of the open questions: it changes when one of them does.
    asked: u64,
    /// The questions for which `Step::Waits` has been reported.
    waited: Option<u64>,
    /// Where what has come is read to.
    chunk: Vec<u8>,
}

/// The time since then, less what was lost.
fn time_since(begun: Instant, lost: Duration, still: bool) -> Duration {
    if still { Duration::ZERO } else { begun.elapsed().saturating_sub(lost) }
}

/// What happens next.
#[derive(Debug)]
pub enum Step {
    /// Something happened in the match, and is written down.
    Happened(Box<Taken>),
    /// Somebody has committed a fault.
    Fault(Fault),
    /// Bots take their time: once for each question, for those who watch.
    Waits(Seats),
    /// A person is asked: the game goes on with [`Live::answer`].
    Person(Seat),
    /// The table has no dealer, and chance is due: the game goes on with [`Live::chance`].
    Chance,
    /// What was to happen next could not be written down. Nobody was told of it, and the match cannot
    /// go on.
    NotWritten(NotWritten),
    /// The match is not written down any more, and goes on without.
    NotKept(NotWritten),
    /// The game is over.
    Over,
}

/// A game that could not be played to its end without people.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoEnd {
    /// It could not be written down.
    #[error("{0}")]
    NotWritten(String),
    /// A person is asked.
    #[error("a person is asked in seat {0}")]
    Person(Seat),
    /// Chance is decided by hand.
    #[error("chance is decided by hand")]
    Chance,
}

impl Live {
    /// Lets the arrivals in.
    ///
    /// # Panics
    /// When there are not as many arrivals as seats.
    pub fn new(sitting: Sitting, arrivals: Vec<Arrival>, house: House) -> Self {
        Self::since(Instant::now(), sitting, arrivals, house, None)
    }

    /// The same of a match that began then, and is written down in this file.
    ///
    /// # Panics
    /// When there are not as many arrivals as seats.
    pub fn since(
        begun: Instant,
        sitting: Sitting,
        arrivals: Vec<Arrival>,
        house: House,
        file: Option<RecordFile>,
    ) -> Self {
        let is_player = |arrival: &Arrival| matches!(arrival, Arrival::Player(_));
        let is_timeless = arrivals.iter().all(is_player) && sitting.table().time_limit().is_none();
        let (mut controllers, mut links, mut absent) = (Vec::new(), Vec::new(), Vec::new());
        for (index, arrival) in arrivals.into_iter().enumerate() {
            let (controller, link, no_show) = handover::seated(arrival);
            absent.extend(no_show.map(|why| (Seat::at(index), why)));
            controllers.push(controller);
            links.push(link);
        }
        let mut live = Self {
            waits_for_bots: !house.absence.grace.is_zero(),
            calls: Vec::new(),
            incoming: Vec::new(),
            retired: Vec::new(),
            referee: Referee::new(sitting, controllers, house, Duration::ZERO),
            file,
            not_written: None,
            not_kept: None,
            links,
            begun,
            is_timeless,
            lost: Duration::ZERO,
            credit: CREDIT,
            asked: 0,
            waited: None,
            chunk: vec![0; CHUNK],
        };
        live.write_down();
        for (seat, why) in absent {
            live.referee.never_came(seat, why, Duration::ZERO);
            live.write_down();
        }
        live
    }

    /// Makes durable what was drafted, then has it told.
    fn write_down(&mut self) {
        while let Some(draft) = self.referee.draft() {
            if let Some(file) = &mut self.file
                && let Err(why) = file.write(draft)
            {
                if file.is_needed() {
                    self.referee.stop();
                    self.not_written = Some(why);
                    return;
                }
                self.file = None;
                self.not_kept = Some(why);
            }
            self.referee.commit(self.now());
        }
    }

    /// Goes on until there is something to tell or somebody to ask.
    pub fn advance(&mut self) -> Step {
        loop {
            while let Some(order) = self.referee.order() {
                match order {
                    Order::Send(seat, line) => self.say(seat, &line),
                    Order::HangUp(seat) => self.hang_up(seat),
                    Order::Happened(taken) => {
                        return match taken.entry.event {
                            Event::Fault(fault) => Step::Fault(*fault),
                            _ => Step::Happened(taken),
                        };
                    }
                }
            }
            if let Some(why) = self.not_written.take() {
                return Step::NotWritten(why);
            }
            if let Some(why) = self.not_kept.take() {
                return Step::NotKept(why);
            }
            self.let_back_in();
            if self.time_left() == Some(Duration::ZERO) {
                self.tick();
                continue;
            }
            let waiting = self.referee.waiting();
            if waiting != Waiting::Bots {
                self.flush();
            }
            match waiting {
                Waiting::Bots => {
                    if self.wait() {
                        return Step::Waits(self.referee.awaited());
                    }
                }
                Waiting::Player(seat) => {
                    let (begun, lost, still) = (self.begun, self.lost, self.is_timeless);
                    self.referee.consult(seat, || time_since(begun, lost, still));
                    self.write_down();
                }
                Waiting::Person(_) if self.is_due() => self.tick(),
                // A bot that comes back or takes over is not heard while a person thinks, and would be
                // late. It is ready in a moment, or has failed.
                Waiting::Person(_) if !self.referee.awaited().is_empty() => {
                    if self.wait() {
                        return Step::Waits(self.referee.awaited());
                    }
                }
                Waiting::Person(seat) => {
                    // Bots, players and people were asked before this person, who does not pay for that.
                    self.referee.shown(seat, self.now());
                    return Step::Person(seat);
                }
                Waiting::Chance => return Step::Chance,
                Waiting::Nobody => return Step::Over,
            }
        }
    }

    /// Plays to the end, without people.
    pub fn run(&mut self) -> Result<(), NoEnd> {
        loop {
            match self.advance() {
                Step::Happened(_) | Step::Fault(_) | Step::Waits(_) | Step::NotKept(_) => {}
                Step::NotWritten(why) => return Err(NoEnd::NotWritten(why.to_string())),
                Step::Person(seat) => return Err(NoEnd::Person(seat)),
                Step::Chance => return Err(NoEnd::Chance),
                Step::Over => return Ok(()),
            }
        }
    }

    /// The answer of a person to the [question](Referee::question) with this number. A refused one
    /// changes nothing.
    pub fn answer(&mut self, seat: Seat, question: u64, played: String) -> Result<(), NotPlayed> {
        self.referee.answer(seat, question, played, self.now())?;
        self.write_down();
        Ok(())
    }

    /// A seat leaves for good. Where that is refused nothing changes.
    pub fn leave(&mut self, seat: Seat) -> Result<(), NotPlayed> {
        self.referee.leave(seat, self.now())?;
        self.write_down();
        Ok(())
    }

    /// Chance that is decided by hand. Where that is refused nothing changes.
    pub fn chance(&mut self, outcome: String) -> Result<(), NotPlayed> {
        self.referee.chance(outcome, self.now())?;
        self.write_down();
        Ok(())
    }

    /// Looks at the clocks: has what is due happen.
    pub fn tick(&mut self) {
        // One that is back in time is not given up.
        self.let_back_in();
        self.referee.tick(self.now());
        self.write_down();
    }

    /// How long the game may still go on, where it has a limit of its own.
    pub fn time_left(&self) -> Option<Duration> {
        self.referee.time_left(self.now())
    }

    /// How long a seat may still think about its question, where somebody counts.
    pub fn answer_time_left(&self, seat: Seat) -> Option<Duration> {
        self.referee.answer_time_left(seat, self.now())
    }

    /// Stops all clocks, as when everybody goes home for today.
    pub fn pause(&mut self) -> Result<(), NotChanged> {
        self.referee.pause(self.now())?;
        self.write_down();
        Ok(())
    }

    /// Starts the clocks again.
    pub fn unpause(&mut self) -> Result<(), NotChanged> {
        self.referee.unpause(self.now())?;
        self.write_down();
        Ok(())
    }

    /// How long until a clock runs out and [`tick`](Self::tick) is due; `None` where none runs.
    pub fn time_to_wake(&self) -> Option<Duration> {
        self.referee.wake_at().map(|at| at.saturating_sub(self.now()))
    }

    /// Whether a clock has run out, and [`tick`](Self::tick) is due.
    pub fn is_due(&self) -> bool {
        self.time_to_wake() == Some(Duration::ZERO)
    }

    /// Takes acts back for a seat, where these seats agree to it.
    pub fn take_back(
        &mut self,
        seat: Seat,
        remain: usize,
        agreed: Seats,
    ) -> Result<(), NoTakeback> {
        self.referee.take_back(seat, remain, agreed, self.now())?;
        self.write_down();
        Ok(())
    }

    /// The referee.
    pub const fn referee(&self) -> &Referee {
        &self.referee
    }

    /// The player of this process in a seat, and the table it plays at.
    pub fn player(&mut self, seat: Seat) -> Option<(&Sitting, &mut AnyPlayer)> {
        self.referee.player(seat)
    }

    /// What the bot in a seat wrote to standard error, the last of it.
    pub fn errors(&self, seat: Seat) -> Option<String> {
        self.links[seat.index()].as_ref().map(Link::errors)
    }

    /// Stops the game where it is, and ends the bots: those that keep to the protocol do so
    /// themselves within this time.
    pub fn finish(mut self, patience: Duration) -> Finished {
        self.stop();
        let reports = self.links.iter().map(|link| link.as_ref()?.report()).collect();
        self.links.iter_mut().flatten().for_each(Link::fall_silent);
        let end = Instant::now() + patience;
        for link in self.links.iter_mut().flatten().chain(&mut self.retired) {
            link.end(end.saturating_duration_since(Instant::now()));
        }
        let errors = self.links.iter().map(|link| link.as_ref().map(Link::errors)).collect();
        Finished { errors, reports, referee: self.referee, file: self.file }
    }

    /// Stops the game where it is, and hands out the lines to bots that can play another.
    pub fn dissolve(mut self) -> (Referee, Vec<Option<Link>>) {
        self.stop();
        for (index, slot) in self.links.iter_mut().enumerate() {
            let seat = Seat::at(index);
            match (self.referee.greeting(seat), slot) {
                (Some(greeting), Some(link)) => link.stay(greeting),
                (_, slot) => *slot = None,
            }
        }
        (self.referee, self.links)
    }

    fn stop(&mut self) {
        self.referee.stop();
        while let Some(order) = self.referee.order() {
            if let Order::Send(seat, line) = order {
                self.say(seat, &line);
            }
        }
        self.flush();
    }

    fn say(&mut self, seat: Seat, message: &[u8]) {
        let Some(link) = &mut self.links[seat.index()] else { return };
        if let Err(broken) = link.say(message) {
            let now = self.now();
            self.broke(seat, broken, now);
        }
    }

    fn broke(&mut self, seat: Seat, broken: Broken, now: Duration) {
        match broken {
            Broken::Gone(_) if self.call_again(seat) => {}
            Broken::Gone(why) => self.referee.gone(seat, why, now),
            Broken::TooMuch(why) => self.referee.overlong(seat, why, now),
        }
        self.write_down();
    }

    fn flush(&mut self) {
        self.links.iter_mut().flatten().for_each(Link::flush);
    }

    /// Waits until a bot has said something, can be told something, or is late.
    ///
    /// Bots that are asked hear it at once. What the others are told goes out a little later, most
    /// often together with their next question: to wake a program takes longer than to play a move.
    /// For the same reason the wait begins wide awake. `true` when it has become long.
    fn wait(&mut self) -> bool {
        let mut holds = false;
        for (index, link) in self.links.iter_mut().enumerate() {
            let Some(link) = link else { continue };
            if self.referee.question(Seat::at(index)).is_some() || !self.referee.is_playing() {
                link.flush();
            } else {
                holds |= link.hold();
            }
        }
        let begun = Instant::now();
        while begun.elapsed() < AWAKE {
            let ready = self.poll(Duration::ZERO);
            if !ready.is_empty() {
                self.heard(&ready, false);
                return false;
            }
            std::thread::yield_now();
        }
        if holds {
            let left = self.time_to_wake().map_or(HELD, |left| left.min(HELD));
            let ready = self.poll(left);
            if !ready.is_empty() {
                self.heard(&ready, false);
                return false;
            }
            self.flush();
        }
        loop {
            let left = self.time_to_wake();
            let beat = left.map_or(BEAT, |left| left.min(BEAT));
            let before = Instant::now();
            let ready = self.poll(beat);
            self.forgive(before.elapsed().saturating_sub(beat));
            if self.let_back_in() {
                return false;
            }
            let is_time = left.is_some_and(|left| left <= BEAT);
            if is_time || !ready.is_empty() {
                self.heard(&ready, is_time && ready.is_empty());
                return false;
            }
            if begun.elapsed() > LONG && self.waited != Some(self.asked) {
                self.waited = Some(self.asked);
                return true;
            }
        }
    }

    /// The time, less what was lost.
    fn now(&self) -> Duration {
        time_since(self.begun, self.lost, self.is_timeless)
    }

    /// When `poll` returns much too late, the machine has stalled, and every bot on it as well. A bot is not
    /// charged for that, within bounds: the bot itself may be what keeps the machine busy.
    fn forgive(&mut self, late: Duration) {
        let seats = (0..self.links.len()).map(Seat::at);
        let asked = seats.filter_map(|seat| self.referee.question(seat)).sum();
        if std::mem::replace(&mut self.asked, asked) != asked {
            self.credit = CREDIT;
        }
        if late > STALL {
            let late = late.min(self.credit);
            self.credit -= late;
            self.lost += late;
        }
    }

    /// Deals with what has come; `is_time` when nothing has, and the time has run out.
    fn heard(&mut self, ready: &[(Seat, What)], is_time: bool) {
        let wake_at = self.referee.wake_at();
        let now = self.now();
        for (seat, what) in ready.iter().copied() {
            let link = self.links[seat.index()].as_mut().expect("only lines there are were polled");
            match what {
                What::CanRead => link.flush(),
                What::Wrote => {
                    if let Err(broken) = link.overhear(&mut self.chunk) {
                        self.broke(seat, broken, now);
                    }
                }
                What::Said => self.listen(seat, now),
                What::Rang => {
                    let question = self.referee.question(seat);
                    let table = self.referee.sitting().table();
                    link.bell.take_if(|bell| !bell.answer(seat, question, table));
                }
            }
        }
        // A clock is looked at after what had come in time was heard.
        if is_time || wake_at.is_some_and(|at| at <= now) {
            self.referee.tick(now);
            self.write_down();
        }
    }

    fn listen(&mut self, seat: Seat, now: Duration) {
        let link = self.links[seat.index()].as_mut().expect("only lines there are were polled");
        let gone = link.listen(&mut self.chunk).err();
        loop {
            let link = self.links[seat.index()].as_mut().expect("it was there a moment ago");
            match link.next_line() {
                Ok(Some(said)) => self.referee.said(seat, said, now),
                Ok(None) => break,
                Err(broken) => return self.broke(seat, broken, now),
            }
            self.write_down();
        }
        if let Some(broken) = gone {
            // To find out how it ended may have taken a moment, which nobody is to pay for.
            let now = self.now();
            self.broke(seat, broken, now);
        }
    }

    /// What has come on which line.
    fn poll(&self, timeout: Duration) -> Vec<(Seat, What)> {
        let mut whose = Vec::new();
        let mut fds: Vec<PollFd<'_>> = Vec::new();
        for (index, link) in self.links.iter().enumerate() {
            let Some(link) = link else { continue };
            let ends = [
                (link.output(), PollFlags::IN, What::Said),
                (link.error_output(), PollFlags::IN, What::Wrote),
                (link.blocked_input(), PollFlags::OUT, What::CanRead),
                (link.bell(), PollFlags::IN, What::Rang),
            ];
            for (fd, flags, what) in ends {
                let Some(fd) = fd else { continue };
                whose.push((Seat::at(index), what));
                fds.push(PollFd::from_borrowed_fd(fd, flags));
            }
        }
        // Times are short here; one that is none would only be looked at again.
        let timeout = Timespec::try_from(timeout).unwrap_or_default();
        _ = poll(&mut fds, Some(&timeout));
        let ready = fds.iter().zip(&whose).filter(|(fd, _)| !fd.revents().is_empty());
        ready.map(|(_, whose)| *whose).collect()
    }
}

/// What a descriptor is ready for.
#[derive(Clone, Copy, Debug)]
enum What {
    /// The bot has said something.
    Said,
    /// It has written to standard error.
    Wrote,
    /// It can take more.
    CanRead,
    /// It wants somebody else to decide.
    Rang,
}

/// A game that is over, with its bots ended.
#[derive(Debug)]
pub struct Finished {
    /// What each bot wrote to standard error, the last of it.
    pub errors: Vec<Option<String>>,
    /// What there is to say about each bot: what a language model cost.
    pub reports: Vec<Option<String>>,
    /// The game, its faults and its remarks.
    pub referee: Referee,
    /// The file the match was written down in, without its end.
    pub file: Option<RecordFile>,
}
