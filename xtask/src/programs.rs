//! Programs that the tests need beside Rust: the example bots are written in other languages, too.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

struct Program {
    name: &'static str,
    /// Versions below this will not do.
    least: (u32, u32),
    /// What Debian and its kin call the package.
    package: &'static str,
}

const PROGRAMS: [Program; 2] = [
    Program { name: "python3", least: (3, 9), package: "python3" },
    Program { name: "node", least: (20, 0), package: "nodejs" },
];

/// Installs what is missing where that can be done without asking; an error that says what to do
/// where it cannot.
pub(crate) fn provide() -> Result<()> {
    let missing: Vec<&Program> =
        PROGRAMS.iter().filter(|one| version(one.name).is_none()).collect();
    if !missing.is_empty() {
        let packages: Vec<&str> = missing.iter().map(|one| one.package).collect();
        install(&packages)?;
    }
    for program in &PROGRAMS {
        let Program { name, least: (major, minor), .. } = program;
        let found = version(name).with_context(|| format!("{name} is needed, and not there"))?;
        ensure!(found >= program.least, "{name} {major}.{minor} is needed, {found:?} is there");
        println!("{name} {}.{}", found.0, found.1);
    }
    Ok(())
}

/// The version of a program; `None` when it cannot be started.
fn version(name: &str) -> Option<(u32, u32)> {
    let output = Command::new(name).arg("--version").stderr(Stdio::null()).output().ok()?;
    version_in(&String::from_utf8_lossy(&output.stdout))
}

/// `(3, 11)` of `Python 3.11.7`, `(20, 1)` of `v20.1.0`.
fn version_in(said: &str) -> Option<(u32, u32)> {
    let number = said.trim().rsplit(' ').next()?.trim_start_matches('v');
    let mut parts = number.split('.').map(|part| part.parse().ok());
    Some((parts.next()??, parts.next()??))
}

fn install(packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    println!("$ apt-get install --yes {list}");
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let install: Vec<&str> = ["install", "--yes"].iter().chain(packages).copied().collect();
    // The lists of packages may be old, or not there at all.
    if apt(&install) || (apt(&["update"]) && apt(&install)) {
        return Ok(());
    }
    bail!("the tests need {list}, which could not be installed here: install it and try again");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_print() {
        assert_eq!(version_in("Python 3.11.7\n"), Some((3, 11)));
        assert_eq!(version_in("v20.1.0\n"), Some((20, 1)));
        assert_eq!(version_in(""), None);
    }
}
