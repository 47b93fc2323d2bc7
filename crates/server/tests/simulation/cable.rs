//! The way from one hall to the store: it takes some time, may lose an answer, and is cut when the hall is killed.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_store::{
    Account, AccountId, Answer, Done, Grant, Key, Line, MatchHead, MemoryStore, SealedSeed, Store,
    StoreError, Table, TableHead, TableId, TableQuery, TokenHash, Verdict, Write,
};
use tokio::time::{Instant, sleep};

/// The way to the store.
pub(crate) struct Cable {
    store: Arc<MemoryStore>,
    /// Whether the hall at this end is dead. A dead process cannot be taken out of the runtime, but what it does reaches
    /// nobody any more: it waits for the store for ever.
    is_cut: Arc<AtomicBool>,
    rng: Mutex<PlayoutRng>,
    seen: Arc<Seen>,
}

/// What went over all cables.
#[derive(Debug)]
pub(crate) struct Seen {
    start: Instant,
    /// Whether no answer is lost.
    is_calm: AtomicBool,
    notes: Mutex<Notes>,
}

#[derive(Debug, Default)]
struct Notes {
    /// Every line that a command was to become, with the number of the line.
    attempts: Vec<Attempt>,
    /// When the clock of a match last began anew for those who are gone: a hall has claimed it, or a pause was over.
    anew: Vec<(TableId, Duration)>,
}

/// A command on its way to the store.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) id: TableId,
    pub(crate) account: AccountId,
    pub(crate) key: String,
    pub(crate) number: u64,
    pub(crate) line: String,
}

impl Seen {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), is_calm: AtomicBool::new(true), notes: Mutex::default() }
    }

    pub(crate) fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// From now on answers are lost, or are not.
    pub(crate) fn keep_calm(&self, is_calm: bool) {
        self.is_calm.store(is_calm, Ordering::Relaxed);
    }

    pub(crate) fn attempts(&self) -> Vec<Attempt> {
        self.notes.lock().unwrap().attempts.clone()
    }

    /// When a match last began anew for those who are gone.
    pub(crate) fn anew(&self, id: TableId) -> Option<Duration> {
        let notes = self.notes.lock().unwrap();
        notes.anew.iter().rev().find(|(table, _)| *table == id).map(|(_, at)| *at)
    }

    /// A write is on its way.
    fn sent(&self, write: &Write) {
        let Write::Append(append) = write else { return };
        if let (Some(done), Some(line)) = (&append.done, append.lines.first()) {
            let key = done.key.as_str().split_once('/').map_or("", |(_, key)| key).to_owned();
            self.notes.lock().unwrap().attempts.push(Attempt {
                id: append.id,
                account: done.account,
                key,
                number: append.first,
                line: line.text.clone(),
            });
        }
    }

    /// It is done, and the hall is about to know that.
    fn answered(&self, write: &Write) {
        let id = match write {
            Write::ClaimMatch { id, .. } => *id,
            Write::BeginMatch(beginning) => beginning.table.id,
            Write::Append(append)
                if append.lines.iter().any(|line| line.text.contains(" | resume")) =>
            {
                append.id
            }
            _ => return,
        };
        // The match is read after its claim, which takes a few milliseconds more.
        let at = self.now() + Duration::from_millis(100);
        self.notes.lock().unwrap().anew.push((id, at));
    }
}

impl Cable {
    pub(crate) fn new(store: &Arc<MemoryStore>, seen: &Arc<Seen>, number: u64) -> Self {
        Self {
            store: Arc::clone(store),
            is_cut: Arc::default(),
            rng: Mutex::new(playout_rng(number)),
            seen: Arc::clone(seen),
        }
    }

    /// What cuts it.
    pub(crate) fn knife(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_cut)
    }

    fn below(&self, count: u64) -> u64 {
        below(&mut *self.rng.lock().unwrap(), count)
    }

    async fn pass_on(&self) {
        if self.below(4) == 0 {
            sleep(Duration::from_millis(1 + self.below(4))).await;
        }
        if self.is_cut.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }

    fn read<'a, T: Send + 'static>(
        &'a self,
        read: impl FnOnce(&'a MemoryStore) -> Answer<'a, T> + Send + 'a,
    ) -> Answer<'a, T> {
        Box::pin(async move {
            self.pass_on().await;
            let answer = read(&self.store).await;
            self.pass_on().await;
            answer
        })
    }
}

impl fmt::Debug for Cable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cable")
    }
}

impl Store for Cable {
    fn write(&self, write: Write) -> Answer<'_, Verdict> {
        Box::pin(async move {
            self.pass_on().await;
            self.seen.sent(&write);
            let answer = self.store.write(write.clone()).await;
            self.pass_on().await;
            if answer.is_ok() {
                self.seen.answered(&write);
            }
            if self.below(60) == 0 && !self.seen.is_calm.load(Ordering::Relaxed) {
                let why = "the answer of the disk was lost".to_owned();
                return Err(StoreError::Uncertain(why));
            }
            answer
        })
    }

    fn account(&self, id: AccountId) -> Answer<'_, Option<Account>> {
        self.read(move |store| store.account(id))
    }

    fn token(&self, hash: TokenHash) -> Answer<'_, Option<Grant>> {
        self.read(move |store| store.token(hash))
    }

    fn bots(&self, owner: AccountId) -> Answer<'_, Vec<Account>> {
        self.read(move |store| store.bots(owner))
    }

    fn tokens(&self, account: AccountId) -> Answer<'_, Vec<Grant>> {
        self.read(move |store| store.tokens(account))
    }

    fn table(&self, id: TableId) -> Answer<'_, Option<Table>> {
        self.read(move |store| store.table(id))
    }

    fn tables(&self, query: TableQuery) -> Answer<'_, Vec<TableHead>> {
        self.read(move |store| store.tables(query))
    }

    fn match_head(&self, id: TableId) -> Answer<'_, Option<MatchHead>> {
        self.read(move |store| store.match_head(id))
    }

    fn match_start(&self, id: TableId) -> Answer<'_, Option<(String, SealedSeed)>> {
        self.read(move |store| store.match_start(id))
    }

    fn running_matches(&self, after: Option<TableId>) -> Answer<'_, Vec<MatchHead>> {
        self.read(move |store| store.running_matches(after))
    }

    fn log(&self, id: TableId, from: u64, limit: usize) -> Answer<'_, Vec<Line>> {
        self.read(move |store| store.log(id, from, limit))
    }

    fn done(&self, account: AccountId, key: Key) -> Answer<'_, Option<Done>> {
        self.read(move |store| store.done(account, key))
    }

    fn recent(&self, id: TableId, limit: usize) -> Answer<'_, Vec<Done>> {
        self.read(move |store| store.recent(id, limit))
    }

    fn close(&self) -> Answer<'_, ()> {
        self.store.close()
    }
}
