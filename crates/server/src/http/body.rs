//! JSON in and out.

use std::borrow::Cow;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_protocol::{MAX_DEPTH, is_deeper_than};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::refusal::Refusal;

/// A response in JSON.
pub(crate) struct Json<T>(pub(crate) StatusCode, pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.1) {
            Ok(body) => {
                let json = HeaderValue::from_static("application/json");
                (self.0, [(header::CONTENT_TYPE, json)], body).into_response()
            }
            Err(why) => {
                tracing::error!(%why, "a response cannot be written as JSON");
                Refusal::unavailable().into_response()
            }
        }
    }
}

/// Reads JSON that somebody has sent.
pub(crate) fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let not = |why: String| Refusal::bad_request("bad-json", why);
    let text = std::str::from_utf8(bytes).map_err(|_| not("this is not text in UTF-8".into()))?;
    if is_deeper_than(text, MAX_DEPTH) {
        let why = format!("objects and arrays are nested more than {MAX_DEPTH} deep");
        return Err(Refusal::bad_request("too-deep", why));
    }
    // Read as any JSON first, so that a wrong shape is told apart from what is no JSON at all.
    let value: Value =
        serde_json::from_str(text).map_err(|why| not(format!("this is not JSON: {why}")))?;
    T::deserialize(value).map_err(|why| {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-shape", format!("{why}"))
    })
}

/// The same, where nothing at all is as good as an empty object.
pub(crate) fn read_json_or_default<T: DeserializeOwned + Default>(
    bytes: &[u8],
) -> Result<T, Refusal> {
    if bytes.is_empty() { Ok(T::default()) } else { read_json(bytes) }
}

/// Reads the part of an address after `?`. Values that look like numbers or truth values are read as such.
pub(crate) fn read_query<T: DeserializeOwned>(query: Option<&str>) -> Result<T, Refusal> {
    let mut fields = Map::new();
    for pair in query.unwrap_or("").split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decoded(name)?, decoded(value)?);
        let read = match &*value {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            number => number.parse::<u64>().map_or_else(|_| Value::from(number), Value::from),
        };
        if fields.insert(name.clone().into_owned(), read).is_some() {
            let why = format!("'{name}' stands twice in the address");
            return Err(Refusal::bad_request("bad-query", why));
        }
    }
    T::deserialize(Value::Object(fields))
        .map_err(|why| Refusal::bad_request("bad-query", format!("after '?': {why}")))
}

/// `%20` and `+` as what they stand for.
fn decoded(text: &str) -> Result<Cow<'_, str>, Refusal> {
    if !text.contains(['%', '+']) {
        return Ok(Cow::Borrowed(text));
    }
    let wrong = || Refusal::bad_request("bad-query", "the address is not well formed after '?'");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next().ok_or_else(wrong)?, rest.next().ok_or_else(wrong)?];
                let mut decoded = [0];
                hex::decode_to_slice(digits, &mut decoded).map_err(|_| wrong())?;
                decoded[0]
            }
            other => other,
        });
    }
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::wire::{State, TablesQuery};

    #[test]
    fn queries_are_read() {
        let check = |text: &str| read_query::<TablesQuery>(Some(text));
        let query = check("mine=true&state=playing&limit=7&game=dots%2Dand%2dboxes").unwrap();
        assert!(query.mine && query.state == Some(State::Playing) && query.limit == Some(7));
        assert_eq!(query.game.as_deref(), Some("dots-and-boxes"));
        assert_eq!(read_query::<TablesQuery>(None).unwrap(), TablesQuery::default());
        for bad in
            ["mine=maybe", "state=lost", "limit=-1", "mine=true&mine=true", "a=%f", "a=%ff", "x=1"]
        {
            assert_eq!(check(bad).unwrap_err().told.code, "bad-query", "{bad}");
        }
    }

    #[test]
    fn bodies_that_cannot_be_read_say_why() {
        let check = |text: &[u8]| read_json::<TablesQuery>(text).unwrap_err().told.code;
        assert_eq!(check(b"\xff"), "bad-json");
        assert_eq!(check(b"{"), "bad-json");
        assert_eq!(check(b"[]"), "bad-shape");
        assert_eq!(check("[".repeat(100).as_bytes()), "too-deep");
    }
}
