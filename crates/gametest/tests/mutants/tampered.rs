//! A toy with one fault: every method is the toy's own until a [`Tamper`] says otherwise.

use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parlor_engine::rand_core::Rng;
use parlor_engine::{
    About, Act, ActOf, Applied, Countdown, Drawing, Entry, Face, Form, Game, Hosted, Menu, Names,
    Odds, Outcome, Phrase, Problems, Reason, Refusal, Rulebook, Seat, Seats, Stream, Turn, Viewer,
    Viewers, Visitor, Witness,
};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) type StateOf<T> = Marked<<<T as Tamper>::Game as Game>::State>;
pub(crate) type ViewOf<T> = Marked<<<T as Tamper>::Game as Game>::View>;
pub(crate) type BaseAct<T> = ActOf<<T as Tamper>::Game>;
type BaseMove<T> = <<T as Tamper>::Game as Game>::Move;

/// Where a fault may be put in. States, views, notices and questions carry a mark that honest
/// games leave at 0.
pub(crate) trait Tamper: Copy + Debug + Ord + Hash + Send + Sync + 'static {
    type Game: Hosted;
    /// Whether marks stay when the game is over. They are in no view, so that breaks a law of its
    /// own.
    const REMEMBERS: bool = false;

    /// The code of all refusals.
    const CODE: &'static str = "refused";

    fn table(seats: usize) -> Self::Game;

    fn question(_: &Self::Game, _: &StateOf<Self>) -> u64 {
        0
    }
    fn menu(_: &Self::Game, _: &StateOf<Self>, _: Seat, _: &mut Vec<BaseMove<Self>>) {}
    fn walks_backwards() -> bool {
        false
    }
    fn default_move(
        _: &Self::Game,
        _: &StateOf<Self>,
        honest: Option<BaseMove<Self>>,
    ) -> Option<BaseMove<Self>> {
        honest
    }
    fn total(honest: u64) -> u64 {
        honest
    }
    /// Takes an act over before the game sees it.
    fn instead(
        _: &Self::Game,
        _: &mut StateOf<Self>,
        _: &BaseAct<Self>,
    ) -> Option<Result<(), String>> {
        None
    }
    fn after(_: &Self::Game, _: &mut StateOf<Self>, _: &BaseAct<Self>, _awake: bool) {}
    fn refused(_: &Self::Game, _: &mut StateOf<Self>, honest: String) -> String {
        honest
    }
    fn notice(_: &Self::Game, _: &StateOf<Self>, _: &BaseAct<Self>, to: Viewers) -> (Viewers, u64) {
        (to, 0)
    }
    fn view(_: &Self::Game, _: &StateOf<Self>, _: Viewer) -> u64 {
        0
    }
    /// What is written into a view but not compared.
    fn small_print(_: &Self::Game, _: &StateOf<Self>, _: Viewer) -> u64 {
        0
    }
    fn imagine<R: Rng + ?Sized>(
        _: &Self::Game,
        _: &ViewOf<Self>,
        _: &mut StateOf<Self>,
        _: &mut R,
    ) {
    }
    fn face(honest: Face, _: &BaseAct<Self>, _: Viewer) -> Face {
        honest
    }
    fn reveals(
        honest: Option<<Self::Game as Game>::Secret>,
        _: &BaseAct<Self>,
        _: Viewer,
    ) -> Option<<Self::Game as Game>::Secret> {
        honest
    }
    fn countdown(_: &Self::Game, _: &StateOf<Self>) -> Option<Countdown> {
        None
    }
    fn outcome(honest: Option<Outcome>) -> Option<Outcome> {
        honest
    }
    fn check(_: &StateOf<Self>, honest: Result<(), String>) -> Result<(), String> {
        honest
    }
    fn spell(honest: String) -> String {
        honest
    }
    fn phrase(honest: Phrase) -> Phrase {
        honest
    }
    fn forms(honest: Vec<Form>) -> Vec<Form> {
        honest
    }
    fn ask(honest: String) -> String {
        honest
    }
    fn about(honest: Seats) -> Seats {
        honest
    }
}

/// The mutant on the shelf.
pub(crate) struct Mutant<T>(PhantomData<T>);

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct NoOptions {}

impl<T: Tamper> Rulebook for Mutant<T> {
    type Options = NoOptions;

    fn about() -> About {
        About {
            id: "mutant",
            title: "Mutant",
            summary: "One fault.",
            rules: "",
            readme: "",
            seats: 2..=4,
            usual_seats: 2,
            rules_version: 1,
            players: &[],
        }
    }

    fn set_up<V: Visitor>(_: NoOptions, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        Ok(visitor.visit(Tampered::<T> { game: T::table(seats), tamper: PhantomData }))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tampered<T: Tamper> {
    game: T::Game,
    tamper: PhantomData<T>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Marked<X> {
    pub inner: X,
    pub mark: u64,
    #[schemars(with = "()")]
    pub shared: Shared,
    #[schemars(with = "()")]
    pub lossy: Lossy,
    #[schemars(with = "()")]
    pub unequal: Unequal,
}

impl<X> Marked<X> {
    fn new(inner: X, mark: u64) -> Self {
        Self { inner, mark, shared: Shared::default(), lossy: Lossy(0), unequal: Unequal(0) }
    }
}

/// A number that all copies share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared(Arc<AtomicU64>);

impl Shared {
    pub(crate) fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Shared {}

impl Hash for Shared {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.get().hash(hasher);
    }
}

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.get())
    }
}

