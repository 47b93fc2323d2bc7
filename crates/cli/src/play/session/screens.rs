//! The busiest screens of every game, as a person sees them in a small and in a large window.
//!
//! The positions come from recorded games in `tests/screens`. `PARLOR_UPDATE=1 cargo test -p parlor screens`
//! writes the screens again.

use std::fs;
use std::path::PathBuf;

use parlor_engine::AnyAct;
use parlor_engine::layout::width;
use parlor_match::{Record, Taken};
use parlor_runner::SeatSpec;

use super::showing::GO_ON;
use super::*;
use crate::paint::Paint;
use crate::play::seat_plan::PlannedSeat;
use crate::window::Window;

/// A position of a recorded game in which a player is asked.
struct Situation {
    game: &'static str,
    name: &'static str,
    /// The number of acts before it.
    at: usize,
    /// The number of the seat.
    seat: usize,
}

const fn situation(game: &'static str, name: &'static str, at: usize, seat: usize) -> Situation {
    Situation { game, name, at, seat }
}

/// Where each game shows most: four players or six, late in the game, with long questions.
const SITUATIONS: [Situation; 16] = [
    situation("dots-and-boxes", "opening", 40, 1),
    situation("dots-and-boxes", "middle", 260, 1),
    situation("dots-and-boxes", "chain", 420, 1),
    situation("dots-and-boxes", "last-box", 479, 2),
    situation("automation", "action", 1017, 2),
    situation("automation", "money", 1009, 1),
    situation("automation", "buy", 1011, 1),
    situation("automation", "attacked", 1025, 1),
    situation("chaos-letter", "play", 83, 6),
    situation("chaos-letter", "answer", 81, 5),
    situation("chaos-letter", "aimed-at", 97, 6),
    situation("chaos-letter", "no-answer", 80, 6),
    situation("property-tycoon", "auction", 1594, 4),
    situation("property-tycoon", "offer", 819, 1),
    situation("property-tycoon", "build", 793, 1),
    situation("property-tycoon", "debt", 465, 2),
];

const WINDOWS: [Window; 2] = [Window { rows: 24, columns: 80 }, Window { rows: 40, columns: 120 }];

/// What a person sees who has just been asked.
fn screen(situation: &Situation, window: Window, paint: Paint) -> String {
    let record = record(situation.game);
    let seat = Seat::from_number(situation.seat).unwrap();
    let table = record.header.open(parlor_registry::SHELF).unwrap();
    let mut sitting = Sitting::by_hand(table, record.header.seats.clone(), None);
    let play = |act: &&AnyAct| sitting.play((*act).clone()).unwrap();
    let all: Vec<Taken> = record.acts().iter().take(situation.at).map(play).collect();
    assert!(sitting.question(seat).is_some(), "seat {seat} is asked");
    // What happened since the person did something is news.
    let own = |taken: &Taken| taken.entry.act().and_then(AnyAct::seat) == Some(seat);
    let since = all.iter().rposition(own).unwrap_or(0);
    let planned = |other: usize| {
        let spec =
            if other == seat.index() { SeatSpec::Human } else { SeatSpec::computer("random") };
        PlannedSeat::Asked(spec)
    };
    let names = record.header.names();
    let seats = 0..record.header.seats.len();
    let seat_plan = SeatPlan {
        planned: seats.clone().map(planned).collect(),
        called: seats.map(|seat| names.of(Seat::at(seat)).to_owned()).collect(),
        replaced: Vec::new(),
    };
    let (mut bots, mut out) = (Bots::default(), Vec::new());
    let console = Console::typed("", true).sized(window, paint);
    let keeping = Keeping::default();
    let mut session =
        Session::new(Duration::ZERO, sitting, &seat_plan, &mut bots, keeping, console, &mut out);
    for taken in &all[since..] {
        session.mover = session.mover.or(Some(seat));
        session.happened(taken).unwrap();
    }
    // It is not the first time.
    session.were_asked = Seats::one(seat);
    session.show(seat).unwrap();
    drop(session);
    String::from_utf8(out).unwrap() + "> "
}

fn golden(situation: &Situation, window: Window) -> PathBuf {
    let Situation { game, name, .. } = situation;
    folder().join(format!("{game}.{name}.{}x{}.txt", window.columns, window.rows))
}

