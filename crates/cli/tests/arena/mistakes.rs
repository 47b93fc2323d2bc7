//! What is refused, and what is said about it.

use std::fs;

use tempfile::TempDir;

use crate::{arena, small};

/// Has a tournament refused, and checks what is said about it and that nothing is left of it.
fn check(words: &[&str], expected: &[&str]) {
    let dir = TempDir::new().unwrap();
    let (text, errors, code) = arena(dir.path(), words);
    assert_eq!(code, 2, "{text}{errors}");
    for expected in expected {
        assert!(errors.contains(expected), "'{expected}' is not in\n{errors}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "nothing is left of what was refused");
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    check(&[], &["no game is named"]);
    check(&["chess", "--players", "random,easy"], &["there is no game 'chess'"]);
    check(
        &small(&[
            "--players",
            "random,hal,human",
            "--games",
            "0",
            "--clock",
            "-1s",
            "--faults",
            "death",
        ]),
        &[
            "player 2: unknown player 'hal'",
            "player 3: people do not play in an arena",
            "1 to 1000000000 can be played, not 0",
            "'-1s' is no clock",
            "'death' is no cost of a fault",
        ],
    );
    check(&small(&["--players", "random"]), &["2 to 64 can play, not 1"]);
    check(&small(&["--players", "random,easy", "--seats", "3"]), &["name one twice"]);
    check(&["dots-and-boxes"], &["not 0; there is random, easy, and bots of your own"]);
    check(&small(&["--players", "random,easy", "--names", "one"]), &["1 name for 2 players"]);
    let dir = TempDir::new().unwrap();
    let (_, errors, _) = arena(dir.path(), &small(&["--players", "random,,easy"]));
    assert_eq!(errors.lines().count(), 1, "{errors}");
    check(&["--config", "/dev/zero"], &["'/dev/zero' is too large"]);
    check(&["--resume", "--out", "nowhere"], &["there is no tournament in 'nowhere'"]);
    check(&["game", "nowhere", "1.1"], &["there is no tournament in 'nowhere'"]);
}

#[test]
fn a_format_that_does_not_fit_is_refused() {
    check(
        &small(&["--players", "random,easy,random", "--sprt", "0,10,0.05,0.05"]),
        &["a test is about one player"],
    );
    check(&small(&["--players", "random,easy", "--sprt", "10,0,0.05,0.05"]), &["sprt: "]);
    check(&small(&["--players", "random,easy", "--format", "league"]), &["'league' is no format"]);
    check(&small(&["--players", "random,easy", "--shard", "4/3"]), &["'4/3' is no part"]);
    check(
        &small(&["--players", "random,easy", "--format", "swiss", "--shard", "1/3"]),
        &["a swiss cannot be played in parts"],
    );
    check(&small(&["--players", "random,easy", "--jobs", "0"]), &["1 to 256 games at a time"]);
    check(
        &small(&["--players", "random,easy", "--format", "knockout", "--sprt", "0,10,0.05,0.05"]),
        &["a knockout is not cut short by a test"],
    );
    check(
        &[
            "chaos-letter",
            "--seats",
            "3",
            "--players",
            "random,random,random,random",
            "--format",
            "knockout",
        ],
        &["a knockout at tables of 3 comes down to one of 3, 5 or 7 players, and so on, not of 4"],
    );
    check(
        &["dots-and-boxes", "--players", "random,easy", "--shard", "1/2"],
        &["all parts need the same seed"],
    );
}

#[test]
fn a_folder_is_used_for_one_tournament() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    fs::write(at.join("file"), "").unwrap();
    let players = ["--players", "random,easy", "--games", "4"];
    let check = |words: &[&str], expected: &str| {
        let (text, errors, code) = arena(at, words);
        assert_eq!(code, 2, "{text}{errors}");
        assert!(errors.contains(expected), "'{expected}' is not in\n{errors}");
    };
    check(&small(&[&players[..], &["--out", "file"]].concat()), "'file' is no folder");
    check(&["--resume", "--out", "file"], "'file' is no folder");
    let (text, errors, code) = arena(at, &small(&[&players[..], &["--out", "cup"]].concat()));
    assert_eq!(code, 0, "{text}{errors}");
    let whole = fs::read(at.join("cup/games.jsonl")).unwrap();
    check(&small(&[&players[..], &["--out", "cup"]].concat()), "'cup' is not empty");
    check(&["merge", "cup", "--out", "cup"], "'cup' is not empty; the whole goes to a new folder");
    let other = ["--players", "easy,random", "--games", "8", "--resume", "--out", "cup"];
    check(
        &small(&[&other[..], &["--shard", "1/2"]].concat()),
        "'cup' has another tournament in it: it differs in the players, the number of games, the part",
    );
    assert_eq!(fs::read(at.join("cup/games.jsonl")).unwrap(), whole);
}

#[test]
fn a_bot_that_is_not_there_is_announced() {
    let dir = TempDir::new().unwrap();
    let words = small(&["--players", "random", "--player", "cmd:nobody-is-called-so"]);
    let (_, errors, code) = arena(dir.path(), &[&words[..], &["--games", "2"]].concat());
    assert_eq!(code, 0, "{errors}");
    let expected =
        "cannot start, and will lose every game: there is no program 'nobody-is-called-so'";
    assert_eq!(errors.matches(expected).count(), 1, "{errors}");
}
