//! Matches that come to memory: new ones, and those that the store has.

use std::sync::Arc;

use parlor_match::{Record, Seed, Shares, Sitting, Taken};
use parlor_room::{Key, Remembered};
use parlor_store::limits::MAX_RECENT;
use parlor_store::{
    Beginning, Claimed, Done, Hash, Outcome, Table, TableChange, TableId, TableState,
};

use super::match_task::MatchTask;
use super::{Facts, Hall, Handle};
use crate::accounts::party;
use crate::limits::{AGAIN, AGAIN_AT_MOST};
use crate::refusal::Refusal;
use crate::tables::Document;

/// A match as it is opened.
pub(super) struct Opened {
    pub(super) id: TableId,
    pub(super) epoch: u64,
    pub(super) sitting: Sitting,
    pub(super) told: Vec<Taken>,
    pub(super) remembered: Vec<Remembered>,
    /// Whether the store has more commands than these.
    pub(super) has_older: bool,
    pub(super) facts: Facts,
}

impl Hall {
    /// Begins the match of a table: the change and the beginning are one transaction.
    pub(crate) async fn begin(
        &self,
        table: &Table,
        document: &Document,
        change: TableChange,
    ) -> Result<Outcome<()>, Refusal> {
        let (id, owner) = (table.head.id, table.head.owner);
        let sealed = document.sealed().ok_or_else(Refusal::unavailable)?;
        let seed = self.open_seed(id, &sealed)?;
        let rulebook = parlor_registry::find(&table.head.game).map_err(|why| {
            tracing::error!(%why, table = %id, "a stored table cannot be opened");
            Refusal::unavailable()
        })?;
        let table = rulebook
            .open(&document.options, document.seats.len())
            .map_err(|why| Refusal::conflict("bad-options", why.to_string()))?;
        let (terms, costs) = document.terms();
        let sitting = Sitting::new(table, document.occupants(), seed, Shares::none());
        let sitting = sitting.on_terms(terms, &costs);
        let record = sitting.so_far();
        let beginning = Beginning {
            table: change,
            header: record.to_text(),
            seed: sealed,
            owner: self.0.name.clone(),
            hash: Hash(record.seal().to_bytes()),
            lines: Vec::new(),
        };
        let facts =
            Facts { owner, state: TableState::Playing, document: Arc::new(document.clone()) };
        let slot = self.slot(id);
        let mut slot = slot.lock().await;
        match self.store().begin_match(beginning).await? {
            Outcome::Repeated(reply) => Ok(Outcome::Repeated(reply)),
            Outcome::New(epoch) => {
                *slot = Some(self.run(Opened {
                    id,
                    epoch,
                    sitting,
                    told: Vec::new(),
                    remembered: Vec::new(),
                    has_older: false,
                    facts,
                }));
                Ok(Outcome::New(()))
            }
        }
    }

    /// The match of a table that has one: from memory, or from the store.
    pub(crate) async fn find(&self, id: TableId) -> Result<Handle, Refusal> {
        if self.is_stopping() {
            return Err(Refusal::unavailable());
        }
        let slot = self.slot(id);
        let mut slot = slot.lock().await;
        if let Some(handle) = slot.as_ref().filter(|handle| !handle.is_gone()) {
            return Ok(handle.clone());
        }
        let opened = self.read(id).await;
        let Ok(opened) = opened else {
            drop(slot);
            self.0.forget(id, u64::MAX);
            return Err(opened.err().unwrap_or_else(Refusal::unavailable));
        };
        let handle = self.run(opened);
        *slot = Some(handle.clone());
        Ok(handle)
    }

    /// Brings all matches to memory that have not ended, because their clocks run. Those that somebody asks for come
    /// first by themselves.
    pub async fn open_all(&self) -> Result<usize, Refusal> {
        let (mut after, mut count) = (None, 0);
        loop {
            let heads = self.store().running_matches(after).await?;
            let Some(last) = heads.last() else { return Ok(count) };
            after = Some(last.id);
            for head in &heads {
                if self.is_stopping() {
                    return Ok(count);
                }
                // A match that cannot be read is in the log of the server, and keeps no other from going on.
                count += usize::from(self.find(head.id).await.is_ok());
            }
        }
    }

    /// Reads a match from the store again, after a write that failed, until that works.
    pub(super) fn open_again(&self, id: TableId) {
        let hall = self.clone();
        tokio::spawn(async move {
            let mut wait = AGAIN;
            while !hall.is_stopping() {
                tokio::time::sleep(wait).await;
                if hall.find(id).await.is_ok() {
                    return;
                }
                wait = (wait * 2).min(AGAIN_AT_MOST);
            }
        });
    }

