//! The log: everything that happened in a match, in order, with the time of each.
//!
//! State, clocks, question numbers and the numbers of notices are a fold of it. A match that was cut
//! off anywhere goes on from its log as if nothing had happened.

use std::fmt::{self, Write as _};
use std::time::Duration;

use parlor_engine::{AnyAct, Seat};
use serde_json::json;

use crate::record::{MAX_ACT, Occupant, SEPARATOR, canonical, canonical_json};
use crate::referee::Fault;

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The time since the start of the match, in whole milliseconds.
    pub at: Duration,
    /// How much of the time before an answer is charged to nobody: the network or the machine used
    /// it up.
    pub forgiven: Duration,
    /// What happened.
    pub event: Event,
}

/// What can happen in a match. Nearly all of it are acts, so what is larger and rare is boxed: logs are held in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The game went on.
    Act(AnyAct),
    /// A seat broke the rules of the table.
    Fault(Box<Fault>),
    /// Acts were taken back: so many remain.
    Takeback(usize),
    /// Somebody else decides for a seat from here on.
    Seated(Seat, Box<Occupant>),
    /// All clocks stand still.
    Paused,
    /// They run again.
    Resumed,
}

impl Entry {
    /// Something that happened at this time, of which all time is charged. Less than a millisecond
    /// is not counted.
    pub fn new(at: Duration, event: Event) -> Self {
        Self { at: whole_millis(at), forgiven: Duration::ZERO, event }
    }

    /// The act, where it is one.
    pub const fn act(&self) -> Option<&AnyAct> {
        match &self.event {
            Event::Act(act) => Some(act),
            _ => None,
        }
    }

    /// The entry as it stands in a record, below one of this time: a time is written where it
    /// differs from the one above.
    pub(crate) fn to_text(&self, number: usize, above: Duration) -> String {
        let Self { at, forgiven, event } = self;
        let mut text = number.to_string();
        text.push_str(SEPARATOR);
        if *at != above || !forgiven.is_zero() {
            _ = write!(text, "{}", Seconds(*at));
            if !forgiven.is_zero() {
                _ = write!(text, " -{}", Seconds(*forgiven));
            }
            text.push_str(SEPARATOR);
        }
        _ = write!(text, "{event}");
        text
    }

    /// Reads an entry with this number, below one of this time.
    pub(crate) fn from_text(text: &str, number: usize, above: Duration) -> Option<Self> {
        let (count, rest) = text.split_once(SEPARATOR)?;
        if count != number.to_string() {
            return None;
        }
        // An event never looks like a time, so the first word tells.
        let (at, forgiven, event) = match rest.split_once(SEPARATOR) {
            Some((times, event)) if read_times(times).is_some() => {
                let (at, forgiven) = read_times(times)?;
                (at, forgiven, event)
            }
            _ => (above, Duration::ZERO, rest),
        };
        let entry = Self { at, forgiven, event: Event::from_text(event)? };
        let is_possible = at >= above && forgiven <= at;
        (is_possible && entry.to_text(number, above) == text).then_some(entry)
    }
}

impl Event {
    fn from_text(text: &str) -> Option<Self> {
        if text.len() > MAX_ACT && !text.starts_with("fault ") || text.contains(char::is_control) {
            return None;
        }
        Some(match text.split_once(' ').unwrap_or((text, "")) {
            ("pause", "") => Self::Paused,
            ("resume", "") => Self::Resumed,
            ("takeback", acts) => Self::Takeback(acts.parse().ok()?),
            ("fault", fault) => Self::Fault(serde_json::from_value(canonical_json(fault)?).ok()?),
            ("seat", who) => {
                let (seat, who) = who.split_once(' ')?;
                let who: Occupant = serde_json::from_value(canonical_json(who)?).ok()?;
                Self::Seated(seat.parse().ok()?, Some(who).filter(Occupant::is_tidy)?.into())
            }
            _ => Self::Act(text.parse().ok()?),
        })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Act(act) => act.fmt(f),
            Self::Fault(fault) => write!(f, "fault {}", canonical(&json!(fault))),
            Self::Takeback(acts) => write!(f, "takeback {acts}"),
            Self::Seated(seat, who) => write!(f, "seat {seat} {}", canonical(&json!(who))),
            Self::Paused => f.write_str("pause"),
            Self::Resumed => f.write_str("resume"),
        }
    }
}

/// A time without what is less than a millisecond.
pub(crate) const fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64)
}

