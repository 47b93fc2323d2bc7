//! The rules, in the order of the rule book: a round, what happens next, leaving.
//!
//! A turn stands in `turn.rs`; how cards are drawn in `drawing.rs`; what a card does in `effects.rs`; how it is
//! played and answered in `plays.rs`; how players go out and come back in `out.rs`; how a round ends in
//! `showdown.rs`.

use parlor_engine::rand_core::Rng;
use parlor_engine::{
    Act, ActOf, Applied, Face, Game, MAX_SEATS, Outcome, PerSeat, Refusal, Seat, Seats, Turn,
    Viewer, Viewers, Witness,
};
use parlor_stack::{InTurn, Step as Next, Window};

use crate::Answers;
use crate::card::{Card, KINDS, Kinds, LOOKS, Looks, MAX_MARKS};
use crate::cards::Cards;
use crate::catalogue::{AT_STAGE, Effect, Knack, with_effect, with_knack};
use crate::deal::{Chances, Deal};
use crate::deck::{BACKS, Back, Deck, MAX_VALUE, Starts};
use crate::event::{Drawing, Event, Events};
use crate::hand::{Hand, Hearsay};
use crate::looks::{from_behind, full_pool};
use crate::moves::{Move, Numbers, Offer};
use crate::notice::{Few, Notice};
use crate::question::{Question, Reason};
use crate::reveals::Secret;
use crate::state::{End, Hidden, Standing, State, Step, Table};
use crate::turn::STAGES;
use crate::view::View;

/// A table of Chaos Letter.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) deck: Deck,
    seats: usize,
    /// The most rounds.
    pub(crate) rounds: u16,
    /// How those who may answer are asked.
    pub(crate) answers: Answers,
    /// Tokens that win.
    pub(crate) tokens: u8,
    /// The number on each card.
    values: [u8; KINDS],
    /// How many there are of each card, the Brain Case among them.
    pub(crate) totals: [u8; LOOKS],
    /// The cards there are.
    pub(crate) kinds: Kinds,
    /// Which card each mark is on; as many as the deck has.
    pub(crate) marked: arrayvec::ArrayVec<Card, MAX_MARKS>,
    /// The cards with each number.
    pub(crate) by_value: [Kinds; MAX_VALUE as usize + 1],
    /// The cards that make insane.
    pub(crate) insane: Kinds,
    /// What is seen of each card from behind.
    pub(crate) backs: [Back; LOOKS],
    /// The cards with each back.
    pub(crate) with_back: [Looks; BACKS],
    /// The cards that answer cards.
    pub(crate) quick: Kinds,
    /// By step of a turn: the cards that answer it.
    pub(crate) at_stage: [Kinds; STAGES],
    /// The cards that must be played beside certain others.
    pub(crate) forced: Kinds,
    /// Those others.
    pub(crate) royals: Kinds,
    /// By card: what whoever plays it cannot hold, for that would have had to be played.
    pub(crate) never_beside: [Kinds; KINDS],
    /// The numbers that can be named.
    pub(crate) nameable: Numbers,
    start: State,
}

pub(crate) const FATAL: Kinds = with_knack(Knack::Fatal);

