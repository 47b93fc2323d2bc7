//! `parlor`: turn-based tabletop games at the terminal.

mod command;
mod completions;
mod exit;
mod games;
mod play;
mod record_file;
mod replay;
mod report;
mod shelf;
mod verify;
mod words;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = command::Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = command::run(cli, &mut out).and_then(|code| Ok(out.flush().map(|()| code)?));
    exit::code(result)
}
