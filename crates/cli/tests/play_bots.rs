//! Bots at the terminal: what people see of them, and what is left afterwards.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// Plays the first move of every menu and says what it thinks; with a word, it errs at its second
/// question.
const BOT: &str = r#"
import json, sys
flaw = sys.argv[1] if len(sys.argv) > 1 else ""
def say(**message): print(json.dumps(message), flush=True)
say(type="hello", versions=[1], name="first")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ping": say(type="pong", id=message["id"])
    if message["type"] != "decide": continue
    print("question", message["id"], file=sys.stderr)
    if flaw and message["id"] == 2:
        if flaw == "crash": sys.exit(3)
        if flaw == "illegal": say(type="choose", id=2, move="sing"); continue
        if flaw == "peek":
            try: print("seen:", open("game.rec").read(), file=sys.stderr)
            except OSError as why: print("not seen:", why, file=sys.stderr)
    say(type="info", id=message["id"], evaluation=1.5)
    say(type="choose", id=message["id"], move=message["menu"]["moves"][0])
"#;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bot.py"), BOT).unwrap();
    folder
}

/// What is printed, and the exit code.
fn parlor(folder: &Path, words: &[&str]) -> (String, i32) {
    let mut command = Command::cargo_bin("parlor").unwrap();
    command.env("PARLOR_STATE", folder.join("state"));
    let output = command.current_dir(folder).args(words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap())
}

/// A game of 2x2 boxes between the bot and an easy player.
fn play(folder: &Path, bot: &str, more: &[&str]) -> (String, i32) {
    let game = ["play", "dots-and-boxes", "-o", "boxes=2x2", "--seed", "1", "--seat", bot];
    let words: Vec<&str> = game.iter().chain(&["--seat", "easy"]).chain(more).copied().collect();
    parlor(folder, &words)
}

