//! Playing a game to its end, at random or by players: the loops that searches and statistics are
//! made of.

use rand_core::Rng;

use crate::act::Act;
use crate::budget::Budget;
use crate::chance::Odds;
use crate::game::{ActOf, Game};
use crate::menu::Menu;
use crate::outcome::Outcome;
use crate::player::{Ask, Player};
use crate::refusal::Refusal;
use crate::turn::Turn;
use crate::witness::Asleep;

/// In one place, so that no decision makes a budget and drops it.
static UNLIMITED: Budget = Budget::UNLIMITED;

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
    // Not by way of `random_act`: an act that is made and taken in the same breath stays in
    // registers, where one that comes out of an `Option` is packed and unpacked.
    loop {
        match game.turn(state) {
            Turn::Ask { seats, .. } => {
                let seat = seats.first().expect("somebody is asked");
                let chosen = game.menu(state, seat).sample(rng).expect("an asked seat has a move");
                take(game, state, &Act::Move(seat, chosen));
            }
            Turn::Chance => {
                let odds = game.odds(state).expect("chance that is due has odds");
                let outcome = odds.draw(rng).expect("odds have an outcome");
                take(game, state, &Act::Chance(outcome));
            }
            Turn::Over => break,
        }
        acts += 1;
    }
    (game.outcome(state).expect("a finished game has an outcome"), acts)
}

/// Has the players choose the next act: a move of the first asked seat, or a chance outcome by its
/// odds. `None` when the game is over.
///
/// # Panics
/// When a seat that is asked has no player, or the game breaks its contract.
pub fn chosen_act<G, R>(
    game: &G,
    state: &G::State,
    players: &mut [Box<dyn Player<G>>],
    rng: &mut R,
) -> Option<ActOf<G>>
where
    G: Game,
    R: Rng + ?Sized,
{
    match game.turn(state) {
        Turn::Ask { seats, why } => {
            let seat = seats.first().expect("somebody is asked");
            let player = players.get_mut(seat.index()).expect("every seat has a player");
            let chosen = Ask::put(game, state, seat, &why, &UNLIMITED, |ask| player.choose(ask));
            Some(Act::Move(seat, chosen))
        }
        Turn::Chance => {
            let odds = game.odds(state).expect("chance that is due has odds");
            Some(Act::Chance(odds.draw(rng).expect("odds have an outcome")))
        }
        Turn::Over => None,
    }
}

/// Plays the state to its end with a player for each seat, and counts the acts. The generator is
/// for chance; what the players draw is their own.
///
/// # Panics
/// When a player plays what is not legal, a seat has no player, or the game breaks its contract.
pub fn playout_with<G, R>(
    game: &G,
    state: &mut G::State,
    players: &mut [Box<dyn Player<G>>],
    rng: &mut R,
) -> (Outcome, u32)
where
    G: Game,
    R: Rng + ?Sized,
{
    let mut acts = 0;
    while let Some(act) = chosen_act(game, state, players, rng) {
        match (game.apply(state, &act, &mut Asleep), &act) {
            (Ok(()), _) => acts += 1,
            (Err(why), Act::Move(seat, played)) => {
                panic!("the player in seat {seat} played '{played}', which is not legal: {why}")
            }
            (Err(why), _) => refused::<G>(&act, &why),
        }
    }
    (game.outcome(state).expect("a finished game has an outcome"), acts)
}

#[inline]
fn take<G: Game>(game: &G, state: &mut G::State, act: &ActOf<G>) {
    if let Err(refusal) = game.apply(state, act, &mut Asleep) {
        // Copies: were the act itself shown, it could not live in registers before.
        refused::<G>(&act.clone(), &refusal.clone());
    }
}

#[cold]
fn refused<G: Game>(act: &ActOf<G>, refusal: &Refusal<G::Refusal>) -> ! {
    panic!("legal means accepted, but '{act}' was refused: {refusal}");
}
