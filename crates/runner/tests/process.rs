//! Bots as processes: what they are given, what they are kept from, and that nothing is left of them.
//!
//! Where the machine does not permit a part of the containment, the tests hold `probe` to saying so.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use parlor_runner::process::{How, Limits, NotStarted, Part, Process, Trust, probe};

/// Long enough for whatever must happen, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(20);

/// The name of a variable by which the tests know their processes again.
const MARK: &str = "PARLOR_TEST_MARK";

/// The tests look at the descriptors, processes and time of the whole machine: one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value of [`MARK`] that nobody else has.
fn mark(test: &str) -> String {
    format!("{test}-{}", std::process::id())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// What a bot said and how it ended.
#[derive(Debug)]
struct Ran {
    stdout: String,
    stderr: String,
    how: How,
}

fn run_with(command: &[&str], limits: Limits, trust: Trust) -> Ran {
    let mut process = Process::start(&words(command), limits, trust, &[]).unwrap();
    let mut pipes = process.pipes().unwrap();
    drop(pipes.stdin);
    let (mut stdout, mut stderr) = (String::new(), String::new());
    pipes.stdout.read_to_string(&mut stdout).unwrap();
    pipes.stderr.read_to_string(&mut stderr).unwrap();
    Ran { stdout, stderr, how: process.end(PATIENCE) }
}

/// A contained Python program.
fn python(program: &str) -> Ran {
    run_with(&["python3", "-c", program], Limits::default(), Trust::Contained)
}

/// The processes of the machine that carry the mark, leaving out those that are dead and not yet
/// collected by whoever should.
fn marked(mark: &str) -> Vec<String> {
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
const DAEMON: &str = "
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

fn start_daemon(mark: &str, trust: Trust) -> (Process, parlor_runner::process::Pipes) {
    let env = [(MARK.to_owned(), mark.to_owned())];
    let command = words(&["python3", "-c", DAEMON]);
    let mut process = Process::start(&command, Limits::default(), trust, &env).unwrap();
    let mut pipes = process.pipes().unwrap();
    let mut line = String::new();
    BufReader::new(&mut pipes.stdout).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    (process, pipes)
}

#[test]
fn what_cannot_be_started_is_said_in_words() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str, mode: u32| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path.display().to_string()
    };
    let plain = file("plain", "#!/bin/sh\n", 0o644);
    let orphan = file("orphan", "#!/no/such/program\n", 0o755);
    for trust in [Trust::Contained, Trust::Trusted] {
        let check = |command: &[&str], expected: &str| {
            let refused = Process::start(&words(command), Limits::default(), trust, &[]);
            assert_eq!(refused.unwrap_err().to_string(), expected);
        };
        check(&[], "no command was given");
        check(&[""], "no command was given");
        check(&["no-such-program-anywhere"], "there is no program 'no-such-program-anywhere'");
        check(&["./no/such/file"], "there is no program './no/such/file'");
        check(&["/tmp"], "'/tmp' is not a file");
        check(&["true", "a\0b"], "the command holds a zero byte");
        check(&[&plain], &format!("'{plain}' is not executable"));
        check(
            &[&orphan],
            &format!("'{orphan}' wants to be run by '/no/such/program', which is not there"),
        );
    }
}

#[test]
fn a_program_that_only_its_owner_may_run_is_not_for_a_bot_with_a_user_of_its_own() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine");
    fs::write(&path, "#!/bin/sh\nexit 3\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
    let command = words(&[path.to_str().unwrap()]);
    let started = Process::start(&command, Limits::default(), Trust::Contained, &[]);
    if probe().has(Part::OwnUser) {
        assert!(matches!(started.unwrap_err(), NotStarted::NotForOthers(_)));
    } else {
        assert_eq!(started.unwrap().end(PATIENCE), How::Exit(3));
    }
}

#[test]
fn it_hears_and_is_heard() {
    let _alone = alone();
    for trust in [Trust::Contained, Trust::Trusted] {
        let command = words(&["sh", "-c", "read line; echo \"got $line\"; echo oh >&2; exit 7"]);
        let mut process = Process::start(&command, Limits::default(), trust, &[]).unwrap();
        let mut pipes = process.pipes().unwrap();
        assert!(process.pipes().is_none());
        assert_eq!(process.has_ended(), None);
        pipes.stdin.write_all(b"a line\n").unwrap();
        let (mut stdout, mut stderr) = (String::new(), String::new());
        pipes.stdout.read_to_string(&mut stdout).unwrap();
        pipes.stderr.read_to_string(&mut stderr).unwrap();
        assert_eq!((stdout.as_str(), stderr.as_str()), ("got a line\n", "oh\n"));
        assert_eq!(process.end(PATIENCE), How::Exit(7));
    }
}

