//! What a host needs beside the rules to put a game on a table: words, and computer players.

use std::fmt;

use crate::catalogue::Catalogue;
use crate::drawing::Drawing;
use crate::form::{self, Form};
use crate::game::Game;
use crate::importance::Importance;
use crate::ledger::{Entry, Ledger};
use crate::phrase::{Phrase, Text};
use crate::player::Player;
use crate::ranking::Count;
use crate::seat::{PerSeat, Seat, Seats};
use crate::shortcut::Shortcut;

/// A game that can be shown to people and played against.
pub trait Hosted: Game {
    /// The table as its viewer sees it, drawn in text of a fixed-width face. What the viewer has comes last,
    /// next to the question.
    fn draw(&self, view: &Self::View, names: &Names) -> Drawing;

    /// Something that happened, as one sentence; nothing where it goes without saying.
    fn tell(&self, notice: &Self::Notice, names: &Names) -> String;

    /// The players whom a notice is about: all whom [`tell`](Hosted::tell) names, and others who take
    /// part in what happened. A screen that has no room for everything keeps what is about its reader.
    fn about(&self, notice: &Self::Notice) -> Seats;

    /// A question, as one sentence that says what is wanted. Lists stand below it on lines of their own, which begin
    /// with two blanks. The screen breaks the lines where they are too long for it, but not at a
    /// [tie](crate::layout::TIE).
    fn ask(&self, question: &Self::Question, view: &Self::View, names: &Names) -> String;

    /// The forms that moves have at this table. Every move has one of them.
    fn forms(&self) -> Vec<Form>;

    // ---- provided ----

    /// A move as data. Written out it is the move's notation. A game whose moves are nothing but
    /// words need not write this.
    fn phrase(&self, played: &Self::Move) -> Phrase {
        Phrase::of_words(&played.to_string())
    }

    /// What else there is to say of how moves are written, below their forms: what a CARD is, where
    /// rows begin, and how chance outcomes are written.
    fn notes(&self) -> String {
        String::new()
    }

    /// How moves are written, for people: the forms, and the notes.
    fn notation(&self) -> String {
        format!("{}{}", form::help(&self.forms()), self.notes()).trim_end().to_owned()
    }

    /// What a legal move comes to, where its words do not say it: `look at Bob's card` of `first 2`.
    /// It is for the seat whose view this is, and says nothing that is not in it.
    fn meaning(
        &self,
        played: &Self::Move,
        question: &Self::Question,
        view: &Self::View,
        names: &Names,
    ) -> Option<String> {
        let _ = (played, question, view, names);
        None
    }

    /// Players whom a legal move is about, beside those that it names: Bob, where `first 2` is to look at
    /// Bob's card. People may type such a move with the name of the player.
    fn concerns(&self, played: &Self::Move, question: &Self::Question, view: &Self::View) -> Seats {
        let _ = (played, question, view);
        Seats::NONE
    }

    /// Why a move is refused, as a fragment of a sentence. A game that refuses because of a player or
    /// a place calls them by their names here.
    fn refusal(&self, why: &Self::Refusal, names: &Names) -> String {
        let _ = names;
        why.to_string()
    }

    /// What the board adds to a player's name: `Prime`. People may type it after the name.
    fn title(&self, view: &Self::View, seat: Seat) -> Option<String> {
        let _ = (view, seat);
        None
    }

    /// Whether a question is put to every seat that could answer, by what everybody knows, whatever the seat
    /// holds: the only answer of a person who plays against computer players alone is given without asking.
    fn is_formal(&self, _question: &Self::Question) -> bool {
        false
    }

    /// The answer that needs no thought and does no harm, such as throwing the dice: people need not
    /// type it. `None` where there is a choice to make.
    fn usual(&self, question: &Self::Question, view: &Self::View) -> Option<Self::Move> {
        let _ = (question, view);
        None
    }

    /// Lines that people can type at this table for several moves.
    fn shortcuts(&self) -> Vec<Shortcut> {
        Vec::new()
    }

    /// The next move of a shortcut, by what the asked seat knows; or why there is none, as a fragment of a
    /// sentence. After each move the game is asked again, until there is none.
    fn next_of(
        &self,
        shortcut: &Shortcut,
        question: &Self::Question,
        view: &Self::View,
        menu: &Self::Menu,
    ) -> Result<Self::Move, Text> {
        let _ = (question, view, menu);
        Err(format!("'{}' is not possible here", shortcut.written).into())
    }

    /// Whether a move is never meant by a slip of the finger, since it gives something up for good:
    /// people have to type it in full.
    fn is_grave(&self, played: &Self::Move) -> bool {
        let _ = played;
        false
    }

    /// How much something that happened matters, where there is not room to repeat everything.
    fn importance(&self, notice: &Self::Notice) -> Importance {
        let _ = notice;
        Importance::Usual
    }

    /// Whether a notice says that the game is over and nothing else. Where the result is shown it
    /// need not be told.
    fn is_end(&self, notice: &Self::Notice) -> bool {
        let _ = notice;
        false
    }

    /// Everything in the box of this table as data, and the words that want explaining.
    fn catalogue(&self) -> Catalogue {
        Catalogue::new()
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

    /// How the seats stand in this state by the game's own measure, the more the better: boxes,
    /// points, what somebody is worth. A game that has ended stands as it is scored. `None` where
    /// nobody can be said to be ahead before the end.
    ///
    /// It is for statistics about games. It is given the true state, so it may count hidden things,
    /// and no player is ever shown it.
    fn standing(&self, state: &Self::State) -> Option<PerSeat<i64>> {
        let _ = state;
        None
    }

    /// A score with what it counts: `12 points`.
    fn score_counted(&self, score: i64) -> Count {
        Count::of(score, "point", "points")
    }

    /// What the game counts of a seat beside its score, for the list of results of a game that has
    /// ended: `23 cards`.
    fn counts(&self, state: &Self::State, seat: Seat) -> Vec<Count> {
        let _ = (state, seat);
        Vec::new()
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
