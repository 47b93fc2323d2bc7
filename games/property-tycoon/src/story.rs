//! What happened, in words: every sentence stands for itself, and nothing is said twice.
//!
//! Money that moves is told in the sentence of its payment, with what everybody has then. What the
//! payment was for (a house that stands, a mortgage that is lifted) says nothing more.

use parlor_engine::{Names, Seat};

use crate::bank::{Purse, Why};
use crate::board::{Kind, Place, Pounds};
use crate::deck::{CardNumber, Effect, Pack};
use crate::notice::{Arrest, Basis, Notice, Release, Way};
use crate::rules::Rules;
use crate::state::{Dice, End, HOTEL};
use crate::station::by_number;
use crate::text::{buildings, counted, pounds, purse};

impl Rules {
    /// Something that happened, as one sentence or two; nothing where another says it.
    pub(crate) fn story(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        let name = |place: &Place| self.board.name(*place);
        match notice {
            Notice::Turn { seat, round } => format!("Round {round}, {}'s turn.", of(seat)),
            Notice::Rolled { seat, dice, goes: false } => {
                format!("{} rolls {}.", of(seat), throw(*dice))
            }
            Notice::Moved { seat, to, way, dice, owner, .. } => {
                let how = match way {
                    Way::Dice => format!("rolls {} and comes to", throw(*dice)),
                    Way::Card => "advances to".to_owned(),
                    Way::Back => "goes back to".to_owned(),
                };
                let whose = match owner {
                    Some(owner) if owner == seat => format!(", which is {}'s own", of(owner)),
                    Some(owner) => format!(", which is {}'s", of(owner)),
                    None => String::new(),
                };
                format!("{} {how} {to} {}{whose}.", of(seat), name(to))
            }
            Notice::Again { seat } => format!("{} has thrown a double and goes again.", of(seat)),
            Notice::Paid { .. } => self.paid(notice, names),
            Notice::BankIsShort { to, missing, why } => {
                let (missing, why) = (pounds(*missing), self.reason_for(*why));
                format!("The bank has run out: {} does not get the other {missing} {why}.", of(to))
            }
            Notice::TooEarly { seat, place } => format!(
                "{} cannot be bought: {} has not been round the board yet.",
                name(place),
                of(seat)
            ),
            Notice::NoRent { seat, owner, place, jailed, mortgaged } => {
                let why = if *jailed {
                    format!("{} is in jail", of(owner))
                } else if *mortgaged {
                    "it is mortgaged".to_owned()
                } else {
                    "it brings none".to_owned()
                };
                format!("{} owes no rent for {}: {why}.", of(seat), name(place))
            }
            Notice::Rent { owner, place, amount, basis, .. } => {
                self.rent_in_words(of(owner), *place, *amount, *basis)
            }
            Notice::Repairs { seat, houses: 0, hotels: 0, .. } => {
                format!("{} has no buildings, and so there is nothing to pay.", of(seat))
            }
            Notice::Repairs { seat, houses, hotels, house, hotel } => format!(
                "{} has {} at {} and {} at {}.",
                of(seat),
                counted((*houses).into(), "house"),
                pounds(*house),
                counted((*hotels).into(), "hotel"),
                pounds(*hotel)
            ),
            Notice::NoFines { seat } => format!("There are no fines for {} to take.", of(seat)),
            Notice::AuctionOpens { place, bidders } => {
                let price = pounds(self.board.property(*place).price);
                let bidders = names.list(bidders.iter());
                format!("{} is auctioned (price {price}); {bidders} may bid.", name(place))
            }
            Notice::Bid { seat, amount } => format!("{} bids {}.", of(seat), pounds(*amount)),
            Notice::Passed { seat } => format!("{} passes.", of(seat)),
            Notice::Unsold { place } => {
                format!("Nobody bids, and {} stays with the bank.", name(place))
            }
            Notice::Drew { seat, pack, card } => self.drew(of(seat), *pack, *card),
            Notice::Jailed { seat, why } => {
                let why = match why {
                    Arrest::Doubles => "for three doubles in a row",
                    Arrest::Space => "by the space",
                    Arrest::Card => "by the card",
                };
                format!("{} goes to jail, {why}, and the turn ends.", of(seat))
            }
            Notice::Stays { seat } => {
                format!("{} stays in jail and misses the round.", of(seat))
            }
            Notice::Freed { seat, how } => self.freed(of(seat), *how),
            Notice::Built { seat, place, houses, cash } => {
                let price = pounds(self.board.house_price(*place));
                let (built, rent) = (buildings(*houses), self.street_figure(*place, *houses));
                format!(
                    "{} builds on {} for {price} and has {} left: {built}, rent {}.",
                    of(seat),
                    name(place),
                    pounds(*cash),
                    pounds(rent)
                )
            }
            // The payment says so, and how far the dice lead is told with them.
            Notice::Rolled { goes: true, .. }
            | Notice::Bought { .. }
            | Notice::Sold { .. }
            | Notice::Cleared { .. }
            | Notice::Mortgaged { .. }
            | Notice::Redeemed { .. }
            | Notice::SoldToBank { .. } => String::new(),
            Notice::Owes { debt, cash } => {
                let (who, whom) = (names.of(debt.debtor), purse(debt.to, names));
                let (amount, why) = (pounds(debt.amount), self.reason_for(debt.why));
                let missing = pounds(debt.amount - cash);
                let cash = pounds(*cash);
                format!("{who} owes {whom} {amount} {why}, has {cash}, and has to raise {missing}.")
            }
            Notice::Bankrupt { debt, most } => {
                let (who, whom) = (names.of(debt.debtor), purse(debt.to, names));
                let (amount, why) = (pounds(debt.amount), self.reason_for(debt.why));
                let most = pounds(*most);
                format!("{who} owes {whom} {amount} {why}, has {most} in all, and is bankrupt.")
            }
            Notice::Out { seat, left: true, worth, .. } => format!(
                "{} leaves the game, worth {} in all. The property is the bank's again.",
                of(seat),
                pounds(*worth)
            ),
            Notice::Out { seat, left: false, .. } => format!("{} is out of the game.", of(seat)),
            Notice::GoesAway { seat } => format!("{} leaves the table.", of(seat)),
            Notice::AsksToLeave { seat } => format!("{} asks to leave.", of(seat)),
            Notice::Voted { seat, agrees: true } => format!("{} agrees.", of(seat)),
            Notice::Voted { seat, agrees: false } => format!("{} does not agree.", of(seat)),
            Notice::TradeBegins { by, to } => {
                format!("{} puts together an offer for {}.", of(by), of(to))
            }
            Notice::Offered { trade } => self.offer_in_words(trade, names),
            Notice::Traded { trade } => {
                let (give, want) = (self.bundle(&trade.give), self.bundle(&trade.want));
                let (by, to) = (of(&trade.by), of(&trade.to));
                format!("{to} accepts: {by} gives {give} and gets {want}.")
            }
            Notice::TradeEnds { by } => format!("{} does not trade.", of(by)),
            Notice::TimeIsUp => "The time is up: this round is the last.".to_owned(),
            Notice::Over { why } => format!("The game is over: {}.", why.in_words()),
        }
    }

