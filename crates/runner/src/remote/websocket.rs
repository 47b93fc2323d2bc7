//! `ws:URL`: a bot behind a WebSocket, one message a text frame.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

use parlor_protocol::{Lines, MAX_FROM_BOT, MAX_TO_BOT};
use rustix::event::{PollFd, PollFlags};
use tungstenite::client::{IntoClientRequest, uri_mode};
use tungstenite::error::{CapacityError, ProtocolError};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::stream::{MaybeTlsStream, Mode};
use tungstenite::{Error, HandshakeError, Message, WebSocket};

use super::conversation::ready;
use super::{BadAddress, NotConnected, host_and_port, tcp};

/// How long a bot may take to part when the table has closed its end.
const PARTING: Duration = Duration::from_millis(250);
/// While the table has this much unread, no more frames are read.
const UNREAD: usize = MAX_FROM_BOT;
/// Signs of life of the WebSocket itself: so many at once, and so many more each second.
const SIGNS: (f64, f64) = (200.0, 100.0);

/// What stands for a frame that is no text. No line of text has it, so no table takes it for one.
const NOT_TEXT: &[u8] = b"\xff";

/// Connects to a `ws://` or `wss://` address within a time, and hands over the table's end of a
/// stream of lines; it does not block.
///
/// A frame that is too long becomes a line that is too long, and one that is no text a line that is
/// no text: the table judges them as it judges any bot.
pub fn connect(url: &str, within: Duration) -> Result<UnixStream, NotConnected> {
    let until = Instant::now() + within;
    let (host, port) = parts(url)?;
    let tcp = tcp::open(&host, port, within)?;
    let polled = tcp.try_clone().map_err(NotConnected::Means)?;
    let socket = shake_hands(url, Timed { tcp, until: Some(until) }, within)?;
    polled.set_nonblocking(true).map_err(NotConnected::Means)?;
    let (ours, theirs) = UnixStream::pair().map_err(NotConnected::Means)?;
    for end in [&ours, &theirs] {
        end.set_nonblocking(true).map_err(NotConnected::Means)?;
    }
    let relay = Relay::new(socket, polled, theirs);
    let thread = thread::Builder::new().name("websocket".to_owned());
    thread.spawn(move || relay.run()).map_err(NotConnected::Means)?;
    Ok(ours)
}

/// Checks the form of an address without connecting: its host and its port.
pub fn parts(url: &str) -> Result<(String, u16), BadAddress> {
    let wrong = |why: &str| BadAddress::new(url, why, "a URL such as ws://localhost:4000/bot");
    let request = url.into_client_request().map_err(|why| wrong(&why.to_string()))?;
    let uri = request.uri();
    let mode = uri_mode(uri).map_err(|why| wrong(&why.to_string()))?;
    let usual = if matches!(mode, Mode::Tls) { 443 } else { 80 };
    host_and_port(uri, usual).map_err(wrong)
}

type Socket = WebSocket<MaybeTlsStream<Timed>>;

fn shake_hands(url: &str, stream: Timed, within: Duration) -> Result<Socket, NotConnected> {
    // The usual limits are a thousand times what a bot may say.
    let limits = WebSocketConfig::default()
        .max_message_size(Some(MAX_FROM_BOT - 1))
        .max_frame_size(Some(MAX_FROM_BOT - 1))
        .read_buffer_size(16 << 10)
        .write_buffer_size(16 << 10)
        .max_write_buffer_size(2 * MAX_TO_BOT);
    let shaken = tungstenite::client_tls_with_config(url, stream, Some(limits), None);
    let why = match shaken {
        Ok((mut socket, _)) => {
            match socket.get_mut() {
                MaybeTlsStream::Plain(timed) => timed.until = None,
                MaybeTlsStream::Rustls(tls) => tls.sock.until = None,
                _ => {}
            }
            return Ok(socket);
        }
        Err(HandshakeError::Failure(why)) => why,
        Err(HandshakeError::Interrupted(_)) => Error::Io(ErrorKind::TimedOut.into()),
    };
    let address = url.to_owned();
    Err(match why {
        Error::Io(why) if why.kind() == ErrorKind::TimedOut => {
            NotConnected::Late { address, within }
        }
        Error::Io(why) if why.kind() != ErrorKind::InvalidData => {
            NotConnected::Refused { address, why }
        }
        why => NotConnected::Stranger { address, expected: "WebSocket", why: why.to_string() },
    })
}

