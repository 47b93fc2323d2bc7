//! The words of the game with what they mean: spaces, groups, cards, and a few of the rules.

use crate::auction::STEP;
use crate::board::{Board, Group, Kind, Place, Pounds, Space};
use crate::deck::{Card, Effect, Pack};
use crate::jail::{FEE, ROUNDS};
use crate::rules::Rules;
use crate::text::{counted, pounds};
use crate::trade::MOST_OFFERS;
use crate::{Bank, Bids, Debts, Shortage};

impl Rules {
    /// The rules that want explaining, as this table has them.
    pub(crate) fn rules_explained(&self) -> impl Iterator<Item = (String, String)> {
        let words = [
            ("jail", self.jail_explained()),
            ("auctions", self.auctions_explained()),
            ("mortgages", MORTGAGES.to_owned()),
            ("lift", LIFT.to_owned()),
            ("cannot buy before Go", CIRCUIT.to_owned()),
            ("building", BUILDING.to_owned()),
            ("worth", WORTH.to_owned()),
            ("rent", RENT.to_owned()),
            ("debt", self.debt_explained().to_owned()),
            ("trade", self.trade_explained()),
            ("bank", self.bank_explained().to_owned()),
            ("tokens", format!("In this edition there are {}.", self.board.tokens.join(", "))),
        ];
        words.into_iter().map(|(word, meaning)| (word.to_owned(), meaning))
    }

    fn jail_explained(&self) -> String {
        let ways = if self.rolls_in_jail() {
            format!(
                "Roll for a double, pay {} into Free Parking, or use a card, and go on; after the \
                 third throw the fee is due.",
                pounds(FEE)
            )
        } else {
            format!(
                "Pay {} into Free Parking or use a card, which is the turn; or stay, and be out \
                 after missing {ROUNDS} rounds.",
                pounds(FEE)
            )
        };
        format!("{ways} A prisoner collects no rent and cannot bid.")
    }

    fn auctions_explained(&self) -> String {
        let bids = match self.options.auction {
            Bids::Steps => format!(
                "It opens at half the price, and every bid is at least {} above the last.",
                pounds(STEP)
            ),
            Bids::Free => "It opens at £1, and every bid is above the last.".to_owned(),
        };
        let clock = self.options.auction_time().map(|clock| format!(" {}", clock.in_words()));
        format!(
            "{bids} To pass is final. Only who has been round the board, is not in jail and has \
             the money is asked.{}",
            clock.unwrap_or_default()
        )
    }

    fn bank_explained(&self) -> &'static str {
        match (self.options.bank, self.options.shortage) {
            (Bank::Unlimited, _) => {
                "The bank always pays; where it has nothing left it writes IOUs."
            }
            (Bank::Limited, Shortage::Refuse) => {
                "The bank has what is left of £50,000. What it cannot pay in full it does not pay: no \
                 money for Go or a card, and no sale and no mortgage. What is sold or mortgaged to \
                 settle a debt always counts: the bank owes what it cannot pay, and pays it first as \
                 money comes in."
            }
            (Bank::Limited, Shortage::Part) => {
                "The bank has what is left of £50,000. Where that is not enough it pays what it has, \
                 and the rest is lost."
            }
        }
    }

    fn debt_explained(&self) -> &'static str {
        match self.options.debt {
            Debts::Raise => {
                "Whoever owes more than they have sells and mortgages until it can be paid, in any \
                 order, and is bankrupt only where all of it is not enough."
            }
            Debts::Immediate => "Whoever owes more than they have is bankrupt at once.",
        }
    }

    fn trade_explained(&self) -> String {
        if self.options.trading {
            format!(
                "On your turn: trade PLAYER; then put things into the offer one by one: give PLACE, give cash \
                 100, give card PACK for what is yours, and want PLACE, want cash 100, want card PACK for what \
                 is theirs; then offer, or withdraw. Money goes one way. Up to {MOST_OFFERS} trades can be \
                 begun in a turn."
            )
        } else {
            "This table plays without trading.".to_owned()
        }
    }
}

// The rules that are the same at every table.

const MORTGAGES: &str = "\
    The bank lends half the price, while nothing is built in the group. There is no rent until it \
    is lifted, for the loan and a tenth of it.";

const LIFT: &str = "\
    To lift a mortgage is to pay the bank its loan and a tenth of it back: lift PLACE, on your own turn.";

const CIRCUIT: &str = "\
    Nobody owns property before the first time round the board: until your token has come to Go or \
    past it you cannot buy, bid or get property in a trade.";

const BUILDING: &str = "\
    On your own turn, after the move, with the whole group yours and none of it mortgaged: evenly, \
    four houses on each street and then a hotel.";

const WORTH: &str = "\
    Cash, the price of property (half while it is mortgaged), and what the buildings cost. The \
    richest wins when the time or the rounds are up.";

const RENT: &str = "\
    Whoever lands on a property pays its owner: the bare rent, twice that where the whole group is \
    one player's and nothing is built in it, or what the card says for the buildings. Nothing is \
    due on a mortgage, or to a prisoner.";

