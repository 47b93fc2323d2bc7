//! A server whose secrets the test knows, with everything that it sends, logs and stores.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use axum::Router;
use parlor_match::{Record, Seed, verify};
use parlor_server::{Clock, Config, Entropy, Hall, Parts, Thinkers, in_process};
use parlor_store::{SealKey, Store, Token};
use serde_json::{Value, json};

use crate::search::Search;
use crate::transcript::{Log, find};
use crate::wire::{Client, Stream};

/// The key that seals seeds.
const KEY: [u8; 32] = *b"the key of all seeds, 32 letters";

/// The secrets that a server has drawn.
#[derive(Clone, Default)]
pub(crate) struct Secrets(Arc<Drawn>);

#[derive(Default)]
struct Drawn {
    /// The next 32 bytes are the seed of a table.
    is_seed: AtomicBool,
    count: AtomicU64,
    seeds: Mutex<Vec<[u8; 32]>>,
    tokens: Mutex<Vec<[u8; 32]>>,
}

impl Secrets {
    /// Random bytes, each of which is written down.
    fn entropy(&self) -> Entropy {
        let Self(drawn) = self.clone();
        Entropy::from_fn(move |bytes| {
            let count = drawn.count.fetch_add(1, Ordering::Relaxed);
            blake3::Hasher::new().update(&count.to_le_bytes()).finalize_xof().fill(bytes);
            if let Ok(secret) = <[u8; 32]>::try_from(&*bytes) {
                let is_seed = drawn.is_seed.swap(false, Ordering::Relaxed);
                let of = if is_seed { &drawn.seeds } else { &drawn.tokens };
                of.lock().unwrap().push(secret);
            }
        })
    }

    fn seeds(&self) -> Vec<[u8; 32]> {
        self.0.seeds.lock().unwrap().clone()
    }

    fn tokens(&self) -> Vec<[u8; 32]> {
        self.0.tokens.lock().unwrap().clone()
    }
}

/// A server.
pub(crate) struct World {
    pub(crate) router: Router,
    hall: Hall,
    store: Arc<dyn Store>,
    secrets: Secrets,
    folder: PathBuf,
    /// Everything that any client was sent.
    sent: Log,
}

impl World {
    pub(crate) fn start(store: Arc<dyn Store>, secrets: &Secrets, folder: &Path) -> Self {
        logged().clear();
        Self::with(store, secrets.clone(), folder.to_owned(), Log::start())
    }

    fn with(store: Arc<dyn Store>, secrets: Secrets, folder: PathBuf, sent: Log) -> Self {
        let hall = Hall::new(Parts {
            store: Arc::clone(&store),
            key: SealKey::from_bytes(KEY),
            clock: Clock::start(),
            entropy: secrets.entropy(),
            name: "a test".to_owned(),
            thinkers: Thinkers::Threads(2),
        });
        let config = Config::at(SocketAddr::from(([127, 0, 0, 1], 80)));
        let config = Config { has_rates: false, ..config };
        let router = in_process(config, hall.clone());
        Self { router, hall, store, secrets, folder, sent }
    }

    /// Another server goes on with the same files.
    pub(crate) async fn restart<F: Future<Output = Arc<dyn Store>>>(
        self,
        open: impl Fn() -> F,
    ) -> Self {
        self.hall.stop().await;
        self.store.close().await.unwrap();
        let Self { router, hall, store, secrets, folder, sent } = self;
        drop((router, hall, store));
        Self::with(open().await, secrets, folder, sent)
    }

    // ---- what happens ----

