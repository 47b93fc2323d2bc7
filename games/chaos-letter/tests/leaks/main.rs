//! Leaks of this very game, one each put into the real rules, and the law of the kit that finds it.
//!
//! Every leak is one a careful author could write. All laws are asked, in their order, and the first
//! that is broken must be the one named here. Where what leaks happens seldom, that law alone is asked,
//! at more moments.

mod leaky;

use std::collections::BTreeSet;

use leaky::{Leak, Mark, Moment, RulesAct, Shelf};
use parlor_chaos_letter::{Card, Deal, Move, Notice, Print, Question, Rules, State};
use parlor_engine::{Act, Digest, Game, Menu, Seat, Seats, Turn, Viewer, Viewers};
use parlor_gametest::{Kit, Law, Test};
use serde_json::{Value, json};

/// Declares leaks, and a test for each.
macro_rules! leaks {
    ($(
        $(#[$doc:meta])*
        $name:ident at $table:ident, found by $law:ident as $test:ident { $($hooks:tt)* }
    )+) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            struct $name;

            impl Leak for $name {
                $($hooks)*
            }

            #[test]
            fn $test() {
                is_found(&$name, $table(stringify!($name)), Law::$law, stringify!($test));
            }
        )+

        /// The leak of this name.
        fn by_name(name: &str) -> Option<&'static dyn Leak> {
            match name {
                "Nothing" => Some(&Nothing),
                $(stringify!($name) => Some(&$name),)+
                _ => None,
            }
        }
    };
}

fn is_found(leak: &dyn Leak, table: (Value, usize), law: Law, name: &'static str) {
    let test = Test { package: env!("CARGO_PKG_NAME"), target: "leaks", name };
    let kit = Kit::<Shelf>::new([table]).named(test);
    let kit = if leak.is_seldom() {
        kit.only(law).walks(1_000).moments(10_000)
    } else {
        kit.without(Law::Odds).walks(60).moments(500)
    };
    match kit.run() {
        Ok(report) => panic!("nobody finds it: {report}"),
        Err(failure) => assert_eq!(failure.law, law, "found by another law: {failure}"),
    }
}

/// No leak: the wrapper adds none of its own.
#[derive(Debug)]
struct Nothing;

impl Leak for Nothing {}

#[test]
fn without_a_leak_all_laws_hold() {
    let name = "without_a_leak_all_laws_hold";
    let test = Test { package: env!("CARGO_PKG_NAME"), target: "leaks", name };
    let tables = [classic, modern, courts, courts_in_turn, trades, riches, creases, sealed_creases];
    let tables = tables.map(|table| table("Nothing"));
    Kit::<Shelf>::new(tables).without(Law::Odds).walks(20).moments(150).named(test).assert();
}

// ---- tables ----

fn classic(leak: &str) -> (Value, usize) {
    (json!({"leak": leak, "table": {"rounds": 1}}), 3)
}

fn modern(leak: &str) -> (Value, usize) {
    (json!({"leak": leak, "table": {"deck": "modern", "rounds": 1}}), 3)
}

/// Everybody can hold several cards and answer under seal, and cards go under the deck.
fn courts(leak: &str) -> (Value, usize) {
    let (mut options, seats) = courts_in_turn(leak);
    options["table"]["answers"] = json!("sealed");
    (options, seats)
}

/// The same, where answers are asked for in turn.
fn courts_in_turn(leak: &str) -> (Value, usize) {
    let cards = json!([
        row("capitalist", 5, 3, true),
        row("nope", 2, 4, false),
        row("priest", 2, 2, false),
        row("guard", 1, 3, false),
        row("baron", 3, 2, false),
        row("chancellor", 6, 2, false),
        row("princess", 8, 1, false)
    ]);
    (small(leak, &cards), 3)
}

/// Hands that change places and are collected.
fn trades(leak: &str) -> (Value, usize) {
    let cards = json!([
        row("nyarlathotep", 6, 4, false),
        row("golden-mead", 2, 3, true),
        row("guard", 1, 2, false),
        row("baron", 3, 1, false),
        row("king", 7, 2, false)
    ]);
    (small(leak, &cards), 3)
}

