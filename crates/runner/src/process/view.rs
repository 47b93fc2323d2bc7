//! What a contained bot sees of the file systems.
//!
//! A bot with a user of its own cannot enter a folder that is closed to other users, such as `/root`.
//! Where its program lies in one, the bot gets another folder in its place: an empty one, into which
//! only what it needs is put. And what is hidden from it is covered, whoever may read it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::NotStarted;
use super::permits::{Part, Permits};
use super::program;

/// Links on one way. The kernel follows no more either.
const MOST_LINKS: u32 = 40;

/// How the view of one bot differs from ours, apart from being read-only.
#[derive(Debug, Default)]
pub(super) struct View {
    /// The folders that are closed to other users, outer ones first.
    closed: BTreeMap<PathBuf, Closed>,
    /// What is covered.
    hidden: Vec<PathBuf>,
}

/// A folder that is closed to other users.
#[derive(Debug, Default)]
struct Closed {
    /// What the bot needs of it, and where it points if it is a link.
    children: BTreeMap<OsString, Option<PathBuf>>,
    /// Whether it is more than a folder on the way: the bot may look for the rest of it.
    destination: bool,
}

impl View {
    /// What the bot that is run by these words has to see, and is not to see.
    pub(super) fn of(
        permits: &Permits,
        program: &Path,
        words: &[String],
        path: &str,
        hidden: &[PathBuf],
    ) -> Result<Self, NotStarted> {
        let mut view = Self::default();
        if permits.has(Part::OwnUser) {
            if !program::runs_for_all(program) {
                return Err(NotStarted::NotForOthers(program.to_path_buf()));
            }
            for file in needed(program, words, path) {
                view.reach(&file)?;
            }
            view.check(permits.has(Part::Files), program)?;
        }
        if permits.has(Part::Files) {
            for path in hidden {
                view.hide(path)?;
            }
        }
        Ok(view)
    }

    /// What the first process of the namespace has to do for it, as words.
    pub(super) fn steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        let mut step = |name: &str, words: &[&OsStr]| {
            steps.push(name.to_owned());
            // `of` has refused what is not text.
            steps.extend(words.iter().map(|word| word.to_string_lossy().into_owned()));
        };
        for (folder, closed) in &self.closed {
            step("begin", &[]);
            for (child, link) in &closed.children {
                match link {
                    Some(target) => step("link", &[child, target.as_os_str()]),
                    None => step("show", &[folder.as_os_str(), child]),
                }
            }
            step("cover", &[folder.as_os_str()]);
        }
        for path in &self.hidden {
            step("hide", &[path.as_os_str()]);
        }
        steps
    }

    /// What the bot may miss, in sentences.
    pub(super) fn remarks(&self) -> Vec<String> {
        let narrow = self.closed.iter().filter(|(_, closed)| closed.destination);
        narrow
            .map(|(folder, closed)| {
                let names = closed.children.keys().map(|name| format!("'{}'", name.display()));
                let names: Vec<String> = names.collect();
                let seen = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
                format!(
                    "'{}' is closed to other users: of what is in it the bot sees {seen}; \
                     'chmod o+x' would show it the rest",
                    folder.display()
                )
            })
            .collect()
    }

    /// Walks to a file as the kernel would, and takes down which closed folders are on the way.
    fn reach(&mut self, needed: &Needed) -> Result<(), NotStarted> {
        let Ok(given) = std::path::absolute(&needed.path) else { return Ok(()) };
        let mut left = parts(&given);
        let (mut at, mut links) = (PathBuf::from("/"), 0);
        let mut above = None;
        while let Some(part) = left.pop() {
            // A bot has processes of its own there.
            if at.starts_with("/proc") {
                return Ok(());
            }
            if part == ".." {
                at.pop();
                continue;
            }
            let next = at.join(&part);
            let Ok(about) = fs::symlink_metadata(&next) else { return Ok(()) };
            let target = about.is_symlink().then(|| fs::read_link(&next).unwrap_or_default());
            if is_closed(&at) {
                let closed = self.closed.entry(at.clone()).or_default();
                closed.children.insert(part, target.clone());
            }
            let Some(target) = target else {
                above = Some(std::mem::replace(&mut at, next));
                continue;
            };
            links += 1;
            if links > MOST_LINKS {
                return Ok(());
            }
            if target.is_absolute() {
                at = PathBuf::from("/");
            }
            left.extend(parts(&target));
        }
        self.arrive(needed, at, above)
    }

    /// Looks at what a walk came to.
    fn arrive(
        &mut self,
        needed: &Needed,
        at: PathBuf,
        above: Option<PathBuf>,
    ) -> Result<(), NotStarted> {
        let Ok(about) = fs::metadata(&at) else { return Ok(()) };
        if about.is_file() && needed.is_read && about.permissions().mode() & 0o004 == 0 {
            return Err(NotStarted::NotReadable(at));
        }
        let destination = if about.is_dir() { Some(at) } else { above };
        if let Some(folder) = destination.filter(|folder| is_closed(folder)) {
            self.closed.entry(folder).or_default().destination = true;
        }
        Ok(())
    }

    /// Refuses what cannot be done.
    fn check(&self, can_mount: bool, program: &Path) -> Result<(), NotStarted> {
        let is_text = |path: &Path| path.to_str().is_some();
        for (folder, closed) in &self.closed {
            let names = closed
                .children
                .iter()
                .all(|(name, link)| name.to_str().is_some() && link.as_deref().is_none_or(is_text));
            if !can_mount || folder.parent().is_none() || !is_text(folder) || !names {
                let file = closed.children.keys().next().map(|name| folder.join(name));
                let file = file.unwrap_or_else(|| program.to_path_buf());
                return Err(NotStarted::OutOfReach { file, folder: folder.clone() });
            }
        }
        Ok(())
    }

    /// Takes down what is to be covered.
    fn hide(&mut self, path: &Path) -> Result<(), NotStarted> {
        let cannot = |source| NotStarted::CannotHide { path: path.to_path_buf(), source };
        let real = fs::canonicalize(path).map_err(cannot)?;
        if real.to_str().is_none() || real.parent().is_none() {
            return Err(cannot(std::io::ErrorKind::InvalidInput.into()));
        }
        // In a closed folder it may be out of sight already.
        let is_away = self.closed.iter().any(|(folder, closed)| {
            let below = real.strip_prefix(folder).ok().and_then(|below| below.iter().next());
            below.is_some_and(|child| !closed.children.contains_key(child))
        });
        if !is_away {
            self.hidden.push(real);
        }
        Ok(())
    }
}

