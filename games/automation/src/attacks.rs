//! What attacks do to the others: they are asked all at once, and nobody sees an answer before all
//! are in.

use parlor_engine::{Seat, Seats, Viewers, Witness};

use crate::card::Card;
use crate::cards::Cards;
use crate::moves::{Choice, Move};
use crate::notice::Notice;
use crate::rules::Rules;
use crate::sets::Effect;
use crate::state::{State, Task, Window};

impl Rules {
    /// An attack is played: before it does anything the others may show a reaction. Asked is
    /// whoever might hold one: that is public, for everybody's cards but not their places are.
    pub(crate) fn announce(&self, state: &mut State, attack: Card) {
        state.todo.push(Task::Resolve { attack, spared: Seats::NONE });
        let might = |seat: &Seat| {
            let mat = state.mat(*seat);
            let unseen = mat.hand.and(&mat.deck).kinds();
            !mat.hand.is_empty() && !unseen.and(self.reactions).is_empty()
        };
        let asked: Seats = state.others().filter(might).collect();
        Self::ask(state, Task::React { attack }, asked);
    }

    /// Puts a sealed question to these seats, if there are any.
    fn ask(state: &mut State, task: Task, seats: Seats) {
        if !seats.is_empty() {
            state.todo.push(task);
            state.window = Window::ask(seats);
        }
    }

    /// Takes an attack as far as it goes; `false` while answers are owed.
    pub(crate) fn attend_attack(
        &self,
        state: &mut State,
        task: Task,
        witness: &mut impl Witness<Notice>,
    ) -> bool {
        if task.is_sealed() && !state.window.owing.is_empty() {
            return false;
        }
        state.todo.pop();
        match task {
            Task::React { attack } => self.open_reactions(state, attack, witness),
            Task::Resolve { attack, spared } => self.do_as_it_says(state, attack, spared, witness),
            Task::Strike { attack, spared } => self.strike(state, attack, spared, witness),
            Task::Yield { attack } => self.open_choices(state, attack, witness),
            Task::Drop { attack } => Self::open_discards(state, attack, witness),
            other => unreachable!("{other:?} is no attack"),
        }
        true
    }

    fn open_reactions(&self, state: &mut State, attack: Card, witness: &mut impl Witness<Notice>) {
        let showing = state.window.yes;
        state.window = Window::CLOSED;
        for seat in state.others().filter(|seat| showing.contains(*seat)) {
            let mat = state.mat_mut(seat);
            let Some(card) = self.to_show(mat.hand.kinds()).first() else { continue };
            if !mat.known.contains(card) {
                mat.known.add(card);
            }
            witness.say(Viewers::ALL, || Notice::Showed { seat, card, attack });
        }
        if let Some(Task::Resolve { spared, .. }) = state.todo.last_mut() {
            *spared = showing;
        }
    }

    /// The attack hits all others that are not spared, in turn order. Where there is nothing to
    /// discard or no Bug to gain, that part is left out.
    fn strike(
        &self,
        state: &mut State,
        attack: Card,
        spared: Seats,
        witness: &mut impl Witness<Notice>,
    ) {
        let hit = || state.others().filter(|seat| !spared.contains(*seat));
        match self.card(attack).effect {
            Some(Effect::DiscardDownTo(most)) => {
                let over = |seat: &Seat| state.mat(*seat).hand.len() > most.into();
                let asked = hit().filter(over).collect();
                self.ask_to_discard(state, attack, asked);
            }
            Some(Effect::GiveBug) => {
                let hit: Seats = hit().collect();
                Self::give_bugs(state, attack, hit, witness);
            }
            Some(Effect::DiscardOrBug(_)) => {
                let asked = hit().filter(|seat| !state.mat(*seat).hand.is_empty()).collect();
                Self::ask(state, Task::Yield { attack }, asked);
            }
            _ => {}
        }
    }

