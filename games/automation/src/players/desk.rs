//! What a computer player has before it: the question, and the parts of its view it looks at.

use parlor_engine::{Ask, Seat};

use crate::card::Card;
use crate::cards::{Cards, Kinds};
use crate::moves::Offer;
use crate::question::Question;
use crate::rules::Rules;
use crate::sets::Effect;
use crate::view::{Seen, View};
use crate::wares::Wares;

/// A question with what its seat knows.
pub(super) struct Desk<'a> {
    pub(super) rules: &'a Rules,
    pub(super) view: &'a View,
    pub(super) question: &'a Question,
    pub(super) menu: &'a Offer,
    pub(super) seat: Seat,
}

impl<'a> Desk<'a> {
    pub(super) fn new(ask: &Ask<'a, Rules>) -> Self {
        let Ask { game: rules, view, question, menu, seat, .. } = *ask;
        Self { rules, view, question, menu, seat }
    }

    pub(super) fn own(&self) -> &Seen {
        &self.view.seats[self.seat.index()]
    }

    /// The hand without what is put aside.
    pub(super) fn hand(&self) -> Cards {
        self.view.hand().unwrap_or_default()
    }

    /// How many of a card this player owns.
    pub(super) fn owned(&self, card: Card) -> u8 {
        self.own().collection().count(card)
    }

    /// How many of a card are left to buy.
    pub(super) fn left(&self, card: Card) -> u8 {
        self.view.supply.count(card)
    }

    /// The points and the money of the set, the dearest first. In the box these are Framework, Module
    /// and Method, and Dogecoin, Ethereum and Bitcoin; the players call those of any set so.
    pub(super) fn wares(&self) -> ([Option<Card>; 3], [Option<Card>; 3]) {
        let Wares { points, money } = self.rules.wares;
        (points, money)
    }

    /// How many Frameworks are left to buy; where there never were any, there is no end in sight.
    pub(super) fn frameworks(&self) -> u8 {
        self.rules.wares.points[0].map_or(u8::MAX, |card| self.left(card))
    }

    pub(super) fn is_framework_among(&self, offered: Kinds) -> bool {
        self.rules.wares.points[0].is_some_and(|card| offered.contains(card))
    }

    pub(super) fn cost(&self, card: Card) -> u8 {
        self.rules.card(card).cost
    }

    pub(super) fn is_action(&self, card: Card) -> bool {
        self.rules.card(card).is_action()
    }

    /// Whether the card does nothing in a hand.
    pub(super) fn is_dead(&self, card: Card) -> bool {
        let card = self.rules.card(card);
        !card.is_action() && card.coins == 0
    }

    /// How many points this player is ahead of the best of the others; behind is below 0.
    pub(super) fn lead(&self) -> i64 {
        let points = |seen: &Seen| self.rules.points(&seen.collection());
        let others = self.view.seats.iter().enumerate().filter(|(index, _)| {
            *index != self.seat.index() && self.view.present.contains(Seat::at(*index))
        });
        let best = others.map(|(_, seen)| points(seen)).max();
        points(self.own()) - best.unwrap_or(i64::MIN / 2)
    }

    /// The dearest of these cards; of equally dear ones the last in the rule book.
    pub(super) fn dearest(&self, cards: Kinds) -> Option<Card> {
        cards.iter().max_by_key(|card| self.cost(*card))
    }

    /// The action to play first: those that give actions back, then whatever draws or pays most.
    pub(super) fn best_action(&self, offered: Kinds) -> Option<Card> {
        offered
            .iter()
            .map(|card| (self.worth_playing(card), card))
            .filter(|(worth, _)| *worth > 0)
            .max_by_key(|(worth, card)| (*worth, self.cost(*card)))
            .map(|(_, card)| card)
    }

    /// How urgent it is to play this action; 0 is not at all.
    fn worth_playing(&self, card: Card) -> i32 {
        let definition = self.rules.card(card);
        let gives = definition.gives;
        let goes_on = if gives.actions > 0 { 1000 } else { 0 };
        let gifts = 20 * i32::from(gives.cards)
            + 15 * i32::from(gives.money)
            + 10 * i32::from(gives.actions)
            + 2 * i32::from(gives.buys);
        let hand = self.hand();
        let others = self.view.seats.len() > 1;
        let effect = match definition.effect {
            None => 0,
            Some(Effect::DiscardToDraw) => 12 * i32::from(self.dead_cards(&hand)),
            // Worth it only where there is something one is glad to be rid of.
            Some(Effect::TrashToDraw | Effect::TrashToGain(_)) => {
                if self.to_trash(&hand).is_some() { 25 } else { return 0 }
            }
            Some(Effect::ChooseOne(_)) => 30,
            Some(Effect::DiscardForEmptyPiles) => {
                let empty = self.view.piles.less(self.view.supply.kinds());
                empty.iter().map(|_| -20).sum()
            }
            Some(Effect::PlayTwice) => {
                let actions = hand.less(&Cards::NONE.with(card, 1)).kinds().and(self.rules.actions);
                if actions.is_empty() {
                    return 0;
                }
                900
            }
            Some(Effect::OthersDraw(_)) => -5 * i32::from(others),
            Some(Effect::Cheaper(_)) => 15,
            Some(Effect::DiscardDownTo(_) | Effect::GiveBug | Effect::DiscardOrBug(_)) => {
                20 * i32::from(others)
            }
        };
        (goes_on + gifts + effect).max(1)
    }

    /// How many cards of a hand do nothing.
    pub(super) fn dead_cards(&self, hand: &Cards) -> u16 {
        let dead = hand.iter().filter(|(card, _)| self.is_dead(*card));
        dead.map(|(_, count)| u16::from(count)).sum()
    }

    /// The card one is gladdest to be rid of for good, if there is any.
    pub(super) fn to_trash(&self, hand: &Cards) -> Option<Card> {
        let ([.., method], [.., bitcoin]) = self.wares();
        let held = |card: Option<Card>| card.filter(|card| hand.contains(*card));
        let bitcoin = || held(bitcoin).filter(|_| self.coins() > 5);
        // While the game is young; later a point is a point.
        let method = || held(method).filter(|_| self.frameworks() > 4);
        held(Some(Card::Bug)).or_else(bitcoin).or_else(method)
    }

    /// What all money this player owns comes to.
    pub(super) fn coins(&self) -> u32 {
        let coins = |(card, count)| u32::from(self.rules.card(card).coins) * u32::from(count);
        self.own().collection().iter().map(coins).sum()
    }
}
