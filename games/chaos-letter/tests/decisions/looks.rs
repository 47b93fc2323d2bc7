//! Cards that are marked, and handles.

use crate::scene::run;

#[test]
fn d44_a_marked_card_is_what_its_kind_is() {
    // A creased Handmaid and a plain one tie: a crease is worth nothing.
    run("
        table: classic 3 handmaid:creased=1
        deal: guard / baron handmaid/1 king
        do: +handmaid; 1: baron 2
        told -: compared by=1 at=2 out=null
        in: 1 2 3
    ");
    // An Assassin with a tear strikes like the other.
    run("
        table: premium 5 assassin=2 assassin:torn=1
        deal: priest / guard assassin/1 guard priest baron
        do: +handmaid; 1: guard 2 names 5
        in: 2 3 4 5
        laid: guard handmaid assassin/1
    ");
}

#[test]
fn d45_of_several_equal_cards_those_that_are_left_get_new_handles() {
    run("
        table: classic 3
        deal: guard / guard king priest
        do: +guard
        handles 1: 1 2
        do: 1: guard 2 names 5
        handles 1: 3
    ");
    // Not where they differ: it is clear which has gone.
    run("
        table: classic 3 guard:torn=1
        deal: guard / guard king priest
        do: +guard/1
        handles 1: 1 2
        do: 1: guard/1 2 names 5
        handles 1: 1
    ");
}
