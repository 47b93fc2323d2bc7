//! What is known of a hand.

use crate::cards::with_two;
use crate::scene::run;

#[test]
fn d37_what_a_hand_does_not_hold_is_known_until_a_card_comes_that_could_be_it() {
    // A card with stars comes: what has a letter on the back is still not there.
    let missed = "
        table: chaos 2
        deal: spy / guard count
        do: +baron; 1: guard 2 names 4; pass
        not 2: handmaid assassin elder-sign liber-ivonis jestsassin";
    run(&format!(
        "{missed}
        do: +cats-of-ulthar
        not 2: handmaid assassin jestsassin
        do: 2: cats-of-ulthar 1; pass
        not 2: handmaid assassin jestsassin
        do: +priest; 1: baron 2; pass
        told -: won seats=[2]"
    ));
    // With a letter it is the other way round, and a card that goes takes nothing away.
    run(&format!(
        "{missed}
        do: +spy
        not 2: elder-sign liber-ivonis
        do: 2: count; pass
        not 2: silver-key elder-sign liber-ivonis shining-trapezohedron"
    ));
    // Nothing is known any more of a hand that was discarded.
    run(&format!(
        "{missed}
        do: +spy; 2: spy; pass; +prince; 1: prince 2; pass; +guard
        not 2:"
    ));
    // Where all look the same, whatever is drawn may be anything.
    run("
        table: modern 3
        deal: spy / guard king spy
        do: +baron; 1: guard 2 names 5
        not 2: prince
        do: +handmaid
        not 2:
    ");
}

#[test]
fn d37_a_card_that_goes_unseen_takes_along_what_looks_like_it() {
    // Both cards of seat 1 were none of these, and so is the one that goes to seat 2.
    run(&(with_two("guard", "randolph-carter")
        + "do: 2: guard 1 names 5; pass; +guard; +guard; +silver-key; 1: silver-key; pass
           not 1: prince count assassin no-u jestsassin
           do: +investigators; 2: randolph-carter 1; pass; 1: offer king
           hand 1: baron investigators
           hand 2: king
           not 1: prince count assassin no-u jestsassin
           not 2: prince count assassin no-u jestsassin"));
    // Whom it goes to sees which it is, and still knows the other.
    run(&(with_two("priest", "randolph-carter")
        + "do: 2: priest 1; pass; 1: offer king
           do: +guard; +guard; +spy; 1: spy; pass
           knows 2 of 1: king
           do: +count; 2: randolph-carter 1; pass; 1: offer baron
           knows 2 of 1: king count"));
    // Two cards with letters go under the deck, and the one with stars that was seen is still there.
    let seen = "
        table: chaos 2
        deal: spy / elder-sign priest
        do: +count; 1: count; pass; +guard; 2: priest 1; pass; +chancellor; 1: chancellor; pass
        knows 2 of 1: elder-sign";
    run(&format!(
        "{seen}
        do: +king; +baron; 1: return king; 1: return baron
        hand 1: elder-sign
        knows 2 of 1: elder-sign"
    ));
    run(&format!(
        "{seen}
        do: +king; +cats-of-ulthar; 1: return king
        knows 2 of 1: elder-sign
        do: 1: return cats-of-ulthar
        hand 1: elder-sign
        knows 2 of 1:"
    ));
}
