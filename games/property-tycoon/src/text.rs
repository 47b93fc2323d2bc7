//! Everything the game says. How the table looks is in `picture.rs`.

use parlor_engine::ledger::{Account, Entry, Ledger};
use parlor_engine::{Hosted, Names, Player, Seat};

use crate::bank::{Purse, Why};
use crate::board::{Board, Kind, Place, Pounds, Space};
use crate::deck::Pack;
use crate::jail::FEE;
use crate::notice::{Arrest, Notice, Release, Way};
use crate::picture;
use crate::players;
use crate::question::Question;
use crate::rules::Rules;
use crate::state::{End, HOTEL};
use crate::trade::{Bundle, Trade};
use crate::view::View;

impl Hosted for Rules {
    fn draw(&self, view: &View, names: &Names) -> String {
        picture::draw(self, view, names)
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        let name = |place: &Place| self.board.name(*place);
        match notice {
            Notice::Turn { seat, round } => format!("Round {round}: {}'s turn.", of(seat)),
            Notice::Rolled { seat, dice } => {
                let double = if dice.is_double() { ", a double" } else { "" };
                let (one, two, sum) = (dice.0, dice.1, dice.sum());
                format!("{} rolls {one} and {two}: {sum}{double}.", of(seat))
            }
            Notice::Moved { seat, to, way, .. } => {
                let how = match way {
                    Way::Dice => "comes to",
                    Way::Card => "advances to",
                    Way::Back => "goes back to",
                };
                format!("{} {how} {}.", of(seat), name(to))
            }
            Notice::Paid { from, to, amount, why } => self.paid(*from, *to, *amount, *why, names),
            Notice::BankIsShort { to, missing, .. } => {
                format!(
                    "The bank has run out: {} does not get the other {}.",
                    of(to),
                    pounds(*missing)
                )
            }
            Notice::TooEarly { seat, place } => format!(
                "{} cannot be bought: {} has not been round the board yet.",
                name(place),
                of(seat)
            ),
            Notice::NoRent { seat, owner, place, jailed } => {
                let why = if *jailed {
                    format!("{} is in jail", of(owner))
                } else {
                    "it is mortgaged".to_owned()
                };
                format!("{} owes no rent for {}: {why}.", of(seat), name(place))
            }
            Notice::Bought { seat, place, .. } => format!("{} owns {}.", of(seat), name(place)),
            Notice::AuctionOpens { place } => format!("{} is auctioned.", name(place)),
            Notice::Bid { seat, amount } => format!("{} bids {}.", of(seat), pounds(*amount)),
            Notice::Passed { seat } => format!("{} passes.", of(seat)),
            Notice::Sold { place, to, price } => {
                format!("{} wins {} for {}.", of(to), name(place), pounds(*price))
            }
            Notice::Unsold { place } => {
                format!("Nobody bids, and {} stays with the bank.", name(place))
            }
            Notice::Drew { seat, pack, card } => {
                let card = self.board.cards[pack.index()].get(card.index());
                let text = card.map_or("", |card| card.text.as_str());
                format!("{} draws {}: {text}", of(seat), pack.title())
            }
            Notice::Jailed { seat, why } => {
                let why = match why {
                    Arrest::Doubles => "for three doubles in a row",
                    Arrest::Space => "by the space",
                    Arrest::Card => "by the card",
                };
                format!("{} goes to jail, {why}, and the turn ends.", of(seat))
            }
            Notice::Stays { seat } => format!("{} stays in jail and misses the round.", of(seat)),
            Notice::Freed { seat, how } => {
                let how = match how {
                    Release::Paid => "for the fee".to_owned(),
                    Release::Card(pack) => format!("by a card of {}", pack.title()),
                    Release::Served => "after missing two rounds".to_owned(),
                    Release::Double => "by a double".to_owned(),
                    Release::Forced => "after three throws, for the fee".to_owned(),
                };
                format!("{} is out of jail, {how}.", of(seat))
            }
            Notice::Built { seat, place, houses } => {
                format!("{} builds on {}: {}.", of(seat), name(place), buildings(*houses))
            }
            Notice::Cleared { seat, place, houses } => {
                let left = buildings(*houses);
                format!("{} sells a building on {}: {left} left.", of(seat), name(place))
            }
            Notice::Mortgaged { seat, place } => format!("{} mortgages {}.", of(seat), name(place)),
            Notice::Redeemed { seat, place } => {
                format!("{} lifts the mortgage on {}.", of(seat), name(place))
            }
            Notice::SoldToBank { seat, place } => {
                format!("{} sells {} to the bank.", of(seat), name(place))
            }
            Notice::Owes { debt } => {
                let (who, whom) = (names.of(debt.debtor), purse(debt.to, names));
                let (amount, why) = (pounds(debt.amount), self.reason_for(debt.why));
                format!("{who} owes {whom} {amount} {why}, and has to raise it.")
            }
            Notice::Bankrupt { debt } => {
                let (who, whom) = (names.of(debt.debtor), purse(debt.to, names));
                let (amount, why) = (pounds(debt.amount), self.reason_for(debt.why));
                format!("{who} owes {whom} {amount} {why}, cannot raise it, and is bankrupt.")
            }
            Notice::Out { seat, left, worth, .. } => {
                if *left {
                    format!(
                        "{} leaves, worth {}; all of it goes to the bank.",
                        of(seat),
                        pounds(*worth)
                    )
                } else {
                    format!("{} is out of the game.", of(seat))
                }
            }
            Notice::GoesAway { seat } => format!("{} leaves the table.", of(seat)),
            Notice::AsksToLeave { seat } => format!("{} asks to leave.", of(seat)),
            Notice::Voted { seat, agrees: true } => format!("{} agrees.", of(seat)),
            Notice::Voted { seat, agrees: false } => format!("{} does not agree.", of(seat)),
            Notice::TradeBegins { by, to } => {
                format!("{} puts together an offer for {}.", of(by), of(to))
            }
            Notice::Offered { trade } => self.offer_in_words(trade, names),
            Notice::Traded { trade } => {
                format!("{} accepts, and they trade.", of(&trade.to))
            }
            Notice::TradeEnds { by } => format!("{} does not trade.", of(by)),
            Notice::TimeIsUp => "The time is up: this round is the last.".to_owned(),
            Notice::Over { why } => match why {
                End::Bankruptcy => "All others are bankrupt.".to_owned(),
                End::Left => "Nobody else is left.".to_owned(),
                End::Time => "The time is up, and the last round is played.".to_owned(),
                End::Rounds => "All rounds are played.".to_owned(),
            },
        }
    }

