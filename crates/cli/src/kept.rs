//! Games that are kept while they are played, so that `parlor continue` can go on with them.
//!
//! Each game is two files in a folder of the user's: the record, which grows act by act, and a file with
//! the seed and with who plays, which is gone when the game is over. The folder is the user's own and
//! nobody else reads it, so unlike a record it may say which programs to start.

use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use parlor_match::{Record, Seed, Sitting};
use parlor_runner::{LoadError, NotWritten, RecordFile, sync_folder_of};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::record_file;

/// The variable that names another folder for what is kept.
pub(crate) const VARIABLE: &str = "PARLOR_STATE";

/// So many unfinished games are kept. When there are more, the one that was not played for the longest
/// time is forgotten: nobody goes back that far, and a folder is not to grow for ever.
pub(crate) const MAX_KEPT: usize = 50;

/// How a game is played, and its seed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Secret {
    /// 64 hexadecimal digits, as a record reveals it at the end.
    pub(crate) seed: String,
    /// The record, where it is not beside this file.
    pub(crate) record: Option<PathBuf>,
    /// Who plays, seat by seat, as it is typed.
    pub(crate) seats: Vec<String>,
    /// The folder that programs are started in.
    pub(crate) folder: PathBuf,
    /// `--trust-bots`.
    pub(crate) trust_bots: bool,
    /// `--bot-env`, as it was typed.
    pub(crate) bot_env: Vec<String>,
    /// `--bot-log`.
    pub(crate) bot_log: Option<PathBuf>,
}

/// The folder with the kept games.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