    fn slot(&self, id: TableId) -> Arc<tokio::sync::Mutex<Option<Handle>>> {
        Arc::clone(self.0.matches().entry(id).or_default())
    }

    fn run(&self, opened: Opened) -> Handle {
        MatchTask::start(self.clone(), opened)
    }

    /// Claims a match, and plays its log again.
    async fn read(&self, id: TableId) -> Result<Opened, Refusal> {
        let table = self.store().table(id).await?.ok_or_else(|| Refusal::not_found("table"))?;
        let claimed = match table.head.state {
            TableState::Playing => self.store().claim_match(id, self.0.name.clone()).await?,
            TableState::Over => self.look(id).await?,
            TableState::Open | TableState::Closed => {
                let why = "the match of this table has not begun";
                return Err(Refusal::conflict("not-begun", why));
            }
        };
        let document = Document::read(&table)?;
        let seed = self.open_seed(id, &claimed.seed)?;
        let epoch = claimed.head.epoch;
        let remembered = remembered(id, &claimed.recent);
        // The commands of a match that is over are not read. One of them may still be sent again: a client that did not
        // hear that its last move was done must not be told that it came too late.
        let is_over = table.head.state == TableState::Over;
        let has_older = is_over || claimed.recent.len() >= MAX_RECENT;
        let (sitting, told) = self.resume(id, claimed, seed).await?;
        let Table { head, .. } = table;
        let facts = Facts { owner: head.owner, state: head.state, document: Arc::new(document) };
        Ok(Opened { id, epoch, sitting, told, remembered, has_older, facts })
    }

    /// A match as it stands in the store, without becoming its owner.
    async fn look(&self, id: TableId) -> Result<Claimed, Refusal> {
        let gone = || Refusal::not_found("match");
        let head = self.store().match_head(id).await?.ok_or_else(gone)?;
        let (header, seed) = self.store().match_start(id).await?.ok_or_else(gone)?;
        let lines = self.store().whole_log(&head).await?;
        Ok(Claimed { head, header, seed, lines, recent: Vec::new() })
    }

    /// A match as it stands in the store, played again, with everything that was told.
    pub(crate) async fn replay(&self, id: TableId) -> Result<(Sitting, Vec<Taken>), Refusal> {
        let claimed = self.look(id).await?;
        let seed = self.open_seed(id, &claimed.seed)?;
        self.resume(id, claimed, seed).await
    }

    /// Plays a log again. It is done away from the tasks that play, because a long log takes some time.
    async fn resume(
        &self,
        id: TableId,
        claimed: Claimed,
        seed: Seed,
    ) -> Result<(Sitting, Vec<Taken>), Refusal> {
        let resumed = if self.0.pool.has_threads() {
            let resumed = tokio::task::spawn_blocking(move || play_again(claimed, seed));
            resumed.await.map_err(|why| why.to_string()).flatten()
        } else {
            // A simulation has no other threads: they would change the order of events from run to run.
            play_again(claimed, seed)
        };
        resumed.map_err(|why| {
            tracing::error!(%why, table = %id, "a match cannot be read from its log");
            Refusal::unavailable()
        })
    }

    fn open_seed(&self, id: TableId, sealed: &parlor_store::SealedSeed) -> Result<Seed, Refusal> {
        let seed = self.key().open(id, sealed).map_err(|why| {
            tracing::error!(%why, table = %id, "the seed of a match cannot be opened");
            Refusal::unavailable()
        })?;
        Ok(Seed::from_bytes(*seed))
    }
}

/// Plays a log again.
fn play_again(claimed: Claimed, seed: Seed) -> Result<(Sitting, Vec<Taken>), String> {
    let mut text = claimed.header;
    for line in &claimed.lines {
        text.push_str(&line.text);
        text.push('\n');
    }
    let record = Record::from_bytes(text.as_bytes()).map_err(|why| why.to_string())?;
    let mut told = Vec::new();
    Sitting::resume(record.header, Some(seed), &record.log, parlor_registry::SHELF, |taken| {
        told.push(taken);
    })
    .map(|sitting| (sitting, told))
    .map_err(|why| why.to_string())
}

// ---- keys of commands ----

/// The key of a command in the store: keys of a client count for one match, so the match is part of it.
pub(crate) fn stored_key(id: TableId, key: &Key) -> String {
    format!("{id}/{key}")
}

/// The last commands of a match, the oldest first.
fn remembered(id: TableId, recent: &[Done]) -> Vec<Remembered> {
    let prefix = format!("{id}/");
    let known = recent.iter().rev().filter_map(|done| {
        let key = done.key.as_str().strip_prefix(&prefix)?.parse().ok()?;
        Some(Remembered { party: party(done.account), key, fingerprint: done.fingerprint.0 })
    });
    known.collect()
}
