//! Control groups: limits on a bot as a whole, with all its processes.
//!
//! A bot's group is made below the group Parlor itself is in, so that whatever holds for Parlor holds
//! for its bots. Both versions of the interface are known; of the first, each controller has a
//! hierarchy of its own.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::{Limits, Part};

/// Groups are named after the Parlor that made them, so that the next one can clear up after one that
/// was killed.
const NAME: &str = "parlor-";

/// Tasks that prepare a bot and wait for it, and are counted with it.
const OWN_TASKS: u32 = 2;

/// How long one period of the processor quota lasts, in microseconds. Short, so that a bot that used
/// its share up waits a little, not long.
const PERIOD: u32 = 20_000;

/// A folder below which groups can be made, and what they can limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    folder: PathBuf,
    part: Part,
    unified: bool,
}

impl Place {
    /// Where on this machine a group can be made that limits `part`.
    pub(super) fn find(part: Part) -> Option<Self> {
        let controller = match part {
            Part::Memory => "memory",
            Part::Tasks => "pids",
            Part::Cores => "cpu",
            _ => return None,
        };
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        by_controller(&mounts, &own, controller)
            .map(|folder| Self { folder, part, unified: false })
            .or_else(|| {
                let folder = unified(&mounts, &own, controller)?;
                Some(Self { folder, part, unified: true })
            })
    }

    /// Writes what this place limits into a bot's group.
    fn limit(&self, group: &Path, limits: Limits) -> io::Result<()> {
        let write = |file: &str, value: u64| fs::write(group.join(file), value.to_string());
        match (self.part, self.unified) {
            (Part::Memory, true) => {
                write("memory.max", limits.memory)?;
                // Not everywhere: machines without swap lack the first, old kernels the second.
                let _ = write("memory.swap.max", 0);
                let _ = write("memory.oom.group", 1);
                Ok(())
            }
            (Part::Memory, false) => {
                write("memory.limit_in_bytes", limits.memory)?;
                let _ = write("memory.memsw.limit_in_bytes", limits.memory);
                Ok(())
            }
            (Part::Tasks, _) => {
                write("pids.max", u64::from(limits.processes.saturating_add(OWN_TASKS)))
            }
            (_, true) => {
                let quota = u64::from(limits.cores) * u64::from(PERIOD);
                fs::write(group.join("cpu.max"), format!("{quota} {PERIOD}"))
            }
            (_, false) => {
                write("cpu.cfs_period_us", PERIOD.into())?;
                write("cpu.cfs_quota_us", u64::from(limits.cores) * u64::from(PERIOD))
            }
        }
    }
}

/// The group of one bot: one folder, or one for each controller. Removed when dropped.
#[derive(Debug)]
pub(super) struct Cgroup {
    folders: BTreeSet<PathBuf>,
}

impl Cgroup {
    /// Makes a group below each of the places.
    pub(super) fn make(places: &[Place], limits: Limits) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{NAME}{}-{number}", std::process::id());
        let mut group = Self { folders: BTreeSet::new() };
        for place in places {
            clear_up(&place.folder);
            let folder = place.folder.join(&name);
            if group.folders.insert(folder.clone()) {
                fs::create_dir(&folder)?;
            }
            place.limit(&folder, limits)?;
        }
        Ok(group)
    }

    /// The folders a process has to enter.
    pub(super) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().map(PathBuf::as_path)
    }

    /// Whether the kernel ended one of its processes because the memory was used up.
    pub(super) fn ran_out_of_memory(&self) -> bool {
        let counted = |file: PathBuf| {
            let text = fs::read_to_string(file).unwrap_or_default();
            text.lines()
                .any(|line| line.strip_prefix("oom_kill ").is_some_and(|count| count.trim() != "0"))
        };
        self.folders().any(|folder| {
            counted(folder.join("memory.events")) || counted(folder.join("memory.oom_control"))
        })
    }

    /// Ends whatever is in it, and says whether nothing is left. There may be no group.
    pub(super) fn end_all(&self) -> bool {
        let is_empty = |folder: &Path| {
            fs::read_to_string(folder.join("cgroup.procs")).is_ok_and(|inside| inside.is_empty())
        };
        for _ in 0..100 {
            if self.folders.is_empty() {
                return false;
            }
            if self.folders().all(is_empty) {
                return true;
            }
            self.kill();
            sleep(Duration::from_millis(2));
        }
        false
    }

    /// Ends whatever is still in it.
    fn kill(&self) {
        for folder in self.folders() {
            if fs::write(folder.join("cgroup.kill"), "1").is_ok() {
                continue;
            }
            let inside = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
            for pid in inside.lines().filter_map(|line| Pid::from_raw(line.parse().ok()?)) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // The kernel lets go of a group a moment after its last process has gone.
        for patience in [0, 1, 2, 5, 10, 20, 50, 100, 200, 500] {
            sleep(Duration::from_millis(patience));
            self.folders.retain(|folder| fs::remove_dir(folder).is_err() && folder.exists());
            if self.folders.is_empty() {
                return;
            }
            self.kill();
        }
    }
}

