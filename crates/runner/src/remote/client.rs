//! HTTP requests that end when nobody waits for their answer any more.
//!
//! To look up a name and to open a connection are the exceptions: they cannot be called off, and so
//! they may take only a few seconds, however long the answer may take.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use serde_json::Value;
use ureq::http::header::RETRY_AFTER;
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, RustlsConnector, Transport,
};
use ureq::{Agent, Error, Timeout};

use super::conversation::{Conversation, For, Waited, ready};

/// A connection nobody has used for so long is not used again: servers close them after five
/// seconds or more.
const IDLE: Duration = Duration::from_secs(3);
/// No server is left alone for longer than this, whatever it asks for; no question takes so long.
const LONGEST_PAUSE: Duration = Duration::from_hours(24);
/// How long a name may be looked up, and how long a connection may take to open, TLS and all: neither
/// can be called off.
const OPENING: Duration = Duration::from_secs(5);
/// The longest head of an answer.
const MAX_HEAD: usize = 16 << 10;

/// What a server answered.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    /// How long the server asks to wait, with a status that says it is busy.
    pub(super) retry_after: Option<Duration>,
    /// The body, or the beginning of a longer one.
    pub(super) body: Vec<u8>,
    pub(super) is_cut: bool,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NoAnswer {
    /// The question was withdrawn, or the table is gone.
    Off,
    /// The time is up.
    Late,
    /// There is no connection, or it broke. In words.
    Broken(String),
    /// Somebody answers, and it is no HTTP. In words.
    Strange(String),
}

/// Asks servers, and listens to the table meanwhile.
pub(super) struct Client {
    agent: Agent,
}

impl Client {
    pub(super) fn new(table: &Shared) -> Self {
        let config = Agent::config_builder()
            // Where the answer is, is said by whoever set up the seat, and nobody else.
            .max_redirects(0)
            .proxy(None)
            .http_status_as_error(false)
            .timeout_resolve(Some(OPENING))
            .timeout_connect(Some(OPENING))
            .max_idle_connections(1)
            .max_idle_age(IDLE)
            .max_response_header_size(MAX_HEAD)
            .user_agent(concat!("parlor/", env!("CARGO_PKG_VERSION")))
            .build();
        let connector = ().chain(Listening(table.clone())).chain(RustlsConnector::default());
        Self { agent: Agent::with_parts(config, connector, DefaultResolver::default()) }
    }

    /// Posts JSON, and reads up to `most` bytes of the answer.
    pub(super) fn post(
        &self,
        url: &str,
        key: Option<&str>,
        body: &Value,
        until: Instant,
        most: usize,
    ) -> Result<Answer, NoAnswer> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(NoAnswer::Late);
        }
        let mut request = self.agent.post(url).config().timeout_global(Some(left)).build();
        request = request.header("content-type", "application/json");
        request = request.header("accept", "application/json");
        if let Some(key) = key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let mut response = request.send(body.to_string().as_bytes())?;
        let retry_after = response.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| pause(value.to_str().ok()?));
        let status = response.status().as_u16();
        let mut body = Vec::new();
        let reader = response.body_mut().as_reader();
        reader.take(most as u64 + 1).read_to_end(&mut body).map_err(Error::from)?;
        let is_cut = body.len() > most;
        body.truncate(most);
        Ok(Answer { status, retry_after, body, is_cut })
    }
}

/// How long a server wants to be left alone, as it says in seconds. A date is not read.
fn pause(said: &str) -> Option<Duration> {
    let said = said.trim();
    let is_number = !said.is_empty() && said.bytes().all(|byte| byte.is_ascii_digit());
    // A number that is too large to be read is a long time as well.
    let seconds = is_number.then(|| said.parse().unwrap_or(u64::MAX))?;
    Some(Duration::from_secs(seconds).min(LONGEST_PAUSE))
}

impl From<Error> for NoAnswer {
    fn from(why: Error) -> Self {
        match why {
            Error::Io(why) if is_called_off(&why) => Self::Off,
            Error::Io(why) if why.kind() == ErrorKind::TimedOut => Self::Late,
            Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
                Self::Broken(format!("no connection within {} s", OPENING.as_secs()))
            }
            Error::Timeout(_) => Self::Late,
            Error::Io(why) if why.kind() == ErrorKind::UnexpectedEof => {
                Self::Broken("the connection broke in the middle of the answer".to_owned())
            }
            Error::Io(why) => Self::Broken(why.to_string()),
            Error::HostNotFound => Self::Broken("there is no such host".to_owned()),
            Error::ConnectionFailed => Self::Broken("no connection".to_owned()),
            why => Self::Strange(why.to_string()),
        }
    }
}

