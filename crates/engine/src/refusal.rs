//! Why an act is not accepted.

use std::fmt::{Debug, Display};

use serde::Serialize;
use serde_json::{Value, json};
use thiserror::Error;

use crate::act::NotAnAct;
use crate::hosted::Names;
use crate::seat::Seat;

/// A game's own reason to refuse a move: a sentence (`Display`), a code, and what it is about.
///
/// The code is a word that programs may compare: it never changes, even if the sentence does.
/// In JSON a reason is its code, or an object with the code as its only key and what the reason is
/// about as its value; an enum gets that from
/// `#[derive(Serialize)] #[serde(rename_all = "kebab-case")]`.
pub trait Reason: Clone + Eq + Debug + Display + Serialize {
    /// A short name for the reason, in small letters with hyphens: `not-in-hand`.
    fn code(&self) -> &'static str;
}

/// For games that say why and nothing more.
impl Reason for &'static str {
    fn code(&self) -> &'static str {
        "rules"
    }
}

/// As for a fixed text.
impl Reason for String {
    fn code(&self) -> &'static str {
        "rules"
    }
}

/// A refused act, in words its sender understands. The state is as it was before.
///
/// What every game refuses alike stands here once, so that it reads alike everywhere; `R` is the
/// game's own list of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal<R> {
    /// Nothing changes a finished game.
    #[error("the game is over")]
    Over,
    /// The table is smaller than that.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(Seat),
    /// A move of a seat that was asked nothing.
    #[error("seat {0} is not asked to move now")]
    NotAsked(Seat),
    /// A chance act while a seat is to move.
    #[error("no chance act is due: a seat has to move first")]
    NoChanceDue,
    /// A chance act with an outcome of weight 0.
    #[error("this chance outcome is not possible now")]
    CannotComeUp,
    /// A clock act in a game, or at a moment, without a time limit.
    #[error("no time limit is running")]
    NoClock,
    /// A second leave of the same seat.
    #[error("seat {0} has left already")]
    Gone(Seat),
    /// The game's own rules forbid it.
    #[error("{0}")]
    Rules(R),
}

/// The codes of what every game refuses alike, of acts that cannot be read, and of what a match
/// refuses before it asks the game. No game's own code is one of them.
pub const COMMON_CODES: [&str; 17] = [
    "over",
    "no-such-seat",
    "not-asked",
    "no-chance-due",
    "cannot-come-up",
    "no-clock",
    "gone",
    UNREADABLE,
    SPELLING,
    "chance-is-dealt",
    "long-act",
    "control-character",
    "too-long",
    "not-your-seat",
    "answered",
    "stale",
    "too-late",
];

const UNREADABLE: &str = "unreadable";
const SPELLING: &str = "spelling";

impl<R> Refusal<R> {
    /// The same refusal with the game's reason turned into something else.
    pub fn map<S>(self, words: impl FnOnce(R) -> S) -> Refusal<S> {
        match self {
            Self::Over => Refusal::Over,
            Self::NoSuchSeat(seat) => Refusal::NoSuchSeat(seat),
            Self::NotAsked(seat) => Refusal::NotAsked(seat),
            Self::NoChanceDue => Refusal::NoChanceDue,
            Self::CannotComeUp => Refusal::CannotComeUp,
            Self::NoClock => Refusal::NoClock,
            Self::Gone(seat) => Refusal::Gone(seat),
            Self::Rules(reason) => Refusal::Rules(words(reason)),
        }
    }
}

