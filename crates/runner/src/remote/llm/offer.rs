//! What a menu offers: whether a move is on it, however it is spelt.

use parlor_engine::sample::{PlayoutRng, below};
use parlor_protocol::{Amounts, Entry, Menu, Moves, Part};

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
    let offers: Vec<Offer<'_>> = offers(menu).collect();
    if offers.iter().any(|offer| offer.has(words)) {
        return Found::Move(words.to_owned());
    }
    let wanted = plain(words);
    let mut found: Vec<String> = offers.iter().filter_map(|offer| offer.alike(&wanted)).collect();
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
    let is_grave = |offer: &Offer<'_>| match offer {
        Offer::One(only) => menu.grave.iter().any(|grave| grave == only),
        Offer::Range(_) => false,
    };
    let harmless: Vec<Offer<'_>> = offers(menu).filter(|offer| !is_grave(offer)).collect();
    let from = if harmless.is_empty() { offers(menu).collect() } else { harmless };
    let total = from.iter().map(Offer::count).fold(0, u64::saturating_add);
    let mut ticket = if total == 0 { return None } else { below(rng, total) };
    for offer in from {
        if ticket < offer.count() {
            return Some(match offer {
                Offer::One(only) => only.to_owned(),
                Offer::Range(range) => range.nth(ticket),
            });
        }
        ticket -= offer.count();
    }
    None
}

/// An entry of a menu.
#[derive(Debug)]
enum Offer<'a> {
    One(&'a str),
    Range(Range),
}

/// The entries of a menu. A range without data about its parts cannot be taken apart, so it offers its
/// first move.
fn offers(menu: &Menu) -> impl Iterator<Item = Offer<'_>> {
    menu.moves.iter().enumerate().map(|(index, moves)| match moves {
        Moves::One(only) => Offer::One(only),
        Moves::Range { first, last, .. } if first == last => Offer::One(first),
        Moves::Range { first, .. } => {
            let range = menu.slots.get(index).and_then(Range::of);
            range.map_or(Offer::One(first), Offer::Range)
        }
    })
}

impl Offer<'_> {
    const fn count(&self) -> u64 {
        match self {
            Self::One(_) => 1,
            Self::Range(range) => range.count(),
        }
    }

    /// Whether these words are one of its moves, in the one spelling it has.
    fn has(&self, words: &str) -> bool {
        match self {
            Self::One(only) => *only == words,
            Self::Range(range) => {
                let amount = words.strip_prefix(&range.before);
                let amount = amount.and_then(|amount| amount.strip_suffix(&range.after));
                let number = amount.and_then(|amount| amount.parse().ok());
                // No sign and no zeros in front.
                number.is_some_and(|it| range.has(it) && range.written(it) == words)
            }
        }
    }

    /// The move of it that is written alike.
    fn alike(&self, wanted: &str) -> Option<String> {
        match self {
            Self::One(only) => (plain(only) == wanted).then(|| (*only).to_owned()),
            Self::Range(range) => {
                let (before, after) = (plain(&range.before), plain(&range.after));
                let amount = wanted.strip_prefix(before.as_str())?.strip_suffix(after.as_str())?;
                let amount = amount.trim().trim_start_matches(['£', '$']).replace(',', "");
                let amount = amount.parse().ok()?;
                range.has(amount).then(|| range.written(amount))
            }
        }
    }
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

/// Moves that differ in one amount: what stands before and after it, and which amounts there are.
#[derive(PartialEq, Debug)]
struct Range {
    before: String,
    after: String,
    first: i64,
    last: i64,
    step: u64,
}

impl Range {
    fn of(entry: &Entry) -> Option<Self> {
        let Amounts { part, first, last, step } = entry.amounts?;
        let part = part as usize;
        let written = |parts: &[Part], side: fn(&str) -> String| -> String {
            parts.iter().map(|part| side(&part.written)).collect()
        };
        let before = written(entry.parts.get(..part)?, |word| format!("{word} "));
        let after = written(entry.parts.get(part + 1..)?, |word| format!(" {word}"));
        (first <= last).then_some(Self { before, after, first, last, step: step.max(1) })
    }

