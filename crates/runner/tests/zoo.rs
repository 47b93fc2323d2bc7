//! The bot zoo: every kind of bad bot plays a game through the real driver. Each gets the right verdict
//! in time, the opponent plays its game to the end, and nothing is left of the bot.
//!
//! What the kinds do is in `zoo/bad.py`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::Seat;
use parlor_match::{
    Cost, Costs, End, Fault, House, Occupant, PlayerSpec, Seed, Shares, Sitting, Terms, Verdict,
};
use parlor_runner::process::{Limits, Part, probe};
use parlor_runner::{Arrival, Care, Live, SeatSpec, Step, invite};
use serde_json::json;

/// For one answer.
const PER_MOVE: Duration = Duration::from_millis(500);
/// From the start until the bot is ready. Long: what is measured is the bot, not how busy the machine is.
const START_UP: Duration = Duration::from_secs(4);
/// The same for bots that use all of it.
const SHORT_START_UP: Duration = Duration::from_millis(1500);
/// How much later than its limit a verdict may be.
const SLACK: Duration = Duration::from_millis(250);
/// For a clean end.
const PATIENCE: Duration = Duration::from_millis(300);
/// The name of a variable by which a bot's processes are known again.
const MARK: &str = "PARLOR_ZOO";

/// The tests look at the clock and at what the whole process has open: one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What comes of a kind.
#[derive(Clone, Copy, Debug)]
enum Fate {
    /// This verdict, at a question, for a reason with these words in it.
    Verdict(Verdict, &'static str),
    /// One of these, whichever the machine comes to first.
    OneOf(&'static [(Verdict, &'static str)]),
    /// It is not even there, and this is known before anybody waits.
    NotStarted(&'static str),
    /// It does not get ready: known at once, or when the time is up.
    NotReady(&'static str),
    /// It plays the game to its end. What is bad about it hurts nobody.
    Harmless,
}

use Fate::{Harmless, NotReady, NotStarted, OneOf, Verdict as V};
use Verdict::{Crash, Illegal, Oversize, Protocol, Timeout};

const ZOO: &[(&str, Fate)] = &[
    // Those that never come to play.
    ("missing", NotStarted("there is no program './no/such/bot'")),
    ("not_executable", NotStarted("is not executable")),
    ("wants_another_interpreter", NotStarted("which is not there")),
    ("exits_at_once", NotReady("it ended with exit code 0, before it said hello")),
    ("leaves_after_hello", NotReady("before it was ready")),
    ("says_nothing", NotReady("it did not say hello within 1500ms")),
    ("never_ready", NotReady("did not answer the ping")),
    ("speaks_another_version", NotReady("version")),
    // Those that go in the middle.
    ("exits", V(Crash, "exit code 0")),
    ("breaks_down", V(Crash, "exit code 1")),
    ("breaks_off", V(Crash, "exit code 0")),
    ("segfaults", V(Crash, "SIGSEGV")),
    ("hides_a_heir", V(Crash, "exit code 0")),
    ("closes_stdout", V(Crash, CLOSED)),
    // Those that do not answer in time.
    ("is_silent", V(Timeout, "no answer within 500ms")),
    ("is_late", V(Timeout, "no answer within 500ms")),
    ("drips", V(Timeout, "no answer within 500ms")),
    ("closes_stdin", V(Timeout, "no answer within 500ms")),
    ("never_reads", V(Timeout, "no answer within 500ms")),
    ("stops_itself", V(Timeout, "no answer within 500ms")),
    ("spins", V(Timeout, "no answer within 500ms")),
    // Those that say too much.
    ("endless_line", V(Oversize, "a line has at most")),
    ("endless_stderr", V(Oversize, "standard error")),
    ("endless_blank_lines", V(Protocol, "not JSON")),
    ("chatters", V(Protocol, "the bot sent too many messages")),
    ("talks_gibberish", V(Protocol, "the bot sent too many messages")),
    // Those that say what nobody understands.
    ("not_text", V(Protocol, "not text")),
    ("zero_bytes", V(Protocol, "not JSON")),
    ("prints_for_people", V(Protocol, "belongs on standard error")),
    ("wrong_shape", V(Protocol, "missing field `move`")),
    ("wrong_kind_of_id", V(Protocol, "this is not a valid 'choose' message")),
    ("giant_id", V(Protocol, "number out of range")),
    ("an_array", V(Protocol, "a field 'type'")),
    ("deep", V(Protocol, "deep")),
    // Those that say what is out of place.
    ("answers_before_hello", V(Protocol, "says hello before anything else")),
    ("hello_again", V(Protocol, "hello already")),
    ("answers_before_the_question", V(Protocol, "there is no question 1 yet")),
    ("answers_ahead", V(Protocol, "there is no question 2 yet")),
    ("answers_twice", V(Protocol, "question 1 has been answered already")),
    ("stale", V(Protocol, "question 1 has been answered already")),
    ("for_another_seat", V(Illegal, "not '1: h 0 0'")),
    ("illegal", V(Illegal, "'h 14 14' is not on this board")),
    ("no_move", V(Illegal, "not 'the middle one'")),
    // Those that go for the machine.
    ("forks_without_end", V(Timeout, "no answer within 500ms")),
    // What these two leave takes a while to go, and how they ended is known only then.
    (
        "goes_with_a_crowd",
        OneOf(&[(Crash, "exit code 0"), (Crash, CLOSED), (Timeout, "no answer within 500ms")]),
    ),
    ("allocates", V(Crash, "exit code 1")),
    (
        "shares_memory",
        OneOf(&[
            (Crash, "used up its memory"),
            (Crash, CLOSED),
            (Timeout, "no answer within 500ms"),
        ]),
    ),
    ("fills_the_disk", V(Crash, "exit code 1")),
    ("fills_the_disk_elsewhere", V(Crash, "exit code 1")),
    ("many_files", V(Crash, "exit code 1")),
    ("forks_a_daemon", Harmless),
    ("ignores_signals", Harmless),
    ("kills_around", Harmless),
];

/// A game in which a bad bot sat, as it went.
struct Game {
    faults: Vec<Fault>,
    /// From the question, or from the start, to the verdict.
    verdict_after: Option<Duration>,
    end: End,
    acts: usize,
    errors: String,
    /// To end the bot when the game was over.
    ended_after: Duration,
}

/// The bot has the second seat: the opponent's first move shows when its time begins to run.
fn play(words: Vec<String>, start_up: Duration, mark: &str) -> Game {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "2x2"}), 2).unwrap();
    let who = ["random", "bad"].map(|name| Occupant::new("bot", name)).to_vec();
    let sitting = Sitting::new(table, who, Seed::from_number(7), Shares::none());
    let care = Care {
        limits: Limits { memory: 256 << 20, ..Limits::default() },
        env: vec![(MARK.to_owned(), mark.to_owned())],
        ..Care::default()
    };
    let opponent = invite(&SeatSpec::computer("random"), sitting.table(), 1, &care);
    let bad = invite(&SeatSpec::Command(words), sitting.table(), 1, &care);
    assert!(matches!(opponent, Arrival::Player(_)));
    let house = House {
        terms: Terms { per_move: Some(PER_MOVE), start_up, ..Terms::default() },
        // The opponent has to have somebody to play its game to the end with.
        costs: Costs::all(&Cost::Takeover(PlayerSpec::named("random"))),
        ..House::default()
    };
    let mut last = Instant::now();
    let mut live = Live::new(sitting, vec![opponent, bad], house);
    let mut verdict_after = None;
    loop {
        match live.advance() {
            Step::Happened(..) => last = Instant::now(),
            Step::Fault(_) => verdict_after = verdict_after.or(Some(last.elapsed())),
            Step::Waits(_) => {}
            Step::Over => break,
            step => panic!("{step:?}"),
        }
    }
    let over = Instant::now();
    let finished = live.finish(PATIENCE);
    Game {
        faults: finished.referee.faults().to_vec(),
        verdict_after,
        end: finished.referee.end().unwrap().clone(),
        acts: finished.referee.sitting().acts().len(),
        errors: finished.errors[1].clone().unwrap_or_default(),
        ended_after: over.elapsed(),
    }
}