impl<'de> Deserialize<'de> for Shared {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(|number| Self(Arc::new(number.into())))
    }
}

/// A number that does not come back from where it was saved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Lossy(pub u64);

impl<'de> Deserialize<'de> for Lossy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(|_| Self(0))
    }
}

/// A number that is equal to every other, and goes over the wire all the same.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Unequal(pub u64);

impl PartialEq for Unequal {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Unequal {}

impl Hash for Unequal {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A move that may be spelt wrong.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Spelt<M, T>(M, PhantomData<T>);

impl<M: Display, T: Tamper> Display for Spelt<M, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&T::spell(self.0.to_string()))
    }
}

impl<M: FromStr, T> FromStr for Spelt<M, T> {
    type Err = M::Err;

    fn from_str(text: &str) -> Result<Self, M::Err> {
        text.parse().map(|inner| Self(inner, PhantomData))
    }
}

/// A refusal whose code may be wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Why<T>(String, #[serde(skip)] PhantomData<T>);

impl<T> Display for Why<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<T: Tamper> Reason for Why<T> {
    fn code(&self) -> &'static str {
        T::CODE
    }
}

/// A menu written out, so that it can be tampered with.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Written<M> {
    moves: Vec<M>,
    /// Whether a walk begins at the end.
    backwards: bool,
}

impl<M: Clone + PartialEq> Menu<M> for Written<M> {
    fn entries(&self) -> usize {
        self.moves.len()
    }
    fn entry(&self, index: usize) -> Option<Entry<M>> {
        self.moves.get(index).cloned().map(Entry::One)
    }
    fn within(&self, index: usize, number: u64) -> Option<M> {
        self.moves.get(index).filter(|_| number == 0).cloned()
    }
    fn each(&self) -> impl Iterator<Item = Entry<M>> {
        let last = self.moves.len().saturating_sub(1);
        let place = move |index| if self.backwards { last - index } else { index };
        (0..self.moves.len()).filter_map(move |index| self.entry(place(index)))
    }
}

pub(crate) struct Weighed<O, T>(O, PhantomData<T>);

impl<C, O: Odds<C>, T: Tamper> Odds<C> for Weighed<O, T> {
    fn stream(&self) -> Stream {
        self.0.stream()
    }
    fn total(&self) -> u64 {
        T::total(self.0.total())
    }
    fn weight(&self, outcome: &C) -> u64 {
        self.0.weight(outcome)
    }
    fn pick(&self, ticket: u64) -> Option<C> {
        self.0.pick(ticket.min(self.0.total() - 1)).filter(|_| ticket < self.total())
    }
    fn outcomes(&self) -> impl Iterator<Item = C> {
        self.0.outcomes()
    }
}

/// Passes notices on, with whatever the tamper adds.
struct Whisper<'a, T: Tamper, W> {
    game: &'a T::Game,
    before: &'a StateOf<T>,
    act: &'a BaseAct<T>,
    to: &'a mut W,
}

impl<T, W> Witness<<T::Game as Game>::Notice> for Whisper<'_, T, W>
where
    T: Tamper,
    W: Witness<Marked<<T::Game as Game>::Notice>>,
{
    const AWAKE: bool = W::AWAKE;

    fn say(&mut self, to: Viewers, notice: impl FnOnce() -> <T::Game as Game>::Notice) {
        let (to, mark) = T::notice(self.game, self.before, self.act, to);
        self.to.say(to, || Marked::new(notice(), mark));
    }
}

impl<T: Tamper> Tampered<T> {
    fn offered(&self, state: &StateOf<T>, seat: Seat) -> Vec<BaseMove<T>> {
        let mut moves: Vec<_> = self.game.menu(&state.inner, seat).iter().collect();
        if !moves.is_empty() {
            T::menu(&self.game, state, seat, &mut moves);
        }
        moves
    }
}

fn base<T: Tamper>(act: &ActOf<Tampered<T>>) -> BaseAct<T> {
    match act {
        Act::Move(seat, played) => Act::Move(*seat, played.0.clone()),
        Act::Chance(outcome) => Act::Chance(outcome.clone()),
        Act::Clock => Act::Clock,
        Act::Leave(seat) => Act::Leave(*seat),
    }
}

impl<T: Tamper> Game for Tampered<T> {
    type State = StateOf<T>;
    type Move = Spelt<BaseMove<T>, T>;
    type Chance = <T::Game as Game>::Chance;
    type Question = (<T::Game as Game>::Question, u64);
    type Menu = Written<Self::Move>;
    type Odds = Weighed<<T::Game as Game>::Odds, T>;
    type View = ViewOf<T>;
    type Notice = Marked<<T::Game as Game>::Notice>;
    type Refusal = Why<T>;
    type Secret = <T::Game as Game>::Secret;

