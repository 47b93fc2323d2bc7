//! What each write does to the rows. A write that is refused leaves them as they were.

use std::sync::LazyLock;

use super::connection::Connection;
use super::failure::failure;
use super::statement::{Row, Value, values};
use crate::limits::{MAX_BOTS, MAX_TOKENS};
use crate::write::Verdict;
use crate::{
    Account, AccountId, Append, Beginning, Done, Grant, Hash, Line, NewTable, Refusal, Replied,
    StoreError, TableChange, TableId, Write,
};

/// The writes of one transaction.
pub(super) struct Batch<'a, C> {
    connection: &'a mut C,
    /// Lines that are still to be inserted. One statement for the lines of many matches takes much less time
    /// than one for each.
    lines: Vec<(TableId, u64, &'a Line)>,
}

impl<'a, C: Connection> Batch<'a, C> {
    pub(super) fn new(connection: &'a mut C) -> Self {
        Self { connection, lines: Vec::new() }
    }

    /// Does one write.
    pub(super) async fn apply(&mut self, write: &'a Write) -> Result<Verdict, StoreError> {
        if let Write::Append(append) = write {
            // The one write that comes in masses. Its statements come in an order that needs no savepoint.
            return self.append(append).await;
        }
        self.run("SAVEPOINT one", &[]).await?;
        let done = self.apply_rare(write).await;
        if let Err(StoreError::Refused(_)) = done {
            self.run("ROLLBACK TO SAVEPOINT one", &[]).await?;
        }
        self.run("RELEASE SAVEPOINT one", &[]).await?;
        done
    }

    /// Inserts the lines that are still to be inserted.
    pub(super) async fn finish(&mut self) -> Result<(), StoreError> {
        let lines = std::mem::take(&mut self.lines);
        let mut rest = lines.as_slice();
        for (count, sql) in &*INSERT_LINES {
            while rest.len() >= *count {
                let (now, later) = rest.split_at(*count);
                let values: Vec<Value<'_>> = now
                    .iter()
                    .flat_map(|(id, number, line)| -> [Value<'_>; 4] {
                        [
                            id.into(),
                            (*number).into(),
                            line.text.as_str().into(),
                            (&line.hash).into(),
                        ]
                    })
                    .collect();
                self.run(sql, &values).await?;
                rest = later;
            }
        }
        Ok(())
    }

    async fn apply_rare(&mut self, write: &'a Write) -> Result<Verdict, StoreError> {
        match write {
            Write::AddAccount(account) => self.add_account(account).await,
            Write::RenameAccount { id, name } => {
                let sql = "UPDATE accounts SET name = $2 WHERE id = $1";
                let renamed = self.run(sql, values![id, name.as_deref()]).await?;
                known(renamed, "account")
            }
            Write::AddToken(grant) => self.add_token(grant).await,
            Write::RevokeToken { account, hash, at } => {
                let sql = "UPDATE tokens SET revoked = $3
                    WHERE hash = $1 AND account = $2 AND revoked IS NULL";
                self.run(sql, values![&hash.0[..], account, *at]).await.map(Verdict::Did)
            }
            Write::TouchToken { hash, at } => {
                let sql = "UPDATE tokens SET last_used = $2
                    WHERE hash = $1 AND (last_used IS NULL OR last_used < $2)";
                self.run(sql, values![&hash.0[..], *at]).await.map(Verdict::Did)
            }
            Write::AddTable(table) => self.add_table(table).await,
            Write::SaveTable(change) => self.save_table(change).await,
            Write::BeginMatch(beginning) => self.begin_match(beginning).await,
            Write::ClaimMatch { id, owner } => {
                let sql = "UPDATE heads SET epoch = epoch + 1, owner = $2 WHERE id = $1
                    RETURNING epoch";
                let row = self.row(sql, values![id, owner.as_str()]).await?;
                let epoch = row.ok_or(Refusal::Unknown("match"))?.count("heads.epoch")?;
                Ok(Verdict::Did(epoch))
            }
            Write::Append(append) => self.append(append).await,
            Write::PurgeDone { before, limit } => {
                let sql = "DELETE FROM done WHERE at < $1
                    AND number IN (SELECT number FROM done ORDER BY number LIMIT $2)";
                self.run(sql, values![*before, *limit]).await.map(Verdict::Did)
            }
        }
    }

    async fn add_account(&mut self, account: &Account) -> Result<Verdict, StoreError> {
        let Account { id, name, kind, created, owner } = account;
        if let Some(owner) = owner {
            self.need("SELECT 1 FROM accounts WHERE id = $1", owner.into(), "account").await?;
            let sql = "SELECT count(*) FROM accounts WHERE owner = $1";
            let row = self.row(sql, values![owner]).await?;
            let bots = row.map_or(Ok(0), |mut row| row.count("accounts.owner"))?;
            if bots >= MAX_BOTS as u64 {
                return Err(Refusal::Full { what: "bots", limit: MAX_BOTS }.into());
            }
        }
        let sql =
            "INSERT INTO accounts (id, name, kind, created, owner) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING";
        let values = values![id, name.as_deref(), kind.as_str(), *created, owner.as_ref()];
        let added = self.run(sql, values).await?;
        is_new(added, "account")
    }

