//! Bugs that were put in on purpose: the simulation finds each of them.

use parlor_server::Fault;

use super::{IS_QUIET, run};

/// Within so many seeds every bug is found.
const ENOUGH: u64 = 2_000;

const BUGS: [(Fault, &str); 2] = [
    (Fault::HearsStrangers, "the grace period begins again before the token is checked"),
    (Fault::NoQuickLane, "quick computer players wait behind those that think long"),
];

/// The first seed that shows a bug, and how.
fn find(fault: Fault) -> Option<(u64, String)> {
    (0..ENOUGH).find_map(|seed| {
        let why = std::panic::catch_unwind(|| run(seed, Some(fault))).err()?;
        let text = why.downcast_ref::<String>().cloned();
        let text = text.or(why.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        let line = text.unwrap_or_default().lines().next().unwrap_or_default().to_owned();
        Some((seed, line))
    })
}

#[test]
fn every_bug_is_found() {
    super::panics();
    // This thread breaks promises without a word: that is what it is for.
    IS_QUIET.set(true);
    let found = BUGS.map(|(fault, name)| (name, find(fault)));
    IS_QUIET.set(false);
    for (name, found) in found {
        let Some((seed, why)) = found else { panic!("{name}: not found within {ENOUGH} seeds") };
        println!("{name}: found at seed {seed}: {why}");
    }
}
