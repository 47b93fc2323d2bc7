//! Where a match stands: everything that follows from its log.

use std::sync::Arc;
use std::time::Duration;

use parlor_engine::{
    AnyNotice, AnyTable, AnyTurn, Countdown, Face, PerSeat, Seat, Seats, Sights, Viewer,
};
use serde_json::Value;

use super::viewers::PerViewer;
use super::window::{Seen, Window};
use crate::clock::{SeatClock, Watch};
use crate::dealer::Dealer;
use crate::record::Occupant;
use crate::referee::Terms;

/// The question a seat owes an answer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// Its number in the seat's own count, from 1. It says nothing about what others do.
    pub id: u64,
    /// What the clocks showed when it was put.
    pub(crate) since: Duration,
    /// How long the answer may take.
    pub allowed: Option<Duration>,
    /// Whether the rules of the game say so, and not the table: then a late answer is no fault.
    pub by_rules: bool,
}

/// What follows from the log about one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// Who decides for it.
    pub(crate) who: Arc<Occupant>,
    /// How many questions were put to it.
    pub(crate) asked: u64,
    pub(crate) open: Option<Open>,
    /// The last question that was answered for it; 0 before.
    pub(crate) answered: u64,
    /// The clock of the present occupant.
    pub(crate) clock: SeatClock,
    /// The clocks of earlier occupants, for when they come back.
    parked: Vec<(Arc<Occupant>, SeatClock)>,
    /// How many faults were committed in it.
    pub(crate) faults: u32,
}

pub(crate) struct Position {
    pub(crate) table: Box<dyn AnyTable>,
    /// Deals what is left to chance; `None` where chance is decided by hand.
    pub(crate) dealer: Option<Dealer>,
    pub(crate) places: Vec<Place>,
    /// How many news each viewer was told.
    pub(crate) told: PerViewer<u64>,
    pub(crate) watch: Watch,
    pub(crate) terms: Terms,
    /// The time limit that the rules set for what is asked, and what the clocks showed when it began.
    pub(crate) countdown: Option<(Countdown, Duration)>,
    /// Whom everybody knows the table to wait for.
    pub(super) window: Window,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            table: self.table.fork(),
            dealer: self.dealer.clone(),
            places: self.places.clone(),
            told: self.told.clone(),
            watch: self.watch,
            terms: self.terms,
            countdown: self.countdown,
            window: self.window.clone(),
        }
    }
}

impl Position {
    /// Before the first entry.
    pub(crate) fn new(
        table: Box<dyn AnyTable>,
        dealer: Option<Dealer>,
        who: &[Occupant],
        terms: Terms,
    ) -> Self {
        let place = |who: &Occupant| Place {
            who: Arc::new(who.clone()),
            asked: 0,
            open: None,
            answered: 0,
            clock: SeatClock::new(&terms),
            parked: Vec::new(),
            faults: 0,
        };
        let mut position = Self {
            told: PerViewer::from_fn(table.seats(), |_| 0),
            places: who.iter().map(place).collect(),
            table,
            dealer,
            watch: Watch::default(),
            terms,
            countdown: None,
            window: Window::before_all(),
        };
        position.ask(None, Duration::ZERO);
        position.look_at_window(Duration::ZERO);
        position
    }

    /// The seats that are asked.
    pub(crate) fn asked(&self) -> Seats {
        self.table.turn().asked()
    }

    /// Whether several seats are asked at once, so that nobody may know who has answered.
    pub(crate) fn asks_several(&self) -> bool {
        self.places.iter().filter(|place| place.open.is_some()).count() > 1
    }

