//! What a player can do, and the menu of it.

use arrayvec::ArrayVec;
use parlor_engine::rand_core::Rng;
use parlor_engine::sample::below;
use parlor_engine::{Entry, Menu, Seat, Seats};

use crate::board::{Place, Places, Pounds};
use crate::deck::Pack;
use crate::trade::Item;

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Throws the dice.
    Roll,
    /// Ends the turn.
    End,
    /// Pays: the fee for leaving jail, or the fine on a card.
    Pay,
    /// Uses a card of this pack to leave jail.
    UseCard(Pack),
    /// Stays in jail for this round.
    Stay,
    /// Draws a card instead of paying the fine.
    Draw,
    /// Buys what was landed on.
    Buy,
    /// Has it auctioned.
    Auction,
    /// Bids so much.
    Bid(Pounds),
    /// Bids no more.
    Pass,
    /// Builds a house, or the hotel.
    Build(Place),
    /// Sells a house, or the hotel.
    SellHouse(Place),
    /// Sells a property to the bank.
    Sell(Place),
    /// Mortgages a property.
    Mortgage(Place),
    /// Lifts a mortgage.
    Lift(Place),
    /// Asks the others to be let go.
    AskToLeave,
    /// Lets the player go.
    Agree,
    /// Does not; or does not accept a trade.
    Refuse,
    /// Begins a trade with a player.
    Trade(Seat),
    /// Puts something into the offer.
    Give(Item),
    /// Asks for something in return.
    Want(Item),
    /// Makes the offer.
    Offer,
    /// Takes it back.
    Withdraw,
    /// Accepts it.
    Accept,
    /// Answers it with another.
    Counter,
}

/// Moves that are one word, in the order of the menu.
const WORDS: [Move; 21] = [
    Move::Roll,
    Move::End,
    Move::Pay,
    Move::UseCard(Pack::PotLuck),
    Move::UseCard(Pack::OpportunityKnocks),
    Move::Stay,
    Move::Draw,
    Move::Buy,
    Move::Auction,
    Move::Pass,
    Move::Agree,
    Move::Refuse,
    Move::Offer,
    Move::Withdraw,
    Move::Accept,
    Move::Counter,
    Move::Give(Item::Card(Pack::PotLuck)),
    Move::Give(Item::Card(Pack::OpportunityKnocks)),
    Move::Want(Item::Card(Pack::PotLuck)),
    Move::Want(Item::Card(Pack::OpportunityKnocks)),
    // The last one: see `sample`.
    Move::AskToLeave,
];

/// The place of a word in [`WORDS`], as a bit; nothing for a move that is no word. Menus are written so
/// often that looking it up there would take a tenth of the time.
#[inline]
const fn bit(word: Move) -> u32 {
    1 << match word {
        Move::Roll => 0,
        Move::End => 1,
        Move::Pay => 2,
        Move::UseCard(Pack::PotLuck) => 3,
        Move::UseCard(Pack::OpportunityKnocks) => 4,
        Move::Stay => 5,
        Move::Draw => 6,
        Move::Buy => 7,
        Move::Auction => 8,
        Move::Pass => 9,
        Move::Agree => 10,
        Move::Refuse => 11,
        Move::Offer => 12,
        Move::Withdraw => 13,
        Move::Accept => 14,
        Move::Counter => 15,
        Move::Give(Item::Card(Pack::PotLuck)) => 16,
        Move::Give(Item::Card(Pack::OpportunityKnocks)) => 17,
        Move::Want(Item::Card(Pack::PotLuck)) => 18,
        Move::Want(Item::Card(Pack::OpportunityKnocks)) => 19,
        Move::AskToLeave => 20,
        _ => return 0,
    }
}

/// What is done with a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    Build,
    SellHouse,
    Sell,
    Mortgage,
    Lift,
    Give,
    Want,
}

impl Deed {
    const ALL: [Self; 7] = [
        Self::Build,
        Self::SellHouse,
        Self::Sell,
        Self::Mortgage,
        Self::Lift,
        Self::Give,
        Self::Want,
    ];

    const fn to(self, place: Place) -> Move {
        match self {
            Self::Build => Move::Build(place),
            Self::SellHouse => Move::SellHouse(place),
            Self::Sell => Move::Sell(place),
            Self::Mortgage => Move::Mortgage(place),
            Self::Lift => Move::Lift(place),
            Self::Give => Move::Give(Item::Place(place)),
            Self::Want => Move::Want(Item::Place(place)),
        }
    }
}

/// What an amount is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sum {
    Bid,
    Give,
    Want,
}

impl Sum {
    const fn of(self, amount: Pounds) -> Move {
        match self {
            Self::Bid => Move::Bid(amount),
            Self::Give => Move::Give(Item::Cash(amount)),
            Self::Want => Move::Want(Item::Cash(amount)),
        }
    }
}

/// Any amount from the first to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Amounts {
    sum: Sum,
    first: Pounds,
    last: Pounds,
}

impl Amounts {
    const fn count(self) -> u64 {
        (self.last - self.first).unsigned_abs() as u64 + 1
    }

    const fn entry(self) -> Entry<Move> {
        let (first, last) = (self.sum.of(self.first), self.sum.of(self.last));
        match self.count() {
            1 => Entry::One(first),
            count => Entry::Range { first, last, step: 1, count },
        }
    }

    fn nth(self, number: u64) -> Option<Move> {
        let amount = Pounds::try_from(number).ok().and_then(|more| self.first.checked_add(more))?;
        (amount <= self.last).then(|| self.sum.of(amount))
    }
}

