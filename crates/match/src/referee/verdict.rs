//! What can be wrong with an answer, or with a bot.

use std::fmt;
use std::str::FromStr;

use parlor_engine::Seat;
use parlor_protocol as wire;

use serde::{Deserialize, Serialize};

use super::house::{BadCosts, Cost};

/// What was wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// A move that the rules do not allow, or that is none.
    Illegal,
    /// No answer in time.
    Timeout,
    /// The bot ended, or the line to it broke.
    Crash,
    /// What it said is no message, or not at this point.
    Protocol,
    /// A line that is too long, or more output than anybody reads.
    Oversize,
    /// It could not be started, or was not ready in time.
    StartFailed,
}

impl Verdict {
    /// All of them, in their order.
    pub const ALL: [Self; 6] = [
        Self::Illegal,
        Self::Timeout,
        Self::Crash,
        Self::Protocol,
        Self::Oversize,
        Self::StartFailed,
    ];

    /// As the wire has it.
    pub const fn code(self) -> wire::Code {
        match self {
            Self::Illegal => wire::Code::Illegal,
            Self::Timeout => wire::Code::Timeout,
            Self::Crash => wire::Code::Crash,
            Self::Protocol => wire::Code::Protocol,
            Self::Oversize => wire::Code::Oversize,
            Self::StartFailed => wire::Code::StartFailed,
        }
    }

    /// Whether the line to the bot is of no more use after it.
    pub(super) const fn ends_the_line(self) -> bool {
        matches!(self, Self::Crash | Self::Oversize | Self::StartFailed)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "illegal",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Protocol => "protocol",
            Self::Oversize => "oversize",
            Self::StartFailed => "start-failed",
        })
    }
}

impl FromStr for Verdict {
    type Err = BadCosts;

    fn from_str(word: &str) -> Result<Self, BadCosts> {
        let known = Self::ALL.into_iter().find(|verdict| verdict.to_string() == word);
        known.ok_or_else(|| BadCosts::Verdict(word.to_owned()))
    }
}

/// A verdict that was spoken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Whose fault it was.
    pub seat: Seat,
    /// What was wrong.
    #[serde(with = "as_typed")]
    pub verdict: Verdict,
    /// The same in words, as the bot was told.
    pub why: String,
    /// What it cost.
    #[serde(with = "as_typed")]
    pub cost: Cost,
    /// How many acts there were then.
    pub acts: usize,
}

impl Fault {
    /// As bots are told of it at the end.
    pub(super) fn told(&self) -> wire::Fault {
        let seat = self.seat.number() as u8;
        wire::Fault { seat, verdict: self.verdict.code(), cost: wire_cost(&self.cost) }
    }
}

/// Verdicts and costs stand in records as they are typed.
mod as_typed {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(
        value: &impl Display,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, D, T>(deserializer: D) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
        T: FromStr<Err: Display>,
    {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// As the wire has it.
pub(super) const fn wire_cost(cost: &Cost) -> wire::Cost {
    match cost {
        Cost::Game => wire::Cost::Game,
        Cost::Forfeit => wire::Cost::Forfeit,
        Cost::DefaultMove => wire::Cost::DefaultMove,
        Cost::Takeover(_) => wire::Cost::Takeover,
    }
}
