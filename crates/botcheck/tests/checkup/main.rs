//! A check-up finds what is wrong with a bot, and nothing else.

use std::time::Duration;

use parlor_botcheck::{Check, Checkup, Finding, Grade, Report, Variant};
use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_match::Shelf;
use parlor_runner::SeatSpec;
use serde_json::json;

/// Looks at the bot of this folder with one of its flaws.
fn look_at(flaw: &str) -> Report {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/checkup/bot.py");
    let words = ["python3", script, flaw].map(str::to_owned).to_vec();
    let mut checkup = Checkup::new(SeatSpec::Command(words));
    checkup.terms.start_up = Duration::from_secs(5);
    let table = |boxes: &str, seats| Variant {
        game: "dots-and-boxes".to_owned(),
        options: json!({"boxes": boxes}),
        seats,
    };
    let tables = vec![table("4x4", 2), table("3x3", 3)];
    checkup.run(&[tables], Shelf::only::<DotsAndBoxes>(), &mut |_| {}).unwrap()
}

fn not_passed(report: &Report) -> Vec<&Finding> {
    report.findings.iter().filter(|finding| finding.grade != Grade::Pass).collect()
}

/// The flaw is found by this check alone, with these words in what is said and in the advice.
#[track_caller]
fn check(flaw: &str, check: Check, grade: Grade, what: &str, advice: &str) -> Finding {
    let report = look_at(flaw);
    let found = not_passed(&report);
    assert_eq!(found.len(), 1, "{flaw}: {found:#?}, {:?}", report.figures);
    let found = found[0].clone();
    assert_eq!((found.check, found.grade), (check, grade), "{flaw}: {found:#?}");
    assert!(found.what.contains(what), "{flaw}: {found:#?}");
    assert!(found.advice.as_deref().unwrap_or_default().contains(advice), "{flaw}: {found:#?}");
    found
}

#[test]
fn a_good_bot_passes_every_check() {
    let report = look_at("");
    assert_eq!(not_passed(&report), Vec::<&Finding>::new());
    let checks: Vec<Check> = report.findings.iter().map(|finding| finding.check).collect();
    assert_eq!(checks, Check::ALL);
    assert_eq!(report.name.as_deref(), Some("test bot"));
    let figures = &report.figures.games[0];
    assert!((1..=6).contains(&figures.played), "{figures:?}");
    assert!(figures.decisions >= 50, "{figures:?}");
    assert_eq!(figures.kinds[0].0, "draw-line");
    assert!(figures.median <= figures.worst && figures.share < Some(0.5), "{figures:?}");
}

#[test]
fn it_plays_on_after_mistakes_of_its_own() {
    let found =
        check("mistakes", Check::Play, Grade::Advice, "mistakes of its own", "standard error");
    assert!(found.stderr.unwrap().ends_with("KeyError: 'nonsense'"));
}

#[test]
fn mistakes_are_counted() {
    let figures = look_at("mistakes").figures.games.remove(0);
    assert_eq!(figures.mistakes, figures.decisions / 5, "{figures:?}");
    assert_eq!(look_at("").figures.games[0].mistakes, 0);
}

#[test]
fn it_does_not_start() {
    let found = check(
        "ends-at-once",
        Check::Start,
        Grade::Fail,
        "ended with exit code 3, before it said hello",
        "run the command by hand",
    );
    assert_eq!(found.stderr.as_deref(), Some("where am I?"));
}

#[test]
fn it_says_no_hello() {
    let what = "it did not say hello within 5s";
    check("no-hello", Check::Start, Grade::Fail, what, "first of all");
}

#[test]
fn it_speaks_another_version() {
    check("version", Check::Start, Grade::Fail, "the bot [9]", "\"versions\": [1]");
}

#[test]
fn it_does_not_answer_the_first_ping() {
    check("no-pong", Check::Start, Grade::Fail, "did not answer the ping", "\"pong\"");
}

#[test]
fn it_greets_people_on_standard_output() {
    let what = "it printed 'Hello, I am a bot!', which is no message";
    check("greets", Check::Stdout, Grade::Fail, what, "before the bot has said hello");
}

#[test]
fn it_greets_people_and_nobody_hears_it_before_the_end() {
    let what = "it printed 'Hello, I am a bot!', which is no message and came only at the end";
    check("greets-late", Check::Stdout, Grade::Fail, what, "kept in a buffer");
}

#[test]
fn it_talks_between_two_games() {
    check("says-bye", Check::Stdout, Grade::Fail, "'good game'", "standard error");
}

#[test]
fn it_thinks_aloud_on_standard_output() {
    check("chatty", Check::Stdout, Grade::Fail, "'thinking hard'", "standard error");
}

#[test]
fn it_does_not_flush() {
    let what = "came only when the input of the bot was closed";
    check("no-flush", Check::Stdout, Grade::Fail, what, "flush=True");
}

/// Python sends what is printed at once where it is told to, and a contained bot tells it to: here as at
/// any table.
#[test]
fn it_leaves_flushing_to_python() {
    assert_eq!(not_passed(&look_at("python-flushes")), Vec::<&Finding>::new());
}

#[test]
fn it_answers_twice() {
    let what = "answered already";
    check("twice", Check::Protocol, Grade::Fail, what, "answer each 'decide' once");
}

#[test]
fn it_answers_another_question() {
    let what = "there is no question 2 yet";
    check("wrong-id", Check::Protocol, Grade::Fail, what, "the id of that 'decide'");
}

#[test]
fn it_plays_what_is_not_legal() {
    let found = check("illegal", Check::Play, Grade::Fail, "castle", "out of 'menu'");
    assert!(found.what.contains("it answered the question {"), "{}", found.what);
}

