//! A question with everything its seat needs, for code that does not know the game.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::any_player::AnyPlayer;
use crate::budget::Budget;
use crate::drawing::Drawing;
use crate::game::Game;
use crate::hosted::{Hosted, Names};
use crate::layout::untied;
use crate::menu::Menu;
use crate::prompt::Prompt;
use crate::sample::playout_rng;
use crate::seat::Seat;
use crate::table::{AnyMenu, AnyTable, SetUp, Table, json, listed};

/// A [`Prompt`] without its types: what one seat is asked, knows and may answer.
///
/// It borrows nothing from the table and can go to any thread. To make one copies the view, the
/// question and the menu; to clone one copies nothing. The rules are shared with the table.
#[derive(Clone)]
pub struct AnyPrompt(Arc<dyn Erased>);

impl AnyPrompt {
    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.0.seat()
    }

    /// What the seat knows.
    pub fn view(&self) -> Value {
        self.0.view()
    }

    /// What is asked, and why.
    pub fn question(&self) -> Value {
        self.0.question()
    }

    /// The question in words.
    pub fn words(&self, names: &Names) -> String {
        self.0.words(names)
    }

    /// The table as the seat sees it, drawn in text.
    pub fn draw(&self, names: &Names) -> Drawing {
        self.0.draw(names)
    }

    /// The legal moves, listing at most `most` entries.
    pub fn menu(&self, most: usize) -> AnyMenu {
        self.0.menu(most)
    }

    /// Whether this move, in notation, is legal.
    pub fn offers(&self, played: &str) -> bool {
        self.0.offers(played)
    }

    /// The move that is played when the seat does not answer.
    pub fn default_move(&self) -> Option<String> {
        self.0.default_move()
    }

    /// The answer that needs no thought; `None` where there is a choice to make.
    pub fn usual_move(&self) -> Option<String> {
        self.0.usual_move()
    }

    /// Whether a move is to be typed in full, since it gives something up for good.
    pub fn is_grave(&self, played: &str) -> bool {
        self.0.is_grave(played)
    }

    /// Whether two prompts of one table ask the same seat the same question, with the same view and
    /// the same legal moves. Nothing is turned into JSON to find out.
    pub fn is_same_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is_same_as(&*other.0)
    }

    /// Asks a player to answer, within this budget and the player's own. `None` when the player is
    /// of another game.
    pub fn decide(&self, player: &mut AnyPlayer, budget: &Budget) -> Option<String> {
        self.0.decide(player, budget)
    }

    /// A table in a state that the seat may believe in, drawn from its view. The same seed gives the
    /// same state.
    pub fn imagine(&self, seed: u64) -> Box<dyn AnyTable> {
        self.0.imagine(seed)
    }

    pub(crate) fn new<G: Hosted>(
        set_up: &Arc<SetUp<G>>,
        state: &G::State,
        seat: Seat,
    ) -> Option<Self> {
        let prompt = Prompt::of(&set_up.game, state, seat)?;
        let default = set_up.game.default_move(state, seat);
        Some(Self(Arc::new(Put { set_up: Arc::clone(set_up), prompt, default })))
    }
}

impl fmt::Debug for AnyPrompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a prompt can do without its types.
trait Erased: fmt::Debug + Send + Sync {
    fn seat(&self) -> Seat;
    fn view(&self) -> Value;
    fn question(&self) -> Value;
    fn words(&self, names: &Names) -> String;
    fn draw(&self, names: &Names) -> Drawing;
    fn menu(&self, most: usize) -> AnyMenu;
    fn offers(&self, played: &str) -> bool;
    fn default_move(&self) -> Option<String>;
    fn usual_move(&self) -> Option<String>;
    fn is_grave(&self, played: &str) -> bool;
    fn is_same_as(&self, other: &dyn Erased) -> bool;
    fn decide(&self, player: &mut AnyPlayer, budget: &Budget) -> Option<String>;
    fn imagine(&self, seed: u64) -> Box<dyn AnyTable>;
    fn as_any(&self) -> &dyn Any;
}

struct Put<G: Game> {
    set_up: Arc<SetUp<G>>,
    prompt: Prompt<G>,
    /// Found when the prompt is made, since it is a function of the state.
    default: Option<G::Move>,
}

impl<G: Hosted> Erased for Put<G> {
    fn seat(&self) -> Seat {
        self.prompt.seat
    }

    fn view(&self) -> Value {
        json(&self.prompt.view)
    }

    fn question(&self) -> Value {
        json(&self.prompt.question)
    }

    fn words(&self, names: &Names) -> String {
        untied(&self.set_up.game.ask(&self.prompt.question, &self.prompt.view, names))
    }

    fn draw(&self, names: &Names) -> Drawing {
        self.set_up.game.draw(&self.prompt.view, names)
    }

    fn menu(&self, most: usize) -> AnyMenu {
        listed(&self.set_up.game, &self.prompt.menu, most)
    }

    fn offers(&self, played: &str) -> bool {
        let spelt = |one: &G::Move| one.to_string() == played;
        let read = played.parse::<G::Move>().ok().filter(spelt);
        read.is_some_and(|played| self.prompt.menu.contains(&played))
    }

    fn default_move(&self) -> Option<String> {
        self.default.as_ref().map(ToString::to_string)
    }

    fn usual_move(&self) -> Option<String> {
        let usual = self.set_up.game.usual(&self.prompt.question, &self.prompt.view)?;
        self.prompt.menu.contains(&usual).then(|| usual.to_string())
    }

    fn is_grave(&self, played: &str) -> bool {
        played.parse::<G::Move>().is_ok_and(|played| self.set_up.game.is_grave(&played))
    }

    fn is_same_as(&self, other: &dyn Erased) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.prompt == other.prompt)
    }

    fn decide(&self, player: &mut AnyPlayer, budget: &Budget) -> Option<String> {
        let budget = &budget.and(player.budget());
        let ask = self.prompt.ask(&self.set_up.game, budget);
        Some(player.typed::<G>()?.choose(&ask).to_string())
    }

    fn imagine(&self, seed: u64) -> Box<dyn AnyTable> {
        let state = self.set_up.game.imagine(&self.prompt.view, &mut playout_rng(seed));
        Box::new(Table::new(Arc::clone(&self.set_up), state))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Game> fmt::Debug for Put<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.prompt.fmt(f)
    }
}
