//! What the server refuses, and how that is told: a status, a code that never changes, and a sentence.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_match::Coded;
use parlor_protocol::room::{Frame, Refused};
use parlor_store::StoreError;
use serde_json::{Value, json};

/// A refusal. Nothing was changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// The status over HTTP.
    pub status: StatusCode,
    /// Code, sentence and data.
    pub told: Box<Refused>,
    /// After how many seconds the client may try again.
    pub retry_after: Option<u64>,
}

impl Refusal {
    /// A refusal with nothing but a code and a sentence.
    pub fn new(status: StatusCode, code: &str, why: impl Into<String>) -> Self {
        let told = Refused {
            key: None,
            code: code.to_owned(),
            why: why.into(),
            data: Value::Null,
            asks: None,
        };
        Self { status, told: Box::new(told), retry_after: None }
    }

    /// The same with data.
    #[must_use]
    pub fn about(mut self, data: Value) -> Self {
        self.told.data = data;
        self
    }

    /// Something that a match, a game or a reader of texts refuses.
    pub fn coded(status: StatusCode, why: &impl Coded) -> Self {
        let refusal = why.refusal();
        Self::new(status, refusal.code, refusal.sentence).about(refusal.data)
    }

    pub(crate) fn bad_request(code: &str, why: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, why)
    }

    pub(crate) fn conflict(code: &str, why: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, why)
    }

    pub(crate) fn forbidden(code: &str, why: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, why)
    }

    pub(crate) fn bad_token() -> Self {
        let why = "this token is not known, was revoked, or has expired";
        Self::new(StatusCode::UNAUTHORIZED, "bad-token", why)
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", format!("there is no such {what}"))
    }

    pub(crate) fn key_reused() -> Self {
        let why = "this key was used for another command; make up a new one for each";
        Self::conflict("key-reused", why)
    }

    pub(crate) fn unavailable() -> Self {
        let why = "the server cannot do this now, and nothing was changed; try again in a moment";
        let refusal = Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", why);
        Self { retry_after: Some(1), ..refusal }
    }

    pub(crate) fn too_often(limit: &str, seconds: u64) -> Self {
        let why = format!("too many requests (limit '{limit}'): try again in {seconds} s");
        let refusal = Self::new(StatusCode::TOO_MANY_REQUESTS, "too-often", why)
            .about(json!({"limit": limit, "retry_after": seconds}));
        Self { retry_after: Some(seconds), ..refusal }
    }

    pub(crate) fn too_many(limit: &str, most: usize, what: &str) -> Self {
        let why = format!("there are at most {most} {what}");
        let refusal = Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many", why)
            .about(json!({"limit": limit, "most": most, "retry_after": 60}));
        Self { retry_after: Some(60), ..refusal }
    }
}

/// What a room refuses, over HTTP.
impl From<Refused> for Refusal {
    fn from(told: Refused) -> Self {
        let (status, retry_after) = match told.code.as_str() {
            "busy" => (StatusCode::TOO_MANY_REQUESTS, Some(1)),
            "unavailable" => (StatusCode::SERVICE_UNAVAILABLE, Some(1)),
            "no-seat" | "not-your-seat" => (StatusCode::FORBIDDEN, None),
            // It would have been right before: the match has gone on.
            "key-reused" | "stale" | "answered" | "match-over" => (StatusCode::CONFLICT, None),
            _ if told.asks.is_some() => (StatusCode::CONFLICT, None),
            _ => (StatusCode::UNPROCESSABLE_ENTITY, None),
        };
        Self { status, told: Box::new(told), retry_after }
    }
}

/// A store that fails is the server's trouble. Its texts are for the log of the server: clients are not told about them.
impl From<StoreError> for Refusal {
    fn from(why: StoreError) -> Self {
        use parlor_store::Refusal as No;
        match why {
            StoreError::Refused(No::Conflict { .. }) => Self::conflict(
                "changed-meanwhile",
                "somebody else has changed this at the same time; look at it again, and try again",
            ),
            StoreError::Refused(No::Unknown(what)) => Self::not_found(what),
            StoreError::Refused(No::Ended) => Self::conflict("match-over", "the game is over"),
            StoreError::Refused(No::Full { what, limit }) => Self::too_many(what, limit, what),
            StoreError::Invalid { what, why } => {
                Self::bad_request("invalid-item", format!("{what} cannot be stored: {why}"))
            }
            why => {
                tracing::error!(code = why.code(), %why, "the store has failed");
                Self::unavailable()
            }
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&Frame::Refused(self.told)).unwrap_or_default();
        let json = HeaderValue::from_static("application/json");
        let mut response = (self.status, [(header::CONTENT_TYPE, json)], body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
