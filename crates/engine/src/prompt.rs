//! A question with everything its seat needs to answer it.

use crate::budget::Budget;
use crate::game::Game;
use crate::player::Ask;
use crate::seat::{Seat, Viewer};
use crate::turn::Turn;

/// What one seat is asked, what it knows, and what it may answer: copied out of the table.
///
/// A prompt borrows nothing, so a player can think about it on any thread while the table serves
/// others. It holds the seat's view and no state, so a player cannot learn from it what the seat may
/// not know.
///
/// ```
/// use parlor_engine::{Budget, Game, Player, Prompt, Random};
///
/// /// Answers for a seat on a thread of its own.
/// fn think<G: Game>(game: G, state: &G::State, mut player: Random) -> Option<G::Move>
/// where
///     G::Move: 'static,
/// {
///     let prompt = Prompt::first(&game, state)?;
///     let choose = move || player.choose(&prompt.ask(&game, &Budget::UNLIMITED));
///     std::thread::spawn(choose).join().ok()
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Prompt<G: Game> {
    /// The seat that is asked.
    pub seat: Seat,
    /// What the seat knows.
    pub view: G::View,
    /// What is asked, and why.
    pub question: G::Question,
    /// The legal answers; never empty.
    pub menu: G::Menu,
}

impl<G: Game> Prompt<G> {
    /// What this seat is asked now; `None` when it is not.
    pub fn of(game: &G, state: &G::State, seat: Seat) -> Option<Self> {
        match game.turn(state) {
            Turn::Ask { seats, why } if seats.contains(seat) => {
                Some(Self::put(game, state, seat, why))
            }
            _ => None,
        }
    }

    /// What the first of the asked seats is asked; `None` when nobody is.
    pub fn first(game: &G, state: &G::State) -> Option<Self> {
        match game.turn(state) {
            Turn::Ask { seats, why } => seats.first().map(|seat| Self::put(game, state, seat, why)),
            _ => None,
        }
    }

    fn put(game: &G, state: &G::State, seat: Seat, question: G::Question) -> Self {
        let view = game.view(state, Viewer::Seat(seat));
        Self { seat, view, question, menu: game.menu(state, seat) }
    }

    /// The prompt as it is handed to a player.
    #[inline]
    pub const fn ask<'a>(&'a self, game: &'a G, budget: &'a Budget) -> Ask<'a, G> {
        let Self { seat, view, question, menu } = self;
        Ask { game, seat: *seat, view, question, menu, budget }
    }
}

/// Not derived: that would ask for games that can be compared.
impl<G: Game> PartialEq for Prompt<G> {
    fn eq(&self, other: &Self) -> bool {
        // The view comes last: it is the longest.
        self.seat == other.seat
            && self.question == other.question
            && self.menu == other.menu
            && self.view == other.view
    }
}
