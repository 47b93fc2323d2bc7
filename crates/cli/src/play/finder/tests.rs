//! What can be typed for moves, and what is made of it.

use parlor_engine::{Amounts, Phrase, Seats};

use super::*;
use crate::play::lexicon::tests::lexicon;

/// A move by its notation, with `@` before players and `#` before places.
fn phrase(text: &str) -> Phrase {
    text.split(' ').fold(Phrase::new(), |phrase, word| {
        match (word.split_at(1), word.parse::<i32>()) {
            (("@", seat), _) => phrase.seat(seat.parse().unwrap()),
            (("#", place), _) => {
                let lexicon = lexicon();
                let named = lexicon.places().find(|named| named.written == place).unwrap();
                phrase.place(named.written.clone(), named.name.clone())
            }
            (_, Ok(number)) => phrase.number(i64::from(number)),
            _ => phrase.word(word.to_owned()),
        }
    })
}

fn choice(phrase: Phrase, amounts: Option<Amounts>) -> Choice {
    Choice { phrase, amounts, grave: false, meaning: None, concerns: Seats::NONE }
}

fn one(text: &str) -> Choice {
    choice(phrase(text), None)
}

/// `bid 10` to `bid 50` in steps of 5, and this word after it.
fn range(verb: &'static str, first: i64, last: i64, step: u64, after: &'static str) -> Choice {
    let phrase = Phrase::new().word(verb).amount(first);
    let phrase = if after.is_empty() { phrase } else { phrase.word(after) };
    let amounts = Some(Amounts { part: 1, first, last, step });
    choice(phrase, amounts)
}

fn finder(entries: Vec<Choice>) -> Finder {
    let choices = Choices { count: entries.len() as u64, entries, shortened: false };
    Finder::new(choices, Vec::new(), lexicon(), Names::numbers())
}

fn of(moves: &[&str]) -> Finder {
    finder(moves.iter().map(|text| one(text)).collect())
}

