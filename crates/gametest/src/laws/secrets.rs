//! The secrets law: two worlds that look the same to a viewer go on looking the same.
//!
//! A pair of worlds is the true state and one imagined from the viewer's view, redrawn until it
//! differs. Everything is compared as serialised bytes, as it would go over a wire.

use parlor_engine::sample::PlayoutRng;
use parlor_engine::{Act, ActOf, Asleep, Awake, Digest, Face, Game, Menu, Sight, Turn, Viewer};
use serde::Serialize;

use crate::kit::Tally;
use crate::law::Law;
use crate::walk::{Scene, legal_acts};

/// How often a world is drawn until one differs from the truth.
const DRAWS: usize = 24;
/// How many acts of a moment are tried.
const ACTS: usize = 10;

pub(super) fn menus<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    each_pair(scene, Law::MenuSecrets, tally, |viewer, other, _, _| {
        let offer = |state| {
            let limit = scene.game.time_limit(state);
            let Some(seat) = viewer.seat() else { return (0, Vec::new(), None, limit) };
            let menu = scene.game.menu(state, seat);
            let entries = (0..menu.entries().min(500)).filter_map(|index| menu.entry(index));
            let default = scene.game.default_move(state, seat);
            (menu.count(), entries.collect(), default, limit)
        };
        let (here, there) = (offer(scene.state), offer(other));
        if here == there {
            return Ok(());
        }
        Err(format!("what {viewer} is offered tells worlds apart: {here:?} or {there:?}"))
    })
}

/// Who is asked is itself information: the whole turn is compared, not only one's own question.
/// While answers are in, the truth may ask fewer seats than the viewer believes.
pub(super) fn questions<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    each_pair(scene, Law::QuestionSecrets, tally, |viewer, other, _, _| {
        let (here, there) = (scene.turn(), scene.game.turn(other));
        let same = match (&here, &there) {
            (Turn::Ask { seats: asked, why }, Turn::Ask { seats: believed, why: other }) => {
                let missing = believed.iter().any(|seat| !asked.contains(seat));
                let more = asked.iter().any(|seat| !believed.contains(seat));
                bytes(why) == bytes(other) && !more && (!missing || scene.answers_in)
            }
            (Turn::Chance, Turn::Chance) | (Turn::Over, Turn::Over) => true,
            _ => false,
        };
        if same {
            return Ok(());
        }
        Err(format!("who is asked what tells {viewer} worlds apart: {here:?} or {there:?}"))
    })
}

pub(super) fn refusals<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    each_pair(scene, Law::RefusalSecrets, tally, |viewer, other, _, _| {
        let Some(seat) = viewer.seat() else { return Ok(()) };
        for played in scene.moves {
            let act = Act::Move(seat, played.clone());
            let refusal =
                |state: &G::State| scene.game.apply(&mut state.clone(), &act, &mut Asleep).err();
            let (here, there) = (refusal(scene.state), refusal(other));
            if let (Some(here), Some(there)) = (here, there)
                && here.to_string() != there.to_string()
            {
                return Err(format!("'{act}' is refused with '{here}' or '{there}'"));
            }
        }
        Ok(())
    })
}

pub(super) fn notices<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    each_step(scene, Law::NoticeSecrets, tally, |viewer, here, there| {
        if here.notices == there.notices {
            return Ok(());
        }
        Err(format!("{viewer} is told {} or {}", here.notices, there.notices))
    })
}

pub(super) fn views<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    each_step(scene, Law::ViewSecrets, tally, |viewer, here, there| {
        if here.view == there.view {
            return Ok(());
        }
        Err(format!("{viewer} then sees {} or {}", here.view, there.view))
    })
}

/// What is declared open can be told apart, and what is declared to come to light does.
pub(super) fn declared<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let mut rng = scene.rng(Law::Declared);
    let acts = legal_acts(scene.game, scene.state, ACTS, &mut rng);
    for viewer in scene.viewers() {
        let here = steps(scene.game, scene.state, &acts, viewer);
        for (number, (first, one)) in here.iter().enumerate() {
            for (second, two) in &here[..number] {
                let open = one.sight.face == Face::Up && two.sight.face == Face::Up;
                let declared = open || one.sight != two.sight;
                let differ = first != second && alike(first, second, viewer);
                if declared && differ && one.looks_like(two) {
                    return Err(format!(
                        "'{first}' and '{second}' are declared {:?} and {:?}, but {viewer} cannot \
                         tell them apart",
                        one.sight, two.sight
                    ));
                }
            }
        }
        let Some(other) = other_world(scene, viewer, &mut rng) else { continue };
        for (act, there) in steps(scene.game, &other, &acts, viewer) {
            let Some((_, here)) = here.iter().find(|(same, _)| *same == act) else { continue };
            if here.sight != there.sight && here.looks_like(&there) {
                return Err(format!(
                    "'{act}' is declared {:?} or {:?}, but {viewer} cannot tell them apart",
                    here.sight, there.sight
                ));
            }
        }
    }
    Ok(())
}

