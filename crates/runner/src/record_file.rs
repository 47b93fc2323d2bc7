//! Records on disk: reading one, and writing one while the game goes on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use parlor_match::{BadRecord, Draft, MAX_BYTES, Record, Seal, Sitting};
use thiserror::Error;

/// Why a record could not be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What was read is no good record.
    #[error(transparent)]
    Bad(#[from] BadRecord),
}

/// Reads a record from a file or a stream, and no more of it than a record may have.
pub fn load(from: impl Read) -> Result<Record, LoadError> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Record::from_bytes(&bytes)?)
}

/// A record could not be written.
#[derive(Debug, Error)]
#[error("cannot write the record to '{}'", path.display())]
pub struct NotWritten {
    /// Where it was to be written.
    path: PathBuf,
    /// What the system says.
    #[source]
    why: io::Error,
}

/// Writes a record as the match goes on, entry by entry and each before anybody is told of it. When the
/// program ends, for whatever reason, what was played so far is in the file, as a record that breaks off. A
/// [durable](Self::durable) file survives a power cut, too.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
    /// Whether the match cannot go on where it cannot be written down.
    is_needed: bool,
    /// Whether each entry is on the disk itself before anybody is told of it.
    is_durable: bool,
}

impl RecordFile {
    /// Creates the file and writes what is known before the next entry.
    pub fn create(path: &Path, sitting: &Sitting) -> Result<Self, NotWritten> {
        let file = File::create(path).map_err(|why| NotWritten { path: path.to_owned(), why })?;
        Self::begin(path, file, sitting)
    }

    /// The same in a file that was just opened there.
    pub fn begin(path: &Path, file: File, sitting: &Sitting) -> Result<Self, NotWritten> {
        let mut begun = Self { path: path.to_owned(), file, is_needed: true, is_durable: false };
        begun.append(&sitting.so_far().to_text())?;
        Ok(begun)
    }

    /// Opens the file of a match that was cut off and goes on now. What stands below the last whole
    /// entry is cut away.
    pub fn reopen(path: &Path, sitting: &Sitting) -> Result<Self, NotWritten> {
        let text = sitting.so_far().to_text();
        let opened = OpenOptions::new().read(true).write(true).open(path).and_then(|mut file| {
            let mut there = vec![0; text.len()];
            file.read_exact(&mut there)?;
            if there != text.as_bytes() {
                return Err(io::Error::other("another match stands in it by now"));
            }
            file.set_len(text.len() as u64)?;
            Ok(file)
        });
        let file = opened.map_err(|why| NotWritten { path: path.to_owned(), why })?;
        Ok(Self { path: path.to_owned(), file, is_needed: true, is_durable: false })
    }

    /// The same file for a match that goes on where it cannot be written any more.
    #[must_use]
    pub fn dispensable(mut self) -> Self {
        self.is_needed = false;
        self
    }

    /// The same file for a match that survives a power cut: what it holds is on the disk, and each entry
    /// is synced before anybody is told of it. A sync takes milliseconds, so this is for people's games
    /// and not for tournaments.
    pub fn durable(mut self) -> Result<Self, NotWritten> {
        let synced = self.file.sync_all().and_then(|()| sync_folder_of(&self.path));
        synced.map_err(|why| self.failed(why))?;
        self.is_durable = true;
        Ok(self)
    }

