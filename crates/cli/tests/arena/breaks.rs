//! Runs that end before their time: killed, cut off, stopped by Ctrl-C.

use std::fs;
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

use crate::{BAD, arena, small, summary};

/// A run that is killed again and again gives the same table as one that is not.
#[test]
fn a_run_that_is_killed_goes_on() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    let game =
        ["automation", "--players", "random,naive-money,passive", "--games", "3000", "--seed", "7"];
    let words: Vec<&str> = game.iter().chain(&["--out", "whole"]).copied().collect();
    let (text, errors, code) = arena(at, &words);
    assert_eq!(code, 0, "{text}{errors}");
    let mut kills = 0;
    for attempt in 0..200 {
        if kills == 20 {
            break;
        }
        let mut run = Process::new(cargo_bin("parlor"))
            .current_dir(at)
            .arg("arena")
            .args(game)
            .args(["--out", "cut", "--jobs", "2"])
            .arg("--resume")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(20 + 7 * (attempt % 10)));
        let was_running = run.try_wait().unwrap().is_none();
        run.kill().unwrap();
        run.wait().unwrap();
        kills += u32::from(was_running);
        if !was_running {
            // It has come to its end: once more from the middle.
            let games = fs::read(at.join("cut/games.jsonl")).unwrap();
            fs::write(at.join("cut/games.jsonl"), &games[..games.len() / 3]).unwrap();
        }
    }
    assert_eq!(kills, 20);
    let (text, errors, code) = arena(at, &["--resume", "--out", "cut"]);
    assert_eq!(code, 0, "{text}{errors}");
    for file in ["summary.json", "games.jsonl"] {
        let read = |name: &str| fs::read(at.join(name).join(file)).unwrap();
        assert!(read("whole") == read("cut"), "{file} differs");
    }
}

/// What a bot plays is written down; a run that was cut off keeps it and plays what is missing.
#[test]
fn a_run_with_a_bot_that_is_cut_off_goes_on() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    fs::write(at.join("bad.py"), BAD).unwrap();
    let players = ["--players", "random,cmd:python3 bad.py nothing", "--games", "8"];
    let (text, errors, code) = arena(at, &small(&[&players[..], &["--out", "cup"]].concat()));
    assert_eq!(code, 0, "{text}{errors}");
    let list = at.join("cup/games.jsonl");
    let whole = fs::read_to_string(&list).unwrap();
    assert!(whole.lines().count() == 8 && whole.lines().all(|line| line.contains("\"moves\":")));
    // In the middle of the second game of a block: its first goes, too.
    let kept: String = whole.split_inclusive('\n').take(4).collect();
    let middle = whole.split_inclusive('\n').take(5).map(str::len).sum::<usize>() + 20;
    fs::write(&list, &whole[..middle]).unwrap();
    let (text, errors, code) = arena(at, &["--resume", "--out", "cup"]);
    assert_eq!(code, 0, "{text}{errors}");
    let again = fs::read_to_string(&list).unwrap();
    assert!(again.starts_with(&kept), "{again}");
    assert_eq!(again.lines().count(), 8);
    assert_eq!(again, whole, "this bot plays the same again");
    assert_eq!(summary(at, "cup")["games"], 8);
}

#[test]
fn ctrl_c_finishes_the_games_that_are_played() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    let game =
        ["automation", "--players", "random,naive-money,passive", "--games", "3000", "--seed", "7"];
    let (text, errors, code) = arena(at, &[&game[..], &["--out", "whole"]].concat());
    assert_eq!(code, 0, "{text}{errors}");
    let run = start(at, &[&game[..], &["--out", "a cut"]].concat());
    let list = at.join("a cut/games.jsonl");
    wait_for("a game is over", || fs::metadata(&list).is_ok_and(|list| list.len() > 0));
    interrupt(&run);
    let output = run.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "it is not done: {text}");
    assert!(text.starts_with("Stopped after "), "{text}");
    assert!(text.contains("To go on: parlor arena --resume --out 'a cut'\n"), "{text}");
    let played = fs::read(&list).unwrap();
    assert!(played.ends_with(b"\n") && !at.join("a cut/summary.json").exists());
    let (text, errors, code) = arena(at, &["--resume", "--out", "a cut"]);
    assert_eq!(code, 0, "{text}{errors}");
    for file in ["summary.json", "games.jsonl"] {
        let read = |name: &str| fs::read(at.join(name).join(file)).unwrap();
        assert!(read("whole") == read("a cut"), "{file} differs");
    }
}

#[test]
fn a_second_ctrl_c_does_not_wait_for_a_bot() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    fs::write(at.join("bad.py"), BAD).unwrap();
    let sign = at.join("sign");
    // Trusted, so that it can say that it thinks.
    let bot = format!("cmd:python3 bad.py slow '{}'", sign.display());
    let words = ["--player", "random", "--player", &bot, "--clock", "none", "--trust-bots"];
    let mut run = start(at, &small(&[&words[..], &["--out", "cup"]].concat()));
    wait_for("the bot thinks", || sign.exists());
    interrupt(&run);
    // The game is being played, and nobody has asked twice.
    sleep(Duration::from_millis(300));
    assert_eq!(run.try_wait().unwrap(), None);
    interrupt(&run);
    let begun = Instant::now();
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let (_, errors, code) = arena(at, &["game", "cup", "1.1"]);
    assert_eq!(
        (code, errors.contains("there is no game 1.1 here: none is played yet")),
        (2, true),
        "{errors}"
    );
}

/// Starts a tournament that is not waited for.
fn start(folder: &Path, words: &[&str]) -> Child {
    let mut run = Process::new(cargo_bin("parlor"));
    run.current_dir(folder).arg("arena").args(words);
    run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Asks a process for its end, as Ctrl-C does.
fn interrupt(process: &Child) {
    let id = process.id().to_string();
    assert!(Process::new("kill").args(["-INT", &id]).status().unwrap().success());
}

/// Waits until something is so, but not for ever.
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..3_000 {
        if is_so() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("{what}: not within half a minute");
}