    /// Accounts, bots, tokens, and a match that is played to its end. Gives two people and the table.
    pub(crate) async fn play(&self) -> (Vec<Client>, String) {
        let mut people = vec![self.client(), self.client()];
        for (client, name) in people.iter_mut().zip(["Ann", "Bob"]) {
            client.sign_in(name).await;
        }
        let [ann, bob] = &people[..] else { unreachable!("there are two") };
        let made = ann.post("/api/bots", &json!({"name": "Robbie"})).await;
        let mut bot = self.client();
        bot.token = made["token"]["secret"].as_str().map(str::to_owned);
        bot.get("/api/account").await;
        let token = json!({"label": "a script", "scopes": ["matches:play"]});
        let made = ann.post("/api/tokens", &token).await;
        ann.get("/api/tokens").await;
        let path = format!("/api/tokens/{}", made["id"].as_str().unwrap_or_default());
        ann.send("DELETE", &path, &Value::Null).await;
        self.knock(ann).await;
        let table = self.begin(ann, bob, "dots-and-boxes", json!({"boxes": "1x1"})).await;
        let _streams = listen(ann, &table).await;
        for turn in 0..4 {
            answer(&people[turn % 2], &table).await;
        }
        let over = ann.get(&format!("/api/tables/{table}")).await;
        assert_eq!(over["state"], "over", "{over}");
        (people, table)
    }

    /// Matches of all games that are not played to their end. Gives one of their tables.
    pub(crate) async fn go_on(&self, people: &[Client]) -> String {
        let mut last = String::new();
        for game in ["dots-and-boxes", "automation", "property-tycoon", "chaos-letter"] {
            let table = self.begin(&people[0], &people[1], game, json!({})).await;
            let _streams = listen(&people[0], &table).await;
            for turn in 0..6 {
                answer(&people[turn % 2], &table).await;
            }
            for what in ["record", "now", "stream?from=x", "socket", "nothing"] {
                people[0].get(&format!("/api/tables/{table}/{what}")).await;
            }
            last = table;
        }
        self.knock(&people[0]).await;
        last
    }

    /// Everything that is refused, and everything that tells about the server.
    async fn knock(&self, known: &Client) {
        let tokens = self.secrets.tokens();
        let mut wrong = self.client();
        // A token with a slip of the pen, which might end in a log.
        let token = Token::from_bytes(tokens[0]).reveal();
        wrong.token = Some(format!("{}0", &token[..token.len() - 1]));
        for client in [&wrong, known] {
            for path in ["/", "/healthz", "/readyz", "/metrics", "/api/account", "/api/games"] {
                client.get(path).await;
            }
            client.post("/api/tables", &json!({"game": "chess", "seats": ["me"]})).await;
            client.post("/api/tables/x/commands", &json!({"key": token})).await;
            client.exchange("PUT", "/api/session", &Value::Null).await;
        }
    }

    async fn begin(&self, ann: &Client, bob: &Client, game: &str, options: Value) -> String {
        self.secrets.0.is_seed.store(true, Ordering::Relaxed);
        let wish = json!({"game": game, "options": options, "seats": ["me", "open"]});
        let table = ann.post("/api/tables", &wish).await;
        let seed = *self.secrets.seeds().last().expect("a table has a seed");
        let commitment = Seed::from_bytes(seed).commitment().to_string();
        assert_eq!(table["commitment"], json!(commitment), "the seed is known: {table}");
        let id = table["id"].as_str().unwrap().to_owned();
        bob.post(&format!("/api/tables/{id}/join"), &Value::Null).await;
        let begun = ann.post(&format!("/api/tables/{id}/start"), &Value::Null).await;
        assert_eq!(begun["state"], "playing", "{begun}");
        id
    }

    fn client(&self) -> Client {
        Client { log: Some(self.sent.clone()), ..Client::new(&self.router) }
    }

    // ---- what is looked for ----

    /// Seeds and the key are nowhere. Tokens are in the answer that has made them, and nowhere else.
    pub(crate) fn find_nothing(&self, when: &str) {
        let found = self.found();
        assert!(found.is_empty(), "{when}: {found:?}");
        let sent = self.sent_bytes();
        let tokens = self.secrets.tokens();
        let mut search = Search::default();
        let mut once = Vec::new();
        for (number, token) in tokens.iter().enumerate() {
            search.add(&format!("token {number}"), token);
            // Each half is looked for by itself.
            once.extend(vec![format!("token {number} as hexadecimal"); 2]);
        }
        assert_eq!(
            search.find(&sent),
            once,
            "{when}: each token is sent once, in the order of making"
        );
        let (_, files) = Search::default().find_in(&self.folder);
        println!(
            "{when}: {} seeds, {} tokens and the key in {} bytes sent, {} bytes of log, {files} bytes of files",
            self.secrets.seeds().len(),
            tokens.len(),
            sent.len(),
            logged().len(),
        );
        assert!(find(&logged(), b"request").is_some(), "the log is read");
        assert!(files > 10_000 && sent.len() > 10_000, "something is looked at");
    }

