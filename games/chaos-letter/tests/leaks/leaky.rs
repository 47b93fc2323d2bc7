//! The rules with one leak: every method is the game's own until a [`Leak`] says otherwise.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;

use parlor_chaos_letter::{
    Card, Chances, ChaosLetter, Deal, Move, Notice, Options, Question, Rules, Secret, State, View,
};
use parlor_engine::rand_core::Rng;
use parlor_engine::{
    About, Act, ActOf, Applied, Awake, Drawing, Entry, Face, Form, Game, Hosted, Menu, Names,
    Outcome, Phrase, Problems, Refusal, Rulebook, Seat, Seats, Turn, Viewer, Viewers, Visitor,
    Witness,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) type RulesAct = ActOf<Rules>;

/// What a leak adds to a view, and what it remembers in a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub words: String,
    /// This viewer, about this player, this card.
    pub notes: BTreeSet<(Seat, Seat, Card)>,
}

impl From<String> for Mark {
    fn from(words: String) -> Self {
        Self { words, notes: BTreeSet::new() }
    }
}

/// Where a leak may be put in. Leaks are values, so that the kit is compiled once for all of them.
pub(crate) trait Leak: Debug + Send + Sync {
    /// Whether the mark of a state is a memory: then a view shows part of it, and an imagined state
    /// has that part. Otherwise marks are read off the truth, and an imagined state shows the mark
    /// it was imagined from until something happens: the best an accomplice could do.
    fn remembers(&self) -> bool {
        false
    }
    /// Whether `imagine` helps to hide the leak at all.
    fn has_an_accomplice(&self) -> bool {
        true
    }
    /// Whether what leaks happens seldom.
    fn is_seldom(&self) -> bool {
        false
    }
    fn question(&self, _: &Rules, _: &State) -> String {
        String::new()
    }
    fn asked(&self, _: &Rules, _: &State, honest: Seats) -> Seats {
        honest
    }
    fn menu(&self, _: &Rules, _: &State, _: Seat, _: &mut Vec<Move>) {}
    fn default_move(&self, _: &Rules, _: &State, _: Seat, menu: &[Move]) -> Option<Move> {
        menu.first().copied()
    }
    fn notice(&self, _: Moment<'_>, to: Viewers, _: &Notice) -> (Viewers, String) {
        (to, String::new())
    }
    /// Changes what is remembered, after this was said.
    fn remember(&self, _: &Rules, _: &State, _: &mut Mark, _said: &[(Viewers, Notice)]) {}
    /// A move that is made without asking.
    fn unasked(&self, _: &Rules, _: &State) -> Option<(Seat, Move)> {
        None
    }
    fn view(&self, _: &Rules, _: &State, memory: &Mark, viewer: Viewer) -> Mark {
        let own = |(by, _, _): &&(Seat, Seat, Card)| viewer == Viewer::Seat(*by);
        let notes = memory.notes.iter().filter(own).copied().collect();
        Mark { words: memory.words.clone(), notes }
    }
    fn refused(&self, _: &Rules, _: &State, _: Seat, honest: String) -> String {
        honest
    }
    fn time_limit(&self, _: &Rules, _: &State) -> Option<u32> {
        None
    }
    fn declared(&self, _: RulesAct) -> String {
        String::new()
    }
}

/// An act, and what it was like before it.
#[derive(Clone, Copy)]
pub(crate) struct Moment<'a> {
    pub rules: &'a Rules,
    pub before: &'a State,
    pub act: &'a RulesAct,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Marked<X> {
    inner: X,
    #[schemars(with = "()")]
    mark: Mark,
    /// What an imagined state shows until something happens in it.
    #[schemars(with = "()")]
    shown: Option<Mark>,
}

impl<X> Marked<X> {
    const fn new(inner: X, mark: Mark) -> Self {
        Self { inner, mark, shown: None }
    }
}

/// The leaking games on the shelf.
pub(crate) struct Shelf;

/// The game's own options, and which leak.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Leaking {
    leak: String,
    table: Options,
}

impl Rulebook for Shelf {
    type Options = Leaking;

    fn about() -> About {
        About { players: &[], ..ChaosLetter::about() }
    }

