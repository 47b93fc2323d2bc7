//! How a card is played, answered, cancelled and turned round.

use parlor_engine::{MAX_SEATS, Seat, Seats, Viewers, Witness};
use parlor_stack::{Id, InTurn, Order, Round, Step as Next, When, Window};

use crate::Answers;
use crate::card::{Card, Kinds, Print};
use crate::catalogue::{Effect, Knack};
use crate::event::{Drawing, Event, Play};
use crate::hand::Knowers;
use crate::moves::{Aim, Move};
use crate::notice::Notice;
use crate::question::{EIGHT, LOW, NO_US};
use crate::rules::Rules;
use crate::state::{State, Step, Sunk, Table};
use crate::turn::Stage;

impl Rules {
    // ---- a card is shown to whoever could answer ----

    /// Shows the event on top to all who can see it; `false` when somebody is asked for an answer.
    #[inline]
    pub(crate) fn fire(
        &self,
        state: &mut State,
        id: Id,
        event: Event,
        witness: &mut impl Witness<Notice>,
    ) -> bool {
        match event {
            Event::Play { play } => {
                // Whoever is out has no say any more, and what they played comes to nothing.
                if !state.table.alive.contains(play.by) || !state.table.alive.are_several() {
                    state.stop_asking();
                    Self::cancel(state, id, witness);
                    return true;
                }
                if self.asks(state, event) {
                    return false;
                }
                // It would be resolved next.
                state.table.stack.finish();
                self.come_to_effect(state, play, witness);
                return true;
            }
            Event::Turn { seat, .. } => {
                // Nobody is asked about the turn of who is out.
                if !state.table.alive.contains(seat) || !state.table.alive.are_several() {
                    state.stop_asking();
                } else if self.asks(state, event) {
                    return false;
                }
            }
            Event::Out { seat, cause } => {
                if state.table.immortal.contains(seat) {
                    Self::push(state, Event::Save { seat, out: id });
                    return true;
                }
                self.hang_on(state, seat, cause);
            }
            _ => {}
        }
        Self::let_happen(state);
        true
    }

    /// Whether somebody is asked for an answer. All who could hold one by what is public are, so that
    /// neither who is asked nor how long it takes tells who does.
    fn asks(&self, state: &mut State, event: Event) -> bool {
        if !state.asked_to_answer().is_empty() {
            return true;
        }
        let asked = self.could_answer(state, event);
        match self.answers {
            _ if asked.is_empty() => return false,
            Answers::InTurn => {
                state.table.asking = InTurn::ask(asked, &self.priority(&state.table, event));
            }
            Answers::Sealed => state.hidden.window = Window::open(asked),
        }
        true
    }

    /// Targets come first, then the others. In turn they are asked from the player of the card on;
    /// under seal whoever has the turn comes first.
    pub(crate) fn priority(&self, table: &Table, event: Event) -> impl Order + use<> {
        let (by, targets) = event.parties().unwrap_or((table.mover, Seats::NONE));
        let from = match self.answers {
            Answers::InTurn => by,
            Answers::Sealed => table.mover,
        };
        let seats = parlor_engine::Game::seats(self);
        Round { from, upwards: table.upwards, seats }.led_by(targets)
    }

    /// Somebody answers with a card, or does not.
    fn hear(
        &self,
        state: &mut State,
        seat: Seat,
        answer: Option<Print>,
        witness: &mut impl Witness<Notice>,
    ) {
        let Next::Fire(id, event) = state.table.stack.next() else { return };
        match (self.answers, answer) {
            (Answers::InTurn, Some(card)) => {
                state.stop_asking();
                Self::respond(state, seat, card, (id, event), witness);
            }
            (Answers::InTurn, None) => {
                let order = self.priority(&state.table, event);
                state.table.asking.pass(seat, &order);
                Self::close_if_all_passed(state);
            }
            (Answers::Sealed, _) => {
                state.hidden.window.seal(seat, answer);
                let answer = answer.map_or(Move::Pass, Move::Answer);
                witness.say(Viewers::only(seat), || Notice::Sealed { answer });
                if state.hidden.window.owing().is_empty() {
                    self.close_window(state, witness);
                }
            }
        }
    }

