//! How fast a tournament goes, against the bare loop of the same players on as many threads.

use std::fmt;
use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use parlor_arena::{Folder, Orders, PlayerSettings, Settings, Shard, Tournament, run};
use parlor_engine::{Hosted, Visitor, playout_with};
use parlor_match::PlayerSpec;
use parlor_registry::visit;
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use crate::measure::{Bench, Cannot, Company, Table, for_a_while, median};

/// How long one side of a round is timed. A tournament is opened, written to disk and closed again, so
/// that it must be long enough for games to be what is timed.
const ROUND: Duration = Duration::from_secs(1);

/// What to measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaBench {
    /// The table, and how long to measure it: at least one round is played. Players must be named.
    pub table: Bench,
    /// How many games are played at a time, by both sides.
    pub jobs: usize,
}

/// How fast a tournament goes. Serialises to one line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArenaFigures {
    /// The game's id.
    pub game: String,
    /// The options that were asked for; what is not in it had its default.
    pub options: Value,
    /// Those who met in every game.
    pub players: Vec<String>,
    /// How many games were played at a time.
    pub jobs: usize,
    /// Rounds measured.
    pub rounds: usize,
    /// Games of the tournaments that were timed.
    pub games: u64,
    /// Games of a tournament a second: dealt, counted, rated and written to disk.
    pub games_per_s: f64,
    /// Games of the same players in a bare loop, a second, on as many threads in the same run.
    pub bare_games_per_s: f64,
    /// Games of a tournament for one game of the bare loop: the median of the rounds.
    pub arena_ratio: f64,
}

impl fmt::Display for ArenaFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, options, players) = (&self.game, &self.options, self.players.join(", "));
        writeln!(f, "{game} {options}, a tournament of {players}, {} at a time", self.jobs)?;
        writeln!(f, "  {:<18}{:>14.0}", "games/s", self.games_per_s)?;
        writeln!(f, "  {:<18}{:>14.0}", "bare games/s", self.bare_games_per_s)?;
        let (ratio, rounds) = (self.arena_ratio, self.rounds);
        write!(f, "  {:<18}{ratio:>14.3}  (median of {rounds} rounds)", "arena ratio")
    }
}

/// Why a tournament could not be measured.
#[derive(Debug, Error)]
pub enum CannotPlay {
    /// There is no such table, or nobody plays at it.
    #[error(transparent)]
    Table(#[from] Cannot),
    /// Nobody plays.
    #[error("a tournament needs players: name them")]
    Nobody,
    /// It could not be played.
    #[error("the tournament could not be played: {0}")]
    Tournament(String),
}

/// Measures tournaments of those who sit at a table.
pub fn arena(bench: &ArenaBench) -> Result<ArenaFigures, CannotPlay> {
    let table = Table::of(&bench.table)?;
    if table.players.is_empty() {
        return Err(CannotPlay::Nobody);
    }
    let (mut games, mut time, mut bare_rates, mut ratios) = (0, 0.0, Vec::new(), Vec::new());
    let mut spent = Duration::ZERO;
    while ratios.is_empty() || spent < bench.table.time {
        let seed = bench.table.seed + ratios.len() as u64;
        let bare = bare_pace(bench, &table, seed)?;
        let (played, took) = play_for_a_round(bench, &table, bare, seed)?;
        spent += ROUND + took;
        ratios.push(per_second(played, took) / bare);
        bare_rates.push(bare);
        games += played;
        time += took.as_secs_f64();
    }
    Ok(ArenaFigures {
        game: bench.table.game.clone(),
        rounds: ratios.len(),
        games,
        games_per_s: per_second(games, Duration::from_secs_f64(time)),
        bare_games_per_s: median(bare_rates),
        arena_ratio: median(ratios),
        jobs: bench.jobs,
        options: table.options,
        players: table.players.iter().map(ToString::to_string).collect(),
    })
}

/// Games a second of a bare loop on every thread, together.
fn bare_pace(bench: &ArenaBench, table: &Table, seed: u64) -> Result<f64, Cannot> {
    let together = Barrier::new(bench.jobs);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..bench.jobs as u64)
            .map(|thread| {
                let bare =
                    Bare { players: &table.players, seed: seed + thread, together: &together };
                let game = &bench.table.game;
                scope.spawn(move || visit(game, &table.options, table.seats, bare))
            })
            .collect();
        let mut pace = 0.0;
        for thread in threads {
            let (games, time) = thread.join().expect("a bare loop does not panic")?;
            pace += per_second(games, time);
        }
        Ok(pace)
    })
}

