//! Laws of writing down: notation and serialised forms lose nothing.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use parlor_engine::{Act, ActOf, Awake, Game, Odds};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::law::Law;
use crate::walk::Scene;

pub(super) fn notation<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let mut rng = scene.rng(Law::Notation);
    for act in scene.legal_acts(32, &mut rng) {
        match &act {
            Act::Move(_, played) => round_trip(played)?,
            Act::Chance(outcome) => round_trip(outcome)?,
            Act::Clock | Act::Leave(_) => {}
        }
        round_trip::<ActOf<G>>(&act)?;
    }
    for outcome in scene.game.odds(scene.state).iter().flat_map(Odds::outcomes).take(64) {
        round_trip(&outcome)?;
    }
    Ok(())
}

fn round_trip<T: Display + FromStr<Err: Display> + PartialEq + Debug>(
    value: &T,
) -> Result<(), String> {
    let text = value.to_string();
    // What stands in records and scripts: one line, no comment sign, no blanks at the ends.
    if text.is_empty() || text.trim() != text || text.starts_with('#') || text.contains('\n') {
        return Err(format!("'{text}' cannot stand on a line of its own"));
    }
    match text.parse::<T>() {
        Ok(back) if back == *value => Ok(()),
        Ok(back) => Err(format!("'{text}' is written for {value:?} and read as {back:?}")),
        Err(why) => Err(format!("'{text}' is written for {value:?} and not read: {why}")),
    }
}

pub(super) fn serde<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    same_json("the state", scene.state)?;
    same_bytes("the state", scene.state)?;
    for viewer in scene.viewers() {
        let view = scene.game.view(scene.state, viewer);
        same_json(&format!("the view of {viewer}"), &view)?;
    }
    if let Some(act) = scene.next {
        let mut witness = Awake::new();
        if scene.game.apply(&mut scene.state.clone(), act, &mut witness).is_ok() {
            for (_, notice) in &witness.0 {
                same_json("a notice", notice)?;
            }
        }
    }
    Ok(())
}

/// JSON is what views and notices travel in; states are also kept in the compact form digests are
/// made of.
fn same_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    what: &str,
    value: &T,
) -> Result<(), String> {
    let json = serde_json::to_string(value).map_err(|why| format!("{what} as JSON: {why}"))?;
    let back: T = serde_json::from_str(&json)
        .map_err(|why| format!("{what} does not come back from JSON: {why}: {json}"))?;
    if back != *value {
        return Err(format!("{what} comes back from JSON as {back:?}, was {value:?}"));
    }
    Ok(())
}

fn same_bytes<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    what: &str,
    value: &T,
) -> Result<(), String> {
    let bytes = postcard::to_allocvec(value).map_err(|why| format!("{what} as bytes: {why}"))?;
    let back: T = postcard::from_bytes(&bytes)
        .map_err(|why| format!("{what} does not come back from bytes: {why}"))?;
    if back != *value {
        return Err(format!("{what} comes back from bytes as {back:?}, was {value:?}"));
    }
    Ok(())
}
