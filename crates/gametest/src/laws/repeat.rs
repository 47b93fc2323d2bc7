//! Laws of sameness: the same acts give the same game, whoever listens, copies or asks again.

use std::env;
use std::process::Command;

use parlor_engine::{
    ActOf, Asleep, Awake, Digest, Game, Hosted, Menu, Names, Odds, Rulebook, Seats, Turn, Viewer,
    Viewers, open, random_act,
};
use serde::Serialize;

use crate::kit::{CHILD, Trial};
use crate::law::Law;
use crate::walk::Scene;

/// A fingerprint of everything that can be seen of every moment: the state, all views, who is asked
/// what, menus, odds, what was told to whom, and the outcome. Refused acts are passed over.
pub(crate) fn fingerprints<G: Game>(game: &G, acts: &[ActOf<G>]) -> Vec<Digest> {
    let mut state = game.start();
    let mut prints = vec![fingerprint(game, &state, &[])];
    for act in acts {
        let mut witness = Awake::new();
        if game.apply(&mut state, act, &mut witness).is_ok() {
            prints.push(fingerprint(game, &state, &witness.0));
        }
    }
    prints
}

/// Moves listed in a fingerprint; a range stands for all of its own.
const LISTED: usize = 64;

fn fingerprint<G: Game>(game: &G, state: &G::State, told: &[(Viewers, G::Notice)]) -> Digest {
    let views: Vec<String> =
        Viewer::all(game.seats()).map(|viewer| json(&game.view(state, viewer))).collect();
    let (asked, question) = match game.turn(state) {
        Turn::Ask { seats, why } => (seats, json(&why)),
        Turn::Chance => (Seats::NONE, "chance".to_owned()),
        Turn::Over => (Seats::NONE, "over".to_owned()),
    };
    let menus: Vec<String> = asked
        .iter()
        .flat_map(|seat| {
            let menu = game.menu(state, seat);
            let default = game.default_move(state, seat);
            let entries =
                (0..menu.entries().min(LISTED)).map(move |i| format!("{:?}", menu.entry(i)));
            entries.chain([format!("{default:?}")]).collect::<Vec<_>>()
        })
        .collect();
    let odds = game.odds(state).map(|odds| {
        let outcomes: Vec<String> = odds.outcomes().take(LISTED).map(|c| c.to_string()).collect();
        (odds.stream().to_string(), odds.total(), outcomes)
    });
    let told: Vec<(Viewers, String)> =
        told.iter().map(|(to, notice)| (*to, json(notice))).collect();
    let outcome = json(&game.outcome(state));
    Digest::of(&(state, views, asked, question, menus, odds, told, outcome))
}

/// The digests of all states along the way; refused acts are passed over.
fn digests<G: Game>(game: &G, acts: &[ActOf<G>]) -> Vec<Digest> {
    let mut state = game.start();
    let mut digests = vec![Digest::of(&state)];
    for act in acts {
        if game.apply(&mut state, act, &mut Asleep).is_ok() {
            digests.push(Digest::of(&state));
        }
    }
    digests
}

/// Whether playing the acts again gives the same states: what the laws below rest on.
pub(super) fn repeats<G: Game>(game: &G, acts: &[ActOf<G>]) -> bool {
    digests(game, acts) == digests(game, acts)
}

/// Whether the acts read as they are written: what has to go through text rests on it.
fn can_be_written<G: Game>(acts: &[ActOf<G>]) -> bool {
    acts.iter().all(|act| act.to_string().parse().is_ok_and(|back: ActOf<G>| back == *act))
}

pub(super) fn repeat<G: Game>(game: &G, acts: &[ActOf<G>]) -> Result<(), String> {
    let first = fingerprints(game, acts);
    for _ in 0..2 {
        same(&first, &fingerprints(game, acts), "played again")?;
    }
    Ok(())
}

fn same<A: PartialEq<B>, B>(first: &[A], again: &[B], when: &str) -> Result<(), String> {
    let differ = first.iter().zip(again).position(|(one, two)| one != two);
    match differ {
        Some(at) => Err(format!("{when}, the game is another after {at} acts")),
        None if first.len() != again.len() => {
            Err(format!("{when}, {} acts are taken instead of {}", again.len(), first.len()))
        }
        None => Ok(()),
    }
}