/// A connection that gives up at a certain time, however slowly the other side drips.
#[derive(Debug)]
struct Timed {
    tcp: TcpStream,
    until: Option<Instant>,
}

impl Timed {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        if left == Some(Duration::ZERO) { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
    }

    /// A blocking socket says that it would block when its time is up.
    fn timed<T>(&self, done: io::Result<T>) -> io::Result<T> {
        match done {
            Err(why) if why.kind() == ErrorKind::WouldBlock && self.until.is_some() => {
                Err(ErrorKind::TimedOut.into())
            }
            done => done,
        }
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(left) = self.left()? {
            self.tcp.set_read_timeout(Some(left))?;
        }
        let read = self.tcp.read(buffer);
        self.timed(read)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(left) = self.left()? {
            self.tcp.set_write_timeout(Some(left))?;
        }
        let written = self.tcp.write(bytes);
        self.timed(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tcp.flush()
    }
}

/// Who has ended the conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    /// The table closed its end.
    Table,
    /// The bot closed its end, or broke the WebSocket.
    Bot,
}

/// Carries lines to and fro until one side ends.
struct Relay {
    socket: Socket,
    /// The connection below the socket, to wait for.
    tcp: TcpStream,
    table: UnixStream,
    /// What came from the table and is not yet a whole line.
    lines: Lines,
    /// What the table has yet to take.
    to_table: VecDeque<u8>,
    /// Whether the bot has yet to take something.
    unsent: bool,
    /// Whether the socket may hold something that was not looked at.
    unread: bool,
    /// Whether nothing more will come from the bot.
    hung_up: bool,
    signs: Signs,
}

impl Relay {
    fn new(socket: Socket, tcp: TcpStream, table: UnixStream) -> Self {
        Self {
            socket,
            tcp,
            table,
            lines: Lines::new(MAX_TO_BOT),
            to_table: VecDeque::new(),
            unsent: false,
            // The first frames may have come along with the handshake.
            unread: true,
            hung_up: false,
            signs: Signs { left: SIGNS.0, at: Instant::now() },
        }
    }

    fn run(mut self) {
        let ended = loop {
            if let Err(ended) = self.round() {
                break ended;
            }
        };
        if ended == Ended::Table {
            self.part();
        }
    }

