//! The rules, in the order of the rule book.
//!
//! What an action does stands in `effects.rs`, what an attack does to the others in `attacks.rs`.

use std::cmp::Reverse;
use std::sync::Arc;

use parlor_engine::rand_core::Rng;
use parlor_engine::{
    Act, ActOf, Applied, Face, Game, Menu, Outcome, PerSeat, Refusal, Seat, Seats, Turn, Viewer,
    Viewers, Witness,
};

use crate::card::{Card, KINDS};
use crate::cards::{Cards, Kinds};
use crate::deal::{Chances, Deal};
use crate::moves::{Move, Offer};
use crate::notice::Notice;
use crate::question::{Question, Reason};
use crate::sets::{Definition, HAND, Kind, MAX_COST, Set, Spend, Ties};
use crate::state::{MAX_PLAYERS, Mat, Phase, State, Task, Todo, Window};
use crate::view::{Secret, View};
use crate::wares::Wares;

/// Cards dearer than this do not exist.
const DEAREST: usize = MAX_COST as usize;
/// The most turns a player can have.
pub const NO_LIMIT: u16 = 10_000;

/// A table of Automation.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) set: Arc<Set>,
    seats: usize,
    /// Turns a player.
    pub(crate) limit: u16,
    /// Frameworks in the supply; 0 is the set's own number.
    frameworks: u8,
    /// What is printed on each card, by its number.
    cards: [Definition; KINDS],
    /// Played in the ACTION phase.
    pub(crate) actions: Kinds,
    /// Offered in the MONEY phase.
    pub(crate) spendable: Kinds,
    /// Shown against attacks.
    pub(crate) reactions: Kinds,
    /// By price: the cards that cost no more.
    up_to: [Kinds; DEAREST + 1],
    /// Which piles count for the end of the game, where they are in it.
    end_piles: Kinds,
    /// How many of them are empty then.
    end_count: usize,
    /// What the computer players buy.
    pub(crate) wares: Wares,
    start: State,
}

impl Rules {
    /// The kingdom is drawn by chance where none is given. The set has been checked.
    pub(crate) fn new(
        set: Set,
        kingdom: Option<Kinds>,
        frameworks: u8,
        limit: u16,
        seats: usize,
    ) -> Self {
        // A card that is not in the set is never met; it keeps the place of the first.
        let mut cards = [set.cards[0]; KINDS];
        for card in &set.cards {
            cards[card.card.index()] = *card;
        }
        let those = |wanted: fn(&Definition) -> bool| -> Kinds {
            set.cards.iter().filter(|card| wanted(card)).map(|card| card.card).collect()
        };
        let up_to = std::array::from_fn(|price| {
            let within = set.cards.iter().filter(|card| usize::from(card.cost) <= price);
            within.map(|card| card.card).collect()
        });
        let actions = those(Definition::is_action);
        let spendable = match set.spend {
            Spend::Hand => those(|_| true),
            Spend::Money => those(|card| card.kind == Kind::Money),
        };
        let reactions = those(|card| card.kind == Kind::Reaction);
        let mut rules = Self {
            seats,
            limit,
            frameworks,
            cards,
            actions,
            spendable,
            reactions,
            up_to,
            end_piles: set.end_piles(),
            end_count: set.ends.empty.into(),
            wares: Wares::of(&set),
            start: Self::empty_table(seats),
            set: Arc::new(set),
        };
        rules.lay_out(kingdom);
        rules
    }

    /// What is printed on a card.
    #[inline]
    pub fn card(&self, card: Card) -> &Definition {
        &self.cards[card.index()]
    }

    // ---- before the first turn ----

    fn empty_table(seats: usize) -> State {
        State {
            supply: Cards::NONE,
            piles: Kinds::NONE,
            trash: Cards::NONE,
            mats: [Mat::default(); MAX_PLAYERS],
            present: Seats::first_n(seats),
            mover: Seat::at(0),
            phase: Phase::Setup,
            actions: 0,
            buys: 0,
            money: 0,
            discount: 0,
            todo: Todo::new(),
            window: Window::CLOSED,
        }
    }

