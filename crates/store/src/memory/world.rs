//! What a database has in it, as maps. A write does here what its statements do there.

use std::collections::BTreeMap;

use super::Fault;
use crate::limits::{MAX_BOTS, MAX_LIST, MAX_LOG_READ, MAX_RECENT, MAX_RUNNING, MAX_TOKENS};
use crate::write::{Verdict, at_most};
use crate::{
    Account, AccountId, Append, Beginning, Done, Grant, Key, Line, MatchHead, Millis, NewTable,
    Refusal, Replied, SealedSeed, StoreError, Table, TableChange, TableHead, TableId, TableQuery,
    TableState, TokenHash, Whose, Write,
};

/// Everything that is stored.
#[derive(Clone, Debug, Default)]
pub(super) struct World {
    accounts: BTreeMap<AccountId, Account>,
    tokens: BTreeMap<TokenHash, Grant>,
    tables: BTreeMap<TableId, (Table, Vec<AccountId>)>,
    matches: BTreeMap<TableId, Match>,
    done: BTreeMap<(AccountId, Key), (u64, TableId, Done)>,
    /// How many commands were ever written down.
    commands: u64,
}

#[derive(Clone, Debug)]
struct Match {
    head: MatchHead,
    header: String,
    seed: SealedSeed,
    lines: Vec<Line>,
}

impl World {
    /// Does a write. One that is refused changes nothing.
    pub(super) fn apply(
        &mut self,
        write: &Write,
        fault: Option<Fault>,
    ) -> Result<Verdict, StoreError> {
        let forgets_keys = fault == Some(Fault::ForgetsKeys);
        if let Some((done, _)) = command(write).filter(|_| !forgets_keys)
            && let Some((_, _, known)) = self.done.get(&(done.account, done.key.clone()))
        {
            let Done { fingerprint, reply, .. } = known.clone();
            return Ok(Verdict::Repeated(Replied { fingerprint, reply }));
        }
        let number = self.change(write, fault)?;
        if let Some((done, id)) = command(write) {
            self.commands += 1;
            let known = (self.commands, id, done.clone());
            self.done.insert((done.account, done.key.clone()), known);
        }
        Ok(Verdict::Did(number))
    }

    fn change(&mut self, write: &Write, fault: Option<Fault>) -> Result<u64, StoreError> {
        match write {
            Write::AddAccount(account) => {
                if self.accounts.contains_key(&account.id) {
                    return Err(Refusal::Exists("account").into());
                }
                if let Some(owner) = account.owner {
                    if !self.accounts.contains_key(&owner) {
                        return Err(Refusal::Unknown("account").into());
                    }
                    if self.bots(owner).len() >= MAX_BOTS {
                        return Err(Refusal::Full { what: "bots", limit: MAX_BOTS }.into());
                    }
                }
                self.accounts.insert(account.id, account.clone());
                Ok(1)
            }
            Write::RenameAccount { id, name } => {
                let account = self.accounts.get_mut(id).ok_or(Refusal::Unknown("account"))?;
                account.name.clone_from(name);
                Ok(1)
            }
            Write::AddToken(grant) => self.add_token(grant),
            Write::RevokeToken { account, hash, at } => {
                let grant = self.tokens.get_mut(hash).filter(|grant| grant.account == *account);
                let grant = grant.filter(|grant| grant.revoked.is_none());
                Ok(grant.map_or(0, |grant| {
                    grant.revoked = Some(*at);
                    1
                }))
            }
            Write::TouchToken { hash, at } => {
                let grant = self.tokens.get_mut(hash).filter(|grant| grant.last_used < Some(*at));
                Ok(grant.map_or(0, |grant| {
                    grant.last_used = Some(*at);
                    1
                }))
            }
            Write::AddTable(table) => self.add_table(table),
            Write::SaveTable(change) => self.save_table(change),
            Write::BeginMatch(beginning) => self.begin_match(beginning),
            Write::ClaimMatch { id, owner } => {
                let head = &mut self.matches.get_mut(id).ok_or(Refusal::Unknown("match"))?.head;
                head.epoch += 1;
                head.owner.clone_from(owner);
                Ok(head.epoch)
            }
            Write::Append(append) => self.append(append, fault),
            Write::PurgeDone { before, limit } => Ok(self.purge(*before, *limit)),
        }
    }

