//! Commands that were done, so that the same command sent again is answered and not done again.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::limits::MAX_KEY;
use crate::{AccountId, Hash, Millis};

/// The key by which a client names one command: it sends the same key when it sends the command again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(String);

/// A text that is no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an idempotency key has 1 to {MAX_KEY} visible ASCII characters")]
pub struct NotAKey;

impl Key {
    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Key {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let fits = (1..=MAX_KEY).contains(&text.len());
        if fits && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotAKey)
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A command with the reply to it. It is written in the same transaction as the change that the command
/// makes, so there is never one without the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// Who sent the command.
    pub account: AccountId,
    /// The key it was sent with. The keys of an account are its own.
    pub key: Key,
    /// What tells the command from another one under the same key.
    pub fingerprint: Hash,
    /// What was answered.
    pub reply: Vec<u8>,
    /// When.
    pub at: Millis,
}

/// What was answered to a command that was done before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replied {
    /// The fingerprint of that command. Where it is not the fingerprint of the new one, the client has used
    /// a key twice.
    pub fingerprint: Hash,
    /// The reply to it.
    pub reply: Vec<u8>,
}

/// What came of a command that may be sent more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<T> {
    /// It was done now.
    New(T),
    /// Its key is known: it was done before, and nothing was changed now.
    Repeated(Replied),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_short_and_visible() {
        assert_eq!("a-1".parse::<Key>().unwrap().as_str(), "a-1");
        assert!("x".repeat(MAX_KEY).parse::<Key>().is_ok());
        for bad in ["", "a b", "é", "\u{7f}", "a\n", &"x".repeat(MAX_KEY + 1)] {
            assert_eq!(bad.parse::<Key>(), Err(NotAKey), "{bad:?}");
        }
    }
}
