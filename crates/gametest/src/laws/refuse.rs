//! Laws of refusal: what is not offered is refused, and a refusal changes nothing.

use parlor_engine::{Act, ActOf, Asleep, Digest, Game, MAX_SEATS, Menu, Odds, Seat, Turn};

use crate::walk::Scene;

pub(super) fn refused<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    for act in out_of_place(scene) {
        if scene.after(&act).is_some() {
            return Err(format!("'{act}' is not legal now, and accepted"));
        }
    }
    Ok(())
}

pub(super) fn unchanged<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let before = Digest::of(scene.state);
    for act in out_of_place(scene) {
        let mut state = scene.state.clone();
        if let Err(why) = scene.game.apply(&mut state, &act, &mut Asleep)
            && (Digest::of(&state) != before || state != *scene.state)
        {
            return Err(format!("'{act}' is refused ({why}) and has changed the state"));
        }
    }
    Ok(())
}

/// Acts that are not legal at this moment: moves from elsewhere, seats that are not asked, chance
/// that is not due, outcomes that cannot come up, seats that are not there.
fn out_of_place<G: Game>(scene: &Scene<'_, G>) -> Vec<ActOf<G>> {
    let turn = scene.turn();
    let mut acts = Vec::new();
    for seat in (0..MAX_SEATS.min(scene.game.seats() + 1)).map(Seat::at) {
        let menu = scene.game.menu(scene.state, seat);
        let asked = turn.asked().contains(seat);
        let moves = scene.moves.iter().filter(|played| !asked || !menu.contains(played));
        acts.extend(moves.map(|played| Act::Move(seat, played.clone())));
        let there = scene.present().contains(seat);
        if !there || matches!(turn, Turn::Over) {
            acts.push(Act::Leave(seat));
        }
    }
    let odds = scene.game.odds(scene.state);
    let cannot = |outcome: &&G::Chance| odds.as_ref().is_none_or(|odds| odds.weight(outcome) == 0);
    acts.extend(scene.outcomes.iter().filter(cannot).cloned().map(Act::Chance));
    acts
}
