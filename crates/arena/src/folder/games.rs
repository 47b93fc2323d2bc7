//! The list of games of a folder, `games.jsonl`: read block by block, and written on.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use super::{FolderError, failed};
use crate::block::Block;
use crate::result::{BadLine, GameResult};
use crate::tournament::Lineup;

/// The longest line of a game, in bytes: a game between bots, with all its moves.
const MAX_LINE: u64 = 64 << 20;
/// The number of bytes that are read at once.
const USUAL_READ: usize = 1 << 16;
/// The most bytes that are read at once of many lists together, and the fewest of each.
const MOST_READ: usize = 64 << 20;
const LEAST_READ: usize = 1 << 12;

/// Where a line of the games begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The number of bytes before it.
    offset: u64,
    /// The number of lines before it.
    line: u64,
}

/// Games that were played, read block by block.
pub(crate) struct Games {
    path: PathBuf,
    file: BufReader<Reopened>,
    line: u64,
    /// The number of bytes that hold complete blocks.
    good: u64,
    bytes: Vec<u8>,
}

impl Games {
    /// A list, to be read from its first game on. It is one of `of` lists that are read at the same time. A
    /// list that does not exist is empty.
    pub(super) fn new(path: PathBuf, of: usize) -> Self {
        let capacity = (MOST_READ / of.max(1)).clamp(LEAST_READ, USUAL_READ);
        let file = Reopened { path: path.clone(), at: 0 };
        let file = BufReader::with_capacity(capacity, file);
        Self { path, file, line: 0, good: 0, bytes: Vec::new() }
    }

    /// The games of the block that comes next; `None` where they are not all there: the program ended
    /// in the middle of it.
    pub(crate) fn next(&mut self, block: &Block) -> Result<Option<Vec<GameResult>>, FolderError> {
        let mut games = Vec::with_capacity(block.games());
        let mut read = 0;
        for (number, lineup) in block.lineups().enumerate() {
            let Some(length) = self.next_line()? else { return Ok(None) };
            read += length;
            games.push(self.read_as(block, number, &lineup)?);
        }
        self.good += read;
        Ok(Some(games))
    }

    /// The next line, not parsed, and where it begins. To find a few games among many this is faster.
    pub(crate) fn skim(&mut self) -> Result<Option<(Place, &[u8])>, FolderError> {
        let at = Place { offset: self.good, line: self.line };
        let Some(length) = self.next_line()? else { return Ok(None) };
        self.good += length;
        Ok(Some((at, &self.bytes)))
    }

    /// The line that was just skimmed, as the game it should be.
    pub(crate) fn read(&self, block: &Block, number: usize) -> Result<GameResult, FolderError> {
        let lineup = block.lineups().nth(number).unwrap_or_default();
        self.read_as(block, number, &lineup)
    }

    /// The game whose line begins there.
    pub(crate) fn look_up(
        &mut self,
        at: Place,
        block: &Block,
        number: usize,
    ) -> Result<GameResult, FolderError> {
        let file = Reopened { path: self.path.clone(), at: at.offset };
        self.file = BufReader::with_capacity(LEAST_READ, file);
        self.line = at.line;
        self.next_line()?;
        self.read(block, number)
    }

    fn read_as(
        &self,
        block: &Block,
        number: usize,
        lineup: &Lineup,
    ) -> Result<GameResult, FolderError> {
        let (path, line) = (&self.path, self.line);
        GameResult::read(&self.bytes, block, number, lineup).map_err(|why| FolderError::Line {
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
        self.bytes.clear();
        // One line that is very long need not cost its memory for all that follow.
        self.bytes.shrink_to(USUAL_READ);
        let length = (&mut self.file).take(MAX_LINE).read_until(b'\n', &mut self.bytes);
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

/// A file that is open only while it is read from, so that any number can be read in turns.
struct Reopened {
    path: PathBuf,
    at: u64,
}

impl Read for Reopened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = match File::open(&self.path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound && self.at == 0 => return Ok(0),
            file => file?,
        };
        file.seek(SeekFrom::Start(self.at))?;
        let length = file.read(buffer)?;
        self.at += length as u64;
        Ok(length)
    }
}

/// The file of games while it is written.
pub(crate) struct GamesFile {
    path: PathBuf,
    file: File,
}

impl GamesFile {
    /// A file that is open for writing, and locked.
    pub(super) const fn new(path: PathBuf, file: File) -> Self {
        Self { path, file }
    }

    /// Keeps the first `bytes` bytes, and writes on behind them.
    pub(crate) fn keep(&mut self, bytes: u64) -> Result<(), FolderError> {
        let kept = self.file.set_len(bytes).and_then(|()| self.file.seek(SeekFrom::Start(bytes)));
        kept.map(drop).map_err(|why| failed(&self.path, why))
    }

    /// Adds lines.
    pub(crate) fn add(&mut self, lines: &[u8]) -> Result<(), FolderError> {
        self.file.write_all(lines).map_err(|why| failed(&self.path, why))
    }

    /// The same file, for another thread to sync.
    pub(crate) fn again(&self) -> Result<Self, FolderError> {
        let file = self.file.try_clone().map_err(|why| failed(&self.path, why))?;
        Ok(Self { path: self.path.clone(), file })
    }

    /// Waits until all lines are on the disk.
    pub(crate) fn sync(&self) -> Result<(), FolderError> {
        self.file.sync_data().map_err(|why| failed(&self.path, why))
    }
}
