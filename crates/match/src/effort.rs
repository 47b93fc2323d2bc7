//! A computer player and how much it may think, as people type it: `hard`, `hard@500ms`, `mcts:2000@1s`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use parlor_engine::{Budget, Game, Limited, Player};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use thiserror::Error;

use crate::referee::Terms;
use crate::refusal::{Coded, codes};

/// A computer player by its name, and what each of its answers may cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// Its name.
    pub name: String,
    /// How much it may think.
    pub effort: Effort,
}

impl PlayerSpec {
    /// A computer player with its usual effort.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), effort: Effort::default() }
    }

    /// Reads a player. `known` are the computer players of the game.
    pub fn read(text: &str, known: &[&str]) -> Result<Self, BadPlayer> {
        let typed = text.trim();
        let (name, effort) = Effort::split(typed);
        if !known.contains(&name) {
            let known = known.iter().map(|name| (*name).to_owned()).collect();
            return Err(BadPlayer::Unknown { typed: typed.to_owned(), known });
        }
        let effort = effort.parse();
        let effort = effort.map_err(|why| BadPlayer::Effort { typed: typed.to_owned(), why })?;
        Ok(Self { name: name.to_owned(), effort })
    }
}

/// Reads a player of any game.
impl FromStr for PlayerSpec {
    type Err = BadPlayer;

    fn from_str(text: &str) -> Result<Self, BadPlayer> {
        Self::read(text, &[Effort::split(text.trim()).0])
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.effort)
    }
}

impl Serialize for PlayerSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A computer player that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadPlayer {
    /// The game has no player of this name.
    #[error("there is no computer player '{typed}'; there is {}", .known.join(", "))]
    Unknown {
        /// What was typed.
        typed: String,
        /// The computer players of the game.
        known: Vec<String>,
    },
    /// How much it may think cannot be read.
    #[error("'{typed}' does not say how much the player may think: {why}")]
    Effort {
        /// What was typed.
        typed: String,
        /// What is wrong with it.
        why: BadEffort,
    },
}

impl Coded for BadPlayer {
    codes! {
        Self::Unknown { .. } => "unknown-player",
        Self::Effort { .. } => "bad-effort",
    }

    fn data(&self) -> Value {
        match self {
            Self::Unknown { typed, known } => json!({"typed": typed, "known": known}),
            Self::Effort { typed, why } => json!({"typed": typed, "why": why}),
        }
    }
}

/// What one answer of a computer player may cost: `:2000` iterations, `@500ms`, or both in this
/// order. Nothing at all leaves it to the player and the clock of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Playouts (or nodes) to search.
    pub iterations: Option<u32>,
    /// The time for each answer.
    pub time: Option<Duration>,
}

impl Effort {
    /// The name of a player, and what follows it.
    fn split(text: &str) -> (&str, &str) {
        text.split_at(text.find([':', '@']).unwrap_or(text.len()))
    }

    /// Whether anything was typed.
    pub fn is_given(self) -> bool {
        self != Self::default()
    }

    /// The budget of each answer.
    pub const fn budget(self) -> Budget {
        Budget { time: self.time, iterations: self.iterations, ..Budget::UNLIMITED }
    }

    /// The same player, held to this effort.
    pub fn limit<G: Game>(self, player: Box<dyn Player<G>>) -> Box<dyn Player<G>> {
        if self.is_given() { Box::new(Limited::new(player, self.budget())) } else { player }
    }
}

impl FromStr for Effort {
    type Err = BadEffort;

    fn from_str(text: &str) -> Result<Self, BadEffort> {
        let (iterations, time) = match text.split_once('@') {
            Some((iterations, time)) => (iterations, Some(time)),
            None => (text, None),
        };
        let iterations = match iterations.strip_prefix(':') {
            Some(number) => Some(read_iterations(number)?),
            None if iterations.is_empty() => None,
            None => return Err(BadEffort::Iterations(iterations.to_owned())),
        };
        Ok(Self { iterations, time: time.map(read_time).transpose()? })
    }
}

/// `2000`, without a sign and without zeros before it, so that each number has one spelling.
fn read_iterations(text: &str) -> Result<u32, BadEffort> {
    let number = text.parse().ok().filter(|number: &u32| *number > 0);
    let number = number.filter(|number| number.to_string() == text);
    number.ok_or_else(|| BadEffort::Iterations(text.to_owned()))
}

