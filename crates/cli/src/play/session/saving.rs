//! Keeping the game: in the file it is recorded in, or in one that is asked for.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use parlor_engine::{Seat, Viewer};
use parlor_match::{End, Record, Referee, Seal};
use parlor_runner::{NotWritten, RecordFile};

use super::Session;
use super::help::is_command;
use crate::play::bots::{self, Remarked};
use crate::play::console::Answer;
use crate::play::keeping::farewell;
use crate::{exit, words};

impl Session<'_> {
    /// Saves to a file that does not exist yet: nobody wants to lose another game by a typing
    /// error. `false` when it cannot be.
    pub(super) fn save(&mut self, path: &Path, record: &Record) -> anyhow::Result<bool> {
        let written = File::create_new(path).and_then(|mut file| {
            file.write_all(record.to_text().as_bytes()).and_then(|()| file.sync_all())
        });
        match written {
            Ok(()) if record.is_whole() => {
                self.say(&kept(path, record.seal()))?;
                self.keep_remarks(path)?;
            }
            Ok(()) => self.say(&format!(
                "Saved in '{}' up to here.\n\
                 The seed is not in it, since the game goes on.\n\
                 To go on from there another time: parlor play --fork {}",
                path.display(),
                words::typed(path)
            ))?,
            Err(why) => {
                let why = match why.kind() {
                    ErrorKind::AlreadyExists => "there is such a file; name another".to_owned(),
                    _ => why.to_string(),
                };
                self.say(&format!("It cannot be saved in '{}': {why}.", path.display()))?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes what bots thought beside a record.
    fn keep_remarks(&mut self, record: &Path) -> anyhow::Result<()> {
        bots::keep_remarks(record, Remarked::Stay, self.live.referee().remarks(), self.out)
    }

    /// Whether a game may be left alone here: one that is kept can be gone on with, and for any other a
    /// file is asked for.
    pub(super) fn may_stop(&mut self) -> anyhow::Result<bool> {
        Ok(self.kept.is_some() || self.offer_to_save(Offer::OnTheWay)? != Saved::PlayOn)
    }

    /// Asks for a file for a game that is not recorded.
    pub(super) fn offer_to_save(&mut self, offer: Offer) -> anyhow::Result<Saved> {
        if self.is_recorded || self.sitting().acts().is_empty() {
            return Ok(Saved::Settled);
        }
        let back = match offer {
            Offer::OnTheWay => "; 'back' to go on playing",
            Offer::AtTheEnd => "",
        };
        let mut asks = true;
        loop {
            if std::mem::replace(&mut asks, true) {
                self.say(&format!(
                    "Save the game? (file name, as in game.rec; 'no' to discard it{back})"
                ))?;
            }
            let answer = match self.asked.filter(|_| offer == Offer::OnTheWay) {
                // The clock of the question runs on. When the time is up the game goes on.
                Some(seat) => match self.ask_in_time(seat, " ", "file> ")? {
                    Answer::Line(line) => line,
                    Answer::End => return Ok(Saved::Unanswered),
                    Answer::TimeUp(_) => return Ok(Saved::PlayOn),
                },
                None => match self.console.ask("file> ", self.out)? {
                    Some(line) => line,
                    None => return Ok(Saved::Unanswered),
                },
            };
            let line = answer.to_lowercase();
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if self.look_up(word, rest)? {
                continue;
            }
            match line.as_str() {
                "no" | "n" | "q" | "quit" | "exit" => return Ok(Saved::Settled),
                "back" | "b" if offer == Offer::OnTheWay => return Ok(Saved::PlayOn),
                "log" | "log all" | "/log" | "/log all" => {
                    self.show_log_to_all(answer.contains(' '))?;
                }
                "board" | "/board" => self.draw(self.watcher())?,
                // None of these is meant as the name of a file.
                "" | "?" | "help" | "/help" | "yes" | "y" | "back" | "b" => {
                    asks = false;
                    self.say(&format!(
                        "Type the name of a file to save it in, such as game.rec; or type 'no', and the \
                         game is not saved{back}."
                    ))?;
                }
                _ => {
                    if self.save_in(&answer)? {
                        return Ok(Saved::Settled);
                    }
                }
            }
        }
    }

    /// Saves to the file that an answer names; `false` when it cannot be, or when the answer is no name of
    /// a file. A move that comes too late would be a strange one.
    fn save_in(&mut self, answer: &str) -> anyhow::Result<bool> {
        let told = answer.strip_prefix("save ").or_else(|| answer.strip_prefix("/save "));
        let is_file = told.is_some() || looks_like_a_file(answer) && !self.is_a_move(answer);
        let name = told.unwrap_or(answer);
        if is_file {
            return self.save(Path::new(name), &self.sitting().record());
        }
        let echo = words::shortened(name);
        let why = format!(
            "'{echo}' has no ending such as .rec, so it is not taken for a file. To save there all \
             the same, type: save {echo}"
        );
        self.say(&why)?;
        Ok(false)
    }

    /// Whether somebody who is asked could answer with this.
    fn is_a_move(&self, line: &str) -> bool {
        let asked = self.sitting().table().turn().asked();
        asked.iter().any(|seat| self.read_move(seat, line).is_ok())
    }

    /// Shows what was told, where whoever is at the terminal may read it.
    fn show_log_to_all(&mut self, all: bool) -> anyhow::Result<()> {
        let alike = !self.sitting().table().hides_anything();
        let reader = match self.watcher() {
            Viewer::Seat(only) => Some(only),
            Viewer::Spectator => self.people().next().filter(|_| alike),
        };
        match reader {
            Some(seat) => self.show_log(seat, all),
            None => self.say("Everybody has a log of their own."),
        }
    }

    /// The game is not written down any more, and is played on: there would be nothing to go on from.
    pub(super) fn keep_no_more(&mut self, why: &NotWritten) -> anyhow::Result<()> {
        if let Some(kept) = self.kept.take() {
            kept.forget();
        }
        self.console.set_farewell(&farewell(None));
        let why = format!("The game is not kept for 'parlor continue' any more: {why}.");
        self.say(&why)
    }

    /// Whether somebody went away while they were asked where to save a finished game, so that it stays among the
    /// unfinished games: `parlor continue` asks again. A pipe that ends has nothing to say.
    pub(super) fn stays_unsaved(&self, saved: Saved) -> bool {
        let went_away = self.console.is_person() || self.console.interrupted().is_some();
        saved == Saved::Unanswered && went_away && self.kept.is_some()
    }

    /// Leaves a finished game that nobody has saved or discarded.
    pub(super) fn leave_unsaved(mut self) -> anyhow::Result<u8> {
        let code = self.console.interrupted().unwrap_or(exit::FINE);
        self.kept = None;
        self.say("The game is not saved yet. To save or discard it: parlor continue")?;
        self.end_bots()?;
        Ok(code)
    }

    /// Leaves the game where it is, for another time. A game that is not kept ends here.
    pub(super) fn stop(mut self) -> anyhow::Result<u8> {
        let code = self.console.interrupted();
        let is_begun = self.is_recorded || !self.sitting().acts().is_empty();
        let Some(kept) = self.kept.take_if(|_| is_begun) else {
            self.say("The game stops here, before its end.")?;
            if self.kept.is_some() {
                self.say("Nothing was played, so nothing is kept.")?;
            }
            return Ok(code.unwrap_or(self.finish()?));
        };
        // Until somebody goes on no time passes. First of all, since nobody may be left to read the rest.
        _ = self.live.pause();
        self.say("The game stops here, before its end.")?;
        self.say(&farewell(Some(&kept)))?;
        let remarked = self.bots.remarked;
        let (referee, file, out) = self.end_bots()?;
        if let Some(file) = file.filter(|_| !kept.is_own()) {
            bots::keep_remarks(file.path(), remarked, referee.remarks(), out)?;
        }
        Ok(code.unwrap_or(exit::FINE))
    }

    /// Ends the game: the record is closed, with its seed, and nobody goes on with it.
    pub(super) fn finish(mut self) -> anyhow::Result<u8> {
        let is_fault = self.live.referee().end() == Some(&End::Fault);
        let (kept, remarked) = (self.kept.take(), self.bots.remarked);
        let (is_recorded, columns) = (self.is_recorded, self.console.text_columns());
        let (referee, file, out) = self.end_bots()?;
        let code = if is_fault { exit::NEGATIVE } else { exit::FINE };
        if let Some(file) = file.filter(|_| is_recorded) {
            let path = file.path().to_owned();
            if is_fault && referee.sitting().acts().is_empty() {
                // So that the next try can have the name.
                file.discard()?;
                writeln!(out, "Nothing was played, so there is no record.")?;
            } else {
                let seal = file.close(referee.sitting())?;
                writeln!(out, "{}", words::wrapped(&self::kept(&path, seal), columns))?;
                bots::keep_remarks(&path, remarked, referee.remarks(), out)?;
            }
        }
        if let Some(kept) = kept {
            kept.forget();
        }
        Ok(code)
    }
}

impl<'a> Session<'a> {
    /// Ends the bots, and says what there is to say about them.
    fn end_bots(self) -> anyhow::Result<(Referee, Option<RecordFile>, &'a mut dyn Write)> {
        let finished = self.live.finish(bots::PATIENCE);
        self.bots.keep_errors(&self.names, &finished, self.out)?;
        for (index, report) in finished.reports.iter().enumerate() {
            if let Some(report) = report {
                writeln!(self.out, "{}: {report}", self.names.of(Seat::at(index)))?;
            }
        }
        Ok((finished.referee, finished.file, self.out))
    }
}

/// Whether a text is meant as the name of a file: it has a folder in it, or an ending.
fn looks_like_a_file(text: &str) -> bool {
    let bare = text.strip_prefix('/').unwrap_or(text);
    let word = bare.split(' ').next().unwrap_or_default().to_lowercase();
    let is_command = bare != text && is_command(&word);
    let ending = Path::new(text).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_ending = ending.starts_with(|c: char| c.is_ascii_alphabetic())
        && ending.chars().all(|c| c.is_ascii_alphanumeric());
    !is_command && (text.contains('/') || is_ending)
}

/// When somebody is asked whether to save.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Offer {
    /// The game could still go on.
    OnTheWay,
    /// It is over.
    AtTheEnd,
}

/// What came of asking.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Saved {
    /// It is saved, or nobody wants it.
    Settled,
    /// The input ended before there was an answer.
    Unanswered,
    /// It is to be played on instead.
    PlayOn,
}

/// Says where a whole record is, and what can be done with it.
fn kept(path: &Path, seal: Seal) -> String {
    let (name, typed) = (path.display(), words::typed(path));
    format!(
        "Recorded in '{name}'. To see it again: parlor replay {typed}\n\
         To prove it: parlor verify {typed}\n\
         Seal: {seal}\n\
         (The seal is the fingerprint of the whole record: with it anybody can tell whether a copy was changed.)"
    )
}
