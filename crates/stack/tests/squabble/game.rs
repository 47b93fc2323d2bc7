//! Squabble: three cards each. Play one, and any card that somebody else throws in stops it, unless
//! that is stopped in turn.

use arrayvec::ArrayVec;
use parlor_engine::rand_core::Rng;
use parlor_engine::sample::weighted;
use parlor_engine::{
    About, Act, ActOf, Applied, Face, Game, List, Menu, Outcome, PerSeat, Problems, Refusal,
    Rulebook, Seat, Seats, Turn, Viewer, Viewers, Visitor, Witness,
};
use parlor_stack::{Id, Order, Overflow, Round, Stack, Step, When, Window};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::{Deck, NotNow, Notice, Opened, Play, Question, Secret};

const MOST_SEATS: usize = 4;
const HAND: u32 = 3;
const DEPTH: usize = 24;
const DECK: Cards = [6; 2];

/// How many of each card: in a hand, in the deck, face up on the table.
pub(crate) type Cards = [u32; 2];

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Squabble;

/// Nothing to choose.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {}

impl Rulebook for Squabble {
    type Options = Options;

    fn about() -> About {
        About {
            id: "squabble",
            title: "Squabble",
            summary: "Play cards, and stop those of others.",
            rules: "",
            readme: "",
            seats: 2..=MOST_SEATS,
            usual_seats: 3,
            rules_version: 1,
            players: &[],
        }
    }

    fn set_up<V: Visitor>(_: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        Ok(visitor.visit(Rules { seats }))
    }
}

/// A table of Squabble.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) seats: usize,
}

#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Card {
    Feast,
    Thief,
}

pub(crate) const CARDS: [Card; 2] = [Card::Feast, Card::Thief];

/// What waits on the stack; all of it is public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Event {
    /// A card is played: its player gains, doubles and hires in any order, the others gain.
    Feast(Seat),
    /// A card is played: the first is after the second's points.
    Thief(Seat, Seat),
    /// Another card is thrown in to stop a card. After it comes a point.
    Stop(Seat, Id),
    /// A point.
    Gain(Seat),
    /// As many points again.
    Double(Seat),
    /// A watchman, against one theft.
    Hire(Seat),
    /// Two points change hands. If it is cancelled the first is caught.
    Steal(Seat, Seat),
    /// Before a theft: the watchman sees it, and goes home.
    Watch(Seat, Id),
    /// A point is paid.
    Caught(Seat),
}

impl Event {
    /// Whose it is. Nothing happens of those who have left.
    pub(crate) const fn owner(self) -> Seat {
        let (Self::Feast(seat)
        | Self::Gain(seat)
        | Self::Double(seat)
        | Self::Hire(seat)
        | Self::Thief(seat, _)
        | Self::Steal(seat, _)
        | Self::Caught(seat)
        | Self::Stop(seat, _)
        | Self::Watch(seat, _)) = self;
        seat
    }
}

/// What everybody sees.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Table {
    /// Cards face up: played, thrown in or left behind.
    pub(crate) shown: Cards,
    pub(crate) points: [u16; MOST_SEATS],
    pub(crate) watchmen: [u8; MOST_SEATS],
    pub(crate) dealt: [u32; MOST_SEATS],
    pub(crate) present: Seats,
    /// Who played the last card.
    pub(crate) last: Seat,
    pub(crate) stack: Stack<Event, DEPTH>,
}

/// Where the game stands. The deck is what is neither held nor shown.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) table: Table,
    pub(crate) hands: [Cards; MOST_SEATS],
    /// The answers to the event that is being fired.
    pub(crate) window: Option<Window<Card>>,
}

/// What a viewer knows: how many cards everybody holds, and their own.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct View {
    pub(crate) seat: Option<Seat>,
    pub(crate) table: Table,
    pub(crate) sizes: [u32; MOST_SEATS],
    pub(crate) hands: [Option<Cards>; MOST_SEATS],
    pub(crate) window: Option<Window<Card>>,
}

impl Rules {
    fn play<W: Witness<Notice>>(
        &self,
        state: &mut State,
        seat: Seat,
        play: Play,
        witness: &mut W,
    ) -> Result<(), Overflow> {
        let stack = &mut state.table.stack;
        let (card, event) = match play {
            Play::Feast => (Card::Feast, Event::Feast(seat)),
            Play::Thief(from) => (Card::Thief, Event::Thief(seat, from)),
            Play::Let | Play::Stop(_) => {
                if let Some(window) = &mut state.window {
                    window.seal(seat, play.stops());
                }
                return self.close(state, witness);
            }
            Play::First(number) => {
                let event = stack.unordered().nth(number);
                stack.pick(number);
                witness.say(Viewers::ALL, || Notice::First { seat, event });
                return self.run(state, witness);
            }
        };
        stack.push(event)?;
        state.table.last = seat;
        show(state, seat, card);
        witness.say(Viewers::ALL, || Notice::Played { event });
        self.run(state, witness)
    }

