//! What people at this terminal are told: at once, or with their next question, and again in a log.

use parlor_engine::{Act, AnyAct, AnyNotice, Face, Seat, Viewer};
use parlor_match::{Event, Fault, Taken, Verdict};

use super::{Session, WIDTH};
use crate::play::bots;
use crate::words;

/// So many lines of a small screen are left above a question.
pub(super) const SCREEN: usize = 20;
/// So many of the last sentences stay as long as there is anything else to drop.
const LATEST: usize = 3;

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

/// What goes first where there is not room for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rank {
    /// A question that answered itself: nobody misses it.
    Aside,
    /// What others do among themselves: the latest of it stays.
    Others,
    /// What the person did or takes part in, what only they were told, and what matters to
    /// everybody: it stays longest.
    Stays,
}

impl Told {
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
                let words = words::wrapped(&words, WIDTH);
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
            Viewer::Spectator => Ok(writeln!(self.out, "{words}")?),
        }
    }

    /// Says something that no game says.
    pub(super) fn note(&mut self, seat: Seat, words: String, rank: Rank) -> anyhow::Result<()> {
        let visible = !self.holds_back();
        if visible {
            writeln!(self.out, "{words}")?;
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
        words::wrapped(&format!("{question} (done for you)."), WIDTH)
    }

    fn done(&mut self, act: &AnyAct, notices: &[AnyNotice]) -> anyhow::Result<()> {
        let watcher = self.watcher();
        let is_held = self.holds_back();
        for AnyNotice { to, notice } in notices {
            let table = self.live.referee().sitting().table();
            let told = table.tell(notice, &self.names);
            let Some(words) = told.filter(|words| !words.is_empty()) else { continue };
            let about = table.about_whom(notice);
            let words = words::wrapped(&words, WIDTH);
            let matters = table.matters(notice);
            let is_end = table.is_end(notice);
            let visible = to.contains(watcher) && !is_held;
            if visible {
                writeln!(self.out, "{words}")?;
            }
            let hearers: Vec<Seat> =
                self.people().filter(|&seat| to.contains(Viewer::Seat(seat))).collect();
            for seat in hearers {
                let news = matches!(act, Act::Move(by, _) | Act::Leave(by) if *by != seat);
                let stays = matters
                    || self.mover == Some(seat)
                    || !to.contains(Viewer::Spectator)
                    || about.contains(seat);
                let rank = if stays { Rank::Stays } else { Rank::Others };
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
        let lines: Vec<&str> = log.iter().flat_map(|(_, words)| words.lines()).collect();
        let left_out = if all { 0 } else { lines.len().saturating_sub(SCREEN) };
        if lines.is_empty() {
            return Ok(writeln!(self.out, "You were told nothing yet.")?);
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

/// Drops sentences until the rest takes at most so many lines, and says how many lines that were: first
/// what answered itself, then what others do, the oldest first, and then the oldest of the rest. The last
/// sentences stay longest: they lead to the question.
pub(super) fn drop_old(told: &mut Vec<&Told>, lines: usize) -> usize {
    let height = |told: &[&Told]| told.iter().map(|told| told.height()).sum::<usize>();
    let before = height(told);
    for (rank, latest) in
        [(Rank::Aside, 0), (Rank::Others, LATEST), (Rank::Others, 0), (Rank::Stays, 0)]
    {
        let mut excess = height(told).saturating_sub(lines);
        let old = told.len().saturating_sub(latest);
        let mut place = 0;
        told.retain(|told| {
            place += 1;
            let drops = excess > 0 && told.rank == rank && place <= old;
            if drops {
                excess = excess.saturating_sub(told.height());
            }
            !drops
        });
    }
    before - height(told)
}
