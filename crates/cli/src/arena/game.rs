//! `parlor arena game DIR ID`: one game of a tournament again.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use parlor_arena::{Folder, replay};

use crate::replay::show;
use crate::{exit, words};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder of the tournament
    dir: PathBuf,
    /// The game, by block and number, such as 12.1
    id: String,
    /// Write the record to this new file in place of showing the game ('-': print it)
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let (folder, tournament, shard) = Folder::open(&args.dir)?;
    let again = replay(&folder, &tournament, shard, &args.id)?;
    let Some(path) = &args.record else {
        show(&again.record, out)?;
        return Ok(exit::FINE);
    };
    let text = again.record.to_text();
    if path.as_os_str() == "-" {
        write!(out, "{text}")?;
        return Ok(exit::FINE);
    }
    let name = path.display();
    let mut file = match File::create_new(path) {
        Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {
            bail!("'{name}' is there already; name another file")
        }
        file => file.with_context(|| format!("cannot write '{name}'"))?,
    };
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write '{name}'"))?;
    let how = if again.played_again {
        "The players have played it again, move by move."
    } else {
        "It is made from the moves that were written down: bots played."
    };
    let typed = words::typed(path);
    writeln!(out, "{how}\nRecorded in '{name}'. To see it: parlor replay {typed}")?;
    Ok(exit::FINE)
}
