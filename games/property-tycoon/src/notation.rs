//! Moves and chance outcomes in text: `build 20`, `bid 120`, `roll 3 4`.

use std::fmt;
use std::str::FromStr;

use parlor_engine::{NotASeat, Seat};
use thiserror::Error;

use crate::board::{NotAPlace, Place, Pounds};
use crate::deal::Deal;
use crate::deck::{CardNumber, NotAPack, Pack};
use crate::moves::Move;
use crate::state::Dice;
use crate::trade::Item;

/// Why a text is no move, or no outcome.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// None of the words there are.
    #[error(
        "'{0}' is no move; moves are roll, end, pay, use, stay, draw, buy, auction, bid, pass, \
         build, sell-house, sell, mortgage, lift, trade, give, want, offer, withdraw, accept, \
         refuse, counter, agree and ask-to-leave"
    )]
    Word(String),
    /// The word is right, what follows is not.
    #[error("{0}")]
    Form(&'static str),
    /// Not a position.
    #[error(transparent)]
    Place(#[from] NotAPlace),
    /// Not a seat.
    #[error(transparent)]
    Seat(#[from] NotASeat),
    /// Not a pack.
    #[error(transparent)]
    Pack(#[from] NotAPack),
    /// Not an amount.
    #[error("'{0}' is not an amount in whole pounds")]
    Amount(String),
    /// A number that is too large for a position, after 'give' or 'want'.
    #[error("no board has a space {0}; for money write 'cash' before the amount: cash {0}")]
    NotCash(String),
    /// Neither dice nor a card.
    #[error("'{0}' cannot come up; it is 'roll 3 4', or 'draw pot-luck 11'")]
    Outcome(String),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cash(amount) => write!(f, "cash {amount}"),
            Self::Place(place) => write!(f, "{place}"),
            Self::Card(pack) => write!(f, "card {pack}"),
        }
    }
}

impl Move {
    /// The word that it begins with.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Roll => "roll",
            Self::End => "end",
            Self::Pay => "pay",
            Self::UseCard(_) => "use",
            Self::Stay => "stay",
            Self::Draw => "draw",
            Self::Buy => "buy",
            Self::Auction => "auction",
            Self::Bid(_) => "bid",
            Self::Pass => "pass",
            Self::Build(_) => "build",
            Self::SellHouse(_) => "sell-house",
            Self::Sell(_) => "sell",
            Self::Mortgage(_) => "mortgage",
            Self::Lift(_) => "lift",
            Self::AskToLeave => "ask-to-leave",
            Self::Agree => "agree",
            Self::Refuse => "refuse",
            Self::Trade(_) => "trade",
            Self::Give(_) => "give",
            Self::Want(_) => "want",
            Self::Offer => "offer",
            Self::Withdraw => "withdraw",
            Self::Accept => "accept",
            Self::Counter => "counter",
        }
    }
}

