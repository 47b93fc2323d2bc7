//! What a viewer knows of what does not lie open, in words for the board.

use std::fmt::Write as _;

use parlor_engine::layout::{TIE, wrapped};
use parlor_engine::{Names, Seat, Seats};

use crate::board::label;
use crate::card::{Card, Kinds, LOOKS, Look, Looks, Print};
use crate::catalogue::{CONSTABLES, SPIES};
use crate::deck::Back;
use crate::rules::Rules;
use crate::state::{Bounty, Step};
use crate::text::a;
use crate::view::{Seen, View};

/// So many numbers are said one by one; of more it is said what they are not.
const FEW: usize = 3;

/// Each line of it.
pub(crate) fn knowledge(rules: &Rules, view: &View, names: &Names) -> Vec<String> {
    if view.open.is_some() {
        return Vec::new();
    }
    let left = view.out_of_sight(rules);
    let mut facts = Vec::new();
    facts.extend(view.viewer.seat().and_then(|seat| of_own_hand(view, seat, names)));
    for (index, seen) in view.hands.iter().enumerate() {
        let seat = Seat::at(index);
        if view.viewer.seat() != Some(seat) && seen.size > 0 {
            facts.extend(of_hand(rules, view, seat, seen, &left, names));
        }
    }
    facts.extend(of_deck(rules, view, names));
    facts.extend(promises(rules, view, names));
    facts.extend(not_seen(rules, view, &left));
    facts.into_iter().map(|fact| wrapped("  ", &fact, 4)).collect()
}

// ---- who knows what ----

/// Who knows what of the viewer's own hand: `Dan knows your Nope; Cid may know some of your hand.`
fn of_own_hand(view: &View, seat: Seat, names: &Names) -> Option<String> {
    let own = view.hands.get(seat.index())?;
    let others = view.table.alive.without(seat);
    let knowers = knowers(own, others);
    let mut groups: Vec<(Vec<Print>, Seats)> = Vec::new();
    for other in others.iter() {
        let known = own.known.iter().zip(&knowers).filter(|(_, who)| who.contains(other));
        let known: Vec<Print> = known.map(|(card, _)| *card).collect();
        match groups.iter_mut().find(|(cards, _)| *cards == known) {
            Some((_, who)) => *who = who.with(other),
            None if known.is_empty() => {}
            None => groups.push((known, Seats::one(other))),
        }
    }
    let mut facts = Vec::new();
    let hearsay = &view.table.player(seat).hearsay;
    let unsure = hearsay.all().fold(Seats::NONE, |all, watchers| all.or(watchers.unsure));
    let mut open = unsure.and(others);
    for (cards, who) in groups {
        open = open.less(who);
        let what = if cards.len() < own.known.len() { titles(&cards) } else { "hand".to_owned() };
        facts.push(format!("{} your {what}", know(who, others, names)));
    }
    if !open.is_empty() {
        facts.push(format!("{} may know some of your hand", names.list(open.iter())));
    }
    sentence(&facts)
}

/// Facts in one sentence. A name stays as it is written.
fn sentence(facts: &[String]) -> Option<String> {
    let text = facts.join("; ");
    let text = match text.strip_prefix("everybody") {
        Some(rest) => format!("Everybody{rest}"),
        None => text,
    };
    (!facts.is_empty()).then(|| format!("{text}."))
}

/// Who is sure to know each card of the viewer's own hand.
fn knowers(own: &Seen, others: Seats) -> Vec<Seats> {
    let mut knowers: Vec<Seats> = own.known_by.to_vec();
    knowers.resize(own.known.len(), Seats::NONE);
    // Of equal cards fewest know of the last: that is the one in the open.
    let mut open = own.open.iter().rev().peekable();
    for (card, who) in own.known.iter().zip(&mut knowers).rev() {
        if open.next_if(|other| *other == card).is_some() {
            *who = others;
        }
    }
    knowers
}

/// `Ann and Bob know`, `everybody knows`.
fn know(who: Seats, others: Seats, names: &Names) -> String {
    match who.are_several() {
        true if who == others => "everybody knows".to_owned(),
        true => format!("{} know", names.list(who.iter())),
        false => format!("{} knows", names.list(who.iter())),
    }
}

fn titles(cards: &[Print]) -> String {
    let titles: Vec<String> =
        cards.iter().map(|card| card.card.title().replace(' ', &TIE.to_string())).collect();
    titles.join(" and ")
}

