//! `parlor serve` in a process of its own.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

/// How long a server may take to start or to stop.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server. It is killed when the value is dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
}

/// How a server is started.
#[derive(Clone, Default)]
pub(crate) struct Start {
    pub(crate) database: Option<String>,
    /// The fault that the store is to have, to prove that the tests notice.
    pub(crate) fault: Option<&'static str>,
    /// The file for the log at its finest level; otherwise warnings go to the terminal.
    pub(crate) log: Option<PathBuf>,
}

impl Process {
    pub(crate) fn start(data: &Path, listen: SocketAddr, how: &Start) -> Self {
        let mut command = Command::new(cargo_bin("parlor"));
        command.args(["serve", "--no-rates", "--listen", &listen.to_string(), "--data"]).arg(data);
        if let Some(database) = &how.database {
            command.args(["--database", database]);
        }
        if let Some(fault) = how.fault {
            command.env("PARLOR_TEST_FAULT", fault);
        }
        command.env("PARLOR_LOG", "warn").stdout(Stdio::piped()).stderr(Stdio::inherit());
        if let Some(log) = &how.log {
            command.env("PARLOR_LOG", "trace").stderr(File::create(log).unwrap());
        }
        let mut child = command.spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Parlor listens on http://");
        let address =
            address.unwrap_or_else(|| panic!("the server said {line:?}")).parse().unwrap();
        Self { child, address }
    }

    /// SIGKILL: nothing is finished.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, and the exit code.
    pub(crate) fn stop(mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(since.elapsed() < PATIENCE, "the server stops in time");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended before.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