/// Our own folder in the hierarchy of one controller.
fn by_controller(mounts: &str, own: &str, controller: &str) -> Option<PathBuf> {
    let path = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let named = fields.next()?.split(',').any(|name| name == controller);
        fields.next().filter(|_| named)
    })?;
    mounts.lines().find_map(|line| {
        let (root, point, kind, options) = mount(line)?;
        let named = options.split(',').any(|option| option == controller);
        (kind == "cgroup" && named).then(|| below(root, point, path))?
    })
}

/// The nearest folder of the unified hierarchy below which groups can have the controller: our own, or
/// the one above it, because a group that holds processes cannot pass controllers on.
fn unified(mounts: &str, own: &str, controller: &str) -> Option<PathBuf> {
    let path = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    let folder = mounts.lines().find_map(|line| {
        let (root, point, kind, _) = mount(line)?;
        (kind == "cgroup2").then(|| below(root, point, path))?
    })?;
    let passes_on = |folder: &&Path| {
        let control = folder.join("cgroup.subtree_control");
        let passed = || {
            let names = fs::read_to_string(&control).unwrap_or_default();
            names.split_whitespace().any(|name| name == controller)
        };
        passed() || fs::write(&control, format!("+{controller}")).is_ok() && passed()
    };
    folder.ancestors().take(2).find(passes_on).map(Path::to_path_buf)
}

/// Root, mount point, kind and options of a line of `mountinfo`.
fn mount(line: &str) -> Option<(&str, &str, &str, &str)> {
    let (before, after) = line.split_once(" - ")?;
    let mut before = before.split(' ').skip(3);
    let mut after = after.split(' ');
    Some((before.next()?, before.next()?, after.next()?, after.nth(1)?))
}

/// The folder at which `path` of a hierarchy is seen, when its folder `root` is mounted at `point`.
fn below(root: &str, point: &str, path: &str) -> Option<PathBuf> {
    let inside = Path::new(path).strip_prefix(root).ok()?;
    let folder = Path::new(point).join(inside);
    folder.is_dir().then_some(folder)
}

/// Removes the empty groups of Parlors that are no more.
fn clear_up(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(NAME)?.split('-').next());
        if maker.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_group_is_found_where_its_hierarchy_is_mounted() {
        let line = "32 24 0:29 /box /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory";
        assert_eq!(mount(line), Some(("/box", "/sys/fs/cgroup/memory", "cgroup", "rw,memory")));
        assert_eq!(below("/", "/proc", "/self"), Some(PathBuf::from("/proc/self")));
        assert_eq!(below("/box", "/proc", "/elsewhere"), None);
    }

    #[test]
    fn a_group_that_holds_processes_leaves_passing_on_to_the_one_above() {
        let root = tempfile::tempdir().unwrap();
        let own = root.path().join("session/own");
        fs::create_dir_all(&own).unwrap();
        fs::write(root.path().join("session/cgroup.subtree_control"), "cpu memory\n").unwrap();
        fs::write(root.path().join("cgroup.subtree_control"), "cpu memory pids\n").unwrap();
        fs::write(own.join("cgroup.subtree_control"), "\n").unwrap();
        let point = root.path().display();
        let mounts = format!("30 23 0:26 / {point} rw - cgroup2 cgroup2 rw,nsdelegate\n");
        let find = |controller| unified(&mounts, "0::/session/own\n", controller);
        assert_eq!(find("memory"), Some(root.path().join("session")));
        // Further up is not ours.
        assert_eq!(find("pids"), None);
    }

    #[test]
    fn what_is_limited_is_written_as_either_version_wants_it() {
        let limits = Limits { memory: 1000, processes: 5, cores: 2, ..Limits::default() };
        let written = |unified: bool| {
            let folder = tempfile::tempdir().unwrap();
            for part in [Part::Memory, Part::Tasks, Part::Cores] {
                let place = Place { folder: folder.path().to_path_buf(), part, unified };
                place.limit(folder.path(), limits).unwrap();
            }
            move |file: &str| fs::read_to_string(folder.path().join(file)).unwrap_or_default()
        };
        let one = written(false);
        assert_eq!(one("memory.limit_in_bytes"), "1000");
        assert_eq!((one("pids.max"), one("cpu.cfs_quota_us")), ("7".into(), "40000".into()));
        let two = written(true);
        assert_eq!((two("memory.max"), two("memory.swap.max")), ("1000".into(), "0".into()));
        assert_eq!((two("pids.max"), two("cpu.max")), ("7".into(), "40000 20000".into()));
    }
}
