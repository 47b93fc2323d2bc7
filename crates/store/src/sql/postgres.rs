//! PostgreSQL: a server of its own, which several Parlor servers may share.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::pool::PoolOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Postgres};

use super::SqlStore;
use super::connection::{Connection as _, Dialect, Ran};
use super::failure::failure;
use super::migrations::{POSTGRES, migrate};
use super::writer::{Writer, connect};
use crate::StoreError;
use crate::limits::{POSTGRES_WRITERS, READERS};

/// How long a read waits for a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// The store in a database of PostgreSQL.
pub type PostgresStore = SqlStore<Postgres>;

impl PostgresStore {
    /// Opens the database at a URL such as `postgres://user:password@host/database`, and makes its tables
    /// where they are missing. Must be called in a tokio runtime.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url).map_err(failure)?;
        let options = options.application_name("parlor").disable_statement_logging();
        let mut first = connect::<Postgres>(&options).await?;
        migrate(POSTGRES, &mut first).await?;
        let mut writers = vec![Writer::new(options.clone(), first)];
        while writers.len() < POSTGRES_WRITERS {
            let connection = connect::<Postgres>(&options).await?;
            writers.push(Writer::new(options.clone(), connection));
        }
        let readers = PoolOptions::new().max_connections(READERS).acquire_timeout(PATIENCE);
        let readers = readers.connect_with(options).await.map_err(failure)?;
        Ok(Self::start(readers, writers))
    }
}

impl Dialect for Postgres {
    const BEGIN: &'static str = "BEGIN";

    fn prepare(connection: &mut PgConnection) -> Ran<'_, Result<(), String>> {
        Box::pin(async {
            connection.run("SET synchronous_commit = on", &[]).await?;
            for setting in ["SHOW synchronous_commit", "SHOW fsync", "SHOW full_page_writes"] {
                let rows = connection.rows(setting, &[]).await?;
                let row = rows.into_iter().next();
                let value = row.and_then(|mut row| row.text("a setting").ok());
                if value.as_deref() != Some("on") {
                    let value = value.unwrap_or_default();
                    return Ok(Err(format!("{setting} says '{value}', and must say 'on'")));
                }
            }
            Ok(Ok(()))
        })
    }
}
