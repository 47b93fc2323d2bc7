//! `parlor bot check` as the author of a bot uses it.

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

const FLAWED: &str = "python3 crates/runner/tests/checkup/bot.py";

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
