//! Players who leave the table.

use std::fmt::Write as _;

use crate::scene::run;

#[test]
fn d35_whoever_leaves_is_out_of_the_game_and_pays_nothing() {
    run("
        table: chaos 3
        deal: spy / bounty-hunter constable king
        do: +count; 1: bounty-hunter 2; pass; +guard; 2: constable; pass; 2 leaves
        told 1 3 -: left seat=2 cards=[\"guard\"]
        untold -: token
        tokens: 0 0 0
        in: 1 3
    ");
    // A bet of theirs is not paid either.
    run("
        table: classic 3 jester=1
        deal: guard / jester guard king
        do: +baron; 1: jester 2; 1 leaves; +guard; 2: guard 3 names 6
        told -: won seats=[2]
        untold -: token
        tokens: 0 1 0
    ");
    // What waits on the stack.
    run("
        table: chaos 3
        deal: spy / guard nope king
        do: +count; 1: guard 3 names 6
        asks: 2 3 answer
        do: 1 leaves
        told -: cancelled play.card=guard
        in: 2 3
        mover: 2
        stack: draw 2
    ");
    // Collected cards are dealt out by chance.
    run("
        table: chaos 4
        deal: guard / nope count priest king
        do: +nyarlathotep; 1: nope; pass; +spy; 2: spy; pass; +handmaid; 3: priest 2; pass
        do: +constable; 4: constable; pass
        do: +guard; +baron; 1: nyarlathotep insane 2 3 4; pass; 1 leaves
        stack: give 1; draw 4; draw 3; draw 2
        do: +handmaid; +king; +count
        in: 2 3 4
        hand 2: handmaid
        hand 3: king
        hand 4: count
    ");
}

/// Seat 1 holds two cards and is to choose one of them when whoever asked leaves.
#[test]
fn d35_nobody_chooses_a_card_for_who_has_left() {
    for (card, told) in [("prince", "discarded"), ("priest", "looked"), ("king", "traded")] {
        run(&format!(
            "
            table: chaos 3
            deal: guard / nope {card} spy
            do: +capitalist; 1: nope; pass; +count; 2: count; pass; +guard; 3: guard 2 names 8; pass
            do: +guard; +baron; 1: capitalist insane; pass; +constable; +handmaid; 2: {card} 1; pass
            asks: 1 offer
            do: 2 leaves
            mover: 3
            asks: chance
            untold -: {told}
            hand 1: baron constable
            do: +priest; 3: priest 1; pass
            asks: 1 offer
        "
        ));
    }
    // Once chosen it is too late to leave; what was chosen before counts for nothing later.
    run("
        table: chaos 3
        deal: guard / nope baron spy
        do: +capitalist; 1: nope; pass; +count; 2: count; pass; +guard; 3: guard 2 names 8; pass
        do: +guard; +princess; 1: capitalist insane; pass; +constable; +handmaid; 2: baron 1; pass
        do: 1: offer princess
        told -: out seat=2
        do: +priest; 3: priest 1; pass
        asks: 1 offer
    ");
}

#[test]
fn d36_with_too_little_room_on_the_stack_nobody_is_asked() {
    let mut acts = String::from("+nope; 1: guard 2 names 2");
    for number in 1..=27 {
        let seat = if number % 2 == 1 { 2 } else { 1 };
        _ = write!(acts, "; {seat}: answer nope; +nope");
    }
    run(&format!(
        "
        table: chaos 2 only guard=1 nope=60
        deal: nope / guard nope
        do: {acts}
        asks: 1 answer
        untold -: cancelled
        do: 1: answer nope; +nope
        told -: cancelled play.card=nope play.by=2
        asks: 2 answer
        do: pass
        told -: hit by=1 at=2 number=2
    "
    ));
}