impl Move {
    /// The space that it names.
    pub const fn place(self) -> Option<Place> {
        match self {
            Self::Build(place)
            | Self::SellHouse(place)
            | Self::Sell(place)
            | Self::Mortgage(place)
            | Self::Lift(place)
            | Self::Give(Item::Place(place))
            | Self::Want(Item::Place(place)) => Some(place),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verb())?;
        match self {
            Self::UseCard(pack) => write!(f, " {pack}"),
            Self::Bid(amount) => write!(f, " {amount}"),
            Self::Build(place)
            | Self::SellHouse(place)
            | Self::Sell(place)
            | Self::Mortgage(place)
            | Self::Lift(place) => write!(f, " {place}"),
            Self::Trade(seat) => write!(f, " {seat}"),
            Self::Give(item) | Self::Want(item) => write!(f, " {item}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (verb, rest) = match text.split_once(' ') {
            Some((verb, rest)) => (verb, Some(rest)),
            None => (text, None),
        };
        let alone = |played: Self| match rest {
            None => Ok(played),
            Some(_) => Err(Unreadable::Form("nothing is said after that word")),
        };
        let place = || -> Result<Place, Unreadable> {
            let place = rest.ok_or(Unreadable::Form("say the position of a space: build 20"))?;
            Ok(place.parse()?)
        };
        match verb {
            "roll" => alone(Self::Roll),
            "end" => alone(Self::End),
            "pay" => alone(Self::Pay),
            "stay" => alone(Self::Stay),
            "draw" => alone(Self::Draw),
            "buy" => alone(Self::Buy),
            "auction" => alone(Self::Auction),
            "pass" => alone(Self::Pass),
            "ask-to-leave" => alone(Self::AskToLeave),
            "agree" => alone(Self::Agree),
            "refuse" => alone(Self::Refuse),
            "offer" => alone(Self::Offer),
            "withdraw" => alone(Self::Withdraw),
            "accept" => alone(Self::Accept),
            "counter" => alone(Self::Counter),
            "use" => {
                let pack = rest.ok_or(Unreadable::Form("say of which pack: use pot-luck"))?;
                Ok(Self::UseCard(pack.parse()?))
            }
            "bid" => {
                let bid = rest.ok_or(Unreadable::Form("say how much: bid 120"))?;
                Ok(Self::Bid(amount(bid)?))
            }
            "build" => Ok(Self::Build(place()?)),
            "sell-house" => Ok(Self::SellHouse(place()?)),
            "sell" => Ok(Self::Sell(place()?)),
            "mortgage" => Ok(Self::Mortgage(place()?)),
            "lift" => Ok(Self::Lift(place()?)),
            "trade" => {
                let seat = rest.ok_or(Unreadable::Form("say with which seat: trade 3"))?;
                Ok(Self::Trade(seat.parse::<Seat>()?))
            }
            "give" => Ok(Self::Give(item(rest)?)),
            "want" => Ok(Self::Want(item(rest)?)),
            _ => Err(Unreadable::Word(text.to_owned())),
        }
    }
}

fn item(text: Option<&str>) -> Result<Item, Unreadable> {
    let text = text.ok_or(Unreadable::Form(
        "say what: the position of a space, 'cash' and an amount, or 'card' and a pack",
    ))?;
    match text.split_once(' ') {
        Some(("cash", sum)) => Ok(Item::Cash(amount(sum)?)),
        Some(("card", pack)) => Ok(Item::Card(pack.parse()?)),
        // Somebody who types 'give 500' thinks of money.
        _ => match (text.parse(), amount(text)) {
            (Ok(place), _) => Ok(Item::Place(place)),
            (Err(_), Ok(_)) => Err(Unreadable::NotCash(text.to_owned())),
            (Err(why), Err(_)) => Err(why.into()),
        },
    }
}

/// Written as it is displayed, and in no other way.
fn amount(text: &str) -> Result<Pounds, Unreadable> {
    let amount: Option<Pounds> = text.parse().ok();
    let plain = amount.filter(|amount| *amount >= 0 && amount.to_string() == text);
    plain.ok_or_else(|| Unreadable::Amount(text.to_owned()))
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll(Dice(one, two)) => write!(f, "roll {one} {two}"),
            Self::Draw(pack, card) => write!(f, "draw {pack} {card}"),
        }
    }
}

impl FromStr for Deal {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let wrong = || Unreadable::Outcome(text.to_owned());
        let mut words = text.split(' ');
        let (Some(verb), Some(one), Some(two), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(wrong());
        };
        let deal = match verb {
            "roll" => {
                let die = |word: &str| word.parse().map_err(|_| wrong());
                Self::Roll(Dice(die(one)?, die(two)?))
            }
            "draw" => {
                let number = two.parse().ok().and_then(CardNumber::from_number);
                Self::Draw(one.parse::<Pack>()?, number.ok_or_else(wrong)?)
            }
            _ => return Err(wrong()),
        };
        // Written as it is displayed, and in no other way.
        if deal.to_string() == text { Ok(deal) } else { Err(wrong()) }
    }
}
