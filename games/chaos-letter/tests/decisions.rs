//! The decisions of the README, each by a test of the same number, and the steps and traps of the
//! rules that they do not name.

#[path = "cards/scene.rs"]
mod scene;

use std::fmt::Write as _;

use scene::run;

#[test]
fn the_readme_and_these_tests_have_the_same_numbers() {
    let number = |line: &str| line.split_once(". **")?.0.parse::<u32>().ok();
    let listed: Vec<u32> = include_str!("../README.md").lines().filter_map(number).collect();
    let tested = include_str!("decisions.rs").lines();
    let tested = tested.filter_map(|line| line.strip_prefix("fn d")?.get(..2)?.parse().ok());
    let mut tested: Vec<u32> = tested.collect();
    tested.dedup();
    assert_eq!(listed, tested);
    assert_eq!(listed, (1..=listed.len() as u32).collect::<Vec<_>>());
}

// ---- answers ----

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

// ---- drawing ----

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

// ---- cards ----

#[test]
fn d12_countess_and_the_keys_yield() {
    let royals =
        ["king", "prince", "randolph-carter", "nyarlathotep", "professor-armitage", "mi-go"];
    for royal in royals.into_iter().chain(["capitalist"]) {
        run(&format!(
            "
            table: chaos 2
            deal: spy / countess guard
            do: +{royal}
            menu 1: countess
        "
        ));
    }
    for other in ["princess", "count", "chancellor", "no-u", "constable", "crime-boss", "cthulhu"] {
        run(&format!(
            "
            table: chaos 2
            deal: spy / countess guard
            do: +{other}
            can 1: countess; {other}
        "
        ));
    }
    for key in ["silver-key", "shining-trapezohedron"] {
        for high in ["count", "king", "countess", "princess", "insane-no-u"] {
            run(&format!(
                "
                table: chaos 2
                deal: spy / {key} guard
                do: +{high}
                menu 1: {key}
            "
            ));
        }
        run(&format!(
            "
            table: chaos 2
            deal: spy / {key} guard
            do: +handmaid
            menu 1: handmaid; {key}
        "
        ));
    }
    // Any of several.
    run("
        table: chaos 2
        deal: spy / silver-key guard
        do: +shining-trapezohedron
        menu 1: silver-key; shining-trapezohedron
    ");
}

#[test]
fn d13_whoever_plays_a_royal_or_a_high_card_holds_nothing_that_yields_to_it() {
    run("
        table: chaos 2
        deal: spy / king guard
        do: +baron; 1: king 2; pass
        not 2: countess silver-key shining-trapezohedron
        not 1:
    ");
    run("
        table: chaos 2
        deal: spy / count guard
        do: +baron; 1: count; pass
        not 1: silver-key shining-trapezohedron
    ");
    run("
        table: chaos 2
        deal: spy / handmaid guard
        do: +baron; 1: handmaid; pass
        not 1:
    ");
    // Beside a Countess a Silver Key would have had to be played, and not she.
    run("
        table: chaos 2
        deal: spy / countess guard
        do: +elder-sign; 1: countess; pass
        not 1: silver-key shining-trapezohedron
    ");
    // Beside a Silver Key a Trapezohedron could have been played as well as it.
    run("
        table: chaos 2
        deal: spy / silver-key guard
        do: +elder-sign; 1: silver-key; pass
        not 1:
    ");
    // Out of three, Countess and Silver Key may both have had to be played.
    let two_countesses = with_two("count", "constable").replace("chaos 2", "chaos 2 countess=2");
    run(&(two_countesses
        + "do: 2: constable; pass; +guard; +guard; +elder-sign; 1: elder-sign; pass; +spy; 2: spy; pass
           not 1:
           do: +priest; +priest; +countess
           menu 1: countess
           do: 1: countess; pass
           not 1:"));
}

/// Seat 1 holds a Baron and a King from now on, and it is the turn of seat 2.
fn with_two(second: &str, draws: &str) -> String {
    format!(
        "
        table: chaos 2
        deal: guard / nope {second}
        do: +capitalist; 1: nope; pass; +countess; 2: countess; pass
        do: +guard; +baron; 1: capitalist insane; pass; +king; +{draws}
        two: 1
        hand 1: baron king
    "
    )
}

#[test]
fn d14_of_several_cards_a_guess_hits_any_and_otherwise_the_holder_chooses() {
    for number in ["3", "6"] {
        run(&(with_two("guard", "count")
            + &format!(
                "do: 2: guard 1 names {number}; pass
                        told -: out seat=1 cards=[\"baron\",\"king\"]"
            )));
    }
    run(&(with_two("guard", "count")
        + "do: 2: guard 1 names 5; pass
           told -: missed at=1"));
    run(&(with_two("priest", "count")
        + "do: 2: priest 1; pass
           asks: 1 offer
           menu 1: offer baron; offer king
           do: 1: offer king
           told 1: sealed
           untold 2 -: sealed
           told 2: saw at=1 card=king
           knows 2 of 1: king
           hand 1: baron king"));
    run(&(with_two("baron", "count")
        + "do: 2: baron 1; pass; 1: offer baron
           told 1 2: saw-both by=2 card=count other=baron
           told -: out seat=1"));
    run(&(with_two("prince", "count")
        + "do: 2: prince 1; pass; 1: offer baron; +spy
           discards 1: nope guard capitalist baron
           hand 1: spy king"));
    run(&(with_two("randolph-carter", "count")
        + "do: 2: randolph-carter 1; pass; 1: offer baron
           hand 1: king count
           hand 2: baron
           knows 2 of 1: count
           knows 1 of 2: baron"));
    // The player of a King or a Baron with several cards chooses, too.
    run(&(with_two("count", "constable")
        + "do: 2: constable; pass; +guard; +guard; +spy
           hand 1: baron king spy
           do: 1: king 2; pass
           asks: 1 offer
           do: 1: offer spy
           hand 1: baron count
           hand 2: spy"));
    run(&(with_two("count", "constable")
        + "do: 2: constable; pass; +guard; +guard; +spy; 1: baron 2; pass
           menu 1: offer king; offer spy
           do: 1: offer king
           told -: compared by=1 at=2 out=2"));
}

#[test]
fn d15_an_assassin_answers_every_card_that_plays_as_guard() {
    for guard in ["guard", "investigators", "deep-ones"] {
        run(&format!(
            "
            table: chaos 3
            deal: spy / {guard} assassin king
            do: +count; 1: {guard} 2 names 7; pass
            told -: out seat=1
            in: 2 3
            do: +priest
            discards 2: assassin
            hand 2: priest
        "
        ));
    }
    run("
        table: chaos 2
        deal: guard / nope assassin
        do: +deep-ones; 1: nope; pass; +countess; 2: countess; pass; +guard; +baron
        do: 1: deep-ones insane 2; pass
        asks: 1 name
        do: 1: name 0
        told -: won seats=[1]
    ");
    // A Bishop is no Guard.
    run("
        table: chaos 2 bishop=1
        deal: guard / bishop assassin
        do: +baron; 1: bishop 2 names 0; pass
        tokens: 1 0
        in: 1 2
    ");
}

#[test]
fn d16_the_crime_boss_strikes_whoever_looks() {
    for look in ["priest", "cats-of-ulthar", "baroness", "golden-mead"] {
        run(&format!(
            "
            table: chaos 3
            deal: spy / {look} crime-boss king
            do: +guard; 1: {look} 2; pass
            told -: out seat=1
            in: 2 3
            knows 3 of 2: crime-boss
            knows - of 2: crime-boss
        "
        ));
    }
    run("
        table: chaos 3
        deal: spy / baron crime-boss king
        do: +princess; 1: baron 2; pass
        told -: out seat=2 cards=[\"crime-boss\"]
    ");
    run("
        table: chaos 3
        deal: spy / baron crime-boss king
        do: +constable; 1: baron 2; pass
        told -: compared out=null
        in: 1 2 3
        knows 3 of 2:
    ");
}

#[test]
fn d17_a_crime_boss_in_the_first_look_spares_the_second() {
    let before = "
        table: chaos 3
        deal: spy / baroness king crime-boss
        do: +guard; 1: baroness 2 3; pass
        asks: 1 order
        stack: look 1 3; look 1 2
    ";
    run(&format!(
        "{before}
        do: 1: first 2
        told 1: saw at=3 card=crime-boss
        told -: out seat=1
        untold -: looked at=2
        knows 1 of 2:"
    ));
    run(&format!(
        "{before}
        do: 1: first 1
        told 1: saw at=2 card=king
        told 1: saw at=3 card=crime-boss
        told -: out seat=1"
    ));
}

#[test]
fn d18_who_trades_with_oneself_by_cardinal_looks_at_the_other() {
    run("
        table: classic 3 cardinal=2
        deal: guard / cardinal priest king
        do: +baron; 1: cardinal 1 3
        hand 1: king
        hand 3: baron
        told 1: saw by=1 at=3 card=baron
        told 2 -: looked by=1 at=3
        mover: 2
    ");
}

#[test]
fn d19_mi_go_without_a_brain_case_lets_the_player_draw() {
    run("
        table: chaos 2 mi-go=2
        deal: guard / nope count
        do: +mi-go; 1: nope; pass; +countess; 2: countess; pass; +guard; +baron
        do: 1: mi-go insane 2; pass; 1: count; pass
        hand 2: brain-case
        do: +spy; 2: spy; pass; +guard; +guard; +mi-go; 1: mi-go insane 2; pass
        told -: took by=1 from=2 brain_case=false
        stack: choose 1; draw 2
        do: +priest
        hand 1: baron brain-case
        hand 2: priest
        asks: 1 play
    ");
}

#[test]
fn d20_nobody_but_the_dealer_can_follow_the_cards_of_nyarlathotep() {
    run("
        table: chaos 3
        deal: guard / nope count priest
        do: +nyarlathotep; 1: nope; pass; +spy; 2: spy; pass; +king; 3: priest 2; pass
        knows 3 of 2: count
        do: +guard; +baron; 1: nyarlathotep insane 2 3; pass; 1: give count to 2
        hand 1: baron
        hand 2: count
        hand 3: king
        knows 3 of 2:
        knows 1 of 2: count
        knows 1 of 3: king
    ");
}

#[test]
fn d21_coming_back_is_no_insane_card_for_cthulhu() {
    run("
        table: chaos 2
        deal: spy / guard count
        do: +king; 1: guard 2 names 5; pass; +nope
        insanity: 0 1
        do: +guard; +cthulhu; 2: nope; pass
        insanity: 0 2
        do: +handmaid; 1: handmaid; pass; +guard; +guard; +baron; 2: cthulhu insane; pass
        told -: out seat=2
        untold -: over
        tokens: 1 0
    ");
}

#[test]
fn d22_the_immortal_are_saved_from_everything_and_the_checks_go_on() {
    run("
        table: chaos 2
        deal: guard / nope guard
        do: +liber-ivonis; 1: nope; pass; +countess; 2: countess; pass
        do: +guard; +princess; 1: liber-ivonis insane; pass; +spy; 2: spy; pass
        do: +crime-boss
        told -: saved seat=1
        do: +guard
        stack: draw 1
        do: +spy; 1: princess; pass
        told -: saved seat=1
        untold -: out
        in: 1 2
        hand 1: spy
        mover: 2
    ");
}

#[test]
fn d23_a_princess_in_a_sanity_check_puts_out() {
    for card in ["princess", "necronomicon"] {
        run(&format!("
            table: chaos 3
            deal 2: spy / bounty-hunter nope king
            do: +count; 2: nope; pass; +guard; 3: guard 1 names 8; pass; +spy; 1: bounty-hunter 2; pass
            stack: check 2 x1
            do: +{card}
            told -: checked seat=2 card={card} insane=false
            told -: out seat=2
            untold -: token
            in: 1 3
        "));
    }
}

#[test]
fn d24_the_insane_choose_and_the_card_that_makes_insane_is_played_sane() {
    run("
        table: cosmic 3
        deal: investigators / hound-of-tindalos elder-sign elder-sign
        do: +liber-ivonis
        menu 1: hound-of-tindalos 2; hound-of-tindalos 3; liber-ivonis
        do: 1: hound-of-tindalos 2
        told -: compared by=1 at=2
        insanity: 1 0 0
        do: +investigators; 2: investigators 3 names 8; +investigators; 3: investigators 2 names 8
        do: +cats-of-ulthar; +cats-of-ulthar
        can 1: liber-ivonis; liber-ivonis insane
        cannot 1: cats-of-ulthar insane 2
        refused: 1: cats-of-ulthar insane 2 = the Cats of Ulthar has no insane side
        do: 1: liber-ivonis
        protected: 1
        immortal:
    ");
}

#[test]
fn d25_priming() {
    // An empty pile, a new card, one insanity, and the next turn.
    run("
        table: chaos 3
        deal: spy / guard king priest
        do: +count; 1: guard 2 names 6; pass
        told -: out seat=2 cards=[\"king\"]
        told -: primed seat=2 times=1
        stack: draw 2
        do: +baron
        in: 1 2 3
        hand 2: baron
        discards 2:
        insanity: 0 1 0
        mover: 2
        stack: check 2 x1
    ");
    // Knocked out by the check, it comes back again and has the next turn, twice as insane.
    run("
        table: chaos 3
        deal: spy / guard king priest
        do: +count; 1: guard 2 names 6; pass; +baron; +crime-boss
        told -: checked seat=2 insane=true
        told -: out seat=2 cards=[\"baron\"]
        told -: primed seat=2 times=2
        do: +handmaid
        hand 2: handmaid
        mover: 2
        insanity: 0 2 0
        discards 2:
        stack: check 2 x2
        do: +guard; +guard; +priest; 2: handmaid; pass
        mover: 3
    ");
}

#[test]
fn d25_who_is_not_primed() {
    // Whoever has drawn the card of a first turn stays out.
    run("
        table: chaos 3
        deal: spy / princess king priest
        do: +count; 1: princess
        told -: out seat=1
        untold -: primed
        in: 2 3
    ");
    // The card set aside will do; without a card to give there is no coming back.
    let few = "
        table: chaos 3 only guard=1 king=1 nope=2 spy=1
        deal: spy / guard king nope
        do: +nope; 1: guard 2 names 6";
    run(&format!(
        "{few}; 3: pass
        told -: primed seat=2
        chance: spy
        do: +spy
        told -: showdown scores=[5,1,5]"
    ));
    run(&format!(
        "{few}; 3: answer nope; +spy; 1: answer nope; pass
        told -: hit by=1 at=2 number=6
        told -: out seat=2
        untold -: primed
        told -: showdown scores=[null,null,1]"
    ));
}

#[test]
fn d26_one_of_a_hand_of_eights_is_shuffled_back_once() {
    run("
        table: chaos 2
        deal: spy / princess count
        do: +necronomicon
        menu 1: princess; necronomicon; shuffle princess; shuffle necronomicon
        deck: 55
        do: 1: shuffle princess
        told 1 2 -: shuffled seat=1 card=princess
        deck: 56
        hand 1: necronomicon
        in: 1 2
        mover: 2
        do: +countess; 2: countess; pass; +princess
        menu 1: princess; necronomicon
        refused: 1: shuffle princess = 'shuffle princess' is no answer to the question: play a card from your hand
    ");
    // Whoever does it holds nothing but eights, and everybody knows.
    run("
        table: chaos 2 only princess=1 necronomicon=1 guard=6
        deal: guard / princess guard
        do: +necronomicon; 1: shuffle princess
        not 1: guard
    ");
    // Not with another card in hand, and not in another deck.
    run("
        table: chaos 2
        deal: spy / princess count
        do: +countess
        menu 1: countess; princess
    ");
    run("
        table: cosmic 3
        deal: investigators / necronomicon elder-sign elder-sign
        do: +cthulhu
        menu 1: necronomicon; cthulhu
    ");
    // What lay under the deck is shuffled with it.
    run("
        table: chaos 2
        deal: spy / chancellor count
        do: +princess; 1: chancellor; pass; +king; +guard; 1: return king; 1: return guard
        under 1: king guard
        do: +countess; 2: countess; pass; +cthulhu; 1: shuffle cthulhu
        under 1:
        hand 1: princess
    ");
}

#[test]
fn d27_a_sycophant_lasts_until_the_next_card_that_chooses() {
    run("
        table: classic 4 sycophant=2
        deal: guard / sycophant handmaid guard guard
        do: +baron; 1: sycophant 4; +king; 2: handmaid; +priest
        cannot 3: priest 1; guard 1 names 5
        can 3: priest 4
        do: 3: priest 4; +guard
        can 4: guard 1 names 5; guard 3 names 5
    ");
}

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

#[test]
fn d38_all_who_could_answer_are_asked_in_turn_whatever_they_hold() {
    run("
        table: chaos 4 nope=4 in-turn
        deal: spy / guard cats-of-ulthar nope nope
        do: +king; 1: guard 3 names 5
        asks: 3 answer
        board 2: Asked in turn whether to answer 1: Cid (now), Bob, Dan.
        do: 3: pass
        asks: 2 answer
        menu 2: pass
        refused: 4: answer nope = seat 4 is not asked to move now
        do: 2: pass
        board 1: Asked in turn whether to answer 1: Cid (passed), Bob (passed), Dan (now).
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

// ---- steps of a turn ----

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
