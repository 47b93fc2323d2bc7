//! The stores that the suite runs on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use parlor_store::{MemoryStore, PostgresStore, PrivateCluster, SqliteStore, Store};
use tempfile::TempDir;

/// A new store, and what has to stay while it is used.
pub(crate) struct Opened {
    pub(crate) store: Arc<dyn Store>,
    _folder: Option<TempDir>,
    _cluster: Option<Arc<PrivateCluster>>,
}

pub(crate) async fn memory() -> Opened {
    Opened { store: Arc::new(MemoryStore::new()), _folder: None, _cluster: None }
}

pub(crate) async fn sqlite() -> Opened {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).await.unwrap());
    Opened { store, _folder: Some(folder), _cluster: None }
}

pub(crate) async fn postgres() -> Opened {
    let cluster = cluster();
    let store = Arc::new(PostgresStore::open(&new_database(&cluster)).await.unwrap());
    Opened { store, _folder: None, _cluster: Some(cluster) }
}

/// An empty database in a cluster.
pub(crate) fn new_database(cluster: &PrivateCluster) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    cluster.create(&format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed)))
}

/// The cluster that all tests share. It ends with the last test that uses it: a static value would never end.
pub(crate) fn cluster() -> Arc<PrivateCluster> {
    static SHARED: Mutex<Weak<PrivateCluster>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let cluster = Arc::new(PrivateCluster::start());
        *shared = Arc::downgrade(&cluster);
        cluster
    })
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(2).enable_all().build().unwrap().block_on(future)
}

/// Each test once for each store.
macro_rules! on_every_store {
    ($($file:ident::$test:ident),+ $(,)?) => {
        $crate::stores::on_every_store!(@ memory: $($file::$test),+);
        $crate::stores::on_every_store!(@ sqlite: $($file::$test),+);
        $crate::stores::on_every_store!(@ postgres: $($file::$test),+);
    };
    (@ $store:ident: $($file:ident::$test:ident),+) => {
        mod $store {
            $(
                #[test]
                fn $test() {
                    $crate::stores::block_on(async {
                        let opened = $crate::stores::$store().await;
                        $crate::$file::$test(std::sync::Arc::clone(&opened.store)).await;
                        opened.store.close().await.unwrap();
                    });
                }
            )+
        }
    };
}
pub(crate) use on_every_store;
