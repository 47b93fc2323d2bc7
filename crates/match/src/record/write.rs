//! A record as text.

use std::fmt::Write as _;
use std::time::Duration;

use parlor_engine::Outcome;
use serde_json::{Value, json};

use super::chain::{Chain, SEPARATOR, Seal};
use super::{ALL_OPEN, Close, Ending, Format, Header, Record, canonical};
use crate::hex;
use crate::log::Entry;
use crate::seed::Seed;

/// Writes a record piece by piece, as the game goes on: what is written so far is a record that
/// breaks off, and can be read as such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Writer {
    chain: Chain,
    /// How many entries were written, and the time of the last.
    entries: usize,
    above: Duration,
}

impl Writer {
    /// The header.
    pub fn begin(header: &Header) -> (Self, String) {
        let mut writer = Self { chain: Chain::new(), entries: 0, above: Duration::ZERO };
        let mut text = String::new();
        for line in header_lines(header) {
            writer.line(&mut text, &line);
        }
        (writer, text)
    }

    /// The next entry of the log.
    pub fn entry(&mut self, entry: &Entry) -> String {
        self.entries += 1;
        let mut text = String::new();
        let line = entry.to_text(self.entries, self.above);
        self.above = entry.at;
        self.line(&mut text, &line);
        text
    }

    /// The end: after this nothing can be added.
    pub fn close(mut self, ending: &Ending, seed: Option<&Seed>) -> String {
        let mut text = String::new();
        self.footer(&mut text, ending, seed);
        _ = writeln!(text, "seal {}", self.seal());
        text
    }

    /// The chain as far as it was written.
    pub fn seal(&self) -> Seal {
        self.chain.seal()
    }

    fn footer(&mut self, text: &mut String, ending: &Ending, seed: Option<&Seed>) {
        let ending = match ending {
            Ending::Over(outcome) => format!("outcome {}", canonical(&outcome_json(outcome))),
            Ending::Stopped => "stopped".to_owned(),
        };
        self.line(text, &ending);
        let seed = seed.map_or_else(|| "none".to_owned(), Seed::reveal);
        self.line(text, &format!("seed {seed}"));
    }

    fn line(&mut self, text: &mut String, line: &str) {
        self.chain = self.chain.then(line.as_bytes());
        _ = writeln!(text, "{line}{SEPARATOR}{}", self.chain.tag());
    }
}

impl Record {
    /// The record as text. One that breaks off is written up to the break.
    pub fn to_text(&self) -> String {
        self.written().0
    }

    /// The seal of a whole record; for one that breaks off, the chain up to its last entry.
    pub fn seal(&self) -> Seal {
        self.written().1
    }

    fn written(&self) -> (String, Seal) {
        let (mut writer, mut text) = Writer::begin(&self.header);
        match self.header.format {
            Format::One => self.acts_then_faults(&mut writer, &mut text),
            Format::Two => {
                for entry in &self.log {
                    text.push_str(&writer.entry(entry));
                }
            }
        }
        let Close::Sealed { ending, seed } = &self.close else { return (text, writer.seal()) };
        writer.footer(&mut text, ending, seed.as_ref());
        let seal = writer.seal();
        _ = writeln!(text, "seal {seal}");
        (text, seal)
    }

    /// As format 1 has it.
    fn acts_then_faults(&self, writer: &mut Writer, text: &mut String) {
        for (number, act) in (1..).zip(self.acts()) {
            writer.line(text, &format!("{number}{SEPARATOR}{act}"));
        }
        // A record that breaks off has no faults: they come after the last act.
        for fault in self.faults() {
            writer.line(text, &format!("fault {}", canonical(&json!(fault))));
        }
    }
}

fn header_lines(header: &Header) -> Vec<String> {
    let mut lines = vec![
        format!("parlor-record {}", header.format.number()),
        format!("game {}", header.game),
        format!("rules {}", header.rules),
        format!("options {}", canonical(&header.options)),
        format!("seats {}", canonical(&json!(header.seats))),
    ];
    if let Some((clock, faults)) = &header.terms {
        lines.extend([format!("clock {clock}"), format!("faults {faults}")]);
    }
    if header.all_open {
        lines.push(ALL_OPEN.to_owned());
    }
    if let Some(fork) = &header.fork {
        lines.push(format!("forked {} at {}", fork.seal, fork.at));
    }
    for (seat, share) in header.shares.iter() {
        lines.push(format!("share {seat} {}", hex::encode(share)));
    }
    lines.push(match &header.commitment {
        Some(commitment) => format!("commitment {commitment}"),
        None => "commitment none".to_owned(),
    });
    lines
}

pub(super) fn outcome_json(outcome: &Outcome) -> Value {
    serde_json::to_value(outcome).expect("an outcome has a JSON form")
}
