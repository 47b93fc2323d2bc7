//! Peek: one hidden card each. Look at another's, guess it, or change your own; high card wins.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use parlor_engine::rand_core::Rng;
use parlor_engine::sample::{index_of_ticket, weighted};
use parlor_engine::{
    About, Act, ActOf, Applied, Drawing, Face, Form, Game, Hosted, List, Menu, Named, Names, Odds,
    Outcome, PerSeat, Phrase, Problems, Refusal, Rulebook, Seat, Seats, Stream, Turn, Viewer,
    Viewers, Visitor, Witness,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use super::applied;

const MOST_SEATS: usize = 3;
/// Cards are 1 to this; there are two of each.
const KINDS: usize = 4;
const ROUNDS: u8 = 2;
type Pool = [u32; KINDS];

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Peek;

/// Nothing to choose.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {}

impl Rulebook for Peek {
    type Options = Options;

    fn about() -> About {
        About {
            id: "peek",
            title: "Peek",
            summary: "One hidden card each.",
            rules: "",
            readme: "",
            seats: 2..=MOST_SEATS,
            usual_seats: 2,
            rules_version: 1,
            players: &[],
        }
    }

    fn set_up<V: Visitor>(_: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        Ok(visitor.visit(PeekRules::new(seats)))
    }
}

/// A table of Peek.
#[derive(Clone, Debug)]
pub struct PeekRules {
    seats: usize,
}

/// A card, by its value.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Card(u8);

impl Card {
    /// Its value.
    pub const fn value(self) -> u8 {
        self.0
    }

    const fn index(self) -> usize {
        self.0 as usize - 1
    }

    fn all() -> impl Iterator<Item = Self> {
        (1..=KINDS as u8).map(Self)
    }
}

/// Where the game stands. The deck is a pool: nobody has seen its order, so it has none.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub pool: Pool,
    pub hands: [Option<Card>; MOST_SEATS],
    pub discards: Vec<Card>,
    /// `seen[p][q]`: seat p was shown seat q's card, and it has not moved since.
    pub seen: [[bool; MOST_SEATS]; MOST_SEATS],
    /// What everybody knows each hand not to be, from guesses that missed.
    pub missed: [Vec<Card>; MOST_SEATS],
    pub points: [u8; MOST_SEATS],
    pub present: Seats,
    pub mover: Seat,
    /// The mover has looked and may still act.
    pub looked: bool,
    /// Seats that have had their turn this round.
    pub done: Seats,
    pub rounds: u8,
}

/// What a viewer knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct View {
    pub seat: Option<Seat>,
    /// The hands as far as known: one's own, and those one was shown.
    pub hands: [Option<Card>; MOST_SEATS],
    /// Which seats hold a card.
    pub holding: Seats,
    pub discards: Vec<Card>,
    /// What others were shown is known, though not what they saw.
    pub seen: [[bool; MOST_SEATS]; MOST_SEATS],
    pub missed: [Vec<Card>; MOST_SEATS],
    pub points: [u8; MOST_SEATS],
    pub present: Seats,
    pub mover: Seat,
    pub looked: bool,
    pub done: Seats,
    pub rounds: u8,
}

impl PeekRules {
    /// A table for so many.
    pub const fn new(seats: usize) -> Self {
        Self { seats }
    }

    fn is_over(state: &State) -> bool {
        state.rounds == ROUNDS || !state.present.are_several()
    }

    /// The seat whose card is to be drawn.
    fn needs_card(state: &State) -> Option<Seat> {
        state.present.iter().find(|seat| state.hands[seat.index()].is_none())
    }

    /// The hand goes face up to the discards; whatever was known of it is spent.
    fn discard(state: &mut State, seat: Seat) -> Option<Card> {
        let card = state.hands[seat.index()].take()?;
        state.discards.push(card);
        state.missed[seat.index()].clear();
        for seen in &mut state.seen {
            seen[seat.index()] = false;
        }
        Some(card)
    }

    fn end_turn<W: Witness<Notice>>(&self, state: &mut State, witness: &mut W) {
        state.looked = false;
        state.done = state.done.with(state.mover);
        self.settle(state, witness);
    }

