//! Sanity, coming back, and what is played in which way.

use crate::scene::run;

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
