//! What a trade brings either side of it, and the best one a player can think of.
//!
//! Rents come from all others, but only one of them is the other side. So a trade that completes a
//! group is worth more to one side than it costs the other while a third player is there to pay for it,
//! and there is a price at which both gain.

use parlor_engine::Seat;

use crate::board::{Group, Place, Places, Pounds};
use crate::players::desk::Desk;
use crate::players::estate::{Estate, WHOLE};
use crate::players::wish::Wish;
use crate::trade::Bundle;

/// A trade that brings either side less than this is not worth the words.
pub(crate) const WORTH_IT: i64 = 20;
/// So often the price is halved in on: nobody counts the last ten pounds.
const STEPS: usize = 6;
/// From this round on players believe in their luck: two who know what everything is worth would
/// otherwise deny each other everything until the last round.
const PATIENCE: u16 = 60;
/// What a round then adds to rents they would have, in a thousand, and the most it comes to.
const LUCK: i64 = 5;
const MOST_LUCK: i64 = 300;

/// Two players before a trade, as one of them sees them.
pub(crate) struct Bargain<'a> {
    desk: &'a Desk<'a>,
    with: Seat,
    /// How many others pay rent to either.
    payers: i64,
    /// How much either believes in the rents it would have, in a thousand.
    faith: [i64; 2],
    before: [Estate; 2],
}

impl<'a> Bargain<'a> {
    /// With this player, by somebody who believes so much in its own rents, in a thousand.
    pub(crate) fn new(desk: &'a Desk<'a>, with: Seat, faith: i64) -> Self {
        let (rules, state) = (desk.rules, desk.state);
        let late = i64::from(state.round.saturating_sub(PATIENCE));
        let luck = (LUCK * late).min(MOST_LUCK);
        let owned = [desk.seat, with].map(|seat| state.player(seat).owned);
        Self {
            desk,
            with,
            payers: desk.payers(),
            faith: [faith + luck, WHOLE + luck],
            before: owned.map(|owned| Estate::of(rules, state, owned)),
        }
    }

    /// What the player and the other gain by a trade, in pounds.
    pub(crate) fn gains(&self, give: &Bundle, want: &Bundle) -> [i64; 2] {
        let (rules, state) = (self.desk.rules, self.desk.state);
        let sides = [(self.desk.seat, give, want), (self.with, want, give)];
        let (mut worth, mut rents) = ([0; 2], [0; 2]);
        for (side, (seat, gives, gets)) in sides.into_iter().enumerate() {
            let player = state.player(seat);
            let before = self.before[side];
            let changed = gives.places.or(gets.places);
            let then = player.owned.less(gives.places).or(gets.places);
            let after = before.after(rules, state, [player.owned, then], changed);
            let cash = gets.cash - gives.cash;
            let cards = (gets.card_count() - gives.card_count()) * crate::jail::FEE;
            worth[side] = after.worth() - before.worth() + i64::from(cash) + i64::from(cards);
            rents[side] = after.rents(player.cash + cash) - before.rents(player.cash);
        }
        let rounds = self.desk.rounds_ahead();
        [0, 1].map(|own| {
            let earned = self.payers * rents[own] * self.faith[own] / WHOLE;
            worth[own] + rounds * (earned - rents[1 - own]) / WHOLE
        })
    }

    /// The same things at such a price that both gain, the other so much of the whole gain in a
    /// thousand; and what the player gains by it. Cash is worth more to who builds with it, so the price
    /// is searched for.
    pub(crate) fn at_a_price(
        &self,
        [give, want]: [Bundle; 2],
        share: i64,
        purse: Pounds,
    ) -> Option<(Wish, i64)> {
        let offer = |cash: i64| {
            // It fits: it is no more than one of the two has.
            let wish = Wish::new(self.with, give, want, cash as Pounds);
            (wish, self.gains(&wish.give, &wish.want))
        };
        let (_, [mine, theirs]) = offer(0);
        let there = i64::from(self.desk.state.player(self.with).cash);
        // Below the one the other loses, and above the other the player does.
        let mut low = (WORTH_IT - theirs).max(-there);
        let mut high = (mine - WORTH_IT).min(purse.max(0).into());
        let mut best = None;
        for _ in 0..STEPS {
            if low > high {
                break;
            }
            let cash = i64::midpoint(low, high);
            let (wish, [mine, theirs]) = offer(cash);
            if mine >= WORTH_IT && theirs >= WORTH_IT {
                best = Some((wish, mine));
            }
            if theirs * WHOLE < (mine + theirs) * share {
                low = cash + 1;
            } else {
                high = cash - 1;
            }
        }
        best
    }

    /// The last street of a group, for what looks like good money: half as much again as it costs.
    pub(crate) fn first_offer(&self, purse: Pounds) -> Option<(Wish, i64)> {
        let board = &self.desk.rules.board;
        let own = self.desk.me().owned;
        let theirs = self.desk.unbuilt(self.with);
        let last = |group: &Group| {
            let missing = group.streets.less(own);
            if missing.len() == 1 { missing.and(theirs).first() } else { None }
        };
        let offers = board.groups.iter().filter_map(last).filter_map(|street| {
            let price = board.property(street).price;
            let cash = price + price / 2;
            let wish = Wish::new(self.with, Bundle::default(), only(street), cash);
            let [gain, _] = self.gains(&wish.give, &wish.want);
            (cash <= purse && gain >= WORTH_IT).then_some((wish, gain))
        });
        offers.max_by_key(|(_, gain)| *gain)
    }

    /// The trade that brings the player most: something it has others of, for cash or for something the
    /// other has others of.
    pub(crate) fn best(&self, share: i64, purse: Pounds) -> Option<(Wish, i64)> {
        let desk = self.desk;
        let (own, theirs) = (desk.me().owned, desk.state.player(self.with).owned);
        let fits = |place: Place, owned: Places| !desk.lot(place).and(owned).is_empty();
        let to_give = desk.unbuilt(desk.seat);
        let mut best: Option<(Wish, i64)> = None;
        for wanted in desk.unbuilt(self.with).iter().filter(|place| fits(*place, own)) {
            let swaps = to_give.less(desk.lot(wanted)).iter();
            let swaps = swaps.filter(|place| fits(*place, theirs)).map(only);
            for give in std::iter::once(Bundle::default()).chain(swaps) {
                let offer = self.at_a_price([give, only(wanted)], share, purse);
                if offer.is_some_and(|(_, gain)| best.is_none_or(|(_, most)| gain > most)) {
                    best = offer;
                }
            }
        }
        best
    }
}

/// One property and nothing else.
fn only(place: Place) -> Bundle {
    Bundle { places: Places::one(place), ..Bundle::default() }
}
