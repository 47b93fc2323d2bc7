//! How a line is written: `h 0 1` runs right from the dot in row 0, column 1; `v 0 1` runs down.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::moves::{Line, Side};

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (side, row, column) = self.parts();
        let side = match side {
            Side::H => 'h',
            Side::V => 'v',
        };
        write!(f, "{side} {row} {column}")
    }
}

/// A word that was to be a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a line is 'h ROW COLUMN' or 'v ROW COLUMN', such as 'h 0 1'; not '{0}'")]
pub struct NotALine(String);

impl FromStr for Line {
    type Err = NotALine;

    fn from_str(text: &str) -> Result<Self, NotALine> {
        let line = || {
            let (side, dot) = text.split_once(' ')?;
            let (row, column) = dot.split_once(' ')?;
            let side = match side {
                "h" => Side::H,
                "v" => Side::V,
                _ => return None,
            };
            Some(Self::new(side, row.parse().ok()?, column.parse().ok()?))
        };
        // One spelling each: a record that says `h +1 01` was not written by Parlor.
        line().filter(|line| line.to_string() == text).ok_or_else(|| NotALine(text.to_owned()))
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_as_they_are_written() {
        for text in ["h 0 0", "v 14 15", "h 255 255"] {
            assert_eq!(text.parse::<Line>().unwrap().to_string(), text);
        }
        for bad in ["", "h", "h 0", "d 0 0", "h 0 0 0", "h  0 0", "h 0 -1", "h 00 1", "h 0 256"] {
            let why = bad.parse::<Line>().unwrap_err().to_string();
            assert!(why.ends_with(&format!("not '{bad}'")), "{why}");
        }
    }
}
