//! One place of a move, and what may be typed there.

use std::sync::Arc;

use parlor_engine::{Named, Seat};

use super::lexicon::Lexicon;
use super::typed::{has_digit, words, words_of_name};

/// What stands at one place of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Blank {
    /// A word that has to be typed whole.
    Exact(Named),
    /// A word, a card or a choice; or one of several. The beginnings of its words are enough.
    Text(Vec<Named>),
    /// So many players who follow each other; these, or any.
    Seats(usize, Option<Vec<Seat>>),
    /// This place of the board, or any.
    Place(Option<Named>),
    /// This number or amount, or any; and the things that have a number here.
    Number(Option<i64>, Arc<[Named]>),
}

/// How typed words are read.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) lexicon: &'a Lexicon,
    /// Whether players and places may be named.
    pub(super) by_name: bool,
    pub(super) need: Need,
}

/// How much of a move has to be typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Something for each of its parts.
    All,
    /// Enough to know it: the last words may be left off, and nothing with a digit.
    Enough,
    /// A beginning.
    Beginning,
}

/// What some typed words stand for at one place of a move.
pub(super) struct Taken {
    /// As the move has it.
    pub(super) text: String,
    /// How many typed words it takes.
    pub(super) words: usize,
    /// Whether all of it was typed.
    pub(super) is_whole: bool,
    /// The name of the place.
    pub(super) place: Option<String>,
    /// The number, where that was open.
    pub(super) amount: Option<i64>,
}

impl Taken {
    const fn new(text: String, words: usize, is_whole: bool) -> Self {
        Self { text, words, is_whole, place: None, amount: None }
    }
}

impl Blank {
    /// How it is written, where that is always the same.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Exact(only) => Some(&only.written),
            Self::Text(things) => match things.as_slice() {
                [only] => Some(&only.written),
                _ => None,
            },
            Self::Seats(..) | Self::Place(_) | Self::Number(..) => None,
        }
    }

    /// Whether it has to be typed: nobody can guess a number.
    pub(super) fn has_digits(&self) -> bool {
        match self {
            Self::Exact(only) => has_digit(&only.written),
            Self::Text(things) => things.iter().any(|thing| has_digit(&thing.written)),
            Self::Seats(..) | Self::Place(_) | Self::Number(..) => true,
        }
    }

    /// What the first of these words can stand for here.
    pub(super) fn take(&self, typed: &[String], reader: Reader<'_>) -> Vec<Taken> {
        match self {
            Self::Exact(only) => {
                let mut found = spelt(only, typed, false);
                found.retain(|taken| taken.is_whole);
                found
            }
            Self::Text(things) => {
                let found = things.iter().flat_map(|thing| spelt(thing, typed, reader.by_name));
                let mut found: Vec<Taken> = found.collect();
                if things.len() > 1 && found.iter().any(|taken| taken.is_whole) {
                    found.retain(|taken| taken.is_whole);
                }
                found
            }
            Self::Seats(count, these) => seats(*count, these.as_deref(), typed, reader),
            Self::Place(Some(place)) => at_place(place, typed, reader),
            Self::Place(None) => {
                let places = reader.lexicon.places();
                places.flat_map(|place| at_place(place, typed, reader)).collect()
            }
            Self::Number(number, among) => {
                let mut found = numbers(among, typed, reader);
                found.retain(|taken| number.is_none_or(|number| taken.amount == Some(number)));
                if number.is_some() {
                    for taken in &mut found {
                        taken.amount = None;
                    }
                }
                found
            }
        }
    }
}

/// A word, a card or a choice, typed as it is written or by its name.
fn spelt(named: &Named, typed: &[String], by_name: bool) -> Vec<Taken> {
    let written = words(&named.written);
    let called = words_of_name(&named.name);
    let ways = if by_name && called != written { vec![written, called] } else { vec![written] };
    let mut found = Vec::new();
    for parts in &ways {
        for length in 1..=typed.len().min(parts.len()) {
            let typed = &typed[..length];
            if are_begun(typed, parts) {
                found.push(Taken::new(named.written.to_string(), length, typed == parts));
            }
        }
    }
    found
}

