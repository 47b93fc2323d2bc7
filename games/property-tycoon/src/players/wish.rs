//! What Hard asks the others for: the one street that completes a group, for good money.

use parlor_engine::Seat;

use crate::board::{Group, Place, Places, Pounds};
use crate::moves::Move;
use crate::players::desk::Desk;
use crate::trade::{Item, Trade};

/// A street it would like to have.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    pub(crate) street: Place,
    owner: Seat,
    /// What it pays for it.
    price: Pounds,
}

impl Wish {
    /// The first street, of those it has not asked for, that is all it lacks of a group. It pays twice
    /// the price of it, where it has so much.
    pub(crate) fn of(desk: &Desk<'_>, purse: Pounds, asked: Places) -> Option<Self> {
        let groups = desk.rules.board.groups.iter();
        groups.filter_map(|group| last_street(desk, group)).find_map(|street| {
            let owner = desk.state.owner(street)?;
            let price = 2 * desk.rules.board.property(street).price;
            let can_ask = desk.can(Move::Trade(owner)) && !asked.contains(street);
            (can_ask && price <= purse).then_some(Self { street, owner, price })
        })
    }

    pub(crate) const fn begin(self) -> Move {
        Move::Trade(self.owner)
    }

    /// The next step of the offer.
    pub(crate) fn assemble(self, desk: &Desk<'_>, trade: &Trade) -> Move {
        let next = if trade.want.is_empty() {
            Move::Want(Item::Place(self.street))
        } else if trade.give.is_empty() {
            Move::Give(Item::Cash(self.price))
        } else {
            Move::Offer
        };
        if desk.can(next) { next } else { Move::Withdraw }
    }
}

fn last_street(desk: &Desk<'_>, group: &Group) -> Option<Place> {
    let missing = group.streets.less(desk.me().owned);
    if missing.len() == 1 { missing.nth(0) } else { None }
}
