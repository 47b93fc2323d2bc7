//! The steps of a turn.

use crate::scene::run;

/// Seat 1 is protected, and its turn does not start: so its protection does not end.
#[test]
fn d39_what_follows_the_start_of_a_turn_does_so_only_if_it_starts() {
    run("
        table: chaos 3 curfew=1 chaperone=1
        deal: spy / handmaid curfew king
        do: pass; +guard; 1: handmaid; pass; +count; 2: count; 1: pass; 2: pass; +count; 3: count
        protected: 1
        asks: 2 3 answer-turn
        stack: turn-start 1
        do: 2: answer curfew; 3: pass; +baron; pass
        told -: left-out stage=turn-start seat=1
        untold -: unprotected
        protected: 1
        mover: 2
    ");
}

/// The sanity checks are those that are due when protection has ended, or been kept.
#[test]
fn d39_sanity_is_checked_after_protection_has_ended() {
    run("
        table: chaos 2 chaperone=1
        deal: spy / nope guard
        do: +handmaid; 1: nope; pass; +count; 2: count; pass; +guard; +chaperone; 1: handmaid
        do: pass; +count; 2: count
        stack: sanity 1; end-of-protection 1
        do: 1: pass
        told -: unprotected seat=1
        stack: check 1 x1
    ");
}

#[test]
fn d40_a_step_that_no_card_of_the_deck_answers_is_not_asked_about() {
    run("
        table: chaos 3
        deal: spy / guard nope king
        asks: chance
        do: +handmaid; 1: handmaid; pass
        asks: chance
        stack: draw 2
    ");
    // The only Curfew lies open, and a card with another back cannot be one.
    run("
        table: chaos 3 curfew=1
        deal: spy / guard curfew nope
        asks: 2 answer-turn
        do: 2: answer curfew; pass; +priest; pass
        told -: turn seat=2
        asks: chance
    ");
}

#[test]
fn d41_a_turn_is_skipped_by_others_and_the_rest_is_for_its_player() {
    run("
        table: chaos 2 curfew=2 chaperone=2 smuggler=2 encore=2 in-turn
        deal: spy / curfew smuggler
        asks: 2 answer-turn
        refused: 2: answer smuggler = the Smuggler does not answer this
        do: 2: pass
        asks: 1 answer-turn
        refused: 1: answer curfew = the Curfew does not answer this
        do: 1: pass; +count; 1: count
        stack: turn-end 1
        asks: 1 answer-turn
    ");
}

/// The round ends with the turn in which the deck ran out, whatever answers that.
#[test]
fn d42_another_turn_does_not_make_a_round_longer() {
    run("
        table: classic 2 only encore=2 guard=2 handmaid=1
        deal: guard / encore guard
        do: +handmaid; 1: handmaid; 1: answer encore; +encore
        told -: won
        untold -: again
        round: 2
    ");
}

/// It is drawn in place of the answer where the deck is empty, and then there is none to take.
#[test]
fn d43_a_card_aside_that_is_gone_is_not_taken() {
    run("
        table: chaos 2 only smuggler=2 nope=2
        deal: smuggler / nope smuggler
        do: +nope; 1: nope
        stack: about-to-draw 2
        deck: 0
        asks: 2 answer-turn
        do: 2: answer smuggler; +smuggler; pass
        untold -: left-out
        round: 2
    ");
}
