//! Seeds and tokens stand nowhere in the files of a database.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use parlor_store::{
    Beginning, Grant, PostgresStore, PrivateCluster, SealKey, SqliteStore, Store, Token,
};

use crate::setup::{NOW, account_id, add_table, append, beginning, table_id};
use crate::stores::block_on;

/// Whether bytes occur in a file of a folder, at any depth.
fn occurs(folder: &Path, needle: &[u8]) -> bool {
    fs::read_dir(folder).unwrap().flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return occurs(&path, needle);
        }
        let bytes = fs::read(&path).unwrap_or_default();
        bytes.windows(needle.len()).any(|window| window == needle)
    })
}

/// Stores a seed and a token, and looks for them in the files of the database.
async fn search(store: Arc<dyn Store>, key: &SealKey, folder: &Path) {
    let (seed, secret) = (*blake3::hash(b"seed").as_bytes(), *blake3::hash(b"token").as_bytes());
    let token = Token::from_bytes(secret);
    add_table(&*store, 1).await;
    let grant = Grant {
        hash: token.hash(),
        account: account_id(1),
        label: "label-canary".to_owned(),
        scopes: Vec::new(),
        created: NOW,
        expires: None,
        last_used: None,
        revoked: None,
    };
    store.add_token(grant).await.unwrap();
    let sealed = key.seal(table_id(1), &seed);
    store.begin_match(Beginning { seed: sealed, ..beginning(1) }).await.unwrap();
    store.append(append(table_id(1), 1, 1)).await.unwrap();
    let claimed = store.claim_match(table_id(1), "two".to_owned()).await.unwrap();
    assert_eq!(*key.open(table_id(1), &claimed.seed).unwrap(), seed);
    let text = format!("{store:?} {claimed:?} {token:?} {token} {key:?}");
    let look = |when: &str| {
        assert!(occurs(folder, b"label-canary"), "{when}: the search is blind");
        for secret in [&seed, &secret] {
            let digits = hex::encode(secret);
            assert!(!occurs(folder, secret), "{when}: a secret in the clear");
            assert!(!occurs(folder, digits.as_bytes()), "{when}: a secret in hexadecimal");
            assert!(!text.contains(&digits[..16]), "{when}: a secret in a text");
        }
    };
    look("while it is used");
    store.close().await.unwrap();
    look("afterwards");
}

#[test]
fn neither_seeds_nor_tokens_are_in_the_files() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let key = SealKey::from_folder(folder.path()).unwrap();
        let store = Arc::new(SqliteStore::open(folder.path()).await.unwrap());
        search(store, &key, folder.path()).await;

        let cluster = PrivateCluster::start();
        let store = Arc::new(PostgresStore::open(&cluster.create("secrets")).await.unwrap());
        search(store, &key, cluster.folder()).await;
    });
}
