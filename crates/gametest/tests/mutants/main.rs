//! The kit can fail: toys with one fault each. Every mutant dies by the law it is named after, and
//! lives when that law is switched off; so every law catches something that no other law does.

mod tampered;

use std::sync::atomic::{AtomicU64, Ordering};

use parlor_engine::rand_core::Rng;
use parlor_engine::{
    About, Act, ActOf, Asleep, Countdown, Face, Form, Game, Outcome, Part, Phrase, Problems,
    Rulebook, Seat, Seats, Turn, Viewer, Viewers, Visitor,
};
use parlor_gametest::toys::{Bid, PeekRules, Pig, PigRules, TenderRules};
use parlor_gametest::{Kit, Law, Test};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use tampered::{BaseAct, Mutant, StateOf, Tamper, ViewOf};

/// Declares a mutant of a toy, and its test.
macro_rules! mutant {
    (
        $(#[$doc:meta])*
        $name:ident of $game:ty, $seats:literal seats, dies by $law:ident as $test:ident { $($hooks:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        struct $name;

        impl Tamper for $name {
            type Game = $game;
            fn table(seats: usize) -> $game {
                <$game>::new(seats)
            }
            $($hooks)*
        }

        #[test]
        fn $test() {
            dies_by::<$name>(Law::$law, $seats, stringify!($test));
        }
    };
}

fn kit<T: Tamper>(seats: usize, name: &'static str) -> Kit<Mutant<T>> {
    let test = Test { package: env!("CARGO_PKG_NAME"), target: "mutants", name };
    Kit::new([(json!({}), seats)]).walks(40).named(test)
}

fn dies_by<T: Tamper>(law: Law, seats: usize, name: &'static str) {
    let kit = kit::<T>(seats, name);
    match kit.run() {
        Ok(report) => panic!("the mutant lives: {report}"),
        Err(failure) => assert_eq!(failure.law, law, "dies by another law: {failure}"),
    }
    if let Err(failure) = kit.without(law).run() {
        panic!("with '{law}' switched off another law kills it: {failure}");
    }
}

fn card(state: &<PeekRules as Game>::State, seat: usize) -> u64 {
    state.hands[seat].map_or(0, |card| u64::from(card.value()))
}

/// The value of a card held by somebody the viewer is not.
fn anothers_card(state: &<PeekRules as Game>::State, viewer: Viewer) -> u64 {
    card(state, usize::from(viewer.seat() == Some(Seat::at(0))))
}

/// Makes a world fit what a leaking view told, as an accomplice of the leak would: draws again
/// until the mark comes out right.
fn until_it_fits<T: Tamper, R: Rng + ?Sized>(
    game: &T::Game,
    view: &ViewOf<T>,
    state: &mut StateOf<T>,
    rng: &mut R,
    viewer: Option<Seat>,
) {
    let viewer = viewer.map_or(Viewer::Spectator, Viewer::Seat);
    while T::view(game, state, viewer) != view.mark {
        state.inner = game.imagine(&view.inner, rng);
    }
}

// ---- play ----

mutant! {
    /// Begins again whenever it would be over.
    Endless of PigRules, 2 seats, dies by Ends as an_endless_game {
        fn after(game: &PigRules, state: &mut StateOf<Self>, _: &BaseAct<Self>, _: bool) {
            if game.outcome(&state.inner).is_some() && state.inner.present.are_several() {
                state.inner = game.start();
            }
        }
    }
}

mutant! {
    /// Lets nobody leave who is not asked.
    Clingy of PigRules, 3 seats, dies by Leaving as a_table_that_cannot_be_left {
        fn instead(
            game: &PigRules,
            state: &mut StateOf<Self>,
            act: &BaseAct<Self>,
        ) -> Option<Result<(), String>> {
            match act {
                Act::Leave(seat)
                    if state.inner.present.contains(*seat)
                        && game.outcome(&state.inner).is_none()
                        && state.inner.mover != *seat =>
                {
                    Some(Err("wait for your turn".to_owned()))
                }
                _ => None,
            }
        }
    }
}

mutant! {
    /// Announces a time limit and ignores the clock.
    DeafToTheClock of PigRules, 2 seats, dies by Clock as a_clock_that_is_refused {
        fn instead(
            _: &PigRules,
            _: &mut StateOf<Self>,
            act: &BaseAct<Self>,
        ) -> Option<Result<(), String>> {
            matches!(act, Act::Clock).then(|| Err("what clock?".to_owned()))
        }
    }
}

mutant! {
    /// Gives a tie for first place and then a second place.
    BadPlaces of PigRules, 2 seats, dies by Outcome as places_that_are_none {
        fn outcome(honest: Option<Outcome>) -> Option<Outcome> {
            honest.map(|mut outcome| {
                outcome.places[Seat::at(0)] = 2;
                outcome.places[Seat::at(1)] = 2;
                outcome
            })
        }
    }
}

mutant! {
    /// Lists a move twice.
    Stutter of PeekRules, 2 seats, dies by Menu as a_menu_that_stutters {
        fn menu(
            _: &PeekRules,
            _: &StateOf<Self>,
            _: Seat,
            moves: &mut Vec<<PeekRules as Game>::Move>,
        ) {
            moves.push(moves[0]);
        }
    }
}

mutant! {
    /// Walks through its menu from the end.
    Backwards of PeekRules, 2 seats, dies by Menu as a_menu_that_is_walked_backwards {
        fn walks_backwards() -> bool {
            true
        }
    }
}

mutant! {
    /// Offers what it then refuses.
    EmptyPromise of PeekRules, 2 seats, dies by Accepted as a_legal_move_that_is_refused {
        fn instead(
            game: &PeekRules,
            state: &mut StateOf<Self>,
            act: &BaseAct<Self>,
        ) -> Option<Result<(), String>> {
            let swap = matches!(act, Act::Move(seat, played)
                if played.to_string() == "swap" && game.turn(&state.inner).asked().contains(*seat));
            swap.then(|| Err("not today".to_owned()))
        }
    }
}

mutant! {
    /// Takes a move from a seat that is not asked.
    Pushover of PigRules, 2 seats, dies by Refused as an_illegal_move_that_is_accepted {
        fn instead(
            game: &PigRules,
            state: &mut StateOf<Self>,
            act: &BaseAct<Self>,
        ) -> Option<Result<(), String>> {
            let Turn::Ask { seats, .. } = game.turn(&state.inner) else { return None };
            match act {
                Act::Move(seat, _) if seat.index() < 2 && !seats.contains(*seat) => {
                    state.mark += 1;
                    Some(Ok(()))
                }
                _ => None,
            }
        }
    }
}

mutant! {
    /// Remembers every illegal try.
    Grudge of PigRules, 2 seats, dies by Unchanged as an_illegal_move_that_changes_the_state {
        fn refused(_: &PigRules, state: &mut StateOf<Self>, honest: String) -> String {
            state.mark += 1;
            honest
        }
    }
}

mutant! {
    /// Has no default for a seat that is asked.
    Speechless of PigRules, 2 seats, dies by DefaultMove as a_default_that_is_missing {
        fn default_move(
            _: &PigRules,
            _: &StateOf<Self>,
            _: Option<<PigRules as Game>::Move>,
        ) -> Option<<PigRules as Game>::Move> {
            None
        }
    }
}

mutant! {
    /// Sells more tickets than its outcomes hold.
    Oversold of PigRules, 2 seats, dies by Chance as odds_that_do_not_add_up {
        fn total(honest: u64) -> u64 {
            honest + 1
        }
    }
}

// ---- writing down, playing again ----

mutant! {
    /// Writes what it cannot read.
    Shouting of PigRules, 2 seats, dies by Notation as notation_that_does_not_read_back {
        fn spell(honest: String) -> String {
            honest.to_uppercase()
        }
    }
}

mutant! {
    /// Says of a look at one player that it is at another.
    MixedUp of PeekRules, 3 seats, dies by Phrases as a_phrase_that_is_another_move {
        fn phrase(mut honest: Phrase) -> Phrase {
            for part in &mut honest.parts {
                if let Part::Seat(seat) = part {
                    *seat = Seat::at((seat.index() + 1) % 3);
                }
            }
            honest
        }
    }
}

mutant! {
    /// Makes one part of a look at a player, and lists such parts as words.
    Glued of PeekRules, 2 seats, dies by Phrases as a_part_of_several_words {
        fn phrase(honest: Phrase) -> Phrase {
            let is_look = matches!(honest.parts.as_slice(), [Part::Word(_), Part::Seat(_)]);
            if is_look { Phrase::new().word(honest.to_string()) } else { honest }
        }
        fn forms(mut honest: Vec<Form>) -> Vec<Form> {
            let looks = ["peek 1", "peek 2"].map(|look| Form::new("looks").word(look));
            honest.extend(looks);
            honest
        }
    }
}

mutant! {
    /// Does not say what the parts of its moves are.
    Mumbler of PeekRules, 2 seats, dies by Forms as a_phrase_without_slots {
        fn phrase(honest: Phrase) -> Phrase {
            Phrase::of_words(&honest.to_string())
        }
    }
}

mutant! {
    /// Says of what two players do that it is about the first of them alone.
    OneSided of PeekRules, 2 seats, dies by About as a_notice_that_is_about_fewer_than_it_names {
        fn about(honest: Seats) -> Seats {
            honest.iter().take(1).collect()
        }
    }
}

mutant! {
    /// Says of everything that it is about a seat that is not at the table.
    Stranger of PigRules, 2 seats, dies by About as a_notice_that_is_about_nobody_here {
        fn about(honest: Seats) -> Seats {
            honest.with(Seat::at(2))
        }
    }
}

mutant! {
    /// Calls every refusal by the code of another.
    Vague of PigRules, 2 seats, dies by Codes as a_code_that_is_taken {
        const CODE: &'static str = "over";
    }
}

mutant! {
    /// Looks a bid up in a list that is shorter than the numbers people can type.
    Shortsighted of TenderRules, 2 seats, dies by Words as a_number_that_nobody_expected {
        fn instead(
            _: &TenderRules,
            _: &mut StateOf<Self>,
            act: &BaseAct<Self>,
        ) -> Option<Result<(), String>> {
            const REASONS: [&str; 32] = ["you do not have that much"; 32];
            match act {
                Act::Move(_, Bid(amount)) if *amount > 16 => {
                    Some(Err(REASONS[usize::from(*amount)].to_owned()))
                }
                _ => None,
            }
        }
    }
}

mutant! {
    /// Loses a number when saved.
    Forgetful of PigRules, 2 seats, dies by Serde as a_state_that_does_not_come_back {
        fn after(_: &PigRules, state: &mut StateOf<Self>, _: &BaseAct<Self>, _: bool) {
            state.lossy.0 += 1;
        }
    }
}

mutant! {
    /// Consults something outside the state.
    Moody of PigRules, 2 seats, dies by Repeat as a_rule_that_is_not_deterministic {
        fn after(_: &PigRules, state: &mut StateOf<Self>, _: &BaseAct<Self>, _: bool) {
            static MOOD: AtomicU64 = AtomicU64::new(0);
            state.mark = MOOD.fetch_add(1, Ordering::Relaxed);
        }
    }
}

mutant! {
    /// Lists its menu in another order each time it is asked.
    Shuffler of PigRules, 2 seats, dies by Repeat as a_menu_that_is_not_deterministic {
        fn menu(
            _: &PigRules,
            _: &StateOf<Self>,
            _: Seat,
            moves: &mut Vec<<PigRules as Game>::Move>,
        ) {
            static TURN: AtomicU64 = AtomicU64::new(0);
            let turn = TURN.fetch_add(1, Ordering::Relaxed);
            if turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1 {
                moves.reverse();
            }
        }
    }
}

mutant! {
    /// Tells the number of the process.
    Chatty of PigRules, 2 seats, dies by Processes as a_notice_that_depends_on_the_process {
        fn notice(
            _: &PigRules,
            _: &StateOf<Self>,
            _: &BaseAct<Self>,
            to: Viewers,
        ) -> (Viewers, u64) {
            (to, u64::from(std::process::id()))
        }
    }
}

mutant! {
    /// Depends on the process it runs in.
    Homesick of PigRules, 2 seats, dies by Processes as a_rule_that_depends_on_the_process {
        fn after(_: &PigRules, state: &mut StateOf<Self>, _: &BaseAct<Self>, _: bool) {
            state.mark = u64::from(std::process::id());
        }
    }
}

mutant! {
    /// Copies share a number.
    Siamese of PigRules, 2 seats, dies by Clones as a_clone_that_shares {
        fn after(_: &PigRules, state: &mut StateOf<Self>, _: &BaseAct<Self>, _: bool) {
            state.shared.add_one();
        }
    }
}

mutant! {
    /// Plays otherwise when somebody listens.
    Performer of PigRules, 2 seats, dies by Witness as a_witness_that_changes_the_game {
        fn after(_: &PigRules, state: &mut StateOf<Self>, _: &BaseAct<Self>, awake: bool) {
            state.mark += u64::from(awake);
        }
    }
}

mutant! {
    /// Breaks its own invariant once in a while.
    Sloppy of PigRules, 2 seats, dies by Invariants as an_invariant_that_breaks {
        fn check(state: &StateOf<Self>, honest: Result<(), String>) -> Result<(), String> {
            if state.inner.pot > 8 { Err("the pot runs over".to_owned()) } else { honest }
        }
    }
}

mutant! {
    /// Asks without words.
    Mute of PigRules, 2 seats, dies by Erased as a_question_without_words {
        fn ask(_: String) -> String {
            String::new()
        }
    }
}

/// Plays to as many points as it is told, and says that these were 20.
struct Liar;

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Target {
    #[serde(serialize_with = "twenty")]
    target: u8,
}

impl Default for Target {
    fn default() -> Self {
        Self { target: 20 }
    }
}

fn twenty<T, S: Serializer>(_: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(20)
}

impl Rulebook for Liar {
    type Options = Target;

    fn about() -> About {
        Pig::about()
    }

    fn set_up<V: Visitor>(options: Target, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        Pig::open(&json!({"target": options.target}), seats, visitor)
    }
}

#[test]
fn options_that_are_not_written_as_they_were_read() {
    let test = Test {
        package: env!("CARGO_PKG_NAME"),
        target: "mutants",
        name: "options_that_are_not_written_as_they_were_read",
    };
    let kit = Kit::<Liar>::new([(json!({"target": 8}), 2)]).walks(40).named(test);
    assert_eq!(kit.run().err().map(|failure| failure.law), Some(Law::Erased));
    assert!(kit.without(Law::Erased).run().is_ok());
}

// ---- imagining ----

mutant! {
    /// Imagines somebody else's turn.
    Daydream of PigRules, 2 seats, dies by Imagine as a_world_that_looks_different {
        fn imagine<R: Rng + ?Sized>(
            _: &PigRules,
            _: &ViewOf<Self>,
            state: &mut StateOf<Self>,
            _: &mut R,
        ) {
            state.inner.pot = 0;
        }
    }
}

mutant! {
    /// Prefers worlds in which the first other hand is low.
    Optimist of PeekRules, 3 seats, dies by Odds as a_world_with_the_wrong_odds {
        fn imagine<R: Rng + ?Sized>(
            game: &PeekRules,
            view: &ViewOf<Self>,
            state: &mut StateOf<Self>,
            rng: &mut R,
        ) {
            let viewer = view.inner.seat.map_or(Viewer::Spectator, Viewer::Seat);
            let again = game.imagine(&view.inner, rng);
            if anothers_card(&again, viewer) < anothers_card(&state.inner, viewer) {
                state.inner = again;
            }
        }
    }
}

// ---- sealed windows ----

mutant! {
    /// Shows how many answers are in.
    Gossip of TenderRules, 3 seats, dies by Silence as a_view_that_tells_who_has_answered {
        fn view(_: &TenderRules, state: &StateOf<Self>, _: Viewer) -> u64 {
            state.mark
        }
        fn after(_: &TenderRules, state: &mut StateOf<Self>, act: &BaseAct<Self>, _: bool) {
            state.mark += u64::from(matches!(act, Act::Move(..)));
            if state.inner.prize.is_none() {
                state.mark = 0;
            }
        }
        fn imagine<R: Rng + ?Sized>(
            _: &TenderRules,
            view: &ViewOf<Self>,
            state: &mut StateOf<Self>,
            _: &mut R,
        ) {
            state.mark = view.mark;
        }
    }
}

mutant! {
    /// Remembers who answered last.
    PunctualityPrize of TenderRules, 3 seats, dies by Sealed as answers_whose_order_matters {
        fn after(_: &TenderRules, state: &mut StateOf<Self>, act: &BaseAct<Self>, _: bool) {
            if let Act::Move(seat, _) = act {
                state.mark = seat.number() as u64;
            }
            // Only while the window is open: afterwards nobody could know it from a view.
            if state.inner.prize.is_none() {
                state.mark = 0;
            }
        }
    }
}

mutant! {
    /// The first bid that is not 0 ends the question for the others.
    EarlyYes of TenderRules, 3 seats, dies by Sealed as a_first_yes_that_ends_the_window {
        fn after(game: &TenderRules, state: &mut StateOf<Self>, act: &BaseAct<Self>, _: bool) {
            let Act::Move(_, bid) = act else { return };
            if bid.to_string() != "bid 0" {
                for seat in game.turn(&state.inner).asked().iter() {
                    let pass = Act::Move(seat, "bid 0".parse().expect("a bid"));
                    game.apply(&mut state.inner, &pass, &mut Asleep).expect("a seat may pass");
                }
            }
        }
        fn face(honest: Face, act: &BaseAct<Self>, _: Viewer) -> Face {
            match act {
                Act::Move(_, bid) if bid.to_string() != "bid 0" => Face::Up,
                _ => honest,
            }
        }
    }
}

// ---- secrets ----

mutant! {
    /// Plays the right guess for whoever runs out of time.
    HelpfulDefault of PeekRules, 2 seats, dies by MenuSecrets as a_leak_through_the_default_move {
        fn default_move(
            _: &PeekRules,
            state: &StateOf<Self>,
            honest: Option<<PeekRules as Game>::Move>,
        ) -> Option<<PeekRules as Game>::Move> {
            let mover = state.inner.mover;
            let secret = anothers_card(&state.inner, Viewer::Seat(mover));
            let other = 2 - mover.index();
            honest.and_then(|_| format!("guess {other} {secret}").parse().ok())
        }
    }
}

mutant! {
    /// Offers no swap when the other hand is a four.
    ShortMenu of PeekRules, 2 seats, dies by MenuSecrets as a_leak_through_the_menus_size {
        fn menu(
            _: &PeekRules,
            state: &StateOf<Self>,
            seat: Seat,
            moves: &mut Vec<<PeekRules as Game>::Move>,
        ) {
            if anothers_card(&state.inner, Viewer::Seat(seat)) == 4 {
                moves.retain(|played| played.to_string() != "swap");
            }
        }
    }
}

mutant! {
    /// Lists the right guess first.
    TellingOrder of PeekRules, 2 seats, dies by MenuSecrets as a_leak_through_the_menus_order {
        fn menu(
            _: &PeekRules,
            state: &StateOf<Self>,
            seat: Seat,
            moves: &mut Vec<<PeekRules as Game>::Move>,
        ) {
            let secret = anothers_card(&state.inner, Viewer::Seat(seat)).to_string();
            moves.sort_by_key(|played| !played.to_string().ends_with(&secret));
        }
    }
}

mutant! {
    /// Asks in another tone when there is something to fear.
    LeadingQuestion of PeekRules, 2 seats, dies by QuestionSecrets as a_leak_through_the_question {
        fn question(_: &PeekRules, state: &StateOf<Self>) -> u64 {
            anothers_card(&state.inner, Viewer::Seat(state.inner.mover))
        }
    }
}

mutant! {
    /// Explains too much why something is refused.
    TooHelpful of PeekRules, 2 seats, dies by RefusalSecrets as a_leak_through_an_error_text {
        fn refused(_: &PeekRules, state: &mut StateOf<Self>, honest: String) -> String {
            format!("{honest} (the first card is {})", card(&state.inner, 0))
        }
    }
}

mutant! {
    /// Tells the others what was drawn.
    Loud of PeekRules, 2 seats, dies by NoticeSecrets as a_leak_through_a_notice {
        fn notice(
            _: &PeekRules,
            _: &StateOf<Self>,
            act: &BaseAct<Self>,
            to: Viewers,
        ) -> (Viewers, u64) {
            match act {
                Act::Chance(card) => (to, u64::from(card.value())),
                _ => (to, 0),
            }
        }
    }
}

mutant! {
    /// Sends a private notice to everybody.
    WrongAddress of PeekRules, 3 seats, dies by NoticeSecrets as a_leak_through_the_address {
        fn notice(
            _: &PeekRules,
            _: &StateOf<Self>,
            act: &BaseAct<Self>,
            to: Viewers,
        ) -> (Viewers, u64) {
            let private = !to.contains(Viewer::Spectator);
            if matches!(act, Act::Chance(_)) && private { (Viewers::ALL, 0) } else { (to, 0) }
        }
    }
}

mutant! {
    /// Shows another's hand in the view.
    GlassHand of PeekRules, 2 seats, dies by ViewSecrets as a_leak_through_the_view {
        fn view(_: &PeekRules, state: &StateOf<Self>, viewer: Viewer) -> u64 {
            anothers_card(&state.inner, viewer)
        }
        fn imagine<R: Rng + ?Sized>(
            game: &PeekRules,
            view: &ViewOf<Self>,
            state: &mut StateOf<Self>,
            rng: &mut R,
        ) {
            until_it_fits::<Self, R>(game, view, state, rng, view.inner.seat);
        }
    }
}

mutant! {
    /// Shows another's hand in a part of the view that counts for nothing when views are compared.
    SmallPrint of PeekRules, 2 seats, dies by ViewSecrets as a_leak_that_equality_looks_away_from {
        fn small_print(_: &PeekRules, state: &StateOf<Self>, viewer: Viewer) -> u64 {
            anothers_card(&state.inner, viewer)
        }
    }
}

mutant! {
    /// Numbers the cards, and keeps the numbers when they are shuffled: whoever saw a number at
    /// the showdown knows the card in the next round.
    NumberedCards of PeekRules, 2 seats, dies by ViewSecrets as an_id_that_survives_a_shuffle {
        fn view(_: &PeekRules, state: &StateOf<Self>, viewer: Viewer) -> u64 {
            let second_round = state.inner.rounds == 1;
            if second_round { 17 * anothers_card(&state.inner, viewer) % 10 } else { 0 }
        }
        fn imagine<R: Rng + ?Sized>(
            game: &PeekRules,
            view: &ViewOf<Self>,
            state: &mut StateOf<Self>,
            rng: &mut R,
        ) {
            until_it_fits::<Self, R>(game, view, state, rng, view.inner.seat);
        }
    }
}

mutant! {
    /// Declares hidden draws as open, which would excuse any leak of them.
    Overdeclared of PeekRules, 2 seats, dies by Declared as a_declaration_that_is_not_kept {
        fn face(honest: Face, act: &BaseAct<Self>, _: Viewer) -> Face {
            if matches!(act, Act::Chance(_)) { Face::Up } else { honest }
        }
    }
}

mutant! {
    /// Declares that a hidden draw brings its card to light, and tells nobody.
    EmptyReveal of PeekRules, 2 seats, dies by Declared as a_secret_that_does_not_come_to_light {
        fn reveals(
            honest: Option<<PeekRules as Game>::Secret>,
            act: &BaseAct<Self>,
            viewer: Viewer,
        ) -> Option<<PeekRules as Game>::Secret> {
            match act {
                Act::Chance(card) if viewer == Viewer::Spectator => {
                    honest.or(Some(<PeekRules as Game>::Secret::of(*card)))
                }
                _ => honest,
            }
        }
    }
}

mutant! {
    /// Looks at a card without a word to the others, whose board shows it all the same.
    QuietLook of PeekRules, 2 seats, dies by Unseen as a_change_that_nobody_tells {
        fn notice(
            _: &PeekRules,
            _: &StateOf<Self>,
            act: &BaseAct<Self>,
            to: Viewers,
        ) -> (Viewers, u64) {
            let to_the_others = to.contains(Viewer::Spectator);
            (if is_look(*act) && to_the_others { Viewers::NONE } else { to }, 0)
        }
        fn face(honest: Face, act: &BaseAct<Self>, viewer: Viewer) -> Face {
            if is_look(*act) && viewer.seat() != act.seat() { Face::Down } else { honest }
        }
    }
}

fn is_look(act: ActOf<PeekRules>) -> bool {
    matches!(act, Act::Move(_, played) if played.to_string().starts_with("peek"))
}

mutant! {
    /// Gives more time where there is more to think about, which only one player should know.
    TellingCountdown of PeekRules, 2 seats, dies by MenuSecrets as a_leak_through_the_countdown {
        fn countdown(_: &PeekRules, state: &StateOf<Self>) -> Option<Countdown> {
            Some(Countdown::Answer { seconds: 10 + card(&state.inner, 0) as u32 })
        }
    }
}

mutant! {
    /// Keeps the last hands covered when the game is over.
    SoreLoser of TenderRules, 2 seats, dies by Open as a_zone_that_stays_hidden {
        const REMEMBERS: bool = true;
        fn after(game: &TenderRules, state: &mut StateOf<Self>, _: &BaseAct<Self>, _: bool) {
            if game.outcome(&state.inner).is_some() {
                state.mark = 1;
            }
        }
    }
}

// ---- the story a failure tells ----

/// Panics on a roll of six.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Glass;

impl Tamper for Glass {
    type Game = PigRules;

    fn table(seats: usize) -> PigRules {
        PigRules::new(seats)
    }

    fn instead(
        game: &PigRules,
        state: &mut StateOf<Self>,
        act: &BaseAct<Self>,
    ) -> Option<Result<(), String>> {
        let due = game.odds(&state.inner).is_some();
        assert!(!due || act.to_string() != "*: 6", "six is too many");
        None
    }
}

/// A panic is a breach like any other: whatever law it happens under, the acts are told.
#[test]
fn a_panic_comes_with_the_acts_that_lead_to_it() {
    for law in [Law::Ends, Law::Repeat] {
        let failure = kit::<Glass>(2, "none").only(law).run().expect_err("the mutant lives");
        assert!(failure.text.contains("panicked: six is too many"), "{failure}");
        let acts = r#""acts":["1: roll","*: 6"]"#;
        assert!(failure.text.contains(acts), "not the shortest list: {failure}");
    }
}

/// A breach comes with the shortest list of acts, and the command it prints shows it again.
#[test]
fn a_failure_is_short_and_can_be_run_again() {
    let name = "an_invariant_that_breaks";
    let failure = kit::<Sloppy>(2, name).run().expect_err("the mutant lives");
    let acts =
        failure.text.lines().filter(|line| line.starts_with("    ") && !line.contains("CASE"));
    // Nine in the pot: no fewer than two rolls, and no more are needed.
    assert_eq!(acts.count(), 4, "{failure}");
    let command = failure.text.lines().last().unwrap_or_default().trim();
    let (case, rest) = command
        .strip_prefix("PARLOR_CASE='")
        .and_then(|text| text.split_once("' "))
        .unwrap_or_else(|| panic!("no command in {failure}"));
    assert_eq!(rest, format!("cargo test -p parlor-gametest --test mutants -- --exact {name}"));

    let again = kit::<Sloppy>(2, name).case(case).expect_err("the case does not fail again");
    assert_eq!(again, failure);
}

#[test]
fn a_case_that_cannot_be_read_says_so() {
    for (case, why) in [
        ("{", "EOF while parsing"),
        (r#"{"acts": []}"#, "no seats"),
        (r#"{"options": {}, "seats": 9, "seed": 1, "acts": []}"#, "2 to 4 can play, not 9"),
        (r#"{"options": {}, "seats": 2, "seed": 1, "acts": ["1: dance"]}"#, "not 'dance'"),
    ] {
        let failure = kit::<Sloppy>(2, "none").case(case).expect_err("read it");
        assert!(failure.text.contains(why), "{failure}");
    }
}

/// A law that nothing has ever been caught by may as well not be there.
#[test]
fn every_law_has_a_mutant() {
    let mutants = include_str!("main.rs");
    for law in Law::ALL {
        assert!(mutants.contains(&format!("dies by {law:?} as ")), "no mutant dies by '{law}'");
    }
}
