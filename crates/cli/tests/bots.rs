//! The parts of the example bots that are not Rust, and what `parlor bot new` writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use parlor_engine::{AnyAct, Seat};
use parlor_gametest::contest::Tally;
use parlor_match::{End, House, Seed, Shares, Sitting, Terms, Verdict};
use parlor_runner::process::Trust;
use parlor_runner::{Arrival, Care, Live, SeatSpec, invite};
use serde_json::json;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command that every machine that tests has; `cargo xtask test` sees to that.
fn run(program: &str, arguments: &[&str], dir: &Path) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(dir).env("PYTHONDONTWRITEBYTECODE", "1");
    match command.output() {
        Ok(output) => output,
        Err(why) => panic!("{program} cannot be started, and the tests need it: {why}"),
    }
}

/// Runs tests in another language. `ran` reads how many there were from what they print.
fn passes(program: &str, arguments: &[&str], folder: &str, ran: fn(&str) -> Option<u32>) {
    let output = run(program, arguments, &workspace().join("bots").join(folder));
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{out}\n{err}");
    let count = ran(&out).or_else(|| ran(&err)).unwrap_or(0);
    assert!(count >= 10, "only {count} tests ran:\n{out}\n{err}");
}

fn number_after(text: &str, word: &str) -> Option<u32> {
    text.split_once(word)?.1.split_whitespace().next()?.parse().ok()
}

#[test]
fn the_tests_of_the_python_library_pass() {
    passes("python3", &["-m", "unittest"], "python", |said| number_after(said, "Ran "));
}

#[test]
fn the_tests_of_the_javascript_library_pass() {
    let arguments = ["--test", "--test-reporter=tap"];
    passes("node", &arguments, "javascript", |said| number_after(said, "# pass "));
}

