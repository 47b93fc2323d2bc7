//! Clients of the server: guests, their tables, and WebSockets.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async};
use ureq::Agent;

use super::NoServer;

/// How long the server may take for one answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// A guest with a session.
#[derive(Clone, Debug)]
pub(super) struct Guest {
    agent: Agent,
    address: SocketAddr,
    pub(super) cookie: String,
}

impl Guest {
    fn new(agent: &Agent, address: SocketAddr, name: &str) -> Result<Self, NoServer> {
        let response = agent.post(format!("http://{address}/api/session")).send_empty();
        let response = response.map_err(silent)?;
        let cookie = response.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next());
        let cookie = cookie.ok_or_else(|| NoServer::Silent("it gives no session".into()))?;
        let guest = Self { agent: agent.clone(), address, cookie: cookie.to_owned() };
        let named = guest.agent.patch(guest.url("/api/account")).header("cookie", &guest.cookie);
        let named = named.send(json!({"name": name}).to_string()).map_err(silent)?;
        read("a name", named)?;
        Ok(guest)
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The answer, where it is a good one.
    fn post(&self, path: &str, body: &Value) -> Result<Value, NoServer> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = self.agent.post(self.url(path)).header("cookie", &self.cookie);
        read(path, request.send(body).map_err(silent)?)
    }

    fn get(&self, path: &str) -> Result<Value, NoServer> {
        let request = self.agent.get(self.url(path)).header("cookie", &self.cookie);
        read(path, request.call().map_err(silent)?)
    }
}

/// A table of two people whose match has begun.
#[derive(Debug)]
pub(super) struct Table {
    id: String,
    pub(super) seats: [Guest; 2],
}

impl Table {
    /// Two new guests sit down.
    pub(super) fn open(address: SocketAddr, game: &str, options: &Value) -> Result<Self, NoServer> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build();
        let agent: Agent = config.into();
        let seats = [Guest::new(&agent, address, "Ann")?, Guest::new(&agent, address, "Bob")?];
        let wish = json!({"game": game, "options": options, "seats": ["me", "open"]});
        let table = seats[0].post("/api/tables", &wish)?;
        let id = table["id"].as_str().unwrap_or_default().to_owned();
        let table = Self { id, seats };
        table.seats[1].post(&table.path("join"), &Value::Null)?;
        table.seats[0].post(&table.path("start"), &Value::Null)?;
        Ok(table)
    }

    /// An address of the table.
    pub(super) fn path(&self, what: &str) -> String {
        format!("/api/tables/{}/{what}", self.id)
    }

    /// How it stands, for both.
    pub(super) fn now(&self) -> Result<[Value; 2], NoServer> {
        let [ann, bob] = &self.seats;
        Ok([ann.get(&self.path("now"))?, bob.get(&self.path("now"))?])
    }

    /// Makes one more move. `false` where the match is over.
    pub(super) fn play_on(&self) -> Result<bool, NoServer> {
        for (guest, now) in self.seats.iter().zip(self.now()?) {
            let asks = &now["now"]["asks"];
            if asks.is_object() {
                let first = &asks["menu"]["moves"][0];
                let played = first.as_str().or(first["first"].as_str());
                let answer = json!({
                    "key": "once-more", "type": "answer", "question": asks["id"], "move": played,
                });
                guest.post(&self.path("commands"), &answer)?;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn read(what: &str, mut response: ureq::http::Response<ureq::Body>) -> Result<Value, NoServer> {
    let status = response.status().as_u16();
    let text = response.body_mut().read_to_string().map_err(silent)?;
    if !response.status().is_success() {
        return Err(NoServer::Answer { what: what.to_owned(), status, answer: text });
    }
    Ok(serde_json::from_str(&text).unwrap_or(Value::Null))
}

#[expect(clippy::needless_pass_by_value, reason = "that is what `map_err` hands in")]
fn silent(why: ureq::Error) -> NoServer {
    NoServer::Silent(why.to_string())
}

pub(super) type Socket = WebSocketStream<TcpStream>;

/// Opens a WebSocket, for a guest or for somebody who watches.
pub(super) async fn socket(
    address: SocketAddr,
    path: &str,
    guest: Option<&Guest>,
) -> Result<Socket, NoServer> {
    let not = |why: tokio_tungstenite::tungstenite::Error| NoServer::Silent(why.to_string());
    let mut request = format!("ws://{address}{path}").into_client_request().map_err(not)?;
    if let Some(guest) = guest {
        let cookie = HeaderValue::from_str(&guest.cookie).map_err(std::io::Error::other)?;
        request.headers_mut().insert("cookie", cookie);
    }
    let stream = TcpStream::connect(address).await?;
    // A move is a small packet, and must not wait for the next one.
    stream.set_nodelay(true)?;
    let (socket, _) = client_async(request, stream).await.map_err(not)?;
    Ok(socket)
}

/// The next frame.
pub(super) async fn next(socket: &mut Socket) -> Result<Utf8Bytes, NoServer> {
    loop {
        match tokio::time::timeout(PATIENCE, socket.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => return Ok(text),
            Ok(Some(Ok(_))) => {}
            Ok(Some(Err(why))) => return Err(NoServer::Silent(why.to_string())),
            Ok(None) => return Err(NoServer::Silent("it has ended a stream".into())),
            Err(_) => return Err(NoServer::Silent("nothing came on a stream".into())),
        }
    }
}
