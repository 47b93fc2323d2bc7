//! Records on disk: reading one, and writing one while the game goes on.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use parlor_engine::AnyAct;
use parlor_runner::{Close, LoadError, Record, Sitting, Writer};

/// Reads a record.
pub(crate) fn load(path: &Path) -> Result<Record, LoadError> {
    Record::load(File::open(path)?)
}

/// Writes a record as the game goes on, act by act: whatever happens to the program, what was
/// played so far is on disk, as a record that breaks off.
pub(crate) struct RecordFile {
    path: PathBuf,
    file: File,
    writer: Writer,
}

impl RecordFile {
    /// Creates the file and writes what is known before the next act.
    pub(crate) fn create(path: &Path, sitting: &Sitting) -> anyhow::Result<Self> {
        let (writer, text) = so_far(sitting);
        let mut file = File::create(path).with_context(|| no_record(path))?;
        file.write_all(text.as_bytes()).with_context(|| no_record(path))?;
        Ok(Self { path: path.to_owned(), file, writer })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an act.
    pub(crate) fn act(&mut self, act: &AnyAct) -> anyhow::Result<()> {
        let line = self.writer.act(act);
        self.file.write_all(line.as_bytes()).with_context(|| no_record(&self.path))
    }

    /// Writes everything anew, after acts were taken back.
    pub(crate) fn rewrite(&mut self, sitting: &Sitting) -> anyhow::Result<()> {
        let (writer, text) = so_far(sitting);
        self.writer = writer;
        self.file
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.file.write_all(text.as_bytes()))
            .and_then(|()| self.file.set_len(text.len() as u64))
            .with_context(|| no_record(&self.path))
    }

    /// Writes the end of the record, and the seed.
    pub(crate) fn close(mut self, sitting: &Sitting) -> anyhow::Result<()> {
        let Close::Sealed { ending, seed } = sitting.record().close else {
            unreachable!("a sitting records itself whole");
        };
        let footer = self.writer.close(&ending, seed.as_ref());
        self.file.write_all(footer.as_bytes()).with_context(|| no_record(&self.path))?;
        // A device cannot be synced, and need not be.
        _ = self.file.sync_all();
        Ok(())
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

fn no_record(path: &Path) -> String {
    format!("cannot write the record to '{}'", path.display())
}