    fn add_token(&mut self, grant: &Grant) -> Result<u64, StoreError> {
        self.need([&grant.account])?;
        let own = |other: &Grant| other.account == grant.account;
        let stays = |other: &Grant| !own(other) || other.is_valid(grant.created);
        if self.tokens.values().filter(|other| own(other) && stays(other)).count() >= MAX_TOKENS {
            return Err(Refusal::Full { what: "tokens", limit: MAX_TOKENS }.into());
        }
        if self.tokens.get(&grant.hash).is_some_and(stays) {
            return Err(Refusal::Exists("token").into());
        }
        self.tokens.retain(|_, other| stays(other));
        self.tokens.insert(grant.hash, grant.clone());
        Ok(1)
    }

    fn add_table(&mut self, table: &NewTable) -> Result<u64, StoreError> {
        let NewTable { id, owner, game, content, at, .. } = table;
        self.need([owner])?;
        if self.tables.contains_key(id) {
            return Err(Refusal::Exists("table").into());
        }
        self.need(&content.members)?;
        let head = TableHead {
            id: *id,
            owner: *owner,
            game: game.clone(),
            state: content.state,
            version: 1,
            summary: content.summary.clone(),
            listed: content.listed,
            created: *at,
            updated: *at,
        };
        let table = Table { head, document: content.document.clone() };
        self.tables.insert(*id, (table, content.members.clone()));
        Ok(1)
    }

    fn save_table(&mut self, change: &TableChange) -> Result<u64, StoreError> {
        let TableChange { id, version, content, at, .. } = change;
        let now = self.tables.get(id).ok_or(Refusal::Unknown("table"))?.0.head.version;
        if now != *version {
            return Err(Refusal::Conflict { version: now }.into());
        }
        self.need(&content.members)?;
        let (table, members) = self.tables.get_mut(id).ok_or(Refusal::Unknown("table"))?;
        table.head.version += 1;
        table.head.state = content.state;
        table.head.summary.clone_from(&content.summary);
        table.head.listed = content.listed;
        table.head.updated = *at;
        table.document.clone_from(&content.document);
        members.clone_from(&content.members);
        Ok(table.head.version)
    }

    fn begin_match(&mut self, beginning: &Beginning) -> Result<u64, StoreError> {
        let Beginning { table, header, seed, owner, hash, lines } = beginning;
        let has_one = self.matches.contains_key(&table.id);
        let is_current = self.tables.get(&table.id).map(|(now, _)| now.head.version);
        if has_one && is_current == Some(table.version) {
            return Err(Refusal::Exists("match").into());
        }
        self.save_table(table)?;
        let head = MatchHead {
            id: table.id,
            epoch: 1,
            owner: owner.clone(),
            entries: lines.len() as u64,
            hash: lines.last().map_or(*hash, |line| line.hash),
            begun: table.at,
            ended: None,
        };
        let (header, seed, lines) = (header.clone(), seed.clone(), lines.clone());
        self.matches.insert(table.id, Match { head, header, seed, lines });
        Ok(1)
    }

    fn append(&mut self, append: &Append, fault: Option<Fault>) -> Result<u64, StoreError> {
        let Append { id, epoch, first, lines, ends, .. } = append;
        let found = self.matches.get_mut(id).ok_or(Refusal::Unknown("match"))?;
        let head = &mut found.head;
        if head.epoch != *epoch && fault != Some(Fault::ForgetsEpochs) {
            return Err(Refusal::StaleOwner { epoch: head.epoch }.into());
        }
        if head.ended.is_some() {
            return Err(Refusal::Ended.into());
        }
        if *first != head.entries + 1 && fault != Some(Fault::ForgetsNumbers) {
            return Err(Refusal::WrongNumber { expected: head.entries + 1 }.into());
        }
        head.entries += lines.len() as u64;
        head.hash = lines.last().map_or(head.hash, |line| line.hash);
        head.ended = *ends;
        found.lines.extend(lines.iter().cloned());
        let entries = head.entries;
        if let (Some(at), Some((table, _))) = (ends, self.tables.get_mut(id)) {
            table.head.state = TableState::Over;
            table.head.version += 1;
            table.head.updated = *at;
        }
        Ok(entries)
    }

    fn purge(&mut self, before: Millis, limit: usize) -> u64 {
        let mut oldest: Vec<_> = self.done.values().collect();
        oldest.sort_by_key(|(number, ..)| *number);
        let old = oldest.into_iter().take(limit).filter(|(.., done)| done.at < before);
        let keys: Vec<_> = old.map(|(.., done)| (done.account, done.key.clone())).collect();
        for key in &keys {
            self.done.remove(key);
        }
        keys.len() as u64
    }

