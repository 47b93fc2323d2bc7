//! A user of its own for each bot.
//!
//! The system counts processes by user, and root is not counted at all. A number that nobody else has
//! makes a limit on processes a limit on one bot, and whatever carries it belongs to that bot.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use super::NotStarted;

/// Bots of one Parlor at a time.
const MOST: u32 = 256;

/// The first number. Above what systems hand out, and wide enough for [`MOST`] for each process number
/// there can be.
const FIRST: u32 = 0x8000_0000;

/// The numbers used where only the first 65536 exist, as in many containers.
const FEW_FIRST: u32 = 61_184;
const FEW: u32 = 4096;

static TAKEN: Mutex<Taken> = Mutex::new(Taken { slots: BTreeSet::new(), next: 0 });

/// The places that are in use, and where to look for a free one. The latest to become free is used
/// last: its dead may still be counted.
struct Taken {
    slots: BTreeSet<u32>,
    next: u32,
}

/// A user that one bot has to itself. Free again when dropped.
#[derive(Debug)]
pub(super) struct OwnUser {
    slot: u32,
    number: u32,
}

impl OwnUser {
    /// A number nobody else has.
    pub(super) fn take() -> Result<Self, NotStarted> {
        let mut taken = TAKEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut slots = (taken.next..taken.next + MOST).map(|slot| slot % MOST);
        let free = slots.find(|slot| !taken.slots.contains(slot));
        let slot = free.ok_or(NotStarted::TooMany(MOST))?;
        taken.slots.insert(slot);
        taken.next = (slot + 1) % MOST;
        let place = (std::process::id() % (1 << 22)) * MOST + slot;
        let number = if exists(FIRST + place) { FIRST + place } else { FEW_FIRST + place % FEW };
        Ok(Self { slot, number })
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Ends every process that carries the number, and waits until they are gone.
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

impl Drop for OwnUser {
    fn drop(&mut self) {
        TAKEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner).slots.remove(&self.slot);
    }
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
    use super::*;

    #[test]
    fn no_two_bots_share_a_user() {
        let (one, two) = (OwnUser::take().unwrap(), OwnUser::take().unwrap());
        assert_ne!(one.number(), two.number());
        assert!(one.number() >= FEW_FIRST);
    }
}
