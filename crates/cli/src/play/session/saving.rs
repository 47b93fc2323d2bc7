//! Keeping the game: in the file it is recorded in, or in one that is asked for.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use parlor_engine::{Seat, Viewer};
use parlor_match::{End, Record, Seal};

use super::Session;
use crate::play::bots;
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
                kept(self.out, path, record.seal())?;
                self.keep_remarks(path)?;
            }
            Ok(()) => writeln!(
                self.out,
                "Saved in '{}' up to here.\n\
                 The seed is not in it, since the game goes on.\n\
                 To go on from there another time: parlor play --fork {}",
                path.display(),
                words::typed(path)
            )?,
            Err(why) => {
                let why = match why.kind() {
                    ErrorKind::AlreadyExists => "there is such a file; name another".to_owned(),
                    _ => why.to_string(),
                };
                writeln!(self.out, "It cannot be saved in '{}': {why}.", path.display())?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes what bots thought beside a record.
    fn keep_remarks(&mut self, record: &Path) -> anyhow::Result<()> {
        bots::keep_remarks(record, false, self.live.referee().remarks(), self.out)
    }

    /// Asks for a file for a game that is not recorded; `false` when it is to be played on instead.
    pub(super) fn offer_to_save(&mut self, offer: Offer) -> anyhow::Result<bool> {
        if self.is_recorded || self.sitting().acts().is_empty() {
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
            let line = answer.to_lowercase();
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if self.look_up(word, rest)? {
                continue;
            }
            match line.as_str() {
                "no" | "n" | "quit" | "exit" => return Ok(true),
                "back" | "b" if offer == Offer::OnTheWay => return Ok(false),
                "log" | "log all" | "/log" | "/log all" => {
                    self.show_log_to_all(answer.contains(' '))?;
                }
                "board" | "/board" => self.draw(self.watcher())?,
                // None of these is meant as the name of a file.
                "" | "?" | "help" | "/help" | "yes" | "y" | "back" | "b" => {}
                // Nor is what was typed for the game.
                _ if self.is_a_move(&answer) => {}
                _ => {
                    if self.save(Path::new(&answer), &self.sitting().record())? {
                        return Ok(true);
                    }
                }
            }
        }
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
            None => Ok(writeln!(self.out, "Everybody has a log of their own.")?),
        }
    }

    pub(super) fn finish(self) -> anyhow::Result<u8> {
        let is_fault = self.live.referee().end() == Some(&End::Fault);
        let finished = self.live.finish(bots::PATIENCE);
        self.bots.keep_errors(&self.names, &finished, self.out)?;
        for (index, report) in finished.reports.iter().enumerate() {
            if let Some(report) = report {
                writeln!(self.out, "{}: {report}", self.names.of(Seat::at(index)))?;
            }
        }
        let referee = finished.referee;
        if let Some(file) = finished.file {
            let path = file.path().to_owned();
            if is_fault && referee.sitting().acts().is_empty() {
                // So that the next try can have the name.
                file.discard()?;
                writeln!(self.out, "Nothing was played, so there is no record.")?;
                return Ok(exit::NEGATIVE);
            }
            let seal = file.close(referee.sitting())?;
            kept(self.out, &path, seal)?;
            bots::keep_remarks(&path, self.bots.overwrite, referee.remarks(), self.out)?;
        }
        Ok(if is_fault { exit::NEGATIVE } else { exit::FINE })
    }
}

/// When somebody is asked whether to save.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Offer {
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
