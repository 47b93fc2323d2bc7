//! Power cuts: what the files of SQLite may look like when the machine loses power between two syncs.
//!
//! The model: everything up to the last sync is on the disk. Of what was written since, each sector of 512 bytes
//! may be there or not, in any order, and a file may have any length between the old and the new one.
//!
//! There is one more sync than the answers show. When SQLite begins its log anew it writes the new header, syncs it,
//! and only then writes over the old frames: while the old header stands, the old frames do, too.

use std::fs;
use std::panic::AssertUnwindSafe;
use std::path::Path;

use parlor_store::{SqliteSettings, SqliteStore, Store};
use tempfile::TempDir;

use crate::opening::sabotage;
use crate::setup::{append, begin, line, table_id};
use crate::stores::block_on;
use crate::{Dice, times};

const MATCHES: u64 = 3;
const SECTOR: usize = 512;
/// The bytes of the header of SQLite's log.
const HEADER: usize = 32;
const FILES: [&str; 2] = ["parlor.db", "parlor.db-wal"];

/// The files at a moment when all of them were synced.
#[derive(Clone)]
struct Synced {
    files: [Vec<u8>; 2],
    /// How many lines of each match were acknowledged.
    acknowledged: Vec<u64>,
}

impl Synced {
    fn take(folder: &Path, acknowledged: &[u64]) -> Self {
        let files = FILES.map(|name| fs::read(folder.join(name)).unwrap_or_default());
        Self { files, acknowledged: acknowledged.to_vec() }
    }
}

/// A folder whose files need not survive anything.
fn scratch() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

/// Moments of a store at work: after appends of some lines, and after checkpoints, which copy pages into the
/// database and let the log of SQLite begin anew.
fn history() -> Vec<Synced> {
    let folder = scratch();
    block_on(async {
        // Checkpoints happen where the test wants them: their writes come after a sync of their own.
        let settings = SqliteSettings { checkpoint_pages: 0, answers_early: false };
        let store = SqliteStore::open_with(folder.path(), settings).await.unwrap();
        for number in 0..MATCHES {
            begin(&store, number).await;
        }
        let mut acknowledged = vec![0; MATCHES as usize];
        let mut moments = vec![Synced::take(folder.path(), &acknowledged)];
        let mut dice = Dice::new(3);
        for step in 0..60 {
            if step % 7 == 6 {
                sabotage(folder.path(), "PRAGMA wal_checkpoint(PASSIVE)").await;
            } else {
                let number = dice.below(MATCHES as usize);
                let first = acknowledged[number] + 1;
                let mut one = append(table_id(number as u64), 1, first);
                one.lines = (first..=first + dice.below(30) as u64).map(line).collect();
                acknowledged[number] += one.lines.len() as u64;
                store.append(one).await.unwrap();
            }
            moments.push(Synced::take(folder.path(), &acknowledged));
        }
        store.close().await.unwrap();
        moments
    })
}

/// What a power cut may leave of SQLite's log between two answers.
fn torn_log(before: &[u8], after: &[u8], dice: &mut Dice) -> Vec<u8> {
    let Some((old, new)) = before.get(..HEADER).zip(after.get(..HEADER)) else {
        return torn(before, after, dice);
    };
    if old == new {
        return torn(before, after, dice);
    }
    let mut synced = before.to_vec();
    synced[..HEADER].copy_from_slice(new);
    if dice.below(4) == 0 {
        return torn(before, &synced, dice);
    }
    torn(&synced, after, dice)
}

/// What a power cut may leave between two syncs.
fn torn(before: &[u8], after: &[u8], dice: &mut Dice) -> Vec<u8> {
    // All written, none, or so many in four.
    let odds = dice.below(5);
    let shortest = before.len().min(after.len());
    let longest = before.len().max(after.len());
    let length = match dice.below(3) {
        0 => before.len(),
        1 => after.len(),
        _ => shortest + dice.below(longest - shortest + 1),
    };
    let mut image = vec![0; length];
    for from in (0..length).step_by(SECTOR) {
        let is_new = dice.below(4) < odds;
        let source = if is_new { after } else { before };
        let to = length.min(from + SECTOR);
        let there = source.get(from..to.min(source.len())).unwrap_or_default();
        image[from..from + there.len()].copy_from_slice(there);
    }
    image
}

/// What an image opens with: the lines of each match, or what is wrong.
async fn open(files: &[Vec<u8>; 2]) -> Result<Vec<u64>, String> {
    let folder = scratch();
    for (name, bytes) in FILES.iter().zip(files) {
        if !bytes.is_empty() {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
    }
    let store = SqliteStore::open(folder.path()).await.map_err(|why| why.to_string())?;
    let counts = count(&store).await;
    _ = store.close().await;
    counts
}

async fn count(store: &dyn Store) -> Result<Vec<u64>, String> {
    let mut counts = Vec::new();
    for number in 0..MATCHES {
        let head = store.match_head(table_id(number)).await.map_err(|why| why.to_string())?;
        let head = head.ok_or("a match is missing")?;
        let lines = store.whole_log(&head).await.map_err(|why| why.to_string())?;
        for (number, found) in (1..).zip(&lines) {
            if *found != line(number) {
                return Err(format!("line {number} is another one"));
            }
        }
        counts.push(head.entries);
    }
    Ok(counts)
}

#[test]
fn a_power_cut_takes_nothing_acknowledged_away() {
    let moments = history();
    let images = times(200, 10_000);
    let mut dice = Dice::new(11);
    let mut further = 0;
    for image in 0..images {
        let at = image % (moments.len() - 1);
        let (before, after) = (&moments[at], &moments[at + 1]);
        let files = [
            torn(&before.files[0], &after.files[0], &mut dice),
            torn_log(&before.files[1], &after.files[1], &mut dice),
        ];
        let found = block_on(open(&files));
        let found = found.unwrap_or_else(|why| panic!("image {image}, after step {at}: {why}"));
        for (match_number, entries) in found.iter().enumerate() {
            let range = before.acknowledged[match_number]..=after.acknowledged[match_number];
            assert!(range.contains(entries), "image {image}: {entries} lines, not {range:?}");
        }
        further += usize::from(found != before.acknowledged);
    }
    println!(
        "{images} images of power cuts, {further} with more than was acknowledged, none with less"
    );
}

/// Files that no power cut leaves, but a bad disk does: cut off anywhere, or with sectors of zeros. They open or
/// say what is wrong, and nothing panics.
#[test]
fn damaged_files_open_or_say_what_is_wrong() {
    let moments = history();
    let images = times(100, 5_000);
    let mut dice = Dice::new(12);
    let mut refused = 0;
    for image in 0..images {
        let mut files = moments[image % moments.len()].files.clone();
        let file = &mut files[dice.below(2)];
        let at = dice.below(file.len());
        if dice.below(2) == 0 {
            file.truncate(at);
        } else {
            let end = file.len().min(at + SECTOR);
            file[at..end].fill(0);
        }
        let opened = std::panic::catch_unwind(AssertUnwindSafe(|| block_on(open(&files))));
        match opened.unwrap_or_else(|_| panic!("image {image} panics")) {
            Ok(_) => {}
            Err(why) => {
                assert!(!why.is_empty());
                refused += 1;
            }
        }
    }
    println!("{images} damaged images, {refused} refused in words");
}
