//! Auctions: what is not bought goes to whoever bids most.

use parlor_engine::{Seat, Seats, Viewers, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bank::{Purse, Why};
use crate::board::{Place, Pounds};
use crate::notice::Notice;
use crate::rules::Rules;
use crate::state::{State, Step};

/// Every bid is at least so much above the last.
pub const STEP: Pounds = 10;

/// An auction that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Auction {
    /// What is sold.
    pub place: Place,
    /// Who has not passed.
    pub bidders: Seats,
    /// Who is asked for a bid.
    pub asked: Seat,
    /// Who has bid most, and how much.
    pub leader: Option<(Seat, Pounds)>,
}

/// What the seconds of an auction are for.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum AuctionClock {
    /// For each bidder: whoever is late has passed.
    #[default]
    Bidder,
    /// For the whole auction: when it has run out the others have passed, and whoever leads wins.
    Whole,
}

/// The clock of an auction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AuctionTime {
    /// How long it runs.
    pub seconds: u16,
    /// Whether it runs for all bids together, and not for each bid.
    pub whole: bool,
}

/// How bids are made.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Bids {
    /// From half the price on, each at least 10 pounds above the last.
    #[default]
    Steps,
    /// From one pound on, each above the last.
    Free,
}

impl Rules {
    /// The least that can be bid now.
    #[inline]
    pub(crate) fn least_bid(&self, auction: &Auction) -> Pounds {
        let price = self.board.property(auction.place).price;
        match (self.options.auction, auction.leader) {
            (Bids::Free, leader) => leader.map_or(1, |(_, bid)| bid + 1),
            (Bids::Steps, None) => price - price / 2,
            (Bids::Steps, Some((_, bid))) => bid + STEP,
        }
    }

    /// What the mover landed on is auctioned, among all who may own something.
    pub(crate) fn open_auction(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let place = state.player(state.mover).place;
        let may_bid = |seat: &Seat| {
            let player = state.player(*seat);
            player.may_own() && player.jailed.is_none()
        };
        let bidders: Seats = state.present.iter().filter(may_bid).collect();
        // Whoever would not buy is the last to be asked.
        state.auction = Some(Auction { place, bidders, asked: state.mover, leader: None });
        state.step = Step::Auction;
        witness.say(Viewers::ALL, || {
            let by = state.mover;
            let declined = state.player(by).cash >= self.board.property(place).price;
            let clock = self.options.auction_time();
            Notice::AuctionOpens { place, by, declined, bidders, clock }
        });
        self.next_bidder(state, witness);
    }

    /// Asks the next who can still bid; where there is none the auction is over. Whoever cannot pay
    /// when it is their turn has passed, and nobody before: a bid can still be taken back.
    pub(crate) fn next_bidder(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let Some(mut auction) = state.auction else { return };
        let least = self.least_bid(&auction);
        let leader = auction.leader.map(|(seat, _)| seat);
        let mut others = leader.map_or(auction.bidders, |seat| auction.bidders.without(seat));
        while let Some(next) = others.after(auction.asked) {
            auction.asked = next;
            if state.player(next).cash >= least {
                state.auction = Some(auction);
                return;
            }
            others = others.without(next);
            auction.bidders = auction.bidders.without(next);
            witness.say(Viewers::ALL, || Notice::CannotBid { seat: next, least });
        }
        state.auction = None;
        state.step = Step::After;
        let place = auction.place;
        match auction.leader {
            Some((seat, bid)) => {
                let before = state.holdings();
                Self::pay(state, Purse::Seat(seat), Purse::Bank, bid, Why::Bid(place), witness);
                Self::take_over(state, seat, place);
                witness.say(Viewers::ALL, || {
                    let cash = state.player(seat).cash;
                    Notice::Sold { place, to: seat, price: bid, cash }
                });
                self.tell_of_groups(&before, state, witness);
            }
            None => witness.say(Viewers::ALL, || Notice::Unsold { place }),
        }
    }

    pub(crate) fn bid(
        &self,
        state: &mut State,
        seat: Seat,
        amount: Pounds,
        witness: &mut impl Witness<Notice>,
    ) {
        if let Some(auction) = &mut state.auction {
            auction.leader = Some((seat, amount));
        }
        witness.say(Viewers::ALL, || Notice::Bid { seat, amount });
        self.next_bidder(state, witness);
    }

    /// Whoever passes bids no more.
    pub(crate) fn pass(&self, state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        if let Some(auction) = &mut state.auction {
            auction.bidders = auction.bidders.without(seat);
        }
        witness.say(Viewers::ALL, || Notice::Passed { seat });
        self.next_bidder(state, witness);
    }

    /// Whoever leaves bids no more, and a bid of theirs counts for nothing: then those who have not
    /// passed begin again.
    pub(crate) fn leave_auction(
        &self,
        state: &mut State,
        seat: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        let Some(auction) = &mut state.auction else { return };
        auction.bidders = auction.bidders.without(seat);
        if auction.leader.is_some_and(|(leader, _)| leader == seat) {
            auction.leader = None;
        }
        if auction.asked == seat {
            self.next_bidder(state, witness);
        }
    }
}
