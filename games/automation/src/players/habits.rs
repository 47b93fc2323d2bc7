//! What every sensible player does alike.

use parlor_engine::Menu;

use super::Strategy;
use super::desk::Desk;
use crate::card::Card;
use crate::cards::Kinds;
use crate::moves::{Choice, Move};
use crate::question::Question;
use crate::rules::Rules;
use crate::sets::Effect;

/// Answers a question, as the strategy wants where it says something about it.
pub(super) fn answer<S: Strategy + ?Sized>(strategy: &S, desk: &Desk<'_>) -> Move {
    let offered = desk.menu.cards();
    let wanted = match desk.question {
        Question::Action | Question::PlayTwice { .. } => {
            strategy.play(desk, offered).map(Move::Play)
        }
        Question::Money => money(desk.rules, offered).map(Move::Play),
        Question::Buy => strategy.take(desk, offered).map(Move::Buy),
        Question::Gain { .. } => {
            strategy.take(desk, offered).or_else(|| desk.dearest(offered)).map(Move::Gain)
        }
        Question::Sift { .. } => dead(desk, offered).map(Move::Discard),
        Question::Discard { .. } | Question::Drop { .. } => worst(desk, offered).map(Move::Discard),
        Question::Trash { by } => trash(desk, offered, *by).map(Move::Trash),
        Question::Choose { .. } => Some(Move::Choose(gift(desk))),
        Question::React { .. } => offered.nth(0).map(Move::Show),
        Question::Yield { .. } => Some(Move::Choose(ransom(desk))),
    };
    let otherwise = || desk.menu.way_out().or_else(|| desk.menu.nth(0));
    wanted.or_else(otherwise).expect("an asked seat has a legal move")
}

/// The money to play next. In the MONEY phase a card gives its coins and does nothing else, so that all of it can be
/// played in any order and nothing is lost.
pub(crate) fn money(rules: &Rules, offered: Kinds) -> Option<Card> {
    offered.iter().find(|card| rules.card(*card).coins > 0)
}

/// A card that does nothing in the hand.
fn dead(desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
    offered.iter().find(|card| desk.is_dead(*card))
}

/// The card one misses least this turn and the next: points, then the cheapest.
fn worst(desk: &Desk<'_>, offered: Kinds) -> Option<Card> {
    offered.iter().min_by_key(|card| {
        let dead = desk.is_dead(*card);
        (!dead, desk.cost(*card) * u8::from(!dead), desk.is_action(*card))
    })
}

/// Into the trash goes what one is glad to be rid of. A late Dogecoin becomes a Framework.
fn trash(desk: &Desk<'_>, offered: Kinds, by: Card) -> Option<Card> {
    let hand = desk.hand();
    let [framework, ..] = desk.rules.wares.points;
    if let (Some(Effect::TrashToGain(more)), Some(framework)) =
        (desk.rules.card(by).effect, framework)
    {
        let price = desk.cost(framework);
        let reaches = |card: &Card| {
            (price.saturating_sub(more)..price).contains(&desk.cost(*card))
                && desk.left(framework) > 0
        };
        if let Some(card) = offered.iter().find(reaches) {
            return Some(card);
        }
    }
    desk.to_trash(&hand).or_else(|| worst(desk, offered))
}

/// Actions while there are some to play, else money.
fn gift(desk: &Desk<'_>) -> Choice {
    let actions = desk.hand().kinds().and(desk.rules.actions);
    let more = actions.iter().map(|card| u16::from(desk.hand().count(card))).sum::<u16>();
    if more > desk.view.actions {
        Choice::Actions
    } else if desk.view.actions > 0 && desk.own().deck_size > 0 {
        Choice::Cards
    } else {
        Choice::Money
    }
}

/// Two cards that do nothing are a cheap ransom; a good hand is worth a Bug.
fn ransom(desk: &Desk<'_>) -> Choice {
    let hand = desk.hand();
    if desk.left(Card::Bug) == 0 {
        Choice::Bug
    } else if desk.dead_cards(&hand) > 1 || hand.len() < 3 {
        Choice::Discard
    } else {
        Choice::Bug
    }
}
