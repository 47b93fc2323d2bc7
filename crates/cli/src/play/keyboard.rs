//! What is typed on standard input, with a time at which it is too late.
//!
//! At a terminal single keys are read and the line is drawn here: the prompt has a clock that moves while somebody
//! types, and the typed text stays. No library does both: those that edit lines read until Enter and let nothing
//! change before it. A pipe, and a terminal that does not hand out single keys, is read line by line.

use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};

use super::interrupt::Interrupt;
use super::typed_line::{Key, TypedLine, next_key};
use crate::window::Window;

/// The longest line anybody may type. A pipe without line ends is not read into memory whole.
pub(super) const MAX_TYPED: usize = 10_000;

/// So many lines can be had again with the arrow keys.
const MAX_HISTORY: usize = 200;

/// How often the prompt is looked at, so that its clock is never behind by more than this.
const BEAT: Duration = Duration::from_millis(200);

/// What came of asking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    Line(Vec<u8>),
    /// The input has ended, or a signal has come.
    End,
    /// The time was up before Enter; this much was typed.
    TimeUp(String),
}

/// How long there is to type, and what the prompt says meanwhile.
pub(super) trait Clock {
    /// The prompt as it is now.
    fn prompt(&self) -> String;
    /// How long there still is; `None` for ever.
    fn left(&self) -> Option<Duration>;
}

/// No clock: the prompt stays as it is.
impl Clock for str {
    fn prompt(&self) -> String {
        self.to_owned()
    }

    fn left(&self) -> Option<Duration> {
        None
    }
}

/// Standard input.
#[derive(Default)]
pub(super) struct Keyboard {
    /// What has come and was not used.
    pending: Vec<u8>,
    /// What was typed before, the latest last.
    history: Vec<String>,
    has_ended: bool,
}

/// Why a wait is over.
enum Woken {
    Typed,
    TimeUp,
    Signal,
}

impl Keyboard {
    /// Reads a line that the terminal edits, or that comes from a pipe.
    pub(super) fn line(
        &mut self,
        clock: &(impl Clock + ?Sized),
        interrupt: Option<&Interrupt>,
    ) -> io::Result<Typed> {
        loop {
            if let Some(line) = self.whole_line() {
                return Ok(Typed::Line(line));
            }
            if self.has_ended {
                let rest = std::mem::take(&mut self.pending);
                return Ok(if rest.is_empty() { Typed::End } else { Typed::Line(rest) });
            }
            match wait(clock.left(), interrupt)? {
                Woken::Typed => self.read()?,
                Woken::Signal => return Ok(Typed::End),
                // The rest of the line is still to come, and belongs to what it began.
                Woken::TimeUp => return Ok(Typed::TimeUp(String::new())),
            }
        }
    }

    /// Reads a line key by key at a terminal, below a prompt that changes.
    pub(super) fn edited_line(
        &mut self,
        clock: &(impl Clock + ?Sized),
        interrupt: Option<&Interrupt>,
        out: &mut dyn Write,
    ) -> io::Result<Typed> {
        let Some(keys) = SingleKeys::begin(interrupt) else {
            write!(out, "{}", clock.prompt())?;
            out.flush()?;
            return self.line(clock, interrupt);
        };
        let mut line = TypedLine::after(self.history.clone());
        let mut drawn = String::new();
        let typed = loop {
            if let Some(end) = self.take_keys(&mut line) {
                break end;
            }
            let picture = line.draw(&clock.prompt(), Window::now().columns);
            if picture != drawn {
                out.write_all(picture.as_bytes())?;
                out.flush()?;
                drawn = picture;
            }
            let left = clock.left();
            // Without a clock nothing changes before the next key.
            match wait(left.map(|left| left.min(BEAT)), interrupt)? {
                Woken::Typed => self.read()?,
                Woken::Signal => break Typed::End,
                Woken::TimeUp if left.is_some_and(|left| left <= BEAT) => {
                    break Typed::TimeUp(line.text());
                }
                Woken::TimeUp => {}
            }
        };
        drop(keys);
        // As it was at the last key, and what comes next on a line of its own.
        writeln!(out, "{}", line.draw(&clock.prompt(), Window::now().columns))?;
        out.flush()?;
        Ok(typed)
    }