    /// The game has gone on: this is the table now. `answered` is the seat that did that, with the time
    /// that is not charged. Says how long the seat has thought.
    pub(crate) fn go_on(
        &mut self,
        table: Box<dyn AnyTable>,
        answered: Option<(Seat, Duration)>,
        at: Duration,
    ) -> Duration {
        let mut thought = Duration::ZERO;
        if let Some((seat, forgiven)) = answered {
            let terms = self.terms;
            let used = self.used(seat, at, forgiven);
            thought = used.unwrap_or_default();
            let place = &mut self.places[seat.index()];
            if let (Some(open), Some(used)) = (place.open.take(), used) {
                place.answered = open.id;
                if open.by_rules {
                    place.clock.count(used);
                    place.clock.answers += 1;
                } else {
                    place.clock.charge(&terms, used);
                }
            }
        }
        let before = std::mem::replace(&mut self.table, table);
        self.ask(Some(&*before), at);
        thought
    }

    /// A seat has thought about its question for so long before it was put again: to take an answer
    /// back does not give the time for it back. A clock that the seats share has run on anyway.
    pub(crate) fn has_thought(&mut self, seat: Seat, thought: Duration) {
        let is_shared = matches!(self.countdown, Some((Countdown::Shared { .. }, _)));
        if !is_shared && let Some(open) = &mut self.places[seat.index()].open {
            open.allowed = open.allowed.map(|allowed| allowed.saturating_sub(thought));
        }
    }

    /// Somebody else decides for a seat. Each who sits down has a clock of their own.
    pub(crate) fn seat(&mut self, seat: Seat, who: Occupant, at: Duration) {
        self.withdraw(seat, at);
        let terms = self.terms;
        let place = &mut self.places[seat.index()];
        if *place.who == who {
            // The same occupant has the same clock, on whatever line.
            return self.ask(None, at);
        }
        let known = place.parked.iter().position(|(parked, _)| **parked == who);
        let (who, clock) = match known {
            Some(known) => place.parked.swap_remove(known),
            None => (Arc::new(who), SeatClock::new(&terms)),
        };
        let leaver = std::mem::replace(&mut place.who, who);
        let parked = std::mem::replace(&mut place.clock, clock);
        place.parked.push((leaver, parked));
        self.ask(None, at);
    }

    /// Forgets the question of a seat, which has thought about it, if not to the end.
    pub(crate) fn withdraw(&mut self, seat: Seat, at: Duration) {
        let used = self.used(seat, at, Duration::ZERO);
        let place = &mut self.places[seat.index()];
        if let (Some(open), Some(used)) = (place.open.take(), used) {
            if open.by_rules { place.clock.count(used) } else { place.clock.spend(used) }
        }
    }

    /// How long a seat has thought about its question, and no longer than it may. What is forgiven goes
    /// off first: a seat that waited longer than it may think has thought all the same.
    fn used(&self, seat: Seat, at: Duration, forgiven: Duration) -> Option<Duration> {
        let open = self.places[seat.index()].open?;
        let used = self.watch.at(at).saturating_sub(open.since).saturating_sub(forgiven);
        Some(open.allowed.map_or(used, |allowed| used.min(allowed)))
    }

    /// Puts a question to every seat that is asked and has none, and withdraws those that are not
    /// asked any more. A question that reads as it did on the table before is not put again, so that
    /// nobody can tell from its number that others have answered.
    fn ask(&mut self, before: Option<&dyn AnyTable>, at: Duration) {
        let asked = self.asked();
        let is_same_countdown = self.follow_countdown(at);
        for index in 0..self.places.len() {
            let seat = Seat::at(index);
            let is_open = self.places[index].open.is_some();
            let stays = is_open
                && asked.contains(seat)
                && is_same_countdown
                && before.is_none_or(|before| is_the_same(before, &*self.table, seat));
            if is_open && !stays {
                self.withdraw(seat, at);
            }
            if asked.contains(seat) && !stays {
                let since = self.watch.at(at);
                let by_rules = self.countdown_left(since);
                let terms = self.terms;
                let place = &mut self.places[index];
                place.asked += 1;
                let allowed = by_rules.or_else(|| place.clock.allowed(&terms));
                let by_rules = by_rules.is_some();
                place.open = Some(Open { id: place.asked, since, allowed, by_rules });
            }
        }
    }

