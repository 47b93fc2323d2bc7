//! Which moves of a menu a line may stand for.

use parlor_engine::{AnyTable, Choice, Choices, Form, Kind, Names, Part, Seat};

use super::blank::{Need, Reader};
use super::lexicon::Lexicon;
use super::pattern::{Pattern, Reading};
use super::typed::{has_digit, plain_amounts, words};
use crate::words::{Wording, is_slip, slips};

/// The legal moves of a seat, and the words that people type for them.
///
/// Each typed word is the beginning of the word at its place, and words at the end may be left off;
/// hyphens and blanks are alike. Numbers are typed whole and never left off: `h 1` is neither `h 1 0`
/// nor `h 10 2`. A word between two numbers may be left out, and what follows a hyphen: `deep 2 5` is
/// `deep-ones 2 names 5`. A player is also typed by name, and a place by words of its name.
pub(super) struct Finder {
    entries: Vec<(Choice, Pattern)>,
    forms: Vec<Form>,
    lexicon: Lexicon,
    names: Names,
}

/// A move that a line may stand for.
#[derive(Clone, Debug)]
pub(super) struct Meant<'a> {
    pub(super) choice: &'a Choice,
    /// The move, in notation.
    pub(super) text: String,
    /// Whether its first word was typed whole, and something for every other part.
    pub(super) is_in_full: bool,
}

impl Finder {
    /// What a seat can choose from; `None` where that is too much to be searched.
    pub(super) fn of(table: &dyn AnyTable, seat: Seat, names: &Names, most: usize) -> Option<Self> {
        let choices = table.choices(seat, names, most);
        (!choices.shortened)
            .then(|| Self::new(choices, table.forms(), Lexicon::of(table, names), names.clone()))
    }

    fn new(choices: Choices, forms: Vec<Form>, lexicon: Lexicon, names: Names) -> Self {
        let entries = choices.entries.into_iter().map(|choice| {
            let pattern = Pattern::of(&choice, &forms);
            (choice, pattern)
        });
        let entries = entries.collect();
        Self { entries, forms, lexicon, names }
    }

    /// What there is to choose from.
    pub(super) fn choices(&self) -> impl Iterator<Item = &Choice> {
        self.entries.iter().map(|(choice, _)| choice)
    }

