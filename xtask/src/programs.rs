//! Programs that the tests need beside Rust: the example bots are written in other languages, too, the store runs on
//! PostgreSQL, and Schemathesis tries the interface of the server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

struct Program {
    name: &'static str,
    /// Versions below this will not do.
    least: (u32, u32),
    /// What Debian and its kin call the package.
    package: &'static str,
}

const PROGRAMS: [Program; 3] = [
    Program { name: "python3", least: (3, 9), package: "python3" },
    Program { name: "node", least: (20, 0), package: "nodejs" },
    Program { name: POSTGRES, least: (13, 0), package: "postgresql" },
];

/// The versions of Schemathesis that the tests were written for.
const SCHEMATHESIS: &str = "schemathesis>=4.32,<5";

/// The server. Its tests start one of their own in a scratch folder.
const POSTGRES: &str = "postgres";

/// Where Debian keeps the programs of PostgreSQL, in a folder for each version.
const POSTGRES_FOLDER: &str = "/usr/lib/postgresql";

/// What Debian's package reads before it sets up a cluster for the whole machine and starts it.
const POSTGRES_SETTINGS: &str = "/etc/postgresql-common/createcluster.conf";

/// Installs what is missing where that can be done without asking; an error that says what to do
/// where it cannot.
pub(crate) fn provide() -> Result<()> {
    let missing: Vec<&Program> =
        PROGRAMS.iter().filter(|one| version(one.name).is_none()).collect();
    if !missing.is_empty() {
        let packages: Vec<&str> = missing.iter().map(|one| one.package).collect();
        install(&packages)?;
    }
    provide_schemathesis()?;
    for program in &PROGRAMS {
        let Program { name, least: (major, minor), .. } = program;
        let found = version(name).with_context(|| format!("{name} is needed, and not there"))?;
        ensure!(found >= program.least, "{name} {major}.{minor} is needed, {found:?} is there");
        println!("{name} {}.{}", found.0, found.1);
    }
    Ok(())
}

/// A tester of interfaces that reads our OpenAPI description and makes up requests. It is written in Python, and lives in
/// a folder of its own beside what cargo builds.
fn provide_schemathesis() -> Result<()> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let folder = target.join("schemathesis");
    let program = folder.join("bin").join("schemathesis");
    if version_of(&program).is_none() {
        let environment = || {
            let venv =
                Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder).status();
            venv.is_ok_and(|status| status.success())
        };
        // Debian has this part of Python in a package of its own.
        if !environment() {
            install(&["python3-venv"])?;
            ensure!(environment(), "python3 -m venv does not work here");
        }
        let pip = Command::new(folder.join("bin").join("pip"))
            .args(["install", "--quiet", SCHEMATHESIS])
            .status();
        ensure!(pip.is_ok_and(|status| status.success()), "{SCHEMATHESIS} could not be installed");
    }
    let (major, minor) = version_of(&program).context("schemathesis does not start")?;
    println!("schemathesis {major}.{minor}");
    Ok(())
}

/// The version of a program; `None` when it cannot be started.
fn version(name: &str) -> Option<(u32, u32)> {
    version_of(Path::new(name)).or_else(|| {
        if name != POSTGRES {
            return None;
        }
        let versions = fs::read_dir(POSTGRES_FOLDER).ok()?.flatten();
        let servers = versions.map(|version| -> PathBuf { version.path().join("bin").join(name) });
        servers.filter_map(|server| version_of(&server)).max()
    })
}

fn version_of(program: &Path) -> Option<(u32, u32)> {
    let output = Command::new(program).arg("--version").stderr(Stdio::null()).output().ok()?;
    version_in(&String::from_utf8_lossy(&output.stdout))
}

/// `(3, 11)` of `Python 3.11.7`, `(20, 1)` of `v20.1.0`, `(15, 18)` of `postgres (PostgreSQL) 15.18 (Debian)`.
fn version_in(said: &str) -> Option<(u32, u32)> {
    said.split_whitespace().find_map(|word| {
        let mut parts = word.trim_start_matches('v').split('.').map(|part| part.parse().ok());
        Some((parts.next()??, parts.next()??))
    })
}

fn install(packages: &[&str]) -> Result<()> {
    if packages.contains(&"postgresql") && !Path::new(POSTGRES_SETTINGS).exists() {
        leave_out_main_cluster().with_context(|| format!("cannot write {POSTGRES_SETTINGS}"))?;
    }
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

/// The tests need the programs alone: nothing is to be left running on this machine.
fn leave_out_main_cluster() -> std::io::Result<()> {
    if let Some(folder) = Path::new(POSTGRES_SETTINGS).parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(POSTGRES_SETTINGS, "create_main_cluster = false\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_print() {
        assert_eq!(version_in("Python 3.11.7\n"), Some((3, 11)));
        assert_eq!(version_in("v20.1.0\n"), Some((20, 1)));
        let debian = "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n";
        assert_eq!(version_in(debian), Some((15, 18)));
        assert_eq!(version_in(""), None);
    }
}