    /// Money that moved: who, whom, how much, what for, and what they have then.
    fn paid(&self, notice: &Notice, names: &Names) -> String {
        let Notice::Paid { from, to, amount, why, from_has, to_has } = notice else {
            return String::new();
        };
        let (payer, gainer) = (purse(*from, names), purse(*to, names));
        let sum = *amount;
        let (amount, reason) = (pounds(sum), self.reason_for(*why));
        let (left, now) = (pounds(*from_has), pounds(*to_has));
        let name = |place: &Place| self.board.name(*place);
        match why {
            // Told with what was built.
            Why::Building(_) => String::new(),
            Why::Price(place) => {
                format!("{payer} buys {} for {amount} and has {left} left.", name(place))
            }
            Why::Bid(place) => {
                format!("{payer} wins {} for {amount} and has {left} left.", name(place))
            }
            Why::Redemption(place) => format!(
                "{payer} lifts the mortgage on {} for {amount} and has {left} left.",
                name(place)
            ),
            Why::BuildingSold(place) => {
                let one = sum == self.building_sale(*place);
                let what = if one { "a building" } else { "all buildings" };
                format!("{gainer} sells {what} on {} for {amount} and has {now}.", name(place))
            }
            Why::Sold(place) => {
                format!("{gainer} sells {} to the bank for {amount} and has {now}.", name(place))
            }
            Why::Mortgage(place) => {
                format!("{gainer} mortgages {} for {amount} and has {now}.", name(place))
            }
            Why::FreeParking => {
                format!("{gainer} takes the fines on Free Parking, {amount}, and has {now}.")
            }
            Why::Bankruptcy => match to {
                Purse::Seat(_) => {
                    format!("{payer} pays {gainer} {amount}, {reason}; {gainer} has {now}.")
                }
                Purse::Bank | Purse::Pot => format!("{payer} pays {gainer} {amount}, {reason}."),
            },
            Why::Left => format!("{payer} leaves {amount} in cash to {gainer}."),
            _ => match (from, to) {
                (Purse::Bank | Purse::Pot, _) => {
                    format!("{gainer} gets {amount} from {payer} {reason} and has {now}.")
                }
                (Purse::Seat(_), Purse::Seat(_)) => format!(
                    "{payer} pays {gainer} {amount} {reason}. {payer} has {left}, {gainer} {now}."
                ),
                (Purse::Seat(_), Purse::Pot) => format!(
                    "{payer} pays {amount} into {gainer} {reason} and has {left}; {now} lie there."
                ),
                (Purse::Seat(_), Purse::Bank) => {
                    format!("{payer} pays {gainer} {amount} {reason} and has {left}.")
                }
            },
        }
    }

