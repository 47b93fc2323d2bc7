//! What happened, for everybody to hear.

use parlor_engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::auction::AuctionTime;
use crate::bank::{Purse, Why};
use crate::board::{Place, Places, Pounds};
use crate::debt::Debt;
use crate::deck::{CardNumber, Pack};
use crate::state::{Dice, End};
use crate::trade::Trade;

/// Something that happened. All of it is public.
#[expect(missing_docs, reason = "each notice says what its fields are")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Notice {
    /// A turn begins, in this round.
    Turn { seat: Seat, round: u16 },
    /// The dice were thrown; whether the token goes on by them.
    Rolled { seat: Seat, dice: Dice, goes: bool },
    /// A token was moved, after these dice, to a space that may have an owner.
    Moved { seat: Seat, from: Place, to: Place, way: Way, dice: Dice, owner: Option<Seat> },
    /// A double gives another turn.
    Again { seat: Seat },
    /// Money has moved. There is no other way for it to move. What both have then.
    Paid { from: Purse, to: Purse, amount: Pounds, why: Why, from_has: Pounds, to_has: Pounds },
    /// The bank should have paid so much more, and had no more than that.
    BankIsShort { to: Seat, missing: Pounds, has: Pounds, why: Why },
    /// The bank could not pay this for what was sold or mortgaged, and owes it.
    BankOwes { to: Seat, amount: Pounds, why: Why },
    /// What the bank owed to one it owes to another, who takes it for cash. To the bank itself: it is set
    /// off.
    HandedOn { from: Purse, to: Purse, amount: Pounds, why: Why },
    /// Nothing can be bought before the first circuit.
    TooEarly { seat: Seat, place: Place },
    /// No rent is due, and why.
    NoRent { seat: Seat, owner: Seat, place: Place, why: RentFree },
    /// Rent is due, and why just so much.
    Rent { seat: Seat, owner: Seat, place: Place, amount: Pounds, basis: Basis },
    /// Repairs are due, for so many buildings.
    Repairs { seat: Seat, houses: u16, hotels: u16, house: Pounds, hotel: Pounds },
    /// There are no fines on Free Parking to take.
    NoFines { seat: Seat },
    /// A property was bought, and its owner has so much cash.
    Bought { seat: Seat, place: Place, price: Pounds, cash: Pounds },
    /// An auction opens, among these: who landed there would not buy, or could not pay.
    /// The clock, where the auction has its own.
    AuctionOpens {
        place: Place,
        by: Seat,
        declined: bool,
        bidders: Seats,
        clock: Option<AuctionTime>,
    },
    /// A bid.
    Bid { seat: Seat, amount: Pounds },
    /// A player bids no more.
    Passed { seat: Seat },
    /// A player does not have the least that can be bid, and so bids no more.
    CannotBid { seat: Seat, least: Pounds },
    /// The auction is over, and the property sold to somebody who has so much cash then.
    Sold { place: Place, to: Seat, price: Pounds, cash: Pounds },
    /// The auction is over, and nobody wanted it.
    Unsold { place: Place },
    /// All of a group is one player's now.
    GroupCompleted { seat: Seat, places: Places },
    /// A group that was one player's is not any more.
    GroupBroken { seat: Seat, places: Places },
    /// A card was drawn.
    Drew { seat: Seat, pack: Pack, card: CardNumber },
    /// A player goes to jail.
    Jailed { seat: Seat, why: Arrest },
    /// A player misses a round in jail.
    Stays { seat: Seat },
    /// A player is out of jail.
    Freed { seat: Seat, how: Release },
    /// A street has so many houses now, or a hotel, and its owner so much cash.
    Built { seat: Seat, place: Place, houses: u8, cash: Pounds },
    /// So many steps of building are sold, and so many houses left. What the bank pays for them, and
    /// the cash with it.
    Cleared { seat: Seat, place: Place, sold: u8, houses: u8, amount: Pounds, cash: Pounds },
    /// A mortgage is taken out. What the bank pays, and the cash with it.
    Mortgaged { seat: Seat, place: Place, amount: Pounds, cash: Pounds },
    /// A mortgage was lifted, and its owner has so much cash.
    Redeemed { seat: Seat, place: Place, price: Pounds, cash: Pounds },
    /// A property goes back to the bank. What the bank pays, and the cash with it.
    SoldToBank { seat: Seat, place: Place, amount: Pounds, cash: Pounds },
    /// A player owes more than the cash at hand, and has to raise it.
    Owes { debt: Debt, cash: Pounds },
    /// A player cannot pay: this is all the cash there could be.
    Bankrupt { debt: Debt, most: Pounds },
    /// A player is out, and this goes back to the bank.
    Out { seat: Seat, left: bool, worth: Pounds, owned: Places },
    /// A player who is out leaves the table.
    GoesAway { seat: Seat },
    /// A player would like to leave.
    AsksToLeave { seat: Seat },
    /// A player agrees to that, or does not.
    Voted { seat: Seat, agrees: bool },
    /// A player puts an offer together.
    TradeBegins { by: Seat, to: Seat },
    /// The offer is made.
    Offered { trade: Trade },
    /// It is accepted.
    Traded { trade: Trade },
    /// It comes to nothing.
    TradeEnds { by: Seat, refused: bool },
    /// The time is up: this round is the last.
    TimeIsUp,
    /// So many rounds are left, with the one that begins.
    RoundsLeft { left: u16 },
    /// The game is over.
    Over { why: End },
}