    /// Once everybody has had a turn and holds a card, the cards are shown, the highest scores,
    /// and all cards are shuffled together again.
    fn settle<W: Witness<Notice>>(&self, state: &mut State, witness: &mut W) {
        let waiting: Seats =
            state.present.iter().filter(|seat| !state.done.contains(*seat)).collect();
        if let Some(next) = waiting.after(state.mover) {
            state.mover = next;
            return;
        }
        if Self::needs_card(state).is_some() || Self::is_over(state) {
            return;
        }
        let hands = state.hands;
        let best = state.present.iter().filter_map(|seat| hands[seat.index()]).max();
        for seat in state.present.iter().filter(|seat| hands[seat.index()] == best) {
            state.points[seat.index()] += 1;
        }
        state.rounds += 1;
        witness.say(Viewers::ALL, || Notice::Showdown { hands: hands.to_vec() });
        if state.rounds < ROUNDS {
            self.shuffle(state);
        }
    }

    fn shuffle(&self, state: &mut State) {
        let fresh = self.start();
        state.pool = fresh.pool;
        state.hands = fresh.hands;
        state.discards = fresh.discards;
        state.seen = fresh.seen;
        state.missed = fresh.missed;
        state.done = Seats::NONE;
        state.mover = state.present.first().unwrap_or(fresh.mover);
    }

    fn play<W: Witness<Notice>>(
        &self,
        state: &mut State,
        seat: Seat,
        played: Play,
        witness: &mut W,
    ) -> Result<(), Refusal<Reason>> {
        if !self.menu(state, seat).contains(&played) {
            return Err(Refusal::Rules(Reason::NotNow(played)));
        }
        match played {
            Play::Keep => {
                witness.say(Viewers::ALL, || Notice::Kept { seat });
                self.end_turn(state, witness);
            }
            Play::Swap => {
                let card = Self::discard(state, seat);
                witness.say(Viewers::ALL, || Notice::Discarded { seat, card });
                self.end_turn(state, witness);
            }
            Play::Peek(at) => {
                state.seen[seat.index()][at.index()] = true;
                state.looked = true;
                let card = state.hands[at.index()];
                witness.say(Viewers::only(seat), || Notice::Saw { at, card });
                witness.say(Viewers::but(seat), || Notice::Looked { seat, at });
            }
            Play::Guess(at, named) => {
                let hit = state.hands[at.index()] == Some(named);
                witness.say(Viewers::ALL, || Notice::Guessed { seat, at, named, hit });
                if hit {
                    state.points[seat.index()] += 1;
                    Self::discard(state, at);
                } else if !state.missed[at.index()].contains(&named) {
                    state.missed[at.index()].push(named);
                    state.missed[at.index()].sort_unstable();
                }
                self.end_turn(state, witness);
            }
        }
        Ok(())
    }
}

impl Game for PeekRules {
    type State = State;
    type Move = Play;
    type Chance = Card;
    type Question = Question;
    type Menu = List<Play, 16>;
    type Odds = Draw;
    type View = View;
    type Notice = Notice;
    type Refusal = Reason;
    type Secret = Secret;

    fn seats(&self) -> usize {
        self.seats
    }

    /// A round: a card each, a look, a move and a new card for each; and those who leave.
    fn bound(&self) -> u32 {
        (usize::from(ROUNDS) * self.seats * 4 + self.seats) as u32
    }

    fn start(&self) -> State {
        State {
            pool: [2; KINDS],
            hands: [None; MOST_SEATS],
            discards: Vec::new(),
            seen: [[false; MOST_SEATS]; MOST_SEATS],
            missed: [const { Vec::new() }; MOST_SEATS],
            points: [0; MOST_SEATS],
            present: Seats::first_n(self.seats),
            mover: Seat::at(0),
            looked: false,
            done: Seats::NONE,
            rounds: 0,
        }
    }

    fn turn(&self, state: &State) -> Turn<Question> {
        if Self::is_over(state) {
            Turn::Over
        } else if Self::needs_card(state).is_some() {
            Turn::Chance
        } else {
            Turn::ask(state.mover, Question { looked: state.looked })
        }
    }

