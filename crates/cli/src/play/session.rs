//! A game at the terminal: people type, computer players answer.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use parlor_engine::{
    Act, AnyAct, AnyEntry, AnyNotice, AnyPlayer, AnyRefusal, AnyTurn, Budget, Names, Seat, Viewer,
};
use parlor_runner::{Record, Seal, Sitting};

use super::console::Console;
use super::screen::{Handover, Screen};
use super::seating::{Kind, Seating};
use super::shorthand;
use crate::record_file::RecordFile;
use crate::{exit, words};

/// How many moves `moves` lists; a screenful.
const LISTED: usize = 60;
/// On a menu with more entries no move can be found by its beginning; nobody reads so many.
const SEARCHED: usize = 10_000;
/// How wide a list may be.
const WIDTH: usize = 78;

/// What was refused is named just before.
const AFTER_IT: &str = " that came after it";

const COMMANDS: &str = "\
moves         lists what is legal now
board         draws the board again
undo          takes back what was last done here, where the rules allow it
explain WORD  says what a word of the game means
save FILE     writes the game so far to a file, without the seed, and goes on
leave         gives up your seat; the others go on
quit, exit    stops the game for everybody
help, ?       says all this
A slash before a word (/help) makes it a command, whatever moves there are.

To type less:
Enter         plays the only legal move, where there is no other
pa for pass   the beginnings of its words are enough where they fit one legal
              move; the last words may be left off; words with digits may not,
              and are typed whole; hyphens may be blanks
MOVE; MOVE    plays several in turn, up to one that is refused and as long as
              nobody else is asked
MOVE x3       plays it three times in the same way";

/// The commands, by their first words.
const COMMAND_WORDS: [&str; 10] =
    ["help", "?", "moves", "board", "undo", "explain", "save", "leave", "quit", "exit"];

/// Plays the game to its end, or to the end of the input.
pub(super) fn run(
    sitting: Sitting,
    seating: &Seating,
    file: Option<RecordFile>,
    console: Console,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let mut players = Vec::new();
    for (index, kind) in seating.kinds.iter().enumerate() {
        players.push(match kind {
            Kind::Human | Kind::Script => None,
            Kind::Computer(name) => {
                let seed = sitting.dealer().map_or(0, |dealer| dealer.player_seed(Seat::at(index)));
                sitting.table().player(name, seed)
            }
        });
    }
    let people = players.iter().filter(|player| player.is_none()).count();
    let session = Session {
        players,
        names: sitting.header().names(),
        screen: Screen::new(sitting.table().hides_anything(), people),
        told: vec![Vec::new(); seating.len()],
        asked: None,
        ahead: VecDeque::new(),
        file,
        console,
        out,
        sitting,
    };
    session.run(&seating.replaced.join("\n"))
}

struct Session<'a> {
    sitting: Sitting,
    /// The computer players; `None` where a person sits.
    players: Vec<Option<AnyPlayer>>,
    names: Names,
    screen: Screen,
    /// What each person at this terminal was told since they were last asked.
    told: Vec<Vec<Told>>,
    /// Who was asked last.
    asked: Option<Seat>,
    /// What they typed in one line and has not been played yet.
    ahead: VecDeque<String>,
    file: Option<RecordFile>,
    console: Console,
    out: &'a mut dyn Write,
}

