//! `parlor completions SHELL`.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::command::Cli;
use crate::exit;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell that is to complete
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    // Into memory first: the generator panics when its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "parlor", &mut script);
    out.write_all(&script)?;
    Ok(exit::FINE)
}
