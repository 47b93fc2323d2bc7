//! What single cards do.

use crate::scene::run;

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
pub(crate) fn with_two(second: &str, draws: &str) -> String {
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