    /// Runs the stack until somebody is asked something.
    fn run<W: Witness<Notice>>(&self, state: &mut State, witness: &mut W) -> Result<(), Overflow> {
        loop {
            let asked = may_answer(state);
            let table = &mut state.table;
            match table.stack.next() {
                Step::Idle | Step::Order(..) => return Ok(()),
                Step::Fire(id, Event::Steal(_, from)) if table.watchmen[from.index()] > 0 => {
                    table.stack.push(Event::Watch(from, id))?;
                }
                Step::Fire(..) if !asked.is_empty() => {
                    state.window = Some(Window::open(asked));
                    return Ok(());
                }
                Step::Fire(_, event) => unanswered(table, event)?,
                Step::Resolve(_, event) => {
                    table.stack.take();
                    witness.say(Viewers::ALL, || Notice::Done { event });
                    self.resolve(table, event)?;
                }
                Step::Drop(_, event) => {
                    table.stack.take();
                    witness.say(Viewers::ALL, || Notice::Cancelled { event });
                }
            }
        }
    }

    fn resolve(&self, table: &mut Table, event: Event) -> Result<(), Overflow> {
        let points = &mut table.points;
        match event {
            Event::Feast(by) => {
                let guests = Round { from: by, upwards: true, seats: self.seats };
                let guests =
                    guests.seats().filter(|seat| table.present.without(by).contains(*seat));
                let own = [Event::Gain(by), Event::Double(by), Event::Hire(by)];
                let events = own.into_iter().chain(guests.map(Event::Gain));
                let events: ArrayVec<_, 6> = events.map(|event| (event.owner(), event)).collect();
                table.stack.push_together(&events)?;
            }
            Event::Thief(by, from) => {
                table.stack.push_with(
                    Event::Steal(by, from),
                    When::IfCancelled,
                    Event::Caught(by),
                )?;
            }
            Event::Stop(_, what) => _ = table.stack.cancel(what),
            Event::Gain(seat) => points[seat.index()] += 1,
            Event::Double(seat) => points[seat.index()] *= 2,
            Event::Hire(seat) => table.watchmen[seat.index()] += 1,
            Event::Steal(by, from) => {
                let loot = points[from.index()].min(2);
                points[from.index()] -= loot;
                points[by.index()] += loot;
            }
            Event::Watch(seat, what) => {
                table.watchmen[seat.index()] -= 1;
                table.stack.cancel(what);
            }
            Event::Caught(seat) => points[seat.index()] = points[seat.index()].saturating_sub(1),
        }
        Ok(())
    }

    /// With all answers in, the card that counts is thrown in; the others stay where they are.
    fn close<W: Witness<Notice>>(
        &self,
        state: &mut State,
        witness: &mut W,
    ) -> Result<(), Overflow> {
        let Some(Opened { id, event, first }) = self.opened(state) else { return Ok(()) };
        state.window = None;
        witness.say(Viewers::ALL, || Notice::Opened { event, first });
        match first {
            Some((by, card)) => {
                show(state, by, card);
                state.table.stack.push(Event::Stop(by, id))?;
            }
            None => unanswered(&mut state.table, event)?,
        }
        self.run(state, witness)
    }

    /// What comes of the window, once nobody owes an answer. Whom a thief is after goes first.
    fn opened(&self, state: &State) -> Option<Opened> {
        let window = state.window.as_ref().filter(|window| window.owing().is_empty())?;
        let Step::Fire(id, event) = state.table.stack.next() else { return None };
        let target = if let Event::Thief(_, from) = event { Seats::one(from) } else { Seats::NONE };
        let round = Round { from: event.owner(), upwards: true, seats: self.seats };
        let first = window.first(&round.led_by(target)).map(|(seat, card)| (seat, *card));
        Some(Opened { id, event, first })
    }

    /// Nothing of theirs happens any more, and their cards are shown.
    fn leave(state: &mut State, seat: Seat) {
        let State { table, hands, window } = state;
        table.present = table.present.without(seat);
        for (shown, left) in table.shown.iter_mut().zip(std::mem::take(&mut hands[seat.index()])) {
            *shown += left;
        }
        let theirs = table.stack.iter().filter(|(_, frame)| frame.event.owner() == seat);
        let theirs: ArrayVec<Id, DEPTH> = theirs.map(|(id, _)| id).collect();
        theirs.into_iter().for_each(|id| _ = table.stack.cancel(id));
        if !table.present.are_several() {
            table.stack.clear();
        }
        // A question about something that will not happen is void.
        *window = window.filter(|_| matches!(table.stack.next(), Step::Fire(..)));
        if let Some(window) = window {
            window.excuse(seat);
        }
    }

