//! Accounts over HTTP.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::wire::{Bots, NewBot, NewToken, Rename, Session, Tokens};
use crate::app::App;
use crate::http::body::{Json, read_json};
use crate::http::guard::{Known, MaybeKnown};
use crate::limits::SESSION;
use crate::refusal::Refusal;

type Answer<T> = Result<T, Refusal>;

/// Opens a session for somebody new, or tells who the session belongs to.
pub(crate) async fn open_session(
    State(app): State<App>,
    MaybeKnown(caller): MaybeKnown,
) -> Answer<Response> {
    if let Some(caller) = caller {
        let account = app.account(&caller).await?;
        return Ok(Json(StatusCode::OK, Session { account }).into_response());
    }
    let (account, token) = app.new_guest().await?;
    let mut response = Json(StatusCode::CREATED, Session { account }).into_response();
    let cookie = app.config.cookie(&token.reveal(), SESSION.as_secs());
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}

pub(crate) async fn end_session(State(app): State<App>, Known(caller): Known) -> Answer<Response> {
    app.end_session(&caller).await?;
    let mut headers = HeaderMap::new();
    let cookie = app.config.cookie("", 0);
    headers.insert(header::SET_COOKIE, cookie);
    // Nothing of the session stays in the browser.
    headers.insert("clear-site-data", HeaderValue::from_static("\"cookies\""));
    Ok((StatusCode::NO_CONTENT, headers).into_response())
}

pub(crate) async fn account(State(app): State<App>, Known(caller): Known) -> Answer<Response> {
    Ok(Json(StatusCode::OK, app.account(&caller).await?).into_response())
}

pub(crate) async fn rename(
    State(app): State<App>,
    Known(caller): Known,
    body: bytes::Bytes,
) -> Answer<Response> {
    let Rename { name } = read_json(&body)?;
    Ok(Json(StatusCode::OK, app.rename(&caller, name).await?).into_response())
}

pub(crate) async fn tokens(State(app): State<App>, Known(caller): Known) -> Answer<Response> {
    let tokens = app.tokens_of(caller.id).await?;
    Ok(Json(StatusCode::OK, Tokens { tokens }).into_response())
}

pub(crate) async fn new_token(
    State(app): State<App>,
    Known(caller): Known,
    body: bytes::Bytes,
) -> Answer<Response> {
    let wish: NewToken = read_json(&body)?;
    Ok(Json(StatusCode::CREATED, app.new_token(caller.id, wish).await?).into_response())
}

pub(crate) async fn revoke_token(
    State(app): State<App>,
    Known(caller): Known,
    Path(token): Path<String>,
) -> Answer<StatusCode> {
    app.revoke(caller.id, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn bots(State(app): State<App>, Known(caller): Known) -> Answer<Response> {
    let bots = app.bots(&caller).await?;
    Ok(Json(StatusCode::OK, Bots { bots }).into_response())
}

pub(crate) async fn new_bot(
    State(app): State<App>,
    Known(caller): Known,
    body: bytes::Bytes,
) -> Answer<Response> {
    let NewBot { name } = read_json(&body)?;
    Ok(Json(StatusCode::CREATED, app.new_bot(&caller, name).await?).into_response())
}

pub(crate) async fn bot_tokens(
    State(app): State<App>,
    Known(caller): Known,
    Path(bot): Path<String>,
) -> Answer<Response> {
    let bot = app.bot(&caller, &bot).await?;
    let tokens = app.tokens_of(bot.id).await?;
    Ok(Json(StatusCode::OK, Tokens { tokens }).into_response())
}

pub(crate) async fn new_bot_token(
    State(app): State<App>,
    Known(caller): Known,
    Path(bot): Path<String>,
    body: bytes::Bytes,
) -> Answer<Response> {
    let wish: NewToken = read_json(&body)?;
    let bot = app.bot(&caller, &bot).await?;
    Ok(Json(StatusCode::CREATED, app.new_token(bot.id, wish).await?).into_response())
}

pub(crate) async fn revoke_bot_token(
    State(app): State<App>,
    Known(caller): Known,
    Path((bot, token)): Path<(String, String)>,
) -> Answer<StatusCode> {
    let bot = app.bot(&caller, &bot).await?;
    app.revoke(bot.id, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}
