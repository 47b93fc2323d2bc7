//! The line to one bot: what it was told and has not read, what it said and nobody has read, and what
//! it wrote to standard error. Nothing here waits.

use std::collections::VecDeque;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use parlor_protocol::{Lines, MAX_FROM_BOT};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use rustix::net::{Shutdown, shutdown};
use thiserror::Error;

use super::redial::Dial;
use super::stand_in::Bell;
use crate::process::How;
use parlor_match::{Excess, Greeting};

/// So many bytes a bot may leave unread.
pub(super) const MAX_UNREAD: usize = 4 << 20;
/// So much of its standard error is kept, the last of it.
pub(super) const KEPT: usize = 64 << 10;
/// More than this on standard error is a fault.
pub(super) const MAX_ERRORS: usize = 64 << 20;
/// What is read at once.
pub const CHUNK: usize = 64 << 10;

/// A line to a bot.
pub struct Link {
    /// Where the bot reads; `None` once nothing more is said.
    input: Option<OwnedFd>,
    /// Where it writes; `None` once it has ended, or is not listened to.
    output: Option<OwnedFd>,
    /// A socket that is not listened to any more, and not yet closed.
    parting: Option<OwnedFd>,
    is_socket: bool,
    errors: Option<OwnedFd>,
    unread: VecDeque<u8>,
    /// Whether what is unread was kept back, to go out with what follows it.
    is_held: bool,
    lines: Lines,
    kept: VecDeque<u8>,
    written: usize,
    /// What it said first, once it has.
    pub(super) greeting: Option<Greeting>,
    /// Rung where the bot wants somebody else to decide.
    pub(super) bell: Option<Bell>,
    /// Opens another line to the same bot, where that can be done.
    pub(super) dial: Option<Dial>,
    /// Whether the bot has come back on this line.
    pub(super) is_back: bool,
    end: Option<Box<dyn Remote>>,
}

/// What is at the other end of a line.
pub trait Remote: Send {
    /// How it ended, once it has.
    fn ended(&mut self) -> Option<String>;

    /// Tells it to end, and does not wait for that: others may be waiting.
    fn abandon(&mut self) {}

    /// Ends it: at once, or after this time if it does not end by itself. Its input is closed.
    fn end(&mut self, patience: Duration);

    /// What there is to say about it after a game, for whoever pays for it.
    fn report(&self) -> Option<String> {
        None
    }

    /// The number of its process, where it is one of this machine.
    fn process(&self) -> Option<u32> {
        None
    }

    /// How its process ended, once it has, where it is one of this machine.
    fn how(&mut self) -> Option<How> {
        None
    }
}

/// Why a line is of no more use.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Broken {
    /// The other end has hung up, or has ended.
    #[error("{0}")]
    Gone(String),
    /// The other end says more than is read, or reads less than it is told.
    #[error("{0}")]
    TooMuch(Excess),
}

impl Link {
    /// A line over two pipes, with standard error where there is one.
    pub fn over_pipes(
        input: OwnedFd,
        output: OwnedFd,
        errors: Option<OwnedFd>,
        end: Box<dyn Remote>,
    ) -> std::io::Result<Self> {
        for fd in [Some(&input), Some(&output), errors.as_ref()].into_iter().flatten() {
            ioctl_fionbio(fd, true)?;
        }
        Ok(Self {
            input: Some(input),
            output: Some(output),
            parting: None,
            is_socket: false,
            errors,
            unread: VecDeque::new(),
            is_held: false,
            lines: Lines::new(MAX_FROM_BOT),
            kept: VecDeque::new(),
            written: 0,
            greeting: None,
            bell: None,
            dial: None,
            is_back: false,
            end: Some(end),
        })
    }

    /// A line over a socket.
    pub fn over_socket(socket: OwnedFd, end: Box<dyn Remote>) -> std::io::Result<Self> {
        let mut link = Self::over_pipes(socket.try_clone()?, socket, None, end)?;
        link.is_socket = true;
        Ok(link)
    }

