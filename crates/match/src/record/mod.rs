//! The record of a game: what stands in the file, and its limits.
//!
//! The format is described in `docs/reference/records.md`, precisely enough to write a second
//! reader. A record in memory is plain data; its text is made in `write.rs` and read in `read.rs`.

mod chain;
mod read;
mod write;

use parlor_engine::{AnyAct, AnyTable, Names, NoTable, Outcome, Shelf};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use chain::SEPARATOR;
pub use chain::Seal;
pub use read::{BadRecord, Flaw};
pub use write::Writer;

use crate::log::{self, Entry, Event};
use crate::name::{shown_name, shown_names};
use crate::referee::{Costs, Fault, Terms};
use crate::seed::{Commitment, Seed, Shares};

/// The version of the format that is written today, in the first line of every record.
pub const FORMAT: u32 = 2;

/// How a record is written down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Format {
    /// The acts that stood at the end, then the faults. It has no times, no takebacks and no changes
    /// of who sits where. Nothing is written in it any more, and it is read for ever.
    One,
    /// The whole log, line by line.
    #[default]
    Two,
}

impl Format {
    /// The number in the first line.
    pub const fn number(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => FORMAT,
        }
    }
}

/// The line of a header that says that the table was [opened](Header::all_open) for everybody.
const ALL_OPEN: &str = "all-open";

/// The longest record, in bytes: [`MAX_ACTS`] acts of the usual length and room for a header with
/// embedded boards and decks. A larger file is refused before it fills the memory.
pub const MAX_BYTES: usize = 64 << 20;

/// The longest line, in bytes: options may carry a whole board or deck, which is some kilobytes.
pub const MAX_LINE: usize = 1 << 20;

/// The longest act in notation, in bytes: moves are a few words. Anything longer is no move, and
/// a table refuses it before it is written anywhere.
pub const MAX_ACT: usize = 1000;

/// The most acts. The longest games on the shelf end after some thousands.
pub const MAX_ACTS: usize = 1_000_000;

/// A game as it is written down.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// What was settled before the first act.
    pub header: Header,
    /// Everything that happened.
    pub log: Vec<Entry>,
    /// How the record ends.
    pub close: Close,
}

/// What was settled before the first act.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// How the record is written down.
    pub format: Format,
    /// The name of the game on the shelf.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options of the table, all of them, with everything that came from files.
    pub options: Value,
    /// Who sat where at first.
    pub seats: Vec<Occupant>,
    /// How long the seats might think, and what a fault cost; `None` where nobody was asked (a
    /// script), and in records of format 1.
    pub terms: Option<(Terms, Costs)>,
    /// Whether everybody at the table might look at everything while the game was played: it was opened
    /// for that, and all who sat there were told before the first act.
    pub all_open: bool,
    /// The game this one was forked from.
    pub fork: Option<Fork>,
    /// What seats added to the seed.
    pub shares: Shares,
    /// The promise about the seed; `None` when chance was decided by hand (a script).
    pub commitment: Option<Commitment>,
}

/// Who sits in a seat, as records and screens have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Occupant {
    /// How the seat is played: `human`, `script`, `bot`, the name of a computer player, or `absent`.
    pub kind: String,
    /// The name at the table.
    pub name: String,
}

/// The longest name of a seat in a record, in characters. Tables give shorter ones
/// ([`MAX_NAME_COLUMNS`](crate::MAX_NAME_COLUMNS)); older records may have these.
pub const MAX_NAME: usize = 100;

impl Occupant {
    /// Whether both words can stand in a sentence on a terminal: not empty, not endless, and
    /// nothing in them that a terminal would obey.
    pub(crate) fn is_tidy(&self) -> bool {
        [&self.kind, &self.name].into_iter().all(|word| *word == tidied(word))
    }

    /// The same with what does not fit left out.
    pub(crate) fn tidy(self) -> Self {
        Self { kind: tidied(&self.kind), name: tidied(&self.name) }
    }

    /// The same with a name as a new match gives it.
    pub(crate) fn newly_named(self) -> Self {
        Self { kind: tidied(&self.kind), name: shown_name(&self.name) }
    }
}

