//! Trouble for the others.

use super::desk::Desk;
use super::{Strategy, big_money};
use crate::card::Card;
use crate::cards::Kinds;

/// Buys a few of each attack in the kingdom, Parallelization to play them twice and something that
/// gives actions to play them with; for the rest it is big money.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attack;

/// What it buys before money, and how many of each.
const WISHES: [(Card, u8); 5] = [
    (Card::Ransomware, 2),
    (Card::EvergreenTest, 2),
    (Card::Parallelization, 1),
    (Card::Hack, 2),
    (Card::CodeReview, 2),
];

impl Strategy for Attack {
    fn take(&self, desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
        let late = desk.left(Card::Framework) <= 4;
        if offered.contains(Card::Framework) || late {
            return big_money::take(desk, offered);
        }
        let has_attack = WISHES.iter().any(|(card, _)| {
            *card != Card::Parallelization && *card != Card::CodeReview && desk.owned(*card) > 0
        });
        let wanted = |(card, most): &(Card, u8)| {
            let helper = matches!(card, Card::Parallelization | Card::CodeReview);
            offered.contains(*card)
                && desk.owned(*card) < *most
                && (!helper || has_attack)
        };
        let wish = WISHES.into_iter().find(wanted).map(|(card, _)| card);
        wish.or_else(|| big_money::take(desk, offered))
    }
}
