//! Where a card is drawn from.

use crate::scene::run;

#[test]
fn d10_a_draw_in_place_of_a_lost_card_takes_the_card_set_aside() {
    run("
        table: classic 2 only prince=1 guard=2 king=1 priest=1
        deal: guard / king priest
        do: +guard; 1: guard 2 names 6; +prince; 2: prince 1
        deck: 0
        chance: guard
        do: +guard
        told 1: drew card=guard
        told -: showdown scores=[3,5]
        told -: won seats=[2]
    ");
    // And nothing where that is gone, too.
    run("
        table: chaos 2 only prince=1 no-u=1 nope=1 guard=1
        deal: guard / prince nope
        do: +no-u; 1: prince 2; 2: answer nope
        chance: guard
        do: +guard; 1: answer no-u; pass
        told -: cancelled play.card=nope
        told -: discarded seat=2 card=guard
        told -: showdown scores=[null,null]
        told -: won seats=[]
    ");
}

/// Off the deck alone: with an empty one the card set aside stays where it is.
#[test]
fn d10_other_draws_take_cards_off_the_deck_alone() {
    let before = |card: &str| {
        format!(
            "
            table: chaos 2 only nope=1 count=1 countess=1 guard=2 baron=1 {card}=1
            deal: guard / nope count
            do: +{card}; 1: nope; pass; +countess; 2: countess; pass; +guard; +baron
            deck: 0
        "
        )
    };
    run(&(before("capitalist")
        + "do: 1: capitalist insane; pass
           told -: holds-two seat=1
           told -: showdown scores=[7,11]
           told -: won seats=[2]"));
    run(&(before("chancellor")
        + "do: 1: chancellor; pass
           untold -: returned
           told -: showdown scores=[7,11]"));
    // Nothing is drawn for a Golden Mead, so there is nothing more to play either.
    run(&(before("golden-mead")
        + "do: 1: golden-mead insane 2; pass
           told 1: saw at=2 card=count
           told -: showdown scores=[7,11]"));
}

#[test]
fn d11_a_deck_that_ran_out_in_the_sanity_checks_ends_the_round_without_a_play() {
    run("
        table: cosmic 2 only golden-mead=1 elder-sign=2 investigators=2 cats-of-ulthar=1
        deal: investigators / golden-mead cats-of-ulthar
        do: +elder-sign; 1: golden-mead 2; +investigators; 2: investigators 1 names 2; +elder-sign
        told -: checked seat=1 card=elder-sign
        told -: showdown scores=[9,5]
        told -: won seats=[1] insane=[1]
        round: 2
    ");
    run("
        table: chaos 2 only golden-mead=1 elder-sign=2 investigators=2 cats-of-ulthar=1
        deal: investigators / golden-mead cats-of-ulthar
        do: +elder-sign; 1: golden-mead 2; pass; +investigators; 2: investigators 1 names 2; pass
        deck: 1
        do: +elder-sign
        told -: showdown scores=[9,5]
        round: 2
    ");
}
