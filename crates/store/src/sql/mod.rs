//! The store on a database that speaks SQL. What SQLite and PostgreSQL have in common is here, in `writes`,
//! `reads` and `writer`; what differs is in `sqlite` and `postgres`.

mod connection;
mod failure;
mod migrations;
mod postgres;
mod reads;
mod sqlite;
mod statement;
mod writer;
mod writes;

use std::fmt;
use std::sync::Mutex;

use sqlx::Pool;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

pub use self::postgres::PostgresStore;
pub use self::sqlite::{SqliteSettings, SqliteStore};

use self::connection::Dialect;
use self::failure::failure;
use self::writer::{Message, Writer};
use crate::limits::QUEUE;
use crate::write::Verdict;
use crate::{
    Account, AccountId, Answer, Done, Grant, Key, Line, MatchHead, SealedSeed, Store, StoreError,
    Table, TableHead, TableId, TableQuery, TokenHash, Write,
};

/// A store on a database: queues to its writers, and connections to read.
pub struct SqlStore<D: Dialect> {
    queues: Vec<mpsc::Sender<Message>>,
    writers: Mutex<Vec<JoinHandle<()>>>,
    readers: Pool<D>,
}

impl<D: Dialect> SqlStore<D> {
    /// Starts the writers. Must be called in a tokio runtime.
    fn start(readers: Pool<D>, writers: Vec<Writer<D>>) -> Self {
        let (queues, writers) = writers
            .into_iter()
            .map(|writer| {
                let (queue, waiting) = mpsc::channel(QUEUE);
                (queue, tokio::spawn(writer.run(waiting)))
            })
            .unzip();
        Self { queues, writers: Mutex::new(writers), readers }
    }

    /// Waits for the answer of the writer that this write belongs to.
    async fn queued(&self, write: Write) -> Result<Verdict, StoreError> {
        write.check()?;
        let queue = &self.queues[(write.place() % self.queues.len() as u128) as usize];
        let (answer, answered) = oneshot::channel();
        let message = Message::Write(Box::new(write), answer);
        queue.send(message).await.map_err(|_| StoreError::Closed)?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    }
}

/// Reads with one of the connections for that.
macro_rules! read {
    ($store:expr, $what:ident $(, $argument:expr)*) => {
        Box::pin(async move {
            let mut connection = $store.readers.acquire().await.map_err(failure)?;
            reads::$what(&mut *connection $(, $argument)*).await
        })
    };
}

impl<D: Dialect> Store for SqlStore<D> {
    fn write(&self, write: Write) -> Answer<'_, Verdict> {
        Box::pin(self.queued(write))
    }

    fn account(&self, id: AccountId) -> Answer<'_, Option<Account>> {
        read!(self, account, id)
    }

    fn bots(&self, owner: AccountId) -> Answer<'_, Vec<Account>> {
        read!(self, bots, owner)
    }

    fn token(&self, hash: TokenHash) -> Answer<'_, Option<Grant>> {
        read!(self, token, hash)
    }

    fn tokens(&self, account: AccountId) -> Answer<'_, Vec<Grant>> {
        read!(self, tokens, account)
    }

    fn table(&self, id: TableId) -> Answer<'_, Option<Table>> {
        read!(self, table, id)
    }

    fn tables(&self, query: TableQuery) -> Answer<'_, Vec<TableHead>> {
        read!(self, tables, &query)
    }

    fn match_head(&self, id: TableId) -> Answer<'_, Option<MatchHead>> {
        read!(self, match_head, id)
    }

    fn match_start(&self, id: TableId) -> Answer<'_, Option<(String, SealedSeed)>> {
        read!(self, match_start, id)
    }

    fn running_matches(&self, after: Option<TableId>) -> Answer<'_, Vec<MatchHead>> {
        read!(self, running_matches, after)
    }

    fn log(&self, id: TableId, from: u64, limit: usize) -> Answer<'_, Vec<Line>> {
        read!(self, log, id, from, limit)
    }

    fn done(&self, account: AccountId, key: Key) -> Answer<'_, Option<Done>> {
        read!(self, done, account, &key)
    }

    fn recent(&self, id: TableId, limit: usize) -> Answer<'_, Vec<Done>> {
        read!(self, recent, id, limit)
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            for queue in &self.queues {
                // A writer that has ended needs no word.
                _ = queue.send(Message::Stop).await;
            }
            let writers = std::mem::take(&mut *self.writers.lock().expect("nobody panics with it"));
            for writer in writers {
                writer.await.map_err(|why| StoreError::Uncertain(why.to_string()))?;
            }
            self.readers.close().await;
            Ok(())
        })
    }
}

impl<D: Dialect> fmt::Debug for SqlStore<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SqlStore({})", D::NAME)
    }
}
