//! At a real terminal: a clock that moves, keys, and Ctrl-C.

use std::process::Command;

use super::{Den, PROGRAM, Ran, check_contains};
use serde_json::{Value, json};

/// What a person sees who does these steps at a terminal.
fn at_a_terminal(den: &Den, words: &str, steps: &[Value]) -> Ran {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/continue/terminal.py");
    let mut command = Command::new("python3");
    command.args([script, &json!(steps).to_string(), PROGRAM]).args(words.split(' '));
    command.current_dir(den.folder.path()).env("PARLOR_STATE", den.state.path());
    let output = command.env("TERM", "xterm").output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
    let err = String::from_utf8_lossy(&output.stderr);
    Ran { code: output.status.code().unwrap_or(-1), out: out + &err }
}

fn see(text: &str) -> Value {
    json!({"see": text})
}

fn press(text: &str) -> Value {
    json!({"type": text})
}

/// An auction with a clock of a few seconds, as soon as somebody does not buy.
fn auction(seconds: u32) -> String {
    format!(
        "play property-tycoon --seats human,human --names Ann,Bob --seed 1 \
         -o auction_seconds={seconds}"
    )
}

/// Ann and Bob go round the board once, so that they may buy, and then Ann does not.
const TO_AN_AUCTION: &str = "roll";

#[test]
fn the_clock_moves_and_the_question_ends_without_enter() {
    let den = Den::new();
    let play = "play property-tycoon -o minutes=1 --seats human,easy --names Ann --seed 3";
    let steps = [
        see("1:00 left> "),
        see("59 s left> "),
        press("hel"),
        see("58 s left> hel"),
        press("x\u{7f}p\r"),
        see("To type less"),
        press("quit\r"),
    ];
    let ran = at_a_terminal(&den, play, &steps);
    assert_eq!(ran.code, 0, "{}", ran.out);
    check_contains(&ran.out, &["To go on: parlor continue"]);
    _ = (auction(3), TO_AN_AUCTION);
}

#[test]
fn ctrl_c_ends_a_question_and_says_where_the_game_is() {
    let den = Den::new();
    for play in [
        "play dots-and-boxes -o boxes=2x2 --seats human,human",
        // With a clock single keys are read.
        "play property-tycoon -o minutes=9 --seats human,easy --seed 3",
    ] {
        let first = if play.contains("dots") { "h 0 0\r" } else { "roll\r" };
        let steps = [see("> "), press(first), see("> "), press("ab\u{3}")];
        let ran = at_a_terminal(&den, play, &steps);
        assert_eq!(ran.code, 130, "{}", ran.out);
        check_contains(&ran.out, &["The game is kept in '", "To go on: parlor continue"]);
        den.fine("continue", "quit\n");
    }
}

#[test]
fn a_game_is_asked_for_and_guessed() {
    let den = Den::new();
    let steps = [see("game> "), press("1\r"), see("> "), press("quit\r")];
    let ran = at_a_terminal(&den, "play", &steps);
    check_contains(&ran.out, &["Which game?", "Dots and Boxes: human and easy"]);
    let steps = [see("yes?"), press("\r"), see("> "), press("quit\r")];
    let ran = at_a_terminal(&den, "play tycon", &steps);
    assert_eq!(ran.code, 0, "{}", ran.out);
    check_contains(&ran.out, &["Property Tycoon: human, hard 2, hard 3 and hard 4"]);
}
