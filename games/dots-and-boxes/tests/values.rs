//! Exact values of small boards, by plain search through the rules: no pruning, no theory, only a
//! table of positions seen. The numbers are the known ones; larger boards are out of its reach.

use std::collections::BTreeMap;

use parlor_dots_and_boxes::{DotsAndBoxes, Line, State};
use parlor_engine::{Act, Asleep, Game, Hosted, Menu, Rulebook, Seat, Turn, Visitor};
use serde_json::json;

/// Not looked at yet. No board here has so many boxes.
const UNKNOWN: i8 = i8::MIN;

/// The margin the mover makes from here on under best play.
///
/// It depends on the free lines alone, so they are the index of the table.
fn margin<G>(game: &G, state: &State<1>, table: &mut [i8]) -> i8
where
    G: Game<State = State<1>, Move = Line>,
{
    let index = state.free().words()[0] as usize;
    if table[index] == UNKNOWN {
        let seat = state_mover(game, state);
        table[index] = seat.map_or(0, |seat| {
            let lines = game.menu(state, seat);
            lines.iter().map(|line| after(game, state, seat, line, table)).max().unwrap_or(0)
        });
    }
    table[index]
}

/// The margin the mover makes with this line.
fn after<G>(game: &G, state: &State<1>, seat: Seat, line: Line, table: &mut [i8]) -> i8
where
    G: Game<State = State<1>, Move = Line>,
{
    let mut next = state.clone();
    game.apply(&mut next, &Act::Move(seat, line), &mut Asleep).expect("a free line can be drawn");
    let taken =
        next.scores()[seat.index()].cast_signed() - state.scores()[seat.index()].cast_signed();
    let rest = margin(game, &next, table);
    if state_mover(game, &next) == Some(seat) { taken + rest } else { taken - rest }
}

fn state_mover<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.turn(state) {
        Turn::Ask { seats, .. } => seats.first(),
        Turn::Chance | Turn::Over => None,
    }
}

/// The value of the board, and of every first line.
struct Solve;

impl Visitor for Solve {
    type Out = (i8, BTreeMap<String, i8>);

    fn visit<G: Hosted>(self, game: G) -> Self::Out {
        solve(&game)
    }
}

fn solve<G: Hosted>(game: &G) -> (i8, BTreeMap<String, i8>) {
    // The visitor is shown a game of some type; all boards this small have bit sets of one word.
    let game: &dyn std::any::Any = game;
    let game = game.downcast_ref::<parlor_dots_and_boxes::Rules<1>>().expect("a small board");
    let start = game.start();
    let mut table = vec![UNKNOWN; 1 << start.free().len()];
    let value = margin(game, &start, &mut table);
    let first = Seat::at(0);
    let openings = game.menu(&start, first);
    let openings = openings
        .iter()
        .map(|line| (line.to_string(), after(game, &start, first, line, &mut table)))
        .collect();
    (value, openings)
}

fn values(boxes: &str) -> (i8, BTreeMap<String, i8>) {
    DotsAndBoxes::open(&json!({ "boxes": boxes }), 2, Solve).expect("a table")
}

/// Checks the value of a board, and that just these first lines are worth something else.
fn check(boxes: &str, expected: i8, others: &[&str], worth: i8) {
    let (value, openings) = values(boxes);
    assert_eq!(value, expected, "{boxes}");
    for (line, value) in openings {
        let expected = if others.contains(&line.as_str()) { worth } else { expected };
        assert_eq!(value, expected, "{boxes}, first line {line}");
    }
}

fn check_all_openings_alike(boxes: &str, expected: i8) {
    check(boxes, expected, &[], 0);
}

#[test]
fn strips() {
    check_all_openings_alike("1x1", -1);
    let outer = ["h 0 0", "h 0 1", "h 1 0", "h 1 1", "v 0 0", "v 0 2"];
    check("1x2", 0, &outer, -2);
    for (boxes, expected) in [("1x3", -1), ("1x4", 0), ("1x5", -1)] {
        assert_eq!(values(boxes).0, expected, "{boxes}");
    }
}

#[test]
fn two_by_two_opens_at_the_border() {
    check("2x2", 2, &["h 1 0", "h 1 1", "v 0 1", "v 1 1"], 0);
}

#[test]
fn two_by_four_has_two_bad_kinds_of_openings() {
    check("2x4", 2, &["h 1 1", "h 1 2", "v 0 2", "v 1 2"], 0);
}

/// The last one has 2^27 positions, some seconds and 128 MiB: for the slow tier.
#[test]
fn boards_that_open_anywhere() {
    let boards = [("2x3", -2), ("3x3", -3), ("2x5", -2)];
    let reach = if parlor_gametest::slow() { 3 } else { 2 };
    for (boxes, expected) in &boards[..reach] {
        check_all_openings_alike(boxes, *expected);
    }
}