    fn need<'a>(&self, ids: impl IntoIterator<Item = &'a AccountId>) -> Result<(), StoreError> {
        let all = ids.into_iter().all(|id| self.accounts.contains_key(id));
        if all { Ok(()) } else { Err(Refusal::Unknown("account").into()) }
    }

    // ---- reads ----

    pub(super) fn account(&self, id: AccountId) -> Option<Account> {
        self.accounts.get(&id).cloned()
    }

    pub(super) fn bots(&self, owner: AccountId) -> Vec<Account> {
        self.accounts.values().filter(|account| account.owner == Some(owner)).cloned().collect()
    }

    pub(super) fn token(&self, hash: TokenHash) -> Option<Grant> {
        self.tokens.get(&hash).cloned()
    }

    pub(super) fn tokens(&self, account: AccountId) -> Vec<Grant> {
        let own = self.tokens.values().filter(|grant| grant.account == account);
        let mut own: Vec<Grant> = own.cloned().collect();
        own.sort_by_key(|grant| (std::cmp::Reverse(grant.created), grant.hash));
        own.truncate(MAX_TOKENS);
        own
    }

    pub(super) fn table(&self, id: TableId) -> Option<Table> {
        self.tables.get(&id).map(|(table, _)| table.clone())
    }

    pub(super) fn tables(&self, query: &TableQuery) -> Result<Vec<TableHead>, StoreError> {
        let TableQuery { whose, state, game, before, limit } = query;
        at_most("the list", *limit, MAX_LIST, "tables")?;
        let fits = |(table, members): &&(Table, Vec<AccountId>)| {
            let head = &table.head;
            let is_theirs = match whose {
                Whose::Listed => head.listed,
                Whose::Of(account) => members.contains(account),
            };
            is_theirs
                && state.is_none_or(|state| head.state == state)
                && game.as_ref().is_none_or(|game| head.game == *game)
                && before.is_none_or(|before| head.id < before)
        };
        let found = self.tables.values().rev().filter(fits).take(*limit);
        Ok(found.map(|(table, _)| table.head.clone()).collect())
    }

    pub(super) fn match_head(&self, id: TableId) -> Option<MatchHead> {
        self.matches.get(&id).map(|found| found.head.clone())
    }

    pub(super) fn match_start(&self, id: TableId) -> Option<(String, SealedSeed)> {
        self.matches.get(&id).map(|found| (found.header.clone(), found.seed.clone()))
    }

    pub(super) fn running_matches(&self, after: Option<TableId>) -> Vec<MatchHead> {
        let heads = self.matches.values().map(|found| &found.head);
        let running = heads.filter(|head| head.ended.is_none() && Some(head.id) > after);
        running.take(MAX_RUNNING).cloned().collect()
    }

    pub(super) fn log(&self, id: TableId, from: u64, limit: usize) -> Vec<Line> {
        let lines = self.matches.get(&id).map_or(&[][..], |found| &found.lines);
        let from = usize::try_from(from.max(1) - 1).unwrap_or(usize::MAX);
        lines.iter().skip(from).take(limit.min(MAX_LOG_READ)).cloned().collect()
    }

    pub(super) fn done(&self, account: AccountId, key: Key) -> Option<Done> {
        self.done.get(&(account, key)).map(|(.., done)| done.clone())
    }

    pub(super) fn recent(&self, id: TableId, limit: usize) -> Vec<Done> {
        let mut own: Vec<_> = self.done.values().filter(|(_, table, _)| *table == id).collect();
        own.sort_by_key(|(number, ..)| std::cmp::Reverse(*number));
        let own = own.into_iter().take(limit.min(MAX_RECENT));
        own.map(|(.., done)| done.clone()).collect()
    }
}

/// The command that a write comes from, and the table it is about.
fn command(write: &Write) -> Option<(&Done, TableId)> {
    let (done, id) = match write {
        Write::AddTable(table) => (&table.done, table.id),
        Write::SaveTable(change) => (&change.done, change.id),
        Write::BeginMatch(beginning) => (&beginning.table.done, beginning.table.id),
        Write::Append(append) => (&append.done, append.id),
        _ => return None,
    };
    done.as_ref().map(|done| (done, id))
}