    fn set_up<V: Visitor>(options: Leaking, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        let leak = crate::by_name(&options.leak).expect("a leak");
        ChaosLetter::set_up(options.table, seats, Wrap(visitor, leak))
    }
}

struct Wrap<V>(V, &'static dyn Leak);

impl<V: Visitor> Visitor for Wrap<V> {
    type Out = V::Out;

    fn visit<G: Hosted>(self, game: G) -> V::Out {
        let game: &dyn Any = &game;
        let rules = game.downcast_ref::<Rules>().expect("this game has one type of rules").clone();
        self.0.visit(Leaky { rules, leak: self.1 })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Leaky {
    rules: Rules,
    leak: &'static dyn Leak,
}

/// A menu written out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Written(Vec<Move>);

impl Menu<Move> for Written {
    fn entries(&self) -> usize {
        self.0.len()
    }
    fn entry(&self, index: usize) -> Option<Entry<Move>> {
        self.0.get(index).copied().map(Entry::One)
    }
    fn within(&self, index: usize, number: u64) -> Option<Move> {
        self.0.get(index).filter(|_| number == 0).copied()
    }
}

/// Passes notices on, with whatever the leak adds.
struct Whisper<'a, W> {
    moment: Moment<'a>,
    leak: &'static dyn Leak,
    to: &'a mut W,
}

impl<W: Witness<Marked<Notice>>> Witness<Notice> for Whisper<'_, W> {
    const AWAKE: bool = W::AWAKE;

    fn say(&mut self, to: Viewers, notice: impl FnOnce() -> Notice) {
        if W::AWAKE {
            let notice = notice();
            let (to, words) = self.leak.notice(self.moment, to, &notice);
            self.to.say(to, || Marked::new(notice, words.into()));
        }
    }
}

impl Leaky {
    fn asked(&self, state: &State) -> Seats {
        self.leak.asked(&self.rules, state, self.rules.turn(state).asked())
    }

    fn offered(&self, state: &State, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.asked(state).contains(seat) {
            moves.extend(self.rules.menu(state, seat).iter());
            self.leak.menu(&self.rules, state, seat, &mut moves);
        }
        moves
    }

    fn refusal(&self, state: &State, act: RulesAct, why: String) -> Refusal<String> {
        let told = match act {
            Act::Move(seat, _) if self.asked(state).contains(seat) => {
                self.leak.refused(&self.rules, state, seat, why)
            }
            _ => why,
        };
        Refusal::Rules(told)
    }
}

impl Game for Leaky {
    type State = Marked<State>;
    type Move = Move;
    type Chance = Deal;
    type Question = (Question, String);
    type Menu = Written;
    type Odds = Chances;
    type View = Marked<View>;
    type Notice = Marked<Notice>;
    type Refusal = String;
    type Secret = (Option<Secret>, String);

    fn seats(&self) -> usize {
        self.rules.seats()
    }
    fn bound(&self) -> u32 {
        self.rules.bound()
    }
    fn start(&self) -> Self::State {
        Marked::new(self.rules.start(), Mark::default())
    }
    fn turn(&self, state: &Self::State) -> Turn<Self::Question> {
        match self.rules.turn(&state.inner) {
            Turn::Ask { why, .. } => Turn::Ask {
                seats: self.asked(&state.inner),
                why: (why, self.leak.question(&self.rules, &state.inner)),
            },
            Turn::Chance => Turn::Chance,
            Turn::Over => Turn::Over,
        }
    }
    fn menu(&self, state: &Self::State, seat: Seat) -> Written {
        Written(self.offered(&state.inner, seat))
    }
    fn odds(&self, state: &Self::State) -> Option<Chances> {
        self.rules.odds(&state.inner)
    }
    fn apply<W: Witness<Self::Notice>>(
        &self,
        state: &mut Self::State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<String>> {
        let before = state.inner.clone();
        if matches!(act, Act::Clock) && self.time_limit(state).is_some() {
            return Ok(());
        }
        if let Act::Move(seat, played) = act
            && self.rules.turn(&before).asked().contains(*seat)
            && !self.offered(&before, *seat).contains(played)
        {
            // The game's own words, if it has any.
            let why = self.rules.apply(&mut before.clone(), act, &mut Awake::new()).err();
            let why = why.map_or_else(|| "not offered".to_owned(), |why| why.to_string());
            return Err(self.refusal(&before, *act, why));
        }
        let mut said = Awake::new();
        if let Err(why) = self.rules.apply(&mut state.inner, act, &mut said) {
            return Err(self.refusal(&before, *act, why.to_string()));
        }
        let moment = Moment { rules: &self.rules, before: &before, act };
        let mut whisper = Whisper { moment, leak: self.leak, to: witness };
        for (to, notice) in &said.0 {
            whisper.say(*to, || notice.clone());
        }
        while let Some((seat, played)) = self.leak.unasked(&self.rules, &state.inner) {
            let act = Act::Move(seat, played);
            self.rules.apply(&mut state.inner, &act, &mut whisper).expect("a legal move");
        }
        state.shown = None;
        self.leak.remember(&self.rules, &state.inner, &mut state.mark, &said.0);
        if self.rules.outcome(&state.inner).is_some() {
            state.mark = Mark::default();
        }
        Ok(())
    }
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.rules.outcome(&state.inner)
    }
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View {
        let over = self.rules.outcome(&state.inner).is_some();
        let mark = match &state.shown {
            Some(shown) => shown.clone(),
            None if over => Mark::default(),
            None => self.leak.view(&self.rules, &state.inner, &state.mark, viewer),
        };
        Marked::new(self.rules.view(&state.inner, viewer), mark)
    }
    fn imagine<R: Rng + ?Sized>(&self, view: &Self::View, rng: &mut R) -> Self::State {
        let mut state = Marked::new(self.rules.imagine(&view.inner, rng), Mark::default());
        if self.rules.outcome(&state.inner).is_some() {
        } else if self.leak.remembers() {
            state.mark.clone_from(&view.mark);
        } else if self.leak.has_an_accomplice() && view.mark != Mark::default() {
            state.shown = Some(view.mark.clone());
        }
        state
    }
    fn default_move(&self, state: &Self::State, seat: Seat) -> Option<Move> {
        self.leak.default_move(&self.rules, &state.inner, seat, &self.offered(&state.inner, seat))
    }
    fn face(&self, state: &Self::State, act: &ActOf<Self>, viewer: Viewer) -> Face {
        self.rules.face(&state.inner, act, viewer)
    }
    fn reveals(&self, step: &Applied<'_, Self>, viewer: Viewer) -> Option<Self::Secret> {
        let told: Vec<_> = step.told.iter().map(|(to, told)| (*to, told.inner.clone())).collect();
        let (before, after) = (&step.before.inner, &step.after.inner);
        let step = Applied { before, act: step.act, after, told: &told };
        let secret = self.rules.reveals(&step, viewer);
        let words = self.leak.declared(*step.act);
        (secret.is_some() || !words.is_empty()).then_some((secret, words))
    }
    fn ways(&self, state: &Self::State, seat: Seat, played: &Move) -> u64 {
        self.rules.ways(&state.inner, seat, played)
    }
    fn time_limit(&self, state: &Self::State) -> Option<u32> {
        let over = self.rules.outcome(&state.inner).is_some();
        self.leak.time_limit(&self.rules, &state.inner).filter(|_| !over)
    }
    fn check(&self, state: &Self::State) -> Result<(), String> {
        self.rules.check(&state.inner)
    }
}

impl Hosted for Leaky {
    fn draw(&self, view: &Self::View, _: &Names) -> Drawing {
        format!("{view:?}").into()
    }
    fn tell(&self, notice: &Self::Notice, _: &Names) -> String {
        format!("{notice:?}")
    }
    fn about(&self, notice: &Self::Notice) -> Seats {
        self.rules.about(&notice.inner)
    }
    fn ask(&self, question: &Self::Question, _: &Self::View, _: &Names) -> String {
        format!("{question:?}")
    }
    fn forms(&self) -> Vec<Form> {
        self.rules.forms()
    }
    fn phrase(&self, played: &Move) -> Phrase {
        self.rules.phrase(played)
    }
}
