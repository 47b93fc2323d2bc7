//! Chaos Letter: count the cards, guess the likeliest, keep what is high.
//!
//! The view: `{"hands": [{"known": ["guard"], …}, …], "table": {"laid": [{"card": "king", …}, …],
//! "players": [{"hearsay": {"not": ["priest"], …}, …}, …], …}, …}`; moves are `guard 2 names 5`,
//! `baron 2`, `handmaid` and the like. The cards of the deck are in no view: those of three decks are
//! here, and a deck of one's own is in the options of the table.

use serde_json::Value;

use crate::parlor::{Ask, Rng};

/// A card of a deck, the number on it, and how many there are.
type Card<'a> = (&'a str, u8, u8);

const CLASSIC: &[Card<'_>] = &[
    ("guard", 1, 5),
    ("priest", 2, 2),
    ("baron", 3, 2),
    ("handmaid", 4, 2),
    ("prince", 5, 2),
    ("king", 6, 1),
    ("countess", 7, 1),
    ("princess", 8, 1),
];
const PREMIUM: &[Card<'_>] = &[
    ("jester", 0, 1),
    ("assassin", 0, 1),
    ("guard", 1, 8),
    ("priest", 2, 2),
    ("cardinal", 2, 2),
    ("baron", 3, 2),
    ("baroness", 3, 2),
    ("handmaid", 4, 2),
    ("sycophant", 4, 2),
    ("prince", 5, 2),
    ("count", 5, 2),
    ("king", 6, 1),
    ("constable", 6, 1),
    ("countess", 7, 1),
    ("dowager-queen", 7, 1),
    ("princess", 8, 1),
    ("bishop", 9, 1),
];
const MODERN: &[Card<'_>] = &[
    ("spy", 0, 2),
    ("guard", 1, 6),
    ("priest", 2, 2),
    ("baron", 3, 2),
    ("handmaid", 4, 2),
    ("prince", 5, 2),
    ("chancellor", 6, 2),
    ("king", 7, 1),
    ("countess", 8, 1),
    ("princess", 9, 1),
];
/// Whoever discards one of these is out.
const FATAL: [&str; 4] = ["princess", "necronomicon", "cthulhu", "brain-case"];
/// What a card that is kept is worth for each number it has more.
const PER_NUMBER: f64 = 0.04;

/// What a card is worth on the table where nothing can be reckoned, as a share of a round.
fn worth(card: &str) -> f64 {
    match card {
        "handmaid" => 0.2,
        "chancellor" => 0.15,
        "priest" | "spy" => 0.1,
        "countess" => 0.0,
        _ => 0.05,
    }
}

pub(crate) fn decide(ask: &mut Ask<'_>) -> Option<String> {
    let deck = cards_of(&ask.welcome["options"]["deck"]);
    let moves = at_least_one(ask.menu.iter().collect(), |one| word(one, 0) != "shuffle");
    match (ask.question["kind"].as_str()?, deck) {
        ("play", Some(deck)) => best(moves, |one| value(one, ask.view, &deck), ask.rng),
        // What goes under the deck is not kept: the lowest first.
        ("return", Some(deck)) => best(moves, |one| -number(word(one, 1), &deck), ask.rng),
        ("offer", Some(deck)) => best(moves, |one| number(word(one, 1), &deck), ask.rng),
        ("play", None) => {
            let sane = at_least_one(moves, |one| !FATAL.contains(&word(one, 0)));
            Some(ask.rng.choice(&sane).clone())
        }
        _ => None,
    }
}

fn word(one: &str, index: usize) -> &str {
    one.split(' ').nth(index).unwrap_or_default()
}

/// Those that pass the test; all when none does.
fn at_least_one(moves: Vec<String>, test: impl Fn(&str) -> bool) -> Vec<String> {
    let some: Vec<String> = moves.iter().filter(|one| test(one)).cloned().collect();
    if some.is_empty() { moves } else { some }
}

/// The cards of a deck; `None` for one that is not known.
fn cards_of(deck: &Value) -> Option<Vec<Card<'_>>> {
    match deck.as_str() {
        Some("classic") => Some(CLASSIC.to_vec()),
        Some("premium") => Some(PREMIUM.to_vec()),
        Some("modern") => Some(MODERN.to_vec()),
        Some(_) => None,
        None => deck["cards"].as_array()?.iter().map(read_row).collect(),
    }
}

