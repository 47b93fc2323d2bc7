//! Hard: a landlord who knows where people land, plays for whole groups, and keeps what the worst rent
//! would take where nothing else could pay it.

use parlor_engine::{Ask, Nudge, Player, Seat};

use crate::auction::STEP;
use crate::board::{Group, Kind, Place, Places, Pounds};
use crate::building::Buildings;
use crate::debt::Debts;
use crate::deck::Pack;
use crate::moves::Move;
use crate::players::bargain::{Bargain, WORTH_IT};
use crate::players::desk::{Desk, Means};
use crate::players::estate::{SOON, WHOLE};
use crate::players::wish::Wish;
use crate::question::Question;
use crate::rules::Rules;
use crate::state::{HOTEL, MAX_PLAYERS};
use crate::trade::{MOST_OFFERS, Trade};

/// How far a mood goes, in a thousand.
const MOST_MOOD: i64 = 300;
/// How far one nudge moves it.
const NUDGE: i64 = 100;
/// A tax, or a card.
const BILL: Pounds = 200;
/// What each offer leaves the other of what both gain, in a thousand. Before them comes the first offer,
/// which goes by the price alone.
const SHARES: [i64; 2] = [250, 500];
/// So many offers it makes one player at most, while things are as they are.
const MOST_TRIES: u8 = 1 + SHARES.len() as u8;
/// Cash changes even where property does not: after so many rounds it asks again.
const STRETCH: u16 = 16;

#[derive(Default)]
pub(crate) struct Hard {
    /// From -300 to 300: how much bolder than usual.
    mood: i64,
    /// The trade it is just putting together.
    wish: Option<Wish>,
    /// What came of trades with the others, by seat.
    talks: [Talks; MAX_PLAYERS],
}

/// Trades with one of the others, while things are as they are.
#[derive(Clone, Copy, Default)]
struct Talks {
    /// What the two own.
    owned: [Places; 2],
    /// In which stretch of rounds.
    stretch: u16,
    /// How many offers have been made.
    offers: u8,
}

impl Player<Rules> for Hard {
    fn choose(&mut self, ask: &Ask<'_, Rules>) -> Move {
        let desk = Desk::of(ask);
        let cash = desk.me().cash;
        match ask.question {
            Question::Turn { .. } => {
                let first = self.stock_up(&desk).or_else(|| self.propose(&desk));
                first.unwrap_or(Move::Roll)
            }
            Question::Jail { .. } => self.propose(&desk).unwrap_or_else(|| Self::in_jail(&desk)),
            Question::Buy { price, .. } => {
                let short = cash - price < self.least_cash(&desk);
                if short || Self::gets_it_for_less(&desk, *price) {
                    Move::Auction
                } else {
                    Move::Buy
                }
            }
            Question::Bid { place, least, .. } => {
                let most = self.value(&desk, *place).min(cash - self.least_cash(&desk));
                if *least <= most { Move::Bid(*least) } else { Move::Pass }
            }
            // Sometimes there is no card to be drawn.
            Question::FineOrDraw { .. } => desk.first_of(&[Move::Draw]).unwrap_or(Move::Pay),
            Question::Raise { .. } => desk.raise(&[
                Means::MortgageLoose,
                Means::Buildings,
                Means::SellLoose,
                Means::MortgageAny,
                Means::SellAny,
            ]),
            Question::After { .. } => self.after(&desk),
            Question::Vote { .. } => Move::Agree,
            Question::Assemble { trade } => {
                self.wish.map_or(Move::Withdraw, |wish| wish.assemble(&desk, trade))
            }
            Question::Answer { trade } => self.answer(&desk, trade),
        }
    }

    /// Cheered up it is bolder, teased it is more careful.
    fn nudge(&mut self, nudge: Nudge) -> Option<String> {
        let change = match nudge {
            Nudge::Happy => NUDGE,
            Nudge::Angry => -NUDGE,
        };
        let before = self.mood;
        self.mood = (self.mood + change).clamp(-MOST_MOOD, MOST_MOOD);
        let kept = if self.mood == before { "still " } else { "" };
        let tenths = self.mood.abs() / NUDGE;
        let (than, than_usual) = match self.mood {
            0 => return Some("plays as usual again".to_owned()),
            1.. => ("happy", "bolder"),
            ..0 => ("angry", "more careful"),
        };
        let most = if tenths == MOST_MOOD / NUDGE { ", as far as it goes" } else { "" };
        Some(format!("is {kept}{than}, and {than_usual} than usual by {tenths} in 10{most}"))
    }
}

impl Hard {
    /// Less or more by mood.
    fn cautiously(&self, amount: Pounds) -> Pounds {
        (i64::from(amount) * WHOLE / boldly(self.mood, WHOLE)) as Pounds
    }