#[test]
fn a_game_with_a_bot_is_recorded_with_what_it_thought() {
    let folder = folder();
    let (text, code) = play(
        folder.path(),
        "cmd:python3 bot.py",
        &["--record", "game.rec", "--bot-log", "bots.log"],
    );
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("Clock of the bots: 10s."), "{text}");
    assert!(text.contains("to standard error."), "{text}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(read("bots.log").starts_with("bot: question 1\n"), "{}", read("bots.log"));
    let remarks = read("game.rec.info.jsonl");
    let first = remarks.lines().next().unwrap();
    assert_eq!(first, r#"{"acts":0,"info":{"evaluation":1.5,"id":1},"seat":1}"#);
    assert!(!read("game.rec").contains("python3"), "a command is nobody's business");
    let (text, code) = parlor(folder.path(), &["verify", "game.rec"]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn no_file_is_lost_to_what_a_bot_thought() {
    let folder = folder();
    let remarks = folder.path().join("game.rec.info.jsonl");
    fs::write(&remarks, "mine").unwrap();
    let (text, _) = play(folder.path(), "cmd:python3 bot.py", &["--record", "game.rec"]);
    assert!(text.contains("exists already; what bots thought is not kept"), "{text}");
    assert_eq!(fs::read_to_string(&remarks).unwrap(), "mine");
    let record = ["--record", "game.rec", "--overwrite"];
    play(folder.path(), "cmd:python3 bot.py", &record);
    assert!(fs::read_to_string(&remarks).unwrap().starts_with('{'));
    // A game in which nobody thinks has no thoughts of another one beside it.
    play(folder.path(), "random", &record);
    assert!(!remarks.exists());
}

#[test]
fn a_bot_cannot_read_the_record_of_its_game() {
    let folder = folder();
    let (text, code) = play(
        folder.path(),
        "cmd:python3 bot.py peek",
        &["--record", "game.rec", "--bot-log", "bots.log"],
    );
    assert_eq!(code, 0, "{text}");
    let log = fs::read_to_string(folder.path().join("bots.log")).unwrap();
    // Where the machine lets nothing be hidden it was said before the game.
    if !text.contains("can be hidden") {
        assert!(log.contains("seen:") && !log.contains("parlor-record"), "{log}");
    }
}

#[test]
fn a_bot_that_does_not_start_ends_the_game_before_it_begins() {
    let folder = folder();
    for (bot, why) in [
        ("cmd:no-such-program", "there is no program 'no-such-program'"),
        ("cmd:python3 no-such-file.py", "No such file or directory"),
    ] {
        let (text, code) = play(folder.path(), bot, &[]);
        assert_eq!(code, 1, "{text}");
        assert!(text.contains("start-failed: ") && text.contains(why), "{text}");
        assert!(text.contains("the game ends here") && !text.contains("wins"), "{text}");
        let (text, _) = play(folder.path(), bot, &["--record", "game.rec"]);
        assert!(text.contains("Nothing was played, so there is no record."), "{text}");
        assert!(!folder.path().join("game.rec").exists(), "the next try can have the name");
    }
}

#[test]
fn a_fault_costs_what_was_said() {
    let folder = folder();
    let check = |flaw: &str, costs: &str, expected: i32, words: &[&str]| {
        let bot = format!("cmd:python3 bot.py {flaw}");
        let (text, code) = play(folder.path(), &bot, &["--faults", costs]);
        assert_eq!(code, expected, "{text}");
        for words in words {
            assert!(text.contains(words), "'{words}' is not in\n{text}");
        }
    };
    let crash = "bot (seat 1): crash: it ended with exit code 3; ";
    let errors = "The last it wrote to standard error:\n  question 1\n  question 2\n";
    let once = |text: &str| assert_eq!(text.matches("question 2").count(), 1, "{text}");
    once(&play(folder.path(), "cmd:python3 bot.py crash", &[]).0);
    check("crash", "forfeit", 0, &[crash, "it is out of the game", errors, "easy wins"]);
    check("crash", "takeover:easy", 0, &[crash, "'easy' plays on in its place"]);
    check("illegal", "game", 1, &["illegal: ", "the game ends here"]);
    check("illegal", "illegal=default-move,game", 0, &["the default move is played"]);
}

#[test]
fn a_record_says_whose_fault_ended_the_game() {
    let folder = folder();
    let bot = "cmd:python3 bot.py illegal";
    let (text, code) = play(folder.path(), bot, &["--faults", "game", "--record", "game.rec"]);
    assert_eq!(code, 1, "{text}");
    let (text, code) = parlor(folder.path(), &["verify", "game.rec"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("Seat 1: illegal after act 2; the game ends here."), "{text}");
    let (text, _) = parlor(folder.path(), &["replay", "game.rec"]);
    assert!(text.contains("(seat 1): illegal after act 2; the game ends here."), "{text}");
    let (text, _) = parlor(folder.path(), &["replay", "game.rec", "--json", "--viewer", "all"]);
    let end: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(end["faults"][0]["verdict"], "illegal", "{text}");
    assert!(end["faults"][0]["why"].is_string(), "{text}");
}

#[test]
fn what_is_typed_wrongly_is_said_at_once() {
    let folder = folder();
    let (text, code) = play(
        folder.path(),
        "cmd:",
        &["--clock", "soon", "--faults", "takeover:hal", "--bot-env", "NO_SUCH_VARIABLE"],
    );
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("'cmd:' needs a command"), "{text}");
    let (text, code) = play(
        folder.path(),
        "cmd:python3 bot.py",
        &[
            ["--clock", "-1s"],
            ["--faults", "takeover:hal"],
            ["--grace", "a while"],
            ["--bot-env", "NO_SUCH_VARIABLE"],
        ]
        .concat(),
    );
    assert_eq!(code, 2, "{text}");
    for words in [
        "'-1s' is no clock",
        "no computer player 'hal'",
        "grace: 'a while' is no time",
        "no variable 'NO_SUCH_VARIABLE'",
    ] {
        assert_eq!(text.matches(words).count(), 1, "'{words}' is not once in\n{text}");
    }
}

/// A pass that comes at once would tell the bot that the person has no card to answer with.
#[test]
fn a_person_beside_a_bot_is_asked_whatever_they_hold() {
    for answers in ["in-turn", "sealed"] {
        let folder = folder();
        let answers = format!("answers={answers}");
        let words = ["play", "chaos-letter", "-o", "deck=chaos", "-o", &answers, "--seed", "5"];
        let seats = [
            "--seat",
            "human",
            "--seat",
            "cmd:python3 bot.py",
            "--seat",
            "random",
            "--seat",
            "random",
        ];
        let words: Vec<&str> = words.iter().chain(&seats).copied().collect();
        // Nothing is typed, so the game stops at the first question that is put.
        let (text, code) = parlor(folder.path(), &words);
        assert_eq!(code, 0, "{text}");
        assert!(text.contains("you hold no card to answer"), "{text}");
        assert!(text.contains("Only 'pass' is possible"), "{text}");
        assert!(!text.contains("done for you"), "{text}");
    }
}
