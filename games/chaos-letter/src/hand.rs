//! A hand, and what is known of it.
//!
//! What a viewer knows of a hand is a multiset: *this hand holds a Guard*, never *this very card is a
//! Guard*. It is kept as a note beside each card of who knows of it. Where two equal cards are held
//! and one goes, nobody can say which, so the notes of both are joined: only who knew of both still
//! knows of one.
//!
//! For its holder each card has a handle, a number that it gets when it comes to the hand. Two equal
//! cards have two handles, so their holder can tell them apart. No move names a handle, for all would
//! see it, and know whether a card was the one just drawn. So where one of several equal cards goes,
//! those that are left get new handles.

use arrayvec::ArrayVec;
use parlor_engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Kinds, Looks, Print};
use crate::deck::Back;

/// The most cards a hand holds: two, and a Chancellor's two, or a card taken, and the one of the turn.
pub const MAX_HAND: usize = 6;

/// The cards of one player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Hand {
    /// Sorted, so that the order tells nothing.
    cards: ArrayVec<Held, MAX_HAND>,
    /// The one of several that its holder has chosen to show, trade or discard.
    pub(crate) offered: Option<Print>,
    /// The last handle that a card of it was given in this round, whether or not it is still there.
    pub(crate) last_handle: Handle,
}

/// What a holder calls a card in hand: 1 for the first card of a round, and so on. No round is so long
/// that they run out.
pub type Handle = u16;

/// A card in a hand, and who besides its holder knows of it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub(crate) struct Held {
    pub(crate) card: Print,
    pub(crate) seen: Knowers,
    /// What its holder calls it.
    pub(crate) handle: Handle,
}

/// Who knows of a card.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub(crate) struct Knowers {
    pub(crate) seats: Seats,
    /// Everybody, those who only watch among them; then no seat is noted.
    pub(crate) all: bool,
}

impl Knowers {
    pub(crate) const NOBODY: Self = Self { seats: Seats::NONE, all: false };
    pub(crate) const ALL: Self = Self { seats: Seats::NONE, all: true };

    pub(crate) const fn only(seat: Seat) -> Self {
        Self { seats: Seats::one(seat), all: false }
    }

    #[inline]
    pub(crate) const fn contains(self, seat: Seat) -> bool {
        self.all || self.seats.contains(seat)
    }

    #[inline]
    pub(crate) const fn without(self, seat: Seat) -> Self {
        Self { seats: self.seats.without(seat), ..self }
    }

    /// Those who are among both.
    const fn and(self, other: Self) -> Self {
        match (self.all, other.all) {
            (true, _) => other,
            (_, true) => self,
            _ => Self { seats: self.seats.and(other.seats), all: false },
        }
    }

    /// Those of these who are not among those.
    const fn less(self, those: Self) -> Self {
        match (self.all, those.all) {
            (_, true) => Self::NOBODY,
            (true, false) => self,
            _ => Self { seats: self.seats.less(those.seats), all: false },
        }
    }

    /// Those who are among either.
    pub(crate) const fn or(self, other: Self) -> Self {
        if self.all || other.all {
            Self::ALL
        } else {
            Self { seats: self.seats.or(other.seats), all: false }
        }
    }
}

impl Hand {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.cards.len()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Print> + Clone {
        self.cards.iter().map(|held| held.card)
    }

    /// Each card once: equal ones lie next to each other.
    #[inline]
    pub(crate) fn different(&self) -> impl Iterator<Item = Print> {
        let mut last = None;
        self.iter().filter(move |card| last.replace(*card) != Some(*card))
    }

    pub(crate) fn held(&self) -> impl Iterator<Item = &Held> {
        self.cards.iter()
    }

    #[inline]
    pub(crate) fn contains(&self, card: Print) -> bool {
        self.cards.iter().any(|held| held.card == card)
    }

    pub(crate) fn count(&self, card: Print) -> usize {
        self.cards.iter().filter(|held| held.card == card).count()
    }

    #[inline]
    pub(crate) fn kinds(&self) -> Kinds {
        self.iter().map(|print| print.card).collect()
    }

    #[inline]
    pub(crate) fn looks(&self) -> Looks {
        self.iter().map(Print::look).collect()
    }

