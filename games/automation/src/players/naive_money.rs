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
    fn take(&self, _: &Desk<'_>, offered: Kinds) -> Option<Card> {
        [Card::Framework, Card::Dogecoin, Card::Ethereum, Card::Bitcoin]
            .into_iter()
            .find(|card| offered.contains(*card))
    }

    fn play(&self, _: &Desk<'_>, _: Kinds) -> Option<Card> {
        None
    }
}
