//! Money with an eye on the end.

use super::Strategy;
use super::desk::Desk;
use crate::card::Card;
use crate::cards::Kinds;

/// Modules are worth more than Dogecoins from so many Frameworks on.
const MODULES_FROM: u8 = 4;
/// Modules are worth more than Ethereum from so many Frameworks on.
const MODULES_BEFORE_MONEY: u8 = 6;
/// Methods are worth having from so many Frameworks on.
const METHODS_FROM: u8 = 2;

/// Buys Frameworks and money; points of all kinds once few Frameworks are left; and leaves the last
/// one lying while it is behind, since taking it would end the game. It plays no actions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BigMoney;

impl Strategy for BigMoney {
    fn take(&self, desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
        take(desk, offered)
    }

    fn play(&self, _: &Desk<'_>, _: Kinds) -> Option<Card> {
        None
    }
}

/// What big money takes; the other strategies fall back on it.
pub(super) fn take(desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
    let ([framework, module, method], [dogecoin, ethereum, _]) = desk.wares();
    let frameworks = desk.frameworks();
    let points = |card: Card| i64::from(desk.rules.card(card).points);
    let loses = frameworks == 1 && desk.lead() + framework.map_or(0, points) < 0;
    let wishes = [
        (framework, !loses),
        (module, frameworks <= MODULES_FROM),
        (dogecoin, true),
        (module, frameworks <= MODULES_BEFORE_MONEY),
        (method, frameworks <= METHODS_FROM),
        (ethereum, true),
    ];
    let wanted =
        |(card, wish): (Option<Card>, bool)| card.filter(|card| wish && offered.contains(*card));
    wishes.into_iter().find_map(wanted)
}