/// Who else knows somebody's hand, by what everybody knows.
fn watchers(view: &View, seat: Seat, hand: &str, names: &Names) -> Vec<String> {
    let hearsay = &view.table.player(seat).hearsay;
    let others = view.table.alive.without(seat);
    let besides = view.viewer.seat().map_or(others, |viewer| others.without(viewer));
    let sure = view.sure(seat).and(besides);
    let mut facts = Vec::new();
    if !sure.is_empty() {
        facts.push(format!("{} {hand}", know(sure, others, names)));
    }
    let it = |facts: &[String]| if facts.is_empty() { hand } else { "it" }.to_owned();
    let (mut part, mut may) = (Seats::NONE, Seats::NONE);
    for back in Back::ALL {
        let count = view.hands.get(seat.index()).map_or(0, |seen| seen.with_back(back));
        let name = back.word();
        let watchers = hearsay.watchers(back);
        let these = watchers.sure.and(besides).less(sure);
        if !these.is_empty() {
            let cards = if count == 1 { "card" } else { "cards" };
            let who = know(these, others, names);
            facts.push(format!("{who} the {name} {cards} of {}", it(&facts)));
        }
        part = part.or(these);
        may = may.or(watchers.may.and(besides));
    }
    for (who, how) in [(may.less(part), "some"), (may.and(part), "more")] {
        if !who.is_empty() {
            let who = names.list(who.iter());
            facts.push(format!("{who} may know {how} of {}", it(&facts)));
        }
    }
    facts
}

// ---- what a hand holds ----

/// What is known of the cards in a hand that the viewer has not seen.
#[derive(Default)]
struct Unknown {
    /// Cards that must be there, for nothing else can.
    certain: Vec<Print>,
    /// How many more there are.
    more: u8,
    /// What those can be.
    can_be: Kinds,
    /// What they could be if nothing had been said of the hand.
    could_be: Kinds,
}

impl Unknown {
    fn of(rules: &Rules, view: &View, seat: Seat, seen: &Seen, left: &[u8; LOOKS]) -> Self {
        let not = view.table.player(seat).hearsay.not;
        let worth = tied_value(rules, view, seat)
            .map(|value| rules.looks_of(rules.by_value[usize::from(value)]));
        let mut all = Self::default();
        for back in Back::ALL {
            let count = seen.unknown_with_back(rules, back);
            if count == 0 {
                continue;
            }
            // A mark says something of the hand; that a card has a letter or stars does not.
            let plain = matches!(back, Back::Letter | Back::Cosmic);
            let could_be = if plain { rules.with_back(back) } else { rules.looks() };
            let is_left = |look: &Look| left[look.index()] > 0;
            let could_be: Looks = could_be.iter().filter(is_left).collect();
            let can_be = could_be.and(rules.with_back(back)).less(not);
            let can_be = can_be.and(worth.unwrap_or(could_be));
            let copies: usize = can_be.iter().map(|look| usize::from(left[look.index()])).sum();
            let mut prints = rules.prints(can_be);
            match (prints.next(), prints.next()) {
                (Some(only), None) => {
                    all.certain.extend(std::iter::repeat_n(only, count.into()));
                }
                (Some(_), Some(_)) if copies == usize::from(count) => {
                    let each = |card: Print| std::iter::repeat_n(card, left[card.index()].into());
                    all.certain.extend(rules.prints(can_be).flat_map(each));
                }
                _ => {
                    all.more += count;
                    all.can_be = all.can_be.or(rules.kinds_of(can_be));
                    all.could_be = all.could_be.or(rules.kinds_of(could_be));
                }
            }
        }
        all
    }

    /// `an 8`, `a 5 or 7, but no Silver Key 7`: where few numbers are left for the one card.
    fn numbers(&self, rules: &Rules) -> Option<String> {
        let values = |kinds: Kinds| -> Vec<u8> {
            let has = |value: &u8| !rules.by_value[usize::from(*value)].and(kinds).is_empty();
            (0..rules.by_value.len() as u8).filter(has).collect()
        };
        let numbers = values(self.can_be);
        let fewer = numbers.len() < values(self.could_be).len();
        let (first, others) = numbers.split_first()?;
        if self.more != 1 || numbers.len() > if fewer { FEW } else { 1 } {
            return None;
        }
        let mut text = a(*first);
        for (place, number) in others.iter().enumerate() {
            text.push_str(if place + 1 < others.len() { ", " } else { " or " });
            text.push_str(&number.to_string());
        }
        let fits = |card: &Card| numbers.contains(&rules.value(*card));
        let but: Vec<String> = self
            .could_be
            .less(self.can_be)
            .iter()
            .filter(fits)
            .map(|card| label(rules, card))
            .collect();
        if !but.is_empty() {
            _ = write!(text, ", but no {}", but.join(" and no "));
        }
        Some(text)
    }

