//! The ledger of a language model: how often it played legally, how long it took, what it used.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

/// So many latencies are kept for the percentile; mean and maximum are of all.
const KEPT: usize = 10_000;

/// Why a move was not the model's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trouble {
    /// There is no connection, or it broke.
    NoConnection,
    /// No answer in time.
    Timeout,
    /// The server does not let us: a wrong key, or no such model.
    Denied,
    /// The server does not take the request.
    Refused,
    /// The server is too busy, or out of order.
    Busy,
    /// The answer is none of an OpenAI-compatible server.
    Unreadable,
    /// The model said nothing.
    Empty,
    /// It did not say which move it plays.
    Unclear,
    /// It played what is not on the menu.
    Illegal,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoConnection => "no connection",
            Self::Timeout => "no answer in time",
            Self::Denied => "access denied",
            Self::Refused => "request refused",
            Self::Busy => "server busy",
            Self::Unreadable => "unreadable answer",
            Self::Empty => "empty answer",
            Self::Unclear => "no clear move",
            Self::Illegal => "illegal move",
        })
    }
}

/// What is written down about a language model's play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Ledger {
    /// The model.
    pub model: String,
    /// Questions that were answered, by the model or for it.
    pub decisions: u64,
    /// Answered by the model with a legal move at the first try.
    pub at_once: u64,
    /// Answered by the model with a legal move after it was told what was wrong, or asked again.
    pub after_retries: u64,
    /// Answered for the model, by what was wrong last.
    pub fallbacks: BTreeMap<Trouble, u64>,
    /// Questions that were withdrawn before there was an answer.
    pub withdrawn: u64,
    /// Requests that were sent.
    pub requests: u64,
    /// Tokens of prompts, as the server counts them.
    pub prompt_tokens: u64,
    /// Tokens of answers, as the server counts them.
    pub completion_tokens: u64,
    /// How long answers took.
    pub latency: Latency,
}

/// How long answers took, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Latency {
    #[serde(skip)]
    kept: VecDeque<u64>,
    count: u64,
    total: u64,
    longest: u64,
}

impl Latency {
    pub(super) fn add(&mut self, took: Duration) {
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(ms);
        self.count += 1;
        self.total = self.total.saturating_add(ms);
        self.longest = self.longest.max(ms);
    }

    /// The mean.
    pub fn mean(&self) -> u64 {
        self.total.checked_div(self.count).unwrap_or(0)
    }

    /// Nineteen of twenty took no longer.
    pub fn p95(&self) -> u64 {
        let mut sorted: Vec<u64> = self.kept.iter().copied().collect();
        sorted.sort_unstable();
        let rank = (sorted.len() * 95).div_ceil(100);
        rank.checked_sub(1).and_then(|rank| sorted.get(rank).copied()).unwrap_or(0)
    }

    /// The longest.
    pub const fn longest(&self) -> u64 {
        self.longest
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { decisions, at_once, after_retries, latency, .. } = self;
        writeln!(f, "language model {}", self.model)?;
        let by_others: u64 = self.fallbacks.values().sum();
        write!(
            f,
            "  moves     {decisions}: {at_once} legal at once, {after_retries} after retries, "
        )?;
        write!(f, "{by_others} by the fallback")?;
        let why = self.fallbacks.iter().map(|(why, count)| format!("{count} {why}"));
        let why: Vec<String> = why.collect();
        if !why.is_empty() {
            write!(f, " ({})", why.join(", "))?;
        }
        if self.withdrawn > 0 {
            write!(f, "; {} withdrawn", self.withdrawn)?;
        }
        let (mean, p95, longest) = (latency.mean(), latency.p95(), latency.longest());
        writeln!(f, "\n  latency   mean {mean} ms, 95 % within {p95} ms, longest {longest} ms")?;
        let (prompt, completion) = (self.prompt_tokens, self.completion_tokens);
        write!(
            f,
            "  tokens    {prompt} in prompts, {completion} in answers, {} requests",
            self.requests
        )
    }
}

/// A ledger that is being written, to read at any time.
#[derive(Clone, Debug, Default)]
pub struct LedgerHandle(Arc<Mutex<Ledger>>);

impl LedgerHandle {
    pub(super) fn new(model: &str) -> Self {
        let ledger = Ledger { model: model.to_owned(), ..Ledger::default() };
        Self(Arc::new(Mutex::new(ledger)))
    }

    /// What stands in it now.
    pub fn read(&self) -> Ledger {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn write(&self, entry: impl FnOnce(&mut Ledger)) {
        entry(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ledger_is_a_short_table() {
        let mut ledger = Ledger { model: "m".to_owned(), ..Ledger::default() };
        assert!(ledger.to_string().contains("0: 0 legal at once"));
        for ms in 1..=100 {
            ledger.latency.add(Duration::from_millis(ms));
        }
        (ledger.decisions, ledger.at_once, ledger.after_retries) = (100, 95, 2);
        ledger.fallbacks = BTreeMap::from([(Trouble::Timeout, 2), (Trouble::Illegal, 1)]);
        (ledger.requests, ledger.prompt_tokens, ledger.completion_tokens) = (104, 5_000, 300);
        assert_eq!(
            ledger.to_string(),
            "language model m\n  \
             moves     100: 95 legal at once, 2 after retries, 3 by the fallback \
             (2 no answer in time, 1 illegal move)\n  \
             latency   mean 50 ms, 95 % within 95 ms, longest 100 ms\n  \
             tokens    5000 in prompts, 300 in answers, 104 requests"
        );
    }

    #[test]
    fn latencies_do_not_pile_up() {
        let mut latency = Latency::default();
        for ms in 0..(KEPT as u64 * 2) {
            latency.add(Duration::from_millis(ms));
        }
        assert_eq!(latency.kept.len(), KEPT);
        assert_eq!(latency.longest(), KEPT as u64 * 2 - 1);
    }
}
