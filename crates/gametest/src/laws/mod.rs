//! How each law is checked. A law reports its own matter only: where another law is broken too,
//! it looks away, so that the name of the failing law names the fault.

mod about;
mod imagine;
mod phrase;
mod play;
mod refuse;
mod repeat;
mod sealed;
mod secrets;
mod spell;
mod words;

pub(crate) use repeat::fingerprints;

use parlor_engine::{ActOf, Hosted, Rulebook};

use crate::kit::{Tally, Trial};
use crate::law::Law;
use crate::walk::{Breach, scenes};

/// Holds one list of acts against one law.
pub(crate) fn check<R: Rulebook, G: Hosted>(
    law: Law,
    trial: &Trial<'_, G>,
    acts: &[ActOf<G>],
    tally: &mut Tally,
) -> Result<(), Breach<ActOf<G>>> {
    let whole =
        |result: Result<(), String>| result.map_err(|why| Breach { acts: acts.to_vec(), why });
    match law {
        Law::Repeat => whole(repeat::repeat(trial.game, acts)),
        Law::Processes => whole(repeat::processes(trial, acts)),
        Law::Witness => whole(repeat::witness(trial.game, acts)),
        Law::Erased => whole(repeat::erased::<R, G>(trial, acts)),
        Law::Odds => whole(imagine::odds(trial, acts, tally)),
        _ => scenes(trial.game, acts, trial.seed, |scene| {
            tally.scenes += 1;
            match law {
                Law::Ends => play::ends(scene),
                Law::Leaving => play::leaving(scene),
                Law::Clock => play::clock(scene),
                Law::Outcome => play::outcome(scene),
                Law::Menu => play::menu(scene),
                Law::Accepted => play::accepted(scene),
                Law::DefaultMove => play::default_move(scene),
                Law::Chance => play::chance(scene),
                Law::Invariants => scene.game.check(scene.state),
                Law::Refused => refuse::refused(scene),
                Law::Unchanged => refuse::unchanged(scene),
                Law::Notation => spell::notation(scene),
                Law::Phrases => phrase::phrases(scene),
                Law::Forms => phrase::forms(scene),
                Law::About => about::about(scene),
                Law::Codes => refuse::codes(scene),
                Law::Words => words::words(scene),
                Law::Serde => spell::serde(scene),
                Law::Clones => repeat::clones(scene),
                Law::Imagine => imagine::imagine(scene),
                Law::Open => imagine::open(scene),
                Law::Silence => sealed::silence(scene, tally),
                Law::Sealed => sealed::sealed(scene, tally),
                Law::MenuSecrets => secrets::menus(scene, tally),
                Law::QuestionSecrets => secrets::questions(scene, tally),
                Law::RefusalSecrets => secrets::refusals(scene, tally),
                Law::NoticeSecrets => secrets::notices(scene, tally),
                Law::ViewSecrets => secrets::views(scene, tally),
                Law::Declared => secrets::declared(scene),
                Law::Unseen => secrets::unseen(scene),
                Law::Repeat | Law::Processes | Law::Witness | Law::Erased | Law::Odds => Ok(()),
            }
        }),
    }
}
