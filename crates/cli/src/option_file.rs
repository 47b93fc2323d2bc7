//! Options from files: `key=@FILE` stands for `key=` and what is in the file.
//!
//! The value itself goes on to the game and into the record, so that a record needs no other file.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use parlor_engine::Problems;
use serde_json::Value;
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
            Some((key, path)) => match value(path) {
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
enum Unusable {
    #[error("the name of a file belongs after the @")]
    Unnamed,
    #[error("there is no file '{0}'")]
    Missing(String),
    #[error("cannot read '{0}': {1}")]
    Unreadable(String, io::Error),
    #[error("'{0}' is too large: the file of an option has at most {MAX_BYTES} bytes")]
    TooLarge(String),
    #[error("'{0}' is not text in UTF-8")]
    NotText(String),
    #[error("'{path}' is not JSON: line {line}, column {column}: {what}")]
    NotJson { path: String, line: usize, column: usize, what: String },
}

fn value(path: &str) -> Result<String, Unusable> {
    if path.is_empty() {
        return Err(Unusable::Unnamed);
    }
    let bytes = bytes(path).map_err(|why| match why.kind() {
        ErrorKind::NotFound => Unusable::Missing(path.to_owned()),
        _ => Unusable::Unreadable(path.to_owned(), why),
    })?;
    if bytes.len() > MAX_BYTES {
        return Err(Unusable::TooLarge(path.to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|_| Unusable::NotText(path.to_owned()))?;
    // Some editors begin a file with a mark that it is UTF-8, and most end it with a line break.
    let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
    if Path::new(path).extension().is_some_and(|end| end.eq_ignore_ascii_case("json")) {
        serde_json::from_str::<Value>(text).map_err(|why| not_json(path, &why))?;
    }
    Ok(text.to_owned())
}

/// No more than is needed to know that there is too much.
fn bytes(path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn not_json(path: &str, why: &serde_json::Error) -> Unusable {
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
        assert!(said[2].starts_with(&format!("cannot read '{}': ", folder.display())), "{said:?}");
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