/// A time as clocks have it.
fn read_time(text: &str) -> Result<Duration, BadEffort> {
    if text.contains(':') {
        return Err(BadEffort::Order);
    }
    match text.parse::<Terms>() {
        Ok(Terms { per_move: Some(time), bank: None, .. }) => Ok(time),
        _ => Err(BadEffort::Time(text.to_owned())),
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(iterations) = self.iterations {
            write!(f, ":{iterations}")?;
        }
        if self.time.is_some() {
            write!(f, "@{}", Terms { per_move: self.time, ..Terms::unlimited() })?;
        }
        Ok(())
    }
}

/// What follows the name of a computer player cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadEffort {
    /// No number of iterations.
    #[error(
        "'{0}' is no number of iterations; write a whole number from 1 to {max}, as in mcts:2000",
        max = u32::MAX
    )]
    Iterations(String),
    /// No time.
    #[error("'{0}' is no time; write 500ms, 1.5s or 2m, as in hard@500ms")]
    Time(String),
    /// The iterations stand after the time.
    #[error("the iterations come before the time, as in mcts:2000@1s")]
    Order,
}

impl Coded for BadEffort {
    codes! {
        Self::Iterations(_) => "bad-iterations",
        Self::Time(_) => "bad-time",
        Self::Order => "effort-order",
    }

    fn data(&self) -> Value {
        match self {
            Self::Iterations(typed) | Self::Time(typed) => json!({"typed": typed}),
            Self::Order => Value::Null,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efforts_are_read_and_written() {
        let check = |text: &str, written: &str, iterations, millis: Option<u64>| {
            let effort: Effort = text.parse().unwrap();
            let time = millis.map(Duration::from_millis);
            assert_eq!(effort, Effort { iterations, time }, "{text}");
            assert_eq!(effort.to_string(), written);
            assert_eq!(written.parse(), Ok(effort));
            assert_eq!(effort.budget(), Budget { time, iterations, ..Budget::UNLIMITED });
            assert_eq!(effort.is_given(), !text.is_empty());
        };
        check("", "", None, None);
        check("@500ms", "@500ms", None, Some(500));
        check("@1.5s", "@1500ms", None, Some(1_500));
        check("@2m", "@120s", None, Some(120_000));
        check(":2000", ":2000", Some(2_000), None);
        check(":2000@1s", ":2000@1s", Some(2_000), Some(1_000));
        check(":4294967295", ":4294967295", Some(u32::MAX), None);
    }

    #[test]
    fn what_is_no_effort_says_what_is_wrong() {
        let why = |text: &str| text.parse::<Effort>().unwrap_err().to_string();
        for iterations in
            [":", ":0", ":x", ":-1", ":+1", ":007", ":1.5", ":4294967296", ":1e3", "7"]
        {
            assert!(why(iterations).contains("is no number of iterations"), "{iterations}");
        }
        for time in ["@", "@500", "@0s", "@1w", "@none", "@60s+1s", "@1s/1s", "@1s@1s", "@-1s"] {
            assert!(why(time).contains("is no time"), "{time}: {}", why(time));
        }
        assert!(why("@1s:2000").contains("the iterations come before the time"));
        assert_eq!(why("@500"), "'500' is no time; write 500ms, 1.5s or 2m, as in hard@500ms");
    }

    #[test]
    fn players_are_read_and_written() {
        let known = ["random", "mcts"];
        for text in ["random", "mcts:2000@1s", "random@500ms"] {
            let player = PlayerSpec::read(text, &known).unwrap();
            assert_eq!(player.to_string(), text);
            assert_eq!(text.parse(), Ok(player));
        }
        let why = |text| PlayerSpec::read(text, &known).unwrap_err().to_string();
        assert_eq!(why("hal"), "there is no computer player 'hal'; there is random, mcts");
        assert_eq!(why("hal@1s"), "there is no computer player 'hal@1s'; there is random, mcts");
        assert!(why("mcts:many").starts_with("'mcts:many' does not say how much the player may"));
    }

    #[test]
    fn a_name_ends_where_the_effort_begins() {
        assert_eq!(Effort::split("hard"), ("hard", ""));
        assert_eq!(Effort::split("hard@500ms"), ("hard", "@500ms"));
        assert_eq!(Effort::split("mcts:2000@1s"), ("mcts", ":2000@1s"));
    }
}