    /// The piles are laid out, every player has a starting deck and is to draw a hand from it.
    fn lay_out(&mut self, kingdom: Option<Kinds>) {
        let mut start = Self::empty_table(self.seats);
        let basic = self.set.cards.iter().filter(|card| !card.is_action()).map(|card| card.card);
        for card in basic.chain(kingdom.iter().flat_map(|kingdom| kingdom.iter())) {
            self.add_pile(&mut start, card);
        }
        for seat in Seats::first_n(self.seats).iter() {
            start.mat_mut(seat).deck = self.set.starting_deck().collect();
        }
        for index in (0..self.seats).rev() {
            start.todo.push(Task::Draw { seat: Seat::at(index), left: HAND.into() });
        }
        if kingdom.is_none() {
            start.todo.push(Task::Kingdom { left: self.set.kingdom });
        }
        self.start = start;
    }

    fn add_pile(&self, state: &mut State, card: Card) {
        state.piles = state.piles.with(card);
        state.supply = state.supply.with(card, self.pile(card));
    }

    /// How many of a card its pile has before the first turn.
    fn pile(&self, card: Card) -> u8 {
        match card {
            Card::Framework if self.frameworks > 0 => self.frameworks,
            _ => self.set.pile(card, self.seats),
        }
    }

    fn offer(&self, state: &mut State, card: Card, witness: &mut impl Witness<Notice>) {
        self.add_pile(state, card);
        if let Some(Task::Kingdom { left }) = state.todo.last_mut() {
            *left -= 1;
        }
        witness.say(Viewers::ALL, || Notice::Offered { card });
    }

    // ---- a turn: ACTION, MONEY, BUY, CLEANUP ----

    fn begin_turn(state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        state.mover = seat;
        state.actions = 1;
        state.buys = 1;
        let number = state.mat(seat).turns + 1;
        witness.say(Viewers::ALL, || Notice::Turn { seat, number });
        Self::begin_phase(state, Phase::Action, witness);
    }

    #[inline]
    fn begin_phase(state: &mut State, phase: Phase, witness: &mut impl Witness<Notice>) {
        state.phase = phase;
        witness.say(Viewers::ALL, || Notice::Phase { seat: state.mover, phase });
    }

    /// ACTION: a card from hand is played for one action. The phase goes on while there are actions.
    fn play_action(&self, state: &mut State, card: Card, witness: &mut impl Witness<Notice>) {
        state.actions -= 1;
        self.play_from_hand(state, card, None, witness);
    }

    /// MONEY: a card from hand adds its money, which is nothing for most. The phase goes on until its
    /// player ends it.
    fn play_money(&self, state: &mut State, card: Card, witness: &mut impl Witness<Notice>) {
        state.own().take(card);
        state.own().played.add(card);
        state.money += u16::from(self.card(card).coins);
        witness.say(Viewers::ALL, || Notice::Played { seat: state.mover, card, by: None });
    }

    /// BUY: a card is paid for and goes to the discards. The phase goes on while there are buys.
    fn buy(&self, state: &mut State, card: Card, witness: &mut impl Witness<Notice>) {
        let price = self.price(state, card);
        state.buys -= 1;
        state.money -= u16::from(price);
        state.supply.remove(card);
        state.own().discard(card);
        witness.say(Viewers::ALL, || Notice::Bought { seat: state.mover, card, price });
    }

    /// CLEANUP: hand and played cards go to the discards, for all to see, and a new hand is drawn,
    /// unless the game ends with this turn.
    fn clean_up(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let seat = state.mover;
        Self::begin_phase(state, Phase::Cleanup, witness);
        let mat = state.own();
        let (hand, played) = (mat.hand, mat.played);
        mat.discard_all(&hand.and(&played));
        mat.hand = Cards::NONE;
        mat.played = Cards::NONE;
        mat.known = Cards::NONE;
        mat.turns += 1;
        witness.say(Viewers::ALL, || Notice::PutAway { seat, hand, played });
        state.forget_turn();
        if self.is_last_turn(state) {
            self.end(state, witness);
        } else {
            Self::draw(state, seat, HAND.into(), witness);
        }
    }

    /// The game ends right after the turn in which the last Framework was taken, or whichever piles
    /// the set names, or when everybody has had all their turns.
    fn is_last_turn(&self, state: &State) -> bool {
        let next = state.present.after(state.mover);
        self.piles_are_out(state) || next.is_none_or(|next| state.mat(next).turns >= self.limit)
    }

