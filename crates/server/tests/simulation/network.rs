//! Requests on their way, and streams: everything arrives at the [simulation](super::Simulation) as mail, in the order in
//! which it came.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt as _;
use parlor_protocol::room::Frame;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::sleep;
use tower::ServiceExt as _;

use super::cable::Seen;

/// Something that came.
#[derive(Debug)]
pub(crate) enum Mail {
    /// The reply to a command.
    Reply { client: usize, key: String, status: u16, text: String },
    /// A frame on a stream.
    Frame { client: usize, stream: u64, frame: Frame },
    /// A stream has ended, or was not opened.
    Closed { client: usize, stream: u64, status: u16 },
    /// A client has a new token, and its old one may be revoked for certain.
    Renewed { client: usize, token: Option<String>, is_revoked: bool },
    /// What a client without a stream sees.
    Looked { client: usize, frame: Frame },
    /// Somebody came whose token was worth nothing when it was sent.
    Knocked { status: u16 },
}

/// How a client shows who it is.
#[derive(Clone, Debug)]
pub(crate) enum Badge {
    Bearer(String),
    Cookie(String),
    Nothing,
}

/// All ways between clients and halls.
pub(crate) struct Network {
    /// The hall that can be reached now.
    router: Mutex<Option<Router>>,
    mail: Mutex<VecDeque<Mail>>,
    lives: Mutex<Vec<Life>>,
    pub(crate) seen: Arc<Seen>,
}

/// What the hall can know of a client being there.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Life {
    /// How often a hall was killed before.
    age: u64,
    /// Commands that the hall works on.
    commands: usize,
    /// Streams whose end the hall has not noticed.
    streams: usize,
    last: Duration,
}

impl Life {
    /// When the client was last there; `None` where it still may be.
    pub(crate) fn last(&self) -> Option<Duration> {
        (self.commands == 0 && self.streams == 0).then_some(self.last)
    }
}

/// What counts for a [`Life`].
#[derive(Clone, Copy)]
enum Sign {
    Command,
    Stream,
}

impl Network {
    pub(crate) fn new(seen: Arc<Seen>) -> Self {
        Self { router: Mutex::default(), mail: Mutex::default(), lives: Mutex::default(), seen }
    }

    pub(crate) fn connect(&self, router: Option<Router>) {
        *self.router.lock().unwrap() = router;
    }

    /// The hall is dead, and so is every connection to it.
    pub(crate) fn reset(&self, clients: usize) {
        let mut lives = self.lives.lock().unwrap();
        let age = lives.first().map_or(0, |life| life.age + 1);
        *lives = vec![Life { age, last: self.seen.now(), ..Life::default() }; clients];
    }

    pub(crate) fn life(&self, client: usize) -> Life {
        self.lives.lock().unwrap()[client]
    }

    pub(crate) fn take(&self) -> Option<Mail> {
        self.mail.lock().unwrap().pop_front()
    }

    fn put(&self, mail: Mail) {
        self.mail.lock().unwrap().push_back(mail);
    }

