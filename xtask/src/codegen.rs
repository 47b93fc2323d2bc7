//! Files that are generated and committed, so that a change of them is seen in review.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};

use crate::step::{cargo, root};
use crate::{editions, notices};

/// `cargo xtask codegen`.
pub(crate) fn run(check: bool) -> Result<bool> {
    if check {
        self::check()?;
    } else {
        write()?;
    }
    Ok(true)
}

/// What is written to a file, and how to see whether it is there already.
pub(crate) struct Contents {
    pub(crate) bytes: Vec<u8>,
    /// Whether two contents say the same.
    pub(crate) same: fn(&[u8], &[u8]) -> bool,
}

impl Contents {
    pub(crate) fn text(text: String) -> Self {
        Self { bytes: text.into_bytes(), same: |one, other| one == other }
    }

    /// Whether what is committed says the same.
    fn stands_at(&self, path: &Path) -> bool {
        fs::read(root().join(path)).is_ok_and(|committed| (self.same)(&committed, &self.bytes))
    }
}

/// Generated files, by their paths from the root.
pub(crate) type Files = BTreeMap<PathBuf, Contents>;

/// Every generated file. Another kind of file is another line here.
fn generated() -> Result<Files> {
    let mut files = BTreeMap::new();
    option_schemas(&mut files)?;
    game_schemas(&mut files)?;
    protocol_schemas(&mut files)?;
    arena_schemas(&mut files)?;
    server_schemas(&mut files)?;
    files.insert("docs/reference/cli.md".into(), Contents::text(reference(&[])?));
    editions::spreadsheets(&mut files)?;
    notices::tables(&mut files)?;
    Ok(files)
}

/// Folders in which nothing but generated files may lie.
const OWNED: [&str; 4] = ["schemas/arena", "schemas/games", "schemas/protocol", "schemas/server"];

/// What can be chosen at the set-up of each game.
fn option_schemas(files: &mut Files) -> Result<()> {
    for game in parlor_registry::games() {
        let path = format!("schemas/games/{}.options.json", game.about().id);
        let schema = serde_json::to_string_pretty(&game.schema())? + "\n";
        files.insert(path.into(), Contents::text(schema));
    }
    Ok(())
}

/// What comes over the line in each game: views, questions, notices and moves.
fn game_schemas(files: &mut Files) -> Result<()> {
    for game in parlor_registry::games() {
        for (name, schema) in game.schemas() {
            let path = format!("schemas/games/{}.{name}.json", game.about().id);
            let schema = serde_json::to_string_pretty(&schema)? + "\n";
            files.insert(path.into(), Contents::text(schema));
        }
    }
    Ok(())
}

/// What bots and tables say to each other.
fn protocol_schemas(files: &mut Files) -> Result<()> {
    for (name, schema) in parlor_protocol::schemas() {
        let path = format!("schemas/protocol/{name}.json");
        files.insert(path.into(), Contents::text(serde_json::to_string_pretty(&schema)? + "\n"));
    }
    Ok(())
}

/// What stands in the folder of a tournament, and what can be asked for in a file.
fn arena_schemas(files: &mut Files) -> Result<()> {
    for (name, schema) in parlor_arena::schemas() {
        let path = format!("schemas/arena/{name}.json");
        files.insert(path.into(), Contents::text(serde_json::to_string_pretty(&schema)? + "\n"));
    }
    Ok(())
}

/// What goes over the network. The program prints it, so that this one need not be built with a server.
fn server_schemas(files: &mut Files) -> Result<()> {
    let schemas: BTreeMap<String, serde_json::Value> =
        serde_json::from_str(&reference(&["--server"])?)?;
    for (name, schema) in schemas {
        let path = format!("schemas/server/{name}.json");
        files.insert(path.into(), Contents::text(serde_json::to_string_pretty(&schema)? + "\n"));
    }
    Ok(())
}

/// The help of every command, or another reference, as the program prints it.
fn reference(which: &[&str]) -> Result<String> {
    let output = cargo(["run", "--quiet", "--package", "parlor", "--", "reference"])
        .args(which)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "`parlor reference` ended with {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// Fails when a committed file is not what would be written.
pub(crate) fn check() -> Result<()> {
    let files = generated()?;
    let mut stale: Vec<PathBuf> = files
        .iter()
        .filter(|(path, contents)| !contents.stands_at(path))
        .map(|(path, _)| path.clone())
        .collect();
    stale.extend(left_over(&files)?);
    if !stale.is_empty() {
        let names: Vec<_> = stale.iter().map(|path| path.display().to_string()).collect();
        bail!("out of date: {}; run `cargo xtask codegen`", names.join(", "));
    }
    println!("{} generated files are up to date", files.len());
    Ok(())
}

fn write() -> Result<()> {
    let files = generated()?;
    for path in left_over(&files)? {
        println!("removing {}", path.display());
        fs::remove_file(root().join(path))?;
    }
    for (path, contents) in files {
        if contents.stands_at(&path) {
            continue;
        }
        println!("writing {}", path.display());
        let path = root().join(path);
        fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
        fs::write(path, contents.bytes)?;
    }
    Ok(())
}

/// Files of games that are no longer on the shelf.
fn left_over(files: &Files) -> Result<Vec<PathBuf>> {
    let mut left_over = Vec::new();
    for folder in OWNED {
        let Ok(entries) = fs::read_dir(root().join(folder)) else { continue };
        for entry in entries {
            let path = PathBuf::from(folder).join(entry?.file_name());
            if !files.contains_key(&path) {
                left_over.push(path);
            }
        }
    }
    Ok(left_over)
}