/// Whether some words are the beginnings of others: of the first one, then of any of the rest, in
/// order. Words with a digit are typed whole.
fn are_begun(typed: &[String], parts: &[String]) -> bool {
    let is_begun = |typed: &String, part: &String| {
        if has_digit(part) { typed == part } else { part.starts_with(typed.as_str()) }
    };
    let (Some((first, typed)), Some((part, parts))) = (typed.split_first(), parts.split_first())
    else {
        return false;
    };
    let mut parts = parts.iter();
    is_begun(first, part) && typed.iter().all(|typed| parts.any(|part| is_begun(typed, part)))
}

/// Players, by numbers or names and in any order.
fn seats(count: usize, these: Option<&[Seat]>, typed: &[String], reader: Reader<'_>) -> Vec<Taken> {
    let mut found = Vec::new();
    for (seats, words) in seat_lists(count, typed, reader) {
        let is_complete = seats.len() == count;
        let mut sorted = seats.clone();
        sorted.sort();
        let is_it = these.is_none_or(|these| {
            if is_complete { sorted == these } else { sorted.iter().all(|it| these.contains(it)) }
        });
        if is_it {
            let written: Vec<String> = sorted.iter().map(ToString::to_string).collect();
            found.push(Taken::new(written.join(" "), words, is_complete && sorted == seats));
        }
    }
    found
}

/// So many players, and how many words they take. Where a beginning is enough there may be fewer.
fn seat_lists(count: usize, typed: &[String], reader: Reader<'_>) -> Vec<(Vec<Seat>, usize)> {
    let mut lists = vec![(Vec::new(), 0)];
    for _ in 0..count {
        let longer = lists.into_iter().flat_map(|(seats, words): (Vec<Seat>, usize)| {
            if words == typed.len() && reader.need == Need::Beginning {
                return vec![(seats, words)];
            }
            let next = reader.lexicon.seats(&typed[words..], reader.by_name).into_iter();
            next.map(|(seat, more)| ([seats.as_slice(), &[seat]].concat(), words + more)).collect()
        });
        lists = longer.collect();
    }
    lists
}

/// A number, as digits or by the name of something that has it. A name that is typed whole is meant alone:
/// `prince` is no Princess.
fn numbers(among: &[Named], typed: &[String], reader: Reader<'_>) -> Vec<Taken> {
    let taken = |number: i64, words: usize, is_whole: bool| Taken {
        amount: Some(number),
        ..Taken::new(number.to_string(), words, is_whole)
    };
    let digits = typed.first().and_then(|word| word.parse().ok());
    let literal = digits.filter(|number: &i64| typed.first() == Some(&number.to_string()));
    let mut found: Vec<Taken> = literal.map(|number| taken(number, 1, true)).into_iter().collect();
    for length in (1..=typed.len()).filter(|_| reader.by_name) {
        let typed = &typed[..length];
        let is_whole = |thing: &&Named| words_of_name(&thing.name) == typed;
        let is_begun = |thing: &&Named| are_begun(typed, &words_of_name(&thing.name));
        let whole = among.iter().any(|thing| is_whole(&thing));
        let meant = among.iter().filter(|it| if whole { is_whole(it) } else { is_begun(it) });
        let mut numbers: Vec<i64> = meant.filter_map(|thing| thing.written.parse().ok()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        found.extend(numbers.into_iter().map(|number| taken(number, length, whole)));
    }
    found
}

/// A place of the board, as it is written or by words of its name.
fn at_place(place: &Named, typed: &[String], reader: Reader<'_>) -> Vec<Taken> {
    let (written, called) = (words(&place.written), words_of_name(&place.name));
    let mut found = Vec::new();
    for length in 1..=typed.len() {
        let typed = &typed[..length];
        if typed == written || reader.by_name && reader.lexicon.is_place(place, typed) {
            let is_whole = typed == written || typed == called;
            let name = Some(place.name.to_string());
            let taken = Taken::new(place.written.to_string(), length, is_whole);
            found.push(Taken { place: name, ..taken });
        }
    }
    found
}
