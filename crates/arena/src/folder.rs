//! The folder of a tournament: what is in it, and how it survives the end of the program at any moment.

mod games;
mod shard;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use parlor_engine::Problems;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use games::{Games, GamesFile, Place};
pub use shard::{BadShard, Shard};

use crate::result::BadLine;
use crate::tournament::Tournament;

/// What is played.
const TOURNAMENT: &str = "tournament.json";
/// Which part of it.
const SHARD: &str = "shard.json";
/// All games, a line each, in the order of the blocks.
const GAMES: &str = "games.jsonl";
/// The results.
const SUMMARY: &str = "summary.json";
/// The results as a web page.
const REPORT: &str = "report.html";
/// How long players thought, which differs from run to run.
const TIMES: &str = "times.jsonl";
/// What bots wrote to standard error before they did something wrong.
const BOTS: &str = "bots.log";
/// The largest size of that file, in bytes.
const MAX_BOTS: u64 = 16 << 20;
/// The records of all games, on request.
const RECORDS: &str = "records";

/// The end of a file's name until it is complete.
const PART: &str = ".part";

/// The longest line about times, in bytes.
const MAX_NOTE: u64 = 1 << 16;
/// The largest description of a tournament: options may carry boards and decks.
const MAX_TOURNAMENT: u64 = 64 << 20;

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It cannot be read or written.
    #[error("cannot use '{}': {why}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// It is not a folder.
    #[error("'{}' is no folder", .0.display())]
    NoFolder(PathBuf),
    /// It is not empty.
    #[error(
        "'{}' is not empty; name another folder, or add --resume to go on with a tournament that \
         was begun there", .0.display()
    )]
    NotEmpty(PathBuf),
    /// There is no tournament in it.
    #[error("there is no tournament in '{}'", .0.display())]
    NoTournament(PathBuf),
    /// Another tournament is in it.
    #[error("'{}' has another tournament in it: {what}", path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// The file of the tournament cannot be understood.
    #[error("'{}' cannot be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// It is a tournament that this build of Parlor cannot play.
    #[error("'{}' cannot be played by this build: {problems}", path.display())]
    Unplayable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problems: Problems,
    },
    /// A line of the games is wrong.
    #[error("line {line} of '{}': {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: u64,
        /// What is wrong.
        why: BadLine,
    },
    /// Another program plays there.
    #[error("another program is playing in '{}'", .0.display())]
    Busy(PathBuf),
}

