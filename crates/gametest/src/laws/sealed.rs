//! Laws of sealed windows, in which several seats answer at once.

use parlor_engine::{ActOf, Awake, Digest, Game, Turn, Viewer};

use crate::kit::Tally;
use crate::law::Law;
use crate::laws::repeat::repeats;
use crate::walk::{Scene, after, leaves_window_open};

/// An answer that leaves the window open changes nobody's view but the answerer's, and is told to
/// nobody else.
pub(super) fn silence<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    let mut rng = scene.rng(Law::Silence);
    for act in scene.legal_acts(16, &mut rng) {
        let mut state = scene.state.clone();
        let mut witness = Awake::new();
        if scene.game.apply(&mut state, &act, &mut witness).is_err()
            || !leaves_window_open(scene.game, scene.state, &act, &state)
        {
            continue;
        }
        tally.windows += 1;
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

/// An answer ends the question for nobody else, and two answers in either order give the same
/// state.
pub(super) fn sealed<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    let Turn::Ask { seats, why } = scene.turn() else { return Ok(()) };
    if !seats.are_several() || !repeats(scene.game, scene.acts) {
        return Ok(());
    }
    let mut rng = scene.rng(Law::Sealed);
    let answers = scene.legal_acts(12, &mut rng);
    for answer in &answers {
        let (Some(seat), Some(next)) = (answer.seat(), scene.after(answer)) else { continue };
        tally.windows += 1;
        let others = seats.without(seat);
        let turn = scene.game.turn(&next);
        if others.iter().any(|other| turn.question(other) != Some(&why)) {
            return Err(format!("after '{answer}' seats {others} are not asked the same any more"));
        }
    }
    for first in &answers {
        for second in answers.iter().filter(|second| second.seat() > first.seat()) {
            if after_both(scene, first, second) != after_both(scene, second, first) {
                return Err(format!("'{first}' and '{second}' depend on their order"));
            }
        }
    }
    Ok(())
}

type Seen<G> = (Digest, Vec<<G as Game>::View>);

/// What comes of two answers; `None` when the second is refused after the first.
fn after_both<G: Game>(
    scene: &Scene<'_, G>,
    first: &ActOf<G>,
    second: &ActOf<G>,
) -> Option<Seen<G>> {
    let state = after(scene.game, &scene.after(first)?, second)?;
    let views = Viewer::all(scene.game.seats());
    Some((Digest::of(&state), views.map(|viewer| scene.game.view(&state, viewer)).collect()))
}