    /// Whether as many piles are empty as end the game.
    fn piles_are_out(&self, state: &State) -> bool {
        let empty = state.piles.and(self.end_piles).less(state.supply.kinds());
        empty.len() >= self.end_count
    }

    fn end(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        state.phase = Phase::Over;
        state.todo.clear();
        let decks = || PerSeat::from_fn(self.seats, |seat| state.collection(seat));
        witness.say(Viewers::ALL, || Notice::Over { decks: decks() });
    }

    /// What a card costs now.
    #[inline]
    pub(crate) fn price(&self, state: &State, card: Card) -> u8 {
        self.card(card).cost.saturating_sub(state.discount)
    }

    /// The cards in the supply that cost no more than this.
    #[inline]
    pub(crate) fn within(&self, state: &State, most: u16) -> Kinds {
        let most = usize::from(most) + usize::from(state.discount);
        state.supply.kinds().and(self.up_to[most.min(DEAREST)])
    }

    // ---- drawing ----

    /// A player is to draw so many cards, or as many as there are.
    pub(crate) fn draw(
        state: &mut State,
        seat: Seat,
        count: u16,
        witness: &mut impl Witness<Notice>,
    ) {
        let count = Self::can_draw(state, seat, count);
        if count > 0 {
            state.todo.push(Task::Draw { seat, left: count });
            witness.say(Viewers::ALL, || Notice::Draws { seat, count });
        }
    }

    /// How many of so many cards there are to draw.
    #[inline]
    pub(crate) fn can_draw(state: &State, seat: Seat, count: u16) -> u16 {
        let mat = state.mat(seat);
        count.min(mat.deck.len() + mat.discards.len())
    }

    /// A card is drawn. A deck that has run out is made of the discards first, see
    /// [`Rules::attend`].
    fn draw_card(state: &mut State, card: Card, witness: &mut impl Witness<Notice>) {
        let Some(Task::Draw { seat, left }) = state.todo.last_mut() else { return };
        let seat = *seat;
        *left -= 1;
        if *left == 0 {
            state.todo.pop();
        }
        let mat = state.mat_mut(seat);
        mat.deck.remove(card);
        mat.hand.add(card);
        witness.say(Viewers::only(seat), || Notice::Drew { card });
    }

    /// The deck has run out and is made of the discards. Until then all cards but the hand lay open,
    /// so the hand is known to everybody.
    fn shuffle(state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        let mat = state.mat_mut(seat);
        let count = mat.discards.len();
        mat.deck = mat.discards;
        mat.discards = Cards::NONE;
        mat.top = None;
        mat.known = mat.hand;
        witness.say(Viewers::ALL, || Notice::Shuffled { seat, count });
    }

    // ---- what comes next ----

    /// Goes on until somebody is asked, chance is due, or the game is over.
    #[inline]
    fn go_on(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        loop {
            let done = match state.todo.last() {
                None => self.next_phase(state, witness),
                Some(task) => self.attend(state, *task, witness),
            };
            if !done {
                return;
            }
        }
    }

    /// With nothing left to do the phase goes on or ends. ACTION ends by itself without actions, BUY
    /// without buys; that a player has nothing to play nobody can see, so that is for them to say.
    #[inline]
    fn next_phase(&self, state: &mut State, witness: &mut impl Witness<Notice>) -> bool {
        match state.phase {
            Phase::Setup => {
                witness.say(Viewers::ALL, || Notice::Begins { supply: state.supply });
                let first = state.present.first().unwrap_or(state.mover);
                Self::begin_turn(state, first, witness);
            }
            Phase::Action if state.actions == 0 => {
                Self::begin_phase(state, Phase::Money, witness);
            }
            Phase::Buy if state.buys == 0 => self.clean_up(state, witness),
            // Whoever left meanwhile may have been the last with a turn to come.
            Phase::Cleanup if self.is_last_turn(state) => self.end(state, witness),
            Phase::Cleanup => {
                let next = state.present.after(state.mover).unwrap_or(state.mover);
                Self::begin_turn(state, next, witness);
            }
            // GAIN is what ACTION looks like while a card is asked for: see `State::shown_phase`.
            Phase::Action | Phase::Gain | Phase::Money | Phase::Buy | Phase::Over => return false,
        }
        true
    }