fn tidied(word: &str) -> String {
    let tidy: String = word.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
    if tidy.is_empty() { "anybody".to_owned() } else { tidy }
}

/// The record and the act that a forked game starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fork {
    /// The seal of the other record (or, when that one is broken, the chain up to the break).
    pub seal: Seal,
    /// How many acts were taken over.
    pub at: usize,
}

/// How a record ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Close {
    /// Whole.
    Sealed {
        /// How the game ended.
        ending: Ending,
        /// The seed, revealed; `None` when chance was decided by hand.
        seed: Option<Seed>,
    },
    /// The file breaks off; everything above the break is as it was written.
    Broken {
        /// The last line there is, whole or in part.
        line: usize,
    },
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Over(Outcome),
    /// The table was given up before the end.
    Stopped,
}

impl Record {
    /// Whether the record is whole, as opposed to broken off.
    pub const fn is_whole(&self) -> bool {
        matches!(self.close, Close::Sealed { .. })
    }

    /// The acts as they stood at the end, without those that were taken back.
    pub fn acts(&self) -> Vec<&AnyAct> {
        log::standing(&self.log).into_iter().map(|(_, act)| act).collect()
    }

    /// What seats did wrong, and what it cost them.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.log.iter().filter_map(|entry| match &entry.event {
            Event::Fault(fault) => Some(&**fault),
            _ => None,
        })
    }

    /// The line of an entry of the log, by its place there, counting lines from 1.
    pub fn line_of(&self, place: usize) -> usize {
        let before = match self.header.format {
            // Faults stand below all acts there.
            Format::One => self.log[..place].iter().filter(|entry| entry.act().is_some()).count(),
            Format::Two => place,
        };
        self.header.lines() + before + 1
    }

    /// The line that says how the game ended, where there is one.
    pub fn line_of_ending(&self) -> usize {
        self.header.lines() + self.log.len() + 1
    }
}

impl Occupant {
    /// Somebody of this kind, called by this name.
    pub fn new(kind: impl Into<String>, name: impl Into<String>) -> Self {
        Self { kind: kind.into(), name: name.into() }
    }
}

impl Header {
    /// What the seats are called, in seat order, as screens show it.
    pub fn names(&self) -> Names {
        Names::new(shown_names(self.seats.iter().map(|occupant| occupant.name.as_str())))
    }

    /// How many lines the header takes.
    pub fn lines(&self) -> usize {
        let terms = if self.terms.is_some() { 2 } else { 0 };
        let marks = usize::from(self.all_open) + usize::from(self.fork.is_some());
        6 + terms + marks + self.shares.len()
    }

    /// The table before the first act, by the rules it was recorded with.
    pub fn open(&self, on: Shelf) -> Result<Box<dyn AnyTable>, NoTable> {
        let table = on.find(&self.game)?.open_recorded(&self.options, self.seats.len())?;
        let present = table.about().rules_version;
        if present == self.rules {
            return Ok(table);
        }
        Err(NoTable::RulesVersion { game: self.game.clone(), recorded: self.rules, present })
    }
}

/// JSON of that spelling; `None` for text in any other.
pub(crate) fn canonical_json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().filter(|value| canonical(value) == text)
}

/// JSON with one spelling: no blanks, keys in byte order.
pub(crate) fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write_canonical(&mut text, value);
    text
}

fn write_canonical(text: &mut String, value: &Value) {
    match value {
        Value::Object(fields) => {
            // Sorted here, whatever order the map of this build keeps.
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(key, _)| key.as_bytes());
            text.push('{');
            for (i, (key, value)) in fields.into_iter().enumerate() {
                text.push_str(if i == 0 { "" } else { "," });
                text.push_str(&Value::String(key.clone()).to_string());
                text.push(':');
                write_canonical(text, value);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { "," });
                write_canonical(text, item);
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn canonical_json_has_one_spelling() {
        let value = json!({"b": [1, {"z": null, "a": "é\n"}], "a": true});
        assert_eq!(canonical(&value), r#"{"a":true,"b":[1,{"a":"é\n","z":null}]}"#);
    }
}
