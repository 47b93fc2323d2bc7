//! Everything that one client was sent, byte by byte and with the time.

use std::fmt;
use std::sync::{Arc, Mutex};

use tokio::time::Instant;

/// What one client was sent, in order.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Transcript(pub(crate) Vec<Piece>);

/// Bytes that came over one channel at one moment.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Microseconds since the start, by the clock of the simulation.
    pub(crate) at: u128,
    pub(crate) channel: &'static str,
    pub(crate) bytes: Vec<u8>,
}

/// Where a transcript is written.
#[derive(Clone)]
pub(crate) struct Log {
    start: Instant,
    pieces: Arc<Mutex<Transcript>>,
}

impl Log {
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), pieces: Arc::default() }
    }

    pub(crate) fn add(&self, channel: &'static str, bytes: &[u8]) {
        let at = self.start.elapsed().as_micros();
        let Transcript(pieces) = &mut *self.pieces.lock().unwrap();
        match pieces.last_mut() {
            // How a reader cuts a stream of bytes into pieces is no matter of the server.
            Some(last) if last.at == at && last.channel == channel => {
                last.bytes.extend_from_slice(bytes);
            }
            _ => pieces.push(Piece { at, channel, bytes: bytes.to_vec() }),
        }
    }

    /// All bytes so far, of all channels.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let Transcript(pieces) = &*self.pieces.lock().unwrap();
        pieces.iter().flat_map(|piece| piece.bytes.clone()).collect()
    }

    pub(crate) fn take(&self) -> Transcript {
        std::mem::take(&mut *self.pieces.lock().unwrap())
    }
}

impl Transcript {
    /// The same with another text in the place of this one, which is as long.
    #[must_use]
    pub(crate) fn with(mut self, text: &str, instead: &str) -> Self {
        let (text, instead) = (text.as_bytes(), instead.as_bytes());
        assert_eq!(text.len(), instead.len(), "sizes are compared, too");
        for Piece { bytes, .. } in &mut self.0 {
            let mut from = 0;
            while let Some(at) = find(&bytes[from..], text) {
                bytes[from + at..][..text.len()].copy_from_slice(instead);
                from += at + text.len();
            }
        }
        self
    }

    /// The first place in which two transcripts differ.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        if self == other {
            return None;
        }
        let pairs = self.0.iter().zip(&other.0);
        let at = pairs.take_while(|(one, two)| one == two).count();
        let piece = |transcript: &Self| transcript.0.get(at).cloned();
        let (one, two) = (piece(self), piece(other));
        let from = match (&one, &two) {
            (Some(one), Some(two)) => {
                one.bytes.iter().zip(&two.bytes).take_while(|(one, two)| one == two).count()
            }
            _ => 0,
        };
        let show = |piece: Option<Piece>| {
            piece.map_or_else(|| "nothing".to_owned(), |piece| piece.around(from))
        };
        Some(format!("piece {at}, byte {from}:\n  {}\n  {}", show(one), show(two)))
    }
}

impl Piece {
    fn around(&self, at: usize) -> String {
        let part = &self.bytes[at.saturating_sub(80)..(at + 80).min(self.bytes.len())];
        format!("{self:?} …{}…", String::from_utf8_lossy(part).escape_debug())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes on {} at {} µs", self.bytes.len(), self.channel, self.at)
    }
}

/// Where bytes occur in others.
pub(crate) fn find(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|window| window == text)
}
