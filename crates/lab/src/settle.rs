//! What is studied: as it is asked for, and as it is settled.

use parlor_arena::MAX_GAMES;
use parlor_engine::{AnyRulebook, MAX_SEATS, Problems};
use parlor_match::PlayerSpec;
use parlor_registry::{computer_players, find};
use serde::Serialize;
use serde_json::Value;

use crate::sweep::Sweep;

/// How many games are played unless told otherwise.
pub const USUAL_GAMES: u64 = 1_000;
/// How sure the first seat's share is to be where values of an option are compared.
pub const USUAL_WITHIN: f64 = 0.01;
/// The most tables that are compared.
pub const MAX_SWEPT: usize = 100;
/// How sure anybody can ask it to be.
const WITHIN: std::ops::RangeInclusive<f64> = 0.0001..=0.5;

/// What is to be studied, as people say it.
#[derive(Clone, PartialEq, Debug)]
pub struct LabSettings {
    /// The game.
    pub game: String,
    /// Its options, as words: `turns=20`.
    pub options: Vec<String>,
    /// How many sit at the table; as many as there are players, or else the game's usual number.
    pub seats: Option<usize>,
    /// One computer player for all seats, or one for each; none is the game's strongest for all.
    pub players: Vec<String>,
    /// The most games of each table, rounded up to whole blocks.
    pub games: u64,
    /// The same number plays the same games.
    pub seed: u64,
    /// Options that are tried with several values, as words: `turns=10..30:5`.
    pub sweeps: Vec<String>,
    /// A table is played until the first seat's share is known this well, to either side. Unless told
    /// otherwise, this is so only where tables are compared.
    pub within: Option<f64>,
}

impl Default for LabSettings {
    fn default() -> Self {
        Self {
            game: String::new(),
            options: Vec::new(),
            seats: None,
            players: Vec::new(),
            games: USUAL_GAMES,
            seed: 1,
            sweeps: Vec::new(),
            within: None,
        }
    }
}

/// What is studied, as it is settled: everything that decides which games are played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lab {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// How many sit at the table.
    pub seats: usize,
    /// Who plays: a computer player for each seat, before the seats rotate.
    pub players: Vec<PlayerSpec>,
    /// The most games of each table.
    pub games: u64,
    /// Where all chance comes from.
    pub seed: u64,
    /// How well the first seat's share is to be known, where that ends it.
    pub within: Option<f64>,
    /// The tables that are played.
    #[serde(skip)]
    pub tables: Vec<Setup>,
    /// Those that the game does not set up.
    #[serde(skip)]
    pub refused: Vec<Refused>,
}

/// A table: the options it is set up with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setup {
    /// The values that this table has of the options that are tried.
    pub values: Vec<Setting>,
    /// All options that were given.
    pub options: Value,
}

/// One value of an option that is tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setting {
    /// The option.
    pub option: String,
    /// Its value, as it was typed.
    pub value: String,
}

/// A table that the game does not set up.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refused {
    /// The values that were tried.
    pub values: Vec<Setting>,
    /// What the game says to them.
    pub problems: Problems,
}

