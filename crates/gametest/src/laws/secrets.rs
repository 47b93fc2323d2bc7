//! The secrets law: two worlds that look the same to a viewer go on looking the same.
//!
//! A pair of worlds is the true state and one imagined from the viewer's view, redrawn until it
//! differs. Everything is compared by value, and some of it as serialised bytes, too, as it would go
//! over a wire: a type may have an `Eq` of its own that looks away.

use parlor_engine::sample::{PlayoutRng, below};
use parlor_engine::{
    Act, ActOf, Applied, Asleep, Awake, Digest, Face, Game, Menu, Sight, Turn, Viewer,
};
use serde::Serialize;

use crate::kit::Tally;
use crate::law::Law;
use crate::walk::{Scene, leaves_window_open, legal_acts};

/// How often a world is drawn until one differs from the truth.
const DRAWS: usize = 24;
/// How many acts of a moment are tried.
const ACTS: usize = 10;

pub(super) fn menus<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    each_pair(scene, Law::MenuSecrets, tally, |viewer, other, _, _| {
        let offer = |state| {
            let limit = (scene.game.time_limit(state), scene.game.countdown(state));
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
                && (here.to_string() != there.to_string() || here.data() != there.data())
            {
                return Err(format!("'{act}' is refused with '{here}' or '{there}'"));
            }
        }
        Ok(())
    })
}

pub(super) fn notices<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    let told = |taken: &Taken<'_, G>, viewer: Viewer| -> Vec<G::Notice> {
        taken.told.told(viewer).cloned().collect()
    };
    each_step(scene, Law::NoticeSecrets, tally, "is told", told)
}

pub(super) fn views<G: Game>(scene: &Scene<'_, G>, tally: &mut Tally) -> Result<(), String> {
    let seen = |taken: &Taken<'_, G>, viewer: Viewer| scene.game.view(&taken.next, viewer);
    each_step(scene, Law::ViewSecrets, tally, "then sees", seen)
}

/// What is declared open can be told apart, and what is declared to come to light does.
pub(super) fn declared<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let game = scene.game;
    let mut rng = scene.rng(Law::Declared);
    let acts = legal_acts(game, scene.state, ACTS, &mut rng);
    let taken = take_each(game, scene.state, &acts);
    for viewer in scene.viewers() {
        let look_alike = |one: &Taken<'_, G>, two: &Taken<'_, G>| {
            one.told.told(viewer).eq(two.told.told(viewer))
                && game.view(&one.next, viewer) == game.view(&two.next, viewer)
        };
        let sights: Vec<_> =
            taken.iter().map(|taken| taken.sight(game, scene.state, viewer)).collect();
        for (number, (one, sight)) in taken.iter().zip(&sights).enumerate() {
            for (two, other) in taken.iter().zip(&sights).take(number) {
                let open = sight.face == Face::Up && other.face == Face::Up;
                let declared = open || sight != other;
                let differ = one.act != two.act && alike(one.act, two.act, viewer);
                if declared && differ && look_alike(one, two) {
                    return Err(format!(
                        "'{}' and '{}' are declared {sight:?} and {other:?}, but {viewer} cannot \
                         tell them apart",
                        one.act, two.act
                    ));
                }
            }
        }
        let Some(world) = other_world(scene, viewer, &mut rng) else { continue };
        for there in take_each(game, &world, &acts) {
            let here = taken.iter().zip(&sights).find(|(here, _)| here.act == there.act);
            let Some((here, sight)) = here else { continue };
            let other = there.sight(game, &world, viewer);
            if *sight != other && look_alike(here, &there) {
                return Err(format!(
                    "'{}' is declared {sight:?} or {other:?}, but {viewer} cannot tell them apart",
                    there.act
                ));
            }
        }
    }
    Ok(())
}

/// A move that a viewer neither sees nor hears of leaves the viewer with the same view, the same question and
/// the same menu.
pub(super) fn unseen<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let game = scene.game;
    let mut rng = scene.rng(Law::Unseen);
    let mut acts = legal_acts(game, scene.state, ACTS, &mut rng);
    // Nobody takes chance back, so it may go on unheard of.
    acts.retain(|act| matches!(act, Act::Move(..)));
    for taken in take_each(game, scene.state, &acts) {
        let Taken { act, next, told } = &taken;
        if leaves_window_open(game, scene.state, act, next) {
            // Sealed answers have a law of their own.
            continue;
        }
        for viewer in scene.viewers().filter(|viewer| viewer.seat() != act.seat()) {
            let sight = taken.sight(game, scene.state, viewer);
            let is_hidden = sight.face == Face::Down && sight.secret.is_none();
            if !is_hidden || told.told(viewer).next().is_some() {
                continue;
            }
            let before = game.view(scene.state, viewer);
            if game.view(next, viewer) != before {
                return Err(format!("'{act}' is not told to {viewer}, whose view it changes"));
            }
            let Some(seat) = viewer.seat() else { continue };
            let asked = |state: &G::State| game.turn(state).question(seat).cloned();
            let menu = |state: &G::State| game.menu(state, seat);
            if asked(scene.state) != asked(next) || menu(scene.state) != menu(next) {
                return Err(format!("'{act}' is not told to {viewer}, who is asked otherwise"));
            }
        }
    }
    Ok(())
}