/// Marked cards: some can be told apart from behind, some only from in front, and hands of several.
fn creases(leak: &str) -> (Value, usize) {
    let mut cards = json!([
        row("capitalist", 5, 3, true),
        row("priest", 2, 4, false),
        row("guard", 1, 4, false),
        row("baron", 3, 3, false),
        row("chancellor", 6, 2, false),
        row("handmaid", 4, 3, false)
    ]);
    cards[1]["marked"] = json!([{"count": 1, "back": "creased"}, {"count": 1, "front": "Prior"}]);
    cards[3]["marked"] = json!([{"count": 1, "back": "creased"}, {"count": 1, "back": "torn"}]);
    cards[5]["marked"] = json!([{"count": 1, "front": "Maid"}]);
    (small(leak, &cards), 3)
}

/// The same with cards that answer under seal, one of them creased.
fn sealed_creases(leak: &str) -> (Value, usize) {
    let (mut options, seats) = creases(leak);
    options["table"]["answers"] = json!("sealed");
    let mut nope = row("nope", 2, 3, false);
    nope["marked"] = json!([{"count": 1, "back": "creased"}]);
    let cards = options["table"]["deck"]["cards"].as_array_mut().expect("a deck has cards");
    cards.push(nope);
    (options, seats)
}

/// Equal cards that were seen in one hand go to another that holds several.
fn swaps(leak: &str) -> (Value, usize) {
    let cards = json!([
        row("capitalist", 5, 5, true),
        row("priest", 2, 6, false),
        row("king", 6, 5, false)
    ]);
    (small(leak, &cards), 3)
}

/// Hands of several cards that are looked at.
fn riches(leak: &str) -> (Value, usize) {
    let cards = json!([
        row("capitalist", 5, 5, false),
        row("golden-mead", 2, 3, true),
        row("priest", 2, 5, false),
        row("handmaid", 4, 2, false)
    ]);
    (small(leak, &cards), 2)
}

fn row(card: &str, value: u8, count: u8, insane: bool) -> Value {
    json!({"card": card, "value": value, "count": count, "insane": insane})
}

fn small(leak: &str, cards: &Value) -> Value {
    json!({"leak": leak, "table": {"rounds": 1, "deck": {
        "title": "Small", "players": [2, 3], "tokens": [9, 9], "ties": "shared",
        "ends": "turn-end", "starts": "winner", "priming": true, "cards": cards
    }}})
}

// ---- what a leak can get at ----

fn hand(rules: &Rules, state: &State, seat: Seat) -> Vec<Card> {
    prints(rules, state, seat).iter().map(|print| print.card).collect()
}

fn prints(rules: &Rules, state: &State, seat: Seat) -> Vec<Print> {
    rules.view(state, Viewer::Seat(seat)).hand().to_vec()
}

fn hands(rules: &Rules, state: &State) -> Vec<Vec<Card>> {
    Seats::first_n(rules.seats()).iter().map(|seat| hand(rules, state, seat)).collect()
}

/// What no view shows: the card set aside, the deck, the envelopes.
fn hidden(state: &State, field: &str) -> String {
    let state = serde_json::to_value(state).expect("a state can be written down");
    state["hidden"][field].to_string()
}

fn others(rules: &Rules, seat: Seat) -> impl Iterator<Item = Seat> {
    Seats::first_n(rules.seats()).without(seat).iter()
}

