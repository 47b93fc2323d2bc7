//! What a player can do, and the menu of it.

use arrayvec::ArrayVec;
use parlor_engine::rand_core::Rng;
use parlor_engine::sample::below;
use parlor_engine::{Entry, Menu, Seat, Seats, bit_set};

use crate::card::Print;

/// What a player does.
#[expect(missing_docs, reason = "each move says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Plays a card from hand: its sane or its insane side, for whom, and the number named.
    Play { card: Print, insane: bool, targets: Seats, number: Option<u8> },
    /// Shuffles one of a hand full of eights into the deck instead of playing.
    Shuffle(Print),
    /// Answers what is on the stack with a card.
    Answer(Print),
    /// Does not.
    Pass,
    /// Chooses the card that counts, of several.
    Offer(Print),
    /// Puts a card under the deck.
    Return(Print),
    /// Deals a collected card to a player.
    Give { card: Print, to: Seat },
    /// Names a number.
    Name(u8),
    /// Looks at this player's card.
    Look(Seat),
    /// Chooses whom a card is for.
    Aim(Seats),
    /// Discards and draws.
    Redraw,
    /// Keeps the card.
    Keep,
    /// Says who begins.
    Start(Seat),
    /// Says which of one's own events, counted from the top of the stack, comes first.
    First(u8),
}

/// Whom a card can be for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// For nobody in particular.
    Nobody,
    /// For all of these at once.
    All(Seats),
    /// For one of these.
    One(Seats),
    /// For one or two of these, that one among them.
    OneOrTwo(Seats, Option<Seat>),
    /// For two of these, that one among them.
    Two(Seats, Option<Seat>),
}

/// How a card chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// Nobody.
    Nobody,
    /// Another player.
    Other,
    /// Another player who is not insane.
    SaneOther,
    /// Any player, oneself too.
    Anybody,
    /// One or two other players.
    OneOrTwoOthers,
    /// Two players, oneself too.
    TwoOfAll,
    /// All other players at once.
    AllOthers,
}

impl Aim {
    #[expect(clippy::inline_always, reason = "where the line is written its kind is known")]
    #[inline(always)]
    fn count(self) -> usize {
        let pairs = |n: usize| n * n.saturating_sub(1) / 2;
        match self {
            Self::Nobody | Self::All(_) => 1,
            Self::One(from) | Self::OneOrTwo(from, Some(_)) => from.len(),
            Self::OneOrTwo(from, None) => from.len() + pairs(from.len()),
            Self::Two(from, None) => pairs(from.len()),
            Self::Two(from, Some(_)) => from.len() - 1,
        }
    }

    #[inline]
    fn nth(self, number: usize) -> Option<Seats> {
        match self {
            Self::Nobody => Some(Seats::NONE),
            Self::All(seats) => Some(seats),
            Self::One(from) => from.nth(number).map(Seats::one),
            Self::OneOrTwo(from, None) => match number.checked_sub(from.len()) {
                None => from.nth(number).map(Seats::one),
                Some(pair) => nth_pair(from, pair),
            },
            Self::OneOrTwo(from, Some(must)) => match number.checked_sub(1) {
                None => Some(Seats::one(must)),
                Some(other) => {
                    from.without(must).nth(other).map(|seat| Seats::one(must).with(seat))
                }
            },
            Self::Two(from, None) => nth_pair(from, number),
            Self::Two(from, Some(must)) => {
                from.without(must).nth(number).map(|seat| Seats::one(must).with(seat))
            }
        }
    }

    #[inline]
    pub(crate) fn contains(self, chosen: Seats) -> bool {
        let among = |from: Seats, must: Option<Seat>| {
            chosen.less(from).is_empty() && must.is_none_or(|must| chosen.contains(must))
        };
        match self {
            Self::Nobody => chosen.is_empty(),
            Self::All(seats) => chosen == seats,
            Self::One(from) => !chosen.is_empty() && !chosen.are_several() && among(from, None),
            Self::OneOrTwo(from, must) => (1..=2).contains(&chosen.len()) && among(from, must),
            Self::Two(from, must) => chosen.len() == 2 && among(from, must),
        }
    }
}

fn nth_pair(from: Seats, mut number: usize) -> Option<Seats> {
    let mut rest = from;
    while let Some(first) = rest.first() {
        rest = rest.without(first);
        match number.checked_sub(rest.len()) {
            None => return rest.nth(number).map(|second| Seats::one(first).with(second)),
            Some(left) => number = left,
        }
    }
    None
}

