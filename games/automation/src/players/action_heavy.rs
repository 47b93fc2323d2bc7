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
        let ([framework, ..], [dogecoin, ethereum, _]) = desk.wares();
        let first = |wishes: [Option<Card>; 2]| {
            wishes.into_iter().flatten().find(|card| offered.contains(*card))
        };
        let money = || first([dogecoin, ethereum]);
        if let Some(card) = first([framework, None]) {
            return Some(card);
        }
        desk.dearest(offered.and(desk.rules.actions)).or_else(money)
    }
}
