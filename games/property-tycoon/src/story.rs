//! What happened, in words: every sentence stands for itself, and nothing is said twice.
//!
//! Money that moves is told in the sentence of its payment, with what everybody has then. Where it is
//! for something that happens even for nothing (a house that is built, a mortgage that is taken out),
//! that is what is told, and its payment says nothing more.

use parlor_engine::{Names, Seat};

use crate::bank::{Purse, Why};
use crate::board::{Kind, Place, Pounds};
use crate::deck::{CardNumber, Effect, Pack};
use crate::notice::{Arrest, Basis, Notice, Release, RentFree, Way};
use crate::rules::Rules;
use crate::state::{Dice, End, HOTEL};
use crate::station::by_number;
use crate::text::{buildings, counted, pounds, purse};

impl Rules {
    /// Something that happened, as one sentence or two; nothing where another says it.
    pub(crate) fn story(&self, notice: &Notice, names: &Names) -> String {
        match notice {
            Notice::Turn { .. }
            | Notice::Rolled { .. }
            | Notice::Moved { .. }
            | Notice::Again { .. } => self.story_of_a_turn(notice, names),
            Notice::TooEarly { .. }
            | Notice::NoRent { .. }
            | Notice::Rent { .. }
            | Notice::Repairs { .. }
            | Notice::NoFines { .. }
            | Notice::Drew { .. } => self.story_of_a_space(notice, names),
            Notice::Bought { .. }
            | Notice::AuctionOpens { .. }
            | Notice::Bid { .. }
            | Notice::Passed { .. }
            | Notice::CannotBid { .. }
            | Notice::Sold { .. }
            | Notice::Unsold { .. } => self.story_of_a_sale(notice, names),
            Notice::GroupCompleted { .. } | Notice::GroupBroken { .. } => {
                self.story_of_a_group(notice, names)
            }
            Notice::Jailed { .. } | Notice::Stays { .. } | Notice::Freed { .. } => {
                self.story_of_jail(notice, names)
            }
            Notice::Built { .. }
            | Notice::Cleared { .. }
            | Notice::Mortgaged { .. }
            | Notice::Redeemed { .. }
            | Notice::SoldToBank { .. } => self.story_of_property(notice, names),
            Notice::Owes { .. }
            | Notice::Bankrupt { .. }
            | Notice::Out { .. }
            | Notice::GoesAway { .. }
            | Notice::AsksToLeave { .. }
            | Notice::Voted { .. } => self.story_of_leaving(notice, names),
            Notice::TradeBegins { .. }
            | Notice::Offered { .. }
            | Notice::Traded { .. }
            | Notice::TradeEnds { .. } => self.story_of_a_trade(notice, names),
            Notice::Paid { .. } => self.paid(notice, names),
            Notice::BankIsShort { .. } | Notice::BankOwes { .. } | Notice::HandedOn { .. } => {
                self.story_of_a_shortage(notice, names)
            }
            Notice::TimeIsUp => "The time is up: this round is the last.".to_owned(),
            Notice::RoundsLeft { left: 1 } => "This round is the last.".to_owned(),
            Notice::RoundsLeft { left } => format!("{left} rounds are left."),
            // Others may have left.
            Notice::Over { why: End::Bankruptcy } => {
                "The game is over: the last of the others is bankrupt.".to_owned()
            }
            Notice::Over { why } => format!("The game is over: {}.", why.in_words()),
        }
    }

    /// A turn: the dice and where they lead.
    fn story_of_a_turn(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        let name = |place: &Place| self.board.name(*place);
        match notice {
            Notice::Turn { seat, round } => {
                format!("Round {round}, {}'s turn ({}).", of(seat), self.token(*seat))
            }
            Notice::Rolled { seat, dice, goes: false } => {
                format!("{} rolls {}.", of(seat), throw(*dice).trim_end_matches(','))
            }
            // How far the dice lead is told with where they lead.
            Notice::Rolled { goes: true, .. } => String::new(),
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
            _ => told_elsewhere(notice),
        }
    }

