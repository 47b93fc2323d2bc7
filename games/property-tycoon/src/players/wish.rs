//! An offer that a player has in mind, and how it is put together item by item.

use parlor_engine::Seat;

use crate::board::Pounds;
use crate::deck::Pack;
use crate::moves::Move;
use crate::players::desk::Desk;
use crate::trade::{Bundle, Item, Trade};

/// A trade that a player would like to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    pub(crate) with: Seat,
    pub(crate) give: Bundle,
    pub(crate) want: Bundle,
}

impl Wish {
    /// These things for those, and so much cash on top; a sum below zero is asked for.
    pub(crate) fn new(with: Seat, give: Bundle, want: Bundle, cash: Pounds) -> Self {
        let give = Bundle { cash: cash.max(0), ..give };
        let want = Bundle { cash: (-cash).max(0), ..want };
        Self { with, give, want }
    }

    /// The move that begins it, on the player's own turn.
    pub(crate) const fn begin(&self) -> Move {
        Move::Trade(self.with)
    }

    /// The next step of the offer; it is taken back where that step cannot be made.
    pub(crate) fn assemble(&self, desk: &Desk<'_>, trade: &Trade) -> Move {
        let next = missing(&self.want, &trade.want).map(Move::Want);
        let next = next.or_else(|| missing(&self.give, &trade.give).map(Move::Give));
        let next = next.unwrap_or(Move::Offer);
        if trade.to == self.with && desk.can(next) { next } else { Move::Withdraw }
    }
}

/// The first item that is not in the offer yet.
fn missing(wished: &Bundle, offered: &Bundle) -> Option<Item> {
    let place = wished.places.less(offered.places).first().map(Item::Place);
    let lacks = |pack: &Pack| wished.cards[pack.index()] && !offered.cards[pack.index()];
    let card = || Pack::ALL.into_iter().find(lacks).map(Item::Card);
    let cash = || (offered.cash < wished.cash).then_some(Item::Cash(wished.cash));
    place.or_else(card).or_else(cash)
}
