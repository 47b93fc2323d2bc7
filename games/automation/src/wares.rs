//! What the computer players buy: the points and the money of a set, whatever they are called there.

use crate::card::Card;
use crate::sets::{Kind, Set};

/// The points and the money of a set, the dearest first. In the sets of the box these are Framework,
/// Module and Method, and Dogecoin, Ethereum and Bitcoin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wares {
    pub(crate) points: [Option<Card>; 3],
    pub(crate) money: [Option<Card>; 3],
}

impl Wares {
    pub(crate) fn of(set: &Set) -> Self {
        let dearest = |kind: Kind| {
            let mut cards: Vec<_> = set.cards.iter().filter(|card| card.kind == kind).collect();
            // Nobody wants a Bug.
            cards.retain(|card| card.points >= 0);
            cards.sort_by_key(|card| std::cmp::Reverse((card.cost, card.points, card.coins)));
            std::array::from_fn(|place| cards.get(place).map(|card| card.card))
        };
        Self { points: dearest(Kind::Points), money: dearest(Kind::Money) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::NAMES;

    #[test]
    fn the_wares_of_the_sets_in_the_box() {
        for name in NAMES {
            let Wares { points, money } = Wares::of(&Set::built_in(name).unwrap());
            assert_eq!(points, [Card::Framework, Card::Module, Card::Method].map(Some));
            assert_eq!(money, [Card::Dogecoin, Card::Ethereum, Card::Bitcoin].map(Some));
        }
    }
}
