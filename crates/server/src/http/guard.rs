//! What is checked before a handler sees a request: where it comes from, whose it is, how often, how large, and what its
//! sender is at the table. Nothing is changed here.

use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;

use axum::body::{Body, to_bytes};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use parlor_engine::Seat;
use parlor_store::{TableId, TableState, Token};
use tokio::time::timeout;

use super::access::{At, Endpoint, Needs, Row};
use crate::accounts::Caller;
use crate::accounts::wire::Scope;
use crate::app::App;
use crate::limits::REQUEST_TIME;
use crate::refusal::Refusal;
use crate::tables::no_seat;

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The table that a request is about, and what its sender is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtTable {
    pub(crate) id: TableId,
    pub(crate) state: TableState,
    pub(crate) seat: Option<Seat>,
}

impl AtTable {
    /// The caller, where it has a seat: everybody else watches as a spectator.
    pub(crate) fn seated(&self, caller: Option<Caller>) -> Option<Caller> {
        caller.filter(|caller| self.seat.is_some() && caller.may(Scope::Play))
    }
}

/// Somebody who has shown a token.
pub(crate) struct Known(pub(crate) Caller);

/// Somebody who may have shown one.
pub(crate) struct MaybeKnown(pub(crate) Option<Caller>);

/// Looks at a request, and passes it on where nothing is wrong with it.
pub(crate) async fn guard(
    State((app, endpoint)): State<(App, Endpoint)>,
    params: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
    next: Next,
) -> Response {
    let row = endpoint.row();
    let Ok(params) = params else {
        let why = "the address is not text in UTF-8";
        return Refusal::bad_request("bad-address", why).into_response();
    };
    let checked = check(&app, &row, &params, request).await;
    match checked {
        Ok(request) => {
            let run = AssertUnwindSafe(next.run(request)).catch_unwind().await;
            run.unwrap_or_else(|_| {
                // The message of the panic is in the log. The client learns no more than that it was not its fault.
                tracing::error!(path = row.path, "a handler panicked");
                let why = "something is wrong with the server, and it was written down";
                Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", why).into_response()
            })
        }
        Err(refusal) => refusal.into_response(),
    }
}

async fn check(
    app: &App,
    row: &Row,
    params: &RawPathParams,
    request: Request,
) -> Result<Request, Refusal> {
    let (mut parts, body) = request.into_parts();
    let address = address(app, &parts);
    if row.is_unsafe() {
        check_origin(app, &parts.headers)?;
    }
    let caller = caller(app, &parts.headers).await;
    #[cfg(feature = "faults")]
    if caller.as_ref().is_err_and(|refusal| refusal.status == StatusCode::UNAUTHORIZED)
        && let Some(id) = table_of(params)
    {
        app.hall.knocked(id);
    }
    let caller = caller?;
    app.rates.check(row.rate, caller.as_ref().map(|caller| caller.id), address)?;
    if let Needs::Scope(scope) = row.needs {
        let caller = caller.as_ref().ok_or_else(unknown)?;
        if !caller.may(scope) {
            let why = format!("this token may not be used for that: it lacks {}", scope.as_str());
            return Err(Refusal::forbidden("no-scope", why)
                .about(serde_json::json!({"scope": scope.as_str()})));
        }
    }
    if row.at != At::NoTable {
        let at = at_table(app, row.at, params, caller.as_ref()).await?;
        parts.extensions.insert(at);
    }
    if let Some(caller) = caller {
        parts.extensions.insert(caller);
    }
    let body = if row.is_upgrade { body } else { whole_body(row, body).await? };
    Ok(Request::from_parts(parts, body))
}

/// The address of the client: of the connection, or what a proxy of ours says.
fn address(app: &App, parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<Peer>().map_or(IpAddr::from([0; 4]), |Peer(peer)| peer.ip());
    if !app.config.proxies.contains(&peer.to_canonical()) {
        return peer;
    }
    let said =
        parts.headers.get_all("x-forwarded-for").iter().filter_map(|said| said.to_str().ok());
    // Every proxy adds the address it has seen at the end. The last one that is no proxy of ours is the client.
    let mut said: Vec<IpAddr> =
        said.flat_map(|said| said.split(',')).filter_map(|one| one.trim().parse().ok()).collect();
    while said.last().is_some_and(|last| app.config.proxies.contains(last)) {
        said.pop();
    }
    said.last().copied().unwrap_or(peer)
}

