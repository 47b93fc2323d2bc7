//! Cards that can be told apart: from behind by everybody, from in front where the face is shown, and
//! in one's own hand by their handles.

#[path = "cards/scene.rs"]
mod scene;

use parlor_chaos_letter::{ChaosLetter, View};
use parlor_engine::sample::playout_rng;
use parlor_engine::{Asleep, Hosted, Rulebook, Seat, Viewer, Visitor, open, random_act};
use scene::run;
use serde_json::{Value, json};

const WELL_THUMBED: &str = include_str!("../examples/well-thumbed.json");

fn well_thumbed() -> Value {
    serde_json::from_str(WELL_THUMBED).expect("a deck")
}

// ---- backs ----

#[test]
fn a_creased_baron_is_told_by_its_back_and_by_nothing_else() {
    run("
        table: classic 3 baron:creased=1
        deal: guard / guard baron/1 king
        backs 2: creased
        do: +handmaid
        knows 1 of 2:
        board 1: 2 Bob        0 tokens; 1 card (creased)
        board 1: Bob holds Baron 3 (creased back), the only card it can be.
        board -: Bob holds Baron 3 (creased back), the only card it can be.
        do: 1: handmaid; +guard
        reads 3 -: Bob draws a card with a letter back.
        board 3: > 2 Bob        0 tokens; 2 cards (letter, creased)
    ");
    // The other Baron has a back like all others.
    run("
        table: classic 3 baron:creased=1
        deal: guard / guard baron king
        do: +handmaid
        backs 2: letter
        unboard 1: Bob holds
    ");
    // In front it is a Baron like the other, and named like it.
    run("
        table: classic 3 baron:creased=1
        deal: guard / guard baron/1 king
        do: +priest; 1: guard 2 names 3
        told -: hit by=1 at=2 number=3
        in: 1 3
        reads -: Bob is out, by Ann's Guard, and had Baron (3, creased back).
        laid: guard baron/1
    ");
}

#[test]
fn a_back_is_one_of_the_cards_that_have_it() {
    let dealt = "
        table: classic 3 baron:creased=1 priest:creased=1
        deal: guard / guard priest/2 king
        do: +guard
        board 1: Bob holds a 2 or 3.";
    run(dealt);
    run(&format!(
        "{dealt}
        do: 1: guard 2 names 3
        not 2: baron /1
        board 1: Bob holds Priest 2 (creased back), the only card it can be.
        board 3: Bob holds Priest 2 (creased back), the only card it can be."
    ));
}

#[test]
fn what_a_hand_does_not_hold_is_kept_for_each_back() {
    let missed = "
        table: classic 3 baron:creased=1
        deal: guard / guard countess priest
        do: +guard; 1: guard 2 names 3
        not 2: baron /1";
    // The card that comes is the Baron with a crease. It can be no other Baron.
    run(&format!("{missed}\ndo: +baron/1\nnot 2: baron\nbacks 2: letter creased"));
    // A card with a letter can be the plain Baron, and not the one with a crease.
    run(&format!("{missed}\ndo: +handmaid\nnot 2: /1\nbacks 2: letter letter"));
}

#[test]
fn who_knows_a_hand_is_kept_for_a_marked_back_too() {
    // Ann saw the creased card. What Bob draws and plays has a letter, so she still knows it.
    run("
        table: classic 3 baron:creased=1 prince:creased=1
        deal: guard / priest prince/1 king
        do: +guard; 1: priest 2
        knows 1 of 2: prince/1
        do: +guard; 2: guard 1 names 5
        knows 1 of 2: prince/1
        sure 2: 1
    ");
    // Of two with a crease nobody but Bob knows which he has put under the deck.
    let seen = "
        table: modern 2 baron:creased=1 prince:creased=1 up=0
        deal: guard / priest prince/1
        do: +guard; 1: priest 2; +chancellor; 2: chancellor; +baron/2; +spy
        knows 1 of 2: prince/1";
    run(&format!("{seen}\ndo: 2: return baron/2\nknows 1 of 2:\nbacks 2: letter creased"));
    run(&format!("{seen}\ndo: 2: return spy\nknows 1 of 2: prince/1"));
}

// ---- fronts ----

#[test]
fn a_front_is_shown_where_the_face_is() {
    run("
        table: classic 3 priest:Prior=1
        deal: guard / priest/1 guard king
        backs 1: letter
        do: +guard
        board 1: Priest 2 (Prior)  look at a hand
        do: 1: priest/1 2
        reads -: Ann plays Priest (Prior) on Bob.
        told -: played play.card=priest play.mark=1
        board 3: 1 Ann        0 tokens; 1 card   laid down: Priest 2 (Prior)
    ");
    // Who draws it is told, and the others see a card like any other.
    run("
        table: classic 3 priest:Prior=1
        deal: guard / guard king baron
        do: +priest/1
        told 1: drew card=priest/1
        reads 1: You draw Priest (2, Prior).
        reads 2 3 -: Ann draws a card.
    ");
    // Who looks sees it, and the others do not.
    run("
        table: classic 3 priest:Prior=1
        deal: guard / priest priest/1 king
        do: +guard; 1: priest 2
        told 1: saw by=1 at=2 card=priest/1
        reads 1: You look at Bob's card: Priest (2, Prior).
        knows 1 of 2: priest/1
        knows 3 of 2:
        untold 3 -: saw
    ");
}

#[test]
fn two_looks_of_a_card_are_two_moves() {
    run("
        table: classic 3 baron:creased=1
        deal: guard / baron guard king
        do: +baron/1
        hand 1: baron baron/1
        menu 1: baron 2; baron 3; baron/1 2; baron/1 3
        asked 1: Ann, play baron Bob|Cid or baron/1 Bob|Cid
        refused: 1: baron/2 2 = you have no Baron in hand
        refused: 1: guard/1 2 names 5 = you have no Guard in hand
        do: 1: baron/1 2
        hand 1: baron
        backs 1: letter
        told -: played play.card=baron play.mark=1
        in: 1 3
    ");
}

/// A mark is on one card, and a card that the deck does not have cannot be drawn.
#[test]
fn only_what_is_in_the_deck_can_be_drawn() {
    let mut table = open::<ChaosLetter>(&json!({"deck": well_thumbed()}), 3).unwrap();
    for wrong in ["guard/1", "baron/2", "baron/4", "priest/1"] {
        let why = table.apply(&format!("*: draw {wrong}").parse().unwrap()).unwrap_err();
        assert_eq!(why.code, "cannot-come-up", "{wrong}: {why:?}");
    }
    for card in ["baron/1", "priest/2", "guard/3", "guard/4"] {
        table.apply(&format!("*: draw {card}").parse().unwrap()).unwrap();
    }
    assert!(table.apply(&"*: draw baron/1".parse().unwrap()).is_err());
}

// ---- handles ----

#[test]
fn a_holder_can_tell_two_handmaids_apart() {
    run("
        table: classic 3
        deal: guard / handmaid guard king
        handles 1: 1
        do: +handmaid
        handles 1: 1 2
        board 1: Handmaid 4 (no. 1)  protected until your next turn
        board 1: Handmaid 4 (no. 2)  protected until your next turn
        unboard 2: (no.
        do: 1: handmaid
        handles 1: 3
        unboard 1: (no.
    ");
    // What is followed keeps its handle, whatever comes and goes beside it.
    run("
        table: modern 2 up=0
        deal: guard / handmaid guard
        do: +chancellor; 1: chancellor; +handmaid; +king
        handles 1: 1 3 4
        do: 1: return king
        handles 1: 1 3
        do: 1: return handmaid
        handles 1: 5
    ");
}

#[test]
fn a_card_that_changes_hands_has_a_new_handle() {
    run("
        table: classic 3
        deal: guard / king guard priest
        do: +handmaid; 1: king 2
        hand 1: guard
        hand 2: handmaid
        handles 1: 3
        handles 2: 2
        handles 3: 1
    ");
    // Collected and dealt out again, Bob's own Count may come back to him: he is not told.
    run("
        table: chaos 3
        deal: guard / nope count king
        do: +nyarlathotep; 1: nope; pass; +spy; 2: spy; pass; +constable; 3: constable; pass
        do: +guard; +baron; 1: nyarlathotep insane 2 3; pass
        handles 1: 3
        do: 1: give count to 2
        hand 2: count
        handles 2: 3
        handles 3: 3
    ");
}

/// In random games a handle that stays is on the same card, and new ones were not used before.
#[test]
fn a_handle_stays_with_its_card() {
    let mut met = [0; 3];
    for (deck, seats) in [(json!("chaos"), 4), (json!("modern"), 3), (well_thumbed(), 4)] {
        let options = serde_json::from_value(json!({"deck": deck, "rounds": 2})).unwrap();
        let more = ChaosLetter::set_up(options, seats, Follow).unwrap();
        met.iter_mut().zip(more).for_each(|(all, more)| *all += more);
    }
    let [kept, renewed, equal] = met;
    assert!(kept > 1_000 && renewed > 1_000 && equal > 50, "{met:?}");
}

/// How many handles stayed, how many are new, and how many are of a card that is held twice.
struct Follow;

impl Visitor for Follow {
    type Out = [u32; 3];

    fn visit<G: Hosted>(self, game: G) -> [u32; 3] {
        let mut met = [0; 3];
        for seed in 0..40 {
            let (mut state, mut rng) = (game.start(), playout_rng(seed));
            let mut before = views(&game, &state);
            while let Some(act) = random_act(&game, &state, &mut rng) {
                game.apply(&mut state, &act, &mut Asleep).expect("a legal act");
                let after = views(&game, &state);
                for (seat, (old, new)) in before.iter().zip(&after).enumerate() {
                    compare(seat, old, new, &mut met);
                }
                before = after;
            }
        }
        met
    }
}

fn views<G: Hosted>(game: &G, state: &G::State) -> Vec<View> {
    let view = |index| json!(game.view(state, Viewer::Seat(Seat::at(index))));
    (0..game.seats()).map(|index| serde_json::from_value(view(index)).expect("a view")).collect()
}

fn compare(seat: usize, before: &View, after: &View, met: &mut [u32; 3]) {
    let (old, new) = (&before.hands[seat], &after.hands[seat]);
    for (other, seen) in after.hands.iter().enumerate().filter(|(other, _)| *other != seat) {
        let hidden = seen.handles.is_empty() && seen.last_handle == 0;
        assert!(hidden || after.table.over.is_some(), "seat {seat} sees the handles of {other}");
    }
    let next_round = before.table.round != after.table.round;
    for (place, handle) in new.handles.iter().enumerate() {
        let was = old.handles.iter().position(|other| other == handle);
        if let Some(was) = was.filter(|_| !next_round) {
            met[0] += 1;
            assert_eq!(old.known[was], new.known[place], "{before:?}\n{after:?}");
        } else {
            met[1] += 1;
            assert!(next_round || *handle > old.last_handle, "{before:?}\n{after:?}");
        }
        assert!(*handle <= new.last_handle);
        met[2] += u32::from(new.known[..place].contains(&new.known[place]));
    }
}
