//! Options from files: `key=@FILE` stands for `key=` and what is in the file. A spreadsheet, or a
//! folder of CSV files, stands for its sheets as JSON.
//!
//! The value itself goes on to the game and into the record, so that a record needs no other file.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use parlor_engine::Problems;
use parlor_sheets::{Book, CannotOpen};
use serde_json::{Value, json};
use thiserror::Error;

/// The largest file, in bytes. A deck or a board has some kilobytes; a line of a record, where all
/// options must fit, has a little more than this.
const MAX_BYTES: usize = 1_000_000;

/// The words with the files read into them. One whose file cannot be used is left out, and why is
/// said, so that whatever else is wrong can be said with it.
pub(crate) fn with_files(words: &[String]) -> (Vec<String>, Problems) {
    let mut problems = Problems::new();
    let mut read = Vec::new();
    for word in words {
        match file(word) {
            None => read.push(word.clone()),
            Some((key, path)) => match value(Path::new(path)) {
                Ok(value) => read.push(format!("{key}={value}")),
                Err(why) => problems.add(key, why.to_string()),
            },
        }
    }
    (read, problems)
}

/// The files that the words name.
pub(crate) fn files(words: &[String]) -> impl Iterator<Item = &Path> {
    words.iter().filter_map(|word| file(word)).map(|(_, path)| Path::new(path))
}

fn file(word: &str) -> Option<(&str, &str)> {
    let (key, value) = word.split_once('=')?;
    Some((key, value.strip_prefix('@')?))
}

