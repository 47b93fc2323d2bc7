//! What players read: why a round was won, who chose, what became of an answer.

#[path = "cards/scene.rs"]
mod scene;

use scene::run;

#[test]
fn a_round_that_is_won_says_how() {
    run("
        table: classic 3
        deal: guard / guard king priest
        do: +prince; 1: guard 2 names 6; +handmaid; 3: handmaid
        reads -: Bob is out, by Ann's Guard, and had King (6).
        do: +princess; 1: princess
        reads -: Cid wins the round, as the last one in, and gains a token.
    ");
    run("
        table: chaos 2 only guard=2 king=1 count=1
        deal: guard / guard king
        do: +count; 1: count
        reads -: The deck has run out. Showdown: Ann with Guard (1) scores 2 (1 + 1); Bob with King (6) scores 6.
        reads -: Bob wins the round, with the highest score, and gains a token.
    ");
}

#[test]
fn a_round_that_is_tied_says_what_decides_it() {
    run("
        table: modern 2 only guard=3 spy=2
        deal: guard / guard spy
        do: +spy; 1: spy; +guard; 2: spy
        reads -: Ann and Bob win the round together, with the same score, and gain a token each.
    ");
    run("
        table: chaos 2 only guard=3 spy=2
        deal: guard / guard spy
        do: +spy; 1: spy; +guard; 2: spy
        reads -: Nobody wins the round: all scores are tied.
    ");
}

#[test]
fn a_round_that_a_card_wins_says_which() {
    run("
        table: cosmic 3
        deal: investigators / golden-mead elder-sign elder-sign
        do: +shining-trapezohedron; 1: golden-mead 2
        do: +investigators; 2: investigators 3 names 8; +investigators; 3: investigators 2 names 8
        do: +investigators; +necronomicon; 1: shining-trapezohedron insane
        reads -: Ann shows Necronomicon (8) for Shining Trapezohedron.
        reads -: Ann wins the round, by Shining Trapezohedron, and gains an insane token for being insane.
    ");
}

#[test]
fn a_failed_sanity_check_names_the_card() {
    run("
        table: cosmic 3
        deal: investigators / golden-mead elder-sign elder-sign
        do: +cats-of-ulthar; 1: golden-mead 2; +investigators; 2: investigators 3 names 8
        do: +investigators; 3: investigators 2 names 8; +mi-go
        reads -: Ann is out, by a sanity check that turned up the insane Mi-Go (5), and had Cats of Ulthar (2).
    ");
    run("
        table: cosmic 3
        deal: investigators / golden-mead elder-sign elder-sign
        do: +cats-of-ulthar; 1: golden-mead 2; +investigators; 2: investigators 3 names 8
        do: +investigators; 3: investigators 2 names 8; +necronomicon
        reads -: Ann is out, by a sanity check that turned up Necronomicon (8), which may not be discarded, and had Cats of Ulthar (2).
    ");
}

#[test]
fn who_begins_is_said_with_who_chose() {
    run("
        table: chaos 2 rounds=3
        do: *: starts 2
        reads 1 2 -: Bob begins the round, drawn by lot.
        do: +spy; +guard; +king; +princess; 2: king 1; pass
        do: +count; 1: princess
        reads -: Ann is out, for Princess may not be discarded, and had Count (5).
        asks: 1 starter
        do: 1: start 2
        reads -: Ann, who went out last, lets Bob begin the round.
    ");
}

/// Nothing that has happened seems to be undone.
#[test]
fn a_card_that_is_turned_round_is_not_said_to_come_to_nothing() {
    run("
        table: chaos 2
        deal: spy / king no-u
        do: +guard; 1: king 2; 2: answer no-u; +count; pass
        told -: cancelled play.card=king turned=true
        told -: turned play.card=king play.by=2
        reads -: King is Bob's now, and runs again on Ann.
        reads -: Bob and Ann trade cards.
        unread -: Ann's King comes to nothing.
    ");
    run("
        table: chaos 2
        deal: spy / king nope
        do: +guard; 1: king 2; 2: answer nope; +count; pass
        told -: cancelled play.card=king turned=false
        reads -: Ann's King comes to nothing.
    ");
}

#[test]
fn an_answer_that_came_second_is_told_to_its_giver_alone() {
    run("
        table: chaos 3
        deal: spy / guard no-u nope
        do: +count; 1: guard 2 names 8; 3: answer nope; 2: answer no-u
        reads 3: Your Nope does not count, for Bob comes first; you keep it.
        untold 1 2 -: void
        hand 3: nope
    ");
}

#[test]
fn whoever_cannot_answer_reads_what_it_is_about() {
    run("
        table: chaos 3
        deal: spy / king guard guard
        do: +count; 1: king 2
        asked 2: Bob, you hold no card to answer Ann's King with: pass
    ");
}

#[test]
fn a_refusal_says_why_somebody_cannot_be_chosen() {
    run("
        table: classic 4
        deal: guard / priest handmaid guard guard
        do: +baron; 1: baron 3; +countess; 2: handmaid; +guard; 4: guard 1 names 8; +prince
        protected: 2
        refused: 1: prince 2 = the Prince cannot be played on seat 2, who is protected
        refused: 1: prince 3 = the Prince cannot be played on seat 3, who is out
        refused: 1: prince 8 = the Prince cannot be played on seat 8, who is not at this table
        refused: 1: priest 1 = the Priest cannot be played on yourself: name another player
        refused: 1: priest insane 4 = the Priest has no insane side
    ");
}

/// The board and what is told call everybody the same.
#[test]
fn whoever_comes_back_keeps_the_name() {
    run("
        table: chaos 3
        deal: spy / guard king priest
        do: +count; 1: guard 2 names 6; pass; +priest
        reads -: Bob comes back as a Prime, insane.
        unboard 1: Bob Prime
        board 1: > 2 Bob        0 tokens; 1 card (letter); Prime, insane 1   laid down: [King 6]
    ");
}
