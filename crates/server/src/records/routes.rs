//! Records over HTTP.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_engine::Viewer;

use super::service::Download;
use crate::app::App;
use crate::http::body::Json;
use crate::http::guard::AtTable;
use crate::refusal::Refusal;

pub(crate) async fn record(State(app): State<App>, at: AtTable) -> Result<Response, Refusal> {
    let viewer = at.seat.map_or(Viewer::Spectator, Viewer::Seat);
    match app.record(at.id, at.state, viewer).await? {
        Download::Own(own) => Ok(Json(StatusCode::OK, own).into_response()),
        Download::Whole(text) => {
            let kind = HeaderValue::from_static("text/plain; charset=utf-8");
            let name = format!("attachment; filename=\"{}.parlor\"", at.id);
            let name = HeaderValue::from_str(&name).map_err(|_| Refusal::unavailable())?;
            let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
            Ok((headers, text).into_response())
        }
    }
}
