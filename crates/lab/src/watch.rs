//! Playing units of games, and taking notes of every game.

use std::collections::HashMap;
use std::ops::Range;

use parlor_arena::stats::float;
use parlor_arena::{Block, BlockError};
use parlor_engine::{
    ActOf, Budget, Entry, Hosted, Menu, Outcome, Player, QuestionKind, Seat, Seats, Visitor,
};
use parlor_match::{Dealer, PlayError, Shares, Watcher, play_watched};
use parlor_registry::{NoTable, computer_player, visit};

use crate::counts::{Counts, UnitCounts, WHOLE, shares};
use crate::kinds::kind_of;
use crate::leads::Leads;
use crate::settle::{Lab, Setup};

/// Logarithms are counted in whole parts, this many to one, so that they can be added in any order.
pub(crate) const LOG: f64 = 4_294_967_296.0;
/// The most words that are told apart.
const MAX_WORDS: usize = 10_000;
/// The most moves whose kind is remembered.
const MAX_REMEMBERED: usize = 20_000;

/// Plays units of one table, on one thread.
pub(crate) trait UnitRunner {
    /// Plays these units and counts them.
    fn play(&mut self, units: Range<u64>) -> Result<Counts, BlockError>;
}

/// Sets a table up, and makes its runner.
pub(crate) fn unit_runner<'a>(
    lab: &'a Lab,
    setup: &Setup,
) -> Result<Box<dyn UnitRunner + 'a>, NoTable> {
    struct Build<'a>(&'a Lab);
    impl<'a> Visitor for Build<'a> {
        type Out = Box<dyn UnitRunner + 'a>;
        fn visit<G: Hosted>(self, game: G) -> Self::Out {
            Box::new(Typed { game, lab: self.0 })
        }
    }
    visit(&lab.game, &setup.options, lab.seats, Build(lab))
}

struct Typed<'a, G> {
    game: G,
    lab: &'a Lab,
}

impl<G: Hosted> UnitRunner for Typed<'_, G> {
    fn play(&mut self, units: Range<u64>) -> Result<Counts, BlockError> {
        let mut notes = Notes::new(&self.game);
        let mut players: Vec<Box<dyn Player<G>>> = Vec::new();
        for number in units {
            let everybody = (0..self.lab.seats as u8).collect();
            let block = Block::new(self.lab.seed, number, 0, 0, number, everybody);
            let luck = block.luck();
            for lineup in block.lineups().take(self.lab.games_a_unit()) {
                players.clear();
                for (index, player) in lineup.iter().enumerate() {
                    let spec = &self.lab.players[usize::from(*player)];
                    let seed = luck.player_seed(Seat::at(index));
                    let player = computer_player(&self.game, &spec.name, seed);
                    let player = player.ok_or_else(|| BlockError::Player(spec.name.clone()))?;
                    players.push(spec.effort.limit(player));
                }
                let mut dealer = Dealer::new(&luck.seed(), &Shares::none());
                watch(&self.game, &mut players, &mut dealer, &lineup, &mut notes)?;
            }
            notes.close_unit();
        }
        Ok(notes.counts)
    }
}

/// Plays one game and takes notes of it; `lineup` says which player sits where.
pub(crate) fn watch<G: Hosted>(
    game: &G,
    players: &mut [Box<dyn Player<G>>],
    dealer: &mut Dealer,
    lineup: &[u8],
    notes: &mut Notes<'_, G>,
) -> Result<(), PlayError> {
    notes.begin();
    let (outcome, acts) = play_watched(game, players, dealer, &Budget::UNLIMITED, notes)?;
    notes.end(lineup, &outcome, acts);
    Ok(())
}

impl<G: Hosted> Watcher<G> for Notes<'_, G> {
    fn stands(&mut self, game: &G, state: &G::State) {
        if let Some(standing) = game.standing(state) {
            self.leads.note(self.acts, &standing);
        }
    }

    fn asked(&mut self, _: Seat, question: &G::Question, menu: &G::Menu) {
        self.question = self.ask(question, menu);
    }

    fn chosen(&mut self, seat: Seat, chosen: &G::Move) {
        self.choose(self.question, seat, chosen);
    }

    fn acted(&mut self, _: ActOf<G>) {
        self.acts += 1;
    }
}

/// A word of a question or a move, by its number; `None` beyond [`MAX_WORDS`].
type Word = Option<u32>;

/// What is noted of some units in a row.
pub(crate) struct Notes<'a, G: Hosted> {
    /// It says of what parts a move is.
    game: &'a G,
    pub(crate) counts: Counts,
    unit: UnitCounts,
    leads: Leads,
    /// The number of acts of this game so far.
    acts: u32,
    decisions: u32,
    /// The kind of the question that was put last.
    question: Word,
    /// Words and their numbers.
    words: HashMap<String, u32>,
    spelled: Vec<String>,
    /// The kinds of moves, so that each is written out once.
    moves: HashMap<G::Move, Word>,
    /// Where a kind is counted.
    places: HashMap<(u32, u32), Option<usize>>,
    /// By kind: what is not yet closed.
    open: Vec<Open>,
    /// The kinds that were chosen in this game, and in this unit.
    chosen_in_game: Vec<usize>,
    chosen_in_unit: Vec<usize>,
    /// The number of the decision, and the last one in which another kind was offered.
    decision: u64,
    other: u64,
    json: Vec<u8>,
}

