//! A client over a connection in memory, down to the bytes: requests, streams and sockets as they go over a network.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, WriteHalf};
use tokio::task::JoinHandle;

use crate::transcript::{Log, find};

/// Room for everything that is sent before somebody reads it.
const BUFFER: usize = 1 << 20;

/// Somebody who sends requests.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) router: Router,
    pub(crate) token: Option<String>,
    /// Where everything that it is sent is written down, if it is.
    pub(crate) log: Option<Log>,
}

/// An open stream. It is closed when the value is dropped.
pub(crate) struct Stream {
    reader: JoinHandle<()>,
    writer: WriteHalf<DuplexStream>,
    is_socket: bool,
}

impl Client {
    pub(crate) fn new(router: &Router) -> Self {
        Self { router: router.clone(), token: None, log: None }
    }

    /// Sends a request over a connection of its own, and gives the body of the answer.
    pub(crate) async fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.exchange(method, path, body).await;
        serde_json::from_slice(after_head(&answer)).unwrap_or(Value::Null)
    }

    /// The body of an answer that is a text.
    pub(crate) async fn get_text(&self, path: &str) -> String {
        let answer = self.exchange("GET", path, &Value::Null).await;
        String::from_utf8(after_head(&answer).to_vec()).unwrap()
    }

    /// The same, and gives the whole answer.
    pub(crate) async fn exchange(&self, method: &str, path: &str, body: &Value) -> Vec<u8> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let more = format!("connection: close\r\ncontent-length: {}\r\n", body.len());
        let mut connection = self.connect();
        let request = self.head(method, path, &more) + &body;
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).await.unwrap();
        if let Some(log) = &self.log {
            log.add("http", &answer);
        }
        answer
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.send("GET", path, &Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        self.send("POST", path, body).await
    }

    /// Opens a session, with a name.
    pub(crate) async fn sign_in(&mut self, name: &str) {
        let answer = self.exchange("POST", "/api/session", &Value::Null).await;
        let answer = String::from_utf8(answer).unwrap();
        let cookie = answer.split("parlor=").nth(1).expect("a session has a cookie");
        self.token = Some(cookie.split(';').next().unwrap().to_owned());
        self.send("PATCH", "/api/account", &serde_json::json!({"name": name})).await;
    }

    /// Opens a stream of lines.
    pub(crate) async fn stream(&self, channel: &'static str, path: &str) -> Stream {
        self.open(channel, &self.head("GET", path, "")).await
    }

    /// Opens a socket. The key is always the same, because the answer depends on it.
    pub(crate) async fn socket(&self, channel: &'static str, path: &str) -> Stream {
        let more = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                    sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let mut stream = self.open(channel, &self.head("GET", path, more)).await;
        stream.is_socket = true;
        stream
    }

    async fn open(&self, channel: &'static str, request: &str) -> Stream {
        let mut connection = self.connect();
        connection.write_all(request.as_bytes()).await.unwrap();
        let (mut reader, writer) = tokio::io::split(connection);
        let log = self.log.clone();
        let reader = tokio::spawn(async move {
            let mut bytes = vec![0; 64 << 10];
            while let Ok(count @ 1..) = reader.read(&mut bytes).await {
                if let Some(log) = &log {
                    log.add(channel, &bytes[..count]);
                }
            }
            if let Some(log) = &log {
                log.add(channel, b"(the end)");
            }
        });
        Stream { reader, writer, is_socket: false }
    }

    fn head(&self, method: &str, path: &str, more: &str) -> String {
        let token = self.token.as_ref();
        let cookie = token.map_or_else(String::new, |token| format!("cookie: parlor={token}\r\n"));
        format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n{cookie}{more}\r\n")
    }

    fn connect(&self) -> DuplexStream {
        let (client, server) = tokio::io::duplex(BUFFER);
        let service = TowerToHyperService::new(self.router.clone());
        let mut builder = http1::Builder::new();
        // The date is that of the machine, and not of the simulation.
        builder.auto_date_header(false);
        let connection = builder.serve_connection(TokioIo::new(server), service).with_upgrades();
        tokio::spawn(connection);
        client
    }
}

fn after_head(answer: &[u8]) -> &[u8] {
    let end = find(answer, b"\r\n\r\n").expect("an answer has a head");
    &answer[end + 4..]
}

impl Stream {
    /// Whether commands can be sent on it.
    pub(crate) fn is_socket(&self) -> bool {
        self.is_socket
    }

    /// Sends a message over a socket.
    pub(crate) async fn say(&mut self, message: &Value) {
        let text = message.to_string();
        let length = u16::try_from(text.len()).expect("a command is short").to_be_bytes();
        // One whole text, 16 bits of length, masked with zeros.
        let mut frame = vec![0x81, 0x80 | 0x7e, length[0], length[1], 0, 0, 0, 0];
        frame.extend_from_slice(text.as_bytes());
        // A server that has ended the stream takes nothing more.
        _ = self.writer.write_all(&frame).await;
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.reader.abort();
    }
}
