//! Bots as processes: started, heard, and ended whole.
//!
//! Where the machine does not permit a part of the containment, the tests hold `probe` to saying so.

mod program;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use parlor_runner::process::{How, Limits, NotStarted, Part, Process, Trust, probe};
use program::{PATIENCE, alone, made_by, mark, marked, python, run_with, start_daemon, words};

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
            &format!("'{orphan}' needs the interpreter '/no/such/program', which is not there"),
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
fn it_can_be_sent_to_its_end_without_waiting_for_it() {
    let _alone = alone();
    for trust in [Trust::Contained, Trust::Trusted] {
        let command = words(&["sh", "-c", "trap '' TERM; while :; do sleep 1; done"]);
        let mut process = Process::start(&command, Limits::default(), trust, &[]).unwrap();
        process.abandon();
        let mut pipes = process.pipes().unwrap();
        // Nobody is left who could write.
        assert_eq!(pipes.stdout.read(&mut [0; 8]).unwrap(), 0);
        assert_eq!(process.end(PATIENCE), How::Killed);
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
