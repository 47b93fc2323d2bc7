//! Steps: what is run, shown before it runs, timed, and counted.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask is a folder of the workspace").to_owned()
}

/// A command of the cargo that runs this chore, in the folder of the workspace.
pub(crate) fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// What came of the steps so far.
#[derive(Default)]
pub(crate) struct Report {
    times: Vec<(String, Duration)>,
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
    /// What failed, and the command that runs it alone.
    pub(crate) failures: Vec<(String, String)>,
}

impl Report {
    /// Runs a step that counts as one check. An error of the step is its failure, not the end.
    pub(crate) fn check(&mut self, name: &str, again: &str, step: impl FnOnce() -> Result<()>) {
        let done = self.time(name, |_| step());
        match done {
            Ok(()) => self.passed += 1,
            Err(why) => {
                println!("{name} failed: {why:#}");
                self.failed += 1;
                self.failures.push((name.to_owned(), again.to_owned()));
            }
        }
    }

    /// Runs a step that does its own counting.
    pub(crate) fn time<T>(&mut self, name: &str, step: impl FnOnce(&mut Self) -> T) -> T {
        println!("\n== {name}");
        let begun = Instant::now();
        let done = step(self);
        self.times.push((name.to_owned(), begun.elapsed()));
        done
    }

    /// Prints times, failures and, as the last line, the totals. Whether all went well.
    pub(crate) fn finish(self) -> bool {
        println!();
        for (name, time) in &self.times {
            println!("{:>8.1}s  {name}", time.as_secs_f64());
        }
        if !self.failures.is_empty() {
            println!("\nfailed; to run one again:");
            for (name, again) in &self.failures {
                println!("  {name}\n      {again}");
            }
        }
        let skipped =
            if self.skipped == 0 { String::new() } else { format!(", {} skipped", self.skipped) };
        println!("\n{} passed, {} failed{skipped}", self.passed, self.failed);
        self.failed == 0
    }
}

/// Runs a command to its end, showing it first. An error when it fails.
pub(crate) fn run(mut command: Command) -> Result<()> {
    println!("$ {}", shown(&command));
    let status = command.status().with_context(|| format!("cannot start {}", shown(&command)))?;
    anyhow::ensure!(status.success(), "{} ended with {status}", shown(&command));
    Ok(())
}

/// Runs a command and hands every line it prints, on either channel and in order, to `hear`, which
/// decides what to show. Whether it succeeded.
pub(crate) fn listen(mut command: Command, mut hear: impl FnMut(&str)) -> Result<bool> {
    println!("$ {}", shown(&command));
    let (reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("cannot start {}", shown(&command)))?;
    // The command still holds the writing end, and the reader would wait for it for ever.
    drop(command);
    for line in BufReader::new(reader).split(b'\n') {
        hear(&String::from_utf8_lossy(&line?));
    }
    Ok(child.wait()?.success())
}

fn shown(command: &Command) -> String {
    let words = command.get_args().map(OsStr::to_string_lossy);
    words.fold(String::from("cargo"), |line, word| line + " " + &word)
}
