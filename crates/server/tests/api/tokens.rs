//! Tokens that are revoked while they are used.

use std::sync::Arc;
use std::time::Duration;

use crate::world::{Client, World};
use parlor_store::{MemoryStore, SealKey, Store, Token};
use serde_json::{Value, json};

/// A server on a store whose disk waits when it is told to, a person with a match, and a client with a token of that person.
struct Scene {
    store: Arc<MemoryStore>,
    world: World,
    ann: Client,
    with_token: Client,
    path: String,
    id: String,
}

impl Scene {
    async fn new() -> Self {
        let store = Arc::new(MemoryStore::new());
        let world = World::on(Arc::clone(&store) as Arc<dyn Store>, SealKey::from_bytes([7; 32]));
        let (ann, _, id) = world.boxes().await;
        let wish = json!({"label": "a script", "scopes": ["matches:play"]});
        let secret = ann.post("/api/tokens", &wish).await.ok(201)["secret"].clone();
        let secret = secret.as_str().unwrap().to_owned();
        let token: Token = secret.parse().unwrap();
        let path = format!("/api/tokens/{}", token.hash().short());
        let mut with_token = world.anonymous();
        with_token.bearer = Some(secret);
        Self { store, world, ann, with_token, path, id }
    }

    /// Another server on the same store, which has no match in memory.
    async fn restart(mut self) -> Self {
        self.world = self.world.restart().await;
        for client in [&mut self.ann, &mut self.with_token] {
            let (cookie, bearer) = (client.cookie.take(), client.bearer.take());
            *client = Client { cookie, bearer, ..self.world.anonymous() };
        }
        self
    }

    /// Somebody revokes the token, and waits for the disk.
    async fn revoke(&self) -> tokio::task::JoinHandle<u16> {
        let (ann, path) = (self.ann.clone(), self.path.clone());
        self.store.hold();
        let revoked =
            tokio::spawn(
                async move { ann.send("DELETE", &path, &Value::Null).await.status.as_u16() },
            );
        self.wait_for_writes(1).await;
        revoked
    }

    async fn wait_for_writes(&self, count: usize) {
        while self.store.waiting() < count {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn a_stream_is_refused_whose_token_is_revoked_while_it_is_opened() {
    let scene = Scene::new().await.restart().await;
    let revoked = scene.revoke().await;
    // The token is still good when the request is checked. Then the match has to be read, which waits for the disk, too.
    let (client, path) = (scene.with_token.clone(), format!("/api/tables/{}/stream", scene.id));
    let opened = tokio::spawn(async move { client.get(&path).await });
    scene.wait_for_writes(2).await;
    scene.store.sync(1);
    assert_eq!(revoked.await.unwrap(), 204);
    scene.store.sync(1);
    let opened = tokio::time::timeout(Duration::from_secs(5), opened).await;
    assert_eq!(opened.expect("it is not opened").unwrap().refused(), "bad-token");
}

#[tokio::test]
async fn streams_end_where_nobody_knows_whether_their_token_was_revoked() {
    let scene = Scene::new().await;
    let path = format!("/api/tables/{}/stream", scene.id);
    let mut stream = scene.with_token.stream(&path).await;
    assert_eq!(stream.next().await.unwrap()["type"], "full");
    let revoked = scene.revoke().await;
    scene.store.crash();
    assert_eq!(revoked.await.unwrap(), 503);
    assert_eq!(stream.next().await.unwrap(), json!({"type": "bye", "reason": "revoked"}));
}