    /// What they are not: by number where nothing with that number is left. A run of such numbers
    /// goes as far as there is nothing left, whether or not that was said of the hand.
    fn are_not(&self, rules: &Rules) -> String {
        let not = self.could_be.less(self.can_be);
        let numbers: Vec<(u8, Kinds)> = (0..).zip(rules.by_value).collect();
        let numbers: Vec<(u8, Kinds)> =
            numbers.into_iter().filter(|(_, cards)| !cards.is_empty()).collect();
        let gone = |cards: Kinds| cards.and(self.can_be).is_empty();
        let mut words = Vec::new();
        let mut rest = not;
        for run in numbers.chunk_by(|(_, one), (_, two)| gone(*one) == gone(*two)) {
            let cards = run.iter().fold(Kinds::NONE, |all, (_, cards)| all.or(*cards));
            if !gone(cards) || cards.and(not).is_empty() {
                continue;
            }
            rest = rest.less(cards);
            let said = run.iter().filter(|(_, cards)| !cards.and(not).is_empty());
            let said: Vec<u8> = said.map(|(number, _)| *number).collect();
            match (said.len() >= FEW, run) {
                (true, [(first, _), .., (last, _)]) => words.push(format!("{first} to {last}")),
                _ => words.extend(said.iter().map(u8::to_string)),
            }
        }
        words.extend(rest.iter().map(|card| label(rules, card)));
        match words.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [others @ .., last] => format!("{} and no {last}", others.join(", no ")),
        }
    }
}

/// The number on a card that is worth as much as one that the viewer knows.
fn tied_value(rules: &Rules, view: &View, seat: Seat) -> Option<u8> {
    let tied = view.table.player(seat).hearsay.tied.without(seat);
    let known = |other: Seat| view.hands.get(other.index()).and_then(|seen| seen.known.first());
    tied.iter().find_map(known).map(|card| rules.value(card.card))
}

/// What somebody else's hand holds, what it does not, and who else knows.
fn of_hand(
    rules: &Rules,
    view: &View,
    seat: Seat,
    seen: &Seen,
    left: &[u8; LOOKS],
    names: &Names,
) -> Option<String> {
    let who = names.of(seat);
    let labels = |cards: &[Print]| -> String {
        cards.iter().map(|card| label(rules, *card)).collect::<Vec<_>>().join(", ")
    };
    let unknown = Unknown::of(rules, view, seat, seen, left);
    let mut facts = Vec::new();
    if !seen.known.is_empty() {
        facts.push(format!("holds {}", labels(&seen.known)));
    }
    let holds = |facts: &[String]| if facts.is_empty() { "holds" } else { "beside that" };
    if !unknown.certain.is_empty() {
        let only = match unknown.certain.len() {
            1 => "the only card it can be",
            _ => "the only cards they can be",
        };
        facts.push(format!("{} {}, {only}", holds(&facts), labels(&unknown.certain)));
    }
    if let Some(numbers) = unknown.numbers(rules) {
        facts.push(format!("{} {numbers}", holds(&facts)));
    } else if unknown.more > 0 {
        let not = unknown.are_not(rules);
        if !not.is_empty() {
            let has = if facts.is_empty() { "has" } else { "beside that," };
            facts.push(format!("{has} no {not}"));
        }
    }
    let tied = view.table.player(seat).hearsay.tied.without(seat);
    // Of two unknown hands it is said once.
    let said = tied.iter().any(|other| other < seat);
    if unknown.more > 0 && !tied.is_empty() && !said && tied_value(rules, view, seat).is_none() {
        facts.push(format!("has a card worth as much as that of {}", names.list(tied.iter())));
    }
    if seen.open.len() < usize::from(seen.size) {
        if facts.is_empty() {
            return sentence(&watchers(view, seat, &format!("{who}'s hand"), names));
        }
        facts.extend(watchers(view, seat, "the hand", names));
    }
    (!facts.is_empty()).then(|| format!("{who} {}.", facts.join("; ")))
}

// ---- the deck ----

/// What lies under the deck, or was shuffled into it.
fn of_deck(rules: &Rules, view: &View, names: &Names) -> Vec<String> {
    let mut facts = Vec::new();
    let mut under: Vec<String> = Vec::new();
    for run in view.bottom.chunk_by(|one, two| one.card.is_none() && one == two) {
        under.push(match (run[0].card, run.len()) {
            (Some(card), _) => label(rules, card),
            (None, 1) => format!("a card of {}'s", names.of(run[0].by)),
            (None, several) => format!("{several} cards of {}'s", names.of(run[0].by)),
        });
    }
    match under.as_slice() {
        [] => {}
        [only] => facts.push(format!("Under the deck: {only}.")),
        several => {
            let list = several.join(", ");
            facts.push(format!("Under the deck: {list}; the first is drawn first."));
        }
    }
    let back = view.table.returned.iter().map(|card| label(rules, *card));
    let back: Vec<String> = back.collect();
    if !back.is_empty() {
        facts.push(format!("In the deck is {}.", back.join(", ")));
    }
    facts
}