/// Something a bot needs.
struct Needed {
    path: PathBuf,
    /// Whether the bot itself reads it. A program that is no script is read by the kernel.
    is_read: bool,
}

/// What a command needs: the program, what runs it if it is a script, the current folder, and the
/// files among the arguments.
fn needed(program: &Path, words: &[String], path: &str) -> Vec<Needed> {
    let mut all = Vec::new();
    let mut seen = BTreeSet::new();
    let mut next = Some(program.to_path_buf());
    // An interpreter may be a script, too.
    while let Some(file) = next.take().filter(|file| seen.insert(file.clone())) {
        let runners = program::runners(&file, path);
        all.push(Needed { path: file, is_read: !runners.is_empty() });
        for runner in runners {
            if let Some(before) = next.replace(runner) {
                all.push(Needed { path: before, is_read: false });
            }
        }
    }
    let named = words[1..].iter().flat_map(|word| {
        let value = word.split_once('=').map(|(_, value)| value);
        [Some(word.as_str()), value].into_iter().flatten().map(PathBuf::from)
    });
    let read = std::env::current_dir().into_iter().chain(named);
    all.extend(read.map(|path| Needed { path, is_read: true }));
    all
}

/// The names of a path, the first one last.
fn parts(path: &Path) -> Vec<OsString> {
    let names = path.iter().filter(|name| *name != "/" && *name != ".");
    names.rev().map(OsStr::to_os_string).collect()
}

/// Whether users other than its owner cannot enter a folder.
fn is_closed(folder: &Path) -> bool {
    fs::metadata(folder).is_ok_and(|about| about.permissions().mode() & 0o001 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that others can enter, with a closed one in it.
    fn house() -> (tempfile::TempDir, PathBuf) {
        let house = tempfile::tempdir().unwrap();
        fs::set_permissions(house.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let room = house.path().canonicalize().unwrap().join("room");
        fs::create_dir_all(room.join("shelf/box")).unwrap();
        fs::write(room.join("shelf/box/bot"), "").unwrap();
        fs::set_permissions(&room, fs::Permissions::from_mode(0o700)).unwrap();
        (house, room)
    }

    fn walk(view: &mut View, path: PathBuf) {
        view.reach(&Needed { path, is_read: true }).unwrap();
    }

    #[test]
    fn of_a_closed_folder_only_what_is_on_the_way_is_shown() {
        let (_house, room) = house();
        let mut view = View::default();
        walk(&mut view, room.join("shelf/box/bot"));
        let at = room.to_str().unwrap();
        assert_eq!(view.steps(), ["begin", "show", at, "shelf", "cover", at]);
        assert_eq!(view.remarks(), Vec::<String>::new());
        view.hide(&room.join("shelf/box/bot")).unwrap();
        assert_eq!(view.hidden.len(), 1);
        fs::write(room.join("diary"), "").unwrap();
        view.hide(&room.join("diary")).unwrap();
        assert_eq!(view.hidden.len(), 1, "it is out of sight already");
    }

    #[test]
    fn links_are_followed_and_inner_folders_come_after_outer_ones() {
        let (house, room) = house();
        fs::set_permissions(room.join("shelf"), fs::Permissions::from_mode(0o700)).unwrap();
        std::os::unix::fs::symlink("shelf/box", room.join("way")).unwrap();
        std::os::unix::fs::symlink("room/way/bot", house.path().join("bot")).unwrap();
        let mut view = View::default();
        walk(&mut view, house.path().join("bot"));
        let (at, shelf) = (room.to_str().unwrap(), room.join("shelf"));
        let shelf = shelf.to_str().unwrap();
        let outer = ["begin", "show", at, "shelf", "link", "way", "shelf/box", "cover", at];
        let inner = ["begin", "show", shelf, "box", "cover", shelf];
        assert_eq!(view.steps(), [&outer[..], &inner[..]].concat());
    }

    #[test]
    fn without_mounts_a_closed_folder_is_refused_by_name() {
        let (_house, room) = house();
        let mut view = View::default();
        walk(&mut view, room.join("shelf/box/bot"));
        assert!(view.check(true, Path::new("bot")).is_ok());
        let said = view.check(false, Path::new("bot")).unwrap_err().to_string();
        let at = room.display();
        assert!(said.starts_with(&format!("'{at}/shelf' lies in '{at}'")), "{said}");
        assert!(said.contains(&format!("chmod o+x {at}")) && said.contains("--trust-bots"));
    }
}
