//! `parlor`: turn-based tabletop games at the terminal.

mod arena;
mod bench;
mod bot;
mod command;
mod completions;
mod edition;
mod exit;
mod games;
mod inspect;
mod kept;
mod lab;
mod open_files;
mod option_file;
mod pager;
mod paint;
mod play;
mod record_file;
mod reference;
mod reflow;
mod replay;
mod report;
mod serve;
mod verify;
mod window;
mod words;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = command::Cli::read();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = command::run(cli, &mut out);
    // What was printed comes before what is said about it.
    let printed = out.flush();
    exit::code(result.and_then(|code| Ok(printed.map(|()| code)?)))
}
