//! The folder of a tournament: what is in it, and how it survives the end of the program at any moment.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use parlor_engine::Problems;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::block::Block;
use crate::game::{BadLine, Game};
use crate::tournament::{Meeting, Tournament};

/// What is played.
const TOURNAMENT: &str = "tournament.json";
/// Which part of it.
const SHARD: &str = "shard.json";
/// All games, a line each, in the order of the blocks.
const GAMES: &str = "games.jsonl";
/// What came of it.
const SUMMARY: &str = "summary.json";
/// The same as a page.
const REPORT: &str = "report.html";
/// How long players thought, which differs from run to run.
const TIMES: &str = "times.jsonl";
/// The records of all games, on request.
const RECORDS: &str = "records";

/// What files are called before they are whole.
const PART: &str = ".part";

/// The longest line of a game, in bytes: a game between bots, with all its moves.
const MAX_LINE: u64 = 64 << 20;
/// The largest description of a tournament: options may carry boards and decks.
const MAX_TOURNAMENT: u64 = 64 << 20;

/// One of several equal parts of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which one, from 1 on.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// The most parts.
    pub const MOST: u64 = 10_000;

    /// Whether a block belongs to this part.
    pub const fn has(self, block: u64) -> bool {
        block % self.of == self.part - 1
    }

    /// Whether it is everything.
    pub const fn is_whole(self) -> bool {
        self.of == 1
    }
}

impl std::str::FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let wrong = || BadShard(text.to_owned());
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let (part, of) = (part.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
        let fits = (1..=Self::MOST).contains(&of) && (1..=of).contains(&part);
        if fits { Ok(Self { part, of }) } else { Err(wrong()) }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// No part of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no part; 2/3 is the second of three, and there are at most {most} parts", most = Shard::MOST)]
pub struct BadShard(String);

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
    /// There is something in it.
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
    /// What is said to be a tournament is none.
    #[error("'{}' cannot be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// It is a tournament of another time.
    #[error("'{}' cannot be played by this build: {problems}", path.display())]
    Unplayable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problems: Problems,
    },
    /// A line of the games is no good.
    #[error("line {line} of '{}': {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: u64,
        /// What is wrong.
        why: BadLine,
    },
    /// Somebody else plays there.
    #[error("another program is playing in '{}'", .0.display())]
    Busy(PathBuf),
}

