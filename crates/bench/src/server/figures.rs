//! What the measurement of a server yields.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::disk::Disk;
use super::{Memory, Played, ServerBench};

/// How fast a server plays, and what it needs. Serialises to one line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ServerFigures {
    /// The game's id.
    pub game: String,
    /// The options that were asked for.
    pub options: Value,
    /// Matches of two people in play.
    pub matches: usize,
    /// Moves that were confirmed, all in all.
    pub moves: u64,
    /// Small writes that the disk syncs, one after the other, a second.
    pub syncs_per_s: f64,
    /// How long one of them takes, in milliseconds: the median.
    pub sync_ms: f64,
    /// Durable, confirmed moves a second, as fast as the server can.
    pub moves_per_s: f64,
    /// The same for one sync of the disk.
    pub moves_per_sync: f64,
    /// What the processors have spent on a move in the server, in microseconds; other processes do not disturb it much.
    pub processor_us: f64,
    /// From a move to the opponent's notice at one move a second and match, in milliseconds: half are faster.
    pub notice_ms: f64,
    /// The same: 99 of 100 are faster.
    pub notice_p99_ms: f64,
    /// `notice_p99_ms` in syncs of the disk.
    pub notice_p99_syncs: f64,
    /// The same as fast as the server can: mostly the time in its queue.
    pub busy_notice_p99_ms: f64,
    /// From the start of a killed server to the first move that it accepts, in milliseconds.
    pub restart_ms: f64,
    /// Memory of the server without a table, in megabytes.
    pub empty_mb: f64,
    /// Memory that a match takes, in kilobytes.
    pub match_kb: f64,
    /// WebSockets that watch, with nothing to see.
    pub sockets: usize,
    /// Memory that all of them take, in megabytes.
    pub sockets_mb: f64,
    /// Memory of the server with all matches and all sockets, in megabytes.
    pub all_mb: f64,
}

impl ServerFigures {
    pub(super) fn new(
        bench: &ServerBench,
        options: Value,
        disk: &Disk,
        played: &Played,
        worked: Duration,
        restart: Duration,
        memory: &Memory,
    ) -> Self {
        let sync_ms = millis(disk.sync);
        let notice_p99_ms = millis(played.easy.percentile(99));
        let moves = u32::try_from(played.confirmed).map_or(f64::INFINITY, f64::from);
        let matches = u32::try_from(bench.matches).map_or(f64::INFINITY, f64::from);
        Self {
            game: bench.game.clone(),
            options,
            matches: bench.matches,
            moves: played.confirmed,
            syncs_per_s: disk.syncs_per_s,
            sync_ms,
            moves_per_s: played.moves_per_s,
            moves_per_sync: played.moves_per_s / disk.syncs_per_s,
            processor_us: worked.as_secs_f64() * 1e6 / moves,
            notice_ms: millis(played.easy.percentile(50)),
            notice_p99_ms,
            notice_p99_syncs: notice_p99_ms / sync_ms,
            busy_notice_p99_ms: millis(played.full.percentile(99)),
            restart_ms: millis(restart),
            empty_mb: megabytes(memory.empty),
            match_kb: megabytes(memory.loaded.saturating_sub(memory.empty)) * 1_000.0 / matches,
            sockets: bench.sockets,
            sockets_mb: megabytes(memory.idle.saturating_sub(memory.loaded)),
            all_mb: megabytes(memory.idle),
        }
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

#[expect(clippy::cast_precision_loss, reason = "no machine has 2^52 bytes")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

impl fmt::Display for ServerFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, options, matches, moves, sockets, .. } = self;
        writeln!(f, "a server with {matches} matches of {game} {options} and {moves} moves")?;
        let mut line = |name: &str, figure: f64, digits: usize, unit: &str| {
            writeln!(f, "  {name:<34}{figure:>12.digits$} {unit}")
        };
        line("the disk, one after the other", self.syncs_per_s, 0, "syncs/s")?;
        line("durable moves", self.moves_per_s, 0, "moves/s")?;
        line("", self.moves_per_sync, 1, "moves for one sync")?;
        line("time of the processor for a move", self.processor_us, 0, "µs")?;
        line("a sync", self.sync_ms, 2, "ms (median)")?;
        line("from a move to the notice of it", self.notice_ms, 2, "ms (median)")?;
        line("", self.notice_p99_ms, 2, "ms (99 of 100)")?;
        line("", self.notice_p99_syncs, 1, "syncs (99 of 100)")?;
        line("  with the server at its limit", self.busy_notice_p99_ms, 2, "ms (99 of 100)")?;
        line("killed, to the next move", self.restart_ms, 0, "ms")?;
        line("memory of the empty server", self.empty_mb, 1, "MB")?;
        line("memory of a match", self.match_kb, 1, "kB")?;
        line(&format!("memory of {sockets} idle WebSockets"), self.sockets_mb, 1, "MB")?;
        write!(f, "  {:<34}{:>12.1} MB", "memory of everything", self.all_mb)
    }
}