    /// What is found where it must not be.
    pub(crate) fn found(&self) -> Vec<String> {
        let (mut kept, mut all) = (Search::default(), Search::default());
        kept.add("the key", &KEY);
        for (number, seed) in self.secrets.seeds().iter().enumerate() {
            kept.add(&format!("seed {number}"), seed);
            all.add(&format!("seed {number}"), seed);
        }
        all.add("the key", &KEY);
        for (number, token) in self.secrets.tokens().iter().enumerate() {
            all.add(&format!("token {number}"), token);
        }
        let place = |place: &'static str| move |it: String| format!("{place}: {it}");
        let mut found: Vec<String> =
            all.find(&logged()).into_iter().map(place("the log")).collect();
        found.extend(all.find_in(&self.folder).0.into_iter().map(place("a file")));
        found.extend(kept.find(&self.sent_bytes()).into_iter().map(place("sent")));
        found
    }

    /// The record has the seed of the first table, and no other.
    pub(crate) fn find_revealed(&self, record: &str) {
        let record = Record::from_bytes(record.as_bytes()).expect("the match is over");
        verify(&record, parlor_registry::SHELF).expect("the record proves itself");
        let found = self.found();
        let is_revealed = |it: &String| it.starts_with("sent: seed 0 as hexadecimal");
        assert!(!found.is_empty() && found.iter().all(is_revealed), "{found:?}");
    }

    /// A bug of every kind: a seed in the log, a token in a label that is stored and sent.
    pub(crate) async fn plant(&self, client: &Client) {
        let (seeds, tokens) = (self.secrets.seeds(), self.secrets.tokens());
        tracing::trace!(seed = ?seeds[1], "a match begins");
        for label in [hex::encode(&tokens[0][..20]), hex::encode(&seeds[2][..20])] {
            let wish = json!({"label": label, "scopes": ["matches:play"]});
            let made = client.post("/api/tokens", &wish).await;
            assert_eq!(made["label"], json!(label), "{made}");
        }
    }

    fn sent_bytes(&self) -> Vec<u8> {
        self.sent.bytes()
    }
}

async fn listen(client: &Client, table: &str) -> [Stream; 3] {
    [
        client.stream("stream", &format!("/api/tables/{table}/stream")).await,
        client.socket("account socket", "/api/socket").await,
        Client { token: None, ..client.clone() }
            .socket("spectator socket", &format!("/api/tables/{table}/socket"))
            .await,
    ]
}

/// Answers the open question with the first move, where there is one, and once more with a move that there is not.
async fn answer(client: &Client, table: &str) {
    let asks = client.get(&format!("/api/tables/{table}/now")).await["now"]["asks"].clone();
    let question = &asks["id"];
    for (key, played) in [("bad", &json!("no such move")), ("good", &asks["menu"]["moves"][0])] {
        let key = format!("{key}{question}");
        let answer = json!({"key": key, "type": "answer", "question": question, "move": played});
        client.post(&format!("/api/tables/{table}/commands"), &answer).await;
    }
}

// ---- the log ----

/// The complete log of this process, at the finest level.
fn logged() -> std::sync::MutexGuard<'static, Vec<u8>> {
    static LOGGED: OnceLock<Arc<Mutex<Vec<u8>>>> = OnceLock::new();
    let logged = LOGGED.get_or_init(|| {
        let logged = Arc::new(Mutex::new(Vec::new()));
        let writer = Writer(Arc::clone(&logged));
        tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .init();
        logged
    });
    logged.lock().unwrap()
}

#[derive(Clone)]
struct Writer(Arc<Mutex<Vec<u8>>>);

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn block_on(future: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future);
}