    pub(crate) const fn is_needed(&self) -> bool {
        self.is_needed
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds what was drafted, before it is committed.
    pub fn write(&mut self, draft: &Draft) -> Result<(), NotWritten> {
        self.append(draft.text())
    }

    /// Takes the file away again.
    pub fn discard(self) -> Result<(), NotWritten> {
        // A device stays.
        if self.file.metadata().is_ok_and(|found| found.is_file()) {
            fs::remove_file(&self.path).map_err(|why| self.failed(why))?;
        }
        Ok(())
    }

    /// Writes the end of the record, with the seed, and returns its seal.
    pub fn close(mut self, sitting: &Sitting) -> Result<Seal, NotWritten> {
        self.append(&sitting.footer())?;
        // A device cannot be synced, and need not be.
        _ = self.file.sync_all();
        Ok(sitting.record().seal())
    }

    fn append(&mut self, text: &str) -> Result<(), NotWritten> {
        let written = self.file.write_all(text.as_bytes());
        let written =
            written.and_then(|()| if self.is_durable { self.file.sync_data() } else { Ok(()) });
        written.map_err(|why| self.failed(why))
    }

    fn failed(&self, why: io::Error) -> NotWritten {
        NotWritten { path: self.path.clone(), why }
    }
}

/// Puts the name of a file on the disk. A new or renamed file that is synced still lacks its name after a
/// power cut, unless its folder is synced, too.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match File::open(folder.unwrap_or(Path::new(".")))?.sync_all() {
        // Some file systems cannot sync a folder, and have no other way to do it.
        Err(why) if matches!(why.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arrival, Live, Step};
    use parlor_dots_and_boxes::DotsAndBoxes;
    use parlor_match::{House, Occupant, Seed, Shares};
    use serde_json::json;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::time::Instant;

    fn sitting() -> Sitting {
        let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
        let who = ["Ann", "Bob"].map(|name| Occupant::new("human", name)).to_vec();
        Sitting::new(table, who, Seed::from_number(1), Shares::none())
    }

    #[test]
    fn a_torn_line_is_cut_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.rec");
        let mut sitting = sitting();
        sitting.play("1: h 0 0".parse().unwrap()).unwrap();
        let whole = sitting.so_far().to_text();
        fs::write(&path, format!("{whole}2 | 2: v 0")).unwrap();
        let mut file = RecordFile::reopen(&path, &sitting).unwrap();
        file.append("more\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{whole}more\n"));
        // The file of another match is left alone.
        sitting.play("2: v 0 0".parse().unwrap()).unwrap();
        let why = RecordFile::reopen(&path, &sitting).unwrap_err().why;
        assert!(
            why.to_string().contains("another match") || why.kind() == ErrorKind::UnexpectedEof
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{whole}more\n"));
    }

    #[test]
    fn a_file_is_durable_only_where_it_can_be_synced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.rec");
        let mut sitting = sitting();
        let mut file = RecordFile::create(&path, &sitting).unwrap().durable().unwrap();
        let mut draft = sitting.draft(std::time::Duration::ZERO);
        draft.act("1: h 0 0".parse().unwrap()).unwrap();
        file.write(&draft).unwrap();
        sitting.commit(draft);
        assert_eq!(fs::read_to_string(&path).unwrap(), sitting.so_far().to_text());
        // A socket takes every byte, and cannot be synced.
        let (disk, _reader) = UnixStream::pair().unwrap();
        let file = RecordFile::begin(Path::new("disk"), File::from(OwnedFd::from(disk)), &sitting);
        assert!(file.unwrap().durable().is_err());
    }

    /// What comes of two answers when the disk is full after the first.
    fn steps(is_needed: bool) -> Vec<String> {
        let (disk, reader) = UnixStream::pair().unwrap();
        let sitting = sitting();
        let file = File::from(OwnedFd::from(disk));
        let file = RecordFile::begin(Path::new("disk"), file, &sitting).unwrap();
        let file = if is_needed { file } else { file.dispensable() };
        let people = vec![Arrival::Person, Arrival::Person];
        let mut live = Live::since(Instant::now(), sitting, people, House::default(), Some(file));
        let mut reader = Some(reader);
        let mut steps = Vec::new();
        for answer in ["h 0 0", "v 0 0", "v 0 1"] {
            loop {
                match live.advance() {
                    Step::Person(seat) => {
                        let question = live.referee().question(seat).unwrap();
                        live.answer(seat, question, answer.to_owned()).unwrap();
                        break;
                    }
                    Step::Over => return steps,
                    step => steps.push(format!("{step:?}").split('(').next().unwrap().to_owned()),
                }
            }
            reader.take();
        }
        steps
    }

    #[test]
    fn a_match_stops_or_goes_on_where_it_cannot_be_written_down() {
        assert_eq!(steps(true), ["Happened", "NotWritten"]);
        assert_eq!(steps(false), ["Happened", "Happened", "NotKept"]);
    }

    #[test]
    fn a_file_without_end_is_refused() {
        assert!(matches!(load(io::repeat(b'x')), Err(LoadError::Bad(_))));
    }
}
