//! A match: the table, its dealer, and the log that everything else follows from.

mod draft;
mod position;
mod refusal;
mod takeback;
mod viewers;
mod window;

use std::fmt;
use std::time::Duration;

use parlor_engine::{Act, AnyAct, AnyTable, Names, Seat, Seats, Shelf, Viewer};

use crate::dealer::Dealer;
use crate::log::{Entry, Event};
use crate::name::shown_names;
use crate::record::{Close, Ending, Fork, Format, Header, MAX_ACTS, Occupant, Record, Writer};
use crate::referee::{Costs, Fault, Terms};
use crate::replay::Replay;
use crate::seed::{Seed, Shares};
pub use draft::{Draft, News, Taken};
pub use position::Open;
use position::{Place, Position, Trace};
pub use refusal::{BadEntry, NoFork, NoResume, NotPlayed};
use takeback::Barrier;
pub use takeback::{NoTakeback, Takeback};
pub use viewers::PerViewer;
pub use window::Window;

/// A match in play that can be recorded, cut off and resumed at any moment.
///
/// Nothing changes it but [`commit`](Self::commit): an act is first drafted, which checks it and
/// changes nothing, then written down by the driver, then committed, and only then told.
///
/// ```
/// use parlor_dots_and_boxes::DotsAndBoxes;
/// use parlor_match::{Seed, Shares, Occupant, Sitting};
/// use serde_json::json;
/// use std::time::Duration;
///
/// let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
/// let who = ["Ann", "Bob"].map(|name| Occupant::new("human", name)).to_vec();
/// let mut sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
///
/// let mut draft = sitting.draft(Duration::from_millis(1_500));
/// draft.act("1: h 0 0".parse().unwrap()).unwrap();
/// assert!(draft.text().starts_with("1 | 1.500 | 1: h 0 0 | "));
/// assert!(sitting.acts().is_empty()); // nobody can have seen it …
/// let taken = sitting.commit(draft); // … before it was written down, and this was called
/// assert_eq!((sitting.acts().len(), taken[0].notices().len()), (1, 1));
///
/// let mut draft = sitting.draft(Duration::from_millis(2_000));
/// let refused = draft.act("2: h 0 0".parse().unwrap()).unwrap_err();
/// assert_eq!(refused.to_string(), "that line is already drawn: 'h 0 0'");
/// ```
pub struct Sitting {
    header: Header,
    /// The table before the first act, to begin again from.
    start: Box<dyn AnyTable>,
    /// `None` when chance is decided by hand.
    seed: Option<Seed>,
    position: Position,
    log: Vec<Entry>,
    /// The acts that stand.
    acts: Vec<AnyAct>,
    /// What each viewer saw of the acts that can still be taken back.
    traces: Vec<Trace>,
    /// Why earlier acts cannot be taken back.
    barrier: Option<Barrier>,
    faults: Vec<Fault>,
    writer: Writer,
}

/// A copy goes on by itself: to try something out without playing it here.
impl Clone for Sitting {
    fn clone(&self) -> Self {
        Self {
            header: self.header.clone(),
            start: self.start.fork(),
            seed: self.seed.clone(),
            position: self.position.clone(),
            log: self.log.clone(),
            acts: self.acts.clone(),
            traces: self.traces.clone(),
            barrier: self.barrier.clone(),
            faults: self.faults.clone(),
            writer: self.writer,
        }
    }
}

impl Sitting {
    /// A new match, dealt from a seed.
    ///
    /// `who` says who sits where; seats it leaves out are `anybody`.
    pub fn new(table: Box<dyn AnyTable>, who: Vec<Occupant>, seed: Seed, shares: Shares) -> Self {
        let mut header = header(&*table, who);
        header.commitment = Some(seed.commitment());
        header.shares = shares;
        let dealer = Dealer::new(&seed, &header.shares);
        Self::with(header, table, Some(seed), Some(dealer))
    }

    /// A new match in which chance outcomes are played like moves: for scripts and for physical
    /// dice. The record says so, and nobody can verify its luck. If a dealer is given, it deals the
    /// chance outcomes that the script does not name.
    pub fn by_hand(table: Box<dyn AnyTable>, who: Vec<Occupant>, dealer: Option<Dealer>) -> Self {
        Self::with(header(&*table, who), table, None, dealer)
    }