/// Nothing can be kept.
#[derive(Debug, Error)]
pub(crate) enum NotKept {
    /// The environment says nothing of a home.
    #[error("no folder to keep games in: set {VARIABLE} or HOME")]
    NoHome,
    /// The system refuses.
    #[error("'{}': {why}", path.display())]
    Io {
        /// What was to be read or written.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The record cannot be written.
    #[error(transparent)]
    Record(#[from] NotWritten),
}

impl NotKept {
    fn at(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |why| Self::Io { path: path.to_owned(), why }
    }
}

/// The folder of everything that Parlor keeps for this user.
pub(crate) fn state_folder() -> Result<PathBuf, NotKept> {
    let given = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let state = given(VARIABLE).map(PathBuf::from);
    // The convention asks for absolute paths and says that others are ignored.
    let xdg = || given("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || given("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let state = state.or_else(|| Some(xdg().or_else(home)?.join("parlor")));
    let path = state.ok_or(NotKept::NoHome)?;
    std::path::absolute(&path).map_err(NotKept::at(&path))
}

impl Folder {
    /// Where it is, whether it exists or not.
    pub(crate) fn find() -> Result<Self, NotKept> {
        Ok(Self(state_folder()?.join("games")))
    }

    /// Makes it, closed to everybody else.
    pub(crate) fn make(self) -> Result<Self, NotKept> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&self.0);
        made.map_err(NotKept::at(&self.0))?;
        Ok(self)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Keeps a game from here on. Its record is written beside the seed, unless it has one elsewhere.
    pub(crate) fn keep(
        &self,
        secret: &Secret,
        sitting: &Sitting,
    ) -> Result<(Kept, Option<RecordFile>), NotKept> {
        let (path, part, mut file) = self.new_file().map_err(NotKept::at(&self.0))?;
        let text = serde_json::to_string_pretty(secret).map_err(io::Error::other);
        let written = text.and_then(|text| {
            file.lock()?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        let own = path.with_extension(RECORD);
        let begun = written.map_err(NotKept::at(&part)).and_then(|()| {
            let begun = if secret.record.is_some() {
                None
            } else {
                let record = private(OpenOptions::new().create_new(true), &own);
                let record = record.map_err(NotKept::at(&own))?;
                Some(RecordFile::begin(&own, record, sitting)?.durable()?)
            };
            // Last: who finds the seed finds a record, also after a power cut.
            let named = fs::rename(&part, &path).and_then(|()| sync_folder_of(&path));
            named.map_err(NotKept::at(&path))?;
            Ok(begun)
        });
        match begun {
            Ok(begun) => {
                let record = secret.record.clone().unwrap_or_else(|| own.clone());
                Ok((Kept { secret: path, record, is_own: begun.is_some(), _lock: file }, begun))
            }
            Err(why) => {
                // Half of a game is of no use to anybody.
                for half in [&own, &part, &path] {
                    _ = fs::remove_file(half);
                }
                Err(why)
            }
        }
    }

    /// A name that no game has yet (the time, and a later one where that is taken), the name of its file
    /// until that is complete, and the file.
    fn new_file(&self) -> io::Result<(PathBuf, PathBuf, File)> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        for number in now.as_millis().. {
            let path = self.0.join(format!("{number:014}.{SECRET}"));
            let part = path.with_extension(PART);
            match private(OpenOptions::new().create_new(true), &part) {
                Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
                // Nobody else makes a game of this name while there is the part.
                Ok(_) if path.exists() => fs::remove_file(&part)?,
                file => return Ok((path, part, file?)),
            }
        }
        unreachable!("the numbers do not end")
    }

    /// All kept games, the one that was played last first.
    pub(crate) fn games(&self) -> Vec<Unfinished> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let secrets = entries.map(|entry| entry.path());
        let secrets = secrets.filter(|path| path.extension().is_some_and(|it| it == SECRET));
        let mut games: Vec<Unfinished> = secrets.filter_map(Unfinished::at).collect();
        games.sort_by_key(|game| (game.played, game.secret_path.clone()));
        games.reverse();
        games
    }

    /// Forgets the oldest games where there are too many; says how many.
    pub(crate) fn forget_oldest(&self) -> usize {
        let old = self.games().into_iter().skip(MAX_KEPT);
        old.filter_map(|game| game.take().ok()).map(|(kept, _)| kept.forget()).count()
    }
}

/// How the names of the files end.
const SECRET: &str = "game";
const RECORD: &str = "rec";
const PART: &str = "part";

/// Opens a file that only its owner may read.
fn private(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.read(true).write(true).mode(0o600).open(path)
}

/// A game that is kept and played by this process: no other goes on with it meanwhile.
#[derive(Debug)]
pub(crate) struct Kept {
    secret: PathBuf,
    record: PathBuf,
    /// Whether the record stands in the folder, and goes with the game.
    is_own: bool,
    /// Locked as long as it is open.
    _lock: File,
}

impl Kept {
    /// The record of the game.
    pub(crate) fn record(&self) -> &Path {
        &self.record
    }

    /// Whether the record belongs to what is kept, as opposed to a file that somebody named.
    pub(crate) const fn is_own(&self) -> bool {
        self.is_own
    }

    /// The game is over, or given up: nobody goes on with it.
    pub(crate) fn forget(self) {
        // First the seed: a record without it is only a record.
        _ = fs::remove_file(&self.secret);
        if self.is_own {
            _ = fs::remove_file(&self.record);
        }
    }
}

/// A game that was kept and is not over.
pub(crate) struct Unfinished {
    secret_path: PathBuf,
    pub(crate) secret: Secret,
    /// When it was played last.
    pub(crate) played: SystemTime,
}

/// Why nobody can go on with a game.
#[derive(Debug, Error)]
pub(crate) enum NotTaken {
    /// It is open elsewhere.
    #[error("it is being played in another terminal")]
    Played,
    /// The record is gone or broken.
    #[error("its record '{}' cannot be used: {why}", path.display())]
    Record {
        /// Where it should be.
        path: PathBuf,
        /// What is wrong with it.
        why: LoadError,
    },
    /// The seed file is gone.
    #[error("'{}': {why}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
}

impl Unfinished {
    /// Reads what is kept in this file; `None` for something else.
    fn at(secret_path: PathBuf) -> Option<Self> {
        let text = fs::read_to_string(&secret_path).ok()?;
        let secret: Secret = serde_json::from_str(&text).ok()?;
        let changed = |path: &Path| fs::metadata(path).and_then(|found| found.modified()).ok();
        let game = Self { secret_path, secret, played: UNIX_EPOCH };
        let played = changed(&game.record_path()).or_else(|| changed(&game.secret_path));
        Some(Self { played: played.unwrap_or(UNIX_EPOCH), ..game })
    }

    /// Where its record is.
    pub(crate) fn record_path(&self) -> PathBuf {
        let own = || self.secret_path.with_extension(RECORD);
        self.secret.record.clone().unwrap_or_else(own)
    }

    /// Its record so far.
    pub(crate) fn record(&self) -> Result<Record, LoadError> {
        record_file::load(&self.record_path())
    }

    /// The seed, where there is one in the file.
    pub(crate) fn seed(&self) -> Option<Seed> {
        Seed::from_hex(&self.secret.seed)
    }

    /// Whether this file is the record of the game, also where somebody has moved it since.
    pub(crate) fn is_recorded_in(&self, file: &Path, record: &Record) -> bool {
        let path = self.record_path();
        let is_same = same_file::is_same_file(&path, file).unwrap_or(false);
        let seed = self.seed().map(|seed| seed.commitment());
        is_same || !path.exists() && seed.is_some() && seed == record.header.commitment
    }

    /// The same game with its record in this file, where somebody has moved it to.
    pub(crate) fn moved_to(mut self, file: &Path) -> io::Result<Self> {
        if self.secret.record.is_some() && !self.record_path().exists() {
            self.secret.record = Some(file.to_owned());
            let text = serde_json::to_string_pretty(&self.secret).map_err(io::Error::other)?;
            fs::write(&self.secret_path, text)?;
        }
        Ok(self)
    }

    /// Whether some process plays it.
    pub(crate) fn is_played(&self) -> bool {
        let file = File::open(&self.secret_path);
        file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// Takes the game for this process.
    pub(crate) fn take(self) -> Result<(Kept, Secret), NotTaken> {
        let Self { secret_path, secret, .. } = self;
        let is_own = secret.record.is_none();
        let record = secret.record.clone().unwrap_or_else(|| secret_path.with_extension(RECORD));
        let opened = File::open(&secret_path).and_then(|file| match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(why)) => Err(why),
        });
        match opened {
            // It may have come to its end before the lock was ours.
            Ok(Some(_)) if !secret_path.exists() => Err(NotTaken::Played),
            Ok(Some(lock)) => {
                Ok((Kept { secret: secret_path, record, is_own, _lock: lock }, secret))
            }
            Ok(None) => Err(NotTaken::Played),
            Err(why) => Err(NotTaken::Io { path: secret_path, why }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_match::{Occupant, Shares};
    use std::time::Duration;

    #[test]
    fn the_oldest_games_are_forgotten_first() {
        let room = tempfile::tempdir().unwrap();
        let folder = Folder(room.path().join("games")).make().unwrap();
        let table = parlor_registry::find("dots-and-boxes").unwrap();
        let table = table.open(&serde_json::Value::Null, 2).unwrap();
        let who = vec![Occupant::new("human", "Ann"), Occupant::new("easy", "easy")];
        let seed = Seed::from_number(1);
        let sitting = Sitting::new(table, who, seed.clone(), Shares::none());
        let secret = Secret {
            seed: seed.reveal(),
            record: None,
            seats: vec!["human".to_owned(), "easy".to_owned()],
            folder: PathBuf::new(),
            trust_bots: false,
            bot_env: Vec::new(),
            bot_log: None,
        };
        let age = |file: &RecordFile, days: u64| {
            let then = SystemTime::now() - Duration::from_hours(24 * days);
            File::open(file.path()).unwrap().set_modified(then).unwrap();
        };
        let (oldest, record) = folder.keep(&secret, &sitting).unwrap();
        age(&record.unwrap(), 99);
        // The same seed, twice: each is a game of its own.
        for day in 0..=MAX_KEPT as u64 {
            let (_, record) = folder.keep(&secret, &sitting).unwrap();
            age(&record.unwrap(), day);
        }
        assert_eq!(folder.games().len(), MAX_KEPT + 2);
        assert_eq!(folder.forget_oldest(), 1);
        let games = folder.games();
        assert_eq!(games.len(), MAX_KEPT + 1, "one is being played");
        assert!(games.iter().is_sorted_by_key(|game| std::cmp::Reverse(game.played)));
        assert!(games[MAX_KEPT].is_played() && !games[0].is_played());
        drop(oldest);
        assert_eq!(folder.forget_oldest(), 1);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2 * MAX_KEPT);
    }
}
