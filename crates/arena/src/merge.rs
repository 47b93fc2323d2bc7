//! Putting the parts of a tournament together: what comes out is what one run would have made.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::book::Book;
use crate::folder::{Folder, FolderError, Games, Shard};
use crate::run::RunError;
use crate::schedule::Next;
use crate::summary::Summary;
use crate::tournament::Tournament;

/// Why parts cannot be put together.
#[derive(Debug, Error)]
pub enum CannotMerge {
    /// Files.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The same.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Nothing to put together.
    #[error("no parts are named")]
    Nothing,
    /// Parts of different tournaments.
    #[error("'{}' and '{}' are not parts of the same tournament", one.display(), other.display())]
    Different {
        /// The one.
        one: PathBuf,
        /// The other.
        other: PathBuf,
    },
    /// Parts are missing, or there twice.
    #[error("{0}")]
    Parts(String),
    /// A part is not finished.
    #[error("part {shard} in '{}' is not finished: game {game} is missing; add --resume where it is played", path.display())]
    Unfinished {
        /// Which.
        shard: Shard,
        /// Where.
        path: PathBuf,
        /// What is missing.
        game: String,
    },
}

/// Puts parts together into a new folder.
pub fn merge(parts: &[PathBuf], into: &Path) -> Result<Summary, CannotMerge> {
    let mut opened = Vec::new();
    for path in parts {
        let (folder, tournament, shard) = Folder::open(path)?;
        opened.push((shard, folder, tournament));
    }
    opened.sort_by_key(|(shard, ..)| *shard);
    let Some((Shard { of, .. }, first, tournament)) =
        opened.first().map(|(shard, folder, tournament)| (*shard, folder, tournament.clone()))
    else {
        return Err(CannotMerge::Nothing);
    };
    for (_, folder, other) in &opened {
        if *other != tournament {
            let (one, other) = (first.path().to_owned(), folder.path().to_owned());
            return Err(CannotMerge::Different { one, other });
        }
    }
    let found: Vec<u64> =
        opened.iter().filter(|(shard, ..)| shard.of == of).map(|(shard, ..)| shard.part).collect();
    if found.len() != opened.len() || !found.iter().copied().eq(1..=of) {
        let found: Vec<String> = opened.iter().map(|(shard, ..)| shard.to_string()).collect();
        return Err(CannotMerge::Parts(format!(
            "all parts from 1/{of} to {of}/{of} are needed once each; there are {}",
            found.join(", ")
        )));
    }
    let mut games = Vec::new();
    for (_, folder, _) in &opened {
        games.push(folder.games()?);
    }
    let folder = Folder::create(into, &tournament, Shard::WHOLE)?;
    let merged = fill(&folder, &tournament, &opened, &mut games);
    if merged.is_err() {
        // What is not whole is no tournament, and the next try wants its name.
        folder.discard();
    }
    merged
}

/// Reads block by block from the part that has it.
fn fill(
    folder: &Folder,
    tournament: &Tournament,
    parts: &[(Shard, Folder, Tournament)],
    games: &mut [Games],
) -> Result<Summary, CannotMerge> {
    let of = parts.len() as u64;
    let mut file = folder.write_games()?;
    let mut book = Book::new(tournament);
    let mut lines = Vec::new();
    let mut number = 0;
    while let Next::Play(block) = book.block(number) {
        let part = (number % of) as usize;
        let Some(read) = games[part].next(&block)? else {
            return Err(CannotMerge::Unfinished {
                shard: parts[part].0,
                path: parts[part].1.path().to_owned(),
                game: crate::game::id(number, 0),
            });
        };
        for (number, game) in read.iter().enumerate() {
            game.write(&block, number, &mut lines);
        }
        if lines.len() > 1 << 20 {
            file.add(&lines)?;
            lines.clear();
        }
        book.add_part(Shard::WHOLE, &block, &read);
        number += 1;
    }
    file.add(&lines)?;
    file.sync()?;
    let summary = book.summary();
    folder.write_summary(&summary.to_json())?;
    Ok(summary)
}
