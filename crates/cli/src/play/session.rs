//! A game at the terminal: people type, computer players answer.

use std::io::Write;
use std::path::Path;

use parlor_engine::{
    Act, AnyAct, AnyNotice, AnyPlayer, AnyRefusal, AnyTurn, Budget, Names, Seat, Viewer,
};
use parlor_runner::Sitting;

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
undo          takes back the last move made at this terminal, where the rules allow it
explain WORD  says what a word of the game means
save FILE     writes the game so far to a file
leave         gives up your seat; the others go on
quit          stops the game for everybody
help          says all this
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
            Kind::Human => None,
            Kind::Computer(name) => {
                let seed = sitting.dealer().map_or(0, |dealer| dealer.player_seed(Seat::at(index)));
                sitting.table().player(name, seed)
            }
        });
    }
    let names = Names::new(&seating.called);
    let private = vec![Vec::new(); seating.len()];
    let console = Console::new();
    Session { sitting, players, names, private, file, console, out }.run()
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
    Undo,
    Stop,
}

impl Session<'_> {
    fn run(mut self) -> anyhow::Result<u8> {
        self.welcome()?;
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
                        Wish::Undo => self.undo()?,
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
        self.finish()
    }

    fn welcome(&mut self) -> anyhow::Result<()> {
        let table = self.sitting.table();
        let about = table.about();
        let seats = (0..table.seats()).map(Seat::at);
        writeln!(self.out, "{}: {}", about.title, self.names.list(seats))?;
        if let Some(fork) = self.sitting.header().fork {
            writeln!(self.out, "It goes on after act {} of a recorded game.", fork.at)?;
        }
        if self.players.iter().any(Option::is_none) {
            let undo = if about.undo { "undo, " } else { "" };
            writeln!(
                self.out,
                "Type a move, or one of: help, moves, board, {undo}explain WORD, save FILE, \
                 leave, quit."
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
            ("help" | "?", _) => writeln!(self.out, "{}\n\n{COMMANDS}", table.notation())?,
            ("moves", "") => {
                writeln!(self.out, "{}", words::menu(&table.menu(seat, LISTED), WIDTH))?;
            }
            ("board", "") => self.draw(Viewer::Seat(seat))?,
            ("undo", "") => return Ok(Some(Wish::Undo)),
            ("explain", "") => writeln!(self.out, "Explain what? Type explain and a word.")?,
            ("explain", what) => {
                let meaning = table.explain(what).or_else(|| table.explain(&what.to_lowercase()));
                let unknown = || format!("The game has no explanation of '{what}'.");
                writeln!(self.out, "{}", meaning.unwrap_or_else(unknown))?;
            }
            ("save", "") => writeln!(self.out, "Save where? Type save and the name of a file.")?,
            ("save", path) => drop(self.save(Path::new(path))?),
            ("leave", "") => return Ok(Some(Wish::Play(Act::Leave(seat)))),
            ("quit" | "exit", "") => {
                self.offer_to_save()?;
                return Ok(Some(Wish::Stop));
            }
            _ => match typed {
                Err(Some(why)) => writeln!(self.out, "{}", sentence(&why.to_string()))?,
                _ => writeln!(self.out, "There is no command '{line}'; type help.")?,
            },
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

    fn undo(&mut self) -> anyhow::Result<()> {
        let people: Vec<Seat> = self.people().collect();
        let last = self
            .sitting
            .acts()
            .iter()
            .rposition(|act| matches!(act, Act::Move(seat, _) if people.contains(seat)));
        let Some(number) = last else {
            return Ok(writeln!(self.out, "There is no move of yours to take back.")?);
        };
        if let Err(why) = self.sitting.undo_to(number) {
            return Ok(writeln!(self.out, "{}", sentence(&why.to_string()))?);
        }
        self.private.iter_mut().for_each(Vec::clear);
        if let Some(file) = &mut self.file {
            file.rewrite(&self.sitting)?;
        }
        writeln!(self.out, "Taken back, to before act {}.", number + 1)?;
        Ok(())
    }

    fn draw(&mut self, viewer: Viewer) -> anyhow::Result<()> {
        let board = self.sitting.table().draw(viewer, &self.names);
        Ok(writeln!(self.out, "\n{board}")?)
    }

    /// Saves to a file that does not exist yet: nobody wants to lose another game by a typing
    /// error.
    fn save(&mut self, path: &Path) -> anyhow::Result<bool> {
        let name = path.display();
        let text = self.sitting.record().to_text();
        let written = std::fs::File::create_new(path)
            .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()));
        match written {
            Ok(()) => {
                writeln!(
                    self.out,
                    "Saved in '{name}'; to go on from here: parlor play --fork {name}"
                )?;
                Ok(true)
            }
            Err(why) => {
                writeln!(self.out, "It cannot be saved in '{name}': {why}.")?;
                Ok(false)
            }
        }
    }

    fn offer_to_save(&mut self) -> anyhow::Result<()> {
        if self.file.is_some() || self.sitting.acts().is_empty() {
            return Ok(());
        }
        writeln!(self.out, "Save the game? Type the name of a file, or nothing to discard it.")?;
        while let Some(path) = self.console.ask("file> ", self.out)?.filter(|path| !path.is_empty())
        {
            if self.save(Path::new(&path))? {
                break;
            }
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<u8> {
        if let Some(file) = self.file {
            let path = file.path().display().to_string();
            file.close(&self.sitting)?;
            writeln!(
                self.out,
                "Recorded in '{path}'. To see it again: parlor replay {path}\n\
                 To prove it: parlor verify {path}"
            )?;
        }
        Ok(exit::FINE)
    }
}

/// A lower-case fragment as a sentence.
fn sentence(fragment: &str) -> String {
    let mut chars = fragment.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if fragment.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_become_sentences() {
        assert_eq!(sentence("that line is already drawn"), "That line is already drawn.");
        assert_eq!(sentence("really?"), "Really?");
        assert_eq!(sentence(""), ".");
    }
}
