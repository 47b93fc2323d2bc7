//! Set-ups, turns, showdowns and what is paid at the end of a round; the traps of the rules; and what
//! is true of every game.

#[path = "cards/scene.rs"]
mod scene;

use parlor_chaos_letter::{ChaosLetter, Step, View};
use parlor_engine::sample::playout_rng;
use parlor_engine::{Asleep, Hosted, Menu, Rulebook, Seats, Turn, Viewer, Visitor, random_act};
use scene::run;
use serde_json::json;

// ---- set-up ----

#[test]
fn for_two_players_some_cards_lie_face_up() {
    run("
        table: classic 2
        deal: king guard guard priest / baron prince
        aside: guard guard priest
        deck: 10
    ");
    run("
        table: modern 2
        deal: king guard spy priest / baron prince
        aside: guard spy priest
        deck: 15
    ");
    run("
        table: cosmic 2
        deal: cthulhu investigators investigators elder-sign mi-go hound-of-tindalos / golden-mead cats-of-ulthar
        aside: investigators investigators elder-sign mi-go hound-of-tindalos
        insanity: 0 0
        deck: 16
    ");
    run("
        table: chaos 2
        deal: king / baron prince
        aside:
        deck: 56
    ");
    run("
        table: classic 3
        deal: king / baron prince guard
        aside:
        deck: 12
    ");
}

// ---- a turn ----

#[test]
fn a_player_who_fails_the_check_neither_draws_nor_plays() {
    run("
        table: cosmic 3
        deal: investigators / golden-mead elder-sign elder-sign
        do: +cats-of-ulthar; 1: golden-mead 2; +investigators; 2: investigators 3 names 8
        do: +investigators; 3: investigators 2 names 8; +mi-go
        told -: checked seat=1 card=mi-go insane=true
        told -: out seat=1 cards=[\"cats-of-ulthar\"]
        in: 2 3
        mover: 2
        stack: draw 2
    ");
}

/// As many checks as there were insane cards when the turn began.
#[test]
fn checks_are_counted_at_the_start_of_the_turn() {
    run("
        table: chaos 2
        deal: guard / nope guard
        do: +liber-ivonis; 1: nope; pass; +countess; 2: countess; pass
        do: +guard; +count; 1: liber-ivonis insane; pass; +spy; 2: spy; pass
        stack: check 1 x2
        do: +mi-go; +deep-ones
        insanity: 4 0
        stack: draw 1
    ");
}

#[test]
fn a_round_ends_with_the_turn_in_which_the_deck_ran_out() {
    run("
        table: classic 2 only king=1 prince=1 guard=2 priest=1
        deal: guard / king prince
        do: +guard; 1: guard 2 names 2
        round: 1
        do: +priest
        deck: 0
        asks: 2 play
        do: 2: priest 1
        told -: showdown scores=[13,11]
        round: 2
    ");
    // In chaos when somebody cannot draw.
    run("
        table: chaos 2 only king=1 prince=1 guard=2 priest=1
        deal: guard / king prince
        do: +guard; 1: guard 2 names 2; pass; +priest
        deck: 0
        do: 2: priest 1; pass
        told -: turn seat=1
        told -: showdown scores=[13,11]
        round: 2
    ");
}

#[test]
fn answers_are_sealed() {
    run("
        table: chaos 4 nope=4
        deal: spy / guard nope nope nope
        do: +king; 1: guard 2 names 5
        asks: 2 3 4 answer
        do: 3: answer nope
        told 3: sealed
        untold 1 2 4 -: sealed
        untold 1 2 4 -: answered
        discards 3:
        do: 4: pass
        told 4: sealed
        untold 1 2 3 -: sealed
        refused: 4: pass = seat 4 is not asked to move now
        do: 2: pass
        told 1 2 3 4 -: answered play.by=3
    ");
}

/// The hand of seat 3 is a Priest's secret no more: everybody has seen the Crime Boss, so its holder is
/// not asked; and who holds a card with a letter on its back is asked only when chosen.
#[test]
fn asked_is_who_could_answer_by_what_everybody_knows() {
    run("
        table: chaos 4
        deal: spy / priest guard crime-boss nope
        do: +king; 1: priest 3
        asks: 3 4 answer
        do: pass
        told -: out seat=1
        do: +count; 2: guard 3 names 8
        asks: 4 answer
        do: 4: pass; +handmaid; 3: handmaid
        asks: 4 answer
    ");
}

#[test]
fn the_direction_of_play_turns_and_turns_again() {
    run("
        table: chaos 4
        deal: spy / no-u guard king no-u
        do: +count; 1: no-u; pass
        mover: 4
        do: +spy; 4: no-u; pass
        mover: 1
        do: +handmaid; 1: handmaid; pass
        mover: 2
    ");
    // Past who is out, and a new round goes upwards again.
    run("
        table: chaos 4
        deal: spy / princess no-u guard king
        do: +count; 1: princess; +spy; 2: no-u; pass
        told -: direction upwards=false
        mover: 4
        do: +handmaid; 4: handmaid; pass
        mover: 3
        do: +guard; 3: guard 2 names 0; pass
        in: 3 4
        mover: 4
        do: +necronomicon; 4: necronomicon
        told -: won seats=[3]
        do: 4: start 1
        deal: spy / count guard king baron
        do: +spy; 1: spy; pass
        mover: 2
    ");
}

/// The last card to be dealt out has only one place to go.
#[test]
fn a_question_with_one_answer_is_not_asked() {
    run("
        table: chaos 3
        deal: guard / nope count king
        do: +nyarlathotep; 1: nope; pass; +spy; 2: spy; pass; +constable; 3: constable; pass
        do: +guard; +baron; 1: nyarlathotep insane 2 3; pass; 1: give count to 2
        told 1 3: got seat=3 card=king
        mover: 2
    ");
}

// ---- showdowns ----

#[test]
fn of_tied_players_the_higher_sum_of_discards_wins() {
    run("
        table: classic 2 only prince=2 guard=2 priest=1
        deal: guard / prince prince
        do: +guard; 1: guard 2 names 2; +priest; 2: priest 1
        told -: showdown scores=[11,11]
        told -: won seats=[2]
        tokens: 0 1
    ");
    run("
        table: classic 2 only prince=2 priest=2 guard=1
        deal: guard / prince prince
        do: +priest; 1: priest 2; +priest; 2: priest 1
        told -: won seats=[]
        tokens: 0 0
    ");
    // The third, who holds less, wins nothing by it.
    run("
        table: classic 3 only prince=2 priest=3 guard=1 handmaid=1
        deal: guard / prince handmaid prince
        do: +priest; 1: priest 2; +priest; 2: priest 1; +priest; 3: priest 1
        told -: won seats=[]
    ");
}

#[test]
fn in_modern_all_tied_players_gain_a_token() {
    run("
        table: modern 3 only prince=2 priest=3 guard=1 handmaid=1
        deal: guard / prince handmaid prince
        do: +priest; 1: priest 2; +priest; 2: priest 1; +priest; 3: priest 1
        told -: won seats=[1,3]
        tokens: 1 0 1
    ");
}

#[test]
fn where_ties_cancel_the_next_score_counts() {
    for deck in ["cosmic", "chaos"] {
        run(&format!(
            "
            table: {deck} 3 only professor-armitage=2 cats-of-ulthar=3 investigators=1 elder-sign=1
            deal: investigators / professor-armitage elder-sign professor-armitage
            do: +cats-of-ulthar; 1: cats-of-ulthar 2; +cats-of-ulthar; 2: cats-of-ulthar 1
            do: +cats-of-ulthar; 3: cats-of-ulthar 1
            told -: won seats=[2]
            tokens: 0 1 0
        "
        ));
        run(&format!(
            "
            table: {deck} 2 only professor-armitage=2 cats-of-ulthar=2 investigators=1
            deal: investigators / professor-armitage professor-armitage
            do: +cats-of-ulthar; 1: cats-of-ulthar 2; +cats-of-ulthar; 2: cats-of-ulthar 1
            told -: won seats=[]
            tokens: 0 0
        "
        ));
    }
    // A tie of three, and a tie below it.
    run("
        table: cosmic 5 only professor-armitage=3 cats-of-ulthar=1 elder-sign=2 investigators=6
        deal: cats-of-ulthar / professor-armitage professor-armitage professor-armitage elder-sign elder-sign
        do: +investigators; 1: investigators 2 names 4; +investigators; 2: investigators 1 names 4
        do: +investigators; 3: investigators 1 names 4; +investigators; 4: investigators 1 names 4
        do: +investigators; 5: investigators 1 names 4; +investigators; 1: investigators 2 names 4
        told -: showdown scores=[11,11,11,9,9]
        told -: won seats=[]
    ");
    // What a Count adds can make a tie.
    run("
        table: chaos 2 only count=2 king=1 guard=2
        deal: guard / count king
        do: +count; 1: count; pass; +guard; 2: guard 1 names 6; pass
        told -: showdown scores=[13,13]
        told -: won seats=[]
    ");
}

#[test]
fn a_bishop_loses_to_a_princess_and_to_nobody_else() {
    run("
        table: premium 3 only bishop=1 princess=1 countess=1 guard=4
        deal: guard / bishop princess countess
        do: +guard; 1: guard 2 names 7; +guard; 2: guard 1 names 7; +guard; 3: guard 1 names 8
        told -: showdown scores=[16,17,15]
        told -: won seats=[2]
    ");
    run("
        table: premium 3 only bishop=1 princess=1 countess=1 guard=4
        deal: guard / bishop princess countess
        do: +guard; 1: guard 2 names 8; +guard; 3: guard 1 names 8; +guard; 1: guard 3 names 8
        told -: showdown scores=[19,null,15]
        told -: won seats=[1]
    ");
    // One in hand beside her own does not count against a Bishop.
    run("
        table: premium 3 only bishop=1 king=1 princess=1 guard=4
        deal: princess / bishop king guard
        do: +guard; 1: guard 2 names 8; +guard; 2: guard 1 names 8; +guard; 3: guard 1 names 8
        told -: showdown scores=[19,13,3]
        told -: won seats=[1]
    ");
}

/// Two Counts make a Princess's score, and her discards decide.
#[test]
fn counts_tie_with_what_they_reach() {
    run("
        table: premium 2 only king=1 princess=1 count=2 guard=2 priest=1
        deal: guard / count princess
        do: +count; 1: count; +guard; 2: guard 1 names 8; +king; 1: count; +priest; 2: priest 1
        told -: showdown scores=[17,17]
        told -: won seats=[1]
    ");
}

#[test]
fn a_round_won_insane_is_an_insane_token() {
    let table = |numbers: &str| {
        format!("
            table: cosmic 2 {numbers}
            deal: investigators investigators investigators elder-sign elder-sign cats-of-ulthar / golden-mead necronomicon
            do: +randolph-carter; 1: golden-mead 2; +investigators; 2: necronomicon
            told -: won seats=[1] insane=[1]
            tokens: 0 0
            insane: 1 0")
    };
    run(&(table("") + "\nround: 2\ninsanity: 0 0"));
    run(&(table("insane=1") + "\nasks: over\nwins: 1"));
    // One of each is not two.
    run(&(table("")
        + "
        deal: investigators investigators investigators elder-sign elder-sign cats-of-ulthar / silver-key necronomicon
        do: +great-race-of-yith; 1: silver-key; +investigators; 2: necronomicon
        tokens: 1 0
        insane: 1 0
        round: 3"));
}

/// Cthulhu overrides what anybody has won so far.
#[test]
fn cthulhu_wins_the_game_whatever_the_tokens() {
    run("
        table: chaos 2
        deal: spy / princess count
        do: +guard; 1: princess
        tokens: 0 1
        do: 1: start 1
        deal: spy / nope count
        do: +crime-boss; 1: nope; pass; +countess; 2: countess; pass; +guard; +cthulhu
        do: 1: crime-boss; pass; +constable; 2: constable; pass; +guard; +guard; +baron
        do: 1: cthulhu insane; pass
        asks: over
        tokens: 0 1
        wins: 1
    ");
}

#[test]
fn a_token_of_a_constable_or_a_bounty_may_end_the_game() {
    run("
        table: classic 3 constable=1 tokens=1
        deal: guard / constable guard king
        do: +baron; 1: constable; +priest; 2: guard 1 names 3
        asks: over
        wins: 1
    ");
    run("
        table: chaos 3 tokens=1
        deal: spy / bounty-hunter guard king
        do: +count; 1: bounty-hunter 3; pass; +priest; 2: guard 3 names 6; pass
        asks: over
        wins: 1
    ");
    // Both are paid for the same player.
    run("
        table: chaos 3 tokens=3
        deal 2: spy / bounty-hunter constable guard
        do: +count; 2: constable; pass; +priest; 3: priest 2; pass; +baron; 1: bounty-hunter 2; pass
        do: +princess; 2: princess
        told -: token seat=2 card=constable
        told -: token seat=1 card=bounty-hunter
        tokens: 1 1 0
    ");
}

// ---- priming ----

#[test]
fn a_prime_has_the_turn_of_its_seat_and_is_gone_with_the_round() {
    // With two players the round goes on.
    run("
        table: chaos 2
        deal: spy / guard king
        do: +princess; 1: guard 2 names 6; pass; +count
        told -: primed seat=2
        round: 1
        in: 1 2
        do: +guard; +priest; 2: priest 1; pass
        discards 2: guard priest
        do: +spy; 1: princess
        told -: won seats=[2] insane=[2]
        insane: 0 1
        insanity: 0 0
    ");
    // Its turn comes after that of the players between, in the direction of play.
    run("
        table: chaos 4
        deal: spy / no-u guard king count
        do: +guard; 1: no-u; pass
        mover: 4
        do: +guard; 4: guard 2 names 8; pass; +priest; 3: priest 4; pass
        mover: 2
    ");
    run("
        table: chaos 4
        deal: spy / guard baron king count
        do: +handmaid; 1: guard 4 names 5; pass; +guard
        told -: primed seat=4
        mover: 2
        do: +spy; 2: spy; pass
        mover: 3
        do: +priest; 3: priest 2; pass
        mover: 4
        stack: check 4 x1
    ");
}

#[test]
fn a_prime_can_be_primed_again_by_another_card() {
    run("
        table: chaos 4
        deal: spy / guard guard king count
        do: +handmaid; 1: guard 4 names 5; pass; +prince; +spy; 2: guard 4 names 5; pass
        told -: out seat=4
        told -: primed seat=4 times=2
        do: +baron
        insanity: 0 0 0 2
        discards 4:
        hand 4: baron
        do: +priest; 3: priest 4; pass
        stack: check 4 x2
        do: +guard; +guard; +count; 4: count; pass
        do: +constable; 1: handmaid; pass; +guard; 2: guard 4 names 3; pass
        told -: out seat=4
        untold -: primed
        in: 1 2 3
    ");
}

// ---- the Chancellor ----

#[test]
fn the_chancellor_draws_what_there_is() {
    // The first card put back is the first to be drawn, and its owner knows it.
    run("
        table: modern 2 only chancellor=1 priest=1 king=1 spy=1 baron=1 guard=1
        deal: guard / chancellor priest
        do: +king; 1: chancellor; +spy; +baron; 1: return baron; 1: return spy
        deck: 2
        under 1: baron spy
        chance: baron
        do: +baron
        told 1: drew-known seat=2 card=baron
        told 2: drew card=baron
        untold -: drew-known
        knows 1 of 2: baron
        under 1: spy
        do: 2: priest 1
        chance: spy
    ");
    // One card left: one is drawn and one put back.
    run("
        table: modern 2 only chancellor=1 priest=1 king=1 spy=1 guard=1
        deal: guard / chancellor priest
        do: +king; 1: chancellor; +spy
        menu 1: return king; return spy
        do: 1: return king
        hand 1: spy
        deck: 1
        mover: 2
        chance: king
    ");
    // None: nothing.
    run("
        table: modern 2 only chancellor=1 priest=1 king=1 guard=1
        deal: guard / chancellor priest
        do: +king; 1: chancellor
        told -: showdown scores=[15,5]
        round: 2
    ");
    // The cards of a second one go under those of the first.
    run("
        table: modern 2 only chancellor=2 priest=1 king=1 spy=2 baron=1 guard=2
        deal: guard / chancellor priest
        do: +king; 1: chancellor; +spy; +baron; 1: return spy; 1: return baron
        do: +chancellor; 2: chancellor; +spy; +guard; 2: return guard; 2: return priest
        under 1: spy baron - -
        under 2: - - guard priest
    ");
}

// ---- holding two ----

fn with_two(second: &str, draw: &str) -> String {
    format!(
        "
        table: chaos 2 cardinal=2 bishop=1 dowager-queen=1
        deal: guard / nope {second}
        do: +capitalist; 1: nope; pass; +countess; 2: countess; pass
        do: +guard; +baron; 1: capitalist insane; pass; +king; +{draw}
        hand 1: baron king"
    )
}

#[test]
fn whoever_holds_two_gives_one_and_keeps_two() {
    run(&(with_two("bishop", "count")
        + "
        do: 2: bishop 1 names 3; pass
        tokens: 0 1
        asks: 1 redraw
        do: 1: redraw
        asks: 1 offer
        do: 1: offer king; +spy
        hand 1: baron spy
        discards 1: nope guard capitalist king"));
    run(&(with_two("cardinal", "count")
        + "
        do: 2: cardinal 1 2; pass; 1: offer baron
        hand 1: king count
        hand 2: baron
        asks: 1 offer
        do: 1: offer count
        told 2: saw at=1 card=count"));
    run(&(with_two("dowager-queen", "count")
        + "
        do: 2: dowager-queen 1; pass; 1: offer baron
        told -: compared by=2 at=1 out=2"));
    run(&(with_two("baroness", "count")
        + "
        do: 2: baroness 1; pass; 1: offer king
        told 2: saw at=1 card=king
        knows 2 of 1: king"));
    // Answering quickly they draw another.
    run("
        table: chaos 2
        deal: guard / nope guard
        do: +capitalist; 1: nope; pass; +countess; 2: countess; pass
        do: +guard; +nope; 1: capitalist insane; pass; +king; +count; 2: guard 1 names 6; 1: answer nope; +spy; pass
        told -: cancelled play.card=guard
        hand 1: king spy
        two: 1
    ");
    // Going out they show both, and come to hold one again in the next round.
    run(&(with_two("guard", "count")
        + "
        do: 2: guard 1 names 3; pass
        told -: out seat=1 cards=[\"baron\",\"king\"]
        two:"));
}

#[test]
fn of_two_cards_mi_go_and_nyarlathotep_take_one() {
    let before = "
        table: chaos 2 nope=3
        deal: guard / nope nope
        do: +capitalist; 1: nope; pass";
    run(&format!(
        "{before}; +mi-go; 2: nope; pass
        do: +guard; +baron; 1: capitalist insane; pass; +king; +guard; +count
        do: 2: mi-go insane 1; pass; 1: offer king
        told -: took by=2 from=1 brain_case=true
        hand 1: baron brain-case
        hand 2: king count
        asks: 2 play"
    ));
    run(&format!(
        "{before}; +nyarlathotep; 2: nope; pass
        do: +guard; +baron; 1: capitalist insane; pass; +king; +guard; +count
        do: 2: nyarlathotep insane 1; pass; 1: offer baron
        told 2: pot cards=[\"baron\"]
        hand 1: baron king"
    ));
}

#[test]
fn at_the_showdown_the_better_of_two_cards_counts() {
    run("
        table: chaos 2 only nope=1 capitalist=1 guard=2 king=1 count=1 spy=1 priest=1
        deal: spy / nope count
        do: +capitalist; 1: nope; pass; +guard; 2: guard 1 names 6; pass
        do: +guard; +priest; 1: capitalist insane; pass; +king
        told -: showdown scores=[13,11]
        told -: won seats=[1] insane=[1]
    ");
}

// ---- traps ----

/// A play that was turned round has a new controller: it is they whom the Assassin strikes.
#[test]
fn an_assassin_strikes_who_turned_the_guard() {
    run("
        table: chaos 3
        deal: spy / guard no-u king
        do: +assassin; 1: guard 2 names 6; 2: answer no-u; pass; +count; pass
        told -: out seat=2 cards=[\"count\"]
        untold -: out seat=1
        told -: primed seat=2
    ");
}

#[test]
fn nought_can_be_named_where_there_is_one() {
    run("
        table: modern 3
        deal: guard / guard spy king
        do: +baron; 1: guard 2 names 0
        told -: hit at=2 number=0
        in: 1 3
    ");
    run("
        table: classic 3
        deal: guard / guard priest king
        do: +baron
        refused: 1: guard 2 names 0 = name a number of the deck other than 1
    ");
    // The Brain Case beside the table is a nought, too.
    run("
        table: cosmic 3
        deal: elder-sign / investigators elder-sign silver-key
        do: +mi-go
        can 1: investigators 2 names 0
    ");
    // With fewer than five there is no Bishop, and no nine.
    run("
        table: chaos 4
        deal: spy / guard count king baron
        do: +priest
        cannot 1: guard 2 names 9
    ");
    run("
        table: chaos 5
        deal: spy / guard count king baron handmaid
        do: +priest
        can 1: guard 2 names 9
    ");
}

/// The last one out chooses, whoever was out before, and also when the last win came by a card.
#[test]
fn the_last_one_out_is_the_last() {
    run("
        table: chaos 4
        deal: spy / princess count king baron
        do: +guard; 1: princess; +guard; 2: count; pass; +spy; 3: spy; pass; +priest; 4: priest 2; pass
        do: +handmaid; 2: guard 3 names 6; pass
        told -: out seat=3
        do: +necronomicon; 4: necronomicon
        told -: out seat=4
        told -: won seats=[2]
        asks: 4 starter
    ");
}

#[test]
fn a_countess_is_not_forced_by_what_a_chancellor_drew() {
    run("
        table: modern 3
        deal: guard / chancellor priest king
        do: +prince; 1: chancellor; +countess; +guard; 1: return countess; 1: return guard
        hand 1: prince
        under 1: countess guard
    ");
}

// ---- what is true of every game ----

/// Random games of each deck: tokens only grow, who is out is asked nothing, every question has an
/// answer, nobody holds too much, and the stack is empty when a turn begins.
#[test]
fn whole_games_keep_to_the_invariants() {
    for (deck, seats) in
        [("classic", 2), ("classic", 4), ("premium", 6), ("modern", 3), ("cosmic", 3)]
            .into_iter()
            .chain([("chaos", 2), ("chaos", 3), ("chaos", 5), ("chaos", 8)])
    {
        let options = json!({ "deck": deck, "rounds": 4 });
        for seed in 0..8 {
            ChaosLetter::open(&options, seats, Watch { seed }).unwrap();
        }
    }
}

struct Watch {
    seed: u64,
}

impl Visitor for Watch {
    type Out = ();

    fn visit<G: Hosted>(self, game: G) {
        let mut rng = playout_rng(self.seed);
        let mut state = game.start();
        let look = |state: &G::State| -> View {
            serde_json::from_value(json!(game.view(state, Viewer::Spectator))).unwrap()
        };
        let mut before = look(&state);
        while let Some(act) = random_act(&game, &state, &mut rng) {
            game.apply(&mut state, &act, &mut Asleep).unwrap();
            let now = look(&state);
            let (was, is) = (&before.table, &now.table);
            for (was, is) in was.players.iter().zip(&is.players) {
                assert!(was.tokens <= is.tokens && was.insane_tokens <= is.insane_tokens, "{act}");
            }
            if let Turn::Ask { seats, .. } = game.turn(&state) {
                assert!(!seats.is_empty() && seats.less(is.alive).is_empty(), "{act}: {seats}");
                assert!(seats.iter().all(|seat| game.menu(&state, seat).count() > 0), "{act}");
            }
            if was.mover != is.mover && was.round == is.round && was.step != Step::Setup {
                between_turns(&now, game.seats());
            }
            game.check(&state).unwrap();
            before = now;
        }
        assert!(before.table.stack.is_empty(), "a game is over with {:?}", before.table.stack);
    }
}

/// Nothing waits but what the new turn begins with, and everybody in holds one card, or two.
fn between_turns(view: &View, seats: usize) {
    let table = &view.table;
    assert!(table.stack.len() <= 1, "{:?}", table.stack);
    assert!(table.protected.less(table.alive).is_empty());
    for seat in Seats::first_n(seats).iter() {
        let (held, two) = (view.hands[seat.index()].size, table.capitalists.contains(seat));
        let most = if table.alive.contains(seat) { 1 + u8::from(two) } else { 0 };
        let none = !table.alive.contains(seat) || (view.deck_size == 0 && view.aside.is_none());
        assert!(held <= most && (held > 0 || none), "seat {seat} holds {held}");
    }
}
