//! Players: view, question and menu in, move out.

use crate::budget::Budget;
use crate::game::Game;
use crate::menu::Menu;
use crate::sample::{PlayoutRng, playout_rng};
use crate::seat::{Seat, Viewer};

/// Decides for one seat.
///
/// A player is handed what its seat may know and nothing else: there is no way from here to the
/// table's state. The view holds all that the seat has the right to know, earlier sights included,
/// so there is nothing a player would have to overhear.
///
/// A player keeps to the budget of the question: it answers before the time is up, and soon after
/// the [stop](crate::Stop) is raised.
pub trait Player<G: Game>: Send {
    /// Answers a question. The move must be on the menu, which is never empty.
    fn choose(&mut self, ask: &Ask<'_, G>) -> G::Move;

    // ---- provided ----

    /// Begins another game as if it had just been made with this seed, and says whether it can. A player
    /// that returns `false` is created again. Reuse saves time where a game takes a microsecond.
    fn start_over(&mut self, seed: u64) -> bool {
        let _ = seed;
        false
    }

    /// Somebody at the table cheers the player up, or teases it. Says what came of it, as a fragment
    /// that follows the player's name; `None` where the player does not care.
    fn nudge(&mut self, nudge: Nudge) -> Option<String> {
        let _ = nudge;
        None
    }
}

/// What people do to the mood of a computer player. It tells the player nothing about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nudge {
    /// They cheer it up.
    Happy,
    /// They tease it.
    Angry,
}

/// A question as it is put to a player: the parts of a [`Prompt`](crate::Prompt), the rules to plan
/// with, and a budget.
#[derive(Debug)]
pub struct Ask<'a, G: Game> {
    /// The rules, to plan with: `game.imagine(view, …)` draws a state the seat may believe in.
    pub game: &'a G,
    /// The seat that is asked.
    pub seat: Seat,
    /// What the seat knows.
    pub view: &'a G::View,
    /// What is asked, and why.
    pub question: &'a G::Question,
    /// The legal answers.
    pub menu: &'a G::Menu,
    /// How much thought the answer may cost.
    pub budget: &'a Budget,
}

impl<G: Game> Ask<'_, G> {
    /// Puts a question to a seat in place, for loops that are made of speed and have looked at the
    /// turn already. The question must be the one that [`Game::turn`] puts to this seat.
    ///
    /// A [`Prompt`](crate::Prompt) can be kept and sent to another thread, but to make one the view is
    /// copied once more, which adds 7 % to the instructions of a game of Automation.
    #[inline]
    pub fn put<T>(
        game: &G,
        state: &G::State,
        seat: Seat,
        question: &G::Question,
        budget: &Budget,
        answer: impl FnOnce(&Ask<'_, G>) -> T,
    ) -> T {
        let view = &game.view(state, Viewer::Seat(seat));
        let menu = &game.menu(state, seat);
        answer(&Ask { game, seat, view, question, menu, budget })
    }
}

/// A player that is held to a budget of its own, beside the one of the table.
pub struct Limited<G: Game> {
    player: Box<dyn Player<G>>,
    budget: Budget,
}

impl<G: Game> Limited<G> {
    /// Holds this player to this budget.
    pub fn new(player: Box<dyn Player<G>>, budget: Budget) -> Self {
        Self { player, budget }
    }
}

impl<G: Game> Player<G> for Limited<G> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> G::Move {
        let budget = &ask.budget.and(&self.budget);
        self.player.choose(&Ask { budget, ..*ask })
    }

    fn start_over(&mut self, seed: u64) -> bool {
        self.player.start_over(seed)
    }

    fn nudge(&mut self, nudge: Nudge) -> Option<String> {
        self.player.nudge(nudge)
    }
}

/// Plays anything on the menu: an entry drawn evenly, then a value in it.
#[derive(Clone, Debug)]
pub struct Random(PlayoutRng);

impl Random {
    /// The same seed plays the same moves.
    pub fn new(seed: u64) -> Self {
        Self(playout_rng(seed))
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, ask: &Ask<'_, G>) -> G::Move {
        ask.menu.sample(&mut self.0).expect("an asked seat has a legal move")
    }

    fn start_over(&mut self, seed: u64) -> bool {
        *self = Self::new(seed);
        true
    }
}