fn read_row(row: &Value) -> Option<Card<'_>> {
    let small = |field: &str| u8::try_from(row[field].as_u64()?).ok();
    Some((row["card"].as_str()?, small("value")?, small("count")?))
}

fn number(card: &str, deck: &[Card<'_>]) -> f64 {
    deck.iter().find(|(name, ..)| *name == card).map_or(0.0, |(_, number, _)| f64::from(*number))
}

/// The move that is worth most; of equal ones any.
fn best(moves: Vec<String>, worth: impl Fn(&str) -> f64, rng: &mut Rng) -> Option<String> {
    let values: Vec<f64> = moves.iter().map(|one| worth(one)).collect();
    let top = values.iter().copied().reduce(f64::max)?;
    let all = moves.into_iter().zip(values).filter(|(_, value)| *value > top - 1e-9);
    let all: Vec<String> = all.map(|(one, _)| one).collect();
    Some(rng.choice(&all).clone())
}

/// What a play gains, in rounds won, and what the card is worth that is kept.
fn value(one: &str, view: &Value, deck: &[Card<'_>]) -> f64 {
    let own = view["viewer"]["seat"].as_u64().unwrap_or(1);
    let card = word(one, 0);
    let mut kept = names(&view["hands"][own as usize - 1]["known"]);
    if let Some(played) = kept.iter().position(|other| *other == card) {
        kept.remove(played);
    }
    let high = kept.iter().map(|other| number(other, deck)).fold(0.0, f64::max);
    if FATAL.contains(&card) {
        return -1.0;
    }
    let seat: Option<u64> = word(one, 1).parse().ok();
    if card == "prince" && seat == Some(own) {
        // One's own hand is thrown away: a bad idea with a Princess in it.
        return if kept.iter().any(|other| FATAL.contains(other)) { -1.0 } else { 0.0 };
    }
    let gain = seat.map_or(worth(card), |seat| against(one, &likely(view, seat, deck), high, deck));
    gain + PER_NUMBER * high
}

/// What a play gains against a hand of which the odds are known.
fn against(one: &str, odds: &[(&str, f64)], high: f64, deck: &[Card<'_>]) -> f64 {
    let share = |test: &dyn Fn(f64, &str) -> bool| -> f64 {
        let held = odds.iter().filter(|(card, _)| test(number(card, deck), card));
        held.map(|(_, chance)| chance).sum()
    };
    let (below, above) = (share(&|number, _| number < high), share(&|number, _| number > high));
    if let Some((_, named)) = one.split_once(" names ") {
        let named = named.parse().unwrap_or(-1.0);
        return share(&|number, _| (number - named).abs() < 0.5);
    }
    match word(one, 0) {
        "baron" => below - above,
        "dowager-queen" => above - below,
        "prince" => 0.03 + share(&|_, card| FATAL.contains(&card)),
        "king" => {
            let expected: f64 = odds.iter().map(|(card, chance)| chance * number(card, deck)).sum();
            PER_NUMBER * (expected - high)
        }
        card => worth(card),
    }
}

/// How likely each card is in somebody's hand, from all that this seat knows.
fn likely<'a>(view: &'a Value, seat: u64, deck: &[Card<'a>]) -> Vec<(&'a str, f64)> {
    let seat = seat.max(1) as usize - 1;
    if let Some(known) = names(&view["hands"][seat]["known"]).first() {
        return vec![(known, 1.0)];
    }
    let list = |value: &'a Value| value.as_array().map_or(&[][..], Vec::as_slice).iter();
    let laid = list(&view["table"]["laid"]).chain(list(&view["bottom"]));
    let mut seen: Vec<&str> = laid.filter_map(|laid| laid["card"].as_str()).collect();
    seen.extend(list(&view["hands"]).flat_map(|hand| names(&hand["known"])));
    let not = names(&view["table"]["players"][seat]["hearsay"]["not"]);
    let left = deck.iter().filter(|(card, ..)| !not.contains(card)).map(|(card, _, count)| {
        let gone = seen.iter().filter(|other| *other == card).count() as u8;
        (*card, f64::from(count.saturating_sub(gone)))
    });
    let left: Vec<(&str, f64)> = left.collect();
    let total: f64 = left.iter().map(|(_, count)| count).sum();
    left.into_iter().map(|(card, count)| (card, count / total.max(1.0))).collect()
}

fn names(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}