/// The bare loop of one thread.
struct Bare<'a> {
    players: &'a [PlayerSpec],
    seed: u64,
    together: &'a Barrier,
}

impl Visitor for Bare<'_> {
    type Out = (u64, Duration);

    fn visit<G: Hosted>(self, game: G) -> (u64, Duration) {
        // A tournament has everybody in every seat, and a game may be longer for it.
        let mut lineup = self.players.to_vec();
        let mut lineups: Vec<Company<G>> = Vec::new();
        for _ in 0..lineup.len() {
            lineups.push(Company::new(&game, &lineup, self.seed));
            lineup.rotate_left(1);
        }
        let mut next = 0;
        self.together.wait();
        for_a_while(ROUND, || {
            let Company { players, rng } = &mut lineups[next];
            next = if next + 1 == lineup.len() { 0 } else { next + 1 };
            black_box(playout_with(&game, &mut game.start(), players, rng));
        })
    }
}

/// Plays a tournament as long as the bare loop would take a round for, and says how many games that
/// were and how long they took.
fn play_for_a_round(
    bench: &ArenaBench,
    table: &Table,
    bare: f64,
    seed: u64,
) -> Result<(u64, Duration), CannotPlay> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a round is short")]
    let games = (bare * ROUND.as_secs_f64()) as u64;
    let settings = Settings {
        game: Some(bench.table.game.clone()),
        options: table.options.clone(),
        seats: Some(table.seats),
        players: table
            .players
            .iter()
            .map(|player| PlayerSettings::Spec(player.to_string()))
            .collect(),
        games: Some(games.max(1)),
        seed: Some(seed),
        ..Settings::default()
    };
    let wrong = |why: &dyn fmt::Display| CannotPlay::Tournament(why.to_string());
    let tournament = Tournament::settle(&settings, || seed).map_err(|why| wrong(&why))?;
    let place = tempfile::tempdir().map_err(|why| wrong(&why))?;
    let folder = Folder::create(&place.path().join("arena"), &tournament, Shard::WHOLE);
    let folder = folder.map_err(|why| wrong(&why))?;
    let orders = Orders { jobs: bench.jobs, ..Orders::default() };
    let mut last = (0, Duration::ZERO);
    run(&folder, &tournament, Shard::WHOLE, &orders, |progress| {
        last = (progress.played, progress.time);
    })
    .map_err(|why| wrong(&why))?;
    Ok(last)
}

#[expect(clippy::cast_precision_loss, reason = "2^52 games are not played in a life time")]
fn per_second(games: u64, time: Duration) -> f64 {
    games as f64 / time.as_secs_f64().max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bench(players: &[&str], jobs: usize) -> ArenaBench {
        let players = players.iter().map(ToString::to_string).collect();
        let table = Bench { players, time: Duration::ZERO, ..Bench::of("dots-and-boxes") };
        ArenaBench { table, jobs }
    }

    #[test]
    fn a_tournament_is_as_long_as_the_bare_loop() {
        let figures = arena(&bench(&["random", "random"], 2)).unwrap();
        assert!(figures.games > 0 && figures.arena_ratio > 0.0, "{figures}");
        assert!(figures.to_string().contains("a tournament of random, random, 2 at a time"));
    }

    #[test]
    fn nobody_is_no_tournament() {
        let why = arena(&bench(&[], 1)).unwrap_err().to_string();
        assert_eq!(why, "a tournament needs players: name them");
    }
}
