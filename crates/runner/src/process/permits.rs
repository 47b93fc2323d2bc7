//! What this machine lets us do to contain a bot, found out by trying.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::geteuid;

use super::cgroup::Place;
use super::chain::Tools;
use super::view::View;
use super::{Limits, Process};

/// One part of the containment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A bot is ended by the system when Parlor is.
    DeathSignal,
    /// A bot has a process namespace of its own: it sees no other process, and all of it ends at once.
    Namespace,
    /// A bot runs as a user nobody else is, without privileges.
    OwnUser,
    /// File systems are read-only to a bot, except a scratch folder of bounded size.
    Files,
    /// Limits on each process of a bot.
    Limits,
    /// A limit on the memory of a bot as a whole.
    Memory,
    /// A limit on the number of a bot's processes.
    Tasks,
    /// A limit on the processor time of a bot as a whole.
    Cores,
}

impl Part {
    /// All of them, in the order they are tried; some need those before.
    pub const ALL: [Self; 8] = [
        Self::DeathSignal,
        Self::Namespace,
        Self::OwnUser,
        Self::Files,
        Self::Limits,
        Self::Memory,
        Self::Tasks,
        Self::Cores,
    ];
}

/// What it means that the part is missing.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::DeathSignal => {
                "no signal at our end: a bot may go on when Parlor itself is killed"
            }
            Self::Namespace => {
                "no own process namespace: a bot that forks a daemon may outlive the game, and one may end \
                 other processes of its user"
            }
            Self::OwnUser => {
                "no own user: only root can give a bot one, so a bot runs as you and may read your files"
            }
            Self::Files => {
                "no own view of the file systems: a bot may write where its user may write, fill the disk, and \
                 read what is to be hidden from it, such as the record of the game being played"
            }
            Self::Limits => "no limits on a process: a bot may use memory and files without end",
            Self::Memory => {
                "no control group for memory: each process of a bot may use as much as a bot may use"
            }
            Self::Tasks => {
                "no control group for processes: a bot may start as many as its user may have"
            }
            Self::Cores => {
                "no control group for the processor: a bot that keeps all cores busy slows everybody down"
            }
        })
    }
}

/// What this machine permits.
#[derive(Clone, Debug)]
pub struct Permits {
    pub(super) tools: Tools,
    pub(super) parts: BTreeSet<Part>,
    pub(super) places: Vec<Place>,
}

/// What this machine permits. The first call tries it, which takes a moment; the others remember.
pub fn probe() -> &'static Permits {
    static FOUND: OnceLock<Permits> = OnceLock::new();
    FOUND.get_or_init(Permits::find)
}

impl Permits {
    /// Whether bots get this part.
    pub fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// The parts bots do not get here. Each says in its words what that means.
    pub fn missing(&self) -> impl Iterator<Item = Part> {
        Part::ALL.into_iter().filter(|&part| !self.has(part))
    }

    fn find() -> Self {
        let mut all = Self { tools: Tools::find(), parts: BTreeSet::new(), places: Vec::new() };
        let mut none = all.clone();
        for part in Part::ALL {
            all.add(part);
        }
        // Most machines permit all that looks possible, or all but one thing.
        if all.works() {
            return all;
        }
        for part in Part::ALL {
            let mut more = none.clone();
            if more.add(part) && more.works() {
                none = more;
            }
        }
        none
    }

    /// Adds a part, if what it needs is there.
    fn add(&mut self, part: Part) -> bool {
        let root = geteuid().is_root();
        let there = match part {
            Part::DeathSignal => self.tools.has("setpriv"),
            Part::Namespace => self.tools.has("unshare") && self.tools.has("setsid"),
            // Who is not root cannot become somebody else.
            Part::OwnUser => root && self.tools.has("setpriv"),
            Part::Files => self.tools.has("mount") && self.has(Part::Namespace),
            Part::Limits => self.tools.has("prlimit"),
            Part::Memory | Part::Tasks | Part::Cores => match Place::find(part) {
                Some(place) => {
                    self.places.push(place);
                    true
                }
                None => false,
            },
        };
        there && self.parts.insert(part)
    }

    /// Whether a bot that does nothing can be started and ended with these parts.
    fn works(&self) -> bool {
        let words = ["true".to_owned()];
        // The view of a bot depends on where its files are, not on the machine.
        Process::contain(self, &words, Limits::default(), &[], View::default())
            .is_ok_and(|process| process.end(Duration::from_secs(10)).is_clean())
    }
}
