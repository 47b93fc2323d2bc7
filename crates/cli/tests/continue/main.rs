//! Games that are broken off, and go on.

mod at_a_terminal;

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A folder to play in, and one for the games that are kept.
struct Den {
    folder: TempDir,
    state: TempDir,
}

/// What a run printed, and its exit code.
struct Ran {
    code: i32,
    out: String,
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_parlor");

/// Two people at one keyboard, on a board of one box.
const ONE_BOX: &str = "play dots-and-boxes -o boxes=1x1 --seats human,human --names Ann,Bob";

impl Den {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), state: tempfile::tempdir().unwrap() }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(self.folder.path()).args(words.split(' '));
        command.env("PARLOR_STATE", self.state.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs `parlor` with these words, typing these lines.
    fn run(&self, words: &str, typed: &str) -> Ran {
        let mut child = self.command(words).spawn().unwrap();
        // It may have ended before it has read everything.
        _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        ended(child)
    }

    fn fine(&self, words: &str, typed: &str) -> String {
        let ran = self.run(words, typed);
        assert_eq!(ran.code, 0, "{words}\n{}", ran.out);
        ran.out
    }

    /// Begins a game, types these lines, and waits until so many entries are on disk.
    fn begin(&self, words: &str, typed: &str, entries: usize) -> Child {
        let mut child = self.command(words).spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(typed.as_bytes()).unwrap();
        let entry = format!("\n{entries} | ");
        let until = Instant::now() + Duration::from_mins(1);
        while !self.kept("rec").iter().any(|path| read(path).contains(&entry)) {
            assert!(Instant::now() < until, "nothing was written");
            sleep(Duration::from_millis(20));
        }
        child
    }

    /// The files that are kept, by how their names end.
    fn kept(&self, ending: &str) -> Vec<PathBuf> {
        let files = fs::read_dir(self.state.path().join("games")).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|it| it == ending));
        files.sort();
        files
    }

    fn keeps_nothing(&self) -> bool {
        self.kept("rec").is_empty() && self.kept("game").is_empty()
    }
}

fn ended(child: Child) -> Ran {
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    Ran { code: output.status.code().unwrap_or(-1), out: out.into_owned() }
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

#[track_caller]
fn check_contains(text: &str, parts: &[&str]) {
    // A sentence may be broken into lines at any blank.
    let one_line = text.replace('\n', " ");
    for part in parts {
        assert!(text.contains(part) || one_line.contains(part), "'{part}' is not in:\n{text}");
    }
}

/// What follows a word on its line.
#[track_caller]
fn line_with(text: &str, word: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(word));
    line.unwrap_or_else(|| panic!("no '{word}' in:\n{text}")).to_owned()
}

/// Sends a signal, and waits for what comes of it. The input stays open: its end would stop the game, too.
fn ended_by(mut child: Child, signal: &str) -> Ran {
    let input = child.stdin.take();
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let ran = ended(child);
    drop(input);
    ran
}

#[test]
fn a_game_that_was_quit_goes_on_under_the_same_commitment() {
    let den = Den::new();
    let out = den.fine(ONE_BOX, "h 0 0\nv 0 0\nquit\n");
    check_contains(&out, &["The game stops here, before its end.", "To go on: parlor continue"]);
    assert!(!out.contains("Save the game?"), "{out}");
    let commitment = line_with(&out, "Commitment: ");
    let listed = den.fine("continue --list", "");
    check_contains(&listed, &["1. Dots and Boxes: Ann and Bob; 2 acts, a moment ago"]);

    let out = den.fine("continue", "log\nh 1 0\nquit\n");
    check_contains(&out, &["It goes on after act 2.", "Ann draws h 0 0.\nBob draws v 0 0."]);
    assert_eq!(line_with(&out, "Commitment: "), commitment);
    let out = den.fine("continue", "v 0 1\ngame.rec\n");
    check_contains(&out, &["The game is over", "Bob wins", "Recorded in 'game.rec'"]);
    let verified = den.fine("verify game.rec", "");
    check_contains(&verified, &["(4 acts)", "outcome is right", &commitment]);
    // The clocks stood still in between, and the record says so.
    let record = read(&den.path("game.rec"));
    assert_eq!((record.matches("| pause |").count(), record.matches("| resume |").count()), (2, 2));
    assert!(den.keeps_nothing());
    let ran = den.run("continue", "");
    assert_eq!(ran.code, 2);
    check_contains(&ran.out, &["there is no unfinished game to go on with"]);
}