    /// The card that counts when one is asked for: the one offered, or the only one.
    pub(crate) fn asked_for(&self) -> Option<Print> {
        self.offered.or_else(|| self.cards.first().map(|held| held.card))
    }

    /// A card comes, and gets a new handle.
    #[inline]
    pub(crate) fn add(&mut self, card: Print, seen: Knowers) {
        let handle = self.next_handle();
        self.insert(Held { card, seen, handle });
    }

    /// A card lies in the hand, with the handle it has.
    #[inline]
    pub(crate) fn insert(&mut self, new: Held) {
        // Put at the end and let down to its place: most hands hold one card.
        self.cards.push(new);
        let mut place = self.cards.len() - 1;
        while place > 0 && self.cards[place - 1] > new {
            self.cards.swap(place - 1, place);
            place -= 1;
        }
    }

    #[inline]
    fn next_handle(&mut self) -> Handle {
        self.last_handle = self.last_handle.wrapping_add(1).max(1);
        self.last_handle
    }

    /// A card goes where everybody sees it.
    pub(crate) fn take(&mut self, card: Print) -> bool {
        let Some(place) = self.cards.iter().position(|held| held.card == card) else {
            return false;
        };
        let gone = self.cards[place];
        // Let up to the end: most hands hold two cards.
        for later in place + 1..self.cards.len() {
            self.cards.swap(later - 1, later);
        }
        self.cards.pop();
        // Equal cards lie next to each other.
        if self.cards.get(place).is_some_and(|held| held.card == card) {
            self.lose_track(place, gone);
        }
        if self.offered == Some(card) {
            self.offered = None;
        }
        true
    }

    /// One of several equal cards has gone, of which the first that is left lies here, and nobody says
    /// which of them it was.
    #[cold]
    fn lose_track(&mut self, place: usize, gone: Held) {
        let mut handle = self.last_handle;
        let equal = self.cards[place..].iter_mut().take_while(|held| held.card == gone.card);
        let mut last = gone.seen;
        for held in equal {
            // Of n copies whoever knew of k still knows of k - 1.
            let both = last.and(held.seen);
            last = last.or(held.seen);
            held.seen = both;
            handle = handle.wrapping_add(1).max(1);
            held.handle = handle;
        }
        self.last_handle = handle;
        self.cards.sort_unstable();
    }

    /// A card goes and only these see which of those that are alike: nobody else knows of any of them
    /// any more.
    pub(crate) fn slip_away(&mut self, card: Print, alike: Looks, sees: Knowers) -> bool {
        let taken = self.take(card);
        for held in self.cards.iter_mut().filter(|held| alike.has(held.card)) {
            held.seen = held.seen.and(sees);
        }
        self.cards.sort_unstable();
        taken
    }

    /// These are shown a card. Who knows of an equal one already may have seen the same again.
    pub(crate) fn show(&mut self, card: Print, to: Knowers) {
        let equal = || self.cards.iter().filter(|held| held.card == card);
        let known = equal().fold(Knowers::NOBODY, |known, held| known.or(held.seen));
        let news = to.less(known);
        if let Some(held) = self.cards.iter_mut().find(|held| held.card == card) {
            held.seen = held.seen.or(news);
            self.cards.sort_unstable();
        }
    }

    /// The cards this seat knows of.
    pub(crate) fn known_to(&self, seat: Option<Seat>) -> impl Iterator<Item = Print> + Clone {
        let knows = move |seen: Knowers| seat.map_or(seen.all, |seat| seen.contains(seat));
        self.cards.iter().filter(move |held| knows(held.seen)).map(|held| held.card)
    }

    /// Who knows of each card, but for these. Of equal cards the first is known to all who know of one,
    /// the second to all who know of two: which is which tells nothing.
    pub(crate) fn known_by(&self, but: impl Fn(Print) -> Seats) -> ArrayVec<Seats, MAX_HAND> {
        let mut all: ArrayVec<Seats, MAX_HAND> = ArrayVec::new();
        let mut first = 0;
        for (place, held) in self.cards.iter().enumerate() {
            if self.cards[first].card != held.card {
                first = place;
            }
            let mut more = held.seen.seats.less(but(held.card));
            for one in &mut all[first..] {
                (*one, more) = (one.or(more), one.and(more));
            }
            all.push(more);
        }
        all
    }

