//! Proving a record: everything in it is recomputed.

use parlor_engine::{Act, AnyTurn, NoTable, Outcome, Shelf};
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::dealer::Dealer;
use crate::log::Event;
use crate::record::{Close, Ending, Record};
use crate::refusal::{Coded, codes};
use crate::replay::{Refused, Replay};
use crate::seed::Seed;

/// What was found in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Acts that the rules allow, all of them.
    pub acts: usize,
    /// Chance acts that are what the revealed seed deals.
    pub dealt: usize,
    /// Chance acts that are legal but not proven by the seed.
    pub undealt: usize,
    /// Why they are not proven.
    pub unproven: Option<Unproven>,
    /// Whether the game was played to its end, as opposed to given up.
    pub over: bool,
}

/// Why the luck in a record (or in a part of it) is not proven by a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unproven {
    /// The acts up to this one were played in another game; its own record can prove them.
    Forked {
        /// How many acts were taken over.
        at: usize,
    },
    /// Chance was decided by hand.
    ByHand,
}

/// What a record fails at.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VerifyError {
    /// It cannot be judged here.
    #[error(transparent)]
    NoTable(#[from] NoTable),
    /// The table was set up with something else.
    #[error("line {line}: the options are not all there, or not as the game writes them: {which}")]
    Options {
        /// Where.
        line: usize,
        /// The names of those that are not. What they should be may be a whole board.
        which: String,
    },
    /// An act breaks the rules.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The die was not the seed's.
    #[error("line {line}: the seed deals '{dealt}' here, but the record says '{recorded}'")]
    NotDealt {
        /// Where.
        line: usize,
        /// What is written.
        recorded: String,
        /// What the seed deals.
        dealt: String,
    },
    /// The seed is not the one that was promised.
    #[error("line {line}: the seed is not the one that was committed to before play")]
    NotCommitted {
        /// Where the seed stands.
        line: usize,
    },
    /// The result is another one.
    #[error("line {line}: these acts lead to {right}, but the record says {recorded}")]
    Outcome {
        /// Where.
        line: usize,
        /// What is written.
        recorded: String,
        /// What is right.
        right: String,
    },
    /// It was forked from further on than it goes.
    #[error("line {line}: forked at act {at}, but there are only {acts} acts")]
    ForkedBeyond {
        /// Where.
        line: usize,
        /// Where it claims to be forked.
        at: usize,
        /// How long it is.
        acts: usize,
    },
    /// Chance would have been asked twice.
    #[error("line {line}: what chance has decided was taken back, which no table allows")]
    ChanceTakenBack {
        /// Where.
        line: usize,
    },
    /// The file ends early, so there is no seed and no outcome to check.
    #[error(
        "line {line}: the record breaks off here; its whole lines are unchanged and legal \
         (acts: {acts}), but without its end neither luck nor result can be proven"
    )]
    BreaksOff {
        /// Where.
        line: usize,
        /// How many acts were read and found legal.
        acts: usize,
    },
}

impl Coded for VerifyError {
    codes! {
        Self::Options { .. } => "other-options",
        Self::NotDealt { .. } => "not-dealt",
        Self::NotCommitted { .. } => "not-committed",
        Self::Outcome { .. } => "other-outcome",
        Self::ForkedBeyond { .. } => "forked-beyond-end",
        Self::ChanceTakenBack { .. } => "chance-taken-back",
        Self::BreaksOff { .. } => "breaks-off";
        passes on Self::NoTable(why) => why, Self::Refused(why) => why
    }

    fn data(&self) -> Value {
        match self {
            Self::NoTable(why) => why.data(),
            Self::Refused(why) => why.data(),
            Self::Options { line, which } => json!({"line": line, "which": which}),
            Self::NotDealt { line, recorded, dealt } => {
                json!({"line": line, "recorded": recorded, "dealt": dealt})
            }
            Self::NotCommitted { line } | Self::ChanceTakenBack { line } => json!({"line": line}),
            Self::Outcome { line, recorded, right } => {
                json!({"line": line, "recorded": recorded, "right": right})
            }
            Self::ForkedBeyond { line, at, acts } => {
                json!({"line": line, "at": at, "acts": acts})
            }
            Self::BreaksOff { line, acts } => json!({"line": line, "acts": acts}),
        }
    }
}

