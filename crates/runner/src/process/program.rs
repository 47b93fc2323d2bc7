//! Finds the program a command names, and says what is wrong with it before anything is started.
//!
//! Between Parlor and a contained bot stand programs that prepare it. They would find a missing file
//! only when it is their turn, and could tell nobody but the standard error stream.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::NotStarted;

/// Where programs are looked for when nobody says.
pub(super) const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

/// The file that `words` would run, with `path` as the list of folders to look in.
pub(super) fn find(words: &[String], path: &str) -> Result<PathBuf, NotStarted> {
    let name = words.first().filter(|name| !name.is_empty()).ok_or(NotStarted::Empty)?;
    if words.iter().any(|word| word.contains('\0')) {
        return Err(NotStarted::ZeroByte);
    }
    if name.contains('/') {
        let file = PathBuf::from(name);
        check(&file)?;
        return Ok(file);
    }
    on_path(name, path).ok_or_else(|| NotStarted::Missing(name.clone()))
}

/// The first program of that name in the folders of `path`.
pub(super) fn on_path(name: &str, path: &str) -> Option<PathBuf> {
    path.split(':')
        .map(|folder| Path::new(if folder.is_empty() { "." } else { folder }).join(name))
        .find(|file| check(file).is_ok())
}

fn check(file: &Path) -> Result<(), NotStarted> {
    let Ok(about) = fs::metadata(file) else {
        return Err(NotStarted::Missing(file.display().to_string()));
    };
    if !about.is_file() {
        return Err(NotStarted::NotAFile(file.to_path_buf()));
    }
    if about.permissions().mode() & 0o111 == 0 {
        return Err(NotStarted::NotExecutable(file.to_path_buf()));
    }
    match interpreter(file) {
        Some(interpreter) if !Path::new(&interpreter).exists() => {
            Err(NotStarted::NoInterpreter { path: file.to_path_buf(), interpreter })
        }
        _ => Ok(()),
    }
}

/// What the first line of a script names, if it is one.
fn interpreter(file: &Path) -> Option<String> {
    // The kernel reads no more than this either.
    let mut start = [0; 256];
    let read = File::open(file).ok()?.read(&mut start).ok()?;
    let line = start[..read].strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let word = str::from_utf8(line).ok()?.split_whitespace().next()?;
    Some(word.to_owned())
}
