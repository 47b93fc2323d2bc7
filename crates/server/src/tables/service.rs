//! What can be done at a table before its match begins.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use parlor_match::{Coded, NoTable, Seed};
use parlor_store::{
    AccountId, Done, Hash, Key, NewTable as StoredTable, Outcome, Replied, Table, TableChange,
    TableContent, TableHead, TableId, TableQuery, TableState, Whose,
};

use super::document::{Document, Shown};
use super::wire::{NewTable, TableInfo, TablesQuery};
use crate::accounts::{Caller, party};
use crate::app::App;
use crate::hall::Message;
use crate::limits::MAX_TABLES_OF_ACCOUNT;
use crate::play::wire::AccountFrame;
use crate::refusal::Refusal;

/// How often a change is tried again because somebody else was faster.
const TRIES: usize = 16;

impl Document {
    /// The document of a stored table.
    pub(crate) fn read(table: &Table) -> Result<Self, Refusal> {
        serde_json::from_str(&table.document).map_err(|why| {
            tracing::error!(%why, table = %table.head.id, "a stored table cannot be read");
            Refusal::unavailable()
        })
    }

    /// What is stored of it.
    fn content(&self, state: TableState, owner: AccountId, before: &[AccountId]) -> TableContent {
        let members: BTreeSet<AccountId> =
            self.accounts().into_iter().chain(before.iter().copied()).chain([owner]).collect();
        TableContent {
            state,
            summary: String::from("{}"),
            document: serde_json::to_string(self).unwrap_or_default(),
            listed: self.listed,
            members: members.into_iter().collect(),
        }
    }
}

/// A command about tables, for when it is sent again.
pub(crate) struct Command<'a> {
    pub(crate) caller: &'a Caller,
    /// What the client calls it.
    pub(crate) key: Option<parlor_protocol::room::Key>,
    /// What it says.
    pub(crate) body: &'a [u8],
    /// What it is, and about what.
    pub(crate) what: String,
}

impl Command<'_> {
    /// What is stored of the command when it is done.
    fn done(&self, app: &App, reply: &TableId) -> Result<Option<Done>, Refusal> {
        let Some(key) = &self.key else { return Ok(None) };
        // A key of a client is shorter than one of the store.
        let key: Key = format!("tables/{key}").parse().map_err(|_| Refusal::unavailable())?;
        Ok(Some(Done {
            account: self.caller.id,
            key,
            fingerprint: self.fingerprint(),
            reply: reply.to_string().into_bytes(),
            at: app.hall.clock().today(),
        }))
    }

    fn fingerprint(&self) -> Hash {
        let mut said = self.what.clone().into_bytes();
        said.push(0);
        said.extend_from_slice(self.body);
        Hash(*blake3::hash(&said).as_bytes())
    }

    /// The table that was answered when the command was done before.
    fn repeated(&self, replied: &Replied) -> Result<TableId, Refusal> {
        if replied.fingerprint != self.fingerprint() {
            return Err(Refusal::key_reused());
        }
        let id = std::str::from_utf8(&replied.reply).ok().and_then(|id| id.parse().ok());
        id.ok_or_else(Refusal::unavailable)
    }
}

