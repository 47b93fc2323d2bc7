//! Who is asked for an answer, and in which order.

use crate::scene::run;

#[test]
fn d38_all_who_could_answer_are_asked_in_turn_whatever_they_hold() {
    run("
        table: chaos 4 nope=4 in-turn
        deal: spy / guard cats-of-ulthar nope nope
        do: +king; 1: guard 3 names 5
        asks: 3 answer
        board 2: Asked in turn whether to answer no. 1: Cid (now), Bob, Dan.
        do: 3: pass
        asks: 2 answer
        menu 2: pass
        refused: 4: answer nope = seat 4 is not asked to move now
        do: 2: pass
        board 1: Asked in turn whether to answer no. 1: Cid (passed), Bob (passed), Dan (now).
        untold 1 2 3 4 -: sealed
        do: 4: answer nope
        told 1 2 3 4 -: answered play.by=4
    ");
}

/// Ann's turn it is, but the Nope is Cid's: after Ann, whom it is for, comes Dan.
#[test]
fn d38_turn_order_begins_with_who_played_the_card() {
    run("
        table: chaos 4 nope=4 in-turn
        deal: spy / guard cats-of-ulthar nope nope
        do: +king; 1: guard 3 names 5; 3: answer nope; +count
        stack: play guard 1; play nope 3
        asks: 1 answer
        do: 1: pass
        asks: 4 answer
        do: 4: pass
        asks: 2 answer
        do: 2: pass
        told -: cancelled play.card=guard
    ");
}

/// Who passed is asked again when the card comes up again, and so is who was not asked before.
#[test]
fn d38_an_answer_ends_the_asking_and_the_card_is_shown_again() {
    run("
        table: chaos 4 nope=4 in-turn
        deal: spy / guard nope nope nope
        do: +king; 1: guard 2 names 5; 2: pass; 3: answer nope
        asks: chance
        do: +count; 1: pass; 4: answer nope; +handmaid; pass
        told -: cancelled play.card=nope play.by=3
        in: 1 2 3 4
    ");
}

/// A seat that leaves while it is asked is passed over, and nobody waits for one that has left.
#[test]
fn d38_nobody_waits_for_who_has_left() {
    run("
        table: chaos 4 nope=4 in-turn
        deal: spy / guard nope nope nope
        do: +king; 1: guard 2 names 5; 2 leaves
        asks: 3 answer
        do: 4 leaves
        asks: 3 answer
        do: 3: pass
        asks: chance
    ");
}