leaks! {
    // ---- told too much ----

    /// Everybody hears which card a Priest saw.
    LookedAtAloud at classic, found by NoticeSecrets as a_look_told_to_all {
        fn notice(&self, moment: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            match notice {
                Notice::Looked { at, .. } => (to, format!("{:?}", hand(moment.rules, moment.before, *at))),
                _ => (to, String::new()),
            }
        }
    }

    /// A draw is told with the card.
    DrawnAloud at classic, found by NoticeSecrets as a_draw_that_names_the_card {
        fn notice(&self, moment: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            match (notice, moment.act) {
                (Notice::Draws { .. }, Act::Chance(Deal::Draw(card))) => (to, card.to_string()),
                _ => (to, String::new()),
            }
        }
    }

    /// The card that goes under the deck is told to all.
    ReturnedAloud at modern, found by NoticeSecrets as a_returned_card_in_a_notice {
        fn notice(&self, moment: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            match (notice, moment.act) {
                (Notice::Returned { .. }, Act::Move(_, Move::Return(card))) => (to, card.to_string()),
                _ => (to, String::new()),
            }
        }
    }

    /// A King's trade tells everybody what changed hands.
    TradedAloud at trades, found by NoticeSecrets as a_trade_told_to_all {
        fn notice(&self, _: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            (if matches!(notice, Notice::Got { .. }) { Viewers::ALL } else { to }, String::new())
        }
    }

    /// A Guard that misses says what the hand was worth.
    MissedWithValue at classic, found by NoticeSecrets as a_miss_that_says_more {
        fn notice(&self, moment: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            match notice {
                Notice::Missed { at, .. } => (to, format!("{:?}", hand(moment.rules, moment.before, *at))),
                _ => (to, String::new()),
            }
        }
    }

    /// Collected cards are listed in the order of seats, so their new owner knows whose was whose.
    CollectedInOrder at trades, found by NoticeSecrets as collected_cards_in_seat_order {
        fn is_seldom(&self) -> bool {
            true
        }
        fn notice(&self, moment: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            match notice {
                Notice::Pot { by, .. } => {
                    let cards = others(moment.rules, *by).map(|seat| hand(moment.rules, moment.before, seat));
                    (to, format!("{:?}", cards.collect::<Vec<_>>()))
                }
                _ => (to, String::new()),
            }
        }
    }

    /// When the envelopes are opened the void ones are shown, too.
    VoidAnswersShown at courts, found by NoticeSecrets as a_void_yes_that_is_shown {
        fn is_seldom(&self) -> bool {
            true
        }
        fn notice(&self, moment: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            match notice {
                Notice::Answered { .. } => (to, format!("{} and {}", hidden(moment.before, "window"), moment.act)),
                _ => (to, String::new()),
            }
        }
    }

    /// Who looks at one of two Guards is told that there are two: sightings the rules keep apart.
    SecondCopyCounted at riches, found by NoticeSecrets as two_sightings_joined {
        fn is_seldom(&self) -> bool {
            true
        }
        fn notice(&self, moment: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            match notice {
                Notice::Saw { at, card, .. } => {
                    let copies = hand(moment.rules, moment.before, *at).into_iter().filter(|held| *held == card.card);
                    (to, copies.count().to_string())
                }
                _ => (to, String::new()),
            }
        }
    }

    // ---- asked too cleverly ----

    /// Only who holds a Nope is asked for one.
    HoldersAsked at courts, found by MenuSecrets as a_window_for_holders_only {
        fn asked(&self, rules: &Rules, state: &State, honest: Seats) -> Seats {
            let holds = |seat: &Seat| hand(rules, state, *seat).contains(&Card::Nope);
            let holders: Seats = honest.iter().filter(holds).collect();
            if honest.are_several() && !holders.is_empty() { holders } else { honest }
        }
    }

    /// Whoever has nothing to answer with is not waited for.
    OnlyAnswerGiven at courts, found by QuestionSecrets as a_single_answer_that_is_skipped {
        fn unasked(&self, rules: &Rules, state: &State) -> Option<(Seat, Move)> {
            let Turn::Ask { seats, why: Question::Answer { .. } } = rules.turn(state) else {
                return None;
            };
            let seat = seats.iter().find(|seat| rules.menu(state, *seat).count() == 1)?;
            Some((seat, Move::Pass))
        }
    }

    /// Whoever has nothing to answer with is passed over when it would be their turn.
    PassedOver at courts_in_turn, found by NoticeSecrets as a_turn_to_answer_that_is_skipped {
        fn unasked(&self, rules: &Rules, state: &State) -> Option<(Seat, Move)> {
            OnlyAnswerGiven.unasked(rules, state)
        }
    }

    /// Somebody who passes in turn is said to have had an answer, or not.
    PassWithReason at courts_in_turn, found by ViewSecrets as a_pass_that_tells_of_the_hand {
        fn remembers(&self) -> bool {
            true
        }
        fn remember(&self, rules: &Rules, state: &State, memory: &mut Mark, _: &[(Viewers, Notice)]) {
            let table = rules.view(state, Viewer::Spectator).table;
            let held = |seat: &Seat| hand(rules, state, *seat).contains(&Card::Nope);
            let able: Seats = table.asking.passed().iter().filter(held).collect();
            memory.words = format!("{able} could have answered");
        }
    }

    /// Out of time in turn one passes; but not when the next in turn could answer.
    WaryInTurn at courts_in_turn, found by MenuSecrets as a_default_in_turn_that_knows_more {
        fn default_move(&self, rules: &Rules, state: &State, seat: Seat, menu: &[Move]) -> Option<Move> {
            WaryDefault.default_move(rules, state, seat, menu)
        }
    }

    /// The question whether to say Nope shows the hand of whoever is the target.
    QuestionWithHand at courts, found by QuestionSecrets as a_question_that_names_a_card {
        fn question(&self, rules: &Rules, state: &State) -> String {
            match rules.turn(state) {
                Turn::Ask { why: Question::Answer { play }, .. } => {
                    let target = play.targets.first();
                    format!("{:?}", target.map(|seat| hand(rules, state, seat)))
                }
                _ => String::new(),
            }
        }
    }

    /// The Princess cannot be named to whoever holds her: a kindness.
    PrincessSpared at classic, found by MenuSecrets as a_menu_that_spares_the_princess {
        fn menu(&self, rules: &Rules, state: &State, seat: Seat, moves: &mut Vec<Move>) {
            let noble = |other: Seat| hand(rules, state, other).contains(&Card::Princess);
            let kind = |played: &Move| !matches!(played, Move::Play { card: Print { card: Card::Guard, .. }, targets, number: Some(8), .. }
                if targets.iter().any(noble));
            if others(rules, seat).any(noble) && moves.iter().any(kind) {
                moves.retain(kind);
            }
        }
    }

    /// Out of time, one passes; but not when another still has a Nope.
    WaryDefault at courts, found by MenuSecrets as a_default_that_knows_more {
        fn default_move(&self, rules: &Rules, state: &State, seat: Seat, menu: &[Move]) -> Option<Move> {
            let danger = others(rules, seat).any(|other| hand(rules, state, other).contains(&Card::Nope));
            if danger { menu.last().copied() } else { menu.first().copied() }
        }
    }

    /// There is more time to think where somebody can answer.
    TimeToAnswer at courts, found by MenuSecrets as a_time_limit_that_tells {
        fn time_limit(&self, rules: &Rules, state: &State) -> Option<u32> {
            let nope = hands(rules, state).iter().any(|hand| hand.contains(&Card::Nope));
            Some(if nope { 60 } else { 30 })
        }
    }

    /// A refusal says why it would not have helped.
    HelpfulRefusal at classic, found by RefusalSecrets as an_error_that_says_why {
        fn refused(&self, rules: &Rules, state: &State, seat: Seat, honest: String) -> String {
            let next = others(rules, seat).next().map(|other| hand(rules, state, other));
            format!("{honest}, and the next player holds {next:?}")
        }
    }

    // ---- envelopes that are not opaque ----

    /// The table shows who has answered, for impatient players.
    AnswersCounted at courts, found by Silence as a_window_that_tells_who_has_answered {
        fn view(&self, rules: &Rules, state: &State, _: &Mark, viewer: Viewer) -> Mark {
            match rules.turn(state) {
                Turn::Ask { seats, why: Question::Answer { .. } }
                    if viewer.seat().is_none_or(|seat| seats.contains(seat)) =>
                {
                    format!("waiting for {seats}").into()
                }
                _ => Mark::default(),
            }
        }
    }

    /// The receipt for an answer goes to everybody.
    ReceiptToAll at courts, found by Silence as a_receipt_for_all {
        fn notice(&self, _: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            (if matches!(notice, Notice::Sealed { .. }) { Viewers::ALL } else { to }, String::new())
        }
    }

    // ---- views that know too much ----

    /// The view holds the cards of the deck, to count them.
    PoolInView at classic, found by Imagine as the_deck_in_the_view {
        fn has_an_accomplice(&self) -> bool {
            false
        }
        fn view(&self, _: &Rules, state: &State, _: &Mark, _: Viewer) -> Mark {
            hidden(state, "pool").into()
        }
    }

    /// The card set aside is in the view, and `imagine` covers for it.
    AsideInView at classic, found by ViewSecrets as the_card_set_aside_in_the_view {
        fn view(&self, _: &Rules, state: &State, _: &Mark, _: Viewer) -> Mark {
            hidden(state, "aside").into()
        }
    }

    /// A view carries the digest of its state, to find it again: every world has its own.
    DigestInView at classic, found by ViewSecrets as a_digest_in_the_view {
        fn view(&self, _: &Rules, state: &State, _: &Mark, _: Viewer) -> Mark {
            Digest::of(state).to_string().into()
        }
    }

    /// Known cards are listed where they stand in the sorted hand, so the place tells of the other.
    PlaceInHand at modern, found by ViewSecrets as known_cards_in_the_order_of_the_hand {
        fn view(&self, rules: &Rules, state: &State, _: &Mark, viewer: Viewer) -> Mark {
            let view = rules.view(state, viewer);
            let place = |(seat, known): (usize, Print)| {
                prints(rules, state, Seat::at(seat)).iter().position(|card| *card == known)
            };
            let known = view.hands.iter().enumerate();
            let known = known.flat_map(|(seat, seen)| seen.known.iter().map(move |card| (seat, *card)));
            format!("{:?}", known.map(place).collect::<Vec<_>>()).into()
        }
    }

    /// A card that was seen stays marked until it is really gone, whatever was done out of sight.
    HandleFollows at modern, found by ViewSecrets as a_handle_that_survives_a_chancellor {
        fn is_seldom(&self) -> bool {
            true
        }
        fn remembers(&self) -> bool {
            true
        }
        fn remember(&self, rules: &Rules, state: &State, memory: &mut Mark, said: &[(Viewers, Notice)]) {
            for (_, notice) in said {
                if let Notice::Saw { by, at, card } = notice {
                    memory.notes.insert((*by, *at, card.card));
                }
            }
            memory.notes.retain(|(_, at, card)| hand(rules, state, *at).contains(card));
        }
    }

    /// What a Guard missed stays ruled out after the hand has changed, as long as it happens to hold.
    MissKept at classic, found by ViewSecrets as a_miss_that_outlives_its_hand {
        fn remembers(&self) -> bool {
            true
        }
        fn remember(&self, rules: &Rules, state: &State, memory: &mut Mark, said: &[(Viewers, Notice)]) {
            for (_, notice) in said {
                if let Notice::Missed { by, at, number } = notice {
                    let named = Card::ALL.into_iter().filter(|card| rules.value(*card) == *number);
                    memory.notes.extend(named.map(|card| (*by, *at, card)));
                }
            }
            memory.notes.retain(|(_, at, card)| !hand(rules, state, *at).contains(card));
        }
    }

    /// After a Baron the table notes the winner's number, not only that it is above the loser's.
    TightBound at classic, found by ViewSecrets as a_bound_that_is_too_tight {
        fn is_seldom(&self) -> bool {
            true
        }
        fn remembers(&self) -> bool {
            true
        }
        fn remember(&self, rules: &Rules, state: &State, memory: &mut Mark, said: &[(Viewers, Notice)]) {
            for (_, notice) in said {
                if let Notice::Compared { by, at, out: Some(out) } = notice {
                    let winner = if out == by { *at } else { *by };
                    let best = hand(rules, state, winner).iter().map(|card| rules.value(*card)).max();
                    memory.words = format!("seat {winner} has {best:?}");
                }
            }
        }
    }

    /// Who knows of a hand is read off the notes beside its cards, not off what everybody saw.
    HearsayFromTruth at courts, found by ViewSecrets as hearsay_that_is_true {
        fn view(&self, rules: &Rules, state: &State, _: &Mark, _: Viewer) -> Mark {
            let knows = |by: Seat, of: Seat| {
                by != of && !rules.view(state, Viewer::Seat(by)).hands[of.index()].known.is_empty()
            };
            let all = || Seats::first_n(rules.seats()).iter();
            let pairs = all().flat_map(|by| all().map(move |of| (by, of)));
            let true_ones = pairs.filter(|(by, of)| knows(*by, *of));
            format!("{:?}", true_ones.collect::<Vec<_>>()).into()
        }
    }

    // ---- marked cards and handles ----

    /// A draw tells the mark of the card, and with it the front.
    MarkDrawnAloud at sealed_creases, found by NoticeSecrets as a_draw_that_names_the_mark {
        fn notice(&self, moment: Moment<'_>, to: Viewers, notice: &Notice) -> (Viewers, String) {
            match (notice, moment.act) {
                (Notice::Draws { .. }, Act::Chance(Deal::Draw(card))) => (to, card.mark.to_string()),
                _ => (to, String::new()),
            }
        }
    }

    /// The marks of cards in hands are shown, for most are on the back; but some are on the front.
    MarksInView at creases, found by ViewSecrets as the_marks_of_a_hand_in_the_view {
        fn view(&self, rules: &Rules, state: &State, _: &Mark, _: Viewer) -> Mark {
            let marks = |seat: Seat| -> BTreeSet<u8> {
                prints(rules, state, seat).iter().map(|print| print.mark).collect()
            };
            let all = Seats::first_n(rules.seats()).iter().map(marks);
            format!("{:?}", all.collect::<Vec<_>>()).into()
        }
    }

    /// Backs are listed as the sorted hand has them, so the place of a crease tells of the cards beside it.
    BacksInOrder at creases, found by ViewSecrets as backs_in_the_order_of_the_hand {
        fn view(&self, rules: &Rules, state: &State, _: &Mark, _: Viewer) -> Mark {
            let backs = |seat: Seat| -> Vec<_> {
                prints(rules, state, seat).iter().map(|print| rules.back(*print)).collect()
            };
            let all = Seats::first_n(rules.seats()).iter().map(backs);
            format!("{:?}", all.collect::<Vec<_>>()).into()
        }
    }

    /// Who looks at the deck from the side sees a crease in it.
    CreaseInDeck at creases, found by ViewSecrets as a_crease_seen_in_the_deck {
        fn view(&self, _: &Rules, state: &State, _: &Mark, _: Viewer) -> Mark {
            hidden(state, "pool").contains("baron/3").to_string().into()
        }
    }

    /// The handles of every hand are in every view: they tell which of two cards was drawn first.
    HandlesInView at creases, found by ViewSecrets as handles_that_all_can_see {
        fn view(&self, rules: &Rules, state: &State, _: &Mark, _: Viewer) -> Mark {
            let handles = |seat: Seat| {
                let view = rules.view(state, Viewer::Seat(seat));
                view.hands[seat.index()].handles.to_vec()
            };
            let all = Seats::first_n(rules.seats()).iter().map(handles);
            format!("{:?}", all.collect::<Vec<_>>()).into()
        }
    }

    /// Handles are listed as the hand has them, which is sorted by who knows of the cards.
    HandlesInOrder at swaps, found by ViewSecrets as handles_in_the_order_of_what_is_known {
        fn is_seldom(&self) -> bool {
            true
        }
        fn view(&self, _: &Rules, state: &State, _: &Mark, viewer: Viewer) -> Mark {
            let Some(seat) = viewer.seat() else { return Mark::default() };
            let state = serde_json::to_value(state).expect("a state can be written down");
            let cards = state["hidden"]["hands"][seat.index()]["cards"].clone();
            let cards = cards.as_array().cloned().unwrap_or_default();
            let handles = cards.iter().map(|held| held["handle"].to_string());
            handles.collect::<Vec<_>>().join(" ").into()
        }
    }

    // ---- declared, but not told ----

    /// Every draw is declared to come to light for all, and nobody is told.
    DrawDeclared at classic, found by Declared as a_secret_that_is_only_declared {
        fn declared(&self, act: RulesAct) -> String {
            match act {
                Act::Chance(Deal::Draw(card)) => card.to_string(),
                _ => String::new(),
            }
        }
    }
}
