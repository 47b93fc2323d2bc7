//! Tournaments from the command line.

use std::fs;
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

/// What is printed, what is said beside it, and the exit code.
fn parlor(folder: &Path, words: &[&str]) -> (String, String, i32) {
    let mut command = Command::cargo_bin("parlor").unwrap();
    let output = command.current_dir(folder).args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

fn arena(folder: &Path, words: &[&str]) -> (String, String, i32) {
    let all: Vec<&str> = ["arena"].iter().chain(words).copied().collect();
    parlor(folder, &all)
}

const SMALL: [&str; 5] = ["dots-and-boxes", "-o", "boxes=2x2", "--seed", "1"];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    SMALL.iter().chain(more).copied().collect()
}

fn summary(folder: &Path, name: &str) -> Value {
    let text = fs::read_to_string(folder.join(name).join("summary.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// What a new user does: everybody of the game and a bot of one's own, the result, and a game of it
/// again.
#[test]
fn a_round_robin_with_a_python_bot() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    let (text, errors, code) = parlor(at, &["bot", "new", "mine"]);
    assert_eq!(code, 0, "{text}{errors}");
    let words = small(&[
        "--players",
        "random,easy",
        "--player",
        "cmd:python3 mine/bot.py",
        "--names",
        "random,easy,mine",
        "--games",
        "10",
        "--out",
        "cup",
    ]);
    let (text, errors, code) = arena(at, &words);
    assert_eq!(code, 0, "{text}{errors}");
    assert!(text.contains("dots-and-boxes, round-robin: 30 games in 15 blocks"), "{text}");
    assert!(text.contains("score against") && text.contains("easy is the strongest"), "{text}");
    let page = fs::read_to_string(at.join("cup/report.html")).unwrap();
    assert!(page.contains("easy is the strongest") && page.contains("mine"), "{page}");
    let summary = summary(at, "cup");
    assert_eq!(summary["events"][0]["players"][0]["name"], "easy", "{text}");
    let games = fs::read_to_string(at.join("cup/games.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 30);
    // Of a game with the bot the moves are there; one between players of the house is played again.
    for id in ["1.1", "2.1", "3.2"] {
        let (text, errors, code) =
            arena(at, &["game", "cup", id, "--record", &format!("{id}.rec")]);
        assert_eq!(code, 0, "{text}{errors}");
        let (text, errors, code) = parlor(at, &["verify", &format!("{id}.rec")]);
        assert_eq!(code, 0, "{text}{errors}");
        assert!(text.contains("the outcome is right"), "{text}");
    }
    let line: Value = serde_json::from_str(games.lines().nth(2).unwrap()).unwrap();
    let record = fs::read_to_string(at.join("2.1.rec")).unwrap();
    for (number, act) in line["moves"].as_array().unwrap().iter().enumerate() {
        let act = format!("{} | {} | ", number + 1, act.as_str().unwrap());
        assert!(record.contains(&act), "{act} is not in\n{record}");
    }
    // Somebody would rather have won.
    let wrong = line.to_string().replace("\"acts\":12", "\"acts\":11");
    let list = games.replace(games.lines().nth(2).unwrap(), &wrong);
    assert_ne!(games, list);
    fs::write(at.join("cup/games.jsonl"), list).unwrap();
    let (_, errors, code) = arena(at, &["game", "cup", "2.1"]);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("what the list says of game 2.1 is not what its moves"), "{errors}");
}

/// A bot that is bad in one way.
const BAD: &str = r#"
import json, sys, time
flaw = sys.argv[1]
def say(**message): print(json.dumps(message), flush=True)
if flaw == "absent": sys.exit(1)
say(type="hello", versions=[1])
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ping": say(type="pong", id=message["id"])
    if message["type"] != "decide": continue
    if flaw == "crash": sys.exit(3)
    if flaw == "slow":
        open(sys.argv[2], "w").write("it thinks\\n")
        sys.stdin.read()
    if flaw == "stall": time.sleep(60)
    if flaw == "cheat": say(type="choose", id=message["id"], move="h 9 9"); continue
    say(type="choose", id=message["id"], move=message["menu"]["moves"][0])
"#;

#[test]
fn a_bad_bot_costs_only_its_own_games() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    fs::write(at.join("bad.py"), BAD).unwrap();
    let words = small(&[
        "--players",
        "random,easy,cmd:python3 bad.py crash,cmd:python3 bad.py stall,cmd:python3 bad.py cheat,\
         cmd:python3 bad.py absent",
        "--names",
        "random,easy,crash,stall,cheat,absent",
        "--games",
        "2",
        "--clock",
        "100ms",
        "--out",
        "cup",
    ]);
    let (text, errors, code) = arena(at, &words);
    assert_eq!(code, 0, "{text}{errors}");
    let summary = summary(at, "cup");
    let verdicts = |name: &str| {
        let players = summary["events"][0]["players"].as_array().unwrap();
        let player = players.iter().find(|player| player["name"] == name).unwrap();
        player["verdicts"].to_string()
    };
    // Ten games each. Where two bad ones meet, whoever is asked first is out first.
    assert_eq!(verdicts("random"), "{}");
    assert_eq!(verdicts("easy"), "{}");
    assert_eq!(verdicts("absent"), r#"{"start-failed":10}"#);
    for (name, verdict) in [("crash", "crash"), ("stall", "timeout"), ("cheat", "illegal")] {
        assert!(verdicts(name).starts_with(&format!("{{\"{verdict}\":")), "{}", verdicts(name));
    }
    let random = &summary["events"][0]["pairs"];
    for pair in random.as_array().unwrap() {
        if pair["one"] == "random" && pair["other"] != "easy" {
            assert_eq!(pair["better"], 2, "{pair}");
        }
    }
    assert!(text.contains("start-failed 10"), "{text}");
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

/// Starts a tournament that is not waited for.
fn start(folder: &Path, words: &[&str]) -> Child {
    let mut run = Process::new(cargo_bin("parlor"));
    run.current_dir(folder).arg("arena").args(words);
    run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
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
    assert_eq!(output.status.code(), Some(0), "{text}");
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
    assert_eq!((code, errors.contains("there is no game 1.1")), (2, true), "{errors}");
}

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
    for file in ["summary.json", "games.jsonl", "report.html"] {
        let read = |name: &str| fs::read(at.join(name).join(file)).unwrap();
        assert!(read("whole") == read("merged"), "{file} differs");
    }
}

#[test]
fn a_file_says_what_is_played() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    let config = r#"
game = "dots-and-boxes"
options = { boxes = "2x2" }
players = ["random", { name = "greedy", spec = "easy" }]
sprt = "0,100,0.05,0.05"
seed = 3
"#;
    fs::write(at.join("arena.toml"), config).unwrap();
    let words = ["--config", "arena.toml", "--games", "5000", "--out", "cup", "--json"];
    let (text, errors, code) = arena(at, &words);
    assert_eq!(code, 0, "{text}{errors}");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["event"], "begin");
    assert!(lines.iter().any(|line| line["event"] == "progress"), "{text}");
    let end = lines.last().unwrap();
    assert_eq!(end["how"], "accepted H0", "random is not ahead of easy: {end}");
    assert_eq!(end["summary"]["tournament"]["players"][1]["name"], "greedy");
    fs::write(at.join("wrong.toml"), "game = 1\n").unwrap();
    let (_, errors, code) = arena(at, &["--config", "wrong.toml"]);
    assert_eq!(code, 2);
    assert!(errors.contains("'wrong.toml' cannot be understood"), "{errors}");
    let player = "game = \"dots-and-boxes\"\nplayers = [\"random\", { nam = \"x\" }]\n";
    fs::write(at.join("wrong.toml"), player).unwrap();
    let (_, errors, _) = arena(at, &["--config", "wrong.toml"]);
    assert!(errors.contains("a player is a word such as \"easy\", or { name = "), "{errors}");
    let events = "players = [\"random\", \"random\"]\n[[events]]\ngame = \"dots-and-boxes\"\n";
    fs::write(at.join("events.toml"), events).unwrap();
    let (_, errors, _) = arena(at, &["--config", "events.toml", "-o", "boxes=2x2"]);
    assert!(errors.contains("option: each event has its own"), "{errors}");
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
        "'cup' has another tournament in it: the players, the number of games, the part differ",
    );
    assert_eq!(fs::read(at.join("cup/games.jsonl")).unwrap(), whole);
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    let check = |words: &[&str], expected: &[&str]| {
        let (text, errors, code) = arena(at, words);
        assert_eq!(code, 2, "{text}{errors}");
        for expected in expected {
            assert!(errors.contains(expected), "'{expected}' is not in\n{errors}");
        }
    };
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
            "player 2: 'hal' is no kind of player",
            "player 3: people do not play in an arena",
            "1 to 1000000000 can be played, not 0",
            "'-1s' is no clock",
            "'death' is nothing a fault can cost",
        ],
    );
    check(&small(&["--players", "random"]), &["2 to 64 can play, not 1"]);
    check(&small(&["--players", "random,easy", "--seats", "3"]), &["name one twice"]);
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
    check(&["dots-and-boxes"], &["not 0; there is random, easy, and bots of your own"]);
    check(&small(&["--players", "random,easy", "--names", "one"]), &["1 name for 2 players"]);
    let (_, errors, _) = arena(at, &small(&["--players", "random,,easy"]));
    assert_eq!(errors.lines().count(), 1, "{errors}");
    check(&["--config", "/dev/zero"], &["'/dev/zero' is too large"]);
    check(&["--resume", "--out", "nowhere"], &["there is no tournament in 'nowhere'"]);
    check(&["game", "nowhere", "1.1"], &["there is no tournament in 'nowhere'"]);
    assert_eq!(fs::read_dir(at).unwrap().count(), 0, "nothing is left of what was refused");
}
