//! Dots and Boxes: take boxes, give none away, and leave two where that keeps the others moving.
//!
//! The view: `{"boxes": "4x4", "drawn": ["h 0 0", …], …}`; a move is a line, `h ROW COLUMN` or
//! `v ROW COLUMN`.

use std::collections::{HashMap, HashSet};

use crate::parlor::Ask;

/// A chain is short up to here: it is not worth two boxes to make others open it.
const SHORT: usize = 2;

/// The lines round a box.
type Box = [String; 4];
/// Lines on the board.
type Lines = HashSet<String>;

pub(crate) fn decide(ask: &mut Ask<'_>) -> Option<String> {
    let board = Board::new(ask.view["boxes"].as_str()?)?;
    let drawn = ask.view["drawn"].as_array()?.iter().filter_map(|line| line.as_str());
    let drawn: Lines = drawn.map(str::to_owned).collect();
    let free: Vec<String> = ask.menu.iter().collect();
    let (closing, others): (Vec<String>, Vec<String>) =
        free.iter().cloned().partition(|line| board.closes(&drawn, line) > 0);
    let safe: Vec<&String> = others.iter().filter(|line| !board.opens(&drawn, line)).collect();
    if let Some(first) = closing.first() {
        // With quiet lines left it is simple: a box is a box, and one moves again.
        let left = if safe.is_empty() { leave_two(&board, &drawn, &free, &others) } else { None };
        return Some(left.unwrap_or(first).clone());
    }
    if !safe.is_empty() {
        return Some((*ask.rng.choice(&safe)).clone());
    }
    free.into_iter().min_by_key(|line| board.gift(&drawn, line))
}

/// The line that leaves the last two boxes of a chain to the other, who has to open the next chain
/// afterwards; `None` where that does not pay.
fn leave_two<'a>(
    board: &Board,
    drawn: &Lines,
    free: &[String],
    others: &'a [String],
) -> Option<&'a String> {
    if board.take_all(drawn.clone()).0 != 2 {
        return None;
    }
    others.iter().find(|line| {
        // Two boxes behind one line: the other closes both at once, or opens a chain right away.
        let with_line = with(drawn, line);
        let both = free.iter().any(|other| board.closes(&with_line, other) == 2);
        let (taken, rest) = board.take_all(with_line);
        let mut then = free.iter().filter(|other| !rest.contains(*other)).peekable();
        taken == 2
            && both
            && then.peek().is_some()
            && then.all(|other| board.gift(&rest, other) > SHORT)
    })
}

fn with(drawn: &Lines, line: &str) -> Lines {
    let mut more = drawn.clone();
    more.insert(line.to_owned());
    more
}

/// Which lines are round which box.
struct Board {
    boxes: Vec<Box>,
    /// The boxes beside a line, by their number.
    beside: HashMap<String, Vec<usize>>,
}

impl Board {
    fn new(boxes: &str) -> Option<Self> {
        let (rows, columns) = boxes.split_once('x')?;
        let (rows, columns): (u8, u8) = (rows.parse().ok()?, columns.parse().ok()?);
        let mut board = Self { boxes: Vec::new(), beside: HashMap::new() };
        for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
            let (below, right) = (r + 1, c + 1);
            let lines = [
                format!("h {r} {c}"),
                format!("h {below} {c}"),
                format!("v {r} {c}"),
                format!("v {r} {right}"),
            ];
            for line in &lines {
                board.beside.entry(line.clone()).or_default().push(board.boxes.len());
            }
            board.boxes.push(lines);
        }
        Some(board)
    }

    fn beside(&self, line: &str) -> &[usize] {
        self.beside.get(line).map_or(&[], Vec::as_slice)
    }

    /// The lines a box still wants.
    fn missing<'a>(&'a self, drawn: &'a Lines, number: usize) -> impl Iterator<Item = &'a String> {
        self.boxes[number].iter().filter(|line| !drawn.contains(*line))
    }

    /// How many boxes a line that is free closes.
    fn closes(&self, drawn: &Lines, line: &str) -> usize {
        let closed = |number: &&usize| self.missing(drawn, **number).eq([line]);
        self.beside(line).iter().filter(closed).count()
    }

    /// Whether a box wants but one line afterwards.
    fn opens(&self, drawn: &Lines, line: &str) -> bool {
        self.beside(line).iter().any(|number| self.missing(drawn, *number).count() == 2)
    }

    /// How many boxes somebody gets who takes all there is, and the lines drawn then.
    fn take_all(&self, mut drawn: Lines) -> (usize, Lines) {
        let wants_one = |drawn: &Lines, number: usize| self.missing(drawn, number).count() == 1;
        let mut wanting: Vec<usize> =
            (0..self.boxes.len()).filter(|number| wants_one(&drawn, *number)).collect();
        let mut taken = 0;
        while let Some(number) = wanting.pop() {
            let Some(line) = self.missing(&drawn, number).next().cloned() else { continue };
            taken += self.closes(&drawn, &line);
            wanting.extend(self.beside(&line));
            drawn.insert(line);
            wanting.retain(|number| wants_one(&drawn, *number));
        }
        (taken, drawn)
    }

    /// How many boxes the next player gets after this line.
    fn gift(&self, drawn: &Lines, line: &str) -> usize {
        self.take_all(with(drawn, line)).0
    }
}