/// What has to keep a kind from doing harm beyond the test. Where the machine does not permit it, the
/// kind is not let loose.
fn needs(kind: &str) -> &'static [Part] {
    match kind {
        "kills_around" | "hides_a_heir" => &[Part::Namespace],
        "forks_a_daemon" | "forks_without_end" | "goes_with_a_crowd" => {
            &[Part::Namespace, Part::OwnUser]
        }
        "fills_the_disk_elsewhere" | "many_files" => &[Part::Files],
        "allocates" | "fills_the_disk" => &[Part::Limits],
        "shares_memory" => &[Part::Memory],
        _ => &[],
    }
}

/// Whether one of those parts is there; that it is not must have been said.
fn may_be_let_loose(kind: &str) -> bool {
    let needed = needs(kind);
    if needed.is_empty() || needed.iter().any(|&part| probe().has(part)) {
        return true;
    }
    let said: Vec<Part> = probe().missing().collect();
    assert!(needed.iter().all(|part| said.contains(part)));
    println!("{kind:28} is not let loose here: {}", needed[0]);
    false
}

/// The command for a kind.
fn command(kind: &str, python: &str, folder: &Path) -> Vec<String> {
    let script = |name: &str, first_line: &str, mode: u32| {
        let path = folder.join(name);
        fs::write(&path, format!("#!{first_line}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        vec![path.display().to_string()]
    };
    match kind {
        "missing" => vec!["./no/such/bot".to_owned()],
        "not_executable" => script("plain", "/bin/sh", 0o644),
        "wants_another_interpreter" => script("orphan", "/no/such/python", 0o755),
        kind => vec![python.to_owned(), script_path(folder), kind.to_owned()],
    }
}

fn script_path(folder: &Path) -> String {
    folder.join("bad.py").display().to_string()
}

/// Past the shims of version managers, which take their time.
fn python() -> String {
    let out = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    String::from_utf8(out.unwrap().stdout).unwrap().trim().to_owned()
}

/// The processes that carry the mark.
fn marked(mark: &str) -> usize {
    let wanted = format!("{MARK}={mark}");
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let carries = |entry: &fs::DirEntry| {
        let environ = fs::read(entry.path().join("environ")).unwrap_or_default();
        environ.split(|&byte| byte == 0).any(|word| word == wanted.as_bytes())
    };
    processes.filter(carries).count()
}

fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

/// What is said of one that closes its output and lives on.
const CLOSED: &str = "it closed its output";

/// What a machine that is busy with other tests may do for once.
const LATE: &str = "the verdict came late";
/// It learns that the output is closed, and only well after that why.
const EARLY: &str = "the verdict came before it was known how the bot ended";

/// What is wrong with how the game went; nothing, if all is well.
fn problems(fate: Fate, start_up: Duration, game: &Game) -> Vec<String> {
    let mut problems = Vec::new();
    let mut expect = |holds: bool, what: &str| {
        if !holds {
            problems.push(what.to_owned());
        }
    };
    let (expected, limit) = match fate {
        V(verdict, words) => (vec![(verdict, words)], PER_MOVE),
        OneOf(several) => (several.to_vec(), PER_MOVE),
        NotStarted(words) => (vec![(Verdict::StartFailed, words)], Duration::ZERO),
        NotReady(words) => (vec![(Verdict::StartFailed, words)], start_up),
        Harmless => (vec![], Duration::ZERO),
    };
    match game.faults.first() {
        None => expect(expected.is_empty(), "there was no verdict"),
        Some(fault) => {
            let mut expected = expected.iter().filter(|(verdict, _)| *verdict == fault.verdict);
            expect(expected.clone().next().is_some(), "the verdict is another");
            let in_words = expected.any(|(_, words)| fault.why.contains(words));
            let early = fault.verdict == Crash && fault.why == CLOSED;
            expect(in_words, if early { EARLY } else { "the reason is another" });
            expect(game.faults.len() == 1, "there were several faults");
            expect(fault.seat == Seat::at(1), "the opponent was blamed");
        }
    }
    // One that says too much is heard while it gets ready; the others are clocked from their question.
    let clocked = game.faults.first().is_none_or(|fault| fault.acts > 0);
    let limit = if clocked { limit } else { start_up };
    let in_time = game.verdict_after.is_none_or(|after| after <= limit + SLACK);
    expect(in_time, LATE);
    expect(matches!(game.end, End::Over(_)), "the game was not played to its end");
    expect(game.acts == 12, "the game has not as many moves as lines");
    expect(game.errors.len() <= 64 << 10, "more of its standard error was kept than may be");
    expect(game.ended_after < PATIENCE + Duration::from_secs(1), "it took long to end");
    problems
}

#[test]
fn every_kind_of_bad_bot_hurts_nobody_but_itself() {
    let _alone = alone();
    for part in probe().missing() {
        println!("missing here: {part}");
    }
    let (folder, python) = (cage(), python());
    let before = descriptors();
    let only = std::env::var("PARLOR_CASE").ok();
    let mut failed = Vec::new();
    for (kind, fate) in ZOO {
        if only.as_deref().is_some_and(|only| only != *kind) || !may_be_let_loose(kind) {
            continue;
        }
        let start_up = match *kind {
            "says_nothing" | "never_ready" => SHORT_START_UP,
            _ => START_UP,
        };
        let mark = format!("{kind}-{}", std::process::id());
        let begun = Instant::now();
        let words = command(kind, &python, folder.path());
        let mut game = play(words.clone(), start_up, &mark);
        let mut wrong = problems(*fate, start_up, &game);
        for _ in 0..5 {
            let busy = |problem: &String| problem == LATE || problem == EARLY;
            if !wrong.is_empty() && wrong.iter().all(busy) {
                game = play(words.clone(), start_up, &mark);
                wrong = problems(*fate, start_up, &game);
            }
        }
        let contained = probe().has(Part::Namespace) || probe().has(Part::OwnUser);
        if contained && marked(&mark) > 0 {
            wrong.push(format!("{} processes are left", marked(&mark)));
        }
        if descriptors() != before {
            wrong.push(format!("{before} descriptors were open, now {}", descriptors()));
        }
        let why = game.faults.first().map(|fault| format!("{}: {}", fault.verdict, fault.why));
        println!(
            "{kind:28} {:>8.0?} of {:>5.0?}, ended in {:>5.0?}: {}",
            game.verdict_after.unwrap_or_default(),
            begun.elapsed(),
            game.ended_after,
            why.as_deref().unwrap_or("plays to the end"),
        );
        if !wrong.is_empty() {
            let errors: Vec<&str> = game.errors.lines().rev().take(3).collect();
            failed.push(format!("{kind}: {wrong:?}, expected {fate:?}, got {why:?} {errors:?}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(!Path::new("/var/tmp/parlor-zoo-big").exists());
}

/// The folder with the bots in it, for any user to read.
fn cage() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(script_path(folder.path()), include_str!("zoo/bad.py")).unwrap();
    folder
}

/// Ending a bot takes a while, more so when there is much of it. The other bot thinks meanwhile, and
/// its time is not to be taken up by that.
#[test]
fn ending_a_bad_bot_costs_the_other_no_time() {
    let _alone = alone();
    let (folder, python) = (cage(), python());
    let kinds = ["goes_with_a_crowd", "exits"];
    for kind in kinds.into_iter().filter(|kind| may_be_let_loose(kind)) {
        // Without a namespace its processes are told one by one. Waiting for a crowd takes longer.
        let most = Duration::from_millis(if probe().has(Part::Namespace) { 20 } else { 50 });
        // The machine may have been busy; it is not that ten times.
        let mut all = Vec::new();
        while all.len() < 10 && all.iter().all(|lost| *lost >= most) {
            all.push(time_lost(kind, &python, folder.path()));
        }
        println!("{kind}: {all:?} from the verdict to the next move");
        assert!(all.iter().any(|lost| *lost < most), "{kind}: {all:?}");
    }
}

/// Plays a bad bot against a good one that thinks nearly as long as it may, and says how long the game
/// stood still after the verdict.
fn time_lost(kind: &str, python: &str, folder: &Path) -> Duration {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
    let who = ["good", "bad"].map(|name| Occupant::new("bot", name)).to_vec();
    let sitting = Sitting::new(table, who, Seed::from_number(7), Shares::none());
    let bot = |kind: &str| {
        let words = command(kind, python, folder);
        invite(&SeatSpec::Command(words), sitting.table(), 1, &Care::default())
    };
    let arrivals = vec![bot("takes_its_time"), bot(kind)];
    let house = House {
        terms: Terms { per_move: Some(PER_MOVE), start_up: START_UP, ..Terms::default() },
        costs: Costs::all(&Cost::DefaultMove),
        ..House::default()
    };
    let mut live = Live::new(sitting, arrivals, house);
    let (mut fault_at, mut lost) = (None, Duration::ZERO);
    loop {
        match live.advance() {
            Step::Fault(_) => fault_at = Some(Instant::now()),
            Step::Happened(..) => {
                lost += fault_at.take().map_or(Duration::ZERO, |at: Instant| at.elapsed());
            }
            Step::Waits(_) => {}
            Step::Over => break,
            step => panic!("{step:?}"),
        }
    }
    let finished = live.finish(PATIENCE);
    let faults = finished.referee.faults();
    let bad_alone = faults.iter().all(|fault| fault.seat == Seat::at(1));
    assert!(bad_alone && !faults.is_empty(), "{kind}: {faults:?}");
    lost
}

#[test]
fn the_zoo_is_not_small() {
    let kinds: std::collections::BTreeSet<&str> = ZOO.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds.len(), ZOO.len());
    assert!(kinds.len() >= 25);
    let gives_a_reason = |fate: &Fate| match fate {
        V(_, words) | NotStarted(words) | NotReady(words) => !words.is_empty(),
        OneOf(several) => several.iter().all(|(_, words)| !words.is_empty()),
        Harmless => true,
    };
    assert!(ZOO.iter().all(|(_, fate)| gives_a_reason(fate)));
}
