//! Which files records are read from, and which they may be written to.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use parlor_match::Record;
use parlor_runner::LoadError;

use crate::option_file::ends_in;

/// Reads a record.
pub(crate) fn load(path: &Path) -> Result<Record, LoadError> {
    parlor_runner::load(File::open(path)?)
}

/// Reads a record, from standard input for `-`.
pub(crate) fn load_or_stdin(path: &Path) -> Result<Record, LoadError> {
    if path == Path::new("-") {
        return parlor_runner::load(io::stdin().lock());
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