fn is_called_off(why: &io::Error) -> bool {
    why.get_ref().and_then(|why| why.downcast_ref::<CalledOff>()).is_some()
}

/// A conversation that the thread and the transport below its requests both listen to, in turns.
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<Conversation>>);

impl Shared {
    pub(super) fn new(conversation: Conversation) -> Self {
        Self(Arc::new(Mutex::new(conversation)))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Conversation> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shared")
    }
}

/// Why a request ended early.
#[derive(Debug)]
struct CalledOff;

impl fmt::Display for CalledOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nobody waits for the answer any more")
    }
}

impl std::error::Error for CalledOff {}

/// Opens connections that listen to the table while they wait.
#[derive(Debug)]
struct Listening(Shared);

impl Connector for Listening {
    type Out = Wire;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        _: Option<()>,
    ) -> Result<Option<Wire>, Error> {
        // The whole request may have less time left than a connection may take.
        let late = || Error::Timeout(details.timeout.reason);
        let until = end_of(&details.timeout);
        let mut failed = Error::HostNotFound;
        for address in &details.addrs {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Err(late());
            }
            let opened = match left {
                Some(left) => TcpStream::connect_timeout(address, left),
                None => TcpStream::connect(address),
            };
            match opened {
                Ok(tcp) => {
                    tcp.set_nodelay(true)?;
                    tcp.set_nonblocking(true)?;
                    let config = details.config;
                    let sizes = (config.input_buffer_size(), config.output_buffer_size());
                    let buffers = LazyBuffers::new(sizes.0, sizes.1);
                    return Ok(Some(Wire { tcp, buffers, table: self.0.clone() }));
                }
                Err(why) if why.kind() == ErrorKind::TimedOut => failed = late(),
                Err(why) => failed = why.into(),
            }
        }
        Err(failed)
    }
}

/// When a time that ureq has set is up; `None` for never.
fn end_of(timeout: &NextTimeout) -> Option<Instant> {
    Instant::now().checked_add(*timeout.after)
}

/// A connection to a server.
struct Wire {
    tcp: TcpStream,
    buffers: LazyBuffers,
    table: Shared,
}

impl Wire {
    fn wait(&self, events: PollFlags, timeout: &NextTimeout) -> Result<(), Error> {
        let mut table = self.table.lock();
        match table.wait(For::Stream(self.tcp.as_fd(), events), end_of(timeout)) {
            Waited::Ready => Ok(()),
            Waited::Late => Err(Error::Timeout(timeout.reason)),
            Waited::Off => Err(Error::Io(io::Error::other(CalledOff))),
        }
    }
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wire")
    }
}

impl Transport for Wire {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        let mut sent = 0;
        while sent < amount {
            let output = &self.buffers.output()[sent..amount];
            match (&self.tcp).write(output) {
                Ok(0) => return Err(Error::Io(ErrorKind::WriteZero.into())),
                Ok(written) => sent += written,
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                Err(why) if why.kind() == ErrorKind::WouldBlock => {
                    self.wait(PollFlags::OUT, &timeout)?;
                }
                Err(why) => return Err(why.into()),
            }
        }
        Ok(())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        loop {
            // First the time: a server that drips would otherwise never be late.
            self.wait(PollFlags::IN, &timeout)?;
            let input = self.buffers.input_append_buf();
            match (&self.tcp).read(input) {
                Ok(read) => {
                    self.buffers.input_appended(read);
                    return Ok(read > 0);
                }
                Err(why)
                    if matches!(why.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
                Err(why) => return Err(why.into()),
            }
        }
    }

    fn is_open(&mut self) -> bool {
        // Between requests there is nothing to read, unless the server has closed its end.
        let mut polled = [PollFd::new(&self.tcp, PollFlags::IN)];
        ready(&mut polled, Some(Duration::ZERO)).is_ok() && polled[0].revents().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_a_number_of_seconds_within_reason() {
        assert_eq!(pause(" 2 "), Some(Duration::from_secs(2)));
        assert_eq!(pause("0"), Some(Duration::ZERO));
        for long in ["18446744073709551615", "18446744073709551616", "99999999999999999999999"] {
            assert_eq!(pause(long), Some(LONGEST_PAUSE), "{long}");
        }
        for none in ["", "-1", "+1", "1.5", "soon", "Fri, 31 Dec 1999 23:59:59 GMT"] {
            assert_eq!(pause(none), None, "{none}");
        }
    }
}