/// A sentence for one person.
#[derive(Clone)]
struct Told {
    words: String,
    /// Whether they can read it on the screen already.
    visible: bool,
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
    fn run(mut self, replaced: &str) -> anyhow::Result<u8> {
        self.welcome(replaced)?;
        loop {
            match self.sitting.table().turn() {
                AnyTurn::Over => break,
                AnyTurn::Chance { .. } => {
                    let (act, notices) = self.sitting.deal().expect("a dealt table has a dealer");
                    self.done(&act, &notices)?;
                }
                AnyTurn::Ask { seats, .. } => {
                    let seat = seats.first().expect("a question is put to somebody");
                    self.turn_to(seat)?;
                    if self.players[seat.index()].is_some() {
                        self.consult(seat)?;
                        continue;
                    }
                    match self.wish(seat)? {
                        Wish::Play(act) => self.attempt(seat, &act)?,
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
        if let Some(outcome) = self.sitting.table().outcome() {
            self.draw(self.watcher())?;
            let result = words::result(&outcome, &self.names);
            let fits = result.chars().count() <= WIDTH;
            let result = if fits { result } else { result.replacen(" Scores:", "\nScores:", 1) };
            writeln!(self.out, "{}", words::wrapped(&result, WIDTH))?;
        }
        if self.people().next().is_some() {
            self.offer_to_save(Offer::AtTheEnd)?;
        }
        self.finish()
    }

    fn welcome(&mut self, replaced: &str) -> anyhow::Result<()> {
        let table = self.sitting.table();
        let about = table.about();
        let seats = (0..table.seats()).map(Seat::at);
        writeln!(self.out, "{}: {}", about.title, self.names.list(seats))?;
        if let Some(fork) = self.sitting.header().fork {
            writeln!(self.out, "It goes on after act {} of a recorded game.", fork.at)?;
        }
        if !replaced.is_empty() {
            writeln!(self.out, "{replaced}")?;
        }
        if let Some(commitment) = self.sitting.header().commitment {
            writeln!(self.out, "Commitment: {commitment}")?;
        }
        if self.players.iter().any(Option::is_none) {
            let undo = if about.undo { "undo, " } else { "" };
            writeln!(
                self.out,
                "Type a move, or one of: help, moves, board, {undo}explain WORD,\n\
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
        let seats = self.players.iter().enumerate();
        seats.filter(|(_, player)| player.is_none()).map(|(index, _)| Seat::at(index))
    }

    fn consult(&mut self, seat: Seat) -> anyhow::Result<()> {
        let player = self.players[seat.index()].as_mut().expect("a computer player sits here");
        let table = self.sitting.table();
        let chosen = table.consult(seat, player, Budget::default());
        let act = Act::Move(seat, chosen.expect("an asked player of this table answers"));
        match self.sitting.play(act.clone()) {
            Ok(notices) => self.done(&act, &notices),
            Err(why) => panic!("the computer player in seat {seat} played '{act}': {why}"),
        }
    }

    /// The next question is for this seat: what somebody else typed ahead was not meant for it.
    fn turn_to(&mut self, seat: Seat) -> anyhow::Result<()> {
        let before = self.asked.replace(seat);
        if let Some(typist) = before.filter(|before| *before != seat) {
            let why = format!(", since {} is asked now", self.names.of(seat));
            if let Some(words) = self.drop_ahead(&why) {
                writeln!(self.out, "{words}")?;
                self.told[typist.index()].push(Told { words, visible: true });
            }
        }
        Ok(())
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
        self.draw(Viewer::Seat(seat))?;
        for told in std::mem::take(&mut self.told[seat.index()]) {
            if !told.visible {
                writeln!(self.out, "{}", told.words)?;
            }
        }
        self.put_question(seat)
    }

    /// Asks a person, and says what Enter would do.
    fn put_question(&mut self, seat: Seat) -> anyhow::Result<()> {
        let question = self.sitting.table().question(seat, &self.names).unwrap_or_default();
        writeln!(self.out, "{question}")?;
        if let Some(only) = self.only_move(seat) {
            let hint = format!("Only '{only}' is possible: Enter plays it.");
            writeln!(self.out, "{}", words::wrapped(&hint, WIDTH))?;
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
            let Some(line) = self.console.ask("> ", self.out)? else {
                return Ok(None);
            };
            if line.is_empty() {
                if let Some(only) = self.only_move(seat) {
                    return Ok(Some(only));
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

    /// The move in a line that is to be played several times; once where nothing legal is meant.
    fn repeated(&self, seat: Seat, line: &str) -> Option<(String, usize)> {
        let (once, times) = shorthand::repeated(line)?;
        let word = once.split(' ').next().unwrap_or_default().to_lowercase();
        let is_command = once.starts_with('/') || COMMAND_WORDS.contains(&word.as_str());
        let is_legal = |line| self.read_move(seat, line).is_ok();
        if is_legal(line) || !self.meant(seat, line).is_empty() {
            return None;
        }
        if is_legal(once) || !is_command && !self.meant(seat, once).is_empty() {
            return Some((once.to_owned(), times));
        }
        (!is_command).then(|| (once.to_owned(), 1))
    }

    /// The only legal move, where there is no other.
    fn only_move(&self, seat: Seat) -> Option<String> {
        let menu = self.sitting.table().menu(seat, 1);
        match menu.entries.into_iter().next()? {
            AnyEntry::One(only) | AnyEntry::Range { first: only, .. } => {
                (menu.count == 1).then_some(only)
            }
        }
    }

    /// What a line means.
    fn understand(&mut self, seat: Seat, line: &str) -> anyhow::Result<Meaning> {
        let slash = line.strip_prefix('/');
        // What is legal is a move, even if it looks like a command.
        let typed = if slash.is_none() { self.read_move(seat, line) } else { Err(None) };
        let refusal = match typed {
            Ok(act) => return Ok(Meaning::Wish(Wish::Play(act))),
            Err(refusal) => refusal,
        };
        let (word, rest) = match slash.unwrap_or(line).split_once(' ') {
            Some((word, rest)) => (word.to_lowercase(), rest),
            None => (slash.unwrap_or(line).to_lowercase(), ""),
        };
        let table = self.sitting.table();
        match (word.as_str(), rest) {
            ("help" | "?", _) => {
                let notation = words::wrapped(&table.notation(), WIDTH);
                writeln!(self.out, "{notation}\n\n{COMMANDS}")?;
            }
            ("moves", "") => {
                writeln!(self.out, "{}", words::menu(&table.menu(seat, LISTED), WIDTH))?;
            }
            ("board", "") => {
                self.draw(Viewer::Seat(seat))?;
                self.put_question(seat)?;
            }
            ("undo", "") => return self.undo(),
            ("explain", "") => {
                let words: Vec<String> =
                    table.glossary().into_iter().map(|(word, _)| word).collect();
                let list = format!("explain WORD, with one of: {}.", words.join(", "));
                let none = "This game has no words to explain.".to_owned();
                let answer = if words.is_empty() { none } else { list };
                writeln!(self.out, "{}", words::wrapped(&answer, WIDTH))?;
            }
            ("explain", what) => {
                let meaning = table.explain(what);
                let what = words::shortened(what);
                let unknown = || format!("The game has no explanation of '{what}'.");
                let answer = words::wrapped(&meaning.unwrap_or_else(unknown), WIDTH);
                writeln!(self.out, "{answer}")?;
            }
            ("save", "") => writeln!(self.out, "Save where? Type save and the name of a file.")?,
            ("save", path) => drop(self.save(Path::new(path), &self.sitting.so_far())?),
            ("leave", "") => return Ok(Meaning::Wish(Wish::Play(Act::Leave(seat)))),
            ("quit" | "exit", "") => {
                if self.offer_to_save(Offer::OnTheWay)? {
                    return Ok(Meaning::Wish(Wish::Stop));
                }
            }
            _ => return Ok(self.guess(seat, line, refusal)),
        }
        Ok(Meaning::Answered)
    }

    /// What a line means that is neither a legal move nor a command: the beginning of one legal
    /// move, or nothing.
    fn guess(&self, seat: Seat, line: &str, refusal: Option<AnyRefusal>) -> Meaning {
        let why = match refusal {
            None => format!("there is no command '{line}'; type help"),
            Some(why @ AnyRefusal::Refused(_)) => why.to_string(),
            Some(why @ AnyRefusal::Unreadable(_)) => match self.meant(seat, line).as_slice() {
                [only] => return Meaning::Wish(Wish::Play(Act::Move(seat, only.clone()))),
                [] => self
                    .refused_with_hyphens(seat, line)
                    .or_else(|| self.unlike_any(seat, line))
                    .unwrap_or_else(|| format!("{why}; type help")),
                several => words::ambiguous(line, several),
            },
        };
        Meaning::Refused(sentence(&echoing(&why, line)))
    }

    /// Why a move is refused that was typed with blanks for hyphens; `None` where it is none.
    fn refused_with_hyphens(&self, seat: Seat, line: &str) -> Option<String> {
        let (word, rest) = line.split_once(' ').filter(|(_, rest)| rest.contains(' '))?;
        match self.read_move(seat, &format!("{word} {}", rest.replace(' ', "-"))) {
            Err(Some(why @ AnyRefusal::Refused(_))) => Some(why.to_string()),
            _ => None,
        }
    }

    /// What there is to say to words that no legal move begins with; `None` where the notation is
    /// to be explained instead.
    fn unlike_any(&self, seat: Seat, line: &str) -> Option<String> {
        let menu = self.sitting.table().menu(seat, SEARCHED);
        let has_digit = line.contains(|c: char| c.is_ascii_digit());
        let unlike = !has_digit && !menu.shortened && !shorthand::begins(line, &menu);
        unlike.then(|| words::unlike_any(line, &menu))
    }

    /// The legal moves that a line may be the beginning of.
    fn meant(&self, seat: Seat, line: &str) -> Vec<String> {
        let menu = self.sitting.table().menu(seat, SEARCHED);
        if menu.shortened {
            return Vec::new();
        }
        let mut moves = shorthand::meant(line, &menu);
        moves.retain(|text| self.read_move(seat, text).is_ok());
        moves
    }

    /// The move somebody means, tried on a copy of the table: as typed, or in lower case.
    fn read_move(&self, seat: Seat, line: &str) -> Result<AnyAct, Option<AnyRefusal>> {
        let attempt = |text: &str| {
            let act = Act::Move(seat, text.to_owned());
            self.sitting.table().fork().apply(&act).map(|_| act)
        };
        let lower = line.to_lowercase();
        match attempt(line) {
            Err(AnyRefusal::Unreadable(_)) if lower != line => attempt(&lower).map_err(Some),
            other => other.map_err(Some),
        }
    }

    fn attempt(&mut self, seat: Seat, act: &AnyAct) -> anyhow::Result<()> {
        match self.sitting.play(act.clone()) {
            Ok(notices) => self.done(act, &notices),
            Err(why) => {
                let dropped = self.drop_ahead(AFTER_IT);
                let lines = [Some(sentence(&why.to_string())), dropped].into_iter().flatten();
                let told = lines.map(|words| Told { words, visible: false });
                self.told[seat.index()].extend(told);
                Ok(())
            }
        }
    }

    /// Writes an act down, then tells of it.
    fn done(&mut self, act: &AnyAct, notices: &[AnyNotice]) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            file.act(act)?;
        }
        let watcher = self.watcher();
        for AnyNotice { to, notice } in notices {
            let words = self.sitting.table().tell(notice, &self.names);
            let Some(words) = words.filter(|words| !words.is_empty()) else {
                continue;
            };
            let visible = to.contains(watcher);
            if visible {
                writeln!(self.out, "{words}")?;
            }
            let hearers: Vec<Seat> =
                self.people().filter(|&seat| to.contains(Viewer::Seat(seat))).collect();
            for seat in hearers {
                self.told[seat.index()].push(Told { words: words.clone(), visible });
            }
        }
        Ok(())
    }

    /// Takes back what a person at this terminal did last, and all that came after it.
    fn undo(&mut self) -> anyhow::Result<Meaning> {
        let people: Vec<Seat> = self.people().collect();
        let own = |act: &AnyAct| match act {
            Act::Move(seat, _) | Act::Leave(seat) => people.contains(seat),
            Act::Chance(_) | Act::Clock => false,
        };
        let Some(number) = self.sitting.acts().iter().rposition(own) else {
            return Ok(Meaning::Refused("There is nothing of yours to take back.".to_owned()));
        };
        let undone = self.sitting.acts()[number..].to_vec();
        if let Err(why) = self.sitting.undo_to(number) {
            return Ok(Meaning::Refused(sentence(&why.to_string())));
        }
        self.told.iter_mut().for_each(Vec::clear);
        if let Some(file) = &mut self.file {
            file.rewrite(&self.sitting)?;
        }
        let undone: Vec<String> = undone.iter().map(|act| self.in_words(act)).collect();
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
        let board = self.sitting.table().draw(viewer, &self.names);
        Ok(writeln!(self.out, "\n{board}")?)
    }

    /// Saves to a file that does not exist yet: nobody wants to lose another game by a typing
    /// error. `false` when it cannot be.
    fn save(&mut self, path: &Path, record: &Record) -> anyhow::Result<bool> {
        let written = File::create_new(path).and_then(|mut file| {
            file.write_all(record.to_text().as_bytes()).and_then(|()| file.sync_all())
        });
        match written {
            Ok(()) if record.is_whole() => kept(self.out, path, record.seal())?,
            Ok(()) => writeln!(
                self.out,
                "Saved in '{}' up to here.\n\
                 The seed is not in it, since the game goes on.\n\
                 To go on from there another time: parlor play --fork {}",
                path.display(),
                words::typed(path)
            )?,
            Err(why) => {
                writeln!(self.out, "It cannot be saved in '{}': {why}.", path.display())?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Asks for a file for a game that is not recorded; `false` when it is to be played on instead.
    fn offer_to_save(&mut self, offer: Offer) -> anyhow::Result<bool> {
        if self.file.is_some() || self.sitting.acts().is_empty() {
            return Ok(true);
        }
        let back = match offer {
            Offer::OnTheWay => "; 'back' to go on playing",
            Offer::AtTheEnd => "",
        };
        loop {
            writeln!(self.out, "Save the game? (file name; 'no' to discard it{back})")?;
            let Some(answer) = self.console.ask("file> ", self.out)? else {
                return Ok(true);
            };
            match answer.to_lowercase().as_str() {
                "no" | "n" | "quit" | "exit" => return Ok(true),
                "back" | "b" if offer == Offer::OnTheWay => return Ok(false),
                // None of these is meant as the name of a file.
                "" | "?" | "help" | "yes" | "y" | "back" | "b" => {}
                _ => {
                    if self.save(Path::new(&answer), &self.sitting.record())? {
                        return Ok(true);
                    }
                }
            }
        }
    }

    fn finish(self) -> anyhow::Result<u8> {
        if let Some(file) = self.file {
            let path = file.path().to_owned();
            let seal = file.close(&self.sitting)?;
            kept(self.out, &path, seal)?;
        }
        Ok(exit::FINE)
    }
}

/// When somebody is asked whether to save.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offer {
    /// The game could still go on.
    OnTheWay,
    /// It is over.
    AtTheEnd,
}

/// Says where a whole record is, and what can be done with it.
fn kept(out: &mut dyn Write, path: &Path, seal: Seal) -> io::Result<()> {
    let (name, typed) = (path.display(), words::typed(path));
    writeln!(
        out,
        "Recorded in '{name}'. To see it again: parlor replay {typed}\n\
         To prove it: parlor verify {typed}\n\
         Seal: {seal}"
    )
}

/// A refusal that repeats the line as it was typed, and no more of it than is needed to know it.
fn echoing(why: &str, line: &str) -> String {
    let echo = format!("'{}'", words::shortened(line));
    why.replace(&format!("'{line}'"), &echo).replace(&format!("'{}'", line.to_lowercase()), &echo)
}

/// A lower-case fragment as a sentence, in lines that fit the terminal.
fn sentence(fragment: &str) -> String {
    let mut chars = fragment.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if fragment.ends_with(['.', '!', '?']) { "" } else { "." };
    words::wrapped(&format!("{first}{}{end}", chars.as_str()), WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::Rulebook;
    use parlor_gametest::toys::{Peek, Pig, Tender};
    use parlor_runner::{Seed, Shares};
    use serde_json::Value;

    /// What people read who play a toy at this terminal and type these lines.
    fn screen_of<R: Rulebook>(seats: &[Option<&str>], typed: &'static str, wipes: bool) -> String {
        let kind = |name: Option<&str>| match name {
            Some(_) => Kind::Human,
            None => Kind::Computer("random".to_owned()),
        };
        let seating = Seating {
            kinds: seats.iter().copied().map(kind).collect(),
            called: seats.iter().map(|name| name.unwrap_or("random").to_owned()).collect(),
            replaced: Vec::new(),
        };
        let table = parlor_engine::open::<R>(&Value::Null, seats.len()).unwrap();
        let seed = Seed::from_number(1);
        let sitting = Sitting::new(table, seating.sitters(), seed, Shares::none());
        let mut out = Vec::new();
        run(sitting, &seating, None, Console::typed(typed, wipes), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    const ANN_AND_BOB: [Option<&str>; 2] = [Some("Ann"), Some("Bob")];
    const ANN_ALONE: [Option<&str>; 2] = [Some("Ann"), None];

    #[test]
    fn a_refusal_repeats_what_was_typed() {
        assert_eq!(echoing("'h 9 x' is no line", "H 9 x"), "'H 9 x' is no line");
        let long = "X".repeat(90);
        let expected = format!("not '{}…'", "X".repeat(60));
        assert_eq!(echoing(&format!("not '{long}'"), &long), expected);
    }

    #[test]
    fn fragments_become_sentences() {
        assert_eq!(sentence("that line is already drawn"), "That line is already drawn.");
        assert_eq!(sentence("really?"), "Really?");
        assert_eq!(sentence(""), ".");
    }

    const WIPE: &str = "\u{1b}[H\u{1b}[2J\u{1b}[3J";

    /// With this seed Ann holds the 2 and Bob the 1.
    #[test]
    fn hidden_hands_are_handed_over() {
        let out = screen_of::<Peek>(&ANN_AND_BOB, "\npeek 2\nkeep\n\nswap\n\n", true);
        let looks: Vec<&str> = out.split(WIPE).collect();
        let [ann, bob, again] = looks.as_slice() else { panic!("two hand-overs in:\n{out}") };
        let asked = |name| format!("{name}, you are asked. Nobody else looks? Press Enter. \n");
        // Whoever looks first wipes nothing, and several questions in a row disturb nobody.
        assert!(ann.contains(&format!("Bob draws.\n{}\nAnn [2] 0", asked("Ann"))), "{ann}");
        assert_eq!(ann.matches("Press Enter").count(), 1);
        assert!(ann.contains("Ann [2] 0   Bob [1] 0\n\nBob holds 1.\n"), "{ann}");
        assert!(bob.starts_with(&asked("Bob")), "{bob}");
        // What went off the screen is told again, to whom it was told.
        let told = "Ann [?] 0   Bob [1] 0\n\nAnn draws.\nYou draw 1.\nAnn looks at Bob's card.\n\
                    Ann keeps.\nBob: peek";
        assert!(bob.contains(told), "{bob}");
        assert!(again.contains("Ann keeps.\nBob discards 1.\n"), "{again}");
    }

    #[test]
    fn a_hand_over_waits_for_enter_also_in_a_pipe() {
        let out = screen_of::<Peek>(&ANN_AND_BOB, "\nkeep\nswap\n\nboard\n", false);
        assert!(!out.contains('\u{1b}'), "{out}");
        let asked = "Bob, you are asked. Nobody else looks? Press Enter. ";
        let twice = format!("Ann keeps.\n\n\n\n{asked}swap\n{asked}\n\nAnn [?]");
        assert!(out.contains(&twice), "{out}");
        let out = screen_of::<Peek>(&ANN_AND_BOB, "\nkeep\nquit\nback\nquit\nno\n", false);
        assert!(out.ends_with("The game stops here, before its end.\n"), "{out}");
        assert!(!out.contains("Bob [1]"), "{out}");
    }

    #[test]
    fn nothing_is_handed_over_where_nobody_hides_anything() {
        for out in [
            screen_of::<Peek>(&ANN_ALONE, "keep\nkeep\n", true),
            screen_of::<Pig>(&ANN_AND_BOB, "roll\nbank\nroll\nbank\n", true),
        ] {
            assert!(!out.contains("Press Enter") && !out.contains('\u{1b}'), "{out}");
        }
    }

    #[test]
    fn enter_plays_the_only_move() {
        let out = screen_of::<Pig>(&ANN_AND_BOB, "\n\nbank\n", false);
        assert!(out.contains("Only 'roll' is possible: Enter plays it.\n> \nAnn: roll."), "{out}");
        // With a choice it repeats the question.
        let twice = "Ann: roll, or bank 2?\n> \nAnn: roll, or bank 2?\n> bank\nAnn: bank.";
        assert!(out.contains(twice), "{out}");
    }

    #[test]
    fn beginnings_of_words_are_played() {
        let out = screen_of::<Peek>(&ANN_ALONE, "p\np 2\np 2\nG 2 4\n", false);
        assert!(out.contains("not 'p'; type help."), "{out}");
        assert!(out.contains("> p 2\nrandom holds"), "{out}");
        // It has been looked at, so no legal move begins like that any more.
        assert!(out.contains("not 'p 2'; type help."), "{out}");
        assert!(out.contains("Ann names 4 for random: "), "{out}");
        let out = screen_of::<Tender>(&ANN_ALONE, "b 9\nb 2\n", false);
        assert!(out.contains("not 'b 9'; type help.\n> b 2\nBids 2 "), "{out}");
    }

    #[test]
    fn several_moves_fit_on_a_line() {
        let out = screen_of::<Pig>(&ANN_AND_BOB, "roll;r; ;b; r;r\nr;x;r;r\n", false);
        let turn = "Ann: roll.\nAnn rolls 2.\nAnn: roll.\nAnn rolls 3.\nAnn: bank.\n\
                    Dropped 2 moves, since Bob is asked now.\n\nAnn 5, Bob 0;";
        assert!(out.contains(turn), "{out}");
        // A refusal stands below the board, with what it cost.
        let (_, refused) = out.split_once("> r;x;r;r\nBob: roll.\n").unwrap();
        let refused: Vec<&str> = refused.lines().collect();
        assert!(refused[4].starts_with("Bob: roll, or bank"), "{out}");
        assert_eq!(refused[5], "No legal move begins like 'x' now: roll, bank.");
        assert_eq!(refused[6], "Dropped 2 moves that came after it.");
    }

    #[test]
    fn a_move_is_played_several_times() {
        let out = screen_of::<Pig>(&ANN_AND_BOB, "r x2; bank; r\nzz x2\nexplain x3\nquit\n", false);
        let turn = "> r x2; bank; r\nAnn: roll.\nAnn rolls 2.\nAnn: roll.\nAnn rolls 3.\n\
                    Ann: bank.\nDropped 1 move, since Bob is asked now.\n";
        assert!(out.contains(turn), "{out}");
        assert!(out.contains("> zz x2\nNo legal move begins like 'zz' now: roll.\n> "), "{out}");
        assert!(out.contains("> explain x3\nThe game has no explanation of 'x3'."), "{out}");
    }

    #[test]
    fn the_board_is_drawn_with_the_question() {
        let out = screen_of::<Pig>(&ANN_AND_BOB, "roll\nboard\n", false);
        let asked = out.matches("Ann: roll, or bank 2?\n> ").count();
        assert_eq!(asked, 2, "{out}");
    }

    #[test]
    fn what_was_dropped_is_said_to_whoever_typed_it() {
        let out = screen_of::<Peek>(&ANN_AND_BOB, "\nkeep;keep\n\nkeep\n\n", true);
        let last = out.split(WIPE).last().unwrap();
        assert!(last.contains("Ann keeps.\nDropped 1 move, since Bob is asked now.\n"), "{out}");
    }
}
