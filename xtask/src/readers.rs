//! No game depends on a reader of spreadsheets.
//!
//! A game is handed the rows of a spreadsheet and holds its own as text. Were one to unpack a file, it
//! would do so for every table that is opened, which takes longer than many a game.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::step::{cargo, root};

/// What unpacks, reads or writes spreadsheets.
const READERS: [&str; 5] = ["calamine", "flate2", "quick-xml", "rust_xlsxwriter", "zip"];

/// Where all of them are, and have to be found: a name that is spelled wrong would never be.
const HAS_ALL: [&str; 3] = ["--package", "parlor-sheets", "--all-features"];

/// Checks that no game depends on a reader, and that a crate which does is caught by every one.
pub(crate) fn prove() -> Result<()> {
    let caught = readers_in(&tree(&HAS_ALL)?);
    ensure!(caught == READERS, "of {READERS:?} only these were found in parlor-sheets: {caught:?}");
    let games = games()?;
    ensure!(!games.is_empty(), "there is no game to look at");
    for game in &games {
        let readers = readers_in(&tree(&["--package", game])?);
        ensure!(readers.is_empty(), "{game} depends on {}", readers.join(", "));
    }
    println!("in none of {}: {}", games.join(", "), READERS.join(", "));
    Ok(())
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

/// What a package is built of, one crate a line. Its tests may depend on more.
fn tree(package: &[&str]) -> Result<String> {
    let mut command = cargo(["tree", "--edges=normal,build", "--prefix=none", "--format={p}"]);
    let output = command.args(package).output().context("cannot start cargo")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`cargo tree` ended with {}: {said}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// The readers in a tree.
fn readers_in(tree: &str) -> Vec<&'static str> {
    let is_in = |reader: &&str| tree.lines().any(|line| line.split(' ').next() == Some(*reader));
    READERS.into_iter().filter(is_in).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_are_found_by_their_whole_name() {
        let tree = "parlor-chess v0.1.0 (/chess)\nzip v9.2.2\nzipper v1.0.0\nflate2 v1.1.10 (*)\n";
        assert_eq!(readers_in(tree), ["flate2", "zip"]);
        assert!(readers_in("parlor-chess v0.1.0 (/zip)\nserde v1.0.229\n").is_empty());
    }
}
