//! How many appends a second are durable, against the rate at which the same disk syncs one write after the
//! other. Its figures count in a release build, with nothing else running:
//! `cargo test --release -p parlor-store --test speed -- --nocapture`

#[path = "../suite/setup.rs"]
mod setup;

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_store::{PostgresStore, PrivateCluster, SqliteStore, Store};

use setup::{append, begin, done};

/// Matches in play, each with one append on its way.
const MATCHES: u64 = 200;

/// How long each measurement takes.
const TIME: Duration = Duration::from_secs(3);

/// The aims, for a release build on an idle machine. In a build with checks, beside other tests, the test asks
/// for a part of them only.
const LEAST_RATE: f64 = 3_000.0;
const LEAST_RATIO: f64 = 10.0;

/// Where the disk syncs more often than this, the statements are the limit and not the syncs: the ratio says nothing
/// there, and only the rate counts.
const FAST_DISK: f64 = 1_000.0;

#[test]
fn durable_appends_are_faster_than_the_disk_syncs() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let syncs = serial_syncs(folder.path());
        println!("serial fdatasync: {syncs:.0}/s");
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path()).await.unwrap());
        let sqlite = appends(&store).await;
        store.close().await.unwrap();
        println!("SQLite: {sqlite:.0} appends/s, {:.1} times the syncs", sqlite / syncs);
        let cluster = PrivateCluster::start();
        let store: Arc<dyn Store> =
            Arc::new(PostgresStore::open(&cluster.create("speed")).await.unwrap());
        let postgres = appends(&store).await;
        store.close().await.unwrap();
        println!("PostgreSQL: {postgres:.0} appends/s, {:.1} times the syncs", postgres / syncs);
        let part = if cfg!(debug_assertions) { 0.2 } else { 1.0 };
        assert!(sqlite > LEAST_RATE * part, "SQLite: {sqlite:.0} appends/s");
        if syncs < FAST_DISK {
            assert!(sqlite > syncs * LEAST_RATIO * part, "SQLite: {:.1} times", sqlite / syncs);
        } else {
            println!("the disk is too fast for the ratio to count");
        }
    });
}

/// Syncs a second of one file, a line after the other: what a server without group commit would reach.
fn serial_syncs(folder: &Path) -> f64 {
    let mut file = File::create(folder.join("syncs")).unwrap();
    let begun = Instant::now();
    let mut count = 0;
    while begun.elapsed() < TIME {
        file.write_all(&[b'x'; 100]).unwrap();
        file.sync_data().unwrap();
        count += 1;
    }
    f64::from(count) / begun.elapsed().as_secs_f64()
}

/// Appends a second with all matches in play. Each append comes with a command, as in a server.
async fn appends(store: &Arc<dyn Store>) -> f64 {
    let open = |number| {
        let store = Arc::clone(store);
        tokio::spawn(async move { begin(&*store, number).await })
    };
    let tasks: Vec<_> = (0..MATCHES).map(open).collect();
    for task in tasks {
        task.await.unwrap();
    }
    let begun = Instant::now();
    let tasks: Vec<_> = (0..MATCHES)
        .map(|number| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                let id = setup::table_id(number);
                let mut next = 1;
                while begun.elapsed() < TIME {
                    let mut one = append(id, 1, next);
                    one.done = Some(done(number, &format!("{number}-{next}")));
                    store.append(one).await.unwrap();
                    next += 1;
                }
                u32::try_from(next - 1).expect("three seconds are not that long")
            })
        })
        .collect();
    let mut count = 0;
    for task in tasks {
        count += task.await.unwrap();
    }
    f64::from(count) / begun.elapsed().as_secs_f64()
}
