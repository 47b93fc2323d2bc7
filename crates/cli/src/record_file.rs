//! Records on disk: reading one, and writing one while the game goes on.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use parlor_engine::AnyAct;
use parlor_runner::{Close, LoadError, Record, Seal, Sitting, Writer};

use crate::option_file::ends_in;

/// Reads a record.
pub(crate) fn load(path: &Path) -> Result<Record, LoadError> {
    Record::load(File::open(path)?)
}

/// Reads a record, from standard input for `-`.
pub(crate) fn load_or_stdin(path: &Path) -> Result<Record, LoadError> {
    if path == Path::new("-") {
        return Record::load(io::stdin().lock());
    }
    load(path)
}

/// Why no game may be recorded in this file, if it may not: one that exists is not lost by
/// accident, and what the game is made from is not lost at all.
///
/// `sources` are the files the game is made from, each with what it is.
pub(crate) fn forbidden(
    path: &Path,
    overwrite: bool,
    sources: &[(&str, Option<&Path>)],
) -> Option<String> {
    let name = path.display();
    for (what, source) in sources {
        if source.is_some_and(|source| is_part_of(path, source)) {
            return Some(format!("'{name}' is {what} itself; record in another file"));
        }
    }
    // Devices and pipes hold nothing that could be lost.
    let taken = fs::metadata(path).is_ok_and(|found| found.is_file());
    (taken && !overwrite).then(|| {
        format!("'{name}' exists already; record in another file, or add --overwrite to replace it")
    })
}

/// Whether a file is this one, or one of the CSV files of this folder.
fn is_part_of(path: &Path, source: &Path) -> bool {
    // What cannot be compared does not exist, and so cannot be lost.
    let is_same = |one: &Path| same_file::is_same_file(one, source).unwrap_or(false);
    let is_sheet = ends_in(path, "csv") && path.exists() && source.is_dir();
    // The folder of a bare name is the one we are in.
    let folder = path.parent().map(|parent| Path::new(".").join(parent));
    is_same(path) || is_sheet && folder.is_some_and(|folder| is_same(&folder))
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

    /// Takes the file away again.
    pub(crate) fn discard(self) -> anyhow::Result<()> {
        let Self { path, file, .. } = self;
        // A device stays.
        if file.metadata().is_ok_and(|found| found.is_file()) {
            fs::remove_file(&path).with_context(|| no_record(&path))?;
        }
        Ok(())
    }

    /// Writes the end of the record, with the seed, and returns its seal.
    pub(crate) fn close(mut self, sitting: &Sitting) -> anyhow::Result<Seal> {
        let record = sitting.record();
        let Close::Sealed { faults, ending, seed } = &record.close else {
            unreachable!("a sitting records itself whole");
        };
        let footer = self.writer.close(faults, ending, seed.as_ref());
        self.file.write_all(footer.as_bytes()).with_context(|| no_record(&self.path))?;
        // A device cannot be synced, and need not be.
        _ = self.file.sync_all();
        Ok(record.seal())
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
