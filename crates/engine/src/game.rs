//! The contract every game implements.

use std::any::TypeId;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use rand_core::Rng;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::act::Act;
use crate::chance::Odds;
use crate::countdown::Countdown;
use crate::menu::Menu;
use crate::never::Never;
use crate::outcome::Outcome;
use crate::refusal::{Reason, Refusal};
use crate::seat::{Seat, Viewer};
use crate::sight::{Applied, Face};
use crate::turn::Turn;
use crate::witness::Witness;

/// An act of a game, with the game's own moves and chance outcomes.
pub type ActOf<G> = Act<<G as Game>::Move, <G as Game>::Chance>;

/// The rules of one table: validated options, the number of seats, and every table the rules look
/// things up in. What changes during play is the [`State`](Game::State), and nothing else.
///
/// Everything here is a pure function: no clock, no I/O, no generator, no hash order. That is what
/// lets a game be replayed, proven and imagined. Required items come first; those below the line
/// have an answer that fits most games.
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// Everything that changes, and nothing that does not. Plain data of fixed-width types.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat does, named by what it does. `Display` and `FromStr` are its notation.
    type Move: Clone + Ord + Hash + Debug + Display + FromStr<Err: Display> + Send + Sync;
    /// What chance does. [`NoChance`](crate::NoChance) for games without any.
    type Chance: Clone + Ord + Hash + Debug + Display + FromStr<Err: Display> + Send + Sync;
    /// What a seat is asked and why: the kind of question and its cause, both public.
    type Question: Clone + Eq + Debug + Serialize + JsonSchema + Send + Sync;
    /// The legal moves of an asked seat, in the game's own compact form.
    type Menu: Menu<Self::Move> + Clone + PartialEq + Debug + Send + Sync;
    /// The odds of a chance act that is due.
    type Odds: Odds<Self::Chance>;
    /// What one viewer has the right to know, built by allow-listing; never a state with holes.
    type View: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// Something that happened, as one viewer may hear of it.
    type Notice: Clone + Eq + Debug + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// The game's own reasons to refuse a move.
    type Refusal: Reason;
    /// What may come to light by an act; [`Never`] where nothing is hidden.
    type Secret: Clone + Eq + Debug + Serialize + 'static;

    /// How many seats this table has.
    fn seats(&self) -> usize;

    /// No game at this table is longer than this many acts, however it is played.
    fn bound(&self) -> u32;

    /// The state before the first act.
    fn start(&self) -> Self::State;

    /// What the state waits for.
    fn turn(&self, state: &Self::State) -> Turn<Self::Question>;

    /// All legal moves of the seat; empty when it is not asked.
    fn menu(&self, state: &Self::State, seat: Seat) -> Self::Menu;

    /// Takes an act to the state and tells the witness what happened.
    ///
    /// Legal means accepted, always; what is refused leaves the state as it was.
    fn apply<W: Witness<Self::Notice>>(
        &self,
        state: &mut Self::State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<Self::Refusal>>;

    /// The result; `Some` exactly when [`turn`](Game::turn) says [`Turn::Over`].
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// What this viewer may know.
    ///
    /// Once the game is over all zones are open.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Draws a whole state from what a viewer knows, with the odds that chance over the physical
    /// pieces has, given the view. `view(imagine(view)) == view`, for the same viewer.
    ///
    /// It is given no true state, so a player that plans with it cannot cheat. In an open sealed window
    /// the others have not answered yet. What others *chose* weighs nothing: each hidden move that
    /// fits the view counts alike, in every world that allows it.
    fn imagine<R: Rng + ?Sized>(&self, view: &Self::View, rng: &mut R) -> Self::State;

    // ---- provided ----

    /// Whether anything is hidden from anybody. It follows from [`Secret`](Game::Secret), so there
    /// is nothing to override.
    fn hides_anything() -> bool {
        TypeId::of::<Self::Secret>() != TypeId::of::<Never>()
    }

    /// Refuses what every game refuses alike: acts of a finished game, seats that are not there or
    /// not asked, chance that is not due or cannot come up, a clock that does not run. A game that
    /// begins `apply` with it is left with its own reasons, and with seats that leave twice.
    // A call of its own costs Automation 4 % of a playout: inside `apply` the turn and the odds that it
    // looks at are worked out once.
    #[allow(clippy::inline_always, reason = "measured; `inline` alone is not taken up")]
    #[inline(always)]
    fn admit(&self, state: &Self::State, act: &ActOf<Self>) -> Result<(), Refusal<Self::Refusal>> {
        let turn = self.turn(state);
        match act {
            _ if matches!(turn, Turn::Over) => Err(Refusal::Over),
            Act::Move(seat, _) | Act::Leave(seat) if seat.index() >= self.seats() => {
                Err(Refusal::NoSuchSeat(*seat))
            }
            Act::Move(seat, _) if !turn.asked().contains(*seat) => Err(Refusal::NotAsked(*seat)),
            Act::Chance(outcome) => match self.odds(state) {
                None => Err(Refusal::NoChanceDue),
                Some(odds) if odds.weight(outcome) == 0 => Err(Refusal::CannotComeUp),
                Some(_) => Ok(()),
            },
            Act::Clock if self.time_limit(state).is_none() => Err(Refusal::NoClock),
            Act::Move(..) | Act::Leave(_) | Act::Clock => Ok(()),
        }
    }

    /// The odds of the chance act that is due; `None` unless [`turn`](Game::turn) says
    /// [`Turn::Chance`].
    fn odds(&self, state: &Self::State) -> Option<Self::Odds> {
        let _ = state;
        None
    }

    /// What is played for a seat that does not answer in time: the first move on its menu, unless
    /// the game knows something gentler.
    fn default_move(&self, state: &Self::State, seat: Seat) -> Option<Self::Move> {
        self.menu(state, seat).nth(0)
    }

    /// Which side of an act that is legal in this state this viewer is declared to see. It is asked
    /// before the act is applied, so it applies nothing.
    fn face(&self, state: &Self::State, act: &ActOf<Self>, viewer: Viewer) -> Face {
        let _ = (state, act, viewer);
        Face::Up
    }

    /// What this viewer is declared to learn from an act that was applied, beyond its view and the
    /// [`face`](Game::face) of the act. The conformance kit holds the game to both in both directions:
    /// nothing more is told, and nothing is declared that is not told.
    fn reveals(&self, step: &Applied<'_, Self>, viewer: Viewer) -> Option<Self::Secret> {
        let _ = (step, viewer);
        None
    }

    /// In how many ways a legal move can be made with the physical pieces at hand: two equal cards
    /// are two ways to play one. It does not matter to play, only to `imagine`: a move seen from
    /// outside makes worlds more likely by the number of ways they had to make it.
    fn ways(&self, state: &Self::State, seat: Seat, played: &Self::Move) -> u64 {
        let _ = (state, seat, played);
        1
    }

    /// The game's own time limit in seconds since its start; `None` when no [`Act::Clock`] would
    /// be accepted in this state.
    fn time_limit(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// The time limit that the rules set for the question that is put in this state, in place of the
    /// table's own; `None` where the rules leave it to the table.
    fn countdown(&self, state: &Self::State) -> Option<Countdown> {
        let _ = state;
        None
    }

    /// The score of a seat so far, as this viewer knows it; `None` when it does not.
    fn score(&self, view: &Self::View, seat: Seat) -> Option<i64> {
        let _ = (view, seat);
        None
    }

    /// The game's own invariants, in words when one is broken. Checked after every act in tests.
    fn check(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Ok(())
    }
}
