//! What bots are told that they did wrong, as data.

use std::time::Duration;

use parlor_protocol::{self as wire, Unreadable};
use serde_json::{Value, json};
use thiserror::Error;

use super::house::{Short, millis};
use crate::refusal::{Coded, codes};
use crate::sitting::NotPlayed;

/// More than a table takes from a bot, or keeps for it. Sizes are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Excess {
    /// A line that is too long.
    #[error("a line has at most {most} bytes")]
    Line {
        /// How long a line may be.
        most: usize,
    },
    /// More than it may leave unread.
    #[error("it leaves more than {} MiB unread", .most >> 20)]
    Unread {
        /// How much it may leave.
        most: usize,
    },
    /// More than it may write to standard error.
    #[error("it wrote more than {} MiB to standard error", .most >> 20)]
    Errors {
        /// How much it may write.
        most: usize,
    },
}

impl From<wire::Overlong> for Excess {
    fn from(wire::Overlong(most): wire::Overlong) -> Self {
        Self::Line { most }
    }
}

impl Coded for Excess {
    codes! {
        Self::Line { .. } => "overlong",
        Self::Unread { .. } => "leaves-unread",
        Self::Errors { .. } => "writes-too-much",
    }

    fn data(&self) -> Value {
        let (Self::Line { most } | Self::Unread { most } | Self::Errors { most }) = self;
        json!({"most": most})
    }
}

/// What a bot did wrong, or did not do.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum Misstep {
    /// Its move is not taken.
    #[error(transparent)]
    NotPlayed(#[from] NotPlayed),
    #[error("{why}{}{}", repeated(.line.as_deref()), advice(.why))]
    Unreadable {
        why: Unreadable,
        /// The beginning of the line, where it says more than the reason.
        line: Option<String>,
    },
    #[error("it has said hello already")]
    HelloTwice,
    #[error("a bot says hello before anything else")]
    HelloMissing,
    #[error(
        "this table speaks version {} of the protocol, and the bot {versions:?}",
        wire::VERSION
    )]
    OtherVersions { versions: Vec<u32> },
    #[error("it did not say hello within {}", Short(*.allowed))]
    NoHello { allowed: Duration },
    #[error("it did not answer the ping that came with the welcome within {}", Short(*.allowed))]
    NoPong { allowed: Duration },
    #[error("question {question} was withdrawn before the answer came")]
    Withdrawn { question: u64, open: Option<u64> },
    #[error("there is no question {question} yet")]
    NotAskedYet { question: u64, open: Option<u64> },
    #[error("question {question} has been answered already")]
    AnsweredBefore { question: u64 },
    #[error("no answer within {}", Short(*.allowed))]
    NoAnswer { question: Option<u64>, allowed: Duration },
    #[error(
        "the bot sent too many messages besides its answers: at most 200 at once and 100 a second; 20 \
         `info` for each question are not counted"
    )]
    TalksTooMuch,
    #[error(transparent)]
    Excess(#[from] Excess),
    /// The driver says why.
    #[error("{0}")]
    NeverCame(String),
    /// The driver says how.
    #[error("{0}")]
    Gone(String),
    #[error("its connection was lost, and it did not come back within {}", Short(*.within))]
    StaysAway { within: Duration },
}

impl Coded for Misstep {
    codes! {
        Self::Unreadable { why: Unreadable::NotText, .. } => "not-text",
        Self::Unreadable { why: Unreadable::TooDeep, .. } => "too-deep",
        Self::Unreadable { why: Unreadable::NotJson(_), .. } => "not-json",
        Self::Unreadable { why: Unreadable::NoType(_), .. } => "no-type",
        Self::Unreadable { why: Unreadable::Unknown { .. }, .. } => "unknown-message",
        Self::Unreadable { why: Unreadable::Shape { .. }, .. } => "bad-message",
        Self::HelloTwice => "hello-twice",
        Self::HelloMissing => "hello-missing",
        Self::OtherVersions { .. } => "other-versions",
        Self::NoHello { .. } => "no-hello",
        Self::NoPong { .. } => "no-pong",
        Self::Withdrawn { .. } => "withdrawn",
        Self::NotAskedYet { .. } => "not-asked-yet",
        Self::AnsweredBefore { .. } => "answered-before",
        Self::NoAnswer { .. } => "no-answer",
        Self::TalksTooMuch => "talks-too-much",
        Self::NeverCame(_) => "never-came",
        Self::Gone(_) => "line-broken",
        Self::StaysAway { .. } => "stays-away";
        passes on Self::NotPlayed(why) => why, Self::Excess(why) => why
    }

    fn data(&self) -> Value {
        match self {
            Self::NotPlayed(why) => why.data(),
            Self::Excess(why) => why.data(),
            Self::Unreadable {
                why: Unreadable::Unknown { name, .. } | Unreadable::Shape { name, .. },
                ..
            } => json!({"type": name}),
            Self::OtherVersions { versions } => {
                json!({"table": [wire::VERSION], "bot": versions})
            }
            Self::NoHello { allowed } | Self::NoPong { allowed } => {
                json!({"allowed": millis(*allowed)})
            }
            Self::StaysAway { within } => json!({"allowed": millis(*within)}),
            Self::Withdrawn { question, open } | Self::NotAskedYet { question, open } => {
                json!({"question": question, "open": open})
            }
            Self::AnsweredBefore { question } => json!({"question": question}),
            Self::NoAnswer { question, allowed } => {
                json!({"question": question, "allowed": millis(*allowed)})
            }
            Self::Unreadable { .. }
            | Self::HelloTwice
            | Self::HelloMissing
            | Self::TalksTooMuch
            | Self::NeverCame(_)
            | Self::Gone(_) => Value::Null,
        }
    }
}

impl Misstep {
    /// As the wire has it, beside the sentence.
    pub(super) fn told(&self) -> wire::Refusal {
        wire::Refusal { code: self.code().to_owned(), data: self.data() }
    }
}

fn repeated(line: Option<&str>) -> String {
    line.map_or_else(String::new, |line| format!(": {line}"))
}

/// What most often is the cause.
const fn advice(why: &Unreadable) -> &'static str {
    match why {
        Unreadable::NotJson(_) | Unreadable::NotText => {
            "; what a bot prints for people belongs on standard error"
        }
        _ => "",
    }
}