/// Why the file of an option cannot be used.
#[derive(Debug, Error)]
pub(crate) enum Unusable {
    #[error("the name of a file belongs after the @")]
    Unnamed,
    #[error("there is no file '{}'", .0.display())]
    Missing(PathBuf),
    #[error("cannot read '{}': {why}", path.display())]
    Unreadable { path: PathBuf, why: io::Error },
    #[error("'{}' is too large: the file of an option has at most {MAX_BYTES} bytes", .0.display())]
    TooLarge(PathBuf),
    #[error("'{}' is not text in UTF-8", .0.display())]
    NotText(PathBuf),
    #[error("'{}' is not JSON: line {line}, column {column}: {what}", path.display())]
    NotJson { path: PathBuf, line: usize, column: usize, what: String },
    #[error(transparent)]
    NoSheets(#[from] CannotOpen),
    #[error("'{}' is too large: its sheets have at most {MAX_BYTES} bytes as JSON", .0.display())]
    TooManySheets(PathBuf),
}

fn value(path: &Path) -> Result<String, Unusable> {
    if path.as_os_str().is_empty() {
        return Err(Unusable::Unnamed);
    }
    if path.is_dir() || ["xlsx", "ods", "csv"].iter().any(|kind| ends_in(path, kind)) {
        return sheets(path);
    }
    text(path)
}

/// What a text file holds. One that is called JSON is some.
pub(crate) fn text(path: &Path) -> Result<String, Unusable> {
    let bytes = bytes(path).map_err(|why| match why.kind() {
        ErrorKind::NotFound => Unusable::Missing(path.to_owned()),
        _ => Unusable::Unreadable { path: path.to_owned(), why },
    })?;
    if bytes.len() > MAX_BYTES {
        return Err(Unusable::TooLarge(path.to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|_| Unusable::NotText(path.to_owned()))?;
    // Some editors begin a file with a mark that it is UTF-8, and most end it with a line break.
    let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
    if ends_in(path, "json") {
        serde_json::from_str::<Value>(text).map_err(|why| not_json(path, &why))?;
    }
    Ok(text.to_owned())
}

/// The sheets of a spreadsheet, or of a folder of CSV files, as JSON.
pub(crate) fn sheets(path: &Path) -> Result<String, Unusable> {
    let json = json!(Book::open(path)?).to_string();
    // Short numbers and blank cells take more room in JSON than in the file.
    if json.len() > MAX_BYTES {
        return Err(Unusable::TooManySheets(path.to_owned()));
    }
    Ok(json)
}

/// Whether a file is of this kind, by its name.
pub(crate) fn ends_in(path: &Path, kind: &str) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case(kind))
}

/// No more than is needed to know that there is too much.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn not_json(path: &Path, why: &serde_json::Error) -> Unusable {
    let (line, column) = (why.line(), why.column());
    let what = why.to_string();
    let place = format!(" at line {line} column {column}");
    let what = what.strip_suffix(&place).unwrap_or(&what).to_owned();
    Unusable::NotJson { path: path.to_owned(), line, column, what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_stands_for_what_is_in_it() {
        check("size.txt", b"5x5\n", "5x5");
        check("size.txt", b"\xef\xbb\xbf5x5\r\n", "5x5");
        check("empty", b"", "");
        check("deck.json", b"{\n  \"a\": 1\n}\n", "{\n  \"a\": 1\n}");
        // What is not called JSON need not be any.
        check("deck.txt", b"{", "{");
        check("full", &vec![b'x'; MAX_BYTES], &"x".repeat(MAX_BYTES));
    }

    #[test]
    fn a_spreadsheet_stands_for_its_sheets() {
        let sheets = r#"{"Board":[["Name","Cost"],["Go",null,200]]}"#;
        let book: Book = serde_json::from_str(sheets).unwrap();
        check("my.xlsx", &book.to_xlsx().unwrap(), sheets);
        check("my.XLSX", &book.to_xlsx().unwrap(), sheets);
        check("Board.csv", b"Name,Cost\nGo,,200\n", sheets);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.csv"), "x").unwrap();
        fs::write(folder.path().join("b.csv"), "7").unwrap();
        for end in ["", "/"] {
            let (words, _) = with_files(&[format!("key=@{}{end}", folder.path().display())]);
            assert_eq!(words, [r#"key={"a":[["x"]],"b":[[7]]}"#]);
        }
    }

    #[test]
    fn a_spreadsheet_that_cannot_be_read_says_why() {
        let text = "'a.xlsx': this is not an .xlsx file: it is no packed file at all";
        check_problem("a.xlsx", b"Name,Cost\n", text);
        let latin = "'a.csv': row 1 is not text in UTF-8; save the file as 'CSV UTF-8'";
        check_problem("a.csv", b"\xa3 200", latin);
        // Blank cells and backslashes are short in the file, and longer as JSON.
        let long = format!("{}{}\n", ",".repeat(63), "\\".repeat(250)).repeat(1_500);
        check_problem(
            "a.csv",
            long.as_bytes(),
            "'a.csv' is too large: its sheets have at most 1000000 bytes as JSON",
        );
    }

    #[test]
    fn a_file_that_cannot_be_used_says_why() {
        check_problem("a.txt", b"5x\xff", "'a.txt' is not text in UTF-8");
        check_problem(
            "full",
            &vec![b'x'; MAX_BYTES + 1],
            "'full' is too large: the file of an option has at most 1000000 bytes",
        );
        check_problem(
            "deck.JSON",
            b"{\n  \"a\": 1,\n}\n",
            "'deck.JSON' is not JSON: line 3, column 1: trailing comma",
        );
        check_problem(
            "empty.json",
            b"",
            "'empty.json' is not JSON: line 1, column 0: EOF while parsing a value",
        );
    }

    #[test]
    fn other_words_stay_as_they_are_and_every_problem_is_listed() {
        let folder = tempfile::tempdir().unwrap();
        let (missing, folder) = (folder.path().join("missing"), folder.path());
        let words = [
            "a=1".to_owned(),
            "b=@".to_owned(),
            "@c".to_owned(),
            format!("d=@{}", missing.display()),
            "e=\"@x\"".to_owned(),
            format!("f=@{}", folder.display()),
        ];
        let (read, problems) = with_files(&words);
        assert_eq!(read, ["a=1", "@c", "e=\"@x\""]);
        let said: Vec<&str> = problems.iter().map(|problem| problem.what.as_str()).collect();
        assert_eq!(said[0], "the name of a file belongs after the @");
        assert_eq!(said[1], format!("there is no file '{}'", missing.display()));
        assert_eq!(said[2], format!("there is no .csv file in the folder '{}'", folder.display()));
        let places: Vec<&str> = problems.iter().map(|problem| problem.place.as_str()).collect();
        assert_eq!(places, ["b", "d", "f"]);
        assert_eq!(files(&words).collect::<Vec<_>>(), [Path::new(""), &missing, folder]);
    }

    #[track_caller]
    fn check(name: &str, content: &[u8], expected: &str) {
        assert_eq!(read(name, content), Ok(format!("key={expected}")));
    }

    #[track_caller]
    fn check_problem(name: &str, content: &[u8], expected: &str) {
        assert_eq!(read(name, content), Err(format!("key: {expected}")));
    }

    /// The word that a file with this content becomes, or the problem without the folder's name.
    fn read(name: &str, content: &[u8]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        let (mut words, problems) = with_files(&[format!("key=@{}", path.display())]);
        let within = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
        words.pop().ok_or_else(|| problems.to_string().replace(&within, ""))
    }
}
