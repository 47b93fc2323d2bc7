//! Hard: a landlord who knows where people land, plays for whole groups, and keeps what the worst rent
//! would take where nothing else could pay it.

use parlor_engine::{Ask, Nudge, Player, Seat};

use crate::auction::STEP;
use crate::board::{Group, Kind, Place, Places, Pounds};
use crate::building::Buildings;
use crate::debt::Debts;
use crate::deck::Pack;
use crate::moves::Move;
use crate::players::desk::{Desk, Means};
use crate::players::wish::Wish;
use crate::question::Question;
use crate::rules::Rules;
use crate::state::HOTEL;
use crate::trade::Bundle;

/// How far a mood goes, in a thousand.
const MOST_MOOD: i64 = 300;
/// How far one nudge moves it.
const NUDGE: i64 = 100;
/// Three houses are where the rent jumps.
const SOON: u8 = 3;
/// A tax, or a card.
const BILL: Pounds = 200;

#[derive(Default)]
pub(crate) struct Hard {
    /// From -300 to 300: how much bolder than usual.
    mood: i64,
    /// What it is just asking somebody for.
    wish: Option<Wish>,
    /// What it has asked for: once is enough.
    asked: Places,
}

impl Player<Rules> for Hard {
    fn choose(&mut self, ask: &Ask<'_, Rules>) -> Move {
        let desk = Desk::of(ask);
        let cash = desk.me().cash;
        match ask.question {
            Question::Turn { .. } => {
                let first = self.stock_up(&desk).or_else(|| self.ask_for_a_street(&desk));
                first.unwrap_or(Move::Roll)
            }
            Question::Jail { .. } => Self::in_jail(&desk),
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
            Question::Answer { trade } => {
                let gets = self.bundle(&desk, &trade.give);
                let gives = self.bundle(&desk, &trade.want);
                if 10 * gets >= 12 * gives { Move::Accept } else { Move::Refuse }
            }
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
    /// More or less by mood.
    fn boldly(&self, amount: i64) -> i64 {
        amount * (1_000 + self.mood.clamp(-MOST_MOOD, MOST_MOOD)) / 1_000
    }

    /// Less or more by mood.
    fn cautiously(&self, amount: Pounds) -> Pounds {
        let boldness = 1_000 + self.mood.clamp(-MOST_MOOD, MOST_MOOD);
        (i64::from(amount) * 1_000 / boldness) as Pounds
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

    fn ask_for_a_street(&mut self, desk: &Desk<'_>) -> Option<Move> {
        if !desk.rules.options.trading {
            return None;
        }
        let purse = desk.me().cash - self.least_cash(desk);
        let wish = Wish::of(desk, purse, self.asked)?;
        self.asked = self.asked.with(wish.street);
        self.wish = Some(wish);
        Some(wish.begin())
    }

    /// What a property is worth: what it earns, what it completes, and what it denies.
    fn value(&self, desk: &Desk<'_>, place: Place) -> Pounds {
        let board = &desk.rules.board;
        let price = i64::from(board.property(place).price);
        let factor = match board.property(place).kind {
            Kind::Street { .. } => {
                let group = desk.group(place);
                group.map_or(1_000, |group| Self::street_factor(desk, place, group))
            }
            Kind::Station => {
                let mine = desk.me().owned.and(board.stations).len();
                let others = desk.state.present.without(desk.seat);
                let theirs = others
                    .iter()
                    .map(|seat| desk.state.player(seat).owned.and(board.stations).len());
                // With every station the rent of all of them doubles.
                1_100 + 250 * ((1 << mine.max(theirs.max().unwrap_or(0)).min(8)) - 1)
            }
            Kind::Utility => 1_000 + i64::from(250 * desk.me().owned.and(board.utilities).count()),
        };
        self.boldly(price * factor / 1_000) as Pounds
    }

    fn street_factor(desk: &Desk<'_>, place: Place, group: &Group) -> i64 {
        let others = group.streets.without(place);
        let mine = desk.me().owned.and(others).count();
        let missing = others.count() - mine;
        let rivals = desk.state.present.without(desk.seat);
        let theirs = |seat: &Seat| others.less(desk.state.player(*seat).owned).is_empty();
        let denies = rivals.iter().any(|seat| theirs(&seat));
        let spoiled =
            rivals.iter().any(|seat| !desk.state.player(seat).owned.and(others).is_empty());
        let earns = Self::earnings(desk, group);
        if missing == 0 {
            6_000 + earns
        } else if denies {
            5_000
        } else if spoiled {
            1_000
        } else {
            1_600 + i64::from(200 * mine) + earns / 2
        }
    }

    /// How well the group pays, built to three houses, beside what it costs: 0 to 600.
    fn earnings(desk: &Desk<'_>, group: &Group) -> i64 {
        let board = &desk.rules.board;
        let (mut earned, mut cost) = (0i64, 0i64);
        for place in group.streets.iter() {
            let Kind::Street { rents, .. } = &board.property(place).kind else { continue };
            let traffic = i64::from(board.traffic.get(place.index()).copied().unwrap_or(0));
            earned += i64::from(rents[usize::from(SOON)]) * traffic;
            cost +=
                i64::from(board.property(place).price) + i64::from(SOON) * i64::from(group.house);
        }
        // A thousand throws, in thousandths of the cost.
        (earned / cost.max(1) / 40).min(600)
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

    fn bundle(&self, desk: &Desk<'_>, bundle: &Bundle) -> Pounds {
        let land: Pounds = bundle.places.iter().map(|place| self.value(desk, place)).sum();
        bundle.cash + land + bundle.card_count() * crate::jail::FEE
    }
}
