//! Draft, write, commit, tell: an entry is worked out first, then made durable by the driver of the
//! match, then committed, and only then may anybody be told of it.

use std::time::Duration;

use parlor_engine::{
    Act, After, AnyAct, AnyNotice, AnyTable, AnyTurn, Seat, Seats, Sights, Viewer,
};
use serde_json::Value;

use super::position::{Position, Trace};
use super::refusal::NotPlayed;
use super::takeback::Barrier;
use super::viewers::PerViewer;
use super::window::Seen;
use crate::log::{Entry, Event, whole_millis};
use crate::record::{MAX_ACT, MAX_ACTS, Occupant, Seal, Writer};
use crate::referee::Fault;

/// Entries that are to follow the log, worked out on a copy of the table. The match itself has not
/// changed, and nobody has been told.
///
/// Several entries in one draft are committed together: a move, and the cards that are drawn because
/// of it.
pub struct Draft {
    /// The number of its first entry.
    number: usize,
    at: Duration,
    pub(super) position: Position,
    pub(super) taken: Vec<Taken>,
    /// How many of the acts before the draft still stand.
    pub(super) kept: usize,
    /// The acts of the draft that stand after it, each with what it showed.
    pub(super) acts: Vec<(AnyAct, Trace)>,
    /// The last act of the draft that cannot be taken back, as a count of the acts up to it.
    pub(super) barrier: Option<(usize, Barrier)>,
    pub(super) writer: Writer,
    text: String,
    /// Where each of its lines ends in the text, and the chain up to there.
    ends: Vec<(usize, Seal)>,
    /// Whether chance is dealt from a seed.
    is_dealt: bool,
    /// Whether something was left out because no record has room for it.
    is_full: bool,
}

impl Draft {
    pub(super) fn new(
        number: usize,
        at: Duration,
        position: Position,
        kept: usize,
        writer: Writer,
        is_dealt: bool,
    ) -> Self {
        Self {
            number,
            at: whole_millis(at),
            position,
            taken: Vec::new(),
            kept,
            acts: Vec::new(),
            barrier: None,
            writer,
            text: String::new(),
            ends: Vec::new(),
            is_dealt,
            is_full: false,
        }
    }

