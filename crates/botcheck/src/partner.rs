//! The bot at the other end of a line, and a table that may talk to it as it likes.

use std::time::{Duration, Instant};

use parlor_engine::AnyTable;
use parlor_match::Excess;
use parlor_protocol::Hello;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use parlor_runner::SeatSpec;
use parlor_runner::process::How;
use parlor_runner::{Arrival, Broken, CHUNK, Link};
use parlor_runner::{Care, invite};

/// How much of standard error is shown: so many lines, the last of it.
const TAIL: usize = 8;
/// … and no more than so many characters of each.
const TAIL_WIDTH: usize = 300;

/// A bot that was started to be looked at.
pub(super) struct Partner {
    link: Link,
    /// When it was started.
    pub(super) since: Instant,
    /// What it said first, once it has.
    pub(super) hello: Option<Hello>,
    /// When it said so.
    pub(super) greeted: Option<Instant>,
    chunk: Vec<u8>,
}

/// What came of listening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// Nothing, until now.
    Silence,
    /// It ended, or hung up.
    Gone(String),
    /// It said more than anybody reads.
    TooMuch(Excess),
}

/// What goes over the line at once. A bot must not care where one ends.
pub(super) enum Delivery {
    /// These bytes.
    Bytes(Vec<u8>),
    /// Nothing for a while.
    Pause(Duration),
}

impl Partner {
    /// Starts the bot, or connects to it.
    pub(super) fn start(
        spec: &SeatSpec,
        table: &dyn AnyTable,
        care: &Care,
    ) -> Result<Self, String> {
        let since = Instant::now();
        let link = match invite(spec, table, 0, care) {
            // Here is no table that somebody could stand in at.
            Arrival::Bot(link) => link.without_stand_in(),
            Arrival::NoShow(why) => return Err(why),
            Arrival::Person | Arrival::Player(_) => return Err("this is no bot".to_owned()),
        };
        Ok(Self { link, since, hello: None, greeted: None, chunk: vec![0; CHUNK] })
    }

    /// Says something.
    pub(super) fn deliver(&mut self, deliveries: impl IntoIterator<Item = Delivery>) {
        for delivery in deliveries {
            match delivery {
                // What it does not read it will not answer either.
                Delivery::Bytes(bytes) => drop(self.link.say(&bytes)),
                Delivery::Pause(time) => {
                    self.link.flush();
                    std::thread::sleep(time);
                }
            }
        }
        self.link.flush();
    }