#[test]
fn the_end_of_the_input_keeps_the_game_and_nothing_played_is_nothing_kept() {
    let den = Den::new();
    den.fine(ONE_BOX, "quit\n");
    assert!(den.keeps_nothing());
    check_contains(&den.fine(ONE_BOX, "h 0 0\n"), &["The input has ended.", "parlor continue"]);
    assert_eq!(den.kept("rec").len(), 1);
    den.fine("continue 1 --forget", "");
    assert!(den.keeps_nothing());
}

#[test]
fn a_killed_game_goes_on_from_its_last_whole_entry() {
    let den = Den::new();
    let mut child = den.begin(ONE_BOX, "h 0 0\nv 0 0\n", 2);
    child.kill().unwrap();
    child.wait().unwrap();
    let record = den.kept("rec").remove(0);
    let whole = read(&record);
    assert!(!whole.contains("seed "), "{whole}");
    for torn in ["3 | 1: h 1", "\0\0\0\0", "3 | 1: h 1 0 | 0123"] {
        fs::write(&record, format!("{whole}{torn}")).unwrap();
        check_contains(&den.fine("continue", "quit\n"), &["It goes on after act 2."]);
        assert!(!read(&record).contains(torn), "{}", read(&record));
        fs::write(&record, &whole).unwrap();
    }
    // What was changed is not torn.
    fs::write(&record, whole.replace("1: h 0 0", "1: h 1 0")).unwrap();
    let ran = den.run("continue", "");
    assert_eq!(ran.code, 2);
    check_contains(&ran.out, &["cannot go on with", "the line was changed"]);
    fs::write(&record, &whole).unwrap();
    let out = den.fine("continue", "v 0 1\nh 1 0\nno\n");
    check_contains(&out, &["The game is over"]);
    assert!(den.keeps_nothing());
}

#[test]
fn ctrl_c_says_where_the_game_is() {
    let den = Den::new();
    let child = den.begin(ONE_BOX, "h 0 0\n", 1);
    let ran = ended_by(child, "-INT");
    assert_eq!(ran.code, 130, "{}", ran.out);
    check_contains(&ran.out, &["The game is kept in '", "To go on: parlor continue"]);
    check_contains(&den.fine("continue", "quit\n"), &["It goes on after act 1."]);
    let child = den.begin("continue", "", 1);
    sleep(Duration::from_millis(300));
    assert_eq!(ended_by(child, "-TERM").code, 143);
}

#[test]
fn only_one_process_goes_on_with_a_game() {
    let den = Den::new();
    let mut child = den.begin(ONE_BOX, "h 0 0\n", 1);
    check_contains(&den.fine("continue --list", ""), &["(being played)"]);
    for words in ["continue", "continue 1", "continue 1 --forget"] {
        let ran = den.run(words, "");
        assert_eq!(ran.code, 2, "{words}");
        check_contains(&ran.out, &["being played in another terminal"]);
    }
    // One that nobody plays is taken instead.
    den.fine(ONE_BOX, "h 0 0\nquit\n");
    let earlier = den.begin(ONE_BOX, "h 0 0\nv 0 0\nv 0 1\n", 3);
    let out = den.fine("continue", "quit\n");
    check_contains(&out, &["open in another terminal", "It goes on after act 1."]);
    assert_eq!(ended_by(earlier, "-TERM").code, 143);
    child.stdin.as_mut().unwrap().write_all(b"quit\n").unwrap();
    assert_eq!(ended(child).code, 0);
    den.fine("continue", "quit\n");
}

#[test]
fn what_is_kept_is_for_its_owner_alone() {
    let den = Den::new();
    den.fine(ONE_BOX, "h 0 0\nquit\n");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&den.state.path().join("games")), 0o700);
    for file in den.kept("rec").iter().chain(&den.kept("game")) {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
    // The seed is in a file of its own.
    assert!(!read(&den.kept("rec")[0]).contains("seed"));
    assert!(read(&den.kept("game")[0]).contains("\"seed\": "));
}

#[test]
fn where_nothing_can_be_kept_people_play_all_the_same() {
    let den = Den::new();
    fs::write(den.path("taken"), "no folder").unwrap();
    let play = |typed: &str| {
        let mut command = den.command(ONE_BOX);
        command.env("PARLOR_STATE", den.path("taken"));
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        ended(child)
    };
    let ran = play("h 0 0\nquit\nback\nv 0 0\nquit\nsaved.rec\n");
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert_eq!(ran.out.matches("This game cannot be kept for 'parlor continue':").count(), 1);
    check_contains(&ran.out, &["'no' to discard it; 'back' to go on playing", "Recorded in"]);
    check_contains(&den.fine("verify saved.rec", ""), &["the game was stopped before its end"]);
}

