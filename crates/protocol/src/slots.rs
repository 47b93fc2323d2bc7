//! Moves as data, for bots that want to know what the parts of a move are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a bot puts in [`Hello::wants`](crate::Hello::wants) to get moves as data, too.
pub const SLOTS: &str = "slots";

/// One entry of a menu as data: a move, or many that differ in an amount.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// The parts of the move, in order; of many moves, those of the first. Written with blanks
    /// between them they are the move.
    pub parts: Vec<Part>,
    /// The amounts to choose from, where there are many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amounts: Option<Amounts>,
    /// What the move comes to, in words, where its parts do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

/// One part of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// What it is.
    pub kind: Kind,
    /// As it stands in the move.
    pub written: String,
    /// What the thing is called, where it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What a part of a move can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A verb, or a word that is always the same.
    Word,
    /// A player, by the number of the seat.
    Seat,
    /// A card.
    Card,
    /// A place of the board.
    Place,
    /// One of a few things that have names.
    Choice,
    /// So much of something.
    Amount,
    /// A number that counts nothing, such as a row.
    Number,
}

/// The amounts that a part of a move can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Amounts {
    /// Which part it is, counted from 0.
    pub part: u32,
    /// The smallest.
    pub first: i64,
    /// The largest.
    pub last: i64,
    /// From one to the next.
    pub step: u64,
}

/// One way to write a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Form {
    /// Words and slots, in order.
    pub slots: Vec<Slot>,
    /// What such a move does, as a fragment of a sentence.
    pub does: String,
    /// A move of this form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// A word of a form, or a place in it that a move fills.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Slot {
    /// What can stand here.
    pub kind: Kind,
    /// The word itself; or what the slot is called, in capitals.
    pub name: String,
    /// All that may stand here, where these things have names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub among: Vec<Thing>,
    /// Whether more of the same may follow.
    #[serde(default, skip_serializing_if = "is_once")]
    pub several: bool,
}

/// Something with a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Thing {
    /// As moves have it.
    pub written: String,
    /// As people have it.
    pub name: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_once(several: &bool) -> bool {
    !*several
}

impl From<&parlor_engine::Choice> for Entry {
    fn from(choice: &parlor_engine::Choice) -> Self {
        let amounts = choice.amounts.map(|amounts| Amounts {
            part: amounts.part as u32,
            first: amounts.first,
            last: amounts.last,
            step: amounts.step,
        });
        let parts = choice.phrase.parts.iter().map(|part| Part {
            kind: part.kind().into(),
            written: part.to_string(),
            name: part.name().map(ToString::to_string),
        });
        Self { parts: parts.collect(), amounts, meaning: choice.meaning.clone() }
    }
}

impl From<&parlor_engine::Form> for Form {
    fn from(form: &parlor_engine::Form) -> Self {
        let thing = |thing: &parlor_engine::Named| Thing {
            written: thing.written.to_string(),
            name: thing.name.to_string(),
        };
        let slots = form.slots.iter().map(|slot| Slot {
            kind: slot.kind.into(),
            name: slot.name.to_string(),
            among: slot.among.iter().map(thing).collect(),
            several: slot.several,
        });
        let example = form.example.as_ref().map(ToString::to_string);
        Self { slots: slots.collect(), does: form.does.to_string(), example }
    }
}

impl From<parlor_engine::Kind> for Kind {
    fn from(kind: parlor_engine::Kind) -> Self {
        match kind {
            parlor_engine::Kind::Word => Self::Word,
            parlor_engine::Kind::Seat => Self::Seat,
            parlor_engine::Kind::Card => Self::Card,
            parlor_engine::Kind::Place => Self::Place,
            parlor_engine::Kind::Choice => Self::Choice,
            parlor_engine::Kind::Amount => Self::Amount,
            parlor_engine::Kind::Number => Self::Number,
        }
    }
}