    fn ask(&self, question: &Question, _: &View, names: &Names) -> String {
        let name = |place: &Place| self.board.name(*place);
        match question {
            Question::Turn { again: false } => {
                "Roll, or put your affairs in order first.".to_owned()
            }
            Question::Turn { again: true } => {
                "A double: roll again, or put your affairs in order first.".to_owned()
            }
            Question::Jail { served } => {
                if self.rolls_in_jail() {
                    format!(
                        "You are in jail. Roll for a double, pay {}, or use a card.",
                        pounds(FEE)
                    )
                } else {
                    let left = crate::jail::ROUNDS.saturating_sub(*served);
                    format!(
                        "You are in jail. Pay {}, use a card, or stay; you would miss {left} more.",
                        pounds(FEE)
                    )
                }
            }
            Question::Buy { place, price } => {
                format!("Buy {} for {}, or have it auctioned?", name(place), pounds(*price))
            }
            Question::Bid { place, least, leader, .. } => {
                let leads =
                    leader.map_or_else(String::new, |seat| format!(" {} leads.", names.of(seat)));
                format!(
                    "What do you bid for {}? At least {}, or pass.{leads}",
                    name(place),
                    pounds(*least)
                )
            }
            Question::FineOrDraw { fine, pack } => {
                format!("Pay a fine of {}, or draw {}?", pounds(*fine), pack.other().title())
            }
            Question::Raise { debt, missing } => {
                let (whom, why) = (purse(debt.to, names), self.reason_for(debt.why));
                format!(
                    "You owe {whom} {} {why}. Sell or mortgage: {} is still missing.",
                    pounds(debt.amount),
                    pounds(*missing)
                )
            }
            Question::After { again } => {
                let then = if *again { "; after that you roll again" } else { "" };
                format!("Build, put your affairs in order, or end your turn{then}.")
            }
            Question::Vote { leaver } => {
                format!("May {} leave the game?", names.of(*leaver))
            }
            Question::Assemble { trade } => {
                let so_far = self.offer_in_words(trade, names);
                format!("{so_far} Give or want something more, make the offer, or withdraw it.")
            }
            Question::Answer { trade } => {
                format!("{} Do you accept?", self.offer_in_words(trade, names))
            }
        }
    }

