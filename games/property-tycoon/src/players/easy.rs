//! Easy: a kind neighbour who buys what is nice and does not think far.

use parlor_engine::{Ask, Player};

use crate::board::{Kind, Place, Places, Pounds};
use crate::deck::Pack;
use crate::moves::Move;
use crate::players::desk::{Desk, Means};
use crate::players::wish::Wish;
use crate::question::Question;
use crate::rules::Rules;
use crate::trade::{Bundle, Trade};

/// What Easy keeps when it buys.
const RESERVE: Pounds = 400;
/// What it keeps when it offers money for a street: a neighbour is asked only by who is rich.
const PLENTY: Pounds = 2_000;

#[derive(Default)]
pub(crate) struct Easy {
    /// The trade it is just putting together.
    wish: Option<Wish>,
    /// The streets it has asked for: once is enough.
    asked: Places,
}

impl Player<Rules> for Easy {
    fn choose(&mut self, ask: &Ask<'_, Rules>) -> Move {
        let desk = Desk::of(ask);
        let cash = desk.me().cash;
        match ask.question {
            Question::Turn { .. } => self.propose(&desk).unwrap_or(Move::Roll),
            Question::Jail { .. } => {
                let cards = Pack::ALL.map(Move::UseCard);
                let pays = cash >= 250 && desk.estate() > 500;
                desk.first_of(&cards)
                    .or_else(|| desk.first_of(&[Move::Pay]).filter(|_| pays))
                    .or_else(|| desk.first_of(&[Move::Roll, Move::Stay]))
                    .unwrap_or_else(|| desk.whatever())
            }
            Question::Buy { price, .. } => {
                if cash - price >= RESERVE {
                    Move::Buy
                } else {
                    Move::Auction
                }
            }
            Question::Bid { place, least, .. } => {
                let most = (cash * 7 / 10).min(value(&desk, *place) * 11 / 10);
                if *least <= most { Move::Bid(*least) } else { Move::Pass }
            }
            Question::FineOrDraw { .. } => Move::Pay,
            Question::Raise { .. } => desk.raise(&[
                Means::Buildings,
                Means::MortgageLoose,
                Means::MortgageAny,
                Means::SellLoose,
                Means::SellAny,
            ]),
            Question::After { .. } => after(&desk),
            Question::Vote { .. } => Move::Agree,
            Question::Assemble { trade } => {
                self.wish.map_or(Move::Withdraw, |wish| wish.assemble(&desk, trade))
            }
            Question::Answer { trade } => self.answer(&desk, trade),
        }
    }
}

impl Easy {
    /// Asks once for the street that completes a group, for half as much again as it costs.
    fn propose(&mut self, desk: &Desk<'_>) -> Option<Move> {
        let (state, board) = (desk.state, &desk.rules.board);
        let cash = desk.me().cash;
        let offer = board.groups.iter().find_map(|group| {
            let missing = group.streets.less(desk.me().owned);
            let street = missing.first().filter(|_| missing.len() == 1)?;
            let owner = state.owner(street).filter(|owner| desk.can(Move::Trade(*owner)))?;
            let price = board.property(street).price;
            let price = price + price / 2;
            let asks = !self.asked.contains(street) && cash - price >= PLENTY;
            asks.then_some((owner, missing, price))
        });
        let (owner, street, price) = offer?;
        self.asked = self.asked.or(street);
        let want = Bundle { places: street, ..Bundle::default() };
        let wish = Wish::new(owner, Bundle::default(), want, price);
        self.wish = Some(wish);
        Some(wish.begin())
    }

    /// It wants a tenth more than it gives, by its own reckoning, and says so where the other has it.
    fn answer(&mut self, desk: &Desk<'_>, trade: &Trade) -> Move {
        let (gets, gives) = (bundle(desk, &trade.give), bundle(desk, &trade.want));
        let missing = (11 * gives - 10 * gets + 9) / 10;
        if missing <= 0 {
            return Move::Accept;
        }
        let asked = trade.give.cash - trade.want.cash + missing;
        let there = desk.state.player(trade.by).cash;
        // Who is answered so does not do the same again.
        if trade.by == desk.state.mover && asked <= there && desk.can(Move::Counter) {
            self.wish = Some(Wish::new(trade.by, trade.want, trade.give, -asked));
            return Move::Counter;
        }
        Move::Refuse
    }
}

/// A house where it can be paid easily, then mortgages.
fn after(desk: &Desk<'_>) -> Move {
    let cash = desk.me().cash;
    // One house in a turn is enough.
    let has_built = !desk.state.raised.and(desk.state.built).is_empty();
    let builds = |place: &Place| {
        !has_built
            && desk.can(Move::Build(*place))
            && 2 * cash >= 3 * desk.rules.board.house_price(*place)
    };
    if let Some(place) = desk.me().owned.iter().find(builds) {
        return Move::Build(place);
    }
    let lifts = |place: &Place| {
        desk.can(Move::Lift(*place))
            && cash >= 3 * desk.rules.board.property(*place).redemption() + RESERVE
    };
    desk.me().owned.iter().find(lifts).map_or(Move::End, Move::Lift)
}

/// What a property is worth to it: a little less than the price, and more with others of its kind.
fn value(desk: &Desk<'_>, place: Place) -> Pounds {
    let board = &desk.rules.board;
    let owned = desk.me().owned;
    let more = match board.property(place).kind {
        Kind::Street { .. } => {
            desk.group(place).map_or(0, |group| 3 * desk.share(desk.seat, group.streets) / 10)
        }
        Kind::Station => i64::from(250 * owned.and(board.stations).count()),
        Kind::Utility => 500 * i64::from(!owned.and(board.utilities).is_empty()),
    };
    (i64::from(board.property(place).price) * 8 / 10 * (1_000 + more) / 1_000) as Pounds
}

/// What one side of a trade is worth to it.
fn bundle(desk: &Desk<'_>, bundle: &Bundle) -> Pounds {
    let land: Pounds = bundle.places.iter().map(|place| value(desk, place)).sum();
    bundle.cash + land + bundle.card_count() * crate::jail::FEE
}
