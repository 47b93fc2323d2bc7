//! A queue of frames to one client, with a bound.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use parlor_protocol::room::{Bye, Farewell, Frame};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::limits::OUTBOX;

/// Where frames for a client are put.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    end: Arc<OnceLock<Farewell>>,
}

/// The same for somebody who must not keep the queue open.
#[derive(Clone, Debug)]
pub(crate) struct WeakOutbox {
    frames: mpsc::WeakSender<Utf8Bytes>,
    end: Arc<OnceLock<Farewell>>,
}

impl WeakOutbox {
    /// The outbox, as long as the match has it.
    pub(crate) fn outbox(&self) -> Option<Outbox> {
        Some(Outbox { frames: self.frames.upgrade()?, end: Arc::clone(&self.end) })
    }
}

/// Where they are taken out.
#[derive(Debug)]
pub(crate) struct Frames {
    queue: mpsc::Receiver<Utf8Bytes>,
    end: Arc<OnceLock<Farewell>>,
    is_over: bool,
}

/// A queue to one client.
pub(crate) fn outbox() -> (Outbox, Frames) {
    let (sender, receiver) = mpsc::channel(OUTBOX);
    let end = Arc::new(OnceLock::new());
    let outbox = Outbox { frames: sender, end: Arc::clone(&end) };
    (outbox, Frames { queue: receiver, end, is_over: false })
}

/// A frame as it goes over the network.
pub(crate) fn text(frame: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(frame).unwrap_or_default().into()
}

impl Outbox {
    /// Puts a frame in. `false` where the client is too far behind, or gone: the outbox is to be dropped then.
    pub(crate) fn put(&self, frame: Utf8Bytes) -> bool {
        let is_put = self.frames.try_send(frame).is_ok();
        if !is_put {
            _ = self.end.set(Farewell::Behind);
        }
        is_put
    }

    pub(crate) fn weak(&self) -> WeakOutbox {
        WeakOutbox { frames: self.frames.downgrade(), end: Arc::clone(&self.end) }
    }

    /// Says why nothing more comes. The client is told when the last outbox of the queue is dropped.
    pub(crate) fn end(self, why: Farewell) {
        _ = self.end.set(why);
    }
}

impl Frames {
    /// The next frame; the last one says why there are no more.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        if self.is_over {
            return None;
        }
        if let Some(frame) = self.queue.recv().await {
            return Some(frame);
        }
        self.is_over = true;
        let reason = self.end.get().copied().unwrap_or(Farewell::Stopping);
        Some(text(&Frame::Bye(Bye { reason })))
    }

    /// The stream ends from this side: nothing more is taken, but the last frame.
    pub(crate) fn stop(&mut self, why: Farewell) {
        _ = self.end.set(why);
        self.queue.close();
        while self.queue.try_recv().is_ok() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_client_that_is_behind_is_told_so() {
        let (outbox, mut frames) = outbox();
        for _ in 0..OUTBOX {
            assert!(outbox.put("{}".into()));
        }
        assert!(!outbox.put("{}".into()));
        drop(outbox);
        let mut all = Vec::new();
        while let Some(frame) = frames.next().await {
            all.push(frame);
        }
        assert_eq!(all.len(), OUTBOX + 1);
        assert_eq!(all.last().unwrap().as_str(), r#"{"type":"bye","reason":"behind"}"#);
    }
}
