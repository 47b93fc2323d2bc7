//! The project's own chores: `cargo xtask test`, `lint`, `codegen`.
#![allow(clippy::doc_markdown, reason = "PostgreSQL is a name, not code")]

mod codegen;
mod dependencies;
mod editions;
mod lint;
mod notices;
mod programs;
mod purity;
mod speed;
mod step;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's own chores. Needs Rust with its `rustfmt` and `clippy` components; the tests need Python,
/// Node and PostgreSQL as well, and install them where they can.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_version_flag = true)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Checks everything: lint, generated files, all tests, speed. Ends with the totals
    Test {
        /// The same tests with larger numbers (more games, more seeds): minutes instead of seconds
        #[arg(long)]
        slow: bool,
    },
    /// Formatting, clippy, documentation, and the proof that the purity rules and the list of readers that
    /// no game depends on catch what they name
    Lint,
    /// Writes the files that are generated and committed: JSON Schemas of the games' options, the
    /// reference of the command line, editions as spreadsheets
    Codegen {
        /// Writes nothing; fails when a committed file is not what would be written
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let done = match Cli::parse().chore {
        Chore::Test { slow } => test::run(slow),
        Chore::Lint => Ok(lint::run()),
        Chore::Codegen { check } => codegen::run(check),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}