/// Runs this very test in a child process, which prints its digests and stops.
pub(super) fn processes<G: Game>(trial: &Trial<'_, G>, acts: &[ActOf<G>]) -> Result<(), String> {
    let Some(test) = trial.test else {
        return Err(
            "this law runs its test again in another process, and needs its name".to_owned()
        );
    };
    let here = fingerprints(trial.game, acts);
    // A game that differs by chance must not slip through by chance.
    let repeats = (0..4).all(|_| here == fingerprints(trial.game, acts));
    if !repeats || !can_be_written::<G>(acts) {
        return Ok(());
    }
    let here: Vec<String> = here.iter().map(ToString::to_string).collect();
    let exe = env::current_exe().map_err(|why| format!("this test cannot be run again: {why}"))?;
    let output = Command::new(exe)
        .args([test.name, "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, trial.case(acts).to_string())
        .output()
        .map_err(|why| format!("this test cannot be run again: {why}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let there: Vec<&str> =
        printed.lines().filter_map(|line| line.strip_prefix(CHILD)).map(str::trim).collect();
    if there.is_empty() {
        return Err(format!("the child process printed no digests:\n{printed}"));
    }
    same(&here, &there, "in another process")
}

pub(super) fn witness<G: Game>(game: &G, acts: &[ActOf<G>]) -> Result<(), String> {
    if !repeats(game, acts) {
        return Ok(());
    }
    let (mut asleep, mut awake) = (game.start(), game.start());
    for act in acts {
        let silent = game.apply(&mut asleep, act, &mut Asleep);
        let heard = game.apply(&mut awake, act, &mut Awake::new());
        if silent != heard || Digest::of(&asleep) != Digest::of(&awake) {
            return Err(format!("'{act}' does something else when somebody listens"));
        }
    }
    Ok(())
}

/// A copy is played on while the original stands still.
pub(super) fn clones<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let mut rng = scene.rng(Law::Clones);
    let mut copy = scene.state.clone();
    let before = Digest::of(scene.state);
    for _ in 0..3 {
        let Some(act) = random_act(scene.game, &copy, &mut rng) else { break };
        if scene.game.apply(&mut copy, &act, &mut Asleep).is_err() {
            break;
        }
        if Digest::of(scene.state) != before {
            return Err(format!("'{act}' on a copy has changed the original"));
        }
    }
    Ok(())
}

pub(super) fn erased<R: Rulebook, G: Hosted>(
    trial: &Trial<'_, G>,
    acts: &[ActOf<G>],
) -> Result<(), String> {
    let game = trial.game;
    if !repeats(game, acts) || !can_be_written::<G>(acts) {
        return Ok(());
    }
    let names = Names::numbers();
    // By what the table itself says of its options, as it is opened by its record.
    let reopened = open::<R>(trial.options, game.seats())
        .and_then(|table| open::<R>(&table.options(), game.seats()));
    let mut table = reopened.map_err(|why| why.to_string())?;
    let mut state = game.start();
    for act in acts {
        let mut heard = Awake::new();
        let typed = game.apply(&mut state, act, &mut heard);
        let any = table.apply(&act.to_any());
        match (&typed, &any) {
            (Ok(()), Ok(notices)) => {
                if notices.len() != heard.0.len() {
                    return Err(format!("'{act}' is told in another number of notices"));
                }
                if notices.iter().any(|told| table.tell(&told.notice, &names).is_none()) {
                    return Err(format!("a notice of '{act}' cannot be put into words"));
                }
            }
            (Err(typed), Err(any)) if typed.to_string() == any.to_string() => {}
            _ => return Err(format!("'{act}' gives {typed:?}, erased {any:?}")),
        }
        if table.digest() != Digest::of(&state) {
            return Err(format!("after '{act}' the erased table has another state"));
        }
        for viewer in Viewer::all(game.seats()) {
            let view = game.view(&state, viewer);
            if serde_json::to_value(&view).ok().as_ref() != Some(&table.view(viewer)) {
                return Err(format!("after '{act}' {viewer} sees another table"));
            }
            if table.draw(viewer, &names) != game.draw(&view, &names) {
                return Err(format!("after '{act}' the table is drawn otherwise for {viewer}"));
            }
        }
        let asked = game.turn(&state).asked();
        if table.turn().asked() != asked {
            return Err(format!("after '{act}' other seats are asked"));
        }
        if asked.iter().any(|seat| table.question(seat, &names).is_none_or(|text| text.is_empty()))
        {
            return Err(format!("after '{act}' a question has no words"));
        }
        if matches!(game.turn(&state), Turn::Over) && table.outcome() != game.outcome(&state) {
            return Err("the erased table has another outcome".to_owned());
        }
    }
    Ok(())
}

/// Views and notices travel as JSON, and need no other form.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|why| format!("no JSON: {why}"))
}
