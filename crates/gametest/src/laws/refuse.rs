//! Laws of refusal: what is not offered is refused, and a refusal changes nothing.

use parlor_engine::{
    Act, ActOf, Asleep, Awake, COMMON_CODES, Digest, Entry, Game, MAX_SEATS, Menu, Odds, Reason,
    Refusal, Seat, Turn,
};

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
        let mut witness = Awake::new();
        let Err(why) = scene.game.apply(&mut state, &act, &mut witness) else { continue };
        if Digest::of(&state) != before || state != *scene.state {
            return Err(format!("'{act}' is refused ({why}) and has changed the state"));
        }
        if !witness.0.is_empty() {
            return Err(format!("'{act}' is refused ({why}) and is told all the same"));
        }
    }
    Ok(())
}

pub(super) fn codes<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    for act in out_of_place(scene) {
        let refusal = scene.game.apply(&mut scene.state.clone(), &act, &mut Asleep);
        let Err(Refusal::Rules(why)) = refusal else { continue };
        let code = why.code();
        let is_plain = |word: &str| {
            !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if !code.split('-').all(is_plain) {
            return Err(format!("'{act}' is refused with the code '{code}', which is no code"));
        }
        if COMMON_CODES.contains(&code) {
            return Err(format!("'{act}' is refused with '{code}', the code of other refusals"));
        }
        if let Err(bad) = serde_json::to_value(&why) {
            return Err(format!("why '{act}' is refused, '{why}', has no JSON form: {bad}"));
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
        let near = near_misses::<G>(&menu).into_iter().filter(|played| !menu.contains(played));
        acts.extend(near.map(|played| Act::Move(seat, played)));
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

/// Moves that are written like legal ones but with a number changed by one: the bid just above the
/// range, the line just off the board.
fn near_misses<G: Game>(menu: &G::Menu) -> Vec<G::Move> {
    let ends = (0..menu.entries()).filter_map(|index| menu.entry(index)).flat_map(|entry| {
        let (first, last) = match entry {
            Entry::One(only) => (only, None),
            Entry::Range { first, last, .. } => (first, Some(last)),
        };
        std::iter::once(first).chain(last)
    });
    let texts: Vec<String> = ends.take(12).map(|played| played.to_string()).collect();
    let mut misses = Vec::new();
    for text in texts {
        let words: Vec<&str> = text.split(' ').collect();
        for (at, word) in words.iter().enumerate() {
            let Ok(number) = word.parse::<u64>() else { continue };
            for changed in [number.checked_add(1), number.checked_sub(1)].into_iter().flatten() {
                let changed = changed.to_string();
                let mut words = words.clone();
                words[at] = &changed;
                misses.extend(words.join(" ").parse::<G::Move>().ok());
            }
        }
    }
    misses
}
