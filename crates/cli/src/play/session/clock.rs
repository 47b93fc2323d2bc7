//! How long a person may still think, and what happens when that is over.

use std::time::Duration;

use parlor_engine::Seat;
use parlor_runner::Live;

use super::Session;
use super::telling::Rank;
use crate::play::console::Answer;
use crate::play::keyboard::Clock;
use crate::words;

/// What a person is told whose answer comes too late, or not at all.
pub(super) const TIME_IS_UP: &str = "Your time for this answer is up.";

/// A prompt with the time that is left.
struct Prompt<'a> {
    live: &'a Live,
    seat: Seat,
    /// Whether it is drawn again while somebody types, so that seconds are worth showing.
    moves: bool,
    /// What stands between the time and the text.
    joint: &'a str,
    text: &'a str,
}

impl Clock for Prompt<'_> {
    fn prompt(&self) -> String {
        let left = [self.live.time_left(), self.live.answer_time_left(self.seat)];
        let words = if self.moves { moving_time } else { time_in_words };
        match left.into_iter().flatten().min() {
            Some(left) => format!("{}{}{}", words(left), self.joint, self.text),
            None => self.text.to_owned(),
        }
    }

    fn left(&self) -> Option<Duration> {
        self.live.time_to_wake()
    }
}

impl Session<'_> {
    /// Asks a person for a line, as long as there is time.
    pub(super) fn ask_in_time(
        &mut self,
        seat: Seat,
        joint: &str,
        text: &str,
    ) -> anyhow::Result<Answer> {
        let moves = self.console.is_alive();
        let prompt = Prompt { live: &self.live, seat, moves, joint, text };
        Ok(self.console.ask_in_time(&prompt, self.out)?)
    }

    /// Tells a person that a question was over before it was answered: before anything that follows from that.
    pub(super) fn time_is_up(&mut self, seat: Seat, typed: &str) -> anyhow::Result<()> {
        let is_own = self.live.answer_time_left(seat) == Some(Duration::ZERO);
        let own = is_own.then(|| TIME_IS_UP.to_owned());
        let dropped = (!typed.is_empty()).then(|| {
            let typed = words::shortened(typed);
            format!("What you were typing is dropped: '{typed}'.")
        });
        let ahead = self.drop_ahead(", since the time is up");
        self.too_late(seat, [own, dropped, ahead])
    }

    /// Tells what came of an answer that was too late. What is pushed off the screen is told again.
    pub(super) fn too_late<const N: usize>(
        &mut self,
        seat: Seat,
        lines: [Option<String>; N],
    ) -> anyhow::Result<()> {
        for words in lines.into_iter().flatten() {
            self.note(seat, words, Rank::Key)?;
            self.told[seat.index()].last_mut().expect("it was just told").news = true;
        }
        Ok(())
    }
}

/// What is left of a time limit, where it stands still.
pub(super) fn time_in_words(left: Duration) -> String {
    match left.as_secs() {
        seconds @ 0..60 => format!("{seconds} s left"),
        seconds => format!("{} min left", seconds.div_ceil(60)),
    }
}

/// What is left of a time limit, second by second: it is up when 0 is shown.
pub(super) fn moving_time(left: Duration) -> String {
    match u64::try_from(left.as_millis().div_ceil(1000)).unwrap_or(u64::MAX) {
        seconds @ 0..60 => format!("{seconds} s left"),
        seconds => format!("{}:{:02} left", seconds / 60, seconds % 60),
    }
}