/// The cards that may be in the deck, aside, or in a hand: by name where that is two lines at the
/// most, and otherwise how many there are with each number.
fn not_seen(rules: &Rules, view: &View, left: &[u8; LOOKS]) -> Option<String> {
    let times = |what: String, count: u32| match count {
        1 => what,
        _ => format!("{what}{TIE}x{count}"),
    };
    let is_left = |card: &Print| left[card.index()] > 0;
    let count = |card: Print| u32::from(left[card.index()]);
    let prints = |kinds: &Kinds| rules.prints(rules.looks_of(*kinds));
    let cards = rules.by_value.iter().flat_map(prints).filter(is_left);
    let cards: Vec<String> = cards.map(|card| times(label(rules, card), count(card))).collect();
    if cards.is_empty() || view.table.step == Step::Setup {
        return None;
    }
    let named = format!("Not seen yet: {}.", cards.join(", "));
    if wrapped("  ", &named, 4).lines().count() <= 2 {
        return Some(named);
    }
    let by_number = |back: Back| -> String {
        let number = |(value, kinds): (u8, &Kinds)| {
            let looks = rules.looks_of(*kinds).and(rules.with_back(back));
            let count = rules.prints(looks).map(count).sum();
            (count > 0).then(|| times(value.to_string(), count))
        };
        (0..).zip(&rules.by_value).filter_map(number).collect::<Vec<_>>().join(", ")
    };
    let backs = Back::ALL.map(|back| (back.word(), by_number(back)));
    let backs = backs.into_iter().filter(|(_, list)| !list.is_empty());
    let several = rules.has_several_backs();
    let back = |(name, list): (&str, String)| {
        if several { format!("{name}{TIE}{list}") } else { list }
    };
    let backs: Vec<String> = backs.map(back).collect();
    Some(format!("Not seen yet, by number: {}.", backs.join("; ")))
}

// ---- tokens to come ----

/// Tokens that are promised, and whom the next card must choose.
fn promises(rules: &Rules, view: &View, names: &Names) -> Vec<String> {
    let table = &view.table;
    let mut facts = Vec::new();
    let paid = |by: Seat, on: Seat| table.present.contains(by) && table.alive.contains(on);
    for bet in table.bets.iter().filter(|bet| paid(bet.by, bet.on)) {
        let (by, on, card) = (names.of(bet.by), names.of(bet.on), bet.card.title());
        facts.push(format!("{card}: {by} gains a token if {on} wins the round."));
    }
    for bounty in table.bounties.iter().filter(|bounty| paid(bounty.by, bounty.on)) {
        let (by, on) = (names.of(bounty.by), names.of(bounty.on));
        let how = if table.is_insane(bounty.on) { ", other than by a sanity check," } else { "" };
        let (card, until) = (bounty.card.title(), until(view, *bounty, names));
        facts.push(format!("{card}: {by} gains a token if {on} goes out{how} before {until}."));
    }
    let has_constable = |seat: &Seat| table.discards(*seat).any(|card| CONSTABLES.contains(card));
    for seat in table.alive.iter().filter(has_constable) {
        facts.push(format!("Constable: {} gains a token by going out.", names.of(seat)));
    }
    facts.extend(spies(rules, view, names));
    if let Some(must) = table.sycophant {
        let must = names.of(must);
        facts.push(format!("Sycophant: the next card that chooses players must choose {must}."));
    }
    facts
}

/// When a bounty ends. A hunter who is out has no turn any more that could end it.
fn until(view: &View, bounty: Bounty, names: &Names) -> String {
    let table = &view.table;
    if bounty.turns == 1 && table.mover == bounty.by {
        "this turn ends".to_owned()
    } else if table.alive.contains(bounty.by) {
        format!("{}'s next turn ends", names.of(bounty.by))
    } else {
        "the round ends".to_owned()
    }
}

/// Who gains a token by a Spy if the round ends as it is.
fn spies(rules: &Rules, view: &View, names: &Names) -> Option<String> {
    let table = &view.table;
    let has_spy = |seat: &Seat| table.discards(*seat).any(|card| SPIES.contains(card));
    let spies: Seats = table.alive.iter().filter(has_spy).collect();
    let title = rules.kinds.and(SPIES).iter().next()?.title();
    match (spies.first()?, spies.len()) {
        (only, 1) => Some(format!(
            "{title}: {} gains a token at the end of the round, as it is now.",
            names.of(only)
        )),
        (_, several) => Some(format!(
            "{title}: nobody gains a token while {} {} are in.",
            if several == 2 { "both" } else { "two of" },
            names.list(spies.iter())
        )),
    }
}
