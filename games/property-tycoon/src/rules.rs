//! The rules, put together: set-up, whose move it is, what comes next, and who has won.
//!
//! Each noun of the game has its own file: a turn and what the spaces do in `turn.rs`, then `auction.rs`,
//! `jail.rs`, `debt.rs`, `building.rs`, `mortgage.rs`, `trade.rs`, `worth.rs`; what is asked and
//! answered in `question.rs`.

use std::sync::Arc;

use arrayvec::ArrayVec;
use parlor_engine::rand_core::Rng;
use parlor_engine::{
    Act, ActOf, Countdown, Game, Menu, Never, Outcome, PerSeat, Refusal, Seat, Seats, Turn, Viewer,
    Viewers, Witness,
};

use crate::bank::{ALL_MONEY, START_MONEY};
use crate::board::{Board, Place, Places, Pounds, Space};
use crate::deal::{Chances, Deal};
use crate::deck::{Pack, Pile};
use crate::moves::{Move, Offer};
use crate::notice::Notice;
use crate::options::{Options, Settled};
use crate::owed::Owed;
use crate::question::{Question, Reason};
use crate::state::{Dice, End, MAX_PLAYERS, Standing, State, Step};
use crate::token::Token;
use crate::view::View;

/// So many rounds are played in a full game before the richest has won.
pub const MOST_ROUNDS: u16 = 1_000;

/// A table of Property Tycoon.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The board and its cards.
    pub board: Arc<Board>,
    pub(crate) options: Settled,
    seats: usize,
    /// Everybody's token, by seat.
    pub(crate) tokens: ArrayVec<Token, MAX_PLAYERS>,
    /// What Go pays.
    pub(crate) go_money: Pounds,
    /// The round after which the richest has won.
    pub(crate) last_round: u16,
    /// The most that the bank pays for one thing.
    pub(crate) dearest: Pounds,
}

impl Rules {
    /// The board and the options have been checked.
    pub(crate) fn new(board: Arc<Board>, options: Options, seats: usize) -> Self {
        let go_money = match board.space(Place::GO) {
            Space::Go(money) => money,
            _ => 0,
        };
        let last_round = if options.rounds == 0 { MOST_ROUNDS } else { options.rounds };
        let tokens = options.tokens.deal(&board.tokens);
        let worth = |place| board.property(place).price.max(board.house_price(place));
        let dearest = board.places().map(worth).max().unwrap_or(0);
        Self { options: options.settled(), seats, tokens, go_money, last_round, dearest, board }
    }

    /// Goes on until somebody is asked, chance is due, or the game is over.
    fn go_on(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        loop {
            if !state.debts.is_empty() && !self.settle(state, witness) {
                return;
            }
            if state.trade.is_some() || !state.vote.is_empty() {
                return;
            }
            match state.step {
                Step::Go => self.go(state, witness),
                Step::Land => self.land(state, witness),
                Step::After if self.has_business(state) => return,
                Step::After => state.step = Step::End,
                Step::End => self.end_turn(state, witness),
                Step::Begin
                | Step::Jail
                | Step::Roll
                | Step::JailRoll
                | Step::Draw(_)
                | Step::Buy
                | Step::Auction
                | Step::FineOrDraw { .. }
                | Step::Over => return,
            }
        }
    }

