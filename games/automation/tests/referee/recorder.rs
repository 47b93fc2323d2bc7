//! Plays games at tables of all sorts and writes them down.

use std::any::Any;

use parlor_automation::{
    Automation, Card, Kingdom, Move, Offer, Options, Question, Rules, SetOption,
};
use parlor_engine::rand_core::Rng;
use parlor_engine::sample::{below, playout_rng, shuffle};
use parlor_engine::{
    Act, Ask, Budget, Game, Hosted, Menu, Odds, Player, Prompt, Random, Rulebook, Seat, Seats,
    Turn, Visitor,
};

use crate::book::{Book, Edition};
use crate::record::{Entry, Record, Table};

/// The kinds of questions.
pub(crate) const KINDS_OF_QUESTION: [&str; QUESTIONS] = [
    "action",
    "money",
    "buy",
    "sift",
    "discard",
    "trash",
    "gain",
    "choose",
    "play twice",
    "react",
    "yield",
    "drop",
];
/// How many kinds there are.
pub(crate) const QUESTIONS: usize = 12;

/// Plays one game after the other into the same record.
pub(crate) struct Recorder {
    pub(crate) record: Record,
    /// How often each kind of question was asked.
    pub(crate) asked: [u64; QUESTIONS],
    /// How often each of [`names`] sat at a table.
    pub(crate) seated: Vec<u64>,
}

/// Actions that do something to somebody.
const ATTACK_RICH: [Card; 10] = [
    Card::Hack,
    Card::EvergreenTest,
    Card::Ransomware,
    Card::Monitoring,
    Card::Parallelization,
    Card::DailyScrum,
    Card::CodeReview,
    Card::TechDebt,
    Card::Refactor,
    Card::MergeConflict,
];

/// Everybody who can sit down: two that are made here, then the game's own players.
pub(crate) fn names() -> Vec<&'static str> {
    let own = Automation::about().players.iter().map(|character| character.name);
    ["random", "eager"].into_iter().chain(own).collect()
}

/// The table with this number: the same number is always the same table.
fn table<R: Rng>(rng: &mut R) -> Table {
    let one_of = |rng: &mut R, from: &[u16]| from[below(rng, from.len() as u64) as usize];
    let set = if below(rng, 4) == 0 { Edition::Base } else { Edition::Standard };
    let kingdom = match (set, below(rng, 3)) {
        (Edition::Base, _) | (_, 0) => None,
        (_, 1) => {
            let book = Book::new(set);
            let mut actions: Vec<Card> =
                book.cards().filter(|card| book.is_action(*card)).collect();
            shuffle(rng, &mut actions);
            actions.truncate(10);
            Some(actions)
        }
        _ => Some(ATTACK_RICH.to_vec()),
    };
    Table {
        set,
        kingdom,
        turns: one_of(rng, &[1, 3, 15, 20, 20, 25, 25, 30, 40]),
        frameworks: one_of(rng, &[0, 0, 0, 0, 1, 2, 5, 12]) as u8,
        seats: one_of(rng, &[1, 2, 2, 2, 3, 3, 4, 4]).into(),
    }
}

/// The same table with a set that is not in the box.
fn own_table<R: Rng>(rng: &mut R) -> Table {
    let set = if below(rng, 2) == 0 { Edition::Startup } else { Edition::Odd };
    let table = table(rng);
    let book = Book::new(set);
    let kingdom = (below(rng, 2) == 0).then(|| {
        let mut actions: Vec<Card> = book.cards().filter(|card| book.is_action(*card)).collect();
        shuffle(rng, &mut actions);
        actions.truncate(book.kingdom);
        actions
    });
    Table { set, kingdom, ..table }
}

/// The rules for a table.
pub(crate) fn rules(table: &Table) -> Rules {
    struct Take;
    impl Visitor for Take {
        type Out = Box<dyn Any>;
        fn visit<G: Hosted>(self, game: G) -> Box<dyn Any> {
            Box::new(game)
        }
    }
    let set = match (table.set, table.set.file()) {
        (_, Some(file)) => serde_json::from_str(file).expect("a set"),
        (Edition::Base, None) => SetOption::default(),
        (_, None) => SetOption::named("standard").expect("a set in the box"),
    };
    let kingdom = table.kingdom.iter().flatten().copied();
    let options = Options {
        set,
        kingdom: Kingdom::of(kingdom),
        turns: Some(table.turns.into()),
        frameworks: table.frameworks.into(),
    };
    let game = Automation::set_up(options, table.seats, Take).expect("a table");
    *game.downcast().expect("the rules of Automation")
}

impl Recorder {
    pub(crate) fn new() -> Self {
        let table = Table { set: Edition::Base, kingdom: None, turns: 1, frameworks: 0, seats: 1 };
        let record = Record { table, entries: Vec::new(), outcome: None };
        Self { record, asked: [0; QUESTIONS], seated: vec![0; names().len()] }
    }