    /// Takes what is first to do as far as it goes; `false` when it waits for somebody.
    fn attend(&self, state: &mut State, task: Task, witness: &mut impl Witness<Notice>) -> bool {
        let hand_is_empty = state.mat(state.mover).hand.is_empty();
        match task {
            Task::Draw { seat, .. } => {
                if state.mat(seat).deck.is_empty() {
                    Self::shuffle(state, seat, witness);
                }
                false
            }
            Task::Kingdom { left } => Self::drop_if(state, left == 0),
            Task::Trash { .. } | Task::PlayTwice { .. } => Self::drop_if(state, hand_is_empty),
            Task::Discard { seat, left, .. } => {
                let done = left == 0 || state.mat(seat).hand.is_empty();
                Self::drop_if(state, done)
            }
            Task::Gain { up_to, .. } => {
                let none = self.within(state, up_to.into()).is_empty();
                Self::drop_if(state, none)
            }
            Task::Choose { .. } => false,
            Task::Sift { discarded, .. } => {
                if hand_is_empty {
                    state.todo.pop();
                    Self::draw(state, state.mover, discarded, witness);
                }
                hand_is_empty
            }
            Task::Again { card, by } => {
                state.todo.pop();
                let (seat, by) = (state.mover, Some(by));
                witness.say(Viewers::ALL, || Notice::Played { seat, card, by });
                self.take_effect(state, card, witness);
                true
            }
            Task::React { .. }
            | Task::Resolve { .. }
            | Task::Strike { .. }
            | Task::Yield { .. }
            | Task::Drop { .. } => self.attend_attack(state, task, witness),
        }
    }

    fn drop_if(state: &mut State, done: bool) -> bool {
        if done {
            state.todo.pop();
        }
        done
    }

    // ---- questions ----

    fn answer(
        &self,
        state: &mut State,
        seat: Seat,
        played: Move,
        witness: &mut impl Witness<Notice>,
    ) {
        let Some(task) = state.todo.last().copied() else {
            match (played, state.phase) {
                (Move::Play(card), Phase::Action) => self.play_action(state, card, witness),
                (Move::Play(card), _) => self.play_money(state, card, witness),
                (Move::Buy(card), _) => self.buy(state, card, witness),
                (_, Phase::Action) => Self::begin_phase(state, Phase::Money, witness),
                (_, Phase::Money) => Self::begin_phase(state, Phase::Buy, witness),
                (_, _) => self.clean_up(state, witness),
            }
            return;
        };
        if task.is_sealed() {
            self.seal(state, seat, played, witness);
        } else {
            self.answer_card(state, task, played, witness);
        }
    }

    // ---- leaving ----