    fn notation(&self) -> String {
        "Spaces are named by their position, Go being 1.\n\
         roll                      throw the dice\n\
         buy / auction             buy what you landed on, or have it auctioned\n\
         bid 120 / pass            in an auction\n\
         build 20 / sell-house 20  one step of building, up or down\n\
         sell 20                   back to the bank\n\
         mortgage 20 / lift 20     take out a mortgage, pay it back\n\
         end                       end your turn\n\
         pay / use pot-luck / stay in jail\n\
         pay / draw                the fine, or a card of the other pack\n\
         trade 3                   offer seat 3 a trade: give 20, give cash 100, want 14,\n\
         \x20                         want card pot-luck, then offer or withdraw\n\
         accept / refuse / counter an offer\n\
         ask-to-leave              and the others agree or refuse\n\
         Chance: roll 3 4, draw pot-luck 11"
            .to_owned()
    }

    fn matters(&self, notice: &Notice) -> bool {
        matches!(
            notice,
            Notice::Owes { .. }
                | Notice::Bankrupt { .. }
                | Notice::Out { .. }
                | Notice::Jailed { .. }
                | Notice::TimeIsUp
                | Notice::Over { .. }
        )
    }

    fn ledger(&self) -> Option<Ledger> {
        Some(self.opening())
    }

    fn entry(&self, notice: &Notice) -> Option<Entry> {
        self.entry_of(notice)
    }

    fn player(&self, name: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        players::player(name, seed)
    }

    fn glossary(&self) -> Vec<(String, String)> {
        let spaces = self
            .board
            .places()
            .map(|place| (self.board.name(place).to_owned(), describe(&self.board, place)));
        let edition = ("edition".to_owned(), describe_edition(&self.board));
        std::iter::once(edition).chain(spaces).collect()
    }
}

/// An amount of money.
pub(crate) fn pounds(amount: Pounds) -> String {
    format!("£{amount}")
}

/// What is built on a street.
pub(crate) fn buildings(houses: u8) -> String {
    match houses {
        0 => "no house".to_owned(),
        1 => "1 house".to_owned(),
        HOTEL => "a hotel".to_owned(),
        more => format!("{more} houses"),
    }
}

fn purse(purse: Purse, names: &Names) -> String {
    Account::from(purse).name(names)
}

/// What there is in an edition.
fn describe_edition(board: &Board) -> String {
    let count = |number: usize, one: &str, more: &str| {
        format!("{number} {}", if number == 1 { one } else { more })
    };
    let streets: usize = board.groups.iter().map(|group| group.streets.len()).sum();
    let packs = Pack::ALL.map(|pack| board.cards[pack.index()].len());
    format!(
        "{}: {} spaces; {} ({} in {}, {}, {}); {} ({} of Pot Luck, {} of Opportunity Knocks).",
        board.title,
        board.len(),
        count(board.property_places().len(), "property", "properties"),
        count(streets, "street", "streets"),
        count(board.groups.len(), "group", "groups"),
        count(board.stations.len(), "station", "stations"),
        count(board.utilities.len(), "utility", "utilities"),
        count(packs.iter().sum(), "card", "cards"),
        packs[Pack::PotLuck.index()],
        packs[Pack::OpportunityKnocks.index()],
    )
}

/// A space and all its figures.
pub(crate) fn describe(board: &Board, place: Place) -> String {
    match board.space(place) {
        Space::Go(amount) => format!("Whoever comes to it or past it gets {}.", pounds(amount)),
        Space::Card(pack) => format!("Draw a card of {}.", pack.title()),
        Space::Tax(amount) => format!("Pay {} to the bank.", pounds(amount)),
        Space::Jail => "Visitors do nothing here; prisoners sit.".to_owned(),
        Space::FreeParking => "Whoever lands here takes all fines.".to_owned(),
        Space::GoToJail => "Whoever lands here goes to jail.".to_owned(),
        Space::Property => property(board, place),
    }
}

