//! What is played: a tournament as it is asked for, and as it is settled.

use arrayvec::ArrayVec;
use parlor_engine::{MAX_SEATS, Problems};
use parlor_match::{Costs, Terms};
use parlor_registry::{computer_players, find};
use parlor_runner::SeatSpec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use crate::format::{BadFormat, Format};
use crate::players::{known_players, known_to, read_players};
use crate::schedule::tables_of;
use crate::stats::Sprt;

/// The most players: a set of them is a word of bits.
pub const MAX_PLAYERS: usize = 64;
/// The most tables of one round, those of all events together.
pub const MAX_TABLES: u64 = 100_000;
/// The most events.
pub const MAX_EVENTS: usize = 100;
/// The most games of a tournament that are asked for.
pub const MAX_GAMES: u64 = 1_000_000_000;

/// The players of a game, each by its number in the list of players. In a game they stand in seat order; in
/// a block, which is played from every seat, they stand in the order of the list.
pub type Lineup = ArrayVec<u8, MAX_SEATS>;

/// A tournament as people write it down, in a file or with flags: what is not said has a default.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The game, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Its options.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub options: Value,
    /// How many sit at a table; the game's usual number, or all players where they are fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
    /// Several games, or one with several options, in place of the three above.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventSettings>,
    /// Who plays.
    pub players: Vec<PlayerSettings>,
    /// Who meets whom.
    pub format: Format,
    /// How many games each table plays, in each round where the format has rounds; rounded up to
    /// whole blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// How many rounds, where the format has rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// A test that ends the tournament when it is decided: `elo0,elo1,alpha,beta`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The same number plays the same tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How long bots may think, as in `parlor play --clock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// What a bot's fault costs, as in `parlor play --faults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faults: Option<String>,
}

/// One of several games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EventSettings {
    /// The game.
    pub game: String,
    /// Its options.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub options: Value,
    /// How many sit at a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
}

/// A player, with a name of its own or without.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a player is a word such as \"easy\", or { name = \"mine\", spec = \"cmd:python3 bot.py\" }"
)]
pub enum PlayerSettings {
    /// What it is: `easy`, `cmd:python3 bot.py`.
    Spec(String),
    /// What it is, and what it is called.
    Named {
        /// What it is called.
        name: String,
        /// What it is.
        spec: String,
    },
}

/// A tournament as it is settled: everything that decides which games are played, and nothing else.
/// Two runs of the same tournament play the same games, as far as the players do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// The version of the files of a tournament.
    pub version: u32,
    /// What is played.
    pub events: Vec<Event>,
    /// Who plays.
    pub players: Vec<Player>,
    /// Who meets whom.
    pub format: Format,
    /// How many blocks each table plays, in each round.
    pub blocks: u64,
    /// How many rounds.
    pub rounds: u32,
    /// The test that ends it: `elo0,elo1,alpha,beta`.
    #[schemars(with = "Option<String>")]
    pub sprt: Option<Sprt>,
    /// Where all its chance comes from.
    pub seed: u64,
    /// How long bots may think.
    pub clock: String,
    /// What a bot's fault costs.
    pub faults: String,
}

/// The version of the files of a tournament.
pub const VERSION: u32 = 1;

/// A game as it is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// All its options, with everything that came from files.
    pub options: Value,
    /// How many sit at a table.
    pub seats: usize,
}

/// A player as it is called in all tables and files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Nobody else has this name.
    pub name: String,
    /// What it is: `easy`, `cmd:python3 bot.py`.
    pub spec: String,
}

/// How many games a table plays unless told otherwise: in all, or in each round of a format with rounds.
const USUAL_GAMES: u64 = 100;
const USUAL_GAMES_OF_A_ROUND: u64 = 10;
/// The same where a test ends the tournament; then it is the most there can be.
const TEST_GAMES: u64 = 100_000;

