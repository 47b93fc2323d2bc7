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
    Some(first_line(file)?.split_whitespace().next()?.to_owned())
}

/// The first line of a script, without what makes it one.
fn first_line(file: &Path) -> Option<String> {
    // The kernel reads no more than this either.
    let mut start = [0; 256];
    let read = File::open(file).ok()?.read(&mut start).ok()?;
    let line = start[..read].strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    Some(str::from_utf8(line).ok()?.to_owned())
}

/// What runs a script: what its first line names, and if that is `env`, what `env` would find. Nothing,
/// if it is no script.
pub(super) fn runners(file: &Path, path: &str) -> Vec<PathBuf> {
    let line = first_line(file).unwrap_or_default();
    let mut words = line.split_whitespace();
    let Some(named) = words.next().map(PathBuf::from) else { return Vec::new() };
    let mut found = vec![named];
    if found[0].file_name().is_some_and(|name| name == "env") {
        let name = words.find(|word| !word.starts_with('-') && !word.contains('='));
        found.extend(name.and_then(|name| on_path(name, path)));
    }
    found
}

/// Whether any user can read it: it, and every folder on the way, also the way its links point to.
pub(super) fn is_for_all(path: &Path) -> bool {
    let Ok(given) = std::path::absolute(path) else { return false };
    let Ok(real) = fs::canonicalize(path) else { return false };
    let on_the_way = given.ancestors().skip(1).chain(real.ancestors().skip(1));
    let readable = |path: &Path, bit: u32| {
        fs::metadata(path).is_ok_and(|about| about.permissions().mode() & bit == bit)
    };
    let own_bits = if real.is_dir() { 0o005 } else { 0o004 };
    readable(&real, own_bits) && on_the_way.into_iter().all(|folder| readable(folder, 0o001))
}

/// Whether any user may run it.
pub(super) fn runs_for_all(program: &Path) -> bool {
    fs::metadata(program).is_ok_and(|about| about.permissions().mode() & 0o001 != 0)
}
