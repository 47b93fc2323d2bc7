//! A game at the terminal: people type, computer players answer.

mod mood;
mod reading;
mod saving;

use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use parlor_engine::{Act, AnyAct, AnyEntry, AnyNotice, Face, Names, Nudge, Seat, Seats, Viewer};
use parlor_match::{Fault, Sitting, Taken};
use parlor_runner::RecordFile;
use parlor_runner::{Live, Step};

use super::bots::{self, Bots};
use super::console::Console;
use super::screen::{Handover, Screen};
use super::seating::Seating;
use crate::words;
use saving::Offer;

/// How many moves `moves` lists; a screenful.
const LISTED: usize = 60;
/// On a menu with more entries no move can be found by its beginning; nobody reads so many.
const SEARCHED: usize = 10_000;
/// How wide a list may be.
const WIDTH: usize = 78;

/// So many lines of a small screen are left above a question.
const SCREEN: usize = 20;
/// More sentences than this are not told below a board, but for those that must stay: they would
/// push it off.
const REPEATED: usize = 20;
/// So many of the last sentences are told in any case: they lead to the question.
const LATEST: usize = 5;

/// What was refused is named just before.
const AFTER_IT: &str = " that came after it";

const COMMANDS: &str = "\
moves         lists what is legal now
board         draws the board again
log           shows the last of what you were told; log all shows everything
undo          takes back what was last done here, where the rules allow it
explain WORD  says what a word of the game means
happy, angry  cheers the computer players up, or teases them: happy bob
save FILE     writes the game so far to a file, without the seed, and goes on
leave         gives up your seat; the others go on
quit, exit    stops the game for everybody
help, ?       says all this
A slash before a word (/help) makes it a command, whatever moves there are.

To type less:
Enter         plays the only legal move, or what it says that it plays
pa for pass   the beginnings of its words are enough where they fit one legal
              move; the last words may be left off, a word between two
              numbers, and what follows a hyphen; words with digits may not,
              and are typed whole; hyphens may be blanks; so are its last
              words alone, without a number
ann for 1     a player's name, or its beginning, for the number of the seat;
              where moves have a PLACE, beginnings of the words of its name
MOVE; MOVE    plays several in turn, up to one that is refused and as long as
              nobody else is asked
MOVE x3       plays it three times in the same way";

/// The commands, by their first words.
const COMMAND_WORDS: [&str; 13] = [
    "help", "?", "moves", "board", "log", "undo", "explain", "happy", "angry", "save", "leave",
    "quit", "exit",
];

/// Plays the game to its end, or to the end of the input.
pub(super) fn run(
    sitting: Sitting,
    seating: &Seating,
    bots: &mut Bots,
    file: Option<RecordFile>,
    console: Console,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    run_after(Duration::ZERO, sitting, seating, bots, file, console, out)
}

/// The same of a game that has been going on for so long.
fn run_after(
    ago: Duration,
    sitting: Sitting,
    seating: &Seating,
    bots: &mut Bots,
    file: Option<RecordFile>,
    console: Console,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let remarks = bots.remarks(seating).into_iter().chain(seating.replaced.iter().cloned());
    let remarks = remarks.collect::<Vec<_>>().join("\n");
    if !remarks.is_empty() {
        // Before anything is started.
        writeln!(out, "{remarks}")?;
        out.flush()?;
    }
    let people = seating.people();
    let session = Session {
        screen: Screen::new(sitting.table().hides_anything(), people.len()),
        can_undo: !seating.has_bots(),
        is_overlooked: sitting.table().hides_anything() && seating.has_programs(),
        people,
        names: sitting.header().names(),
        told: vec![Vec::new(); seating.len()],
        logs: vec![Vec::new(); seating.len()],
        acts: sitting.acts().len(),
        asked: None,
        mover: None,
        ahead: VecDeque::new(),
        is_recorded: file.is_some(),
        console,
        out,
        live: bots.let_in(ago, sitting, seating, file),
        bots,
    };
    session.run()
}