#[test]
fn how_it_ended_is_known() {
    let _alone = alone();
    for trust in [Trust::Contained, Trust::Trusted] {
        let ended = |script: &str| run_with(&["sh", "-c", script], Limits::default(), trust).how;
        assert!(ended("exit 0").is_clean());
        assert_eq!(ended("kill -SEGV $$"), How::Signal(11));
        assert_eq!(ended("kill -SEGV $$").to_string(), "ended by signal 11 (SIGSEGV)");
        assert_eq!(ended("exit 3").to_string(), "ended with exit code 3");
    }
}

#[test]
fn a_stream_that_it_closes_is_seen_to_be_closed_while_it_lives() {
    let _alone = alone();
    for trust in [Trust::Contained, Trust::Trusted] {
        let command = words(&["sh", "-c", "exec <&- >&-; sleep 60"]);
        let mut process = Process::start(&command, Limits::default(), trust, &[]).unwrap();
        let mut pipes = process.pipes().unwrap();
        // Would wait for ever if somebody else held the stream.
        assert_eq!(pipes.stdout.read(&mut [0; 8]).unwrap(), 0);
        let refused = pipes.stdin.write_all(b"anybody?").unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::BrokenPipe);
        assert_eq!(process.has_ended(), None);
        assert_eq!(process.end(Duration::ZERO), How::Killed);
    }
}

#[test]
fn it_has_time_to_end_by_itself_and_no_more() {
    let _alone = alone();
    for trust in [Trust::Contained, Trust::Trusted] {
        let script = "trap '' TERM HUP INT; cat >/dev/null; exit 5";
        let command = words(&["sh", "-c", script]);
        let mut process = Process::start(&command, Limits::default(), trust, &[]).unwrap();
        drop(process.pipes());
        assert_eq!(process.end(PATIENCE), How::Exit(5));

        let command = words(&["sh", "-c", "trap '' TERM HUP INT; while :; do sleep 1; done"]);
        let process = Process::start(&command, Limits::default(), trust, &[]).unwrap();
        let begun = Instant::now();
        assert_eq!(process.end(Duration::from_millis(50)), How::Killed);
        assert!(begun.elapsed() >= Duration::from_millis(50));
        assert!(begun.elapsed() < Duration::from_millis(1500), "{:?}", begun.elapsed());
    }
}

#[test]
fn daemons_end_with_the_bot_that_forked_them() {
    let _alone = alone();
    let reached = probe().has(Part::Namespace) || probe().has(Part::OwnUser);
    let said = probe().missing().any(|part| part.to_string().contains("daemon"));
    assert!(reached || said);
    // Ended by force, by itself, and by being dropped.
    for ending in ["force", "itself", "dropped"] {
        let mark = mark(&format!("daemon-{ending}"));
        let (process, pipes) = start_daemon(&mark, Trust::Contained);
        assert!(!marked(&mark).is_empty(), "the mark can be seen");
        match ending {
            "force" => assert_eq!(process.end(Duration::ZERO), How::Killed),
            "itself" => {
                drop(pipes);
                assert_eq!(process.end(PATIENCE), How::Exit(0));
            }
            _ => drop(process),
        }
        if reached {
            assert_eq!(marked(&mark), Vec::<String>::new(), "{ending}");
        }
    }
}

/// Stands for a Parlor that is killed while a bot plays; the test below runs this file again to have
/// one. By itself it does nothing.
#[test]
fn parlor_to_be_killed() {
    if let Ok(mark) = std::env::var("PARLOR_TEST_HOLD") {
        let (_process, _pipes) = start_daemon(&mark, Trust::Contained);
        println!("\nholding");
        sleep(Duration::from_mins(1));
    }
}

#[test]
fn a_bot_does_not_outlive_a_parlor_that_is_killed() {
    let _alone = alone();
    let mark = mark("killed");
    let mut parlor = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "parlor_to_be_killed", "--nocapture"])
        .env("PARLOR_TEST_HOLD", &mark)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(parlor.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line == "holding"));
    assert!(!marked(&mark).is_empty());
    assert!(!made_by(parlor.id()).is_empty());
    parlor.kill().unwrap();
    parlor.wait().unwrap();
    let until = Instant::now() + PATIENCE;
    if probe().has(Part::DeathSignal) && probe().has(Part::Namespace) {
        while !marked(&mark).is_empty() {
            assert!(Instant::now() < until, "still there: {:?}", marked(&mark));
            sleep(Duration::from_millis(5));
        }
        // The next Parlor clears up what this one could not.
        while !made_by(parlor.id()).is_empty() {
            assert!(Instant::now() < until, "still there: {:?}", made_by(parlor.id()));
            python("print(1)");
        }
    } else {
        assert!(probe().missing().next().is_some());
    }
}