impl Rules {
    /// The deck has been checked.
    pub(crate) fn new(deck: Deck, rounds: u16, answers: Answers, seats: usize) -> Self {
        let mut values = [0; KINDS];
        let mut by_value = [Kinds::NONE; MAX_VALUE as usize + 1];
        let pool = full_pool(&deck, seats);
        let mut totals = [0; LOOKS];
        pool.iter().for_each(|card| totals[card.index()] += 1);
        totals[Card::BrainCase.index()] += u8::from(deck.brain_case());
        let brain_case = deck.brain_case().then_some(Card::BrainCase);
        let kinds: Kinds = pool.different().map(|print| print.card).chain(brain_case).collect();
        let rows = || deck.cards.iter().filter(|row| kinds.contains(row.card));
        let (backs, with_back) = from_behind(&deck, &totals);
        for row in rows() {
            values[row.card.index()] = row.value;
            let same = &mut by_value[usize::from(row.value)];
            *same = same.or(Kinds::one(row.card));
        }
        let nameable = (0..=MAX_VALUE).filter(|value| *value != 1);
        let nameable = nameable.filter(|value| !by_value[usize::from(*value)].is_empty());
        let quick = [Knack::Nope, Knack::NoU, Knack::FreeNoU].map(with_knack);
        let forced = [Knack::YieldsToRoyals, Knack::YieldsToHigh].map(with_knack);
        let fewest = usize::from(deck.players[0]);
        let mut rules = Self {
            seats,
            rounds,
            answers,
            tokens: deck.tokens.get(seats.saturating_sub(fewest)).copied().unwrap_or(1),
            values,
            totals,
            kinds,
            marked: deck.marks().iter().map(|mark| mark.card).take(MAX_MARKS).collect(),
            by_value,
            insane: rows().filter(|row| row.insane).map(|row| row.card).collect(),
            backs,
            with_back,
            quick: quick.into_iter().fold(Kinds::NONE, Kinds::or).and(kinds),
            at_stage: AT_STAGE.map(|cards| cards.and(kinds)),
            forced: forced.into_iter().fold(Kinds::NONE, Kinds::or).and(kinds),
            royals: with_effect(Effect::King).or(with_effect(Effect::Prince)).and(kinds),
            never_beside: [Kinds::NONE; KINDS],
            nameable: nameable.collect(),
            start: Self::empty_table(pool, seats),
            deck,
        };
        for card in kinds.iter() {
            rules.never_beside[card.index()] = rules.yields_to(card);
        }
        let mut start = rules.start.clone();
        rules.begin_round(&mut start, &mut parlor_engine::Asleep);
        rules.go_on(&mut start, &mut parlor_engine::Asleep);
        rules.start = start;
        rules
    }

    fn empty_table(pool: Cards, seats: usize) -> State {
        let table = Table {
            round: 0,
            step: Step::Setup,
            starter: Seat::at(0),
            mover: Seat::at(0),
            upwards: true,
            present: Seats::first_n(seats),
            alive: Seats::first_n(seats),
            acted: Seats::NONE,
            protected: Seats::NONE,
            immortal: Seats::NONE,
            capitalists: Seats::NONE,
            reshuffled: Seats::NONE,
            players: [Standing::default(); MAX_SEATS],
            laid: arrayvec::ArrayVec::new(),
            brain_case: false,
            bets: arrayvec::ArrayVec::new(),
            bounties: arrayvec::ArrayVec::new(),
            sycophant: None,
            returned: arrayvec::ArrayVec::new(),
            stack: Events::default(),
            asking: InTurn::default(),
            last_out: None,
            over: None,
        };
        let hidden = Hidden {
            hands: std::array::from_fn(|_| Hand::default()),
            aside: None,
            pool,
            bottom: arrayvec::ArrayVec::new(),
            pot: Cards::default(),
            window: Window::default(),
        };
        State { table, hidden }
    }

    /// The number on a card.
    #[inline]
    pub fn value(&self, card: Card) -> u8 {
        self.values[card.index()]
    }

    /// The cards of this deck that answer something.
    pub(crate) fn answering_cards(&self) -> Kinds {
        self.at_stage.iter().fold(self.quick, |cards, more| cards.or(*more))
    }

    /// Puts an event on the stack. There is always room: answers are only asked for while there is.
    #[inline]
    pub(crate) fn push(state: &mut State, event: Event) {
        let pushed = state.table.stack.push(event);
        debug_assert!(pushed.is_ok(), "{event:?} does not fit on {:?}", state.table.stack);
    }