    /// Waits until something can be done, and does it.
    fn round(&mut self) -> Result<(), Ended> {
        while self.unread && !self.hung_up && self.to_table.len() < UNREAD {
            self.hear();
        }
        self.tell_table()?;
        if self.hung_up && self.to_table.is_empty() {
            return Err(Ended::Bot);
        }
        if self.unread && !self.hung_up && self.to_table.len() < UNREAD {
            return Ok(());
        }
        let mut of_table = PollFlags::empty();
        of_table.set(PollFlags::IN, !self.unsent && !self.hung_up);
        of_table.set(PollFlags::OUT, !self.to_table.is_empty());
        let mut of_bot = PollFlags::empty();
        of_bot.set(PollFlags::IN, !self.unread && !self.hung_up);
        of_bot.set(PollFlags::OUT, self.unsent);
        let mut waited = vec![PollFd::new(&self.table, of_table)];
        if !of_bot.is_empty() {
            waited.push(PollFd::new(&self.tcp, of_bot));
        }
        if ready(&mut waited, None).is_err() {
            return Err(Ended::Table);
        }
        let table = waited[0].revents();
        let bot = waited.get(1).map_or(PollFlags::empty(), PollFd::revents);
        if bot.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
            self.unread = true;
        }
        if self.unsent && bot.intersects(PollFlags::OUT | PollFlags::HUP | PollFlags::ERR) {
            self.send();
        }
        if table.contains(PollFlags::IN) && !self.unsent {
            return self.take();
        }
        if table.intersects(PollFlags::HUP | PollFlags::ERR) {
            return Err(Ended::Table);
        }
        Ok(())
    }

    /// One frame of the bot.
    fn hear(&mut self) {
        match self.socket.read() {
            Ok(Message::Text(text)) => self.line(text.as_bytes()),
            Ok(Message::Binary(_)) => self.line(NOT_TEXT),
            Ok(Message::Ping(_) | Message::Pong(_)) if self.signs.allow() => {
                // The answer to a ping waits in the socket.
                self.send();
            }
            Err(Error::Io(why)) if why.kind() == ErrorKind::WouldBlock => self.unread = false,
            Err(Error::Io(why)) if why.kind() == ErrorKind::Interrupted => {}
            Err(Error::Capacity(CapacityError::MessageTooLong { .. })) => {
                self.hang_up_over(&vec![b' '; MAX_FROM_BOT]);
            }
            Err(Error::Protocol(why)) if why != ProtocolError::ResetWithoutClosingHandshake => {
                self.hang_up_over(NOT_TEXT);
            }
            Ok(Message::Ping(_) | Message::Pong(_)) | Err(Error::Utf8(_)) => {
                self.hang_up_over(NOT_TEXT);
            }
            Ok(Message::Close(_) | Message::Frame(_)) | Err(_) => self.hung_up = true,
        }
    }

    /// A frame is one line, whatever line ends are within it: between the parts of a message they
    /// are blanks, and inside of them they may not be.
    fn line(&mut self, text: &[u8]) {
        self.to_table.extend(text.iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }));
        self.to_table.push_back(b'\n');
    }

    /// A frame after which the socket cannot be read any more.
    fn hang_up_over(&mut self, line: &[u8]) {
        self.line(line);
        self.hung_up = true;
    }

    fn tell_table(&mut self) -> Result<(), Ended> {
        while !self.to_table.is_empty() {
            match self.table.write(self.to_table.as_slices().0) {
                Ok(written) => drop(self.to_table.drain(..written)),
                Err(why) if why.kind() == ErrorKind::WouldBlock => break,
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Ended::Table),
            }
        }
        Ok(())
    }

    /// What the table says, a frame a line. While the bot does not take them nothing more is read,
    /// so that it is the table that sees how much lies unread.
    fn take(&mut self) -> Result<(), Ended> {
        let mut buffer = [0; 16 << 10];
        match self.table.read(&mut buffer) {
            Ok(0) => return Err(Ended::Table),
            Ok(read) => self.lines.push(&buffer[..read]),
            Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => return Err(Ended::Table),
        }
        loop {
            match self.lines.next_line() {
                Ok(Some(line)) => {
                    let line = String::from_utf8_lossy(line).into_owned();
                    match self.socket.write(Message::text(line)) {
                        Ok(()) => {}
                        Err(Error::Io(why)) if why.kind() == ErrorKind::WouldBlock => {}
                        Err(_) => self.lost(),
                    }
                }
                Ok(None) => break,
                // The table keeps to its own limits.
                Err(_) => return Err(Ended::Table),
            }
        }
        self.send();
        Ok(())
    }

    /// Sends what waits in the socket, as far as the bot takes it.
    fn send(&mut self) {
        match self.socket.flush() {
            Ok(()) => self.unsent = false,
            Err(Error::Io(why)) if why.kind() == ErrorKind::WouldBlock => self.unsent = true,
            Err(_) => self.lost(),
        }
    }

    /// Nothing can be said any more. What the bot has said before may still be read.
    fn lost(&mut self) {
        self.unsent = false;
        self.unread = true;
    }

    /// The table is gone: what it said last is sent, and the bot may part in good order.
    fn part(mut self) {
        let until = Instant::now() + PARTING;
        let mut done = self.socket.close(None);
        loop {
            let wanted = match done {
                Ok(()) => PollFlags::IN,
                Err(Error::Io(why)) if why.kind() == ErrorKind::WouldBlock => {
                    PollFlags::IN | PollFlags::OUT
                }
                Err(_) => return,
            };
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || ready(&mut [PollFd::new(&self.tcp, wanted)], Some(left)).is_err() {
                return;
            }
            done = self.socket.flush();
            if done.is_ok() {
                done = match self.socket.read() {
                    Ok(_) => Ok(()),
                    Err(Error::Io(why)) if why.kind() == ErrorKind::WouldBlock => Ok(()),
                    Err(why) => Err(why),
                };
            }
        }
    }
}

/// Counts the signs of life of the WebSocket itself, which no table sees.
#[derive(Debug)]
struct Signs {
    left: f64,
    at: Instant,
}

impl Signs {
    fn allow(&mut self) -> bool {
        let now = Instant::now();
        let since = now.duration_since(self.at).as_secs_f64();
        (self.left, self.at) = ((self.left + since * SIGNS.1).min(SIGNS.0), now);
        self.left -= 1.0;
        self.left >= 0.0
    }
}
