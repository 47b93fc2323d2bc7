//! What actions do.

use parlor_engine::{Seats, Viewers, Witness};

use crate::card::Card;
use crate::cards::Cards;
use crate::moves::{Choice, Move};
use crate::notice::Notice;
use crate::rules::Rules;
use crate::sets::{Effect, Kind};
use crate::state::{State, Task};

impl Rules {
    /// An action leaves the hand and takes effect; `by` is the card that plays it for nothing.
    pub(crate) fn play_from_hand(
        &self,
        state: &mut State,
        card: Card,
        by: Option<Card>,
        witness: &mut impl Witness<Notice>,
    ) {
        state.own().take(card);
        state.own().played.add(card);
        witness.say(Viewers::ALL, || Notice::Played { seat: state.mover, card, by });
        self.take_effect(state, card, witness);
    }

    /// An attack is answered before it does anything; any other action does what it does.
    pub(crate) fn take_effect(
        &self,
        state: &mut State,
        card: Card,
        witness: &mut impl Witness<Notice>,
    ) {
        if self.card(card).kind == Kind::Attack {
            self.announce(state, card);
        } else {
            self.do_as_it_says(state, card, Seats::NONE, witness);
        }
    }

    /// First the gifts, then the effect. What is to be done last goes to the bottom of the list.
    pub(crate) fn do_as_it_says(
        &self,
        state: &mut State,
        card: Card,
        spared: Seats,
        witness: &mut impl Witness<Notice>,
    ) {
        let definition = self.card(card);
        let gives = definition.gives;
        state.actions += u16::from(gives.actions);
        state.buys += u16::from(gives.buys);
        state.money += u16::from(gives.money);
        if let Some(effect) = definition.effect {
            Self::prepare(state, card, effect, spared);
        }
        Self::draw(state, state.mover, gives.cards.into(), witness);
        if let Some(Effect::OthersDraw(count)) = definition.effect {
            Self::tell_others_draw(state, count, witness);
        }
    }

    fn prepare(state: &mut State, card: Card, effect: Effect, spared: Seats) {
        state.todo.push(match effect {
            Effect::DiscardToDraw => Task::Sift { card, discarded: 0 },
            Effect::TrashToDraw | Effect::TrashToGain(_) => Task::Trash { card },
            Effect::ChooseOne(_) => Task::Choose { card },
            Effect::DiscardForEmptyPiles => {
                let empty = state.piles.less(state.supply.kinds());
                Task::Discard { seat: state.mover, card, left: empty.len() as u8 }
            }
            Effect::PlayTwice => Task::PlayTwice { card },
            Effect::DiscardDownTo(_) | Effect::GiveBug | Effect::DiscardOrBug(_) => {
                Task::Strike { attack: card, spared }
            }
            Effect::OthersDraw(count) => return Self::others_draw(state, count.into()),
            Effect::Cheaper(by) => {
                // No price is below 0, so more than that changes nothing.
                state.discount = state.discount.saturating_add(by);
                return;
            }
        });
    }

    /// The first in turn order draws first, so it goes on the list last.
    fn others_draw(state: &mut State, count: u16) {
        let before = state.todo.len();
        for seat in state.others() {
            let left = Self::can_draw(state, seat, count);
            if left > 0 {
                state.todo.push(Task::Draw { seat, left });
            }
        }
        state.todo[before..].reverse();
    }

    fn tell_others_draw(state: &State, count: u8, witness: &mut impl Witness<Notice>) {
        for seat in state.others() {
            let count = Self::can_draw(state, seat, count.into());
            if count > 0 {
                witness.say(Viewers::ALL, || Notice::Draws { seat, count });
            }
        }
    }

    /// A question of a card is answered, by the mover unless it discards for an attack.
    pub(crate) fn answer_card(
        &self,
        state: &mut State,
        task: Task,
        played: Move,
        witness: &mut impl Witness<Notice>,
    ) {
        match (task, played) {
            (Task::Sift { .. } | Task::Discard { .. }, Move::Discard(card)) => {
                Self::discard_for(state, task, card, witness);
            }
            (Task::Sift { card: by, discarded }, _) => {
                state.todo.pop();
                Self::passed(state, by, witness);
                Self::draw(state, state.mover, discarded, witness);
            }
            (Task::Trash { card: by }, Move::Trash(card)) => {
                self.trash_for(state, by, card, witness);
            }
            (Task::Gain { card: by, .. }, Move::Gain(card)) => {
                state.todo.pop();
                state.supply.remove(card);
                state.own().discard(card);
                let seat = state.mover;
                witness.say(Viewers::ALL, || Notice::Gained { seat, card, by });
            }
            (Task::Choose { card: by }, Move::Choose(choice)) => {
                self.choose_for(state, by, choice, witness);
            }
            (Task::PlayTwice { card: by }, Move::Play(card)) => {
                state.todo.pop();
                state.todo.push(Task::Again { card, by });
                self.play_from_hand(state, card, Some(by), witness);
            }
            (Task::PlayTwice { card: by }, _) => {
                state.todo.pop();
                Self::passed(state, by, witness);
            }
            _ => unreachable!("'{played}' is no answer to {task:?}"),
        }
    }

    fn passed(state: &State, by: Card, witness: &mut impl Witness<Notice>) {
        witness.say(Viewers::ALL, || Notice::Passed { seat: state.mover, by });
    }

    /// Backlog counts what was discarded; others count what is left to discard.
    fn discard_for(state: &mut State, task: Task, card: Card, witness: &mut impl Witness<Notice>) {
        let (seat, by) = match state.todo.last_mut() {
            Some(Task::Sift { card, discarded }) => {
                *discarded += 1;
                (state.mover, *card)
            }
            Some(Task::Discard { seat, card, left }) => {
                *left -= 1;
                (*seat, *card)
            }
            _ => unreachable!("nothing is discarded for {task:?}"),
        };
        let mat = state.mat_mut(seat);
        mat.take(card);
        mat.discard(card);
        let cards = Cards::NONE.with(card, 1);
        witness.say(Viewers::ALL, || Notice::Discarded { seat, cards, by });
    }

    /// What was trashed counts by what it cost at that moment.
    fn trash_for(
        &self,
        state: &mut State,
        by: Card,
        card: Card,
        witness: &mut impl Witness<Notice>,
    ) {
        state.todo.pop();
        let price = self.price(state, card);
        state.own().take(card);
        state.trash.add(card);
        let seat = state.mover;
        witness.say(Viewers::ALL, || Notice::Trashed { seat, card, by });
        match self.card(by).effect {
            Some(Effect::TrashToGain(more)) => {
                state.todo.push(Task::Gain { card: by, up_to: price + more });
            }
            _ => Self::draw(state, seat, price.into(), witness),
        }
    }

    fn choose_for(
        &self,
        state: &mut State,
        by: Card,
        choice: Choice,
        witness: &mut impl Witness<Notice>,
    ) {
        state.todo.pop();
        let seat = state.mover;
        witness.say(Viewers::ALL, || Notice::Chose { seat, choice, by });
        let Some(Effect::ChooseOne(count)) = self.card(by).effect else { return };
        match choice {
            Choice::Actions => state.actions += u16::from(count),
            Choice::Money => state.money += u16::from(count),
            _ => Self::draw(state, seat, count.into(), witness),
        }
    }
}