impl App {
    pub(crate) async fn new_table(
        &self,
        command: &Command<'_>,
        wish: &NewTable,
    ) -> Result<TableInfo, Refusal> {
        let caller = command.caller;
        let rulebook = parlor_registry::find(&wish.game).map_err(|unknown| {
            let why = NoTable::Unknown(unknown);
            Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, why.code(), why.to_string())
                .about(why.data())
        })?;
        if self.open_tables(caller.id).await? >= MAX_TABLES_OF_ACCOUNT {
            let what = "tables of one account that are not over";
            return Err(Refusal::too_many("tables", MAX_TABLES_OF_ACCOUNT, what));
        }
        let bots = self.places_of_bots(caller, &wish.seats).await?;
        let today = self.hall.clock().today();
        let id = TableId::new(today, self.hall.entropy().bytes());
        let seed: [u8; 32] = self.hall.entropy().bytes();
        let commitment = Seed::from_bytes(seed).commitment().to_string();
        let sealed = self.hall.key().seal_with(self.hall.entropy().bytes(), id, &seed);
        let document = Document::new(wish, rulebook, caller, &bots, (commitment, &sealed))?;
        let table = StoredTable {
            id,
            owner: caller.id,
            game: wish.game.clone(),
            content: document.content(TableState::Open, caller.id, &[]),
            at: today,
            done: command.done(self, &id)?,
        };
        let id = match self.hall.store().add_table(table).await? {
            Outcome::New(()) => id,
            Outcome::Repeated(replied) => command.repeated(&replied)?,
        };
        self.tell_members(id).await?;
        self.table(id, Some(caller)).await
    }

    async fn open_tables(&self, account: AccountId) -> Result<usize, Refusal> {
        let mut count = 0;
        for state in [TableState::Open, TableState::Playing] {
            let query = TableQuery {
                whose: Whose::Of(account),
                state: Some(state),
                game: None,
                before: None,
                limit: MAX_TABLES_OF_ACCOUNT,
            };
            let tables = self.hall.store().tables(query).await?;
            count += tables.iter().filter(|table| table.owner == account).count();
        }
        Ok(count)
    }

    /// A table as somebody sees it, with the open question.
    pub(crate) async fn table(
        &self,
        id: TableId,
        caller: Option<&Caller>,
    ) -> Result<TableInfo, Refusal> {
        let table = self.stored_table(id).await?;
        self.shown(&table, caller.map(|caller| caller.id)).await
    }

    pub(crate) async fn stored_table(&self, id: TableId) -> Result<Table, Refusal> {
        self.hall.store().table(id).await?.ok_or_else(|| Refusal::not_found("table"))
    }

    async fn shown(&self, table: &Table, to: Option<AccountId>) -> Result<TableInfo, Refusal> {
        let document = Document::read(table)?;
        let TableHead { id, game, owner, state, created, .. } = &table.head;
        let head = Shown { id: *id, game, owner: *owner, state: *state, created: created.0 };
        let mut info = document.shown(&head, to);
        if let Some(account) = to
            && *state == TableState::Playing
            && info.seat.is_some()
        {
            let (reply, answer) = tokio::sync::oneshot::channel();
            let message = Message::Question(party(account), reply);
            if self.hall.find(*id).await?.send(message).await.is_ok() {
                info.question = answer.await.unwrap_or(None);
            }
        }
        Ok(info)
    }

    pub(crate) async fn tables(
        &self,
        query: &TablesQuery,
        caller: Option<&Caller>,
    ) -> Result<Vec<TableInfo>, Refusal> {
        let whose = match (query.mine, caller) {
            (false, _) => Whose::Listed,
            (true, Some(caller)) => Whose::Of(caller.id),
            (true, None) => return Ok(Vec::new()),
        };
        let before = query.before.as_deref().map(str::parse).transpose();
        let before = before.map_err(|_| Refusal::bad_request("bad-id", "'before' is no id"))?;
        let stored = TableQuery {
            whose,
            state: query.state.map(Into::into),
            game: query.game.clone(),
            before,
            limit: query.limit.unwrap_or(20).clamp(1, 100),
        };
        let heads = self.hall.store().tables(stored).await?;
        let mut tables = Vec::with_capacity(heads.len());
        for head in heads {
            // A table that went away meanwhile is left out.
            if let Some(table) = self.hall.store().table(head.id).await? {
                tables.push(self.shown(&table, caller.map(|caller| caller.id)).await?);
            }
        }
        Ok(tables)
    }

    // ---- changes ----

    pub(crate) async fn join(
        &self,
        command: &Command<'_>,
        id: TableId,
        seat: Option<u8>,
    ) -> Result<TableInfo, Refusal> {
        self.change(command, id, |document, _| {
            document.join(command.caller, seat).map(|_| TableState::Open)
        })
        .await
    }

    /// The caller stands up. A table that its owner leaves is closed.
    pub(crate) async fn leave(
        &self,
        command: &Command<'_>,
        id: TableId,
    ) -> Result<TableInfo, Refusal> {
        self.change(command, id, |document, head| {
            if head.owner == command.caller.id {
                return Ok(TableState::Closed);
            }
            document.leave(command.caller.id).map(|()| TableState::Open)
        })
        .await
    }

    /// Changes a table that is open. Where somebody else was faster the change is made again, from the newer version.
    async fn change(
        &self,
        command: &Command<'_>,
        id: TableId,
        change: impl Fn(&mut Document, &TableHead) -> Result<TableState, Refusal>,
    ) -> Result<TableInfo, Refusal> {
        for _ in 0..TRIES {
            let table = self.stored_table(id).await?;
            if let Some(id) = self.done_before(command).await? {
                return self.table(id, Some(command.caller)).await;
            }
            is_open(&table.head)?;
            let mut document = Document::read(&table)?;
            let before = document.accounts();
            let state = change(&mut document, &table.head)?;
            let change = self.table_change(command, &table, &document, state, &before)?;
            match self.hall.store().save_table(change).await {
                Ok(Outcome::New(_)) => {}
                Ok(Outcome::Repeated(replied)) => _ = command.repeated(&replied)?,
                Err(parlor_store::StoreError::Refused(parlor_store::Refusal::Conflict {
                    ..
                })) => continue,
                Err(why) => return Err(why.into()),
            }
            self.tell_members(id).await?;
            return self.table(id, Some(command.caller)).await;
        }
        Err(parlor_store::StoreError::from(parlor_store::Refusal::Conflict { version: 0 }).into())
    }

    /// Begins the match.
    pub(crate) async fn start(
        &self,
        command: &Command<'_>,
        id: TableId,
    ) -> Result<TableInfo, Refusal> {
        let table = self.stored_table(id).await?;
        if self.done_before(command).await?.is_none() {
            is_open(&table.head)?;
            let document = Document::read(&table)?;
            document.check_full()?;
            let change = self.table_change(command, &table, &document, TableState::Playing, &[])?;
            if let Outcome::Repeated(replied) = self.hall.begin(&table, &document, change).await? {
                command.repeated(&replied)?;
            }
            self.tell_members(id).await?;
        }
        self.table(id, Some(command.caller)).await
    }

    fn table_change(
        &self,
        command: &Command<'_>,
        table: &Table,
        document: &Document,
        state: TableState,
        before: &[AccountId],
    ) -> Result<TableChange, Refusal> {
        Ok(TableChange {
            id: table.head.id,
            version: table.head.version,
            content: document.content(state, table.head.owner, before),
            at: self.hall.clock().today(),
            done: command.done(self, &table.head.id)?,
        })
    }

    /// The table of a command that was done before.
    async fn done_before(&self, command: &Command<'_>) -> Result<Option<TableId>, Refusal> {
        let Some(Done { account, key, .. }) = command.done(self, &TableId::from_bytes([0; 16]))?
        else {
            return Ok(None);
        };
        let Some(done) = self.hall.store().done(account, key).await? else { return Ok(None) };
        let replied = Replied { fingerprint: done.fingerprint, reply: done.reply };
        command.repeated(&replied).map(Some)
    }

    /// Tells everybody at a table how it stands, on their own streams.
    async fn tell_members(&self, id: TableId) -> Result<(), Refusal> {
        let table = self.stored_table(id).await?;
        let document = Document::read(&table)?;
        for account in document.accounts() {
            let info = self.shown(&table, Some(account)).await?;
            self.hall.hub().tell(account, || AccountFrame::Table { table: Box::new(info) });
        }
        Ok(())
    }
}

fn is_open(head: &TableHead) -> Result<(), Refusal> {
    match head.state {
        TableState::Open => Ok(()),
        TableState::Playing => Err(Refusal::conflict("begun", "the match of this table has begun")),
        TableState::Over => Err(Refusal::conflict("match-over", "the match of this table is over")),
        TableState::Closed => Err(Refusal::conflict("closed", "this table was closed")),
    }
}
