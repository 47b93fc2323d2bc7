//! The game's own computer players. They see a view, never the table.

use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_engine::{Ask, Player};

use crate::moves::{Line, Side};
use crate::rules::Rules;
use crate::view::View;

/// Closes every box it can, gives none away while it can help it, and then as few as possible.
///
/// It does not count chains, so it can be beaten by whoever does.
#[derive(Clone, Debug)]
pub struct Easy(PlayoutRng);

impl Easy {
    /// The same seed plays the same moves.
    pub fn new(seed: u64) -> Self {
        Self(playout_rng(seed))
    }
}

impl<const W: usize> Player<Rules<W>> for Easy {
    fn choose(&mut self, ask: &Ask<'_, Rules<W>>) -> Line {
        let view = ask.view;
        // Among the best lines every one is as likely: keep the n-th equal with odds 1 in n.
        let (mut best, mut cost, mut equals) = (None, usize::MAX, 0);
        for line in view.free_lines() {
            let this = cost_of(view, line, cost);
            if this < cost {
                (best, cost, equals) = (Some(line), this, 1);
            } else if this == cost {
                equals += 1;
                if below(&mut self.0, equals) == 0 {
                    best = Some(line);
                }
            }
        }
        best.expect("an asked seat has a free line")
    }
}

/// How bad a line is: 0 closes a box, 1 is safe, more gives that many boxes away. It is not worked
/// out further than to be worse than `least`.
fn cost_of<const W: usize>(view: &View<W>, line: Line, least: usize) -> usize {
    let walls = boxes_beside(view, line).map(|(row, column)| view.walls(row, column));
    match walls.max() {
        Some(3) => 0,
        Some(2) => 1 + given_away(view, line, least),
        _ => 1,
    }
}

/// How many boxes the next player can close one after the other once the line is drawn, up to `most`.
fn given_away<const W: usize>(view: &View<W>, line: Line, most: usize) -> usize {
    let mut after = view.clone();
    let mut taken = 0;
    let mut next = Some(line);
    while let Some(line) = next.filter(|_| taken < most) {
        if let Some(number) = after.size().number(line) {
            after.free.remove(number);
        }
        let open = after.size().all_boxes().find(|&(row, column)| after.walls(row, column) == 3);
        next = open.and_then(|(row, column)| {
            let lines = after.size().lines_of_box(row, column);
            lines.into_iter().find(|&line| !after.is_drawn(line))
        });
        taken += usize::from(next.is_some());
    }
    taken
}

fn boxes_beside<const W: usize>(view: &View<W>, line: Line) -> impl Iterator<Item = (u8, u8)> {
    let (row, column) = (line.row(), line.column());
    let other = match line.side() {
        Side::H => row.checked_sub(1).map(|row| (row, column)),
        Side::V => column.checked_sub(1).map(|column| (row, column)),
    };
    let size = view.size();
    [Some((row, column)), other]
        .into_iter()
        .flatten()
        .filter(move |&(row, column)| row < size.rows() && column < size.columns())
}
