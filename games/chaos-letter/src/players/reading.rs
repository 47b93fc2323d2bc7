//! What a view says of the cards that are not seen: how likely each is in each hand.

use arrayvec::ArrayVec;
use parlor_engine::{MAX_SEATS, Seat, Seats};

use crate::card::{Card, KINDS, Kinds, LOOKS, Looks, Print};
use crate::deck::{BACKS, Back, MAX_VALUE};
use crate::moves::Numbers;
use crate::rules::Rules;
use crate::view::View;

/// Certainty. Chances are counted in parts of it.
pub(super) const ONE: i32 = 4096;

const VALUES: usize = MAX_VALUE as usize + 1;

/// What can be said of all cards that the viewer does not see.
pub(super) struct Reading {
    /// How many of each card are out of sight, by look.
    looks: [u8; LOOKS],
    /// How many of each card are out of sight.
    left: [u8; KINDS],
    /// How many cards are out of sight.
    total: i32,
    /// The cards that are out of sight.
    unseen: Kinds,
    /// What each player may hold.
    hands: [Guess; MAX_SEATS],
}

/// What a hand may hold.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    /// How many of each card it holds, on average.
    cards: [i32; KINDS],
    /// How many cards it has.
    pub(super) size: i32,
    /// The cards it may hold.
    pub(super) may_be: Kinds,
    /// The chance that the card it is asked for has each number.
    pub(super) asked: [i32; VALUES],
    /// The chance that it holds each number.
    pub(super) holds: [i32; VALUES],
}

impl Guess {
    const EMPTY: Self = Self {
        cards: [0; KINDS],
        size: 0,
        may_be: Kinds::NONE,
        asked: [0; VALUES],
        holds: [0; VALUES],
    };

    /// How many cards of these it holds, on average, and never more than one.
    pub(super) fn any_of(&self, cards: Kinds) -> i32 {
        cards.and(self.may_be).iter().map(|card| self.cards[card.index()]).sum::<i32>().min(ONE)
    }

    /// The chance that the card it is asked for is this one.
    pub(super) fn asked_for(&self, card: Card) -> i32 {
        self.cards[card.index()] / self.size.max(1)
    }

    /// The chance that a card with this number beats what it is asked for; a tie is half a win.
    pub(super) fn is_beaten_by(&self, value: u8) -> i32 {
        if self.size == 0 {
            return ONE;
        }
        let place = usize::from(value);
        self.asked[..place].iter().sum::<i32>() + self.asked[place] / 2
    }

    /// The likeliest number, and how likely it is.
    pub(super) fn likeliest(&self, nameable: Numbers) -> (u8, i32) {
        let named = (0..=MAX_VALUE).filter(|value| nameable.contains(*value));
        // Of equally likely numbers the higher hurts more.
        let likeliest = named.max_by_key(|value| self.holds[usize::from(*value)]);
        likeliest.map_or((0, 0), |value| (value, self.holds[usize::from(value)]))
    }

    /// How sure the viewer is of the card it is asked for.
    pub(super) fn certainty(&self) -> i32 {
        self.asked.iter().copied().max().unwrap_or(0)
    }

    /// A hand that is seen.
    pub(super) fn of(rules: &Rules, cards: &[Card]) -> Self {
        let mut guess = Self::EMPTY;
        for card in cards {
            guess.add(*card, ONE);
        }
        guess.size = i32::from(cards.len() as u8);
        guess.sum_up(rules);
        guess
    }

    fn add(&mut self, card: Card, chance: i32) {
        self.cards[card.index()] += chance;
        self.may_be = self.may_be.or(Kinds::one(card));
    }

    /// Counts by number what is known by card.
    fn sum_up(&mut self, rules: &Rules) {
        for card in self.may_be.iter() {
            let (value, count) = (usize::from(rules.value(card)), self.cards[card.index()]);
            self.holds[value] = (self.holds[value] + count).min(ONE);
            self.asked[value] += count / self.size.max(1);
        }
    }
}

/// Cards that lie unseen in one place and have the same back.
#[derive(Clone, Copy)]
struct Slot {
    /// Whose they are; nobody's where they are set aside.
    seat: Option<Seat>,
    count: u32,
    may_be: Looks,
    /// How many cards out of sight may lie here.
    fits: u32,
}

/// All backs of eight hands, and the card aside.
type Slots = ArrayVec<Slot, { BACKS * MAX_SEATS + 1 }>;