/// Moves of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A card, for any of these, naming any of these numbers.
    Play { card: Print, insane: bool, aim: Aim, numbers: Numbers },
    /// The card of one of these is looked at.
    Look(Seats),
    /// One of these begins.
    Start(Seats),
    /// Any of these players.
    Aim(Aim),
    /// Any of these numbers.
    Name(Numbers),
    /// The first, the second, up to so many.
    First(u8),
    /// Just this.
    Word(Move),
}

/// The numbers that a card can have, from 0.
const NUMBERS: u8 = 16;

bit_set! {
    /// A set of such numbers.
    struct NumberSet(u16) {
        item: u8, count: NUMBERS as usize, index: bit_of, at: number_of, compact: Word,
    }
}

const fn bit_of(number: u8) -> usize {
    number as usize
}

const fn number_of(bit: usize) -> u8 {
    bit as u8
}

/// Numbers that can be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    set: NumberSet,
    /// How many; counted once, for menus are written all the time.
    many: u8,
}

impl Numbers {
    pub(crate) const NONE: Self = Self { set: NumberSet::NONE, many: 0 };

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.set.is_empty()
    }

    /// Whether this number is one of them. A move may name any number at all.
    #[inline]
    pub(crate) const fn contains(self, number: u8) -> bool {
        number < NUMBERS && self.set.contains(number)
    }

    /// Whether a play with this number, or with none, is one of those they stand for.
    #[inline]
    pub(crate) fn admit(self, number: Option<u8>) -> bool {
        number.map_or(self.is_empty(), |number| self.contains(number))
    }

    #[inline]
    const fn nth(self, index: usize) -> Option<u8> {
        self.set.nth(index)
    }
}

impl FromIterator<u8> for Numbers {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        let set = numbers.into_iter().fold(NumberSet::NONE, NumberSet::with);
        Self { set, many: set.len() as u8 }
    }
}

impl Line {
    #[expect(clippy::inline_always, reason = "where the line is written its kind is known")]
    #[inline(always)]
    fn count(self) -> usize {
        match self {
            Self::Play { aim, numbers, .. } => aim.count() * usize::from(numbers.many.max(1)),
            Self::Look(seats) | Self::Start(seats) => seats.len(),
            Self::Aim(aim) => aim.count(),
            Self::Name(numbers) => numbers.many.into(),
            Self::First(count) => count.into(),
            Self::Word(_) => 1,
        }
    }

    #[inline]
    fn nth(self, number: usize) -> Option<Move> {
        match self {
            Self::Play { card, insane, aim, numbers } if numbers.is_empty() => {
                Some(Move::Play { card, insane, targets: aim.nth(number)?, number: None })
            }
            Self::Play { card, insane, aim, numbers } => {
                // For the first player there is nothing to divide.
                let many = usize::from(numbers.many);
                let (whom, which) =
                    if number < many { (0, number) } else { (number / many, number % many) };
                let (targets, number) = (aim.nth(whom)?, numbers.nth(which));
                Some(Move::Play { card, insane, targets, number })
            }
            Self::Look(seats) => seats.nth(number).map(Move::Look),
            Self::Start(seats) => seats.nth(number).map(Move::Start),
            Self::Aim(aim) => aim.nth(number).map(Move::Aim),
            Self::Name(numbers) => numbers.nth(number).map(Move::Name),
            Self::First(_) => Some(Move::First(number as u8 + 1)),
            Self::Word(word) => Some(word),
        }
    }

    #[inline]
    pub(crate) fn contains(self, wanted: Move) -> bool {
        match (self, wanted) {
            (
                Self::Play { card, insane, aim, numbers },
                Move::Play { card: played, insane: how, targets, number },
            ) => card == played && insane == how && numbers.admit(number) && aim.contains(targets),
            (Self::Look(seats), Move::Look(seat)) | (Self::Start(seats), Move::Start(seat)) => {
                seats.contains(seat)
            }
            (Self::Aim(aim), Move::Aim(chosen)) => aim.contains(chosen),
            (Self::Name(numbers), Move::Name(number)) => numbers.contains(number),
            (Self::First(count), Move::First(number)) => (1..=count).contains(&number),
            (Self::Word(word), _) => word == wanted,
            _ => false,
        }
    }
}

