//! Opening: what is refused there, and what is damaged.

use std::path::Path;
use std::sync::Arc;

use parlor_store::{PostgresStore, SqliteStore, Store, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use crate::setup::{append, begin, guest, table_id};
use crate::stores::{block_on, cluster, new_database};

pub(crate) async fn a_closed_store_refuses(store: Arc<dyn Store>) {
    store.close().await.unwrap();
    assert_eq!(store.add_account(guest(1)).await, Err(StoreError::Closed));
    assert_eq!(store.account(guest(1).id).await, Err(StoreError::Closed));
    store.close().await.unwrap();
}

/// Runs SQL in the file of a store, past the store.
pub(crate) async fn sabotage(folder: &Path, sql: &'static str) {
    let file = folder.join("parlor.db");
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    connection.execute(sql).await.unwrap();
    connection.close().await.unwrap();
}

const NEWER: &str = "UPDATE _sqlx_migrations SET version = 999 WHERE version = 2";

fn is_newer(why: &StoreError) {
    assert_eq!(*why, StoreError::Newer { found: 999, known: 2 });
    assert!(why.to_string().contains("use the newer Parlor"), "{why}");
}

#[test]
fn a_newer_database_is_refused() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        SqliteStore::open(folder.path()).await.unwrap().close().await.unwrap();
        sabotage(folder.path(), NEWER).await;
        is_newer(&SqliteStore::open(folder.path()).await.unwrap_err());
        let cluster = cluster();
        let url = new_database(&cluster);
        PostgresStore::open(&url).await.unwrap().close().await.unwrap();
        let mut connection = sqlx::PgConnection::connect(&url).await.unwrap();
        connection.execute(NEWER).await.unwrap();
        is_newer(&PostgresStore::open(&url).await.unwrap_err());
    });
}

#[test]
fn a_folder_has_one_store_at_a_time() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(folder.path()).await.unwrap();
        let why = SqliteStore::open(folder.path()).await.unwrap_err();
        assert_eq!(why.code(), "store-in-use");
        store.close().await.unwrap();
        SqliteStore::open(folder.path()).await.unwrap();
    });
}

#[test]
fn a_database_that_does_not_sync_is_refused() {
    block_on(async {
        let cluster = cluster();
        let url = new_database(&cluster);
        let mut connection = sqlx::PgConnection::connect(&url).await.unwrap();
        // A setting of the database that a new connection gets: the store sets its own.
        let name = url.rsplit('/').next().unwrap().split('?').next().unwrap();
        let sql = format!("ALTER DATABASE {name} SET synchronous_commit = off");
        connection.execute(sqlx::AssertSqlSafe(sql)).await.unwrap();
        let store = PostgresStore::open(&url).await.unwrap();
        begin(&store, 1).await;
        store.close().await.unwrap();
        let why = PostgresStore::open("postgres://nobody@127.0.0.1:1/none").await.unwrap_err();
        assert_eq!(why.code(), "store-unavailable");
    });
}

/// Each kind of damage is an error that names its place.
#[test]
fn damaged_rows_are_named() {
    let cases = [
        ("UPDATE heads SET hash = x'00'", "heads.hash"),
        ("UPDATE heads SET entries = -1", "heads.entries"),
        ("UPDATE heads SET entries = 9", "log.number"),
        ("DELETE FROM log WHERE number = 2", "log.number"),
        ("UPDATE log SET hash = zeroblob(32) WHERE number = 3", "log.hash"),
        ("UPDATE log SET line = CAST(x'ff' AS TEXT)", "the database"),
        ("UPDATE matches SET seal_key = x''", "matches.seal_key"),
    ];
    block_on(async {
        for (sql, expected) in cases {
            let folder = tempfile::tempdir().unwrap();
            let store = SqliteStore::open(folder.path()).await.unwrap();
            begin(&store, 1).await;
            for number in 1..=3 {
                store.append(append(table_id(1), 1, number)).await.unwrap();
            }
            store.close().await.unwrap();
            sabotage(folder.path(), sql).await;
            let store = SqliteStore::open(folder.path()).await.unwrap();
            match store.claim_match(table_id(1), "two".to_owned()).await {
                Err(StoreError::Corrupt { place, .. }) => assert_eq!(place, expected, "{sql}"),
                other => panic!("{sql}: {other:?}"),
            }
        }
    });
}