    /// Plays the game with this number; the same number is always the same game.
    pub(crate) fn play(&mut self, number: u64) -> &Record {
        let mut rng = playout_rng(number);
        // Every fifth with a set of its own.
        let make = if number % 5 == 4 { own_table } else { table };
        self.record.table = make(&mut rng);
        let game = rules(&self.record.table);
        let mut players = self.players(&game, &mut rng);
        // In one game of eight people leave, at any moment.
        let restless = below(&mut rng, 8) == 0;
        let leaves = if restless { 20 + below(&mut rng, 400) } else { 0 };
        self.play_out(&game, &mut players, leaves, &mut rng);
        &self.record
    }

    /// All alike at every third table, else anybody.
    fn players<R: Rng>(&mut self, game: &Rules, rng: &mut R) -> Vec<Box<dyn Player<Rules>>> {
        let names = names();
        let alike = below(rng, 3) == 0;
        let mut who = below(rng, names.len() as u64) as usize;
        let mut players: Vec<Box<dyn Player<Rules>>> = Vec::new();
        for _ in 0..game.seats() {
            if !alike {
                who = below(rng, names.len() as u64) as usize;
            }
            self.seated[who] += 1;
            let seed = rng.next_u64();
            players.push(match names[who] {
                "random" => Box::new(Random::new(seed)),
                "eager" => Box::new(Eager::new(self.record.table.set, seed)),
                own => game.player(own, seed).expect("a player the game names"),
            });
        }
        players
    }

    fn play_out<R: Rng>(
        &mut self,
        game: &Rules,
        players: &mut [Box<dyn Player<Rules>>],
        leaves: u64,
        rng: &mut R,
    ) {
        self.record.entries.clear();
        let mut state = game.start();
        let mut here = Seats::first_n(game.seats());
        loop {
            let act = match game.turn(&state) {
                Turn::Over => break,
                _ if leaves > 0 && below(rng, leaves) == 0 => {
                    let seat = any(here, rng);
                    here = here.without(seat);
                    Act::Leave(seat)
                }
                Turn::Chance => {
                    let odds = game.odds(&state).expect("chance that is due has odds");
                    Act::Chance(odds.draw(rng).expect("odds have an outcome"))
                }
                Turn::Ask { seats, why } => {
                    self.asked[kind_of(why)] += 1;
                    let seat = any(seats, rng);
                    let prompt = Prompt::of(game, &state, seat).expect("it is asked");
                    let ask = prompt.ask(game, &Budget::UNLIMITED);
                    Act::Move(seat, players[seat.index()].choose(&ask))
                }
            };
            self.record.entries.push(Entry::Act(act));
            if let Err(why) = game.apply(&mut state, &act, &mut self.record) {
                panic!("'{act}' was refused: {why}\n{}", self.record);
            }
        }
        self.record.outcome = game.outcome(&state);
    }
}

fn any<R: Rng>(seats: Seats, rng: &mut R) -> Seat {
    let number = below(rng, seats.len() as u64) as usize;
    seats.iter().nth(number).expect("somebody is there")
}

fn kind_of(question: Question) -> usize {
    match question {
        Question::Action => 0,
        Question::Money => 1,
        Question::Buy => 2,
        Question::Sift { .. } => 3,
        Question::Discard { .. } => 4,
        Question::Trash { .. } => 5,
        Question::Gain { .. } => 6,
        Question::Choose { .. } => 7,
        Question::PlayTwice { .. } => 8,
        Question::React { .. } => 9,
        Question::Yield { .. } => 10,
        Question::Drop { .. } => 11,
    }
}

/// Does something wherever something can be done, and mostly buys the dearest: games with it get
/// to the last Framework, which games at random hardly do.
pub(crate) struct Eager {
    dice: u64,
    book: Book,
}

impl Eager {
    pub(crate) fn new(set: Edition, seed: u64) -> Self {
        Self { dice: seed, book: Book::new(set) }
    }
}

impl Player<Rules> for Eager {
    fn choose(&mut self, ask: &Ask<'_, Rules>) -> Move {
        let mut rng = playout_rng(self.dice);
        self.dice = rng.next_u64();
        let menu: &Offer = ask.menu;
        let out = u64::from(menu.way_out().is_some());
        let things = menu.count() - out;
        // A Backlog that throws everything away is no fun.
        let sated = matches!(ask.question, Question::Sift { .. }) && below(&mut rng, 2) == 0;
        if things == 0 || sated {
            return menu.nth(menu.count() - 1).expect("a way out");
        }
        if *ask.question == Question::Buy && below(&mut rng, 3) > 0 {
            let price = |played: &Move| match played {
                Move::Buy(card) => self.book.line(*card).map_or(0, |line| line.price),
                _ => 0,
            };
            return menu.iter().take(things as usize).max_by_key(price).expect("something");
        }
        menu.nth(below(&mut rng, things)).expect("something")
    }
}
