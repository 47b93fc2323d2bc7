//! Which act each key shows, and that each screen fits the window.

use std::fs;
use std::path::PathBuf;

use parlor_engine::layout::width;

use super::*;
use crate::paint::Paint;
use crate::window::Window;

const WINDOW: Window = Window { rows: 24, columns: 80 };

fn record(game: &str) -> Record {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
    Record::from_bytes(&fs::read(folder.join(format!("{game}.rec"))).unwrap()).unwrap()
}

/// The screens that a person sees who presses these keys.
fn screens(game: &str, views: Views, at: usize, keys: &'static [u8]) -> Vec<String> {
    let record = record(game);
    let mut console = Console::pressed(keys).sized(WINDOW, Paint::Plain);
    let mut out = Vec::new();
    Steps::new(&record, views, at).unwrap().run(&mut console, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    out.split(CLEAR).skip(1).map(str::to_owned).collect()
}

const SPECTATOR: Views = Views::Of(Viewer::Spectator);

/// Where the last screen is after these keys.
#[track_caller]
fn check(keys: &'static [u8], expected: &str) {
    let all = screens("dots-and-boxes", SPECTATOR, 3, keys);
    let last = all.last().unwrap().trim_end().lines().last().unwrap().to_owned();
    assert!(last.starts_with(expected), "{keys:?}: {last}");
}

#[test]
fn keys_go_from_act_to_act() {
    check(b"", "act 3 of 480 (?");
    for next in [&b"n"[..], b" ", b"\r", b"\x1b[C"] {
        check(next, "act 4 of 480 (?");
    }
    for back in [&b"p"[..], b"b", b"\x1b[D"] {
        check(back, "act 2 of 480 (?");
    }
    check(b"g", "start, before act 1 of 480 (?");
    check(b"\x1b[H", "start, before act 1 of 480 (?");
    check(b"gp", "start, before act 1 of 480: this is the start");
    check(b"G", "act 480 of 480 (?");
    check(b"\x1b[Fn", "act 480 of 480: this is the last act");
    check(b"Gpp", "act 478 of 480 (?");
    check(b"12", "act 3 of 480, go to 12");
    check(b"12\r", "act 12 of 480 (?");
    check(b"124\x7f\r", "act 12 of 480 (?");
    check(b"0\r", "start, before act 1 of 480 (?");
    check(b"481\r", "act 3 of 480: there is no act 481");
    // Another key forgets the number.
    check(b"12n\r", "act 5 of 480 (?");
    check(b"x\x1b[A", "act 3 of 480 (?");
}

#[test]
fn q_stops_and_a_question_mark_lists_the_keys() {
    let all = screens("dots-and-boxes", SPECTATOR, 0, b"n?nnqnn");
    let help: Vec<bool> = all.iter().map(|screen| screen.starts_with(HELP)).collect();
    assert_eq!(help, [false, false, true, false, false]);
    assert!(all[3].contains("act 1 of 480 (?") && all[4].contains("act 2 of 480 (?"), "{all:?}");
    assert!(HELP.lines().all(|line| width(line) < WINDOW.columns));
}

/// A screen is the same whether somebody came to it forwards or backwards.
#[test]
fn the_way_back_shows_the_same() {
    let forwards = screens("chaos-letter", SPECTATOR, 20, b"nnn");
    let backwards = screens("chaos-letter", SPECTATOR, 23, b"ppp");
    let backwards: Vec<String> = backwards.into_iter().rev().collect();
    let plain = |all: Vec<String>| all.into_iter().map(|it| it.trim_end().to_owned()).collect();
    let (forwards, backwards): (Vec<String>, Vec<String>) = (plain(forwards), plain(backwards));
    assert_eq!(forwards, backwards);
    assert!(forwards.windows(2).all(|pair| pair[0] != pair[1]), "{forwards:?}");
}

#[test]
fn every_screen_fits_the_window() {
    for game in ["dots-and-boxes", "automation", "chaos-letter", "property-tycoon"] {
        for (views, keys) in [
            (SPECTATOR, &b"Gppppppgnnn"[..]),
            (Views::All, b"vvnGvp"),
            (Views::Of(Viewer::Seat(Seat::at(1))), b"nnnnG"),
        ] {
            for at in [0, 30, 77] {
                for screen in screens(game, views, at, keys) {
                    let lines = screen.trim_end_matches('\n').split('\n');
                    assert!(lines.clone().count() <= WINDOW.rows, "{game}:\n{screen}");
                    assert!(lines.map(width).all(|it| it < WINDOW.columns), "{game}:\n{screen}");
                }
            }
        }
    }
}

#[test]
fn a_viewer_sees_what_it_may_and_v_shows_another() {
    let seat = |number: usize| Views::Of(Viewer::Seat(Seat::at(number)));
    let first = |views: Views, keys| screens("chaos-letter", views, 20, keys).pop().unwrap();
    assert_ne!(first(SPECTATOR, b""), first(seat(0), b""));
    assert!(first(seat(0), b"").contains("(you)"));
    let all = screens("chaos-letter", Views::All, 20, b"vv");
    let viewers = ["seat 1", "seat 2", "seat 3"];
    for (screen, viewer) in all.iter().zip(viewers) {
        assert!(screen.contains(&format!(", {viewer} (v: another viewer)")), "{screen}");
    }
}

#[test]
fn the_last_screen_says_how_the_game_ended() {
    let end = screens("dots-and-boxes", SPECTATOR, 480, b"").pop().unwrap();
    assert!(end.contains("\nThe game is over: all boxes are closed; "), "{end}");
    let before = screens("dots-and-boxes", SPECTATOR, 479, b"").pop().unwrap();
    assert!(!before.contains("The game is over"), "{before}");
}
