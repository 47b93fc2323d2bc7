//! Whether and where a game stays when nobody plays it any more.

use std::io::Write;
use std::path::{Path, PathBuf};

use parlor_engine::layout::tied;
use parlor_match::{Seed, Sitting, Taken};
use parlor_runner::RecordFile;
use parlor_runner::process::{Part, Trust, probe};

use super::Args;
use super::bots::Bots;
use super::seat_plan::SeatPlan;
use crate::kept::{Folder, Kept, Secret};
use crate::window::Window;
use crate::words;

/// Where a game is written down, and what was told of it before.
#[derive(Default)]
pub(super) struct Keeping {
    /// The record, as it grows.
    pub(super) file: Option<RecordFile>,
    /// What `parlor continue` needs to go on with it.
    pub(super) kept: Option<Kept>,
    /// What happened before the game was broken off.
    pub(super) earlier: Vec<Taken>,
}

impl Keeping {
    /// Whether the game is recorded in a file that somebody named.
    pub(super) fn is_recorded(&self) -> bool {
        self.file.is_some() && !self.kept.as_ref().is_some_and(Kept::is_own)
    }

    /// Keeps a new game in which people play. That it cannot be kept is said, and nobody is kept from
    /// playing by it.
    pub(super) fn begin(
        args: &Args,
        (sitting, seed): (&Sitting, &Seed),
        plan: &SeatPlan,
        bots: &mut Bots,
        file: Option<RecordFile>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Self> {
        let not_kept = |file| Self { file, ..Self::default() };
        // A device holds no record that anybody could go on from.
        let is_device = args.record.as_ref().is_some_and(|path| !path.is_file());
        if plan.people().is_empty() || is_device {
            return Ok(not_kept(file));
        }
        let is_contained = bots.care.trust == Trust::Contained;
        if plan.has_programs() && is_contained && !probe().has(Part::Files) {
            let why = "This game is not kept for 'parlor continue': a bot on this machine could \
                       read its seed.";
            writeln!(out, "{}", words::wrapped(why, Window::prose_columns()))?;
            return Ok(not_kept(file));
        }
        let secret = Secret {
            seed: seed.reveal(),
            record: args.record.as_deref().map(absolute),
            seats: plan.specs(),
            folder: std::env::current_dir().unwrap_or_default(),
            trust_bots: args.trust_bots,
            bot_env: args.bot_env.clone(),
            bot_log: args.bot_log.as_deref().map(absolute),
        };
        let kept = Folder::find().and_then(Folder::make).and_then(|folder| {
            let kept = folder.keep(&secret, sitting)?;
            Ok((folder, kept))
        });
        match kept {
            Ok((folder, (kept, own))) => {
                // Neither the seed nor the record is for bots.
                bots.care.hidden.push(folder.path().to_owned());
                let forgotten = folder.forget_oldest();
                if forgotten > 0 {
                    let games = words::count(forgotten, "unfinished game");
                    writeln!(out, "Forgot {games} that nobody played for the longest time.")?;
                }
                let named = file.map(RecordFile::durable).transpose()?;
                let file = named.or(own.map(RecordFile::dispensable));
                Ok(Self { file, kept: Some(kept), earlier: Vec::new() })
            }
            Err(why) => {
                let why = format!("This game cannot be kept for 'parlor continue': {why}.");
                writeln!(out, "{}", words::wrapped(&why, Window::prose_columns()))?;
                Ok(not_kept(file))
            }
        }
    }
}

/// Where a game is and how to go on with it, in a line.
pub(super) fn farewell(kept: Option<&Kept>) -> String {
    let Some(kept) = kept else { return "The game is not kept.".to_owned() };
    let path = kept.record();
    let name = path.display();
    if kept.is_own() {
        format!("The game is kept in '{name}'.\nTo go on: {}", tied("parlor continue"))
    } else {
        let command = format!("parlor continue {}", words::typed(path));
        format!("The game so far is in '{name}'.\nTo go on: {}", tied(&command))
    }
}

/// A path that means the same from every folder.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
