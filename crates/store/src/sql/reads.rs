//! What is read, and from which columns.

use super::connection::Connection;
use super::failure::failure;
use super::statement::{Row, Value, values};
use crate::account::AccountKind;
use crate::limits::{MAX_BOTS, MAX_LIST, MAX_LOG_READ, MAX_RECENT, MAX_RUNNING, MAX_TOKENS};
use crate::seal::{KeyId, SealedSeed};
use crate::table::TableState;
use crate::write::at_most;
use crate::{
    Account, AccountId, Done, Grant, Hash, Key, Line, MatchHead, StoreError, Table, TableHead,
    TableId, TableQuery, TokenHash, Whose,
};

/// All rows of a statement, each read by a function.
async fn all<C: Connection, T>(
    connection: &mut C,
    sql: &'static str,
    values: &[Value<'_>],
    read: impl Fn(&mut Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let rows = connection.rows(sql, values).await.map_err(failure)?;
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

/// The first row.
async fn one<C: Connection, T>(
    connection: &mut C,
    sql: &'static str,
    values: &[Value<'_>],
    read: impl Fn(&mut Row) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    Ok(all(connection, sql, values, read).await?.into_iter().next())
}

pub(super) async fn account<C: Connection>(
    connection: &mut C,
    id: AccountId,
) -> Result<Option<Account>, StoreError> {
    let sql = "SELECT id, name, kind, created, owner FROM accounts WHERE id = $1";
    one(connection, sql, values![&id], read_account).await
}

pub(super) async fn bots<C: Connection>(
    connection: &mut C,
    owner: AccountId,
) -> Result<Vec<Account>, StoreError> {
    let sql = "SELECT id, name, kind, created, owner FROM accounts
        WHERE owner = $1 ORDER BY id LIMIT $2";
    all(connection, sql, values![&owner, MAX_BOTS], read_account).await
}

fn read_account(row: &mut Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: AccountId::from_bytes(row.array("accounts.id")?),
        name: row.maybe_text("accounts.name")?,
        kind: row.word("accounts.kind", AccountKind::read)?,
        created: row.millis("accounts.created")?,
        owner: row.maybe_array("accounts.owner")?.map(AccountId::from_bytes),
    })
}

pub(super) async fn token<C: Connection>(
    connection: &mut C,
    hash: TokenHash,
) -> Result<Option<Grant>, StoreError> {
    let sql = "SELECT hash, account, label, scopes, created, expires, last_used, revoked
        FROM tokens WHERE hash = $1";
    one(connection, sql, values![&hash.0[..]], grant).await
}

pub(super) async fn tokens<C: Connection>(
    connection: &mut C,
    account: AccountId,
) -> Result<Vec<Grant>, StoreError> {
    let sql = "SELECT hash, account, label, scopes, created, expires, last_used, revoked
        FROM tokens WHERE account = $1 ORDER BY created DESC, hash LIMIT $2";
    all(connection, sql, values![&account, MAX_TOKENS], grant).await
}

fn grant(row: &mut Row) -> Result<Grant, StoreError> {
    Ok(Grant {
        hash: TokenHash(row.array("tokens.hash")?),
        account: AccountId::from_bytes(row.array("tokens.account")?),
        label: row.text("tokens.label")?,
        scopes: row.text("tokens.scopes")?.split_whitespace().map(str::to_owned).collect(),
        created: row.millis("tokens.created")?,
        expires: row.maybe_millis("tokens.expires")?,
        last_used: row.maybe_millis("tokens.last_used")?,
        revoked: row.maybe_millis("tokens.revoked")?,
    })
}

pub(super) async fn table<C: Connection>(
    connection: &mut C,
    id: TableId,
) -> Result<Option<Table>, StoreError> {
    let sql = "SELECT id, owner, game, state, version, summary, listed, created, updated, document
        FROM tables WHERE id = $1";
    let read = |row: &mut Row| {
        Ok(Table { head: table_head(row)?, document: row.text("tables.document")? })
    };
    one(connection, sql, values![&id], read).await
}

pub(super) async fn tables<C: Connection>(
    connection: &mut C,
    query: &TableQuery,
) -> Result<Vec<TableHead>, StoreError> {
    let TableQuery { whose, state, game, before, limit } = query;
    at_most("the list", *limit, MAX_LIST, "tables")?;
    // Sixteen bytes 255 are greater than every id.
    let before = before.unwrap_or(TableId::from_bytes([255; 16]));
    let state = state.map(TableState::as_str);
    match whose {
        Whose::Listed => {
            let sql = "SELECT id, owner, game, state, version, summary, listed, created, updated
                FROM tables WHERE listed = 1 AND id < $1
                AND (CAST($2 AS TEXT) IS NULL OR state = $2)
                AND (CAST($3 AS TEXT) IS NULL OR game = $3)
                ORDER BY id DESC LIMIT $4";
            let values = values![&before, state, game.as_deref(), *limit];
            all(connection, sql, values, table_head).await
        }
        Whose::Of(account) => {
            let sql = "SELECT id, owner, game, state, version, summary, listed, created, updated
                FROM members JOIN tables ON id = table_id WHERE account = $5 AND table_id < $1
                AND (CAST($2 AS TEXT) IS NULL OR state = $2)
                AND (CAST($3 AS TEXT) IS NULL OR game = $3)
                ORDER BY table_id DESC LIMIT $4";
            let values = values![&before, state, game.as_deref(), *limit, account];
            all(connection, sql, values, table_head).await
        }
    }
}

fn table_head(row: &mut Row) -> Result<TableHead, StoreError> {
    Ok(TableHead {
        id: TableId::from_bytes(row.array("tables.id")?),
        owner: AccountId::from_bytes(row.array("tables.owner")?),
        game: row.text("tables.game")?,
        state: row.word("tables.state", TableState::read)?,
        version: row.count("tables.version")?,
        summary: row.text("tables.summary")?,
        listed: row.int("tables.listed")? != 0,
        created: row.millis("tables.created")?,
        updated: row.millis("tables.updated")?,
    })
}

pub(super) async fn match_head<C: Connection>(
    connection: &mut C,
    id: TableId,
) -> Result<Option<MatchHead>, StoreError> {
    let sql = "SELECT id, epoch, owner, entries, hash, begun, ended FROM heads WHERE id = $1";
    one(connection, sql, values![&id], head).await
}

pub(super) async fn running_matches<C: Connection>(
    connection: &mut C,
    after: Option<TableId>,
) -> Result<Vec<MatchHead>, StoreError> {
    let sql = "SELECT id, epoch, owner, entries, hash, begun, ended FROM heads
        WHERE ended IS NULL AND id > $1 ORDER BY id LIMIT $2";
    let after = after.unwrap_or(TableId::from_bytes([0; 16]));
    all(connection, sql, values![&after, MAX_RUNNING], head).await
}

fn head(row: &mut Row) -> Result<MatchHead, StoreError> {
    Ok(MatchHead {
        id: TableId::from_bytes(row.array("heads.id")?),
        epoch: row.count("heads.epoch")?,
        owner: row.text("heads.owner")?,
        entries: row.count("heads.entries")?,
        hash: Hash(row.array("heads.hash")?),
        begun: row.millis("heads.begun")?,
        ended: row.maybe_millis("heads.ended")?,
    })
}

pub(super) async fn match_start<C: Connection>(
    connection: &mut C,
    id: TableId,
) -> Result<Option<(String, SealedSeed)>, StoreError> {
    let sql = "SELECT header, seal_key, seed FROM matches WHERE id = $1";
    let read = |row: &mut Row| {
        let header = row.text("matches.header")?;
        let key = KeyId(row.array("matches.seal_key")?);
        Ok((header, SealedSeed { key, bytes: row.bytes("matches.seed")? }))
    };
    one(connection, sql, values![&id], read).await
}

/// The lines from a number on. They have no gaps: where one is missing, that is an error.
pub(super) async fn log<C: Connection>(
    connection: &mut C,
    id: TableId,
    from: u64,
    limit: usize,
) -> Result<Vec<Line>, StoreError> {
    let from = from.max(1);
    let sql = "SELECT number, line, hash FROM log WHERE id = $1 AND number >= $2
        ORDER BY number LIMIT $3";
    let read = |row: &mut Row| {
        let number = row.count("log.number")?;
        Ok((number, Line { text: row.text("log.line")?, hash: Hash(row.array("log.hash")?) }))
    };
    let values = values![&id, from, limit.min(MAX_LOG_READ)];
    let lines = all(connection, sql, values, read).await?;
    let gap = (from..).zip(&lines).find(|(expected, (number, _))| expected != number);
    if let Some((missing, _)) = gap {
        let why = format!("line {missing} of match {id} is missing");
        return Err(StoreError::Corrupt { place: "log.number", why });
    }
    Ok(lines.into_iter().map(|(_, line)| line).collect())
}

pub(super) async fn done<C: Connection>(
    connection: &mut C,
    account: AccountId,
    key: &Key,
) -> Result<Option<Done>, StoreError> {
    let sql = "SELECT account, key, fingerprint, reply, at FROM done
        WHERE account = $1 AND key = $2";
    one(connection, sql, values![&account, key], read_done).await
}

pub(super) async fn recent<C: Connection>(
    connection: &mut C,
    id: TableId,
    limit: usize,
) -> Result<Vec<Done>, StoreError> {
    let sql = "SELECT account, key, fingerprint, reply, at FROM done WHERE table_id = $1
        ORDER BY number DESC LIMIT $2";
    all(connection, sql, values![&id, limit.min(MAX_RECENT)], read_done).await
}

fn read_done(row: &mut Row) -> Result<Done, StoreError> {
    Ok(Done {
        account: AccountId::from_bytes(row.array("done.account")?),
        key: row.word("done.key", |text| text.parse().ok())?,
        fingerprint: Hash(row.array("done.fingerprint")?),
        reply: row.bytes("done.reply")?,
        at: row.millis("done.at")?,
    })
}