    /// Starts the countdown that the rules set for what is asked now, where it is another one than
    /// before; `true` where it is the same.
    fn follow_countdown(&mut self, at: Duration) -> bool {
        let countdown = self.table.countdown();
        let is_same = countdown == self.countdown.map(|(countdown, _)| countdown);
        if !is_same {
            let since = self.watch.at(at);
            self.countdown = countdown.map(|countdown| (countdown, since));
        }
        is_same
    }

    /// How long an answer to a question that is put now may take by the rules, where they say.
    fn countdown_left(&self, now: Duration) -> Option<Duration> {
        let (countdown, since) = self.countdown?;
        let whole = Duration::from_secs(countdown.seconds().into());
        Some(match countdown {
            Countdown::Answer { .. } => whole,
            Countdown::Shared { .. } => whole.saturating_sub(now.saturating_sub(since)),
        })
    }

    /// Follows an act with the window. The questions are put, and the act is counted.
    pub(super) fn follow_window(&mut self, seen: Seen, at: Duration) {
        self.window.note(seen);
        self.look_at_window(at);
    }

    fn look_at_window(&mut self, at: Duration) {
        let (asked, question) = match self.table.turn() {
            AnyTurn::Ask { seats, question } => (seats, question),
            // What nobody saw may be followed by chance that nobody sees.
            AnyTurn::Chance { .. } => return,
            AnyTurn::Over => (Seats::NONE, Value::Null),
        };
        if self.window.goes_on(asked, &question) && !asked.is_empty() {
            return;
        }
        let now = self.watch.at(at);
        let left = PerSeat::from_fn(self.places.len(), |seat| {
            let open = self.places[seat.index()].open?;
            Some(open.allowed?.saturating_sub(now.saturating_sub(open.since)))
        });
        self.window = self.window.next(asked, question, self.asks_several(), left);
    }

    /// Counts what is told of an act, and says what each viewer's first piece of it is numbered.
    pub(crate) fn tell(&mut self, notices: &[AnyNotice]) -> PerViewer<u64> {
        let first = self.told.clone();
        for viewer in first.viewers() {
            let own = notices.iter().filter(|notice| notice.to.contains(viewer)).count();
            self.told[viewer] += own as u64;
        }
        first
    }

    /// Counts one piece of news for these viewers.
    pub(crate) fn tell_one(&mut self, to: impl Fn(Viewer) -> bool) -> PerViewer<u64> {
        let first = self.told.clone();
        for viewer in first.viewers().filter(|viewer| to(*viewer)) {
            self.told[viewer] += 1;
        }
        first
    }
}

/// Whether a seat that is asked on both tables is asked the same.
fn is_the_same(one: &dyn AnyTable, other: &dyn AnyTable, seat: Seat) -> bool {
    match (one.prompt(seat), other.prompt(seat)) {
        (Some(one), Some(other)) => one.is_same_as(&other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// What an act showed, as far as it matters when somebody wants to take it back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trace {
    /// How many news each viewer had been told before it. Half a number's width is enough for all news of a match,
    /// and traces are many.
    pub(crate) told: PerViewer<u32>,
    /// The viewers that saw it.
    pub(crate) seen: PerViewer<bool>,
    /// Whether it was one of several answers under seal.
    pub(crate) is_sealed: bool,
    /// How long the seat that acted had thought about it.
    pub(crate) thought: Duration,
}

impl Trace {
    pub(crate) fn of(
        told: &PerViewer<u64>,
        notices: &[AnyNotice],
        sights: &Sights,
        is_sealed: bool,
        thought: Duration,
    ) -> Self {
        let seats = told.viewers().count() - 1;
        let seen = PerViewer::from_fn(seats, |viewer| {
            sights.of(viewer).face == Face::Up
                || notices.iter().any(|notice| notice.to.contains(viewer))
        });
        let told = PerViewer::from_fn(seats, |viewer| {
            u32::try_from(told[viewer]).expect("a record has no room for so many news")
        });
        Self { told, seen, is_sealed, thought }
    }
}