    /// A new match that goes on from an act of a recorded one, with luck of its own.
    pub fn fork(
        record: &Record,
        at: usize,
        shelf: Shelf,
        who: Vec<Occupant>,
        seed: Seed,
        shares: Shares,
    ) -> Result<Self, NoFork> {
        let acts = record.acts();
        if at > acts.len() {
            return Err(NoFork::NoSuchAct { at, acts: acts.len() });
        }
        let mut replay = Replay::new(record, shelf)?;
        while replay.number() < at {
            replay.skip()?;
        }
        let mut sitting = Self::new(record.header.open(shelf)?, who, seed, shares);
        sitting.header.fork = Some(Fork { seal: record.seal(), at });
        sitting.writer = Writer::begin(&sitting.header).0;
        for act in &acts[..at] {
            let mut draft = sitting.draft(Duration::ZERO);
            let repeated = draft.repeat((*act).clone());
            debug_assert!(repeated.is_ok(), "what was replayed is legal");
            sitting.commit(draft);
        }
        Ok(sitting)
    }

    /// Goes on with a match from its log, as if it had never been cut off: with the same commitment,
    /// the same dice to come, the same numbers of questions and news, and the same time left. `again` is
    /// called with each entry and its news, so that the driver can send them to a viewer that missed some.
    pub fn resume(
        header: Header,
        seed: Option<Seed>,
        log: &[Entry],
        shelf: Shelf,
        mut again: impl FnMut(Taken),
    ) -> Result<Self, NoResume> {
        if seed.as_ref().map(Seed::commitment) != header.commitment {
            return Err(NoResume::NotCommitted);
        }
        let table = header.open(shelf)?;
        let dealer = seed.as_ref().map(|seed| Dealer::new(seed, &header.shares));
        let mut sitting = Self::with(header, table, seed, dealer);
        for entry in log {
            let taken = sitting.follow(entry).map_err(|why| NoResume::Entry {
                number: sitting.log.len() + 1,
                entry: entry.event.to_string(),
                why,
            })?;
            taken.into_iter().for_each(&mut again);
        }
        Ok(sitting)
    }

    fn with(
        header: Header,
        table: Box<dyn AnyTable>,
        seed: Option<Seed>,
        dealer: Option<Dealer>,
    ) -> Self {
        let terms = header.terms.as_ref().map_or_else(Terms::unlimited, |(terms, _)| *terms);
        Self {
            start: table.fork(),
            position: Position::new(table, dealer, &header.seats, terms),
            seed,
            log: Vec::new(),
            acts: Vec::new(),
            traces: Vec::new(),
            barrier: None,
            faults: Vec::new(),
            writer: Writer::begin(&header).0,
            header,
        }
    }

    /// The same match with this much time for the seats, and with these costs of a fault.
    ///
    /// # Panics
    /// When a match that goes on has other terms already: the time that was told cannot be changed.
    #[must_use]
    pub fn on_terms(mut self, terms: Terms, costs: &Costs) -> Self {
        let is_settled = self.header.terms.is_some() && !self.log.is_empty();
        assert!(!is_settled, "the terms of a match are settled once");
        self.header.terms = Some((terms, costs.clone()));
        self.settled_anew()
    }

    /// The same match at a table where everybody may look at everything while it is played: see
    /// [`Header::all_open`]. It is settled before anybody plays.
    #[must_use]
    pub fn all_open(mut self) -> Self {
        self.header.all_open = true;
        self.settled_anew()
    }

    /// The same log below a header that has changed.
    fn settled_anew(mut self) -> Self {
        let dealer = match &self.seed {
            Some(seed) => Some(Dealer::new(seed, &self.header.shares)),
            // What was chosen by hand was not drawn from it.
            None => self.position.dealer.take(),
        };
        let mut again = Self::with(self.header, self.start, self.seed, dealer);
        for entry in self.log {
            let followed = again.follow(&entry);
            debug_assert!(followed.is_ok(), "what was legal is legal again");
        }
        again
    }

    // ---- how it stands ----

    /// The table as it stands.
    pub fn table(&self) -> &dyn AnyTable {
        &*self.position.table
    }

    /// What was settled before the first act. The commitment in it is there to be published.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The game so far, without acts that were taken back.
    pub fn acts(&self) -> &[AnyAct] {
        &self.acts
    }

    /// Everything that happened.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// What seats did wrong so far.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Who decides for a seat now.
    pub fn occupant(&self, seat: Seat) -> &Occupant {
        &self.place(seat).who
    }

