//! A store in memory with a model of a disk, for simulations: no clock, no threads, no chance. What was written
//! and not synced is lost in a crash, and a simulation decides when the disk syncs.

mod world;

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Poll, Waker};

use self::world::World;
use crate::write::Verdict;
use crate::{
    Account, AccountId, Answer, Done, Grant, Key, Line, MatchHead, SealedSeed, Store, StoreError,
    Table, TableHead, TableId, TableQuery, TokenHash, Write,
};

/// A promise that the store breaks on purpose, so that a simulation can prove that it would notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Writes are answered and shown to readers before the disk has synced them.
    AnswersEarly,
    /// A command is done as often as it is sent.
    ForgetsKeys,
    /// An owner of before can still append.
    ForgetsEpochs,
    /// Lines are taken whatever their numbers are.
    ForgetsNumbers,
}

/// The store in memory.
///
/// A new one syncs at every write. With [`hold`](Self::hold) its writes wait until [`sync`](Self::sync) is
/// called, as they wait for the disk in the other stores.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<Machine>);

#[derive(Debug, Default)]
struct Machine {
    /// What a crash leaves.
    disk: World,
    /// What readers see. Only a store that answers early has more here than on the disk.
    seen: Option<World>,
    waiting: VecDeque<(Write, Arc<Mutex<Slot>>)>,
    is_held: bool,
    is_closed: bool,
    fault: Option<Fault>,
    /// How many of the next syncs fail.
    failures: usize,
}

/// Where the answer to a write appears.
#[derive(Debug, Default)]
struct Slot {
    answer: Option<Result<Verdict, StoreError>>,
    waker: Option<Waker>,
}

impl MemoryStore {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on writes wait for [`sync`](Self::sync).
    pub fn hold(&self) {
        self.machine().is_held = true;
    }

    /// From now on the store breaks this promise, or none.
    pub fn break_promise(&self, fault: Option<Fault>) {
        let mut machine = self.machine();
        machine.fault = fault;
        machine.seen = (fault == Some(Fault::AnswersEarly)).then(|| machine.disk.clone());
    }

    /// Lets so many of the next syncs fail: their writes are not done, and are answered as unavailable.
    pub fn fail(&self, syncs: usize) {
        self.machine().failures = syncs;
    }

    /// How many writes wait for the disk.
    pub fn waiting(&self) -> usize {
        self.machine().waiting.len()
    }

    /// Syncs the first `count` writes that wait, and answers them.
    pub fn sync(&self, count: usize) {
        self.machine().sync(count);
    }

    /// The power fails: what was not synced is lost. Callers that still wait are told that they cannot know.
    pub fn crash(&self) {
        let mut machine = self.machine();
        for (_, slot) in std::mem::take(&mut machine.waiting) {
            tell(&slot, Err(StoreError::Uncertain("the power failed".to_owned())));
        }
        if machine.seen.is_some() {
            machine.seen = Some(machine.disk.clone());
        }
    }

    fn machine(&self) -> MutexGuard<'_, Machine> {
        self.0.lock().expect("nobody panics while holding it")
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&World) -> Result<T, StoreError>,
    ) -> Answer<'_, T> {
        let machine = self.machine();
        let answer = if machine.is_closed {
            Err(StoreError::Closed)
        } else {
            read(machine.seen.as_ref().unwrap_or(&machine.disk))
        };
        Box::pin(std::future::ready(answer))
    }
}

impl Machine {
    fn write(&mut self, write: Write) -> Result<Arc<Mutex<Slot>>, StoreError> {
        if self.is_closed {
            return Err(StoreError::Closed);
        }
        write.check()?;
        let slot = Arc::new(Mutex::new(Slot::default()));
        if let Some(seen) = &mut self.seen {
            tell(&slot, seen.apply(&write, self.fault));
        }
        self.waiting.push_back((write, Arc::clone(&slot)));
        if !self.is_held {
            self.sync(usize::MAX);
        }
        Ok(slot)
    }

    fn sync(&mut self, count: usize) {
        let fails = self.failures > 0 && !self.waiting.is_empty();
        self.failures -= usize::from(fails);
        for (write, slot) in self.waiting.drain(..count.min(self.waiting.len())) {
            let answer = if fails {
                Err(StoreError::Unavailable("the disk is full".to_owned()))
            } else {
                self.disk.apply(&write, self.fault)
            };
            tell(&slot, answer);
        }
    }
}

/// Answers, unless that was done before.
fn tell(slot: &Mutex<Slot>, answer: Result<Verdict, StoreError>) {
    let mut slot = slot.lock().expect("nobody panics while holding it");
    slot.answer.get_or_insert(answer);
    if let Some(waker) = slot.waker.take() {
        waker.wake();
    }
}

impl Store for MemoryStore {
    /// The write is in the queue when this returns, not when the answer is first waited for: so a simulation
    /// does not depend on who is polled first.
    fn write(&self, write: Write) -> Answer<'_, Verdict> {
        let slot = self.machine().write(write);
        Box::pin(async move {
            let slot = slot?;
            poll_fn(|context| {
                let mut slot = slot.lock().expect("nobody panics while holding it");
                if let Some(answer) = slot.answer.clone() {
                    return Poll::Ready(answer);
                }
                slot.waker = Some(context.waker().clone());
                Poll::Pending
            })
            .await
        })
    }

    fn account(&self, id: AccountId) -> Answer<'_, Option<Account>> {
        self.read(|world| Ok(world.account(id)))
    }

    fn token(&self, hash: TokenHash) -> Answer<'_, Option<Grant>> {
        self.read(|world| Ok(world.token(hash)))
    }

    fn bots(&self, owner: AccountId) -> Answer<'_, Vec<Account>> {
        self.read(|world| Ok(world.bots(owner)))
    }

    fn tokens(&self, account: AccountId) -> Answer<'_, Vec<Grant>> {
        self.read(|world| Ok(world.tokens(account)))
    }

    fn table(&self, id: TableId) -> Answer<'_, Option<Table>> {
        self.read(|world| Ok(world.table(id)))
    }

    fn tables(&self, query: TableQuery) -> Answer<'_, Vec<TableHead>> {
        self.read(|world| world.tables(&query))
    }

    fn match_head(&self, id: TableId) -> Answer<'_, Option<MatchHead>> {
        self.read(|world| Ok(world.match_head(id)))
    }

    fn match_start(&self, id: TableId) -> Answer<'_, Option<(String, SealedSeed)>> {
        self.read(|world| Ok(world.match_start(id)))
    }

    fn running_matches(&self, after: Option<TableId>) -> Answer<'_, Vec<MatchHead>> {
        self.read(|world| Ok(world.running_matches(after)))
    }

    fn log(&self, id: TableId, from: u64, limit: usize) -> Answer<'_, Vec<Line>> {
        self.read(|world| Ok(world.log(id, from, limit)))
    }

    fn done(&self, account: AccountId, key: Key) -> Answer<'_, Option<Done>> {
        self.read(|world| Ok(world.done(account, key)))
    }

    fn recent(&self, id: TableId, limit: usize) -> Answer<'_, Vec<Done>> {
        self.read(|world| Ok(world.recent(id, limit)))
    }

    fn close(&self) -> Answer<'_, ()> {
        let mut machine = self.machine();
        machine.sync(usize::MAX);
        machine.is_closed = true;
        Box::pin(std::future::ready(Ok(())))
    }
}
