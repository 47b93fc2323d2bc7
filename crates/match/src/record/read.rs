//! A record from bytes that anybody may have touched.
//!
//! The hash of a line is checked before its meaning, so that every change is found on the
//! line where it was made. A file that only breaks off is told apart from one that was changed.

use std::str::FromStr;
use std::time::Duration;

use parlor_engine::{AnyAct, MAX_SEATS, Outcome, Seat};
use serde_json::{Value, json};
use thiserror::Error;

use super::chain::{Chain, DIGITS, SEPARATOR, Seal};
use super::{
    ALL_OPEN, Close, Ending, FORMAT, Fork, Format, Header, MAX_ACT, MAX_ACTS, MAX_BYTES, MAX_LINE,
    Occupant, Record, canonical_json,
};
use crate::hex;
use crate::log::{Entry, Event};
use crate::referee::Fault;
use crate::refusal::{Coded, codes};
use crate::seed::{Commitment, Seed, Shares};

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {flaw}")]
pub struct BadRecord {
    /// The line, counting from 1.
    pub line: usize,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What can be wrong with a line of a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// Something else altogether.
    #[error("this is no Parlor record: its first line would begin 'parlor-record {FORMAT}'")]
    NotARecord,
    /// From another time.
    #[error("this is record format {0}, and this build reads formats 1 to {FORMAT}")]
    UnknownVersion(String),
    /// Larger than [`MAX_BYTES`].
    #[error("the file is larger than {MAX_BYTES} bytes, the most a record may have")]
    TooLarge,
    /// Longer than [`MAX_LINE`].
    #[error("the line is longer than {MAX_LINE} bytes, the most a line may have")]
    LineTooLong,
    /// More than [`MAX_ACTS`].
    #[error("there are more than {MAX_ACTS} acts, the most a record may have")]
    TooManyActs,
    /// The file ends before the first act could come.
    #[error("the file breaks off inside its header, so there is nothing to replay")]
    BrokenHeader,
    /// Saved by an editor of another system.
    #[error("the line ends with a carriage return; records end lines with a line feed alone")]
    CarriageReturn,
    /// No hash at the end.
    #[error("the line was changed: it does not end with ' | ' and 16 lower-case hex digits")]
    NoHash,
    /// The hash is another one.
    #[error(
        "the line was changed, or lines before it were added or taken out: \
         its hash is {right}, but {stands} is written there"
    )]
    Changed {
        /// What is written.
        stands: String,
        /// What belongs there.
        right: String,
    },
    /// The last line is not the seal of what is above it.
    #[error("the line was changed: the seal of the lines above it is {right}")]
    NotTheSeal {
        /// What belongs there.
        right: Seal,
    },
    /// Something follows the seal.
    #[error("the record ends with its seal and one line feed, but more bytes follow")]
    AfterTheSeal,
    /// The hash is right, but the line does not say what belongs there.
    #[error("expected {0} on this line")]
    Expected(String),
}

impl Coded for BadRecord {
    codes! {
        Self { flaw: Flaw::NotARecord, .. } => "not-a-record",
        Self { flaw: Flaw::UnknownVersion(_), .. } => "unknown-format",
        Self { flaw: Flaw::TooLarge, .. } => "file-too-large",
        Self { flaw: Flaw::LineTooLong, .. } => "line-too-long",
        Self { flaw: Flaw::TooManyActs, .. } => "too-many-acts",
        Self { flaw: Flaw::BrokenHeader, .. } => "broken-header",
        Self { flaw: Flaw::CarriageReturn, .. } => "carriage-return",
        Self { flaw: Flaw::NoHash, .. } => "no-hash",
        Self { flaw: Flaw::Changed { .. }, .. } => "line-changed",
        Self { flaw: Flaw::NotTheSeal { .. }, .. } => "not-the-seal",
        Self { flaw: Flaw::AfterTheSeal, .. } => "after-the-seal",
        Self { flaw: Flaw::Expected(_), .. } => "unexpected-line",
    }

