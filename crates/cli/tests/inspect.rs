//! Looking into games: `parlor inspect`, tables that are opened for it, the manual at every prompt, and
//! how results are printed.

use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use tempfile::TempDir;

/// What a run printed, and its exit code.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// Runs `parlor` in a folder with these words, typing these lines.
fn run(den: &Path, words: &str, typed: &str) -> Ran {
    // What is kept of unfinished games is nobody's but the test's.
    let state = tempfile::tempdir().unwrap();
    let mut command: Command = cargo_bin_cmd!("parlor");
    command.current_dir(den).env("PARLOR_STATE", state.path());
    let output = command.args(words.split(' ')).write_stdin(typed).output().unwrap();
    Ran {
        code: output.status.code().expect("ended by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The same, when all is to go well.
#[track_caller]
fn fine(den: &Path, words: &str, typed: &str) -> String {
    let ran = run(den, words, typed);
    assert_eq!(ran.code, 0, "{words}\n{}{}", ran.out, ran.err);
    ran.out
}

#[track_caller]
fn check_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is not in:\n{text}");
    }
}

/// A folder with a finished game in `cards.rec` in which hands are hidden.
fn with_cards() -> TempDir {
    let den = tempfile::tempdir().unwrap();
    let words =
        "play automation -o set=standard -o turns=2 --seats random,random --names Ann,Bob --seed 1";
    fine(den.path(), &format!("{words} --record cards.rec"), "");
    den
}

#[test]
fn a_finished_game_is_opened_at_any_act() {
    let den = with_cards();
    let all: Value =
        serde_json::from_str(&fine(den.path(), "inspect cards.rec --at 20 --json", "")).unwrap();
    assert_eq!((&all["act"], &all["whole"]), (&Value::from(20), &Value::Bool(true)));
    // The state has both hands; a view has one of them.
    let hands = |of: &Value| of.to_string().matches("\"hand\":{").count();
    assert!(hands(&all["state"]) >= 2, "{}", all["state"]);
    assert_eq!(hands(&all["views"][0]), 1);
    assert_eq!(all["views"].as_array().unwrap().len(), 2);
    let asked = all["turn"]["ask"]["seats"][0].to_string();
    assert!(all["menus"][&asked]["count"].as_u64().unwrap() > 0, "{}", all["menus"]);
    assert!(all["questions"][&asked].is_string());
    assert!(all["catalogue"]["sections"].is_array());

    let typed = "act 0\nnext\nback\nback\nact 20\nstate supply\nstate sky\nview Bob\nview 3\nmenu 1\n\
                 menu 2\nquestion 1\nquestion 2\nnotices\nturn\nboard 1\ncatalogue hack\nresults\n\
                 act 999\nact 1x\nsing\nhelp\nquit\n";
    let out = fine(den.path(), "inspect cards.rec", typed);
    check_contains(
        &out,
        &[
            "Automation: The Game: Ann and Bob, ",
            "The game is over.",
            "act 0> next",
            "This is the start, before act 1 of ",
            "This is the start.",
            "\"bitcoin\": ",
            "There is no 'sky' there; there is ",
            "\"seat\": 2",
            "There is no seat '3' in this game of 2.",
            "is not asked anything here.",
            "Hack (hack): Action, attack, price 4.",
            "The game is not over here.",
            "so there is no act 999.",
            "There is no command 'sing'; type help.",
            "state [PATH]",
        ],
    );
    // Without a seat it is the one that is asked.
    let named = |seat: &str| {
        let typed = format!("question{seat}\nmenu{seat}\nquit\n");
        let out = fine(den.path(), "inspect cards.rec --at 20", &typed);
        out.replace(&format!("question{seat}\n"), "").replace(&format!("menu{seat}\n"), "")
    };
    let seat = &fine(den.path(), "inspect cards.rec --at 20 --json", "");
    let seat: Value = serde_json::from_str(seat).unwrap();
    let seat = seat["turn"]["ask"]["seats"][0].to_string();
    assert_eq!(named(""), named(&format!(" {seat}")));
    // Without quit the end of the input ends it.
    fine(den.path(), "inspect cards.rec --at 3", "state\n");
    let ran = run(den.path(), "inspect cards.rec --at 9999", "");
    assert_eq!(ran.code, 2);
    check_contains(&ran.err, &["cannot inspect 'cards.rec'", "there is no act 9999"]);
}

/// Whoever holds the record of a game that goes on sees no more of it than before.
#[test]
fn a_game_that_goes_on_is_opened_only_where_the_table_was() {
    let den = tempfile::tempdir().unwrap();
    let words = "play automation -o set=standard --seats human,random --seed 1";
    let out = fine(den.path(), words, "inspect\nsave half.rec\nquit\nno\n");
    check_contains(&out, &["Only a table that was opened with --all-open can be looked into"]);
    assert!(!out.contains("all-open:"), "{out}");
    for more in ["", " --json", " --at 0 --json"] {
        let ran = run(den.path(), &format!("inspect half.rec{more}"), "state\n");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{more}");
        check_contains(&ran.err, &["the game in 'half.rec' is not over", "--all-open"]);
    }

    let typed = "inspect\nstate phase\nview 2\nback\nquit\nsave open.rec\nquit\nno\n";
    let out = fine(den.path(), &format!("{words} --all-open"), typed);
    check_contains(
        &out,
        &[
            "This table is all-open: everybody may look at everything",
            "act 20> state phase",
            "\"action\"",
            "Back at the table.",
        ],
    );
    let record = std::fs::read_to_string(den.path().join("open.rec")).unwrap();
    assert!(record.lines().any(|line| line.starts_with("all-open | ")), "{record}");
    let all = fine(den.path(), "inspect open.rec --json", "");
    let all: Value = serde_json::from_str(&all).unwrap();
    assert_eq!((&all["all_open"], &all["whole"]), (&Value::Bool(true), &Value::Bool(false)));
    // What is written down like this is a record like any other.
    let words =
        "play chaos-letter --seats courtier,courtier --seed 3 --all-open --record whole.rec";
    fine(den.path(), words, "");
    check_contains(&fine(den.path(), "verify whole.rec", ""), &["good: no byte was changed"]);
}

#[test]
fn rules_and_words_are_explained_at_every_prompt() {
    let den = tempfile::tempdir().unwrap();
    // The screen goes to the first person, who moves; then to the second, who quits.
    let typed = "explain hack\n\nrules\nexplain hack\nquit for good\nrules\nexplain hack\nno\n";
    let out =
        fine(den.path(), "play automation -o set=standard --seats human,human --seed 1", typed);
    assert_eq!(out.matches("Hack (hack): Action, attack, price 4.").count(), 3, "{out}");
    assert_eq!(out.matches("parlor games automation --rules").count(), 2, "{out}");
    assert_eq!(std::fs::read_dir(den.path()).unwrap().count(), 0, "no file is called 'rules'");
    // Where somebody looks into a game, too.
    let den = with_cards();
    let out = fine(den.path(), "inspect cards.rec", "rules\nexplain hack\nquit\n");
    check_contains(
        &out,
        &["Automation: the rules\n=====", "Hack (hack): Action, attack, price 4."],
    );
}

#[test]
fn a_part_of_a_name_is_enough_for_every_command() {
    let den = tempfile::tempdir().unwrap();
    let out = fine(den.path(), "games dots", "");
    assert!(out.starts_with("dots-and-boxes: ") && !out.contains("automation: "), "{out}");
    let lab = fine(den.path(), "lab boxes -o boxes=2x2 --games 20", "");
    check_contains(&lab, &["dots-and-boxes, 2 seats: "]);
    for words in
        ["games tycon", "lab tycon", "bench tycon", "arena tycon --players easy,hard --games 2"]
    {
        let ran = run(den.path(), words, "");
        assert_eq!(ran.code, 2, "{words}");
        check_contains(&ran.err, &["there is no game 'tycon'; did you mean property-tycoon?"]);
    }
}

#[test]
fn the_manual_has_the_cards_of_the_table() {
    let den = tempfile::tempdir().unwrap();
    let out = fine(den.path(), "games chaos-letter --rules", "");
    check_contains(&out, &["# What is in the box", "## Cards", "- 5 x Guard (guard): Value 1."]);
    assert!(!out.contains("Deep Ones"), "{out}");
    let out = fine(den.path(), "games chaos-letter --rules -o deck=cosmic --seats 4", "");
    check_contains(
        &out,
        &["- 1 x Deep Ones (deep-ones): Value 1, insane.", "- deck: 5 Investigators"],
    );
    let out = fine(den.path(), "games property-tycoon --rules", "");
    check_contains(&out, &["## Spaces", "  rent with 1 station ", "## Pot Luck", "## Words"]);

    let all = fine(den.path(), "games chaos-letter --catalogue -o deck=cosmic --seats 4", "");
    let all: Value = serde_json::from_str(&all).unwrap();
    assert_eq!(all["sections"][0]["name"], "Cards");
    let ran = run(den.path(), "games chaos-letter --rules -o deck=tarot -o x=1 --seats 9", "");
    assert_eq!(ran.code, 2);
    check_contains(&ran.err, &["deck: ", "x: ", "seats: "]);
    let ran = run(den.path(), "games chaos-letter -o deck=cosmic", "");
    assert_eq!(ran.code, 2);
    check_contains(&ran.err, &["--rules or --catalogue"]);
}

#[test]
fn results_are_printed_place_by_place() {
    let den = with_cards();
    let out = fine(den.path(), "replay cards.rec", "");
    let lines: Vec<&str> = out.trim_end().lines().rev().take(2).collect();
    assert!(lines[1].starts_with("1. ") && lines[0].starts_with(['1', '2']), "{lines:?}");
    assert!(
        lines.iter().all(|line| line.contains(" point") && line.ends_with(" cards)")),
        "{lines:?}"
    );
    let out = fine(den.path(), "replay cards.rec --json", "");
    let end: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    let first = &end["results"][0];
    assert_eq!(first["place"], 1);
    assert!(["Ann", "Bob"].contains(&first["name"].as_str().unwrap()), "{first}");
    assert_eq!(
        lines[1],
        format!("1. {}: {}", first["name"].as_str().unwrap(), first["text"].as_str().unwrap())
    );
    assert!(first["counts"]["cards"].as_i64().unwrap() >= 10, "{first}");
    // The record itself says what it always said.
    let record = std::fs::read_to_string(den.path().join("cards.rec")).unwrap();
    let outcome = record.lines().find(|line| line.starts_with("outcome ")).unwrap();
    assert!(
        outcome.starts_with("outcome {\"places\":") && !outcome.contains("results"),
        "{outcome}"
    );
}