    async fn add_token(&mut self, grant: &Grant) -> Result<Verdict, StoreError> {
        let Grant { hash, account, label, scopes, created, expires, last_used, revoked } = grant;
        self.need("SELECT 1 FROM accounts WHERE id = $1", account.into(), "account").await?;
        let sql = "DELETE FROM tokens
            WHERE account = $1 AND (revoked IS NOT NULL OR expires <= $2)";
        self.run(sql, values![account, *created]).await?;
        let sql = "SELECT count(*) FROM tokens WHERE account = $1";
        let row = self.row(sql, values![account]).await?;
        if row.map_or(Ok(0), |mut row| row.count("tokens"))? >= MAX_TOKENS as u64 {
            return Err(Refusal::Full { what: "tokens", limit: MAX_TOKENS }.into());
        }
        let sql = "INSERT INTO tokens
            (hash, account, label, scopes, created, expires, last_used, revoked)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
        let scopes = scopes.join(" ");
        let values = values![
            &hash.0[..],
            account,
            label.as_str(),
            scopes.as_str(),
            *created,
            *expires,
            *last_used,
            *revoked,
        ];
        let added = self.run(sql, values).await?;
        is_new(added, "token")
    }

    async fn add_table(&mut self, table: &NewTable) -> Result<Verdict, StoreError> {
        let NewTable { id, owner, game, content, at, done } = table;
        if let Some(reply) = self.remember(done.as_ref(), id).await? {
            return Ok(reply);
        }
        self.need("SELECT 1 FROM accounts WHERE id = $1", owner.into(), "account").await?;
        let sql = "INSERT INTO tables
            (id, owner, game, state, version, summary, document, listed, created, updated)
            VALUES ($1, $2, $3, $4, 1, $5, $6, $7, $8, $8) ON CONFLICT DO NOTHING";
        let values = values![
            id,
            owner,
            game.as_str(),
            content.state.as_str(),
            content.summary.as_str(),
            content.document.as_str(),
            content.listed,
            *at,
        ];
        let added = self.run(sql, values).await?;
        is_new(added, "table")?;
        self.add_members(id, &content.members).await?;
        Ok(Verdict::Did(1))
    }

    async fn save_table(&mut self, change: &TableChange) -> Result<Verdict, StoreError> {
        let TableChange { id, version, content, at, done } = change;
        if let Some(reply) = self.remember(done.as_ref(), id).await? {
            return Ok(reply);
        }
        let sql = "UPDATE tables SET version = version + 1, state = $3, summary = $4,
            document = $5, listed = $6, updated = $7 WHERE id = $1 AND version = $2";
        let values = values![
            id,
            *version,
            content.state.as_str(),
            content.summary.as_str(),
            content.document.as_str(),
            content.listed,
            *at,
        ];
        if self.run(sql, values).await? == 0 {
            let row = self.row("SELECT version FROM tables WHERE id = $1", values![id]).await?;
            let version = row.ok_or(Refusal::Unknown("table"))?.count("tables.version")?;
            return Err(Refusal::Conflict { version }.into());
        }
        self.run("DELETE FROM members WHERE table_id = $1", values![id]).await?;
        self.add_members(id, &content.members).await?;
        Ok(Verdict::Did(version + 1))
    }

    async fn add_members(&mut self, id: &TableId, members: &[AccountId]) -> Result<(), StoreError> {
        for member in members {
            self.need("SELECT 1 FROM accounts WHERE id = $1", member.into(), "account").await?;
            let sql = "INSERT INTO members (account, table_id) VALUES ($1, $2)
                ON CONFLICT DO NOTHING";
            self.run(sql, values![member, id]).await?;
        }
        Ok(())
    }

    async fn begin_match(&mut self, beginning: &'a Beginning) -> Result<Verdict, StoreError> {
        let Beginning { table, header, seed, owner, hash, lines } = beginning;
        let saved = self.save_table(table).await?;
        if let Verdict::Repeated(_) = saved {
            return Ok(saved);
        }
        let sql = "INSERT INTO matches (id, header, seed, seal_key, begun)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let values =
            values![&table.id, header.as_str(), &seed.bytes[..], &seed.key.0[..], table.at];
        let added = self.run(sql, values).await?;
        is_new(added, "match")?;
        let sql = "INSERT INTO heads (id, epoch, owner, entries, hash, begun, ended)
            VALUES ($1, 1, $2, $3, $4, $5, NULL)";
        let hash = lines.last().map_or(hash, |line| &line.hash);
        let values = values![&table.id, owner.as_str(), lines.len(), hash, table.at];
        self.run(sql, values).await?;
        self.hold(table.id, 1, lines);
        Ok(Verdict::Did(1))
    }

