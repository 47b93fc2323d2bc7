//! The measurement: rounds in which the contract and the yardstick take turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

use parlor_engine::rand_core::Rng;
use parlor_engine::sample::{PlayoutRng, playout_rng};
use parlor_engine::{
    About, Act, ActOf, Asleep, Budget, Game, Hosted, MAX_SEATS, Menu, Outcome, Player, Problems,
    Viewer, Visitor, chosen_act, playout, playout_with, random_act,
};
use parlor_match::{BadPlayer, Dealer, PlayerSpec, Seed, Shares, play_watched};
use parlor_registry::{NoTable, computer_player, computer_players, find, visit};
use serde_json::Value;
use thiserror::Error;

use crate::figures::Figures;
use crate::{opening, yardstick};

/// How long one side of a round is timed: long enough for a clock to read well, short enough that
/// a busy neighbour or a change of the core's frequency hits both sides alike.
const SLICE: Duration = Duration::from_millis(10);

/// What to measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    /// The game's id.
    pub game: String,
    /// Options as `key=value` words.
    pub options: Vec<String>,
    /// How many seats; when nothing is said, as many as players are named, or else the game's usual
    /// number.
    pub seats: Option<usize>,
    /// The computer players as they are typed (`easy`, `hard@500ms`), in seat order; one is for all
    /// seats. When nobody is named moves are drawn at random, without players.
    pub players: Vec<String>,
    /// How long to measure, all in all. At least one round is played.
    pub time: Duration,
    /// The same seed plays the same games, though how many depends on the machine.
    pub seed: u64,
}

impl Bench {
    /// A bench of this game with its default options, three seconds long.
    pub fn of(game: impl Into<String>) -> Self {
        Self {
            game: game.into(),
            options: Vec::new(),
            seats: None,
            players: Vec::new(),
            time: Duration::from_secs(3),
            seed: 1,
        }
    }
}

/// Why there is nothing to measure: the user's mistake, each in its own words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Cannot {
    /// No such game, or no such table of it.
    #[error(transparent)]
    Open(#[from] NoTable),
    /// The words are no options.
    #[error(transparent)]
    Options(#[from] Problems),
    /// The game has no such player.
    #[error(transparent)]
    Player(#[from] BadPlayer),
    /// Neither one player for all seats nor one for each.
    #[error("{players} players for {seats} seats; name one for all, or one for each")]
    Players {
        /// How many were named.
        players: usize,
        /// How many seats there are.
        seats: usize,
    },
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Rounds done.
    pub rounds: usize,
    /// Time spent.
    pub spent: Duration,
    /// Time there is.
    pub time: Duration,
    /// The ratio of the last round.
    pub ratio: f64,
}

/// Measures a table, telling `progress` after every round.
pub fn run(bench: &Bench, progress: impl FnMut(Progress)) -> Result<Figures, Cannot> {
    let Table { options, seats, players } = Table::of(bench)?;
    let stopwatch = Stopwatch { bench, players: &players, progress };
    let measured = visit(&bench.game, &options, seats, stopwatch)?;
    let Measured { reference, contract, ratios, runner_ratio, imagined_per_s } = measured;
    let (opened_per_s, reopened_per_s) = opening::time(&bench.game, &options, seats)?;
    Ok(Figures {
        game: bench.game.clone(),
        options,
        seats,
        players: players.iter().map(ToString::to_string).collect(),
        rounds: ratios.len(),
        games: contract.games,
        games_per_s: contract.per_second(contract.games),
        acts_per_s: contract.per_second(contract.acts),
        decisions_per_s: contract.per_second(contract.decisions),
        reference_games_per_s: reference.per_second(reference.games),
        ratio: median(ratios),
        runner_ratio,
        opened_per_s,
        reopened_per_s,
        imagined_per_s,
    })
}

/// The table a bench is about.
pub(crate) struct Table {
    pub(crate) options: Value,
    pub(crate) seats: usize,
    /// Who plays, seat by seat; nobody when nobody is named.
    pub(crate) players: Vec<PlayerSpec>,
}

impl Table {
    pub(crate) fn of(bench: &Bench) -> Result<Self, Cannot> {
        let game = find(&bench.game).map_err(NoTable::from)?;
        let (options, problems) = game.options_from_words(&bench.options);
        problems.into_result(())?;
        let about = game.about();
        let seats = bench.seats.unwrap_or(match bench.players.len() {
            0 | 1 => about.usual_seats,
            named => named,
        });
        let players = seated(&bench.players, seats, &about)?;
        Ok(Self { options, seats, players })
    }
}

/// Who plays, seat by seat; nobody when nobody is named.
fn seated(typed: &[String], seats: usize, about: &About) -> Result<Vec<PlayerSpec>, Cannot> {
    let known = computer_players(about);
    let players: Result<Vec<_>, _> =
        typed.iter().map(|player| PlayerSpec::read(player, &known)).collect();
    match players?.as_slice() {
        // More seats than any table has are refused when the table is set up.
        [for_all] => Ok(vec![for_all.clone(); seats.min(MAX_SEATS)]),
        players if players.is_empty() || players.len() == seats => Ok(players.to_vec()),
        players => Err(Cannot::Players { players: players.len(), seats }),
    }
}

struct Measured {
    reference: Tally,
    contract: Tally,
    ratios: Vec<f64>,
    runner_ratio: Option<f64>,
    imagined_per_s: Option<f64>,
}

/// What was played, and how long it took.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    acts: u64,
    decisions: u64,
    time: Duration,
}

impl Tally {
    #[expect(clippy::cast_precision_loss, reason = "2^52 games are not played in a life time")]
    fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.time.as_secs_f64()
    }

    fn add(&mut self, more: Self) {
        self.games += more.games;
        self.acts += more.acts;
        self.decisions += more.decisions;
        self.time += more.time;
    }
}

