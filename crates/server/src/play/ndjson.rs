//! Streams over plain HTTP: one JSON object a line, and a blank line now and then.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::{BufMut, Bytes, BytesMut};
use futures_util::stream;
use tokio::time::timeout;

use super::service::Ear;
use crate::limits::KEEP_ALIVE;

/// The response whose body is the stream.
pub(super) fn ndjson(ear: Ear) -> Response {
    let lines = stream::unfold(ear, |mut ear| async move {
        match timeout(KEEP_ALIVE, ear.next()).await {
            Ok(Some(frame)) => {
                let mut line = BytesMut::with_capacity(frame.len() + 1);
                line.put_slice(frame.as_bytes());
                line.put_u8(b'\n');
                Some((Ok::<Bytes, std::convert::Infallible>(line.freeze()), ear))
            }
            Ok(None) => None,
            Err(_) => Some((Ok(Bytes::from_static(b"\n")), ear)),
        }
    });
    let kind = HeaderValue::from_static("application/x-ndjson");
    // Proxies that gather a response before they pass it on would hold the stream back.
    let gather = ("x-accel-buffering", HeaderValue::from_static("no"));
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, [gather], Body::from_stream(lines)).into_response()
}