    /// Puts an event on the stack that nobody can answer.
    #[inline]
    pub(crate) fn push_sure(state: &mut State, event: Event) {
        let pushed = state.table.stack.push_fired(event);
        debug_assert!(pushed.is_ok(), "{event:?} does not fit on {:?}", state.table.stack);
    }

    // ---- a round ----

    /// All cards are shuffled, one is set aside, everybody is dealt one.
    pub(crate) fn begin_round(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let table = &mut state.table;
        table.round += 1;
        table.step = Step::Setup;
        table.upwards = true;
        table.alive = table.present;
        table.acted = Seats::NONE;
        table.protected = Seats::NONE;
        table.immortal = Seats::NONE;
        table.capitalists = Seats::NONE;
        table.reshuffled = Seats::NONE;
        for player in &mut table.players[..self.seats] {
            player.insanity = 0;
            player.primes = 0;
            player.hearsay = Hearsay::default();
        }
        table.laid.clear();
        table.brain_case = self.deck.brain_case();
        table.bets.clear();
        table.bounties.clear();
        table.sycophant = None;
        table.returned.clear();
        table.stack.clear();
        table.mover = table.starter;
        let hidden = &mut state.hidden;
        hidden.hands[..self.seats].iter_mut().for_each(Hand::clear);
        hidden.aside = None;
        hidden.pool = *self.full_deck();
        hidden.bottom.clear();
        hidden.pot = Cards::default();
        state.stop_asking();
        let number = state.table.round;
        witness.say(Viewers::ALL, || Notice::Round { number });
        self.plan_deal(state);
    }

    /// The last thing to do goes on the stack first.
    fn plan_deal(&self, state: &mut State) {
        for index in (0..self.seats).rev() {
            let seat = Seat::at(index);
            if state.table.present.contains(seat) {
                Self::push_sure(state, Event::Draw { seat, why: Drawing::Deal });
            }
        }
        if self.seats == 2 && self.deck.face_up_for_two > 0 {
            Self::push_sure(state, Event::FaceUp { left: self.deck.face_up_for_two });
        }
        Self::push_sure(state, Event::SetAside);
        if self.deck.starts == Starts::LastOut {
            Self::push_sure(state, Event::Starter);
        }
    }

    fn full_deck(&self) -> &Cards {
        // The first round has not been dealt when the start was made.
        &self.start.hidden.pool
    }

    // ---- what comes next ----

    /// Goes on until somebody is asked, chance is due, or the game is over.
    #[inline]
    pub(crate) fn go_on(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        loop {
            let goes_on = match state.table.stack.top() {
                None => self.next_step(state, witness),
                Some(top) if top.fired && !top.cancelled => {
                    let event = top.event;
                    self.resolve(state, event, witness)
                }
                Some(_) => self.go_on_below(state, witness),
            };
            if !goes_on {
                return;
            }
        }
    }

    /// The event on top is not simply due: it is to be shown, put in order, or dropped.
    #[inline(never)]
    fn go_on_below(&self, state: &mut State, witness: &mut impl Witness<Notice>) -> bool {
        match state.table.stack.next() {
            Next::Order(owner, _) => {
                !Self::order_matters(state, owner) && state.table.stack.pick(0)
            }
            Next::Fire(id, event) => self.fire(state, id, event, witness),
            // Whoever cancelled it has said so.
            Next::Drop(_, event) => {
                state.table.stack.finish();
                if let Event::Turn { stage, .. } = event {
                    Self::leave_out(state, stage);
                }
                true
            }
            Next::Idle | Next::Resolve(..) => true,
        }
    }

    /// Whether somebody is still there to put events in order, and there are two that can happen.
    fn order_matters(state: &State, owner: Seat) -> bool {
        let alive = state.table.alive;
        let happens = |event: &Event| match event {
            Event::Look { at, .. } => alive.contains(*at),
            _ => true,
        };
        alive.contains(owner) && state.table.stack.unordered().filter(happens).count() > 1
    }