impl Lab {
    /// Checks everything, and says everything that is wrong.
    ///
    /// Where values of options are tried, those that the game refuses are no problem as long as it takes
    /// one of them.
    pub fn settle(settings: &LabSettings) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        if settings.games == 0 || settings.games > MAX_GAMES {
            let games = settings.games;
            problems.add("games", format!("1 to {MAX_GAMES} can be played, not {games}"));
        }
        if let Some(within) = settings.within.filter(|within| !WITHIN.contains(within)) {
            let (least, most) = (WITHIN.start(), WITHIN.end());
            problems.add("within", format!("must be {least} to {most}, not {within}"));
        }
        let sweeps = read_sweeps(&settings.sweeps, &mut problems);
        let game = match find(&settings.game) {
            Ok(game) => game,
            Err(why) => {
                problems.add("game", why.to_string());
                return Err(problems);
            }
        };
        let about = game.about();
        let seats = settings.seats.unwrap_or(match settings.players.len() {
            0 | 1 => about.usual_seats,
            several => several,
        });
        let players = read_players(game, &settings.players, seats, &mut problems);
        let (options, found) = game.options_from_words(&settings.options);
        problems.append(found);
        for sweep in &sweeps {
            if options.get(&sweep.option).is_some() {
                problems.add(&sweep.option, "is given a value, and is swept too");
            }
        }
        let (tables, refused) = set_up(game, &options, seats, &sweeps);
        if tables.is_empty() {
            let mut said = Vec::new();
            for problem in refused.iter().flat_map(|refused| refused.problems.iter()) {
                if !said.contains(problem) {
                    problems.add(&problem.place, &problem.what);
                    said.push(problem.clone());
                }
            }
        }
        problems.into_result(())?;
        let usual_within = (!sweeps.is_empty()).then_some(USUAL_WITHIN);
        Ok(Self {
            game: settings.game.clone(),
            rules: about.rules_version,
            seats,
            players,
            games: settings.games,
            seed: settings.seed,
            within: settings.within.or(usual_within),
            tables,
            refused,
        })
    }

    /// Whether all seats have the same player, so that to rotate them would play the same game again.
    pub fn is_uniform(&self) -> bool {
        self.players.iter().all(|player| *player == self.players[0])
    }

    /// How many games share their luck.
    pub fn games_a_unit(&self) -> usize {
        if self.is_uniform() { 1 } else { self.seats }
    }

    /// How many units are played of each table at most.
    pub(crate) fn units(&self) -> u64 {
        self.games.div_ceil(self.games_a_unit() as u64)
    }
}

fn read_sweeps(texts: &[String], problems: &mut Problems) -> Vec<Sweep> {
    let mut sweeps: Vec<Sweep> = Vec::new();
    for text in texts {
        let Some(sweep) = Sweep::read(text, problems) else { continue };
        if sweeps.iter().any(|other| other.option == sweep.option) {
            problems.add(format!("sweep {text}"), "the option is swept already");
            continue;
        }
        sweeps.push(sweep);
    }
    let tables = sweeps.iter().try_fold(1usize, |all, sweep| all.checked_mul(sweep.values.len()));
    if tables.is_none_or(|tables| tables > MAX_SWEPT) {
        let what = format!("all values together make more than {MAX_SWEPT} tables");
        problems.add("sweep", what);
        sweeps.clear();
    }
    sweeps
}

fn read_players(
    game: &AnyRulebook,
    typed: &[String],
    seats: usize,
    problems: &mut Problems,
) -> Vec<PlayerSpec> {
    let about = game.about();
    let known = computer_players(&about);
    let mut players = Vec::new();
    for player in typed {
        match PlayerSpec::read(player, &known) {
            Ok(player) => players.push(player),
            Err(why) => problems.add("players", why.to_string()),
        }
    }
    if typed.len() > 1 && typed.len() != seats {
        let what = format!("the table has {seats} seats, and {} players are named", typed.len());
        problems.add("players", what);
    }
    match players.as_slice() {
        // How many may sit there is for the game to say.
        [] => {
            let strongest = about.players.last().map_or("random", |own| own.name);
            vec![PlayerSpec::named(strongest); seats.min(MAX_SEATS)]
        }
        [all] => vec![all.clone(); seats.min(MAX_SEATS)],
        _ => players,
    }
}

/// Every table that the values make, in the order of the values, the last option changing first.
fn set_up(
    game: &AnyRulebook,
    options: &Value,
    seats: usize,
    sweeps: &[Sweep],
) -> (Vec<Setup>, Vec<Refused>) {
    let (mut tables, mut refused) = (Vec::new(), Vec::new());
    let count: usize = sweeps.iter().map(|sweep| sweep.values.len()).product();
    for number in 0..count {
        let mut values = Vec::new();
        let mut rest = number;
        for sweep in sweeps.iter().rev() {
            let value = sweep.values[rest % sweep.values.len()].clone();
            rest /= sweep.values.len();
            values.push(Setting { option: sweep.option.clone(), value });
        }
        values.reverse();
        let words: Vec<String> =
            values.iter().map(|Setting { option, value }| format!("{option}={value}")).collect();
        let (swept, mut problems) = game.options_from_words(&words);
        let mut options = options.clone();
        if let (Some(all), Value::Object(swept)) = (options.as_object_mut(), swept) {
            all.extend(swept);
        }
        if let Err(found) = game.open(&options, seats) {
            problems.append(found);
        }
        if problems.is_empty() {
            tables.push(Setup { values, options });
        } else {
            refused.push(Refused { values, problems });
        }
    }
    (tables, refused)
}