impl Notice {
    /// The players whom it is about: who does it, who pays and who is paid.
    pub(crate) fn about(&self) -> Seats {
        match *self {
            Self::Turn { seat, .. }
            | Self::Rolled { seat, .. }
            | Self::Again { seat }
            | Self::BankIsShort { to: seat, .. }
            | Self::BankOwes { to: seat, .. }
            | Self::TooEarly { seat, .. }
            | Self::Repairs { seat, .. }
            | Self::NoFines { seat }
            | Self::Bought { seat, .. }
            | Self::Bid { seat, .. }
            | Self::Passed { seat }
            | Self::CannotBid { seat, .. }
            | Self::Sold { to: seat, .. }
            | Self::GroupCompleted { seat, .. }
            | Self::GroupBroken { seat, .. }
            | Self::Drew { seat, .. }
            | Self::Jailed { seat, .. }
            | Self::Stays { seat }
            | Self::Freed { seat, .. }
            | Self::Built { seat, .. }
            | Self::Cleared { seat, .. }
            | Self::Mortgaged { seat, .. }
            | Self::Redeemed { seat, .. }
            | Self::SoldToBank { seat, .. }
            | Self::Out { seat, .. }
            | Self::GoesAway { seat }
            | Self::AsksToLeave { seat }
            | Self::Voted { seat, .. }
            | Self::TradeEnds { by: seat, .. } => Seats::one(seat),
            Self::Moved { seat, owner, .. } => owner.into_iter().chain([seat]).collect(),
            Self::NoRent { seat, owner, .. } | Self::Rent { seat, owner, .. } => {
                Seats::one(seat).with(owner)
            }
            Self::Paid { from, to, .. } | Self::HandedOn { from, to, .. } => {
                from.seat().into_iter().chain(to.seat()).collect()
            }
            Self::AuctionOpens { by, bidders, .. } => bidders.with(by),
            Self::Owes { debt, .. } | Self::Bankrupt { debt, .. } => {
                debt.to.seat().into_iter().chain([debt.debtor]).collect()
            }
            Self::TradeBegins { by, to }
            | Self::Offered { trade: Trade { by, to, .. } }
            | Self::Traded { trade: Trade { by, to, .. } } => Seats::one(by).with(to),
            Self::Unsold { .. } | Self::TimeIsUp | Self::RoundsLeft { .. } | Self::Over { .. } => {
                Seats::NONE
            }
        }
    }
}

/// Why no rent is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RentFree {
    /// The owner is in jail.
    Jailed,
    /// There is a mortgage on it.
    Mortgaged,
    /// The edition asks for nothing there.
    Nothing,
}

/// What a rent goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The figure of a street, and nothing more.
    Street,
    /// The street is bare and the whole group its owner's: twice the figure.
    WholeGroup,
    /// So many houses stand there, or a hotel.
    Buildings(u8),
    /// The owner has so many stations.
    Stations(u8),
    /// The dice, so many times, for so many utilities.
    Dice {
        /// Both dice together.
        sum: u8,
        /// How many utilities the owner has.
        utilities: u8,
    },
}

/// How a token came to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// By the dice.
    Dice,
    /// Forward, by a card.
    Card,
    /// Back, by a card.
    Back,
}

/// Why somebody goes to jail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Arrest {
    /// Three doubles in a row.
    Doubles,
    /// The space that sends there.
    Space,
    /// A card.
    Card,
}

/// How somebody gets out of jail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Release {
    /// The fee was paid.
    Paid,
    /// A card was used.
    Card(Pack),
    /// Two rounds were missed.
    Served,
    /// A double was thrown.
    Double,
    /// The last throw was no double: the fee has to be paid.
    Forced,
}
