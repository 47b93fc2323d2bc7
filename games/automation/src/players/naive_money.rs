//! Money for its own sake.

use super::Strategy;
use super::desk::Desk;
use crate::card::Card;
use crate::cards::Kinds;

/// Buys a Framework when it can, else the dearest money card. It plays no actions and does not
/// look at the score.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NaiveMoney;

impl Strategy for NaiveMoney {
    fn take(&self, desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
        let ([framework, ..], money) = desk.wares();
        let mut wishes = std::iter::once(framework).chain(money).flatten();
        wishes.find(|card| offered.contains(*card))
    }

    fn play(&self, _: &Desk<'_>, _: Kinds) -> Option<Card> {
        None
    }
}
