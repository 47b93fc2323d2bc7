//! Parts of a tournament, which can be played on their own.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One of several equal parts of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which one, from 1 on.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// The most parts.
    pub const MOST: u64 = 10_000;

    /// Whether it is everything.
    pub const fn is_whole(self) -> bool {
        self.of == 1
    }
}

impl std::str::FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let wrong = || BadShard(text.to_owned());
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let (part, of) = (part.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
        let fits = (1..=Self::MOST).contains(&of) && (1..=of).contains(&part);
        if fits { Ok(Self { part, of }) } else { Err(wrong()) }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// No part of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no part; 2/3 is the second of three, and there are at most {most} parts", most = Shard::MOST)]
pub struct BadShard(String);
