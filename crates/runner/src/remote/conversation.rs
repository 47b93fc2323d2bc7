//! The bot's side of a stream to a table, for the threads that stand in for a bot.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::BorrowedFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use parlor_protocol::{
    Code, Complaint, Cost, FromBot, Lines, MAX_TO_BOT, Stop, ToBot, Unreadable, read, write,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// So many messages, or bytes, are heard ahead; the rest stays with the table.
const AHEAD: usize = 256;
const AHEAD_BYTES: usize = 4 * MAX_TO_BOT;

/// What a stand-in hears and says.
///
/// It listens also while a request is under way, so that pings are answered, and a question that is
/// withdrawn or a table that is gone ends the request.
#[derive(Debug)]
pub(super) struct Conversation {
    table: UnixStream,
    lines: Lines,
    heard: VecDeque<(usize, ToBot)>,
    held: usize,
    /// The question that is being answered.
    asked: Option<u64>,
    /// Whether it was withdrawn.
    withdrawn: bool,
    /// Whether the table has closed its end.
    over: bool,
}

/// How waiting ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waited {
    /// What was waited for is ready.
    Ready,
    /// The time is up.
    Late,
    /// The question was withdrawn, or the table is gone.
    Off,
}

/// What is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) enum For<'a> {
    /// A message of the table.
    Message,
    /// Another stream.
    Stream(BorrowedFd<'a>, PollFlags),
    /// Nothing: the time alone.
    Nothing,
}

/// The table has closed its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Over;

impl Conversation {
    /// A new one, with the table's end of it; neither blocks.
    pub(super) fn pair() -> io::Result<(UnixStream, Self)> {
        let (ours, table) = UnixStream::pair()?;
        ours.set_nonblocking(true)?;
        table.set_nonblocking(true)?;
        let conversation = Self {
            table,
            lines: Lines::new(MAX_TO_BOT),
            heard: VecDeque::new(),
            held: 0,
            asked: None,
            withdrawn: false,
            over: false,
        };
        Ok((ours, conversation))
    }

    pub(super) fn say(&mut self, message: &FromBot) -> Result<(), Over> {
        self.send(&write(message))
    }

    /// Sends a line as it is, with or without its end.
    pub(super) fn send(&mut self, mut bytes: &[u8]) -> Result<(), Over> {
        while !bytes.is_empty() {
            match self.table.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                Err(why) if why.kind() == ErrorKind::WouldBlock => {
                    if ready(&mut [PollFd::new(&self.table, PollFlags::OUT)], None).is_err() {
                        return Err(self.end());
                    }
                }
                Err(_) => return Err(self.end()),
            }
        }
        Ok(())
    }

    /// The next message; `Err` when the table has closed its end.
    pub(super) fn next(&mut self) -> Result<ToBot, Over> {
        (self.asked, self.withdrawn) = (None, false);
        loop {
            if let Some((size, message)) = self.heard.pop_front() {
                self.held -= size;
                return Ok(message);
            }
            if self.over {
                return Err(Over);
            }
            self.wait(For::Message, None);
        }
    }

    /// From here on the answer to this question is worked on; `false` when it is withdrawn already.
    pub(super) fn begin(&mut self, id: u64) -> bool {
        (self.asked, self.withdrawn) = (Some(id), false);
        self.listen();
        !self.is_off()
    }

    /// Whether nobody waits any more for what is worked on.
    pub(super) fn is_off(&self) -> bool {
        self.over || self.withdrawn
    }

    /// Waits for something, and listens meanwhile.
    pub(super) fn wait(&mut self, wanted: For<'_>, until: Option<Instant>) -> Waited {
        loop {
            if self.is_off() {
                return Waited::Off;
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Waited::Late;
            }
            let more = if self.has_room() { PollFlags::IN } else { PollFlags::empty() };
            let mut polled = vec![PollFd::new(&self.table, more)];
            if let For::Stream(fd, events) = wanted {
                polled.push(PollFd::from_borrowed_fd(fd, events));
            }
            if ready(&mut polled, left).is_err() {
                self.over = true;
                return Waited::Off;
            }
            let is_ready = polled.get(1).is_some_and(|other| !other.revents().is_empty());
            let table = polled[0].revents();
            if table.contains(PollFlags::IN) {
                self.listen();
            } else if table.intersects(PollFlags::HUP | PollFlags::ERR) {
                self.over = true;
            }
            if self.is_off() {
                return Waited::Off;
            }
            if is_ready || matches!(wanted, For::Message) && !self.heard.is_empty() {
                return Waited::Ready;
            }
        }
    }

    fn has_room(&self) -> bool {
        self.heard.len() < AHEAD && self.held < AHEAD_BYTES
    }

    /// Takes what the table has said.
    fn listen(&mut self) {
        let mut buffer = [0; 16 << 10];
        while self.has_room() && !self.over {
            match self.table.read(&mut buffer) {
                Ok(0) => self.over = true,
                Ok(read) => {
                    self.lines.push(&buffer[..read]);
                    self.sort();
                }
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                Err(why) if why.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.over = true,
            }
        }
    }

    /// Answers pings, strikes withdrawn questions, and keeps the rest for later.
    fn sort(&mut self) {
        loop {
            let (size, message) = match self.lines.next_line() {
                Ok(Some(line)) => (line.len(), read::<ToBot>(line)),
                Ok(None) => return,
                Err(_) => {
                    self.over = true;
                    return;
                }
            };
            // Whether anybody hears the answer shows when the next message is waited for.
            let _ = match message {
                Ok(ToBot::Ping(ping)) => self.say(&FromBot::Pong(ping)),
                Ok(ToBot::Stop(Stop { id })) => {
                    self.strike(id);
                    Ok(())
                }
                Ok(message) => {
                    self.held += size;
                    self.heard.push_back((size, message));
                    Ok(())
                }
                Err(why) => self.say(&complaint(&why)),
            };
        }
    }

    fn strike(&mut self, id: u64) {
        self.withdrawn |= self.asked == Some(id);
        let held = &mut self.held;
        self.heard.retain(|(size, message)| {
            let is_struck = matches!(message, ToBot::Decide(decide) if decide.id == id);
            *held -= if is_struck { *size } else { 0 };
            !is_struck
        });
    }

    fn end(&mut self) -> Over {
        self.over = true;
        Over
    }
}

fn complaint(why: &Unreadable) -> FromBot {
    let code = match why {
        Unreadable::Unknown { .. } => Code::Unknown,
        _ => Code::Protocol,
    };
    let explanation = why.to_string();
    FromBot::Error(Complaint { code, id: None, explanation, cost: Cost::None, refusal: None })
}

/// Waits until one of them is ready or the time is up.
pub(super) fn ready(them: &mut [PollFd<'_>], within: Option<Duration>) -> io::Result<()> {
    let within = within.and_then(|time| Timespec::try_from(time).ok());
    loop {
        match poll(them, within.as_ref()) {
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(why) => return Err(why.into()),
        }
    }
}