    /// Nobody who was asked in turn has answered: what is on top of the stack happens.
    fn close_if_all_passed(state: &mut State) {
        if state.table.asking.now().is_none() {
            state.stop_asking();
            Self::let_happen(state);
        }
    }

    /// Nobody answers what is on top of the stack: it happens next, and what follows from it hangs on it.
    fn let_happen(state: &mut State) {
        if let Some(Event::Turn { stage: Stage::TurnStart, seat }) =
            state.table.stack.top().map(|top| top.event)
        {
            Self::hang_on_start(state, seat);
        }
        state.table.stack.pass();
    }

    /// Whoever has left is not asked any more.
    pub(crate) fn excuse(&self, state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        let asked = state.asked_to_answer();
        let Next::Fire(_, event) = state.table.stack.next() else { return };
        if asked.is_empty() {
            return;
        }
        match self.answers {
            Answers::InTurn => {
                let order = self.priority(&state.table, event);
                state.table.asking.excuse(seat, &order);
                Self::close_if_all_passed(state);
            }
            Answers::Sealed => {
                state.hidden.window.excuse(seat);
                if state.hidden.window.owing().is_empty() {
                    self.close_window(state, witness);
                }
            }
        }
    }

    /// All sealed answers are in: the first yes in priority order counts, the others are void.
    fn close_window(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let window = std::mem::take(&mut state.hidden.window);
        let Next::Fire(id, event) = state.table.stack.next() else { return };
        let order = self.priority(&state.table, event);
        let Some((by, card)) = window.first(&order).map(|(seat, card)| (seat, *card)) else {
            Self::let_happen(state);
            return;
        };
        Self::respond(state, by, card, (id, event), witness);
        // Nobody else hears that there was another answer.
        for seat in window.asked().without(by).iter() {
            if let Some(void) = window.answer(seat).copied() {
                witness.say(Viewers::only(seat), || Notice::Void { card: void, first: by });
            }
        }
    }

    /// A card answers what is on top of the stack: it is laid down, replaced, and lies on top itself.
    fn respond(
        state: &mut State,
        by: Seat,
        card: Print,
        (id, event): (Id, Event),
        witness: &mut impl Witness<Notice>,
    ) {
        let Some((whose, _)) = event.parties() else { return };
        let (targets, against) = (Seats::one(whose), Some(id));
        let Print { card: kind, mark } = card;
        let (insane, number, turned) = (false, None, false);
        let play = Play { by, card: kind, mark, insane, targets, number, against, turned };
        match event {
            Event::Play { play: to } => {
                witness.say(Viewers::ALL, || Notice::Answered { play, to });
            }
            Event::Turn { stage, seat } => {
                witness.say(Viewers::ALL, || Notice::AnsweredTurn { play, stage, seat });
            }
            _ => {}
        }
        Self::push(state, Event::Play { play });
        Self::push_sure(state, Event::Draw { seat: by, why: Drawing::Instead });
        Self::push_sure(state, Event::Discard { seat: by, card, safe: false });
    }

    // ---- a card comes to effect ----

    /// What a play does.
    pub(crate) const fn effect_of(play: Play) -> Effect {
        let definition = play.card.definition();
        match definition.insane {
            Some(effect) if play.insane => effect,
            _ => definition.sane,
        }
    }

    /// Nobody answers: a quick card does what it does to the one below it, any other is on its own.
    pub(crate) fn come_to_effect(
        &self,
        state: &mut State,
        play: Play,
        witness: &mut impl Witness<Notice>,
    ) {
        let Some(id) = play.against else {
            let effect = Self::effect_of(play);
            let chosen = play.targets.and(state.table.alive);
            let aimless = chosen.is_empty() && effect.chooses();
            if aimless {
                witness.say(Viewers::ALL, || Notice::NoTarget { play });
            }
            if !aimless || (effect == Effect::GoldenMead && !play.turned) {
                let play = Play { targets: chosen, ..play };
                if Self::asks_for_cards(state, play) {
                    Self::push_sure(state, Event::Effect { play });
                } else {
                    self.take_effect(state, play, witness);
                }
            }
            return;
        };
        let below = state.table.stack.get(id).map(|frame| frame.event);
        // An answer that is turned back is only cancelled.
        match below {
            Some(Event::Play { play: below })
                if NO_US.contains(play.card) && below.against.is_none() =>
            {
                state.table.stack.cancel(id);
                witness.say(Viewers::ALL, || Notice::Cancelled { play: below, turned: true });
                Self::turn_round(state, below, play.by, witness);
            }
            Some(Event::Turn { stage, seat }) => {
                Self::answer_step(state, id, stage, seat, witness);
            }
            _ => Self::cancel(state, id, witness),
        }
    }

