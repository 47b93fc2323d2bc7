//! Files that a test writes and people read: committed, and compared from then on, so that a change
//! shows as a diff.

use std::path::Path;
use std::{env, fs};

/// Set to anything to write the files anew instead of comparing them.
pub const UPDATE: &str = "PARLOR_UPDATE";

/// Compares a committed file with what it would be today, or writes it.
///
/// # Panics
/// When they differ: with the first line that does, and how to write the file anew.
pub fn compare(path: impl AsRef<Path>, today: &str) {
    let path = path.as_ref();
    if env::var_os(UPDATE).is_some() {
        let folder = path.parent().unwrap_or(path);
        fs::create_dir_all(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        fs::write(path, today).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    }
    let shown = path.display();
    let committed = fs::read_to_string(path)
        .unwrap_or_else(|why| panic!("{shown}: {why}; {UPDATE}=1 writes it"));
    if committed == today {
        return;
    }
    let lines = || committed.lines().zip(today.lines()).enumerate();
    let (number, (then, now)) = lines().find(|(_, (then, now))| then != now).unwrap_or((
        committed.lines().count().min(today.lines().count()),
        ("", "(longer or shorter)"),
    ));
    panic!(
        "{shown}:{}: it is otherwise today\n  then: {then}\n  now:  {now}\nif that is meant, \
         write the file anew with {UPDATE}=1 and read the diff",
        number + 1
    );
}
