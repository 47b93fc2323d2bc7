//! Laws of sealed windows, in which several seats answer at once.

use parlor_engine::{Act, ActOf, Awake, Digest, Game, Turn, Viewer};

use crate::law::Law;
use crate::laws::repeat::repeats;
use crate::walk::{Scene, after, legal_acts};

/// Whether the act is an answer that leaves the window it was given in open.
pub(super) fn leaves_window_open<G: Game>(game: &G, before: &G::State, act: &ActOf<G>) -> bool {
    let (Act::Move(seat, _), Turn::Ask { seats, why }) = (act, game.turn(before)) else {
        return false;
    };
    seats.are_several()
        && after(game, before, act).is_some_and(|state| {
            matches!(game.turn(&state), Turn::Ask { seats: left, why: still }
                if left == seats.without(*seat) && still == why)
        })
}

/// An answer that leaves the window open changes nobody's view but the answerer's, and is told to
/// nobody else.
pub(super) fn silence<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let mut rng = scene.rng(Law::Silence);
    for act in scene.legal_acts(16, &mut rng) {
        if !leaves_window_open(scene.game, scene.state, &act) {
            continue;
        }
        let mut state = scene.state.clone();
        let mut witness = Awake::new();
        if scene.game.apply(&mut state, &act, &mut witness).is_err() {
            continue;
        }
        for viewer in scene.viewers().filter(|viewer| viewer.seat() != act.seat()) {
            if witness.told(viewer).next().is_some() {
                return Err(format!("{viewer} is told that '{act}' was answered"));
            }
            if scene.game.view(&state, viewer) != scene.game.view(scene.state, viewer) {
                return Err(format!("{viewer} sees that '{act}' was answered"));
            }
        }
    }
    Ok(())
}

/// Two answers of one window in either order: the same state.
pub(super) fn sealed<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let Turn::Ask { seats, .. } = scene.turn() else { return Ok(()) };
    if !seats.are_several() || !repeats(scene.game, scene.acts) {
        return Ok(());
    }
    let mut rng = scene.rng(Law::Sealed);
    let answers = legal_acts(scene.game, scene.state, 12, &mut rng);
    for first in &answers {
        for second in answers.iter().filter(|second| second.seat() > first.seat()) {
            let there = after_both(scene, first, second);
            let back = after_both(scene, second, first);
            if let (Some(there), Some(back)) = (there, back)
                && there != back
            {
                return Err(format!("'{first}' and '{second}' depend on their order"));
            }
        }
    }
    Ok(())
}

type Seen<G> = (Digest, Vec<<G as Game>::View>);

fn after_both<G: Game>(
    scene: &Scene<'_, G>,
    first: &ActOf<G>,
    second: &ActOf<G>,
) -> Option<Seen<G>> {
    let state = after(scene.game, &scene.after(first)?, second)?;
    let views = Viewer::all(scene.game.seats());
    Some((Digest::of(&state), views.map(|viewer| scene.game.view(&state, viewer)).collect()))
}
