//! What clients want of a match: each command has a key, and has its effect at most once.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest key of a command, in bytes.
pub const MAX_KEY: usize = 64;

/// A command as a client sends it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// A word that the client makes up, another one for each command. A command that is sent again with
    /// the same key is answered again, and not carried out a second time.
    pub key: Key,
    /// The seat that the command is for. It may be left out by clients that have one seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// How many milliseconds the client knows that the network has used up for the question and its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<u32>,
    /// What is wanted.
    #[serde(flatten)]
    pub command: Command,
}

/// What a seat can want.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Command {
    /// The answer to a question.
    Answer {
        /// The number of the question.
        question: u64,
        /// The move, as the menu spells it.
        #[serde(rename = "move")]
        played: String,
    },
    /// Takes back the last moves of the seat, so many of them.
    TakeBack {
        /// How many; 1 where it is left out.
        #[serde(default = "one")]
        moves: u32,
    },
    /// Stops all clocks, if the others agree.
    Pause,
    /// Starts them again.
    Unpause,
    /// Agrees to what another seat has proposed.
    Agree {
        /// The number of the proposal.
        proposal: u64,
    },
    /// Does not agree to it.
    Decline {
        /// The number of the proposal.
        proposal: u64,
    },
    /// Gives up the seat for good. The others go on.
    Leave,
}

const fn one() -> u32 {
    1
}

/// The key of a command: 1 to [`MAX_KEY`] visible characters of ASCII.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("minLength" = 1, "maxLength" = MAX_KEY, "pattern" = "^[!-~]+$"))]
pub struct Key(String);

/// Something that is no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a key has 1 to {MAX_KEY} visible characters of ASCII, without blanks")]
pub struct BadKey;

impl Key {
    /// The key as it was sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Key {
    type Error = BadKey;

    fn try_from(text: String) -> Result<Self, BadKey> {
        let is_key =
            (1..=MAX_KEY).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if is_key { Ok(Self(text)) } else { Err(BadKey) }
    }
}

impl FromStr for Key {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        text.to_owned().try_into()
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        key.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_read_as_people_write_them() {
        let check = |text: &str, command: Command| {
            let read: Request = serde_json::from_str(text).unwrap();
            assert_eq!(read.command, command, "{text}");
            let again = serde_json::to_string(&read).unwrap();
            assert_eq!(serde_json::from_str::<Request>(&again).unwrap(), read);
        };
        let played = "h 0 1".to_owned();
        check(
            r#"{"key": "a1", "type": "answer", "question": 3, "move": "h 0 1"}"#,
            Command::Answer { question: 3, played },
        );
        check(r#"{"key": "a2", "type": "take-back"}"#, Command::TakeBack { moves: 1 });
        check(r#"{"key": "a3", "type": "agree", "proposal": 2}"#, Command::Agree { proposal: 2 });
        check(r#"{"key": "a4", "type": "leave"}"#, Command::Leave);
    }

    #[test]
    fn keys_are_short_and_visible() {
        for good in ["a", "0190-ab:cd", &"k".repeat(MAX_KEY)] {
            assert_eq!(good.parse::<Key>().map(String::from), Ok(good.to_owned()));
        }
        for bad in ["", "a b", "ä", "a\n", &"k".repeat(MAX_KEY + 1)] {
            assert_eq!(bad.parse::<Key>(), Err(BadKey), "{bad}");
        }
    }
}
