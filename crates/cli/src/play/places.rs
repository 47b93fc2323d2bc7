//! Where in a move a seat or a place of the board can stand, by what the game says of its notation.

use parlor_engine::{AnyEntry, AnyMenu};

/// Stands before the number of a seat where it must not be taken for another number. No game
/// writes it: it is for private use.
const MARK: char = '\u{e000}';
/// The same before a place of the board.
const PLACE_MARK: char = '\u{e001}';

/// The number of a seat, marked as one.
pub(super) fn marked(number: &str) -> String {
    format!("{MARK}{number}")
}

/// A place of the board, as moves have it, marked as one.
pub(super) fn marked_place(written: &str) -> String {
    format!("{PLACE_MARK}{written}")
}

/// The place in a marked move, as moves have it.
pub(super) fn place_in(marked: &str) -> Option<&str> {
    marked.split(' ').find_map(|word| word.strip_prefix(PLACE_MARK))
}

/// A text without its marks.
pub(super) fn unmarked(text: &str) -> String {
    text.replace([MARK, PLACE_MARK], "")
}

/// Whether a typed word is this one: a seat or a place is also typed as a bare number, but a name is
/// no other number.
pub(super) fn is_same(typed: &str, word: &str) -> bool {
    typed == word || word.strip_prefix([MARK, PLACE_MARK]) == Some(typed)
}

/// How a game writes its moves.
pub(super) struct Places {
    /// Each way to write a move: `give CARD PLAYER`.
    patterns: Vec<Vec<String>>,
    seats: usize,
}

impl Places {
    /// Reads how moves are written: a line each, with an explanation after two blanks, or several
    /// with commas between them. Words in capitals stand for something, PLAYER and SEAT for a seat and
    /// PLACE for a place of the board.
    pub(super) fn read(notation: &str, seats: usize) -> Self {
        let heads = notation.lines().map(|line| line.split("  ").next().unwrap_or_default());
        let patterns = heads.flat_map(|head| head.split([',', ';', ':']));
        let patterns =
            patterns.map(|pattern| pattern.split_whitespace().map(str::to_owned).collect());
        Self { patterns: patterns.collect(), seats }
    }

    /// A menu with the seats and places in it marked.
    pub(super) fn mark_menu(&self, menu: &AnyMenu) -> AnyMenu {
        let entries = menu.entries.iter().map(|entry| match entry {
            AnyEntry::One { notation: only, .. } => AnyEntry::one(self.mark(only)),
            AnyEntry::Range { first, last, step, count } => {
                let marked = self.mark(first);
                let words = marked.split(' ').zip(first.split(' ')).zip(last.split(' '));
                let (first, last): (Vec<&str>, Vec<&str>) = words
                    .map(|((marked, first), last)| {
                        // Where they differ it is the amount.
                        if first == last { (marked, marked) } else { (first, last) }
                    })
                    .unzip();
                let (first, last) = (first.join(" "), last.join(" "));
                AnyEntry::Range { first, last, step: *step, count: *count }
            }
        });
        AnyMenu { count: menu.count, entries: entries.collect(), shortened: menu.shortened }
    }