    /// What waits on the stack is not to happen. Said when it is cancelled and not when its place on
    /// the stack comes: a card that was turned round would seem to be undone after it has run.
    pub(crate) fn cancel(state: &mut State, id: Id, witness: &mut impl Witness<Notice>) {
        let event = state.table.stack.get(id).filter(|frame| !frame.cancelled);
        match event.map(|frame| frame.event) {
            Some(Event::Play { play }) => {
                witness.say(Viewers::ALL, || Notice::Cancelled { play, turned: false });
            }
            Some(Event::Turn { stage, seat }) => {
                witness.say(Viewers::ALL, || Notice::LeftOut { stage, seat });
            }
            _ => {}
        }
        state.table.stack.cancel(id);
    }

    /// A play runs again for another player: against who played it, or for whom its new player
    /// chooses where the card lets them choose several.
    fn turn_round(state: &mut State, play: Play, by: Seat, witness: &mut impl Witness<Notice>) {
        let turned = Play { by, turned: true, targets: Seats::NONE, ..play };
        let targets = match Self::aim(state, by, Self::effect_of(play)) {
            Aim::Nobody => Seats::NONE,
            Aim::All(others) => others,
            Aim::One(from) => from.and(Seats::one(play.by)),
            Aim::OneOrTwo(..) | Aim::Two(..) => {
                Self::push_sure(state, Event::Aim { play: turned });
                return;
            }
        };
        Self::run_again(state, Play { targets, ..turned }, witness);
    }

    fn run_again(state: &mut State, play: Play, witness: &mut impl Witness<Notice>) {
        witness.say(Viewers::ALL, || Notice::Turned { play });
        Self::push(state, Event::Play { play });
    }

    // ---- what players answer ----

    /// A move that is on the menu is made.
    #[inline]
    pub(crate) fn answer(
        &self,
        state: &mut State,
        seat: Seat,
        played: Move,
        witness: &mut impl Witness<Notice>,
    ) {
        if let Move::Play { card, insane, targets, number } = played {
            self.play(state, seat, card, insane, targets, number, witness);
        } else {
            self.answer_otherwise(state, seat, played, witness);
        }
    }

    /// Anything but a card is played, which is rare: out of the way of what is not.
    #[inline(never)]
    fn answer_otherwise(
        &self,
        state: &mut State,
        seat: Seat,
        played: Move,
        witness: &mut impl Witness<Notice>,
    ) {
        let own = Viewers::only(seat);
        match played {
            Move::Play { .. } => {}
            Move::Answer(card) => self.hear(state, seat, Some(card), witness),
            Move::Pass => self.hear(state, seat, None, witness),
            Move::Offer(card) => {
                state.table.stack.finish();
                state.hand_mut(seat).offered = Some(card);
                witness.say(own, || Notice::Sealed { answer: played });
                witness.say(Viewers::but(seat), || Notice::Offered { seat });
            }
            Move::Aim(targets) => {
                if let Some(Event::Aim { play }) = state.table.stack.take().map(|top| top.event) {
                    Self::run_again(state, Play { targets, ..play }, witness);
                }
            }
            Move::Name(number) => {
                if let Some(Event::Name { play }) = state.table.stack.take().map(|top| top.event) {
                    self.guess(state, Play { number: Some(number), ..play }, witness);
                }
            }
            Move::Look(at) => {
                let top = state.table.stack.take().map(|top| top.event);
                if let Some(Event::LookAtOne { by, card, .. }) = top {
                    Self::push_sure(state, Event::Look { by, at, card });
                }
            }
            Move::Return(card) => self.put_under(state, seat, card, witness),
            Move::Give { card, to } => self.give(state, seat, card, to, witness),
            Move::Redraw => {
                state.table.stack.finish();
                Self::push_sure(state, Event::DiscardHand { seat });
                Self::ask_for_card(state, seat, Card::Bishop, seat);
            }
            Move::Keep => {
                state.table.stack.finish();
                witness.say(Viewers::ALL, || Notice::Kept { seat });
            }
            Move::Start(first) => Self::begin_with(state, first, Some(seat), witness),
            Move::First(number) => {
                state.table.stack.pick(usize::from(number).saturating_sub(1));
            }
            Move::Shuffle(card) => self.shuffle_back(state, seat, card, witness),
        }
    }