    /// Waits for a line.
    pub(super) fn hear(&mut self, until: Option<Instant>) -> Heard {
        loop {
            match self.link.next_line() {
                Ok(Some(line)) => return Heard::Line(line.to_vec()),
                Ok(None) => {}
                Err(Broken::TooMuch(why)) => return Heard::TooMuch(why),
                Err(Broken::Gone(why)) => return Heard::Gone(why),
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if let Err(broken) = self.wait(left) {
                return match broken {
                    Broken::Gone(why) => Heard::Gone(why),
                    Broken::TooMuch(why) => Heard::TooMuch(why),
                };
            }
            if left.is_some_and(|left| left.is_zero()) {
                // What had come in time was read just now.
                return match self.link.next_line() {
                    Ok(Some(line)) => Heard::Line(line.to_vec()),
                    Ok(None) => Heard::Silence,
                    Err(Broken::TooMuch(why)) => Heard::TooMuch(why),
                    Err(Broken::Gone(why)) => Heard::Gone(why),
                };
            }
        }
    }

    /// Waits until something can be read or written, and does that.
    fn wait(&mut self, left: Option<Duration>) -> Result<(), Broken> {
        let ends = [
            (self.link.output(), PollFlags::IN),
            (self.link.error_output(), PollFlags::IN),
            (self.link.blocked_input(), PollFlags::OUT),
        ];
        if ends[0].0.is_none() {
            return Err(Broken::Gone("it is gone".to_owned()));
        }
        let mut which = Vec::new();
        let mut fds = Vec::new();
        for (index, (fd, flags)) in ends.into_iter().enumerate() {
            if let Some(fd) = fd {
                which.push(index);
                fds.push(PollFd::from_borrowed_fd(fd, flags));
            }
        }
        let timeout = left.and_then(|left| Timespec::try_from(left).ok());
        _ = poll(&mut fds, timeout.as_ref());
        let ready: Vec<usize> = fds
            .iter()
            .zip(&which)
            .filter(|(fd, _)| !fd.revents().is_empty())
            .map(|(_, index)| *index)
            .collect();
        drop(fds);
        // Standard error first: what it says before it ends is wanted most.
        if ready.contains(&1) {
            self.link.overhear(&mut self.chunk)?;
        }
        if ready.contains(&2) {
            self.link.flush();
        }
        if ready.contains(&0) {
            self.link.listen(&mut self.chunk)?;
        }
        Ok(())
    }

    /// Whether it goes on saying nothing for a while, and talks as soon as its input has ended: then
    /// what it said had not been sent. The conversation is over after that.
    pub(super) fn was_holding_back(&mut self, first: Duration, patience: Duration) -> bool {
        let until = Instant::now() + first;
        if self.hear(Some(until)) != Heard::Silence {
            return false;
        }
        self.link.fall_silent();
        let until = Instant::now() + patience;
        matches!(self.hear(Some(until)), Heard::Line(_))
    }

    /// Ends the conversation as a table does, and waits for the bot to end: the lines it still said,
    /// and whether it ended.
    pub(super) fn part(&mut self, patience: Duration) -> (Vec<Vec<u8>>, Parted) {
        let until = Instant::now() + patience;
        self.link.fall_silent();
        let mut lines = Vec::new();
        let parted = loop {
            match self.hear(Some(until)) {
                Heard::Line(line) => lines.push(line),
                Heard::Silence => break Parted::Not,
                Heard::Gone(_) | Heard::TooMuch(_) => break Parted::HungUp,
            }
        };
        if self.link.process().is_none() {
            return (lines, parted);
        }
        // An output is closed a moment before the process has ended.
        while Instant::now() < until {
            if let Some(how) = self.link.how() {
                return (lines, Parted::Ended(how));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        (lines, Parted::Not)
    }

    /// Whether it is no process of this machine.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.link.process().is_none()
    }

    /// How much memory it uses.
    pub(super) fn memory(&self) -> Option<u64> {
        super::memory::of_tree(self.link.process()?)
    }

    /// Ends it, and returns what it wrote to standard error.
    pub(super) fn last_words(mut self) -> LastWords {
        // What was written before it failed may still be on its way.
        self.link.end(Duration::from_millis(100));
        LastWords::of(&self.link.errors())
    }
}

/// What a bot wrote to standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LastWords {
    /// The last lines of it, if there are any.
    pub(super) tail: Option<String>,
    /// How many mistakes it reports.
    pub(super) mistakes: usize,
}

impl LastWords {
    fn of(errors: &str) -> Self {
        let says_something = |line: &&str| !line.trim().is_empty() && !is_of_node(line);
        let lines: Vec<&str> = errors.lines().filter(says_something).collect();
        let tail = &lines[lines.len().saturating_sub(TAIL)..];
        let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let short = |line: &&str| line.chars().take(TAIL_WIDTH).map(plain).collect::<String>();
        let tail: Vec<String> = tail.iter().map(short).collect();
        let tail = (!tail.is_empty()).then(|| tail.join("\n"));
        Self { tail, mistakes: mistakes(&lines) }
    }
}

/// Whether a line is about the inside of Node. It writes what went wrong first and this last, so that
/// the end of it says nothing.
fn is_of_node(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("Node.js v") || line.starts_with("at ") && line.contains("node:internal/")
}

/// How many mistakes are reported in these lines, by the signs of the usual languages.
fn mistakes(lines: &[&str]) -> usize {
    let count = |is_one: fn(&str) -> bool| lines.iter().filter(|line| is_one(line)).count();
    // Python: one report may hold several of these, with a line between them that says so.
    let tracebacks = count(|line| line.starts_with("Traceback "));
    let joined =
        count(|line| line.contains("the above exception") || line.contains("The above exception"));
    // JavaScript, and others that name the error first: `TypeError: …`, `java.io.IOException: …`.
    let named = count(|line| {
        let name = line.split([':', ' ']).next().unwrap_or_default();
        name.ends_with("Error") || name.ends_with("Exception")
    });
    let panics = count(|line| line.contains("panicked at"));
    let unnamed = || {
        usize::from(lines.iter().any(|line| line.contains("Exception") || line.contains("Error")))
    };
    match tracebacks.saturating_sub(joined) {
        0 => [named, panics].into_iter().find(|count| *count > 0).unwrap_or_else(unnamed),
        reports => reports,
    }
}

/// How a bot took its leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parted {
    /// Its process ended.
    Ended(How),
    /// The line was closed, and nobody can say more of it.
    HungUp,
    /// It went on.
    Not,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(errors: &str, mistakes: usize, last: &str) {
        let words = LastWords::of(errors);
        let tail = words.tail.unwrap_or_default();
        assert_eq!((words.mistakes, tail.lines().last().unwrap_or_default()), (mistakes, last));
    }

    #[test]
    fn mistakes_are_counted_as_each_language_reports_them() {
        check("", 0, "");
        check("thinking\n\n", 0, "thinking");
        let python = "the question was draw\nTraceback (most recent call last):\n  File \"b.py\"\n    \
                      raise ValueError(1)\nValueError: 1\n";
        check(&python.repeat(3), 3, "ValueError: 1");
        let chained = "Traceback (most recent call last):\nKeyError: 1\n\nDuring handling of the above \
                       exception, another exception occurred:\n\nTraceback (most recent call \
                       last):\nStopIteration\n";
        check(chained, 1, "StopIteration");
        let javascript =
            "the question was 1\n    at decide (b.mjs:1:2)\nTypeError: x (b.mjs:1:2)\n";
        check(&javascript.repeat(2), 2, "TypeError: x (b.mjs:1:2)");
        check("thread 'main' panicked at src/main.rs:9:5:\noh\n", 1, "oh");
        check("an Error, somewhere\n", 1, "an Error, somewhere");
    }

    #[test]
    fn the_inside_of_node_is_not_shown() {
        let inside = "    at load (node:internal/modules/esm/loader:1:2)\n".repeat(9);
        let errors =
            format!("file:///b.mjs:1\ncons x\n     ^\n\nSyntaxError: x\n{inside}\nNode.js v20\n");
        let words = LastWords::of(&errors).tail.unwrap();
        assert_eq!(words, "file:///b.mjs:1\ncons x\n     ^\nSyntaxError: x");
    }
}
