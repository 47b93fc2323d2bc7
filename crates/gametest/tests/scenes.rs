//! Scenes hold where they are true, and fail where they are not: every word of them can.

use std::panic::catch_unwind;

use parlor_engine::{Hosted, Refusal};
use parlor_gametest::scene::{Said, Script, Stage, run, scenes};
use parlor_gametest::toys::Pig;
use serde_json::{Value, json};

/// The words of Pig: `4` is the die.
#[derive(Default)]
struct Words {
    acts: usize,
    refused: Vec<String>,
}

impl Script for Words {
    type Rulebook = Pig;

    fn table(&mut self, words: &str) -> (Value, usize) {
        (json!({}), words.parse().expect("a number of seats"))
    }

    fn notation(&self, words: &str) -> String {
        if words.parse::<u8>().is_ok() { format!("*: {words}") } else { words.to_owned() }
    }

    fn after<G: Hosted>(&mut self, stage: &Stage<G>, _: &G::State) {
        assert_eq!(stage.news().count(), 1, "each act tells one thing");
        self.acts += 1;
    }

    fn refused<G: Hosted>(&mut self, why: &Refusal<G::Refusal>) {
        self.refused.push(why.to_string());
    }

    fn line<G: Hosted>(&mut self, stage: &mut Stage<G>, verb: &str, _: &[&str], _: &str) -> Said {
        match verb {
            "pot" => Said::Is(json!(stage.state)["pot"].to_string()),
            "given" => Said::Done,
            "holds" => Said::Held,
            _ => Said::Unknown,
        }
    }
}

const TRUE: &str = "
    table: 3
    refused: 1: bank = there is nothing to bank, or nothing left to roll for
    do: 1: roll; 4   # what stands here is for the reader
    pot: 4
    told: rolled seat=1 pips=4
    told 1 -: chose seat=1 choice=roll
    untold: rolled pips=5
    untold: left
    reads: Ann rolls 4.
    reads 2 -: Ann rolls 4.
    unread 3: Ann rolls 5.
    asks: 1
    asked: Ann: roll, or bank 4?
    asked 2: Ann: roll, or bank 4?
    menu 1: roll; bank
    menu 2:
    can 1: roll; bank
    cannot 2: roll
    do: 2 leaves; 3 leaves
    asks: over
    wins: 1
    places: 1 2 2
    reason: the pig is asleep
";

#[test]
fn what_is_true_holds_and_what_happened_is_told() {
    let words = run(Words::default(), TRUE);
    assert_eq!(words.acts, 4);
    assert_eq!(words.refused, ["there is nothing to bank, or nothing left to roll for"]);
}

#[track_caller]
fn check_fails(lines: &str, because: &str) {
    let failed = catch_unwind(|| run(Words::default(), lines).acts).expect_err(lines);
    let why = failed.downcast_ref::<String>().expect("a sentence");
    assert!(why.contains(because), "{lines}\nfails: {why}");
}

/// Each line that expects something fails when it expects something else.
#[test]
fn what_is_not_true_fails_with_the_line_that_says_so() {
    for (line, wrong) in [
        ("pot: 4", "pot: 5"),
        ("told: rolled seat=1 pips=4", "told: rolled seat=1 pips=3"),
        ("told: rolled seat=1 pips=4", "told: won"),
        ("told 1 -: chose seat=1 choice=roll", "told 1 -: left"),
        ("untold: rolled pips=5", "untold: rolled pips=4"),
        ("reads: Ann rolls 4.", "reads: Ann rolls 5."),
        ("unread 3: Ann rolls 5.", "unread 3: Ann rolls 4."),
        ("asks: 1", "asks: 2"),
        ("asks: over", "asks: chance"),
        ("asked: Ann: roll, or bank 4?", "asked: Ann: roll, or bank 3?"),
        ("menu 1: roll; bank", "menu 1: roll"),
        ("can 1: roll; bank", "can 2: roll"),
        ("cannot 2: roll", "cannot 1: roll"),
        ("cannot 2: roll", "cannot 2: fly"),
        ("wins: 1", "wins: 1 2"),
        ("places: 1 2 2", "places: 1 2 3"),
        ("reason: the pig is asleep", "reason: the pig is awake"),
        ("pot: 4", "wins: 1"),
        ("pot: 4", "dish: 4"),
        ("do: 2 leaves; 3 leaves", "do: 2 leaves; 2: roll"),
        ("refused: 1: bank = there", "refused: 1: bank = where"),
    ] {
        assert!(TRUE.contains(line), "{line}");
        let (key, _) = wrong.split_once(':').expect("a key");
        check_fails(&TRUE.replacen(line, wrong, 1), key);
    }
}

#[test]
fn a_scene_that_is_none_fails() {
    check_fails("pot: 4", "begins with its table");
    check_fails("table: 9", "2 to 4 can play, not 9");
    check_fails("table: 2\nnothing", "is no KEY: WORDS");
    check_fails("table: 2\ndo: 1: fly", "'fly'");
    check_fails("table: 2\nrefused: 1: roll = because", "it is taken");
}

/// What is played is looked at; setting something up is not enough.
#[test]
fn something_is_expected_of_the_last_act() {
    check_fails("table: 2\nholds:\ndo: 1: roll", "nothing is expected after it");
    check_fails("table: 2\ndo: 1: roll\ngiven:", "nothing is expected after it");
    assert_eq!(run(Words::default(), "table: 2\ndo: 1: roll\nholds:").acts, 1);
}

#[test]
fn a_file_is_split_into_its_scenes() {
    let all = scenes("a word before\n== one\na: b\n\nc: d\n== two: more\ne: f");
    let all: Vec<_> = all.iter().map(|it| (it.title.as_str(), it.lines.as_str())).collect();
    assert_eq!(all, [("one", "a: b\n\nc: d\n"), ("two: more", "e: f\n")]);
}