/// Plays a record again on a fresh table and checks every statement in it: each act against the
/// rules, each chance act against the revealed seed, the seed against its commitment, and the
/// outcome. Whether bytes were changed was checked when the record was read.
pub fn verify(record: &Record, shelf: Shelf) -> Result<Verified, VerifyError> {
    let mut replay = Replay::new(record, shelf)?;
    // A record stands alone: were an option left to its default, it would change with the default.
    let later = shelf.find(&record.header.game).map_err(NoTable::from)?.later_options();
    let which = differing(&replay.table().options(), &record.header.options, &later);
    if !which.is_empty() {
        return Err(VerifyError::Options { line: 4, which });
    }
    let acts = record.acts().len();
    check_takebacks(record)?;
    let forked = record.header.fork.map_or(0, |fork| fork.at);
    if forked > acts && record.is_whole() {
        // The line after `seats`, or after the terms.
        let line = if record.header.terms.is_some() { 8 } else { 6 };
        return Err(VerifyError::ForkedBeyond { line, at: forked, acts });
    }
    let seed = match &record.close {
        Close::Sealed { seed, .. } => seed.as_ref(),
        Close::Broken { .. } => None,
    };
    let mut dealer = seed.map(|seed| Dealer::new(seed, &record.header.shares));
    let (mut dealt, mut undealt) = (0, 0);
    while let Some(act) = replay.coming() {
        if let Act::Chance(recorded) = act {
            match dealer.as_mut().filter(|_| replay.number() >= forked) {
                Some(dealer) => {
                    check_dealt(&replay, recorded, dealer)?;
                    dealt += 1;
                }
                None => undealt += 1,
            }
        }
        replay.skip()?;
    }
    let ending = match &record.close {
        Close::Sealed { ending, .. } => ending,
        Close::Broken { line } => return Err(VerifyError::BreaksOff { line: *line, acts }),
    };
    let outcome_line = record.line_of_ending();
    check_ending(ending, replay.table().outcome().as_ref(), outcome_line)?;
    if seed.map(Seed::commitment) != record.header.commitment {
        return Err(VerifyError::NotCommitted { line: outcome_line + 1 });
    }
    let unproven = match (seed, forked) {
        (None, _) => Some(Unproven::ByHand),
        (Some(_), 0) => None,
        (Some(_), at) => Some(Unproven::Forked { at }),
    };
    let over = matches!(ending, Ending::Over(_));
    Ok(Verified { acts, dealt, undealt, unproven, over })
}

/// Nobody takes back what chance has decided: they would know what comes.
fn check_takebacks(record: &Record) -> Result<(), VerifyError> {
    let mut standing = Vec::new();
    for (place, entry) in record.log.iter().enumerate() {
        match &entry.event {
            Event::Act(act) => standing.push(act),
            Event::Takeback(remain) => {
                let gone = standing.drain((*remain).min(standing.len())..);
                if gone.into_iter().any(|act| matches!(act, Act::Chance(_))) {
                    return Err(VerifyError::ChanceTakenBack { line: record.line_of(place) });
                }
            }
            Event::Fault(_) | Event::Seated(..) | Event::Paused | Event::Resumed => {}
        }
    }
    Ok(())
}

/// The names of options that differ. Others than the table's own are no options and were refused. Those
/// that came later may be left out.
fn differing(right: &Value, recorded: &Value, later: &Map<String, Value>) -> String {
    let names = right.as_object().into_iter().flat_map(Map::keys);
    let is_other = |name: &&String| match recorded.get(name) {
        None => !later.contains_key(*name),
        value => right.get(name) != value,
    };
    let names = names.filter(is_other);
    names.map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn check_dealt(
    replay: &Replay<'_>,
    recorded: &str,
    dealer: &mut Dealer,
) -> Result<(), VerifyError> {
    // A chance act that is not due at all is refused by the rules, in better words.
    let AnyTurn::Chance { stream, total } = replay.table().turn() else {
        return Ok(());
    };
    let dealt = replay.table().pick(dealer.ticket(&stream, total)).unwrap_or_default();
    if dealt == recorded {
        return Ok(());
    }
    let line = replay.line().unwrap_or_default();
    Err(VerifyError::NotDealt { line, recorded: recorded.to_owned(), dealt })
}

fn check_ending(ending: &Ending, right: Option<&Outcome>, line: usize) -> Result<(), VerifyError> {
    let recorded = match ending {
        Ending::Over(outcome) => Some(outcome),
        Ending::Stopped => None,
    };
    if recorded == right {
        return Ok(());
    }
    let words = |outcome: Option<&Outcome>| match outcome {
        None => "an unfinished game".to_owned(),
        Some(outcome) => serde_json::to_string(outcome).expect("an outcome has a JSON form"),
    };
    Err(VerifyError::Outcome { line, recorded: words(recorded), right: words(right) })
}
