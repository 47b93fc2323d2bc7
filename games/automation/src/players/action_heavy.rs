//! Actions, the dearer the better.

use super::Strategy;
use super::desk::Desk;
use crate::card::Card;
use crate::cards::Kinds;

/// Buys a Framework when it can, else the dearest action, else the dearest money card. It does not
/// ask what the actions are good for together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ActionHeavy;

impl Strategy for ActionHeavy {
    fn take(&self, desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
        let money = || {
            let money = [Card::Dogecoin, Card::Ethereum];
            money.into_iter().find(|card| offered.contains(*card))
        };
        if offered.contains(Card::Framework) {
            return Some(Card::Framework);
        }
        desk.dearest(offered.and(desk.rules.actions)).or_else(money)
    }
}
