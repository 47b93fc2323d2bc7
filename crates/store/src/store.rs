//! The trait that all stores implement.

use std::fmt::Debug;
use std::pin::Pin;

use crate::limits::{MAX_LOG_READ, MAX_RECENT};
use crate::write::Verdict;
use crate::{
    Account, AccountId, Append, Beginning, Claimed, Done, Grant, Hash, Key, Line, MatchHead,
    Millis, NewTable, Outcome, SealedSeed, StoreError, Table, TableChange, TableHead, TableId,
    TableQuery, TokenHash, Write,
};

/// What a store will answer.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Accounts, tables and match logs, durable.
///
/// Every write is atomic, and it is answered only after it is on the disk. A caller that stops waiting for an
/// answer does not take the write back. Times come from the caller: a store reads no clock.
pub trait Store: Send + Sync + Debug {
    /// Changes something. The methods below are easier to use.
    fn write(&self, write: Write) -> Answer<'_, Verdict>;

    /// An account.
    fn account(&self, id: AccountId) -> Answer<'_, Option<Account>>;

    /// The bots that an account has made, the oldest first.
    fn bots(&self, owner: AccountId) -> Answer<'_, Vec<Account>>;

    /// What the token with this hash allows, even where it is revoked or has expired.
    fn token(&self, hash: TokenHash) -> Answer<'_, Option<Grant>>;

    /// The tokens of an account, the newest first.
    fn tokens(&self, account: AccountId) -> Answer<'_, Vec<Grant>>;

    /// A table.
    fn table(&self, id: TableId) -> Answer<'_, Option<Table>>;

    /// Tables, the newest first.
    fn tables(&self, query: TableQuery) -> Answer<'_, Vec<TableHead>>;

    /// How far a match is.
    fn match_head(&self, id: TableId) -> Answer<'_, Option<MatchHead>>;

    /// Header and sealed seed of a match.
    fn match_start(&self, id: TableId) -> Answer<'_, Option<(String, SealedSeed)>>;

    /// Matches that have not ended, in the order of their ids, from the one after `after`. At most
    /// [`MAX_RUNNING`](crate::limits::MAX_RUNNING) at a time.
    fn running_matches(&self, after: Option<TableId>) -> Answer<'_, Vec<MatchHead>>;

    /// Lines of a log from number `from` on, which counts from 1. At most `limit` and at most
    /// [`MAX_LOG_READ`] at a time.
    fn log(&self, id: TableId, from: u64, limit: usize) -> Answer<'_, Vec<Line>>;

    /// The command that an account has sent with this key, where it was done.
    fn done(&self, account: AccountId, key: Key) -> Answer<'_, Option<Done>>;

    /// The last commands of a match, the newest first, at most `limit` and at most [`MAX_RECENT`].
    fn recent(&self, id: TableId, limit: usize) -> Answer<'_, Vec<Done>>;

    /// Finishes what was begun and lets go of the database. Whatever is asked later is refused.
    fn close(&self) -> Answer<'_, ()>;

    // ---- provided ----

