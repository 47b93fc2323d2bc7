//! Who meets whom, and when.
//!
//! A tournament is a row of blocks. Which players a block brings together follows from the tournament
//! alone, or, where the format says so, from the rounds that are over; never from what is played at the
//! same time. So a tournament is the same however many games are played at once.

mod knockout;
mod ladder;
mod matching;
mod swiss;

use crate::block::Block;
use crate::tournament::{Format, Lineup, Tournament};

/// The row of blocks.
#[derive(Clone, Debug)]
pub struct Schedule {
    seed: u64,
    format: Format,
    /// How many rounds are played, where the format has rounds.
    most: u32,
    blocks: u64,
    seats: usize,
    /// All rounds so far. Round robin and gauntlet have one.
    rounds: Vec<Round>,
    field: Field,
    is_over: bool,
}

/// All players, and their results.
#[derive(Clone, Debug)]
struct Field {
    /// Half-points of each player in the rounds that are over, byes included.
    points: Vec<u64>,
    /// How often each player sat out.
    byes: Vec<u32>,
    /// Which players are out of a knockout.
    out: Vec<bool>,
    /// The order that counts for the format: those still in a knockout, the ladder from the top.
    order: Vec<u8>,
}

/// Tables that are played at the same time.
#[derive(Clone, Debug)]
struct Round {
    /// The number of its first block.
    first: u64,
    tables: Vec<Table>,
    /// How many blocks each table plays.
    blocks: u64,
    /// How many blocks are over.
    over: u64,
    /// How often its tables have played before and shared the first place.
    replays: u32,
}

/// A round that is to be played.
struct Draw {
    lineups: Vec<Lineup>,
    blocks: u64,
    replays: u32,
}

/// A table of a round.
#[derive(Clone, Debug)]
struct Table {
    event: usize,
    lineup: Lineup,
    /// Half-points of each player at the table.
    points: Vec<u64>,
}

impl Table {
    fn new(event: usize, lineup: Lineup) -> Self {
        let points = vec![0; lineup.len()];
        Self { event, lineup, points }
    }

    /// The players of the table, the best first; equal ones in the order of the lineup.
    fn ranking(&self) -> Vec<u8> {
        let mut ranked: Vec<usize> = (0..self.lineup.len()).collect();
        ranked.sort_by_key(|&index| std::cmp::Reverse(self.points[index]));
        ranked.into_iter().map(|index| self.lineup[index]).collect()
    }
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// This block.
    Play(Block),
    /// Nothing before more blocks are over.
    Wait,
    /// Nothing.
    End,
}

impl Schedule {
    /// The schedule of a tournament.
    pub fn new(tournament: &Tournament) -> Self {
        let players = tournament.players.len();
        let seats = tournament.events.first().map_or(2, |event| event.seats);
        let mut schedule = Self {
            seed: tournament.seed,
            format: tournament.format,
            most: tournament.rounds,
            blocks: tournament.blocks,
            seats,
            rounds: Vec::new(),
            field: Field {
                points: vec![0; players],
                byes: vec![0; players],
                out: vec![false; players],
                order: (0..players as u8).collect(),
            },
            is_over: false,
        };
        match tournament.format {
            Format::RoundRobin | Format::Gauntlet => {
                let always = usize::from(tournament.format == Format::Gauntlet);
                let mut tables = Vec::new();
                for (event, settled) in tournament.events.iter().enumerate() {
                    let lineups = lineups(players, settled.seats, always);
                    tables.extend(lineups.into_iter().map(|who| Table::new(event, who)));
                }
                schedule.push(tables, tournament.blocks, 0);
            }
            Format::Swiss | Format::Knockout | Format::Ladder => schedule.go_on(),
        }
        schedule
    }

    /// The block with this number.
    pub fn block(&self, number: u64) -> Next {
        let round = self.rounds.iter().rfind(|round| round.first <= number);
        let Some(round) = round.filter(|round| number < round.end()) else {
            return if self.is_over || !self.format.is_adaptive() { Next::End } else { Next::Wait };
        };
        let tables = round.tables.len() as u64;
        let within = number - round.first;
        let (table, turn) = ((within % tables) as usize, within / tables);
        let Table { event, lineup, .. } = &round.tables[table];
        let turn = round.first + turn;
        Next::Play(Block::new(self.seed, number, *event, table, turn, lineup.clone()))
    }

    /// How many blocks there are, as far as that is known.
    pub fn known(&self) -> u64 {
        self.rounds.last().map_or(0, Round::end)
    }