    /// What it keeps when it buys land: the average of what is due after the next throw, twice.
    fn least_cash(&self, desk: &Desk<'_>) -> Pounds {
        self.kept(desk, |_, average| 2 * average)
    }

    /// What it keeps when it builds: the worst rent ahead, as far as buildings could not pay for it.
    fn reserve(&self, desk: &Desk<'_>) -> Pounds {
        self.kept(desk, |worst, average| average + worst / 3)
    }

    /// What it keeps of the worst rent ahead and the average one, where buildings lose half their price.
    fn kept(&self, desk: &Desk<'_>, part: fn(Pounds, Pounds) -> Pounds) -> Pounds {
        let options = &desk.rules.options;
        // Land and buildings are as good as cash: they sell for what they cost.
        if options.debt == Debts::Raise && options.sell_buildings == Buildings::Full {
            return 0;
        }
        let (worst, average) = desk.rents_ahead();
        self.cautiously(match options.debt {
            Debts::Immediate => worst.max(BILL),
            Debts::Raise => part(worst, average),
        })
    }

    /// Outside it can buy; inside it is safe from rents and still collects none.
    fn in_jail(desk: &Desk<'_>) -> Move {
        let (worst, average) = desk.rents_ahead();
        let wants_out = desk.unowned.len() > 4 || desk.estate() > 8 * average + worst;
        let cards = Pack::ALL.map(Move::UseCard);
        let out = desk.first_of(&cards).or_else(|| desk.first_of(&[Move::Pay]));
        let inside = desk.first_of(&[Move::Stay, Move::Roll]);
        let chosen = if wants_out { out.or(inside) } else { inside.or(out) };
        chosen.unwrap_or_else(|| desk.whatever())
    }

    /// Where land that is to be had lies ahead it borrows on what it has: who comes first has it for
    /// good.
    fn stock_up(&self, desk: &Desk<'_>) -> Option<Move> {
        let cash = desk.me().cash;
        let board = &desk.rules.board;
        let dearest = (2..=12)
            .map(|steps| board.forward(desk.me().place, steps).0)
            .filter(|place| desk.unowned.contains(*place))
            .map(|place| board.property(place).price)
            .max()
            .unwrap_or(0);
        if cash >= dearest.max(self.least_cash(desk)) || !desk.me().may_own() {
            None
        } else {
            Self::borrow(desk)
        }
    }

    /// A mortgage on what earns least, but not on a group that is complete.
    fn borrow(desk: &Desk<'_>) -> Option<Move> {
        let loose = |place: &Place| desk.can(Move::Mortgage(*place)) && !desk.in_a_set(*place);
        let rent = |place: &Place| desk.rules.rent(desk.state, desk.seat, *place);
        desk.me().owned.iter().filter(loose).min_by_key(rent).map(Move::Mortgage)
    }

    /// What it keeps to buy with.
    fn shopping(desk: &Desk<'_>) -> Pounds {
        let land = desk.unowned.iter();
        land.map(|place| desk.rules.board.property(place).price).max().unwrap_or(0)
    }

    /// Nobody else has so much that it could not be outbid for less than the price.
    fn gets_it_for_less(desk: &Desk<'_>, price: Pounds) -> bool {
        let drives_it_up = |seat: &Seat| {
            let player = desk.state.player(*seat);
            player.may_own() && player.jailed.is_none() && player.cash >= price - STEP
        };
        !desk.state.present.without(desk.seat).iter().any(|seat| drives_it_up(&seat))
    }

    /// What it can spend on a trade.
    fn purse(&self, desk: &Desk<'_>) -> Pounds {
        desk.me().cash - self.least_cash(desk)
    }

    /// Begins the best trade it can think of with somebody who has not refused too often.
    fn propose(&mut self, desk: &Desk<'_>) -> Option<Move> {
        let owns = !desk.me().owned.is_empty();
        if !desk.rules.options.trading || !owns || desk.state.offers >= MOST_OFFERS {
            return None;
        }
        let purse = self.purse(desk);
        let mut best: Option<(Wish, i64)> = None;
        for with in desk.state.present.without(desk.seat).iter() {
            let talks = &mut self.talks[with.index() % MAX_PLAYERS];
            talks.begin_anew(desk, with);
            if talks.offers >= MOST_TRIES || !desk.state.player(with).may_own() {
                continue;
            }
            let bargain = Bargain::new(desk, with, boldly(self.mood, WHOLE));
            let first = if talks.offers == 0 { bargain.first_offer(purse) } else { None };
            let share = SHARES[usize::from(talks.offers.saturating_sub(1))];
            let offer = first.or_else(|| bargain.best(share, purse));
            if offer.is_none() {
                // There is nothing to talk about while things are as they are.
                talks.offers = MOST_TRIES;
            }
            if offer.is_some_and(|(_, gain)| best.is_none_or(|(_, most)| gain > most)) {
                best = offer;
            }
        }
        let (wish, _) = best?;
        self.talks[wish.with.index() % MAX_PLAYERS].offers += 1;
        self.wish = Some(wish);
        Some(wish.begin())
    }