#[test]
fn it_crashes() {
    let found = check("crash", Check::Play, Grade::Fail, "exit code 1", "standard error");
    assert!(found.stderr.unwrap().contains("I did not think of this"));
}

#[test]
fn it_does_not_answer() {
    let what = "no answer within 2s to the question 'draw-line'";
    check("hangs", Check::Time, Grade::Fail, what, "answer every question");
}

#[test]
fn it_answers_too_late() {
    check("late", Check::Time, Grade::Fail, "no answer within 2s", "within 'deadline'");
}

#[test]
fn it_does_not_read_the_deadline() {
    let what = "no answer within 300ms";
    check("slow", Check::Deadline, Grade::Fail, what, "'deadline'");
}

#[test]
fn it_knows_all_fields_there_will_ever_be() {
    let what = "it does not know in the messages";
    let found =
        check("strict-fields", Check::UnknownFields, Grade::Fail, what, "ignore the others");
    assert!(found.stderr.unwrap().contains("a field nobody told me about"));
}

#[test]
fn it_knows_all_messages_there_will_ever_be() {
    let what = "after it was told a message it does not know";
    check("picky", Check::UnknownMessages, Grade::Fail, what, "and go on");
}

#[test]
fn it_does_not_say_what_it_does_not_know() {
    let what = "does not say so";
    check("silent", Check::UnknownMessages, Grade::Advice, what, "\"unknown\"");
}

#[test]
fn it_never_gets_over_a_stop() {
    let what = "after it was told 'stop' about a question it had answered already";
    let found = check("stuck-on-stop", Check::Stop, Grade::Fail, "no answer", "with its own id");
    assert!(found.what.contains(what) || found.what.contains("another put in its place"));
}

#[test]
fn it_cannot_be_complained_to() {
    let found = check("thin-skinned", Check::Errors, Grade::Fail, "'error'", "to your log");
    assert_eq!(found.stderr.as_deref(), Some("nobody talks to me like that"));
}

#[test]
fn it_answers_one_ping_and_no_more() {
    check("one-pong", Check::Ping, Grade::Fail, "had no 'pong'", "every 'ping'");
}

#[test]
fn it_takes_a_piece_for_a_line() {
    check("short-lines", Check::Lines, Grade::Fail, "pieces", "until the end of a line");
}

#[test]
fn it_wants_every_game_from_its_beginning() {
    check("no-takeover", Check::Resume, Grade::Fail, "exit code 1", "'begun'");
}

#[test]
fn it_plays_one_game_and_no_more() {
    let what = "game 2 on the same line went wrong: no answer";
    check("one-game", Check::NextGame, Grade::Fail, what, "after 'bye' go on reading");
}

#[test]
fn it_leaves_after_a_game() {
    let what = "game 2 on the same line went wrong";
    check("leaves", Check::NextGame, Grade::Fail, what, "after 'bye' go on reading");
}

#[test]
fn it_uses_more_and_more_memory() {
    check("hoards", Check::Memory, Grade::Fail, "MB after 2 games", "forget");
}

#[test]
fn it_plays_as_it_likes() {
    let what = "with the same seed move ";
    check("no-seed", Check::Determinism, Grade::Advice, what, "'seed'");
}

#[test]
fn it_does_not_end() {
    check("lingers", Check::Exit, Grade::Fail, "still there 2 s", "exit code 0");
}

#[test]
fn it_ends_badly() {
    check("bad-exit", Check::Exit, Grade::Fail, "exit code 4", "exit code 0");
}

#[test]
fn there_is_no_such_program() {
    let checkup = Checkup::new(SeatSpec::Command(vec!["no-such-program".to_owned()]));
    let table = Variant { game: "dots-and-boxes".to_owned(), options: json!({}), seats: 2 };
    let report = checkup.run(&[vec![table]], Shelf::only::<DotsAndBoxes>(), &mut |_| {}).unwrap();
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].what, "there is no program 'no-such-program'");
    assert_eq!(report.grade(), Grade::Fail);
}

#[test]
fn a_bot_elsewhere_has_no_command_to_run() {
    let table = Variant { game: "dots-and-boxes".to_owned(), options: json!({}), seats: 2 };
    // Nobody listens at port 1.
    for (bot, advice) in [
        (SeatSpec::Tcp("127.0.0.1:1".to_owned()), "listens at this address"),
        (SeatSpec::WebSocket("ws://127.0.0.1:1/".to_owned()), "answers at this address"),
        (SeatSpec::Http("http://127.0.0.1:1".to_owned()), "answers at this address"),
    ] {
        let mut checkup = Checkup::new(bot);
        checkup.care.connect = Duration::from_millis(300);
        let tables = [vec![table.clone()]];
        let report = checkup.run(&tables, Shelf::only::<DotsAndBoxes>(), &mut |_| {}).unwrap();
        let found = report.findings.last().unwrap();
        assert_eq!((found.check, found.grade), (Check::Start, Grade::Fail), "{report:#?}");
        assert!(found.advice.as_deref().unwrap_or_default().contains(advice), "{report:#?}");
    }
}

#[test]
fn impossible_tables_are_said_before_any_bot_is_started() {
    let checkup = Checkup::new(SeatSpec::Command(vec!["no-such-program".to_owned()]));
    let table = Variant { game: "dots-and-boxes".to_owned(), options: json!({}), seats: 99 };
    let shelf = Shelf::only::<DotsAndBoxes>();
    let why = checkup.run(&[vec![table]], shelf, &mut |_| {}).unwrap_err();
    assert!(why.to_string().contains("2 to 4 can play"), "{why}");
}
