//! Trouble for the others.

use super::desk::Desk;
use super::{Strategy, big_money};
use crate::card::Card;
use crate::cards::Kinds;
use crate::sets::Kind;

/// How many it buys of each attack.
const OF_EACH: u8 = 2;
/// What it buys once it has an attack, and how many: to play it twice, and to play another after it.
const HELPERS: [(Card, u8); 2] = [(Card::Parallelization, 1), (Card::CodeReview, 2)];
/// So many Frameworks before the end there is no time left for trouble.
const LATE: u8 = 4;

/// Buys the attacks of the kingdom, the dearest first, and what helps to play them; for the rest it
/// is big money, and nothing else where there are no attacks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attack;

impl Strategy for Attack {
    fn take(&self, desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
        let late = desk.frameworks() <= LATE;
        if desk.is_framework_among(offered) || late {
            return big_money::take(desk, offered);
        }
        let is_attack = |card: &Card| desk.rules.card(*card).kind == Kind::Attack;
        let few = |card: &Card| is_attack(card) && desk.owned(*card) < OF_EACH;
        let armed = desk.own().collection().kinds().iter().any(|card| is_attack(&card));
        let helps = |(card, most): &(Card, u8)| {
            armed && offered.contains(*card) && desk.owned(*card) < *most
        };
        let helper = || HELPERS.into_iter().find(helps).map(|(card, _)| card);
        let attack = desk.dearest(offered.iter().filter(few).collect());
        attack.or_else(helper).or_else(|| big_money::take(desk, offered))
    }
}
