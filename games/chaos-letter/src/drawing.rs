//! Drawing: from where, how likely each card is, and what is left of the deck.

use parlor_engine::{Seat, Viewers, Witness};

use crate::card::Print;
use crate::deal::Chances;
use crate::event::{Cause, Drawing, Event};
use crate::hand::Knowers;
use crate::notice::Notice;
use crate::rules::{FATAL, Rules};
use crate::state::{State, Step};

impl Rules {
    /// Whether there is a card to draw. For a card that was lost the one set aside will do.
    pub(crate) fn can_draw(state: &State, why: Drawing) -> bool {
        match why {
            Drawing::Pot => !state.hidden.pot.is_empty(),
            Drawing::Aside => state.hidden.aside.is_some(),
            Drawing::Instead => state.deck_size() > 0 || state.hidden.aside.is_some(),
            Drawing::Deal | Drawing::Turn | Drawing::More => state.deck_size() > 0,
        }
    }

    /// What a card is drawn for now: the turn, with an empty stack, or what lies on top of it.
    #[inline]
    pub(crate) fn drawing(state: &State) -> Option<Event> {
        match state.table.stack.top() {
            None if state.table.step == Step::Draw => {
                Some(Event::Draw { seat: state.table.mover, why: Drawing::Turn })
            }
            None => None,
            Some(top) => Some(top.event).filter(|event| event.is_draw() && top.fired),
        }
    }

    /// Whether that is one of the collected cards, or the one set aside, and not one off the deck.
    #[inline]
    fn elsewhere(state: &State) -> Option<Drawing> {
        match state.table.stack.top().map(|top| &top.event) {
            Some(Event::Draw { why: why @ (Drawing::Pot | Drawing::Aside), .. }) => Some(*why),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn chances(state: &State) -> Option<Chances> {
        if Self::drawing(state).is_some() {
            let hidden = &state.hidden;
            match Self::elsewhere(state) {
                Some(Drawing::Pot) => return Some(Chances::Deck(hidden.pot)),
                Some(_) => return hidden.aside.map(Chances::Only),
                None => {}
            }
            if !hidden.pool.is_empty() {
                return Some(Chances::Deck(hidden.pool));
            }
            let only = hidden.bottom.first().map(|sunk| sunk.card).or(hidden.aside);
            return only.map(Chances::Only);
        }
        let top = state.table.stack.top()?;
        let due = top.event == Event::Starter && Self::chooser(state).is_none();
        due.then_some(Chances::Starter(state.table.present))
    }

    /// Takes a card off the deck, or the one set aside, and says who knows it; `None` when it is
    /// another.
    #[inline]
    fn take_off(state: &mut State, card: Print) -> Option<Knowers> {
        let elsewhere = Self::elsewhere(state);
        let hidden = &mut state.hidden;
        match elsewhere {
            Some(Drawing::Pot) => return hidden.pot.remove(card).then_some(Knowers::NOBODY),
            Some(_) => {
                return hidden.aside.take_if(|aside| *aside == card).map(|_| Knowers::NOBODY);
            }
            None => {}
        }
        if !hidden.pool.is_empty() {
            return hidden.pool.remove(card).then_some(Knowers::NOBODY);
        }
        let below = hidden.bottom.first().copied();
        if below.map_or(hidden.aside, |sunk| Some(sunk.card)) != Some(card) {
            return None;
        }
        if let Some(sunk) = below {
            hidden.bottom.remove(0);
            return Some(Knowers::only(sunk.by));
        }
        hidden.aside = None;
        Some(Knowers::NOBODY)
    }

    /// A card is drawn, for whatever it is due; `false` when none is, or not this one.
    #[inline]
    pub(crate) fn draw(
        &self,
        state: &mut State,
        card: Print,
        witness: &mut impl Witness<Notice>,
    ) -> bool {
        let Some(event) = Self::drawing(state) else { return false };
        let Some(seen) = Self::take_off(state, card) else { return false };
        if state.table.stack.is_empty() {
            // The card of the turn: now one is to be played.
            state.table.step = Step::Play;
            state.table.acted = state.table.acted.with(state.table.mover);
        } else if let Some(Event::FaceUp { left: left @ 2.. }) = state.table.stack.top_mut() {
            *left -= 1;
        } else {
            state.table.stack.finish();
        }
        let face_up = matches!(event, Event::FaceUp { .. } | Event::Check { .. });
        let elsewhere = matches!(event, Event::Draw { why: Drawing::Pot | Drawing::Aside, .. });
        if !state.table.returned.is_empty() && !elsewhere {
            Self::strike_returned(state, card, face_up);
        }
        match event {
            Event::SetAside => {
                state.hidden.aside = Some(card);
                witness.say(Viewers::ALL, || Notice::SetAside { back: self.back(card) });
            }
            Event::FaceUp { .. } => {
                state.lay(card, None);
                witness.say(Viewers::ALL, || Notice::FaceUp { card });
            }
            Event::Check { seat, left } => self.check_sanity(state, seat, left, card, witness),
            Event::Draw { seat, .. } => {
                state.gain(self, seat, card, seen);
                witness.say(Viewers::only(seat), || Notice::Drew { card });
                let mut others = Viewers::but(seat);
                if let Some(by) = seen.without(seat).seats.first() {
                    witness.say(Viewers::only(by), || Notice::DrewKnown { seat, card });
                    others = others.without(by);
                }
                witness.say(others, || Notice::Draws { seat, back: self.back(card) });
            }
            _ => {}
        }
        true
    }

    /// A card that was shuffled back may have been drawn: nobody can count on it any more, unless
    /// the card that came off the deck was seen.
    fn strike_returned(state: &mut State, card: Print, face_up: bool) {
        if !face_up {
            state.table.returned.clear();
        } else if let Some(place) = state.table.returned.iter().position(|other| *other == card) {
            state.table.returned.remove(place);
        }
    }

    /// A sanity check: a card of the deck joins the discards. An insane one, or one that may not be
    /// discarded, puts its player out.
    #[inline(never)]
    fn check_sanity(
        &self,
        state: &mut State,
        seat: Seat,
        left: u8,
        card: Print,
        witness: &mut impl Witness<Notice>,
    ) {
        let insane = self.insane.contains(card.card);
        self.to_discards(state, seat, card);
        witness.say(Viewers::ALL, || Notice::Checked { seat, card, insane });
        let card = card.card;
        let out = insane || FATAL.contains(card);
        let more = Event::Check { seat, left: left.saturating_sub(1) };
        match (out, left > 1) {
            (true, true) => {
                let event = Event::Out { seat, cause: Cause::Sanity { card } };
                let when = parlor_stack::When::IfCancelled;
                let pushed = state.table.stack.push_with(event, when, more);
                debug_assert!(pushed.is_ok(), "a turn begins with an empty stack");
            }
            (true, false) => Self::push(state, Event::Out { seat, cause: Cause::Sanity { card } }),
            (false, true) => Self::push_sure(state, more),
            (false, false) => {}
        }
    }

    /// A card comes to lie in a player's discards.
    #[inline]
    pub(crate) fn to_discards(&self, state: &mut State, seat: Seat, card: Print) {
        state.lay(card, Some(seat));
        if self.insane.contains(card.card) {
            state.table.player_mut(seat).insanity += 1;
        }
    }
}
