//! What is said to who is refused something, and the codes that programs get.

use std::fmt;

use parlor_engine::{Names, Seat};

use crate::board::Place;
use crate::question::Reason;
use crate::rules::Rules;
use crate::trade::MOST_OFFERS;

impl Rules {
    /// Why a move is refused, with players and spaces called by their names.
    pub(crate) fn refusal_in_words(&self, why: &Reason, names: &Names) -> String {
        let place = |place: Place| format!("{place} {}", self.board.name(place));
        in_words(why, &place, &|seat| names.of(seat).to_owned())
    }
}

/// Without a board and a table spaces and players are numbers.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |place: Place| format!("space {place}");
        f.write_str(&in_words(self, &place, &|seat| format!("seat {seat}")))
    }
}

impl std::error::Error for Reason {}

fn in_words(
    why: &Reason,
    place: &dyn Fn(Place) -> String,
    seat: &dyn Fn(Seat) -> String,
) -> String {
    match why {
        Reason::NotNow(played, wants) => {
            format!("'{played}' does not answer the question; {wants}")
        }
        Reason::TooDear { price, cash } => format!("that costs £{price}, and you have £{cash}"),
        Reason::BankCannotPay { price, bank } => {
            format!("the bank would have to pay £{price} for that, and has £{bank}")
        }
        Reason::BidTooLow(least) => format!("bid at least £{least}"),
        Reason::BidTooHigh(cash) => format!("you have £{cash} and cannot bid more"),
        Reason::NoCard(pack) => {
            format!("you hold no card of {} to get out of jail", pack.title())
        }
        Reason::TheyHaveNoCard(pack) => {
            format!("they hold no card of {} to get out of jail", pack.title())
        }
        Reason::NoPartner(with) => format!("there can be no trade with {}", seat(*with)),
        Reason::MayNotOwn => {
            "whoever has not been round the board yet cannot own property".to_owned()
        }
        Reason::TooManyOffers => {
            format!("no more than {MOST_OFFERS} trades can be offered in a turn")
        }
        Reason::NoTrading => "this table plays without trading".to_owned(),
        Reason::NothingOffered => "an offer has something on one side at least".to_owned(),
        Reason::InTheOffer => "that is part of the offer already, or goes against it".to_owned(),
        Reason::NotThatMuch(most) => {
            format!("an amount from £1 to £{most} can be put into the offer")
        }
        Reason::NoSuchPlace { place, last } => {
            format!("there is no space {place}: the spaces of this board are 1 to {last}")
        }
        Reason::NoSuchItem { place, last } => format!(
            "there is no space {place}: the spaces of this board are 1 to {last}; for money write 'cash' \
             before the amount: cash {place}"
        ),
        Reason::AskedAlready => "you have asked in this turn already".to_owned(),
        of_a_place => place_in_words(of_a_place, place),
    }
}

/// What is said of a space.
fn place_in_words(why: &Reason, name: &dyn Fn(Place) -> String) -> String {
    match why {
        Reason::NoProperty(place) => format!("{} is no property", name(*place)),
        Reason::NotYours(place) => format!("{} is not yours", name(*place)),
        Reason::NotTheirs(place) => format!("{} is not theirs", name(*place)),
        Reason::NoStreet(place) => {
            format!("nothing can be built on {}: it is no street", name(*place))
        }
        Reason::NotTheWholeGroup(place) => {
            format!("you do not own the whole group of {}", name(*place))
        }
        Reason::GroupMortgaged(place) => {
            format!("part of the group of {} is mortgaged", name(*place))
        }
        Reason::BuildEvenly(place) => {
            format!("build evenly: other streets of the group of {} come first", name(*place))
        }
        Reason::SellEvenly(place) => {
            format!("sell evenly: other streets of the group of {} come first", name(*place))
        }
        Reason::FullyBuilt(place) => format!("{} has a hotel already", name(*place)),
        Reason::NothingBuilt(place) => format!("nothing is built on {}", name(*place)),
        Reason::BuildingsStand(place) => {
            format!("buildings stand in the group of {}; sell them first", name(*place))
        }
        Reason::Mortgaged(place) => format!("{} is mortgaged already", name(*place)),
        Reason::NotMortgaged(place) => format!("{} is not mortgaged", name(*place)),
        Reason::OneWay(place) => format!(
            "{} was bought, built on, lifted, mortgaged or sold from in this turn; the other way \
             has to wait for your next",
            name(*place)
        ),
        _ => String::new(),
    }
}

impl parlor_engine::Reason for Reason {
    fn code(&self) -> &'static str {
        match self {
            Self::NotNow(..) => "not-now",
            Self::NoSuchPlace { .. } => "no-such-place",
            Self::NoSuchItem { .. } => "no-such-item",
            Self::NoProperty(_) => "no-property",
            Self::NotYours(_) => "not-yours",
            Self::NotTheirs(_) => "not-theirs",
            Self::NoStreet(_) => "no-street",
            Self::NotTheWholeGroup(_) => "not-the-whole-group",
            Self::GroupMortgaged(_) => "group-mortgaged",
            Self::BuildEvenly(_) => "build-evenly",
            Self::SellEvenly(_) => "sell-evenly",
            Self::FullyBuilt(_) => "fully-built",
            Self::NothingBuilt(_) => "nothing-built",
            Self::BuildingsStand(_) => "buildings-stand",
            Self::Mortgaged(_) => "mortgaged",
            Self::NotMortgaged(_) => "not-mortgaged",
            Self::OneWay(_) => "one-way",
            Self::TooDear { .. } => "too-dear",
            Self::BankCannotPay { .. } => "bank-cannot-pay",
            Self::BidTooLow(_) => "bid-too-low",
            Self::BidTooHigh(_) => "bid-too-high",
            Self::NoCard(_) => "no-card",
            Self::TheyHaveNoCard(_) => "they-have-no-card",
            Self::NoPartner(_) => "no-partner",
            Self::MayNotOwn => "may-not-own",
            Self::TooManyOffers => "too-many-offers",
            Self::NoTrading => "no-trading",
            Self::NothingOffered => "nothing-offered",
            Self::InTheOffer => "in-the-offer",
            Self::NotThatMuch(_) => "not-that-much",
            Self::AskedAlready => "asked-already",
        }
    }
}
