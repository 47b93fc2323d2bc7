//! Streams over WebSocket, and commands on the same connection.

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use parlor_protocol::room::Request;
use parlor_store::TableId;
use tokio::time::{Instant, timeout};

use super::service::Ear;
use crate::accounts::Caller;
use crate::app::App;
use crate::hall::ReplyTo;
use crate::http::body::read_json;
use crate::limits::{MAX_MESSAGE, PING, RateName, SILENCE, WRITE_TIME};
use crate::refusal::Refusal;
use crate::tables::no_seat;

/// Who may send commands on a socket, and where.
pub(super) struct Commands {
    pub(super) caller: Caller,
    pub(super) table: TableId,
}

/// Turns a request into a WebSocket that carries a stream.
pub(super) fn socket(
    upgrade: WebSocketUpgrade,
    app: App,
    ear: Ear,
    commands: Option<Commands>,
) -> Response {
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        // Thousands of sockets are idle most of the time, so their buffers are small.
        .read_buffer_size(4 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .on_upgrade(move |socket| async move {
            let mut socket = Socket { line: socket, app, ear, commands, heard: Instant::now() };
            let code = socket.run().await;
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static("") };
            // The client may be gone already.
            _ = timeout(WRITE_TIME, socket.line.send(Message::Close(Some(frame)))).await;
        })
}

struct Socket {
    line: WebSocket,
    app: App,
    ear: Ear,
    commands: Option<Commands>,
    /// When something last came from the client.
    heard: Instant,
}

impl Socket {
    /// Carries frames out and commands in, until one side ends. The result says why, to the client.
    async fn run(&mut self) -> u16 {
        let mut ping = tokio::time::interval_at(Instant::now() + PING, PING);
        loop {
            tokio::select! {
                frame = self.ear.next() => {
                    let Some(frame) = frame else { return close_code::NORMAL };
                    if !self.send(Message::Text(frame)).await {
                        return close_code::AWAY;
                    }
                }
                message = self.line.recv() => {
                    self.heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.command(text.as_bytes()).await,
                        Some(Ok(Message::Binary(bytes))) => self.command(&bytes).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_))) | None => return close_code::NORMAL,
                        // A message that is too large, or no WebSocket at all.
                        Some(Err(_)) => return close_code::PROTOCOL,
                    }
                }
                _ = ping.tick() => {
                    let is_dead = self.heard.elapsed() > SILENCE;
                    if is_dead || !self.send(Message::Ping(bytes::Bytes::new())).await {
                        return close_code::AWAY;
                    }
                }
            }
        }
    }

    /// `false` where the client does not take it.
    async fn send(&mut self, message: Message) -> bool {
        matches!(timeout(WRITE_TIME, self.line.send(message)).await, Ok(Ok(())))
    }

    async fn command(&mut self, text: &[u8]) {
        let reply = self.ear.reply_to();
        if let Err(refusal) = send(&self.app, self.commands.as_ref(), reply, text).await {
            let mut told = refusal.told;
            if told.key.is_none() {
                told.key = key_of(text);
            }
            self.ear.refuse(*told);
        }
    }
}

/// Hands a command to its match.
async fn send(
    app: &App,
    commands: Option<&Commands>,
    reply: Option<ReplyTo>,
    text: &[u8],
) -> Result<(), Refusal> {
    let Commands { caller, table } = commands.ok_or_else(no_seat)?;
    app.rates.check_account(RateName::Commands, caller.id)?;
    let request: Request = read_json(text)?;
    app.send_command(caller, *table, request, reply.ok_or_else(no_seat)?).await
}

/// The key of a command that cannot be read otherwise, so that its sender knows which one was refused.
fn key_of(text: &[u8]) -> Option<String> {
    let value: serde_json::Value = read_json(text).ok()?;
    let key: parlor_protocol::room::Key = value.get("key")?.as_str()?.parse().ok()?;
    Some(key.into())
}