#[test]
fn busy_screens_are_as_they_were() {
    let updates = std::env::var_os("PARLOR_UPDATE").is_some();
    for (situation, window) in SITUATIONS.iter().flat_map(|it| WINDOWS.map(|window| (it, window))) {
        let (shown, path) = (screen(situation, window, Paint::Plain), golden(situation, window));
        if updates {
            fs::write(&path, &shown).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(shown, expected, "{}: PARLOR_UPDATE=1 writes it again", path.display());
    }
}

#[test]
fn every_screen_fits_its_window() {
    for (situation, window) in SITUATIONS.iter().flat_map(|it| WINDOWS.map(|window| (it, window))) {
        let shown = screen(situation, window, Paint::Plain);
        let what = format!("{} {} in {window:?}:\n{shown}", situation.game, situation.name);
        // What happened may have a screen of its own.
        for page in shown.split(GO_ON) {
            assert!(page.lines().count() <= window.rows, "{} lines: {what}", page.lines().count());
        }
        let widest = shown.lines().map(width).max().unwrap();
        assert!(widest < window.columns, "{widest} columns: {what}");
    }
}

#[test]
fn a_window_that_is_too_small_is_told_how_large_it_must_be() {
    let told = |window| {
        let shown = screen(&situation("property-tycoon", "build", 793, 1), window, Paint::Plain);
        shown.replace('\n', " ").contains("too few for the table: it needs 80 and")
    };
    assert!(told(Window { rows: 12, columns: 80 }));
    assert!(!WINDOWS.into_iter().any(told));
    let small = Window { rows: 30, columns: 60 };
    let narrow = screen(&SITUATIONS[12], small, Paint::Plain);
    assert!(narrow.contains("This window has 60 columns and 30 rows"), "{narrow}");
    // A table that is narrow itself has room there.
    let fits = screen(&situation("readme", "first", 28, 1), small, Paint::Plain);
    assert!(!fits.contains("This window"), "{fits}");
}

/// What a person reads until the first prompt of a new game, and what follows when these lines are typed.
fn new_game(
    (game, options, seats): (&str, &str, usize),
    window: Window,
    typed: &'static str,
) -> (String, String) {
    let options: serde_json::Value = serde_json::from_str(options).unwrap();
    let table = parlor_registry::SHELF.open(game, &options, seats).unwrap();
    let computer = |_| PlannedSeat::Asked(SeatSpec::computer("random"));
    let planned = std::iter::once(PlannedSeat::Asked(SeatSpec::Human));
    let called = (1..=seats).map(|number| format!("Player {number}"));
    let seat_plan = SeatPlan {
        planned: planned.chain((1..seats).map(computer)).collect(),
        called: called.collect(),
        replaced: Vec::new(),
    };
    let seed = parlor_match::Seed::from_number(1);
    let sitting =
        Sitting::new(table, seat_plan.occupants(), seed, parlor_match::Shares::none()).all_open();
    let (mut bots, mut out) = (Bots::default(), Vec::new());
    let console = Console::typed(typed, true).sized(window, Paint::Plain);
    run(sitting, &seat_plan, &mut bots, Keeping::default(), console, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    // A board may have such a line, too.
    let prompt = format!("\n> {}\n", typed.lines().next().unwrap_or_default());
    let (first, rest) = out.split_once(&prompt).unwrap();
    (format!("{first}\n> "), rest.to_owned())
}

const NEW_GAMES: [(&str, &str, usize); 5] = [
    ("dots-and-boxes", "{}", 2),
    ("automation", "{}", 2),
    ("automation", r#"{"set": "standard"}"#, 4),
    ("chaos-letter", r#"{"deck": "chaos"}"#, 6),
    ("property-tycoon", "{}", 4),
];

/// What a window shows of a text that is longer.
fn last_rows(text: &str, window: Window) -> String {
    let mut rows = 0;
    let lines = text.lines().rev().take_while(|line| {
        rows += width(line).max(1).div_ceil(window.columns);
        rows <= window.rows
    });
    let mut lines: Vec<&str> = lines.collect();
    lines.reverse();
    lines.join("\n")
}

#[test]
fn the_first_screen_says_which_commands_there_are() {
    for (game, window) in NEW_GAMES.iter().flat_map(|it| WINDOWS.map(|window| (it, window))) {
        let (first, _) = new_game(*game, window, "");
        let seen = last_rows(&first, window);
        let all = seen.replace('\n', " ");
        for part in ["This table is all-open", "Type a move, or one of: help,", "leave, quit."] {
            assert!(all.contains(part), "{game:?} {window:?}: no '{part}' in\n{seen}");
        }
        assert!(!first.contains("Since you were last asked"), "{first}");
    }
}

#[test]
fn a_window_that_is_too_small_shows_that_it_is() {
    let window = Window { rows: 20, columns: 60 };
    for game in [("automation", "{}", 2), ("property-tycoon", "{}", 4)] {
        let (first, _) = new_game(game, window, "");
        let seen = last_rows(&first, window);
        assert!(seen.contains("This window has 60 columns and 20 rows"), "{seen}");
    }
}

#[test]
fn texts_are_as_wide_as_the_window() {
    for columns in [40, 60, 80, 120] {
        let window = Window { rows: 50, columns };
        let typed = "help\nhelp more\nhelp moves\nmoves\nv\nlog\nexplain box\nh 9 9\nsave\nquit\n";
        let (_, rest) = new_game(("dots-and-boxes", "{}", 2), window, typed);
        let widest = rest.lines().map(width).max().unwrap();
        let most = columns - 1;
        assert!((most - 12..=most).contains(&widest), "{widest} of {columns}:\n{rest}");
        // No move is broken.
        assert!(!rest.contains("v\n0") && !rest.contains("h\n0"), "{rest}");
    }
}

/// The first thing in the README is a screen as it is.
#[test]
fn the_readme_begins_with_a_screen() {
    let readme = include_str!("../../../../../README.md");
    let block = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let shown = screen(&situation("readme", "first", 28, 1), WINDOWS[0], Paint::Plain);
    assert_eq!(block.unwrap().trim_end(), shown.trim_end());
}

/// Somebody who sees no colours misses nothing.
#[test]
fn colours_change_no_character() {
    for situation in &SITUATIONS {
        for window in WINDOWS {
            let coloured = screen(situation, window, Paint::Colours);
            assert!(coloured.contains('\u{1b}'), "{} {}", situation.game, situation.name);
            let stripped = anstream::adapter::strip_str(&coloured).to_string();
            assert_eq!(stripped, screen(situation, window, Paint::Plain));
        }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens")
}

fn record(game: &str) -> Record {
    let bytes = fs::read(folder().join(format!("{game}.rec"))).unwrap();
    Record::from_bytes(&bytes).unwrap()
}
