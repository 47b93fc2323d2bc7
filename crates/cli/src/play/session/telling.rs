//! What people at this terminal are told: at once, or with their next question, and again in a log.

use std::cmp::Reverse;

use parlor_engine::{Act, AnyAct, AnyNotice, Face, Importance, Seat, Viewer};
use parlor_match::{Event, Fault, Taken, Verdict};

use super::Session;
use crate::play::bots;
use crate::words;

/// So many lines of a small screen are left above a question.
pub(super) const SCREEN: usize = 20;

/// A sentence for one person.
#[derive(Clone)]
pub(super) struct Told {
    pub(super) words: String,
    /// Whether they can read it on the screen already.
    pub(super) visible: bool,
    /// Whether it is about something that somebody else did.
    pub(super) news: bool,
    /// Whether it says only that the game is over.
    pub(super) is_end: bool,
    pub(super) rank: Rank,
}

/// What goes first where there is not room for all: the lowest rank, and of that the oldest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    /// A question that answered itself: nobody misses it.
    Aside,
    /// What the game calls routine, of the person, too: the table shows it.
    Routine,
    /// What others do among themselves.
    Others,
    /// The same, where it changes how the game stands.
    Notable,
    /// What the person did or takes part in.
    Stays,
    /// What nobody should miss, and what only the person was told: the table does not show it.
    Key,
}

impl Rank {
    /// By what the game says, by whether it concerns the person more than the others, and by whether only some hear
    /// of it.
    const fn of(importance: Importance, concerns: bool, is_secret: bool) -> Self {
        match importance {
            Importance::Routine => Self::Routine,
            Importance::Key => Self::Key,
            _ if is_secret => Self::Key,
            Importance::Usual | Importance::Notable if concerns => Self::Stays,
            Importance::Notable => Self::Notable,
            Importance::Usual => Self::Others,
        }
    }
}

impl Told {
    /// The same in lines of at most so many columns.
    pub(super) fn folded(self, columns: usize) -> Self {
        Self { words: words::wrapped(&self.words, columns), ..self }
    }

    /// How many lines it takes.
    pub(super) fn height(&self) -> usize {
        self.words.lines().count()
    }

    /// What no game says.
    pub(super) const fn by_the_terminal(words: String, visible: bool, rank: Rank) -> Self {
        Self { words, visible, news: false, is_end: false, rank }
    }
}

