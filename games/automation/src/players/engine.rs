//! A deck that draws itself.

use super::desk::Desk;
use super::{Strategy, big_money};
use crate::card::Card;
use crate::cards::Kinds;
use crate::sets::{Definition, Kind};

/// What the trouble of an attack for others is worth, found by trial.
const TROUBLE: i32 = 45;

/// Buys actions that go on (they give an action back) as long as they bring something, and as many
/// that do not as it has actions to spare; then Frameworks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Engine;

impl Strategy for Engine {
    fn take(&self, desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
        if desk.is_framework_among(offered) || desk.frameworks() <= 3 {
            return big_money::take(desk, offered);
        }
        let money = big_money::take(desk, offered);
        let floor = money.map_or(0, |card| worth(desk, card));
        let best = offered
            .and(desk.rules.actions)
            .iter()
            .map(|card| (worth(desk, card), card))
            .max_by_key(|(worth, _)| *worth);
        best.filter(|(worth, _)| *worth > floor).map(|(_, card)| card).or(money)
    }
}

/// What one more of a card does for the deck, in tenths of a coin a turn.
fn worth(desk: &Desk<'_>, card: Card) -> i32 {
    let definition = desk.rules.card(card);
    if !definition.is_action() {
        let ([_, module, _], [dogecoin, ethereum, _]) = desk.wares();
        return match Some(card) {
            card if card == dogecoin => 34,
            card if card == ethereum => 17,
            card if card == module => 30,
            _ => 0,
        };
    }
    let gives = definition.gives;
    let owned = i32::from(desk.owned(card));
    let effect = match definition.kind {
        Kind::Attack if desk.view.seats.len() > 1 => TROUBLE,
        _ => 4 * i32::from(definition.effect.is_some()),
    };
    let plain = 12 * i32::from(gives.cards)
        + 10 * i32::from(gives.money)
        + 3 * i32::from(gives.buys)
        + effect;
    if goes_on(definition) {
        return plain + 4 * i32::from(gives.actions) - 8;
    }
    // Two that do not go on meet in one hand and one of them is dead, unless others carry them.
    let collection = desk.own().collection();
    let (mut spare, mut terminals) = (1, 0);
    for (other, count) in collection.iter() {
        let other = desk.rules.card(other);
        let count = i32::from(count);
        if goes_on(other) {
            spare += 3 * count * (i32::from(other.gives.actions) - 1);
        } else if other.is_action() {
            terminals += count;
        }
    }
    let room = spare + i32::from(collection.len() / 12) - terminals;
    if room <= 0 { 0 } else { plain - 5 * owned }
}

const fn goes_on(card: &Definition) -> bool {
    card.is_action() && card.gives.actions > 0
}