impl Tournament {
    /// Settles what is played, or says everything that is wrong.
    pub fn settle(settings: &Settings, fresh_seed: impl FnOnce() -> u64) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let asked = settings.events(&mut problems);
        let players = read_players(&settings.players, &asked, &mut problems);
        check_number(players.len(), &asked, &mut problems);
        let events = open_events(&asked, players.len(), &mut problems);
        let format = settings.format;
        let sprt = read_sprt(settings, players.len(), &mut problems);
        if format == Format::Knockout {
            check_knockout(players.len(), &events, &mut problems);
        }
        if (format.is_adaptive() || sprt.is_some()) && events.len() > 1 {
            let what = if format.is_adaptive() { format.to_string() } else { "test".to_owned() };
            problems.add("events", format!("a {what} is played in one game only"));
        }
        let games = read_games(settings, sprt.is_some(), &mut problems);
        let clock = settings.clock.clone().unwrap_or_else(|| Terms::default().to_string());
        if let Err(why) = clock.parse::<Terms>() {
            problems.add("clock", why.to_string());
        }
        let faults = settings.faults.clone().unwrap_or_else(|| "forfeit".to_owned());
        match faults.parse::<Costs>() {
            Err(why) => problems.add("faults", why.to_string()),
            Ok(costs) => check_takeovers(&costs, &events, &mut problems),
        }
        let rounds = read_rounds(settings, players.len(), &mut problems);
        check_tables(format, players.len(), &events, &mut problems);
        problems.into_result(())?;
        // So that every event has at least as many games as were asked for.
        let seats = events.iter().map(|event| event.seats as u64).min().unwrap_or(2);
        Ok(Self {
            version: VERSION,
            events,
            players,
            format,
            blocks: games.div_ceil(seats),
            rounds,
            sprt,
            seed: settings.seed.unwrap_or_else(fresh_seed),
            clock,
            faults,
        })
    }

    /// What each player is, as a seat is given to it.
    ///
    /// # Panics
    /// When the tournament was not settled, and a player is none.
    pub fn specs(&self) -> Vec<SeatSpec> {
        let read = |player: &Player| {
            SeatSpec::read(&player.spec, known_players(&self.events)).expect("it was settled")
        };
        self.players.iter().map(read).collect()
    }

    /// Whether bots play, in whose games every act is written down.
    pub fn has_bots(&self) -> bool {
        self.specs().iter().any(SeatSpec::is_bot)
    }

    /// What it has otherwise than another one, in words.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let found = [
            ("the game or its options", self.events != other.events),
            ("the players", self.players != other.players),
            ("the format", self.format != other.format),
            ("the number of games", self.blocks != other.blocks),
            ("the number of rounds", self.rounds != other.rounds),
            ("the test", self.sprt != other.sprt),
            ("the seed", self.seed != other.seed),
            ("the clock", self.clock != other.clock),
            ("the costs of faults", self.faults != other.faults),
        ];
        found.into_iter().filter(|(_, differs)| *differs).map(|(what, _)| what).collect()
    }

    /// Checks what was read from a file, as if it had just been settled.
    pub fn check(&self) -> Result<(), Problems> {
        let settings = Settings {
            events: (self.events.iter())
                .map(|event| EventSettings {
                    game: event.game.clone(),
                    options: event.options.clone(),
                    seats: Some(event.seats),
                })
                .collect(),
            players: (self.players.iter())
                .map(|Player { name, spec }| PlayerSettings::Named {
                    name: name.clone(),
                    spec: spec.clone(),
                })
                .collect(),
            format: self.format,
            games: Some(self.blocks.max(1)),
            rounds: Some(self.rounds),
            sprt: self.sprt.map(|sprt| sprt.to_string()),
            seed: Some(self.seed),
            clock: Some(self.clock.clone()),
            faults: Some(self.faults.clone()),
            ..Settings::default()
        };
        let again = Self::settle(&settings, || self.seed)?;
        let mut problems = Problems::new();
        if self.version != VERSION {
            problems.add("version", format!("this build reads version {VERSION}"));
        }
        for (then, now) in self.events.iter().zip(&again.events) {
            if then.rules != now.rules {
                problems.add(
                    then.game.clone(),
                    format!(
                        "it was played by version {} of the rules, and this build has version {}",
                        then.rules, now.rules
                    ),
                );
            }
        }
        let as_settled = Self {
            version: self.version,
            blocks: self.blocks,
            events: self.events.clone(),
            ..again
        };
        if problems.is_empty() && (as_settled != *self || self.blocks == 0) {
            problems.add("tournament", "it is not as Parlor writes it");
        }
        problems.into_result(())
    }
}

impl Settings {
    /// What is played, however it was said.
    fn events(&self, problems: &mut Problems) -> Vec<EventSettings> {
        match (&self.game, self.events.is_empty()) {
            (Some(game), true) => {
                let options = self.options.clone();
                vec![EventSettings { game: game.clone(), options, seats: self.seats }]
            }
            (None, false) => {
                if !self.options.is_null() || self.seats.is_some() {
                    let what = "where there are events, options and seats belong to each of them";
                    problems.add("events", what);
                }
                self.events.clone()
            }
            (Some(_), false) => {
                problems.add("events", "name one game, or a list of events, not both");
                Vec::new()
            }
            (None, true) => {
                problems.add("game", "no game is named");
                Vec::new()
            }
        }
    }
}

/// Checks how many players there are.
fn check_number(players: usize, events: &[EventSettings], problems: &mut Problems) {
    if (2..=MAX_PLAYERS).contains(&players) {
        return;
    }
    let known = events.first().map(|event| known_to(&event.game)).unwrap_or_default();
    let hint = if players == 0 && !known.is_empty() {
        format!("; there is {}, and bots of your own", known.join(", "))
    } else {
        String::new()
    };
    problems.add("players", format!("2 to {MAX_PLAYERS} can play, not {players}{hint}"));
}

