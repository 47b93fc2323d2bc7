//! The rules, in the order of the rule book.

use std::hint::cold_path;

use parlor_engine::bits::Bits;
use parlor_engine::rand_core::Rng;
use parlor_engine::{
    Act, ActOf, Game, Never, NoChance, Outcome, PerSeat, Refusal, Seat, Seats, Turn, Viewer,
    Viewers, Witness,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{Board, Size};
use crate::moves::{FreeLines, Line};
use crate::opening::Opening;
use crate::state::{MAX_PLAYERS, State};
use crate::view::View;

/// A table of Dots and Boxes, with bit sets of `W` words.
#[derive(Clone, Debug)]
pub struct Rules<const W: usize> {
    pub(crate) board: Board<W>,
    seats: usize,
    start: State<W>,
}

impl<const W: usize> Rules<W> {
    /// How many boxes each seat has closed.
    pub(crate) fn boxes_of_all(&self, state: &State<W>) -> PerSeat<i64> {
        PerSeat::from_fn(self.seats, |seat| i64::from(state.scores[seat.index()]))
    }

    pub(crate) fn new(size: Size, opening: Opening, seats: usize) -> Self {
        let lines = size.all_lines().filter(|&line| !opening.draws(size, line));
        let free: Bits<W> = lines.map(Line::number).collect();
        let start = State {
            free,
            free_count: free.len() as u16,
            owner: [Bits::EMPTY; 2],
            scores: [0; MAX_PLAYERS],
            open_boxes: size.boxes() as u8,
            mover: Seat::at(0),
            present: Seats::first_n(seats),
            again: false,
            last: None,
        };
        Self { board: Board::new(size), seats, start }
    }

    /// A player draws a free line. Whoever closes a box owns it and moves again; a line may close
    /// two. Nobody has to close a box.
    #[expect(clippy::inline_always, reason = "see `apply`")]
    #[inline(always)]
    fn draw_line<W2: Witness<Notice>>(
        &self,
        state: &mut State<W>,
        seat: Seat,
        line: Line,
        witness: &mut W2,
    ) -> Result<(), Refusal<Reason>> {
        let number = line.number();
        if !state.free.contains(number) {
            let size = self.board.size();
            return Err(Refusal::Rules(match size.number(line) {
                None => Reason::OffTheBoard(line, size),
                Some(_) => Reason::AlreadyDrawn(line),
            }));
        }
        state.free.remove(number);
        state.free_count -= 1;
        state.last = Some(line);
        let closed = self.board.closed_by(number, &state.free);
        state.claim(closed, seat);
        state.again = closed.count() > 0;
        witness.say(Viewers::ALL, || Notice::Drew { seat, line, closed: closed.count() });
        let next = state.present.after(seat).unwrap_or(seat);
        state.mover = if state.again { seat } else { next };
        state.close();
        Ok(())
    }

    /// A player who leaves keeps the boxes but moves no more; the last one left has won.
    #[cold]
    fn leave<W2: Witness<Notice>>(
        &self,
        state: &mut State<W>,
        seat: Seat,
        witness: &mut W2,
    ) -> Result<(), Refusal<Reason>> {
        if seat.index() >= self.seats {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if !state.present.contains(seat) {
            return Err(Refusal::Gone(seat));
        }
        state.present = state.present.without(seat);
        if state.mover == seat {
            state.mover = state.present.after(seat).unwrap_or(seat);
            state.again = false;
        }
        state.close();
        witness.say(Viewers::ALL, || Notice::Left { seat });
        Ok(())
    }
}

impl<const W: usize> Game for Rules<W> {
    type State = State<W>;
    type Move = Line;
    type Chance = NoChance;
    type Question = Question;
    type Menu = FreeLines<W>;
    type Odds = NoChance;
    type View = View<W>;
    type Notice = Notice;
    type Refusal = Reason;
    type Secret = Never;

    fn seats(&self) -> usize {
        self.seats
    }

    /// Every line once; and all but one may leave.
    fn bound(&self) -> u32 {
        (self.start.free.len() + self.seats - 1) as u32
    }

    fn start(&self) -> State<W> {
        self.start.clone()
    }

    #[inline]
    fn turn(&self, state: &State<W>) -> Turn<Question> {
        if state.is_over() {
            Turn::Over
        } else {
            Turn::ask(state.mover, Question { again: state.again })
        }
    }

    #[inline]
    fn menu(&self, state: &State<W>, seat: Seat) -> FreeLines<W> {
        if seat != state.mover || state.is_over() {
            // Never in play. Said aloud, it is a branch that is always guessed right, and the free
            // lines need not wait until it is known whose move it is.
            cold_path();
            return FreeLines::new(Bits::EMPTY, 0, self.board.size());
        }
        FreeLines::new(state.free, state.free_count, self.board.size())
    }

    // Inlined whatever the compiler thinks of it: an act that need not be written to memory and read
    // back makes a playout half as fast again.
    #[expect(clippy::inline_always, reason = "measured; cargo bench -p parlor-bench")]
    #[inline(always)]
    fn apply<W2: Witness<Notice>>(
        &self,
        state: &mut State<W>,
        act: &ActOf<Self>,
        witness: &mut W2,
    ) -> Result<(), Refusal<Reason>> {
        if state.is_over() {
            return Err(Refusal::Over);
        }
        match *act {
            Act::Move(seat, _) if seat != state.mover => self.admit(state, act),
            Act::Move(seat, line) => self.draw_line(state, seat, line, witness),
            Act::Leave(seat) => self.leave(state, seat, witness),
            Act::Chance(_) => Err(Refusal::NoChanceDue),
            Act::Clock => Err(Refusal::NoClock),
        }
    }

    /// Most boxes wins, equal numbers are a tie. Those who left come after those who stayed.
    fn outcome(&self, state: &State<W>) -> Option<Outcome> {
        if !state.is_over() {
            return None;
        }
        let scores = self.boxes_of_all(state);
        let reason =
            if state.open_boxes == 0 { "all boxes are closed" } else { "everybody else has left" };
        let key = |seat, score: &i64| (state.present.contains(seat), *score);
        Some(Outcome::ranked(scores, key, reason))
    }

    fn view(&self, state: &State<W>, viewer: Viewer) -> View<W> {
        View::of(self, state, viewer)
    }

    /// Nothing is hidden, so there is only one state to imagine.
    fn imagine<R: Rng + ?Sized>(&self, view: &View<W>, _: &mut R) -> State<W> {
        view.state()
    }

    fn score(&self, view: &View<W>, seat: Seat) -> Option<i64> {
        view.scores.get(seat.index()).copied().map(i64::from)
    }

    fn check(&self, state: &State<W>) -> Result<(), String> {
        let owned: u32 = state.scores.iter().map(|&score| u32::from(score)).sum();
        let boxes = self.board.size().boxes() as u32;
        if owned + u32::from(state.open_boxes) != boxes {
            return Err(format!("{owned} owned and {} open of {boxes} boxes", state.open_boxes));
        }
        let (counted, free) = (state.free_count, state.free.len());
        if usize::from(counted) != free {
            return Err(format!("{free} lines are free but {counted} are counted"));
        }
        let closed = self.board.size().all_boxes().filter(|&(row, column)| {
            let lines = self.board.size().lines_of_box(row, column);
            lines.iter().all(|&line| {
                self.board.size().number(line).is_some_and(|number| !state.free.contains(number))
            })
        });
        match closed.count() as u32 {
            closed if closed == owned => Ok(()),
            closed => Err(format!("{closed} boxes are closed but {owned} are owned")),
        }
    }
}

/// What a player is asked: always for a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename = "draw-line")]
pub struct Question {
    /// Whether it is the same player's move again, for having closed a box.
    pub again: bool,
}

/// What happened, for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Notice {
    /// A line was drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// Which.
        line: Line,
        /// How many boxes it closed.
        closed: u8,
    },
    /// A player left.
    Left {
        /// Who.
        seat: Seat,
    },
}

/// Why a line cannot be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// There is no such line here.
    #[error("'{0}' is not on this board of {1} boxes: {range}", range = range(*.1))]
    OffTheBoard(Line, Size),
    /// Somebody was there before.
    #[error("that line is already drawn: '{0}'")]
    AlreadyDrawn(Line),
}

fn range(size: Size) -> String {
    let (rows, columns) = (size.rows(), size.columns());
    format!(
        "h takes rows 0-{rows} and columns 0-{}, v takes rows 0-{} and columns 0-{columns}",
        columns - 1,
        rows - 1
    )
}