    /// What the occupants of all seats are called now, no two alike.
    pub fn names(&self) -> Names {
        let seats = (0..self.table().seats()).map(Seat::at);
        Names::new(shown_names(seats.map(|seat| self.occupant(seat).name.as_str())))
    }

    /// The question a seat owes an answer to.
    pub fn question(&self, seat: Seat) -> Option<Open> {
        self.position.places.get(seat.index())?.open
    }

    /// Whether this move was a seat's answer to this question, and still stands.
    pub fn was_answered(&self, seat: Seat, question: u64, played: &str) -> bool {
        let last = self.acts.iter().rev().find(|act| act.seat() == Some(seat));
        let is_same = matches!(last, Some(Act::Move(_, last)) if last == played);
        is_same && self.position.places[seat.index()].answered == question
    }

    /// How many questions were put to a seat.
    pub fn questions(&self, seat: Seat) -> u64 {
        self.place(seat).asked
    }

    /// How many news each viewer was told.
    pub const fn told(&self) -> &PerViewer<u64> {
        &self.position.told
    }

    /// The time of the last entry, since the start of the match.
    pub fn last_at(&self) -> Duration {
        self.log.last().map_or(Duration::ZERO, |entry| entry.at)
    }

    /// The time left in the bank of the seat's occupant; `None` without a bank.
    pub fn bank(&self, seat: Seat) -> Option<Duration> {
        self.place(seat).clock.left
    }

    /// How long the seat's occupant has thought in all, and over how many answers.
    pub fn time_used(&self, seat: Seat) -> (Duration, u64) {
        let clock = self.place(seat).clock;
        (clock.used, clock.answers)
    }

    /// When the question of a seat runs out, in match time; `None` where it does not, or while all
    /// clocks stand still.
    pub fn runs_out_at(&self, seat: Seat) -> Option<Duration> {
        let open = self.question(seat)?;
        self.position.watch.when(open.since + open.allowed?)
    }

    /// How long a seat has had its question at this time of the match.
    pub fn thought(&self, seat: Seat, at: Duration) -> Option<Duration> {
        let since = self.question(seat)?.since;
        Some(self.position.watch.at(at).saturating_sub(since))
    }

    /// When the game's own limit comes, in match time.
    pub fn game_ends_at(&self) -> Option<Duration> {
        let limit = self.table().time_limit()?;
        self.position.watch.when(Duration::from_secs(limit.into()))
    }

    /// Whether several seats answer under seal now: until the last of them has answered nobody may know who has.
    pub fn is_under_seal(&self) -> bool {
        self.position.window.is_sealed() && !self.position.asked().is_empty()
    }

    /// Whom the table waits for, as far as everybody may know.
    pub const fn window(&self) -> &Window {
        &self.position.window
    }

    /// Whether all clocks stand still.
    pub const fn is_paused(&self) -> bool {
        self.position.watch.is_paused()
    }

    /// The dealer, for the seeds of computer players; `None` without one.
    pub const fn dealer(&self) -> Option<&Dealer> {
        self.position.dealer.as_ref()
    }

    /// A fault for tests: the dealer begins again with its first ticket, as if nothing had been dealt.
    #[cfg(feature = "faults")]
    pub fn deal_again(&mut self) {
        if let Some(dealer) = &mut self.position.dealer {
            dealer.rewind();
        }
    }

    pub(crate) fn place(&self, seat: Seat) -> &Place {
        &self.position.places[seat.index()]
    }

    // ---- going on ----

    /// Whether a record has room for one more entry.
    pub(crate) fn has_room(&self) -> bool {
        self.log.len() < MAX_ACTS
    }

    /// Begins a draft at this time since the start of the match.
    pub fn draft(&self, at: Duration) -> Draft {
        Draft::new(
            self.log.len() + 1,
            at.max(self.last_at()),
            self.position.clone(),
            self.acts.len(),
            self.writer,
            self.seed.is_some(),
        )
    }

    /// Takes what was drafted, after it was made durable: from here on it may be told.
    ///
    /// # Panics
    /// When something else was committed since the draft was made: it would not be what was checked.
    pub fn commit(&mut self, draft: Draft) -> Vec<Taken> {
        assert_eq!(draft.number(), self.log.len() + 1, "a draft is committed where it was made");
        let Draft { position, taken, kept, acts, barrier, writer, .. } = draft;
        let base = self.acts.len() - self.traces.len();
        self.acts.truncate(kept);
        self.traces.truncate(kept - base);
        let drafted = acts.len();
        for (act, trace) in acts {
            self.acts.push(act);
            self.traces.push(trace);
        }
        if let Some((before, barrier)) = barrier {
            let after = drafted - before;
            self.traces.drain(..self.traces.len() - after);
            self.barrier = Some(barrier);
        }
        for Taken { entry, .. } in &taken {
            if let Event::Fault(fault) = &entry.event {
                self.faults.push((**fault).clone());
            }
            self.log.push(entry.clone());
        }
        (self.position, self.writer) = (position, writer);
        taken
    }

