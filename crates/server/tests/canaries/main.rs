//! Secrets as canaries: the test knows every seed, every token and the key that seals seeds, and looks for them in all
//! that a server sends, logs and stores.
//!
//! These tests have a program of their own, because the log is that of the whole process.

mod search;
mod server;

// Down to the bytes, as the tests of secrets do it.
#[path = "../secrets/transcript.rs"]
#[allow(dead_code, reason = "nothing is compared here")]
mod transcript;
#[path = "../secrets/wire.rs"]
#[allow(dead_code, reason = "nothing is said over a socket here")]
mod wire;

use std::path::Path;
use std::sync::Arc;

use parlor_store::{PostgresStore, PrivateCluster, SqliteStore, Store};
use serde_json::{Value, json};

use crate::search::Search;
use crate::server::{Secrets, World};

/// Plays on a server, and looks for its secrets.
async fn check<F: Future<Output = Arc<dyn Store>>>(open: impl Fn() -> F, folder: &Path) {
    let secrets = Secrets::default();
    let world = World::start(open().await, &secrets, folder);
    let (mut people, finished) = world.play().await;
    world.find_nothing("before a restart");
    let world = world.restart(open).await;
    for person in &mut people {
        person.router = world.router.clone();
    }
    let running = world.go_on(&people).await;
    world.find_nothing("after a restart");
    // The seed comes with the record, and only there.
    let record = people[0].get_text(&format!("/api/tables/{finished}/record")).await;
    world.find_revealed(&record);
    // The search is not blind: what is planted is found, each in its place.
    world.plant(&people[0]).await;
    let found = world.found();
    for (place, secret) in [("the log", "seed 1"), ("a file", "token 0"), ("sent", "seed 2")] {
        let is_found = |it: &String| it.starts_with(place) && it.contains(secret);
        assert!(found.iter().any(is_found), "{secret} was planted in {place}: {found:?}");
    }
    let record = people[0].get(&format!("/api/tables/{running}/record")).await;
    assert!(record["news"].is_array(), "the other match is not over: {record}");
}

#[test]
fn secrets_are_in_no_output_no_log_and_no_file() {
    server::block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let sqlite = || async {
            Arc::new(SqliteStore::open(folder.path()).await.unwrap()) as Arc<dyn Store>
        };
        check(sqlite, folder.path()).await;
        let cluster = PrivateCluster::start();
        let url = cluster.create("canaries");
        let postgres =
            || async { Arc::new(PostgresStore::open(&url).await.unwrap()) as Arc<dyn Store> };
        check(postgres, cluster.folder()).await;
    });
}

#[test]
fn every_form_of_a_secret_is_found() {
    let secret: [u8; 32] = *blake3::hash(b"a secret").as_bytes();
    let mut search = Search::default();
    search.add("it", &secret);
    assert_eq!(search.forms().count(), 14);
    assert_eq!(search.find(&[b'x'; 5_000]), Vec::<String>::new());
    for form in search.forms() {
        for place in [0, 1, 777] {
            let mut bytes = vec![b'f'; place];
            bytes.extend_from_slice(form);
            bytes.extend_from_slice(b"0123");
            assert!(!search.find(&bytes).is_empty(), "{:?}", String::from_utf8_lossy(form));
        }
    }
    let token = json!({"token": hex::encode(secret)}).to_string();
    assert!(!search.find(token.as_bytes()).is_empty());
    let value: Value = secret.to_vec().into();
    assert!(!search.find(value.to_string().as_bytes()).is_empty(), "an array in JSON");
    assert!(!search.find(format!("{secret:?}").as_bytes()).is_empty(), "an array in a log");
}
