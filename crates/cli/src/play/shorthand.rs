//! Moves that are not typed in full: the beginnings of their words.

use parlor_engine::{AnyEntry, AnyMenu};

use super::places;

/// The moves on the menu that a line may stand for.
///
/// Each typed word is the beginning of the word at its place, and words at the end may be left
/// off; hyphens and blanks are alike. Words with a digit are typed whole and never left off: `h 1`
/// is neither `h 1 0` nor `h 10 2`. A word between two numbers may be left out, and what follows a
/// hyphen: `deep 2 5` is `deep-ones 2 names 5`. An amount out of a range is taken as typed, so whether it is
/// legal is still to be seen. A move that is typed with all its words is meant alone; otherwise it
/// has to share the line with all that begin so, also where more would have to be typed: `prince` is
/// not `princess` beside `prince 2`. Where nothing begins like the line, it may be the end of a move:
/// `nope` is `answer nope`.
pub(super) fn meant(line: &str, menu: &AnyMenu) -> Vec<String> {
    let line = line.to_lowercase();
    let typed = words(&line);
    let moves = menu.entries.iter().filter_map(|entry| match entry {
        AnyEntry::One { notation: only, .. } => Some(only.clone()),
        AnyEntry::Range { first, last, .. } => with_amount(first, last, &typed),
    });
    let moves: Vec<String> = moves.filter(|full| stands_for(&typed, full)).collect();
    let is_whole = |full: &str| {
        let full = full.to_lowercase();
        let words = words(&full);
        let is_same = |(typed, word): (&&str, &&str)| places::is_same(typed, word);
        words.len() == typed.len() && typed.iter().zip(&words).all(is_same)
    };
    match moves.iter().find(|full| is_whole(full)) {
        Some(whole) => vec![whole.clone()],
        None => match moves.as_slice() {
            [] => ending(&line, menu),
            [only] => with_rivals(only, &line, menu),
            _ => moves,
        },
    }
}

/// Whether a line has the whole first word of a move, and all that follows it in some form.
pub(super) fn is_in_full(line: &str, full: &str) -> bool {
    let first = full.split(' ').next().unwrap_or_default();
    let more = full.split(' ').count() - 1;
    // Hyphens and blanks are alike.
    let line = line.trim().to_lowercase();
    let rest = line.replace(' ', "-");
    let Some(rest) = rest.strip_prefix(first) else { return false };
    rest.is_empty() && more == 0
        || rest.starts_with('-')
            && rest[1..].split('-').filter(|word| !word.is_empty()).count() >= more
}

/// A line with its amounts as moves have them: `bid £1,200` is `bid 1200`.
pub(super) fn plain_amounts(line: &str) -> String {
    let plain = |word: &str| {
        let bare = word.trim_start_matches('£');
        let digits: String = bare.chars().filter(|c| *c != ',').collect();
        let is_amount = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_amount { digits } else { word.to_owned() }
    };
    line.split(' ').map(plain).collect::<Vec<_>>().join(" ")
}

/// A move, with those of other words that a line could go on to.
fn with_rivals(only: &str, line: &str, menu: &AnyMenu) -> Vec<String> {
    let apart = |full: &str| -> Vec<String> {
        let full = full.to_lowercase();
        words(&full).into_iter().filter(|word| !has_digit(word)).map(str::to_owned).collect()
    };
    let own = apart(only);
    let rivals = menu.entries.iter().filter(|entry| begins_entry(line, entry));
    let rivals = rivals
        .map(|(AnyEntry::One { notation: full, .. } | AnyEntry::Range { first: full, .. })| full);
    let rivals = rivals.filter(|full| apart(full) != own).cloned();
    std::iter::once(only.to_owned()).chain(rivals).collect()
}

/// The moves that a line would be if its numbers were legal: like those on the menu, with the
/// numbers that were typed.
pub(super) fn alike(line: &str, menu: &AnyMenu) -> Vec<String> {
    let line = line.to_lowercase();
    let typed = words(&line);
    let numbers = || typed.iter().filter(|word| has_digit(word));
    let mut found: Vec<String> = Vec::new();
    for AnyEntry::One { notation: full, .. } | AnyEntry::Range { first: full, .. } in &menu.entries
    {
        let places = full.split(' ').filter(|word| has_digit(word)).count();
        if places == 0 || places != numbers().count() {
            continue;
        }
        let mut own = numbers();
        let renumbered = full
            .split(' ')
            .map(|word| if has_digit(word) { own.next().copied().unwrap_or(word) } else { word });
        let renumbered = renumbered.collect::<Vec<_>>().join(" ");
        if !found.contains(&renumbered) && stands_for(&typed, &renumbered) {
            found.push(renumbered);
        }
    }
    found
}

