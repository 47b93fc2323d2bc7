//! SQLite: one file in the data folder, one process, one writer.

use std::path::Path;
use std::time::Duration;

use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Sqlite};

use super::SqlStore;
use super::connection::{Connection as _, Dialect, Ran};
use super::failure::failure;
use super::migrations::{SQLITE, migrate};
use super::statement::Row;
use super::writer::{Writer, connect};
use crate::StoreError;
use crate::data_folder::{lock, sync_folder};
use crate::limits::READERS;

/// The file of the database in the data folder.
const FILE: &str = "parlor.db";

/// How long a statement waits for a lock that somebody else holds, such as a backup program.
const BUSY: Duration = Duration::from_secs(10);

/// The store in a file of the data folder.
pub type SqliteStore = SqlStore<Sqlite>;

/// What can be set besides the folder.
#[derive(Clone, Copy, Debug)]
pub struct SqliteSettings {
    /// After how many pages of 4 kB the log of SQLite is copied into the database. A page that many writes
    /// have changed is copied once, so a large number saves work, and costs space on the disk.
    pub checkpoint_pages: u32,
    /// A fault for tests: writes are answered before they are committed.
    #[cfg(feature = "faults")]
    pub answers_early: bool,
}

impl Default for SqliteSettings {
    fn default() -> Self {
        Self {
            checkpoint_pages: 8_192,
            // A test that starts a whole server can reach it no other way.
            #[cfg(feature = "faults")]
            answers_early: std::env::var_os("PARLOR_TEST_FAULT")
                .is_some_and(|it| it == "answers-early"),
        }
    }
}

impl SqliteStore {
    /// Opens the database in a data folder, and makes both where they are missing. A folder that another
    /// process uses is refused. Must be called in a tokio runtime.
    pub async fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_with(folder, SqliteSettings::default()).await
    }

    /// The same with other settings.
    pub async fn open_with(folder: &Path, settings: SqliteSettings) -> Result<Self, StoreError> {
        let lock = lock(folder)?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY)
            .pragma("wal_autocheckpoint", settings.checkpoint_pages.to_string())
            .disable_statement_logging();
        let mut connection = connect::<Sqlite>(&options).await?;
        migrate(SQLITE, &mut connection).await?;
        sync_folder(folder)?;
        let reader = options.clone().read_only(true).create_if_missing(false);
        let readers = PoolOptions::new().max_connections(READERS).connect_with(reader);
        let readers = readers.await.map_err(failure)?;
        let writer = Writer::new(options, connection).with_lock(lock);
        #[cfg(feature = "faults")]
        let writer = if settings.answers_early { writer.answering_early() } else { writer };
        Ok(Self::start(readers, vec![writer]))
    }
}

impl Dialect for Sqlite {
    // A transaction that begins as a reader and writes later can find that it is too late.
    const BEGIN: &'static str = "BEGIN IMMEDIATE";

    fn prepare(connection: &mut SqliteConnection) -> Ran<'_, Result<(), String>> {
        Box::pin(async {
            let mode = connection.rows("PRAGMA journal_mode", &[]).await?;
            let sync = connection.rows("PRAGMA synchronous", &[]).await?;
            let text = |row: Option<Row>| row.and_then(|mut row| row.text("journal_mode").ok());
            let number = |row: Option<Row>| row.and_then(|mut row| row.int("synchronous").ok());
            let mode = text(mode.into_iter().next());
            let sync = number(sync.into_iter().next());
            Ok(if mode.as_deref() == Some("wal") && sync == Some(2) {
                Ok(())
            } else {
                Err(format!("journal mode {mode:?}, synchronous {sync:?}"))
            })
        })
    }
}