    /// The same with a way to call the bot again.
    #[must_use]
    pub(crate) fn with_dial(mut self, dial: Dial) -> Self {
        self.dial = Some(dial);
        self
    }

    /// The same as the line on which a bot has come back.
    #[must_use]
    pub(super) fn back_by(mut self, dial: Dial) -> Self {
        self.is_back = true;
        self.with_dial(dial)
    }

    /// The same with a bell for a player behind the bot.
    #[must_use]
    pub(crate) fn with_bell(mut self, bell: Bell) -> Self {
        self.bell = Some(bell);
        self
    }

    /// The same with nobody to stand in for the bot.
    #[must_use]
    pub fn without_stand_in(mut self) -> Self {
        self.bell = None;
        self
    }

    /// Stays for another game.
    pub(super) fn stay(&mut self, greeting: Greeting) {
        self.greeting = Some(greeting);
        self.written = 0;
    }

    /// Whether the other end has gone while nobody was listening.
    pub fn has_left(&self) -> bool {
        let Some(output) = &self.output else { return true };
        let mut polled = [PollFd::new(output, PollFlags::RDHUP)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut polled, Some(&now)) != Ok(0)
    }

    /// What there is to say about the other end after a game.
    pub fn report(&self) -> Option<String> {
        self.end.as_ref()?.report()
    }