    fn data(&self) -> Value {
        let line = self.line;
        match &self.flaw {
            Flaw::UnknownVersion(format) => json!({"line": line, "format": format}),
            Flaw::TooLarge => json!({"line": line, "most": MAX_BYTES}),
            Flaw::LineTooLong => json!({"line": line, "most": MAX_LINE}),
            Flaw::TooManyActs => json!({"line": line, "most": MAX_ACTS}),
            Flaw::Changed { stands, right } => {
                json!({"line": line, "stands": stands, "right": right})
            }
            Flaw::NotTheSeal { right } => json!({"line": line, "right": right.to_string()}),
            Flaw::Expected(expected) => json!({"line": line, "expected": expected}),
            Flaw::NotARecord
            | Flaw::BrokenHeader
            | Flaw::CarriageReturn
            | Flaw::NoHash
            | Flaw::AfterTheSeal => json!({"line": line}),
        }
    }
}

impl Record {
    /// Reads a record. Every byte counts: a change is refused with the number of its line.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadRecord> {
        if bytes.len() > MAX_BYTES {
            return Err(BadRecord { line: 1, flaw: Flaw::TooLarge });
        }
        let mut lines = Lines { rest: bytes, line: 0, chain: Chain::new() };
        let format = lines.first()?;
        let header = read_header(&mut lines, format)?;
        let (log, ending) = match format {
            Format::One => read_acts_and_faults(&mut lines, &header)?,
            Format::Two => read_log(&mut lines, &header)?,
        };
        let Some(ending) = ending else {
            return Ok(Self { header, log, close: lines.broken() });
        };
        let Some(seed) = lines.next()? else {
            return Ok(Self { header, log, close: lines.broken() });
        };
        let seed = match (seed.strip_prefix("seed "), &header.commitment) {
            (Some("none"), None) => None,
            (Some(hex), Some(_)) if Seed::from_hex(hex).is_some() => Seed::from_hex(hex),
            (_, None) => return Err(lines.expected("'seed none', as chance was not dealt")),
            _ => return Err(lines.expected("'seed' and 64 hex digits")),
        };
        let close = if lines.seal()? { Close::Sealed { ending, seed } } else { lines.broken() };
        Ok(Self { header, log, close })
    }
}

/// The log, and how the game ended; `None` where the file breaks off before that.
type LogAndEnding = (Vec<Entry>, Option<Ending>);

/// The lines of format 2 between header and seed.
fn read_log(lines: &mut Lines<'_>, header: &Header) -> Result<LogAndEnding, BadRecord> {
    let seats = header.seats.len();
    let mut log = Vec::new();
    let mut standing = Standing::default();
    let mut above = Duration::ZERO;
    loop {
        let Some(text) = lines.next()? else { return Ok((log, None)) };
        if let Some(ending) = read_ending(text, seats) {
            return Ok((log, Some(ending)));
        }
        if log.len() == MAX_ACTS {
            return Err(lines.flaw(Flaw::TooManyActs));
        }
        let number = log.len() + 1;
        let entry = Entry::from_text(text, number, above)
            .filter(|entry| standing.admits(&entry.event, seats))
            .ok_or_else(|| {
                lines.expected(&format!("entry {number} of the log, the outcome, or 'stopped'"))
            })?;
        above = entry.at;
        log.push(entry);
    }
}

/// What the entries so far leave possible, whatever the game.
#[derive(Default)]
struct Standing {
    acts: usize,
    is_paused: bool,
}

impl Standing {
    /// Whether an event can be the next one.
    fn admits(&mut self, event: &Event, seats: usize) -> bool {
        match event {
            Event::Act(_) => {
                self.acts += 1;
                true
            }
            Event::Fault(fault) => fault.seat.index() < seats && fault.acts == self.acts,
            Event::Takeback(remain) => {
                let is_less = *remain < self.acts;
                self.acts = *remain;
                is_less
            }
            Event::Seated(seat, _) => seat.index() < seats,
            Event::Paused => !std::mem::replace(&mut self.is_paused, true),
            Event::Resumed => std::mem::replace(&mut self.is_paused, false),
        }
    }
}