    /// Takes an act at once, where nobody writes it down. A refused act changes nothing.
    pub fn play(&mut self, act: AnyAct) -> Result<Taken, NotPlayed> {
        let mut draft = self.draft(self.last_at());
        draft.act(act)?;
        Ok(self.commit(draft).swap_remove(0))
    }

    /// Deals the chance outcome that is due at once; `None` when none is, or when there is no dealer.
    pub fn deal(&mut self) -> Option<Taken> {
        let mut draft = self.draft(self.last_at());
        draft.deal().then(|| self.commit(draft).swap_remove(0))
    }

    /// Takes an entry of the log of this match again.
    fn follow(&mut self, entry: &Entry) -> Result<Vec<Taken>, BadEntry> {
        if entry.at < self.last_at() {
            return Err(BadEntry::Early);
        }
        let mut draft = self.draft(entry.at);
        let is_seat = |seat: &Seat| seat.index() < self.header.seats.len();
        let is_dealt = self.log.len() >= self.header.fork.map_or(0, |fork| fork.at);
        match &entry.event {
            Event::Act(Act::Chance(_)) if is_dealt && self.seed.is_some() => {
                if !draft.deal() {
                    return Err(BadEntry::NoChanceDue);
                }
            }
            Event::Act(act) if is_dealt => {
                draft.act_forgiving(act.clone(), entry.forgiven)?;
            }
            Event::Act(act) => draft.repeat(act.clone())?,
            Event::Fault(fault) if is_seat(&fault.seat) => draft.fault((**fault).clone()),
            Event::Seated(seat, who) if is_seat(seat) => draft.seat(*seat, (**who).clone()),
            Event::Fault(_) | Event::Seated(..) => {
                return Err(BadEntry::NoSuchSeat);
            }
            Event::Takeback(remain) => self.drop_acts(&mut draft, *remain)?,
            Event::Paused if draft.pause() => {}
            Event::Resumed if draft.resume() => {}
            Event::Paused | Event::Resumed => {
                return Err(BadEntry::SameClocks);
            }
        }
        let is_it = draft.entries().eq([entry]);
        if !is_it {
            let right = draft.entries().next().map_or_else(String::new, |it| it.event.to_string());
            return Err(BadEntry::NotDealt { right });
        }
        Ok(self.commit(draft))
    }

    // ---- taking back ----

    /// Whether the acts after the first `remain` can be taken back for a seat.
    ///
    /// `along` are seats whose acts go with those of the seat, and which need not be asked: computer
    /// players, where nothing is hidden.
    pub fn takeback(&self, seat: Seat, remain: usize, along: Seats) -> Takeback {
        match self.judge(seat, remain, along) {
            Err(why) => Takeback::Refused(why),
            Ok(seen) => {
                let others = Seats::first_n(self.header.seats.len()).without(seat).less(along);
                let saw = |seat: &Seat| seen[Viewer::Seat(*seat)];
                let witnesses: Seats = others.iter().filter(saw).collect();
                let unseen =
                    seen.viewers().all(|viewer| viewer.seat() == Some(seat) || !seen[viewer]);
                if unseen { Takeback::Free } else { Takeback::Consent(witnesses) }
            }
        }
    }

    /// Drafts a takeback that was found possible.
    pub fn draft_takeback(
        &self,
        seat: Seat,
        remain: usize,
        along: Seats,
        at: Duration,
    ) -> Result<Draft, NoTakeback> {
        self.judge(seat, remain, along)?;
        let mut draft = self.draft(at);
        self.drop_acts(&mut draft, remain).map_err(|_| NoTakeback::NotYours)?;
        Ok(draft)
    }

