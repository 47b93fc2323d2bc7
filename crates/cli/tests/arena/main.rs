//! Tournaments from the command line.

mod breaks;
mod mistakes;
mod parts;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
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
        "40",
        "--out",
        "cup",
    ]);
    let (text, errors, code) = arena(at, &words);
    assert_eq!(code, 0, "{text}{errors}");
    assert!(text.contains("dots-and-boxes, round-robin: 120 games in 60 blocks"), "{text}");
    assert!(text.contains("score against") && text.contains("easy is the strongest"), "{text}");
    let page = fs::read_to_string(at.join("cup/report.html")).unwrap();
    assert!(page.contains("easy is the strongest") && page.contains("mine"), "{page}");
    let summary = summary(at, "cup");
    assert_eq!(summary["events"][0]["players"][0]["name"], "easy", "{text}");
    let games = fs::read_to_string(at.join("cup/games.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 120);
    // Of a game with the bot the moves are there; one between computer players is played again.
    for id in ["1.1", "2.1", "3.2"] {
        let (text, errors, code) =
            arena(at, &["game", "cup", id, "--record", &format!("{id}.rec")]);
        assert_eq!(code, 0, "{text}{errors}");
        let (text, errors, code) = parlor(at, &["verify", &format!("{id}.rec")]);
        assert_eq!(code, 0, "{text}{errors}");
        assert!(text.contains("the outcome is right"), "{text}");
    }
    let (text, errors, code) = arena(at, &["game", "cup", "1.1"]);
    assert_eq!(code, 0, "{text}{errors}");
    assert!(text.starts_with("Dots and Boxes: random and easy\n"), "{text}");
    let (text, ..) = arena(at, &["game", "cup", "1.1", "--record", "-"]);
    assert_eq!(text, fs::read_to_string(at.join("1.1.rec")).unwrap());
    let (_, errors, code) = arena(at, &["game", "cup", "1.1", "--record", "1.1.rec"]);
    assert_eq!((code, errors.contains("is there already")), (2, true), "{errors}");
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
    assert!(errors.contains("the list of games and the replay of game 2.1 disagree"), "{errors}");
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
    if message["type"] == "bye" and flaw == "leave": sys.exit(3)
    if message["type"] != "decide": continue
    if flaw == "crash": sys.exit("all is lost")
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
    assert_eq!(errors.matches("absent could not start").count(), 1, "{errors}");
    let log = fs::read_to_string(at.join("cup/bots.log")).unwrap();
    assert!(log.contains(" crash: all is lost\n"), "{log}");
}

/// Bots wait for another game of the same kind; one that does not wait is asked in again.
#[test]
fn a_bot_that_leaves_after_each_game_plays_all_of_them() {
    let dir = TempDir::new().unwrap();
    let at = dir.path();
    fs::write(at.join("bad.py"), BAD).unwrap();
    let players = ["--players", "random,cmd:python3 bad.py leave", "--names", "random,leave"];
    // The game between two of its own gives it time to go.
    let words = small(&[&players[..], &["--games", "6", "--jobs", "1", "--out", "cup"]].concat());
    let (text, errors, code) = arena(at, &words);
    assert_eq!(code, 0, "{text}{errors}");
    for player in summary(at, "cup")["events"][0]["players"].as_array().unwrap() {
        assert_eq!((&player["games"], &player["verdicts"]), (&6.into(), &serde_json::json!({})));
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
