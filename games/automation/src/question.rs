//! What players are asked, what they may answer, and why anything else is refused.

use parlor_engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::card::Card;
use crate::cards::Kinds;
use crate::moves::{Choice, Move, Offer, Verb};
use crate::rules::Rules;
use crate::state::{Phase, State, Task};

/// What a player is asked, and because of which card.
#[expect(missing_docs, reason = "each question says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Question {
    /// Which action to play.
    Action,
    /// Which card to play for its money.
    Money,
    /// Which card to buy.
    Buy,
    /// Which card to discard, if any more.
    Sift { by: Card },
    /// Which card to discard; so many are left.
    Discard { by: Card, left: u8 },
    /// Which card to trash.
    Trash { by: Card },
    /// Which card to take, up to this price.
    Gain { by: Card, up_to: u8 },
    /// Which gift to take.
    Choose { by: Card },
    /// Which action to play twice, if any.
    PlayTwice { by: Card },
    /// Whether to show a reaction.
    React { attack: Card },
    /// Whether to discard or to gain a Bug.
    Yield { attack: Card },
    /// Which card to give up.
    Drop { attack: Card },
}

/// The game's own reasons to refuse a move.
#[expect(missing_docs, reason = "each reason says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Another kind of answer is wanted.
    #[error("'{0}' does not answer the question; {1}")]
    NotNow(Move, &'static str),
    /// Nobody can play what they do not hold.
    #[error("there is no {} in your hand", .0.title())]
    NotInHand(Card),
    /// Only actions are played in the ACTION phase.
    #[error("{} is not an action", .0.title())]
    NotAnAction(Card),
    /// Unless the set says otherwise, only money is played in the MONEY phase.
    #[error("{} is not money", .0.title())]
    NotMoney(Card),
    /// Only reactions are shown.
    #[error("{} is no answer to an attack", .0.title())]
    NotAReaction(Card),
    /// The pile never was there.
    #[error("{} is not in the supply of this game", .0.title())]
    NotSold(Card),
    /// The pile is empty.
    #[error("there is no {} left", .0.title())]
    SoldOut(Card),
    /// Not enough money.
    #[error("{} costs {price}, and you have {money}", .card.title())]
    TooDear { card: Card, price: u8, money: u16 },
    /// More than the card allows.
    #[error("{} costs {price}, and it may cost {most} at most", .card.title())]
    PastTheLimit { card: Card, price: u8, most: u8 },
}

impl Rules {
    /// Who is asked what; `None` when chance is due or the game is over.
    #[inline]
    pub(crate) fn question(state: &State) -> Option<(Seats, Question)> {
        let question = match state.todo.last() {
            None => match state.phase {
                Phase::Action => Question::Action,
                Phase::Money => Question::Money,
                Phase::Buy => Question::Buy,
                Phase::Setup | Phase::Gain | Phase::Cleanup | Phase::Over => return None,
            },
            Some(task) => match *task {
                Task::Sift { card, .. } => Question::Sift { by: card },
                Task::Trash { card } => Question::Trash { by: card },
                Task::Gain { card, up_to } => Question::Gain { by: card, up_to },
                Task::Choose { card } => Question::Choose { by: card },
                Task::Discard { seat, card, left } => {
                    return Some((Seats::one(seat), Question::Discard { by: card, left }));
                }
                Task::PlayTwice { card } => Question::PlayTwice { by: card },
                Task::React { attack } => {
                    return Some((state.window.owing, Question::React { attack }));
                }
                Task::Yield { attack } => {
                    return Some((state.window.owing, Question::Yield { attack }));
                }
                Task::Drop { attack } => {
                    return Some((state.window.owing, Question::Drop { attack }));
                }
                Task::Kingdom { .. }
                | Task::Draw { .. }
                | Task::Again { .. }
                | Task::Resolve { .. }
                | Task::Strike { .. } => return None,
            },
        };
        Some((Seats::one(state.mover), question))
    }