    /// It accepts what brings it enough. Where that is less than a fair part of what both gain it says
    /// first at which price it would like to have it; but who is answered so does not do the same again.
    fn answer(&mut self, desk: &Desk<'_>, trade: &Trade) -> Move {
        let (give, want) = (trade.want, trade.give);
        let bargain = Bargain::new(desk, trade.by, boldly(self.mood, WHOLE));
        let [mine, theirs] = bargain.gains(&give, &want);
        let purse = self.purse(desk);
        let fine = mine >= WORTH_IT && give.cash <= purse.max(0);
        let counters = trade.by == desk.state.mover && desk.can(Move::Counter);
        if counters && !(fine && 2 * mine >= theirs) {
            let half = WHOLE / 2;
            self.wish = bargain.at_a_price([give, want], half, purse).map(|(wish, _)| wish);
            if self.wish.is_some() {
                return Move::Counter;
            }
        }
        if fine { Move::Accept } else { Move::Refuse }
    }

    /// What a property is worth: its price, the rents it adds, and those it keeps from whoever would
    /// gain most by it.
    fn value(&self, desk: &Desk<'_>, place: Place) -> Pounds {
        let others = desk.state.present.without(desk.seat);
        let rivals = others.iter().filter(|seat| desk.state.player(*seat).may_own());
        let denied = rivals.map(|seat| desk.more_rent(seat, place)).max().unwrap_or(0);
        let added = desk.payers() * desk.more_rent(desk.seat, place);
        let rents = desk.rounds_ahead() * (added + denied) / WHOLE;
        let value = boldly(self.mood, i64::from(desk.rules.board.property(place).price) + rents);
        value.min(Pounds::MAX.into()) as Pounds
    }

    fn after(&self, desk: &Desk<'_>) -> Move {
        let cash = desk.me().cash;
        let reserve = self.reserve(desk);
        let board = &desk.rules.board;
        let builds = |place: &Place| {
            desk.can(Move::Build(*place)) && cash - board.house_price(*place) >= reserve
        };
        // First everything to three houses, the best earners first; then further.
        let best = |place: &Place| {
            let Kind::Street { rents, .. } = &board.property(*place).kind else {
                return (false, 0);
            };
            let houses = desk.state.houses(*place);
            let now = rents[usize::from(houses).min(5)];
            let then = rents[usize::from(houses + 1).min(5)];
            let traffic = i64::from(board.traffic.get(place.index()).copied().unwrap_or(0));
            let gain =
                i64::from(then - now) * traffic / i64::from(board.house_price(*place)).max(1);
            (houses < SOON, gain)
        };
        if let Some(place) = desk.me().owned.iter().filter(builds).max_by_key(best) {
            return Move::Build(place);
        }
        if let Some(paid_for) = Self::make_room(desk) {
            return paid_for;
        }
        let lifts = |place: &Place| {
            let price = board.property(*place).redemption();
            desk.can(Move::Lift(*place)) && cash - price >= reserve + Self::shopping(desk)
        };
        let set_first = |place: &Place| (desk.in_a_set(*place), board.property(*place).price);
        let lifted = desk.me().owned.iter().filter(lifts).max_by_key(set_first);
        lifted.map_or(Move::End, Move::Lift)
    }

    /// Land that is loose earns next to nothing beside a house: it is mortgaged for one, and for what
    /// keeps a complete group from being built on.
    fn make_room(desk: &Desk<'_>) -> Option<Move> {
        let state = desk.state;
        let grows = |group: &&Group| {
            Rules::owns_group(state, desk.seat, group)
                && group.streets.and(state.lowered).is_empty()
                && group.streets.iter().any(|place| state.houses(place) < HOTEL)
        };
        desk.rules.board.groups.iter().find(grows)?;
        let lifts = |place: &Place| desk.can(Move::Lift(*place)) && desk.in_a_set(*place);
        let lifted = desk.me().owned.iter().find(lifts).map(Move::Lift);
        lifted.or_else(|| Self::borrow(desk))
    }
}

impl Talks {
    /// Forgets what was offered where the two own other things than then, or it was long ago.
    fn begin_anew(&mut self, desk: &Desk<'_>, with: Seat) {
        let owned = [desk.me().owned, desk.state.player(with).owned];
        let stretch = desk.state.round / STRETCH;
        if (self.owned, self.stretch) != (owned, stretch) {
            *self = Self { owned, stretch, offers: 0 };
        }
    }
}

/// More or less by mood.
fn boldly(mood: i64, amount: i64) -> i64 {
    amount * (WHOLE + mood.clamp(-MOST_MOOD, MOST_MOOD)) / WHOLE
}
