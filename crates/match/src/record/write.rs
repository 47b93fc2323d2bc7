//! A record as text.

use std::fmt::Write as _;

use parlor_engine::{AnyAct, Outcome};
use serde_json::{Value, json};

use super::chain::{Chain, SEPARATOR, Seal};
use super::{Close, Ending, FORMAT, Header, Record, canonical};
use crate::hex;
use crate::referee::Fault;
use crate::seed::Seed;

/// Writes a record piece by piece, as the game goes on: what is written so far is a record that
/// breaks off, and can be read as such.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    chain: Chain,
    acts: usize,
}

impl Writer {
    /// The header.
    pub fn begin(header: &Header) -> (Self, String) {
        let mut writer = Self { chain: Chain::new(), acts: 0 };
        let mut text = String::new();
        for line in header_lines(header) {
            writer.line(&mut text, &line);
        }
        (writer, text)
    }

    /// The next act.
    pub fn act(&mut self, act: &AnyAct) -> String {
        self.acts += 1;
        let mut text = String::new();
        let number = self.acts;
        self.line(&mut text, &format!("{number}{SEPARATOR}{act}"));
        text
    }

    /// The end: after this nothing can be added.
    pub fn close(mut self, faults: &[Fault], ending: &Ending, seed: Option<&Seed>) -> String {
        let mut text = String::new();
        self.footer(&mut text, faults, ending, seed);
        _ = writeln!(text, "seal {}", self.chain.seal());
        text
    }

    fn footer(
        &mut self,
        text: &mut String,
        faults: &[Fault],
        ending: &Ending,
        seed: Option<&Seed>,
    ) {
        for fault in faults {
            self.line(text, &format!("fault {}", canonical(&json!(fault))));
        }
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
        let (mut writer, mut text) = Writer::begin(&self.header);
        for act in &self.acts {
            text.push_str(&writer.act(act));
        }
        if let Close::Sealed { faults, ending, seed } = &self.close {
            text.push_str(&writer.close(faults, ending, seed.as_ref()));
        }
        text
    }

    /// The seal of a whole record; for one that breaks off, the chain up to its last act.
    pub fn seal(&self) -> Seal {
        let (mut writer, _) = Writer::begin(&self.header);
        for act in &self.acts {
            writer.act(act);
        }
        if let Close::Sealed { faults, ending, seed } = &self.close {
            writer.footer(&mut String::new(), faults, ending, seed.as_ref());
        }
        writer.chain.seal()
    }
}

fn header_lines(header: &Header) -> Vec<String> {
    let mut lines = vec![
        format!("parlor-record {FORMAT}"),
        format!("game {}", header.game),
        format!("rules {}", header.rules),
        format!("options {}", canonical(&header.options)),
        format!("seats {}", canonical(&json!(header.seats))),
    ];
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
