//! Health, games and the description of the interface over HTTP.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::service;
use super::wire::Health;
use crate::app::App;
use crate::http::body::Json;
use crate::http::openapi;
use crate::refusal::Refusal;

/// The process runs.
pub(crate) async fn healthz() -> Response {
    Json(StatusCode::OK, Health { status: "ok".to_owned() }).into_response()
}

/// The server can be used: the store answers, and it is not about to stop.
pub(crate) async fn readyz(State(app): State<App>) -> Response {
    if app.is_ready().await {
        Json(StatusCode::OK, Health { status: "ok".to_owned() }).into_response()
    } else {
        Refusal::unavailable().into_response()
    }
}

pub(crate) async fn games() -> Response {
    Json(StatusCode::OK, service::games()).into_response()
}

pub(crate) async fn game(Path(id): Path<String>) -> Result<Response, Refusal> {
    Ok(Json(StatusCode::OK, service::game(&id)?).into_response())
}

pub(crate) async fn description() -> Response {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], openapi::text()).into_response()
}

/// What is found at the address that the server prints.
pub(crate) async fn front_page(State(app): State<App>) -> Response {
    let address = app.config.listen;
    format!(
        "Parlor: turn-based games over the network.\n\n\
         There is no page here yet. Programs and curl can play:\n\
         \x20 GET  http://{address}/api/games     the games\n\
         \x20 GET  http://{address}/api/tables    the tables\n\
         \x20 GET  http://{address}/openapi.json  everything else\n\n\
         docs/reference/api.md goes through a whole game with curl.\n"
    )
    .into_response()
}
