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

mod cgroup;
mod chain;
mod confinement;
mod how;
mod permits;
mod program;
mod user;
mod view;

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, kill_process_group, pidfd_open};

use confinement::Confinement;
pub use how::{How, NotStarted};
pub use permits::{Part, Permits, probe};
use view::View;

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
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 1 << 30, processes: 64, files: 64 << 20, cores: 1 }
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

/// How long what stands between us and a bot may take to end it before it is ended itself.
const KEEPER_PATIENCE: Duration = Duration::from_secs(2);

/// A running bot. Ended, with everything it started, at the latest when this is dropped.
///
/// Start it from the thread that plays the game: a contained bot is ended by the system when the
/// *thread* that started it ends, so that it cannot outlive a Parlor that was killed.
#[derive(Debug)]
pub struct Process {
    child: Child,
    pipes: Option<Pipes>,
    how: Option<How>,
    confinement: Option<Confinement>,
    remarks: Vec<String>,
    /// Whether it was told to end.
    abandoned: bool,
}

impl Process {
    /// Starts `words[0]` with the other words as its arguments, in the current folder, with `env`
    /// added to its environment. No shell reads the words.
    pub fn start(
        words: &[String],
        limits: Limits,
        trust: Trust,
        env: &[(String, String)],
    ) -> Result<Self, NotStarted> {
        Self::start_hiding(words, limits, trust, env, &[])
    }

    /// The same with files and folders that a contained bot is not to see, whoever may read them. They
    /// must be there already. What is written to a file later stays hidden; a file that takes the place
    /// of a hidden one is not: hide its folder then. To a trusted bot nothing is hidden, and where the
    /// machine permits no view of its own to a bot, [`Part::Files`] says so.
    pub fn start_hiding(
        words: &[String],
        limits: Limits,
        trust: Trust,
        env: &[(String, String)],
        hidden: &[PathBuf],
    ) -> Result<Self, NotStarted> {
        let program = program::find(words, &path(env))?;
        match trust {
            Trust::Contained => {
                let view = View::of(probe(), &program, words, &path(env), hidden)?;
                Self::contain(probe(), words, limits, env, view)
            }
            Trust::Trusted => Self::spawn(words.to_vec(), env, None),
        }
    }

    /// Starts a bot with what `permits` says.
    fn contain(
        permits: &Permits,
        words: &[String],
        limits: Limits,
        env: &[(String, String)],
        view: View,
    ) -> Result<Self, NotStarted> {
        let confinement = Confinement::make(permits, words, view, limits)?;
        Self::spawn(confinement.command(permits, words, limits), env, Some(confinement))
    }

    fn spawn(
        words: Vec<String>,
        env: &[(String, String)],
        confinement: Option<Confinement>,
    ) -> Result<Self, NotStarted> {
        let (words, strays) = chain::close_strays(words);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if let Some(confinement) = &confinement {
            command.env_clear().env("PATH", path(env)).env("LANG", "C.UTF-8");
            command.env("HOME", confinement.scratch()).env("TMPDIR", confinement.scratch());
            command.env("PYTHONUNBUFFERED", "1").env("PYTHONDONTWRITEBYTECODE", "1");
        }
        command.envs(env.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: it can be ended as a whole, and Ctrl-C at the terminal is not its affair.
        command.process_group(0);
        let mut child = command
            .spawn()
            .map_err(|source| NotStarted::System { program: words[0].clone(), source })?;
        let pipes = match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(stdin), Some(stdout), Some(stderr)) => Some(Pipes { stdin, stdout, stderr }),
            _ => None,
        };
        let mut remarks = confinement.as_ref().map(Confinement::remarks).unwrap_or_default();
        if strays > 0 {
            remarks.push(format!(
                "Parlor was started with {strays} open descriptors that the bot inherits, because \
                 there is no 'bash' to close them"
            ));
        }
        Ok(Self { child, pipes, how: None, confinement, remarks, abandoned: false })
    }

    /// Its three streams; the first time they are asked for.
    pub fn pipes(&mut self) -> Option<Pipes> {
        self.pipes.take()
    }

    /// The number of its first process. Everything the bot starts descends from it.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What is peculiar about this bot's containment, in sentences: what it may miss, and what it gets
    /// too much.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// How it ended, if it has.
    pub fn has_ended(&mut self) -> Option<How> {
        if self.how.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            // What it left in its group, before the number can be given to another.
            self.kill_group();
            let how = How::of(status);
            self.how = Some(match &self.confinement {
                Some(confinement) => match how.through_shell() {
                    How::Signal(9) if confinement.ran_out_of_memory() => How::OutOfMemory,
                    other => other,
                },
                None => how,
            });
        }
        self.how
    }

    /// Sends everything it started to its end, and does not wait until it is there. [`end`](Self::end)
    /// does, and clears up.
    pub fn abandon(&mut self) {
        if self.has_ended().is_none() {
            self.abandoned = true;
            self.send_the_end();
        }
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
        if ended.is_none() {
            self.kill();
        }
        let how = ended.filter(|_| !self.abandoned).unwrap_or(How::Killed);
        self.how = Some(how);
        // Whatever it left behind goes too; its group and its folder can only be removed then.
        if let Some(confinement) = self.confinement.take() {
            confinement.end_strays();
        }
        how
    }

    /// Ends everything at once, and waits for it.
    fn kill(&mut self) {
        self.send_the_end();
        self.wait(KEEPER_PATIENCE);
        if self.has_ended().is_none() {
            self.kill_group();
            let _ = self.child.wait();
        }
    }

    /// Tells the keeper, which ends the namespace and waits for it, or else the whole group.
    fn send_the_end(&self) {
        let keeper = self.confinement.as_ref().is_some_and(Confinement::has_namespace);
        match self.pid().filter(|_| keeper) {
            Some(keeper) => _ = kill_process(keeper, Signal::TERM),
            None => self.kill_group(),
        }
    }

    fn kill_group(&self) {
        if let Some(group) = self.pid() {
            // Refused only when nothing is left of the group.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// Waits until it has ended, but no longer than `patience`.
    fn wait(&mut self, patience: Duration) {
        if patience.is_zero() || self.has_ended().is_some() {
            return;
        }
        let until = Instant::now() + patience;
        let watch = self.pid().and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
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

/// What a contained bot that is started with these words does not get of the containment, in
/// sentences: what the machine does not permit; and what the bot may miss because its files lie in a
/// folder that is closed to other users. To be said before it is started; the first call finds out what the machine permits.
pub fn shortfalls(words: &[String], env: &[(String, String)]) -> Vec<String> {
    let permits = probe();
    let mut sentences: Vec<String> = permits.missing().map(|part| part.to_string()).collect();
    if let Ok(program) = program::find(words, &path(env))
        && let Ok(view) = View::of(permits, &program, words, &path(env), &[])
    {
        sentences.extend(view.remarks());
    }
    sentences
}

/// Whether the program of a command is there at all, for who wants to say so before a hundred games.
pub fn look_for(words: &[String], env: &[(String, String)]) -> Result<(), NotStarted> {
    program::find(words, &path(env)).map(drop)
}

/// The list of folders in which a bot's programs are looked for.
fn path(env: &[(String, String)]) -> String {
    let given = env.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
    given.or_else(|| std::env::var("PATH").ok()).unwrap_or_else(|| program::USUAL_PATH.to_owned())
}
