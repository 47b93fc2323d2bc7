//! Where games are played: one hall for each thread and game.

use std::time::Duration;

use parlor_engine::{Act, AnyTable, Budget, Hosted, PerSeat, Player, Seat, Visitor};
use parlor_registry::{NoTable, find, visit};
use parlor_runner::{
    Care, Dealer, End, Guest, House, Link, Live, PlayError, Record, SeatSpec, Shares, Sitter,
    Sitting, invite, play_watched,
};
use thiserror::Error;

use crate::block::Block;
use crate::game::{BY_FAULT, BY_LENGTH, Game};
use crate::tournament::{Event, Meeting, Tournament};

/// Why a block could not be played. It is a mistake of Parlor, not of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotPlayed {
    /// The table cannot be set up, though it could when the tournament was settled.
    #[error(transparent)]
    Table(#[from] NoTable),
    /// A computer player of the game breaks its rules.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A game or a player of the house has come to a stop in the middle.
    #[error("the game or one of its computer players panicked; what it said stands above")]
    Panicked,
    /// There is no such computer player.
    #[error("the game has no player '{0}'")]
    Player(String),
}

/// Everything a hall needs to know.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) specs: Vec<SeatSpec>,
    pub(crate) names: Vec<String>,
    pub(crate) house: House,
    pub(crate) care: Care,
    /// Whether records are wanted.
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
                ..House::default()
            },
            care,
            records,
        }
    }
}

/// What a player has used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeUsed {
    /// How long it thought.
    pub time: Duration,
    /// Over how many answers.
    pub answers: u64,
}

/// A block that was played.
#[derive(Debug, Default)]
pub(crate) struct Played {
    pub(crate) games: Vec<Game>,
    /// One for each game, where records are wanted.
    pub(crate) records: Vec<Record>,
    /// What those who met have used up, where that was measured; in the order of the meeting.
    pub(crate) used: Vec<TimeUsed>,
}

/// Plays blocks of one event.
pub(crate) trait Hall {
    fn play(&mut self, block: &Block, plan: &Plan) -> Result<Played, NotPlayed>;
}

/// A hall for the players of the house alone: as fast as can be.
pub(crate) fn typed(event: &Event) -> Result<Box<dyn Hall>, NoTable> {
    struct Build;
    impl Visitor for Build {
        type Out = Box<dyn Hall>;
        fn visit<G: Hosted>(self, game: G) -> Box<dyn Hall> {
            Box::new(Typed { game, players: Vec::new() })
        }
    }
    visit(&event.game, &event.options, event.seats, Build)
}

struct Typed<G: Hosted> {
    game: G,
    players: Vec<Box<dyn Player<G>>>,
}

impl<G: Hosted> Hall for Typed<G> {
    fn play(&mut self, block: &Block, plan: &Plan) -> Result<Played, NotPlayed> {
        let mut games = Vec::with_capacity(block.games());
        for seating in block.seatings() {
            self.players.clear();
            for (index, player) in seating.iter().enumerate() {
                let SeatSpec::Computer(name) = &plan.specs[usize::from(*player)] else {
                    return Err(NotPlayed::Player(plan.names[usize::from(*player)].clone()));
                };
                let seed = block.player_seed(Seat::at(index));
                let player = self.game.computer_player(name, seed);
                self.players.push(player.ok_or_else(|| NotPlayed::Player(name.clone()))?);
            }
            let mut dealer = Dealer::new(&block.seed(), &Shares::none());
            let (players, budget) = (&mut self.players, Budget::default());
            let (outcome, acts) = play_watched(&self.game, players, &mut dealer, budget, &mut ())?;
            games.push(Game::over(seating, outcome, acts));
        }
        Ok(Played { games, ..Played::default() })
    }
}

/// A hall for everybody, and for records.
pub(crate) fn open_to_all(event: &Event) -> Box<dyn Hall> {
    Box::new(OpenToAll { event: event.clone(), kept: Vec::new() })
}

struct OpenToAll {
    event: Event,
    /// Bots that wait for another game, each with the player it is and the number of its game in a
    /// block. None plays two games of the same block: it would know the cards.
    kept: Vec<(Chair, Link)>,
}

/// Which bot of which game of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Chair {
    player: u8,
    game: usize,
}