    fn menu(&self, state: &State, seat: Seat) -> List<Play, 16> {
        if !self.turn(state).asked().contains(seat) {
            return List::default();
        }
        let others = || state.present.iter().filter(move |other| *other != seat);
        let peeks = others().filter(|_| !state.looked).map(Play::Peek);
        let guesses = others().flat_map(|at| Card::all().map(move |card| Play::Guess(at, card)));
        [Play::Keep, Play::Swap].into_iter().chain(peeks).chain(guesses).collect()
    }

    fn odds(&self, state: &State) -> Option<Draw> {
        let due = Self::needs_card(state).is_some() && !Self::is_over(state);
        due.then_some(Draw { pool: state.pool })
    }

    fn apply<W: Witness<Notice>>(
        &self,
        state: &mut State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<Reason>> {
        applied::count();
        self.admit(state, act)?;
        match *act {
            Act::Move(seat, played) => self.play(state, seat, played, witness)?,
            Act::Chance(card) => {
                let Some(seat) = Self::needs_card(state) else { return Ok(()) };
                state.pool[card.index()] -= 1;
                state.hands[seat.index()] = Some(card);
                witness.say(Viewers::only(seat), || Notice::Drew { card });
                witness.say(Viewers::but(seat), || Notice::Dealt { seat });
                if state.present.iter().all(|seat| state.done.contains(seat)) {
                    self.settle(state, witness);
                }
            }
            Act::Clock => {}
            Act::Leave(seat) if !state.present.contains(seat) => return Err(Refusal::Gone(seat)),
            Act::Leave(seat) => {
                state.present = state.present.without(seat);
                let card = Self::discard(state, seat);
                witness.say(Viewers::ALL, || Notice::Left { seat, card });
                if state.mover == seat {
                    state.looked = false;
                    self.settle(state, witness);
                }
            }
        }
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let points = PerSeat::from_fn(self.seats, |seat| i64::from(state.points[seat.index()]));
        let key = |seat, points: &i64| (state.present.contains(seat), *points);
        Self::is_over(state).then(|| Outcome::ranked(points, key, "the rounds are played"))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let over = Self::is_over(state);
        let knows = |at: usize| {
            over || viewer
                .seat()
                .is_some_and(|seat| seat.index() == at || state.seen[seat.index()][at])
        };
        let mut hands = state.hands;
        let holding = (0..MOST_SEATS).filter(|&at| hands[at].is_some()).map(Seat::at).collect();
        for (at, hand) in hands.iter_mut().enumerate() {
            *hand = hand.filter(|_| knows(at));
        }
        View {
            seat: viewer.seat(),
            hands,
            holding,
            discards: state.discards.clone(),
            seen: state.seen,
            missed: state.missed.clone(),
            points: state.points,
            present: state.present,
            mover: state.mover,
            looked: state.looked,
            done: state.done,
            rounds: state.rounds,
        }
    }

    /// Deals the cards nobody can place to the hidden hands, and again while a hand is one that a
    /// guess has ruled out.
    fn imagine<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        let mut unseen: Pool = [2; KINDS];
        for card in view.hands.iter().flatten().chain(&view.discards) {
            unseen[card.index()] -= 1;
        }
        let (hands, pool) = loop {
            let (mut hands, mut pool) = (view.hands, unseen);
            let hidden = view.holding.iter().filter(|seat| view.hands[seat.index()].is_none());
            for seat in hidden {
                let Some(index) = weighted(rng, &pool) else { break };
                pool[index] -= 1;
                hands[seat.index()] = Some(Card(index as u8 + 1));
            }
            let ruled_out =
                |at: usize| hands[at].is_some_and(|card| view.missed[at].contains(&card));
            if !(0..MOST_SEATS).any(ruled_out) {
                break (hands, pool);
            }
        };
        State {
            pool,
            hands,
            discards: view.discards.clone(),
            seen: view.seen,
            missed: view.missed.clone(),
            points: view.points,
            present: view.present,
            mover: view.mover,
            looked: view.looked,
            done: view.done,
            rounds: view.rounds,
        }
    }