/// The legal moves: words, property to do something with, partners, and amounts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Offer {
    /// By place in [`WORDS`]. This is a plain word and no `bit_set!`: only some moves have a bit, and the
    /// others have none (see `bit`).
    words: u32,
    deeds: [Places; Deed::ALL.len()],
    partners: Seats,
    amounts: ArrayVec<Amounts, 2>,
}

/// In so many draws at random one asks to leave, where it can be asked: who asked as often as they
/// rolled would not see the second round.
const RARELY: u64 = 256;
const ASK_TO_LEAVE: u32 = 1 << (WORDS.len() - 1);

impl Offer {
    /// One more word.
    #[inline]
    pub(crate) fn word(&mut self, word: Move) {
        debug_assert!(bit(word) != 0, "{word:?} is no word");
        self.words |= bit(word);
    }

    #[inline]
    pub(crate) fn word_if(&mut self, word: Move, legal: bool) {
        if legal {
            self.word(word);
        }
    }

    #[inline]
    pub(crate) fn deed(&mut self, deed: Deed, places: Places) {
        self.deeds[deed as usize] = places;
    }

    /// What this can be done with.
    pub(crate) fn places(&self, deed: Deed) -> Places {
        self.deeds[deed as usize]
    }

    pub(crate) fn partners(&mut self, seats: Seats) {
        self.partners = seats;
    }

    /// Any amount in this range, where there is one.
    #[inline]
    pub(crate) fn amounts(&mut self, sum: Sum, first: Pounds, last: Pounds) {
        if first <= last {
            self.amounts.push(Amounts { sum, first, last });
        }
    }

    /// The entry with this number: a move, or a range of them.
    #[inline]
    fn find(&self, words: u32, index: usize) -> Option<Result<Move, Amounts>> {
        let mut left = index;
        let count = words.count_ones() as usize;
        if left < count {
            let mut bits = words;
            for _ in 0..left {
                bits &= bits.wrapping_sub(1);
            }
            return WORDS.get(bits.trailing_zeros() as usize).copied().map(Ok);
        }
        left -= count;
        for (deed, places) in Deed::ALL.into_iter().zip(self.deeds) {
            let count = places.len();
            if left < count {
                return places.nth(left).map(|place| Ok(deed.to(place)));
            }
            left -= count;
        }
        let count = self.partners.len();
        if left < count {
            return self.partners.nth(left).map(|seat| Ok(Move::Trade(seat)));
        }
        self.amounts.get(left - count).copied().map(Err)
    }

    #[inline]
    fn size(&self, words: u32) -> usize {
        words.count_ones() as usize
            + self.deeds.iter().map(|places| places.len()).sum::<usize>()
            + self.partners.len()
            + self.amounts.len()
    }
}

impl Menu<Move> for Offer {
    #[inline]
    fn entries(&self) -> usize {
        self.size(self.words)
    }

    fn entry(&self, index: usize) -> Option<Entry<Move>> {
        Some(self.find(self.words, index)?.map_or_else(Amounts::entry, Entry::One))
    }

    fn within(&self, index: usize, number: u64) -> Option<Move> {
        match self.find(self.words, index)? {
            Ok(only) => (number == 0).then_some(only),
            Err(amounts) => amounts.nth(number),
        }
    }

    fn each(&self) -> impl Iterator<Item = Entry<Move>> {
        let mut left = self.words;
        let words = std::iter::from_fn(move || {
            // Of an empty set the place of the first bit is past the last word.
            let word = WORDS.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*word)
        });
        let deeds = Deed::ALL.into_iter().zip(self.deeds);
        let deeds = deeds.flat_map(|(deed, places)| places.iter().map(move |at| deed.to(at)));
        let moves = words.chain(deeds).chain(self.partners.iter().map(Move::Trade));
        moves.map(Entry::One).chain(self.amounts.iter().map(|amounts| amounts.entry()))
    }

    fn contains(&self, wanted: &Move) -> bool {
        let has = |deed: Deed, place| self.deeds[deed as usize].contains(place);
        let sums = |sum: Sum, amount: Pounds| {
            let fits =
                |range: &Amounts| range.sum == sum && (range.first..=range.last).contains(&amount);
            self.amounts.iter().any(fits)
        };
        match *wanted {
            Move::Build(place) => has(Deed::Build, place),
            Move::SellHouse(place) => has(Deed::SellHouse, place),
            Move::Sell(place) => has(Deed::Sell, place),
            Move::Mortgage(place) => has(Deed::Mortgage, place),
            Move::Lift(place) => has(Deed::Lift, place),
            Move::Give(Item::Place(place)) => has(Deed::Give, place),
            Move::Want(Item::Place(place)) => has(Deed::Want, place),
            Move::Trade(seat) => self.partners.contains(seat),
            Move::Bid(amount) => sums(Sum::Bid, amount),
            Move::Give(Item::Cash(amount)) => sums(Sum::Give, amount),
            Move::Want(Item::Cash(amount)) => sums(Sum::Want, amount),
            word => self.words & bit(word) != 0,
        }
    }

    /// As everywhere an entry is drawn, then a value in it; but nobody asks to leave at every turn.
    #[inline]
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        let mut words = self.words;
        if words & ASK_TO_LEAVE != 0 && words != ASK_TO_LEAVE && below(rng, RARELY) != 0 {
            words &= !ASK_TO_LEAVE;
        }
        let index = match self.size(words) {
            0 => return None,
            1 => 0,
            size => below(rng, size as u64) as usize,
        };
        match self.find(words, index)? {
            Ok(only) => Some(only),
            Err(amounts) => amounts.nth(below(rng, amounts.count())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_the_bit_of_its_place() {
        for (place, word) in WORDS.into_iter().enumerate() {
            assert_eq!(bit(word), 1 << place, "{word:?}");
        }
        assert_eq!(bit(Move::Bid(10)), 0);
    }
}
