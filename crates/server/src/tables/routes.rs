//! Tables over HTTP.

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use parlor_protocol::room::{BadKey, Key};

use super::service::Command;
use super::wire::{Join, NewTable, Tables, TablesQuery};
use crate::app::App;
use crate::http::body::{Json, read_json, read_json_or_default, read_query};
use crate::http::guard::{AtTable, Known, MaybeKnown};
use crate::refusal::Refusal;

type Answer<T> = Result<T, Refusal>;

/// The key that a client has given its command.
fn key(headers: &HeaderMap) -> Answer<Option<Key>> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let key = key
        .to_str()
        .ok()
        .and_then(|key| key.parse().ok())
        .ok_or_else(|| Refusal::bad_request("bad-key", format!("Idempotency-Key: {BadKey}")))?;
    Ok(Some(key))
}

pub(crate) async fn list(
    State(app): State<App>,
    MaybeKnown(caller): MaybeKnown,
    RawQuery(query): RawQuery,
) -> Answer<Response> {
    let query: TablesQuery = read_query(query.as_deref())?;
    let tables = app.tables(&query, caller.as_ref()).await?;
    Ok(Json(StatusCode::OK, Tables { tables }).into_response())
}

pub(crate) async fn create(
    State(app): State<App>,
    Known(caller): Known,
    headers: HeaderMap,
    body: bytes::Bytes,
) -> Answer<Response> {
    let wish: NewTable = read_json(&body)?;
    let what = "create".to_owned();
    let command = Command { caller: &caller, key: key(&headers)?, body: &body, what };
    Ok(Json(StatusCode::CREATED, app.new_table(&command, &wish).await?).into_response())
}

pub(crate) async fn show(
    State(app): State<App>,
    MaybeKnown(caller): MaybeKnown,
    at: AtTable,
) -> Answer<Response> {
    Ok(Json(StatusCode::OK, app.table(at.id, caller.as_ref()).await?).into_response())
}

pub(crate) async fn join(
    State(app): State<App>,
    Known(caller): Known,
    at: AtTable,
    headers: HeaderMap,
    body: bytes::Bytes,
) -> Answer<Response> {
    let Join { seat } = read_json_or_default(&body)?;
    let what = format!("join {}", at.id);
    let command = Command { caller: &caller, key: key(&headers)?, body: &body, what };
    Ok(Json(StatusCode::OK, app.join(&command, at.id, seat).await?).into_response())
}

pub(crate) async fn leave(
    State(app): State<App>,
    Known(caller): Known,
    at: AtTable,
    headers: HeaderMap,
) -> Answer<Response> {
    let what = format!("leave {}", at.id);
    let command = Command { caller: &caller, key: key(&headers)?, body: &[], what };
    Ok(Json(StatusCode::OK, app.leave(&command, at.id).await?).into_response())
}

pub(crate) async fn start(
    State(app): State<App>,
    Known(caller): Known,
    at: AtTable,
    headers: HeaderMap,
) -> Answer<Response> {
    let what = format!("start {}", at.id);
    let command = Command { caller: &caller, key: key(&headers)?, body: &[], what };
    Ok(Json(StatusCode::OK, app.start(&command, at.id).await?).into_response())
}