    fn face(&self, state: &State, act: &ActOf<Self>, viewer: Viewer) -> Face {
        let drawer = Self::needs_card(state);
        Face::down_if(matches!(act, Act::Chance(_)) && viewer.seat() != drawer)
    }

    fn reveals(&self, step: &Applied<'_, Self>, viewer: Viewer) -> Option<Secret> {
        // Whether the round ends is public; what it shows is every hand.
        let shown = step.told.iter().find_map(|(_, notice)| match notice {
            Notice::Showdown { hands } => Some(hands.clone()),
            _ => None,
        });
        let open = Self::is_over(step.after).then(|| step.after.hands.to_vec());
        let hands = shown.or(open);
        let card = |seat: Seat| step.before.hands[seat.index()];
        let one = match *step.act {
            Act::Move(seat, Play::Peek(at)) if viewer.seat() == Some(seat) => card(at),
            Act::Move(seat, Play::Swap) | Act::Leave(seat) => card(seat),
            Act::Move(_, Play::Guess(at, named)) => Some(named).filter(|_| card(at) == Some(named)),
            _ => None,
        };
        (one.is_some() || hands.is_some()).then_some(Secret { card: one, hands })
    }

    fn score(&self, view: &View, seat: Seat) -> Option<i64> {
        view.points.get(seat.index()).copied().map(i64::from)
    }

    fn check(&self, state: &State) -> Result<(), String> {
        let mut cards = state.pool;
        for card in state.hands.iter().flatten().chain(&state.discards) {
            cards[card.index()] += 1;
        }
        if cards == [2; KINDS] { Ok(()) } else { Err(format!("cards went missing: {cards:?}")) }
    }
}

impl Hosted for PeekRules {
    fn draw(&self, view: &View, names: &Names) -> Drawing {
        let seats = Seats::first_n(self.seats).iter();
        let hands: Vec<String> = seats
            .map(|seat| {
                let card = match view.hands[seat.index()] {
                    Some(Card(value)) => value.to_string(),
                    None if view.holding.contains(seat) => "?".to_owned(),
                    None => "-".to_owned(),
                };
                format!("{} [{card}] {}", names.of(seat), view.points[seat.index()])
            })
            .collect();
        format!("{}\n", hands.join("   ")).into()
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        let card = |card: &Option<Card>| card.map_or("nothing".to_owned(), |card| card.to_string());
        match notice {
            Notice::Drew { card } => format!("You draw {card}."),
            Notice::Dealt { seat } => format!("{} draws.", names.of(*seat)),
            Notice::Kept { seat } => format!("{} keeps.", names.of(*seat)),
            Notice::Discarded { seat, card: shown } => {
                format!("{} discards {}.", names.of(*seat), card(shown))
            }
            Notice::Saw { at, card: shown } => format!("{} holds {}.", names.of(*at), card(shown)),
            Notice::Looked { seat, at } => {
                format!("{} looks at {}'s card.", names.of(*seat), names.of(*at))
            }
            Notice::Guessed { seat, at, named, hit } => {
                let result = if *hit { "right" } else { "wrong" };
                format!("{} names {named} for {}: {result}.", names.of(*seat), names.of(*at))
            }
            Notice::Showdown { hands } => {
                format!("Shown: {}.", hands.iter().map(card).collect::<Vec<_>>().join(", "))
            }
            Notice::Left { seat, .. } => format!("{} leaves.", names.of(*seat)),
        }
    }

    fn about(&self, notice: &Notice) -> Seats {
        match notice {
            // Only the seat that draws is told, or everybody.
            Notice::Drew { .. } | Notice::Showdown { .. } => Seats::NONE,
            Notice::Dealt { seat }
            | Notice::Kept { seat }
            | Notice::Discarded { seat, .. }
            | Notice::Saw { at: seat, .. }
            | Notice::Left { seat, .. } => Seats::one(*seat),
            Notice::Looked { seat, at } | Notice::Guessed { seat, at, .. } => {
                Seats::one(*seat).with(*at)
            }
        }
    }

    fn ask(&self, question: &Question, view: &View, names: &Names) -> String {
        let peek = if question.looked { "" } else { "peek, " };
        format!("{}: {peek}guess, swap or keep?", names.of(view.mover))
    }

