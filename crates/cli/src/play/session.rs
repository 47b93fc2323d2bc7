//! A game at the terminal: people type, computer players answer.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use parlor_engine::{
    Act, AnyAct, AnyNotice, AnyPlayer, AnyRefusal, AnyTurn, Budget, Names, Seat, Viewer,
};
use parlor_runner::{Record, Seal, Sitting};

use super::console::Console;
use super::seating::{Kind, Seating};
use crate::record_file::RecordFile;
use crate::{exit, words};

/// How many moves `moves` lists; a screenful.
const LISTED: usize = 60;
/// How wide a list may be.
const WIDTH: usize = 78;

const COMMANDS: &str = "\
moves         lists what is legal now
board         draws the board again
undo          takes back what was last done here, where the rules allow it
explain WORD  says what a word of the game means
save FILE     writes the game so far to a file, without the seed, and goes on
leave         gives up your seat; the others go on
quit, exit    stops the game for everybody
help, ?       says all this
A slash before a word (/help) makes it a command, whatever moves there are.";

/// Plays the game to its end, or to the end of the input.
pub(super) fn run(
    sitting: Sitting,
    seating: &Seating,
    file: Option<RecordFile>,
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
    let names = sitting.header().names();
    let private = vec![Vec::new(); seating.len()];
    let console = Console::new();
    let replaced = seating.replaced.join("\n");
    Session { sitting, players, names, private, file, console, out }.run(&replaced)
}

struct Session<'a> {
    sitting: Sitting,
    /// The computer players; `None` where a person sits.
    players: Vec<Option<AnyPlayer>>,
    names: Names,
    /// What was told to one of several people at this terminal alone: kept until it is their turn.
    private: Vec<Vec<String>>,
    file: Option<RecordFile>,
    console: Console,
    out: &'a mut dyn Write,
}

/// What a person wants.
enum Wish {
    Play(AnyAct),
    /// To be asked anew: the table is another one now.
    Look,
    Stop,
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
                    if self.players[seat.index()].is_some() {
                        self.consult(seat)?;
                        continue;
                    }
                    match self.wish(seat)? {
                        Wish::Play(act) => self.attempt(&act)?,
                        Wish::Look => {}
                        Wish::Stop => {
                            writeln!(self.out, "The game stops here, before its end.")?;
                            return self.finish();
                        }
                    }
                }
            }
        }
        if let Some(outcome) = self.sitting.table().outcome() {
            self.draw(self.watcher())?;
            writeln!(self.out, "{}", words::result(&outcome, &self.names))?;
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

    /// Shows the table to a person and reads what they type until it is something to do.
    fn wish(&mut self, seat: Seat) -> anyhow::Result<Wish> {
        self.draw(Viewer::Seat(seat))?;
        for told in std::mem::take(&mut self.private[seat.index()]) {
            writeln!(self.out, "{told}")?;
        }
        let question = self.sitting.table().question(seat, &self.names).unwrap_or_default();
        writeln!(self.out, "{question}")?;
        loop {
            let Some(line) = self.console.ask("> ", self.out)? else {
                writeln!(self.out, "The input has ended.")?;
                return Ok(Wish::Stop);
            };
            if line.is_empty() {
                continue;
            }
            if let Some(wish) = self.understand(seat, &line)? {
                return Ok(wish);
            }
        }
    }

    /// What a line means. `None` when it has been dealt with, or refused.
    fn understand(&mut self, seat: Seat, line: &str) -> anyhow::Result<Option<Wish>> {
        let slash = line.strip_prefix('/');
        // What is legal is a move, even if it looks like a command.
        let typed = if slash.is_none() { self.read_move(seat, line) } else { Err(None) };
        if let Ok(act) = typed {
            return Ok(Some(Wish::Play(act)));
        }
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
            ("board", "") => self.draw(Viewer::Seat(seat))?,
            ("undo", "") => return Ok(self.undo()?.then_some(Wish::Look)),
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
            ("leave", "") => return Ok(Some(Wish::Play(Act::Leave(seat)))),
            ("quit" | "exit", "") => {
                return Ok(self.offer_to_save(Offer::OnTheWay)?.then_some(Wish::Stop));
            }
            _ => {
                let why = match typed {
                    Err(Some(why @ AnyRefusal::Unreadable(_))) => format!("{why}; type help"),
                    Err(Some(why)) => why.to_string(),
                    _ => format!("there is no command '{line}'; type help"),
                };
                writeln!(self.out, "{}", sentence(&echoing(&why, line)))?;
            }
        }
        Ok(None)
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

    fn attempt(&mut self, act: &AnyAct) -> anyhow::Result<()> {
        match self.sitting.play(act.clone()) {
            Ok(notices) => self.done(act, &notices),
            Err(why) => Ok(writeln!(self.out, "{}", sentence(&why.to_string()))?),
        }
    }

    /// Writes an act down, then tells of it.
    fn done(&mut self, act: &AnyAct, notices: &[AnyNotice]) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            file.act(act)?;
        }
        let watcher = self.watcher();
        for AnyNotice { to, notice } in notices {
            let Some(told) = self.sitting.table().tell(notice, &self.names) else {
                continue;
            };
            if to.contains(watcher) {
                writeln!(self.out, "{told}")?;
                continue;
            }
            let hearers: Vec<Seat> =
                self.people().filter(|&seat| to.contains(Viewer::Seat(seat))).collect();
            for seat in hearers {
                self.private[seat.index()].push(told.clone());
            }
        }
        Ok(())
    }

    /// Takes back what a person at this terminal did last, and all that came after it; `false`
    /// when that cannot be.
    fn undo(&mut self) -> anyhow::Result<bool> {
        let people: Vec<Seat> = self.people().collect();
        let own = |act: &AnyAct| match act {
            Act::Move(seat, _) | Act::Leave(seat) => people.contains(seat),
            Act::Chance(_) | Act::Clock => false,
        };
        let Some(number) = self.sitting.acts().iter().rposition(own) else {
            writeln!(self.out, "There is nothing of yours to take back.")?;
            return Ok(false);
        };
        let undone = self.sitting.acts()[number..].to_vec();
        if let Err(why) = self.sitting.undo_to(number) {
            writeln!(self.out, "{}", sentence(&why.to_string()))?;
            return Ok(false);
        }
        self.private.iter_mut().for_each(Vec::clear);
        if let Some(file) = &mut self.file {
            file.rewrite(&self.sitting)?;
        }
        let undone: Vec<String> = undone.iter().map(|act| self.in_words(act)).collect();
        writeln!(self.out, "Taken back: {}.", undone.join(", "))?;
        Ok(true)
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
}