/// So many bots wait for another game at most.
const MAX_KEPT: usize = 16;

impl Hall for OpenToAll {
    fn play(&mut self, block: &Block, plan: &Plan) -> Result<Played, NotPlayed> {
        let mut played =
            Played { used: vec![TimeUsed::default(); block.games()], ..Played::default() };
        for (number, seating) in block.seatings().enumerate() {
            let game = find(&self.event.game).map_err(NoTable::from)?;
            let table = game.open(&self.event.options, self.event.seats).map_err(NoTable::from)?;
            let guests = self.guests(&*table, block, number, &seating, plan);
            let sitting = sit_down(table, block, &seating, plan);
            let seeds = PerSeat::from_fn(seating.len(), |seat| block.bot_seed(number, seat));
            let house = House { bot_seeds: Some(seeds), ..plan.house.clone() };
            let mut live = Live::new(sitting, guests, house);
            live.run().expect("neither people nor dice by hand are in the arena");
            let (referee, links) = live.dissolve();
            for (index, link) in links.into_iter().enumerate() {
                let Some(link) = link else { continue };
                self.kept.push((Chair { player: seating[index], game: number }, link));
            }
            let excess = self.kept.len().saturating_sub(MAX_KEPT);
            self.kept.drain(..excess);
            for (index, player) in seating.iter().enumerate() {
                let (time, answers) = referee.time_used(Seat::at(index));
                let at = block.meeting.iter().position(|met| met == player);
                let Some(used) = at.and_then(|at| played.used.get_mut(at)) else { continue };
                used.time += time;
                used.answers += answers;
            }
            let has_bots = seating.iter().any(|player| plan.specs[usize::from(*player)].is_bot());
            let sitting = referee.sitting();
            let acts = sitting.acts();
            let result = match referee.end() {
                Some(End::Over(outcome)) => Game::over(seating, outcome.clone(), acts.len() as u32),
                Some(End::Fault) => {
                    let culprit = sitting.faults().last().map(|fault| fault.seat.index());
                    unfinished(seating, culprit, acts.len() as u32)
                }
                Some(End::Stopped) | None => unfinished(seating, None, acts.len() as u32),
            };
            played.games.push(Game {
                faults: sitting.faults().to_vec(),
                moves: has_bots.then(|| acts.iter().map(Act::to_string).collect()),
                ..result
            });
            if plan.records {
                played.records.push(sitting.record());
            }
        }
        Ok(played)
    }
}

impl OpenToAll {
    fn guests(
        &mut self,
        table: &dyn AnyTable,
        block: &Block,
        number: usize,
        seating: &Meeting,
        plan: &Plan,
    ) -> Vec<Guest> {
        let mut guests = Vec::new();
        for (index, player) in seating.iter().enumerate() {
            let chair = Chair { player: *player, game: number };
            let kept = self.kept.iter().position(|(kept, _)| *kept == chair);
            guests.push(if let Some(at) = kept {
                Guest::Bot(Box::new(self.kept.remove(at).1))
            } else {
                let seed = block.player_seed(Seat::at(index));
                invite(&plan.specs[usize::from(*player)], table, seed, &plan.care)
            });
        }
        guests
    }
}

/// The table of a game, with everybody's name and its luck.
pub(crate) fn sit_down(
    table: Box<dyn AnyTable>,
    block: &Block,
    seating: &Meeting,
    plan: &Plan,
) -> Sitting {
    let sitter = |player: &u8| {
        let player = usize::from(*player);
        Sitter::new(plan.specs[player].kind(), plan.names[player].clone())
    };
    let who = seating.iter().map(sitter).collect();
    Sitting::new(table, who, block.seed(), Shares::none())
}

/// A game without an outcome: whoever ended it by a fault is last, and all others are equal.
pub(crate) fn unfinished(seating: Meeting, culprit: Option<usize>, acts: u32) -> Game {
    let seats = seating.len();
    let last = seats as u8;
    let places = (0..seats).map(|seat| if Some(seat) == culprit { last } else { 1 }).collect();
    let reason = if culprit.is_some() { BY_FAULT } else { BY_LENGTH };
    Game {
        seating,
        places,
        scores: None,
        reason: reason.into(),
        acts,
        faults: Vec::new(),
        moves: None,
    }
}
