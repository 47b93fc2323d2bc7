//! What a person means by a line that is no command: a move, the beginning of one, or several.

use parlor_engine::layout::tied;
use parlor_engine::{Act, AnyRefusal, Choice, Seat, Shortcut};

use super::help::{self, is_command};
use super::{Ahead, Meaning, SEARCHED, Session, Wish, sentence};
use crate::play::finder::Finder;
use crate::play::pattern::Reading;
use crate::play::typed;
use crate::words;

impl Session<'_> {
    /// Whether a line is several, with semicolons between them. A move may have one of its own.
    pub(super) fn is_several(&self, seat: Seat, line: &str) -> bool {
        let is_one = || {
            let is_printed = |finder: Finder| finder.printed(line).is_some();
            self.read_move(seat, line).is_ok() || self.finder(seat).is_some_and(is_printed)
        };
        line.contains(';') && !is_one()
    }

    /// The move in a line that is to be played several times; once where nothing legal is meant.
    pub(super) fn repeated(&self, seat: Seat, line: &str) -> Option<(String, usize)> {
        let (once, times) = typed::repeated(line)?;
        let word = once.split(' ').next().unwrap_or_default().to_lowercase();
        let is_command = once.starts_with('/') || is_command(&word);
        let finder = self.finder(seat);
        let is_legal = |line| self.read_move(seat, line).is_ok();
        let is_meant = |line| finder.as_ref().is_some_and(|finder| !finder.meant(line).is_empty());
        if is_legal(line) || is_meant(line) {
            return None;
        }
        if is_legal(once) || !is_command && is_meant(once) {
            return Some((once.to_owned(), times));
        }
        (!is_command).then(|| (once.to_owned(), 1))
    }

    /// What a line means that is neither a legal move nor a command: the beginning of one legal
    /// move, or nothing. Without a refusal it was meant for a command.
    pub(super) fn guess(&mut self, seat: Seat, line: &str, refusal: Option<AnyRefusal>) -> Meaning {
        let echo = words::shortened(line);
        let Some(why) = refusal else {
            return Meaning::Refused(sentence(&format!("there is no command '{echo}'; type help")));
        };
        let Some(finder) = self.finder(seat) else {
            return Meaning::Refused(sentence(&why.to_string()));
        };
        if let Some(choice) = finder.printed(line) {
            return match choice.amounts {
                None => Meaning::Wish(Wish::Play(choice.phrase.to_string())),
                Some(_) => Meaning::Refused(sentence(&finder.wording().one_of_several(choice))),
            };
        }
        let meant = finder.meant(line);
        if let Some(played) = self.spaced_out(seat, line).filter(|_| meant.is_empty()) {
            return Meaning::Wish(Wish::Play(played));
        }
        if let Some(played) = Self::amount_alone(line, &finder) {
            return match self.read_move(seat, &played) {
                Ok(played) => Meaning::Wish(Wish::Play(played)),
                Err(why) => Meaning::Refused(sentence(&why.to_string())),
            };
        }
        if let Some(shortcut) = self.shortcut(line, meant.is_empty()) {
            return self.take_shortcut(seat, shortcut);
        }
        let why = match meant.as_slice() {
            // What was typed in full is refused, and not taken for the beginning of something else.
            [only] if only.choice.grave && !only.is_in_full && !why.is_unreadable() => {
                why.to_string()
            }
            [only] if only.choice.grave && !only.is_in_full => {
                let [only] = &finder.wording().entries([only.choice])[..] else { unreachable!() };
                format!("'{echo}' could be {only}: type it in full if you mean it")
            }
            // What can be read may still be short for something else: 'guard 2 5'.
            [only] => return Meaning::Wish(Wish::Play(only.text.clone())),
            _ if !why.is_unreadable() => {
                self.refused(seat, &finder.alike(line)).unwrap_or_else(|| why.to_string())
            }
            [] => self.unreadable(seat, line, &why, &finder),
            several => {
                let entries = finder.wording().entries(several.iter().map(|meant| meant.choice));
                words::ambiguous(&echo, &entries)
            }
        };
        Meaning::Refused(sentence(&why))
    }

    /// A legal move that was typed with commas for blanks, or with no blanks at all: `h,0,2`, `h02`.
    fn spaced_out(&self, seat: Seat, line: &str) -> Option<String> {
        spaced(line).find_map(|way| self.read_move(seat, &way).ok())
    }

    /// Why such a move is none.
    fn refused_spaced_out(&self, seat: Seat, line: &str) -> Option<String> {
        let refused = spaced(line).filter_map(|way| self.read_move(seat, &way).err());
        refused.filter(|why| !why.is_unreadable()).map(|why| why.to_string()).next()
    }

    /// The move with a number that was typed alone, where all moves with a number begin with the same word: `50` is
    /// `bid 50`.
    fn amount_alone(line: &str, finder: &Finder) -> Option<String> {
        let is_number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        let verb = finder.verb_of_amounts().filter(|_| is_number)?;
        Some(format!("{verb} {line}"))
    }

    /// The shortcut that a line stands for: it is typed whole, or the beginnings of its words where no move begins
    /// so.
    fn shortcut(&self, line: &str, may_be_begun: bool) -> Option<Shortcut> {
        let typed = typed::words(line);
        let is_it = |shortcut: &Shortcut| {
            let words = typed::words(&shortcut.written);
            let begins = typed.iter().zip(&words).all(|(typed, word)| word.starts_with(typed));
            typed == words || may_be_begun && begins && typed.len() == words.len()
        };
        self.sitting().table().shortcuts().into_iter().find(is_it)
    }

    /// The first move of a shortcut, with the rest of it to come; or why there is none.
    fn take_shortcut(&mut self, seat: Seat, shortcut: Shortcut) -> Meaning {
        match self.sitting().table().next_of(seat, &shortcut) {
            Ok(first) => {
                self.ahead.push_front(Ahead::Rest(shortcut));
                Meaning::Wish(Wish::Play(first))
            }
            Err(why) => Meaning::Refused(sentence(&why)),
        }
    }

    /// What there is to say to a line that is no legal move, nor short for one: the reason why it is
    /// none, or how it could go on.
    fn unreadable(&self, seat: Seat, line: &str, why: &AnyRefusal, finder: &Finder) -> String {
        let echo = words::shortened(line);
        let formed = finder.formed(line);
        let refused = self.refused(seat, &finder.alike(line));
        let spaced_out = || self.refused_spaced_out(seat, line);
        if let Some(why) = refused.or_else(|| self.refused(seat, &formed)).or_else(spaced_out) {
            return why;
        }
        let places: Vec<String> = formed.into_iter().flat_map(|reading| reading.places).collect();
        if places.len() > 1 {
            return words::ambiguous(&echo, &places);
        }
        if let Some((word, names)) = finder.several_named(line) {
            return words::ambiguous(&word, &names);
        }
        if let Some(meant) = Self::slip(line, finder) {
            return meant;
        }
        if let Some((part, entries)) = finder.completions(line) {
            let entries = finder.wording().entries(entries);
            return words::completed(&echo, &words::shortened(part), &entries);
        }
        // It is not played: 'no' is more often an answer than short for Nope.
        let ends = finder.ending_begun(line);
        if !ends.is_empty() {
            return words::ambiguous(&echo, &finder.wording().entries(ends));
        }
        let all: Vec<&Choice> = finder.choices().collect();
        if !typed::has_digit(line) {
            return finder.wording().unlike_any(&echo, &all);
        }
        // A parser repeats what it was given, however long that is.
        let why = if echo == line { why.to_string() } else { format!("'{echo}' is no move") };
        format!("{why}{}; type help", words::for_example(&all))
    }

    /// What a line was meant for that has a slip in it, or too much behind a command.
    fn slip(line: &str, finder: &Finder) -> Option<String> {
        let echo = words::shortened(line);
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(usage) = help::usage(&first.to_lowercase()) {
            return Some(format!("there is no command '{echo}': {usage}"));
        }
        let command = || {
            let command = help::nearest_command(first)?;
            Some(format!("{command} {rest}").trim_end().to_owned())
        };
        let meant = finder.corrected(line).or_else(command)?;
        let meant = tied(&words::shortened(&meant));
        Some(format!("there is no move '{echo}'; did you mean '{meant}'?"))
    }

    /// Why the only move is refused that a line can be read as; `None` where there are several.
    fn refused(&self, seat: Seat, readings: &[Reading]) -> Option<String> {
        let [only] = readings else { return None };
        let act = Act::Move(seat, only.text.clone());
        let why = self.sitting().table().refusal(&act, &self.names)?;
        (!why.is_unreadable()).then(|| why.to_string())
    }

    /// The legal moves and what can be typed for them; `None` where they are too many.
    fn finder(&self, seat: Seat) -> Option<Finder> {
        Finder::of(self.sitting().table(), seat, &self.names, SEARCHED)
    }

    /// The move somebody means, as typed or in small letters; or why it is none. Nothing is played to
    /// find out.
    pub(super) fn read_move(&self, seat: Seat, line: &str) -> Result<String, AnyRefusal> {
        let attempt = |text: &str| {
            let act = Act::Move(seat, text.to_owned());
            self.sitting().table().refusal(&act, &self.names).map_or(Ok(text.to_owned()), Err)
        };
        let lower = line.to_lowercase();
        match attempt(line) {
            // The refusal repeats the line as it was typed.
            Err(why) if why.is_unreadable() && lower != line => match attempt(&lower) {
                Err(still) if still.is_unreadable() => Err(why),
                other => other,
            },
            other => other,
        }
    }
}

/// A line with commas for blanks, and with no blanks at all, taken apart.
fn spaced(line: &str) -> impl Iterator<Item = String> {
    let ways = [line.replace(',', " "), typed::apart(line)];
    ways.into_iter().filter(move |way| way != line)
}