/// What one viewer gets out of one act.
struct Step<S> {
    sight: Sight<S>,
    notices: String,
    view: String,
}

impl<S> Step<S> {
    fn looks_like(&self, other: &Self) -> bool {
        self.notices == other.notices && self.view == other.view
    }
}

type Steps<'a, G> = Vec<(&'a ActOf<G>, Step<<G as Game>::Secret>)>;

/// What the viewer gets out of each of the acts that are legal in this state.
fn steps<'a, G: Game>(
    game: &G,
    state: &G::State,
    acts: &'a [ActOf<G>],
    viewer: Viewer,
) -> Steps<'a, G> {
    let step = |act: &ActOf<G>| {
        let mut next = state.clone();
        let mut witness = Awake::new();
        game.apply(&mut next, act, &mut witness).ok()?;
        Some(Step {
            sight: game.reveals(state, act, viewer),
            notices: bytes(&witness.told(viewer).collect::<Vec<_>>()),
            view: bytes(&game.view(&next, viewer)),
        })
    };
    acts.iter().filter_map(|act| Some((act, step(act)?))).collect()
}

/// Shows a check every two steps that must look the same to a viewer: one act in two worlds, and
/// two hidden acts of one kind in the same world or in two.
fn each_step<G: Game>(
    scene: &Scene<'_, G>,
    law: Law,
    tally: &mut Tally,
    mut same: impl FnMut(Viewer, &Step<G::Secret>, &Step<G::Secret>) -> Result<(), String>,
) -> Result<(), String> {
    let game = scene.game;
    let mut compare = |viewer, here: &Steps<'_, G>, there: &Steps<'_, G>, tally: &mut Tally| {
        for (first, one) in here {
            for (second, two) in there {
                let hidden = one.sight.face == Face::Down && two.sight.face == Face::Down;
                let like = first == second || (hidden && alike(first, second, viewer));
                tally.hidden |= hidden;
                if like && one.sight.secret == two.sight.secret {
                    tally.steps += 1;
                    same(viewer, one, two)
                        .map_err(|why| format!("after '{first}' or '{second}' {why}"))?;
                }
            }
        }
        Ok(())
    };
    let mut rng = scene.rng(law);
    let mut acts = legal_acts(game, scene.state, ACTS, &mut rng);
    acts.extend(scene.next.cloned());
    for viewer in scene.viewers() {
        let here = steps(game, scene.state, &acts, viewer);
        compare(viewer, &here, &here, tally)?;
    }
    acts.extend(scene.present().iter().map(Act::Leave));
    acts.push(Act::Clock);
    each_pair(scene, law, tally, |viewer, other, rng, tally| {
        let mut acts = acts.clone();
        acts.extend(legal_acts(game, other, ACTS, rng));
        let here = steps(game, scene.state, &acts, viewer);
        compare(viewer, &here, &steps(game, other, &acts, viewer), tally)
    })
}

/// Whether two acts are of one kind to somebody who sees neither: both chance, or both moves of
/// one seat that is not the viewer's own.
fn alike<M: PartialEq, C: PartialEq>(one: &Act<M, C>, two: &Act<M, C>, viewer: Viewer) -> bool {
    match (one, two) {
        (Act::Chance(_), Act::Chance(_)) => true,
        (Act::Move(seat, _), Act::Move(same, _)) => seat == same && viewer.seat() != Some(*seat),
        _ => false,
    }
}

/// Shows a check, for every viewer, another world that looks the same to them.
fn each_pair<G: Game>(
    scene: &Scene<'_, G>,
    law: Law,
    tally: &mut Tally,
    mut check: impl FnMut(Viewer, &G::State, &mut PlayoutRng, &mut Tally) -> Result<(), String>,
) -> Result<(), String> {
    let mut rng = scene.rng(law);
    for viewer in scene.viewers() {
        let Some(other) = other_world(scene, viewer, &mut rng) else {
            tally.single += 1;
            continue;
        };
        tally.pairs += 1;
        check(viewer, &other, &mut rng, tally)?;
    }
    Ok(())
}

fn other_world<G: Game>(
    scene: &Scene<'_, G>,
    viewer: Viewer,
    rng: &mut PlayoutRng,
) -> Option<G::State> {
    let view = scene.game.view(scene.state, viewer);
    let truth = Digest::of(scene.state);
    let worlds = (0..DRAWS).map(|_| scene.game.imagine(&view, rng));
    let mut others = worlds.filter(|world| Digest::of(world) != truth);
    // A world that does not look the same is the business of the `imagine` law.
    others.next().filter(|world| scene.game.view(world, viewer) == view)
}

fn bytes<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|why| format!("not serialisable: {why}"))
}