    fn forms(&self) -> Vec<Form> {
        let card = |value: usize| Named::new(value.to_string(), value.to_string());
        let cards: Arc<[Named]> = (1..=KINDS).map(card).collect();
        let guess = Form::new("names somebody's card").word("guess").seat("SEAT");
        vec![
            Form::new("does nothing").word("keep"),
            Form::new("discards the card for another").word("swap"),
            Form::new("looks at somebody's card").word("peek").seat("SEAT").example("peek 2"),
            guess.card("CARD", &cards).example("guess 2 4"),
        ]
    }

    fn phrase(&self, played: &Play) -> Phrase {
        let verb = |verb: &'static str| Phrase::new().word(verb);
        match *played {
            Play::Keep => verb("keep"),
            Play::Swap => verb("swap"),
            Play::Peek(at) => verb("peek").seat(at),
            Play::Guess(at, card) => {
                verb("guess").seat(at).card(card.to_string(), card.to_string())
            }
        }
    }

    fn notes(&self) -> String {
        "A drawn card is its number.".to_owned()
    }
}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Play {
    /// Nothing.
    Keep,
    /// Discards the card, face up, for another.
    Swap,
    /// Looks at a card.
    Peek(Seat),
    /// Names a card; right scores and the other must discard it.
    Guess(Seat, Card),
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("keep"),
            Self::Swap => f.write_str("swap"),
            Self::Peek(at) => write!(f, "peek {at}"),
            Self::Guess(at, card) => write!(f, "guess {at} {card}"),
        }
    }
}

impl FromStr for Play {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let seat = |word: &str| word.parse::<Seat>().map_err(|why| why.to_string());
        match words[..] {
            ["keep"] => Ok(Self::Keep),
            ["swap"] => Ok(Self::Swap),
            ["peek", at] => Ok(Self::Peek(seat(at)?)),
            ["guess", at, card] => Ok(Self::Guess(seat(at)?, card.parse()?)),
            _ => Err(format!("keep, swap, peek SEAT or guess SEAT CARD, not '{text}'")),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let value = text.parse().ok().filter(|value| (1..=KINDS as u8).contains(value));
        value.map(Self).ok_or_else(|| format!("a card is 1 to {KINDS}, not '{text}'"))
    }
}

/// A card off the deck, each of those left as likely as any other.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    pool: Pool,
}

impl Odds<Card> for Draw {
    fn stream(&self) -> Stream {
        Stream::shared("deck")
    }

    fn total(&self) -> u64 {
        self.pool.iter().map(|&left| u64::from(left)).sum()
    }

    fn weight(&self, outcome: &Card) -> u64 {
        u64::from(self.pool[outcome.index()])
    }

    fn pick(&self, ticket: u64) -> Option<Card> {
        index_of_ticket(&self.pool, ticket).map(|index| Card(index as u8 + 1))
    }

    fn outcomes(&self) -> impl Iterator<Item = Card> {
        Card::all().filter(|card| self.weight(card) > 0)
    }
}

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Question {
    looked: bool,
}

/// What comes to light: a card looked at, discarded or guessed, and all hands at a round's end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Secret {
    card: Option<Card>,
    hands: Option<Vec<Option<Card>>>,
}

impl Secret {
    /// One card.
    pub const fn of(card: Card) -> Self {
        Self { card: Some(card), hands: None }
    }
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Notice {
    Drew { card: Card },
    Dealt { seat: Seat },
    Kept { seat: Seat },
    Discarded { seat: Seat, card: Option<Card> },
    Saw { at: Seat, card: Option<Card> },
    Looked { seat: Seat, at: Seat },
    Guessed { seat: Seat, at: Seat, named: Card, hit: bool },
    Showdown { hands: Vec<Option<Card>> },
    Left { seat: Seat, card: Option<Card> },
}

/// The one refusal of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Not among the plays of this moment.
    #[error("'{0}' cannot be played now")]
    NotNow(Play),
}

impl parlor_engine::Reason for Reason {
    fn code(&self) -> &'static str {
        match self {
            Self::NotNow(_) => "not-now",
        }
    }
}

impl Serialize for Play {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