    fn is_over(state: &State) -> bool {
        let idle = state.table.stack.is_empty() && to_deal(state).is_none();
        !state.table.present.are_several() || (idle && holding(state).is_empty())
    }
}

/// What hangs on an event is hung here, where it is hung only once.
fn unanswered(table: &mut Table, event: Event) -> Result<(), Overflow> {
    if let Event::Stop(by, _) = event {
        table.stack.then(When::After, Event::Gain(by))?;
    }
    table.stack.pass();
    Ok(())
}

/// Whoever holds a card can stop one: so who is asked is public.
fn may_answer(state: &State) -> Seats {
    match state.table.stack.next() {
        Step::Fire(_, Event::Feast(by) | Event::Thief(by, _) | Event::Stop(by, _)) => {
            holding(state).without(by)
        }
        _ => Seats::NONE,
    }
}

fn holding(state: &State) -> Seats {
    let holds = |seat: &Seat| state.hands[seat.index()] != [0; 2];
    state.table.present.iter().filter(holds).collect()
}

fn to_deal(state: &State) -> Option<Seat> {
    state.table.present.iter().find(|seat| state.table.dealt[seat.index()] < HAND)
}

fn show(state: &mut State, seat: Seat, card: Card) {
    state.hands[seat.index()][card as usize] -= 1;
    state.table.shown[card as usize] += 1;
}

/// The deck without the cards face up and those in these hands.
fn unseen<'a>(table: &Table, hands: impl Iterator<Item = &'a Cards>) -> Cards {
    hands.fold([0, 1].map(|kind| DECK[kind] - table.shown[kind]), |left, hand| {
        [left[0] - hand[0], left[1] - hand[1]]
    })
}

impl Game for Rules {
    type State = State;
    type Move = Play;
    type Chance = Card;
    type Question = Question;
    type Menu = List<Play, 4>;
    type Odds = Deck;
    type View = View;
    type Notice = Notice;
    type Refusal = NotNow;
    type Secret = Secret;

    fn seats(&self) -> usize {
        self.seats
    }

    /// Each card is dealt, then played or thrown in. It is asked about once, and once more for each
    /// that was thrown in on it; a Feast wants two picks. And those who leave.
    fn bound(&self) -> u32 {
        let cards = self.seats * HAND as usize;
        (cards * (4 + 2 * (self.seats - 1)) + self.seats) as u32
    }

    fn start(&self) -> State {
        let table = Table {
            shown: [0; 2],
            points: [1; MOST_SEATS],
            // One to begin with: random play stops most feasts, and would hardly ever meet one.
            watchmen: [1, 0, 0, 0],
            dealt: [0; MOST_SEATS],
            present: Seats::first_n(self.seats),
            last: Seat::at(self.seats - 1),
            stack: Stack::default(),
        };
        State { table, hands: [[0; 2]; MOST_SEATS], window: None }
    }

    fn turn(&self, state: &State) -> Turn<Question> {
        match (&state.window, state.table.stack.next()) {
            _ if Self::is_over(state) => Turn::Over,
            (Some(window), Step::Fire(_, event)) => {
                Turn::Ask { seats: window.owing(), why: Question::Stop { event } }
            }
            (_, Step::Order(seat, _)) => Turn::ask(seat, Question::Order),
            _ if to_deal(state).is_some() => Turn::Chance,
            _ => {
                let next = holding(state).after(state.table.last);
                Turn::ask(next.unwrap_or(state.table.last), Question::Play)
            }
        }
    }

    fn menu(&self, state: &State, seat: Seat) -> List<Play, 4> {
        let Some(hand) = state.hands.get(seat.index()) else { return List::default() };
        let held = |card: &Card| hand[*card as usize] > 0;
        let thief = state.table.present.iter().filter(|at| *at != seat && held(&Card::Thief));
        let feast = held(&Card::Feast).then_some(Play::Feast);
        let stop = CARDS.into_iter().filter(held).map(Play::Stop);
        match self.turn(state).question(seat) {
            None => List::default(),
            Some(Question::Order) => {
                (0..state.table.stack.unordered().count()).map(Play::First).collect()
            }
            Some(Question::Stop { .. }) => [Play::Let].into_iter().chain(stop).collect(),
            Some(Question::Play) => feast.into_iter().chain(thief.map(Play::Thief)).collect(),
        }
    }

    fn odds(&self, state: &State) -> Option<Deck> {
        let due = matches!(self.turn(state), Turn::Chance);
        due.then(|| Deck(unseen(&state.table, state.hands.iter())))
    }

