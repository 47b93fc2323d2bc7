//! Playing the games of a block. A worker thread has one runner for each event: a *typed* one where only
//! computer players play, which is fast, and an *erased* one where bots play or records are wanted.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use parlor_engine::{Act, AnyTable, Budget, Hosted, MAX_SEATS, PerSeat, Player, Seat, Visitor};
use parlor_match::{
    Absence, Dealer, End, House, Occupant, PlayError, Record, Referee, Shares, Sitting, Watcher,
    play_watched,
};
use parlor_registry::{NoTable, computer_player, find, visit};
use parlor_runner::{Arrival, Care, Link, Live, SeatSpec, invite};
use thiserror::Error;

use crate::block::{Block, Luck};
use crate::result::{BY_FAULT, BY_LENGTH, GameResult, id};
use crate::tournament::{Event, Lineup, Tournament};

/// Why a block could not be played. The mistake is in Parlor or in one of its computer players, never in a
/// bot.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BlockError {
    /// The table cannot be set up, though it could when the tournament was settled.
    #[error(transparent)]
    Table(#[from] NoTable),
    /// A computer player broke the rules of the game.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The game or a computer player panicked.
    #[error("the game or one of its computer players panicked; what it said stands above")]
    Panicked,
    /// There is no such computer player.
    #[error("the game has no player '{0}'")]
    Player(String),
}

/// What a runner has to know of the tournament.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) specs: Vec<SeatSpec>,
    pub(crate) names: Vec<String>,
    pub(crate) house: House,
    pub(crate) care: Care,
    /// Whether every game is recorded.
    pub(crate) records: bool,
}

impl Plan {
    pub(crate) fn new(tournament: &Tournament, care: Care, records: bool) -> Self {
        Self {
            specs: tournament.specs(),
            names: tournament.players.iter().map(|player| player.name.clone()).collect(),
            house: House {
                terms: tournament.clock.parse().unwrap_or_default(),
                costs: tournament.faults.parse().unwrap_or_default(),
                patient: true,
                // A bot that hangs up has crashed: a tournament neither waits for it nor calls it again.
                absence: Absence { grace: Duration::ZERO, ..Absence::default() },
                ..House::default()
            },
            care,
            records,
        }
    }
}

/// How long a player thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeUsed {
    /// The time of all its answers together.
    pub time: Duration,
    /// The number of its answers.
    pub answers: u64,
}

impl TimeUsed {
    /// Adds the time of more answers.
    pub(crate) fn add(&mut self, more: Self) {
        self.time = self.time.saturating_add(more.time);
        self.answers = self.answers.saturating_add(more.answers);
    }
}

/// The results of blocks that were played in a row. A worker fills it again and again, so that games between
/// computer players allocate nothing.
#[derive(Debug, Default)]
pub(crate) struct Played {
    /// The games of all blocks, in their order.
    pub(crate) games: Vec<GameResult>,
    /// One for each game, where every game is recorded.
    pub(crate) records: Vec<Record>,
    /// How long players thought, where that was measured.
    pub(crate) used: Vec<Thought>,
    /// What bots wrote to standard error before they did something wrong.
    pub(crate) last_words: String,
}

/// Of what a bot wrote to standard error, this many lines are kept for each fault: the last ones.
const LAST_LINES: usize = 40;

/// How long a player thought in a game of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    pub(crate) event: usize,
    pub(crate) player: u8,
    pub(crate) used: TimeUsed,
}

/// Plays blocks of one event, on one thread.
pub(crate) trait BlockRunner {
    /// Plays a block, and adds its results to `played`. With `is_timed` it also measures how long computer
    /// players think; to look at the clock takes longer than some of them need.
    fn play(
        &mut self,
        block: &Block,
        plan: &Plan,
        is_timed: bool,
        played: &mut Played,
    ) -> Result<(), BlockError>;
}

/// A runner for computer players alone. It knows the type of the game, and is as fast as can be.
pub(crate) fn typed(event: &Event) -> Result<Box<dyn BlockRunner>, NoTable> {
    struct Build;
    impl Visitor for Build {
        type Out = Box<dyn BlockRunner>;
        fn visit<G: Hosted>(self, game: G) -> Box<dyn BlockRunner> {
            Box::new(TypedRunner { game, players: Vec::new(), seated: Lineup::new() })
        }
    }
    visit(&event.game, &event.options, event.seats, Build)
}