    /// A move with the seats in it marked: as the way of writing it says that has most words of its
    /// own, or each number that a seat has where nothing says more.
    pub(super) fn mark(&self, text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        let fitting = self.patterns.iter().filter(|pattern| self.is_written(&words, pattern));
        let pattern = fitting
            .max_by_key(|pattern| pattern.iter().filter(|word| !is_placeholder(word)).count());
        if let Some((rest, [first, head @ ..])) = pattern.and_then(|pattern| {
            let (rest, head) = pattern.split_last()?;
            Some((rest, words.get(..head.len())?))
        }) && rest == REST
            && !head.is_empty()
        {
            // It goes on as it would without what stands before: 'CARD insane ...' as 'CARD ...'.
            let without = [&[*first], &words[1 + head.len()..]].concat().join(" ");
            let marked = self.mark(&without);
            let (first, more) = marked.split_once(' ').unwrap_or((&marked, ""));
            return format!("{first} {} {more}", head.join(" ")).trim_end().to_owned();
        }
        let is_place = |place: usize| match pattern.and_then(|pattern| pattern.get(place)) {
            Some(word) => is_seat_word(word) || word == REST,
            None => pattern.is_none_or(|pattern| pattern.last().is_some_and(|last| last == REST)),
        };
        let is_board = |place: usize| {
            pattern.and_then(|pattern| pattern.get(place)).is_some_and(|word| word == "PLACE")
        };
        let words = words.iter().enumerate().map(|(place, word)| match place {
            board if is_board(board) => marked_place(word),
            seat if self.is_seat(word) && is_place(seat) => marked(word),
            _ => (*word).to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn is_written(&self, words: &[&str], pattern: &[String]) -> bool {
        let (pattern, is_open) = match pattern.split_last() {
            Some((last, before)) if last == REST => (before, true),
            _ => (pattern, false),
        };
        let fits = |(word, pattern): (&&str, &String)| match pattern {
            seat if is_seat_word(seat) => self.is_seat(word),
            other => is_placeholder(other) || other == word,
        };
        let is_long = words.len() == pattern.len() || is_open && words.len() > pattern.len();
        is_long && words.iter().zip(pattern).all(fits)
    }

    fn is_seat(&self, word: &str) -> bool {
        word.parse().is_ok_and(|number: usize| (1..=self.seats).contains(&number))
    }
}

/// Stands for whatever else the move needs.
const REST: &str = "...";

fn is_seat_word(word: &str) -> bool {
    matches!(word, "PLAYER" | "SEAT")
}

fn is_placeholder(word: &str) -> bool {
    word == REST || !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(notation: &str, text: &str, expected: &str) {
        let marked = Places::read(notation, 4).mark(text);
        assert_eq!(marked.replace(MARK, "@").replace(PLACE_MARK, "#"), expected);
    }

    #[test]
    fn places_stand_where_the_notation_says() {
        let notation = "build PLACE, sell-house PLACE   up or down: build 20\n\
                        bid POUNDS, pass   an amount\ngive PLACE, give cash POUNDS   an item\n\
                        trade PLAYER   with somebody";
        check(notation, "build 2", "build #2");
        check(notation, "sell-house 20", "sell-house #20");
        check(notation, "bid 2", "bid 2");
        check(notation, "give 2", "give #2");
        check(notation, "give cash 2", "give cash 2");
        check(notation, "trade 2", "trade @2");
        assert_eq!(place_in(&Places::read(notation, 4).mark("build 20")), Some("20"));
        assert_eq!(place_in(&Places::read(notation, 4).mark("trade 2")), None);
    }

    #[test]
    fn seats_stand_where_the_notation_says() {
        let notation = "CARD PLAYER    plays it: king 2\nCARD PLAYER names N    names 5\n\
                        CARD PLAYER PLAYER  plays it on several\nCARD insane ...   the other side\n\
                        first N   says what comes first: first 2\nA PLAYER is a number.";
        check(notation, "king 2", "king @2");
        check(notation, "guard 2 names 3", "guard @2 names 3");
        check(notation, "baroness 2 4", "baroness @2 @4");
        check(notation, "deep-ones insane 2 names 3", "deep-ones insane @2 names 3");
        check(notation, "deep-ones insane 2", "deep-ones insane @2");
        check(notation, "first 2", "first 2");
        check("keep, peek SEAT, guess SEAT CARD; a card is a number", "guess 2 2", "guess @2 2");
        check("h ROW COLUMN   draws a line: h 0 1", "h 1 2", "h 1 2");
        // Nothing is said of it.
        check("anything", "trade 2 9", "trade @2 9");
    }

    #[test]
    fn an_amount_is_no_seat() {
        let range = |first: &str, last: &str| AnyEntry::Range {
            first: first.into(),
            last: last.into(),
            step: 1,
            count: 9,
        };
        let menu =
            AnyMenu { count: 9, entries: vec![range("pay 2 1", "pay 2 9")], shortened: false };
        let menu = Places::read("", 4).mark_menu(&menu);
        assert_eq!(menu.entries, [range(&format!("pay {MARK}2 1"), &format!("pay {MARK}2 9"))]);
    }

    #[test]
    fn a_name_is_no_other_number() {
        let (seat, number) = (marked("2"), "2");
        assert!(is_same(number, &seat) && is_same(&seat, &seat) && is_same(number, number));
        assert!(!is_same(&seat, number));
        assert_eq!(unmarked(&format!("king {seat}")), "king 2");
    }
}
