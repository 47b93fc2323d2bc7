//! Exact values of small boards, by plain search through the rules: no pruning, no theory, only a
//! table of positions seen. The numbers are the known ones; larger boards are out of its reach.

use std::any::Any;
use std::collections::BTreeMap;

use parlor_dots_and_boxes::{DotsAndBoxes, Line, Rules, State};
use parlor_engine::{Act, Asleep, Game, Hosted, Menu, Rulebook, Seat, Turn, Visitor};
use serde_json::json;

/// Not looked at yet. No board here has so many boxes.
const UNKNOWN: i8 = i8::MIN;

/// A search through the rules of one board.
struct Search<'a, G> {
    game: &'a G,
    /// The lines of the board are numbered anew without gaps, so that a set of them is an index.
    bit_of_line: Vec<usize>,
    /// By the set of free lines: all that the future depends on.
    margins: Vec<i8>,
}

impl<'a, G: Game<State = State<1>, Move = Line>> Search<'a, G> {
    fn new(game: &'a G) -> Self {
        let lines = game.menu(&game.start(), Seat::at(0));
        let mut bit_of_line = vec![0; 64];
        for (bit, line) in lines.iter().enumerate() {
            bit_of_line[line.number()] = 1 << bit;
        }
        let margins = vec![UNKNOWN; 1 << lines.count()];
        Self { game, bit_of_line, margins }
    }

    /// The margin the mover makes from here on under best play.
    fn margin(&mut self, state: &State<1>, free: usize) -> i8 {
        if self.margins[free] == UNKNOWN {
            self.margins[free] = match self.mover(state) {
                None => 0,
                Some(seat) => {
                    let lines = self.game.menu(state, seat);
                    let margins = lines.iter().map(|line| self.after(state, free, seat, line));
                    margins.max().unwrap_or(0)
                }
            };
        }
        self.margins[free]
    }

    /// The margin the mover makes with this line.
    fn after(&mut self, state: &State<1>, free: usize, seat: Seat, line: Line) -> i8 {
        let mut next = state.clone();
        let act = Act::Move(seat, line);
        self.game.apply(&mut next, &act, &mut Asleep).expect("a free line can be drawn");
        let score = |state: &State<1>| state.scores()[seat.index()].cast_signed();
        let taken = score(&next) - score(state);
        let rest = self.margin(&next, free & !self.bit_of_line[line.number()]);
        if self.mover(&next) == Some(seat) { taken + rest } else { taken - rest }
    }

    fn mover(&self, state: &State<1>) -> Option<Seat> {
        match self.game.turn(state) {
            Turn::Ask { seats, .. } => seats.first(),
            Turn::Chance | Turn::Over => None,
        }
    }
}

/// The value of the board, and of every first line.
struct Solve;

impl Visitor for Solve {
    type Out = (i8, BTreeMap<String, i8>);

    fn visit<G: Hosted>(self, game: G) -> Self::Out {
        // The visitor is shown a game of some type; boards this small have sets of one word.
        let game: &dyn Any = &game;
        let game = game.downcast_ref::<Rules<1>>().expect("a small board");
        let (start, first) = (game.start(), Seat::at(0));
        let mut search = Search::new(game);
        let all = search.margins.len() - 1;
        let value = search.margin(&start, all);
        let openings = game.menu(&start, first);
        let openings = openings
            .iter()
            .map(|line| (line.to_string(), search.after(&start, all, first, line)))
            .collect();
        (value, openings)
    }
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