/// The folder of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A new one: it is made, or it is empty.
    pub fn create(path: &Path, tournament: &Tournament, shard: Shard) -> Result<Self, FolderError> {
        fs::create_dir_all(path).map_err(|why| failed(path, why))?;
        for entry in fs::read_dir(path).map_err(|why| failed(path, why))? {
            let name = entry.map_err(|why| failed(path, why))?.file_name();
            // What was begun by a program that ended before there was a tournament.
            let is_left_over = [SHARD, &format!("{SHARD}{PART}"), &format!("{TOURNAMENT}{PART}")];
            if !is_left_over.iter().any(|left_over| name == **left_over) {
                return Err(FolderError::NotEmpty(path.to_owned()));
            }
        }
        let folder = Self { path: path.to_owned() };
        if shard.is_whole() {
            // It may be there from another try.
            _ = fs::remove_file(folder.file(SHARD));
        } else {
            folder.write_json(SHARD, &shard)?;
        }
        // The last of what makes it a tournament: without it the folder has none.
        folder.write_json(TOURNAMENT, tournament)?;
        Ok(folder)
    }

    /// One that is there, with its tournament.
    pub fn open(path: &Path) -> Result<(Self, Tournament, Shard), FolderError> {
        let folder = Self { path: path.to_owned() };
        let file = folder.file(TOURNAMENT);
        let tournament: Tournament = match read_json(&file) {
            Err(FolderError::Io { why, .. }) if why.kind() == io::ErrorKind::NotFound => {
                return Err(FolderError::NoTournament(path.to_owned()));
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

    /// Makes room for records.
    pub(crate) fn make_records(&self) -> Result<(), FolderError> {
        let path = self.file(RECORDS);
        fs::create_dir_all(&path).map_err(|why| failed(&path, why))
    }

    pub(crate) fn write_summary(&self, json: &str) -> Result<(), FolderError> {
        replace(&self.summary(), json.as_bytes())
    }

    /// Takes a folder away that was just made.
    pub(crate) fn discard(&self) {
        for name in [GAMES, TOURNAMENT, SHARD] {
            // What is not there need not be taken away.
            _ = fs::remove_file(self.file(name));
        }
        // Somebody else may have put something there.
        _ = fs::remove_dir(&self.path);
    }

    /// Takes away what is no longer true.
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

    /// The games so far, to be read from the first on.
    pub(crate) fn games(&self) -> Result<Games, FolderError> {
        let path = self.file(GAMES);
        let file = match File::open(&path) {
            Ok(file) => Some(BufReader::with_capacity(1 << 16, file)),
            Err(why) if why.kind() == io::ErrorKind::NotFound => None,
            Err(why) => return Err(failed(&path, why)),
        };
        Ok(Games { path, file, line: 0, good: 0, bytes: Vec::new() })
    }

    /// The file of games, to write on from here; nobody else does at the same time.
    pub(crate) fn write_games(&self) -> Result<GamesFile, FolderError> {
        let path = self.file(GAMES);
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = open.map_err(|why| failed(&path, why))?;
        match file.try_lock() {
            Ok(()) => Ok(GamesFile { path, file }),
            Err(fs::TryLockError::WouldBlock) => Err(FolderError::Busy(self.path.clone())),
            Err(fs::TryLockError::Error(why)) => Err(failed(&path, why)),
        }
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

/// Replaces a file in one go, so that it is there whole or not at all.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    let mut name = path.as_os_str().to_owned();
    name.push(PART);
    let part = PathBuf::from(name);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    });
    written.map_err(|why| failed(path, why))
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

/// Where a line of the games begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// So many bytes stand before it.
    offset: u64,
    /// So many lines do.
    line: u64,
}

/// Games that were played, read block by block.
pub(crate) struct Games {
    path: PathBuf,
    file: Option<BufReader<File>>,
    line: u64,
    /// So many bytes hold whole blocks.
    good: u64,
    bytes: Vec<u8>,
}

impl Games {
    /// The games of the block that comes next; `None` where they are not all there: the program ended
    /// in the middle of it.
    pub(crate) fn next(&mut self, block: &Block) -> Result<Option<Vec<Game>>, FolderError> {
        let mut games = Vec::with_capacity(block.games());
        let mut read = 0;
        for (number, seating) in block.seatings().enumerate() {
            let Some(length) = self.next_line()? else { return Ok(None) };
            read += length;
            games.push(self.read_as(block, number, &seating)?);
        }
        self.good += read;
        Ok(Some(games))
    }

    /// The next line, not yet understood, and where it begins; for who wants few games of many.
    pub(crate) fn skim(&mut self) -> Result<Option<(Place, &[u8])>, FolderError> {
        let at = Place { offset: self.good, line: self.line };
        let Some(length) = self.next_line()? else { return Ok(None) };
        self.good += length;
        Ok(Some((at, &self.bytes)))
    }

    /// The line that was just skimmed, as the game it should be.
    pub(crate) fn read(&self, block: &Block, number: usize) -> Result<Game, FolderError> {
        let seating = block.seatings().nth(number).unwrap_or_default();
        self.read_as(block, number, &seating)
    }

    /// The game whose line begins there.
    pub(crate) fn look_up(
        &mut self,
        at: Place,
        block: &Block,
        number: usize,
    ) -> Result<Game, FolderError> {
        if let Some(file) = &mut self.file {
            file.seek(SeekFrom::Start(at.offset)).map_err(|why| failed(&self.path, why))?;
        }
        self.line = at.line;
        self.next_line()?;
        self.read(block, number)
    }

    fn read_as(
        &self,
        block: &Block,
        number: usize,
        seating: &Meeting,
    ) -> Result<Game, FolderError> {
        let (path, line) = (&self.path, self.line);
        Game::read(&self.bytes, block, number, seating).map_err(|why| FolderError::Line {
            path: path.clone(),
            line,
            why,
        })
    }

    /// How many bytes hold whole blocks.
    pub(crate) const fn good(&self) -> u64 {
        self.good
    }

    /// Reads a line, and says how long it is. A line without an end was not written to its end.
    fn next_line(&mut self) -> Result<Option<u64>, FolderError> {
        let Some(file) = &mut self.file else { return Ok(None) };
        self.bytes.clear();
        let length = file.take(MAX_LINE).read_until(b'\n', &mut self.bytes);
        let length = length.map_err(|why| failed(&self.path, why))?;
        if self.bytes.pop() != Some(b'\n') {
            if length as u64 == MAX_LINE {
                let (path, line) = (self.path.clone(), self.line + 1);
                return Err(FolderError::Line { path, line, why: BadLine::TooLong });
            }
            return Ok(None);
        }
        self.line += 1;
        Ok(Some(length as u64))
    }
}

/// The file of games while it is written.
pub(crate) struct GamesFile {
    path: PathBuf,
    file: File,
}

impl GamesFile {
    /// Keeps so many bytes, and goes on behind them.
    pub(crate) fn keep(&mut self, bytes: u64) -> Result<(), FolderError> {
        let kept = self.file.set_len(bytes).and_then(|()| self.file.seek(SeekFrom::Start(bytes)));
        kept.map(drop).map_err(|why| failed(&self.path, why))
    }

    /// Adds lines.
    pub(crate) fn add(&mut self, lines: &[u8]) -> Result<(), FolderError> {
        self.file.write_all(lines).map_err(|why| failed(&self.path, why))
    }

    /// The same file, for somebody else to wait for its disk.
    pub(crate) fn again(&self) -> Result<Self, FolderError> {
        let file = self.file.try_clone().map_err(|why| failed(&self.path, why))?;
        Ok(Self { path: self.path.clone(), file })
    }

    /// Waits until they are on the disk.
    pub(crate) fn sync(&self) -> Result<(), FolderError> {
        self.file.sync_data().map_err(|why| failed(&self.path, why))
    }
}
