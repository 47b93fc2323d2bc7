//! Laws of moves as data: what programs read of a move is the move.

use parlor_engine::{Act, Entry, Hosted, Menu, Part, Phrase};

use crate::law::Law;
use crate::walk::Scene;

/// So many legal moves of a moment are looked at, and so many entries of each menu.
const MOVES: usize = 64;

pub(super) fn phrases<G: Hosted>(scene: &Scene<'_, G>) -> Result<(), String> {
    for played in moves(scene, Law::Phrases) {
        let (phrase, text) = (scene.game.phrase(&played), played.to_string());
        // A move that is written wrong is the business of the `notation` law.
        let reads = text.parse().is_ok_and(|back: G::Move| back == played);
        if reads && phrase.to_string() != text {
            return Err(format!("'{text}' is written '{phrase}' by its phrase"));
        }
        // A range names the word that is its amount by the number of the part.
        if let Some(part) = phrase.parts.iter().find(|part| part.written().contains(' ')) {
            return Err(format!("the part '{part}' of '{text}' is more than one word"));
        }
    }
    for seat in scene.turn().asked().iter() {
        let menu = scene.game.menu(scene.state, seat);
        for entry in (0..menu.entries().min(MOVES)).filter_map(|index| menu.entry(index)) {
            if let Entry::Range { first, last, .. } = entry
                && first != last
            {
                in_one_amount(&scene.game.phrase(&first), &scene.game.phrase(&last))?;
            }
        }
    }
    Ok(())
}

fn in_one_amount(first: &Phrase, last: &Phrase) -> Result<(), String> {
    let pairs = first.parts.iter().zip(&last.parts);
    let mut differ = pairs.filter(|(one, other)| one != other);
    let is_amount =
        matches!(differ.next(), Some((Part::Amount(first), Part::Amount(last))) if first < last);
    if is_amount && differ.next().is_none() && first.parts.len() == last.parts.len() {
        Ok(())
    } else {
        Err(format!("a range from '{first}' to '{last}' differs in more than an amount"))
    }
}

pub(super) fn forms<G: Hosted>(scene: &Scene<'_, G>) -> Result<(), String> {
    let forms = scene.game.forms();
    for played in moves(scene, Law::Forms) {
        let phrase = scene.game.phrase(&played);
        if !forms.iter().any(|form| form.fits(&phrase)) {
            let forms: Vec<String> = forms.iter().map(ToString::to_string).collect();
            return Err(format!("'{played}', {phrase:?}, has none of the forms {forms:?}"));
        }
    }
    Ok(())
}

fn moves<G: Hosted>(scene: &Scene<'_, G>, law: Law) -> Vec<G::Move> {
    let acts = scene.legal_acts(MOVES, &mut scene.rng(law)).into_iter();
    let moves = acts.filter_map(|act| match act {
        Act::Move(_, played) => Some(played),
        Act::Chance(_) | Act::Clock | Act::Leave(_) => None,
    });
    moves.collect()
}