    /// What comes of the space, other than a sale.
    fn story_of_a_space(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        let name = |place: &Place| self.board.name(*place);
        match notice {
            Notice::TooEarly { seat, place } => format!(
                "{} cannot be bought: {} has not been round the board yet.",
                name(place),
                of(seat)
            ),
            Notice::NoRent { seat, owner, place, why } => {
                let why = match why {
                    RentFree::Jailed => format!("{} is in jail", of(owner)),
                    RentFree::Mortgaged => "it is mortgaged".to_owned(),
                    RentFree::Nothing => "its rent is £0".to_owned(),
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
            Notice::Drew { seat, pack, card } => self.drew(of(seat), *pack, *card),
            _ => told_elsewhere(notice),
        }
    }

    /// Property that the bank sells, at its price or in an auction.
    fn story_of_a_sale(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        let name = |place: &Place| self.board.name(*place);
        match notice {
            Notice::Bought { seat, place, price, cash } => format!(
                "{} buys {} for {} and has {} left.",
                of(seat),
                name(place),
                pounds(*price),
                pounds(*cash)
            ),
            Notice::AuctionOpens { place, by, declined, bidders, clock: _ } => {
                let price = pounds(self.board.property(*place).price);
                let why = if *declined { "does not buy" } else { "cannot pay for" };
                format!(
                    "{} {why} {} (price {price}), so it is auctioned; {} may bid.",
                    of(by),
                    name(place),
                    names.list(bidders.iter())
                )
            }
            Notice::Bid { seat, amount } => format!("{} bids {}.", of(seat), pounds(*amount)),
            Notice::Passed { seat } => format!("{} passes.", of(seat)),
            Notice::CannotBid { seat, least } => format!(
                "{} does not have {}, the least bid now, and is out of the auction.",
                of(seat),
                pounds(*least)
            ),
            Notice::Sold { place, to, price, cash } => format!(
                "{} wins {} for {} and has {} left.",
                of(to),
                name(place),
                pounds(*price),
                pounds(*cash)
            ),
            Notice::Unsold { place } => {
                format!("Nobody bids, and {} stays with the bank.", name(place))
            }
            _ => told_elsewhere(notice),
        }
    }

    /// Groups that somebody has whole, or no more.
    fn story_of_a_group(&self, notice: &Notice, names: &Names) -> String {
        match notice {
            Notice::GroupCompleted { seat, places } => {
                let group = self.board.group_name(*places);
                let are_streets = self.board.groups.iter().any(|group| group.streets == *places);
                let gain = if are_streets {
                    ": the bare rent is doubled, and houses can be built"
                } else {
                    ""
                };
                format!("{} owns all of {group} now{gain}.", names.of(*seat))
            }
            Notice::GroupBroken { seat, places } => {
                let group = self.board.group_name(*places);
                format!("{} does not own all of {group} any more.", names.of(*seat))
            }
            _ => told_elsewhere(notice),
        }
    }

    /// What a bank without money does not pay, or pays later.
    fn story_of_a_shortage(&self, notice: &Notice, names: &Names) -> String {
        match notice {
            Notice::BankIsShort { to, missing, has, why } => {
                let (missing, why) = (pounds(*missing), self.reason_for(*why));
                let who = names.of(*to);
                if self.options.bank_refuses() {
                    let has = pounds(*has);
                    format!("The bank has {has} and cannot pay {who} {missing} {why}.")
                } else {
                    format!("The bank has run out: {who} does not get the other {missing} {why}.")
                }
            }
            Notice::BankOwes { to, amount, why } => {
                let (amount, why) = (pounds(*amount), self.reason_for(*why));
                format!("The bank has no more, and owes {} {amount} {why}.", names.of(*to))
            }
            Notice::HandedOn { from, to, amount, why } => {
                let (amount, why) = (pounds(*amount), self.reason_for(*why));
                let (one, other) = (purse(*from, names), purse(*to, names));
                if *to == Purse::Bank {
                    format!("The bank sets off {amount} that it owes {one}, {why}.")
                } else {
                    format!("{one} gives {other} {amount} that the bank owes, {why}.")
                }
            }
            _ => told_elsewhere(notice),
        }
    }

    /// Into jail and out of it.
    fn story_of_jail(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        match notice {
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
            _ => told_elsewhere(notice),
        }
    }

    /// What owners do with their property.
    fn story_of_property(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        let name = |place: &Place| self.board.name(*place);
        match notice {
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
            Notice::Cleared { seat, place, sold, houses, amount, cash } => format!(
                "{} sells {} on {} for {} and has {}: {} left.",
                of(seat),
                cleared(*sold, *houses),
                name(place),
                pounds(*amount),
                pounds(*cash),
                buildings(*houses)
            ),
            Notice::Mortgaged { seat, place, amount, cash } => format!(
                "{} mortgages {} for {} and has {}.",
                of(seat),
                name(place),
                pounds(*amount),
                pounds(*cash)
            ),
            Notice::Redeemed { seat, place, price, cash } => format!(
                "{} lifts the mortgage on {} for {} and has {} left.",
                of(seat),
                name(place),
                pounds(*price),
                pounds(*cash)
            ),
            Notice::SoldToBank { seat, place, amount, cash } => format!(
                "{} sells {} to the bank for {} and has {}.",
                of(seat),
                name(place),
                pounds(*amount),
                pounds(*cash)
            ),
            _ => told_elsewhere(notice),
        }
    }

    /// Debts, bankruptcy, and players who leave.
    fn story_of_leaving(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        match notice {
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
            Notice::Out { seat, left, worth, owned } => {
                let who = of(seat);
                let goes = if *left {
                    format!("{who} leaves the game, worth {} in all.", pounds(*worth))
                } else {
                    format!("{who} is out of the game.")
                };
                let goes = format!("{goes} The {} leaves the board.", self.token(*seat));
                let land = if owned.is_empty() { "" } else { " The property is the bank's again." };
                format!("{goes}{land}")
            }
            Notice::GoesAway { seat } => format!("{} leaves the table.", of(seat)),
            Notice::AsksToLeave { seat } => format!("{} asks to leave.", of(seat)),
            Notice::Voted { seat, agrees: true } => format!("{} agrees.", of(seat)),
            Notice::Voted { seat, agrees: false } => format!("{} does not agree.", of(seat)),
            _ => told_elsewhere(notice),
        }
    }

    /// An offer and its answer.
    fn story_of_a_trade(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        match notice {
            Notice::TradeBegins { by, to } => {
                format!("{} puts together an offer for {}.", of(by), of(to))
            }
            Notice::Offered { trade } => self.offer_in_words(trade, names),
            Notice::Traded { trade } => {
                let (give, want) = (self.bundle(&trade.give), self.bundle(&trade.want));
                let (by, to) = (of(&trade.by), of(&trade.to));
                format!("{to} accepts: {by} gives {give} and gets {want}.")
            }
            Notice::TradeEnds { by, refused: true } => format!("{} refuses the offer.", of(by)),
            Notice::TradeEnds { by, .. } => format!("{} withdraws the offer.", of(by)),
            _ => told_elsewhere(notice),
        }
    }

    /// Money that moved: who, whom, how much, what for, and what they have then.
    fn paid(&self, notice: &Notice, names: &Names) -> String {
        let Notice::Paid { from, to, amount, why, from_has, to_has } = notice else {
            return String::new();
        };
        let (payer, gainer) = (purse(*from, names), purse(*to, names));
        let (amount, reason) = (pounds(*amount), self.reason_for(*why));
        let (left, now) = (pounds(*from_has), pounds(*to_has));
        match why {
            // Told with what it was for.
            Why::Price(_)
            | Why::Bid(_)
            | Why::Building(_)
            | Why::BuildingSold(_)
            | Why::Sold(_)
            | Why::Mortgage(_)
            | Why::Redemption(_) => String::new(),
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

/// Each part of the story is given its own notices.
fn told_elsewhere(notice: &Notice) -> ! {
    unreachable!("another part of the story tells of {notice:?}")
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

/// What is sold, so many steps of it, where so many houses are left.
fn cleared(sold: u8, houses: u8) -> String {
    match (sold, sold + houses) {
        (_, HOTEL) => "the hotel".to_owned(),
        (1, _) => "a house".to_owned(),
        (sold, _) => buildings(sold),
    }
}

fn throw(dice: Dice) -> String {
    let double = if dice.is_double() { ", a double," } else { "" };
    format!("{} and {}{double}", dice.0, dice.1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parlor_engine::{Awake, Game};

    use super::*;
    use crate::board::Board;
    use crate::state::State;
    use crate::{EditionOption, Options};

    /// Ann and Bob on the standard board, but for place 2: it costs a pound, there is no rent for
    /// it, and building in its group costs nothing.
    fn table() -> (Rules, State, Place) {
        let place = Place::from_number(2).expect("on the board");
        let mut board = Board::clone(&EditionOption::default().board().expect("in the box"));
        let property = &mut board.properties[place.index()];
        property.price = 1;
        if let Kind::Street { group, rents } = &mut property.kind {
            *rents = [0; 6];
            board.groups[usize::from(*group)].house = 0;
        }
        let rules = Rules::new(Arc::new(board), Options::default(), 2);
        let state = rules.start();
        (rules, state, place)
    }

    /// All that is told, as people read it.
    fn told(rules: &Rules, heard: &Awake<Notice>) -> Vec<String> {
        let names = Names::new(["Ann", "Bob"]);
        let all = heard.0.iter().map(|(_, notice)| rules.story(notice, &names));
        all.filter(|words| !words.is_empty()).collect()
    }

    #[test]
    fn a_rent_of_nothing_is_no_mortgage() {
        let (rules, mut state, place) = table();
        let [ann, bob] = [0, 1].map(Seat::at);
        state.player_mut(ann).place = place;
        Rules::take_over(&mut state, bob, place);
        let mut heard = Awake::new();
        rules.land(&mut state, &mut heard);
        assert_eq!(told(&rules, &heard), ["Ann owes no rent for The Old Creek: its rent is £0."]);
    }

    #[test]
    fn what_costs_nothing_is_told_as_well() {
        let (rules, mut state, place) = table();
        let ann = Seat::at(0);
        state.player_mut(ann).place = place;
        let mut heard = Awake::new();
        rules.buy(&mut state, ann, &mut heard);
        rules.build(&mut state, ann, place, &mut heard);
        rules.sell_building(&mut state, ann, place, &mut heard);
        rules.mortgage(&mut state, ann, place, &mut heard);
        rules.redeem(&mut state, ann, place, &mut heard);
        rules.sell(&mut state, ann, place, &mut heard);
        assert_eq!(
            told(&rules, &heard),
            [
                "Ann buys The Old Creek for £1 and has £1499 left.",
                "Ann builds on The Old Creek for £0 and has £1499 left: 1 house, rent £0.",
                "Ann sells a house on The Old Creek for £0 and has £1499: no house left.",
                "Ann mortgages The Old Creek for £0 and has £1499.",
                "Ann lifts the mortgage on The Old Creek for £0 and has £1499 left.",
                "Ann sells The Old Creek to the bank for £1 and has £1500.",
            ]
        );
    }
}
