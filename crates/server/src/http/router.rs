//! The routes, made from the table of [`access`](super::access).

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter, on};
use tokio::time::Instant;

use super::access::{Endpoint, Method};
use super::guard::guard;
use super::headers::headers;
use crate::app::App;
use crate::refusal::Refusal;
use crate::{accounts, health, play, records, tables};

/// All routes, each behind the checks of its row.
pub(crate) fn router(app: &App) -> Router {
    let mut router = Router::new();
    for endpoint in Endpoint::ALL {
        let row = endpoint.row();
        let filter = match row.method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Patch => MethodFilter::PATCH,
            Method::Delete => MethodFilter::DELETE,
        };
        let guard = from_fn_with_state((app.clone(), endpoint), guard);
        router = router.route(row.path, handler(filter, endpoint).layer(guard));
    }
    let is_secure = app.config.is_secure();
    router
        .method_not_allowed_fallback(async || {
            let why = "this address does not know this method";
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "unknown-method", why)
        })
        .fallback(async || Refusal::not_found("address"))
        .layer(from_fn(log))
        .layer(from_fn_with_state(is_secure, headers))
        .with_state(app.clone())
}

fn handler(filter: MethodFilter, endpoint: Endpoint) -> MethodRouter<App> {
    use Endpoint as E;
    match endpoint {
        E::FrontPage => on(filter, health::routes::front_page),
        E::Healthz => on(filter, health::routes::healthz),
        E::Readyz => on(filter, health::routes::readyz),
        E::Description => on(filter, health::routes::description),
        E::Games => on(filter, health::routes::games),
        E::Game => on(filter, health::routes::game),
        E::OpenSession => on(filter, accounts::routes::open_session),
        E::EndSession => on(filter, accounts::routes::end_session),
        E::Account => on(filter, accounts::routes::account),
        E::Rename => on(filter, accounts::routes::rename),
        E::Tokens => on(filter, accounts::routes::tokens),
        E::NewToken => on(filter, accounts::routes::new_token),
        E::RevokeToken => on(filter, accounts::routes::revoke_token),
        E::Bots => on(filter, accounts::routes::bots),
        E::NewBot => on(filter, accounts::routes::new_bot),
        E::BotTokens => on(filter, accounts::routes::bot_tokens),
        E::NewBotToken => on(filter, accounts::routes::new_bot_token),
        E::RevokeBotToken => on(filter, accounts::routes::revoke_bot_token),
        E::Tables => on(filter, tables::routes::list),
        E::NewTable => on(filter, tables::routes::create),
        E::Table => on(filter, tables::routes::show),
        E::Join => on(filter, tables::routes::join),
        E::Leave => on(filter, tables::routes::leave),
        E::Start => on(filter, tables::routes::start),
        E::Command => on(filter, play::routes::command),
        E::Now => on(filter, play::routes::now),
        E::Stream => on(filter, play::routes::stream),
        E::Socket => on(filter, play::routes::open_socket),
        E::Record => on(filter, records::routes::record),
        E::AccountStream => on(filter, play::routes::account_stream),
        E::AccountSocket => on(filter, play::routes::account_socket),
    }
}

/// A line in the log for each request: the route and not the address, which has ids, and no header, which may have secrets.
async fn log(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let path = request
        .extensions()
        .get::<axum::extract::MatchedPath>()
        .map_or_else(|| "?".to_owned(), |path| path.as_str().to_owned());
    let since = Instant::now();
    let response = next.run(request).await;
    let millis = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::debug!(%method, path, status = response.status().as_u16(), millis, "request");
    response
}
