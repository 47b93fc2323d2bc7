//! Tokens, who begins, and who wins.

use crate::scene::run;

#[test]
fn d28_a_bounty_is_paid_once_and_to_a_hunter_who_is_out() {
    run("
        table: chaos 3
        deal: spy / bounty-hunter guard princess
        do: +count; 1: bounty-hunter 3; pass; +priest; 2: guard 1 names 5; pass
        told -: out seat=1
        in: 2 3
        do: +handmaid; 3: princess
        told -: token seat=1 card=bounty-hunter
        tokens: 1 1 0
    ");
    run("
        table: chaos 4
        deal: spy / bounty-hunter guard guard king
        do: +count; 1: bounty-hunter 4; pass; +priest; 2: guard 4 names 6; pass
        told -: token seat=1
        told -: primed seat=4
        do: +baron; +handmaid; 3: guard 4 names 3; pass
        told -: out seat=4
        told -: primed seat=4 times=2
        untold -: token
        tokens: 1 0 0 0
    ");
}

#[test]
fn d29_a_jester_is_paid_who_is_out() {
    run("
        table: classic 3 jester=1
        deal: guard / jester guard king
        do: +baron; 1: jester 2; +guard; 2: guard 1 names 3; +priest; 3: priest 2; +handmaid
        in: 2 3
        do: 2: guard 3 names 6
        told -: won seats=[2]
        told -: token seat=1 card=jester
        tokens: 1 1 0
    ");
}

#[test]
fn d30_tokens_of_a_round_count_at_once_and_those_of_its_end_together() {
    run("
        table: premium 5 tokens=1
        deal: guard / bishop king priest baron prince
        do: +guard; 1: bishop 2 names 6
        asks: over
        wins: 1
        refused: 2: keep = the game is over
    ");
    // Both reach it with the end of the round, and share it.
    run("
        table: classic 2 jester=1 tokens=1
        deal: priest priest handmaid handmaid / jester guard
        do: +baron; 1: jester 2; +guard; 2: guard 1 names 3
        tokens: 1 1
        wins: 1 2
    ");
    // More tokens win.
    run("
        table: modern 2 jester=1 tokens=1
        deal: priest priest handmaid handmaid / jester guard
        do: +baron; 1: jester 2; +spy; 2: spy; +king; 1: king 2; +princess
        hand 1: guard
        hand 2: baron princess
        do: 2: baron 1
        tokens: 1 2
        wins: 2
    ");
}

#[test]
fn d31_who_begins() {
    // Seat 1, then the winner.
    run("
        table: classic 3
        deal: guard / princess priest king
        mover: 1
        do: +guard; 1: princess; +guard; 2: guard 3 names 6
        told -: won seats=[2]
        round: 2
        deal: guard / princess priest king
        mover: 2
    ");
    // Of several the first in turn order from who began.
    run("
        table: modern 3 only spy=1 king=2 guard=2 handmaid=2
        deal: guard / spy king king
        do: +guard; 1: spy; +handmaid; 2: handmaid; +handmaid; 3: handmaid
        told -: won seats=[2,3]
        deal: guard / spy king king
        mover: 2
    ");
    // Nobody won: the next.
    run("
        table: classic 2 only prince=2 guard=2 baron=1
        deal: baron / prince prince
        do: +guard; 1: guard 2 names 3; +guard; 2: guard 1 names 3
        told -: showdown scores=[11,11]
        told -: won seats=[]
        deal: baron / prince prince
        mover: 2
    ");
}

#[test]
fn d31_who_begins_in_chaos() {
    // Chance, then whom the last one out chooses.
    let chaos = "
        table: chaos 3
        do: *: starts 1
        deal: spy / count king baron
        do: +guard; 1: count; pass; +spy; 2: spy; pass; +guard; 3: guard 2 names 6; pass
        told -: out seat=2
        do: +priest; 1: guard 3 names 3; pass
        told -: out seat=3
        told -: won seats=[1]
        asks: 3 starter
        menu 3: start 1; start 2; start 3";
    run(&format!(
        "{chaos}
        do: 3: start 2
        told -: starts seat=2
        deal: spy / count king baron
        mover: 2"
    ));
    // If they have left, chance again.
    run(&format!(
        "{chaos}
        do: 3 leaves
        asks: chance
        do: *: starts 2
        deal: spy / count king
        mover: 2"
    ));
    // And if nobody went out, whoever did in the round before.
    run("
        table: chaos 2 only king=1 princess=1 guard=2
        deal: guard / princess king
        do: +guard; 1: princess
        asks: 1 starter
        do: 1: start 1
        deal: guard / princess king
        do: +guard; 1: guard 2 names 8; pass
        told -: won seats=[1]
        asks: chance
    ");
    run("
        table: chaos 2 only king=1 priest=1 guard=2
        deal: guard / king priest
        do: +guard; 1: guard 2 names 6; pass
        told -: won seats=[1]
        asks: chance
        do: *: starts 2
        mover: 2
    ");
}

#[test]
fn d32_a_player_without_a_card_shows_and_compares_nothing() {
    for (card, said) in [("priest", "untold 1 2 3 -: looked"), ("baron", "told -: no-target")] {
        run(&format!("
            table: chaos 3 only {card}=1 nope=4
            deal: nope / {card} nope nope
            do: +nope; 1: {card} 2; 2: answer nope; 3: pass; +nope; 1: answer nope; 3: pass; 2: pass; 3: pass
            stack: play {card} 1
            do: 2: answer nope; 3: pass
            hand 2:
            do: 3: answer nope
            told -: cancelled play.card=nope play.by=2
            {said}
            told -: showdown scores=[null,null,null]
            told -: won seats=[]
            round: 2
        "));
    }
}

#[test]
fn d33_the_showdown_in_chaos() {
    run("
        table: chaos 2 only bishop=1 princess=1 guard=2
        deal: guard / bishop princess
        do: +guard; 1: guard 2 names 9; pass
        told -: showdown scores=[16,17]
        told -: won seats=[2]
    ");
    run("
        table: chaos 2 only bishop=1 princess=1 count=1 guard=2
        deal: guard / bishop princess
        do: +count; 1: count; pass; +guard; 2: guard 1 names 8; pass
        told -: showdown scores=[16,17]
        told -: won seats=[2]
    ");
    run("
        table: chaos 2 only bishop=1 constable=1 guard=2
        deal: guard / bishop constable
        do: +guard; 1: guard 2 names 9; pass
        told -: won seats=[1]
    ");
    // The best card of two, and a Princess among equals is still a Princess.
    run("
        table: chaos 2 only nope=1 bishop=1 capitalist=1 guard=2 princess=1 cthulhu=1 spy=1
        deal: spy / nope bishop
        do: +capitalist; 1: nope; pass; +guard; 2: guard 1 names 8; pass
        do: +guard; +princess; 1: capitalist insane; pass; +cthulhu
        told -: showdown scores=[17,16]
        told -: won seats=[1] insane=[1]
    ");
}

#[test]
fn d34_after_the_last_round_the_most_tokens_win() {
    run("
        table: classic 2 rounds=1
        deal: guard guard guard guard / princess king
        do: +priest; 1: princess
        tokens: 0 1
        asks: over
        wins: 2
    ");
    run("
        table: classic 2 rounds=2
        deal: guard guard guard guard / princess king
        do: +priest; 1: princess
        round: 2
        deal: guard guard guard guard / king princess
        do: +priest; 2: princess
        tokens: 1 1
        wins: 1 2
    ");
}
