//! The server that is measured.

use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::NoServer;

/// A server. It is killed when the value is dropped.
pub(super) struct ServerProcess {
    child: Child,
    pub(super) address: SocketAddr,
}

impl ServerProcess {
    /// Starts a server, and waits until it listens.
    pub(super) fn start(program: &Path, data: &Path, listen: SocketAddr) -> Result<Self, NoServer> {
        let mut command = Command::new(program);
        command.args(["serve", "--no-rates", "--listen", &listen.to_string(), "--data"]).arg(data);
        command.env("PARLOR_LOG", "warn").stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let mut line = String::new();
        if let Some(said) = child.stdout.take() {
            BufReader::new(said).read_line(&mut line)?;
        }
        let address = line.trim().rsplit('/').next().and_then(|address| address.parse().ok());
        if let Some(address) = address {
            return Ok(Self { child, address });
        }
        // It may have ended by itself.
        _ = child.kill();
        _ = child.wait();
        Err(NoServer::Start(line))
    }

    /// How much memory it takes, in bytes.
    pub(super) fn resident(&self) -> io::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| {
            io::Error::other("the system does not tell how much memory a process takes")
        })
    }

    /// How much time the processor has spent on it.
    pub(super) fn processor_time(&self) -> io::Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name of the program may have blanks in it, and stands in brackets.
        let (_, fields) = stat.rsplit_once(") ").unwrap_or_default();
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
        let ticks: u64 =
            ticks.collect::<Result<Vec<_>, _>>().map_err(io::Error::other)?.iter().sum();
        Ok(Duration::from_millis(ticks * 1_000 / rustix::param::clock_ticks_per_second()))
    }

    /// Ends it without a warning.
    pub(super) fn kill(self) {
        drop(self);
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended by itself, and then there is nothing to end.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