    /// How many rounds there were and are, for formats that have rounds.
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// How many games there are, as far as that is known.
    pub fn known_games(&self) -> u64 {
        let games = |round: &Round| {
            let seats = round.tables.iter().map(|table| table.lineup.len() as u64);
            round.blocks.saturating_mul(seats.sum())
        };
        self.rounds.iter().map(games).sum()
    }

    /// The order that the format itself leads to, the best first, once it is over.
    pub fn order(&self) -> Option<Vec<u8>> {
        if !self.is_over {
            return None;
        }
        let mut order = self.field.order.clone();
        if self.format == Format::Swiss {
            order.sort_by_key(|player| std::cmp::Reverse(self.field.points[usize::from(*player)]));
        }
        Some(order)
    }

    /// Notes the half-points of the players of a block. Blocks come in order.
    pub fn learn(&mut self, block: &Block, points: &[u32]) {
        if !self.format.is_adaptive() {
            return;
        }
        let Some(round) = self.rounds.last_mut() else { return };
        let Some(table) = round.tables.get_mut(block.table) else { return };
        for (sum, points) in table.points.iter_mut().zip(points) {
            *sum += u64::from(*points);
        }
        round.over += 1;
        if round.first + round.over == round.end() {
            self.go_on();
        }
    }

    /// Makes the next round of a format whose rounds depend on each other.
    fn go_on(&mut self) {
        if let Some(round) = self.rounds.last() {
            for table in &round.tables {
                for (player, points) in table.lineup.iter().zip(&table.points) {
                    self.field.points[usize::from(*player)] += points;
                }
            }
        }
        let next = match self.format {
            Format::Swiss => self.next_swiss(),
            Format::Knockout => self.next_knockout(),
            Format::Ladder => self.next_ladder(),
            Format::RoundRobin | Format::Gauntlet => None,
        };
        match next {
            Some(draw) if !draw.lineups.is_empty() => {
                let mut tables: Vec<Table> =
                    draw.lineups.into_iter().map(|who| Table::new(0, who)).collect();
                if draw.replays > 0 {
                    self.carry_over(&mut tables);
                }
                self.push(tables, draw.blocks, draw.replays);
            }
            _ => self.is_over = true,
        }
    }

    /// Tables that play on keep their points: a player who was beaten gets no second chance.
    fn carry_over(&self, tables: &mut [Table]) {
        let Some(last) = self.rounds.last() else { return };
        for table in tables {
            let before = last.tables.iter().find(|before| before.lineup == table.lineup);
            if let Some(before) = before {
                table.points.clone_from(&before.points);
            }
        }
    }

    fn push(&mut self, tables: Vec<Table>, blocks: u64, replays: u32) {
        self.rounds.push(Round { first: self.known(), tables, blocks, over: 0, replays });
    }
}

impl Round {
    fn end(&self) -> u64 {
        self.first + self.blocks * self.tables.len() as u64
    }
}

/// How many tables the first round has.
pub(crate) fn tables_of(format: Format, players: usize, seats: usize) -> u64 {
    match format {
        Format::RoundRobin => choose(players, seats),
        Format::Gauntlet => choose(players.saturating_sub(1), seats.saturating_sub(1)),
        Format::Swiss | Format::Knockout | Format::Ladder => (players / seats.max(1)) as u64,
    }
}

/// The number of ways to choose `how_many` out of `of`, or the largest number there is.
fn choose(of: usize, how_many: usize) -> u64 {
    if how_many > of {
        return 0;
    }
    (0..how_many as u64)
        .fold(1u64, |ways, index| ways.saturating_mul(of as u64 - index) / (index + 1))
}

/// All lineups of `seats` out of `players`. The first `always` players are in every one of them.
fn lineups(players: usize, seats: usize, always: usize) -> Vec<Lineup> {
    let mut found = Vec::new();
    let mut chosen: Vec<usize> = (0..seats).collect();
    if seats > players {
        return found;
    }
    loop {
        found.push(chosen.iter().map(|&player| player as u8).collect());
        // The next set in the order of the alphabet: the last that can go up does, and those behind
        // it follow closely.
        let can_rise = (always..seats).rev().find(|&at| chosen[at] < players - seats + at);
        let Some(at) = can_rise else { return found };
        let next = chosen[at] + 1;
        for (offset, slot) in chosen[at..].iter_mut().enumerate() {
            *slot = next + offset;
        }
    }
}

#[cfg(test)]
mod tests;
