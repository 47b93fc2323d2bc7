//! What a menu offers: whether a move is on it, however it is spelt.

use parlor_engine::sample::{PlayoutRng, below};
use parlor_protocol::{Menu, Moves};

/// What somebody's words stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A move of the menu, as the menu spells it.
    Move(String),
    /// Several moves.
    Several,
    /// None.
    Nothing,
}

/// The move of a menu that these words stand for: as it is spelt there, or the only one that
/// differs in nothing but capitals, blanks and hyphens.
pub(super) fn find(menu: &Menu, words: &str) -> Found {
    let words = words.trim();
    if menu.moves.iter().any(|moves| has(moves, words)) {
        return Found::Move(words.to_owned());
    }
    let wanted = plain(words);
    let mut found: Vec<String> = menu.moves.iter().filter_map(|it| alike(it, &wanted)).collect();
    found.sort();
    found.dedup();
    match found.len() {
        0 => Found::Nothing,
        1 => found.pop().map_or(Found::Nothing, Found::Move),
        _ => Found::Several,
    }
}

/// One of the moves that are listed, each as likely as any other; a grave one only where there is
/// nothing else.
pub(super) fn any(menu: &Menu, rng: &mut PlayoutRng) -> Option<String> {
    let size = |moves: &Moves| match moves {
        Moves::Range { count, .. } if alone(moves).is_none() => *count,
        _ => 1,
    };
    let grave = |moves: &Moves| matches!(moves, Moves::One(only) if menu.grave.contains(only));
    let harmless: Vec<&Moves> = menu.moves.iter().filter(|moves| !grave(moves)).collect();
    let from = if harmless.is_empty() { menu.moves.iter().collect() } else { harmless };
    let total = from.iter().map(|moves| size(moves)).fold(0, u64::saturating_add);
    let mut ticket = if total == 0 { return None } else { below(rng, total) };
    for moves in from {
        if ticket < size(moves) {
            let of_range = || Span::of(moves).map(|span| span.nth(ticket));
            return alone(moves).map(str::to_owned).or_else(of_range);
        }
        ticket -= size(moves);
    }
    None
}

/// The only move of an entry that has no more.
fn alone(moves: &Moves) -> Option<&str> {
    match moves {
        Moves::One(only) => Some(only),
        Moves::Range { first, last, .. } => (first == last).then_some(first),
    }
}

fn has(moves: &Moves, words: &str) -> bool {
    if let Some(only) = alone(moves) {
        return only == words;
    }
    // One spelling each: no sign and no zeros in front.
    let exact = |span: Span<'_>| {
        let amount = words.strip_prefix(span.before)?.strip_suffix(span.after)?;
        let number = amount.parse().ok().filter(|number| span.has(*number))?;
        (number.to_string() == amount).then_some(())
    };
    Span::of(moves).and_then(exact).is_some()
}

/// The move of these that is written alike.
fn alike(moves: &Moves, wanted: &str) -> Option<String> {
    if let Some(only) = alone(moves) {
        return (plain(only) == wanted).then(|| only.to_owned());
    }
    let span = Span::of(moves)?;
    let (before, after) = (plain(span.before), plain(span.after));
    let amount = wanted.strip_prefix(before.as_str())?.strip_suffix(after.as_str())?;
    let amount = amount.trim().trim_start_matches(['£', '$']).replace(',', "");
    let amount = amount.parse().ok()?;
    span.has(amount).then(|| span.written(amount))
}

/// Words without what people vary.
fn plain(words: &str) -> String {
    let mut lower = String::with_capacity(words.len());
    for c in words.chars().flat_map(char::to_lowercase) {
        // Only within words: before a number it is a sign.
        let joins = matches!(c, '-' | '_') && lower.ends_with(char::is_alphanumeric);
        lower.push(if joins { ' ' } else { c });
    }
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A range of moves: what stands before and after the number in which they differ.
#[derive(Debug)]
struct Span<'a> {
    before: &'a str,
    after: &'a str,
    first: u64,
    last: u64,
    step: u64,
}