    /// The number of its first entry in the log, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The entries.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.taken.iter().map(|taken| &taken.entry)
    }

    /// The lines of the entries as they stand in a record, to be written down.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its lines one by one, without their ends, each with the hash of everything up to it: a database has a
    /// row for each.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = (&str, Seal)> {
        let from = |place: usize| place.checked_sub(1).map_or(0, |above| self.ends[above].0);
        self.ends.iter().enumerate().map(move |(place, &(end, seal))| {
            (self.text[from(place)..end].trim_end_matches('\n'), seal)
        })
    }

    /// The hash of everything up to the last of its lines.
    pub fn hash(&self) -> Seal {
        self.writer.seal()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// Whether something was left out because no record has room for it.
    pub(crate) const fn is_full(&self) -> bool {
        self.is_full
    }

    /// The table as it will stand.
    pub fn table(&self) -> &dyn AnyTable {
        &*self.position.table
    }

    /// How many acts will stand.
    pub fn acts(&self) -> usize {
        self.kept + self.acts.len()
    }

    /// How many faults a seat will have committed.
    pub fn faults(&self, seat: Seat) -> u32 {
        self.position.places[seat.index()].faults
    }

    /// Adds an act. A refused act changes nothing.
    pub fn act(&mut self, act: AnyAct) -> Result<(), NotPlayed> {
        self.act_forgiving(act, Duration::ZERO)
    }

    /// The same, with time before it that is charged to nobody.
    pub fn act_forgiving(&mut self, act: AnyAct, forgiven: Duration) -> Result<(), NotPlayed> {
        if let Act::Chance(_) = act
            && self.is_dealt
        {
            return Err(NotPlayed::ChanceIsDealt);
        }
        self.take(act, forgiven)
    }

    /// Adds an act of another match that this one goes on from: its chance was dealt there.
    pub(super) fn repeat(&mut self, act: AnyAct) -> Result<(), NotPlayed> {
        self.take(act, Duration::ZERO)
    }

    /// Deals the chance outcome that is due; `false` when none is, or when there is no dealer.
    ///
    /// # Panics
    /// When the game refuses what its own odds picked: that is a bug of the game.
    pub fn deal(&mut self) -> bool {
        let AnyTurn::Chance { stream, total } = self.position.table.turn() else {
            return false;
        };
        let Some(dealer) = &mut self.position.dealer else { return false };
        let ticket = dealer.ticket(&stream, total);
        let outcome = self.position.table.pick(ticket);
        let act = Act::Chance(outcome.expect("every ticket below the total holds one"));
        match self.take(act.clone(), Duration::ZERO) {
            Ok(()) => true,
            // A dealt act that no record has room for ends the game like any other.
            Err(NotPlayed::TooLong) => false,
            Err(why) => panic!("legal means accepted, but '{act}' was refused: {why}"),
        }
    }

    /// Notes a fault. Its words may be a bot's own, so what cannot stand in a record is left out.
    pub fn fault(&mut self, mut fault: Fault) {
        fault.why.retain(|c| !c.is_control());
        self.position.places[fault.seat.index()].faults += 1;
        let first = self.position.told.clone();
        self.log(Event::Fault(fault.into()), Duration::ZERO, Told::nothing(first));
    }

    /// Has somebody else decide for a seat.
    pub fn seat(&mut self, seat: Seat, who: Occupant) {
        let who = who.tidy();
        self.position.seat(seat, who.clone(), self.at);
        let first = self.position.tell_one(|_| true);
        self.log(Event::Seated(seat, who.into()), Duration::ZERO, Told::nothing(first));
    }

    /// Stops all clocks; `false` when they are stopped already.
    pub fn pause(&mut self) -> bool {
        if self.position.watch.is_paused() {
            return false;
        }
        self.position.watch.pause(self.at);
        let first = self.position.tell_one(|_| true);
        self.log(Event::Paused, Duration::ZERO, Told::nothing(first));
        true
    }

    /// Starts the clocks again; `false` when they run already.
    pub fn resume(&mut self) -> bool {
        if !self.position.watch.is_paused() {
            return false;
        }
        self.position.watch.resume(self.at);
        let first = self.position.tell_one(|_| true);
        self.log(Event::Resumed, Duration::ZERO, Told::nothing(first));
        true
    }

    /// Acts were taken back: so many remain, this is the table again, and these viewers had seen some
    /// of what is gone.
    pub(super) fn taken_back(
        &mut self,
        remain: usize,
        table: Box<dyn AnyTable>,
        by: Seat,
        before: &Trace,
        seen: &PerViewer<bool>,
    ) {
        debug_assert!(self.is_empty(), "a takeback is a draft of its own");
        self.kept = remain;
        self.position.withdraw(by, self.at);
        self.position.go_on(table, None, self.at);
        self.position.has_thought(by, before.thought);
        let by_spectators = seen[Viewer::Spectator];
        let seen_now = Seen { is_sealed: false, by_spectators, leaver: None };
        self.position.follow_window(seen_now, self.at);
        let hears = |viewer| viewer == Viewer::Seat(by) || seen[viewer];
        let first = self.position.tell_one(hears);
        let seats = self.position.places.len();
        let back = PerViewer::from_fn(seats, |viewer| {
            hears(viewer).then(|| u64::from(before.told[viewer]))
        });
        let told = Told { back: Some(back), ..Told::nothing(first) };
        self.log(Event::Takeback(remain), Duration::ZERO, told);
    }

    fn take(&mut self, act: AnyAct, forgiven: Duration) -> Result<(), NotPlayed> {
        let forgiven = whole_millis(forgiven.min(self.at));
        fits(&act)?;
        if self.number + self.taken.len() > MAX_ACTS {
            self.is_full = true;
            return Err(NotPlayed::TooLong);
        }
        let After { table, notices, sights } = self.position.table.after(&act)?;
        let answered = act.seat().map(|seat| (seat, forgiven));
        let is_sealed = self.position.asks_several();
        let thought = self.position.go_on(table, answered, self.at);
        let first = self.position.tell(&notices);
        let trace = Trace::of(&first, &notices, &sights, is_sealed, thought);
        let leaver = if let Act::Leave(seat) = &act { Some(*seat) } else { None };
        let by_spectators = trace.seen[Viewer::Spectator];
        self.position.follow_window(Seen { is_sealed, by_spectators, leaver }, self.at);
        if let Some(barrier) = Barrier::of(&act, &sights, seats(&self.position)) {
            self.barrier = Some((self.acts.len() + 1, barrier));
        }
        self.acts.push((act.clone(), trace));
        let told = Told { notices, sights: Some(sights), first, back: None };
        self.log(Event::Act(act), forgiven, told);
        Ok(())
    }

    fn log(&mut self, event: Event, forgiven: Duration, told: Told) {
        let entry = Entry { forgiven, ..Entry::new(self.at, event) };
        self.text.push_str(&self.writer.entry(&entry));
        self.ends.push((self.text.len(), self.writer.seal()));
        let number = self.number + self.taken.len();
        self.taken.push(Taken { number, acts: self.acts(), entry, told });
    }
}