    /// A move that is on the menu is made.
    fn make(
        &self,
        state: &mut State,
        seat: Seat,
        played: Move,
        witness: &mut impl Witness<Notice>,
    ) {
        match played {
            Move::Roll if state.step == Step::Jail => state.step = Step::JailRoll,
            Move::Roll => state.step = Step::Roll,
            Move::End => state.step = Step::End,
            Move::Pay => match state.step {
                Step::FineOrDraw { .. } => self.pay_fine(state, witness),
                _ => self.buy_freedom(state, seat, None, witness),
            },
            Move::UseCard(pack) => self.buy_freedom(state, seat, Some(pack), witness),
            Move::Stay => Self::stay(state, seat, witness),
            Move::Draw => Self::draw_instead(state),
            Move::Buy => self.buy(state, seat, witness),
            Move::Auction => self.open_auction(state, witness),
            Move::Bid(amount) => self.bid(state, seat, amount, witness),
            Move::Pass => self.pass(state, seat, witness),
            Move::Build(place) => self.build(state, seat, place, witness),
            Move::SellHouse(place) => self.sell_building(state, seat, place, witness),
            Move::Sell(place) => self.sell(state, seat, place, witness),
            Move::Mortgage(place) => self.mortgage(state, seat, place, witness),
            Move::Lift(place) => self.redeem(state, seat, place, witness),
            Move::AskToLeave => Self::ask_to_leave(state, witness),
            Move::Agree => self.vote(state, seat, true, witness),
            Move::Refuse if state.trade.is_some() => Self::end_trade(state, seat, witness),
            Move::Refuse => self.vote(state, seat, false, witness),
            Move::Trade(with) => Self::begin_trade(state, seat, with, witness),
            Move::Give(item) => Self::add_item(state, item, false),
            Move::Want(item) => Self::add_item(state, item, true),
            Move::Offer => Self::make_offer(state, witness),
            Move::Withdraw => Self::end_trade(state, seat, witness),
            Move::Accept => self.accept(state, witness),
            Move::Counter => Self::counter(state, witness),
        }
    }

    /// What chance is due.
    #[inline]
    fn chances(state: &State) -> Option<Chances> {
        if !state.debts.is_empty() {
            return None;
        }
        match state.step {
            Step::Roll | Step::JailRoll => Some(Chances::Dice(state.mover)),
            Step::Draw(pack) => {
                let pile = &state.piles[pack.index()];
                if pile.unseen.is_empty() {
                    pile.queue.first().map(|top| Chances::Top(pack, *top))
                } else {
                    Some(Chances::Unseen(pack, pile.unseen))
                }
            }
            _ => None,
        }
    }

