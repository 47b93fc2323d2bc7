//! Bugs that were put in on purpose: the simulation finds each of them.

use super::Simulation;
use crate::store::StoreFault;
use parlor_room::Fault;

/// Within so many seeds every bug is found.
const ENOUGH: u64 = 2_000;

/// A bug of the room, or of the store.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bug {
    Room(Fault),
    Store(StoreFault),
}

impl Bug {
    const ALL: [(Self, &str); 12] = [
        (Self::Room(Fault::AnswersEarly), "acknowledge before commit"),
        (Self::Room(Fault::TellsEarly), "tell before commit"),
        (Self::Room(Fault::ForgetsKeys), "no idempotency"),
        (Self::Store(StoreFault::ForgetsNumbers), "lost number check"),
        (Self::Room(Fault::MixesViews), "view cached across seats"),
        (Self::Room(Fault::ShowsAnswers), "answers under seal shown"),
        (Self::Room(Fault::EndsNewerStreams), "old socket's death ends the new session"),
        (Self::Store(StoreFault::ForgetsEpochs), "stale owner writes"),
        (Self::Room(Fault::DealsAgain), "double dealing after resume"),
        (Self::Room(Fault::RunsWhileDown), "timer on wall clock"),
        (Self::Room(Fault::SleepsOverDecisions), "lost wake-up for decisions"),
        (Self::Room(Fault::SleepsOverClocks), "lost wake-up for clocks"),
    ];

    pub(super) const fn faults(self) -> (Option<Fault>, Option<StoreFault>) {
        match self {
            Self::Room(fault) => (Some(fault), None),
            Self::Store(fault) => (None, Some(fault)),
        }
    }

    /// The first seed that shows it, and how.
    fn find(self) -> Option<(u64, String)> {
        (0..ENOUGH).find_map(|seed| {
            let run = std::panic::catch_unwind(|| Simulation::new(seed, Some(self)).run());
            let why = run.err()?;
            let text = why.downcast_ref::<String>().cloned();
            let text = text.or(why.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            let line = text.unwrap_or_default().lines().next().unwrap_or_default().to_owned();
            Some((seed, line))
        })
    }
}

/// Has this thread break promises without a word: that is what it is for. Other tests are heard.
#[allow(clippy::disallowed_methods, reason = "a test has a thread of its own")]
fn hush() {
    let (usual, own) = (std::panic::take_hook(), std::thread::current().id());
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() != own {
            usual(panic);
        }
    }));
}

#[test]
fn every_bug_is_found() {
    hush();
    let found = Bug::ALL.map(|(bug, name)| (name, bug.find()));
    _ = std::panic::take_hook();
    for (name, found) in found {
        let Some((seed, why)) = found else { panic!("{name}: not found within {ENOUGH} seeds") };
        println!("{name}: found at seed {seed}: {why}");
    }
}
