//! Laws of imagining: the worlds a viewer believes in look right and come with the right odds.
#![expect(clippy::cast_precision_loss, reason = "counts and weights here are far below 2^52")]

use std::collections::BTreeMap;

use parlor_engine::{Act, ActOf, Asleep, Digest, Game, Menu, Odds, Seat, Turn, Viewer, random_act};

use crate::kit::{Tally, Trial, slow};
use crate::law::Law;
use crate::odds::compare;
use crate::walk::{Scene, after, still_sealed};

/// More worlds than this are not followed.
const MOST_WORLDS: usize = 1_000;
/// More worlds than this are not compared: each must be drawn often enough to count.
const MOST_COMPARED: usize = 120;
/// Of a walk so many views are compared for each viewer, evenly spread,
fn compared_a_walk() -> usize {
    if slow() { 80 } else { 40 }
}
/// and the first so many after each move of others, since most walks are full of a few common moves.
const COMPARED_A_MOVE: usize = 2;

pub(super) fn imagine<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let mut rng = scene.rng(Law::Imagine);
    for viewer in scene.viewers() {
        let view = scene.game.view(scene.state, viewer);
        for _ in 0..3 {
            let mut world = scene.game.imagine(&view, &mut rng);
            let seen = scene.game.view(&world, viewer);
            if seen != view {
                return Err(format!("{viewer} sees {view:?} but imagines {seen:?}"));
            }
            if scene.game.check(scene.state).is_ok()
                && let Err(why) = scene.game.check(&world)
            {
                return Err(format!("{viewer} imagines a world that cannot be: {why}"));
            }
            // A world that cannot be played in panics here.
            for _ in 0..8 {
                let Some(act) = random_act(scene.game, &world, &mut rng) else { break };
                if scene.game.apply(&mut world, &act, &mut Asleep).is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Once the game is over all zones are open: every viewer can tell the whole state.
pub(super) fn open<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    if !matches!(scene.turn(), Turn::Over) {
        return Ok(());
    }
    let mut rng = scene.rng(Law::Open);
    for viewer in scene.viewers() {
        let view = scene.game.view(scene.state, viewer);
        for _ in 0..4 {
            let world = scene.game.imagine(&view, &mut rng);
            // A world that does not look the same is the business of the `imagine` law.
            if world != *scene.state && scene.game.view(&world, viewer) == view {
                return Err(format!("the game is over and {viewer} still imagines {world:?}"));
            }
        }
    }
    Ok(())
}

/// Follows every world a viewer cannot rule out, with its exact odds, and compares.
///
/// Chance weighs by its odds. Moves of others weigh nothing beyond the number of pieces they could
/// be made with: that somebody chose to play a card says nothing about which world is true, that it
/// was this one of the two they hold does, for the odds are those of chance over physical pieces.
pub(super) fn odds<G: Game>(
    trial: &Trial<'_, G>,
    acts: &[ActOf<G>],
    tally: &mut Tally,
) -> Result<(), String> {
    let game = trial.game;
    if !G::hides_anything() {
        // There is one world. To look for others among all bids that could be made takes for ever.
        return Ok(());
    }
    'viewers: for viewer in Viewer::all(game.seats()) {
        let mut state = game.start();
        let mut worlds = BTreeMap::from([(Digest::of(&state), (state.clone(), 1.0))]);
        let mut answers_in = false;
        let stride = acts.len().div_ceil(compared_a_walk());
        let mut met: BTreeMap<&G::Move, usize> = BTreeMap::new();
        for (number, act) in acts.iter().enumerate() {
            let Some(next) = after(game, &state, act) else { continue };
            answers_in = still_sealed(game, &state, act, &next, answers_in);
            let view = game.view(&next, viewer);
            worlds = follow(game, &worlds, act, viewer, &view);
            state = next;
            if worlds.len() > MOST_WORLDS {
                continue 'viewers;
            }
            // With answers in, the truth holds something `imagine` rightly leaves out.
            let times = match act {
                Act::Move(seat, played) if viewer.seat() != Some(*seat) => {
                    met.entry(played).and_modify(|times| *times += 1).or_insert(1)
                }
                _ => &usize::MAX,
            };
            let due = number % stride == 0 || *times <= COMPARED_A_MOVE;
            if due && !answers_in && (2..=MOST_COMPARED).contains(&worlds.len()) {
                tally.compared += 1;
                let weights = worlds.iter().map(|(key, (_, weight))| (*key, *weight)).collect();
                let seed = trial.seed ^ viewer.seat().map_or(99, Seat::number) as u64;
                compare(game, &view, &weights, seed, Digest::of)
                    .map_err(|why| format!("after '{act}', as {viewer} sees it: {why}"))?;
            }
        }
    }
    Ok(())
}

type Worlds<S> = BTreeMap<Digest, (S, f64)>;

/// All worlds after an act that still look like the truth to the viewer.
fn follow<G: Game>(
    game: &G,
    worlds: &Worlds<G::State>,
    act: &ActOf<G>,
    viewer: Viewer,
    view: &G::View,
) -> Worlds<G::State> {
    let mut next: Worlds<G::State> = BTreeMap::new();
    let mut add = |world: &G::State, act: &ActOf<G>, weight: f64| {
        if let Some(world) = after(game, world, act)
            && game.view(&world, viewer) == *view
        {
            next.entry(Digest::of(&world)).or_insert((world, 0.0)).1 += weight;
        }
    };
    for (world, weight) in worlds.values() {
        match act {
            Act::Chance(_) => {
                let Some(odds) = game.odds(world) else { continue };
                let total = odds.total() as f64;
                for outcome in odds.outcomes() {
                    let share = odds.weight(&outcome) as f64 / total;
                    add(world, &Act::Chance(outcome), weight * share);
                }
            }
            Act::Move(seat, _) if viewer.seat() != Some(*seat) => {
                for played in game.menu(world, *seat).iter() {
                    let ways = game.ways(world, *seat, &played) as f64;
                    add(world, &Act::Move(*seat, played), weight * ways);
                }
            }
            own => add(world, own, *weight),
        }
    }
    next
}
