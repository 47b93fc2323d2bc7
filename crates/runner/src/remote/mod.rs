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

/// Why there is no connection.
#[derive(Debug, Error)]
pub enum NotConnected {
    /// What was given is no address.
    #[error("'{address}' is no address: {why}")]
    Address {
        /// What was given.
        address: String,
        /// What is wrong with it, and what it should look like.
        why: String,
    },
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
    #[error("no means for another connection: {0}")]
    Means(io::Error),
}
