//! How fast a table and its bots talk, against a bare pipe on the same machine.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use parlor_engine::{Act, Problems};
use parlor_match::{House, Seed, Shares, Sitting};
use parlor_registry::{NoTable, find};
use parlor_runner::process::Trust;
use parlor_runner::{Arrival, Care, Link, Live, start};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

/// As much as a question of 5x5 Dots and Boxes.
const QUESTION: usize = 1_500;
/// How long one side of a round is timed.
const SLICE: Duration = Duration::from_millis(100);

/// What to measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotBench {
    /// The game's id.
    pub game: String,
    /// Options as `key=value` words.
    pub options: Vec<String>,
    /// How many seats; the game's usual number when nothing is said.
    pub seats: Option<usize>,
    /// The bot that sits in every seat.
    pub command: Vec<String>,
    /// How long to measure. At least one round is played.
    pub time: Duration,
}

/// How fast a table and its bots talk.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BotFigures {
    /// The game's id.
    pub game: String,
    /// The options that were asked for.
    pub options: Value,
    /// How many seats played.
    pub seats: usize,
    /// Whole games that were played while the clock ran.
    pub games: u64,
    /// Questions asked and answered a second, all seats together.
    pub decisions_per_s: f64,
    /// Lines of the size of a question that go through a pipe to another process and come back, a
    /// second, on the same machine in the same run.
    pub reference_trips_per_s: f64,
    /// Decisions for one bare round trip: the median of the rounds.
    pub ratio: f64,
}

impl fmt::Display for BotFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} {} with {} seats, all bots, one core",
            self.game, self.options, self.seats
        )?;
        writeln!(f, "  {:<18}{:>14.0}", "decisions/s", self.decisions_per_s)?;
        writeln!(f, "  {:<18}{:>14.0}", "bare round trips/s", self.reference_trips_per_s)?;
        write!(f, "  {:<18}{:>14.3}  ({} games)", "ratio", self.ratio, self.games)
    }
}

/// Why nothing was measured.
#[derive(Debug, Error)]
pub enum NoBots {
    /// No such game, or no such table of it.
    #[error(transparent)]
    Open(#[from] NoTable),
    /// The words are no options, or the table cannot be set up.
    #[error(transparent)]
    Problems(#[from] Problems),
    /// A bot does not play.
    #[error("a bot does not play: {0}")]
    Bot(String),
    /// The system has no pipe for the comparison.
    #[error("no pipe for the measurement without a table: {0}")]
    Pipe(#[from] std::io::Error),
}

/// Has this process, and all it starts from here on, run on one core: as it is when a machine plays as
/// many games at a time as it has cores. To wake a sleeping core takes longer than to play a move, and
/// how long depends on the machine. Where it cannot be had, the figures are those of all cores.
fn share_a_core() {
    let mut core = CpuSet::new();
    let allowed = sched_getaffinity(None);
    let first = allowed.ok().and_then(|set| (0..CpuSet::MAX_CPU).find(|core| set.is_set(*core)));
    core.set(first.unwrap_or(0));
    _ = sched_setaffinity(None, &core);
}

/// Measures bots at a table. From then on this process runs on one core.
pub fn bots(bench: &BotBench) -> Result<BotFigures, NoBots> {
    let game = find(&bench.game).map_err(NoTable::from)?;
    let (options, problems) = game.options_from_words(&bench.options);
    problems.into_result(())?;
    let seats = bench.seats.unwrap_or(game.about().usual_seats);
    let care = Care { trust: Trust::Trusted, ..Care::default() };
    share_a_core();
    let mut links = Vec::new();
    for _ in 0..seats {
        links.push(start(&bench.command, &care).map_err(NoBots::Bot)?);
    }
    let mut pipe = Pipe::open()?;
    let (mut games, mut decisions, mut playing) = (0, 0, Duration::ZERO);
    let (mut trips, mut tripping) = (0, Duration::ZERO);
    let mut ratios = Vec::new();
    let begun = Instant::now();
    let mut is_warm = false;
    while begun.elapsed() < bench.time || ratios.is_empty() {
        let (round, mut moves, mut played) = (Instant::now(), 0, 0);
        while round.elapsed() < SLICE {
            let table = game.open(&options, seats)?;
            let seed = Seed::from_number(games + played);
            let sitting = Sitting::new(table, Vec::new(), seed, Shares::none());
            moves += one_game(sitting, &mut links)?;
            played += 1;
        }
        let spent = round.elapsed();
        let (round, mut bare) = (Instant::now(), 0);
        while round.elapsed() < SLICE {
            pipe.round_trip()?;
            bare += 1;
        }
        // The first round waits for the bots to start, and is not counted.
        if std::mem::replace(&mut is_warm, true) {
            (games, decisions, trips) = (games + played, decisions + moves, trips + bare);
            (playing, tripping) = (playing + spent, tripping + round.elapsed());
            ratios.push(rate(moves, spent) / rate(bare, round.elapsed()));
        }
    }
    Ok(BotFigures {
        game: bench.game.clone(),
        options,
        seats,
        games,
        decisions_per_s: rate(decisions, playing),
        reference_trips_per_s: rate(trips, tripping),
        ratio: crate::measure::median(ratios),
    })
}

/// Plays one game, and says how many questions were answered. The bots stay.
fn one_game(sitting: Sitting, links: &mut Vec<Link>) -> Result<u64, NoBots> {
    let arrivals = links.drain(..).map(|link| Arrival::Bot(Box::new(link))).collect();
    let mut live = Live::new(sitting, arrivals, House::default());
    live.run().map_err(|why| NoBots::Bot(why.to_string()))?;
    let (referee, free) = live.dissolve();
    if let Some(fault) = referee.faults().first() {
        return Err(NoBots::Bot(format!("{}: {}", fault.verdict, fault.why)));
    }
    links.extend(free.into_iter().flatten());
    let acts = referee.sitting().acts().iter();
    Ok(acts.filter(|act| matches!(act, Act::Move(..))).count() as u64)
}

#[expect(clippy::cast_precision_loss, reason = "2^52 lines are not said in a life time")]
fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

/// Another process that repeats every line: the least a conversation can cost.
struct Pipe {
    child: std::process::Child,
    input: std::process::ChildStdin,
    output: BufReader<std::process::ChildStdout>,
    line: Vec<u8>,
}

impl Pipe {
    fn open() -> std::io::Result<Self> {
        let mut child =
            Command::new("cat").arg("-u").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let missing = || std::io::Error::other("it has no ends");
        let (input, output) = (input.ok_or_else(missing)?, output.ok_or_else(missing)?);
        Ok(Self { child, input, output: BufReader::new(output), line: Vec::new() })
    }

    fn round_trip(&mut self) -> std::io::Result<()> {
        let mut question = vec![b'x'; QUESTION];
        question.push(b'\n');
        self.input.write_all(&question)?;
        self.line.clear();
        self.output.read_until(b'\n', &mut self.line)?;
        Ok(())
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It may have ended by itself, and then there is nothing to end.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