/// The folder of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes a new folder, or takes an empty one. When several programs do so in the same place at the same
    /// time, one of them succeeds.
    pub fn create(path: &Path, tournament: &Tournament, shard: Shard) -> Result<Self, FolderError> {
        let is_something_else = path.exists() && !path.is_dir();
        if is_something_else {
            return Err(FolderError::NoFolder(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(|why| failed(path, why))?;
        let folder = Self { path: path.to_owned() };
        folder.check_empty()?;
        // The unfinished file of the tournament is locked, then the folder is looked at again, and the lock is
        // held until the file is complete. The system releases it when the program ends in between.
        let part = part_of(&folder.file(TOURNAMENT));
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(&part);
        let file = open.map_err(|why| failed(&part, why))?;
        lock(&file, path, &part)?;
        if let Err(why) = folder.check_empty() {
            // Another program was faster. The unfinished file is our own.
            _ = fs::remove_file(&part);
            return Err(why);
        }
        if shard.is_whole() {
            // It may be there from another try.
            _ = fs::remove_file(folder.file(SHARD));
        } else {
            folder.write_json(SHARD, &shard)?;
        }
        // This file comes last: a folder without it has no tournament.
        folder.write_json(TOURNAMENT, tournament)?;
        Ok(folder)
    }

    /// Checks that the folder is empty. Files of a program that ended before its tournament was complete do
    /// not count.
    fn check_empty(&self) -> Result<(), FolderError> {
        let path = &self.path;
        for entry in fs::read_dir(path).map_err(|why| failed(path, why))? {
            let name = entry.map_err(|why| failed(path, why))?.file_name();
            let left_over = [SHARD, &format!("{SHARD}{PART}"), &format!("{TOURNAMENT}{PART}")];
            if !left_over.iter().any(|left_over| name == **left_over) {
                return Err(FolderError::NotEmpty(path.clone()));
            }
        }
        Ok(())
    }

    /// Opens a folder, and reads its tournament.
    pub fn open(path: &Path) -> Result<(Self, Tournament, Shard), FolderError> {
        let folder = Self { path: path.to_owned() };
        let file = folder.file(TOURNAMENT);
        let tournament: Tournament = match read_json(&file) {
            Err(FolderError::Io { why, .. }) if why.kind() == io::ErrorKind::NotFound => {
                return Err(FolderError::NoTournament(path.to_owned()));
            }
            Err(FolderError::Io { why, .. }) if why.kind() == io::ErrorKind::NotADirectory => {
                return Err(FolderError::NoFolder(path.to_owned()));
            }
            tournament => tournament?,
        };
        tournament.check().map_err(|problems| FolderError::Unplayable { path: file, problems })?;
        let shard = match read_json::<Shard>(&folder.file(SHARD)) {
            Err(FolderError::Io { why, .. }) if why.kind() == io::ErrorKind::NotFound => {
                Shard::WHOLE
            }
            shard => shard?,
        };
        if !(1..=Shard::MOST).contains(&shard.of) || !(1..=shard.of).contains(&shard.part) {
            let (path, why) = (folder.file(SHARD), format!("there is no part {shard}"));
            return Err(FolderError::Unreadable { path, why });
        }
        Ok((folder, tournament, shard))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the report is, or will be.
    pub fn report(&self) -> PathBuf {
        self.file(REPORT)
    }

    /// Where the summary is, or will be.
    pub fn summary(&self) -> PathBuf {
        self.file(SUMMARY)
    }

    /// Where the record of a game is, or will be.
    pub fn record(&self, id: &str) -> PathBuf {
        self.file(RECORDS).join(format!("{id}.rec"))
    }

    /// Makes the folder of the records.
    pub(crate) fn make_records(&self) -> Result<(), FolderError> {
        let path = self.file(RECORDS);
        fs::create_dir_all(&path).map_err(|why| failed(&path, why))
    }

    pub(crate) fn write_summary(&self, json: &str) -> Result<(), FolderError> {
        replace(&self.summary(), json.as_bytes())
    }

    /// Takes the record of a game over from another folder, where it has one.
    pub(crate) fn take_record(&self, from: &Self, id: &str) -> Result<(), FolderError> {
        let (there, here) = (from.record(id), self.record(id));
        match fs::symlink_metadata(&there) {
            Ok(what) if what.is_file() => {}
            Ok(_) => return Ok(()),
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(why) => return Err(failed(&there, why)),
        }
        // The same file under another name takes no room; where that cannot be it is copied.
        match fs::hard_link(&there, &here) {
            Ok(()) => Ok(()),
            // A copy of a file over itself would empty it.
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => Err(failed(&here, why)),
            Err(_) => fs::copy(&there, &here).map(drop).map_err(|why| failed(&here, why)),
        }
    }

    /// Whether there is a folder of records.
    pub(crate) fn has_records(&self) -> bool {
        self.file(RECORDS).is_dir()
    }

    /// Adds what is noted about times in another folder. Nothing depends on it, so what cannot be read
    /// is left out.
    pub(crate) fn take_times(&self, from: &Self) -> Result<(), FolderError> {
        let Ok(file) = File::open(from.times_path()) else { return Ok(()) };
        let mut notes = BufReader::new(file);
        let mut to = io::BufWriter::new(self.times()?);
        let mut line = Vec::new();
        let mut is_whole = true;
        loop {
            line.clear();
            match notes.by_ref().take(MAX_NOTE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            let begins = is_whole;
            is_whole = line.ends_with(b"\n");
            if begins && is_whole {
                to.write_all(&line).map_err(|why| failed(&self.times_path(), why))?;
            }
        }
        to.flush().map_err(|why| failed(&self.times_path(), why))
    }

    /// Removes a folder that was just made.
    pub(crate) fn discard(&self) {
        for name in [GAMES, TIMES, SUMMARY, TOURNAMENT, SHARD] {
            // What is not there need not be taken away.
            _ = fs::remove_file(self.file(name));
            _ = fs::remove_file(self.file(&format!("{name}{PART}")));
        }
        _ = fs::remove_dir_all(self.file(RECORDS));
        // This fails when there is something else in the folder, which stays.
        _ = fs::remove_dir(&self.path);
    }

    /// Removes the results, which are no longer true.
    pub(crate) fn forget_results(&self) {
        for name in [SUMMARY, REPORT] {
            // What is not there need not be taken away.
            _ = fs::remove_file(self.file(name));
        }
    }

    /// Where it is noted how long players thought.
    pub(crate) fn times_path(&self) -> PathBuf {
        self.file(TIMES)
    }

    /// Adds a line about times; they are no part of the result.
    pub(crate) fn times(&self) -> Result<File, FolderError> {
        let path = self.file(TIMES);
        let file = OpenOptions::new().create(true).append(true).open(&path);
        file.map_err(|why| failed(&path, why))
    }

    /// Notes what bots wrote before they did something wrong. It is for their authors, and no part of the
    /// result: what cannot be written is left out.
    pub(crate) fn note_last_words(&self, words: &str) {
        let file = OpenOptions::new().create(true).append(true).open(self.file(BOTS));
        _ = file.and_then(|mut file| match file.metadata()?.len() {
            ..MAX_BOTS => file.write_all(words.as_bytes()),
            _ => Ok(()),
        });
    }

    /// The games so far, to be read from the first on.
    pub(crate) fn games(&self) -> Games {
        self.games_in_turns(1)
    }

    /// The same where `of` folders are read in turns.
    pub(crate) fn games_in_turns(&self, of: usize) -> Games {
        Games::new(self.file(GAMES), of)
    }

    /// Opens the file of games for writing. Fails when another program has it open for writing.
    pub(crate) fn write_games(&self) -> Result<GamesFile, FolderError> {
        let path = self.file(GAMES);
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = open.map_err(|why| failed(&path, why))?;
        lock(&file, &self.path, &path)?;
        Ok(GamesFile::new(path, file))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn write_json<T: Serialize>(&self, name: &str, value: &T) -> Result<(), FolderError> {
        let path = self.file(name);
        let mut json =
            serde_json::to_vec_pretty(value).map_err(|why| failed(&path, io::Error::other(why)))?;
        json.push(b'\n');
        replace(&path, &json)
    }
}

/// Replaces a file in one step: a reader sees the old file or the new one, never a part.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    let part = part_of(path);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    });
    written.map_err(|why| failed(path, why))
}

/// The name of a file until it is complete.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(PART);
    PathBuf::from(name)
}

/// Locks a folder by locking a file in it, so that no other program writes there. The lock holds until the file
/// is closed.
fn lock(file: &File, folder: &Path, path: &Path) -> Result<(), FolderError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(fs::TryLockError::WouldBlock) => Err(FolderError::Busy(folder.to_owned())),
        Err(fs::TryLockError::Error(why)) => Err(failed(path, why)),
    }
}

fn failed(path: &Path, why: io::Error) -> FolderError {
    FolderError::Io { path: path.to_owned(), why }
}

fn read_json<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, FolderError> {
    let file = File::open(path).map_err(|why| failed(path, why))?;
    let mut bytes = Vec::new();
    file.take(MAX_TOURNAMENT).read_to_end(&mut bytes).map_err(|why| failed(path, why))?;
    serde_json::from_slice(&bytes)
        .map_err(|why| FolderError::Unreadable { path: path.to_owned(), why: why.to_string() })
}