fn texts(meant: &[Meant<'_>]) -> Vec<String> {
    meant.iter().map(|meant| meant.text.clone()).collect()
}

#[track_caller]
fn check(moves: &[&str], line: &str, expected: &[&str]) {
    assert_eq!(texts(&of(moves).meant(line)), expected, "{line}");
}

/// The same, but not where only one move can be meant at all.
#[track_caller]
fn check_begun(moves: &[&str], line: &str, expected: &[&str]) {
    let (finder, typed) = (of(moves), words(line));
    let mut found = finder.begun(&typed, false);
    if found.is_empty() {
        found = finder.ending(line, &typed);
    }
    assert_eq!(texts(&found), expected, "{line}");
}

#[test]
fn beginnings_of_words_are_enough() {
    let moves = ["buy ethereum", "buy evergreen-test", "buy framework", "end phase"];
    check(&moves, "b fr", &["buy framework"]);
    check(&moves, "B Fr", &["buy framework"]);
    check(&moves, "b e", &["buy ethereum", "buy evergreen-test"]);
    check(&moves, "b ev", &["buy evergreen-test"]);
    check(&moves, "end", &["end phase"]);
    check(&moves, "b", &["buy ethereum", "buy evergreen-test", "buy framework"]);
    for nothing in ["fr", "b x", "end phase now", "buyer", "b -test"] {
        check(&moves, nothing, &[]);
    }
}

#[test]
fn one_move_does_not_win_over_others_that_begin_so() {
    let moves = ["chancellor", "cats-of-ulthar 2", "cats-of-ulthar 3"];
    check(&moves, "c", &moves);
    check(&moves, "ch", &["chancellor"]);
    check(&moves, "chancellor", &["chancellor"]);
    check(&moves, "ca 2", &["cats-of-ulthar 2"]);
    check(&["princess", "prince 2"], "prince", &["princess", "prince 2"]);
    // It is the same card, typed for one player.
    check(&["baroness @2", "baroness @2 @4"], "bar 2", &["baroness 2"]);
    let finder = finder(vec![one("bank"), range("bid", 1, 9, 1, "")]);
    assert_eq!(texts(&finder.meant("b")), ["bank", "bid 1"]);
}

#[test]
fn a_line_with_other_numbers_is_found() {
    let finder =
        of(&["deep-ones @2 names 5", "deep-ones @3 names 6", "deep-ones insane @2", "elder-sign"]);
    let alike = |line: &str| -> Vec<String> {
        finder.alike(line).into_iter().map(|reading| reading.text).collect()
    };
    assert_eq!(alike("deep 2 1"), ["deep-ones 2 names 1"]);
    assert_eq!(alike("deep bob 1"), ["deep-ones 2 names 1"]);
    assert_eq!(alike("Deep i 8"), ["deep-ones insane 8"]);
    for nothing in ["deep 2", "elder 2", "elder", "x 2 1"] {
        assert_eq!(alike(nothing), [""; 0], "{nothing}");
    }
}

#[test]
fn hyphens_and_blanks_are_alike() {
    let moves = ["buy merge-conflict", "buy monitoring", "buy merge-conflict-tool", "pay -5"];
    for line in ["buy merge conflict", "buy-merge conflict", "Buy Merge-Conflict"] {
        check(&moves, line, &["buy merge-conflict"]);
    }
    check(&moves, "b m c t", &["buy merge-conflict-tool"]);
    check(&moves, "b m-c", &["buy merge-conflict", "buy merge-conflict-tool"]);
    check(&moves, "p -5", &["pay -5"]);
    check(&moves, "p 5", &[]);
    check(&moves[..2], "b m c", &["buy merge-conflict"]);
}

#[test]
fn words_with_a_digit_are_typed_whole() {
    let moves = ["h 1 2", "h 10 0", "guess 2 4", "level2 up"];
    for nothing in ["h", "h 1", "h 1 ", "h 10", "g 2", "g", "level up", "l u"] {
        check_begun(&moves, nothing, &[]);
    }
    check(&moves, "g 2 4", &["guess 2 4"]);
    check(&moves, "level2", &["level2 up"]);
}

#[test]
fn a_word_between_two_numbers_may_be_left_out() {
    let moves = ["guard @2 names 5", "guard @2 names 6", "guard @3 names 5", "see 2 of 3 now"];
    for line in ["guard 2 5", "g 2 5", "g 2 n 5", "g bob 5"] {
        check(&moves, line, &["guard 2 names 5"]);
    }
    check(&moves, "see 2 3", &["see 2 of 3 now"]);
    check(&moves, "s 2 of 3 n", &["see 2 of 3 now"]);
    for nothing in ["guard 2", "guard 5", "guard 2 6 5", "2 5", "guard 2 5 5", "see 2 now"] {
        check(&moves, nothing, &[]);
    }
    check(&["2 hats"], "hats", &[]);
    let moves = ["deep-ones @2 names 5", "deep-ones insane @2", "no-u", "great-race-of-yith @2"];
    check(&moves, "deep 2 5", &["deep-ones 2 names 5"]);
    check(&moves, "d i 2", &["deep-ones insane 2"]);
    check(&moves, "deep 2", &[]);
    check(&moves, "g yith 2", &["great-race-of-yith 2"]);
    check(&moves, "no", &["no-u"]);
    check(&moves, "ones 2 5", &[]);
}

#[test]
fn the_end_of_a_move_is_enough() {
    let moves = ["pass", "answer nope", "answer no-u", "give king to @2", "2 hats"];
    check(&moves, "nope", &["answer nope"]);
    for line in ["no-u", "No U"] {
        check(&moves, line, &["answer no-u"]);
    }
    // Not a part of a word, no number, and not what follows one.
    for nothing in ["ope", "no", "u", "king to 2", "to 2", "hats"] {
        check(&moves, nothing, &[]);
    }
    check(&["nope", "answer nope"], "nope", &["nope"]);
    check(&["offer king", "return king"], "king", &["offer king", "return king"]);
}

#[test]
fn seats_are_named_in_any_order() {
    let moves = ["baroness @2 @4", "baroness @2", "h 1 2"];
    for line in ["baroness 4 2", "bar cultist 4 bob", "baroness bob cultist 4"] {
        check(&moves, line, &["baroness 2 4"]);
    }
    // Only seats are.
    check(&moves, "h 2 1", &[]);
    check(&["give @4 to @2"], "give 2 to 4", &[]);
}

#[test]
fn names_are_no_other_numbers() {
    let moves = ["guess @2 2", "guess @2 3", "dance @5"];
    check(&moves, "guess bob 2", &["guess 2 2"]);
    check(&moves, "g b 3", &["guess 2 3"]);
    check(&moves, "dance dan prime", &["dance 5"]);
    for nothing in ["guess bob bob", "guess 2 bob", "guess cult 2", "guess bob"] {
        check(&moves, nothing, &[]);
    }
    let several = of(&moves).several_named("guess cult 2");
    let names = ["cultist 3", "cultist 4"].map(str::to_owned).to_vec();
    assert_eq!(several, Some(("cult".to_owned(), names)));
}

#[test]
fn places_are_named_by_their_words() {
    let moves = ["mortgage #1", "sell #1", "sell #3"];
    for line in ["mort creek", "mortgage The-Old-Creek", "m old", "mort 1"] {
        check(&moves, line, &["mortgage 1"]);
    }
    check(&moves, "sell b d", &["sell 3"]);
    for nothing in ["sell lane", "sell 2", "mortgage crusher"] {
        check(&moves, nothing, &[]);
    }
    let finder = of(&moves);
    let alike = finder.alike("sell creek");
    let places: Vec<&String> = alike.iter().flat_map(|reading| &reading.places).collect();
    assert_eq!(places, ["The Old Creek", "Crusher Creek"]);
}

#[test]
fn the_only_target_need_not_be_named() {
    let moves = ["cats-of-ulthar @2", "king @2"];
    for line in ["cats", "Cats of"] {
        check(&moves, line, &["cats-of-ulthar 2"]);
    }
    for nothing in ["c", "ca", "cats 3", "king 3", "x"] {
        check(&moves, nothing, &[]);
    }
    check(&["cats-of-ulthar @2", "cats-of-ulthar @3"], "cats", &[]);
}

#[test]
fn the_beginning_of_an_end_is_found() {
    let finder = of(&["pass", "answer nope", "answer no-u", "give nope to @2"]);
    let begun = |line: &str| -> Vec<String> {
        finder.ending_begun(line).iter().map(|choice| choice.phrase.to_string()).collect()
    };
    assert_eq!(begun("No"), ["answer nope", "answer no-u"]);
    assert_eq!(begun("nop"), ["answer nope"]);
    assert_eq!(begun("x"), [""; 0]);
}

#[test]
fn what_a_move_comes_to_says_which_one_is_meant() {
    let look = |number: u8, at: usize| Choice {
        concerns: Seats::one(Seat::at(at)),
        ..one(&format!("first {number}"))
    };
    let finder = finder(vec![look(1, 0), look(2, 1)]);
    for line in ["first bob", "f B", "First Bob"] {
        assert_eq!(texts(&finder.meant(line)), ["first 2"], "{line}");
    }
    for nothing in ["first dan", "first", "last bob"] {
        assert_eq!(texts(&finder.meant(nothing)), [""; 0], "{nothing}");
    }
}

#[test]
fn as_much_as_fits_is_completed() {
    let moves = ["guard @2 names 5", "guard @2 names 6", "guard @3 names 5", "deep-ones insane @2"];
    let finder = of(&moves);
    for (line, part, first, count) in [
        ("guard 2 1", "guard 2", 0, 2),
        ("g bob 1", "g bob", 0, 2),
        ("g 3 1", "g 3", 2, 1),
        ("g 30", "g", 0, 3),
        ("deep insane", "deep insane", 3, 1),
        ("Deep-Ones i", "Deep-Ones i", 3, 1),
    ] {
        let (found, entries) = finder.completions(line).unwrap();
        assert_eq!((found, entries.len()), (part, count), "{line}");
        assert_eq!(entries[0].phrase, phrase(moves[first]), "{line}");
    }
    assert!(finder.completions("king 2").is_none());
}

#[test]
fn an_amount_is_taken_out_of_its_range() {
    let bids = finder(vec![one("pass"), range("bid", 10, 50, 5, "gold")]);
    assert_eq!(texts(&bids.meant("b 25")), ["bid 25 gold"]);
    assert_eq!(texts(&bids.meant("b 25 g")), ["bid 25 gold"]);
    assert_eq!(texts(&bids.meant("p")), ["pass"]);
    assert!(bids.begins("b") && bids.begins("BID") && bids.begins("p"));
    assert!(!bids.begins("x") && !bids.begins("pass on"));
    for nothing in ["b", "b x", "bid", "b 26", "b 55"] {
        assert_eq!(texts(&bids.meant(nothing)), [""; 0], "{nothing}");
    }
    // An amount that is not offered is still read, to say why.
    assert_eq!(bids.alike("b 55")[0].text, "bid 55 gold");
    let finder = finder(vec![range("pay-in", 1, 9, 1, "")]);
    assert_eq!(texts(&finder.meant("p i 4")), ["pay-in 4"]);
}

#[test]
fn a_line_is_read_by_the_forms_of_the_game() {
    let cards = ["baron", "baroness", "necronomicon"];
    let cards = cards.map(|card| parlor_engine::Named::new(card, card)).into_iter().collect();
    let forms = vec![
        Form::new("").card("CARD", &cards),
        Form::new("").card("CARD", &cards).word("insane"),
        Form::new("").card("CARD", &cards).seat("PLAYER").several(),
        Form::new("").word("sell-house").place("PLACE", &std::sync::Arc::default()),
    ];
    let finder = Finder { forms, ..of(&["pass"]) };
    for (line, expected) in [
        ("necro", "necronomicon"),
        ("baron", "baron"),
        ("bar 2", "baron 2|baroness 2"),
        ("baron ann bob", "baron 1 2"),
        ("sell house rey", "sell-house 4"),
        // The words of a form are typed whole.
        ("sell rey", ""),
    ] {
        let found: Vec<String> = finder.formed(line).into_iter().map(|it| it.text).collect();
        assert_eq!(found.join("|"), expected, "{line}");
    }
}

/// Cards and seats have numbers alike: what is typed is read by its place in the move, and what can be read in
/// several ways is several moves.
#[test]
fn cards_and_seats_are_told_apart() {
    let cards = [
        (1, "Guard"),
        (2, "Priest"),
        (3, "Baron"),
        (5, "Prince"),
        (5, "Great Race of Yith"),
        (8, "Princess"),
    ];
    let values: std::sync::Arc<[parlor_engine::Named]> =
        cards.map(|(value, name)| parlor_engine::Named::new(value.to_string(), name)).into();
    let guard = Form::new("").word("guard").seat("PLAYER").word("names").number_of("N", &values);
    let mut moves = vec![one("priest @2"), one("priest @5")];
    for seat in [2, 3, 5] {
        moves.extend([2, 3, 5, 8].map(|value| one(&format!("guard @{seat} names {value}"))));
    }
    let choices = Choices { count: moves.len() as u64, entries: moves, shortened: false };
    let finder = Finder::new(choices, vec![guard], lexicon(), Names::numbers());
    for (line, expected) in [
        ("guard 2 5", "guard 2 names 5"),
        ("guard 5 2", "guard 5 names 2"),
        ("guard bob 5", "guard 2 names 5"),
        ("guard bob prince", "guard 2 names 5"),
        ("Guard Bob names Prince", "guard 2 names 5"),
        ("guard 2 prince", "guard 2 names 5"),
        ("g b prince", "guard 2 names 5"),
        ("guard dan prince", "guard 5 names 5"),
        ("guard dan prime princess", "guard 5 names 8"),
        ("guard cultist 3 baron", "guard 3 names 3"),
        ("guard cultist 3 3", "guard 3 names 3"),
        ("guard bob great race of yith", "guard 2 names 5"),
        ("guard bob great-race", "guard 2 names 5"),
        ("guard bob yith", ""),
        ("guard bob b", "guard 2 names 3"),
        // Several are meant, and none is chosen.
        ("guard bob pri", "guard 2 names 2|guard 2 names 5|guard 2 names 8"),
        ("guard bob princ", "guard 2 names 5|guard 2 names 8"),
        // A card is no seat, and a seat no card.
        ("guard prince 5", ""),
        ("guard prince bob", ""),
        ("guard 5 bob", ""),
        ("guard bob bob", ""),
        ("guard bob", ""),
        ("guard prince", ""),
        ("priest prince", ""),
        ("guard bob guard", ""),
        ("guard bob 05", ""),
    ] {
        assert_eq!(texts(&finder.meant(line)).join("|"), expected, "{line}");
    }
    // What is not legal is still read, to say why.
    let alike = |line: &str| -> Vec<String> {
        finder.alike(line).into_iter().map(|reading| reading.text).collect()
    };
    assert_eq!(alike("guard bob guard"), ["guard 2 names 1"]);
    assert_eq!(alike("guard ann prince"), ["guard 1 names 5"]);
    let names = ["cultist 3", "cultist 4"].map(str::to_owned).to_vec();
    assert_eq!(finder.several_named("guard cult prince"), Some(("cult".to_owned(), names)));
}
