//! A move, or a form of moves, held against the words that somebody typed.

use std::sync::Arc;

use parlor_engine::{Choice, Form, Kind, MAX_SEATS, Named, Part, Phrase, Slot};

use super::blank::{Blank, Need, Reader};

/// What can be typed for a move: its parts in order, some of them open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Pattern {
    blanks: Vec<Blank>,
}

/// How a line can be read as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    /// The move. It is cut short where more would have to be typed.
    pub(super) text: String,
    /// Whether all of it was typed, letter by letter but for names.
    pub(super) is_whole: bool,
    /// Whether its first word was typed whole, and something for every other part.
    pub(super) is_in_full: bool,
    /// The names of the places in it.
    pub(super) places: Vec<String>,
    /// The last number in it that was open.
    pub(super) amount: Option<i64>,
}

impl Pattern {
    /// An entry of a menu. The amount of a range is open. The forms of the game say which numbers have names.
    pub(super) fn of(choice: &Choice, forms: &[Form]) -> Self {
        let slots = numbered(&choice.phrase, forms);
        let named = |place: usize| -> Arc<[Named]> {
            slots.get(place).map(|slot| Arc::clone(&slot.among)).unwrap_or_default()
        };
        let amount = choice.amounts.map(|amounts| amounts.part);
        let mut pattern = Self::default();
        for (place, part) in choice.phrase.parts.iter().enumerate() {
            pattern.add(match part {
                Part::Word(word) => Blank::Text(vec![Named::new(word.clone(), word.clone())]),
                Part::Card(named) | Part::Choice(named) => Blank::Text(vec![named.clone()]),
                Part::Place(named) => Blank::Place(Some(named.clone())),
                Part::Amount(_) if Some(place) == amount => Blank::Number(None, Arc::default()),
                Part::Amount(number) => Blank::Number(Some(*number), Arc::default()),
                Part::Number(number) => Blank::Number(Some(*number), named(place)),
                Part::Seat(seat) => Blank::Seats(1, Some(vec![*seat])),
            });
        }
        pattern
    }

    /// The same with other players, places and numbers.
    pub(super) fn opened(&self) -> Self {
        let blanks = self.blanks.iter().map(|blank| match blank {
            Blank::Seats(count, _) => Blank::Seats(*count, None),
            Blank::Place(_) => Blank::Place(None),
            Blank::Number(_, among) => Blank::Number(None, Arc::clone(among)),
            Blank::Exact(_) | Blank::Text(_) => blank.clone(),
        });
        Self { blanks: blanks.collect() }
    }

    /// All that can be typed for a form. Its words have to be typed whole.
    pub(super) fn of_form(form: &Form) -> Vec<Self> {
        let open = |slot: &Slot| match slot.kind {
            Kind::Word => Blank::Exact(Named::new(slot.name.clone(), slot.name.clone())),
            Kind::Card | Kind::Choice => Blank::Text(slot.among.to_vec()),
            Kind::Place => Blank::Place(None),
            Kind::Seat => Blank::Seats(1, None),
            Kind::Amount | Kind::Number => Blank::Number(None, Arc::clone(&slot.among)),
        };
        let mut patterns = vec![Self::default()];
        for slot in &form.slots {
            let most = if slot.several { MAX_SEATS } else { 1 };
            let mut longer = Vec::new();
            for mut pattern in patterns {
                for _ in 0..most {
                    pattern.add(open(slot));
                    longer.push(pattern.clone());
                }
            }
            patterns = longer;
        }
        patterns
    }

    /// Adds a blank. Players who follow each other are one: they may be typed in any order.
    fn add(&mut self, blank: Blank) {
        match (self.blanks.last_mut(), blank) {
            (Some(Blank::Seats(count, before)), Blank::Seats(more, these)) => {
                *count += more;
                if let (Some(before), Some(these)) = (before, these) {
                    before.extend(these);
                }
            }
            (_, blank) => self.blanks.push(blank),
        }
    }

    /// The words of the move that are always the same.
    pub(super) fn words(&self) -> Vec<&str> {
        self.blanks.iter().filter_map(Blank::text).collect()
    }

    /// The first part of the move, where that is a word.
    pub(super) fn verb(&self) -> Option<&str> {
        self.blanks.first()?.text()
    }

    /// Whether the move has a player, a place or a number in it.
    pub(super) fn has_digits(&self) -> bool {
        self.blanks.iter().any(Blank::has_digits)
    }

    /// What can be typed for the parts from each one on that has no number before it.
    pub(super) fn ends(&self) -> impl Iterator<Item = Self> {
        let words = self.blanks.iter().take_while(|blank| !blank.has_digits()).count();
        let cuts = (1..self.blanks.len()).take_while(move |cut| *cut <= words);
        cuts.map(|cut| Self { blanks: self.blanks[cut..].to_vec() })
    }

    /// All ways to read some words as a move of this pattern.
    pub(super) fn read(&self, typed: &[String], reader: Reader<'_>) -> Vec<Reading> {
        let mut found = Vec::new();
        let (text, places) = (String::new(), Vec::new());
        let start = Reading { text, is_whole: true, is_in_full: true, places, amount: None };
        self.read_on(0, typed, reader, &start, &mut found);
        found
    }

    fn read_on(
        &self,
        at: usize,
        typed: &[String],
        reader: Reader<'_>,
        so_far: &Reading,
        found: &mut Vec<Reading>,
    ) {
        let rest = &self.blanks[at..];
        if typed.is_empty() {
            let can_be_left_off = |blank: &Blank| blank.text().is_some() && !blank.has_digits();
            let is_enough = match reader.need {
                Need::All => rest.is_empty(),
                Need::Enough => rest.iter().all(can_be_left_off),
                Need::Beginning => true,
            };
            if is_enough {
                found.push(so_far.without(rest));
            }
            return;
        }
        let Some(blank) = rest.first() else { return };
        for taken in blank.take(typed, reader) {
            let mut reading = so_far.clone();
            reading.push(&taken.text);
            reading.is_whole &= taken.is_whole;
            reading.is_in_full &= at > 0 || taken.is_whole;
            reading.places.extend(taken.place);
            reading.amount = taken.amount.or(reading.amount);
            self.read_on(at + 1, &typed[taken.words..], reader, &reading, found);
        }
        if self.may_skip(at) {
            self.read_on(at + 1, typed, reader, &so_far.without(&rest[..1]), found);
        }
    }

    /// A word between two numbers may be left out.
    fn may_skip(&self, at: usize) -> bool {
        let is_number = |at: usize| self.blanks.get(at).is_some_and(Blank::has_digits);
        at > 0 && is_number(at - 1) && is_number(at + 1) && !is_number(at)
    }
}

/// The slots of a move, if it has a form in which numbers have names; there are few of these.
fn numbered<'a>(phrase: &Phrase, forms: &'a [Form]) -> Vec<&'a Slot> {
    let has_names = |slot: &Slot| slot.kind == Kind::Number && !slot.among.is_empty();
    let mut forms = forms.iter().filter(|form| form.slots.iter().any(has_names));
    forms.find_map(|form| form.slots_of(phrase)).unwrap_or_default()
}

impl Reading {
    fn push(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    /// With these parts though nothing was typed for them.
    fn without(&self, left_out: &[Blank]) -> Self {
        let mut reading = self.clone();
        for text in left_out.iter().map_while(Blank::text) {
            reading.push(text);
        }
        reading.is_whole &= left_out.is_empty();
        reading.is_in_full &= left_out.is_empty();
        reading
    }
}