    /// Whoever leaves takes their cards along; a turn that was theirs is over at once. Sealed
    /// answers of an attack whose attacker has left are never opened.
    fn leave(&self, state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        state.present = state.present.without(seat);
        witness.say(Viewers::ALL, || Notice::Left { seat });
        state.todo.retain(|task| task.seat() != Some(seat));
        if state.present.is_empty() || (self.seats > 1 && !state.present.are_several()) {
            state.abandon_window();
            self.end(state, witness);
        } else if seat == state.mover && state.phase != Phase::Setup {
            state.abandon_window();
            state.todo.clear();
            state.forget_turn();
            state.phase = Phase::Cleanup;
        } else {
            Self::leave_window(state, seat);
        }
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

    fn bound(&self) -> u32 {
        let turns = u64::from(self.limit) * self.seats as u64;
        let setup = usize::from(self.set.kingdom) + (usize::from(HAND) + 1) * self.seats;
        // It fits, or the limit of turns would have been refused.
        u32::try_from(turns * self.set.acts_a_turn() + setup as u64).unwrap_or(u32::MAX)
    }

    fn start(&self) -> State {
        self.start.clone()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn<Question> {
        match Self::question(state) {
            Some((seats, why)) => Turn::Ask { seats, why },
            None if state.phase == Phase::Over => Turn::Over,
            None => Turn::Chance,
        }
    }

    #[inline]
    fn menu(&self, state: &State, seat: Seat) -> Offer {
        match Self::question(state) {
            Some((seats, question)) if seats.contains(seat) => self.answers(state, seat, question),
            _ => Offer::NOTHING,
        }
    }

    #[inline]
    fn odds(&self, state: &State) -> Option<Chances> {
        match *state.todo.last()? {
            Task::Draw { seat, .. } => Some(Chances::Deck(seat, state.mat(seat).deck)),
            Task::Kingdom { .. } => Some(Chances::Kingdom(self.actions.less(state.piles))),
            _ => None,
        }
    }

    fn apply<W: Witness<Notice>>(
        &self,
        state: &mut State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<Reason>> {
        self.admit(state, act)?;
        match *act {
            Act::Chance(Deal::Draw(card)) => Self::draw_card(state, card, witness),
            Act::Chance(Deal::Offer(card)) => self.offer(state, card, witness),
            Act::Move(seat, played) => {
                let Some((_, question)) = Self::question(state) else { return Ok(()) };
                if !self.answers(state, seat, question).contains(&played) {
                    return Err(Refusal::Rules(self.reason(state, seat, played, question)));
                }
                self.answer(state, seat, played, witness);
            }
            Act::Leave(seat) if !state.present.contains(seat) => {
                return Err(Refusal::Gone(seat));
            }
            Act::Leave(seat) => self.leave(state, seat, witness),
            Act::Clock => {} // never admitted here
        }
        self.go_on(state, witness);
        Ok(())
    }

    /// All cards count, wherever they lie. Whoever left ranks behind those who stayed; in some sets
    /// fewer turns break a tie.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.phase != Phase::Over {
            return None;
        }
        let scores = PerSeat::from_fn(self.seats, |seat| self.points(&state.collection(seat)));
        let key = |seat: Seat, score: &i64| {
            let turns = match self.set.ties {
                Ties::Shared => 0,
                Ties::FewerTurns => state.mat(seat).turns,
            };
            (state.present.contains(seat), *score, Reverse(turns))
        };
        let reason = if state.present.is_empty() {
            "everybody has left"
        } else if self.seats > 1 && !state.present.are_several() {
            "everybody else has left"
        } else if self.piles_are_out(state) {
            // The words are made before any game, for a playout allocates nothing.
            if self.end_piles == Kinds::one(Card::Framework) {
                "the last Framework is taken"
            } else {
                "as many piles are empty as end the game"
            }
        } else {
            "everybody has had all their turns"
        };
        Some(Outcome::ranked(scores, key, reason))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(state, viewer, self.seats)
    }

    fn imagine<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        view.imagine(rng)
    }

    /// Where a phase or a card lets one do nothing, nothing is done.
    fn default_move(&self, state: &State, seat: Seat) -> Option<Move> {
        let menu = self.menu(state, seat);
        menu.way_out().or_else(|| menu.nth(0))
    }

    fn face(&self, state: &State, act: &ActOf<Self>, viewer: Viewer) -> Face {
        self.side_up(state, *act, viewer)
    }

    fn reveals(&self, step: &Applied<'_, Self>, _: Viewer) -> Option<Secret> {
        self.comes_to_light(step)
    }

    fn ways(&self, state: &State, seat: Seat, played: &Move) -> u64 {
        Self::ways(state, seat, *played)
    }

    fn score(&self, view: &View, seat: Seat) -> Option<i64> {
        view.seats.get(seat.index()).map(|seen| self.points(&seen.collection()))
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.check_cards(state)
    }
}

impl Rules {
    /// What cards are worth at the end.
    pub fn points(&self, cards: &Cards) -> i64 {
        let worth = |(card, count)| i64::from(self.card(card).points) * i64::from(count);
        cards.iter().map(worth).sum()
    }

    /// No card comes from nowhere or goes there.
    fn check_cards(&self, state: &State) -> Result<(), String> {
        let mut cards = state.supply.and(&state.trash);
        for seat in Seats::first_n(self.seats).iter() {
            cards = cards.and(&state.collection(seat));
        }
        let mut all = self.start.supply;
        for card in state.piles.less(self.start.piles).iter() {
            all = all.with(card, self.pile(card));
        }
        for (card, count) in self.set.starting_deck() {
            all = all.with(card, count * self.seats as u8);
        }
        if cards != all {
            return Err(format!("there are {cards:?}, and there should be {all:?}"));
        }
        let sealed = state.todo.last().is_some_and(|task| task.is_sealed());
        if !sealed && state.window != Window::CLOSED {
            return Err(format!("answers to no question: {:?}", state.window));
        }
        Ok(())
    }
}
