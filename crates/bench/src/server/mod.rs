//! How fast a server plays, and how much memory it takes: a server is started as a process of its own, and this process
//! is its clients.
//!
//! A durable move waits for the disk, and disks differ by a factor of a hundred. So the disk is timed in the same run:
//! one small write after the other, each with an fdatasync.

mod client;
mod disk;
mod figures;
mod load;
mod process;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parlor_engine::Problems;
use parlor_registry::{NoTable, find};
use serde_json::Value;
use thiserror::Error;

use self::client::{Table, socket};
use self::disk::Disk;
pub use self::figures::ServerFigures;
use self::load::{Load, Played};
use self::process::ServerProcess;

/// How many threads open tables: each request waits for the disk, and many share a sync.
const OPENERS: usize = 16;
/// How long a server may take to come back.
const PATIENCE: Duration = Duration::from_mins(1);

/// What to measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerBench {
    /// The program `parlor`.
    pub program: PathBuf,
    /// The game's id.
    pub game: String,
    /// Options as `key=value` words.
    pub options: Vec<String>,
    /// How many matches of two people are in play.
    pub matches: usize,
    /// How many moves are made in each.
    pub moves: u32,
    /// How many WebSockets watch, with nothing to see.
    pub sockets: usize,
    /// How long the matches are played at an easy pace, before they are played as fast as the server can.
    pub time: Duration,
}

/// Why nothing was measured.
#[derive(Debug, Error)]
pub enum NoServer {
    /// No such game.
    #[error(transparent)]
    Game(#[from] NoTable),
    /// The words are no options.
    #[error(transparent)]
    Problems(#[from] Problems),
    /// The server does not start.
    #[error("the server does not start: {0}")]
    Start(String),
    /// The server has answered otherwise than it should.
    #[error("the server has answered {what} with {status}: {answer}")]
    Answer {
        /// What was asked.
        what: String,
        /// The status.
        status: u16,
        /// What it said.
        answer: String,
    },
    /// The server does not answer.
    #[error("the server does not answer: {0}")]
    Silent(String),
    /// Something of the system is missing.
    #[error("cannot measure here: {0}")]
    System(#[from] std::io::Error),
}

/// Measures a server. `told` hears what is being done.
pub fn server(bench: &ServerBench, told: impl Fn(&str)) -> Result<ServerFigures, NoServer> {
    let game = find(&bench.game).map_err(NoTable::from)?;
    let (options, problems) = game.options_from_words(&bench.options);
    problems.into_result(())?;
    let folder = tempfile::tempdir()?;
    told("timing the disk");
    let disk = Disk::measure(folder.path())?;
    let data = folder.path().join("data");
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let process = ServerProcess::start(&bench.program, &data, any)?;
    let empty = process.resident()?;
    told(&format!("opening {} tables", bench.matches));
    let tables = open_tables(&process, bench, &options)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let address = process.address;
    told("playing");
    let before = process.processor_time()?;
    let played = runtime.block_on(Load::new(bench, address, &tables).run(&told))?;
    let worked = process.processor_time()?.saturating_sub(before);
    process.kill();
    told("starting the server again");
    let (process, restart) = restart(bench, &data, address, &tables)?;
    for table in &tables {
        table.now()?;
    }
    let loaded = process.resident()?;
    told(&format!("opening {} sockets", bench.sockets));
    let idle = runtime.block_on(idle(&process, &tables, bench.sockets))?;
    process.kill();
    Ok(ServerFigures::new(
        bench,
        options,
        &disk,
        &played,
        worked,
        restart,
        &Memory { empty, loaded, idle },
    ))
}

/// What the server takes of the machine's memory, in bytes.
struct Memory {
    /// Just started, without a table.
    empty: u64,
    /// With all matches.
    loaded: u64,
    /// With all matches, and all sockets.
    idle: u64,
}

fn open_tables(
    process: &ServerProcess,
    bench: &ServerBench,
    options: &Value,
) -> Result<Vec<Table>, NoServer> {
    let (address, game) = (process.address, bench.game.as_str());
    std::thread::scope(|scope| {
        let opener = |from: usize| {
            scope.spawn(move || {
                (from..bench.matches)
                    .step_by(OPENERS)
                    .map(|_| Table::open(address, game, options))
                    .collect::<Result<Vec<_>, _>>()
            })
        };
        let openers: Vec<_> = (0..OPENERS).map(opener).collect();
        let mut tables = Vec::new();
        for opener in openers {
            let own = opener.join().map_err(|_| NoServer::Silent("a client failed".into()))?;
            tables.extend(own?);
        }
        Ok(tables)
    })
}

/// Starts the server again, and says how long it takes until it has accepted a move.
fn restart(
    bench: &ServerBench,
    data: &Path,
    address: SocketAddr,
    tables: &[Table],
) -> Result<(ServerProcess, Duration), NoServer> {
    let begun = Instant::now();
    let process = ServerProcess::start(&bench.program, data, address)?;
    for table in tables {
        if table.play_on()? {
            return Ok((process, begun.elapsed()));
        }
        if begun.elapsed() > PATIENCE {
            break;
        }
    }
    Err(NoServer::Silent("no match is left in which a move could be made".into()))
}

/// Has so many sockets watch, and says how much memory the server takes then.
async fn idle(process: &ServerProcess, tables: &[Table], sockets: usize) -> Result<u64, NoServer> {
    let mut open = Vec::with_capacity(sockets);
    for table in tables.iter().cycle().take(sockets) {
        let mut socket = socket(process.address, &table.path("socket"), None).await?;
        // The first frame says how it stands; after that nothing comes.
        client::next(&mut socket).await?;
        open.push(socket);
    }
    Ok(process.resident()?)
}
