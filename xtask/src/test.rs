//! `cargo xtask test`: everything that has to hold, in one go.

use anyhow::Result;

use crate::step::{Report, cargo, listen};
use crate::{codegen, lint, programs, speed};

/// Where the tests read how thorough to be.
const TIER: &str = "PARLOR_TIER";

/// Runs every step, whatever fails, and ends with the totals.
pub(crate) fn run(slow: bool) -> Result<bool> {
    let tier = if slow { "slow" } else { "quick" };
    println!("tier: {tier}");
    let mut report = Report::default();
    report.check("other languages", "cargo xtask test", programs::provide);
    lint::steps(&mut report);
    report.check("generated files", "cargo xtask codegen --check", codegen::check);
    report.time("tests", |report| tests(report, slow))?;
    speed::steps(&mut report);
    Ok(report.finish())
}

/// Unit, integration and documentation tests of every crate, counted from what they print.
fn tests(report: &mut Report, slow: bool) -> Result<()> {
    let mut command = cargo(["test", "--workspace", "--no-fail-fast"]);
    if slow {
        // Its figures are quoted (how many games, pairs of worlds, …), so passing tests speak too.
        command.env(TIER, "slow").args(["--", "--show-output"]);
    }
    let before = report.failed;
    let mut target = String::new();
    let fine = listen(command, |line| {
        println!("{line}");
        if let Some(next) = target_of(line) {
            target = next;
        } else if let Some(counts) = line.strip_prefix("test result: ") {
            report.passed += count(counts, "passed");
            report.failed += count(counts, "failed");
            report.skipped += count(counts, "ignored");
        } else if let Some(name) = failed_test(line) {
            let tier = if slow { format!("{TIER}=slow ") } else { String::new() };
            let again = format!("{tier}cargo test {target} -- --exact '{name}'");
            report.failures.push((name.to_owned(), again));
        }
    })?;
    if !fine && report.failed == before {
        // It did not get as far as running a test.
        report.failed += 1;
        report.failures.push(("building the tests".into(), "cargo test --workspace".into()));
    }
    Ok(())
}

/// The arguments that select the target cargo announces: a library, a program, a file of tests or
/// the documentation of a crate.
fn target_of(line: &str) -> Option<String> {
    let line = line.trim_start();
    if let Some(name) = line.strip_prefix("Doc-tests ") {
        return Some(format!("-p {} --doc", package(name)));
    }
    let (source, program) = line.strip_prefix("Running ")?.split_once(" (")?;
    let name = program.rsplit(['/', '\\']).next()?.rsplit_once('-')?.0;
    Some(match source.strip_prefix("unittests ") {
        Some(library) if library.ends_with("lib.rs") => format!("-p {} --lib", package(name)),
        Some(_) => format!("--workspace --bin {name}"),
        None => format!("--workspace --test {name}"),
    })
}

/// Crates are named by their package with the hyphens changed.
fn package(name: &str) -> String {
    name.replace('_', "-")
}

fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

/// The number before a word in `ok. 4 passed; 0 failed; …`.
fn count(counts: &str, word: &str) -> u64 {
    let words: Vec<&str> = counts.split([' ', ';']).collect();
    let number = words.windows(2).find(|pair| pair[1] == word).map(|pair| pair[0].parse());
    number.and_then(Result::ok).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_read_from_what_the_tests_print() {
        let line = "FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out";
        assert_eq!(["passed", "failed", "ignored"].map(|word| count(line, word)), [12, 3, 1]);
        assert_eq!(failed_test("test seat::tests::round ... FAILED"), Some("seat::tests::round"));
        assert_eq!(failed_test("test seat::tests::round ... ok"), None);
    }

    #[test]
    fn a_failed_test_can_be_run_again() {
        let check = |line, selects: &str| assert_eq!(target_of(line).as_deref(), Some(selects));
        let lib = "     Running unittests src/lib.rs (target/debug/deps/parlor_engine-0123abcd)";
        check(lib, "-p parlor-engine --lib");
        let bin = "     Running unittests src/main.rs (target/debug/deps/parlor-0123abcd)";
        check(bin, "--workspace --bin parlor");
        let file = "     Running tests/no_allocation.rs (target/debug/deps/no_allocation-01ab)";
        check(file, "--workspace --test no_allocation");
        check("   Doc-tests parlor_engine", "-p parlor-engine --doc");
        assert_eq!(target_of("running 4 tests"), None);
    }
}
