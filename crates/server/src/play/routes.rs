//! Play over HTTP and WebSocket.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use parlor_protocol::room::Request;

use super::ndjson::ndjson;
use super::socket::{Commands, socket};
use super::wire::StreamQuery;
use crate::app::App;
use crate::http::body::{Json, read_json, read_query};
use crate::http::guard::{AtTable, Known, MaybeKnown};
use crate::refusal::Refusal;

type Answer<T> = Result<T, Refusal>;

/// What a request for a WebSocket is, or why it is none.
type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

fn no_websocket(why: &WebSocketUpgradeRejection) -> Refusal {
    let why = format!("this address is for WebSockets: {why}");
    Refusal::new(StatusCode::UPGRADE_REQUIRED, "no-websocket", why)
}

pub(crate) async fn command(
    State(app): State<App>,
    Known(caller): Known,
    at: AtTable,
    body: bytes::Bytes,
) -> Answer<Response> {
    let request: Request = read_json(&body)?;
    let frame = app.command(&caller, at.id, request).await?;
    Ok(Json(StatusCode::OK, frame).into_response())
}

pub(crate) async fn now(
    State(app): State<App>,
    MaybeKnown(caller): MaybeKnown,
    at: AtTable,
) -> Answer<Response> {
    let frame = app.look(at.seated(caller).as_ref(), at.id).await?;
    Ok(Json(StatusCode::OK, frame).into_response())
}

pub(crate) async fn stream(
    State(app): State<App>,
    MaybeKnown(caller): MaybeKnown,
    at: AtTable,
    RawQuery(query): RawQuery,
) -> Answer<Response> {
    let StreamQuery { from } = read_query(query.as_deref())?;
    Ok(ndjson(app.listen(at.seated(caller).as_ref(), at.id, from).await?))
}

pub(crate) async fn open_socket(
    State(app): State<App>,
    MaybeKnown(caller): MaybeKnown,
    at: AtTable,
    RawQuery(query): RawQuery,
    upgrade: Upgrade,
) -> Answer<Response> {
    let upgrade = upgrade.map_err(|why| no_websocket(&why))?;
    let StreamQuery { from } = read_query(query.as_deref())?;
    let caller = at.seated(caller);
    let ear = app.listen(caller.as_ref(), at.id, from).await?;
    let commands = caller.map(|caller| Commands { caller, table: at.id });
    Ok(socket(upgrade, app, ear, commands))
}

pub(crate) async fn account_stream(
    State(app): State<App>,
    Known(caller): Known,
) -> Answer<Response> {
    Ok(ndjson(app.listen_to_account(&caller).await?))
}

pub(crate) async fn account_socket(
    State(app): State<App>,
    Known(caller): Known,
    upgrade: Upgrade,
) -> Answer<Response> {
    let upgrade = upgrade.map_err(|why| no_websocket(&why))?;
    let ear = app.listen_to_account(&caller).await?;
    Ok(socket(upgrade, app, ear, None))
}
