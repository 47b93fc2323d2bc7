//! Everything the game says. How the board looks is in `picture.rs`.

use parlor_engine::layout::tied;
use parlor_engine::{
    Catalogue, Count, Drawing, Form, Hosted, Importance, Names, PerSeat, Phrase, Player, Seats,
};

use crate::contents;
use crate::forms;
use crate::moves::Line;
use crate::picture;
use crate::players::Easy;
use crate::rules::{Notice, Question, Rules};
use crate::state::State;
use crate::view::View;

impl<const W: usize> Hosted for Rules<W> {
    fn draw(&self, view: &View<W>, names: &Names) -> Drawing {
        picture::draw(view, names)
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        match *notice {
            Notice::Drew { seat, line, closed: 0 } => format!("{} draws {line}.", names.of(seat)),
            Notice::Drew { seat, line, closed } => {
                let boxes = if closed == 1 { "a box" } else { "two boxes" };
                format!("{} draws {line} and closes {boxes}.", names.of(seat))
            }
            Notice::Left { seat } => format!("{} leaves the table.", names.of(seat)),
        }
    }

    fn about(&self, notice: &Notice) -> Seats {
        match *notice {
            Notice::Drew { seat, .. } | Notice::Left { seat } => Seats::one(seat),
        }
    }

    fn importance(&self, notice: &Notice) -> Importance {
        match notice {
            Notice::Left { .. } => Importance::Key,
            Notice::Drew { closed, .. } if *closed > 0 => Importance::Notable,
            Notice::Drew { .. } => Importance::Usual,
        }
    }

    fn ask(&self, question: &Question, view: &View<W>, names: &Names) -> String {
        let mover = view.mover.map_or("nobody", |seat| names.of(seat));
        if question.again {
            format!("{mover}: a box is closed, draw another line (such as {})", example(view))
        } else {
            format!("{mover}: draw a line (such as {})", example(view))
        }
    }

    fn forms(&self) -> Vec<Form> {
        forms::forms()
    }

    fn phrase(&self, played: &Line) -> Phrase {
        forms::phrase(*played)
    }

    fn notes(&self) -> String {
        forms::notes(self.board.size())
    }

    fn catalogue(&self) -> Catalogue {
        contents::catalogue(self.board.size())
    }

    /// By boxes.
    fn standing(&self, state: &State<W>) -> Option<PerSeat<i64>> {
        Some(self.boxes_of_all(state))
    }

    fn score_counted(&self, score: i64) -> Count {
        Count::of(score, "box", "boxes")
    }

    fn player(&self, name: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        match name {
            "easy" => Some(Box::new(Easy::new(seed))),
            _ => None,
        }
    }
}

fn example<const W: usize>(view: &View<W>) -> String {
    view.free_lines().next().map_or_else(String::new, |line| tied(&line.to_string()))
}