    /// All that the players, the bank and Free Parking have.
    pub(crate) fn all_money(state: &State) -> i64 {
        let cash = state.players.iter().map(|player| i64::from(player.cash));
        cash.sum::<i64>() + i64::from(state.bank) + i64::from(state.pot)
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
    type Secret = Never;

    fn seats(&self) -> usize {
        self.seats
    }

    /// See `bound.rs`. A table whose games could be longer than can be counted is not set up.
    fn bound(&self) -> u32 {
        u32::try_from(self.longest_game()).unwrap_or(u32::MAX)
    }

    fn start(&self) -> State {
        let mut state = State {
            players: [Standing::default(); MAX_PLAYERS],
            bank: ALL_MONEY,
            owed: Owed::default(),
            pot: 0,
            mortgaged: Places::NONE,
            built: Places::NONE,
            houses: ArrayVec::new(),
            piles: Pack::ALL.map(|pack| Pile::shuffled(self.board.cards[pack.index()].len())),
            round: 1,
            mover: Seat::at(0),
            present: Seats::first_n(self.seats),
            away: Seats::NONE,
            step: Step::Begin,
            dice: Dice(1, 1),
            doubles: 0,
            draws: 0,
            raised: Places::NONE,
            lowered: Places::NONE,
            offers: 0,
            asked_to_leave: false,
            debts: ArrayVec::new(),
            auction: None,
            trade: None,
            vote: Seats::NONE,
            gone: ArrayVec::new(),
            time_is_up: false,
            over: None,
        };
        state.houses.extend(self.board.places().map(|_| 0));
        for player in &mut state.players[..self.seats] {
            player.cash = START_MONEY;
            state.bank -= START_MONEY;
        }
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn<Question> {
        if state.step == Step::Over {
            return Turn::Over;
        }
        match self.question(state) {
            Some((seat, why)) => Turn::ask(seat, why),
            None => Turn::Chance,
        }
    }

    #[inline]
    fn menu(&self, state: &State, seat: Seat) -> Offer {
        match self.question(state) {
            Some((asked, why)) if asked == seat => self.answers(state, seat, &why),
            _ => Offer::default(),
        }
    }

    #[inline]
    fn odds(&self, state: &State) -> Option<Chances> {
        Self::chances(state)
    }

    /// Whoever does not answer in time passes, pays nothing that need not be paid, keeps nobody at the
    /// table, and goes on.
    fn default_move(&self, state: &State, seat: Seat) -> Option<Move> {
        let menu = self.menu(state, seat);
        let gentle = [
            Move::Pass,
            Move::Agree,
            Move::Refuse,
            Move::Withdraw,
            Move::End,
            Move::Stay,
            Move::Roll,
            Move::Auction,
            Move::Draw,
        ];
        gentle.into_iter().find(|played| menu.contains(played)).or_else(|| menu.nth(0))
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
                let question = match self.question(state) {
                    Some((asked, question)) if asked == seat => question,
                    _ => {
                        return Err(self
                            .admit(state, act)
                            .err()
                            .unwrap_or(Refusal::NotAsked(seat)));
                    }
                };
                if !self.answers(state, seat, &question).contains(&played) {
                    return Err(Refusal::Rules(self.reason(state, seat, played, &question)));
                }
                self.make(state, seat, played, witness);
            }
            Act::Chance(outcome) => {
                self.admit(state, act)?;
                match outcome {
                    Deal::Roll(dice) => self.rolled(state, dice, witness),
                    Deal::Draw(pack, card) => {
                        state.piles[pack.index()].draw(card);
                        self.drawn(state, pack, card, witness);
                    }
                }
            }
            Act::Clock => {
                self.admit(state, act)?;
                state.time_is_up = true;
                witness.say(Viewers::ALL, || Notice::TimeIsUp);
            }
            Act::Leave(seat) => {
                self.admit(state, act)?;
                if state.away.contains(seat) {
                    return Err(Refusal::Gone(seat));
                }
                state.away = state.away.with(seat);
                if state.present.contains(seat) {
                    self.leave(state, seat, witness);
                } else {
                    witness.say(Viewers::ALL, || Notice::GoesAway { seat });
                }
            }
        }
        self.go_on(state, witness);
        Ok(())
    }

    /// Whoever is still there comes before whoever is not; then the richer comes first. Of those who
    /// are out the last to go comes first.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let why = state.over?;
        let scores = PerSeat::from_fn(self.seats, |seat| i64::from(self.worth(state, seat)));
        let key =
            |seat: Seat, worth: &i64| match state.gone.iter().position(|gone| gone.seat == seat) {
                None => (true, *worth),
                Some(when) => (false, i64::from(when as u8)),
            };
        // Some may have left before the last one was bankrupt.
        let is_mixed = why == End::Bankruptcy && state.gone.iter().any(|gone| gone.left);
        let why = if is_mixed { "all others are bankrupt or have left" } else { why.in_words() };
        Some(Outcome::ranked(scores, key, why))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn imagine<R: Rng + ?Sized>(&self, view: &View, _: &mut R) -> State {
        view.table.clone()
    }

    fn time_limit(&self, state: &State) -> Option<u32> {
        let running = self.options.minutes > 0 && !state.time_is_up && state.over.is_none();
        running.then(|| u32::from(self.options.minutes) * 60)
    }

    /// An auction may have a clock of its own: a bidder who is late has passed.
    fn countdown(&self, state: &State) -> Option<Countdown> {
        let auction = state.auction.as_ref()?;
        let Question::Bid { clock: Some(clock), .. } = self.question(state)?.1 else { return None };
        let seconds = u32::from(clock.seconds);
        Some(if clock.whole {
            Countdown::Shared { seconds, id: auction.place.index() as u32 }
        } else {
            Countdown::Answer { seconds }
        })
    }

    fn score(&self, view: &View, seat: Seat) -> Option<i64> {
        view.worth.get(seat).map(|worth| i64::from(*worth))
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.check_invariants(state)
    }
}
