//! A player of the house who decides for a bot where the bot wants it to.
//!
//! The bot's thread rings, the table's thread hands over the prompt of the seat, and the player thinks
//! on the bot's thread: nobody else at the table waits for it. The prompt holds the view of the seat and
//! nothing else of the table.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use parlor_engine::{AnyPlayer, AnyPrompt, AnyTable, Budget, Seat};
use parlor_protocol::Decide;

/// How long a player may think, where the clock allows it.
const THINKS: Duration = Duration::from_secs(1);
/// How long the table may take to hand over the prompt: it may be busy with others.
const HANDING_OVER: Duration = Duration::from_secs(1);

/// A question to the seat of a bot.
struct Asked {
    id: u64,
    prompt: AnyPrompt,
}

/// The bot's side: a player, and how it hears of questions.
pub(crate) struct StandIn {
    player: AnyPlayer,
    ring: UnixStream,
    questions: Receiver<Option<Asked>>,
}

/// The table's side.
pub(crate) struct Bell {
    rung: UnixStream,
    questions: Sender<Option<Asked>>,
}

impl StandIn {
    /// A player, and the bell that is for the table.
    pub(crate) fn new(player: AnyPlayer) -> io::Result<(Self, Bell)> {
        let (ring, heard) = UnixStream::pair()?;
        ring.set_nonblocking(true)?;
        heard.set_nonblocking(true)?;
        let (sender, questions) = channel();
        Ok((Self { player, ring, questions }, Bell { rung: heard, questions: sender }))
    }

    /// What the player answers; `None` when the table wants no answer any more, or is too busy.
    pub(crate) fn decide(&mut self, decide: &Decide) -> Option<String> {
        self.ring.write_all(&[0]).ok()?;
        // The bot has used up three quarters of the time.
        let left = decide.deadline.map_or(Duration::MAX, |all| Duration::from_millis(all / 4));
        let until = Instant::now() + HANDING_OVER.min(left / 4);
        loop {
            let wait = until.saturating_duration_since(Instant::now());
            let Asked { id, prompt } = self.questions.recv_timeout(wait).ok()??;
            // One that was too late for the question before is of no use.
            if id == decide.id {
                let budget = Budget::of_time(THINKS.min(left / 2));
                return prompt.decide(&mut self.player, &budget);
            }
        }
    }
}

impl Bell {
    /// Hands over the prompt of the seat, with the number of the question that is open; `false` when
    /// nobody rings any more.
    pub(super) fn answer(
        &mut self,
        seat: Seat,
        question: Option<u64>,
        table: &dyn AnyTable,
    ) -> bool {
        let is_gone = matches!(self.rung.read(&mut [0; 64]), Ok(0));
        let asked = question.and_then(|id| Some(Asked { id, prompt: table.prompt(seat)? }));
        !is_gone && self.questions.send(asked).is_ok()
    }

    /// Where it is heard.
    pub(super) fn as_fd(&self) -> BorrowedFd<'_> {
        self.rung.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use parlor_dots_and_boxes::DotsAndBoxes;
    use rustix::event::{PollFd, PollFlags, poll};
    use serde_json::json;

    use super::*;

    fn decide(id: u64) -> Decide {
        let decide = json!({
            "id": id, "question": "draw", "view": {}, "clock": {},
            "menu": {"count": 0, "complete": false, "moves": []},
        });
        serde_json::from_value(decide).unwrap()
    }

    fn table() -> Box<dyn AnyTable> {
        parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap()
    }

    /// Waits until it is rung.
    fn wait(bell: &Bell) {
        poll(&mut [PollFd::from_borrowed_fd(bell.as_fd(), PollFlags::IN)], None).unwrap();
    }

    #[test]
    fn a_player_answers_what_it_is_asked_and_only_then() {
        let table = table();
        let (mut stand_in, mut bell) = StandIn::new(table.player("random", 1).unwrap()).unwrap();
        let seat = Seat::at(0);
        let rings = thread::spawn(move || {
            let answers = [7, 8, 9].map(|id| stand_in.decide(&decide(id)));
            (answers, stand_in)
        });
        wait(&bell);
        // What was too late for the question before is passed over.
        assert!(bell.answer(seat, Some(6), &*table) && bell.answer(seat, Some(7), &*table));
        wait(&bell);
        assert!(bell.answer(seat, None, &*table), "withdrawn");
        wait(&bell);
        drop(bell);
        let (answers, mut stand_in) = rings.join().unwrap();
        let played = answers[0].as_deref().unwrap();
        assert!(played.starts_with("h ") || played.starts_with("v "), "{played}");
        assert_eq!(answers[1..], [None, None]);
        assert_eq!(stand_in.decide(&decide(10)), None, "nobody is there");
    }

    #[test]
    fn a_bell_knows_when_nobody_rings_any_more() {
        let table = table();
        let (stand_in, mut bell) = StandIn::new(table.player("random", 1).unwrap()).unwrap();
        drop(stand_in);
        assert!(!bell.answer(Seat::at(0), Some(1), &*table));
    }
}