#[test]
fn a_game_in_a_file_of_ones_own_goes_on_too() {
    let den = Den::new();
    let out = den.fine(&format!("{ONE_BOX} --record game.rec"), "h 0 0\nsave copy.rec\nquit\n");
    check_contains(&out, &["The game so far is in '", "To go on: parlor continue "]);
    let ran = den.run("verify game.rec", "");
    assert_eq!(ran.code, 1);
    check_contains(
        &ran.out,
        &["the game is not finished; good so far", "(1 act)", "when the game is over"],
    );
    assert!(den.kept("rec").is_empty() && den.kept("game").len() == 1);
    check_contains(&den.fine("continue --list", ""), &["1 act, a moment ago, in '", "game.rec'"]);

    // A copy is another file: the game would be played twice with the same dice.
    let ran = den.run("continue copy.rec", "");
    assert_eq!(ran.code, 2);
    check_contains(&ran.out, &["the seed of the game in 'copy.rec' is not kept here", "--fork"]);
    den.fine("continue game.rec", "v 0 0\nquit\n");
    // One that was moved is the same.
    fs::create_dir(den.path("attic")).unwrap();
    fs::rename(den.path("game.rec"), den.path("attic/old.rec")).unwrap();
    den.fine("continue attic/old.rec", "v 0 1\nquit\n");
    let out = den.fine("continue", "quit for good\n");
    check_contains(&out, &["It goes on after act 3.", "Recorded in '"]);
    check_contains(&den.fine("verify attic/old.rec", ""), &["(3 acts)", "stopped before its end"]);
    assert!(den.keeps_nothing());
    let ran = den.run("continue attic/old.rec", "");
    assert_eq!(ran.code, 2);
    check_contains(&ran.out, &["is over, or was ended for good"]);
}

#[test]
fn takebacks_work_on_what_was_played_before() {
    let den = Den::new();
    den.fine(ONE_BOX, "h 0 0\nv 0 0\nquit\n");
    let out = den.fine("continue", "undo\nv 0 1\nquit\n");
    check_contains(&out, &["Taken back: Bob's v 0 0.", "Bob draws v 0 1."]);
    let out = den.fine("continue", "log all\nquit\n");
    check_contains(&out, &["It goes on after act 2.", "Ann draws h 0 0.\nBob draws v 0 1."]);
    assert!(!out.contains("Bob draws v 0 0."), "{out}");
}

#[test]
fn hidden_cards_and_dice_to_come_are_the_same() {
    let play = "play chaos-letter --seats human,courtier --seed 5";
    let (one, other) = (Den::new(), Den::new());
    let whole = one.fine(play, "board\nmoves\nquit\n");
    other.fine(play, "quit\n");
    let again = other.fine("continue", "board\nmoves\nquit\n");
    let menu =
        |text: &str| text[text.find(" legal move").unwrap()..].lines().nth(1).map(str::to_owned);
    assert_eq!(menu(&whole), menu(&again), "{whole}\n{again}");
}

/// What a bot does at each question that looks for the seed.
const SPY: &str = r#"
try: print("found", os.listdir(sys.argv[1]), file=sys.stderr, flush=True)
except OSError as why: print("closed", file=sys.stderr, flush=True)
"#;

#[test]
fn bots_are_started_again_and_do_not_see_the_seed() {
    let den = Den::new();
    fs::write(den.path("bot.py"), parlor_gametest::first_move_bot(SPY)).unwrap();
    let games = den.state.path().join("games");
    let mut play = den.command("play dots-and-boxes -o boxes=2x2 --seat human --bot-log bots.log");
    play.args(["--seat", &format!("cmd:python3 bot.py {}", games.display())]);
    let mut child = play.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"h 0 0\nquit\n").unwrap();
    let ran = ended(child);
    assert_eq!(ran.code, 0, "{}", ran.out);
    if ran.out.contains("is not kept for 'parlor continue'") {
        // Where nothing can be hidden from a bot, there is nothing to find.
        assert!(den.keeps_nothing());
        return;
    }
    let mut go_on = den.command("continue");
    // From anywhere: the bot is found where it was.
    go_on.current_dir("/");
    let mut child = go_on.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"h 1 1\nquit\n").unwrap();
    let ran = ended(child);
    assert_eq!(ran.code, 0, "{}", ran.out);
    check_contains(&ran.out, &["It goes on after act 2.", "bot draws"]);
    let said = read(&den.path("bots.log"));
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(
        said.lines().all(|line| line.ends_with("closed") || line.ends_with("found []")),
        "{said}"
    );
}
