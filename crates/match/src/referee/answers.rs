//! What comes from people and from players in this process: answers, chance by hand, leaving, takebacks.

use std::time::Duration;

use parlor_engine::{Act, AnyAct, AnyPlayer, AnyPrompt, Budget, Seat, Seats, Stop};

use super::seat_state::{Controller, SeatState};
use super::{Phase, Referee};
use crate::sitting::{NoTakeback, NotPlayed, Open, Sitting, Takeback};

/// A player with the question it is asked: all it needs to think, on any thread.
pub struct Thinking {
    seat: Seat,
    handed_out: u64,
    question: u64,
    prompt: AnyPrompt,
    player: AnyPlayer,
    budget: Budget,
}

impl Thinking {
    /// The seat that is asked.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The same with a stop, for when the answer is not wanted any more.
    #[must_use]
    pub fn stopped_by(mut self, stop: Stop) -> Self {
        self.budget.stop = stop;
        self
    }

    /// Thinks, until there is an answer.
    ///
    /// # Panics
    /// When the player is of another game than its table: that is a bug of the roster.
    pub fn decide(mut self) -> Decided {
        let played = self.prompt.decide(&mut self.player, &self.budget);
        let played = played.expect("an asked player of this table answers");
        let Self { seat, handed_out, question, player, .. } = self;
        Decided { seat, handed_out, question, player, played }
    }
}

/// A player that has thought, and what it plays.
pub struct Decided {
    seat: Seat,
    handed_out: u64,
    question: u64,
    player: AnyPlayer,
    played: String,
}

impl Referee {
    /// Asks the player in a seat here and now. `clock` tells the time before and after; only the time
    /// between is charged.
    ///
    /// # Panics
    /// When no player sits there, or it is not asked.
    pub fn consult(&mut self, seat: Seat, mut clock: impl FnMut() -> Duration) {
        let since = clock();
        let thinking = self.hand_out(seat, since).expect("a player sits in the seat and is asked");
        let decided = thinking.decide();
        let now = clock();
        self.decided(decided, now.saturating_sub(since), now);
    }

    /// Hands out the player in a seat with its question, to think on any thread. What it decides comes
    /// back with [`decided`](Self::decided). A player that does not come back in time is late like anybody
    /// else, and what it decides after that is not played. `None` where no player sits there, it is not
    /// asked, or it thinks already.
    pub fn hand_out(&mut self, seat: Seat, now: Duration) -> Option<Thinking> {
        let question = self.sitting.question(seat).filter(|_| self.phase == Phase::Playing)?;
        let waited = self.sitting.thought(seat, self.match_time(now));
        let state = self.seat_states.get_mut(seat.index())?;
        if !matches!(state.controller, Controller::Player(_)) {
            return None;
        }
        let prompt = self.sitting.table().prompt(seat)?;
        let away = std::mem::replace(&mut state.controller, Controller::Thinking);
        let Controller::Player(player) = away else { return None };
        self.handed_out += 1;
        state.handed_out = self.handed_out;
        state.put_after = waited.unwrap_or_default();
        let (handed_out, question_id) = (self.handed_out, question.id);
        let budget = Budget { time: self.player_time(&question), ..Budget::UNLIMITED };
        Some(Thinking { seat, handed_out, question: question_id, prompt, player, budget })
    }

    /// A player that was handed out has decided. Only the time that it `used` is charged. Where the question
    /// has changed meanwhile nothing is played, and the player is asked again. Where another controller has
    /// the seat now, the decision is dropped.
    pub fn decided(&mut self, decided: Decided, used: Duration, now: Duration) {
        let Decided { seat, handed_out, question, player, played } = decided;
        let state = &mut self.seat_states[seat.index()];
        let is_it =
            matches!(state.controller, Controller::Thinking) && state.handed_out == handed_out;
        if !is_it {
            return;
        }
        state.controller = Controller::Player(player);
        let open = self.sitting.question(seat).filter(|open| open.id == question);
        let Some(open) = open.filter(|_| self.phase == Phase::Playing) else { return };
        if self.player_time(&open).is_some_and(|allowed| used > allowed + self.house.terms.margin) {
            return self.late(seat, now);
        }
        let thought = self.sitting.thought(seat, self.match_time(now)).unwrap_or_default();
        self.answered(seat, played, thought.saturating_sub(used), now);
    }

    /// How long a player of the house may think about a question.
    fn player_time(&self, open: &Open) -> Option<Duration> {
        open.allowed.filter(|_| !self.house.patient)
    }

    /// The driver shows the open question to the person in a seat now. Where the driver asks one person
    /// after the other, the time before that is not charged: somebody else was asked then. A driver that
    /// shows every question as soon as it is put need not say so. To be shown it again changes nothing.
    pub fn shown(&mut self, seat: Seat, now: Duration) {
        let at = self.match_time(now);
        let (open, waited) = (self.sitting.question(seat), self.sitting.thought(seat, at));
        let Some(state) = self.seat_states.get_mut(seat.index()) else { return };
        let id = open.map(|open| open.id);
        if matches!(state.controller, Controller::Person) && state.shown != id {
            (state.shown, state.put_after) = (id, waited.unwrap_or_default());
        }
    }

