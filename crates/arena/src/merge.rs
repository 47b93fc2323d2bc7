//! Putting the parts of a tournament together: what comes out is what one run would have made.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::folder::{Folder, FolderError, Games, Shard};
use crate::result::id;
use crate::run::RunError;
use crate::schedule::Next;
use crate::scorebook::Scorebook;
use crate::summary::Summary;
use crate::tournament::Tournament;

/// Why parts cannot be put together.
#[derive(Debug, Error)]
pub enum CannotMerge {
    /// A file or folder could not be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The tournament could not be put together.
    #[error(transparent)]
    Run(#[from] RunError),
    /// No part was named.
    #[error("no parts are named")]
    Nothing,
    /// The folder of the whole is not empty.
    #[error("'{}' is not empty; the whole goes to a new folder", .0.display())]
    NotEmpty(PathBuf),
    /// These are parts of different tournaments.
    #[error("'{}' and '{}' are not parts of the same tournament", one.display(), other.display())]
    Different {
        /// The one.
        one: PathBuf,
        /// The other.
        other: PathBuf,
    },
    /// Parts are missing, or are there twice.
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

/// A part of a tournament that is there.
struct Part {
    shard: Shard,
    folder: Folder,
    has_records: bool,
}

/// Puts parts together into a new folder.
pub fn merge(parts: &[PathBuf], into: &Path) -> Result<Summary, CannotMerge> {
    let (tournament, parts) = open(parts)?;
    let folder = match Folder::create(into, &tournament, Shard::WHOLE) {
        Err(FolderError::NotEmpty(path)) => return Err(CannotMerge::NotEmpty(path)),
        created => created?,
    };
    let merged = fill(&folder, &tournament, &parts);
    if merged.is_err() {
        // An incomplete tournament is of no use, and the next try needs the name of the folder.
        folder.discard();
    }
    merged
}

/// All parts of one tournament, in their order.
fn open(paths: &[PathBuf]) -> Result<(Tournament, Vec<Part>), CannotMerge> {
    let mut parts: Vec<Part> = Vec::new();
    let mut tournament: Option<Tournament> = None;
    for path in paths {
        let (folder, found, shard) = Folder::open(path)?;
        if let (Some(tournament), Some(first)) = (&tournament, parts.first())
            && found != *tournament
        {
            let (one, other) = (first.folder.path().to_owned(), path.clone());
            return Err(CannotMerge::Different { one, other });
        }
        // One is as good as the other, and they may be large.
        tournament.get_or_insert(found);
        let has_records = folder.has_records();
        parts.push(Part { shard, folder, has_records });
    }
    parts.sort_by_key(|part| part.shard);
    let Some((tournament, Shard { of, .. })) = tournament.zip(parts.first().map(|part| part.shard))
    else {
        return Err(CannotMerge::Nothing);
    };
    let are_all = parts.iter().map(|part| part.shard).eq((1..=of).map(|part| Shard { part, of }));
    if !are_all {
        return Err(CannotMerge::Parts(format!(
            "all parts from 1/{of} to {of}/{of} are needed once each; there are {}",
            named(&parts)
        )));
    }
    Ok((tournament, parts))
}

/// The names of parts, as many as anybody reads.
fn named(parts: &[Part]) -> String {
    const MOST: usize = 20;
    let names: Vec<String> = parts.iter().take(MOST).map(|part| part.shard.to_string()).collect();
    let more = parts.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", names.join(", "))
}

/// Reads block by block from the part that has it.
fn fill(folder: &Folder, tournament: &Tournament, parts: &[Part]) -> Result<Summary, CannotMerge> {
    let mut games: Vec<Games> =
        parts.iter().map(|part| part.folder.games_in_turns(parts.len())).collect();
    if parts.iter().any(|part| part.has_records) {
        folder.make_records()?;
    }
    let mut file = folder.write_games()?;
    let mut scorebook = Scorebook::new(tournament);
    let mut lines = Vec::new();
    let mut number = 0;
    while let Next::Play(block) = scorebook.block(number) {
        let at = (number % parts.len() as u64) as usize;
        let part = &parts[at];
        let Some(read) = games[at].next(&block)? else {
            return Err(CannotMerge::Unfinished {
                shard: part.shard,
                path: part.folder.path().to_owned(),
                game: id(number, 0),
            });
        };
        for (which, game) in read.iter().enumerate() {
            game.write(&block, which, &mut lines);
            if part.has_records {
                folder.take_record(&part.folder, &id(number, which))?;
            }
        }
        if lines.len() > 1 << 20 {
            file.add(&lines)?;
            lines.clear();
        }
        scorebook.add_part(Shard::WHOLE, &block, &read);
        number += 1;
    }
    file.add(&lines)?;
    file.sync()?;
    for part in parts {
        folder.take_times(&part.folder)?;
    }
    let summary = scorebook.summary();
    folder.write_summary(&summary.to_json())?;
    Ok(summary)
}
