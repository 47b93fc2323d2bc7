//! Letting players in: from what somebody typed to a guest at the table.

use std::os::fd::OwnedFd;
use std::time::Duration;

use parlor_engine::AnyTable;

use crate::live::{Guest, Link, Remote};
use crate::process::{How, Limits, Process, Trust};
use crate::remote::{NotConnected, http, tcp, websocket};
use crate::spec::SeatSpec;

/// How bots are looked after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Care {
    /// What a program may use up.
    pub limits: Limits,
    /// Whether programs are contained.
    pub trust: Trust,
    /// What is added to their environment.
    pub env: Vec<(String, String)>,
    /// How long a connection may take.
    pub connect: Duration,
}

impl Default for Care {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            trust: Trust::Contained,
            env: Vec::new(),
            connect: Duration::from_secs(5),
        }
    }
}

/// Fetches whoever is to sit at this table. One who cannot come is a guest all the same: what that
/// costs is the referee's affair.
///
/// A program must be started by the thread that plays the game: it is ended when that thread is.
pub fn invite(spec: &SeatSpec, table: &dyn AnyTable, seed: u64, care: &Care) -> Guest {
    let link = match spec {
        SeatSpec::Human => return Guest::Person,
        SeatSpec::Computer(name) => {
            return match table.player(name, seed) {
                Some(player) => Guest::Player(player),
                None => Guest::NoShow(format!("the game has no player '{name}'")),
            };
        }
        SeatSpec::Command(words) => start(words, care),
        SeatSpec::Tcp(address) => over(tcp::connect(address, care.connect)),
        SeatSpec::WebSocket(url) => over(websocket::connect(url, care.connect)),
        SeatSpec::Http(url) => over(http::serve(url, care.connect)),
        SeatSpec::Llm(_) => Err("this kind of seat cannot be played yet".to_owned()),
    };
    link.map_or_else(Guest::NoShow, |link| Guest::Bot(Box::new(link)))
}

/// Starts a program, and opens the line to it.
///
/// # Panics
/// Never: a process that was just started has its pipes.
pub fn start(words: &[String], care: &Care) -> Result<Link, String> {
    let process = Process::start(words, care.limits, care.trust, &care.env);
    let mut process = process.map_err(|why| why.to_string())?;
    let pipes = process.pipes().expect("nobody has asked for them before");
    let (input, output) = (OwnedFd::from(pipes.stdin), OwnedFd::from(pipes.stdout));
    let errors = Some(OwnedFd::from(pipes.stderr));
    Link::over_pipes(input, output, errors, Box::new(Program(Some(process))))
        .map_err(|why| why.to_string())
}

/// Opens the line over a socket.
fn over<S: Into<OwnedFd>>(socket: Result<S, NotConnected>) -> Result<Link, String> {
    let socket = socket.map_err(|why| why.to_string())?;
    Link::over_socket(socket.into(), Box::new(Elsewhere)).map_err(|why| why.to_string())
}

/// Somebody at the other end of a line of whom nothing is known.
struct Elsewhere;

impl Remote for Elsewhere {
    fn ended(&mut self) -> Option<String> {
        Some("it hung up".to_owned())
    }

    fn end(&mut self, _: Duration) {}
}

/// A process at the other end of a line.
struct Program(Option<Process>);

impl Remote for Program {
    fn ended(&mut self) -> Option<String> {
        self.0.as_mut()?.has_ended().map(|how| format!("it {how}"))
    }

    fn abandon(&mut self) {
        if let Some(process) = &mut self.0 {
            process.abandon();
        }
    }

    fn end(&mut self, patience: Duration) {
        if let Some(process) = self.0.take() {
            process.end(patience);
        }
    }

    fn process(&self) -> Option<u32> {
        self.0.as_ref().map(Process::id)
    }

    fn how(&mut self) -> Option<How> {
        self.0.as_mut()?.has_ended()
    }
}