    fn seats(&self) -> usize {
        self.game.seats()
    }
    fn bound(&self) -> u32 {
        self.game.bound()
    }
    fn start(&self) -> Self::State {
        Marked::new(self.game.start(), 0)
    }
    fn turn(&self, state: &Self::State) -> Turn<Self::Question> {
        match self.game.turn(&state.inner) {
            Turn::Ask { seats, why } => {
                Turn::Ask { seats, why: (why, T::question(&self.game, state)) }
            }
            Turn::Chance => Turn::Chance,
            Turn::Over => Turn::Over,
        }
    }
    fn menu(&self, state: &Self::State, seat: Seat) -> Self::Menu {
        let moves = self.offered(state, seat).into_iter();
        let moves = moves.map(|played| Spelt(played, PhantomData)).collect();
        Written { moves, backwards: T::walks_backwards() }
    }
    fn odds(&self, state: &Self::State) -> Option<Self::Odds> {
        self.game.odds(&state.inner).map(|odds| Weighed(odds, PhantomData))
    }
    fn apply<W: Witness<Self::Notice>>(
        &self,
        state: &mut Self::State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<Why<T>>> {
        let act = base::<T>(act);
        if let Some(done) = T::instead(&self.game, state, &act) {
            return done.map_err(|why| Refusal::Rules(Why(why, PhantomData)));
        }
        let before = state.clone();
        let listed = match &act {
            Act::Move(seat, played) => {
                let asked = self.game.turn(&state.inner).asked().contains(*seat);
                !asked || self.offered(state, *seat).contains(played)
            }
            _ => true,
        };
        let mut whisper =
            Whisper::<T, W> { game: &self.game, before: &before, act: &act, to: witness };
        let refusal = if listed {
            match self.game.apply(&mut state.inner, &act, &mut whisper) {
                Ok(()) => {
                    T::after(&self.game, state, &act, W::AWAKE);
                    if !T::REMEMBERS && self.game.outcome(&state.inner).is_some() {
                        *state = Marked::new(state.inner.clone(), 0);
                    }
                    return Ok(());
                }
                Err(refusal) => refusal.to_string(),
            }
        } else {
            "that is not offered".to_owned()
        };
        Err(Refusal::Rules(Why(T::refused(&self.game, state, refusal), PhantomData)))
    }
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        T::outcome(self.game.outcome(&state.inner))
    }
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View {
        let mark = T::view(&self.game, state, viewer);
        let mut view = Marked::new(self.game.view(&state.inner, viewer), mark);
        view.unequal.0 = T::small_print(&self.game, state, viewer);
        view
    }
    fn imagine<R: Rng + ?Sized>(&self, view: &Self::View, rng: &mut R) -> Self::State {
        let mut state = Marked::new(self.game.imagine(&view.inner, rng), 0);
        T::imagine(&self.game, view, &mut state, rng);
        state
    }
    fn default_move(&self, state: &Self::State, seat: Seat) -> Option<Self::Move> {
        let honest = self.offered(state, seat).into_iter().next();
        T::default_move(&self.game, state, honest).map(|played| Spelt(played, PhantomData))
    }
    fn face(&self, state: &Self::State, act: &ActOf<Self>, viewer: Viewer) -> Face {
        let act = base::<T>(act);
        T::face(self.game.face(&state.inner, &act, viewer), &act, viewer)
    }
    fn reveals(&self, step: &Applied<'_, Self>, viewer: Viewer) -> Option<Self::Secret> {
        let act = base::<T>(step.act);
        let told: Vec<_> = step.told.iter().map(|(to, told)| (*to, told.inner.clone())).collect();
        let (before, after) = (&step.before.inner, &step.after.inner);
        let honest = self.game.reveals(&Applied { before, act: &act, after, told: &told }, viewer);
        T::reveals(honest, &act, viewer)
    }
    fn time_limit(&self, state: &Self::State) -> Option<u32> {
        self.game.time_limit(&state.inner)
    }
    fn countdown(&self, state: &Self::State) -> Option<Countdown> {
        T::countdown(&self.game, state)
    }
    fn check(&self, state: &Self::State) -> Result<(), String> {
        T::check(state, self.game.check(&state.inner))
    }
}

impl<T: Tamper> Hosted for Tampered<T> {
    fn draw(&self, view: &Self::View, names: &Names) -> Drawing {
        self.game.draw(&view.inner, names)
    }
    fn tell(&self, notice: &Self::Notice, names: &Names) -> String {
        self.game.tell(&notice.inner, names)
    }
    fn about(&self, notice: &Self::Notice) -> Seats {
        T::about(self.game.about(&notice.inner))
    }
    fn ask(&self, question: &Self::Question, view: &Self::View, names: &Names) -> String {
        T::ask(self.game.ask(&question.0, &view.inner, names))
    }
    fn forms(&self) -> Vec<Form> {
        T::forms(self.game.forms())
    }
    fn phrase(&self, played: &Self::Move) -> Phrase {
        T::phrase(self.game.phrase(&played.0))
    }
}
