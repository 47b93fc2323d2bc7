//! Moves that are not typed in full: the beginnings of their words.

use parlor_engine::{AnyEntry, AnyMenu};

/// The moves on the menu that a line may stand for.
///
/// Each typed word is the beginning of the word at its place, and words at the end may be left
/// off. Words with a digit are typed whole and never left off: `h 1` is neither `h 1 0` nor
/// `h 10 2`. An amount out of a range is taken as typed, so whether it is legal is still to be
/// seen.
pub(super) fn meant(line: &str, menu: &AnyMenu) -> Vec<String> {
    let line = line.to_lowercase();
    let typed: Vec<&str> = line.split(' ').collect();
    let moves = menu.entries.iter().filter_map(|entry| match entry {
        AnyEntry::One(only) => Some(only.clone()),
        AnyEntry::Range { first, last, .. } => with_amount(first, last, &typed),
    });
    moves.filter(|full| stands_for(&typed, full)).collect()
}

fn stands_for(typed: &[&str], full: &str) -> bool {
    let full = full.to_lowercase();
    let words: Vec<&str> = full.split(' ').collect();
    let Some((begun, left_off)) = words.split_at_checked(typed.len()) else {
        return false;
    };
    let fits = |(typed, word): (&&str, &&str)| {
        if has_digit(word) { typed == word } else { word.starts_with(*typed) }
    };
    typed.iter().zip(begun).all(fits) && !left_off.iter().any(|word| has_digit(word))
}

/// A move of a range: its words, with the amount that was typed at the place of the amount.
fn with_amount(first: &str, last: &str, typed: &[&str]) -> Option<String> {
    let mut words: Vec<&str> = first.split(' ').collect();
    let place = words.iter().zip(last.split(' ')).position(|(one, other)| *one != other)?;
    words[place] = typed.get(place).copied().filter(|word| has_digit(word))?;
    Some(words.join(" "))
}

fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(moves: &[&str], line: &str, expected: &[&str]) {
        let entries = moves.iter().map(|text| AnyEntry::One((*text).to_owned())).collect();
        let menu = AnyMenu { count: moves.len() as u64, entries, shortened: false };
        assert_eq!(meant(line, &menu), expected, "{line}");
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
    fn words_with_a_digit_are_typed_whole() {
        let moves = ["h 1 2", "h 10 0", "guess 2 4", "level2 up"];
        for nothing in ["h", "h 1", "h 1 ", "h 10", "g 2", "g", "level up", "l u"] {
            check(&moves, nothing, &[]);
        }
        check(&moves, "g 2 4", &["guess 2 4"]);
        check(&moves, "level2", &["level2 up"]);
    }

    #[test]
    fn an_amount_is_taken_out_of_its_range() {
        let range = |first: &str, last: &str| AnyEntry::Range {
            first: first.into(),
            last: last.into(),
            step: 5,
            count: 9,
        };
        let entries = vec![AnyEntry::One("pass".to_owned()), range("bid 10 gold", "bid 50 gold")];
        let menu = AnyMenu { count: 10, entries, shortened: false };
        assert_eq!(meant("b 25", &menu), ["bid 25 gold"]);
        assert_eq!(meant("b 25 g", &menu), ["bid 25 gold"]);
        assert_eq!(meant("p", &menu), ["pass"]);
        for nothing in ["b", "b x", "bid"] {
            assert_eq!(meant(nothing, &menu), [""; 0], "{nothing}");
        }
    }
}