impl<R: Reason> Refusal<R> {
    /// A short name for the refusal that never changes, in small letters with hyphens.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::NoSuchSeat(_) => "no-such-seat",
            Self::NotAsked(_) => "not-asked",
            Self::NoChanceDue => "no-chance-due",
            Self::CannotComeUp => "cannot-come-up",
            Self::NoClock => "no-clock",
            Self::Gone(_) => "gone",
            Self::Rules(reason) => reason.code(),
        }
    }

    /// What the refusal is about; null where the code says it all.
    pub fn data(&self) -> Value {
        match self {
            Self::NoSuchSeat(seat) | Self::NotAsked(seat) | Self::Gone(seat) => json!(seat),
            Self::Rules(reason) => match serde_json::to_value(reason) {
                Ok(Value::Object(mut fields)) if fields.len() == 1 => {
                    let about = fields.remove(reason.code());
                    about.unwrap_or(Value::Object(fields))
                }
                Ok(Value::String(code)) if code == reason.code() => Value::Null,
                Ok(about) => about,
                Err(_) => Value::Null,
            },
            Self::Over | Self::NoChanceDue | Self::CannotComeUp | Self::NoClock => Value::Null,
        }
    }

    /// The refusal as a fragment of a sentence, with players called by their names; `own` says it of
    /// the game's own reasons.
    pub(crate) fn told(&self, names: &Names, own: impl FnOnce(&R) -> String) -> String {
        match self {
            Self::NotAsked(seat) => format!("{} is not asked to move now", names.of(*seat)),
            Self::Gone(seat) => format!("{} has left already", names.of(*seat)),
            Self::Rules(reason) => own(reason),
            other => other.to_string(),
        }
    }
}

/// Why an act in notation was not taken: a code for programs, what it is about, and a sentence for
/// people (`Display`).
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[error("{sentence}")]
pub struct AnyRefusal {
    /// A short name that never changes: see [`Refusal::code`]. `unreadable` where the act cannot be
    /// read, `spelling` where it is to be written otherwise.
    pub code: &'static str,
    /// What it is about, in the game's own terms; null where the code says it all.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub data: Value,
    /// The same as a fragment of a sentence.
    pub sentence: String,
}

impl AnyRefusal {
    /// Whether the act was not even read: it is none, or is written otherwise.
    pub fn is_unreadable(&self) -> bool {
        matches!(self.code, UNREADABLE | SPELLING)
    }
}

impl From<NotAnAct> for AnyRefusal {
    fn from(why: NotAnAct) -> Self {
        let (code, data) = match &why {
            NotAnAct::Spelling(right) => (SPELLING, json!(right)),
            NotAnAct::Shape(_) | NotAnAct::Seat(_) | NotAnAct::Notation(_) => {
                (UNREADABLE, Value::Null)
            }
        };
        Self { code, data, sentence: why.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Why {
        #[error("never")]
        Never,
        #[error("not {0}")]
        NotThat(u8),
        #[error("it costs {price}")]
        TooDear { price: u8 },
    }

    impl Reason for Why {
        fn code(&self) -> &'static str {
            match self {
                Self::Never => "never",
                Self::NotThat(_) => "not-that",
                Self::TooDear { .. } => "too-dear",
            }
        }
    }

    #[test]
    fn a_refusal_is_data() {
        let of = |refusal: Refusal<Why>| (refusal.code(), refusal.data());
        assert_eq!(of(Refusal::Over), ("over", Value::Null));
        assert_eq!(of(Refusal::NotAsked(Seat::at(1))), ("not-asked", json!(2)));
        assert_eq!(of(Refusal::Rules(Why::Never)), ("never", Value::Null));
        assert_eq!(of(Refusal::Rules(Why::NotThat(3))), ("not-that", json!(3)));
        let dear = Refusal::Rules(Why::TooDear { price: 5 });
        assert_eq!(of(dear), ("too-dear", json!({"price": 5})));
        assert_eq!(Refusal::Rules("one to three").data(), json!("one to three"));
    }

    #[test]
    fn seats_are_called_by_their_names() {
        let names = Names::new(["Ann", "Bob"]);
        let told = |refusal: Refusal<&'static str>| refusal.told(&names, |own| (*own).to_owned());
        assert_eq!(told(Refusal::NotAsked(Seat::at(1))), "Bob is not asked to move now");
        assert_eq!(told(Refusal::NoSuchSeat(Seat::at(4))), "there is no seat 5 at this table");
        assert_eq!(told(Refusal::Rules("no")), "no");
        // Without names it reads as it always did.
        let plain = Refusal::<&str>::NotAsked(Seat::at(1));
        assert_eq!(plain.told(&Names::numbers(), |_| String::new()), plain.to_string());
    }
}
