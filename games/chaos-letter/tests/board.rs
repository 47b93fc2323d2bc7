//! What the board says is known, and where its marker stands.

#[path = "cards/scene.rs"]
mod scene;

use scene::run;

// ---- what a hand holds ----

#[test]
fn what_a_hand_does_not_hold_is_said_by_number() {
    run("
        table: modern 3
        deal: guard / guard king spy
        do: +guard; 1: guard 2 names 5
        board 1: Bob has no 5.
        board 3: Bob has no 5.
        board -: Bob has no 5.
        unboard 2: has no 5
    ");
    // The winner of a Baron is above the loser, and where few numbers are left they are said.
    run("
        table: modern 3
        deal: guard / baron priest spy
        do: +handmaid; 1: baron 2
        board 3: Ann has no 0 to 2.
    ");
    run("
        table: modern 3
        deal: guard / baron chancellor spy
        do: +king; 1: baron 2
        board 3: Ann holds a 7, 8 or 9.
        board 2: Ann holds King 7.
    ");
}

#[test]
fn a_number_is_said_where_one_is_left_and_a_card_where_it_is_the_only_one() {
    // Two cards with stars are an 8, and one of them is known to be in the deck.
    run("
        table: chaos 2
        deal: spy / princess count
        do: +necronomicon; 1: shuffle princess
        board 2: Ann holds an 8.
        board 2: In the deck is Princess 8.
        do: +cthulhu
        board 2: Ann holds Necronomicon 8, the only card it can be.
    ");
    // Whoever has seen all but one knows what that is.
    run("
        table: classic 2 only guard=3 king=1
        deal: guard / king guard
        do: +guard
        board 1: Bob holds Guard 1, the only card it can be.
        unboard -: Bob holds
        board -: Not seen yet: Guard 1 x3, King 6.
    ");
    // A tie with a hand that one knows says the number.
    run("
        table: chaos 3
        deal: spy / baron handmaid guard
        do: +elder-sign; 1: baron 2; pass
        board 1: Bob holds Handmaid 4.
        board 3: Ann has a card worth as much as that of Bob; Bob knows the hand.
    ");
    run("
        table: chaos 3
        deal 2: spy / elder-sign priest handmaid
        do: +spy; 2: priest 1; pass; +baron; 3: baron 1; pass
        board 2: Cid holds Handmaid 4, the only card it can be; Ann knows the hand.
    ");
}

#[test]
fn what_else_is_in_a_hand_is_said_beside_what_was_seen() {
    run("
        table: chaos 2
        deal: guard / nope priest
        do: +capitalist; 1: nope; pass; +countess; 2: countess; pass
        do: +guard; +baron; 1: capitalist insane; pass; +king
        do: +guard; 2: priest 1; pass; 1: offer king
        board 1: Bob knows your King.
        board 2: Ann holds King 6.
        board -: Bob may know some of Ann's hand.
        do: +guard; +guard; +spy; 1: spy; pass; +count; 2: guard 1 names 5; pass
        board 2: Ann holds King 6; beside that, no 5, no Assassin 0 and no Jestsassin 0.
    ");
}

// ---- who knows it ----

#[test]
fn everybody_is_told_who_has_seen_whose_hand() {
    run("
        table: modern 4
        deal: guard / priest king spy baron
        do: +guard; 1: priest 2
        board 1: Bob holds King 7.
        board 2: Ann knows your hand.
        board 3: Ann knows Bob's hand.
        board -: Ann knows Bob's hand.
        do: +princess; 2: king 4
        board 3: Dan knows Bob's hand.
        board 3: Dan has no 8; Bob knows the hand; Ann may know some of it.
    ");
}

#[test]
fn the_holder_knows_which_card_was_seen() {
    // Whatever Ann plays, she and Cid know whether Cid still knows her card; the others do not.
    let seen = "
        table: modern 3
        deal: guard / guard king priest
        do: +guard; 1: guard 2 names 5; +spy; 2: spy; +baron; 3: priest 1
        board 1: Cid knows your hand.
        do: +handmaid
        board 1: Cid knows your Guard.
        board 2: Cid may know some of Ann's hand.";
    run(&format!(
        "{seen}
        do: 1: handmaid
        board 1: Cid knows your hand.
        board 2: Cid may know some of Ann's hand."
    ));
    run(&format!(
        "{seen}
        do: 1: guard 2 names 4
        unboard 1: Cid knows
        unboard 1: Cid may know
        board 2: Cid may know some of Ann's hand."
    ));
}

#[test]
fn a_holder_cannot_say_what_others_saw_in_another_hand() {
    // Cid saw Ann's Spy, and she played one of two cards; then Bob took the other.
    for (played, seen) in [("countess", "spy"), ("spy", "")] {
        run(&format!(
            "
            table: modern 3
            deal: guard / spy king priest
            do: +guard; 1: guard 2 names 5; +guard; 2: guard 3 names 5; +handmaid; 3: priest 1
            knows 3 of 1: spy
            do: +countess; 1: {played}
            may 1: 3
            do: +guard; 2: king 1
            knows 3 of 2: {seen}
            sure 2: 1
            may 2: 3
            board 2: Ann knows your hand; Cid may know some of your hand."
        ));
    }
}

/// A card that comes or goes tells nothing of those with another back.
#[test]
fn who_knows_a_hand_is_kept_for_each_back() {
    // What was seen had a letter, and the only card with a letter has gone.
    run("
        table: chaos 4
        deal 2: spy / guard baroness priest count
        do: +spy; 2: baroness 4; pass
        board 1: Bob knows Dan's hand.
        do: +guard; 3: guard 1 names 5; pass; +elder-sign
        sure 4:
        may 4: 2
        board 1: Bob knows the letter card of Dan's hand.
        do: 4: count; pass
        sure 4:
        may 4:
        unboard 1: Bob knows
        unboard 1: Bob may
    ");
    // What was seen has stars, and what was played had a letter.
    run("
        table: chaos 4
        deal 4: spy / guard guard elder-sign priest
        do: +spy; 4: priest 3; pass
        do: +guard; 1: guard 2 names 5; pass; +guard; 2: guard 1 names 5; pass
        do: +count; 3: count; pass
        sure 3: 4
        may 3:
        board 1: Cid has no 7 and no Crime Boss 6*; Dan knows the hand.
    ");
    // Of two cards nobody else sees which was shown, whatever their backs.
    run("
        table: chaos 2
        deal: guard / nope priest
        do: +capitalist; 1: nope; pass; +countess; 2: countess; pass
        do: +guard; +baron; 1: capitalist insane; pass; +elder-sign
        do: +guard; 2: priest 1; pass; 1: offer elder-sign
        may 1: 2
        board -: Bob may know some of Ann's hand.
    ");
}

// ---- the rest of the cards ----

#[test]
fn cards_that_were_not_seen_are_listed() {
    run("
        table: classic 3
        deal: guard / guard king priest
        do: +baron
        board 1: Not seen yet: Guard 1 x4, Priest 2 x2, Baron 3, Handmaid 4 x2, Prince 5 x2, King 6, Countess 7, Princess 8.
    ");
    run("
        table: cosmic 3
        deal: investigators / investigators mi-go nyarlathotep
        do: +elder-sign
        board 1: Not seen yet, by number: 1 x5, 2 x3, 3 x3, 4 x2, 5 x3, 6 x2, 7 x2, 8 x2.
    ");
    run("
        table: chaos 2
        deal: spy / princess count
        do: +necronomicon
        board 1: Not seen yet, by number: letter 0 x4, 1 x5, 2 x2, 3 x4, 4 x2, 5 x6, 6 x5, 7; cosmic 1 x6, 2 x5, 3 x3, 4 x3, 5 x5, 6 x3, 7 x2, 8.
    ");
}

// ---- tokens to come ----

#[test]
fn a_bounty_says_when_it_ends() {
    let hunted = "
        table: chaos 3
        deal: spy / bounty-hunter guard princess
        do: +count; 1: bounty-hunter 3; pass
        board 2: Bounty Hunter: Ann gains a token if Cid goes out before Ann's next turn ends.";
    run(&format!(
        "{hunted}
        do: +priest; 2: guard 1 names 5; pass
        in: 2 3
        board 2: Bounty Hunter: Ann gains a token if Cid goes out before the round ends."
    ));
    run(&format!(
        "{hunted}
        do: +priest; 2: priest 1; pass; +handmaid; 3: handmaid; pass; +spy
        board 2: Bounty Hunter: Ann gains a token if Cid goes out before this turn ends.
        do: 1: spy; pass
        unboard 2: Bounty Hunter:"
    ));
    // A sanity check pays nothing.
    run("
        table: chaos 3
        deal 3: spy / bounty-hunter guard nope
        do: +count; 3: nope; pass; +baron; 1: bounty-hunter 3; pass
        board 2: Bounty Hunter: Ann gains a token if Cid goes out, other than by a sanity check, before Ann's next turn ends.
    ");
}

#[test]
fn a_spy_says_who_gains_by_it() {
    run("
        table: modern 3
        deal: guard / spy spy king
        do: +guard
        unboard 1: Spy:
        do: 1: spy
        board 3: Spy: Ann gains a token at the end of the round, as it is now.
        do: +handmaid; 2: spy
        board 3: Spy: nobody gains a token while both Ann and Bob are in.
    ");
}

#[test]
fn a_constable_says_who_gains_by_going_out() {
    run("
        table: premium 5
        deal: guard / constable guard priest baron handmaid
        do: +guard
        unboard 2: Constable:
        do: 1: constable
        board 2: Constable: Ann gains a token by going out.
    ");
}

// ---- the end ----

#[test]
fn once_the_game_is_over_the_card_set_aside_is_open() {
    run("
        table: classic 2 rounds=1 only guard=3 king=1 princess=1
        deal: king / guard princess
        board 1: Deck: 2 cards. Aside: one face down.
        do: +guard; 1: guard 2 names 8
        asks: over
        board 1: Deck: 1 card. Aside: King 6, which lay face down.
    ");
}

// ---- whose turn it is ----

#[test]
fn the_marker_stands_at_who_is_asked_who_begins() {
    run("
        table: chaos 2
        unboard 1: >
        deal: spy / count princess
        board 1: > 1 Ann (you)  0 tokens; 1 card (letter)
        do: +count; 1: count; pass; +guard; 2: princess
        asks: 2 starter
        board 1: Round 2 of 50. Bob says who begins. 2 tokens or 3 insane win.
        board 2: Round 2 of 50. You say who begins. 2 tokens or 3 insane win.
        board 1: > 2 Bob        0 tokens; 0 cards
        do: 2: start 1
        board 2: Round 2 of 50. Cards are dealt. 2 tokens or 3 insane win.
        unboard 1: >
    ");
}