    /// The question what to play is answered, that of the turn or that of a card.
    #[inline]
    fn has_chosen(state: &mut State) {
        if state.table.stack.is_empty() {
            state.table.step = Step::End;
        } else {
            state.table.stack.finish();
        }
    }

    /// A card is played: it lies in the discards before it takes effect.
    #[expect(clippy::too_many_arguments, reason = "a play is all of this")]
    fn play(
        &self,
        state: &mut State,
        by: Seat,
        print: Print,
        insane: bool,
        targets: Seats,
        number: Option<u8>,
        witness: &mut impl Witness<Notice>,
    ) {
        Self::has_chosen(state);
        let Print { card, mark } = print;
        let (against, turned) = (None, false);
        let play = Play { by, card, mark, insane, targets, number, against, turned };
        if Self::effect_of(play).chooses() {
            state.table.sycophant = None;
        }
        witness.say(Viewers::ALL, || Notice::Played { play });
        // In a deck without answers most cards need not wait for any.
        let waits = !self.quick.is_empty() || crate::rules::FATAL.contains(card);
        if waits {
            Self::push(state, Event::Play { play });
        }
        // The discard lies on top of the play, and nobody can answer it: it happens at once.
        self.discard(state, by, print, Self::effect_of(play) == Effect::Cthulhu);
        let never = self.never_beside[card.index()];
        // Out of more than two a card that had to be played need not have been the only such.
        if !never.is_empty() && (state.hand(by).len() == 1 || !self.forced.contains(card)) {
            self.rule_out(state, by, never);
        }
        if !waits {
            self.come_to_effect(state, play, witness);
        }
    }

    /// A card goes from the hand to the discards. Some put out whoever discards them.
    pub(crate) fn discard(&self, state: &mut State, seat: Seat, card: Print, safe: bool) {
        if !state.lose(self, seat, card) {
            return;
        }
        self.to_discards(state, seat, card);
        if !safe && crate::rules::FATAL.contains(card.card) {
            let cause = crate::event::Cause::Discarded { card: card.card };
            Self::push(state, Event::Out { seat, cause });
        }
    }

    /// The cards that yield to this one. Whoever plays a Prince has no Countess, or she would have been
    /// played. Of two that yield to each other it could have been either.
    pub(crate) fn yields_to(&self, card: Card) -> Kinds {
        let yields = |forced: Card, to: Card| {
            forced.definition().knacks.iter().any(|knack| match knack {
                Knack::YieldsToRoyals => self.royals.contains(to),
                Knack::YieldsToHigh => self.value(to) > LOW,
                _ => false,
            })
        };
        let beside = |other: &Card| yields(*other, card) && !yields(card, *other);
        self.forced.iter().filter(beside).collect()
    }

    /// A player discards a card, without effect unless it may not be discarded, and draws.
    pub(crate) fn discard_hand(
        &self,
        state: &mut State,
        seat: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        let redraw = Event::Draw { seat, why: Drawing::Instead };
        let Some(card) = state.hand(seat).asked_for() else {
            Self::push_sure(state, redraw);
            return;
        };
        state.lose(self, seat, card);
        self.to_discards(state, seat, card);
        witness.say(Viewers::ALL, || Notice::Discarded { seat, card });
        if crate::rules::FATAL.contains(card.card) {
            let cause = crate::event::Cause::Discarded { card: card.card };
            let out = Event::Out { seat, cause };
            let pushed = state.table.stack.push_with(out, When::IfCancelled, redraw);
            debug_assert!(pushed.is_ok(), "there is room for what a card does");
        } else {
            Self::push_sure(state, redraw);
        }
    }

