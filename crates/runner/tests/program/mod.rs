//! Programs as bots, for tests: run, marked, and looked for afterwards.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parlor_runner::process::{How, Limits, Pipes, Process, Trust};

/// Long enough for whatever must happen, on a machine that is busy with other tests.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The name of a variable by which the tests know their processes again.
pub const MARK: &str = "PARLOR_TEST_MARK";

/// The tests look at the descriptors, processes and time of the whole machine: one at a time.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value of [`MARK`] that nobody else has.
pub fn mark(test: &str) -> String {
    format!("{test}-{}", std::process::id())
}

pub fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// What a bot said and how it ended.
#[derive(Debug)]
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub how: How,
}

pub fn run_with(command: &[&str], limits: Limits, trust: Trust) -> Ran {
    let mut process = Process::start(&words(command), limits, trust, &[]).unwrap();
    let mut pipes = process.pipes().unwrap();
    drop(pipes.stdin);
    let (mut stdout, mut stderr) = (String::new(), String::new());
    pipes.stdout.read_to_string(&mut stdout).unwrap();
    pipes.stderr.read_to_string(&mut stderr).unwrap();
    Ran { stdout, stderr, how: process.end(PATIENCE) }
}

/// A contained Python program.
pub fn python(program: &str) -> Ran {
    run_with(&["python3", "-c", program], Limits::default(), Trust::Contained)
}

/// The processes of the machine that carry the mark, leaving out those that are dead and not yet
/// collected by whoever should.
pub fn marked(mark: &str) -> Vec<String> {
    let wanted = format!("{MARK}={mark}");
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter(|entry| {
            let environ = fs::read(entry.path().join("environ")).unwrap_or_default();
            environ.split(|&byte| byte == 0).any(|word| word == wanted.as_bytes())
        })
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// A bot that starts a daemon, says so, and waits for its input to end.
pub const DAEMON: &str = "
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in (0, 1, 2): os.close(fd)
        time.sleep(60)
    os._exit(0)
os.wait()
print('ready', flush=True)
sys.stdin.read()
";

pub fn start_daemon(mark: &str, trust: Trust) -> (Process, Pipes) {
    let env = [(MARK.to_owned(), mark.to_owned())];
    let command = words(&["python3", "-c", DAEMON]);
    let mut process = Process::start(&command, Limits::default(), trust, &env).unwrap();
    let mut pipes = process.pipes().unwrap();
    let mut line = String::new();
    BufReader::new(&mut pipes.stdout).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    (process, pipes)
}

/// The folders that this Parlor made for bots.
pub fn made_by(parlor: u32) -> BTreeSet<String> {
    let number = format!("-{parlor}-");
    let everywhere = ["/tmp", "/sys/fs/cgroup"].map(|folder| folders(Path::new(folder), 4));
    let all = everywhere.into_iter().flatten();
    all.filter(|path| path.contains("parlor-") && path.contains(&number)).collect()
}

/// The folders below one, so deep.
pub fn folders(at: &Path, depth: u32) -> Vec<String> {
    let inside = fs::read_dir(at).into_iter().flatten().flatten();
    inside
        .filter(|entry| depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .flat_map(|entry| {
            let mut below = folders(&entry.path(), depth - 1);
            below.push(entry.path().display().to_string());
            below
        })
        .collect()
}