    /// Adds an account. An account has at most [`MAX_BOTS`](crate::limits::MAX_BOTS) bots.
    fn add_account(&self, account: Account) -> Answer<'_, ()> {
        unit(self.write(Write::AddAccount(account)))
    }

    /// Gives an account another name, or none.
    fn rename_account(&self, id: AccountId, name: Option<String>) -> Answer<'_, ()> {
        unit(self.write(Write::RenameAccount { id, name }))
    }

    /// Adds a token to an account, which has at most [`MAX_TOKENS`](crate::limits::MAX_TOKENS).
    fn add_token(&self, grant: Grant) -> Answer<'_, ()> {
        unit(self.write(Write::AddToken(grant)))
    }

    /// Makes a token of this account worth nothing. Whether there was one that still was worth something.
    fn revoke_token(&self, account: AccountId, hash: TokenHash, at: Millis) -> Answer<'_, bool> {
        let write = self.write(Write::RevokeToken { account, hash, at });
        Box::pin(async { Ok(number(&write.await?)? > 0) })
    }

    /// Writes down that a token was used. A time before the last one changes nothing.
    fn touch_token(&self, hash: TokenHash, at: Millis) -> Answer<'_, ()> {
        unit(self.write(Write::TouchToken { hash, at }))
    }

    /// Adds a table. Its version is 1.
    fn add_table(&self, table: NewTable) -> Answer<'_, Outcome<()>> {
        let write = self.write(Write::AddTable(table));
        Box::pin(async { Ok(outcome(write.await?, |_| ())) })
    }

    /// Changes a table, if it still has the version that the change names. The answer is its new version.
    fn save_table(&self, change: TableChange) -> Answer<'_, Outcome<u64>> {
        let write = self.write(Write::SaveTable(change));
        Box::pin(async { Ok(outcome(write.await?, |version| version)) })
    }

    /// Changes a table and begins its match. The answer is the epoch of its first owner.
    fn begin_match(&self, beginning: Beginning) -> Answer<'_, Outcome<u64>> {
        let write = self.write(Write::BeginMatch(beginning));
        Box::pin(async { Ok(outcome(write.await?, |epoch| epoch)) })
    }

    /// Makes somebody the owner of a match, and gives them all that is needed to go on with it. From then on
    /// the appends of the owner before are refused.
    fn claim_match(&self, id: TableId, owner: String) -> Answer<'_, Claimed> {
        Box::pin(async move {
            let epoch = number(&self.write(Write::ClaimMatch { id, owner }).await?)?;
            let gone = || StoreError::Corrupt { place: "heads", why: "a match is gone".to_owned() };
            // Nobody but the new owner can append now, so what is read after the commit stays as it is.
            let head = self.match_head(id).await?.ok_or_else(gone)?;
            if head.epoch != epoch {
                return Err(crate::Refusal::StaleOwner { epoch: head.epoch }.into());
            }
            let (header, seed) = self.match_start(id).await?.ok_or_else(gone)?;
            let lines = self.whole_log(&head).await?;
            let recent = self.recent(id, MAX_RECENT).await?;
            Ok(Claimed { head, header, seed, lines, recent })
        })
    }

    /// All lines of a log up to this head, checked against it.
    fn whole_log<'a>(&'a self, head: &'a MatchHead) -> Answer<'a, Vec<Line>> {
        Box::pin(async move {
            let entries = head.entries as usize;
            let mut lines: Vec<Line> = Vec::new();
            while lines.len() < entries {
                let limit = (entries - lines.len()).min(MAX_LOG_READ);
                let more = self.log(head.id, lines.len() as u64 + 1, limit).await?;
                if more.is_empty() {
                    break;
                }
                lines.extend(more);
            }
            if lines.len() != entries {
                let why = format!("{} of {entries} lines of match {}", lines.len(), head.id);
                return Err(StoreError::Corrupt { place: "log.number", why });
            }
            let last: Option<Hash> = lines.last().map(|line| line.hash);
            if last.is_some_and(|last| last != head.hash) {
                let why = format!("the last line of match {} has another hash", head.id);
                return Err(StoreError::Corrupt { place: "log.hash", why });
            }
            Ok(lines)
        })
    }

    /// Appends lines to the log of a match. The answer is how many lines it has now.
    fn append(&self, append: Append) -> Answer<'_, Outcome<u64>> {
        let write = self.write(Write::Append(append));
        Box::pin(async { Ok(outcome(write.await?, |entries| entries)) })
    }

    /// Deletes stored replies to commands from before this time, the oldest first, at most `limit` and at
    /// most [`MAX_PURGE`](crate::limits::MAX_PURGE). How many were deleted.
    fn purge_done(&self, before: Millis, limit: usize) -> Answer<'_, u64> {
        let write = self.write(Write::PurgeDone { before, limit });
        Box::pin(async { number(&write.await?) })
    }
}

fn unit(write: Answer<'_, Verdict>) -> Answer<'_, ()> {
    Box::pin(async { number(&write.await?).map(|_| ()) })
}

fn outcome<T>(verdict: Verdict, done: impl FnOnce(u64) -> T) -> Outcome<T> {
    match verdict {
        Verdict::Did(number) => Outcome::New(done(number)),
        Verdict::Repeated(reply) => Outcome::Repeated(reply),
    }
}

/// The answer to a write without a key, which is never a repeated one.
fn number(verdict: &Verdict) -> Result<u64, StoreError> {
    match verdict {
        Verdict::Did(number) => Ok(*number),
        Verdict::Repeated(_) => {
            Err(StoreError::Unavailable("a write without a key was answered as repeated".into()))
        }
    }
}