struct Session<'a> {
    live: Live,
    bots: &'a mut Bots,
    /// The number of acts as far as was told; the game may have gone on from there.
    acts: usize,
    /// Who sits at this terminal.
    people: Vec<Seat>,
    /// Whether moves can be taken back. Bots do not look back.
    can_undo: bool,
    /// Whether programs play a game that hides something: they may look at files.
    is_overlooked: bool,
    names: Names,
    screen: Screen,
    /// What each person at this terminal was told since they were last asked.
    told: Vec<Vec<Told>>,
    /// All that each of them was told, with the number of acts there were then.
    logs: Vec<Vec<(usize, String)>>,
    /// Who was asked last.
    asked: Option<Seat>,
    /// Who made the move that what happens now follows from.
    mover: Option<Seat>,
    /// What they typed in one line and has not been played yet.
    ahead: VecDeque<String>,
    /// Whether the game is written down while it is played.
    is_recorded: bool,
    console: Console,
    out: &'a mut dyn Write,
}

/// A sentence for one person.
#[derive(Clone)]
struct Told {
    words: String,
    /// Whether they can read it on the screen already.
    visible: bool,
    /// Whether it is about something that somebody else did.
    news: bool,
    /// Whether it says only that the game is over.
    is_end: bool,
    rank: Rank,
}

/// What goes first where there is not room for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rank {
    /// A question that answered itself: nobody misses it.
    Aside,
    /// What others do among themselves: the latest of it stays.
    Others,
    /// What the person did or takes part in, what only they were told, and what matters to
    /// everybody: it stays, however much came after it.
    Stays,
}

impl Told {
    /// What no game says.
    const fn by_the_terminal(words: String, visible: bool, rank: Rank) -> Self {
        Self { words, visible, news: false, is_end: false, rank }
    }
}

/// What a person wants.
enum Wish {
    Play(AnyAct),
    /// To be asked anew: the table is another one now.
    Look,
    Stop,
}

/// What a line means.
enum Meaning {
    Wish(Wish),
    /// Something that has been answered; the question stands.
    Answered,
    /// Something that cannot be, and why.
    Refused(String),
}

