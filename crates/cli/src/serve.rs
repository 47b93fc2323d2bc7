//! `parlor serve`: a server where people and bots meet at tables.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use parlor_server::{Clock, Config, Entropy, Parts, Server, Thinkers};
use parlor_store::{PostgresStore, SealKey, SqliteStore, Store};
use tracing_subscriber::EnvFilter;

use crate::{exit, kept, open_files};

/// The variable that says how much the server writes to its log: `info`, `debug`, or as tracing has it.
const LOG: &str = "PARLOR_LOG";

#[derive(clap::Args)]
#[command(
    after_help = "The server prints its address, and then its log on stderr (PARLOR_LOG=debug for more). \
                  Ctrl-C or SIGTERM stops it: what was being written is finished, and every match goes on when it is \
                  started again. docs/reference/api.md goes through a game with curl."
)]
#[allow(
    clippy::doc_markdown,
    rustdoc::bare_urls,
    reason = "these comments are the help that people read"
)]
pub(crate) struct Args {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7474", value_parser = address)]
    listen: SocketAddr,
    /// The folder of the database and of the key that seals seeds. Without this it is 'server' in the folder where
    /// Parlor keeps games: $PARLOR_STATE, else ~/.local/state/parlor
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// A PostgreSQL database in place of the embedded one: postgres://user@host/name
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// An address under which browsers reach the server, such as https://games.example. Pages of other
    /// sites can change nothing. Browsers on this machine need none
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// A proxy in front of the server, by its address: what it says in X-Forwarded-For is believed
    #[arg(long = "proxy", value_name = "ADDRESS")]
    proxies: Vec<IpAddr>,
    /// How many computer players think at a time; as many as there are cores where it is left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    thinkers: Option<u16>,
    /// Hold nobody back who sends too much: for load tests
    #[arg(long)]
    no_rates: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let filter = EnvFilter::try_from_env(LOG).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A log of its own is there only where this runs inside of something else, which has none.
    _ = log.try_init();
    for origin in &args.origins {
        check_origin(origin)?;
    }
    open_files::raise_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(args, out))?;
    Ok(exit::FINE)
}

async fn serve(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => kept::state_folder()?.join("server"),
    };
    let store = open_store(args, &folder).await?;
    let key = SealKey::load(&folder)?;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let parts = Parts {
        store,
        key,
        clock: Clock::start(),
        entropy: Entropy::system(),
        name: format!("process {}", std::process::id()),
        thinkers: Thinkers::Threads(args.thinkers.map_or(cores, usize::from)),
    };
    let config = Config {
        origins: args.origins.clone(),
        proxies: args.proxies.clone(),
        has_rates: !args.no_rates,
        ..Config::at(args.listen)
    };
    let server = Server::bind(config, parts).await;
    let server = server.with_context(|| format!("cannot listen on {}", args.listen))?;
    writeln!(out, "Parlor listens on http://{}", server.address())?;
    writeln!(out, "Games are kept in {}", folder.display())?;
    out.flush()?;
    let stop = stop_signal()?;
    Ok(server.run(stop).await?)
}

async fn open_store(args: &Args, folder: &std::path::Path) -> anyhow::Result<Arc<dyn Store>> {
    Ok(match &args.database {
        Some(url) => Arc::new(PostgresStore::open(url).await?),
        None => Arc::new(SqliteStore::open(folder).await?),
    })
}

/// Where to listen, as it is typed.
fn address(typed: &str) -> Result<SocketAddr, String> {
    typed.parse().map_err(|_| "write ADDRESS:PORT, such as 127.0.0.1:7474".to_owned())
}

/// `https://games.example`, with a port or without, and nothing after it.
fn check_origin(origin: &str) -> anyhow::Result<()> {
    let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let is_origin = host.is_some_and(|host| {
        !host.is_empty()
            && host
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ".:-[]".contains(c))
    });
    anyhow::ensure!(
        is_origin,
        "--origin is the address in the browser without a path, in small letters: https://games.example"
    );
    Ok(())
}

/// Ends with the first Ctrl-C or SIGTERM.
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_port() {
        assert_eq!(address("[::1]:0").map(|it| it.port()), Ok(0));
        for bad in ["7474", "localhost:7474", ":7474", ""] {
            let why = address(bad).unwrap_err();
            assert_eq!(why, "write ADDRESS:PORT, such as 127.0.0.1:7474", "{bad}");
        }
    }

    #[test]
    fn an_origin_is_what_browsers_send() {
        for good in ["https://games.example", "http://10.0.0.1:7474", "http://[::1]:80"] {
            assert!(check_origin(good).is_ok(), "{good}");
        }
        for bad in ["games.example", "https://games.example/", "https://", "ftp://a", "https://A.b"]
        {
            assert!(check_origin(bad).is_err(), "{bad}");
        }
    }
}