    /// The answers to a question of this seat.
    #[inline]
    pub(crate) fn answers(&self, state: &State, seat: Seat, question: Question) -> Offer {
        let hand = state.mat(seat).hand.kinds();
        match question {
            Question::Action => Offer::phase(Verb::Play, hand.and(self.actions)),
            Question::Money => Offer::phase(Verb::Play, hand.and(self.spendable)),
            Question::Buy => Offer::phase(Verb::Buy, self.within(state, state.money)),
            Question::Sift { .. } => Offer::may(Verb::Discard, hand),
            Question::Discard { .. } | Question::Drop { .. } => Offer::must(Verb::Discard, hand),
            Question::Trash { .. } => Offer::must(Verb::Trash, hand),
            Question::Gain { up_to, .. } => {
                Offer::must(Verb::Gain, self.within(state, up_to.into()))
            }
            Question::Choose { .. } => Offer::choose(&Choice::GIFTS),
            Question::PlayTwice { .. } => Offer::may(Verb::Play, hand.and(self.actions)),
            Question::React { .. } => Offer::may(Verb::Show, self.to_show(hand)),
            Question::Yield { .. } => Offer::choose(&Choice::RANSOMS),
        }
    }

    /// The reaction that is shown of a hand with these kinds: of several the first in the order of the
    /// rule book, so that a sealed answer is a yes or a no.
    pub(crate) fn to_show(&self, hand: Kinds) -> Kinds {
        hand.and(self.reactions).first().map_or(Kinds::NONE, Kinds::one)
    }

    /// Why a move that is not on the menu is not.
    #[cold]
    pub(crate) fn reason(
        &self,
        state: &State,
        seat: Seat,
        played: Move,
        question: Question,
    ) -> Reason {
        let holds = |card| state.mat(seat).hand.contains(card);
        let price = |card| self.price(state, card);
        let sold = |card| match card {
            card if !state.piles.contains(card) => Some(Reason::NotSold(card)),
            card if !state.supply.contains(card) => Some(Reason::SoldOut(card)),
            _ => None,
        };
        let not_now = Reason::NotNow(played, question.wants());
        match (question, played) {
            (Question::Action | Question::Money | Question::PlayTwice { .. }, Move::Play(card))
            | (
                Question::Sift { .. } | Question::Discard { .. } | Question::Drop { .. },
                Move::Discard(card),
            )
            | (Question::Trash { .. }, Move::Trash(card))
            | (Question::React { .. }, Move::Show(card))
                if !holds(card) =>
            {
                Reason::NotInHand(card)
            }
            (Question::Action | Question::PlayTwice { .. }, Move::Play(card)) => {
                Reason::NotAnAction(card)
            }
            (Question::Money, Move::Play(card)) => Reason::NotMoney(card),
            (Question::React { .. }, Move::Show(card)) => Reason::NotAReaction(card),
            (Question::Buy, Move::Buy(card)) => {
                let money = state.money;
                sold(card).unwrap_or(Reason::TooDear { card, price: price(card), money })
            }
            (Question::Gain { up_to, .. }, Move::Gain(card)) => {
                let (price, most) = (price(card), up_to);
                sold(card).unwrap_or(Reason::PastTheLimit { card, price, most })
            }
            _ => not_now,
        }
    }
}

impl Question {
    /// What answers it, in words.
    const fn wants(self) -> &'static str {
        match self {
            Self::Action => "play an action, or 'end phase'",
            Self::Money => "play money, or 'end phase'",
            Self::Buy => "buy a card, or 'end phase'",
            Self::Sift { .. } => "discard a card, or 'pass'",
            Self::Discard { .. } | Self::Drop { .. } => "discard a card",
            Self::Trash { .. } => "trash a card",
            Self::Gain { .. } => "gain a card",
            Self::Choose { .. } => "'choose actions', 'choose money' or 'choose cards'",
            Self::PlayTwice { .. } => "play an action, or 'pass'",
            Self::React { .. } => "show a reaction, or 'pass'",
            Self::Yield { .. } => "'choose discard' or 'choose bug'",
        }
    }
}