/// A starter of this language, in a folder of its own.
fn starter(language: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.args(["bot", "new", "mybot", "--lang", language]).current_dir(dir.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    dir
}

/// How often a program wins at 3x3 boxes against random, from both seats by turns.
fn contest(command: &[String], games: u64) -> Tally {
    let care = Care { trust: Trust::Trusted, ..Care::default() };
    let minute = Duration::from_mins(1);
    let terms = Terms { per_move: Some(minute), start_up: minute, ..Terms::default() };
    let (mut tally, mut link) = (Tally::default(), None);
    for game in 0..games {
        let own = (game % 2) as usize;
        let shelved = parlor_registry::find("dots-and-boxes").unwrap();
        let table = shelved.open(&json!({"boxes": "3x3"}), 2).unwrap();
        let sitting = Sitting::new(table, Vec::new(), Seed::from_number(game / 2), Shares::none());
        let bot = match link.take() {
            Some(link) => Arrival::Bot(Box::new(link)),
            None => invite(&SeatSpec::Command(command.to_vec()), sitting.table(), 0, &care),
        };
        let random = SeatSpec::computer("random");
        let mut arrivals = vec![bot, invite(&random, sitting.table(), game, &care)];
        arrivals.rotate_right(own);
        let mut live = Live::new(sitting, arrivals, House { terms, ..House::default() });
        live.run().unwrap();
        assert_eq!(live.errors(Seat::at(own)).as_deref(), Some(""), "{command:?}");
        let (referee, mut links) = live.dissolve();
        assert!(referee.faults().is_empty(), "{:?}", referee.faults());
        let Some(End::Over(outcome)) = referee.end() else { panic!("{:?}", referee.end()) };
        tally.count(outcome.places.as_slice(), own);
        link = links.swap_remove(own);
    }
    tally
}

fn words(program: &str, dir: &Path, file: &str) -> Vec<String> {
    vec![program.to_owned(), dir.join("mybot").join(file).display().to_string()]
}

#[test]
fn a_starter_plays_as_it_is() {
    for (language, program, file) in
        [("python", "python3", "bot.py"), ("javascript", "node", "bot.mjs")]
    {
        let dir = starter(language);
        let tally = contest(&words(program, dir.path(), file), 6);
        assert_eq!(tally.won + tally.drawn + tally.lost, 6);
    }
}

/// A `decide` that fails, or has no answer, is a fault and no move at random. What it costs is for the
/// table to say.
#[test]
fn a_failing_decide_is_a_fault() {
    let part = "return menu.pick(rng)";
    for (language, program, file, instead, why) in [
        ("python", "python3", "bot.py", "return 1 / 0", "division by zero"),
        ("python", "python3", "bot.py", "return None", "returned None"),
        ("javascript", "node", "bot.mjs", "return null.x", "TypeError"),
        ("javascript", "node", "bot.mjs", "return", "returned undefined"),
    ] {
        let dir = starter(language);
        let bot = dir.path().join("mybot").join(file);
        let text = fs::read_to_string(&bot).unwrap();
        assert!(text.contains(part), "{text}");
        fs::write(&bot, text.replacen(part, instead, 1)).unwrap();
        let care = Care { trust: Trust::Trusted, ..Care::default() };
        let minute = Duration::from_mins(1);
        let terms = Terms { per_move: Some(minute), start_up: minute, ..Terms::default() };
        let shelved = parlor_registry::find("dots-and-boxes").unwrap();
        let table = shelved.open(&json!({"dots": "2x2"}), 2).unwrap();
        let sitting = Sitting::new(table, Vec::new(), Seed::from_number(1), Shares::none());
        let command = SeatSpec::Command(words(program, dir.path(), file));
        let random = invite(&SeatSpec::computer("random"), sitting.table(), 1, &care);
        let arrivals = vec![invite(&command, sitting.table(), 0, &care), random];
        let mut live = Live::new(sitting, arrivals, House { terms, ..House::default() });
        live.run().unwrap();
        let (referee, _) = live.dissolve();
        let faults = referee.faults();
        assert!(!faults.is_empty(), "{language} played on");
        for fault in faults {
            assert_eq!((fault.seat, fault.verdict), (Seat::at(0), Verdict::Illegal));
            assert!(fault.why.contains("decide failed: ") && fault.why.contains(why), "{fault:?}");
        }
    }
}

/// What is played in a short game of Property Tycoon between two starters.
fn tycoon(command: &[String], seed: u64) -> Vec<String> {
    let care = Care { trust: Trust::Trusted, ..Care::default() };
    let minute = Duration::from_mins(1);
    let terms = Terms { per_move: Some(minute), start_up: minute, ..Terms::default() };
    let shelved = parlor_registry::find("property-tycoon").unwrap();
    let table = shelved.open(&json!({"rounds": 15}), 2).unwrap();
    let sitting = Sitting::new(table, Vec::new(), Seed::from_number(seed), Shares::none());
    let bot = || invite(&SeatSpec::Command(command.to_vec()), sitting.table(), 0, &care);
    let arrivals = vec![bot(), bot()];
    let mut live = Live::new(sitting, arrivals, House { terms, ..House::default() });
    live.run().unwrap();
    let (referee, _) = live.dissolve();
    assert!(referee.faults().is_empty(), "{:?}", referee.faults());
    let moves = referee.sitting().acts().iter().filter_map(|act| match act {
        AnyAct::Move(_, played) => Some(played.clone()),
        _ => None,
    });
    moves.collect()
}

/// Whoever picks at random may buy and build and go bankrupt, but does not give up.
#[test]
fn a_starter_does_not_give_up() {
    for (language, program, file) in
        [("python", "python3", "bot.py"), ("javascript", "node", "bot.mjs")]
    {
        let dir = starter(language);
        let command = words(program, dir.path(), file);
        let moves: Vec<String> = (0..3).flat_map(|seed| tycoon(&command, seed)).collect();
        assert!(moves.iter().filter(|played| *played == "roll").count() >= 30, "{moves:?}");
        assert!(!moves.iter().any(|played| played == "ask-to-leave"), "{language} gave up");
    }
}

/// It stands alone: everything it needs is in its folder or comes from the registry. It is compiled
/// offline, with the versions of this workspace.
#[test]
fn the_rust_starter_builds_and_plays() {
    let dir = starter("rust");
    let project = dir.path().join("mybot");
    fs::copy(workspace().join("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let target = project.join("target").display().to_string();
    let arguments = ["build", "--offline", "--release", "--target-dir", &target];
    let output = run(&cargo, &arguments, &project);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("warning"), "{said}");
    let bot = project.join("target/release/bot").display().to_string();
    let tally = contest(&[bot], 6);
    assert_eq!(tally.won + tally.drawn + tally.lost, 6);
}

/// The code of a fenced block of the guide that begins like this.
fn from_the_guide(begins: &str) -> String {
    let guide = fs::read_to_string(workspace().join("docs/guide/write-a-bot.md")).unwrap();
    let mut blocks = guide.split("```python\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let block = blocks.find(|(block, _)| block.starts_with(begins) && block.len() > 200);
    block.expect("the guide shows a better decide").0.to_owned()
}

/// The guide says nearly every game: 199 of 200 were won. Seeds are fixed; where something deals anew, even
/// who wins 95 of 100 has fewer than 80 once in ten million times.
#[test]
fn the_ten_lines_of_the_guide_make_a_better_bot() {
    let dir = starter("python");
    let file = dir.path().join("mybot/bot.py");
    let text = fs::read_to_string(&file).unwrap();
    let (before, rest) = text.split_once("def decide(").unwrap();
    let (_, after) = rest.split_once("\n\n\nif __name__").unwrap();
    let better = from_the_guide("def decide(view, question, menu, rng, welcome):");
    fs::write(&file, format!("{before}{better}\n\nif __name__{after}")).unwrap();
    let tally = contest(&words("python3", dir.path(), "bot.py"), 100);
    println!("the bot of the guide: {}", tally.percent());
    assert!(tally.percent().share >= 80.0, "{}", tally.percent());
}