    /// The statement that moves the head decides: it finds its row only where the sender still owns the match
    /// and knows its last line. There is no check before it that another writer could overtake.
    async fn append(&mut self, append: &'a Append) -> Result<Verdict, StoreError> {
        let Append { id, epoch, first, lines, done, ends } = append;
        if let Some(reply) = self.remember(done.as_ref(), id).await? {
            return Ok(reply);
        }
        let sql = "UPDATE heads SET entries = entries + $4, hash = COALESCE($5, hash), ended = $6
            WHERE id = $1 AND epoch = $2 AND entries = $3 AND ended IS NULL";
        let hash = Value::Bytes(lines.last().map(|line| &line.hash.0[..]));
        let before = first.wrapping_sub(1);
        let values = values![id, *epoch, before, lines.len(), hash, *ends];
        if self.run(sql, values).await? == 0 {
            if let Some(Done { account, key, .. }) = done {
                let sql = "DELETE FROM done WHERE account = $1 AND key = $2";
                self.run(sql, values![account, key]).await?;
            }
            return Err(self.why_refused(id, *epoch).await?);
        }
        self.hold(*id, *first, lines);
        if let Some(at) = ends {
            let sql = "UPDATE tables SET state = 'over', version = version + 1, updated = $2
                WHERE id = $1";
            self.run(sql, values![id, *at]).await?;
        }
        Ok(Verdict::Did(before + lines.len() as u64))
    }

    async fn why_refused(&mut self, id: &TableId, epoch: u64) -> Result<StoreError, StoreError> {
        let sql = "SELECT epoch, entries, ended FROM heads WHERE id = $1";
        let Some(mut row) = self.row(sql, values![id]).await? else {
            return Ok(Refusal::Unknown("match").into());
        };
        let owner = row.count("heads.epoch")?;
        let entries = row.count("heads.entries")?;
        let ended = row.maybe_millis("heads.ended")?;
        Ok(if owner != epoch {
            Refusal::StaleOwner { epoch: owner }.into()
        } else if ended.is_some() {
            Refusal::Ended.into()
        } else {
            Refusal::WrongNumber { expected: entries + 1 }.into()
        })
    }

    /// Writes a command down. Where its key is known, what was answered to it.
    async fn remember(
        &mut self,
        done: Option<&Done>,
        table: &TableId,
    ) -> Result<Option<Verdict>, StoreError> {
        let Some(Done { account, key, fingerprint, reply, at }) = done else {
            return Ok(None);
        };
        let sql = "INSERT INTO done (account, key, fingerprint, reply, table_id, at)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
        let values = values![account, key, fingerprint, &reply[..], table, *at];
        if self.run(sql, values).await? > 0 {
            return Ok(None);
        }
        let sql = "SELECT fingerprint, reply FROM done WHERE account = $1 AND key = $2";
        let row = self.row(sql, values![account, key]).await?;
        let mut row = row.ok_or_else(|| StoreError::Corrupt {
            place: "done.key",
            why: "a key is there and cannot be found".to_owned(),
        })?;
        let fingerprint = Hash(row.array("done.fingerprint")?);
        let reply = row.bytes("done.reply")?;
        Ok(Some(Verdict::Repeated(Replied { fingerprint, reply })))
    }

    fn hold(&mut self, id: TableId, first: u64, lines: &'a [Line]) {
        self.lines.extend((first..).zip(lines).map(|(number, line)| (id, number, line)));
    }

    async fn need(
        &mut self,
        sql: &'static str,
        id: Value<'_>,
        what: &'static str,
    ) -> Result<(), StoreError> {
        self.row(sql, &[id]).await?.map(|_| ()).ok_or(Refusal::Unknown(what).into())
    }

    async fn run(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<u64, StoreError> {
        self.connection.run(sql, values).await.map_err(failure)
    }

    async fn row(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        let rows = self.connection.rows(sql, values).await.map_err(failure)?;
        Ok(rows.into_iter().next())
    }
}

/// Statements that insert so many lines at once, the longest first. A few fixed lengths, so that the database
/// prepares each of them once.
static INSERT_LINES: LazyLock<[(usize, String); 5]> = LazyLock::new(|| {
    [256, 64, 16, 4, 1].map(|count: usize| {
        let row = |n: usize| format!("(${}, ${}, ${}, ${})", n + 1, n + 2, n + 3, n + 4);
        let rows: Vec<String> = (0..count).map(|at| row(at * 4)).collect();
        (count, format!("INSERT INTO log (id, number, line, hash) VALUES {}", rows.join(", ")))
    })
});

fn is_new(added: u64, what: &'static str) -> Result<Verdict, StoreError> {
    if added == 0 { Err(Refusal::Exists(what).into()) } else { Ok(Verdict::Did(added)) }
}

fn known(changed: u64, what: &'static str) -> Result<Verdict, StoreError> {
    if changed == 0 { Err(Refusal::Unknown(what).into()) } else { Ok(Verdict::Did(changed)) }
}