    /// The answer of the person in a seat to the [question](Self::question) with this number. A refused
    /// one changes nothing.
    pub fn answer(
        &mut self,
        seat: Seat,
        question: u64,
        played: String,
        now: Duration,
    ) -> Result<(), NotPlayed> {
        self.answer_forgiving(seat, question, played, Duration::ZERO, now)
    }

    /// The same, with time that the network has used up: it is charged to nobody, and an answer that is late
    /// by no more than that is in time.
    pub fn answer_forgiving(
        &mut self,
        seat: Seat,
        question: u64,
        played: String,
        lag: Duration,
        now: Duration,
    ) -> Result<(), NotPlayed> {
        let mut waited = Duration::ZERO;
        if seat.index() < self.seat_states.len() {
            let open = self.question(seat);
            if !self.is_person(seat) {
                return Err(NotPlayed::NotYours { seat });
            }
            if open != Some(question) {
                let is_repeated = self.sitting.was_answered(seat, question, &played);
                let stale = NotPlayed::Stale { question, open };
                return Err(if is_repeated { NotPlayed::Answered { question } } else { stale });
            }
            if self.is_late(seat, now.saturating_sub(lag)) {
                return Err(NotPlayed::TooLate { question });
            }
            waited = self.waited(seat);
        }
        self.play(Act::Move(seat, played), waited + lag, now)
    }

    /// A seat leaves the game for good. Where that is refused nothing changes.
    pub fn leave(&mut self, seat: Seat, now: Duration) -> Result<(), NotPlayed> {
        self.play(Act::Leave(seat), Duration::ZERO, now)
    }

    /// Chance that is decided by hand, at a table without a dealer. Where that is refused nothing
    /// changes.
    pub fn chance(&mut self, outcome: String, now: Duration) -> Result<(), NotPlayed> {
        self.play(Act::Chance(outcome), Duration::ZERO, now)
    }

    fn play(&mut self, act: AnyAct, forgiven: Duration, now: Duration) -> Result<(), NotPlayed> {
        if self.is_over() {
            return Err(NotPlayed::Over);
        }
        let leaver = if let Act::Leave(seat) = &act { Some(*seat) } else { None };
        let mut draft = self.begin(now);
        self.take(&mut draft, act, forgiven)?;
        let orders = leaver.and_then(|seat| self.withdraw(seat)).into_iter().collect();
        self.propose(draft, orders, now);
        Ok(())
    }

    /// Whether the acts after the first `remain` can be taken back for a seat. Computer players always
    /// agree. A bot cannot be told to forget an act, so only acts that no bot has heard of can be taken
    /// back.
    pub fn may_take_back(&self, seat: Seat, remain: usize) -> Takeback {
        if self.is_over() {
            return Takeback::Refused(NoTakeback::Over);
        }
        let is_bot = self.seat_states.get(seat.index()).is_some_and(SeatState::listens);
        let has_bots = self.seat_states.iter().any(SeatState::listens);
        match self.sitting.takeback(seat, remain, self.players) {
            Takeback::Free if is_bot => Takeback::Refused(NoTakeback::Bots),
            Takeback::Consent(_) if has_bots => Takeback::Refused(NoTakeback::Bots),
            verdict => verdict,
        }
    }

    /// Takes acts back for a seat, where these seats agree to it.
    pub fn take_back(
        &mut self,
        seat: Seat,
        remain: usize,
        agreed: Seats,
        now: Duration,
    ) -> Result<(), NoTakeback> {
        match self.may_take_back(seat, remain) {
            Takeback::Refused(why) => return Err(why),
            Takeback::Consent(seats) if !seats.less(agreed).is_empty() => {
                return Err(NoTakeback::NeedsConsent { seats: seats.less(agreed) });
            }
            Takeback::Free | Takeback::Consent(_) => {}
        }
        let at = self.match_time(now);
        let draft = self.sitting.draft_takeback(seat, remain, self.players, at)?;
        self.propose(draft, Vec::new(), now);
        Ok(())
    }

    /// The seats of computer players, which always agree: also of those that are out of the game by a fault.
    pub(super) fn players_now(&self) -> Seats {
        let is_player = |seat: &Seat| self.seat_states[seat.index()].is_players();
        self.seats().filter(is_player).collect()
    }

    /// The player in a seat, for what has nothing to do with the game.
    pub fn player(&mut self, seat: Seat) -> Option<(&Sitting, &mut AnyPlayer)> {
        match &mut self.seat_states[seat.index()].controller {
            Controller::Player(player) => Some((&self.sitting, player)),
            _ => None,
        }
    }

    /// Whether a person decides for this seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        matches!(self.seat_states[seat.index()].controller, Controller::Person)
    }
}