    /// Hands a request in, and waits for the answer. `None` where there is no server.
    pub(crate) async fn ask(
        &self,
        badge: &Badge,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Option<(u16, String)> {
        let router = self.router.lock().unwrap().clone()?;
        let response = router.oneshot(request(badge, method, path, body)).await.unwrap();
        let status = response.status().as_u16();
        assert_ne!(status, 500, "no handler panics");
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        Some((status, String::from_utf8(bytes.to_vec()).unwrap()))
    }

    /// Opens a session: its token, and what the hall says.
    pub(crate) async fn open_session(&self) -> (String, Value) {
        let router = self.router.lock().unwrap().clone().expect("there is a hall");
        let opens = request(&Badge::Nothing, "POST", "/api/session", &Value::Null);
        let (parts, body) = router.oneshot(opens).await.unwrap().into_parts();
        let cookie = parts.headers[header::SET_COOKIE].to_str().unwrap();
        let token = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
        let bytes = body.collect().await.unwrap().to_bytes();
        (token, serde_json::from_slice(&bytes).unwrap())
    }

    fn begin(&self, client: usize, sign: Sign) -> u64 {
        let mut lives = self.lives.lock().unwrap();
        let life = &mut lives[client];
        match sign {
            Sign::Command => life.commands += 1,
            Sign::Stream => life.streams += 1,
        }
        life.age
    }

    fn end(&self, client: usize, sign: Sign, age: u64) {
        let mut lives = self.lives.lock().unwrap();
        let life = &mut lives[client];
        if life.age == age {
            life.last = self.seen.now();
            match sign {
                Sign::Command => life.commands -= 1,
                Sign::Stream => life.streams -= 1,
            }
        }
    }

    /// A command is on its way, for this time; the reply takes a while, too.
    pub(crate) async fn command(
        self: Arc<Self>,
        client: usize,
        badge: Badge,
        path: String,
        body: Value,
        delays: (Duration, Duration),
    ) {
        sleep(delays.0).await;
        let age = self.begin(client, Sign::Command);
        let answer = self.ask(&badge, "POST", &path, &body).await;
        self.end(client, Sign::Command, age);
        sleep(delays.1).await;
        if let Some((status, text)) = answer {
            let key = body["key"].as_str().unwrap_or_default().to_owned();
            self.put(Mail::Reply { client, key, status, text });
        }
    }

    /// A client without a stream asks how it stands.
    pub(crate) async fn look(self: Arc<Self>, client: usize, badge: Badge, path: String) {
        if let Some((200, text)) = self.ask(&badge, "GET", &path, &Value::Null).await {
            let frame = serde_json::from_str(&text).unwrap();
            self.put(Mail::Looked { client, frame });
        }
    }

    /// Somebody with a token that is worth nothing.
    pub(crate) async fn knock(self: Arc<Self>, badge: Badge, method: &str, path: String) {
        let body = serde_json::json!({"key": "x", "type": "pause"});
        let body = if method == "POST" { body } else { Value::Null };
        if let Some((status, _)) = self.ask(&badge, method, &path, &body).await {
            self.put(Mail::Knocked { status });
        }
    }

    /// A client makes itself a new token, and then revokes the old one.
    pub(crate) async fn renew(self: Arc<Self>, client: usize, session: Badge, old: String) {
        let wish = serde_json::json!({"label": "new", "scopes": ["matches:play"]});
        let made = self.ask(&session, "POST", "/api/tokens", &wish).await;
        let Some((201, text)) = made else {
            return self.put(Mail::Renewed { client, token: None, is_revoked: false });
        };
        let made: Value = serde_json::from_str(&text).unwrap();
        let token = made["secret"].as_str().map(str::to_owned);
        let path = format!("/api/tokens/{}", short(&old));
        let mut is_revoked = false;
        for _ in 0..3 {
            let ended = self.ask(&session, "DELETE", &path, &Value::Null).await;
            // The second time it may not be there any more, because the first answer was lost.
            is_revoked = ended.is_some_and(|(status, _)| matches!(status, 204 | 404));
            if is_revoked {
                break;
            }
        }
        self.put(Mail::Renewed { client, token, is_revoked });
    }

    /// A stream, until one side ends it. When `stall` says so, the client stops reading, and the hall notices the end of the
    /// connection only after that time.
    pub(crate) async fn stream(
        self: Arc<Self>,
        (client, stream): (usize, u64),
        badge: Badge,
        path: String,
        mut stall: watch::Receiver<Option<Duration>>,
    ) {
        let Some(router) = self.router.lock().unwrap().clone() else {
            return self.put(Mail::Closed { client, stream, status: 503 });
        };
        let age = self.begin(client, Sign::Stream);
        let response = router.oneshot(request(&badge, "GET", &path, &Value::Null)).await.unwrap();
        let status = response.status().as_u16();
        let mut body = response.into_body();
        let mut held = Vec::new();
        loop {
            tokio::select! {
                biased;
                _ = stall.changed() => {
                    let time = (*stall.borrow()).unwrap_or_default();
                    sleep(time).await;
                    break;
                }
                frame = body.frame() => {
                    let Some(frame) = frame else { break };
                    if let (200, Some(data)) = (status, frame.unwrap().data_ref()) {
                        held.extend_from_slice(data);
                        self.put_lines(client, stream, &mut held);
                    }
                }
            }
        }
        drop(body);
        self.end(client, Sign::Stream, age);
        self.put(Mail::Closed { client, stream, status });
    }

    fn put_lines(&self, client: usize, stream: u64, held: &mut Vec<u8>) {
        while let Some(end) = held.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = held.drain(..=end).collect();
            if line.len() > 1 {
                let frame = serde_json::from_slice(&line).expect("a line of a stream is a frame");
                self.put(Mail::Frame { client, stream, frame });
            }
        }
    }
}

/// The name of a token in a list.
fn short(token: &str) -> String {
    let token: parlor_store::Token = token.parse().unwrap();
    token.hash().short()
}

fn request(badge: &Badge, method: &str, path: &str, body: &Value) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    match badge {
        Badge::Bearer(token) => {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        Badge::Cookie(token) => {
            request = request.header(header::COOKIE, format!("parlor={token}"));
        }
        Badge::Nothing => {}
    }
    let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
    request.body(Body::from(body)).unwrap()
}