fn property(board: &Board, place: Place) -> String {
    let property = board.property(place);
    let (price, loan, lift) = (property.price, property.loan(), property.redemption());
    let money =
        format!("Price {}; mortgage {}, lifted for {}.", pounds(price), pounds(loan), pounds(lift));
    let numbered = |figures: &[Pounds], unit: &str| {
        let figures: Vec<String> = figures.iter().map(|figure| format!("{unit}{figure}")).collect();
        figures.join(", ")
    };
    match &property.kind {
        Kind::Street { rents, .. } => {
            let group = board.group(place);
            let (name, house) = group.map_or(("", 0), |group| (group.name.as_str(), group.house));
            format!(
                "{name} street at position {place}. {money} Rent {}, doubled for the whole group; \
                 with 1 to 4 houses {}; with a hotel {}. A house costs {}.",
                pounds(rents[0]),
                numbered(&rents[1..5], "£"),
                pounds(rents[5]),
                pounds(house)
            )
        }
        Kind::Station => format!(
            "Station at position {place}. {money} Rent by how many stations the owner has: {}.",
            numbered(&board.station_rents, "£")
        ),
        Kind::Utility => format!(
            "Utility at position {place}. {money} Rent by how many utilities the owner has: {} the \
             dice.",
            numbered(&board.utility_rents, "x")
        ),
    }
}

impl Rules {
    /// Money that moved, in one sentence.
    fn paid(&self, from: Purse, to: Purse, amount: Pounds, why: Why, names: &Names) -> String {
        let (from_name, to_name) = (purse(from, names), purse(to, names));
        let why = self.reason_for(why);
        let amount = pounds(amount);
        match (from, to) {
            (Purse::Bank | Purse::Pot, Purse::Seat(_)) => {
                format!("{to_name} gets {amount} from {from_name} {why}.")
            }
            _ => format!("{from_name} pays {to_name} {amount} {why}."),
        }
    }

    /// What money was for.
    pub(crate) fn reason_for(&self, why: Why) -> String {
        let name = |place: Place| self.board.name(place);
        match why {
            Why::Start => "to begin with".to_owned(),
            Why::Go => "for coming to Go or past it".to_owned(),
            Why::Price(place) | Why::Bid(place) | Why::Tax(place) | Why::Sold(place) => {
                format!("for {}", name(place))
            }
            Why::Rent(place) => format!("in rent for {}", name(place)),
            Why::Card(pack, card) => {
                let card = self.board.cards[pack.index()].get(card.index());
                let id = card.map_or("a card", |card| card.id.as_str());
                format!("for the card {id}")
            }
            Why::JailFee => "to leave jail".to_owned(),
            Why::FreeParking => "for landing there".to_owned(),
            Why::Building(place) => format!("for building on {}", name(place)),
            Why::BuildingSold(place) => format!("for a building on {}", name(place)),
            Why::Mortgage(place) => format!("as a mortgage on {}", name(place)),
            Why::Redemption(place) => format!("to lift the mortgage on {}", name(place)),
            Why::Trade => "in the trade".to_owned(),
            Why::Bankruptcy => "which is all that is left".to_owned(),
            Why::Left => "on leaving".to_owned(),
        }
    }

    fn offer_in_words(&self, trade: &Trade, names: &Names) -> String {
        let (by, to) = (names.of(trade.by), names.of(trade.to));
        let (give, want) = (self.bundle(&trade.give), self.bundle(&trade.want));
        format!("{by} offers {to} {give} for {want}.")
    }

    fn bundle(&self, bundle: &Bundle) -> String {
        let mut parts: Vec<String> = Vec::new();
        if bundle.cash > 0 {
            parts.push(pounds(bundle.cash));
        }
        parts.extend(bundle.places.iter().map(|place| self.board.name(place).to_owned()));
        for pack in Pack::ALL.into_iter().filter(|pack| bundle.cards[pack.index()]) {
            parts.push(format!("a card of {} out of jail", pack.title()));
        }
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }
}