    /// Does what the event on top says; `false` when it waits for somebody or for chance.
    #[inline]
    fn resolve(&self, state: &mut State, event: Event, witness: &mut impl Witness<Notice>) -> bool {
        let alive = |seat: Seat| state.table.alive.contains(seat);
        let decided = !state.table.alive.are_several();
        let waits = match event {
            Event::Starter | Event::SetAside | Event::FaceUp { .. } => true,
            // Tokens are for who is there; the rest is for who is in, while the round lasts.
            Event::Out { .. } | Event::Save { .. } | Event::Token { .. } | Event::Prime { .. } => {
                false
            }
            Event::Give { by, to } => {
                let to = to.and(state.table.alive);
                alive(by) && to.are_several()
            }
            _ if decided => {
                state.table.stack.finish();
                return true;
            }
            Event::Draw { seat, why } => alive(seat) && Self::can_draw(state, why),
            Event::Check { seat, .. } => alive(seat) && state.deck_size() > 0,
            Event::Choose { seat } => alive(seat) && !state.hand(seat).is_empty(),
            Event::Offer { seat, by, .. } => alive(seat) && alive(by) && state.hand(seat).len() > 1,
            Event::Return { seat, left } => alive(seat) && left > 0,
            Event::Redraw { seat } => alive(seat),
            Event::Aim { play } => alive(play.by),
            Event::Name { play } => {
                alive(play.by)
                    && play.targets.first().is_some_and(alive)
                    && !self.nameable.is_empty()
            }
            Event::LookAtOne { by, of, .. } => alive(by) && of.are_several(),
            Event::Turn { .. }
            | Event::Sanity { .. }
            | Event::Again { .. }
            | Event::Discard { .. }
            | Event::DiscardHand { .. }
            | Event::Play { .. }
            | Event::Effect { .. }
            | Event::Look { .. } => false,
        };
        if waits {
            return false;
        }
        self.happen(state, event, witness);
        true
    }

    /// The event on top happens without anybody being asked.
    #[inline(never)]
    fn happen(&self, state: &mut State, event: Event, witness: &mut impl Witness<Notice>) {
        let alive = |seat: Seat| state.table.alive.contains(seat);
        match event {
            // A card is asked for first where somebody holds several.
            Event::Look { by, at, card } if alive(by) && alive(at) => {
                if !Self::ask_for_card(state, at, card, by) {
                    state.table.stack.finish();
                    self.look(state, by, at, witness);
                }
                return;
            }
            Event::Effect { play } if alive(play.by) => {
                let asked = Self::gives_a_card(state, play);
                let several = |seat: &Seat| {
                    alive(*seat)
                        && state.hand(*seat).len() > 1
                        && state.hand(*seat).offered.is_none()
                };
                if let Some(seat) = asked.iter().find(several) {
                    Self::ask_for_card(state, seat, play.card, play.by);
                } else {
                    state.table.stack.finish();
                    self.take_effect(state, play, witness);
                    state.withdraw_offers();
                }
                return;
            }
            _ => {}
        }
        state.table.stack.finish();
        match event {
            Event::Discard { seat, card, safe } if alive(seat) => {
                self.discard(state, seat, card, safe);
            }
            Event::DiscardHand { seat } if alive(seat) => self.discard_hand(state, seat, witness),
            Event::Play { play } => self.come_to_effect(state, play, witness),
            Event::Turn { stage, seat } => self.take_step(state, stage, seat, witness),
            Event::Sanity { seat } if alive(seat) => Self::check_all(state, seat),
            Event::Again { seat } => Self::begin_again(state, seat, witness),
            Event::LookAtOne { by, of, card } if alive(by) => {
                if let Some(at) = of.first() {
                    Self::push_sure(state, Event::Look { by, at, card });
                }
            }
            Event::Give { by, to } => self.give_the_rest(state, by, to, witness),
            Event::Out { seat, cause } => self.go_out(state, seat, cause, witness),
            Event::Save { seat, out } => {
                state.table.stack.cancel(out);
                witness.say(Viewers::ALL, || Notice::Saved { seat });
            }
            Event::Token { seat, card } => self.gain_token(state, seat, card, witness),
            Event::Prime { seat } => Self::come_back(state, seat, witness),
            // Whoever asked for a card has left: what was chosen for them counts for nothing.
            Event::Look { .. } | Event::Effect { .. } => state.withdraw_offers(),
            // Whoever it was for is out, or there is nothing left to do.
            _ => {}
        }
    }