    /// Waits for a single key at a terminal; `None` where nothing more comes.
    pub(super) fn key(&mut self, interrupt: Option<&Interrupt>) -> io::Result<Option<Key>> {
        let Some(_keys) = SingleKeys::begin(interrupt) else { return Ok(None) };
        loop {
            if let Some((key, used)) = next_key(&self.pending) {
                self.pending.drain(..used);
                return Ok(Some(key));
            }
            if self.has_ended {
                return Ok(None);
            }
            match wait(None, interrupt)? {
                Woken::Typed => self.read()?,
                Woken::Signal | Woken::TimeUp => return Ok(None),
            }
        }
    }

    /// Has the keys that have come work on the line, up to the one that ends it.
    fn take_keys(&mut self, line: &mut TypedLine) -> Option<Typed> {
        while let Some((key, used)) = next_key(&self.pending) {
            self.pending.drain(..used);
            match key {
                Key::Enter => {
                    self.remember(line.text());
                    return Some(Typed::Line(line.text().into_bytes()));
                }
                Key::EndOfInput if line.is_empty() => return Some(Typed::End),
                key => line.press(key),
            }
        }
        self.has_ended.then_some(Typed::End)
    }

    /// Forgets what was typed before.
    pub(super) fn forget(&mut self) {
        self.history.clear();
    }

    /// Keeps a line for the arrow keys. What is typed twice in a row is kept once.
    fn remember(&mut self, line: String) {
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line);
        }
        if self.history.len() > MAX_HISTORY {
            self.history.remove(0);
        }
    }

    /// The first line of what has come, where it is whole. What is too long is cut.
    fn whole_line(&mut self) -> Option<Vec<u8>> {
        let end = self.pending.iter().position(|&byte| byte == b'\n');
        if end.is_none() && self.pending.len() > 2 * MAX_TYPED {
            self.pending.truncate(MAX_TYPED);
        }
        let mut line: Vec<u8> = self.pending.drain(..=end?).collect();
        line.truncate(MAX_TYPED);
        Some(line)
    }

    fn read(&mut self) -> io::Result<()> {
        let mut bytes = [0; 4096];
        match rustix::io::read(io::stdin(), &mut bytes) {
            // A terminal that is gone has nothing more to say.
            Ok(0) | Err(Errno::IO) => self.has_ended = true,
            Ok(count) => self.pending.extend_from_slice(&bytes[..count]),
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(why) => return Err(why.into()),
        }
        Ok(())
    }
}

/// Waits until something is typed, at most so long.
fn wait(left: Option<Duration>, interrupt: Option<&Interrupt>) -> io::Result<Woken> {
    let until = left.map(|left| Instant::now() + left);
    let stdin = io::stdin();
    loop {
        if interrupt.is_some_and(|interrupt| interrupt.signal().is_some()) {
            return Ok(Woken::Signal);
        }
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        if left == Some(Duration::ZERO) {
            return Ok(Woken::TimeUp);
        }
        let timeout = left.map(|left| Timespec::try_from(left).unwrap_or_default());
        let woken: Option<BorrowedFd<'_>> = interrupt.map(Interrupt::woken);
        let mut fds = vec![PollFd::new(&stdin, PollFlags::IN)];
        fds.extend(woken.map(|woken| PollFd::from_borrowed_fd(woken, PollFlags::IN)));
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) if !fds[0].revents().is_empty() => return Ok(Woken::Typed),
            Ok(_) | Err(Errno::INTR) => {}
            Err(why) => return Err(why.into()),
        }
    }
}

/// A terminal that hands out single keys and shows none of them, until this is dropped. Ctrl-C is still a
/// signal.
struct SingleKeys<'a> {
    before: Termios,
    interrupt: Option<&'a Interrupt>,
}

impl<'a> SingleKeys<'a> {
    /// `None` where the terminal does not do that.
    fn begin(interrupt: Option<&'a Interrupt>) -> Option<Self> {
        let before = tcgetattr(io::stdin()).ok()?;
        let mut terminal = before.clone();
        let edits = LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN;
        terminal.local_modes.remove(edits);
        terminal.special_codes[SpecialCodeIndex::VMIN] = 1;
        terminal.special_codes[SpecialCodeIndex::VTIME] = 0;
        if let Some(interrupt) = interrupt {
            interrupt.set_terminal(Some(before.clone()));
        }
        // What was typed before stays.
        tcsetattr(io::stdin(), OptionalActions::Now, &terminal).ok()?;
        Some(Self { before, interrupt })
    }
}

impl Drop for SingleKeys<'_> {
    fn drop(&mut self) {
        _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
        if let Some(interrupt) = self.interrupt {
            interrupt.set_terminal(None);
        }
    }
}