/// What there is in an edition.
pub(crate) fn edition(board: &Board) -> String {
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
    let name = board.name(place);
    match board.space(place) {
        Space::Go(amount) => {
            format!("{name}: whoever comes to it or past it gets {}.", pounds(amount))
        }
        Space::Card(pack) => pack_in_words(board, name, pack),
        Space::Tax(amount) => format!("{name}: pay {} to the bank.", pounds(amount)),
        Space::Jail => format!("{name}: visitors do nothing here; prisoners sit."),
        Space::FreeParking => format!("{name}: whoever lands here takes all fines."),
        Space::GoToJail => format!("{name}: whoever lands here goes to jail, and the turn ends."),
        Space::Property => property(board, place),
    }
}

/// The card of a property, a line for each figure.
fn property(board: &Board, place: Place) -> String {
    let property = board.property(place);
    let name = board.name(place);
    let mut lines = Vec::new();
    let mut row = |what: &str, figure: String| lines.push(format!("  {what:<22}{figure:>8}"));
    let kind = match &property.kind {
        Kind::Street { rents, .. } => {
            row("rent", pounds(rents[0]));
            row("with the whole group", pounds(2 * rents[0]));
            for (houses, rent) in (1..5).zip(&rents[1..5]) {
                row(&format!("with {}", counted(houses, "house")), pounds(*rent));
            }
            row("with a hotel", pounds(rents[5]));
            row("a house, or the hotel", pounds(board.house_price(place)));
            let group = board.group(place).map_or("", |group| group.name.as_str());
            format!("{group} street")
        }
        Kind::Station => {
            for (number, rent) in (1..).zip(&board.station_rents) {
                row(&format!("rent with {}", counted(number, "station")), pounds(*rent));
            }
            "station".to_owned()
        }
        Kind::Utility => {
            for (number, times) in (1..).zip(&board.utility_rents) {
                let many = if number == 1 { "utility" } else { "utilities" };
                row(&format!("rent with {number} {many}"), format!("{times}x dice"));
            }
            "utility".to_owned()
        }
    };
    row("price", pounds(property.price));
    row("mortgage", pounds(property.loan()));
    row("to lift it", pounds(property.redemption()));
    let others = others(board, place);
    format!("{place} {name}, {kind}\n{}\n  {others}", lines.join("\n"))
}

/// What belongs together with a property.
fn others(board: &Board, place: Place) -> String {
    let all = match board.property(place).kind {
        Kind::Street { .. } => {
            board.group(place).map_or(crate::Places::NONE, |group| group.streets)
        }
        Kind::Station => board.stations,
        Kind::Utility => board.utilities,
    };
    format!("with {}", listed(board, all.without(place).iter()))
}

fn listed(board: &Board, places: impl Iterator<Item = Place>) -> String {
    let names: Vec<String> = places.map(|place| format!("{place} {}", board.name(place))).collect();
    if names.is_empty() { "no other".to_owned() } else { names.join(", ") }
}

pub(crate) fn group_in_words(board: &Board, group: &Group) -> String {
    let Group { name, house, streets, .. } = group;
    format!("{name}: {}. A house costs {}.", listed(board, streets.iter()), pounds(*house))
}

fn pack_in_words(board: &Board, name: &str, pack: Pack) -> String {
    let cards = &board.cards[pack.index()];
    let mut lines = vec![format!("{name}: draw a card. There are {}:", cards.len())];
    lines.extend(cards.iter().map(|card| format!("  {} {}", card.id, card.text)));
    lines.join("\n")
}

/// What stands on a card, and what it does.
pub(crate) fn card_in_words(board: &Board, pack: Pack, card: &Card) -> String {
    let name = |place: Place| board.name(place);
    let does = match card.effect {
        Effect::Receive(amount) => format!("the bank pays you {}", pounds(amount)),
        Effect::PayBank(amount) => format!("you pay the bank {}", pounds(amount)),
        Effect::Fine(amount) => format!("you pay {} into Free Parking", pounds(amount)),
        Effect::Repairs { house, hotel } => format!(
            "you pay the bank {} for each house and {} for each hotel",
            pounds(house),
            pounds(hotel)
        ),
        Effect::FromEach(amount) => format!("every other player pays you {}", pounds(amount)),
        Effect::AdvanceTo(to) => format!("forward to {}, and Go pays on the way", name(to)),
        Effect::BackTo(to) => format!("back to {}", name(to)),
        Effect::Move(steps) => {
            let way = if steps < 0 { "back" } else { "forward" };
            format!("{} {way}", counted(Pounds::from(steps).abs(), "space"))
        }
        Effect::GoToJail => "to jail, and the turn ends".to_owned(),
        Effect::GetOutOfJail => "you keep it until you use it in jail".to_owned(),
        Effect::FineOrDraw(fine) => {
            format!("you pay {} into Free Parking, or draw {}", pounds(fine), pack.other().title())
        }
    };
    format!("{} of {}: {} ({does})", card.id, pack.title(), card.text)
}
