//! The arena: many games between the same players, and what may be concluded from them.
//!
//! A tournament is settled once ([`Tournament`]) and then decided by its seed alone: a [`Schedule`] says
//! who meets in which [`Block`], a block is one set of chance streams played from every seat, and
//! everything that is concluded is concluded from blocks. Blocks are played by several threads, but they
//! are counted in their order; so the number of threads changes nothing, nor does it that the program
//! was killed and went on, or that parts were played elsewhere and put together.
//!
//! | to … | see |
//! |---|---|
//! | say what is played | [`Settings`], [`Tournament`] |
//! | play it, go on with it, put parts together | [`run()`], [`Orders`], [`merge`] |
//! | play one of its games again | [`replay`] |
//! | read what came of it | [`Summary`] |
//! | show it to people | [`report`] |
//! | work on tasks with several threads | [`pool`] |
//! | write a web page | [`page`] |
//! | compute with counts | [`stats`], which knows no game, file or clock |
//!
//! What each formula assumes and where it was published stands in `docs/reference/statistics.md`.

use schemars::{Schema, schema_for};

mod block;
mod block_runner;
mod chunk;
mod folder;
mod format;
mod merge;
pub mod page;
mod players;
pub mod pool;
mod replay;
pub mod report;
mod result;
mod run;
mod schedule;
mod scorebook;
pub mod stats;
pub mod summary;
mod tally;
mod tournament;

pub use block::{Block, Luck};
pub use block_runner::{BlockError, TimeUsed};
pub use folder::{BadShard, Folder, FolderError, Shard};
pub use merge::{CannotMerge, merge};
pub use replay::{CannotReplay, Replayed, replay};
pub use result::{BadLine, GameResult, half_points, id, read_id};
pub use run::{Halt, Orders, Progress, RunError, Stopped, run};
pub use schedule::{Next, Schedule};
pub use summary::Summary;
pub use tally::{Reasons, Tally};
pub use tournament::{
    BadFormat, Event, EventSettings, Format, Lineup, MAX_EVENTS, MAX_GAMES, MAX_PLAYERS,
    MAX_TABLES, Player, PlayerSettings, Settings, Tournament, VERSION,
};

/// The JSON Schemas of what people and programs read and write, by name.
pub fn schemas() -> [(&'static str, Schema); 3] {
    [
        ("settings", schema_for!(Settings)),
        ("tournament", schema_for!(Tournament)),
        ("summary", schema_for!(Summary)),
    ]
}