impl Reading {
    pub(super) fn new(rules: &Rules, view: &View) -> Self {
        let mut reading = Self {
            looks: view.out_of_sight(rules),
            left: [0; KINDS],
            total: 0,
            unseen: Kinds::NONE,
            hands: [Guess::EMPTY; MAX_SEATS],
        };
        reading.left.copy_from_slice(&reading.looks[..KINDS]);
        for (card, count) in rules.marked.iter().zip(&reading.looks[KINDS..]) {
            reading.left[card.index()] += count;
        }
        let unseen = |card: &Card| reading.left[card.index()] > 0;
        reading.unseen = rules.kinds.iter().filter(unseen).collect();
        reading.total = reading.unseen.iter().map(|card| i32::from(reading.left(card))).sum();
        let slots = reading.slots(rules, view);
        for (index, seen) in view.hands.iter().enumerate() {
            let mut guess = Guess::of(rules, &[]);
            guess.size = i32::from(seen.size);
            for card in &seen.known {
                guess.add(card.card, ONE);
            }
            for slot in slots.iter().filter(|slot| slot.seat == Some(Seat::at(index))) {
                reading.spread(rules, view, slot, &slots, &mut guess);
            }
            guess.sum_up(rules);
            reading.hands[index] = guess;
        }
        reading
    }

    /// What a player may hold.
    pub(super) const fn hand(&self, seat: Seat) -> &Guess {
        &self.hands[seat.index()]
    }

    /// Takes a hand for another than it is: what it will be after a play.
    pub(super) const fn suppose(&mut self, seat: Seat, guess: &Guess) {
        self.hands[seat.index()] = *guess;
    }

    /// How many of a card are out of sight.
    pub(super) const fn left(&self, card: Card) -> u8 {
        self.left[card.index()]
    }

    /// The cards out of sight.
    pub(super) const fn unseen(&self) -> Kinds {
        self.unseen
    }

    /// How many cards are out of sight.
    pub(super) const fn total(&self) -> i32 {
        self.total
    }

    /// The chance that a card out of sight is one of these.
    pub(super) fn chance_of(&self, cards: Kinds) -> i32 {
        let count: i32 = cards.and(self.unseen).iter().map(|card| i32::from(self.left(card))).sum();
        ONE * count / self.total.max(1)
    }

    /// The places whose cards the viewer does not see, and what may lie there.
    fn slots(&self, rules: &Rules, view: &View) -> Slots {
        let mut slots = Slots::new();
        let mut add = |seat: Option<Seat>, count: u8, may_be: Looks| {
            if count > 0 && !slots.is_full() {
                let is_left = |look: &crate::card::Look| self.looks[look.index()] > 0;
                let may_be: Looks = may_be.iter().filter(is_left).collect();
                let fits = may_be.iter().map(|look| u32::from(self.looks[look.index()])).sum();
                slots.push(Slot { seat, count: count.into(), may_be, fits });
            }
        };
        for (index, seen) in view.hands.iter().enumerate() {
            let seat = Seat::at(index);
            let not = view.table.player(seat).hearsay.not;
            let worth = rules.looks_of(Self::worth_like_a_known(rules, view, seat));
            for back in Back::ALL {
                let count = seen.unknown_with_back(rules, back);
                add(Some(seat), count, rules.with_back(back).less(not).and(worth));
            }
        }
        if let Some(back) = view.aside {
            add(None, 1, rules.with_back(back));
        }
        slots
    }

    /// A hand that is worth the same as one the viewer knows has its number.
    fn worth_like_a_known(rules: &Rules, view: &View, seat: Seat) -> Kinds {
        let tied = view.table.player(seat).hearsay.tied.without(seat);
        let known =
            |other: Seat| view.hands.get(other.index())?.known.first().map(|print| print.card);
        let twin = tied.iter().find_map(known);
        twin.map_or(rules.kinds, |card| rules.by_value[usize::from(rules.value(card))])
    }

    /// Spreads the cards of a place over all that may lie there. A card is the less likely the more
    /// other places may have it.
    fn spread(&self, rules: &Rules, view: &View, slot: &Slot, all: &Slots, guess: &mut Guess) {
        let tied = slot.seat.map_or(Seats::NONE, |seat| view.table.player(seat).hearsay.tied);
        let weight = |card: Print| -> u64 {
            let mut weight = u64::from(self.looks[card.index()]) << 24;
            for other in all.iter().filter(|other| other.seat != slot.seat) {
                if other.seat.is_some_and(|seat| tied.contains(seat)) {
                    // Both have the same number, so one of the cards with it is there.
                    let twins = rules.by_value[usize::from(rules.value(card.card))];
                    let twins = rules.looks_of(twins).and(other.may_be);
                    let twins = twins.iter().map(|twin| u64::from(self.looks[twin.index()]));
                    let same = u64::from(other.may_be.has(card));
                    weight = weight * twins.sum::<u64>().saturating_sub(same) / 8;
                } else if other.may_be.has(card) {
                    let free = other.fits.saturating_sub(other.count);
                    weight = weight * u64::from(free) / u64::from(other.fits.max(1));
                }
            }
            weight
        };
        let prints = || slot.may_be.iter().filter_map(|look| rules.print_of(look));
        let mut weights = [0u64; LOOKS];
        let mut total = 0;
        for card in prints() {
            weights[card.index()] = weight(card);
            total += weights[card.index()];
        }
        if total == 0 {
            return;
        }
        for card in prints().filter(|card| weights[card.index()] > 0) {
            let share = weights[card.index()] * u64::from(slot.count) * ONE as u64 / total;
            // A chance, however small, is not none.
            guess.add(card.card, (share as i32).max(1));
        }
    }
}
