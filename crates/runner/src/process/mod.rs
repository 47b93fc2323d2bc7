//! A program that plays: started, kept within limits, and ended whole.
//!
//! ```
//! use std::io::Read;
//! use std::time::Duration;
//! use parlor_runner::process::{Limits, Process, Trust};
//!
//! let words = ["echo", "hello"].map(String::from);
//! let mut process = Process::start(&words, Limits::default(), Trust::Trusted, &[]).unwrap();
//! let mut pipes = process.pipes().unwrap();
//! drop(pipes.stdin);
//! let mut said = String::new();
//! pipes.stdout.read_to_string(&mut said).unwrap();
//! assert_eq!(said, "hello\n");
//! assert!(process.end(Duration::from_secs(5)).is_clean());
//! ```

mod how;
mod program;

use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

pub use how::{How, NotStarted};

/// What a bot may use up. Each is a bound on the whole bot, with all its processes, where the machine
/// can count that way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// Processes and threads at a time.
    pub processes: u32,
    /// Bytes it may write to files.
    pub files: u64,
    /// Processor cores it may keep busy.
    pub cores: u32,
    /// Bytes of its standard error stream that are kept; the rest is read and dropped.
    pub stderr: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 1 << 30, processes: 64, files: 64 << 20, cores: 1, stderr: 64 << 10 }
    }
}

/// Whose program it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Somebody's. It gets as little as the machine lets us give it.
    Contained,
    /// One's own: a plain process with one's own rights and environment.
    Trusted,
}

/// The three streams of a process. It has no other.
#[derive(Debug)]
pub struct Pipes {
    /// What it reads.
    pub stdin: ChildStdin,
    /// What it says.
    pub stdout: ChildStdout,
    /// What it complains.
    pub stderr: ChildStderr,
}

/// A running bot. Ended, with everything it started, at the latest when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    pipes: Option<Pipes>,
    how: Option<How>,
}

impl Process {
    /// Starts `words[0]` with the other words as its arguments, in the current folder, with `env`
    /// added to its environment. No shell reads the words.
    pub fn start(
        words: &[String],
        _limits: Limits,
        _trust: Trust,
        env: &[(String, String)],
    ) -> Result<Self, NotStarted> {
        let path = std::env::var("PATH").unwrap_or_else(|_| program::USUAL_PATH.to_owned());
        program::find(words, &path)?;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command.envs(env.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: it can be ended as a whole, and Ctrl-C at the terminal is not its affair.
        let mut child = command
            .process_group(0)
            .spawn()
            .map_err(|source| NotStarted::System { program: words[0].clone(), source })?;
        let pipes = match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(stdin), Some(stdout), Some(stderr)) => Some(Pipes { stdin, stdout, stderr }),
            _ => None,
        };
        Ok(Self { child, pipes, how: None })
    }

    /// Its three streams; the first time they are asked for.
    pub fn pipes(&mut self) -> Option<Pipes> {
        self.pipes.take()
    }

    /// How it ended, if it has.
    pub fn has_ended(&mut self) -> Option<How> {
        if self.how.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            self.how = Some(How::of(status));
        }
        self.how
    }

    /// Ends it with everything it started, and says how it went. Close its input first: then it has
    /// `patience` to end by itself.
    pub fn end(mut self, patience: Duration) -> How {
        self.finish(patience)
    }

    fn finish(&mut self, patience: Duration) -> How {
        self.pipes = None;
        self.wait(patience);
        let ended = self.has_ended();
        if let Some(group) = Pid::from_raw(self.child.id().cast_signed())
            && ended.is_none()
        {
            // Refused only when nothing is left of the group.
            let _ = kill_process_group(group, Signal::KILL);
        }
        let how = ended.unwrap_or(How::Killed);
        if ended.is_none() {
            let _ = self.child.wait();
        }
        self.how = Some(how);
        how
    }

    /// Waits until it has ended, but no longer than `patience`.
    fn wait(&mut self, patience: Duration) {
        if patience.is_zero() || self.has_ended().is_some() {
            return;
        }
        let until = Instant::now() + patience;
        let pid = Pid::from_raw(self.child.id().cast_signed());
        let watch = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
        while self.has_ended().is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            match (&watch, Timespec::try_from(left)) {
                (Some(watch), Ok(left)) => {
                    let _ = poll(&mut [PollFd::new(watch, PollFlags::IN)], Some(&left));
                }
                // An old kernel: look now and then.
                _ => std::thread::sleep(left.min(Duration::from_millis(2))),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.finish(Duration::ZERO);
    }
}