    /// The last of what the bot wrote to standard error.
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&self.kept.iter().copied().collect::<Vec<_>>()).into_owned()
    }

    /// Where the bot is heard, while it is.
    pub fn output(&self) -> Option<BorrowedFd<'_>> {
        self.output.as_ref().map(AsFd::as_fd)
    }

    /// Where its standard error is read, where it has one.
    pub fn error_output(&self) -> Option<BorrowedFd<'_>> {
        self.errors.as_ref().map(AsFd::as_fd)
    }

    /// Where the bot reads, while there is something it has not read.
    pub fn blocked_input(&self) -> Option<BorrowedFd<'_>> {
        let is_blocked = !self.unread.is_empty() && !self.is_held;
        self.input.as_ref().filter(|_| is_blocked).map(AsFd::as_fd)
    }

    /// Where the bot rings for somebody else to decide.
    pub(super) fn bell(&self) -> Option<BorrowedFd<'_>> {
        self.bell.as_ref().map(Bell::as_fd)
    }

    /// Keeps back what is to be said, for a moment: what wakes a bot costs time. `true` when there is
    /// something to keep back.
    pub fn hold(&mut self) -> bool {
        self.is_held = !self.unread.is_empty();
        self.is_held
    }

    /// Says a line, as soon as the bot reads it.
    pub fn say(&mut self, line: &[u8]) -> Result<(), Broken> {
        if self.input.is_none() {
            return Ok(());
        }
        if self.unread.len() + line.len() > MAX_UNREAD {
            return Err(Broken::TooMuch(Excess::Unread { most: MAX_UNREAD }));
        }
        self.unread.extend(line);
        Ok(())
    }

    /// Hands over as much as the other end takes. Whether it still listens is found out by reading.
    pub fn flush(&mut self) {
        self.is_held = false;
        while let Some(input) = &self.input
            && !self.unread.is_empty()
        {
            match write(input, self.unread.as_slices().0) {
                Ok(count) => drop(self.unread.drain(..count)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.unread.clear(),
            }
        }
    }

    /// Takes in what the bot has said.
    pub fn listen(&mut self, chunk: &mut [u8]) -> Result<(), Broken> {
        let Some(output) = &self.output else { return Ok(()) };
        match read(output, &mut *chunk) {
            Ok(0) => {
                self.output = None;
                Err(Broken::Gone(self.how_it_ended()))
            }
            Ok(count) => {
                self.lines.push(&chunk[..count]);
                Ok(())
            }
            Err(Errno::INTR | Errno::AGAIN) => Ok(()),
            Err(why) => {
                self.output = None;
                Err(Broken::Gone(format!("the line to it broke: {why}")))
            }
        }
    }

    /// The next line it has said.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, Broken> {
        self.lines.next_line().map_err(|why| Broken::TooMuch(why.into()))
    }

    /// Takes in what it has written to standard error.
    pub fn overhear(&mut self, chunk: &mut [u8]) -> Result<(), Broken> {
        let Some(errors) = &self.errors else { return Ok(()) };
        let count = match read(errors, &mut *chunk) {
            Ok(0) => {
                self.errors = None;
                return Ok(());
            }
            Ok(count) => count,
            Err(Errno::INTR | Errno::AGAIN) => return Ok(()),
            Err(_) => {
                self.errors = None;
                return Ok(());
            }
        };
        self.written += count;
        self.kept.extend(&chunk[..count]);
        let surplus = self.kept.len().saturating_sub(KEPT);
        drop(self.kept.drain(..surplus));
        if self.written > MAX_ERRORS {
            self.errors = None;
            return Err(Broken::TooMuch(Excess::Errors { most: MAX_ERRORS }));
        }
        Ok(())
    }

    /// The number of the bot's process, where it is one of this machine and has not been ended.
    pub fn process(&self) -> Option<u32> {
        self.end.as_ref()?.process()
    }

    /// How the bot's process ended, where it did so by itself.
    pub fn how(&mut self) -> Option<How> {
        self.end.as_mut()?.how()
    }

    /// What the other end says of itself, where it tells.
    fn how_it_ended(&mut self) -> String {
        /// An output is closed a moment before the process has ended.
        const MOMENT: Duration = Duration::from_millis(2);
        let Some(end) = &mut self.end else { return "it is gone".to_owned() };
        for _ in 0..15 {
            if let Some(how) = end.ended() {
                return how;
            }
            std::thread::sleep(MOMENT);
        }
        "it closed its output".to_owned()
    }

    /// Nothing more is said to it.
    pub fn fall_silent(&mut self) {
        self.flush();
        if let Some(input) = self.input.take() {
            // A socket stays open while we listen. A pipe is closed when it is dropped, and refuses.
            _ = shutdown(&input, Shutdown::Write);
        }
        self.unread.clear();
        self.bell = None;
    }

    /// Has nothing more to do with it. It ends by and by, at the latest with [`end`](Self::end); until
    /// then the last of its standard error is taken in.
    pub(super) fn hang_up(&mut self) {
        self.fall_silent();
        self.parting = self.output.take().filter(|_| self.is_socket).or(self.parting.take());
        if let Some(end) = &mut self.end {
            end.abandon();
        }
    }

    /// Hears a socket out until its other end closes: one that is closed with something unread in it
    /// takes back what was said last, and the other end might never read its `bye`.
    fn part(&mut self, until: Instant, chunk: &mut [u8]) {
        let output = self.output.take().filter(|_| self.is_socket);
        let Some(socket) = self.parting.take().or(output) else { return };
        let mut heard = 0;
        while heard < MAX_UNREAD {
            match read(&socket, &mut *chunk) {
                Ok(0) => return,
                Ok(count) => heard += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    let left = until.saturating_duration_since(Instant::now());
                    let Ok(time) = Timespec::try_from(left) else { return };
                    let mut polled = [PollFd::new(&socket, PollFlags::IN)];
                    if left.is_zero() || poll(&mut polled, Some(&time)) == Ok(0) {
                        return;
                    }
                }
                Err(_) => return,
            }
        }
    }

    /// Ends the other end, whatever it does, and takes in the last of its standard error. A socket is
    /// closed once its other end is, and at the latest after this time.
    pub fn end(&mut self, patience: Duration) {
        self.fall_silent();
        let mut chunk = vec![0; CHUNK];
        let now = Instant::now();
        self.part(now.checked_add(patience).unwrap_or(now), &mut chunk);
        if let Some(mut end) = self.end.take() {
            end.end(patience);
        }
        for _ in 0..MAX_UNREAD / CHUNK {
            let before = self.written;
            if self.overhear(&mut chunk).is_err() || self.written == before {
                break;
            }
        }
        (self.output, self.errors) = (None, None);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link").field("greeting", &self.greeting).finish_non_exhaustive()
    }
}
