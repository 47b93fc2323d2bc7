//! Remote seats, as the table sees them: a stream of lines that does not block. Everything here
//! talks to servers of the tests' own, on the loopback.

mod games;
mod http;
mod llm;
mod redial;
mod stand_in;
mod tcp;
mod websocket;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use parlor_protocol::{FromBot, Lines, MAX_FROM_BOT, Message, ToBot, Unreadable, read, write};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{AddressFamily, SocketType};

/// Far beyond what anything here takes; only a test that fails waits so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// A table's side of a seat.
struct Seat<S> {
    stream: S,
    lines: Lines,
}

/// What a table gets from a seat.
#[derive(Clone, PartialEq, Debug)]
enum Heard {
    Said(FromBot),
    /// A line that is no message.
    Wrong(Unreadable),
    /// A line that is too long.
    Overlong,
    /// The end of the stream.
    End,
    /// Nothing, in the time there was.
    Silence,
}

impl<S: Read + Write + AsFd> Seat<S> {
    fn new(stream: S) -> Self {
        Self { stream, lines: Lines::new(MAX_FROM_BOT) }
    }

    fn hear_within(&mut self, time: Duration) -> Heard {
        let until = Instant::now() + time;
        loop {
            match self.lines.next_line() {
                Ok(Some(line)) => return read(line).map_or_else(Heard::Wrong, Heard::Said),
                Ok(None) => {}
                Err(_) => return Heard::Overlong,
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Heard::Silence;
            }
            let left = Timespec::try_from(left).unwrap();
            poll(&mut [PollFd::new(&self.stream, PollFlags::IN)], Some(&left)).unwrap();
            let mut buffer = [0; 4096];
            match self.stream.read(&mut buffer) {
                Ok(0) => return Heard::End,
                Ok(read) => self.lines.push(&buffer[..read]),
                Err(why) if why.kind() == ErrorKind::WouldBlock => {}
                Err(why) if why.kind() == ErrorKind::ConnectionReset => return Heard::End,
                Err(why) => panic!("{why}"),
            }
        }
    }

    fn hear(&mut self) -> Heard {
        self.hear_within(PATIENCE)
    }

    fn say(&mut self, message: &ToBot) {
        self.send(&write(message));
    }

    fn send(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            match self.stream.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(why) if why.kind() == ErrorKind::WouldBlock => {
                    poll(&mut [PollFd::new(&self.stream, PollFlags::OUT)], None).unwrap();
                }
                Err(why) => panic!("{why}"),
            }
        }
    }
}

/// A port somebody listens on, with its address.
fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

/// An address nobody listens on.
fn nobody() -> String {
    listen().1
}

/// An address where connections are neither taken nor refused, for as long as the others are kept.
fn never_accepts() -> (OwnedFd, String, Vec<TcpStream>) {
    let socket = rustix::net::socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    rustix::net::bind(&socket, &SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    rustix::net::listen(&socket, 0).unwrap();
    let address = SocketAddr::try_from(rustix::net::getsockname(&socket).unwrap()).unwrap();
    let mut waiting = Vec::new();
    // As soon as the queue is full nobody is answered any more.
    while let Ok(stream) = TcpStream::connect_timeout(&address, Duration::from_millis(300)) {
        waiting.push(stream);
        assert!(waiting.len() < 10, "the queue is short");
    }
    (socket, address.to_string(), waiting)
}

fn message<M: Message>(line: &str) -> M {
    read(line.as_bytes()).unwrap()
}
