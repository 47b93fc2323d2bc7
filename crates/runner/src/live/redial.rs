//! Bots at an address that lose their connection: they are called again, on a thread of its own, while the
//! match goes on.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use parlor_engine::Seat;

use super::{Link, Live};

/// The first wait before a call, and before each further one twice as long …
const FIRST: Duration = Duration::from_millis(50);
/// … but no longer than this. A bot that is started again is back within seconds.
const LONGEST: Duration = Duration::from_secs(2);

/// Opens the line to a bot again.
pub(crate) type Dial = Arc<dyn Fn() -> Result<Link, String> + Send + Sync>;

/// A bot that is being called. When this is dropped the calls end.
pub(super) struct Call {
    pub(super) seat: Seat,
    answered: Receiver<Link>,
    _goes_on: Sender<()>,
}

impl Call {
    fn begin(seat: Seat, dial: Dial) -> io::Result<Self> {
        let (answer, answered) = mpsc::channel();
        let (goes_on, ended) = mpsc::channel();
        let call = move || {
            let mut pause = FIRST;
            // The bot may need a moment before it listens again.
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if let Ok(link) = dial() {
                    // Nobody takes the line where the seat was given to somebody else meanwhile.
                    _ = answer.send(link.back_by(dial));
                    return;
                }
                pause = (pause * 2).min(LONGEST);
            }
        };
        thread::Builder::new().name("redial".to_owned()).spawn(call)?;
        Ok(Self { seat, answered, _goes_on: goes_on })
    }
}

impl Live {
    /// Calls the bot in a seat again whose line broke; `false` where that is not done. A bot that was not
    /// ready yet has not started, and one that comes back has to be ready in the usual time.
    pub(super) fn call_again(&mut self, seat: Seat) -> bool {
        let Some(link) = &self.links[seat.index()] else { return false };
        let has_played = self.referee.is_ready(seat) || link.is_back;
        let may_return = self.waits_for_bots && self.referee.is_playing() && has_played;
        let Some(dial) = link.dial.clone().filter(|_| may_return) else { return false };
        let Ok(call) = Call::begin(seat, dial) else { return false };
        self.calls.push(call);
        self.referee.lost(seat, self.now());
        true
    }

    /// Lets bots in that have answered a call; `true` where one has.
    pub(super) fn let_back_in(&mut self) -> bool {
        let mut is_back = false;
        for index in (0..self.calls.len()).rev() {
            let Ok(link) = self.calls[index].answered.try_recv() else { continue };
            let seat = self.calls.swap_remove(index).seat;
            self.links[seat.index()] = Some(link);
            // One that broke again before it was ready is not lost: its time to get ready runs on.
            if self.referee.lost_since(seat).is_some() {
                self.referee.back(seat, self.now());
            }
            is_back = true;
        }
        is_back
    }
}