    /// Why a rent is just so much; nothing where it is the figure of the street.
    fn rent_in_words(&self, owner: &str, place: Place, amount: Pounds, basis: Basis) -> String {
        let amount = pounds(amount);
        match basis {
            Basis::Street => String::new(),
            Basis::WholeGroup => {
                let group = self.board.group(place).map_or("", |group| group.name.as_str());
                let figure = pounds(self.street_figure(place, 0));
                format!("{owner} owns all of {group}, so the rent is twice {figure}: {amount}.")
            }
            Basis::Buildings(houses) => format!("With {} the rent is {amount}.", buildings(houses)),
            Basis::Stations(many) => {
                format!("{owner} has {}, so the rent is {amount}.", counted(many.into(), "station"))
            }
            Basis::Dice { sum, utilities } => {
                let times = by_number(&self.board.utility_rents, utilities.into());
                let has = match utilities {
                    1 => "1 utility".to_owned(),
                    more => format!("{more} utilities"),
                };
                format!("{owner} has {has}: {times} times the {sum} on the dice is {amount}.")
            }
        }
    }

    /// The rent of a street with so much built on it.
    pub(crate) fn street_figure(&self, place: Place, houses: u8) -> Pounds {
        match &self.board.property(place).kind {
            Kind::Street { rents, .. } => rents[usize::from(houses.min(HOTEL))],
            Kind::Station | Kind::Utility => 0,
        }
    }

    fn drew(&self, who: &str, pack: Pack, card: CardNumber) -> String {
        let Some(card) = self.board.cards[pack.index()].get(card.index()) else {
            return String::new();
        };
        let end = if card.text.ends_with(['.', '!', '?']) { "" } else { "." };
        let keeps = match card.effect {
            Effect::GetOutOfJail => format!(" {who} keeps it."),
            _ => String::new(),
        };
        format!("{who} draws {}: {}{end}{keeps}", pack.title(), card.text)
    }

    fn freed(&self, who: &str, how: Release) -> String {
        let how = match how {
            Release::Paid => String::new(),
            Release::Card(pack) => format!(" by a card of {}", pack.title()),
            Release::Served => " after missing two rounds".to_owned(),
            Release::Double => " by the double".to_owned(),
            Release::Forced => " after three throws, and has to pay for it".to_owned(),
        };
        let turn = if self.rolls_in_jail() { "" } else { ", as a visitor, and the turn ends" };
        format!("{who} is out of jail{how}{turn}.")
    }
}

impl End {
    /// Why the game is over.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::Bankruptcy => "all others are bankrupt",
            Self::Left => "nobody else is left",
            Self::Time => "the time is up",
            Self::Rounds => "all rounds are played",
        }
    }
}

fn throw(dice: Dice) -> String {
    let double = if dice.is_double() { ", a double," } else { "" };
    format!("{} and {}{double}", dice.0, dice.1)
}