#[test]
fn its_environment_holds_what_it_needs_and_nothing_of_ours() {
    let _alone = alone();
    let names =
        "import os; print(*sorted(set(os.environ) - {'LC_CTYPE', 'PWD', 'OLDPWD', '_', 'SHLVL'}))";
    // Past the shims that version managers put in its place: they add variables of their own.
    let real = python("import sys; print(sys.executable)").stdout;
    let ran = run_with(&[real.trim(), "-c", names], Limits::default(), Trust::Contained);
    assert_eq!(
        ran.stdout, "HOME LANG PATH PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED TMPDIR\n",
        "{ran:?}"
    );
}

#[test]
fn it_inherits_no_descriptor_not_even_one_we_were_started_with() {
    let _alone = alone();
    // What whoever starts us may leave open, and what children inherit.
    let stray = rustix::io::dup(fs::File::open("/dev/null").unwrap()).unwrap();
    for trust in [Trust::Contained, Trust::Trusted] {
        let list = "import os; print(sorted(int(n) for n in os.listdir('/proc/self/fd')))";
        let ran = run_with(&["python3", "-c", list], Limits::default(), trust);
        // The fourth is the list's own.
        assert_eq!(ran.stdout, "[0, 1, 2, 3]\n", "{ran:?}");
    }
    drop(stray);
}

#[test]
fn it_runs_as_a_user_of_its_own_without_privileges() {
    let _alone = alone();
    let who = || python("import os; print(os.getuid(), os.getgid(), len(os.getgroups()))").stdout;
    let status = python("print(open('/proc/self/status').read())").stdout;
    assert!(status.contains("NoNewPrivs:\t1") || !probe().has(Part::DeathSignal), "{status}");
    let mut command = Process::start(
        &words(&["python3", "-c", "input()"]),
        Limits::default(),
        Trust::Contained,
        &[],
    )
    .unwrap();
    let first = who();
    if probe().has(Part::OwnUser) {
        let user: u32 = first.split(' ').next().unwrap().parse().unwrap();
        assert!(user > 60_000, "{first}");
        // Another bot was running: it has another user.
        let status = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
            let text = fs::read_to_string(entry.path().join("status")).ok()?;
            text.lines().find_map(|line| line.strip_prefix("Uid:\t").map(str::to_owned))
        });
        assert!(!status.into_iter().any(|line| line.starts_with(&user.to_string())));
        let effective = python("print(open('/proc/self/status').read())").stdout;
        let held = effective.lines().find_map(|line| line.strip_prefix("CapEff:\t")).unwrap();
        let held = u64::from_str_radix(held, 16).unwrap();
        // Bit 2 lets it read what its owner keeps to himself, and only then, and it is said.
        assert_eq!(held & !0b100, 0);
        assert_eq!(held == 0b100, !command.remarks().is_empty(), "{:?}", command.remarks());
    } else {
        assert!(probe().missing().any(|part| part == Part::OwnUser));
    }
    drop(command.pipes());
    command.end(PATIENCE);
}

#[test]
fn it_sees_no_process_but_its_own() {
    let _alone = alone();
    let count = "import os; print(sum(n.isdigit() for n in os.listdir('/proc')))";
    let seen: u32 = python(count).stdout.trim().parse().unwrap();
    if probe().has(Part::Files) {
        assert!(seen <= 3, "{seen}");
    } else {
        assert!(probe().missing().any(|part| part == Part::Files));
    }
}