struct TypedRunner<G: Hosted> {
    game: G,
    /// The players of the last game, by seat, and their numbers.
    players: Vec<Box<dyn Player<G>>>,
    seated: Lineup,
}

impl<G: Hosted> TypedRunner<G> {
    /// Puts the players of a game in their seats, each with its seed. A player of the last game starts over
    /// where it can, and is not made again; in the games of a block that is every player.
    fn seat(&mut self, lineup: &Lineup, luck: &Luck, plan: &Plan) -> Result<(), BlockError> {
        for (index, player) in lineup.iter().enumerate() {
            let seed = luck.player_seed(Seat::at(index));
            let before = self.seated.iter().skip(index).position(|seated| seated == player);
            if let Some(further) = before {
                self.seated.swap(index, index + further);
                self.players.swap(index, index + further);
                if self.players[index].start_over(seed) {
                    continue;
                }
            }
            let SeatSpec::Computer(spec) = &plan.specs[usize::from(*player)] else {
                return Err(BlockError::Player(plan.names[usize::from(*player)].clone()));
            };
            let made = computer_player(&self.game, &spec.name, seed);
            let made = made.ok_or_else(|| BlockError::Player(spec.name.clone()))?;
            let made = spec.effort.limit(made);
            if index < self.players.len() {
                (self.players[index], self.seated[index]) = (made, *player);
            } else {
                self.players.push(made);
                self.seated.push(*player);
            }
        }
        Ok(())
    }
}

impl<G: Hosted> BlockRunner for TypedRunner<G> {
    fn play(
        &mut self,
        block: &Block,
        plan: &Plan,
        is_timed: bool,
        played: &mut Played,
    ) -> Result<(), BlockError> {
        let luck = block.luck();
        let mut dealer = Dealer::new(&luck.seed(), &Shares::none());
        for lineup in block.lineups() {
            dealer.rewind();
            self.seat(&lineup, &luck, plan)?;
            let (players, budget) = (&mut self.players, &Budget::UNLIMITED);
            let (outcome, acts) = if is_timed {
                let mut watch = Stopwatch::default();
                let ended = play_watched(&self.game, players, &mut dealer, budget, &mut watch)?;
                for (player, used) in lineup.iter().zip(watch.used) {
                    played.used.push(Thought { event: block.event, player: *player, used });
                }
                ended
            } else {
                play_watched(&self.game, players, &mut dealer, budget, &mut ())?
            };
            played.games.push(GameResult::over(lineup, outcome, acts));
        }
        Ok(())
    }
}

/// Measures how long computer players think.
#[derive(Default)]
struct Stopwatch {
    used: [TimeUsed; MAX_SEATS],
    asked: Option<Instant>,
}

impl<G: parlor_engine::Game> Watcher<G> for Stopwatch {
    fn asked(&mut self, _: Seat, _: &G::Question, _: &G::Menu) {
        self.asked = Some(Instant::now());
    }

    fn chosen(&mut self, seat: Seat, _: &G::Move) {
        let time = self.asked.map_or(Duration::ZERO, |asked| asked.elapsed());
        self.used[seat.index()].add(TimeUsed { time, answers: 1 });
    }
}

/// A runner for bots and computer players, and for records. It plays on an erased table.
pub(crate) fn erased(event: &Event) -> Box<dyn BlockRunner> {
    Box::new(ErasedRunner { event: event.clone(), kept: Vec::new() })
}

struct ErasedRunner {
    event: Event,
    /// Bots that have played and wait for another game.
    kept: Vec<KeptBot>,
}

/// A bot that waits for another game. It plays only games with the same number in their blocks, so never two
/// games of one block: it would know the cards of the second.
struct KeptBot {
    player: u8,
    game: usize,
    link: Link,
}

/// The most bots that wait for another game: all of a block, at the largest table.
const MAX_KEPT: usize = MAX_SEATS * MAX_SEATS;

