//! Which crates must not be below which others, and proof that the check can fail.

use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::step::{cargo, root};

/// A promise about the dependency trees of some packages.
struct Absence {
    /// The packages whose trees are looked through.
    of: Vec<String>,
    /// What is in none of them, at any depth.
    absent: &'static [&'static str],
    /// A package whose tree holds all of it: there the same look must find every one, since a name
    /// that is spelled wrong would never be found.
    found_in: &'static str,
}

/// Checks every promise, and that each would be noticed if it were broken.
pub(crate) fn prove() -> Result<()> {
    for Absence { of, absent, found_in } in absences()? {
        ensure!(!of.is_empty(), "there is nothing to look through");
        for package in &of {
            let broken = among(&tree(package)?, absent);
            if !broken.is_empty() {
                bail!("{package} depends on {}, which it must not", broken.join(", "));
            }
        }
        let found = among(&tree(found_in)?, absent);
        ensure!(
            found == absent,
            "the check is blind: {found_in} depends on {}, and only {} were found",
            absent.join(", "),
            found.join(", ")
        );
        println!("in none of {}, and all in {found_in}: {}", of.join(", "), absent.join(", "));
    }
    Ok(())
}

fn absences() -> Result<[Absence; 2]> {
    // A match is driven from outside. With none of these below it, it cannot start a process, open a
    // connection or catch a signal.
    let a_match = Absence {
        of: vec!["parlor-match".to_owned(), "parlor-room".to_owned()],
        absent: &["rustix", "ureq", "tungstenite", "signal-hook", "getrandom", "tempfile"],
        found_in: "parlor",
    };
    // A game is handed the rows of a spreadsheet and holds its own as text. Were one to unpack a file, it
    // would do so for every table that is opened, which takes longer than many a game.
    let games = Absence {
        of: games()?,
        absent: &["calamine", "quick-xml", "rust_xlsxwriter", "zip"],
        found_in: "parlor",
    };
    Ok([a_match, games])
}

/// The packages of all games.
fn games() -> Result<Vec<String>> {
    let mut games = Vec::new();
    for entry in fs::read_dir(root().join("games"))? {
        let manifest = entry?.path().join("Cargo.toml");
        if manifest.exists() {
            let text = fs::read_to_string(&manifest)?;
            let name = text.lines().find_map(|line| line.strip_prefix("name = "));
            let name = name.with_context(|| format!("{} has no name", manifest.display()))?;
            games.push(name.trim_matches('"').to_owned());
        }
    }
    games.sort();
    Ok(games)
}

/// What a package is built from, one crate a line. Its tests may depend on more.
fn tree(package: &str) -> Result<String> {
    let mut command = cargo(["tree", "--edges=normal,build", "--prefix=none", "--format={p}"]);
    let said = command.args(["--package", package]).output().context("cannot start cargo")?;
    ensure!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    Ok(String::from_utf8(said.stdout)?)
}

/// Those of some names that are in a tree.
fn among(tree: &str, names: &[&'static str]) -> Vec<&'static str> {
    let is_in = |name: &&str| tree.lines().any(|line| line.split(' ').next() == Some(*name));
    names.iter().copied().filter(is_in).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_found_by_their_whole_name() {
        let tree = "parlor-chess v0.1.0 (/chess)\nzip v9.2.2\nzipper v1.0.0\nflate2 v1.1.10 (*)\n";
        assert_eq!(among(tree, &["flate2", "serde", "zip"]), ["flate2", "zip"]);
        assert!(among("parlor-chess v0.1.0 (/zip)\nserde v1.0.229\n", &["zip"]).is_empty());
    }
}
