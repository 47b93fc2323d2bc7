//! The law of words: everything that can be typed is answered, and never with a panic.

use parlor_engine::sample::{PlayoutRng, below};
use parlor_engine::{Act, Asleep, Form, Hosted, Kind, Menu, Names, Refusal, Slot};

use crate::law::Law;
use crate::walk::Scene;

/// Numbers that people type by mistake, or to see what happens: around the sizes of boards and decks,
/// amounts of money in place of a position, and the largest numbers of the usual types.
const NUMBERS: [u64; 16] =
    [0, 1, 2, 8, 9, 16, 17, 40, 41, 77, 100, 120, 255, 65_535, i32::MAX as u64, i64::MAX as u64];

pub(super) fn words<G: Hosted>(scene: &Scene<'_, G>) -> Result<(), String> {
    let mut rng = scene.rng(Law::Words);
    let asked = scene.turn().asked();
    for form in scene.game.forms() {
        let text = filled(&form, &mut rng);
        // What cannot be read is answered by the reader, in words of its own.
        let Ok(played) = text.parse::<G::Move>() else { continue };
        // What it says is the business of the `phrases` law.
        _ = scene.game.phrase(&played);
        for seat in asked.iter() {
            if !scene.game.menu(scene.state, seat).contains(&played) {
                answered(scene, &Act::Move(seat, played.clone()))?;
            }
        }
    }
    Ok(())
}

/// A move that is not on the menu is refused with a sentence.
fn answered<G: Hosted>(scene: &Scene<'_, G>, act: &parlor_engine::ActOf<G>) -> Result<(), String> {
    let refusal = scene.game.apply(&mut scene.state.clone(), act, &mut Asleep);
    let Err(Refusal::Rules(why)) = refusal else { return Ok(()) };
    let sentences = [why.to_string(), scene.game.refusal(&why, &Names::numbers())];
    if sentences.iter().any(|sentence| sentence.trim().is_empty()) {
        return Err(format!("'{act}' is refused without a word: {why:?}"));
    }
    Ok(())
}

/// A move of this form, with numbers that mean nothing at the table.
fn filled(form: &Form, rng: &mut PlayoutRng) -> String {
    let words: Vec<String> = form.slots.iter().map(|slot| word(slot, rng)).collect();
    words.join(" ")
}

fn word(slot: &Slot, rng: &mut PlayoutRng) -> String {
    let number = |rng: &mut PlayoutRng| NUMBERS[below(rng, NUMBERS.len() as u64) as usize];
    let thing = |rng: &mut PlayoutRng| {
        let things = slot.among.len() as u64;
        let chosen = if things == 0 { None } else { slot.among.get(below(rng, things) as usize) };
        chosen.map(|thing| thing.written.to_string())
    };
    match slot.kind {
        Kind::Word => slot.name.to_string(),
        Kind::Card | Kind::Choice => thing(rng).unwrap_or_default(),
        // Places have names or numbers; one that has a number may have any.
        Kind::Place => match thing(rng) {
            Some(name) if name.parse::<u64>().is_err() => name,
            _ => number(rng).to_string(),
        },
        Kind::Seat | Kind::Amount | Kind::Number => number(rng).to_string(),
    }
}