impl<'a> Span<'a> {
    fn of(moves: &'a Moves) -> Option<Self> {
        let Moves::Range { first, last, step, .. } = moves else { return None };
        let same = first.bytes().zip(last.bytes()).take_while(|(one, other)| one == other).count();
        // The numbers may begin alike: 120 and 160.
        let head = &first.as_bytes()[..same];
        let begin = same - head.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let number = |text: &'a str| {
            let rest = text.get(begin..)?;
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            Some((rest[..end].parse::<u64>().ok()?, &rest[end..]))
        };
        let ((low, after), (high, also_after)) = (number(first)?, number(last)?);
        let is_range = low < high && after == also_after;
        let (before, step) = (&first[..begin], (*step).max(1));
        is_range.then_some(Self { before, after, first: low, last: high, step })
    }

    fn has(&self, amount: u64) -> bool {
        (self.first..=self.last).contains(&amount)
            && (amount - self.first).is_multiple_of(self.step)
    }

    fn nth(&self, n: u64) -> String {
        self.written(self.first.saturating_add(n.saturating_mul(self.step)).min(self.last))
    }

    fn written(&self, amount: u64) -> String {
        format!("{}{amount}{}", self.before, self.after)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use parlor_engine::sample::playout_rng;

    use super::*;

    fn range(first: &str, last: &str, step: u64, count: u64) -> Moves {
        Moves::Range { first: first.to_owned(), last: last.to_owned(), step, count }
    }

    fn menu(moves: Vec<Moves>) -> Menu {
        Menu {
            count: moves.len() as u64,
            complete: true,
            moves,
            grave: Vec::new(),
            slots: Vec::new(),
        }
    }

    fn one(words: &str) -> Moves {
        Moves::One(words.to_owned())
    }

    fn check(menu: &Menu, words: &str, expected: &str) {
        assert_eq!(find(menu, words), Found::Move(expected.to_owned()), "{words}");
    }

    #[test]
    fn moves_are_found_however_they_are_spelt() {
        let menu =
            menu(vec![one("end phase"), one("buy code-review"), one("h 0 1"), one("h 0 11")]);
        check(&menu, "h 0 1", "h 0 1");
        check(&menu, " H  0 1 ", "h 0 1");
        check(&menu, "End-Phase", "end phase");
        check(&menu, "buy Code Review", "buy code-review");
        assert_eq!(find(&menu, "h 0"), Found::Nothing);
        assert_eq!(find(&menu, "h 0 1 1"), Found::Nothing);
        assert_eq!(find(&menu, ""), Found::Nothing);
    }

    #[test]
    fn what_could_be_two_moves_is_neither() {
        let menu = menu(vec![one("give a-b"), one("give a b"), one("Pass"), one("pass")]);
        assert_eq!(find(&menu, "GIVE A B"), Found::Several);
        check(&menu, "give a-b", "give a-b");
        assert_eq!(find(&menu, "PASS"), Found::Several);
        check(&menu, "pass", "pass");
    }

    #[test]
    fn amounts_are_found_in_their_range() {
        let menu = menu(vec![
            one("pass"),
            range("bid 120", "bid 640", 10, 53),
            range("give cash 1 to 2", "give cash 900 to 2", 1, 900),
        ]);
        check(&menu, "bid 120", "bid 120");
        check(&menu, "bid 640", "bid 640");
        check(&menu, "Bid £640", "bid 640");
        check(&menu, "give cash 77 to 2", "give cash 77 to 2");
        check(&menu, "give cash 0,077 to 2", "give cash 77 to 2");
        for wrong in [
            "bid 125",
            "bid 110",
            "bid 650",
            "bid",
            "bid -120",
            "bid 1 2 0",
            "bid 99999999999999999999",
            "give cash 77 to 3",
            "give cash to 2",
            "bid 120 bid 130",
        ] {
            assert_eq!(find(&menu, wrong), Found::Nothing, "{wrong}");
        }
        check(&menu, "bid 0120", "bid 120");
    }

    #[test]
    fn numbers_that_begin_alike_are_one_number() {
        let parts = |first, last| {
            let range = range(first, last, 1, 9);
            Span::of(&range)
                .map(|it| format!("{}|{}|{}|{}", it.before, it.first, it.last, it.after))
        };
        assert_eq!(parts("bid 120", "bid 160").unwrap(), "bid |120|160|");
        assert_eq!(parts("give 5 of 10", "give 50 of 10").unwrap(), "give |5|50| of 10");
        assert_eq!(parts("pass", "bid 10"), None);
        assert_eq!(parts("bid 20", "bid 10"), None);
        assert_eq!(parts("", ""), None);
    }

    #[test]
    fn a_range_of_one_is_one_move() {
        let menu = menu(vec![range("bid 10", "bid 10", 10, 1)]);
        check(&menu, "Bid 10", "bid 10");
        assert_eq!(find(&menu, "bid 20"), Found::Nothing);
        assert_eq!(any(&menu, &mut playout_rng(1)).as_deref(), Some("bid 10"));
    }

    #[test]
    fn anything_is_on_the_menu_and_everything_comes_up() {
        let bids = menu(vec![one("pass"), range("bid 10", "bid 30", 10, 3)]);
        let mut rng = playout_rng(1);
        let drawn: BTreeSet<String> = (0..200).filter_map(|_| any(&bids, &mut rng)).collect();
        let all = ["bid 10", "bid 20", "bid 30", "pass"].map(str::to_owned);
        assert_eq!(drawn, BTreeSet::from(all));
        assert_eq!(any(&menu(Vec::new()), &mut rng), None);
        let ones = ["leave", "roll"].map(|only| Moves::One(only.to_owned()));
        let grave = Menu { grave: vec!["leave".to_owned()], ..menu(ones.to_vec()) };
        assert!((0..50).all(|_| any(&grave, &mut rng).as_deref() == Some("roll")));
        let only = Menu { moves: ones[..1].to_vec(), ..grave };
        assert_eq!(any(&only, &mut rng).as_deref(), Some("leave"));
    }
}
