//! Which crates must not be below which others, and proof that the check can fail.

use anyhow::{Context, Result, bail, ensure};

use crate::step::cargo;

/// A promise about the dependency tree of a crate.
struct Absence {
    /// The crate whose tree is looked through.
    of: &'static str,
    /// What is not in it, at any depth.
    absent: &'static [&'static str],
    /// A crate whose tree holds all of them: there the same look must find every one.
    found_in: &'static str,
}

const ABSENCES: [Absence; 1] = [
    // A match is driven from outside. With none of these below it, it cannot start a process, open a
    // connection or catch a signal.
    Absence {
        of: "parlor-match",
        absent: &["rustix", "ureq", "tungstenite", "signal-hook", "getrandom", "tempfile"],
        found_in: "parlor",
    },
];

/// Checks every promise, and that each would be noticed if it were broken.
pub(crate) fn prove() -> Result<()> {
    for Absence { of, absent, found_in } in ABSENCES {
        let broken = among(&tree(of)?, absent);
        if !broken.is_empty() {
            bail!("{of} depends on {}, which it must not", broken.join(", "));
        }
        let found = among(&tree(found_in)?, absent);
        ensure!(
            found == absent,
            "the check is blind: {found_in} depends on {}, and only {} were found",
            absent.join(", "),
            found.join(", ")
        );
        println!("{of} depends on none of {}; {found_in} on each", absent.join(", "));
    }
    Ok(())
}

/// The names of all crates that a crate is built from, its own among them.
fn tree(of: &str) -> Result<Vec<String>> {
    let mut command = cargo(["tree", "--package", of, "--edges", "normal", "--prefix", "none"]);
    let said = command.output().context("cannot start cargo")?;
    ensure!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let text = String::from_utf8(said.stdout)?;
    Ok(text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect())
}

/// Those of some names that are in a tree.
fn among(tree: &[String], names: &[&'static str]) -> Vec<&'static str> {
    names.iter().filter(|name| tree.iter().any(|known| known == *name)).copied().collect()
}