struct Stopwatch<'a, P> {
    bench: &'a Bench,
    /// Who plays, seat by seat; nobody when moves are drawn at random.
    players: &'a [PlayerSpec],
    progress: P,
}

impl<P: FnMut(Progress)> Visitor for Stopwatch<'_, P> {
    type Out = Measured;

    fn visit<G: Hosted>(mut self, game: G) -> Measured {
        let begun = Instant::now();
        let (mut reference, mut contract) = (Tally::default(), Tally::default());
        let (mut ratios, mut shares) = (Vec::new(), Vec::new());
        // The first round warms the caches and the branch predictor, and is not counted.
        for round in 0u64.. {
            let seed = self.bench.seed.wrapping_add(round);
            let (bare, through) = if round % 2 == 0 {
                let bare = time_reference(seed);
                (bare, time_contract(&game, self.players, seed))
            } else {
                // Whoever goes second might gain by it, so they take turns at that too.
                let through = time_contract(&game, self.players, seed);
                (time_reference(seed), through)
            };
            let recorded =
                (!self.players.is_empty()).then(|| time_runner(&game, self.players, seed));
            if round == 0 {
                continue;
            }
            let pace = |tally: Tally| tally.per_second(tally.games);
            shares.extend(recorded.map(|recorded| pace(recorded) / pace(through)));
            let ratio = through.per_second(through.games) / bare.per_second(bare.games);
            ratios.push(ratio);
            reference.add(bare);
            contract.add(through);
            let (spent, time) = (begun.elapsed(), self.bench.time);
            (self.progress)(Progress { rounds: ratios.len(), spent, time, ratio });
            if spent >= time {
                break;
            }
        }
        let imagined_per_s = time_imagine(&game, self.bench.seed);
        let runner_ratio = (!shares.is_empty()).then(|| median(shares));
        Measured { reference, contract, ratios, runner_ratio, imagined_per_s }
    }
}

fn time_reference(seed: u64) -> Tally {
    let mut rng = playout_rng(seed);
    let (games, time) = for_a_slice(|| {
        black_box(yardstick::play(&mut rng));
    });
    Tally { games, time, ..Tally::default() }
}

fn time_contract<G: Hosted>(game: &G, players: &[PlayerSpec], seed: u64) -> Tally {
    if players.is_empty() {
        let (mut timed, mut counted) = (playout_rng(seed), playout_rng(seed));
        return time_games(
            game,
            |state| playout(game, state, &mut timed),
            |state| random_act(game, state, &mut counted),
        );
    }
    if players.iter().any(|player| player.effort.time.is_some()) {
        return time_thinkers(game, players, seed);
    }
    // Each pass has players of its own: what they draw or remember must not differ.
    let (mut timed, mut counted) =
        (Company::new(game, players, seed), Company::new(game, players, seed));
    time_games(
        game,
        |state| playout_with(game, state, &mut timed.players, &mut timed.rng),
        |state| chosen_act(game, state, &mut counted.players, &mut counted.rng),
    )
}

/// Games between players of which one thinks for a time. Such a player need not play the same game
/// twice, so what is decided is counted in the games that are timed. To count takes little beside such
/// a thought.
fn time_thinkers<G: Hosted>(game: &G, players: &[PlayerSpec], seed: u64) -> Tally {
    let mut company = Company::new(game, players, seed);
    let mut tally = Tally::default();
    let (games, time) = for_a_slice(|| {
        let next = |state: &_| chosen_act(game, state, &mut company.players, &mut company.rng);
        let game = count(game, 1, next);
        tally.acts += game.acts;
        tally.decisions += game.decisions;
    });
    Tally { games, time, ..tally }
}