    fn give_bugs(state: &mut State, by: Card, to: Seats, witness: &mut impl Witness<Notice>) {
        for seat in state.others().filter(|seat| to.contains(*seat)) {
            if !state.supply.contains(Card::Bug) {
                return;
            }
            state.supply.remove(Card::Bug);
            state.mat_mut(seat).discard(Card::Bug);
            witness.say(Viewers::ALL, || Notice::Gained { seat, card: Card::Bug, by });
        }
    }

    /// Those who chose so gain a Bug each, then the others discard.
    fn open_choices(&self, state: &mut State, attack: Card, witness: &mut impl Witness<Notice>) {
        let Window { asked, yes, .. } = state.window;
        state.window = Window::CLOSED;
        for seat in state.others().filter(|seat| asked.contains(*seat)) {
            let choice = if yes.contains(seat) { Choice::Discard } else { Choice::Bug };
            witness.say(Viewers::ALL, || Notice::Chose { seat, choice, by: attack });
        }
        let to = asked.iter().filter(|seat| !yes.contains(*seat)).collect();
        Self::give_bugs(state, attack, to, witness);
        self.ask_to_discard(state, attack, yes);
    }

    /// Several discard under seal; one alone has nobody to hide from.
    fn ask_to_discard(&self, state: &mut State, attack: Card, seats: Seats) {
        match seats.first() {
            Some(seat) if !seats.are_several() => {
                let left = u8::try_from(self.owes(state, attack, seat)).unwrap_or(u8::MAX);
                state.todo.push(Task::Discard { seat, card: attack, left });
            }
            _ => Self::ask(state, Task::Drop { attack }, seats),
        }
    }

    fn open_discards(state: &mut State, by: Card, witness: &mut impl Witness<Notice>) {
        let Window { asked, aside, .. } = state.window;
        state.window = Window::CLOSED;
        for seat in state.others().filter(|seat| asked.contains(*seat)) {
            let cards = aside[seat.index()];
            let mat = state.mat_mut(seat);
            mat.discard_all(&cards);
            mat.known = mat.known.except(&cards);
            witness.say(Viewers::ALL, || Notice::Discarded { seat, cards, by });
        }
    }

    /// Puts an answer into its envelope. A seat that owes more stays among those asked.
    pub(crate) fn seal(
        &self,
        state: &mut State,
        seat: Seat,
        answer: Move,
        witness: &mut impl Witness<Notice>,
    ) {
        let owes_more = match (answer, state.todo.last().copied()) {
            (Move::Discard(card), Some(Task::Drop { attack })) => {
                state.mat_mut(seat).hand.remove(card);
                state.window.aside[seat.index()].add(card);
                self.owes(state, attack, seat) > 0
            }
            (Move::Show(_) | Move::Choose(Choice::Discard), _) => {
                state.window.yes = state.window.yes.with(seat);
                false
            }
            _ => false,
        };
        if !owes_more {
            state.window.owing = state.window.owing.without(seat);
        }
        witness.say(Viewers::only(seat), || Notice::Sealed { answer });
    }

    fn owes(&self, state: &State, attack: Card, seat: Seat) -> u16 {
        let aside = state.window.aside[seat.index()].len();
        self.to_give_up(attack, state.mat(seat).hand.len(), aside)
    }

    /// How many cards more an attack takes from a hand of so many, with so many put aside.
    pub(crate) fn to_give_up(&self, attack: Card, hand: u16, aside: u16) -> u16 {
        match self.card(attack).effect {
            Some(Effect::DiscardDownTo(most)) => hand.saturating_sub(most.into()),
            Some(Effect::DiscardOrBug(count)) => hand.min(u16::from(count).saturating_sub(aside)),
            _ => 0,
        }
    }

    /// A seat is asked no more and what it put aside is back in its hand.
    pub(crate) fn leave_window(state: &mut State, seat: Seat) {
        let window = &mut state.window;
        window.asked = window.asked.without(seat);
        window.owing = window.owing.without(seat);
        window.yes = window.yes.without(seat);
        let aside = std::mem::replace(&mut window.aside[seat.index()], Cards::NONE);
        let mat = state.mat_mut(seat);
        mat.hand = mat.hand.and(&aside);
    }
}
