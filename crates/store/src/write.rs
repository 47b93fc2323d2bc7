//! Everything that changes a store, as data: a queue holds it, and three stores do it alike.

use crate::limits::{
    MAX_APPEND, MAX_DOCUMENT, MAX_GAME, MAX_HEADER, MAX_LABEL, MAX_LINE, MAX_LINES, MAX_MEMBERS,
    MAX_NAME, MAX_OWNER, MAX_PURGE, MAX_REPLY, MAX_SCOPE, MAX_SCOPES, MAX_SUMMARY,
};
use crate::seal::SEALED;
use crate::{
    Account, AccountId, Append, Beginning, Done, Grant, Line, Millis, NewTable, Replied,
    StoreError, TableChange, TableContent, TableId, TokenHash,
};

/// Something that changes a store. Callers use the methods of [`Store`](crate::Store), which make these.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the methods of `Store` say it")]
pub enum Write {
    AddAccount(Account),
    RenameAccount { id: AccountId, name: Option<String> },
    AddToken(Grant),
    RevokeToken { account: AccountId, hash: TokenHash, at: Millis },
    TouchToken { hash: TokenHash, at: Millis },
    AddTable(NewTable),
    SaveTable(TableChange),
    BeginMatch(Beginning),
    ClaimMatch { id: TableId, owner: String },
    Append(Append),
    PurgeDone { before: Millis, limit: usize },
}

/// What came of a write that was not refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It was done. The number is what the write is about: the version of the table, the epoch of the match,
    /// how many lines its log has, how many rows were changed.
    Did(u64),
    /// Its key is known, and nothing was changed.
    Repeated(Replied),
}

impl Write {
    /// Checks all sizes. A store does this before anything else.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        match self {
            Self::AddAccount(Account { name, .. }) | Self::RenameAccount { name, .. } => {
                text("the name", name.as_deref().unwrap_or(""), MAX_NAME)
            }
            Self::AddToken(grant) => check_grant(grant),
            Self::AddTable(table) => {
                text("the game", &table.game, MAX_GAME)?;
                check_content(&table.content)?;
                check_done(table.done.as_ref())
            }
            Self::SaveTable(change) => check_change(change),
            Self::BeginMatch(beginning) => {
                check_change(&beginning.table)?;
                text("the header", &beginning.header, MAX_HEADER)?;
                text("the owner", &beginning.owner, MAX_OWNER)?;
                let seed = &beginning.seed.bytes;
                if seed.len() != SEALED {
                    return Err(invalid("the sealed seed", format!("it has {} bytes", seed.len())));
                }
                check_lines(&beginning.lines)
            }
            Self::ClaimMatch { owner, .. } => text("the owner", owner, MAX_OWNER),
            Self::Append(append) => {
                check_lines(&append.lines)?;
                check_done(append.done.as_ref())
            }
            Self::PurgeDone { limit, .. } => at_most("the limit", *limit, MAX_PURGE, "replies"),
            Self::RevokeToken { .. } | Self::TouchToken { .. } => Ok(()),
        }
    }

    /// What decides which writer does it: two writes that touch the same row go to the same writer.
    pub(crate) fn place(&self) -> u128 {
        let bytes = match self {
            Self::AddAccount(Account { id, .. }) | Self::RenameAccount { id, .. } => *id.as_bytes(),
            Self::AddToken(Grant { account, .. }) | Self::RevokeToken { account, .. } => {
                *account.as_bytes()
            }
            Self::AddTable(NewTable { id, .. })
            | Self::SaveTable(TableChange { id, .. })
            | Self::BeginMatch(Beginning { table: TableChange { id, .. }, .. })
            | Self::ClaimMatch { id, .. }
            | Self::Append(Append { id, .. }) => *id.as_bytes(),
            Self::TouchToken { .. } | Self::PurgeDone { .. } => [0; 16],
        };
        u128::from_be_bytes(bytes)
    }
}

fn check_grant(grant: &Grant) -> Result<(), StoreError> {
    text("the label", &grant.label, MAX_LABEL)?;
    at_most("the token", grant.scopes.len(), MAX_SCOPES, "scopes")?;
    for scope in &grant.scopes {
        text("a scope", scope, MAX_SCOPE)?;
        if scope.is_empty() || scope.contains(' ') {
            return Err(invalid("a scope", "it is empty or has blanks in it".to_owned()));
        }
    }
    Ok(())
}

fn check_change(change: &TableChange) -> Result<(), StoreError> {
    check_content(&change.content)?;
    check_done(change.done.as_ref())
}

fn check_content(content: &TableContent) -> Result<(), StoreError> {
    text("the document", &content.document, MAX_DOCUMENT)?;
    text("the summary", &content.summary, MAX_SUMMARY)?;
    at_most("the table", content.members.len(), MAX_MEMBERS, "members")
}

fn check_done(done: Option<&Done>) -> Result<(), StoreError> {
    at_most("the reply", done.map_or(0, |done| done.reply.len()), MAX_REPLY, "bytes")
}

fn check_lines(lines: &[Line]) -> Result<(), StoreError> {
    at_most("the append", lines.len(), MAX_LINES, "lines")?;
    at_most("the append", lines.iter().map(|line| line.text.len()).sum(), MAX_APPEND, "bytes")?;
    for line in lines {
        text("a line", &line.text, MAX_LINE)?;
        if line.text.contains('\n') {
            return Err(invalid("a line", "it has the end of a line in it".to_owned()));
        }
    }
    Ok(())
}

/// A text that fits, and that both databases can store.
fn text(what: &'static str, text: &str, limit: usize) -> Result<(), StoreError> {
    at_most(what, text.len(), limit, "bytes")?;
    // PostgreSQL has no such texts, and programs that read SQLite files cut them off.
    if text.contains('\0') {
        return Err(invalid(what, "it has a zero byte in it".to_owned()));
    }
    Ok(())
}

pub(crate) fn at_most(
    what: &'static str,
    count: usize,
    limit: usize,
    of: &str,
) -> Result<(), StoreError> {
    if count > limit {
        return Err(invalid(what, format!("{count} {of}, and at most {limit} are allowed")));
    }
    Ok(())
}

fn invalid(what: &'static str, why: String) -> StoreError {
    StoreError::Invalid { what, why }
}