/// The same games as [`time_contract`] plays between players, but run as they are for the record: dealt
/// from a seed, every act kept.
fn time_runner<G: Hosted>(game: &G, players: &[PlayerSpec], seed: u64) -> Tally {
    let mut company = Company::new(game, players, seed);
    let (mut acts, none) = (Vec::new(), Shares::none());
    let (games, time) = for_a_slice(|| {
        let mut seed = [0; 32];
        company.rng.fill_bytes(&mut seed);
        let mut dealer = Dealer::new(&Seed::from_bytes(seed), &none);
        let (players, budget) = (&mut company.players, &Budget::UNLIMITED);
        acts.clear();
        let played = play_watched(game, players, &mut dealer, budget, &mut acts);
        black_box(played.expect("players of the game play by its rules"));
    });
    Tally { games, time, ..Tally::default() }
}

/// The players of a table, and the generator that deals to them.
pub(crate) struct Company<G> {
    pub(crate) players: Vec<Box<dyn Player<G>>>,
    pub(crate) rng: PlayoutRng,
}

impl<G: Hosted> Company<G> {
    /// The same seed gives players that play the same, and the same luck.
    pub(crate) fn new(game: &G, specs: &[PlayerSpec], seed: u64) -> Self {
        let mut rng = playout_rng(seed);
        let players = specs.iter().map(|PlayerSpec { name, effort }| {
            let player = computer_player(game, name, rng.next_u64());
            let missing = || panic!("the game lists '{name}' and has no such player");
            effort.limit(player.unwrap_or_else(missing))
        });
        Self { players: players.collect(), rng }
    }
}

/// Plays games for a slice of time; then the same games once more, act by act, without the clock.
fn time_games<G: Game>(
    game: &G,
    mut play: impl FnMut(&mut G::State) -> (Outcome, u32),
    next: impl FnMut(&G::State) -> Option<ActOf<G>>,
) -> Tally {
    let mut acts = 0;
    let (games, time) = for_a_slice(|| {
        let (outcome, length) = play(&mut game.start());
        black_box(outcome);
        acts += u64::from(length);
    });
    let counted = count(game, games, next);
    assert_eq!(counted.acts, acts, "the same seed plays the same games");
    Tally { games, time, ..counted }
}

/// How many views are imagined from, and in how many slices of time.
const VIEWS: usize = 256;
const SLICES: usize = 9;

/// Imagines states from what the seats see that are asked in random games.
fn time_imagine<G: Hosted>(game: &G, seed: u64) -> Option<f64> {
    if !G::hides_anything() {
        return None;
    }
    let mut rng = playout_rng(seed);
    let mut views = Vec::new();
    while views.len() < VIEWS {
        let mut state = game.start();
        while let Some(act) = random_act(game, &state, &mut rng) {
            if let Act::Move(seat, _) = act {
                views.push(game.view(&state, Viewer::Seat(seat)));
            }
            drop(game.apply(&mut state, &act, &mut Asleep));
        }
    }
    let mut views = views.iter().cycle();
    let slices = (0..SLICES).map(|_| {
        let (times, time) = for_a_slice(|| {
            if let Some(view) = views.next() {
                black_box(game.imagine(view, &mut rng));
            }
        });
        Tally { time, ..Tally::default() }.per_second(times)
    });
    Some(median(slices.collect()))
}

/// Calls `play` over and over until the slice is used up.
fn for_a_slice(play: impl FnMut()) -> (u64, Duration) {
    for_a_while(SLICE, play)
}

/// Calls `play` over and over until the time is used up. The clock is read rarely: the number of
/// games between two looks doubles until they take a tenth of the time.
pub(crate) fn for_a_while(time: Duration, mut play: impl FnMut()) -> (u64, Duration) {
    let (mut games, mut batch) = (0, 1);
    let begun = Instant::now();
    let mut before = Duration::ZERO;
    loop {
        for _ in 0..batch {
            play();
        }
        games += batch;
        let now = begun.elapsed();
        if now >= time {
            return (games, now);
        }
        if now.saturating_sub(before) < time / 10 {
            batch *= 2;
        }
        before = now;
    }
}

