//! What a contained bot is given, and what it is kept from.
//!
//! Where the machine does not permit a part of the containment, the tests hold `probe` to saying so.

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Instant;

use parlor_runner::process::{How, Limits, Part, Process, Trust, probe, shortfalls};
use program::{PATIENCE, alone, python, run_with, words};

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
        assert_eq!(u64::from_str_radix(held, 16), Ok(0));
    } else {
        assert!(probe().missing().any(|part| part == Part::OwnUser));
    }
    drop(command.pipes());
    command.end(PATIENCE);
}

/// A closed folder with a script and a secret in it that any user may read who gets there.
fn closed_folder(text: &str) -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    };
    let (script, secret) = (file("bot.py", text), file("secret", "a secret\n"));
    (folder, script, secret)
}

/// Says what comes of reading each of the arguments.
const READ: &str = r"#!/usr/bin/env python3
import sys, errno
for path in sys.argv[1].split(','):
    try: print(repr(open(path).read()))
    except OSError as problem: print(errno.errorcode[problem.errno])
print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('CapEff')))
";

#[test]
fn a_bot_in_a_closed_folder_runs_and_sees_nothing_else_of_it() {
    let _alone = alone();
    let (folder, script, secret) = closed_folder(READ);
    let wanted = format!("{secret},/etc/shadow");
    for command in [&[script.as_str(), &wanted][..], &["python3", &script, &wanted]] {
        let mut said = shortfalls(&words(command), &[]);
        if !probe().has(Part::OwnUser) {
            assert!(probe().missing().any(|part| part == Part::OwnUser));
            return;
        }
        if !probe().has(Part::Files) {
            let refused = Process::start(&words(command), Limits::default(), Trust::Contained, &[]);
            let why = refused.unwrap_err().to_string();
            assert!(why.contains(&format!("chmod o+x {}", folder.path().display())), "{why}");
            return;
        }
        let ran = run_with(command, Limits::default(), Trust::Contained);
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert_eq!(lines, ["ENOENT", "EACCES", "0000000000000000"], "{ran:?}");
        let remark = said.pop().unwrap();
        assert!(remark.contains("the bot sees 'bot.py';"), "{remark}");
    }
    // To us it is what it was.
    assert_eq!(fs::read_to_string(secret).unwrap(), "a secret\n");
}

#[test]
fn a_file_that_only_its_owner_can_read_is_refused_in_words() {
    let _alone = alone();
    let (_folder, script, _) = closed_folder(READ);
    fs::set_permissions(&script, fs::Permissions::from_mode(0o600)).unwrap();
    let command = words(&["python3", &script, "/etc/hostname"]);
    let machine: Vec<String> = probe().missing().map(|part| part.to_string()).collect();
    assert_eq!(shortfalls(&command, &[])[..machine.len()], machine);
    let started = Process::start(&command, Limits::default(), Trust::Contained, &[]);
    if probe().has(Part::OwnUser) {
        let why = started.unwrap_err().to_string();
        assert!(why.contains(&format!("'chmod o+r {script}'")), "{why}");
        assert!(why.contains("--trust-bots"), "{why}");
    } else {
        started.unwrap().end(PATIENCE);
    }
}

#[test]
fn what_is_hidden_from_a_bot_stays_hidden_when_it_is_written_to() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let (record, rooms) = (folder.path().join("record"), folder.path().join("rooms"));
    fs::create_dir(&rooms).unwrap();
    fs::write(rooms.join("other"), "another game\n").unwrap();
    fs::write(&record, "the seed\n").unwrap();
    let program = "
import os, sys
print('ready', flush=True)
input()
print(repr(open('record').read()), os.listdir('rooms'), flush=True)
";
    let command =
        words(&["python3", "-c", &format!("import os; os.chdir({:?}){program}", folder.path())]);
    let hidden = [record.clone(), rooms];
    let start =
        || Process::start_hiding(&command, Limits::default(), Trust::Contained, &[], &hidden);
    let mut process = start().unwrap();
    let mut pipes = process.pipes().unwrap();
    let mut lines = BufReader::new(&mut pipes.stdout).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    let mut file = fs::OpenOptions::new().append(true).open(&record).unwrap();
    file.write_all(b"a hand of cards\n").unwrap();
    pipes.stdin.write_all(b"go\n").unwrap();
    let seen = lines.next().unwrap().unwrap();
    process.end(PATIENCE);
    if probe().has(Part::Files) {
        assert_eq!(seen, "'' []");
        fs::remove_file(&record).unwrap();
        let why = start().unwrap_err().to_string();
        assert!(why.contains("cannot be hidden from the bot"), "{why}");
    } else {
        assert!(probe().missing().any(|part| part.to_string().contains("hidden")));
    }
}

#[test]
fn even_the_folder_it_is_started_in_can_be_hidden() {
    let _alone = alone();
    let here = [std::env::current_dir().unwrap()];
    assert!(here[0].join("Cargo.toml").exists());
    let list =
        "import os; print(os.getcwd(), os.listdir('.'), os.path.exists('../runner/Cargo.toml'))";
    let command = words(&["python3", "-c", list]);
    let started = Process::start_hiding(&command, Limits::default(), Trust::Contained, &[], &here);
    let mut process = started.unwrap();
    let mut line = String::new();
    BufReader::new(process.pipes().unwrap().stdout).read_line(&mut line).unwrap();
    process.end(PATIENCE);
    if probe().has(Part::Files) {
        assert_eq!(line, format!("{} [] False\n", here[0].display()));
    } else {
        assert!(probe().missing().any(|part| part == Part::Files));
    }
}

#[test]
fn it_cannot_change_its_own_limits() {
    let _alone = alone();
    let program = r"
import os
for folder, _, files in os.walk('/sys/fs/cgroup'):
    for name in files:
        # Beside the rights of the files, nothing there may be written to.
        if name in ('cgroup.procs', 'cgroup.kill', 'memory.max', 'memory.limit_in_bytes', 'pids.max'):
            if not os.statvfs(folder).f_flag & os.ST_RDONLY: print(folder, name)
for line in open('/proc/self/mountinfo'):
    point, options = line.split()[4:6]
    if point.startswith('/sys') and 'ro' not in options.split(','): print(point)
print('done')
";
    let ran = python(program);
    if probe().has(Part::Files) {
        assert_eq!(ran.stdout, "done\n", "{ran:?}");
    } else {
        assert!(probe().missing().any(|part| part == Part::Files));
    }
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