/// A page from elsewhere must not act for the people who look at it.
fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), Refusal> {
    let refused = |origin: &str| {
        let why = format!(
            "requests from pages of '{origin}' are not allowed; start the server with --origin {origin} if that is its own address"
        );
        Err(Refusal::forbidden("foreign-origin", why))
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (None, _) => {}
        (Some(origin), None) => {
            let origin = origin.to_str().unwrap_or("?");
            if !app.config.admits(origin) {
                return refused(&origin.chars().take(100).collect::<String>());
            }
        }
        (Some(_), Some(_)) => return refused("?"),
    }
    // Browsers say so even where they send no origin. Programs send neither.
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    match site {
        None | Some(b"same-origin" | b"none") => Ok(()),
        Some(_) => refused("another site"),
    }
}

/// Whose request it is: by the header, or by the cookie of a browser.
async fn caller(app: &App, headers: &HeaderMap) -> Result<Option<Caller>, Refusal> {
    let bad = Refusal::bad_token;
    if let Some(authorization) = headers.get(header::AUTHORIZATION) {
        let token = authorization.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
        let token: Token = token.and_then(|token| token.trim().parse().ok()).ok_or_else(bad)?;
        return app.caller(token.hash()).await?.map(Some).ok_or_else(bad);
    }
    let name = app.config.cookie_name();
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let token = cookies.flat_map(|value| value.split(';')).find_map(|pair| {
        let (key, value) = pair.trim().split_once('=')?;
        (key == name).then(|| value.parse::<Token>().ok())?
    });
    // An old cookie is as good as none: the client is told that it needs a session, and opens one.
    match token {
        Some(token) => app.caller(token.hash()).await,
        None => Ok(None),
    }
}

fn unknown() -> Refusal {
    let why = "the server does not know who you are: open a session with POST /api/session, or send a token in the header Authorization: Bearer …";
    Refusal::new(StatusCode::UNAUTHORIZED, "unknown-caller", why)
}

/// The table that the address of a request names.
fn table_of(params: &RawPathParams) -> Option<TableId> {
    let (_, id) = params.iter().find(|(name, _)| *name == "table")?;
    id.parse().ok()
}

/// The table of a request, and whether its sender may do this there.
async fn at_table(
    app: &App,
    rule: At,
    params: &RawPathParams,
    caller: Option<&Caller>,
) -> Result<AtTable, Refusal> {
    let none = || Refusal::not_found("table");
    let id = table_of(params).ok_or_else(none)?;
    let facts = app.hall.facts(id).await?.ok_or_else(none)?;
    let seat = caller.and_then(|caller| facts.document.seat_of(caller.id));
    let is_owner = caller.is_some_and(|caller| caller.id == facts.owner);
    let is_allowed = match rule {
        At::NoTable | At::Anybody => true,
        At::Watcher => seat.is_some() || facts.document.watch,
        At::Seat => seat.is_some(),
        At::SeatOrOwner => seat.is_some() || is_owner,
        At::Owner => is_owner,
    };
    if is_allowed {
        return Ok(AtTable { id, state: facts.state, seat });
    }
    Err(match rule {
        At::Owner => {
            Refusal::forbidden("not-owner", "only the person who has made this table can do that")
        }
        At::Watcher => {
            Refusal::forbidden("not-watched", "nobody but its players may watch this table")
        }
        _ => no_seat(),
    })
}

/// The whole body, where it is not too large and comes in time.
async fn whole_body(row: &Row, body: Body) -> Result<Body, Refusal> {
    let read = timeout(REQUEST_TIME, to_bytes(body, row.body)).await;
    let late = || {
        Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            "late-body",
            "the body of the request did not come in time",
        )
    };
    let bytes = read.map_err(|_| late())?.map_err(|why| {
        let is_large = std::error::Error::source(&why)
            .is_some_and(|why| why.to_string().contains("length limit"));
        if is_large {
            let why = format!("the body of this request has at most {} bytes", row.body);
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "large-body", why)
        } else {
            Refusal::bad_request("broken-body", "the body of the request broke off")
        }
    })?;
    Ok(Body::from(bytes))
}

impl<S: Sync> FromRequestParts<S> for Known {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        parts.extensions.get::<Caller>().cloned().map(Self).ok_or_else(unknown)
    }
}

impl<S: Sync> FromRequestParts<S> for MaybeKnown {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        Ok(Self(parts.extensions.get::<Caller>().cloned()))
    }
}

impl<S: Sync> FromRequestParts<S> for AtTable {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        parts.extensions.get::<Self>().copied().ok_or_else(|| Refusal::not_found("table"))
    }
}
