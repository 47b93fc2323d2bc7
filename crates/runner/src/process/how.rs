//! How a process ended, and why one could not be started.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

use thiserror::Error;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By itself, with this exit code.
    Exit(i32),
    /// By this signal, which Parlor did not send.
    Signal(i32),
    /// It asked for more memory than it may have, and the system ended it.
    OutOfMemory,
    /// Parlor ended it, because it did not end by itself in time.
    Killed,
}

impl How {
    /// What the system says about a child.
    pub(super) fn of(status: ExitStatus) -> Self {
        use std::os::unix::process::ExitStatusExt;
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Exit(code),
            (None, signal) => Self::Signal(signal.unwrap_or(0)),
        }
    }

    /// The same where a shell stands between: it can only tell a signal as a code above 128.
    pub(super) fn through_shell(self) -> Self {
        match self {
            Self::Exit(code @ 129..=192) => Self::Signal(code - 128),
            other => other,
        }
    }

    /// Whether it ended by itself and called that a success.
    pub fn is_clean(self) -> bool {
        self == Self::Exit(0)
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "ended with exit code {code}"),
            Self::Signal(number) => match name(*number) {
                Some(name) => write!(f, "ended by signal {number} ({name})"),
                None => write!(f, "ended by signal {number}"),
            },
            Self::OutOfMemory => f.write_str("ended because it used up its memory"),
            Self::Killed => f.write_str("had to be ended"),
        }
    }
}

/// The signals that end processes in practice.
fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => return None,
    })
}

/// What a shell would have understood.
fn no_shell(word: &str) -> &'static str {
    const BUILT_IN: [&str; 6] = ["cd", "source", ".", "export", "exec", "set"];
    if BUILT_IN.contains(&word) || word.contains(['~', '$', '|', '&', ';', '=']) {
        "; no shell reads the command, so write out paths, or begin it with 'sh -c'"
    } else {
        ""
    }
}

/// Why a program was not started.
#[derive(Debug, Error)]
pub enum NotStarted {
    /// There were no words.
    #[error("no command was given")]
    Empty,
    /// A word holds a byte that no argument can hold.
    #[error("the command holds a zero byte")]
    ZeroByte,
    /// No such file, or no such name on the path.
    #[error("there is no program '{0}'{hint}", hint = no_shell(.0))]
    Missing(String),
    /// It is a folder, a device, …
    #[error("'{}' is not a file", .0.display())]
    NotAFile(PathBuf),
    /// The file lacks the permission to be run.
    #[error("'{}' is not executable", .0.display())]
    NotExecutable(PathBuf),
    /// Its first line names an interpreter that is not there.
    #[error("'{}' needs the interpreter '{interpreter}', which is not there", path.display())]
    NoInterpreter {
        /// The script.
        path: PathBuf,
        /// What its first line names.
        interpreter: String,
    },
    /// A contained bot runs as a user of its own, and the file is not for other users.
    #[error(
        "'{}' may be run by its owner only, and a bot runs as a user of its own; \
         'chmod o+rx' helps, or '--trust-bots'", .0.display()
    )]
    NotForOthers(PathBuf),
    /// The bot needs a file that is not for other users.
    #[error(
        "'{path}' can be read by its owner only, and a bot runs as a user of its own; \
         'chmod o+r {path}' helps, or '--trust-bots'", path = .0.display()
    )]
    NotReadable(PathBuf),
    /// The bot needs a file in a folder that is not for other users, and cannot be shown it alone.
    #[error(
        "'{file}' lies in '{folder}', which other users cannot enter, and a bot runs as a user of its own; \
         'chmod o+x {folder}' helps, or '--trust-bots'", file = file.display(), folder = folder.display()
    )]
    OutOfReach {
        /// What it needs.
        file: PathBuf,
        /// The folder that is closed.
        folder: PathBuf,
    },
    /// Something is to be hidden from the bot, and cannot be covered.
    #[error("'{}' cannot be hidden from the bot: {source}", path.display())]
    CannotHide {
        /// What is to be hidden.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Each contained bot needs a user number of its own, and they are all taken.
    #[error("{0} bots are running, and there is no free user number for another one")]
    TooMany(u32),
    /// The system refused for a reason of its own.
    #[error("cannot start '{program}': {source}")]
    System {
        /// What was to be started.
        program: String,
        /// What the system says.
        source: io::Error,
    },
}