/// What is not yet closed of a kind.
#[derive(Clone, Copy, Default)]
struct Open {
    /// The last decision in which it was offered.
    decision: u64,
    /// The seats that have chosen it in this game.
    seats: Seats,
    /// Seats of games of this unit that chose it, and their wins less those of average seats.
    parts: u64,
    sum: i64,
}

impl<'a, G: Hosted> Notes<'a, G> {
    pub(crate) fn new(game: &'a G) -> Self {
        Self {
            game,
            counts: Counts::new(game.seats()),
            unit: UnitCounts::default(),
            leads: Leads::default(),
            acts: 0,
            decisions: 0,
            question: None,
            words: HashMap::new(),
            spelled: Vec::new(),
            moves: HashMap::new(),
            places: HashMap::new(),
            open: Vec::new(),
            chosen_in_game: Vec::new(),
            chosen_in_unit: Vec::new(),
            decision: 0,
            other: 0,
            json: Vec::new(),
        }
    }

    fn begin(&mut self) {
        self.leads.clear();
        (self.acts, self.decisions) = (0, 0);
        for kind in self.chosen_in_game.drain(..) {
            self.open[kind].seats = Seats::NONE;
        }
    }

    /// Notes that a seat is asked; returns the kind of the question.
    fn ask(&mut self, question: &G::Question, menu: &G::Menu) -> Word {
        self.decisions += 1;
        self.decision += 1;
        let count = menu.count();
        if count > 1 {
            self.counts.choices.add(i64::try_from(count).unwrap_or(i64::MAX));
            self.counts.logs += u128::from(log(count));
        }
        let question = self.kind_of_question(question);
        for entry in (0..menu.entries()).filter_map(|index| menu.entry(index)) {
            let (Entry::One(first) | Entry::Range { first, .. }) = entry;
            let place = self.place(question, &first);
            let last = place.map_or(&mut self.other, |kind| &mut self.open[kind].decision);
            if *last < self.decision {
                *last = self.decision;
                match place {
                    Some(kind) => self.counts.kinds.list[kind].counts.offered += 1,
                    None => self.counts.kinds.other.offered += 1,
                }
            }
        }
        question
    }

    fn choose(&mut self, question: Word, seat: Seat, chosen: &G::Move) {
        let Some(kind) = self.place(question, chosen) else {
            self.counts.kinds.other.chosen += 1;
            return;
        };
        self.counts.kinds.list[kind].counts.chosen += 1;
        let open = &mut self.open[kind];
        if open.seats.is_empty() {
            self.chosen_in_game.push(kind);
        }
        open.seats = open.seats.with(seat);
    }

    fn end(&mut self, lineup: &[u8], outcome: &Outcome, acts: u32) {
        self.counts.decisions.add(self.decisions.into());
        let story = self.leads.story(acts);
        self.unit.add(&mut self.counts, lineup, outcome, acts, story);
        let places = outcome.places.as_slice();
        let (won, expected) = (shares(places), WHOLE / i64::from(places.len().max(1) as u8));
        for &kind in &self.chosen_in_game {
            let open = &mut self.open[kind];
            if open.parts == 0 {
                self.chosen_in_unit.push(kind);
            }
            for seat in open.seats.iter() {
                open.parts += 1;
                open.sum += won[seat.index()] - expected;
            }
        }
    }

    /// Closes a unit: the games since the last time.
    pub(crate) fn close_unit(&mut self) {
        self.unit.close(&mut self.counts);
        for kind in self.chosen_in_unit.drain(..) {
            let open = &mut self.open[kind];
            self.counts.kinds.list[kind].counts.choosers.add(open.parts, open.sum);
            (open.parts, open.sum) = (0, 0);
        }
    }

    /// Where a move is counted; `None` is among the others.
    fn place(&mut self, question: Word, played: &G::Move) -> Option<usize> {
        let kind = if let Some(known) = self.moves.get(played) {
            *known
        } else {
            let kind = self.word(&kind_of(&self.game.phrase(played)));
            if self.moves.len() < MAX_REMEMBERED {
                self.moves.insert(played.clone(), kind);
            }
            kind
        };
        let (question, kind) = (question?, kind?);
        if let Some(place) = self.places.get(&(question, kind)) {
            return *place;
        }
        let (asked, named) = (&self.spelled[question as usize], &self.spelled[kind as usize]);
        let place = self.counts.kinds.place(asked, named);
        self.places.insert((question, kind), place);
        self.open.resize(self.counts.kinds.list.len(), Open::default());
        place
    }

    fn word(&mut self, word: &str) -> Word {
        if let Some(number) = self.words.get(word) {
            return Some(*number);
        }
        if self.spelled.len() >= MAX_WORDS {
            return None;
        }
        let number = self.spelled.len() as u32;
        self.spelled.push(word.to_owned());
        self.words.insert(word.to_owned(), number);
        Some(number)
    }

    /// The kind of a question, as bots are told it.
    fn kind_of_question(&mut self, question: &G::Question) -> Word {
        let mut json = std::mem::take(&mut self.json);
        json.clear();
        serde_json::to_writer(&mut json, question).expect("questions have a JSON form");
        let kind: QuestionKind<'_> = serde_json::from_slice(&json).expect("a question has a kind");
        let word = self.word(kind.as_str());
        self.json = json;
        word
    }
}

#[expect(clippy::cast_sign_loss, reason = "a number above one has a logarithm above zero")]
fn log(count: u64) -> u64 {
    (float(count).ln() * LOG).round() as u64
}