impl std::fmt::Debug for Draft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let entries: Vec<&Entry> = self.entries().collect();
        f.debug_struct("Draft")
            .field("number", &self.number)
            .field("entries", &entries)
            .finish_non_exhaustive()
    }
}

fn seats(position: &Position) -> Seats {
    Seats::first_n(position.places.len())
}

/// Whether an act can stand in a record.
fn fits(act: &AnyAct) -> Result<(), NotPlayed> {
    if let Act::Move(_, text) | Act::Chance(text) = act {
        if text.len() + "8: ".len() > MAX_ACT {
            return Err(NotPlayed::LongAct);
        }
        if let Some(control) = text.chars().find(|c| c.is_control()) {
            return Err(NotPlayed::Control(control));
        }
    }
    Ok(())
}

/// One entry that is in the log for good, with its notices and news.
#[derive(Clone, PartialEq, Debug)]
pub struct Taken {
    /// Its number in the log, from 1. The number also counts hidden acts. Only the driver may use it; do
    /// not send it to a seat.
    pub number: usize,
    /// How many acts stand after it.
    pub acts: usize,
    /// What happened, and when.
    pub entry: Entry,
    told: Told,
}

#[derive(Clone, PartialEq, Debug)]
struct Told {
    notices: Vec<AnyNotice>,
    /// What each viewer saw of an act.
    sights: Option<Sights>,
    /// How many news each viewer had been told before.
    first: PerViewer<u64>,
    /// After a takeback: how many news still count, for those who had heard more.
    back: Option<PerViewer<Option<u64>>>,
}

impl Told {
    const fn nothing(first: PerViewer<u64>) -> Self {
        Self { notices: Vec::new(), sights: None, first, back: None }
    }
}

/// Something one viewer is told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum News<'a> {
    /// Something happened in the game.
    Notice(&'a Value),
    /// Acts were taken back: of the viewer's news only the first so many still count.
    TakenBack(u64),
    /// Somebody else decides for a seat.
    Seated(Seat, &'a Occupant),
    /// All clocks stand still.
    Paused,
    /// They run again.
    Resumed,
}

impl Taken {
    /// The notices of an act, each with the viewers it is for.
    pub fn notices(&self) -> &[AnyNotice] {
        &self.told.notices
    }

    /// What each viewer saw of an act; `None` where the entry is none.
    pub const fn sights(&self) -> Option<&Sights> {
        self.told.sights.as_ref()
    }

    /// What one viewer is told, each piece with its number in the viewer's own count, from 1.
    pub fn news(&self, viewer: Viewer) -> Vec<(u64, News<'_>)> {
        let heard: Vec<News<'_>> = match &self.entry.event {
            Event::Act(_) => {
                let own = self.told.notices.iter().filter(|notice| notice.to.contains(viewer));
                own.map(|notice| News::Notice(&notice.notice)).collect()
            }
            Event::Takeback(_) => {
                let back = self.told.back.as_ref().and_then(|back| back[viewer]);
                back.map(News::TakenBack).into_iter().collect()
            }
            Event::Seated(seat, who) => vec![News::Seated(*seat, who)],
            Event::Paused => vec![News::Paused],
            Event::Resumed => vec![News::Resumed],
            Event::Fault(_) => Vec::new(),
        };
        (self.told.first[viewer] + 1..).zip(heard).collect()
    }
}