/// A time as it stands in a record: `12.345`.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0.as_secs(), self.0.subsec_millis())
    }
}

/// `12.345`, or `12.345 -0.080` where some time is forgiven.
fn read_times(text: &str) -> Option<(Duration, Duration)> {
    match text.split_once(" -") {
        Some((at, forgiven)) => Some((read_seconds(at)?, read_seconds(forgiven)?)),
        None => Some((read_seconds(text)?, Duration::ZERO)),
    }
}

fn read_seconds(text: &str) -> Option<Duration> {
    let (seconds, millis) = text.split_once('.')?;
    let time =
        seconds.parse::<u64>().ok()?.checked_mul(1_000)?.checked_add(millis.parse().ok()?)?;
    let time = Duration::from_millis(time);
    (Seconds(time).to_string() == text).then_some(time)
}

/// The acts of a log as they stand after all takebacks, each with its place in the log.
pub(crate) fn standing(entries: &[Entry]) -> Vec<(usize, &AnyAct)> {
    let mut acts = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        match &entry.event {
            Event::Act(act) => acts.push((place, act)),
            Event::Takeback(remain) => acts.truncate(*remain),
            Event::Fault(_) | Event::Seated(..) | Event::Paused | Event::Resumed => {}
        }
    }
    acts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cost, Verdict};

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn entries_have_one_spelling() {
        let seat = Seat::at(1);
        let fault = Fault {
            seat,
            verdict: Verdict::Timeout,
            why: "no answer within 1s | x".to_owned(),
            cost: Cost::Forfeit,
            acts: 3,
        };
        let check = |event: Event, at, forgiven, expected: &str| {
            let entry = Entry { at: MS(at), forgiven: MS(forgiven), event };
            assert_eq!(entry.to_text(7, MS(500)), expected);
            assert_eq!(Entry::from_text(expected, 7, MS(500)), Some(entry));
        };
        check(Event::Act("2: h 0 1".parse().unwrap()), 500, 0, "7 | 2: h 0 1");
        check(Event::Act("*: 3 | 4".parse().unwrap()), 12_345, 0, "7 | 12.345 | *: 3 | 4");
        check(Event::Act("2 leaves".parse().unwrap()), 500, 80, "7 | 0.500 -0.080 | 2 leaves");
        check(Event::Takeback(12), 1_000, 0, "7 | 1.000 | takeback 12");
        check(Event::Paused, 500, 0, "7 | pause");
        check(Event::Resumed, 86_400_001, 0, "7 | 86400.001 | resume");
        let who = Occupant::new("easy", "Bob");
        let expected = r#"7 | seat 2 {"kind":"easy","name":"Bob"}"#;
        check(Event::Seated(seat, who.into()), 500, 0, expected);
        let expected = r#"7 | fault {"acts":3,"cost":"forfeit","seat":2,"verdict":"timeout","why":"no answer within 1s | x"}"#;
        check(Event::Fault(fault.into()), 500, 0, expected);
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in [
            "8 | 2: h 0 1",
            "07 | 2: h 0 1",
            "7 | 0.500 | 2: h 0 1",
            "7 | 0.499 | 2: h 0 1",
            "7 | 1.0 | 2: h 0 1",
            "7 | 01.000 | 2: h 0 1",
            "7 | 1.000 -0.000 | 2: h 0 1",
            "7 | 1.000 -1.001 | 2: h 0 1",
            "7 | takeback 012",
            "7 | takeback",
            "7 | pause now",
            "7 | seat 9 {\"kind\":\"easy\",\"name\":\"Bob\"}",
            "7 | seat 2 {\"name\":\"Bob\",\"kind\":\"easy\"}",
            "7 | seat 2 {\"kind\":\"easy\",\"name\":\"\"}",
            "7 | sing",
            "7",
        ] {
            assert_eq!(Entry::from_text(text, 7, MS(500)), None, "{text}");
        }
    }

    #[test]
    fn taken_back_acts_stand_no_more() {
        let entry = |event| Entry::new(MS(0), event);
        let act = |text: &str| entry(Event::Act(text.parse().unwrap()));
        let log = [act("1: a"), act("1: b"), entry(Event::Takeback(1)), act("1: c")];
        let acts: Vec<(usize, String)> =
            standing(&log).into_iter().map(|(place, act)| (place, act.to_string())).collect();
        assert_eq!(acts, [(0, "1: a".to_owned()), (3, "1: c".to_owned())]);
    }
}
