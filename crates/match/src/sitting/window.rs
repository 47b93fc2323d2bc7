//! Whom the table waits for, as far as everybody may know.

use std::sync::Arc;
use std::time::Duration;

use parlor_engine::{PerSeat, Seat, Seats};
use serde_json::Value;

/// The seats that everybody knows the table to wait for, and how much time they had at the beginning.
///
/// Where several seats answer under seal, nobody may know which of them have. Where a seat moves and nobody
/// notices, nobody may know that it has. So a window stays as it was when it began, until something happens that
/// everybody may know. It follows from the log: neither a restart nor a pause shows more.
#[derive(Clone, PartialEq, Debug)]
pub struct Window {
    number: u64,
    asked: Seats,
    left: PerSeat<Option<Duration>>,
    /// What is asked.
    question: Arc<Value>,
    /// Whether several seats were asked at once.
    is_sealed: bool,
    /// Whether everybody has seen that the game has gone on.
    is_over: bool,
}

/// An act, as far as a window depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Whether it was one of several answers under seal, and not the last.
    pub(super) is_sealed: bool,
    /// Whether spectators saw anything of it.
    pub(super) by_spectators: bool,
    /// The seat that left with it.
    pub(super) leaver: Option<Seat>,
}

impl Window {
    /// Before anybody is asked.
    pub(super) fn before_all() -> Self {
        Self {
            number: 0,
            asked: Seats::NONE,
            left: PerSeat::default(),
            question: Arc::default(),
            is_sealed: false,
            is_over: true,
        }
    }

    /// The next one.
    pub(super) fn next(
        &self,
        asked: Seats,
        question: Value,
        is_sealed: bool,
        left: PerSeat<Option<Duration>>,
    ) -> Self {
        let question = Arc::new(question);
        Self { number: self.number + 1, asked, left, question, is_sealed, is_over: false }
    }

    /// Takes note of an act.
    pub(super) fn note(&mut self, seen: Seen) {
        // Who leaves under seal is not waited for any more, and everybody knows; the others stay as they are.
        self.asked = seen.leaver.map_or(self.asked, |leaver| self.asked.without(leaver));
        self.is_over |= seen.by_spectators && !seen.is_sealed;
        self.is_sealed &= seen.is_sealed;
    }

    /// Whether it goes on, with these seats that are asked this now.
    pub(super) fn goes_on(&self, asked: Seats, question: &Value) -> bool {
        let is_same = self.is_sealed || *self.question == *question;
        !self.is_over && is_same && asked.less(self.asked).is_empty()
    }

    /// Whether several seats answer under seal.
    pub(super) const fn is_sealed(&self) -> bool {
        self.is_sealed
    }

    /// Its number, from 1. As long as it is the same, nothing has happened that everybody may know of.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The seats that the table waits for, as far as everybody may know.
    pub const fn asked(&self) -> Seats {
        self.asked
    }

    /// How long a seat could think when the window began; `None` where it had no limit.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.left.get(seat).copied().flatten()
    }
}
