//! `parlor bot`: players of one's own, in any language.

mod new;

use std::io::Write;

use clap::Subcommand;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write a bot that plays anything legal, to begin with
    New(new::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    match &args.command {
        Command::New(args) => new::run(args, out),
    }
}
