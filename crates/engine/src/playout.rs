//! Playing a game to its end at random: the loop that searches and statistics are made of.

use rand_core::Rng;

use crate::act::Act;
use crate::chance::Odds;
use crate::game::{ActOf, Game};
use crate::menu::Menu;
use crate::outcome::Outcome;
use crate::turn::Turn;
use crate::witness::Asleep;

/// Draws the next act: a random move of the first asked seat, or a chance outcome by its odds.
/// `None` when the game is over.
#[inline]
pub fn random_act<G, R>(game: &G, state: &G::State, rng: &mut R) -> Option<ActOf<G>>
where
    G: Game,
    R: Rng + ?Sized,
{
    match game.turn(state) {
        Turn::Ask { seats, .. } => {
            let seat = seats.first()?;
            Some(Act::Move(seat, game.menu(state, seat).sample(rng)?))
        }
        Turn::Chance => Some(Act::Chance(game.odds(state)?.draw(rng)?)),
        Turn::Over => None,
    }
}

/// Plays the state to its end and counts the acts.
///
/// # Panics
/// When the game breaks its contract: refuses what its menu offered, or stops without an outcome.
#[inline]
pub fn playout<G, R>(game: &G, state: &mut G::State, rng: &mut R) -> (Outcome, u32)
where
    G: Game,
    R: Rng + ?Sized,
{
    let mut acts = 0;
    while let Some(act) = random_act(game, state, rng) {
        if let Err(refusal) = game.apply(state, &act, &mut Asleep) {
            panic!("legal means accepted, but '{act}' was refused: {refusal}");
        }
        acts += 1;
    }
    (game.outcome(state).expect("a finished game has an outcome"), acts)
}
