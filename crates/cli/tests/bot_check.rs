//! `parlor bot check` as the author of a bot uses it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// Looks at a bot; the exit code, and what was printed.
fn check(bot: &str, more: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let output = command.args(["bot", "check", bot]).args(more).output().unwrap();
    let code = output.status.code().expect("ended by itself");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(code < 2, "{}", said[1]);
    let [out, _] = said;
    (code, out)
}

/// A starter in Python with something put in the place of a part of it, looked at in one small game.
fn check_starter(part: &str, instead: &str) -> (i32, String) {
    let dir = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    let made = command.args(["bot", "new", "mybot"]).current_dir(dir.path()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let file = dir.path().join("mybot/bot.py");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(part), "{text}");
    fs::write(&file, text.replacen(part, instead, 1)).unwrap();
    let bot = format!("python3 {}", file.display());
    check(&bot, &["--game", "dots-and-boxes", "-o", "boxes=3x3", "--seats", "2"])
}

#[test]
fn what_a_starter_prints_while_it_is_loading_is_not_for_the_table() {
    let (code, out) = check_starter("import parlor\n", "import parlor\nprint('loading my bot')\n");
    assert!(code == 0 && out.contains("\nThe bot behaves: all 17 checks passed.\n"), "{out}");
}

#[test]
fn what_is_printed_before_the_library_is_there_is_found() {
    let (code, out) = check_starter("import parlor\n", "print('loading my bot')\nimport parlor\n");
    assert_eq!(code, 1, "{out}");
    let expected = "
FAIL    stdout            it printed 'loading my bot', which is no message
                          -> print writes to the table, also before the bot has said hello;";
    assert!(out.contains(expected) && !out.contains("exit code"), "{out}");
}

#[test]
fn a_failing_decide_fails() {
    for (instead, why) in [
        ("    return 1 / 0\n", "decide failed: ZeroDivisionError: division by zero"),
        ("    return None\n", "decide failed: TypeError: decide returned None, which is no move"),
    ] {
        let (code, out) = check_starter("    return menu.pick(rng)\n", instead);
        assert_eq!(code, 1, "{out}");
        let one_line = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(out.contains("FAIL    play") && one_line.contains(why), "{out}");
        assert!(out.lines().last().unwrap().starts_with("The bot does not behave"), "{out}");
    }
}

/// Of a bot that plays on after a mistake it is said, too.
#[test]
fn mistakes_are_in_the_last_line() {
    let instead = "    import traceback\n    try:\n        return 1 / 0\n    except Exception:\n        \
                   traceback.print_exc()\n        return menu.pick(rng)\n";
    let (code, out) = check_starter("    return menu.pick(rng)\n", instead);
    assert_eq!(code, 0, "{out}");
    let last = out.lines().last().unwrap();
    let number =
        last.strip_prefix("The bot behaves, but it made ").unwrap_or_else(|| panic!("{out}"));
    let (number, rest) = number.split_once(' ').unwrap();
    assert!(number.parse::<usize>().unwrap() > 5, "{last}");
    assert!(rest.starts_with("mistakes of its own and played on; see 'play' above."), "{last}");
    assert!(out.contains("ZeroDivisionError: division by zero\n"), "{out}");
}

const FLAWED: &str = "python3 crates/botcheck/tests/checkup/bot.py";

#[test]
fn a_good_bot_behaves_in_all_games() {
    let (code, out) = check("python3 bots/python/bot.py", &["--json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let bad: Vec<&Value> = findings.iter().filter(|finding| finding["grade"] == "fail").collect();
    assert!(bad.is_empty(), "{bad:#?}");
    assert_eq!((code, &report["name"]), (0, &json!("python example")));
    assert_eq!(report["bot"], "cmd:python3 bots/python/bot.py");
    let games = report["figures"]["games"].as_array().unwrap();
    let names: Vec<&Value> = games.iter().map(|figures| &figures["game"]).collect();
    assert_eq!(names, ["dots-and-boxes", "automation", "chaos-letter", "property-tycoon"]);
    for figures in games {
        assert!(figures["decisions"].as_u64() > Some(20), "{figures}");
        assert!(figures["median"].as_f64() <= figures["worst"].as_f64(), "{figures}");
    }
    for check in ["play", "unknown-fields", "stop", "errors", "lines", "resume", "ping", "exit"] {
        let own = findings.iter().filter(|finding| finding["check"] == check);
        assert_eq!(own.count(), 4, "{check}");
    }
}

#[test]
fn what_is_wrong_is_said_with_what_to_change() {
    let bot = format!("{FLAWED} bad-exit");
    let (code, out) = check(&bot, &["--game", "dots-and-boxes", "-o", "boxes=3x3"]);
    assert_eq!(code, 1);
    assert!(out.starts_with(&format!("test bot (cmd:{bot})\n\npass    start  ")), "{out}");
    let expected = "
FAIL    exit              when its input ended it ended with exit code 4
                          -> end with exit code 0 when the input ends";
    assert!(out.contains(expected), "{out}");
    assert!(out.ends_with("\nThe bot does not behave: 1 of 17 checks failed.\n"), "{out}");
}

/// Hardly any short game has a player in jail: the bot takes over a seat where one is.
#[test]
fn questions_that_seldom_come_are_put_all_the_same() {
    let bot = format!("{FLAWED} rare-illegal");
    let (code, out) = check(&bot, &["--game", "property-tycoon", "--json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let bad: Vec<&Value> = findings.iter().filter(|finding| finding["grade"] == "fail").collect();
    assert_eq!((code, bad.len()), (1, 1), "{bad:#?}");
    assert_eq!((&bad[0]["check"], &bad[0]["game"]), (&json!("play"), &json!("property-tycoon")));
    assert!(bad[0]["what"].as_str().unwrap().contains("dig a tunnel"), "{bad:#?}");
}
