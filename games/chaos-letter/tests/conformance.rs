//! The laws of the contract, with every deck and every number of players, and with small decks that
//! get soon where the large ones seldom do; where cards can be answered, with both ways to ask.
//!
//! The law of odds is left out: it asks that a view remembers everything, and views of this game
//! forget on purpose. What holds instead is checked in `src/odds.rs`.

use parlor_chaos_letter::ChaosLetter;
use parlor_gametest::{Kit, slow};
use serde_json::{Value, json};

parlor_gametest::conformance! {
    ChaosLetter, without odds, with tuned:
        {"rounds": 2} for 2,
        {"rounds": 2} for 3,
        {"rounds": 2} for 4,
        {"deck": "premium", "rounds": 1} for 5,
        {"deck": "premium", "rounds": 1} for 6,
        {"deck": "premium", "rounds": 1} for 7,
        {"deck": "premium", "rounds": 2} for 8,
        {"deck": "modern", "rounds": 2} for 2,
        {"deck": "modern", "rounds": 2} for 3,
        {"deck": "modern", "rounds": 1} for 4,
        {"deck": "modern", "rounds": 1} for 5,
        {"deck": "modern", "rounds": 1} for 6,
        {"deck": "cosmic", "rounds": 2} for 2,
        {"deck": "cosmic", "rounds": 2} for 3,
        {"deck": "cosmic", "rounds": 1} for 4,
        {"deck": "cosmic", "rounds": 1} for 5,
        {"deck": "cosmic", "rounds": 1} for 6,
        {"deck": "chaos", "rounds": 2} for 2,
        {"deck": "chaos", "rounds": 2} for 3,
        {"deck": "chaos", "rounds": 1} for 4,
        {"deck": "chaos", "rounds": 1} for 5,
        {"deck": "chaos", "rounds": 1} for 6,
        {"deck": "chaos", "rounds": 1} for 7,
        {"deck": "chaos", "rounds": 2} for 8,
        // Two backs, several cards in hand, cards under the deck, answers to answers.
        {"rounds": 3, "deck": courts()} for 3,
        // Steps of a turn that can be answered, and their answers.
        {"rounds": 3, "deck": steps("no-draw")} for 3,
        // As many players as there can be, and hardly a card more than they need.
        {"rounds": 1, "deck": {
            "title": "Crowd", "players": [8, 8], "tokens": [3], "ties": "discards",
            "ends": "turn-end", "starts": "winner", "cards": [
                {"card": "guard", "value": 1, "count": 4},
                {"card": "priest", "value": 2, "count": 3},
                {"card": "baron", "value": 3, "count": 3},
                {"card": "princess", "value": 8, "count": 1}
            ]
        }} for 8,
        // Cards that are marked on the back or on the front, in hands of several that are looked at,
        // compared, put under the deck and answered with.
        {"rounds": 2, "deck": marked()} for 3,
        // The same in hands that change places and are collected, with an Assassin in two looks.
        {"rounds": 2, "deck": marked_trades()} for 4,
        // Hands that change places, are compared and collected.
        {"rounds": 3, "deck": {
            "title": "Trades", "players": [2, 4], "tokens": [9, 9, 9], "ties": "shared",
            "ends": "turn-end", "starts": "winner", "cards": [
                {"card": "guard", "value": 1, "count": 2},
                {"card": "assassin", "value": 0, "count": 1},
                {"card": "cardinal", "value": 2, "count": 2},
                {"card": "baron", "value": 3, "count": 2},
                {"card": "king", "value": 3, "count": 1},
                {"card": "nyarlathotep", "value": 6, "count": 2, "insane": true},
                {"card": "mi-go", "value": 5, "count": 1, "insane": true},
                {"card": "brain-case", "value": 0, "count": 1, "aside": true}
            ]
        }} for 4,
}

/// Where answers are sealed.
mod sealed {
    use super::{ChaosLetter, Kit, courts, marked, marked_trades, slow, steps};

    parlor_gametest::conformance! {
        ChaosLetter, without odds, with tuned:
            {"answers": "sealed", "deck": "chaos", "rounds": 2} for 2,
            {"answers": "sealed", "deck": "chaos", "rounds": 2} for 3,
            {"answers": "sealed", "deck": "chaos", "rounds": 1} for 4,
            {"answers": "sealed", "deck": "chaos", "rounds": 1} for 6,
            {"answers": "sealed", "deck": "chaos", "rounds": 2} for 8,
            {"answers": "sealed", "rounds": 3, "deck": courts()} for 3,
            {"answers": "sealed", "rounds": 3, "deck": steps("turn-end")} for 3,
            {"answers": "sealed", "rounds": 2, "deck": marked()} for 3,
            {"answers": "sealed", "rounds": 2, "deck": marked_trades()} for 4,
    }