    /// What the holder calls each card. Of equal cards the lower comes first: the order of the hand
    /// would tell of whom the holder cannot say what they know.
    pub(crate) fn handles(&self) -> ArrayVec<Handle, MAX_HAND> {
        let mut all: ArrayVec<Handle, MAX_HAND> = ArrayVec::new();
        for equal in self.cards.chunk_by(|one, two| one.card == two.card) {
            let first = all.len();
            all.extend(equal.iter().map(|held| held.handle));
            all[first..].sort_unstable();
        }
        all
    }

    /// The hand is somebody's own from now on: its new holder need not be noted, its last one is. Its
    /// cards are new to the holder, who was given this handle last.
    pub(crate) fn change_holder(&mut self, from: Seat, to: Seat, last_handle: Handle) {
        self.last_handle = last_handle;
        for place in 0..self.cards.len() {
            let handle = self.next_handle();
            let held = &mut self.cards[place];
            held.handle = handle;
            held.seen = held.seen.or(Knowers::only(from)).without(to);
        }
        self.offered = None;
        self.cards.sort_unstable();
    }

    /// A round begins: the hand is empty, and handles are counted anew.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// What everybody knows of a hand beside the cards it was seen to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Hearsay {
    /// Cards that are not in it: a Guard that missed, a Baron's bound. A card that comes to it can be
    /// any that looks the same from behind, and then those are in doubt again.
    pub not: Looks,
    /// Who has seen the cards with a letter back.
    pub letter: Watchers,
    /// Who has seen the cards with a cosmic back.
    pub cosmic: Watchers,
    /// Who has seen the cards with a creased back.
    pub creased: Watchers,
    /// Who has seen the cards with a stained back.
    pub stained: Watchers,
    /// Who has seen the cards with a torn back.
    pub torn: Watchers,
    /// Who has seen the cards with a faded back.
    pub faded: Watchers,
    /// Whose hands are worth the same, this one among them.
    pub tied: Seats,
}

/// Who has seen the cards of a hand that look the same from behind. The backs are kept apart, for a
/// card that comes or goes puts no card in doubt that does not look like it. Nobody, where there is
/// no such card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Watchers {
    /// Who has seen all of them.
    pub sure: Seats,
    /// Who has seen some of them, or may have: they have changed since.
    pub may: Seats,
    /// Of whom among those not even the holder can say what they know: they saw a card, or may have,
    /// in another hand.
    pub unsure: Seats,
}

impl Hearsay {
    /// Who has seen the cards with this back.
    #[inline]
    pub const fn watchers(&self, back: Back) -> &Watchers {
        match back {
            Back::Letter => &self.letter,
            Back::Cosmic => &self.cosmic,
            Back::Creased => &self.creased,
            Back::Stained => &self.stained,
            Back::Torn => &self.torn,
            Back::Faded => &self.faded,
        }
    }

    #[inline]
    pub(crate) const fn watchers_mut(&mut self, back: Back) -> &mut Watchers {
        match back {
            Back::Letter => &mut self.letter,
            Back::Cosmic => &mut self.cosmic,
            Back::Creased => &mut self.creased,
            Back::Stained => &mut self.stained,
            Back::Torn => &mut self.torn,
            Back::Faded => &mut self.faded,
        }
    }

    /// Who has seen any card of it, or may have.
    pub fn some(&self) -> Seats {
        self.all().fold(Seats::NONE, |some, watchers| some.or(watchers.some()))
    }

    /// Those of each back.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Watchers> {
        Back::ALL.iter().map(|back| self.watchers(*back))
    }
}

impl Watchers {
    /// Who has seen any of the cards, or may have.
    pub const fn some(self) -> Seats {
        self.sure.or(self.may)
    }

    /// Somebody has seen all of the cards.
    pub(crate) const fn is_sure(&mut self, seats: Seats) {
        self.sure = self.sure.or(seats);
        self.may = self.may.less(seats);
        self.unsure = self.unsure.less(seats);
    }

    /// Somebody has seen a card, and it may be one of these.
    pub(crate) const fn may_be(&mut self, seats: Seats) {
        self.may = self.may.or(seats).less(self.sure);
    }
}
