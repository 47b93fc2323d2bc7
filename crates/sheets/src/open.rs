//! Opens files and folders: the one place of this crate that reads from a disk.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::book::Book;
use crate::csv;
use crate::draft::Draft;
use crate::error::BadBook;
use crate::limits::{MAX_BYTES, MAX_SHEETS};

/// Why a book cannot be opened. The message names the file.
#[derive(Debug, Error)]
pub enum CannotOpen {
    /// Nothing of that name.
    #[error("there is no file or folder '{}'", .0.display())]
    Missing(PathBuf),
    /// There, but not readable.
    #[error("cannot read '{}': {why}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        why: io::Error,
    },
    /// An extension that says nothing about what is in it.
    #[error("'{}' is no spreadsheet: the name should end with .xlsx, .ods or .csv", .0.display())]
    UnknownKind(PathBuf),
    /// Nothing to read in a folder.
    #[error("there is no .csv file in the folder '{}'", .0.display())]
    NoCsv(PathBuf),
    /// It was read, and is not fine.
    #[error("'{}': {why}", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: BadBook,
    },
}

impl Book {
    /// Opens a file by its extension (.xlsx, .ods, .csv), or a folder of CSV files.
    ///
    /// A CSV file becomes one sheet with the name of the file. Those of a folder come sorted by
    /// name; what else lies there, and hidden files, are left alone.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, CannotOpen> {
        let path = path.as_ref();
        let about = fs::metadata(path).map_err(|why| unreadable(path, why))?;
        if about.is_dir() {
            return folder(path);
        }
        let read: fn(&[u8]) -> Result<Self, BadBook> = match extension(path).as_str() {
            "xlsx" => Self::from_xlsx,
            "ods" => Self::from_ods,
            "csv" => return csv_files(&[path.to_owned()]),
            _ => return Err(CannotOpen::UnknownKind(path.to_owned())),
        };
        read(&bytes(path)?).map_err(|why| bad(path, why))
    }
}

fn folder(path: &Path) -> Result<Book, CannotOpen> {
    let entries = fs::read_dir(path).map_err(|why| unreadable(path, why))?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry.map_err(|why| unreadable(path, why))?.path();
        let hidden = file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if extension(&file) == "csv" && !hidden && !file.is_dir() {
            files.push(file);
        }
        if files.len() > MAX_SHEETS {
            return Err(bad(path, BadBook::TooManySheets));
        }
    }
    if files.is_empty() {
        return Err(CannotOpen::NoCsv(path.to_owned()));
    }
    files.sort();
    csv_files(&files)
}

fn csv_files(files: &[PathBuf]) -> Result<Book, CannotOpen> {
    let mut draft = Draft::default();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        csv::read(&mut draft, &name, &bytes(file)?).map_err(|why| bad(file, why))?;
    }
    Ok(draft.finish())
}

/// The file, unless there is too much of it: a device may have no end.
fn bytes(path: &Path) -> Result<Vec<u8>, CannotOpen> {
    let file = File::open(path).map_err(|why| unreadable(path, why))?;
    let mut bytes = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    file.take(most).read_to_end(&mut bytes).map_err(|why| unreadable(path, why))?;
    Ok(bytes)
}

fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn unreadable(path: &Path, why: io::Error) -> CannotOpen {
    let path = path.to_owned();
    match why.kind() {
        ErrorKind::NotFound => CannotOpen::Missing(path),
        _ => CannotOpen::Unreadable { path, why },
    }
}

fn bad(path: &Path, why: BadBook) -> CannotOpen {
    CannotOpen::Bad { path: path.to_owned(), why }
}