/// Reads the test, and checks that it fits the players and the format.
fn read_sprt(settings: &Settings, players: usize, problems: &mut Problems) -> Option<Sprt> {
    let sprt = match settings.sprt.as_deref()?.parse::<Sprt>() {
        Ok(sprt) => sprt,
        Err(why) => {
            problems.add("sprt", why.to_string());
            return None;
        }
    };
    let format = settings.format;
    if format != Format::Gauntlet && players != 2 {
        problems.add(
            "sprt",
            "a test is about one player: name two players, or use the format gauntlet, which \
             tests the first against all others",
        );
    }
    if format.is_adaptive() {
        problems.add("sprt", format!("a {format} is not cut short by a test"));
    }
    Some(sprt)
}

/// Each table of a knockout takes all players out but one, so not every number of players comes down to one.
fn check_knockout(players: usize, events: &[Event], problems: &mut Problems) {
    let out_at_once = events.first().map_or(1, |event| event.seats.max(2) - 1);
    if players % out_at_once == 1 % out_at_once {
        return;
    }
    let (seats, more) = (out_at_once + 1, out_at_once + 1 + out_at_once);
    problems.add(
        "players",
        format!(
            "a knockout at tables of {seats} comes down to one of {seats}, {more} or {} players, \
             and so on, not of {players}",
            more + out_at_once
        ),
    );
}

/// How many games each table plays.
fn read_games(settings: &Settings, has_test: bool, problems: &mut Problems) -> u64 {
    let usual = match (has_test, settings.format.is_adaptive()) {
        (true, _) => TEST_GAMES,
        (false, true) => USUAL_GAMES_OF_A_ROUND,
        (false, false) => USUAL_GAMES,
    };
    let games = settings.games.unwrap_or(usual);
    if games == 0 || games > MAX_GAMES {
        problems.add("games", format!("1 to {MAX_GAMES} can be played, not {games}"));
    }
    games
}

fn open_events(events: &[EventSettings], players: usize, problems: &mut Problems) -> Vec<Event> {
    let mut opened = Vec::new();
    for event in events {
        let game = match find(&event.game) {
            Ok(game) => game,
            Err(why) => {
                problems.add("game", why.to_string());
                continue;
            }
        };
        let about = game.about();
        let usual = about.usual_seats.min(players).max(*about.seats.start());
        let seats = event.seats.unwrap_or(usual);
        if seats < 2 {
            problems.add("seats", "somebody alone is no contest");
        } else if seats > players && players >= 2 {
            problems.add(
                "seats",
                format!("{seats} sit at a table, and there are {players} players; name one twice"),
            );
        }
        match game.open(&event.options, seats) {
            Err(more) => problems.append(more),
            Ok(table) => opened.push(Event {
                game: event.game.clone(),
                rules: about.rules_version,
                options: table.options(),
                seats,
            }),
        }
    }
    opened
}

/// Everything that is counted is counted for each table.
fn check_tables(format: Format, players: usize, events: &[Event], problems: &mut Problems) {
    if events.len() > MAX_EVENTS {
        let what = format!("{MAX_EVENTS} can be played, not {}", events.len());
        problems.add("events", what);
    }
    let tables = events.iter().map(|event| tables_of(format, players, event.seats));
    if tables.fold(0, u64::saturating_add) <= MAX_TABLES {
        return;
    }
    let mut seats: Vec<usize> = events.iter().map(|event| event.seats).collect();
    seats.sort_unstable();
    seats.dedup();
    let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
    let (games, less) = match events.len() {
        1 => (String::new(), "name fewer, or play a swiss"),
        events => (format!(" in {events} events"), "name fewer"),
    };
    let what = format!(
        "{players} players at tables of {}{games} are more than {MAX_TABLES} tables; {less}",
        seats.join(" and ")
    );
    problems.add("players", what);
}

fn check_takeovers(costs: &Costs, events: &[Event], problems: &mut Problems) {
    for event in events {
        let Ok(game) = find(&event.game) else { continue };
        for player in costs.players() {
            if !computer_players(&game.about()).contains(&player) {
                let what = format!("{} has no computer player '{player}'", event.game);
                problems.add("faults", what);
            }
        }
    }
}

/// As many rounds as a format usually has.
fn read_rounds(settings: &Settings, players: usize, problems: &mut Problems) -> u32 {
    let usual = match settings.format {
        Format::RoundRobin | Format::Gauntlet | Format::Knockout => 1,
        // As many as a knockout, and one more to tell those below the first apart.
        Format::Swiss => players.next_power_of_two().trailing_zeros() + 1,
        Format::Ladder => players as u32,
    };
    match (settings.rounds, settings.format) {
        (None, _) => usual,
        (Some(1), Format::RoundRobin | Format::Gauntlet | Format::Knockout) => 1,
        (Some(_), format @ (Format::RoundRobin | Format::Gauntlet | Format::Knockout)) => {
            let what = format!("a {format} has no number of rounds; say how many games");
            problems.add("rounds", what);
            usual
        }
        (Some(rounds @ 1..=1_000), _) => rounds,
        (Some(rounds), _) => {
            problems.add("rounds", format!("1 to 1000 can be played, not {rounds}"));
            usual
        }
    }
}
