//! Records on disk: reading one, and writing one while the game goes on.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use parlor_engine::AnyAct;
use parlor_match::{BadRecord, Close, MAX_BYTES, Record, Seal, Sitting, Writer};
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

/// Writes a record as the game goes on, act by act: whatever happens to the program, what was
/// played so far is on disk, as a record that breaks off.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
    writer: Writer,
}

impl RecordFile {
    /// Creates the file and writes what is known before the next act.
    pub fn create(path: &Path, sitting: &Sitting) -> Result<Self, NotWritten> {
        let (writer, text) = so_far(sitting);
        let created = File::create(path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            Ok(file)
        });
        let file = created.map_err(|why| NotWritten { path: path.to_owned(), why })?;
        Ok(Self { path: path.to_owned(), file, writer })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an act.
    pub fn act(&mut self, act: &AnyAct) -> Result<(), NotWritten> {
        let line = self.writer.act(act);
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|why| self.failed(why))
    }

    /// Writes everything anew, after acts were taken back.
    pub fn rewrite(&mut self, sitting: &Sitting) -> Result<(), NotWritten> {
        let (writer, text) = so_far(sitting);
        self.writer = writer;
        let written = self
            .file
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.file.write_all(text.as_bytes()))
            .and_then(|()| self.file.set_len(text.len() as u64));
        written.map_err(|why| self.failed(why))
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
    ///
    /// # Panics
    /// When the record of a sitting has no end: that is a bug of the sitting.
    pub fn close(mut self, sitting: &Sitting) -> Result<Seal, NotWritten> {
        let record = sitting.record();
        let Close::Sealed { faults, ending, seed } = &record.close else {
            unreachable!("a sitting records itself whole");
        };
        let footer = self.writer.close(faults, ending, seed.as_ref());
        let written = self.file.write_all(footer.as_bytes());
        written.map_err(|why| self.failed(why))?;
        // A device cannot be synced, and need not be.
        _ = self.file.sync_all();
        Ok(record.seal())
    }

    fn failed(&self, why: io::Error) -> NotWritten {
        NotWritten { path: self.path.clone(), why }
    }
}

/// The record up to now, without its end.
fn so_far(sitting: &Sitting) -> (Writer, String) {
    let (mut writer, mut text) = Writer::begin(sitting.header());
    for act in sitting.acts() {
        text.push_str(&writer.act(act));
    }
    (writer, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_end_is_refused() {
        assert!(matches!(load(io::repeat(b'x')), Err(LoadError::Bad(_))));
    }
}
