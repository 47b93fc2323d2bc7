//! What a host needs beside the rules to put a game on a table: words, and computer players.

use std::fmt;

use crate::game::Game;
use crate::ledger::{Entry, Ledger};
use crate::player::Player;
use crate::seat::{PerSeat, Seat};

/// A game that can be shown to people and played against.
pub trait Hosted: Game {
    /// The table as its viewer sees it, drawn in text of a fixed-width face.
    fn draw(&self, view: &Self::View, names: &Names) -> String;

    /// Something that happened, as one sentence; nothing where it goes without saying.
    fn tell(&self, notice: &Self::Notice, names: &Names) -> String;

    /// A question, as one sentence that says what is wanted.
    fn ask(&self, question: &Self::Question, view: &Self::View, names: &Names) -> String;

    /// How moves and chance outcomes are written, with an example of each. Words in capitals stand
    /// for something; where the number of a seat stands, PLAYER or SEAT: there, and in no other
    /// place that is named, people may type a player's name. Where PLACE stands they may type a name
    /// out of [`Hosted::places`].
    fn notation(&self) -> String;

    // ---- provided ----

    /// The answer that needs no thought and does no harm, such as throwing the dice: people need not
    /// type it. `None` where there is a choice to make.
    fn usual(&self, question: &Self::Question) -> Option<Self::Move> {
        let _ = question;
        None
    }

    /// Whether a move is never meant by a slip of the finger, since it gives something up for good:
    /// people have to type it in full.
    fn is_grave(&self, played: &Self::Move) -> bool {
        let _ = played;
        false
    }

    /// Whether something that happened should not be missed, where there is not room to repeat
    /// everything: that somebody is out, or how a round ended.
    fn matters(&self, notice: &Self::Notice) -> bool {
        let _ = notice;
        false
    }

    /// The words of the game that want explaining (a card, a space), each with what it means.
    fn glossary(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The ledger as the game begins, with all the money there is; `None` in a game without money.
    fn ledger(&self) -> Option<Ledger> {
        None
    }

    /// The entry in the ledger that a notice stands for. Money that moves is told in one notice, and
    /// there is no other way for it to move.
    fn entry(&self, notice: &Self::Notice) -> Option<Entry> {
        let _ = notice;
        None
    }

    /// The places of the board, each with what it is called and how it is written in a move:
    /// `Bishop Drive` and `17`. Several may be called alike.
    fn places(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// How the seats stand in this state by the game's own measure, the more the better: boxes,
    /// points, what somebody is worth. A game that has ended stands as it is scored. `None` where
    /// nobody can be said to be ahead before the end.
    ///
    /// It is for whoever studies games from outside: it is handed the true state, so it may count
    /// what is hidden, and no player is ever shown it.
    fn standing(&self, state: &Self::State) -> Option<PerSeat<i64>> {
        let _ = state;
        None
    }

    /// One of the game's own computer players, by its name in
    /// [`About::players`](crate::About::players).
    fn player(&self, name: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        let _ = (name, seed);
        None
    }
}

/// What the seats are called at this table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(PerSeat<String>);

impl Names {
    /// Names in seat order; a seat without one is called by its number.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        let mut names = names.into_iter();
        Self(PerSeat::from_fn(crate::seat::MAX_SEATS, |seat| {
            names.next().map_or_else(|| format!("seat {seat}"), Into::into)
        }))
    }

    /// Everybody is called by the number of the seat.
    pub fn numbers() -> Self {
        Self::new(std::iter::empty::<String>())
    }

    /// What this seat is called.
    pub fn of(&self, seat: Seat) -> &str {
        &self.0[seat]
    }

    /// Several seats in one phrase: `Ann, Bob and Cid`.
    pub fn list(&self, seats: impl IntoIterator<Item = Seat>) -> String {
        let names: Vec<&str> = seats.into_iter().map(|seat| self.of(seat)).collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            [one] => (*one).to_owned(),
            [others @ .., last] => format!("{} and {last}", others.join(", ")),
        }
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.as_slice().join(", "))
    }
}