/// The moves on the menu that end in these whole words. Numbers are no such end: a bare `2` could
/// be meant for anything.
fn ending(line: &str, menu: &AnyMenu) -> Vec<String> {
    let typed = words(line);
    let ends = |full: &str| {
        let mut cuts = full.match_indices(' ').map(|(cut, _)| full.split_at(cut));
        cuts.any(|(before, end)| !has_digit(before) && words(end) == typed)
    };
    let whole = menu.entries.iter().filter_map(|entry| match entry {
        AnyEntry::One { notation: only, .. } if !has_digit(line) => Some(only),
        _ => None,
    });
    whole.filter(|full| ends(&full.to_lowercase())).cloned().collect()
}

/// A line with its neighbouring numbers in ascending order, as seats are written; `None` where they
/// are. They are marked: other numbers have an order of their own.
pub(super) fn in_order(line: &str) -> Option<String> {
    let number = |word: &str| places::unmarked(word).parse::<u32>().ok();
    let words: Vec<&str> = line.split(' ').collect();
    let runs = words.chunk_by(|one, other| number(one).is_some() && number(other).is_some());
    let mut is_sorted = true;
    let mut ordered: Vec<String> = Vec::new();
    for run in runs {
        let mut run = run.to_vec();
        if run.is_sorted_by_key(|word| number(word)) {
            ordered.extend(run.into_iter().map(str::to_owned));
        } else {
            is_sorted = false;
            run.sort_by_key(|word| number(word));
            ordered.extend(run.into_iter().map(|word| places::marked(&places::unmarked(word))));
        }
    }
    (!is_sorted).then(|| ordered.join(" "))
}

/// The only move that begins like a line, though a number is left off: where there is no other, and
/// its first word is typed whole, none has to be said.
pub(super) fn only_begun(line: &str, menu: &AnyMenu) -> Option<String> {
    let line = line.to_lowercase();
    let mut begun = menu.entries.iter().filter(|entry| begins_entry(&line, entry));
    match (begun.next()?, begun.next()) {
        (AnyEntry::One { notation: only, .. }, None) if !has_digit(&line) => {
            let full = only.to_lowercase();
            (words(&full).first() == words(&line).first()).then(|| only.clone())
        }
        _ => None,
    }
}

/// The moves on the menu whose last words begin like a line.
pub(super) fn ending_begun(line: &str, menu: &AnyMenu) -> Vec<String> {
    let line = line.to_lowercase();
    let typed = words(&line);
    let begins = |full: &str| {
        let mut cuts = full.match_indices(' ').map(|(cut, _)| full.split_at(cut));
        cuts.any(|(before, end)| {
            let end = words(end);
            let mut pairs = end.iter().zip(&typed);
            !has_digit(before) && typed.len() <= end.len() && pairs.all(|(w, t)| w.starts_with(t))
        })
    };
    let whole = menu.entries.iter().filter_map(|entry| match entry {
        AnyEntry::One { notation: only, .. } if !has_digit(only) => Some(only),
        _ => None,
    });
    whole.filter(|full| begins(&full.to_lowercase())).cloned().collect()
}

/// Whether a line is the first word of a move and then words of what explains it.
pub(super) fn explains(line: &str, full: &str, explanation: &str) -> bool {
    let [line, full, explanation] = [line, full, explanation].map(str::to_lowercase);
    let (Some((first, rest)), Some((word, _))) = (line.split_once(' '), full.split_once(' '))
    else {
        return false;
    };
    let known: Vec<&str> = explanation.split(|c: char| !c.is_alphanumeric()).collect();
    let is_known = |typed: &str| known.iter().any(|known| known.starts_with(typed));
    word.starts_with(first) && rest.split(' ').all(is_known)
}

/// The places that some words name: each word is the beginning of one of the name's, in order. A name
/// that is typed whole is meant alone.
pub(super) fn named<'p>(typed: &str, places: &'p [(String, String)]) -> Vec<&'p (String, String)> {
    let spelt = |text: &str| -> Vec<String> {
        let letters = text.to_lowercase().replace(['\'', '\u{2019}', '.'], "");
        letters.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect()
    };
    let typed = spelt(typed);
    let begins = |name: &str| {
        let words = spelt(name);
        let mut words = words.iter();
        typed.iter().all(|typed| words.any(|word| word.starts_with(typed.as_str())))
    };
    if typed.iter().all(String::is_empty) {
        return Vec::new();
    }
    let whole: Vec<_> = places.iter().filter(|(name, _)| spelt(name) == typed).collect();
    if whole.is_empty() { places.iter().filter(|(name, _)| begins(name)).collect() } else { whole }
}