    /// How moves are shown.
    pub(super) fn wording(&self) -> Wording<'_> {
        Wording { names: &self.names, forms: &self.forms }
    }

    /// The word that all moves with an amount begin with, where no other move has a number in it: a number alone is
    /// such an amount.
    pub(super) fn verb_of_amounts(&self) -> Option<&str> {
        let has_amount =
            |choice: &Choice| choice.phrase.parts.iter().any(|it| it.kind() == Kind::Amount);
        let (with, without): (Vec<_>, Vec<_>) =
            self.entries.iter().partition(|(choice, _)| has_amount(choice));
        let mut verbs: Vec<&str> = with.iter().filter_map(|(_, pattern)| pattern.verb()).collect();
        verbs.dedup();
        let is_short = with.iter().all(|(choice, _)| choice.phrase.parts.len() == 2);
        let is_clear = is_short && !without.iter().any(|(_, pattern)| pattern.has_digits());
        match verbs.as_slice() {
            [only] if is_clear => Some(only),
            _ => None,
        }
    }

    /// The line with one word put right, where a word of a legal move was meant: `guard ann 5` for `gaurd ann 5`.
    pub(super) fn corrected(&self, line: &str) -> Option<String> {
        let mut known: Vec<String> = Vec::new();
        for choice in self.choices() {
            for part in &choice.phrase.parts {
                match part {
                    Part::Word(word) => known.push(word.to_string()),
                    Part::Card(named) | Part::Choice(named) => {
                        known.push(named.written.to_string());
                    }
                    _ => {}
                }
            }
        }
        known.sort();
        known.dedup();
        let typed: Vec<&str> = line.split(' ').collect();
        let mut found: Vec<(usize, String)> = Vec::new();
        for (place, word) in typed.iter().enumerate() {
            for known in known.iter().filter(|known| is_slip(word, known)) {
                let mut words = typed.clone();
                words[place] = known;
                let line = words.join(" ");
                if !self.meant(&line).is_empty() || !self.formed(&line).is_empty() {
                    found.push((slips(&word.to_lowercase(), known), line));
                }
            }
        }
        found.into_iter().min().map(|(_, line)| line)
    }

    /// The entry that a line repeats as lists of moves show it, with what stands in brackets: `sell 2 (The Old
    /// Creek)`, `bid 10 to bid 90`. Upper and lower case are the same.
    pub(super) fn printed(&self, line: &str) -> Option<&Choice> {
        let plain = |text: &str| plain_amounts(text).to_lowercase();
        let line = plain(line);
        self.choices().find(|choice| {
            let printed = [self.wording().entry(choice), self.wording().explained(choice)];
            printed.iter().any(|printed| plain(printed) == line)
        })
    }

    /// The legal moves that a line may stand for.
    pub(super) fn meant<'a>(&'a self, line: &str) -> Vec<Meant<'a>> {
        let typed = words(line);
        let ways: [&dyn Fn() -> Vec<Meant<'a>>; 5] = [
            &|| self.begun(&typed, false),
            &|| self.ending(line, &typed),
            &|| self.begun(&typed, true),
            &|| self.only_begun(line, &typed).into_iter().collect(),
            &|| self.explained(&typed),
        ];
        ways.iter().map(|way| way()).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The moves that are typed far enough. One that is typed with all its words is meant alone;
    /// otherwise it has to share the line with all that begin so, also where more would have to be
    /// typed: `prince` is not `princess` beside `prince 2`.
    fn begun(&self, typed: &[String], by_name: bool) -> Vec<Meant<'_>> {
        let reader = self.reader(by_name, Need::Enough);
        let mut found = Vec::new();
        for (choice, pattern) in &self.entries {
            let readings = pattern.read(typed, reader);
            let whole = readings.iter().find(|reading| reading.is_whole);
            let meant = whole.or(readings.first()).and_then(|it| Meant::read(choice, it));
            match (whole, meant) {
                (Some(_), Some(meant)) => return vec![meant],
                (_, meant) => found.extend(meant.map(|meant| (pattern, meant))),
            }
        }
        if let [(own, _)] = found.as_slice() {
            let reader = self.reader(by_name, Need::Beginning);
            let rivals = self.entries.iter().filter(|(_, pattern)| {
                pattern.words() != own.words() && !pattern.read(typed, reader).is_empty()
            });
            let rivals: Vec<_> =
                rivals.map(|(choice, pattern)| (pattern, Meant::of(choice))).collect();
            found.extend(rivals);
        }
        found.into_iter().map(|(_, meant)| meant).collect()
    }

    /// The moves that end in these whole words: `nope` is `answer nope`. Numbers are no such end: a
    /// bare `2` could be meant for anything.
    fn ending(&self, line: &str, typed: &[String]) -> Vec<Meant<'_>> {
        let reader = self.reader(false, Need::Enough);
        let ends = |pattern: &Pattern| {
            pattern.ends().any(|end| end.read(typed, reader).iter().any(|reading| reading.is_whole))
        };
        let found = self.singles().filter(|(_, pattern)| !has_digit(line) && ends(pattern));
        found.map(|(choice, _)| Meant::of(choice)).collect()
    }

    /// The only move that begins like a line, though a number is left off: where there is no other,
    /// and its first word is typed whole, none has to be said.
    fn only_begun(&self, line: &str, typed: &[String]) -> Option<Meant<'_>> {
        let mut begun = self.beginning(typed, false);
        let (choice, pattern) = begun.next()?;
        let verb = words(pattern.verb()?);
        let is_alone = begun.next().is_none() && choice.amounts.is_none();
        let is_it = is_alone && !has_digit(line) && verb.first() == typed.first();
        is_it.then(|| Meant::of(choice))
    }

    /// The moves whose first word is typed, and then the player whom they are about: `first bob`, where
    /// that is to look at Bob's card.
    fn explained(&self, typed: &[String]) -> Vec<Meant<'_>> {
        let Some((first, rest)) = typed.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return Vec::new();
        };
        if rest.iter().any(|typed| has_digit(typed)) {
            return Vec::new();
        }
        let whom = self.lexicon.seats(rest, true);
        let is_named = |choice: &Choice| {
            whom.iter().any(|(seat, taken)| *taken == rest.len() && choice.concerns.contains(*seat))
        };
        let is_it = |(choice, pattern): &&(Choice, Pattern)| {
            pattern.verb().is_some_and(|verb| verb.starts_with(first.as_str())) && is_named(choice)
        };
        self.singles().filter(is_it).map(|(choice, _)| Meant::of(choice)).collect()
    }

    /// The moves that a line would be if its players, places and numbers were legal.
    pub(super) fn alike(&self, line: &str) -> Vec<Reading> {
        let mut shapes: Vec<Pattern> = Vec::new();
        for (_, pattern) in &self.entries {
            let shape = pattern.opened();
            if shape.has_digits() && !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        self.read_all(&shapes, line, Need::Enough)
    }

    /// The moves that a line would be by the forms of the game, whether they are legal or not.
    pub(super) fn formed(&self, line: &str) -> Vec<Reading> {
        let patterns: Vec<Pattern> = self.forms.iter().flat_map(Pattern::of_form).collect();
        self.read_all(&patterns, line, Need::All)
    }

    fn read_all(&self, patterns: &[Pattern], line: &str, need: Need) -> Vec<Reading> {
        let typed = words(line);
        let read = |by_name: bool| {
            let reader = self.reader(by_name, need);
            let mut found: Vec<Reading> =
                patterns.iter().flat_map(|pattern| pattern.read(&typed, reader)).collect();
            found.sort_by(|one, other| one.text.cmp(&other.text));
            found.dedup_by(|one, other| one.text == other.text);
            found
        };
        let literal = read(false);
        if literal.is_empty() { read(true) } else { literal }
    }

    /// As many words of a line as moves begin with, and these moves; `None` where already the first
    /// word is unlike them all.
    pub(super) fn completions<'l>(&self, line: &'l str) -> Option<(&'l str, Vec<&Choice>)> {
        let blanks = line.match_indices(' ').map(|(cut, _)| &line[..cut]);
        let parts: Vec<&str> = blanks.chain([line]).collect();
        parts.into_iter().rev().find_map(|part| {
            let typed = words(part);
            let found = [false, true].map(|by_name| {
                self.beginning(&typed, by_name).map(|(choice, _)| choice).collect::<Vec<_>>()
            });
            found.into_iter().find(|found| !found.is_empty()).map(|found| (part, found))
        })
    }

    /// Whether a line is the beginning of a move, though it may leave off too much to be one.
    pub(super) fn begins(&self, line: &str) -> bool {
        self.beginning(&words(line), false).next().is_some()
    }

    /// The moves whose last words begin like a line.
    pub(super) fn ending_begun(&self, line: &str) -> Vec<&Choice> {
        let typed = words(line);
        let reader = self.reader(false, Need::Beginning);
        let begins =
            |pattern: &Pattern| pattern.ends().any(|end| !end.read(&typed, reader).is_empty());
        let found = self.singles().filter(|(_, pattern)| !pattern.has_digits() && begins(pattern));
        found.map(|(choice, _)| choice).collect()
    }

    /// Whom a word could mean that begins several names, in a line that begins like a move.
    pub(super) fn several_named(&self, line: &str) -> Option<(String, Vec<String>)> {
        let (_, rest) = line.split_once(' ').filter(|(first, _)| self.begins(first))?;
        let mut words = rest.split(' ').map(|word| (word, self.lexicon.names_begun(word)));
        let (word, names) = words.find(|(word, names)| !word.is_empty() && names.len() > 1)?;
        Some((word.to_owned(), names))
    }

    fn beginning(
        &self,
        typed: &[String],
        by_name: bool,
    ) -> impl Iterator<Item = &(Choice, Pattern)> {
        let reader = self.reader(by_name, Need::Beginning);
        self.entries.iter().filter(move |(_, pattern)| !pattern.read(typed, reader).is_empty())
    }

    /// The entries that are one move each.
    fn singles(&self) -> impl Iterator<Item = &(Choice, Pattern)> {
        self.entries.iter().filter(|(choice, _)| choice.amounts.is_none())
    }

    const fn reader(&self, by_name: bool, need: Need) -> Reader<'_> {
        Reader { lexicon: &self.lexicon, by_name, need }
    }
}

impl<'a> Meant<'a> {
    /// A move as it was read; `None` where its amount is not offered.
    fn read(choice: &'a Choice, reading: &Reading) -> Option<Self> {
        let is_in_full = reading.is_in_full;
        let text = match choice.amounts {
            Some(_) => choice.with_amount(reading.amount?)?.to_string(),
            None => choice.phrase.to_string(),
        };
        Some(Self { choice, text, is_in_full })
    }

    /// A move that is not typed far enough to read more in the line.
    fn of(choice: &'a Choice) -> Self {
        Self { choice, text: choice.phrase.to_string(), is_in_full: false }
    }
}

#[cfg(test)]
mod tests;
