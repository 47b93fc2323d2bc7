//! How long a game can be at the most, and how much money can come into it.
//!
//! Only the number of rounds is limited by rule. What happens in a turn is limited because the dice
//! are thrown three times at the most, and every throw comes to an end; and bids are limited because
//! each of them costs more than the one before, and money comes in slowly.

use parlor_engine::Game;

use crate::auction::{Bids, STEP};
use crate::bank::START_MONEY;
use crate::board::{Pounds, Space};
use crate::deck::{Card, Effect};
use crate::rules::Rules;
use crate::state::HOTEL;
use crate::trade::MOST_OFFERS;
use crate::turn::{DOUBLES, MOST_DRAWS};

/// So much money can be counted, with room for a dozen times a sum of it, as players weigh offers.
const MOST_MONEY: u64 = (Pounds::MAX / 16) as u64;

impl Rules {
    /// No game has more acts than these.
    pub(crate) fn longest_game(&self) -> u64 {
        // The round in which the game ends is over before the next begins.
        let turns = (u64::from(self.last_round) + 1) * self.seats() as u64;
        turns * self.longest_turn() + self.most_bids()
    }

    /// The rounds that can be played before acts or pounds cannot be counted any more; nothing where
    /// there is no such limit at this table.
    pub(crate) fn too_many_rounds(&self) -> Option<u64> {
        let rounds = u64::from(self.last_round);
        let (acts, money) = (self.longest_game(), self.most_money(rounds));
        if u32::try_from(acts).is_ok() && money <= MOST_MONEY {
            return None;
        }
        // Both grow no faster than the rounds do.
        let share = |all: u64, most: u64| rounds * most / all;
        Some(share(acts, u32::MAX.into()).min(share(money, MOST_MONEY)).saturating_sub(1))
    }

    /// Where nobody has said how many rounds are played, no more are than can be.
    pub(crate) fn settle_rounds(&mut self) {
        if self.options.rounds == 0
            && let Some(most) = self.too_many_rounds()
        {
            self.last_round = u16::try_from(most).map_or(self.last_round, |most| most.max(1));
        }
    }

    /// A turn without the bids in it.
    fn longest_turn(&self) -> u64 {
        let seats = self.seats() as u64;
        let places = self.board.len() as u64;
        let landings = self.landings();
        // Up each property goes one way in a turn, and down no further than it went up before.
        let up = places * u64::from(HOTEL + 1);
        let down = up + 2 * (places + landings);
        // The throw, the cards, buying or not, the others' passes, and going on.
        let landing = 6 + seats;
        // All there is may be in an offer, on one side or the other, and each offer is answered.
        let offer = places + 8;
        let trades = u64::from(MOST_OFFERS) * if self.options.trading { offer } else { 0 };
        // Leaving is asked for, voted on and done; the clock runs out once.
        up + down + landings * landing + trades + 3 * seats + 4
    }

    /// Bids in a whole game. Whoever wins an auction pays at least a step for each bid in it, and gets
    /// back the price of the property at the most.
    fn most_bids(&self) -> u64 {
        let rounds = u64::from(self.last_round) + 1;
        let step = match self.options.auction {
            Bids::Steps => STEP as u64,
            Bids::Free => 1,
        };
        self.most_money(rounds) / step + rounds * self.seats() as u64 * self.landings()
    }

    /// All that players can come by in so many rounds: what they begin with, what Go and the cards bring,
    /// and land they got for less than it sells for.
    fn most_money(&self, rounds: u64) -> u64 {
        let seats = self.seats() as u64;
        let cards = self.board.cards.iter().flatten();
        let furthest = cards.clone().map(|card| match card.effect {
            Effect::Move(steps) => u64::from(steps.unsigned_abs()),
            _ => 0,
        });
        let steps = furthest.max().unwrap_or(0).max(12);
        let go = pounds(self.go_money) * (steps / self.board.len() as u64 + 1);
        let received = cards.map(|card| match card.effect {
            Effect::Receive(amount) => pounds(amount),
            _ => 0,
        });
        let dearest = self.board.places().map(|place| pounds(self.board.property(place).price));
        let landing = go + received.max().unwrap_or(0) + dearest.max().unwrap_or(0);
        seats * pounds(START_MONEY) + rounds * seats * self.landings() * landing
    }

    /// How often a player can land somewhere in a turn.
    fn landings(&self) -> u64 {
        u64::from(DOUBLES) * (1 + self.draws())
    }

    /// Cards for one throw. One that leads to another goes to the bottom of its pack, and comes again
    /// only after all the others of it: so it comes once, unless they all lead on.
    fn draws(&self) -> u64 {
        let leads_on = |card: &&Card| match card.effect {
            Effect::AdvanceTo(to) | Effect::BackTo(to) => {
                matches!(self.board.space(to), Space::Card(_))
            }
            Effect::Move(_) | Effect::FineOrDraw(_) => true,
            _ => false,
        };
        let stops = |card: &Card| !leads_on(&card) && card.effect != Effect::GetOutOfJail;
        let all_stop =
            self.board.cards.iter().all(|pack| pack.is_empty() || pack.iter().any(stops));
        let leading = self.board.cards.iter().flatten().filter(leads_on).count() as u64;
        let most = u64::from(MOST_DRAWS);
        if all_stop { most.min(1 + leading) } else { most }
    }
}

fn pounds(amount: Pounds) -> u64 {
    u64::try_from(amount).unwrap_or(0)
}