/// As many words of a line as moves on the menu begin with, and these moves; `None` where already
/// the first word is unlike them all.
pub(super) fn completions<'l>(line: &'l str, menu: &AnyMenu) -> Option<(&'l str, AnyMenu)> {
    let blanks = line.match_indices(' ').map(|(cut, _)| &line[..cut]);
    let parts: Vec<&str> = blanks.chain([line]).collect();
    parts.into_iter().rev().find_map(|part| {
        let entries: Vec<AnyEntry> =
            menu.entries.iter().filter(|entry| begins_entry(part, entry)).cloned().collect();
        let count = entries.len() as u64;
        (count > 0).then_some((part, AnyMenu { count, entries, shortened: false }))
    })
}

/// Whether a line is the beginning of an entry, though it may leave off too much to be a move.
pub(super) fn begins(line: &str, menu: &AnyMenu) -> bool {
    menu.entries.iter().any(|entry| begins_entry(line, entry))
}

fn begins_entry(line: &str, entry: &AnyEntry) -> bool {
    let (AnyEntry::One { notation: full, .. } | AnyEntry::Range { first: full, .. }) = entry;
    fits(&words(&line.to_lowercase()), &skippable(&full.to_lowercase()), |_| true)
}

/// A line that ends in `x3`: what stands before it, and how often it is to be played.
pub(super) fn repeated(line: &str) -> Option<(&str, usize)> {
    let (line, times) = line.rsplit_once(' ')?;
    let digits = times.strip_prefix(['x', 'X'])?;
    let times = digits.parse().ok().filter(|times| (1..=MOST_TIMES).contains(times))?;
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    is_plain.then(|| (line.trim_end(), times))
}

/// More is a typing error.
const MOST_TIMES: usize = 99;

/// The words of a line.
fn words(line: &str) -> Vec<&str> {
    parts(line).map(|(word, _)| word).collect()
}

/// The words of a line, each with whether a hyphen joins it to the one before. A hyphen parts words
/// except beside digits, where it may be a sign.
fn parts(line: &str) -> impl Iterator<Item = (&str, bool)> {
    let parts = line.split(' ').flat_map(|word| {
        let hyphen = if has_digit(word) { '\0' } else { '-' };
        word.split(hyphen).enumerate().map(|(place, part)| (part, place > 0))
    });
    parts.filter(|(part, _)| !part.is_empty())
}

fn stands_for(typed: &[&str], full: &str) -> bool {
    let may_drop = |rest: &[(&str, bool)]| !rest.iter().any(|(word, _)| has_digit(word));
    fits(typed, &skippable(&full.to_lowercase()), may_drop)
}

/// The words of a move, each with whether it may be left out.
fn skippable(full: &str) -> Vec<(&str, bool)> {
    let parts: Vec<(&str, bool)> = parts(full).collect();
    let is_number = |place: usize| parts.get(place).is_some_and(|(word, _)| has_digit(word));
    let words = parts.iter().enumerate().map(|(place, &(word, is_joined))| {
        let is_between = place > 0 && is_number(place - 1) && is_number(place + 1);
        (word, !has_digit(word) && (is_joined || is_between))
    });
    words.collect()
}

/// Whether the typed words are the beginnings of these, but for those that may be left out, and the
/// last ones where they may be dropped.
fn fits(typed: &[&str], words: &[(&str, bool)], may_drop: fn(&[(&str, bool)]) -> bool) -> bool {
    let Some((first, rest)) = typed.split_first() else {
        return may_drop(words);
    };
    let Some(((word, may_skip), words)) = words.split_first() else { return false };
    let is_it =
        if has_digit(word) { places::is_same(first, word) } else { word.starts_with(first) };
    is_it && fits(rest, words, may_drop) || *may_skip && fits(typed, words, may_drop)
}

/// A move of a range: its words, with the amount that was typed at the place of the amount.
fn with_amount(first: &str, last: &str, typed: &[&str]) -> Option<String> {
    let mut full: Vec<&str> = first.split(' ').collect();
    let place = full.iter().zip(last.split(' ')).position(|(one, other)| *one != other)?;
    let before = words(&full[..place].join(" ")).len();
    full[place] = typed.get(before).copied().filter(|word| has_digit(word))?;
    Some(full.join(" "))
}

fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(moves: &[&str], line: &str, expected: &[&str]) {
        let entries = moves.iter().map(|text| AnyEntry::one((*text).to_owned())).collect();
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
    fn one_move_does_not_win_over_others_that_begin_so() {
        let moves = ["chancellor", "cats-of-ulthar 2", "cats-of-ulthar 3"];
        check(&moves, "c", &moves);
        check(&moves, "ch", &["chancellor"]);
        check(&moves, "chancellor", &["chancellor"]);
        check(&moves, "ca 2", &["cats-of-ulthar 2"]);
        check(&["princess", "prince 2"], "prince", &["princess", "prince 2"]);
        // It is the same card, typed for one player.
        check(&["baroness 2", "baroness 2 4"], "bar 2", &["baroness 2"]);
        let bid =
            AnyEntry::Range { first: "bid 1".into(), last: "bid 9".into(), step: 1, count: 9 };
        let entries = vec![AnyEntry::one("bank".to_owned()), bid];
        let menu = AnyMenu { count: 10, entries, shortened: false };
        assert_eq!(meant("b", &menu), ["bank", "bid 1"]);
    }

    #[test]
    fn a_line_with_other_numbers_is_found() {
        let moves =
            ["deep-ones 2 names 5", "deep-ones 3 names 6", "deep-ones insane 2", "elder-sign"];
        let entries = moves.map(|text| AnyEntry::one(text.to_owned())).to_vec();
        let menu = AnyMenu { count: 4, entries, shortened: false };
        assert_eq!(alike("deep 2 1", &menu), ["deep-ones 2 names 1"]);
        assert_eq!(alike("Deep i 9", &menu), ["deep-ones insane 9"]);
        for nothing in ["deep 2", "elder 2", "elder", "x 2 1"] {
            assert_eq!(alike(nothing, &menu), [""; 0], "{nothing}");
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
    fn a_move_is_repeated_a_number_of_times() {
        assert_eq!(repeated("p b x3"), Some(("p b", 3)));
        assert_eq!(repeated("roll  X12"), Some(("roll", 12)));
        for line in ["x3", "p b x", "p b x0", "p b x100", "p b x+3", "p b 3", "p bx3"] {
            assert_eq!(repeated(line), None, "{line}");
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
    fn a_word_between_two_numbers_may_be_left_out() {
        let moves = ["guard 2 names 5", "guard 2 names 6", "guard 3 names 5", "see 2 of 3 now"];
        for line in ["guard 2 5", "g 2 5", "g 2 n 5"] {
            check(&moves, line, &["guard 2 names 5"]);
        }
        check(&moves, "see 2 3", &["see 2 of 3 now"]);
        check(&moves, "s 2 of 3 n", &["see 2 of 3 now"]);
        for nothing in ["guard 2", "guard 5", "guard 2 6 5", "2 5", "guard 2 5 5", "see 2 now"] {
            check(&moves, nothing, &[]);
        }
        check(&["2 hats"], "hats", &[]);
        let moves = ["deep-ones 2 names 5", "deep-ones insane 2", "no-u", "great-race-of-yith 2"];
        check(&moves, "deep 2 5", &["deep-ones 2 names 5"]);
        check(&moves, "d i 2", &["deep-ones insane 2"]);
        check(&moves, "deep 2", &[]);
        check(&moves, "g yith 2", &["great-race-of-yith 2"]);
        check(&moves, "no", &["no-u"]);
        check(&moves, "ones 2 5", &[]);
    }

    #[test]
    fn the_end_of_a_move_is_enough() {
        let moves = ["pass", "answer nope", "answer no-u", "give king to 2", "2 hats"];
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
    fn seats_are_put_in_order() {
        let plain = |line| in_order(line).map(|line| places::unmarked(&line));
        assert_eq!(plain("baroness 4 2").as_deref(), Some("baroness 2 4"));
        assert_eq!(in_order("baroness 2 4"), None);
        assert_eq!(in_order("give 4 to 2"), None);
        // Only seats are.
        check(&["h 1 2"], &in_order("h 2 1").unwrap(), &[]);
    }

    #[test]
    fn the_only_target_need_not_be_named() {
        let only = |moves: &[&str], line: &str| {
            let entries = moves.iter().map(|text| AnyEntry::one((*text).to_owned())).collect();
            only_begun(line, &AnyMenu { count: moves.len() as u64, entries, shortened: false })
        };
        let cats = Some("cats-of-ulthar 2".to_owned());
        assert_eq!(only(&["cats-of-ulthar 2", "king 2"], "cats"), cats);
        assert_eq!(only(&["cats-of-ulthar 2", "king 2"], "Cats of"), cats);
        for nothing in ["c", "ca", "cats 3", "king 3", "x"] {
            assert_eq!(only(&["cats-of-ulthar 2", "king 2"], nothing), None, "{nothing}");
        }
        assert_eq!(only(&["cats-of-ulthar 2", "cats-of-ulthar 3"], "cats"), None);
    }

    #[test]
    fn the_beginning_of_an_end_is_found() {
        let moves = ["pass", "answer nope", "answer no-u", "give nope to 2"];
        let entries = moves.map(|text| AnyEntry::one(text.to_owned())).to_vec();
        let menu = AnyMenu { count: 4, entries, shortened: false };
        assert_eq!(ending_begun("No", &menu), ["answer nope", "answer no-u"]);
        assert_eq!(ending_begun("nop", &menu), ["answer nope"]);
        assert_eq!(ending_begun("x", &menu), [""; 0]);
    }

    #[test]
    fn an_explanation_says_which_move_is_meant() {
        let explains = |line: &str| explains(line, "first 2", "look at Bob's card");
        assert!(explains("first bob") && explains("f look B") && explains("First Bob card"));
        assert!(!explains("first dan") && !explains("first") && !explains("last bob"));
    }

    #[test]
    fn places_are_found_by_their_words() {
        let names = ["The Old Creek", "Crusher Creek", "Bishop Drive", "Rey Lane", "St. Ann's"];
        let places: Vec<(String, String)> =
            (1..).zip(names).map(|(number, name)| (name.to_owned(), number.to_string())).collect();
        for (typed, expected) in [
            ("bishop drive", "3"),
            ("Bish", "3"),
            ("b-d", "3"),
            ("creek", "1 2"),
            ("old creek", "1"),
            ("creek old", ""),
            ("st anns", "5"),
            ("drives", ""),
            ("-", ""),
        ] {
            let found = named(typed, &places);
            let found: Vec<&str> = found.iter().map(|(_, written)| written.as_str()).collect();
            assert_eq!(found.join(" "), expected, "{typed}");
        }
    }

    #[test]
    fn as_much_as_fits_is_completed() {
        let moves = ["guard 2 names 5", "guard 2 names 6", "guard 3 names 5", "deep-ones insane 2"];
        let entries = moves.map(|text| AnyEntry::one(text.to_owned())).to_vec();
        let menu = AnyMenu { count: 4, entries, shortened: false };
        for (line, part, first, count) in [
            ("guard 2 1", "guard 2", 0, 2),
            ("g 3 1", "g 3", 2, 1),
            ("g 30", "g", 0, 3),
            ("deep insane", "deep insane", 3, 1),
            ("Deep-Ones i", "Deep-Ones i", 3, 1),
        ] {
            let (found, menu) = completions(line, &menu).unwrap();
            assert_eq!((found, menu.count), (part, count), "{line}");
            assert_eq!(menu.entries[0], AnyEntry::one(moves[first].to_owned()), "{line}");
        }
        assert!(completions("king 2", &menu).is_none());
    }

    #[test]
    fn an_amount_is_taken_out_of_its_range() {
        let range = |first: &str, last: &str| AnyEntry::Range {
            first: first.into(),
            last: last.into(),
            step: 5,
            count: 9,
        };
        let entries = vec![AnyEntry::one("pass".to_owned()), range("bid 10 gold", "bid 50 gold")];
        let menu = AnyMenu { count: 10, entries, shortened: false };
        assert_eq!(meant("b 25", &menu), ["bid 25 gold"]);
        assert_eq!(meant("b 25 g", &menu), ["bid 25 gold"]);
        assert_eq!(meant("p", &menu), ["pass"]);
        assert!(begins("b", &menu) && begins("BID", &menu) && begins("p", &menu));
        assert!(!begins("x", &menu) && !begins("pass on", &menu));
        for nothing in ["b", "b x", "bid"] {
            assert_eq!(meant(nothing, &menu), [""; 0], "{nothing}");
        }
        let menu = AnyMenu { entries: vec![range("pay-in 1", "pay-in 9")], ..menu };
        assert_eq!(meant("p i 4", &menu), ["pay-in 4"]);
    }
}
