//! At a real terminal: a clock that moves, keys, and Ctrl-C.

use std::process::Command;

use anstream::adapter::strip_str;

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
        see("Commands:"),
        press("quit\r"),
    ];
    let ran = at_a_terminal(&den, play, &steps);
    assert_eq!(ran.code, 0, "{}", ran.out);
    check_contains(&ran.out, &["Nothing was played, so nothing is kept."]);
}

#[test]
fn a_bid_that_comes_too_late_is_not_waited_for() {
    let den = Den::new();
    let play = "play property-tycoon --seats human,easy --names Ann --seed 3 -o auction_seconds=3";
    let steps = [
        json!({"until": "s left> ", "keys": ["\r", "auction\r"]}),
        press("bi"),
        see("1 s left> bi"),
        // Nobody presses Enter.
        see("What you were typing is dropped: 'bi'."),
        press("quit\r"),
    ];
    let ran = at_a_terminal(&den, play, &steps);
    assert_eq!(ran.code, 0, "{}", ran.out);
    check_contains(&ran.out, &["Your time for this answer is up.", "To go on: parlor continue"]);
}

#[test]
fn ctrl_c_ends_a_question_and_says_where_the_game_is() {
    let den = Den::new();
    for (play, prompt, first, then) in [
        ("play dots-and-boxes -o boxes=2x2 --seats human,human", "\r> ", "h 0 0\r", "draws h 0 0."),
        // With a clock the prompt shows the time.
        (
            "play property-tycoon -o minutes=9 --seats human,easy --seed 3",
            "left> ",
            "roll\r",
            " rolls ",
        ),
    ] {
        let steps = [see(prompt), press(first), see(then), see(prompt), press("ab\u{3}")];
        let ran = at_a_terminal(&den, play, &steps);
        assert_eq!(ran.code, 130, "{}", ran.out);
        check_contains(&ran.out, &["The game is kept in '", "To go on: parlor continue"]);
        den.fine("continue", "quit\n");
    }
}

/// Who goes away from the last question has not said that nobody wants the game.
#[test]
fn a_finished_game_that_nobody_saved_is_kept() {
    let den = Den::new();
    let play = "play dots-and-boxes -o boxes=1x1 --seats human,human --names Ann,Bob";
    let steps = [
        see("\r> "),
        // Blanks are not needed, and commas do as well.
        press("h00\r"),
        see("Ann draws h 0 0."),
        press("v,0,0\r"),
        see("Bob draws v 0 0."),
        press("v 0 1\r"),
        see("Ann draws v 0 1."),
        press("h 1 0\r"),
        see("file> "),
        press("\r"),
        see("Type the name of a file"),
        press("\u{3}"),
    ];
    let ran = at_a_terminal(&den, play, &steps);
    assert_eq!(ran.code, 130, "{}", ran.out);
    check_contains(
        &ran.out,
        &["The game is not saved yet. To save or discard it: parlor continue"],
    );
    check_contains(&den.fine("continue --list", ""), &["Ann and Bob; 4 acts"]);
    check_contains(&den.fine("continue", "no\n"), &["all boxes are closed; Bob wins."]);
    check_contains(&den.fine("continue --list", ""), &["There is no unfinished game."]);
}

#[test]
fn arrow_keys_bring_back_what_was_typed() {
    let den = Den::new();
    let play = "play dots-and-boxes -o boxes=2x2 --seats human,human --names Ann,Bob";
    let steps = [
        see("\r> "),
        press("h 0 0\r"),
        see("Ann draws h 0 0."),
        press("\u{1b}[A\u{7f}1\r"),
        see("Bob draws h 0 1."),
        press("quit\r"),
    ];
    let ran = at_a_terminal(&den, play, &steps);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(!ran.out.contains("^[[A"), "{}", ran.out);
}

/// No line of a text is broken by the terminal: it would break words.
#[test]
fn texts_are_broken_at_blanks() {
    let den = Den::new();
    let record = "play chaos-letter --seats courtier,courtier --seed 3 --record game.rec";
    assert_eq!(at_a_terminal(&den, record, &[]).code, 0);
    for words in [
        "play --help",
        "arena --help",
        "verify --help",
        "games",
        "verify game.rec",
        "inspect game.rec --at 5",
        "continue --list",
    ] {
        let ran = at_a_terminal(&den, words, &[press("quit\r")]);
        let text = strip_str(&ran.out).to_string();
        let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{words}: {wide:#?}");
    }
}

#[test]
fn a_round_that_passed_meanwhile_is_read_before_the_next_question() {
    let den = Den::new();
    let play = "play chaos-letter -o deck=chaos --seats human,trickster,cultist,courtier --seed 7";
    let steps = [
        see("\r> "),
        press("princess\r"),
        see("wins the round"),
        see("Enter to go on> "),
        press("\r"),
        see("Since you were last asked, the latest:"),
        see("\r> "),
        press("quit\r"),
    ];
    let ran = at_a_terminal(&den, play, &steps);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn a_game_is_asked_for_and_guessed() {
    let den = Den::new();
    let steps = [see("game> "), press("1\r"), see("> "), press("quit\r")];
    let ran = at_a_terminal(&den, "play", &steps);
    check_contains(&ran.out, &["Which game?", "Dots and Boxes: human and easy"]);
    let steps =
        [see("Enter for yes, 'no' for the list> "), press("\r"), see("> "), press("quit\r")];
    let ran = at_a_terminal(&den, "play tycon", &steps);
    assert_eq!(ran.code, 0, "{}", ran.out);
    check_contains(&ran.out, &["Property Tycoon: human, hard 2, hard 3 and hard 4"]);
}

#[test]
fn a_replay_is_stepped_through_with_keys() {
    let den = Den::new();
    let play = "play dots-and-boxes -o boxes=1x2 --seats easy,easy --names Ann,Bob --seed 3 --record game.rec";
    assert_eq!(at_a_terminal(&den, play, &[]).code, 0);
    let steps = [
        see("start, before act 1 of 7 (? lists the keys)"),
        press(" "),
        see("act 1 of 7 ("),
        press("\u{1b}[C"),
        see("act 2 of 7 ("),
        press("\u{1b}[D"),
        see("act 1 of 7 ("),
        press("7\r"),
        see("The game is over: all boxes are closed; "),
        press("g"),
        see("start, before act 1 of 7 ("),
        press("q"),
    ];
    let ran = at_a_terminal(&den, "replay game.rec", &steps);
    assert_eq!(ran.code, 0, "{}", ran.out);
    // All of it, with each act once.
    let ran = at_a_terminal(&den, "replay game.rec --all --no-pager", &[]);
    assert_eq!((ran.code, ran.out.matches("\n7. ").count()), (0, 1), "{}", ran.out);
    assert!(!ran.out.contains("lists the keys"), "{}", ran.out);
}
