//! Streams and commands over `WebSocket`, on a real port.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use parlor_server::{Clock, Config, Entropy, Parts, Server, Thinkers};
use parlor_store::{MemoryStore, SealKey};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::world::{Client, World};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server on a port, beside one in process on the same store, which is easier to talk to.
struct Open {
    world: World,
    address: SocketAddr,
    stop: tokio::sync::oneshot::Sender<()>,
}

async fn open() -> Open {
    let (store, key) = (Arc::new(MemoryStore::default()), SealKey::from_bytes([7; 32]));
    let parts = Parts {
        store: Arc::clone(&store) as _,
        key: key.clone(),
        clock: Clock::start(),
        entropy: Entropy::system(),
        name: "a test".to_owned(),
        thinkers: Thinkers::Threads(2),
    };
    let config = Config { has_rates: false, ..Config::at(SocketAddr::from(([127, 0, 0, 1], 0))) };
    let server = Server::bind(config, parts).await.unwrap();
    let address = server.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    tokio::spawn(server.run(async { _ = stopped.await }));
    Open { world: World::on(store, key), address, stop }
}

impl Open {
    async fn socket(
        &self,
        client: &Client,
        path: &str,
        origin: Option<&str>,
    ) -> Result<Socket, u16> {
        let url = format!("ws://{}{path}", self.address);
        let mut request = url.into_client_request().unwrap();
        if let Some(cookie) = &client.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match connect_async(request).await {
            Ok((socket, _)) => Ok(socket),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                Err(response.status().as_u16())
            }
            Err(why) => panic!("{why}"),
        }
    }
}

async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        let message =
            tokio::time::timeout(Duration::from_secs(20), socket.next()).await.expect("in time");
        match message?.ok()? {
            Message::Text(text) => return serde_json::from_str(&text).ok(),
            Message::Close(_) => return None,
            _ => {}
        }
    }
}

async fn send(socket: &mut Socket, request: &Value) {
    socket.send(Message::Text(request.to_string().into())).await.unwrap();
}

/// The reply to a command, past the news.
async fn reply(socket: &mut Socket) -> Value {
    loop {
        let frame = next(socket).await.unwrap();
        if frame["type"] == "done" || frame["type"] == "refused" {
            return frame;
        }
    }
}

#[tokio::test]
async fn commands_and_news_go_over_one_socket() {
    let open = open().await;
    let (ann, bob, id) = open.world.boxes().await;
    // The match belongs to the server on the port from here on.
    let path = format!("/api/tables/{id}/socket");
    let mut socket = open.socket(&ann, &path, None).await.unwrap();
    let full = next(&mut socket).await.unwrap();
    assert_eq!(
        (full["type"].as_str(), full["now"]["asks"]["id"].as_u64()),
        (Some("full"), Some(1))
    );
    send(&mut socket, &json!({"key": "a1", "type": "answer", "question": 1, "move": "h 0 0"}))
        .await;
    let mut seen = Vec::new();
    while seen.len() < 2 {
        seen.push(next(&mut socket).await.unwrap());
    }
    assert!(seen.iter().any(|frame| frame["type"] == "done" && frame["key"] == "a1"), "{seen:?}");
    assert!(seen.iter().any(|frame| frame["news"][0]["number"] == 1), "{seen:?}");
    for (text, code, key) in [
        ("{", "bad-json", None),
        ("{\"key\": \"a2\", \"type\": \"sing\"}", "bad-shape", Some("a2")),
        ("[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]", "too-deep", None),
    ] {
        socket.send(Message::Text(text.into())).await.unwrap();
        let refused = reply(&mut socket).await;
        assert_eq!(
            (refused["code"].as_str(), refused["key"].as_str()),
            (Some(code), key),
            "{text}"
        );
    }
    // A spectator can send nothing.
    let mut watching = open.socket(&open.world.anonymous(), &path, None).await.unwrap();
    assert!(next(&mut watching).await.unwrap()["seat"].is_null());
    send(&mut watching, &json!({"key": "x", "type": "pause"})).await;
    assert_eq!(reply(&mut watching).await["code"], "no-seat");
    // Pages from elsewhere open none.
    assert_eq!(open.socket(&bob, &path, Some("http://evil.example")).await.err(), Some(403));
    // A message that is too large ends the socket, and nothing else.
    _ = watching.send(Message::Text("x".repeat(100_000).into())).await;
    while next(&mut watching).await.is_some() {}
    send(&mut socket, &json!({"key": "a1", "type": "answer", "question": 1, "move": "h 0 0"}))
        .await;
    assert_eq!(reply(&mut socket).await["repeated"], true);
    open.stop.send(()).unwrap();
    let mut last = Value::Null;
    while let Some(frame) = next(&mut socket).await {
        last = frame;
    }
    assert_eq!(last, json!({"type": "bye", "reason": "stopping"}));
}

#[tokio::test]
async fn of_sixty_four_sockets_that_race_for_one_question_one_wins() {
    let open = open().await;
    let (ann, _, id) = open.world.boxes().await;
    let path = format!("/api/tables/{id}/socket");
    // A newer socket of the same seat supersedes the older one, so the race goes over plain requests and one socket.
    let mut socket = open.socket(&ann, &path, None).await.unwrap();
    next(&mut socket).await.unwrap();
    let mut sockets = Vec::new();
    for number in 0..64 {
        let url = format!("http://{}/api/tables/{id}/commands", open.address);
        let (cookie, played) = (ann.cookie.clone().unwrap(), ["h 0 0", "v 0 0"][number % 2]);
        let body =
            json!({"key": format!("r{number}"), "type": "answer", "question": 1, "move": played});
        sockets.push(tokio::spawn(post(open.address, url, cookie, body)));
    }
    let (mut won, mut refused) = (0, 0);
    for socket in sockets {
        match socket.await.unwrap() {
            200 => won += 1,
            409 | 422 => refused += 1,
            other => panic!("{other}"),
        }
    }
    println!("64 sockets: {won} wins, {refused} are refused");
    assert_eq!((won, refused), (1, 63));
}

/// A request over a connection of its own; the status.
async fn post(address: SocketAddr, url: String, cookie: String, body: Value) -> u16 {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = TcpStream::connect(address).await.unwrap();
    let (path, body) = (url.split_once("/api").unwrap().1.to_owned(), body.to_string());
    let head = format!(
        "POST /api{path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}