    fn apply<W: Witness<Notice>>(
        &self,
        state: &mut State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<NotNow>> {
        self.admit(state, act)?;
        let done = match *act {
            Act::Move(seat, play) if !self.menu(state, seat).contains(&play) => {
                return Err(Refusal::Rules(NotNow(play)));
            }
            Act::Move(seat, play) => self.play(state, seat, play, witness),
            Act::Chance(card) => {
                let Some(seat) = to_deal(state) else { return Ok(()) };
                state.table.dealt[seat.index()] += 1;
                state.hands[seat.index()][card as usize] += 1;
                witness.say(Viewers::only(seat), || Notice::Dealt { seat, card: Some(card) });
                witness.say(Viewers::but(seat), || Notice::Dealt { seat, card: None });
                Ok(())
            }
            Act::Leave(seat) if !state.table.present.contains(seat) => {
                return Err(Refusal::Gone(seat));
            }
            Act::Leave(seat) => {
                Self::leave(state, seat);
                witness.say(Viewers::ALL, || Notice::Left { seat });
                if state.window.is_some() {
                    self.close(state, witness)
                } else {
                    self.run(state, witness)
                }
            }
            Act::Clock => Ok(()),
        };
        done.expect("twelve cards do not fill the stack");
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let points =
            PerSeat::from_fn(self.seats, |seat| i64::from(state.table.points[seat.index()]));
        let key = |seat, points: &i64| (state.table.present.contains(seat), *points);
        Self::is_over(state).then(|| Outcome::ranked(points, key, "all cards are played"))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let seat = viewer.seat();
        let knows = |at: usize| Self::is_over(state) || seat.is_some_and(|seat| seat.index() == at);
        View {
            seat,
            table: state.table.clone(),
            sizes: state.hands.map(|hand| hand.iter().sum()),
            hands: std::array::from_fn(|at| knows(at).then_some(state.hands[at])),
            window: state.window.map(|window| window.seen_by(viewer)),
        }
    }

    /// Deals the unseen cards to the hidden hands. What was played or thrown in weighs nothing, since
    /// any card can be; see [`Game::ways`].
    fn imagine<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        let mut left = unseen(&view.table, view.hands.iter().flatten());
        let mut deal = |size| {
            let mut hand = [0; 2];
            for _ in 0..size {
                let Some(kind) = weighted(rng, &left) else { break };
                left[kind] -= 1;
                hand[kind] += 1;
            }
            hand
        };
        let hand = |at: usize| view.hands[at].unwrap_or_else(|| deal(view.sizes[at]));
        let hands = [0, 1, 2, 3].map(hand);
        State { table: view.table.clone(), hands, window: view.window }
    }

    fn face(&self, state: &State, act: &ActOf<Self>, viewer: Viewer) -> Face {
        let hidden = match *act {
            Act::Chance(_) => to_deal(state),
            Act::Move(seat, Play::Let | Play::Stop(_)) => Some(seat),
            _ => None,
        };
        Face::down_if(hidden.is_some() && viewer.seat() != hidden)
    }

    fn reveals(&self, step: &Applied<'_, Self>, _: Viewer) -> Option<Secret> {
        let state = step.before;
        let mut after = state.clone();
        let mut hands = None;
        match *step.act {
            Act::Move(seat, play) => {
                _ = after.window.as_mut().map(|open| open.seal(seat, play.stops()));
            }
            Act::Leave(seat) => {
                Self::leave(&mut after, seat);
                let shown = |at| Self::is_over(&after) || at == seat.index();
                hands = Some([0, 1, 2, 3].map(|at| shown(at).then_some(state.hands[at])));
            }
            Act::Chance(_) | Act::Clock => {}
        }
        let opened = self.opened(&after);
        (hands.is_some() || opened.is_some()).then_some(Secret { hands, opened })
    }

    fn ways(&self, state: &State, seat: Seat, play: &Play) -> u64 {
        let card = match play {
            Play::Feast => Some(Card::Feast),
            Play::Thief(_) => Some(Card::Thief),
            Play::Let | Play::Stop(_) | Play::First(_) => play.stops(),
        };
        card.map_or(1, |card| u64::from(state.hands[seat.index()][card as usize]))
    }

    fn score(&self, view: &View, seat: Seat) -> Option<i64> {
        view.table.points.get(seat.index()).copied().map(i64::from)
    }

    fn check(&self, state: &State) -> Result<(), String> {
        let held = state.hands.iter().flatten().chain(&state.table.shown).sum::<u32>();
        let dealt = state.table.dealt.iter().sum::<u32>();
        if held == dealt { Ok(()) } else { Err(format!("{held} cards of {dealt} dealt")) }
    }
}