impl Session<'_> {
    fn run(mut self) -> anyhow::Result<u8> {
        self.welcome()?;
        loop {
            match self.live.advance() {
                Step::Over => break,
                Step::Happened(taken) => self.happened(&taken)?,
                Step::NotWritten(why) => {
                    self.live.finish(bots::PATIENCE);
                    return Err(why.into());
                }
                Step::Fault(fault) => self.fault(&fault)?,
                Step::Waits(seats) => self.waits(seats)?,
                Step::Chance => unreachable!("a dealt table has a dealer"),
                Step::Person(_) if self.time_left() == Some(Duration::ZERO) => self.live.tick(),
                Step::Person(seat) => {
                    self.turn_to(seat)?;
                    if let Some(only) = self.goes_without_asking(seat) {
                        let words = self.done_for_you(seat);
                        // With the act that it is about, which is still to come.
                        self.logs[seat.index()].push((self.acts + 1, words.clone()));
                        self.note(seat, words, Rank::Aside)?;
                        self.attempt(seat, Act::Move(seat, only));
                        continue;
                    }
                    match self.wish(seat)? {
                        Wish::Play(act) => {
                            self.mover = Some(seat);
                            self.attempt(seat, act);
                        }
                        Wish::Look => {}
                        Wish::Stop => {
                            writeln!(self.out, "The game stops here, before its end.")?;
                            return self.finish();
                        }
                    }
                }
            }
        }
        if let Some(dropped) = self.drop_ahead(", since the game is over") {
            writeln!(self.out, "{dropped}")?;
        }
        let outcome = self.sitting().table().outcome();
        if outcome.is_some() {
            self.draw(self.watcher())?;
        }
        if let Viewer::Seat(seat) = self.watcher() {
            // The result says it just below.
            self.told[seat.index()].retain(|told| !told.is_end);
            // Also where there is no result: it says whose fault that is.
            self.tell_what_happened(seat, 0)?;
        }
        if let Some(outcome) = outcome {
            writeln!(self.out, "{}", words::result_in_lines(&outcome, &self.names, WIDTH))?;
        }
        if self.people().next().is_some() {
            self.offer_to_save(Offer::AtTheEnd)?;
        }
        self.finish()
    }

    fn welcome(&mut self) -> anyhow::Result<()> {
        let title = self.sitting().table().about().title;
        let seats = (0..self.sitting().table().seats()).map(Seat::at);
        writeln!(self.out, "{title}: {}", self.names.list(seats))?;
        if let Some(fork) = self.sitting().header().fork {
            writeln!(self.out, "It goes on after act {} of a recorded game.", fork.at)?;
        }
        if let Some(commitment) = self.sitting().header().commitment {
            writeln!(self.out, "Commitment: {commitment}")?;
        }
        if !self.people.is_empty() {
            let undo = if self.can_undo { "undo, " } else { "" };
            writeln!(
                self.out,
                "Type a move, or one of: help, moves, board, log, {undo}explain WORD,\n\
                 save FILE, leave, quit."
            )?;
        }
        Ok(())
    }

    /// The seat whose eyes the terminal has: that of the only person at it, or nobody's.
    fn watcher(&self) -> Viewer {
        let mut people = self.people();
        match (people.next(), people.next()) {
            (Some(only), None) => Viewer::Seat(only),
            _ => Viewer::Spectator,
        }
    }

    fn people(&self) -> impl Iterator<Item = Seat> {
        self.people.iter().copied()
    }

    /// The game as it stands.
    fn sitting(&self) -> &Sitting {
        self.live.referee().sitting()
    }

    /// Tells of something that happened.
    fn happened(&mut self, taken: &Taken) -> anyhow::Result<()> {
        self.acts = taken.acts;
        let Some(act) = taken.entry.act() else { return Ok(()) };
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

    /// Somebody takes their time. Only people at a screen want to know.
    fn waits(&mut self, seats: Seats) -> anyhow::Result<()> {
        if self.console.is_screen() && !self.people.is_empty() {
            let verb = if seats.len() == 1 { "is" } else { "are" };
            let what = if self.live.referee().is_playing() { "thinking" } else { "getting ready" };
            writeln!(self.out, "{} {verb} {what} …", self.names.list(seats.iter()))?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Says what somebody has done wrong, and what that costs.
    fn fault(&mut self, fault: &Fault) -> anyhow::Result<()> {
        let errors = self.live.errors(fault.seat).unwrap_or_default();
        let words = bots::fault_in_words(fault, &self.names, &errors);
        for seat in self.people.clone() {
            self.logs[seat.index()].push((self.acts, words.clone()));
        }
        match self.watcher() {
            Viewer::Seat(seat) => self.note(seat, words, Rank::Stays),
            Viewer::Spectator => Ok(writeln!(self.out, "{words}")?),
        }
    }

    /// How long the game may still go on, where it has a limit of its own.
    fn time_left(&self) -> Option<Duration> {
        self.live.time_left()
    }

    /// The next question is for this seat: what somebody else typed ahead was not meant for it.
    fn turn_to(&mut self, seat: Seat) -> anyhow::Result<()> {
        let before = self.asked.replace(seat);
        if let Some(typist) = before.filter(|before| *before != seat) {
            let why = format!(", since {} is asked now", self.names.of(seat));
            if let Some(words) = self.drop_ahead(&why) {
                self.note(typist, words, Rank::Stays)?;
            }
        }
        Ok(())
    }

    /// Says something that no game says.
    fn note(&mut self, seat: Seat, words: String, rank: Rank) -> anyhow::Result<()> {
        let visible = !self.holds_back();
        if visible {
            writeln!(self.out, "{words}")?;
        }
        self.told[seat.index()].push(Told::by_the_terminal(words, visible, rank));
        Ok(())
    }

    /// Whether what happens is told with the next question and not at once. To the only person at a
    /// screen: what is written before a board goes off it, and nothing is to be read twice.
    fn holds_back(&self) -> bool {
        self.console.is_screen() && matches!(self.watcher(), Viewer::Seat(_))
    }

    /// A question that answers itself. It says what there is to answer.
    fn done_for_you(&self, seat: Seat) -> String {
        let question = self.sitting().table().question(seat, &self.names).unwrap_or_default();
        let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
        words::wrapped(&format!("{question} (done for you)."), WIDTH)
    }

    /// Forgets what was typed ahead, and says how much that was.
    fn drop_ahead(&mut self, why: &str) -> Option<String> {
        let dropped = std::mem::take(&mut self.ahead).len();
        (dropped > 0).then(|| format!("Dropped {}{why}.", words::count(dropped, "move")))
    }

    /// Finds out what a person wants: from what they typed ahead, or by showing them the table and
    /// reading what they type until it is something to do.
    fn wish(&mut self, seat: Seat) -> anyhow::Result<Wish> {
        if !self.hand_over(seat)? {
            return Ok(Wish::Stop);
        }
        let mut shown = false;
        loop {
            if self.ahead.is_empty() && !shown {
                self.show(seat)?;
                shown = true;
            }
            let Some(line) = self.next_line(seat)? else {
                writeln!(self.out, "The input has ended.")?;
                return Ok(Wish::Stop);
            };
            match self.understand(seat, &line)? {
                Meaning::Wish(wish) => return Ok(wish),
                Meaning::Answered => {}
                Meaning::Refused(why) => {
                    // Below the board, where it is read.
                    if !shown {
                        self.show(seat)?;
                        shown = true;
                    }
                    writeln!(self.out, "{why}")?;
                    if let Some(dropped) = self.drop_ahead(AFTER_IT) {
                        writeln!(self.out, "{dropped}")?;
                    }
                }
            }
        }
    }

    /// Gives the screen to a person who may see what others may not; `false` when the game is to
    /// stop instead.
    fn hand_over(&mut self, seat: Seat) -> anyhow::Result<bool> {
        match self.screen.pass_to(seat) {
            Handover::Needless => return Ok(true),
            Handover::Opening => {}
            Handover::Change => {
                self.console.wipe(self.out)?;
                self.told.iter_mut().flatten().for_each(|told| told.visible = false);
            }
        }
        let name = self.names.of(seat);
        let prompt = format!("{name}, you are asked. Nobody else looks? Press Enter. ");
        loop {
            let answer = self.console.ask(&prompt, self.out)?;
            match answer.map(|answer| answer.to_lowercase()).as_deref() {
                Some("") => return Ok(true),
                Some("quit" | "exit" | "/quit" | "/exit") => {
                    if self.offer_to_save(Offer::OnTheWay)? {
                        return Ok(false);
                    }
                }
                Some(_) => {}
                None => {
                    writeln!(self.out, "The input has ended.")?;
                    return Ok(false);
                }
            }
        }
    }

    /// Shows a person the table, what they were told and cannot see any more, and the question.
    fn show(&mut self, seat: Seat) -> anyhow::Result<()> {
        let board = self.sitting().table().draw(Viewer::Seat(seat), &self.names);
        writeln!(self.out, "\n{board}")?;
        self.tell_what_happened(seat, board.lines().count())?;
        self.put_question(seat)
    }

    /// Tells a person what they cannot read above a board of so many lines: in full, or where that
    /// would push the board off the screen what concerns them and the last of the rest.
    fn tell_what_happened(&mut self, seat: Seat, board: usize) -> anyhow::Result<()> {
        let told = std::mem::take(&mut self.told[seat.index()]);
        let is_held = self.holds_back();
        let again = is_held || self.console.is_screen() && is_pushed_off(&told, board);
        let mut told: Vec<&Told> = told.iter().filter(|told| again || !told.visible).collect();
        if again && !told.is_empty() {
            let left_out = match drop_old(&mut told) {
                0 => String::new(),
                lines => format!(" ({} left out; log shows more)", words::count(lines, "line")),
            };
            writeln!(self.out, "Since you were last asked{left_out}:")?;
        }
        for told in told {
            writeln!(self.out, "{}", told.words)?;
        }
        Ok(())
    }

    /// Shows a person again what they were told: all of it, or a screenful.
    fn show_log(&mut self, seat: Seat, all: bool) -> anyhow::Result<()> {
        let log = &self.logs[seat.index()];
        let lines: Vec<&str> = log.iter().flat_map(|(_, words)| words.lines()).collect();
        let left_out = if all { 0 } else { lines.len().saturating_sub(SCREEN) };
        if lines.is_empty() {
            writeln!(self.out, "You were told nothing yet.")?;
        }
        if left_out > 0 {
            let lines = words::count(left_out, "line");
            writeln!(self.out, "({lines} before these; log all shows them, too.)")?;
        }
        for line in &lines[left_out..] {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Asks a person, and says what Enter would do.
    fn put_question(&mut self, seat: Seat) -> anyhow::Result<()> {
        let question = self.sitting().table().question(seat, &self.names).unwrap_or_default();
        writeln!(self.out, "{question}")?;
        if let Some(only) = self.only_move(seat) {
            let hint = format!("Only '{only}' is possible: Enter plays it.");
            writeln!(self.out, "{}", words::wrapped(&hint, WIDTH))?;
        } else if let Some(usual) = self.sitting().table().usual_move(seat) {
            writeln!(self.out, "Enter plays '{usual}'.")?;
        }
        Ok(())
    }

    /// The next thing a person has typed, ahead or just now; `None` at the end of the input.
    fn next_line(&mut self, seat: Seat) -> anyhow::Result<Option<String>> {
        loop {
            if let Some(line) = self.ahead.pop_front() {
                let Some((once, times)) = self.repeated(seat, &line) else {
                    return Ok(Some(line));
                };
                (1..times).for_each(|_| self.ahead.push_front(once.clone()));
                return Ok(Some(once));
            }
            let prompt = self.time_left().map(time_in_words).unwrap_or_default() + "> ";
            let Some(line) = self.console.ask(&prompt, self.out)? else {
                return Ok(None);
            };
            if line.is_empty() {
                let usual = || self.sitting().table().usual_move(seat);
                if let Some(played) = self.only_move(seat).or_else(usual) {
                    return Ok(Some(played));
                }
                self.put_question(seat)?;
            } else if line.contains(';') && self.read_move(seat, &line).is_err() {
                let parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
                self.ahead.extend(parts.map(str::to_owned));
            } else {
                self.ahead.push_back(line);
            }
        }
    }

    /// The only legal move, where there is no other.
    fn only_move(&self, seat: Seat) -> Option<String> {
        let menu = self.sitting().table().menu(seat, 1);
        let (AnyEntry::One { notation: only, .. } | AnyEntry::Range { first: only, .. }) =
            menu.entries.into_iter().next()?;
        (menu.count == 1).then_some(only)
    }

    /// The only answer to a sealed question, for a person who plays against computers alone. With
    /// others at the table it is asked for: being passed over would tell them something.
    fn goes_without_asking(&self, seat: Seat) -> Option<String> {
        // What was typed ahead may be meant for this question.
        if self.people().nth(1).is_some() || !self.ahead.is_empty() {
            return None;
        }
        let only = self.only_move(seat)?;
        let face = self.sitting().table().face(seat, &only, Viewer::Spectator);
        (face == Some(Face::Down)).then_some(only)
    }

    /// What a line means.
    fn understand(&mut self, seat: Seat, line: &str) -> anyhow::Result<Meaning> {
        let line = &super::typed::plain_amounts(line);
        let slash = line.strip_prefix('/');
        // What is legal is a move, even if it looks like a command.
        let refusal = match slash {
            Some(_) => None,
            None => match self.read_move(seat, line) {
                Ok(act) => return Ok(Meaning::Wish(Wish::Play(act))),
                Err(refusal) => Some(refusal),
            },
        };
        let (word, rest) = match slash.unwrap_or(line).split_once(' ') {
            Some((word, rest)) => (word.to_lowercase(), rest),
            None => (slash.unwrap_or(line).to_lowercase(), ""),
        };
        let table = self.sitting().table();
        match (word.as_str(), rest) {
            ("help" | "?", _) => {
                let notation = words::wrapped(&table.notation(), WIDTH);
                let has_undo = self.can_undo;
                let lines = COMMANDS.lines().filter(|line| has_undo || !line.starts_with("undo "));
                let commands: Vec<&str> = lines.collect();
                writeln!(self.out, "{notation}\n\n{}", commands.join("\n"))?;
            }
            ("moves", "") => {
                let choices = table.choices(seat, &self.names, LISTED);
                writeln!(self.out, "{}", words::menu(&choices, WIDTH))?;
            }
            ("board", "") => {
                self.draw(Viewer::Seat(seat))?;
                self.put_question(seat)?;
            }
            ("log", "" | "all") => self.show_log(seat, rest == "all")?,
            ("undo", "") => return self.undo(),
            ("explain", "") => {
                let words: Vec<String> =
                    table.glossary().into_iter().map(|(word, _)| word).collect();
                let list = format!("explain WORD, with one of: {}.", words.join(", "));
                let none = "This game has no words to explain.".to_owned();
                let answer = if words.is_empty() { none } else { list };
                writeln!(self.out, "{}", words::wrapped(&answer, WIDTH))?;
            }
            ("happy", who) => self.nudge(Nudge::Happy, who)?,
            ("angry", who) => self.nudge(Nudge::Angry, who)?,
            ("explain", what) => {
                let what = table.places().into_iter().find(|(_, written)| written == what);
                let what = what.map_or_else(|| rest.to_owned(), |(name, _)| name);
                let answer = words::explained(&what, &table.glossary());
                writeln!(self.out, "{}", words::wrapped(&answer, WIDTH))?;
            }
            ("save", "") => writeln!(self.out, "Save where? Type save and the name of a file.")?,
            ("save", _) if self.is_overlooked => {
                let why = "A bot on this machine could read it and see hidden cards. The game can be \
                           saved at its end.";
                writeln!(self.out, "{}", words::wrapped(why, WIDTH))?;
            }
            ("save", path) => drop(self.save(Path::new(path), &self.sitting().so_far())?),
            ("leave", "") => {
                if self.means_to_leave()? {
                    return Ok(Meaning::Wish(Wish::Play(Act::Leave(seat))));
                }
            }
            ("quit" | "exit", "") => {
                if self.offer_to_save(Offer::OnTheWay)? {
                    return Ok(Meaning::Wish(Wish::Stop));
                }
            }
            _ => return Ok(self.guess(seat, line, refusal)),
        }
        Ok(Meaning::Answered)
    }

    /// Whether a person who typed `leave` stays with it: one word is soon typed, and may not be
    /// taken back.
    fn means_to_leave(&mut self) -> anyhow::Result<bool> {
        if !self.console.is_person() {
            return Ok(true);
        }
        writeln!(self.out, "Give up your seat for good? (yes; anything else to stay)")?;
        let answer = self.console.ask("leave> ", self.out)?.unwrap_or_default();
        let leaves = matches!(answer.to_lowercase().as_str(), "yes" | "y" | "leave");
        if !leaves {
            writeln!(self.out, "You stay.")?;
        }
        Ok(leaves)
    }

    fn attempt(&mut self, seat: Seat, act: AnyAct) {
        if let Err(why) = self.live.play(act) {
            let dropped = self.drop_ahead(AFTER_IT);
            let lines = [Some(sentence(&why.to_string())), dropped].into_iter().flatten();
            let told = lines.map(|words| Told::by_the_terminal(words, false, Rank::Stays));
            self.told[seat.index()].extend(told);
        }
    }

    fn done(&mut self, act: &AnyAct, notices: &[AnyNotice]) -> anyhow::Result<()> {
        let watcher = self.watcher();
        let is_held = self.holds_back();
        for AnyNotice { to, notice } in notices {
            let table = self.live.referee().sitting().table();
            let told = table.tell_of(notice, &self.names);
            let Some((words, heard)) = told.filter(|(words, _)| !words.is_empty()) else {
                continue;
            };
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
                    || heard.contains(seat);
                let rank = if stays { Rank::Stays } else { Rank::Others };
                let told = Told { words: words.clone(), visible, news, is_end, rank };
                self.told[seat.index()].push(told);
                self.logs[seat.index()].push((self.acts, words.clone()));
            }
        }
        Ok(())
    }

    /// Takes back what a person at this terminal did last, and all that came after it. Everybody at
    /// the terminal agrees: they sit beside each other.
    fn undo(&mut self) -> anyhow::Result<Meaning> {
        let acts = self.sitting().acts();
        let own = |act: &AnyAct| act.seat().filter(|seat| self.people.contains(seat));
        let last =
            acts.iter().enumerate().rev().find_map(|(number, act)| Some((number, own(act)?)));
        let Some((remain, seat)) = last else {
            return Ok(Meaning::Refused("There is nothing of yours to take back.".to_owned()));
        };
        let undone: Vec<String> = acts[remain..].iter().map(|act| self.in_words(act)).collect();
        let agreed = self.people().collect();
        if let Err(why) = self.live.take_back(seat, remain, agreed) {
            return Ok(Meaning::Refused(sentence(&words::no_takeback(&why, &self.names))));
        }
        self.told.iter_mut().for_each(Vec::clear);
        // What was told of an act that is still there stays told.
        self.logs.iter_mut().for_each(|log| log.retain(|(acts, _)| *acts <= remain));
        writeln!(self.out, "Taken back: {}.", undone.join(", "))?;
        Ok(Meaning::Wish(Wish::Look))
    }

    /// Whose act it was, and what.
    fn in_words(&self, act: &AnyAct) -> String {
        match act {
            Act::Move(seat, text) => format!("{}'s {text}", self.names.of(*seat)),
            Act::Leave(seat) => format!("{}'s leaving", self.names.of(*seat)),
            Act::Chance(_) | Act::Clock => act.to_string(),
        }
    }

    fn draw(&mut self, viewer: Viewer) -> anyhow::Result<()> {
        let board = self.sitting().table().draw(viewer, &self.names);
        Ok(writeln!(self.out, "\n{board}")?)
    }
}

/// What is left of a game with a time limit, before the prompt.
fn time_in_words(left: Duration) -> String {
    match left.as_secs() {
        seconds @ 0..60 => format!("{seconds} s left"),
        seconds => format!("{} min left", seconds.div_ceil(60)),
    }
}

/// Whether a board below it pushes news off a small screen.
fn is_pushed_off(told: &[Told], board: usize) -> bool {
    let visible = || told.iter().filter(|told| told.visible);
    let lines: usize = visible().map(|told| told.words.lines().count()).sum();
    visible().any(|told| told.news) && lines + board > SCREEN
}

/// Where there is not room for all, keeps what must stay, and of the rest the last; says how much
/// is dropped.
fn drop_old(told: &mut Vec<&Told>) -> usize {
    let before = told.len();
    let ranked = |told: &[&Told], rank| told.iter().filter(|told| told.rank == rank).count();
    if before - ranked(told, Rank::Aside) > REPEATED {
        told.retain(|told| told.rank != Rank::Aside);
        let room = REPEATED.saturating_sub(ranked(told, Rank::Stays));
        let mut old = ranked(told, Rank::Others).saturating_sub(room);
        let latest = told.len() - LATEST;
        let mut place = 0;
        told.retain(|told| {
            place += 1;
            let is_old = told.rank == Rank::Others && old > 0;
            old -= usize::from(is_old);
            !is_old || place > latest
        });
    }
    before - told.len()
}

/// A lower-case fragment as a sentence, in lines that fit the terminal.
fn sentence(fragment: &str) -> String {
    let end = if fragment.ends_with(['.', '!', '?']) { "" } else { "." };
    words::wrapped(&format!("{}{end}", words::capitalised(fragment)), WIDTH)
}

#[cfg(test)]
mod tests;
