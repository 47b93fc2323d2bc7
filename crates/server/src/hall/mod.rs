//! The heart of the server, without HTTP: the matches that are in memory, each with a task of its own, the store they
//! are written to, and the streams to clients.

mod hub;
mod match_task;
mod opening;
pub(crate) mod outbox;
mod pool;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use parlor_store::{AccountId, SealKey, Store, TableId, TableState, TokenHash};
use tokio::sync::{broadcast, mpsc, oneshot};

pub use self::pool::Thinkers;

use self::hub::Hub;
pub(crate) use self::match_task::{Listen, Message, ReplyTo};
use self::pool::Pool;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::limits::STOP_TIME;
use crate::refusal::Refusal;
use crate::tables::Document;

/// What all parts of a server share.
#[derive(Clone, Debug)]
pub struct Hall(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Arc<dyn Store>,
    key: SealKey,
    clock: Clock,
    entropy: Entropy,
    /// Who this server is, for the owner of a match in the store.
    name: String,
    hub: Hub,
    pool: Pool,
    /// The matches in memory. Each has a lock of its own, so that two requests do not read it from the store twice.
    matches: Mutex<BTreeMap<TableId, Arc<tokio::sync::Mutex<Option<Handle>>>>>,
    /// Numbers of streams and requests.
    count: AtomicU64,
    is_stopping: AtomicBool,
    /// Tokens that were revoked: their streams end.
    revoked: broadcast::Sender<TokenHash>,
    /// The promise that rooms break, for tests.
    #[cfg(feature = "faults")]
    fault: std::sync::OnceLock<parlor_room::Fault>,
}

/// What a hall is made of.
#[derive(Debug)]
pub struct Parts {
    /// Where everything is written down.
    pub store: Arc<dyn Store>,
    /// The key of the seeds.
    pub key: SealKey,
    /// The time.
    pub clock: Clock,
    /// Random bytes.
    pub entropy: Entropy,
    /// Who this server is.
    pub name: String,
    /// Who thinks for the computer players.
    pub thinkers: Thinkers,
}

/// A way to the task of a match.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    inbox: mpsc::Sender<Message>,
    number: u64,
    /// What is known of its table: it does not change any more.
    facts: Facts,
    is_over: Arc<AtomicBool>,
}

/// What decides about who may do what at a table.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) owner: AccountId,
    pub(crate) state: TableState,
    pub(crate) document: Arc<Document>,
}

impl Hall {
    /// Opens a hall. Must be called in a tokio runtime.
    pub fn new(parts: Parts) -> Self {
        let Parts { store, key, clock, entropy, name, thinkers } = parts;
        Self(Arc::new(Inner {
            store,
            key,
            clock,
            entropy,
            name,
            hub: Hub::default(),
            pool: Pool::start(thinkers),
            matches: Mutex::default(),
            count: AtomicU64::new(0),
            is_stopping: AtomicBool::new(false),
            revoked: broadcast::Sender::new(64),
            #[cfg(feature = "faults")]
            fault: std::sync::OnceLock::new(),
        }))
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.0.store
    }

    pub(crate) fn key(&self) -> &SealKey {
        &self.0.key
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.0.clock
    }

    pub(crate) fn entropy(&self) -> &Entropy {
        &self.0.entropy
    }

    pub(crate) fn hub(&self) -> &Hub {
        &self.0.hub
    }

    /// A number that was not given before.
    pub(crate) fn number(&self) -> u64 {
        self.0.count.fetch_add(1, Ordering::Relaxed)
    }

    /// How many matches are in memory.
    pub fn in_memory(&self) -> usize {
        self.0.matches().len()
    }

    /// From now on rooms that are opened break this promise, for tests.
    #[cfg(feature = "faults")]
    pub fn break_promise(&self, fault: parlor_room::Fault) {
        self.0.fault.get_or_init(|| fault);
    }

    /// Whether the server is about to end.
    pub(crate) fn is_stopping(&self) -> bool {
        self.0.is_stopping.load(Ordering::Relaxed)
    }

    /// What is known of a table: from memory where its match is there, otherwise from the store.
    pub(crate) async fn facts(&self, id: TableId) -> Result<Option<Facts>, Refusal> {
        let slot = self.0.matches().get(&id).cloned();
        if let Some(slot) = slot
            && let Ok(slot) = slot.try_lock()
            && let Some(handle) = slot.as_ref().filter(|handle| !handle.is_gone())
        {
            let is_over = handle.is_over.load(Ordering::Relaxed);
            let state = if is_over { TableState::Over } else { TableState::Playing };
            return Ok(Some(Facts { state, ..handle.facts.clone() }));
        }
        let Some(table) = self.store().table(id).await? else { return Ok(None) };
        let document = Arc::new(Document::read(&table)?);
        Ok(Some(Facts { owner: table.head.owner, state: table.head.state, document }))
    }

    // ---- tokens that end ----

    pub(crate) fn revoke(&self, token: TokenHash) {
        // Without a stream there is nobody to tell.
        _ = self.0.revoked.send(token);
    }

    pub(crate) fn revocations(&self) -> broadcast::Receiver<TokenHash> {
        self.0.revoked.subscribe()
    }

    // ---- stopping ----

    /// Ends all matches here: what is being written is finished, clients are told, and everything goes on when the
    /// server is started again.
    pub async fn stop(&self) {
        self.0.is_stopping.store(true, Ordering::Relaxed);
        self.0.hub.stop();
        let handles: Vec<_> = self.0.matches().values().cloned().collect();
        let mut ends = Vec::new();
        for handle in handles {
            let Some(Handle { inbox, .. }) = handle.lock().await.take() else { continue };
            let (done, end) = oneshot::channel();
            if inbox.send(Message::Stop(done)).await.is_ok() {
                ends.push(end);
            }
        }
        let all = async {
            for end in ends {
                // A task that has ended by itself has nothing left to do.
                _ = end.await;
            }
        };
        if tokio::time::timeout(STOP_TIME, all).await.is_err() {
            tracing::warn!(
                "some matches did not finish their last write in time; nothing that was confirmed is lost"
            );
        }
    }
}

impl Inner {
    fn matches(
        &self,
    ) -> std::sync::MutexGuard<'_, BTreeMap<TableId, Arc<tokio::sync::Mutex<Option<Handle>>>>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The task of a match has ended.
    fn forget(&self, id: TableId, number: u64) {
        let mut matches = self.matches();
        let Some(slot) = matches.get(&id) else { return };
        // Somebody who opens it at this moment holds the lock, and finds that the old task is gone.
        let is_own = slot
            .try_lock()
            .is_ok_and(|slot| slot.as_ref().is_none_or(|handle| handle.number == number));
        if is_own {
            matches.remove(&id);
        }
    }
}

impl Handle {
    /// Sends something to the match. It is refused where its task is gone.
    pub(crate) async fn send(&self, message: Message) -> Result<(), Refusal> {
        self.inbox.send(message).await.map_err(|_| Refusal::unavailable())
    }

    /// Sends something without waiting, for places that cannot wait. A full queue is waited for in a task.
    pub(crate) fn send_later(&self, message: Message) {
        if let Err(mpsc::error::TrySendError::Full(message)) = self.inbox.try_send(message) {
            let inbox = self.inbox.clone();
            // A match that is gone needs nothing.
            tokio::spawn(async move { _ = inbox.send(message).await });
        }
    }

    fn is_gone(&self) -> bool {
        self.inbox.is_closed()
    }
}
