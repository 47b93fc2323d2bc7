//! A server in this process, and clients that hand their requests in without a socket.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt as _;
use parlor_server::{Clock, Config, Entropy, Hall, Parts, Thinkers, in_process};
use parlor_store::{MemoryStore, SealKey, Store};
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// A server.
pub(crate) struct World {
    pub(crate) router: Router,
    pub(crate) hall: Hall,
    pub(crate) store: Arc<dyn Store>,
    key: SealKey,
}

/// Somebody who sends requests.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) router: Router,
    pub(crate) cookie: Option<String>,
    pub(crate) bearer: Option<String>,
    pub(crate) origin: Option<String>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) text: String,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::on(Arc::new(MemoryStore::default()), SealKey::from_bytes([7; 32]))
    }

    pub(crate) fn on(store: Arc<dyn Store>, key: SealKey) -> Self {
        let parts = Parts {
            store: Arc::clone(&store),
            key: key.clone(),
            clock: Clock::start(),
            entropy: Entropy::system(),
            name: "a test".to_owned(),
            thinkers: Thinkers::Simulated(2, Duration::ZERO),
        };
        let hall = Hall::new(parts);
        let listen = SocketAddr::from(([127, 0, 0, 1], 80));
        let config = Config { has_rates: false, ..Config::at(listen) };
        Self { router: in_process(config, hall.clone()), hall, store, key }
    }

    /// The server is stopped, and another one started on the same store.
    pub(crate) async fn restart(self) -> Self {
        self.hall.stop().await;
        Self::on(self.store, self.key)
    }

    pub(crate) fn anonymous(&self) -> Client {
        Client { router: self.router.clone(), cookie: None, bearer: None, origin: None }
    }

    /// A guest with a name.
    pub(crate) async fn guest(&self, name: &str) -> Client {
        let mut client = self.anonymous();
        let answer = client.post("/api/session", &Value::Null).await;
        let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
        client.cookie = Some(cookie.split(';').next().unwrap().to_owned());
        let named = client.send("PATCH", "/api/account", &json!({"name": name})).await;
        assert_eq!(named.status, 200, "{}", named.text);
        client
    }

    /// Two guests at a small board whose match has begun, and its id.
    pub(crate) async fn boxes(&self) -> (Client, Client, String) {
        let (ann, bob) = (self.guest("Ann").await, self.guest("Bob").await);
        let id = ann.open(&json!({"game": "dots-and-boxes", "options": {"boxes": "2x2"}, "seats": ["me", "open"]})).await;
        bob.post(&format!("/api/tables/{id}/join"), &Value::Null).await.ok(200);
        ann.post(&format!("/api/tables/{id}/start"), &Value::Null).await.ok(200);
        (ann, bob, id)
    }
}

impl Client {
    pub(crate) fn request(&self, method: &str, path: &str, body: Vec<u8>) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(bearer) = &self.bearer {
            request = request.header(header::AUTHORIZATION, format!("Bearer {bearer}"));
        }
        if let Some(origin) = &self.origin {
            request = request.header(header::ORIGIN, origin);
        }
        request.body(Body::from(body)).unwrap()
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        let body = if body.is_null() { Vec::new() } else { serde_json::to_vec(body).unwrap() };
        self.hand_in(self.request(method, path, body)).await
    }

    pub(crate) async fn hand_in(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: parts.status, headers: parts.headers, text }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, body).await
    }

    /// Opens a table, and gives its id.
    pub(crate) async fn open(&self, wish: &Value) -> String {
        let table = self.post("/api/tables", wish).await.ok(201);
        table["id"].as_str().unwrap().to_owned()
    }

    /// How a match stands for this client.
    pub(crate) async fn now(&self, id: &str) -> Value {
        self.get(&format!("/api/tables/{id}/now")).await.ok(200)["now"].clone()
    }

    pub(crate) async fn command(&self, id: &str, request: &Value) -> Answer {
        self.post(&format!("/api/tables/{id}/commands"), request).await
    }

    /// Answers the open question with the first move of the menu.
    pub(crate) async fn play(&self, id: &str, key: &str) -> Answer {
        let asks = self.now(id).await["asks"].clone();
        let request = json!({"key": key, "type": "answer", "question": asks["id"], "move": asks["menu"]["moves"][0]});
        self.command(id, &request).await
    }

    /// Opens a stream, and gives its frames one by one.
    pub(crate) async fn stream(&self, path: &str) -> Stream {
        let request = self.request("GET", path, Vec::new());
        let response = self.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        Stream { body: response.into_body(), held: Vec::new() }
    }
}

impl Answer {
    /// The body, where the status is this one.
    #[track_caller]
    pub(crate) fn ok(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// The code of a refusal.
    #[track_caller]
    pub(crate) fn refused(&self) -> String {
        let value: Value = serde_json::from_str(&self.text).unwrap_or_default();
        assert_eq!(value["type"], "refused", "{} {}", self.status, self.text);
        value["code"].as_str().unwrap().to_owned()
    }
}

/// A stream of frames.
pub(crate) struct Stream {
    body: Body,
    held: Vec<u8>,
}

impl Stream {
    /// The next line that is not blank; `None` at the end.
    pub(crate) async fn line(&mut self) -> Option<String> {
        let until = tokio::time::Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(end) = self.held.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.held.drain(..=end).collect();
                let line = String::from_utf8(line).unwrap().trim_end().to_owned();
                if line.is_empty() {
                    continue;
                }
                return Some(line);
            }
            let frame = tokio::time::timeout_at(until, self.body.frame()).await;
            let frame = frame.expect("a stream says something in time")?;
            if let Some(data) = frame.unwrap().data_ref() {
                self.held.extend_from_slice(data);
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Option<Value> {
        let line = self.line().await?;
        Some(serde_json::from_str(&line).unwrap())
    }
}