/// The lines of format 1 between header and seed. A fault is put where it happened.
fn read_acts_and_faults(lines: &mut Lines<'_>, header: &Header) -> Result<LogAndEnding, BadRecord> {
    let seats = header.seats.len();
    let (mut acts, mut faults) = (Vec::new(), Vec::<Fault>::new());
    let ending = loop {
        let Some(text) = lines.next()? else {
            // Faults come after the last act, so this one may have lost some of them.
            return Ok((acts, None));
        };
        if let Some(ending) = read_ending(text, seats) {
            break ending;
        }
        if let Some(fault) = text.strip_prefix("fault ") {
            let since = faults.last().map_or(0, |fault| fault.acts);
            let fault =
                read_fault(fault, seats).filter(|fault| (since..=acts.len()).contains(&fault.acts));
            faults.push(fault.ok_or_else(|| {
                lines.expected("'fault' and a fault of this game in canonical JSON")
            })?);
            continue;
        }
        if !faults.is_empty() {
            return Err(lines.expected("a fault, the outcome, or 'stopped'"));
        }
        if acts.len() == MAX_ACTS {
            return Err(lines.flaw(Flaw::TooManyActs));
        }
        let number = acts.len() + 1;
        let act = read_act(text, number).ok_or_else(|| {
            lines.expected(&format!("act {number} in notation, the outcome, or 'stopped'"))
        })?;
        acts.push(Entry::new(Duration::ZERO, Event::Act(act)));
    };
    for fault in faults.into_iter().rev() {
        let place = fault.acts;
        acts.insert(place, Entry::new(Duration::ZERO, Event::Fault(fault.into())));
    }
    Ok((acts, Some(ending)))
}

fn read_header(lines: &mut Lines<'_>, format: Format) -> Result<Header, BadRecord> {
    let mut header = read_table(lines, format)?;
    loop {
        let Some(text) = lines.next()? else {
            return Err(lines.flaw(Flaw::BrokenHeader));
        };
        let is_first = header.fork.is_none() && header.shares.is_empty();
        if let Some(clock) = text.strip_prefix("clock ")
            && format > Format::One
            && header.terms.is_none()
            && !header.all_open
            && is_first
        {
            let clock = in_one_spelling(clock)
                .ok_or_else(|| lines.expected("'clock' and how long the seats may think"))?;
            let faults = lines.field("faults", "what faults cost", in_one_spelling)?;
            header.terms = Some((clock, faults));
            continue;
        }
        if text == ALL_OPEN && format > Format::One && !header.all_open && is_first {
            header.all_open = true;
            continue;
        }
        let mut words = text.split(' ');
        match (words.next(), words.next(), words.next(), words.next(), words.next()) {
            (Some("forked"), Some(seal), Some("at"), Some(at), None) if is_first => {
                header.fork = Seal::from_hex(seal)
                    .and_then(|seal| Some(Fork { seal, at: in_one_spelling(at)? }))
                    .map(Some)
                    .ok_or_else(|| lines.expected("'forked SEAL at NUMBER'"))?;
            }
            (Some("share"), Some(seat), Some(share), None, None) => {
                header.shares = one_more(&header, seat, share).ok_or_else(|| {
                    lines.expected("'share SEAT HEX', in seat order, once for each seat")
                })?;
            }
            (Some("commitment"), Some(hex), None, None, None) => {
                header.commitment = read_commitment(lines, &header, hex)?;
                return Ok(header);
            }
            _ => return Err(lines.expected("'forked', 'share' or 'commitment'")),
        }
    }
}