    /// Puts the question on the stack which of several cards counts; `false` where it is clear.
    pub(crate) fn ask_for_card(state: &mut State, seat: Seat, card: Card, by: Seat) -> bool {
        let hand = state.hand(seat);
        let asks = hand.len() > 1 && hand.offered.is_none();
        if asks {
            Self::push_sure(state, Event::Offer { seat, card, by });
        }
        asks
    }

    // ---- leaving ----

    /// Whoever leaves is out of the game, and so is what waits on the stack for them.
    #[inline(never)]
    fn leave(&self, state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        let cards: Few = state.hand(seat).iter().collect();
        state.table.present = state.table.present.without(seat);
        state.table.alive = state.table.alive.without(seat);
        state.table.protected = state.table.protected.without(seat);
        state.table.immortal = state.table.immortal.without(seat);
        state.table.capitalists = state.table.capitalists.without(seat);
        for card in &cards {
            state.lose(self, seat, *card);
            state.lay(*card, Some(seat));
        }
        witness.say(Viewers::ALL, || Notice::Left { seat, cards });
        if !state.table.present.are_several() {
            Self::end_game(state, End::Left, witness);
            return;
        }
        if state.table.starter == seat {
            let next = state.table.present.after(seat);
            state.table.starter = next.unwrap_or(seat);
            if state.table.step == Step::Setup {
                state.table.mover = state.table.starter;
            }
        }
        self.excuse(state, seat, witness);
    }

    pub(crate) fn end_game(state: &mut State, why: End, witness: &mut impl Witness<Notice>) {
        state.table.over = Some(why);
        state.table.step = Step::Over;
        state.table.stack.clear();
        state.stop_asking();
        witness.say(Viewers::ALL, || Notice::Over { why });
    }
}

impl Game for Rules {
    type State = State;
    type Move = Move;
    type Chance = Deal;
    type Question = Question;
    type Menu = Offer;
    type Odds = Chances;
    type View = View;
    type Notice = Notice;
    type Refusal = Reason;
    type Secret = Secret;

    fn seats(&self) -> usize {
        self.seats
    }

    /// In a round every card is drawn once, and again after a Chancellor or an eight put it back;
    /// every card is played once and runs once more for somebody else, and everybody may answer each
    /// of these and each answer; a card asks everybody twice at the most; and where steps of a turn
    /// can be answered, there are four of them for every card drawn or played, and each may be shown
    /// again for every answer.
    fn bound(&self) -> u32 {
        let cards: u32 = self.totals.iter().map(|count| u32::from(*count)).sum();
        let seats = self.seats as u32;
        let draws = 3 * cards + seats;
        let windows = 3 * cards * seats;
        let asked = cards * (2 * seats + 6);
        let answerable = self.at_stage.iter().any(|cards| !cards.is_empty());
        let steps = if answerable { 3 * cards * (seats + 3) } else { 0 };
        (draws + windows + asked + steps + seats + 2) * u32::from(self.rounds) + seats
    }

