//! Formats: who meets whom.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// In each round those meet who have done equally well.
    Swiss,
    /// Whoever loses is out.
    Knockout,
    /// Everybody has a place, and neighbours play for it.
    Ladder,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::RoundRobin, Self::Gauntlet, Self::Swiss, Self::Knockout, Self::Ladder];

    /// Whether who meets depends on what came before.
    pub const fn is_adaptive(self) -> bool {
        matches!(self, Self::Swiss | Self::Knockout | Self::Ladder)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
            Self::Knockout => "knockout",
            Self::Ladder => "ladder",
        })
    }
}

/// No such format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no format; there is round-robin, gauntlet, swiss, knockout and ladder")]
pub struct BadFormat(String);

impl FromStr for Format {
    type Err = BadFormat;

    fn from_str(text: &str) -> Result<Self, BadFormat> {
        let found = Self::ALL.into_iter().find(|format| format.to_string() == text);
        found.ok_or_else(|| BadFormat(text.to_owned()))
    }
}
