//! Tournaments in parts.

use std::fs;
use std::process::Command as Process;

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

use crate::{arena, small};

#[test]
fn parts_are_put_together() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    let players = ["--players", "random,easy", "--games", "100"];
    let (text, errors, code) = arena(at, &small(&[&players[..], &["--out", "whole"]].concat()));
    assert_eq!(code, 0, "{text}{errors}");
    for part in ["1/3", "2/3", "3/3"] {
        let out = format!("part{}", &part[..1]);
        let words = small(&[&players[..], &["--shard", part, "--out", &out]].concat())
            .iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (text, errors, code) = arena(at, &words);
        assert_eq!(code, 0, "{text}{errors}");
        assert!(text.contains(&format!("Part {part} is played")), "{text}");
    }
    // A part that was cut off is finished by the same command.
    let list = at.join("part2/games.jsonl");
    let games = fs::read(&list).unwrap();
    fs::write(&list, &games[..games.len() / 2]).unwrap();
    let (_, errors, code) = arena(at, &["merge", "part1", "part2", "part3", "--out", "merged"]);
    assert_eq!(code, 2);
    assert!(errors.contains("part 2/3 in 'part2' is not finished"), "{errors}");
    let again = ["--shard", "2/3", "--resume", "--out", "part2"];
    let (text, errors, code) = arena(at, &small(&[&players[..], &again].concat()));
    assert_eq!(code, 0, "{text}{errors}");
    assert_eq!(fs::read(&list).unwrap(), games);
    let (_, errors, code) = arena(at, &["merge", "part1", "part3", "--out", "less"]);
    assert_eq!(code, 2);
    assert!(errors.contains("all parts from 1/3 to 3/3 are needed"), "{errors}");
    let (text, errors, code) = arena(at, &["merge", "part3", "part1", "part2", "--out", "merged"]);
    assert_eq!(code, 0, "{text}{errors}");
    for file in ["summary.json", "games.jsonl", "tournament.json"] {
        let read = |name: &str| fs::read(at.join(name).join(file)).unwrap();
        assert!(read("whole") == read("merged"), "{file} differs");
    }
}

/// There may be more parts than a program may have open files.
#[cfg(unix)]
#[test]
fn many_parts_are_put_together() {
    const PARTS: usize = 100;
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    let words = small(&["--players", "random,easy", "--games", "300", "--out", "whole"]);
    let (text, errors, code) = arena(at, &words);
    assert_eq!(code, 0, "{text}{errors}");
    let games = fs::read_to_string(at.join("whole/games.jsonl")).unwrap();
    let lines: Vec<&str> = games.split_inclusive('\n').collect();
    for part in 0..PARTS {
        let folder = at.join(format!("part{part}"));
        fs::create_dir(&folder).unwrap();
        fs::copy(at.join("whole/tournament.json"), folder.join("tournament.json")).unwrap();
        let shard = format!("{{\"part\": {}, \"of\": {PARTS}}}", part + 1);
        fs::write(folder.join("shard.json"), shard).unwrap();
        let own: String = lines.chunks(2).skip(part).step_by(PARTS).flatten().copied().collect();
        fs::write(folder.join("games.jsonl"), own).unwrap();
    }
    let line = "ulimit -n 40 && exec \"$0\" arena merge part* --out merged";
    let merged =
        Process::new("sh").current_dir(at).arg("-c").arg(line).arg(cargo_bin("parlor")).output();
    let merged = merged.unwrap();
    assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
    for file in ["summary.json", "games.jsonl"] {
        let read = |name: &str| fs::read(at.join(name).join(file)).unwrap();
        assert!(read("whole") == read("merged"), "{file} differs");
    }
}
