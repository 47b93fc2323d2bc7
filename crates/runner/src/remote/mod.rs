//! Seats that are not on this machine, or not bots that speak the protocol by themselves.
//!
//! Whatever sits there, the table gets one thing: a stream of protocol lines that does not block.
//! Over TCP it is the connection itself. For the others a thread stands between, as a bot would: it
//! ends when the table closes its end of the stream.
//!
//! | spec | who sits there | see |
//! |---|---|---|
//! | `tcp:HOST:PORT` | a bot that listens | [`tcp::connect`] |
//! | `ws:URL` | a bot behind a WebSocket | [`websocket::connect`] |
//! | `http:URL` | a player that is an HTTP server | [`http::serve`] |
//! | `llm:MODEL` | a language model | [`llm::serve`] |

mod client;
mod conversation;
pub mod http;
pub mod llm;
pub mod tcp;
pub mod websocket;

use std::io;
use std::time::Duration;

use thiserror::Error;
use ureq::http::Uri;

/// What was given is no address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{address}' is no address: {why}")]
pub struct BadAddress {
    /// What was given.
    pub address: String,
    /// What is wrong with it, and what it should look like.
    pub why: String,
}

impl BadAddress {
    /// With what is wrong, and an address that is not.
    fn new(address: &str, why: &str, such_as: &str) -> Self {
        let why = format!("{why}; it should be {such_as}");
        Self { address: address.to_owned(), why }
    }
}

/// The host and the port of a URL; or what is wrong with them.
fn host_and_port(uri: &Uri, usual: u16) -> Result<(String, u16), &'static str> {
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let host = uri.host().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    if bare.is_empty() {
        return Err("the host is missing");
    }
    let place = authority.rsplit_once('@').map_or(authority, |(_, place)| place);
    let port = match place.strip_prefix(host).unwrap_or_default() {
        "" => Some(usual),
        port => port.strip_prefix(':').and_then(|port| port.parse().ok()),
    };
    let port = port.filter(|port| *port != 0).ok_or("a port is a number from 1 to 65535")?;
    Ok((bare.to_owned(), port))
}

/// Why there is no connection.
#[derive(Debug, Error)]
pub enum NotConnected {
    /// What was given is no address.
    #[error(transparent)]
    Address(#[from] BadAddress),
    /// Nobody knows the host.
    #[error("there is no host '{host}': {why}")]
    Host {
        /// Its name.
        host: String,
        /// What the system says.
        why: io::Error,
    },
    /// Nobody answers there, or the way there is broken.
    #[error("no connection to {address}: {why}")]
    Refused {
        /// Where.
        address: String,
        /// What the system says.
        why: io::Error,
    },
    /// It took too long.
    #[error("no connection to {address} within {} ms", .within.as_millis())]
    Late {
        /// Where.
        address: String,
        /// How long was waited.
        within: Duration,
    },
    /// Somebody answers and does not speak what was expected.
    #[error("{address} answers, but not as a {expected}: {why}")]
    Stranger {
        /// Where.
        address: String,
        /// What it was taken for.
        expected: &'static str,
        /// What it did.
        why: String,
    },
    /// This machine has no room for another connection.
    #[error("this machine cannot open another connection: {0}")]
    Means(io::Error),
}