    /// Which viewers saw something of the acts after the first `remain`, where they can be taken back.
    fn judge(
        &self,
        seat: Seat,
        remain: usize,
        along: Seats,
    ) -> Result<PerViewer<bool>, NoTakeback> {
        let base = self.acts.len() - self.traces.len();
        let undone = self.acts.get(remain..).filter(|undone| !undone.is_empty());
        let undone = undone.ok_or(NoTakeback::NoSuchAct { act: remain + 1 })?;
        if remain < self.header.fork.map_or(0, |fork| fork.at) {
            return Err(NoTakeback::BehindTheFork);
        }
        if undone[0].seat() != Some(seat) {
            return Err(NoTakeback::NotYours);
        }
        // The same is said from the beginning of a sealed window to its end: another reason after an answer of
        // somebody else would tell that the answer is in.
        if self.is_under_seal() {
            return Err(NoTakeback::Sealed);
        }
        if let Some(barrier) = self.barrier.as_ref().filter(|_| remain < base) {
            return Err(barrier.refusal());
        }
        if self.traces[remain - base..].iter().any(|trace| trace.is_sealed) {
            return Err(NoTakeback::Sealed);
        }
        let hides = self.table().hides_anything();
        // A move of somebody else that the seat has not noticed is no reason: to refuse would tell of it. Who made it
        // has seen it, and must agree to lose it.
        let noticed = undone.iter().zip(&self.traces[remain - base..]);
        let noticed = noticed.filter(|(_, trace)| trace.seen[Viewer::Seat(seat)]);
        let goes_along = |by: &Seat| *by == seat || !hides && along.contains(*by);
        let mut movers = noticed.filter_map(|(act, _)| act.seat());
        if let Some(by) = movers.find(|by| !goes_along(by)) {
            return Err(NoTakeback::OtherActed { seat: by });
        }
        if hides && self.table().outcome().is_some() {
            return Err(NoTakeback::Over);
        }
        Ok(self.seen_since(remain))
    }

    fn seen_since(&self, remain: usize) -> PerViewer<bool> {
        let base = self.acts.len() - self.traces.len();
        let traces = &self.traces[remain - base..];
        PerViewer::from_fn(self.header.seats.len(), |viewer| {
            traces.iter().any(|trace| trace.seen[viewer])
        })
    }

    /// Drafts that only the first `remain` acts stand. It does not ask whether the seats agree.
    fn drop_acts(&self, draft: &mut Draft, remain: usize) -> Result<(), BadEntry> {
        let base = self.acts.len() - self.traces.len();
        let by = self.acts.get(remain).and_then(Act::seat);
        let (Some(by), Some(before)) = (by, remain.checked_sub(base).map(|at| &self.traces[at]))
        else {
            return Err(BadEntry::NotTakenBack);
        };
        let mut table = self.start.fork();
        for act in &self.acts[..remain] {
            table.apply(act).map_err(NotPlayed::Refused)?;
        }
        draft.taken_back(remain, table, by, before, &self.seen_since(remain));
        Ok(())
    }

    // ---- writing it down ----

    /// The record of the match so far, while it goes on: it breaks off, and the seed is not in it.
    pub fn so_far(&self) -> Record {
        let close = Close::Broken { line: self.header.lines() + self.log.len() };
        Record { header: self.header.clone(), log: self.log.clone(), close }
    }

    /// The record of a match that nobody plays on. It reveals the seed, so it is for the end
    /// of the game, or for one that is given up.
    pub fn record(&self) -> Record {
        let (ending, seed) = (self.ending(), self.seed.clone());
        let close = Close::Sealed { ending, seed };
        Record { header: self.header.clone(), log: self.log.clone(), close }
    }

    /// The last lines of the record of a match that nobody plays on, with the seed.
    pub fn footer(&self) -> String {
        self.writer.close(&self.ending(), self.seed.as_ref())
    }

    fn ending(&self) -> Ending {
        self.table().outcome().map_or(Ending::Stopped, Ending::Over)
    }
}

/// What a new match is settled on.
fn header(table: &dyn AnyTable, mut who: Vec<Occupant>) -> Header {
    who.resize(table.seats(), Occupant::new("unknown", "anybody"));
    Header {
        format: Format::Two,
        game: table.about().id.to_owned(),
        rules: table.about().rules_version,
        options: table.options(),
        seats: who.into_iter().map(Occupant::newly_named).collect(),
        terms: None,
        all_open: false,
        fork: None,
        shares: Shares::none(),
        commitment: None,
    }
}

impl fmt::Debug for Sitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sitting")
            .field("header", &self.header)
            .field("log", &self.log)
            .finish_non_exhaustive()
    }
}