    fn start(&self) -> State {
        self.start.clone()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn<Question> {
        if state.table.step == Step::Over {
            return Turn::Over;
        }
        match Self::question(state) {
            Some((seats, why)) => Turn::Ask { seats, why },
            None => Turn::Chance,
        }
    }

    #[inline]
    fn menu(&self, state: &State, seat: Seat) -> Offer {
        match Self::question(state) {
            Some((seats, why)) if seats.contains(seat) => self.answers(state, seat, why),
            _ => Offer::default(),
        }
    }

    #[inline]
    fn odds(&self, state: &State) -> Option<Chances> {
        Self::chances(state)
    }

    #[inline]
    fn apply<W: Witness<Notice>>(
        &self,
        state: &mut State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<Reason>> {
        match *act {
            Act::Move(seat, played) => {
                // What `admit` would say, without asking for the question twice.
                let question = match Self::question(state) {
                    Some((seats, question)) if seats.contains(seat) => question,
                    _ => {
                        return Err(self
                            .admit(state, act)
                            .err()
                            .unwrap_or(Refusal::NotAsked(seat)));
                    }
                };
                if !self.is_answer(state, seat, question, played) {
                    return Err(Refusal::Rules(self.reason(state, seat, played, question)));
                }
                self.answer(state, seat, played, witness);
            }
            // A draw takes a card that is there or does nothing; why not is for `admit` to say.
            Act::Chance(Deal::Draw(card)) => {
                if !self.draw(state, card, witness) {
                    return Err(self.admit(state, act).err().unwrap_or(Refusal::CannotComeUp));
                }
            }
            Act::Chance(Deal::Starts(seat)) => {
                self.admit(state, act)?;
                Self::begin_with(state, seat, None, witness);
            }
            Act::Leave(_) | Act::Clock => {
                self.admit(state, act)?;
                if let Act::Leave(seat) = *act {
                    if !state.table.present.contains(seat) {
                        return Err(Refusal::Gone(seat));
                    }
                    self.leave(state, seat, witness);
                }
            }
        }
        self.go_on(state, witness);
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let why = state.table.over?;
        let tokens =
            PerSeat::from_fn(self.seats, |seat| i64::from(state.table.player(seat).all_tokens()));
        let key = |seat: Seat, tokens: &i64| {
            let called = why == End::Cthulhu(seat);
            let reached = self.has_won(state, seat);
            (state.table.present.contains(seat), called, reached, *tokens)
        };
        let has_insane_tokens = self.deck.insane_tokens.is_some();
        let has_tokens = |seat: Seat| state.table.player(seat).tokens >= self.tokens;
        let reason = match why {
            End::Tokens if !has_insane_tokens => "somebody has tokens enough",
            End::Tokens if state.table.present.iter().any(has_tokens) => {
                "somebody has tokens enough (the scores count insane ones, too)"
            }
            End::Tokens => "somebody has insane tokens enough (the scores count all tokens)",
            End::Cthulhu(_) => "Cthulhu has come, who wins it whatever the tokens",
            End::Rounds => "all rounds are played",
            End::Left => "all others have left",
        };
        Some(Outcome::ranked(tokens, key, reason))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn face(&self, state: &State, act: &ActOf<Self>, viewer: Viewer) -> Face {
        self.side_up(state, *act, viewer)
    }

    fn reveals(&self, step: &Applied<'_, Self>, viewer: Viewer) -> Option<Secret> {
        self.comes_to_light(step, viewer)
    }

    fn imagine<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        self.imagine_from(view, rng)
    }

    /// Of two Guards either can be played.
    fn ways(&self, state: &State, seat: Seat, played: &Move) -> u64 {
        let (Move::Play { card, .. }
        | Move::Answer(card)
        | Move::Offer(card)
        | Move::Return(card)
        | Move::Shuffle(card)) = *played
        else {
            return match *played {
                Move::Give { card, .. } => state.hidden.pot.count(card) as u64,
                _ => 1,
            };
        };
        state.hand(seat).count(card) as u64
    }

    fn score(&self, view: &View, seat: Seat) -> Option<i64> {
        Some(view.table.player(seat).all_tokens().into())
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.check_invariants(state)
    }
}
