//! Ctrl-C, and other signals that end the program: the terminal is left as it was found, and a person is
//! told where the game is.
//!
//! While somebody is asked, the signal ends the question, and the session ends in order. Otherwise the game
//! is on disk up to its last act, so the program says so and ends at once: nobody waits for a computer player
//! that thinks.

use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rustix::termios::{OptionalActions, Termios, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// What a shell adds to the number of a signal.
const BY_SIGNAL: u8 = 128;

/// Listens for signals until the program ends.
pub(super) struct Interrupt {
    shared: Arc<Mutex<Shared>>,
    /// Has something to read when a signal came while somebody was asked.
    woken: UnixStream,
}

#[derive(Default)]
struct Shared {
    /// Whether somebody is asked, and hears of a signal.
    is_asking: bool,
    /// Whether another program has the terminal, so that Ctrl-C is for that one.
    is_lent: bool,
    /// The signal that came.
    signal: Option<i32>,
    /// What is said where nobody is asked.
    farewell: String,
    /// How the terminal was before single keys were read from it.
    terminal: Option<Termios>,
}

impl Interrupt {
    /// Begins to listen.
    pub(super) fn listen() -> io::Result<Self> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let (mut waker, woken) = UnixStream::pair()?;
        let shared = Arc::new(Mutex::new(Shared::default()));
        let heard = Arc::clone(&shared);
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                let mut shared = lock(&heard);
                match shared.hear(signal) {
                    Heard::Nothing => {}
                    Heard::Wakes => _ = waker.write_all(b"!"),
                    Heard::Ends => end(&shared, signal),
                }
            }
        })?;
        Ok(Self { shared, woken })
    }

    /// The signal that came while somebody was asked.
    pub(super) fn signal(&self) -> Option<i32> {
        lock(&self.shared).signal
    }

    /// What is said when a signal comes while nobody is asked.
    pub(super) fn set_farewell(&self, farewell: String) {
        lock(&self.shared).farewell = farewell;
    }

    /// Somebody is asked, or is not any more.
    pub(super) fn set_asking(&self, is_asking: bool) {
        lock(&self.shared).is_asking = is_asking;
    }

    /// Another program has the terminal, or has it no longer.
    pub(super) fn set_lent(&self, is_lent: bool) {
        lock(&self.shared).is_lent = is_lent;
    }

    /// How the terminal is to be left.
    pub(super) fn set_terminal(&self, terminal: Option<Termios>) {
        lock(&self.shared).terminal = terminal;
    }

    /// What to wait for beside the keyboard.
    pub(super) fn woken(&self) -> BorrowedFd<'_> {
        self.woken.as_fd()
    }
}

/// What becomes of a signal.
#[derive(PartialEq, Eq, Debug)]
enum Heard {
    Nothing,
    /// Whoever is asked hears of it.
    Wakes,
    /// The program ends.
    Ends,
}

impl Shared {
    fn hear(&mut self, signal: i32) -> Heard {
        if self.is_lent && signal == SIGINT {
            return Heard::Nothing;
        }
        // Who is asked and does not end after one signal is ended by the second.
        if self.is_asking && self.signal.is_none() {
            self.signal = Some(signal);
            return Heard::Wakes;
        }
        Heard::Ends
    }
}

/// The exit code of a program that a signal ended.
pub(super) fn code(signal: i32) -> u8 {
    u8::try_from(signal).map_or(BY_SIGNAL, |signal| BY_SIGNAL | signal)
}

fn end(shared: &Shared, signal: i32) -> ! {
    if let Some(terminal) = &shared.terminal {
        _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
    }
    // The other thread may be in the middle of a line on standard output, and holds it.
    _ = writeln!(io::stderr(), "\n{}", shared.farewell);
    std::process::exit(code(signal).into());
}

/// What is shared is plain data: it is good even after a panic.
fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_for_whoever_has_the_terminal() {
        let mut shared = Shared::default();
        assert_eq!(shared.hear(SIGINT), Heard::Ends);
        shared.is_asking = true;
        shared.is_lent = true;
        // Ctrl-C in a pager is for the pager.
        assert_eq!((shared.hear(SIGINT), shared.signal), (Heard::Nothing, None));
        assert_eq!((shared.hear(SIGTERM), shared.signal), (Heard::Wakes, Some(SIGTERM)));
        assert_eq!(shared.hear(SIGTERM), Heard::Ends);
        let mut shared = Shared { is_asking: true, ..Shared::default() };
        assert_eq!((shared.hear(SIGINT), shared.signal), (Heard::Wakes, Some(SIGINT)));
    }
}