    const fn count(&self) -> u64 {
        self.last.abs_diff(self.first) / self.step + 1
    }

    fn has(&self, amount: i64) -> bool {
        (self.first..=self.last).contains(&amount)
            && amount.abs_diff(self.first).is_multiple_of(self.step)
    }

    fn nth(&self, n: u64) -> String {
        let further = n.saturating_mul(self.step);
        self.written(self.first.saturating_add_unsigned(further).min(self.last))
    }

    fn written(&self, amount: i64) -> String {
        format!("{}{amount}{}", self.before, self.after)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use parlor_engine::sample::playout_rng;
    use parlor_protocol::Kind;

    use super::*;

    /// Moves that differ in the amount that stands for N.
    pub(crate) fn range(pattern: &str, first: i64, last: i64, step: u64) -> (Moves, Entry) {
        let written = |amount: i64| pattern.replace('N', &amount.to_string());
        let part = |word: &str| {
            let kind = if word == "N" { Kind::Amount } else { Kind::Word };
            Part { kind, written: word.replace('N', &first.to_string()), name: None }
        };
        let parts = pattern.split(' ').map(part).collect();
        let number = pattern.split(' ').position(|word| word == "N").unwrap() as u32;
        let amounts = Some(Amounts { part: number, first, last, step });
        let entry = Entry { parts, amounts, meaning: None };
        let count = first.abs_diff(last) / step + 1;
        let (first, last) = (written(first), written(last));
        (Moves::Range { first, last, step, count, part: Some(number) }, entry)
    }

    pub(crate) fn menu(entries: Vec<(Moves, Entry)>) -> Menu {
        let (moves, slots): (Vec<Moves>, Vec<Entry>) = entries.into_iter().unzip();
        Menu { count: moves.len() as u64, complete: true, moves, grave: Vec::new(), slots }
    }

    pub(crate) fn one(words: &str) -> (Moves, Entry) {
        let part = |word: &str| Part { kind: Kind::Word, written: word.to_owned(), name: None };
        let parts = words.split(' ').map(part).collect();
        (Moves::One(words.to_owned()), Entry { parts, amounts: None, meaning: None })
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
            range("bid N", 120, 640, 10),
            range("give cash N to 2", 1, 900, 1),
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
    fn a_range_that_says_nothing_of_its_parts_offers_its_first_move() {
        let bids = Menu { slots: Vec::new(), ..menu(vec![range("bid N", 10, 30, 10)]) };
        check(&bids, "BID 10", "bid 10");
        assert_eq!(find(&bids, "bid 20"), Found::Nothing);
        // Nor does one whose data point past its parts.
        let (moves, mut entry) = range("bid N", 10, 30, 10);
        entry.amounts.as_mut().unwrap().part = 7;
        check(&menu(vec![(moves, entry)]), "bid 10", "bid 10");
    }

    #[test]
    fn a_range_of_one_is_one_move() {
        let menu = menu(vec![range("bid N", 10, 10, 10)]);
        check(&menu, "Bid 10", "bid 10");
        assert_eq!(find(&menu, "bid 20"), Found::Nothing);
        assert_eq!(any(&menu, &mut playout_rng(1)).as_deref(), Some("bid 10"));
    }

    #[test]
    fn anything_is_on_the_menu_and_everything_comes_up() {
        let bids = menu(vec![one("pass"), range("bid N", 10, 30, 10)]);
        let mut rng = playout_rng(1);
        let drawn: BTreeSet<String> = (0..200).filter_map(|_| any(&bids, &mut rng)).collect();
        let all = ["bid 10", "bid 20", "bid 30", "pass"].map(str::to_owned);
        assert_eq!(drawn, BTreeSet::from(all));
        assert_eq!(any(&menu(Vec::new()), &mut rng), None);
        let grave = menu(vec![one("leave"), one("roll")]);
        let grave = Menu { grave: vec!["leave".to_owned()], ..grave };
        assert!((0..50).all(|_| any(&grave, &mut rng).as_deref() == Some("roll")));
        let only = Menu { moves: grave.moves[..1].to_vec(), ..grave };
        assert_eq!(any(&only, &mut rng).as_deref(), Some("leave"));
    }
}
