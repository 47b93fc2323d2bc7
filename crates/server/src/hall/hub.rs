//! Streams about the tables of an account: a client that has many tables needs one connection to know where it is
//! asked.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlor_protocol::room::Farewell;
use parlor_store::AccountId;

use super::outbox::{Frames, Outbox, outbox, text};
use crate::limits::MAX_ACCOUNT_STREAMS;
use crate::play::wire::AccountFrame;

/// All such streams.
#[derive(Default, Debug)]
pub(crate) struct Hub {
    streams: Mutex<Streams>,
}

#[derive(Default, Debug)]
struct Streams {
    count: u64,
    open: BTreeMap<AccountId, BTreeMap<u64, Outbox>>,
}

impl Hub {
    /// Opens a stream for an account, by a number that closes it.
    pub(crate) fn open(&self, account: AccountId) -> (u64, Frames) {
        let mut streams = self.streams();
        streams.count += 1;
        let number = streams.count;
        let own = streams.open.entry(account).or_default();
        if own.len() >= MAX_ACCOUNT_STREAMS {
            // Several devices are usual; more than these are forgotten ones. The oldest is told that a newer one came.
            if let Some((_, oldest)) = own.pop_first() {
                oldest.end(Farewell::Superseded);
            }
        }
        let (outbox, frames) = outbox();
        own.insert(number, outbox);
        (number, frames)
    }

    /// A stream has ended.
    pub(crate) fn close(&self, account: AccountId, number: u64) {
        let mut streams = self.streams();
        if let Some(own) = streams.open.get_mut(&account) {
            own.remove(&number);
            if own.is_empty() {
                streams.open.remove(&account);
            }
        }
    }

    /// Tells one stream of an account.
    pub(crate) fn tell_one(&self, account: AccountId, number: u64, frame: &AccountFrame) {
        let mut streams = self.streams();
        let Some(own) = streams.open.get_mut(&account) else { return };
        if own.get(&number).is_some_and(|outbox| !outbox.put(text(frame))) {
            own.remove(&number);
        }
    }

    /// Tells all streams of an account.
    pub(crate) fn tell(&self, account: AccountId, frame: impl FnOnce() -> AccountFrame) {
        let mut streams = self.streams();
        let Some(own) = streams.open.get_mut(&account) else { return };
        let frame = text(&frame());
        own.retain(|_, outbox| outbox.put(frame.clone()));
    }

    /// The server stops.
    pub(crate) fn stop(&self) {
        for (_, own) in std::mem::take(&mut self.streams().open) {
            for outbox in own.into_values() {
                outbox.end(Farewell::Stopping);
            }
        }
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
