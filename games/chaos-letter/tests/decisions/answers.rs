//! Cards that answer cards.

use crate::scene::run;

#[test]
fn d01_the_later_of_two_nopes_takes_effect_first_and_the_card_goes_on() {
    run("
        table: chaos 3
        deal: spy / guard nope king
        do: +nope; 1: guard 3 names 6; 2: answer nope; 3: pass; +count
        stack: play guard 1; play nope 2
        do: 1: answer nope; +priest; pass
        told -: cancelled play.card=nope play.by=2
        untold -: cancelled play.card=nope play.by=1
        untold -: cancelled play.card=guard
        told -: hit by=1 at=3 number=6
    ");
}

#[test]
fn d02_a_no_u_on_a_nope_or_a_no_u_only_cancels_it() {
    run("
        table: chaos 3
        deal: spy / priest nope king
        do: +no-u; 1: priest 3; 2: answer nope; pass; +count; 1: answer no-u; pass; +guard; pass
        told -: cancelled play.card=nope play.by=2
        untold -: turned
        told 1: saw by=1 at=3 card=king
        hand 1: guard
        in: 1 2 3
    ");
    run("
        table: chaos 3
        deal: spy / priest no-u king
        do: +no-u; 1: priest 2; 2: answer no-u; pass; +count
        stack: play priest 1; play no-u 2
        do: 1: answer no-u; pass; +guard; pass
        told -: cancelled play.card=no-u play.by=2
        untold -: turned
        told 1: saw by=1 at=2 card=count
        untold 2: saw
    ");
}

#[test]
fn d03_a_card_that_is_cancelled_is_not_shown_again() {
    run("
        table: chaos 3 nope=3
        deal: spy / guard nope nope
        do: +king; 1: guard 3 names 2
        asks: 2 3 answer
        do: 3: pass; 2: answer nope; +count
        asks: 1 3 answer
        stack: play guard 1; play nope 2
        do: 1: pass; 3: pass
        told -: cancelled play.card=guard
        hand 3: nope
        in: 1 2 3
        stack: check 2 x1
        asks: chance
    ");
}

#[test]
fn d04_what_a_discard_does_cannot_be_answered() {
    run("
        table: chaos 3
        deal: spy / princess nope king
        do: +guard; 1: princess
        told -: out seat=1
        in: 2 3
        asks: chance
    ");
    // The Prince can be answered, the Princess he throws out cannot.
    run("
        table: chaos 3
        deal 2: spy / nope prince king
        do: +guard; 2: guard 3 names 8; pass; +princess; 3: king 2; pass
        hand 2: princess
        do: +count; 1: nope; pass; +guard; 2: guard 1 names 8; pass
        hand 2: princess
        do: +priest; 3: prince 2
        asks: 2 answer
        do: 2: pass
        told -: out seat=2
        asks: chance
    ");
}

#[test]
fn d05_cancelling_undoes_neither_the_discard_nor_the_draw() {
    run("
        table: chaos 3
        deal: spy / guard nope king
        do: +nope; 1: guard 3 names 5; 2: answer nope; pass; +count; 1: answer nope; +priest; pass
        told -: cancelled play.card=nope play.by=2
        discards 1: guard nope
        discards 2: nope
        hand 1: priest
        hand 2: count
        insanity: 1 1 0
    ");
}

#[test]
fn d06_only_plays_are_answered_and_by_others() {
    run("
        table: chaos 3 nope=3
        deal: spy / guard nope nope
        asks: chance
        do: +nope
        asks: 1 play
        do: 1: guard 2 names 3
        asks: 2 3 answer
        refused: 1: answer nope = seat 1 is not asked to move now
        do: 2: pass; 3: pass
        mover: 2
        do: +count
        asks: 2 play
    ");
    // A draw, a check and going out are not asked about.
    run("
        table: chaos 3 nope=3
        deal: spy / nope nope nope
        do: +king; 1: nope; pass; +count; 2: count; pass; +count; 3: count; pass
        stack: check 1 x1
        do: +crime-boss
        told -: out seat=1
        stack: draw 2
        asks: chance
    ");
}

#[test]
fn d07_a_turned_card_runs_for_who_turned_it() {
    // With the number that was named, against who played it; and it can be answered again.
    run("
        table: chaos 3
        deal: spy / guard no-u nope
        do: +king; 1: guard 2 names 6; 2: answer no-u; pass; +count; pass
        told -: turned play.by=2 play.targets=[1] play.number=6
        told -: out seat=1
    ");
    run("
        table: chaos 3
        deal: spy / guard no-u nope
        do: +king; 1: guard 2 names 6; 2: answer no-u; 3: pass; +count; 1: pass; 3: pass
        stack: cancelled play guard 1; play guard 2 turned
        asks: 1 3 answer
        do: 1: pass; 3: answer nope; +priest; pass
        told -: cancelled play.card=guard play.by=2
        in: 1 2 3
    ");
    // Turned back by the one who played it.
    run("
        table: chaos 2
        deal: spy / guard no-u
        do: +no-u; 1: guard 2 names 5; 2: answer no-u; +count; 1: pass
        stack: cancelled play guard 1; play guard 2 turned
        do: 1: answer no-u; +king; pass
        told -: turned play.by=1 play.targets=[2] play.number=5
        told -: hit by=1 at=2 number=5
    ");
    // An insane Hound finds no insane player.
    run("
        table: chaos 2
        deal: guard / nope no-u
        do: +hound-of-tindalos; 1: nope; pass; +countess; 2: countess; pass
        do: +guard; +baron; 1: hound-of-tindalos insane 2; 2: answer no-u; +king; pass
        told -: no-target play.by=2
        in: 1 2
    ");
}

/// Seat 2 is protected and plays out of turn: what seat 1 turns round finds nobody.
#[test]
fn d07_a_turned_card_finds_nobody_who_is_protected() {
    run("
        table: chaos 3
        deal: spy / nope crime-boss guard
        do: +golden-mead; 1: nope; pass; +handmaid; 2: crime-boss; pass; +spy; 3: spy; pass
        do: +guard; +count; 1: count; pass; +guard; +insane-no-u; 2: handmaid; pass
        do: +countess; 3: countess; pass
        protected: 2
        do: +guard; +no-u; 1: golden-mead insane 3; 2: answer insane-no-u; pass; +guard; pass
        told -: turned play.card=golden-mead play.by=2 play.targets=[1]
        told 2: saw by=2 at=1 card=no-u
        do: +king
        asks: 2 play
        do: 2: guard 1 names 5; 1: answer no-u; pass; +baron; pass
        told -: turned play.card=guard play.by=1 play.targets=[]
        told -: no-target play.card=guard play.by=1
        in: 1 2 3
    ");
}

#[test]
fn d08_the_chosen_come_first_in_turn_order_and_other_answers_are_void() {
    run("
        table: chaos 4 nope=5
        deal: spy / baroness nope nope nope
        do: +king; 1: baroness 3 4; 2: answer nope; 4: answer nope
        asks: 3 answer
        untold 1 2 3 4 -: answered
        do: 3: answer nope
        told 1 2 3 4 -: answered play.by=3 to.card=baroness
        untold 1 2 3 4 -: answered play.by=2
        untold 1 2 3 4 -: answered play.by=4
        hand 2: nope
        hand 4: nope
        knows - of 2:
        discards 4:
        do: +count
        asks: 1 2 4 answer
    ");
    // From whoever has the turn.
    run("
        table: chaos 4 nope=5
        deal 3: spy / nope nope baroness nope
        do: +king; 3: baroness 1 4; 1: answer nope; 2: answer nope; 4: answer nope
        told -: answered play.by=4
        untold -: answered play.by=1
    ");
    // Nobody was chosen: the first after whoever has the turn.
    run("
        table: chaos 4 nope=5
        deal 3: spy / nope nope count nope
        do: +king; 3: count; 1: answer nope; 2: answer nope; 4: pass
        told -: answered play.by=1
    ");
    // And the other way round when the direction has turned.
    run("
        table: chaos 4 nope=5
        deal 4: spy / nope nope count no-u
        do: +king; 4: no-u; pass
        mover: 3
        do: +guard; 3: count; 1: answer nope; 2: answer nope
        told -: answered play.by=2
        untold -: answered play.by=1
    ");
}

#[test]
fn d09_what_a_player_who_is_out_had_played_comes_to_nothing() {
    run("
        table: chaos 3
        deal: spy / princess nope king
        do: +guard; 1: princess
        told -: cancelled play.card=princess
    ");
    // The second look of a Baroness, and the play of a Golden Mead, go with their player.
    run("
        table: chaos 3
        deal: spy / baroness crime-boss king
        do: +guard; 1: baroness 2 3; pass; 1: first 1
        told -: out seat=1
        untold -: looked by=1 at=3
        knows 1 of 3:
        mover: 2
    ");
}

/// Whoever comes back as a Prime is somebody else, and does not go on with what was begun before.
#[test]
fn d09_a_prime_does_not_finish_what_was_begun_before() {
    run("
        table: chaos 3
        deal: spy / baroness no-u king
        do: +crime-boss; 1: baroness 2; 2: answer no-u; pass; +guard; pass; 2: aim 1 3; pass; 2: first 1
        told -: out seat=2
        told -: primed seat=2 times=1
        do: +count
        untold -: looked by=2 at=3
        knows 2 of 3:
        hand 2: count
        mover: 2
        stack: check 2 x1
    ");
    run("
        table: chaos 3
        deal 3: spy / nope no-u count
        do: +king; 3: count; 1: answer nope; pass; +golden-mead; pass
        do: +guard; +crime-boss; 1: golden-mead insane 2; 2: answer no-u; pass; +baron; pass
        told 2: saw by=2 at=1 card=crime-boss
        told -: primed seat=2 times=1
        do: +priest
        hand 2: priest
        mover: 2
        stack: check 2 x1
    ");
}