impl BlockRunner for ErasedRunner {
    /// Here the time is always measured: bots have clocks.
    fn play(
        &mut self,
        block: &Block,
        plan: &Plan,
        _: bool,
        played: &mut Played,
    ) -> Result<(), BlockError> {
        let luck = block.luck();
        for (number, lineup) in block.lineups().enumerate() {
            let game = find(&self.event.game).map_err(NoTable::from)?;
            let table =
                game.open_recorded(&self.event.options, self.event.seats).map_err(NoTable::from)?;
            let arrivals = self.arrivals(&*table, &luck, number, &lineup, plan);
            let sitting = sit_down(table, &luck, &lineup, plan);
            let seeds = PerSeat::from_fn(lineup.len(), |seat| luck.bot_seed(number, seat));
            let house = House { bot_seeds: Some(seeds), ..plan.house.clone() };
            let mut live = Live::new(sitting, arrivals, house);
            live.run().expect("neither people nor dice by hand are in the arena");
            for fault in live.referee().faults() {
                let name = &plan.names[usize::from(lineup[fault.seat.index()])];
                let errors = live.errors(fault.seat).unwrap_or_default();
                let who = format!("{} {name}", id(block.number, number));
                note_last_words(&who, &errors, &mut played.last_words);
            }
            let (referee, links) = live.dissolve();
            self.keep(&lineup, number, links);
            for (index, player) in lineup.iter().enumerate() {
                let (time, answers) = referee.time_used(Seat::at(index));
                let used = TimeUsed { time, answers };
                played.used.push(Thought { event: block.event, player: *player, used });
            }
            played.games.push(result(&referee, lineup, plan));
            if plan.records {
                played.records.push(referee.sitting().record());
            }
        }
        Ok(())
    }
}

impl ErasedRunner {
    /// The arrivals at a table, seat by seat: bots that were kept, and new ones.
    fn arrivals(
        &mut self,
        table: &dyn AnyTable,
        luck: &Luck,
        game: usize,
        lineup: &Lineup,
        plan: &Plan,
    ) -> Vec<Arrival> {
        // A bot that ended between two games is started again.
        self.kept.retain(|bot| !bot.link.has_left());
        let arrival = |(index, player): (usize, &u8)| {
            let kept = self.kept.iter().position(|bot| bot.player == *player && bot.game == game);
            if let Some(at) = kept {
                Arrival::Bot(Box::new(self.kept.remove(at).link))
            } else {
                let seed = luck.player_seed(Seat::at(index));
                invite(&plan.specs[usize::from(*player)], table, seed, &plan.care)
            }
        };
        lineup.iter().enumerate().map(arrival).collect()
    }

    /// Keeps the bots of a game for the same game of another block.
    fn keep(
        &mut self,
        lineup: &Lineup,
        game: usize,
        links: impl IntoIterator<Item = Option<Link>>,
    ) {
        for (player, link) in lineup.iter().zip(links) {
            let Some(link) = link else { continue };
            self.kept.push(KeptBot { player: *player, game, link });
        }
        let excess = self.kept.len().saturating_sub(MAX_KEPT);
        self.kept.drain(..excess);
    }
}

/// What came of a game that is over.
fn result(referee: &Referee, lineup: Lineup, plan: &Plan) -> GameResult {
    let sitting = referee.sitting();
    let acts = sitting.acts();
    let has_bots = lineup.iter().any(|player| plan.specs[usize::from(*player)].is_bot());
    let result = match referee.end() {
        Some(End::Over(outcome)) => GameResult::over(lineup, outcome.clone(), acts.len() as u32),
        Some(End::Fault) => {
            let culprit = sitting.faults().last().map(|fault| fault.seat.index());
            unfinished(lineup, culprit, acts.len() as u32)
        }
        Some(End::Stopped) | None => unfinished(lineup, None, acts.len() as u32),
    };
    GameResult {
        faults: sitting.faults().to_vec(),
        moves: has_bots.then(|| acts.iter().map(Act::to_string).collect()),
        ..result
    }
}

