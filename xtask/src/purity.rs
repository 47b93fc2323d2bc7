//! Proof that the purity rules can fail.
//!
//! A rule nobody ever saw broken may be spelled wrong, or switched off. So every rule of
//! games/clippy.toml is broken once, in a crate made for it under the target folder, and clippy has
//! to name every one of them as an error.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::step::{cargo, root};

const RULES: &str = "games/clippy.toml";
/// The settings for crates that hold no rules.
const EVERYWHERE: &str = "clippy.toml";
const VIOLATIONS: &str = "xtask/purity/violations.rs";
/// The rule that is a lint of its own, switched on in each crate.
const NO_FLOATS: &str = "#![deny(clippy::float_arithmetic)]";

/// Checks that the rules hold where they should, and that clippy catches each of them.
pub(crate) fn prove() -> Result<()> {
    in_force()?;
    let rules = fs::read_to_string(root().join(RULES)).context(RULES)?;
    let paths: Vec<&str> = rules.lines().filter_map(path_of_rule).collect();
    ensure!(!paths.is_empty(), "{RULES} has no rules");
    let said = lint_violations(&types(&rules))?;
    let caught = |path: &str| {
        said.lines().any(|line| {
            line.starts_with("error: use of a disallowed") && line.ends_with(&format!("`{path}`"))
        })
    };
    let (known, missed): (Vec<&str>, Vec<&str>) = paths.into_iter().partition(|path| caught(path));
    if !missed.is_empty() {
        bail!("clippy let these pass: {}\n{said}", missed.join(", "));
    }
    ensure!(said.contains("error: floating-point arithmetic"), "float arithmetic passed\n{said}");
    println!("each broken once, each caught: {}, float arithmetic", known.join(", "));
    Ok(())
}

/// The rules apply to every crate of rules, and no source file opts out.
fn in_force() -> Result<()> {
    let rules = fs::read(root().join(RULES)).context(RULES)?;
    holds_everywhere(&String::from_utf8_lossy(&rules))?;
    let mut crates = Vec::new();
    for name in ["crates/engine", "crates/match", "crates/room", "crates/stack"] {
        let folder = root().join(name);
        ensure!(
            fs::read(folder.join("clippy.toml")).is_ok_and(|its| its == rules),
            "{name}/clippy.toml is not the same as {RULES}"
        );
        crates.push(folder);
    }
    for entry in fs::read_dir(root().join("games"))? {
        let path = entry?.path();
        if path.is_dir() {
            ensure!(!path.join("clippy.toml").exists(), "{} has rules of its own", path.display());
            crates.push(path);
        }
    }
    for folder in crates {
        let lib = folder.join("src/lib.rs");
        let text = fs::read_to_string(&lib).with_context(|| lib.display().to_string())?;
        ensure!(text.contains(NO_FLOATS), "{} lacks {NO_FLOATS}", lib.display());
        for file in sources(&folder.join("src"))? {
            let text = fs::read_to_string(&file)?;
            ensure!(
                !text.contains("clippy::disallowed_"),
                "{} switches a purity rule off",
                file.display()
            );
        }
    }
    Ok(())
}

/// Clippy reads the nearest file of settings and no other, so crates of rules would not be given the
/// settings of the root if these did not stand among the rules too.
fn holds_everywhere(rules: &str) -> Result<()> {
    let everywhere = fs::read_to_string(root().join(EVERYWHERE)).context(EVERYWHERE)?;
    for setting in everywhere.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        ensure!(rules.lines().any(|rule| rule == setting), "{RULES} lacks {setting}");
    }
    Ok(())
}

fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

/// The path a line of the rules forbids, if it is a rule.
fn path_of_rule(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("{ path = \"")?.split('"').next()
}

/// The forbidden types, each used once.
fn types(rules: &str) -> String {
    let list = rules.split("disallowed-types = [").nth(1).unwrap_or_default();
    let list = list.split("\n]").next().unwrap_or_default();
    list.lines()
        .filter_map(path_of_rule)
        .enumerate()
        .map(|(number, path)| {
            if path.contains("::") {
                format!("pub use {path} as Type{number};\n")
            } else {
                format!("pub fn takes_{path}(_: {path}) {{}}\n")
            }
        })
        .collect()
}

/// Makes a crate of violations and returns what clippy says to it.
fn lint_violations(types: &str) -> Result<String> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let folder = target.join("purity");
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    // At the level the workspace gives them, so that a level that was lowered is noticed too.
    let levels: Vec<&str> =
        manifest.lines().filter(|line| line.starts_with("disallowed_")).collect();
    let violations = fs::read_to_string(root().join(VIOLATIONS)).context(VIOLATIONS)?;
    let package = |name: &str| format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n");
    let files = [
        (
            "Cargo.toml",
            format!(
                "{}[workspace]\n[dependencies]\ngetrandom = {{ path = \"getrandom\" }}\n\
                 [lints.clippy]\n{}\n",
                package("violations"),
                levels.join("\n")
            ),
        ),
        ("src/lib.rs", format!("{NO_FLOATS}\n{types}\n{violations}")),
        // Stands in for the crate of this name, which no game depends on.
        ("getrandom/Cargo.toml", package("getrandom")),
        (
            "getrandom/src/lib.rs",
            "pub fn fill(_: &mut [u8]) {}\npub fn u32() {}\npub fn u64() {}\n".to_owned(),
        ),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder"))?;
        fs::write(path, text)?;
    }
    let mut clippy = cargo(["clippy", "--offline", "--color=never"]);
    clippy.current_dir(&folder).env("CLIPPY_CONF_DIR", root().join("games"));
    clippy.env("CARGO_TARGET_DIR", folder.join("target"));
    let said = clippy.output().context("cannot start clippy")?;
    Ok(String::from_utf8_lossy(&said.stderr).into_owned())
}