    /// With nothing but eights in hand one is shuffled into the deck, and what lay under it with it.
    fn shuffle_back(
        &self,
        state: &mut State,
        seat: Seat,
        card: Print,
        witness: &mut impl Witness<Notice>,
    ) {
        Self::has_chosen(state);
        state.lose(self, seat, card);
        // The rest of the hand is eights, too, or it could not be done.
        self.rule_out(state, seat, self.kinds.less(self.by_value[usize::from(EIGHT)]));
        state.table.reshuffled = state.table.reshuffled.with(seat);
        let hidden = &mut state.hidden;
        for Sunk { card, .. } in hidden.bottom.drain(..) {
            hidden.pool.add(card);
        }
        hidden.pool.add(card);
        state.table.returned.push(card);
        state.table.returned.sort_unstable();
        witness.say(Viewers::ALL, || Notice::Shuffled { seat, card });
    }

    /// Chancellor: a card goes under the deck.
    fn put_under(
        &self,
        state: &mut State,
        seat: Seat,
        card: Print,
        witness: &mut impl Witness<Notice>,
    ) {
        let top = state.table.stack.take().map(|top| top.event);
        let Some(Event::Return { left, .. }) = top else { return };
        state.lose_unseen(self, seat, card, None);
        state.hidden.bottom.push(Sunk { card, by: seat });
        witness.say(Viewers::only(seat), || Notice::ReturnedOwn { card });
        witness.say(Viewers::but(seat), || Notice::Returned { seat });
        if left > 1 {
            Self::push_sure(state, Event::Return { seat, left: left - 1 });
        }
    }

    /// Nyarlathotep: a collected card goes to a player.
    pub(crate) fn give(
        &self,
        state: &mut State,
        by: Seat,
        card: Print,
        to: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        let top = state.table.stack.take().map(|top| top.event);
        let Some(Event::Give { to: all, .. }) = top else { return };
        self.hand_out(state, by, card, to, witness);
        Self::push_sure(state, Event::Give { by, to: all.without(to) });
    }

    fn hand_out(
        &self,
        state: &mut State,
        by: Seat,
        card: Print,
        to: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        state.hidden.pot.remove(card);
        state.gain(self, to, card, Knowers::only(by));
        let parties = Viewers::only(by).with(to);
        witness.say(parties, || Notice::Got { seat: to, from: Some(by), card });
        let others = Viewers::ALL.without(by).without(to);
        witness.say(others, || Notice::Given { by, to });
    }

    /// What is left of the collected cards goes out without a question: the last one, or, when
    /// whoever had the say has left, all of them by chance.
    pub(crate) fn give_the_rest(
        &self,
        state: &mut State,
        by: Seat,
        to: Seats,
        witness: &mut impl Witness<Notice>,
    ) {
        let to = to.and(state.table.alive);
        if let (Some(last), Some(card)) = (to.first(), state.hidden.pot.get(0)) {
            if state.table.alive.contains(by) {
                self.hand_out(state, by, card, last, witness);
            } else {
                Self::push_sure(state, Event::Give { by, to: Seats::NONE });
                // The last to draw goes on the stack first.
                let seats = (0..MAX_SEATS).rev().map(Seat::at);
                for seat in seats.filter(|seat| to.contains(*seat)) {
                    Self::push_sure(state, Event::Draw { seat, why: Drawing::Pot });
                }
                return;
            }
        }
        // The share of whoever has left meanwhile.
        while let Some(card) = state.hidden.pot.get(0) {
            state.hidden.pot.remove(card);
            state.lay(card, None);
            witness.say(Viewers::ALL, || Notice::FaceUp { card });
        }
    }

    /// It is settled who begins.
    pub(crate) fn begin_with(
        state: &mut State,
        seat: Seat,
        by: Option<Seat>,
        witness: &mut impl Witness<Notice>,
    ) {
        state.table.stack.finish();
        state.table.starter = seat;
        state.table.mover = seat;
        state.table.last_out = None;
        witness.say(Viewers::ALL, || Notice::Starts { seat, by });
    }
}