/// Adds the last lines of what a bot wrote to standard error. They are read at a terminal, which obeys
/// control characters, so those are replaced.
fn note_last_words(who: &str, errors: &str, notes: &mut String) {
    let letter = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let all: Vec<&str> = errors.lines().collect();
    for line in &all[all.len().saturating_sub(LAST_LINES)..] {
        _ = writeln!(notes, "{who}: {}", line.chars().map(letter).collect::<String>());
    }
}

/// The match of a game: its table, the names of its players, and its luck.
pub(crate) fn sit_down(
    table: Box<dyn AnyTable>,
    luck: &Luck,
    lineup: &Lineup,
    plan: &Plan,
) -> Sitting {
    let occupant = |player: &u8| {
        let player = usize::from(*player);
        Occupant::new(plan.specs[player].kind(), plan.names[player].clone())
    };
    let who = lineup.iter().map(occupant).collect();
    Sitting::new(table, who, luck.seed(), Shares::none())
}

/// What came of a game without an outcome: the player whose fault ended it is last, and all others are
/// equal.
pub(crate) fn unfinished(lineup: Lineup, culprit: Option<usize>, acts: u32) -> GameResult {
    let seats = lineup.len();
    let last = seats as u8;
    let places = (0..seats).map(|seat| if Some(seat) == culprit { last } else { 1 }).collect();
    let reason = if culprit.is_some() { BY_FAULT } else { BY_LENGTH };
    GameResult {
        lineup,
        places,
        scores: None,
        reason: reason.into(),
        acts,
        faults: Vec::new(),
        moves: None,
    }
}

#[cfg(test)]
mod tests {
    use parlor_registry::computer_players;
    use serde_json::json;

    use super::*;
    use crate::tournament::{PlayerSettings, Settings};

    fn settled(game: &str, options: serde_json::Value, players: &[&str]) -> Tournament {
        let players = players.iter().map(|name| PlayerSettings::Spec((*name).to_owned())).collect();
        let settings =
            Settings { game: Some(game.to_owned()), options, players, ..Settings::default() };
        Tournament::settle(&settings, || 7).unwrap()
    }

    /// A limit changes nothing for players that do not search, and they are seated all the same.
    #[test]
    fn players_with_an_effort_are_seated() {
        let play = |players: &[&str]| {
            let tournament = settled("dots-and-boxes", json!({"boxes": "2x2"}), players);
            let plan = Plan::new(&tournament, Care::default(), false);
            let block = Block::new(7, 0, 0, 0, 0, [0, 1].into_iter().collect());
            let mut played = Played::default();
            let mut runner = typed(&tournament.events[0]).unwrap();
            runner.play(&block, &plan, false, &mut played).unwrap();
            (plan.names, played.games)
        };
        let (names, games) = play(&["easy:5@250ms", "random@1s"]);
        assert_eq!(names, ["easy:5@250ms", "random@1s"]);
        assert_eq!(games, play(&["easy", "random"]).1);
    }

    /// A player that starts over and a dealer that deals again do as new ones do: which players the runner
    /// had before, and where they sat, makes no difference. So it is for every computer player.
    #[test]
    fn a_runner_remembers_nothing() {
        let tables = [
            ("dots-and-boxes", json!({"boxes": "3x3"})),
            ("automation", json!({"set": "standard"})),
            ("chaos-letter", json!({"rounds": 1})),
            ("property-tycoon", json!({"rounds": 20})),
        ];
        for (game, options) in tables {
            let players: Vec<&str> = computer_players(&find(game).unwrap().about());
            let tournament = settled(game, options, &players);
            let plan = Plan::new(&tournament, Care::default(), false);
            let event = &tournament.events[0];
            let mut runner = typed(event).unwrap();
            for number in 0..3 * players.len() {
                // The same again, then with one who was not there.
                let first = number / 2;
                let who = |seat| ((first + seat) % players.len()) as u8;
                let lineup = (0..event.seats).map(who).collect();
                let block = Block::new(7, number as u64, 0, 0, number as u64, lineup);
                let (mut used, mut new) = (Played::default(), Played::default());
                runner.play(&block, &plan, false, &mut used).unwrap();
                typed(event).unwrap().play(&block, &plan, false, &mut new).unwrap();
                assert_eq!(used.games, new.games, "{game} {number}");
            }
        }
    }
}