impl Session<'_> {
    /// Tells of something that happened.
    pub(super) fn happened(&mut self, taken: &Taken) -> anyhow::Result<()> {
        self.acts = taken.acts;
        let Some(act) = taken.entry.act() else { return Ok(()) };
        if let Some((seat, words)) = self.answered_itself.take() {
            self.logs[seat.index()].push((self.acts, words.clone()));
            self.note(seat, words, Rank::Aside)?;
        }
        if let Some(seat) = act.seat()
            && !self.people.contains(&seat)
        {
            self.turn_to(seat)?;
            // What nobody sees answers somebody's move; what follows still follows from that.
            let face = taken.sights().map(|sights| sights.of(Viewer::Spectator).face);
            if face != Some(Face::Down) {
                self.mover = Some(seat);
            }
        }
        self.done(act, taken.notices())
    }

    /// Puts what people were told before the game was broken off into their logs.
    pub(super) fn remember(&mut self, earlier: &[Taken]) {
        for taken in earlier {
            if let Event::Takeback(remain) = taken.entry.event {
                self.logs.iter_mut().for_each(|log| log.retain(|(acts, _)| *acts <= remain));
            }
            for AnyNotice { to, notice } in taken.notices() {
                let table = self.live.referee().sitting().table();
                let told = table.tell(notice, &self.names);
                let Some(words) = told.filter(|words| !words.is_empty()) else { continue };
                for seat in self.people.iter().filter(|seat| to.contains(Viewer::Seat(**seat))) {
                    self.logs[seat.index()].push((taken.acts, words.clone()));
                }
            }
        }
    }

    /// Says what somebody has done wrong, and what that costs.
    pub(super) fn fault(&mut self, fault: &Fault) -> anyhow::Result<()> {
        let errors = self.live.errors(fault.seat).unwrap_or_default();
        let mut fault = fault.clone();
        if fault.verdict == Verdict::Illegal && self.sitting().table().hides_anything() {
            // Why a move is illegal may say what is in the bot's hand.
            fault.why =
                String::from("a move that the rules do not allow (the record will say which)");
        }
        let words = bots::fault_in_words(&fault, &self.names, &errors);
        for seat in self.people.clone() {
            self.logs[seat.index()].push((self.acts, words.clone()));
        }
        match self.watcher() {
            Viewer::Seat(seat) => self.note(seat, words, Rank::Stays),
            Viewer::Spectator => self.say(&words),
        }
    }

    /// Says something that no game says.
    pub(super) fn note(&mut self, seat: Seat, words: String, rank: Rank) -> anyhow::Result<()> {
        let visible = !self.holds_back();
        if visible {
            self.say(&words)?;
        }
        self.told[seat.index()].push(Told::by_the_terminal(words, visible, rank));
        Ok(())
    }

    /// Whether what happens is told with the next question and not at once. To the only person at a
    /// screen: what is written before a board goes off it, and nothing is to be read twice.
    pub(super) fn holds_back(&self) -> bool {
        self.console.is_screen() && matches!(self.watcher(), Viewer::Seat(_))
    }

    /// A question that answers itself. It says what there is to answer.
    pub(super) fn done_for_you(&self, seat: Seat) -> String {
        let question = self.sitting().table().question(seat, &self.names).unwrap_or_default();
        let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{question} (done for you).")
    }

    fn done(&mut self, act: &AnyAct, notices: &[AnyNotice]) -> anyhow::Result<()> {
        let watcher = self.watcher();
        let is_held = self.holds_back();
        for AnyNotice { to, notice } in notices {
            let table = self.live.referee().sitting().table();
            let told = table.tell(notice, &self.names);
            let Some(words) = told.filter(|words| !words.is_empty()) else { continue };
            let about = table.about_whom(notice);
            let importance = table.importance(notice);
            let is_end = table.is_end(notice);
            let visible = to.contains(watcher) && !is_held;
            if visible {
                self.say(&words)?;
            }
            let hearers: Vec<Seat> =
                self.people().filter(|&seat| to.contains(Viewer::Seat(seat))).collect();
            for seat in hearers {
                let news = matches!(act, Act::Move(by, _) | Act::Leave(by) if *by != seat);
                let concerns = self.mover == Some(seat) || about.contains(seat);
                let is_secret = !to.contains(Viewer::Spectator);
                let rank = Rank::of(importance, concerns, is_secret);
                let told = Told { words: words.clone(), visible, news, is_end, rank };
                self.told[seat.index()].push(told);
                self.logs[seat.index()].push((self.acts, words.clone()));
            }
        }
        Ok(())
    }

    /// Shows a person again what they were told: all of it, or a screenful.
    pub(super) fn show_log(&mut self, seat: Seat, all: bool) -> anyhow::Result<()> {
        let log = &self.logs[seat.index()];
        let log: Vec<String> = log.iter().map(|(_, words)| self.folded(words)).collect();
        let lines: Vec<&str> = log.iter().flat_map(|words| words.lines()).collect();
        let left_out = if all { 0 } else { lines.len().saturating_sub(SCREEN) };
        if lines.is_empty() {
            return self.say("You were told nothing yet.");
        }
        let before = (left_out > 0).then(|| {
            let lines = words::count(left_out, "line");
            format!("({lines} before these; log all shows them, too.)")
        });
        let shown = before.as_deref().into_iter().chain(lines[left_out..].iter().copied());
        let text = shown.collect::<Vec<_>>().join("\n");
        self.show_text(&text)
    }
}

/// Whether so many lines below push news off a small screen.
pub(super) fn is_pushed_off(told: &[Told], below: usize) -> bool {
    let visible = || told.iter().filter(|told| told.visible);
    let lines: usize = visible().map(Told::height).sum();
    visible().any(|told| told.news) && lines + below > SCREEN
}

/// The last sentences that have room in so many lines, without routine: what leads to the question.
pub(super) fn latest<'a>(told: &[&'a Told], lines: usize) -> Vec<&'a Told> {
    let mut left = lines;
    let last = told.iter().rev().filter(|told| told.rank > Rank::Routine);
    let fits = last.take_while(|told| {
        let rest = left.checked_sub(told.height());
        left = rest.unwrap_or(0);
        rest.is_some()
    });
    let mut latest: Vec<&Told> = fits.copied().collect();
    latest.reverse();
    latest
}

/// The sentences that have room in so many lines, in their order, and those that have none. The highest rank comes
/// first, and of a rank the latest. Where a long sentence has no room, a short one before it may have.
pub(super) fn that_fit<'a>(told: &[&'a Told], lines: usize) -> (Vec<&'a Told>, Vec<&'a Told>) {
    let mut order: Vec<usize> = (0..told.len()).collect();
    order.sort_by_key(|&place| Reverse((told[place].rank, place)));
    let mut left = lines;
    let mut fits = vec![false; told.len()];
    for place in order {
        if let Some(rest) = left.checked_sub(told[place].height()) {
            (left, fits[place]) = (rest, true);
        }
    }
    let (kept, dropped): (Vec<_>, Vec<_>) = told.iter().zip(fits).partition(|(_, fits)| *fits);
    let only = |told: Vec<(&&'a Told, bool)>| told.into_iter().map(|(told, _)| *told).collect();
    (only(kept), only(dropped))
}