#[test]
fn it_can_write_to_its_scratch_folder_and_only_so_much() {
    let _alone = alone();
    let here = tempfile::tempdir().unwrap();
    fs::set_permissions(here.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let outside = here.path().join("outside").display().to_string();
    let program = r"
import os, sys, errno
def fill(path, files):
    written = 0
    try:
        for number in range(files):
            with open(path + str(number), 'wb', buffering=0) as file:
                for _ in range(200): written += file.write(bytes(1 << 20))
    except OSError as problem:
        return written >> 20, errno.errorcode[problem.errno]
    return written >> 20, 'no end'
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
print(os.environ['HOME'] == os.environ['TMPDIR'])
print(*fill(sys.argv[1], 1))
print(*fill(os.environ['TMPDIR'] + '/a', 1))
os.remove(os.environ['TMPDIR'] + '/a0')
print(*fill('/dev/shm/a', 3))
";
    let limits = Limits { files: 8 << 20, ..Limits::default() };
    let ran = run_with(&["python3", "-c", program, &outside], limits, Trust::Contained);
    if probe().has(Part::Files) && probe().has(Part::Limits) {
        let expected = ["True", "0 EROFS", "8 EFBIG", "8 EFBIG"];
        assert_eq!(ran.stdout.lines().collect::<Vec<_>>(), expected, "{ran:?}");
        assert!(!Path::new(&format!("{outside}0")).exists());
    } else {
        assert!(probe().missing().any(|part| matches!(part, Part::Files | Part::Limits)));
    }
}

#[test]
fn its_memory_has_an_end() {
    let _alone = alone();
    let ran = python("bytearray(4 << 30)");
    if probe().has(Part::Limits) {
        assert_eq!(ran.how, How::Exit(1), "{ran:?}");
        assert!(ran.stderr.contains("MemoryError"), "{ran:?}");
    } else {
        assert!(probe().missing().any(|part| part == Part::Limits));
    }
    // Shared memory is nobody's data; only the group as a whole counts it.
    let limits = Limits { memory: 128 << 20, ..Limits::default() };
    let program =
        "import mmap\nm = mmap.mmap(-1, 512 << 20)\nfor i in range(0, 512 << 20, 4096): m[i] = 1";
    let ran = run_with(&["python3", "-c", program], limits, Trust::Contained);
    if probe().has(Part::Memory) {
        assert_eq!(ran.how, How::OutOfMemory, "{ran:?}");
    } else {
        assert!(probe().missing().any(|part| part == Part::Memory));
    }
}

#[test]
fn its_processes_have_an_end() {
    let _alone = alone();
    let program = "
import os, time
children = 0
try:
    while children < 200:
        if os.fork() == 0: time.sleep(60)
        children += 1
except OSError: pass
print(children, flush=True)
";
    let limits = Limits { processes: 16, ..Limits::default() };
    let started = Instant::now();
    let mut process =
        Process::start(&words(&["python3", "-c", program]), limits, Trust::Contained, &[]).unwrap();
    let mut line = String::new();
    BufReader::new(process.pipes().unwrap().stdout).read_line(&mut line).unwrap();
    let children: u32 = line.trim().parse().unwrap();
    process.end(PATIENCE);
    assert!(started.elapsed() < PATIENCE);
    let counted = probe().has(Part::Tasks)
        || probe().has(Part::Limits)
            && (probe().has(Part::OwnUser) || probe().has(Part::Namespace));
    if counted {
        assert!((10..=16).contains(&children), "{children}");
    } else {
        assert!(probe().missing().any(|part| part == Part::Tasks));
    }
}

#[test]
fn it_keeps_no_more_cores_busy_than_it_may() {
    let _alone = alone();
    let program = "
import os, time
for _ in range(3): os.fork()
end = time.monotonic() + 1
while time.monotonic() < end: pass
os.write(1, b'%f\\n' % time.process_time())
time.sleep(0.5)
";
    let ran = python(program);
    let used: f64 = ran.stdout.lines().map(|line| line.parse::<f64>().unwrap()).sum();
    if probe().has(Part::Cores) {
        assert!(used < 1.4, "{used} seconds of processor time in one second");
    } else {
        assert!(probe().missing().any(|part| part == Part::Cores));
    }
}

#[test]
fn nothing_is_left_of_it() {
    let _alone = alone();
    let left = || made_by(std::process::id());
    let descriptors = || fs::read_dir("/proc/self/fd").unwrap().count();
    probe();
    let before = descriptors();
    for _ in 0..3 {
        python("print(1)");
        let (process, _pipes) = start_daemon("left", Trust::Contained);
        assert!(!left().is_empty(), "what is looked for can be found");
        drop(process);
    }
    assert_eq!(left(), BTreeSet::new());
    assert_eq!(descriptors(), before);
}

/// The folders that this Parlor made for bots.
fn made_by(parlor: u32) -> BTreeSet<String> {
    let number = format!("-{parlor}-");
    let everywhere = ["/tmp", "/sys/fs/cgroup"].map(|folder| folders(Path::new(folder), 4));
    let all = everywhere.into_iter().flatten();
    all.filter(|path| path.contains("parlor-") && path.contains(&number)).collect()
}

/// The folders below one, so deep.
fn folders(at: &Path, depth: u32) -> Vec<String> {
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

#[test]
fn starting_it_takes_little_time() {
    let _alone = alone();
    probe();
    let time = |trust| {
        let mut times: Vec<Duration> = (0..15)
            .map(|_| {
                let begun = Instant::now();
                assert!(run_with(&["true"], Limits::default(), trust).how.is_clean());
                begun.elapsed()
            })
            .collect();
        times.sort();
        times[times.len() / 2]
    };
    let (plain, contained) = (time(Trust::Trusted), time(Trust::Contained));
    println!("start to end: plain {plain:?}, contained {contained:?}");
    for part in probe().missing() {
        println!("missing here: {part}");
    }
    // A tenth of this on a quiet machine.
    assert!(contained < plain + Duration::from_millis(400), "{contained:?}");
}