/// The lines that every header has: the game, its options and who sits where.
fn read_table(lines: &mut Lines<'_>, format: Format) -> Result<Header, BadRecord> {
    let game = lines.field("game", "the name of a game", |text| {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        (!text.is_empty() && text.chars().all(plain)).then(|| text.to_owned())
    })?;
    let rules = lines.field("rules", "the version of the rules", in_one_spelling)?;
    let options = lines.field("options", "options in canonical JSON", canonical_json)?;
    let seats =
        lines.field("seats", "a list of seats with kind and name in canonical JSON", |text| {
            let seats: Vec<Occupant> = serde_json::from_value(canonical_json(text)?).ok()?;
            let fit = seats.iter().all(Occupant::is_tidy);
            (fit && (1..=MAX_SEATS).contains(&seats.len())).then_some(seats)
        })?;
    Ok(Header {
        format,
        game,
        rules,
        options,
        seats,
        terms: None,
        all_open: false,
        fork: None,
        shares: Shares::none(),
        commitment: None,
    })
}

/// The last line of a header: the commitment, or that there is none.
fn read_commitment(
    lines: &Lines<'_>,
    header: &Header,
    hex: &str,
) -> Result<Option<Commitment>, BadRecord> {
    match (hex, Commitment::from_hex(hex)) {
        ("none", _) if header.shares.is_empty() => Ok(None),
        ("none", _) => Err(lines.expected("'commitment' and 64 hex digits, as there are shares")),
        (_, None) => Err(lines.expected("'commitment' and 64 hex digits or 'none'")),
        (_, commitment) => Ok(commitment),
    }
}

fn one_more(header: &Header, seat: &str, share: &str) -> Option<Shares> {
    let seat: Seat = seat.parse().ok()?;
    let in_order = header.shares.iter().all(|(earlier, _)| earlier < seat);
    if !in_order || seat.index() >= header.seats.len() {
        return None;
    }
    header.shares.clone().with(seat, hex::decode(share)?).ok()
}

fn read_act(text: &str, number: usize) -> Option<AnyAct> {
    let (count, act) = text.split_once(SEPARATOR)?;
    if act.len() > MAX_ACT || act.contains(char::is_control) || count != number.to_string() {
        return None;
    }
    act.parse().ok()
}

fn read_fault(text: &str, seats: usize) -> Option<Fault> {
    let fault: Fault = serde_json::from_value(canonical_json(text)?).ok()?;
    (fault.seat.index() < seats).then_some(fault)
}

fn read_ending(text: &str, seats: usize) -> Option<Ending> {
    if text == "stopped" {
        return Some(Ending::Stopped);
    }
    let outcome = canonical_json(text.strip_prefix("outcome ")?)?;
    let outcome: Outcome = serde_json::from_value(outcome).ok()?;
    let fits = outcome.scores.len() == seats && outcome.places.len() == seats;
    fits.then_some(Ending::Over(outcome))
}

/// A value that is written in the one way there is to write it.
fn in_one_spelling<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|value: &T| value.to_string() == text)
}

/// The lines of a file, each checked against its hash.
struct Lines<'a> {
    rest: &'a [u8],
    /// The line that was read last, whole or in part.
    line: usize,
    chain: Chain,
}