/// An act that was accepted, what came of it, and what was said.
struct Taken<'a, G: Game> {
    act: &'a ActOf<G>,
    next: G::State,
    told: Awake<G::Notice>,
}

impl<G: Game> Taken<'_, G> {
    /// How much of it a viewer sees, where this was the state before it.
    fn sight(&self, game: &G, before: &G::State, viewer: Viewer) -> Sight<G::Secret> {
        let Self { act, next, told } = self;
        Applied { before, act, after: next, told: &told.0 }.sight(game, viewer)
    }
}

/// Takes each of the acts that are legal in this state.
fn take_each<'a, G: Game>(game: &G, state: &G::State, acts: &'a [ActOf<G>]) -> Vec<Taken<'a, G>> {
    let take = |act: &'a ActOf<G>| {
        let mut taken = Taken { act, next: state.clone(), told: Awake::new() };
        game.apply(&mut taken.next, act, &mut taken.told).ok()?;
        Some(taken)
    };
    acts.iter().filter_map(take).collect()
}

/// What one viewer gets out of one act.
struct Gain<'a, G: Game, T> {
    act: &'a ActOf<G>,
    sight: Sight<G::Secret>,
    gets: T,
}

/// Compares every two steps that must look the same to a viewer: one act in two worlds, and two
/// hidden acts of one kind in the same world or in two. `gets` is what the viewer gets out of one.
fn each_step<G: Game, T: PartialEq + Serialize>(
    scene: &Scene<'_, G>,
    law: Law,
    tally: &mut Tally,
    verb: &str,
    gets: impl Fn(&Taken<'_, G>, Viewer) -> T,
) -> Result<(), String> {
    let game = scene.game;
    let mut rng = scene.rng(law);
    let mut acts = legal_acts(game, scene.state, ACTS, &mut rng);
    acts.extend(scene.present().iter().map(Act::Leave));
    acts.push(Act::Clock);
    acts.extend(scene.next.filter(|next| !acts.contains(next)).cloned());
    let truth = take_each(game, scene.state, &acts);
    for viewer in scene.viewers() {
        let pair = Pair { viewer, on_the_wire: below(&mut rng, ACTS as u64) as usize, verb };
        let here = pair.steps(game, scene.state, &truth, &gets);
        pair.compare(&here, &here, tally)?;
        let Some(other) = other_world(scene, viewer, &mut rng) else {
            tally.single += 1;
            continue;
        };
        tally.pairs += 1;
        let there = pair.steps(game, &other, &take_each(game, &other, &acts), &gets);
        pair.compare(&here, &there, tally)?;
        // What only the other world allows may look like what only this one does.
        let mut more = legal_acts(game, &other, ACTS, &mut rng);
        more.retain(|act| !acts.contains(act));
        let there = pair.steps(game, &other, &take_each(game, &other, &more), &gets);
        pair.compare(&here, &there, tally)?;
        let here = pair.steps(game, scene.state, &take_each(game, scene.state, &more), &gets);
        pair.compare(&here, &there, tally)?;
    }
    Ok(())
}

/// Two worlds, or one and the same, as one viewer sees them.
struct Pair<'a> {
    viewer: Viewer,
    /// Of the act with this number the bytes are compared, too.
    on_the_wire: usize,
    verb: &'a str,
}

impl Pair<'_> {
    fn steps<'a, G: Game, T>(
        &self,
        game: &G,
        state: &G::State,
        taken: &[Taken<'a, G>],
        gets: impl Fn(&Taken<'_, G>, Viewer) -> T,
    ) -> Vec<Gain<'a, G, T>> {
        let gain = |taken: &Taken<'a, G>| Gain {
            act: taken.act,
            sight: taken.sight(game, state, self.viewer),
            gets: gets(taken, self.viewer),
        };
        taken.iter().map(gain).collect()
    }

    fn compare<G: Game, T: PartialEq + Serialize>(
        &self,
        here: &[Gain<'_, G, T>],
        there: &[Gain<'_, G, T>],
        tally: &mut Tally,
    ) -> Result<(), String> {
        let Self { viewer, verb, .. } = *self;
        for (number, one) in here.iter().enumerate() {
            for two in there {
                let hidden = one.sight.face == Face::Down && two.sight.face == Face::Down;
                let like = one.act == two.act || (hidden && alike(one.act, two.act, viewer));
                tally.hidden |= hidden;
                if !like || one.sight.secret != two.sight.secret || std::ptr::eq(one, two) {
                    continue;
                }
                tally.steps += 1;
                let wire = || bytes(&one.gets) == bytes(&two.gets);
                if one.gets != two.gets || (number == self.on_the_wire && !wire()) {
                    return Err(format!(
                        "after '{}' or '{}' {viewer} {verb} {} or {}",
                        one.act,
                        two.act,
                        bytes(&one.gets),
                        bytes(&two.gets)
                    ));
                }
            }
        }
        Ok(())
    }
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