    /// As many pairs of worlds as with all decks, at a quarter of the tables.
    fn tuned(kit: Kit<ChaosLetter>) -> Kit<ChaosLetter> {
        if slow() {
            kit.moments(32_000).least_pairs(1_000_000)
        } else {
            kit.moments(2_000).least_pairs(50_000)
        }
    }
}

/// In the slow tier each law about secrets looks at a million pairs of worlds that differ.
fn tuned(kit: Kit<ChaosLetter>) -> Kit<ChaosLetter> {
    if slow() {
        kit.moments(8_000).least_pairs(1_000_000)
    } else {
        kit.moments(500).least_pairs(50_000)
    }
}

/// A deck with two backs, several cards in hand and answers to answers.
fn courts() -> Value {
    json!({
        "title": "Courts", "players": [2, 3], "tokens": [9, 9], "ties": "cancel",
        "ends": "no-draw", "starts": "last-out", "priming": true, "eights": true, "cards": [
            {"card": "capitalist", "value": 5, "count": 2, "back": "cosmic", "insane": true},
            {"card": "nope", "value": 2, "count": 2, "insane": true},
            {"card": "insane-no-u", "value": 5, "count": 1, "back": "cosmic", "insane": true},
            {"card": "chancellor", "value": 6, "count": 2},
            {"card": "baroness", "value": 3, "count": 1},
            {"card": "crime-boss", "value": 6, "count": 1, "insane": true},
            {"card": "princess", "value": 8, "count": 1},
            {"card": "cthulhu", "value": 8, "count": 1, "back": "cosmic", "insane": true}
        ]
    })
}

/// A deck whose cards answer the steps of a turn.
fn steps(ends: &str) -> Value {
    json!({
        "title": "Steps", "players": [2, 3], "tokens": [9, 9], "ties": "cancel",
        "ends": ends, "starts": "winner", "priming": true, "cards": [
            {"card": "curfew", "value": 3, "count": 2, "back": "cosmic"},
            {"card": "chaperone", "value": 4, "count": 2, "insane": true},
            {"card": "smuggler", "value": 2, "count": 2},
            {"card": "encore", "value": 6, "count": 2, "back": "cosmic", "insane": true},
            {"card": "handmaid", "value": 4, "count": 2},
            {"card": "nope", "value": 2, "count": 1, "insane": true},
            {"card": "priest", "value": 2, "count": 1},
            {"card": "princess", "value": 8, "count": 1}
        ]
    })
}

/// Cards that are marked on the back or on the front, in hands of several that are looked at, compared, put
/// under the deck and answered with.
fn marked() -> Value {
    json!({
        "title": "Marked", "players": [2, 4], "tokens": [9, 9, 9], "ties": "cancel",
        "ends": "no-draw", "starts": "last-out", "priming": true, "eights": true, "cards": [
            {"card": "capitalist", "value": 5, "count": 2, "back": "cosmic", "insane": true,
                "marked": [{"count": 1, "back": "torn"}]},
            {"card": "nope", "value": 2, "count": 3, "insane": true,
                "marked": [{"count": 1, "back": "creased"}, {"count": 1, "front": "Denied"}]},
            {"card": "baron", "value": 3, "count": 3, "marked": [{"count": 1, "back": "creased"}]},
            {"card": "guard", "value": 1, "count": 3, "marked": [{"count": 1, "front": "Sentry"}]},
            {"card": "chancellor", "value": 6, "count": 2, "marked": [{"count": 1, "back": "creased"}]},
            {"card": "priest", "value": 2, "count": 2, "marked": [{"count": 1, "back": "torn"}]},
            {"card": "princess", "value": 8, "count": 2, "marked": [{"count": 1, "back": "faded"}]}
        ]
    })
}

/// The same in hands that change places and are collected, with an Assassin in two looks.
fn marked_trades() -> Value {
    json!({
        "title": "Marked Trades", "players": [2, 4], "tokens": [9, 9, 9], "ties": "shared",
        "ends": "turn-end", "starts": "winner", "cards": [
            {"card": "guard", "value": 1, "count": 3, "marked": [{"count": 1, "back": "stained"}]},
            {"card": "assassin", "value": 0, "count": 2, "marked": [{"count": 1, "back": "stained"}]},
            {"card": "cardinal", "value": 2, "count": 2, "marked": [{"count": 1, "front": "Legate"}]},
            {"card": "king", "value": 3, "count": 2, "marked": [{"count": 1, "back": "creased"}]},
            {"card": "nyarlathotep", "value": 6, "count": 2, "insane": true,
                "marked": [{"count": 1, "back": "stained"}]},
            {"card": "mi-go", "value": 5, "count": 1, "insane": true},
            {"card": "brain-case", "value": 0, "count": 1, "aside": true}
        ]
    })
}