/// The legal moves: a few lines, each of which stands for many.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Offer {
    lines: ArrayVec<Line, MAX_LINES>,
    /// By line: how many moves it and those before it stand for.
    ends: [u16; MAX_LINES],
}

/// Six cards with two sides each, and six eights.
const MAX_LINES: usize = 18;

impl Offer {
    #[expect(clippy::inline_always, reason = "where the line is written its kind is known")]
    #[inline(always)]
    pub(crate) fn add(&mut self, line: Line) {
        let place = self.lines.len();
        self.ends[place] = (self.entries() + line.count()) as u16;
        self.lines.push(line);
    }

    /// The same with each of these cards.
    pub(crate) fn add_each(
        &mut self,
        cards: impl Iterator<Item = Print>,
        with: impl Fn(Print) -> Move,
    ) {
        cards.for_each(|card| self.add(Line::Word(with(card))));
    }
}

impl Menu<Move> for Offer {
    #[inline]
    fn entries(&self) -> usize {
        self.lines.len().checked_sub(1).map_or(0, |last| self.ends[last].into())
    }

    fn entry(&self, index: usize) -> Option<Entry<Move>> {
        self.nth(index as u64).map(Entry::One)
    }

    fn within(&self, index: usize, number: u64) -> Option<Move> {
        if number == 0 { self.nth(index as u64) } else { None }
    }

    fn each(&self) -> impl Iterator<Item = Entry<Move>> {
        self.iter().map(Entry::One)
    }

    #[inline]
    fn count(&self) -> u64 {
        self.entries() as u64
    }

    #[inline]
    fn nth(&self, number: u64) -> Option<Move> {
        let number = usize::try_from(number).ok()?;
        let mut begin = 0;
        for (line, end) in self.lines.iter().zip(self.ends) {
            let end = usize::from(end);
            if number < end {
                return line.nth(number - begin);
            }
            begin = end;
        }
        None
    }

    #[inline]
    fn contains(&self, wanted: &Move) -> bool {
        self.lines.iter().any(|line| line.contains(*wanted))
    }

    #[inline]
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        match self.entries() {
            0 => None,
            1 => self.nth(0),
            count => self.nth(below(rng, count as u64)),
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> {
        self.lines.iter().flat_map(|line| (0..line.count()).filter_map(|number| line.nth(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;

    fn seats(numbers: &[usize]) -> Seats {
        numbers.iter().filter_map(|number| Seat::from_number(*number)).collect()
    }

    /// Every way of aiming lists what it contains, once each, and nothing else.
    #[test]
    fn aims_list_what_they_contain() {
        let (three, must) = (seats(&[1, 3, 4]), Seat::from_number(3));
        for (aim, count) in [
            (Aim::Nobody, 1),
            (Aim::All(three), 1),
            (Aim::One(three), 3),
            (Aim::OneOrTwo(three, None), 6),
            (Aim::OneOrTwo(three, must), 3),
            (Aim::Two(three, None), 3),
            (Aim::Two(three, must), 2),
        ] {
            let listed: Vec<Seats> = (0..aim.count()).filter_map(|n| aim.nth(n)).collect();
            let all = (0..=u8::MAX).map(|bits| {
                (0..8).filter(|bit| bits & (1 << bit) != 0).map(Seat::at).collect::<Seats>()
            });
            let contained = all.filter(|chosen| aim.contains(*chosen)).count();
            assert_eq!((listed.len(), contained), (count, count), "{aim:?}");
            assert!(listed.iter().all(|chosen| aim.contains(*chosen)), "{aim:?}: {listed:?}");
        }
    }

    #[test]
    fn a_guard_is_a_player_and_a_number() {
        let aim = Aim::One(seats(&[2, 3]));
        let numbers = [2, 3].into_iter().collect();
        let guard = Line::Play { card: Print::plain(Card::Guard), insane: false, aim, numbers };
        let mut menu = Offer::default();
        menu.add(guard);
        menu.add(Line::Word(Move::Pass));
        let listed: Vec<Move> = menu.iter().collect();
        assert_eq!(listed.len(), 5);
        assert!(listed.iter().all(|offered| menu.contains(offered)));
        assert_eq!(listed[4], Move::Pass);
        let Move::Play { targets, number, .. } = listed[3] else { panic!("{listed:?}") };
        assert_eq!((targets, number), (seats(&[3]), Some(3)));
    }
}