/// Counts what is decided in so many games.
fn count<G: Game>(
    game: &G,
    games: u64,
    mut next: impl FnMut(&G::State) -> Option<ActOf<G>>,
) -> Tally {
    let mut tally = Tally { games, ..Tally::default() };
    for _ in 0..games {
        let mut state = game.start();
        while let Some(act) = next(&state) {
            if let Act::Move(seat, _) = act {
                tally.decisions += u64::from(game.menu(&state, seat).count() > 1);
            }
            tally.acts += 1;
            // The timed games went this way already and would have stopped at a refusal.
            drop(game.apply(&mut state, &act, &mut Asleep));
        }
    }
    tally
}

pub(crate) fn median(mut ratios: Vec<f64>) -> f64 {
    ratios.sort_by(f64::total_cmp);
    let middle = ratios.len() / 2;
    if ratios.len() % 2 == 1 {
        ratios[middle]
    } else {
        f64::midpoint(ratios[middle - 1], ratios[middle])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(game: &str, options: &[&str]) -> Bench {
        let options = options.iter().map(ToString::to_string).collect();
        Bench { options, time: Duration::from_millis(1), ..Bench::of(game) }
    }

    #[test]
    fn every_line_but_the_last_is_a_decision() {
        for (boxes, lines) in [("5x5", 60.0), ("15x15", 480.0)] {
            let figures = run(&short("dots-and-boxes", &[&format!("boxes={boxes}")]), |_| ());
            let figures = figures.unwrap();
            let close = |rate: f64, times: f64| (rate / figures.games_per_s - times).abs() < 1e-6;
            assert!(close(figures.acts_per_s, lines), "{figures}");
            assert!(close(figures.decisions_per_s, lines - 1.0), "{figures}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let why = |game, options| run(&short(game, options), |_| ()).unwrap_err().to_string();
        assert!(why("chess", &[]).starts_with("there is no game 'chess'"));
        assert!(why("dots-and-boxes", &["boxes"]).contains("key=value"));
        assert!(why("dots-and-boxes", &["boxes=99x1"]).contains("1 to 15"));
    }

    fn between(players: &[&str], seats: Option<usize>) -> Result<Figures, Cannot> {
        let players = players.iter().map(ToString::to_string).collect();
        run(&Bench { seats, players, ..short("dots-and-boxes", &["boxes=2x2"]) }, |_| ())
    }

    #[test]
    fn named_players_play_the_games_that_are_counted() {
        for (named, seats, played) in [
            (&["easy"][..], None, &["easy", "easy"][..]),
            (&["easy"], Some(3), &["easy", "easy", "easy"]),
            (&["random", "easy", "random"], None, &["random", "easy", "random"]),
            (&["easy:20"], None, &["easy:20", "easy:20"]),
            (&["easy@500ms", "random"], None, &["easy@500ms", "random"]),
            (&[], None, &[]),
        ] {
            let figures = between(named, seats).unwrap();
            assert_eq!(figures.players, played);
            assert_eq!(figures.seats, played.len().max(2));
            assert!((figures.acts_per_s / figures.games_per_s - 12.0).abs() < 1e-6, "{figures}");
        }
        let words = between(&["random", "easy"], None).unwrap().to_string();
        assert!(words.contains("with 2 seats (random, easy), one core"), "{words}");
    }

    #[test]
    fn players_that_are_not_there_are_named() {
        let why = |players, seats| between(players, seats).unwrap_err().to_string();
        assert!(why(&["easy@soon"], None).contains("'soon' is no time"));
        assert_eq!(why(&["hal"], None), "there is no computer player 'hal'; there is random, easy");
        assert_eq!(
            why(&["easy", "easy"], Some(3)),
            "2 players for 3 seats; name one for all, or one for each"
        );
        assert!(why(&["easy"; 7], None).contains("2 to 4 can play, not 7"));
        assert!(why(&["easy"], Some(usize::MAX)).contains("2 to 4 can play"));
    }

    #[test]
    fn opening_is_timed_for_every_game() {
        let games = ["dots-and-boxes", "automation", "chaos-letter", "property-tycoon"];
        for figures in games.map(|game| run(&short(game, &[]), |_| ()).unwrap()) {
            assert!(figures.opened_per_s > 1.0 && figures.reopened_per_s > 1.0, "{figures}");
        }
    }

    #[test]
    fn imagining_is_timed_where_something_is_hidden() {
        let figures = run(&short("automation", &["set=seed"]), |_| ()).unwrap();
        assert!(figures.imagined_per_s.is_some_and(|rate| rate > 1.0), "{figures}");
        assert!(figures.to_string().contains("imagined/s"), "{figures}");
        let figures = run(&short("dots-and-boxes", &[]), |_| ()).unwrap();
        assert_eq!(figures.imagined_per_s, None);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let same = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(same(median(vec![3.0, 1.0, 2.0]), 2.0));
        assert!(same(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5));
    }
}