/// The bytes of a line, without its line feed.
enum Raw<'a> {
    Whole(&'a [u8]),
    /// The file ends before the line does, perhaps before it begins.
    Part(&'a [u8]),
}

impl<'a> Lines<'a> {
    /// The first line: the only one read before its hash is checked, since another format may
    /// hash in another way.
    fn first(&mut self) -> Result<Format, BadRecord> {
        let before = self.rest;
        let line = match self.raw()? {
            Raw::Whole(line) | Raw::Part(line) => line,
        };
        let text = String::from_utf8_lossy(line);
        let right = |format: Format| format!("parlor-record {}", format.number());
        let formats = [Format::One, Format::Two];
        let mut words = text.split(' ');
        let known = match (words.next(), words.next()) {
            (Some("parlor-record"), Some(version)) => {
                let known = formats.into_iter().find(|known| known.number().to_string() == version);
                if known.is_none() && in_one_spelling::<u32>(version).is_some() {
                    return Err(self.flaw(Flaw::UnknownVersion(version.to_owned())));
                }
                known
            }
            _ => None,
        };
        let Some(format) = known else {
            let begins = |format| right(format).as_bytes().starts_with(before);
            let flaw = match before {
                [] => Flaw::NotARecord,
                _ if formats.into_iter().any(begins) => Flaw::BrokenHeader,
                _ => Flaw::NotARecord,
            };
            return Err(self.flaw(flaw));
        };
        (self.rest, self.line) = (before, 0);
        match self.next()? {
            Some(text) if text == right(format) => Ok(format),
            Some(_) => Err(self.flaw(Flaw::NotARecord)),
            None => Err(self.flaw(Flaw::BrokenHeader)),
        }
    }

    /// A line of the header that must be there.
    fn field<T>(
        &mut self,
        word: &str,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, BadRecord> {
        let Some(text) = self.next()? else {
            return Err(self.flaw(Flaw::BrokenHeader));
        };
        let value = text.strip_prefix(word).and_then(|text| text.strip_prefix(' '));
        value.and_then(read).ok_or_else(|| self.expected(&format!("'{word}' and {what}")))
    }

    /// The text of the next line; `None` when the file breaks off.
    fn next(&mut self) -> Result<Option<&'a str>, BadRecord> {
        let Raw::Whole(line) = self.raw()? else {
            return Ok(None);
        };
        if line.ends_with(b"\r") {
            return Err(self.flaw(Flaw::CarriageReturn));
        }
        let split = line.len().checked_sub(DIGITS + SEPARATOR.len());
        let Some((text, tail)) = split.and_then(|at| line.split_at_checked(at)) else {
            return Err(self.flaw(Flaw::NoHash));
        };
        let hex = |digit: &u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
        let Some(tag) = tail.strip_prefix(SEPARATOR.as_bytes()).filter(|tag| tag.iter().all(hex))
        else {
            return Err(self.flaw(Flaw::NoHash));
        };
        self.chain = self.chain.then(text);
        let right = self.chain.tag();
        if tag != right.as_bytes() {
            let stands = String::from_utf8_lossy(tag).into_owned();
            return Err(self.flaw(Flaw::Changed { stands, right }));
        }
        std::str::from_utf8(text).map(Some).map_err(|_| self.expected("text in UTF-8"))
    }

    /// Reads the last line; `false` when the file breaks off in it.
    fn seal(&mut self) -> Result<bool, BadRecord> {
        let right = self.chain.seal();
        let expected = format!("seal {right}");
        match self.raw()? {
            Raw::Whole(line) if line == expected.as_bytes() && self.rest.is_empty() => Ok(true),
            Raw::Whole(line) if line == expected.as_bytes() => {
                self.line += 1;
                Err(self.flaw(Flaw::AfterTheSeal))
            }
            Raw::Part(part) if expected.as_bytes().starts_with(part) => Ok(false),
            Raw::Part(part) if part.starts_with(expected.as_bytes()) => {
                Err(self.flaw(Flaw::AfterTheSeal))
            }
            Raw::Whole(_) | Raw::Part(_) => Err(self.flaw(Flaw::NotTheSeal { right })),
        }
    }

    fn raw(&mut self) -> Result<Raw<'a>, BadRecord> {
        // A file that ends with a whole line breaks off at that line: there is no other to show.
        self.line += usize::from(!self.rest.is_empty() || self.line == 0);
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        if end.unwrap_or(self.rest.len()) > MAX_LINE {
            return Err(self.flaw(Flaw::LineTooLong));
        }
        let (line, rest) = match end {
            Some(end) => (Raw::Whole(&self.rest[..end]), &self.rest[end + 1..]),
            None => (Raw::Part(self.rest), &self.rest[self.rest.len()..]),
        };
        self.rest = rest;
        Ok(line)
    }

    const fn broken(&self) -> Close {
        Close::Broken { line: self.line }
    }

    const fn flaw(&self, flaw: Flaw) -> BadRecord {
        BadRecord { line: self.line, flaw }
    }

    fn expected(&self, what: &str) -> BadRecord {
        self.flaw(Flaw::Expected(what.to_owned()))
    }
}
