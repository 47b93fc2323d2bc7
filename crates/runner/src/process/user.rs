//! A user of its own for each bot.
//!
//! The system counts processes by user, and root is not counted at all. A number that nobody else has
//! makes a limit on processes a limit on one bot, and whatever carries it belongs to that bot.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::geteuid;

use super::NotStarted;

/// How far apart two Parlors begin to look for numbers.
const APART: u32 = 256;

/// The first number. Above what systems hand out, and wide enough for [`APART`] for each process number
/// there can be.
const FIRST: u32 = 0x8000_0000;

/// The numbers used where only the first 65536 exist, as in many containers.
const FEW_FIRST: u32 = 61_184;
const FEW: u32 = 4096;

/// The folder in which numbers are claimed.
const CLAIMS: &str = "parlor-users";

/// A user that one bot has to itself. Free again when dropped.
#[derive(Debug)]
pub(super) struct OwnUser {
    number: u32,
    /// A file of that name, locked. The system unlocks it when we end, however we end.
    _claim: File,
}

impl OwnUser {
    /// A number nobody else has: no other bot of ours, no other Parlor's, and no process that a Parlor
    /// left behind.
    pub(super) fn take() -> Result<Self, NotStarted> {
        /// The latest to become free is used last: its dead may still be counted.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let cannot = |source| NotStarted::System { program: CLAIMS.to_owned(), source };
        let folder = claims().map_err(cannot)?;
        let first = (std::process::id() % (1 << 22)) * APART;
        for _ in 0..FEW {
            let place = first + NEXT.fetch_add(1, Ordering::Relaxed) % FEW;
            let number =
                if exists(FIRST + place) { FIRST + place } else { FEW_FIRST + place % FEW };
            if let Some(user) = Self::claim(&folder, number).map_err(cannot)? {
                return Ok(user);
            }
        }
        Err(NotStarted::TooMany(FEW))
    }

    /// Takes a number, if nobody has it.
    fn claim(folder: &Path, number: u32) -> io::Result<Option<Self>> {
        let claim = File::create(folder.join(number.to_string()))?;
        match claim.try_lock() {
            Ok(()) => {
                let user = Self { number, _claim: claim };
                Ok((!user.is_in_use()).then_some(user))
            }
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(why)) => Err(why),
        }
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Ends every process that carries the number, and waits until they are gone. Nobody carried it when
    /// it was taken, and nobody else can take it: they all descend from the bot.
    pub(super) fn end_all(&self, setpriv: &str) {
        for _ in 0..100 {
            if !self.is_in_use() {
                return;
            }
            // As that user, 'everybody' is everybody who carries the number, at once; a list of
            // processes would be old before it is read.
            let user = self.number.to_string();
            let _ = Command::new(setpriv)
                .args(["--reuid", &user, "--regid", &user, "--clear-groups", "--"])
                .args(["sh", "-c", "kill -s KILL -- -1"])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            sleep(Duration::from_millis(2));
        }
    }

    /// Whether a living process carries the number. The dead may wait for their parents to notice.
    fn is_in_use(&self) -> bool {
        let number = self.number.to_string();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        processes.filter_map(|entry| fs::read_to_string(entry.path().join("status")).ok()).any(
            |status| {
                let line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name));
                let dead = line("State:").is_some_and(|state| state.trim().starts_with(['Z', 'X']));
                let users = line("Uid:").unwrap_or_default();
                !dead && users.split_whitespace().any(|user| user == number)
            },
        )
    }
}

/// The folder in which numbers are claimed: one for all Parlors of the machine, and nobody else's, so
/// that no bot can claim numbers to keep others from starting.
fn claims() -> io::Result<PathBuf> {
    let places = ["/run", "/tmp"].map(|place| Path::new(place).join(CLAIMS));
    let mut why = io::Error::from(io::ErrorKind::NotFound);
    for folder in places {
        if let Err(problem) = DirBuilder::new().mode(0o700).create(&folder)
            && problem.kind() != io::ErrorKind::AlreadyExists
        {
            why = problem;
            continue;
        }
        let about = fs::symlink_metadata(&folder)?;
        if about.is_dir() && about.uid() == geteuid().as_raw() && about.mode() & 0o777 == 0o700 {
            return Ok(folder);
        }
        why = io::Error::other(format!("'{}' is not ours alone", folder.display()));
    }
    Err(why)
}

/// Whether the user namespace we live in has this number.
fn exists(number: u32) -> bool {
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    map.lines().any(|line| {
        let mut fields = line.split_whitespace().filter_map(|field| field.parse::<u64>().ok());
        let (Some(first), Some(_), Some(count)) = (fields.next(), fields.next(), fields.next())
        else {
            return false;
        };
        (first..first + count).contains(&u64::from(number))
    })
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};

    use super::super::view::View;
    use super::super::{Limits, Part, Process, probe};
    use super::*;

    /// Only who may become somebody else has claims to make.
    fn take() -> Option<OwnUser> {
        geteuid().is_root().then(|| OwnUser::take().unwrap())
    }

    #[test]
    fn no_two_bots_share_a_user() {
        let (Some(one), Some(two)) = (take(), take()) else { return };
        assert_ne!(one.number(), two.number());
        assert!(one.number() >= FEW_FIRST);
    }

    #[test]
    fn a_number_is_claimed_once_and_not_while_a_process_carries_it() {
        let folder = tempfile::tempdir().unwrap();
        let free = FEW_FIRST + FEW;
        let claim = |number| OwnUser::claim(folder.path(), number).unwrap();
        let one = claim(free).unwrap();
        assert!(claim(free).is_none());
        drop(one);
        assert!(claim(free).is_some());
        // We carry our own.
        assert!(claim(geteuid().as_raw()).is_none());
    }

    #[test]
    fn without_a_namespace_what_ran_away_is_ended_by_group_or_number() {
        let mut permits = probe().clone();
        if !permits.has(Part::OwnUser) {
            return;
        }
        permits.parts.retain(|part| !matches!(part, Part::Namespace | Part::Files));
        for _ in 0..2 {
            let script = "setsid sleep 60 <&- >&- 2>&- & id -u; exec cat";
            let words = ["sh", "-c", script].map(String::from);
            let view = View::default();
            let started = Process::contain(&permits, &words, Limits::default(), &[], view);
            let mut process = started.unwrap();
            let mut pipes = process.pipes().unwrap();
            let mut line = String::new();
            BufReader::new(&mut pipes.stdout).read_line(&mut line).unwrap();
            let number = line.trim().parse().unwrap();
            let folder = tempfile::tempdir().unwrap();
            let is_free = || OwnUser::claim(folder.path(), number).unwrap().is_some();
            assert!(!is_free());
            process.end(Duration::ZERO);
            assert!(is_free());
            // The second time, there is only the number.
            permits.places.clear();
        }
    }
}
